"""The measure of how far counts lie from what is expected."""

from __future__ import annotations

from tests.worlds import UNLIKELY, surprise


def test_even_counts_are_no_surprise_and_many_more_of_some_are_one() -> None:
    sides = {(str(side),): 1 for side in range(40)}
    even = {side: 300 + (number % 3 - 1) * 17 for number, side in enumerate(sides)}
    uneven = {side: 300 + 90 * (number < 8) for number, side in enumerate(sides)}
    assert surprise(even, sides) < UNLIKELY < surprise(uneven, sides)
