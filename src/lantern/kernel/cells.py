"""Writing observations: runs of zeros and ones into a row of cells. Each rule returns where the next run begins."""

from __future__ import annotations

from lantern.kernel.record import Cells
from lantern.kernel.rule import rule


@rule
def write_zeros(out: Cells, at: int, count: int) -> int:
    """So many zeros."""
    for i in range(at, at + count):
        out[i] = 0
    return at + count


@rule
def write_amount(out: Cells, at: int, amount: int, count: int) -> int:
    """An amount out of `count`: so many ones, then zeros."""
    for i in range(count):
        out[at + i] = 1 if i < amount else 0
    return at + count


@rule
def write_choice(out: Cells, at: int, chosen: int, count: int) -> int:
    """One thing out of `count`: zeros with a one in its place, no one at all if it is negative."""
    write_zeros(out, at, count)
    if chosen >= 0:
        out[at + chosen] = 1
    return at + count
