"""The variant that goes with a map of one's own: what its file says, else what its spaces say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lantern import BadInput
from lantern.kernel.contract import Json
from tests.han.box import BORDER, BORDERS, COLOUR_OF, GAME, paid
from tests.han.shown import supply
from tests.han.test_maps import border, capital
from tests.refusals import assert_legal, assert_refused

FORTIFICATIONS, MARKET_PLACES = "fortifications", "market_places"


def with_a_port() -> Json:
    data = capital()
    data["spaces"][0]["port"] = True
    return data


def with_a_border_space() -> Json:
    """A space between two districts that are neighbours and have different colours."""
    data = capital()
    colours = {each["id"]: each["colour"] for each in data["provinces"]}
    one, other = next(pair for pair in data["neighbours"] if colours[pair[0]] != colours[pair[1]])
    beside = next(each["id"] for each in data["spaces"] if each["provinces"] == [one])
    data["spaces"].append({"id": "gate", "provinces": [one, other]})
    data["roads"].append([beside, "gate"])
    return data


def accepts(data: Json, variant: str) -> bool:
    """Whether a variant can be played on a map."""
    try:
        GAME.match(players=3, map=data, seed=1, **{variant: True})
    except BadInput:
        return False
    return True


@pytest.mark.parametrize(
    ("build", "variant"),
    [
        (capital, MARKET_PLACES),
        (with_a_port, FORTIFICATIONS),
        (with_a_border_space, FORTIFICATIONS),
        (border, FORTIFICATIONS),
    ],
)
def test_ports_or_border_spaces_make_a_map_one_for_fortifications(build: Callable[[], Json], variant: str) -> None:
    accepted = [name for name in (FORTIFICATIONS, MARKET_PLACES) if accepts(build(), name)]
    assert accepted == [variant]


@pytest.mark.parametrize("variant", [FORTIFICATIONS, MARKET_PLACES])
@pytest.mark.parametrize("build", [border, capital])
def test_the_file_may_say_which_variant_it_is(build: Callable[[], Json], variant: str) -> None:
    data = build() | {"variant": variant}
    assert [name for name in (FORTIFICATIONS, MARKET_PLACES) if accepts(data, name)] == [variant]


@pytest.mark.parametrize("variant", ["", "markets", "Fortifications", 1, True, ["fortifications"], {}])
def test_a_file_can_name_no_other_variant(variant: Any) -> None:
    with pytest.raises(BadInput, match="variant"):
        GAME.match(players=3, map=capital() | {"variant": variant})


@pytest.mark.parametrize("space", BORDERS)
@pytest.mark.sampled(3)
def test_no_market_place_stands_on_a_border_space(space: str) -> None:
    """11.1 says a free house space, 10.1 excepts border spaces: on a map that has both, the exception holds too."""
    one, other = (COLOUR_OF[BORDER][where] for where in BORDERS[space])
    data: Json = {
        "options": {"players": 3, "map": border() | {"variant": MARKET_PLACES}, MARKET_PLACES: True},
        "houses": {"w1": 2, "z1": 2, "q1": 2, "l1": 2, "c1": 2, "h1": 2, "s1": 2, "u1": 2, "y1": 2},
    }
    for payment in (one + other, one + one, other + other, one + other + other):
        held = {"hands": [[*paid(payment).split()], None, None]}
        assert_refused(GAME.position(data | held, seed=1), f"market {space} with {paid(payment)}", "11.1")


def test_a_market_place_stands_on_any_other_space_of_such_a_map() -> None:
    options: Json = {"players": 3, "map": border() | {"variant": MARKET_PLACES}, MARKET_PLACES: True}
    match = GAME.position(
        {"options": options, "houses": {"w1": 2, "q1": 2}, "hands": [["red"] * 3, None, None]}, seed=1
    )
    assert supply(match, "A") == (20, 8, 1)
    assert_legal(match, "market w2 with red red")
    assert_refused(match, "market w1 with red red", "4.1")
