"""Squares, and sets of them: three chunks of 63 bits each."""

from __future__ import annotations

from lantern.games.khan.board import CHUNK, FULL, LAND, LANDSCAPE
from lantern.kernel.bits import count_bits, lowest_bit, nth_bit
from lantern.kernel.rule import rule

Squares = tuple[int, int, int]
"""A set of squares."""
NOWHERE: Squares = (0, 0, 0)


@rule
def bit_of(square: int) -> int:
    """A square's bit in its chunk."""
    return 1 << square % CHUNK


@rule
def shifted(low: int, high: int, count: int) -> int:
    """A chunk of a set in which every square has moved back by so many (0 to 62); `high` is the chunk after it."""
    return (low >> count) | ((high << (CHUNK - count)) & FULL)


@rule
def moved_on(low: int, high: int, count: int) -> int:
    """A chunk of a set in which every square has moved on by so many (0 to 62); `low` is the chunk before it."""
    return ((high << count) & FULL) | (low >> (CHUNK - count))


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
        return CHUNK + nth_bit(second, n)
    return 2 * CHUNK + nth_bit(third, n - count)


@rule
def before(square: int, chunk: int) -> int:
    """A chunk of the set of squares before a square."""
    if square // CHUNK == chunk:
        return bit_of(square) - 1
    return FULL if square // CHUNK > chunk else 0


@rule
def is_nowhere(squares: Squares) -> bool:
    """Whether a set of squares is empty."""
    return squares[0] | squares[1] | squares[2] == 0


@rule
def without_first(squares: Squares) -> Squares:
    """A set, not empty, without its first square."""
    first, second, third = squares
    return (
        first & (first - 1),
        second if first != 0 else second & (second - 1),
        third if first | second != 0 else third & (third - 1),
    )


@rule
def first_square(squares: Squares) -> int:
    """The first square of a set that is not empty."""
    first, second, third = squares
    chunk = 0 if first != 0 else 1 if second != 0 else 2
    return chunk * CHUNK + lowest_bit(first if chunk == 0 else second if chunk == 1 else third)


@rule
def land_at(land: int) -> int:
    """The square of a land square, of which its number among them is given."""
    return int(LAND[land])


@rule
def landscape_of(square: int) -> int:
    """The region of a square, RIVER or NO_SQUARE."""
    return int(LANDSCAPE[square])
