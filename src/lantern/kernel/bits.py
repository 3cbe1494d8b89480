"""Sets of small numbers as the bits of one 64-bit word (bits 0 to 62: the word stays positive)."""

from __future__ import annotations

from lantern.kernel.rule import rule


@rule
def count_bits(word: int) -> int:
    """How many numbers are in the set. The compiler turns this loop into one instruction."""
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


@rule
def lowest_bit(word: int) -> int:
    """The smallest number in a set that is not empty."""
    return count_bits((word & -word) - 1)


@rule
def nth_bit(word: int, n: int) -> int:
    """The number with n smaller ones in the set."""
    for _ in range(n):
        word &= word - 1
    return lowest_bit(word)
