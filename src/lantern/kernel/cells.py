"""Writing observations: runs of zeros and ones into a row of cells. Each rule returns where the next run begins."""

from __future__ import annotations

from lantern.kernel.record import Cells
from lantern.kernel.rule import rule

PLACE = (1 << 31) - 1
"""All that a place can be: with bounds cut to it, compiled code knows that no index counts from the end, and writes
many cells at once; a run's length stays as it was given, so that one of fixed length needs no loop. Nor is there any
branch but the loop: with one, it would count who holds the row, which takes longer than to write it."""


@rule
def write_zeros(out: Cells, at: int, count: int) -> int:
    """So many zeros."""
    first = at & PLACE
    for i in range(count & PLACE):
        out[first + i] = 0
    return at + count


@rule
def write_amount(out: Cells, at: int, amount: int, count: int) -> int:
    """An amount out of `count`: so many ones, then zeros."""
    first = at & PLACE
    for i in range(count & PLACE):
        out[first + i] = 1 if i < amount else 0
    return at + count


@rule
def write_bits(out: Cells, at: int, bits: int, count: int) -> int:
    """The lowest `count` bits of a number."""
    first = at & PLACE
    for i in range(count & PLACE):
        out[first + i] = bits >> i & 1
    return at + count


@rule
def write_choice(out: Cells, at: int, chosen: int, count: int) -> int:
    """One thing out of `count`: zeros with a one in its place, no one at all if it is negative."""
    first = at & PLACE
    for i in range(count & PLACE):
        out[first + i] = 1 if i == chosen else 0
    return at + count
