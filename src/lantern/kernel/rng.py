"""Random numbers as an argument: a stream is one 64-bit number, the same plain, compiled and on a GPU.

The generator is multiply-with-carry: the low half of `word` is the value x, the high half the carry c; a step
is x * MULTIPLIER + c, and the number given out is x xor c. MULTIPLIER is below 2**31, so that no product leaves
a signed 64-bit number, and MULTIPLIER * 2**32 - 1 is a safe prime, so that every stream is part of a cycle of
about 2**62 numbers. `python -m benchmarks.randomness` feeds it to a foreign test suite.
"""

from __future__ import annotations

from lantern.kernel.record import Cells, long, record
from lantern.kernel.rule import rule

MULTIPLIER = 2083801278
LOW = 0xFFFFFFFF
OFFSET = 0x9E3779B9
"""Scrambling leaves zero as it is; with this, seed 0 is like any other."""


@record
class Stream:
    """A stream of random numbers."""

    word: int = long()  # carry in the high half, value in the low half; never zero


@rule
def step(word: int) -> int:
    """The word after this one."""
    return (word & LOW) * MULTIPLIER + (word >> 32)


@rule
def scale(word: int, count: int) -> int:
    """A word as a number from 0 to count - 1, each as likely to within count in 2**32."""
    return (((word & LOW) ^ (word >> 32)) * count) >> 32


@rule
def draw(rng: Stream, count: int) -> int:
    """A random number from 0 to count - 1; count is below 2**31."""
    word = rng.word
    rng.word = step(word)
    return scale(word, count)


@rule
def shuffle(cells: Cells, first: int, last: int, rng: Stream) -> None:
    """Put the cells from `first` to before `last` in a random order, each as likely."""
    word = rng.word
    for place in range(first + 1, last):
        other = first + scale(word, place - first + 1)
        word = step(word)
        cell = cells[place]
        cells[place] = cells[other]
        cells[other] = cell
    rng.word = word


@rule
def seed_stream(rng: Stream, seed: int, number: int) -> None:
    """Set a stream to the start of stream `number` of a seed (both from 0 to 2**63 - 1)."""
    high = scramble((seed & LOW) ^ OFFSET)
    low = scramble(high ^ (seed >> 32))
    high = scramble((high + low + (number & LOW)) & LOW)
    low = scramble(high ^ low ^ (number >> 32))
    high = scramble((high + low) & LOW)
    rng.word = ((high >> 2) << 32) | low | 1


@rule
def scramble(value: int) -> int:
    """A 32-bit number in which every bit depends on every bit of the given one."""
    value ^= value >> 16
    value = multiply_low(value, 0x7FEB352D)
    value ^= value >> 15
    value = multiply_low(value, 0x846CA68B)
    return value ^ (value >> 16)


@rule
def multiply_low(a: int, b: int) -> int:
    """The low 32 bits of a product of two 32-bit numbers, without leaving 63 bits on the way."""
    return ((a & 0xFFFF) * b + ((((a >> 16) * b) & 0xFFFF) << 16)) & LOW
