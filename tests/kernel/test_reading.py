"""Plain data read back, or refused with what is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lantern.kernel.errors import BadInput, Never
from lantern.kernel.reading import (
    check_start,
    read_by_seat,
    read_end,
    read_flag,
    read_last,
    read_list,
    read_name,
    read_notation,
    read_number,
    read_object,
    read_seat,
    read_seats,
)

ENDINGS = ("", "deck empty", "row full")
NAMES = ("north", "south")


def read_action(text: str) -> int | Never:
    """A notation of one action, and one that nobody may ever do."""
    if text == "swim":
        return Never("TOY-9", "swim", "Nobody swims.")
    return 7


def test_what_is_right_is_read() -> None:
    assert [read_number(number, "cards", 0, 2) for number in range(3)] == [0, 1, 2]
    assert [read_flag(value, "final") for value in (False, True)] == [0, 1]
    assert [read_seat(seat, "to_act", 2) for seat in (1, 2)] == [0, 1]
    assert [read_name(name, "side", NAMES) for name in NAMES] == [0, 1]
    assert (read_list([3, "x"], "deck"), read_list((), "deck")) == ([3, "x"], [])
    assert (read_seats([2, 1], "owners", 2), read_seats([], "owners", 2)) == ([1, 0], [])
    assert read_by_seat(["a", None], "hands", 2) == ["a", None]
    assert (read_object({"a": 1}, "yurts"), read_object(None, "yurts")) == ({"a": 1}, {})
    assert [read_end(position, ENDINGS) for position in ({}, {"end": None}, {"end": "row full"})] == [0, 0, 2]
    assert read_notation("jump", "refused", read_action) == 7
    assert read_last({"action": "jump", "seat": 2}, 2, read_action) == (7, 1)
    check_start({"start": None, "players": 2})
    check_start({"start": 2, "players": 2})


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda: read_number(3, "cards", 0, 2), "cards is 3; it is a whole number from 0 to 2"),
        (lambda: read_number(True, "cards", 0, 2), "cards is True; it is a whole number from 0 to 2"),
        (lambda: read_number(1.0, "cards", 0, 2), "cards is 1.0; it is a whole number from 0 to 2"),
        (lambda: read_number(None, "cards", 0, 2), "cards is None; it is a whole number from 0 to 2"),
        (lambda: read_flag(1, "final"), "final is 1; it is true or false"),
        (lambda: read_seat(0, "to_act", 2), "to_act is 0; it is a whole number from 1 to 2"),
        (lambda: read_seats([1, 3], "owners", 2), "owners is 3; it is a whole number from 1 to 2"),
        (lambda: read_name("west", "side", NAMES), "side is 'west'; it is north or south"),
        (lambda: read_name(["north"], "side", NAMES), "side is ['north']; it is north or south"),
        (lambda: read_list("north", "deck"), "deck is 'north'; it is a list"),
        (lambda: read_by_seat([1], "hands", 2), "hands has 1 entries; there are 2 players"),
        (lambda: read_object([], "yurts"), "yurts is []; it is an object"),
        (lambda: read_end({"end": "rain"}, ENDINGS), "end is 'rain'; it is deck empty or row full, or null"),
        (lambda: read_notation(7, "refused", read_action), "refused: 7 is no action"),
        (lambda: read_notation("swim", "refused", read_action), "refused: Nobody swims. (TOY-9)"),
        (lambda: read_last("jump", 2, read_action), "last is 'jump'; it is a seat and its action"),
        (lambda: read_last({"seat": 1}, 2, read_action), "last is {'seat': 1}; it is a seat and its action"),
        (lambda: read_last({"action": "swim", "seat": 1}, 2, read_action), "last: Nobody swims. (TOY-9)"),
        (lambda: read_last({"action": "jump"}, 2, read_action), "last: seat is None; it is a whole number from 1 to 2"),
        (lambda: check_start({"start": 3, "players": 2}), "start is seat 3, but there are only 2 players"),
    ],
)
def test_what_is_wrong_is_named(read: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read()
    assert str(caught.value) == message


def test_a_long_value_is_cut_short() -> None:
    with pytest.raises(BadInput) as caught:
        read_number("x" * 1000, "cards", 0, 2)
    assert len(str(caught.value)) < 120
