"""Random numbers as an argument: the same plain, compiled and on a GPU.

A stream is one 64-bit word. The generator is multiply-with-carry: the low half of the word is the value x, the high
half the carry c; a step is x * MULTIPLIER + c, and the number given out is x xor c. MULTIPLIER is below 2**31, so that
no product leaves a signed 64-bit number, and MULTIPLIER * 2**32 - 1 is a safe prime, so that every stream is part of a
cycle of about 2**62 numbers. `python -m benchmarks.randomness` feeds it to a foreign test suite.

Who sees a few numbers of such a stream can compute the others (tests/kernel/test_chance.py does). So a match may have a
key instead of a seed: then its stream holds numbers that were made from the key beforehand (`chance.py`), and the word
only points at the next of them.
"""

from __future__ import annotations

from lantern.kernel.record import Cells, long, record
from lantern.kernel.rule import rule, see_as

MULTIPLIER = 2083801278
LOW = 0xFFFFFFFF
OFFSET = 0x9E3779B9
"""Scrambling leaves zero as it is; with this, seed 0 is like any other."""
PREPARED = 511
"""How many numbers a match with a key has at hand for the deal, and for each action; a deal takes 200 at most."""


@record
class Stream:
    """A stream of random numbers."""

    word: Cells = long(1)  # [0] carry in the high half, value in the low half; never zero


@record
class MatchStream:
    """The stream of a single match, which may have a key."""

    word: Cells = long(1 + PREPARED)  # [0] as in any stream, or minus the place of the next number; [place] a number


see_as(Stream, MatchStream)  # the word of an ordinary stream never points at a number


@rule
def points_at_number(rng: Stream, word: int) -> bool:
    """Whether a word is one of a match with a key; how long a stream is the compiler knows, so others never ask."""
    return len(rng.word) > 1 and word < 0


@rule
def step(rng: Stream, word: int) -> int:
    """The word after this one."""
    return word - 1 if points_at_number(rng, word) else (word & LOW) * MULTIPLIER + (word >> 32)


@rule
def number_at(rng: Stream, word: int) -> int:
    """The number that a stream has at a word: the word itself, or with a key the one it points at."""
    return rng.word[min(-word, len(rng.word) - 1)] if points_at_number(rng, word) else word


@rule
def scale(word: int, count: int) -> int:
    """A word as a number from 0 to count - 1, each as likely to within count in 2**32."""
    return (((word & LOW) ^ (word >> 32)) * count) >> 32


@rule
def draw(rng: Stream, count: int) -> int:
    """A random number from 0 to count - 1; count is below 2**31."""
    word = rng.word[0]
    rng.word[0] = step(rng, word)
    return scale(number_at(rng, word), count)


@rule
def shuffle(cells: Cells, first: int, last: int, rng: Stream) -> None:
    """Put the cells from `first` to before `last` in a random order, each as likely."""
    word = rng.word[0]
    for place in range(first + 1, last):
        other = first + scale(number_at(rng, word), place - first + 1)
        word = step(rng, word)
        cell = cells[place]
        cells[place] = cells[other]
        cells[other] = cell
    rng.word[0] = word


@rule
def seed_stream(rng: Stream, seed: int, number: int) -> None:
    """Set a stream to the start of stream `number` of a seed (both from 0 to 2**63 - 1)."""
    high = scramble((seed & LOW) ^ OFFSET)
    low = scramble(high ^ (seed >> 32))
    high = scramble((high + low + (number & LOW)) & LOW)
    low = scramble(high ^ low ^ (number >> 32))
    high = scramble((high + low) & LOW)
    rng.word[0] = ((high >> 2) << 32) | low | 1


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
