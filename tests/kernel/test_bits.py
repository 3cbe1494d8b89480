"""Sets of small numbers as the bits of a word, beside Python's own integers."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from lantern.kernel.bits import count_bits, lowest_bit, nth_bit
from lantern.kernel.rule import plainly

MOST = 62
words = st.sets(st.integers(0, MOST)).map(lambda numbers: sum(1 << number for number in numbers))
quick = settings(deadline=None, max_examples=300)


def members(word: int) -> list[int]:
    """The numbers in a set, ascending: the slow and obvious way."""
    return [number for number in range(MOST + 1) if word >> number & 1]


@quick
@given(words)
def test_counting(word: int) -> None:
    assert count_bits(word) == plainly(count_bits)(word) == word.bit_count() == len(members(word))


@quick
@given(words.filter(bool))
def test_the_smallest(word: int) -> None:
    assert lowest_bit(word) == plainly(lowest_bit)(word) == (word & -word).bit_length() - 1 == min(members(word))


@quick
@given(words.filter(bool))
def test_one_after_the_other(word: int) -> None:
    numbers = members(word)
    assert [nth_bit(word, n) for n in range(len(numbers))] == numbers
    assert [plainly(nth_bit)(word, n) for n in range(len(numbers))] == numbers


def test_the_edges() -> None:
    everything = (1 << MOST + 1) - 1
    assert count_bits(0) == 0
    assert count_bits(everything) == MOST + 1
    assert lowest_bit(1 << MOST) == MOST
    assert nth_bit(everything, MOST) == MOST
