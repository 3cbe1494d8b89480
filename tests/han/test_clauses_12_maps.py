"""Chapter 12 of the rules of HAN: what the books fix on the maps, and what our maps add to it."""

from __future__ import annotations

from collections import Counter

import pytest

from lantern.kernel.contract import Json
from tests.han.box import BORDER, BORDERS, COLOUR_OF, COLOURS, DISPLAY, GAME, PORTS, SPACES, WAYS

both_maps = pytest.mark.parametrize("map_name", [BORDER, WAYS])


def shown(map_name: str) -> Json:
    """The map as a table shows it."""
    return GAME.match(players=3, map=map_name, seed=1).board()


def province(map_name: str, where: str) -> Json:
    """One of its provinces."""
    (found,) = (each for each in shown(map_name)["provinces"] if each["id"] == where)
    return dict(found)


def allied(map_name: str) -> dict[int, set[str]]:
    """The alliances by number."""
    return {each["number"]: set(each["between"]) for each in shown(map_name)["alliances"]}


@both_maps
def test_nine_provinces_violet_once_and_the_others_twice(map_name: str) -> None:
    """12: nine provinces in five colours."""
    colours = Counter(each["colour"] for each in shown(map_name)["provinces"])
    assert colours == {"violet": 1, "yellow": 2, "orange": 2, "green": 2, "red": 2}


def test_wei_qi_and_chin() -> None:
    """12: Wei is red with 7 spaces, Qi yellow with 5, Ch'in yellow with at least 6."""
    wei, qi, chin = (province(BORDER, where) for where in ("wei", "qi", "chin"))
    assert (wei["name"], wei["colour"], len(wei["spaces"])) == ("Wei", "red", 7)
    assert (qi["name"], qi["colour"], len(qi["spaces"])) == ("Qi", "yellow", 5)
    assert (chin["name"], chin["colour"]) == ("Ch'in", "yellow")
    assert len(chin["spaces"]) >= 6


@both_maps
def test_fifteen_alliances(map_name: str) -> None:
    """12: numbered 1 to 15, each between two provinces, no pair twice."""
    numbered = allied(map_name)
    assert sorted(numbered) == list(range(1, 16))
    assert all(len(pair) == 2 for pair in numbered.values())
    assert len({frozenset(pair) for pair in numbered.values()}) == 15


def test_the_alliances_of_the_examples() -> None:
    """12: 3 is Wei and Ch'in, 4 is Ch'in and Shu."""
    assert allied(BORDER)[3] == {"wei", "chin"}
    assert allied(BORDER)[4] == {"chin", "shu"}


def test_not_all_neighbours_are_allied_on_ways_of_diplomacy() -> None:
    """12: districts that a street joins are neighbours, and some of these are not allied."""
    home = {space["id"]: space["provinces"][0] for space in shown(WAYS)["spaces"]}
    joined = {frozenset((home[road[0]], home[road[1]])) for road in shown(WAYS)["roads"]}
    joined = {pair for pair in joined if len(pair) == 2}
    assert joined - {frozenset(pair) for pair in allied(WAYS).values()}


def test_seven_ports_and_six_border_spaces() -> None:
    """12: on Border Disputes."""
    spaces = shown(BORDER)["spaces"]
    assert sorted(space["id"] for space in spaces if space["port"]) == sorted(PORTS)
    assert len(PORTS) == 7
    assert {space["id"]: tuple(space["provinces"]) for space in spaces if len(space["provinces"]) == 2} == BORDERS
    assert len(BORDERS) == 6


def test_neither_on_ways_of_diplomacy() -> None:
    """12 and 4, 6: ports and border spaces are of Border Disputes."""
    assert not any(space["port"] or len(space["provinces"]) != 1 for space in shown(WAYS)["spaces"])


def test_a_green_district_of_four_or_more() -> None:
    """12: that of the example of a market place."""
    green = [each for each in shown(WAYS)["provinces"] if each["colour"] == "green"]
    assert max(len(each["spaces"]) for each in green) >= 4
    assert province(WAYS, "mg")["name"] == "Mingguang"


# Our own maps.


@both_maps
def test_the_provinces_and_spaces_of_our_maps(map_name: str) -> None:
    """12: these tests and the map agree."""
    provinces = shown(map_name)["provinces"]
    assert {each["id"]: each["colour"] for each in provinces} == {
        where: COLOURS[letter] for where, letter in COLOUR_OF[map_name].items()
    }
    assert {each["id"]: set(each["spaces"]) for each in provinces} == {
        where: set(spaces.split()) for where, spaces in SPACES[map_name].items()
    }


@both_maps
def test_a_map_says_its_name_and_its_display(map_name: str) -> None:
    """12: what a table shows."""
    assert shown(map_name)["name"] == {BORDER: "Border Disputes", WAYS: "Ways of Diplomacy"}[map_name]
    assert shown(map_name)["display"] == DISPLAY[map_name]


@both_maps
def test_every_space_lies_on_a_road_and_roads_join_spaces(map_name: str) -> None:
    """12 and 9.3: no road twice, none from a space to itself."""
    spaces = {space["id"] for space in shown(map_name)["spaces"]}
    roads = [frozenset(road[:2]) for road in shown(map_name)["roads"]]
    assert all(len(road) == 2 and road <= spaces for road in roads)
    assert len(set(roads)) == len(roads)
    assert set().union(*roads) == spaces


@both_maps
def test_every_space_and_province_has_its_place_on_the_board(map_name: str) -> None:
    """12: where it is drawn."""
    for thing in shown(map_name)["spaces"] + shown(map_name)["provinces"]:
        x, y = thing["at"]
        assert 0 <= x <= 1200
        assert 0 <= y <= 900


@both_maps
def test_the_map_is_the_same_for_everybody(map_name: str) -> None:
    """12: for every number of players."""
    assert GAME.match(players=4, map=map_name, seed=2).board() == shown(map_name)
