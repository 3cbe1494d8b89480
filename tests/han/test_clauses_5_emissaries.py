"""Chapter 5 of the rules of HAN: emissaries."""

from __future__ import annotations

import pytest

from tests.han.box import BORDER, COLOUR_OF, SPACES, WAYS, paid
from tests.han.shown import emissaries, houses, supply
from tests.han.table import position, ways
from tests.matches import play_all, to_act
from tests.refusals import assert_legal, assert_refused

CAPS = {
    "A w1": 1,
    "A w1 w2": 2,
    "A w1 | B w2": 1,
    "A w1 w2 | B w3 w4": 2,
    "A w1 w2 | B w3 w4 | C w5 w6": 2,
    "A w1 | B w2 | C w3 | D w4": 1,
    "A w1 | B w2 w3 w4 | C w5": 3,
    "A w1 w2 w3 w4 | B w5 w6": 4,
    "B w1 w2 w3 w4 w5 w6": 6,
    "B w1 w2 w3 w4 w5 w6 bzw": 7,
    "C bzw": 1,
    "C bzw w1": 2,
    "C bzw | D w1": 1,
}


# 5.1: the dragon space


def test_a_dragon_space_holds_several_emissaries() -> None:
    """5.1: of several seats and several of one."""
    match = position("RRR", houses="B w1 w2 w3 w4", emissaries="wei BC")
    play_all(match, "emissary wei with red", "emissary wei with red")
    assert emissaries(match, "wei") == "AABC"
    assert houses(match) == dict.fromkeys(("w1", "w2", "w3", "w4"), "B")
    assert supply(match, "A") == (20, 6, 0)


@pytest.mark.parametrize(
    ("map_name", "where"), [(map_name, where) for map_name in (BORDER, WAYS) for where in COLOUR_OF[map_name]]
)
def test_every_province_has_a_dragon_space(map_name: str, where: str) -> None:
    """5.1: it takes an emissary where a house stands."""
    card = COLOUR_OF[map_name][where]
    match = position(card, map_name=map_name, houses=f"C {SPACES[map_name][where].split()[0]}")
    match.play(f"emissary {where} with {paid(card)}")
    assert emissaries(match, where) == "A"


# 5.2: the cap


@pytest.mark.parametrize(("standing", "cap"), CAPS.items())
def test_the_most_houses_of_one_colour_are_the_cap(standing: str, cap: int) -> None:
    """5.2: as many emissaries, of all colours together, and no more."""
    for there in range(cap):
        sent = ("DCBA" * 2)[:there]
        match = position("RRR", houses=standing, emissaries=f"wei {sent}")
        assert match.view()["standing"]["wei"]["cap"] == cap
        match.play("emissary wei with red")
        assert len(emissaries(match, "wei")) == there + 1
    full = position("RRR", houses=standing, emissaries=f"wei {('DCBA' * 2)[:cap]}")
    assert_refused(full, "emissary wei with red", "5.2")


@pytest.mark.parametrize("held", ["RRR", "GGR"])
def test_no_houses_no_emissary(held: str) -> None:
    """5.2: whoever pays however much."""
    match = position(held)
    assert_refused(match, "emissary wei with red", "5.2")
    if held == "GGR":
        assert_refused(match, "emissary wei with green green", "5.2")
    assert not [action for action in match.actions() if action.startswith("emissary")]


def test_houses_elsewhere_do_not_help() -> None:
    """5.2: the houses in the province."""
    assert_refused(position("RRR", houses="A s1 s2 | B z1"), "emissary wei with red", "5.2")


@pytest.mark.parametrize("sent", ["AAA", "BBB", "CDA", "DDD"])
def test_all_colours_count_together(sent: str) -> None:
    """5.2: it doesn't matter whose emissaries are there."""
    assert_refused(
        position("RRR", houses="B w1 w2 w3 | C w4", emissaries=f"wei {sent}"), "emissary wei with red", "5.2"
    )


def test_a_house_placed_first_in_the_turn_raises_the_cap() -> None:
    """5.2: checked at the moment of placing."""
    match = position("RRR", houses="A w1 | B w2", emissaries="wei B")
    assert_refused(match, "emissary wei with red", "5.2")
    play_all(match, "house w3 with red", "emissary wei with red")
    assert emissaries(match, "wei") == "AB"


def test_a_house_placed_first_that_makes_no_new_majority_does_not_raise_it() -> None:
    """5.2: the most houses of a single colour."""
    match = play_all(position("RRR", houses="B w1 w2", emissaries="wei BC"), "house w3 with red")
    assert_refused(match, "emissary wei with red", "5.2")


def test_the_emissary_first_is_too_early() -> None:
    """5.2: the order matters."""
    match = position("RRR", houses="A w1", emissaries="wei D")
    assert_refused(match, "emissary wei with red", "5.2")
    assert_legal(match, "house w2 with red")
    assert_legal(play_all(match, "house w2 with red"), "emissary wei with red")


def test_the_first_of_two_emissaries_may_fill_the_dragon_space() -> None:
    """5.2: each is checked when it is placed."""
    match = play_all(position("RRR", houses="B w1 w2", emissaries="wei C"), "emissary wei with red")
    assert_refused(match, "emissary wei with red", "5.2")
    assert_legal(match, "house w3 with red", "end")


def test_the_cap_is_of_houses_not_of_emissaries() -> None:
    """5.2: more houses of another seat change nothing while they are not the most."""
    match = position("RRR", houses="B w1 w2 w3 | C w4 w5 w6", emissaries="wei BC")
    assert match.view()["standing"]["wei"]["cap"] == 3
    assert_legal(match, "emissary wei with red")


def test_the_cap_holds_on_ways_of_diplomacy() -> None:
    """5.2: in districts as in provinces."""
    assert_refused(ways("GGG", houses="B j1 j2 | C j3", emissaries="mg AB"), "emissary mg with green", "5.2")
    assert_legal(ways("GGG", houses="B j1 j2 | C j3", emissaries="mg A"), "emissary mg with green")


# 5.3: no house of one's own needed


@pytest.mark.parametrize("seat", "ABCD")
def test_any_seat_may_send_an_emissary(seat: str) -> None:
    """5.3: with or without a house there."""
    match = position("RRR", to_act=seat, houses="B w1")
    match.play("emissary wei with red")
    assert emissaries(match, "wei") == seat
    assert to_act(match) == seat


def test_a_scored_province_still_takes_emissaries() -> None:
    """5.3: up to its cap."""
    match = position("RRR", houses="B w1 w2 w3 w4 | C w5 w6 bzw", emissaries="wei CC")
    assert match.reveal()["scored"] == ["wei"]
    play_all(match, "emissary wei with red", "emissary wei with red")
    assert emissaries(match, "wei") == "AACC"
    full = position("RRR", houses="B w1 w2 w3 w4 | C w5 w6 bzw", emissaries="wei AACC")
    assert_refused(full, "emissary wei with red", "5.2")


def test_a_province_scored_in_this_turn_takes_one() -> None:
    """5.3 and 7.1: the turn goes on."""
    match = play_all(position("RRR", houses="B w1 w2 w3 w4 | C w5 bzw"), "house w6 with red")
    assert match.reveal()["scored"] == ["wei"]
    assert_legal(match, "emissary wei with red")


def test_emissaries_bring_no_points_at_once() -> None:
    """5.3 and 9.2: they count at the end."""
    match = play_all(position("RRR", houses="B w1 w2"), "emissary wei with red", "emissary wei with red")
    assert match.scores == [0, 0, 0, 0]
