"""Chapter 4 of the rules of HAN: houses."""

from __future__ import annotations

import pytest

from tests.han.box import BORDER, COLOUR_OF, PORTS, SPACES, WAYS, paid
from tests.han.shown import houses, points
from tests.han.table import caps, position, ways
from tests.matches import play_all
from tests.refusals import assert_legal, assert_refused

WEI_ALONE = "w1 w2 w3 w4 w5 w6"
HOME = {space: where for where, spaces in SPACES[BORDER].items() for space in spaces.split()}


# 4.1: a free house space


@pytest.mark.parametrize("space", WEI_ALONE.split())
def test_a_house_goes_on_any_free_space_of_the_province(space: str) -> None:
    """4.1: whichever one likes."""
    match = position("RRR", houses="B bzw")
    match.play(f"house {space} with red")
    assert houses(match) == {"bzw": "B", space: "A"}


@pytest.mark.parametrize("owner", "ABCD")
@pytest.mark.parametrize("space", WEI_ALONE.split())
def test_one_house_on_a_space(space: str, owner: str) -> None:
    """4.1: an occupied space takes no other, not even one's own."""
    match = position("RRG", houses=f"{owner} {space}")
    assert_refused(match, f"house {space} with red", "4.1")


def test_a_house_of_this_turn_occupies_its_space() -> None:
    """4.1: at once."""
    match = play_all(position("RRR", houses="B w1"), "house w2 with red")
    assert_refused(match, "house w2 with red", "4.1")


@pytest.mark.parametrize("payment", ["red red", "orange red", "orange orange", "red green green"])
def test_an_occupied_border_space_takes_no_house(payment: str) -> None:
    """4.1: border spaces too hold one house."""
    held = "".join(word[0].upper() for word in payment.split())
    assert_refused(position(held, houses="B bzw"), f"house bzw with {payment}", "4.1")


def test_the_free_spaces_are_those_that_hold_nothing() -> None:
    """4.1: as the table shows them."""
    match = position("RRR", houses="B w1 w3 | C bzw")
    assert match.view()["standing"]["wei"]["free"] == ["w2", "w4", "w5", "w6"]
    assert [action for action in match.actions() if action.startswith("house w")] == [
        f"house {space} with red" for space in ("w2", "w4", "w5", "w6")
    ]


@pytest.mark.parametrize("where", SPACES[BORDER])
def test_no_house_in_a_full_province_of_border_disputes(where: str) -> None:
    """4.1: no free space, no house."""
    match = position(COLOUR_OF[BORDER][where] * 3, houses=f"B {SPACES[BORDER][where]}")
    standing = match.view()["standing"][where]
    assert standing["free"] == []
    for space in SPACES[BORDER][where].split():
        assert_refused(match, f"house {space} with {paid(COLOUR_OF[BORDER][where])}")
        assert not [action for action in match.actions() if action.startswith(f"house {space} ")]


@pytest.mark.parametrize("where", SPACES[WAYS])
def test_no_house_in_a_full_district_of_ways_of_diplomacy(where: str) -> None:
    """4.1: no free space, no house."""
    match = ways(COLOUR_OF[WAYS][where] * 3, houses=f"B {SPACES[WAYS][where]}")
    for space in SPACES[WAYS][where].split():
        assert_refused(match, f"house {space} with {paid(COLOUR_OF[WAYS][where])}", "4.1")


def test_the_last_free_space_is_taken_and_then_there_is_none() -> None:
    """4.1: also in the middle of a turn."""
    match = play_all(position("RRR", houses="B w1 w2 w3 w4 w5 | C bzw"), "house w6 with red")
    assert not [action for action in match.actions() if action.startswith("house")]
    assert_legal(match, "emissary wei with red", "end")


# 4.2: ports


@pytest.mark.parametrize("space", PORTS)
def test_a_port_takes_a_house_like_any_other_space(space: str) -> None:
    """4.2: for one card or a wild pair; one house."""
    where = HOME[space]
    card = COLOUR_OF[BORDER][where]
    pair = "V" if card != "V" else "R"
    assert_legal(position(card + pair * 2), f"house {space} with {paid(card)}", f"house {space} with {paid(pair * 2)}")
    match = position(card * 3, to_act="B")
    match.play(f"house {space} with {paid(card)}")
    assert houses(match) == {space: "B"}
    assert caps(BORDER, f"B {space}")[where] == match.view()["standing"][where]["cap"] == 1
    assert_refused(position(card * 3, houses=f"C {space}"), f"house {space} with {paid(card)}", "4.1")


@pytest.mark.parametrize("space", PORTS)
def test_a_house_on_a_port_belongs_to_its_province(space: str) -> None:
    """4.2: it counts there like any other."""
    match = position(houses=f"C {space}")
    assert match.view()["standing"][HOME[space]]["houses"] == [0, 0, 1, 0]
    assert points(match, "province", HOME[space]) == [0, 0, 1, 0]


def test_there_are_seven_ports_on_border_disputes_and_none_on_ways_of_diplomacy() -> None:
    """4.2: seven of them."""
    marked = [space["id"] for space in position().board()["spaces"] if space["port"]]
    assert sorted(marked) == sorted(PORTS)
    assert not [space for space in ways().board()["spaces"] if space["port"]]
