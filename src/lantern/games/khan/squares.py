"""Sets of squares: three words of 63 bits each."""

from __future__ import annotations

from lantern.games.khan.board import FULL, WORD
from lantern.kernel.bits import count_bits, nth_bit
from lantern.kernel.rule import rule


@rule
def bit_of(square: int) -> int:
    """A square's bit in its word."""
    return 1 << square % WORD


@rule
def shifted(low: int, high: int, count: int) -> int:
    """A word of a set in which every square has moved back by so many (0 to 62); `high` is the word after it."""
    return (low >> count) | ((high << (WORD - count)) & FULL)


@rule
def moved_on(low: int, high: int, count: int) -> int:
    """A word of a set in which every square has moved on by so many (0 to 62); `low` is the word before it."""
    return ((high << count) & FULL) | (low >> (WORD - count))


@rule
def count_set(first: int, second: int, third: int) -> int:
    """How many squares are in a set."""
    return count_bits(first) + count_bits(second) + count_bits(third)


@rule
def nth_square(first: int, second: int, third: int, n: int) -> int:
    """The square with n others of the set before it."""
    count = count_bits(first)
    if n < count:
        return nth_bit(first, n)
    n -= count
    count = count_bits(second)
    if n < count:
        return WORD + nth_bit(second, n)
    return 2 * WORD + nth_bit(third, n - count)
