"""All that is wrong with a map at once, and where: what an editor shows while one draws."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from lantern import BadInput
from lantern.games.han.maps import MOST_ROADS_TO_A_SPACE, flaws_in
from lantern.kernel.contract import Json
from tests.han.box import GAME
from tests.han.test_maps import (
    FAULTS,
    Change,
    add,
    assign,
    border,
    capital,
    of_alliance,
    of_province,
    of_space,
    province,
    same_colours,
    shipped,
)


def numbered(data: Json, list_: str, name: object) -> str:
    """The place of a thing in the file, by its id, its number or its two ends."""
    for number, entry in enumerate(data[list_]):
        known = entry[:2] if isinstance(entry, list) else entry.get("id", entry.get("number"))
        if known == name:
            return f"/{list_}/{number}"
    raise AssertionError(name)


def places(data: Json) -> list[tuple[str, ...]]:
    return [flaw.places for flaw in flaws_in(data)]


def told(data: Json) -> list[str]:
    return [str(flaw.said) for flaw in flaws_in(data)]


@pytest.mark.parametrize("name", ["border_disputes", "ways_of_diplomacy"])
def test_nothing_is_wrong_with_the_shipped_maps(name: str) -> None:
    assert flaws_in(shipped(name)) == []


@pytest.mark.parametrize(("change", "named"), FAULTS.values(), ids=FAULTS)
def test_every_fault_is_found_and_the_first_is_what_a_match_says(change: Change, named: str) -> None:
    data = border()
    change(data)
    found = flaws_in(data)
    with pytest.raises(BadInput) as refused:
        GAME.match(players=3, map=data)
    assert str(refused.value) == f"this map can't be played: {found[0].said} (At {found[0].places[0]} in its file.)"
    assert all(points_somewhere(data, place) for flaw in found for place in flaw.places)


def points_somewhere(data: Any, pointer: str) -> bool:
    """Whether a JSON pointer leads to a part of data, or to where such a part is missing."""
    *way, last = pointer.split("/")[1:]
    inner = data
    for step in way:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    return isinstance(inner, dict) or (isinstance(inner, list) and int(last) < len(inner))


WHERE: dict[str, tuple[Change, str, list[tuple[str, object] | str]]] = {
    "the name": (assign("name", to=" "), "name", ["/name"]),
    "too few players": (assign("players", to=[1, 5]), "players", ["/players"]),
    "the display": (assign("display", to=11), "not 11", ["/display"]),
    "cards left out": (assign("remove_per_colour", "5", to=8), "no deck is left", ["/remove_per_colour/5"]),
    "cards not said": (lambda data: data["remove_per_colour"].pop("4"), "with 4 players", ["/remove_per_colour/4"]),
    "a variant": (assign("variant", to="chess"), "chess", ["/variant"]),
    "ten provinces": (
        lambda data: data["provinces"].append(province(data, "wei") | {"id": "korea"}),
        "10 provinces",
        ["/provinces"],
    ),
    "a province's colour": (of_province("wei", "colour", "blue"), "blue", [("provinces", "wei"), "/colour"]),
    "a province's name": (of_province("wei", "name", ""), "line of 1", [("provinces", "wei"), "/name"]),
    "a province drawn nowhere": (of_province("wei", "dragon", [1]), "drawn at", [("provinces", "wei"), "/dragon"]),
    "a space of an unknown province": (of_space("w1", "provinces", ["x"]), "'x'", [("spaces", "w1"), "/provinces"]),
    "a space drawn far off": (of_space("w1", "at", [0, 1e9]), "drawn at", [("spaces", "w1"), "/at"]),
    "a port": (of_space("w1", "port", 1), "port", [("spaces", "w1"), "/port"]),
    "a border of no neighbours": (of_space("bzw", "provinces", ["zhao", "yue"]), "bzw", [("spaces", "bzw")]),
    "a road to nowhere": (add("roads", ["w1", "w9"]), "w9", [("roads", ["w1", "w9"])]),
    "a road too far": (add("roads", ["z1", "y1"]), "neighbours", [("roads", ["z1", "y1"])]),
    "an alliance too far": (of_alliance(1, "between", ["zhao", "yue"]), "neighbours", [("alliances", 1)]),
    "an unknown neighbour": (add("neighbours", ["wei", "x"]), "'x'", [("neighbours", ["wei", "x"])]),
}


@pytest.mark.parametrize(("change", "said", "where"), WHERE.values(), ids=WHERE)
def test_a_fault_is_told_where_it_is(change: Change, said: str, where: list[Any]) -> None:
    data = border()
    change(data)
    expected = "".join(part if isinstance(part, str) else numbered(data, *part) for part in where)
    assert [(flaw.places, said in str(flaw.said)) for flaw in flaws_in(data) if expected in flaw.places] == [
        ((expected,), True)
    ]


def test_things_that_are_there_twice_are_shown_where_all_of_them_are() -> None:
    data = border()
    space(data, "w2")["id"] = "w1"
    twice = [number for number, each in enumerate(data["spaces"]) if each["id"] == "w1"]
    assert tuple(f"/spaces/{number}" for number in twice) in places(data)
    data = border()
    data["roads"].append(["c2", "c1"])
    assert places(data) == [(numbered(data, "roads", ["c1", "c2"]), f"/roads/{len(data['roads']) - 1}")]


def space(data: Json, name: str) -> Json:
    """A space of a map."""
    found: Json = next(each for each in data["spaces"] if each["id"] == name)
    return found


def test_a_colour_too_often_is_shown_at_its_provinces() -> None:
    data = border()
    province(data, "wei")["colour"] = "violet"
    violet = tuple(numbered(data, "provinces", where) for where in ("wei", "chu"))
    assert violet in [tuple(sorted(each)) for each in places(data)] or violet[::-1] in places(data)
    assert any("2 provinces are violet: there must be 1." in said for said in told(data))


def test_provinces_of_one_colour_spoil_every_border_between_them() -> None:
    data = border()
    same_colours(data)
    between = [each["id"] for each in data["spaces"] if set(each["provinces"]) == {"zhao", "wei"}]
    assert between
    assert places(data) == [(numbered(data, "spaces", one),) for one in between]


def test_everything_that_is_wrong_is_told_at_once() -> None:
    data = border()
    for change in (
        assign("name", to=""),
        assign("display", to=0),
        of_province("wei", "name", "\n"),
        of_space("w1", "port", "yes"),
        add("roads", ["w1", "w9"]),
        of_alliance(1, "between", ["zhao", "yue"]),
    ):
        change(data)
    assert places(data) == [
        (f"{numbered(data, 'provinces', 'wei')}/name",),
        (f"{numbered(data, 'spaces', 'w1')}/port",),
        ("/display",),
        ("/name",),
        (numbered(data, "roads", ["w1", "w9"]),),
        (numbered(data, "alliances", 1),),
    ]


def test_a_sheet_with_provinces_alone_lacks_spaces_and_alliances() -> None:
    data = capital() | {"spaces": [], "roads": [], "alliances": []}
    assert places(data) == [*((f"/provinces/{number}",) for number in range(9)), ("/alliances",)]


def test_spaces_without_roads_and_with_too_many_are_all_told() -> None:
    data = capital()
    hub, *others = [each["id"] for each in data["spaces"] if each["provinces"] == ["wm"]]
    neighbour = [each["id"] for each in data["spaces"] if each["provinces"] == ["np"]]
    data["roads"] = [[hub, other] for other in (others + neighbour)[: MOST_ROADS_TO_A_SPACE + 1]]
    reached = {end for road in data["roads"] for end in road} - {hub}
    assert places(data) == [
        (numbered(data, "spaces", each["id"]),) for each in data["spaces"] if each["id"] not in reached
    ]


@pytest.mark.parametrize("key", ["provinces", "spaces", "roads", "alliances", "neighbours", "players", "name"])
def test_what_is_missing_altogether_is_all_that_is_told(key: str) -> None:
    data = border()
    del data[key], data["display"]
    assert set(places(data)) == {(f"/{key}",), ("/display",)}


def test_a_fault_of_a_province_is_not_told_of_all_its_spaces() -> None:
    for key, wrong in (("id", "Wei!"), ("colour", "blue"), ("name", 5)):
        text = json.dumps(border())
        data = json.loads(text.replace('"wei"', '"Wei!"') if key == "id" else text)
        next(each for each in data["provinces"] if each["id"] in ("wei", "Wei!"))[key] = wrong
        assert len(flaws_in(data)) == 1


def test_looking_for_flaws_changes_nothing() -> None:
    data = border()
    before = copy.deepcopy(data)
    flaws_in(data)
    assert data == before


def test_flaws_are_told_in_the_words_of_the_game_with_the_names_on_the_map() -> None:
    data = border()
    data["alliances"] = [each for each in data["alliances"] if each["number"] not in (3, 7)]
    assert told(data) == ["Alliances 3, 7 are missing."]
    data = border()
    data["roads"] = [each for each in data["roads"] if "w1" not in each[:2]]
    del data["remove_per_colour"]["4"]
    of_alliance(1, "between", ["zhao", "yue"])(data)
    assert told(data) == [
        "It must be said how many cards stay in the box with 4 players.",
        "w1 has no road: every space needs 1 to 4.",
        "Alliance 1 joins Zhao and Yue, which are not neighbours.",
    ]
    assert [flaw.said.told("ru") for flaw in flaws_in(data)][2].startswith("Союз 1 соединяет провинции Чжао и Юэ")
