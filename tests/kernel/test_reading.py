"""Plain data read back, or refused with what is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lantern.kernel import reading
from lantern.kernel.errors import MOST_LETTERS, BadInput, LanternError, Never
from lantern.kernel.reading import Given
from tests.toy import SHEET

ENDINGS = ("", "deck empty", "row full")
NAMES = ("north", "south")


def read_action(text: str) -> int | Never:
    """A notation of one action, and one that nobody may ever do."""
    if text == "swim":
        return Never(f"{SHEET.name.upper()}-2.3", "no_moving")
    return 7


def test_what_is_right_is_read() -> None:
    assert [reading.read_number(number, "cards", 0, 2) for number in range(3)] == [0, 1, 2]
    assert [reading.read_flag(value, "final") for value in (False, True)] == [0, 1]
    assert [reading.read_seat(seat, "to_act", 2) for seat in (1, 2)] == [0, 1]
    assert [reading.read_name(name, "side", NAMES) for name in NAMES] == [0, 1]
    assert [reading.read_count(number, "games", 0, 2) for number in (1, np.int8(2))] == [1, 2]
    assert (reading.read_list([3, "x"], "deck", 2), reading.read_list((), "deck", 0)) == ([3, "x"], [])
    assert (reading.read_seats([2, 1], "owners", 2), reading.read_seats([], "owners", 2)) == ([1, 0], [])
    assert reading.read_by_seat(["a", None], "hands", 2) == ["a", None]
    assert (reading.read_object({"a": 1}, "yurts", "ab"), reading.read_object(None, "yurts", "ab")) == ({"a": 1}, {})
    ends: list[dict[str, object]] = [{}, {"end": None}, {"end": "row full"}]
    assert [reading.read_end(Given(end), ENDINGS) for end in ends] == [0, 0, 2]
    assert reading.read_text("red 1", "deck") == "red 1"
    assert reading.read_plain({"a": (1, None)}, "position") == {"a": [1, None]}
    assert reading.read_notation("jump", "refused", read_action) == 7
    assert reading.read_last({"action": "jump", "seat": 2}, 2, read_action) == (7, 1)
    reading.check_start({"start": None, "players": 2})
    reading.check_start({"start": 2, "players": 2})


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda: reading.read_number(3, "cards", 0, 2), "cards is 3; it is a whole number from 0 to 2"),
        (lambda: reading.read_number(True, "cards", 0, 2), "cards is True; it is a whole number from 0 to 2"),
        (lambda: reading.read_number(1.0, "cards", 0, 2), "cards is 1.0; it is a whole number from 0 to 2"),
        (lambda: reading.read_number(None, "cards", 0, 2), "cards is None; it is a whole number from 0 to 2"),
        (lambda: reading.read_flag(1, "final"), "final is 1; it is true or false"),
        (lambda: reading.read_seat(0, "to_act", 2), "to_act is 0; it is a whole number from 1 to 2"),
        (lambda: reading.read_seats([1, 3], "owners", 2), "owners is 3; it is a whole number from 1 to 2"),
        (lambda: reading.read_name("west", "side", NAMES), "side is 'west'; it is north or south"),
        (lambda: reading.read_name(["north"], "side", NAMES), "side is ['north']; it is north or south"),
        (lambda: reading.read_count(np.int64(3), "games", 0, 2), "games is 3; it is a whole number from 0 to 2"),
        (lambda: reading.read_number(10**5000, "cards", 0, 2), "cards is <int>; it is a whole number from 0 to 2"),
        (
            lambda: reading.read_name(np.array(["north"] * 2), "side", NAMES),
            "side is array(['north', 'north'], dtype='<U5'); it is north or south",
        ),
        (lambda: reading.read_text(1, "deck: a card"), "deck: a card is 1; it is a text"),
        (lambda: reading.read_list("north", "deck", 2), "deck is 'north'; it is a list"),
        (lambda: reading.read_list([1] * 3, "deck", 2), "deck has 3 entries; it has 2 at most"),
        (lambda: reading.read_seats([1, 1], "owners", 2), "owners is [1, 1]; each seat is there once"),
        (lambda: reading.read_object({"c": 1}, "yurts", "ab"), "yurts has no 'c'; it has a or b"),
        (lambda: reading.read_object({1: 1}, "yurts", "ab"), "yurts has no 1; it has a or b"),
        (lambda: reading.read_object({}, "last", ("seat",))["seat"], "last: seat is missing"),
        (lambda: Given({})["tokens"], "tokens is missing"),
        (
            lambda: reading.read_plain([float("nan")], "position"),
            "position: this is not plain data, as in a JSON file: Out of range float values are not JSON compliant",
        ),
        (
            lambda: reading.read_plain("x" * 9, "position", 5),
            "position: this is 11 letters long as JSON; it may have 5",
        ),
        (lambda: reading.read_by_seat([1], "hands", 2), "hands has 1 entries; there are 2 players"),
        (lambda: reading.read_object([], "yurts", "ab"), "yurts is []; it is an object"),
        (
            lambda: reading.read_end(Given({"end": "rain"}), ENDINGS),
            "end is 'rain'; it is deck empty or row full, or null",
        ),
        (lambda: reading.read_notation(7, "refused", read_action), "refused: 7 is no action"),
        (
            lambda: reading.read_notation("swim", "refused", read_action),
            "refused: A stone stays where it was placed. (TOY-2.3)",
        ),
        (lambda: reading.read_last("jump", 2, read_action), "last is 'jump'; it is a seat and its action"),
        (lambda: reading.read_last({"seat": 1}, 2, read_action), "last is {'seat': 1}; it is a seat and its action"),
        (
            lambda: reading.read_last({"action": "swim", "seat": 1}, 2, read_action),
            "last: A stone stays where it was placed. (TOY-2.3)",
        ),
        (lambda: reading.read_last({"action": "jump"}, 2, read_action), "last: seat is missing"),
        (
            lambda: reading.read_last({"action": "jump", "seat": 1, "tea": 2}, 2, read_action),
            "last has no 'tea'; it has action or seat",
        ),
        (lambda: reading.check_start({"start": 3, "players": 2}), "start is seat 3, but there are only 2 players"),
    ],
)
def test_what_is_wrong_is_named(read: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read()
    assert str(caught.value) == message


def test_a_position_has_at_most_200000_letters() -> None:
    longest = "x" * (200_000 - len('""'))
    assert reading.read_plain(longest, "position") == longest
    with pytest.raises(BadInput, match="position: this is 200001 letters long as JSON; it may have 200000"):
        reading.read_plain(longest + "x", "position")


def test_a_long_value_is_cut_short() -> None:
    with pytest.raises(BadInput) as caught:
        reading.read_number("x" * 1000, "cards", 0, 2)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("letters", ["x", "\U0001f38b", "\ud800", "\0"])
def test_every_message_is_short_and_can_be_sent(letters: str) -> None:
    message = str(LanternError(f"begins {letters * 5000} ends"))
    assert len(message) <= MOST_LETTERS
    assert message.startswith("begins ")
    assert message.endswith(" ends")
    assert message.encode()


class Unspeakable:
    """Something that can't say what it is."""

    def __repr__(self) -> str:
        raise RuntimeError


def test_what_cannot_say_what_it_is() -> None:
    with pytest.raises(BadInput, match="cards is <Unspeakable>; it is a whole number from 0 to 2"):
        reading.read_number(Unspeakable(), "cards", 0, 2)


FOUND = {
    "phase": "over",
    "to_act": None,
    "final": True,
    "scores": [4, 2],
    "cards": ["red", "red", "blue"],
    "hands": [["red"], []],
    "yurts": {"H5": 1},
    "pieces": [{"piece": "bow", "owners": [1]}, {"piece": "urn", "owners": [2, 1]}],
    "last": None,
}


@pytest.mark.parametrize(
    "told",
    [
        {},
        FOUND,
        {"phase": " OVER", "to_act": None, "scores": None},
        {"cards": ["blue", "red"], "hands": [None, []]},
        {"yurts": {}, "last": {}},
        {"yurts": {"B2": 0, "C3": [0, 0]}, "last": {"seat": None}},
        {"pieces": [{"owners": [1, 2]}]},
    ],
)
def test_what_is_told_is_so(told: dict[str, object]) -> None:
    reading.check_told(told, FOUND)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"phase": "place"}, "phase is 'place', but by the rest of the position it is 'over'"),
        ({"to_act": 7}, "to_act is 7, but by the rest of the position it is None"),
        ({"final": 1}, "final is 1, but by the rest of the position it is True"),
        ({"scores": [4, 3]}, "scores is [4, 3], but by the rest of the position it is [4, 2]"),
        ({"scores": [4, [2]]}, "scores is [4, [2]], but"),
        ({"scores": [4.0, 2]}, "scores is [4.0, 2], but"),
        ({"cards": ["red"] * 3}, "cards is ['red', 'red', 'red'], but"),
        ({"hands": [["red"], [], []]}, "hands is [['red'], [], []], but"),
        ({"yurts": {"H5": 2}}, "yurts: H5 is 2, but by the rest of the position it is 1"),
        ({"yurts": {"B2": 2}}, "yurts: B2 is 2, but by the rest of the position it is None"),
        ({"pieces": [{"piece": "bow", "owners": [2]}]}, "pieces is [{'piece': 'bow', 'owners': [2]}], but"),
        ({"last": {"seat": 1}}, "last is {'seat': 1}, but by the rest of the position it is None"),
        ({"last": [[[[[[]]]]]]}, "last is [[[[[[]]]]]], but"),
    ],
)
def test_what_is_told_is_not_so(told: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        reading.check_told(told, FOUND)
    assert str(caught.value).startswith(message)
