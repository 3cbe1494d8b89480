"""Maps of one's own for HAN: the shipped ones changed and played, and every fault that a map can have."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lantern
from lantern import BadInput, Match
from lantern.kernel.contract import Json
from tests.han.box import GAME, SEATS, WAYS, owners
from tests.han.shown import supply
from tests.han.table import crowded
from tests.matches import play_all
from tests.refusals import assert_legal, assert_refused


def shipped(name: str) -> Json:
    """A map as it is shipped."""
    (path,) = Path(lantern.__file__).parent.rglob(f"{name}.json")
    data: Json = json.loads(path.read_text())
    return data


def border() -> Json:
    """Border Disputes, to be changed."""
    return shipped("border_disputes")


def capital() -> Json:
    """Ways of Diplomacy, to be changed."""
    return shipped("ways_of_diplomacy")


def province(data: Json, where: str) -> Json:
    """A province of a map."""
    (found,) = (each for each in data["provinces"] if each["id"] == where)
    assert isinstance(found, dict)
    return found


def space(data: Json, name: str) -> Json:
    """A space of a map."""
    (found,) = (each for each in data["spaces"] if each["id"] == name)
    assert isinstance(found, dict)
    return found


def alliance(data: Json, number: int) -> Json:
    """An alliance of a map."""
    (found,) = (each for each in data["alliances"] if each["number"] == number)
    assert isinstance(found, dict)
    return found


def play_some(match: Match, most: int = 40) -> Match:
    """The first legal action again and again."""
    while not match.over and match.ply < most:
        match.play(match.numbers()[match.ply % len(match.numbers())])
    return match


# A map of one's own, played.


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_map_given_as_data_plays_like_the_shipped_one(players: int) -> None:
    own, named = (GAME.match(players=players, map=each, seed=4) for each in (border(), "border-disputes"))
    assert own.actions() == named.actions()
    for match in (own, named):
        play_some(match)
    assert own.history == named.history
    one, other = own.view(1), named.view(1)
    one["options"].pop("map"), other["options"].pop("map")
    assert one == other
    assert named.board()["drawing"] is None
    assert own.board() == named.board() | {"drawing": border()}


def test_a_map_given_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(border() | {"name": "Mine"}))
    match = GAME.match(players=3, map=path, seed=1)
    assert match.board()["name"] == "Mine"
    path.unlink()
    play_some(match)
    assert match.ply == 40


def test_a_renamed_map_is_shown_by_its_title() -> None:
    match = GAME.match(players=3, map=border() | {"name": "Warring States"}, seed=1)
    assert match.board()["name"] == match.view()["options"]["map"] == "Warring States"


def test_changing_the_data_later_changes_no_match() -> None:
    data = border()
    match = GAME.match(players=3, map=data, seed=1)
    before = match.view(1), match.actions()
    data["roads"].clear()
    data["provinces"][0]["colour"] = "violet"
    assert (match.view(1), match.actions()) == before
    assert GAME.load(match.save()).actions() == match.actions()


def test_a_match_on_a_map_of_ones_own_is_saved_with_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(renamed()))
    match = play_some(GAME.match(players=3, map=path, seed=2))
    path.unlink()
    loaded = GAME.load(match.save())
    assert loaded.reveal() == match.reveal()
    assert loaded.view(2) == match.view(2)


def test_a_position_on_a_map_of_ones_own_goes_there_and_back() -> None:
    match = play_some(GAME.match(players=3, map=renamed(), seed=2))
    again = GAME.position(json.loads(json.dumps(match.reveal())))
    assert again.reveal() == match.reveal()
    assert again.actions() == match.actions()


def renamed() -> Json:
    """Border Disputes in which every id has another name."""
    text = json.dumps(border())
    data: Json = json.loads(text)
    where = {each["id"]: f"{each['id']}-land" for each in data["provinces"]}
    name = {each["id"]: f"house_{each['id']}" for each in data["spaces"]}
    for each in data["provinces"]:
        each["id"] = where[each["id"]]
    for each in data["spaces"]:
        each["id"] = name[each["id"]]
        each["provinces"] = [where[one] for one in each["provinces"]]
    data["roads"] = [[name[road[0]], name[road[1]], *road[2:]] for road in data["roads"]]
    for each in data["alliances"]:
        each["between"] = [where[one] for one in each["between"]]
    data["neighbours"] = [[where[one], where[other]] for one, other in data["neighbours"]]
    return data


def on_map(data: Json, held: str, players: int = 3, **more: Any) -> Match:
    """A position on a map of one's own; A is to act."""
    colours = {"V": "violet", "Y": "yellow", "O": "orange", "G": "green", "R": "red"}
    hands = [[colours[card] for card in held], *[None] * (players - 1)]
    return GAME.position({"options": {"players": players, "map": data}, "hands": hands, **more}, seed=1)


def test_other_ids() -> None:
    match = on_map(renamed(), "ORR", houses={"house_w1": 2})
    assert_legal(match, "house house_bzw with orange red", "emissary wei-land with red", "house house_w2 with red")
    with pytest.raises(BadInput, match="w2"):
        match.play("house w2 with red")
    play_all(match, "house house_bzw with orange red", "house house_w2 with red")
    assert match.reveal()["turn"]["provinces"] == ["wei-land"]
    assert match.view()["standing"]["wei-land"]["houses"] == [2, 1, 0]


def test_a_road_less() -> None:
    """9.3: the row is broken where the road was."""
    data = border()
    houses = dict.fromkeys(("c1", "c2", "z1", "z2"), 1)
    points = [item["points"] for item in on_map(data, "RRR", houses=houses).breakdown() if item["kind"] == "row"]
    data["roads"] = [road for road in data["roads"] if road[:2] != ["c2", "z1"]]
    less = [item["points"] for item in on_map(data, "RRR", houses=houses).breakdown() if item["kind"] == "row"]
    assert (points, less) == ([4], [])


def test_a_road_more() -> None:
    """9.3: the row goes along the new road."""
    data = border()
    data["roads"].append(["w1", "w3"])
    houses = dict.fromkeys(("w2", "w1", "w3", "q1"), 1)
    assert [item["points"] for item in on_map(data, "RRR", houses=houses).breakdown() if item["kind"] == "row"] == [4]


def test_other_colours() -> None:
    """3.3: a province's colour is what its map says."""
    data = border()
    province(data, "wei")["colour"], province(data, "qi")["colour"] = "yellow", "red"
    match = on_map(data, "RVV")
    assert_legal(match, "house q1 with red", "house w1 with violet violet")
    assert_refused(match, "house w1 with red", "3.3")


def test_another_display_and_other_cards_removed() -> None:
    """1.3 and 1.4: as the map says."""
    data = border() | {"display": 2, "remove_per_colour": {"3": 6, "4": 1, "5": 0}}
    match = GAME.match(players=3, map=data, seed=1)
    assert len(match.reveal()["display"]) == 2
    assert match.view()["deck"] == 57 - 30 - 9 - 2


def test_other_numbers_of_players() -> None:
    """1.3: as the map says."""
    data = border() | {"players": [2, 3], "remove_per_colour": {"2": 3, "3": 2}}
    assert len(GAME.match(players=2, map=data, seed=1).scores) == 2
    with pytest.raises(BadInput, match="players"):
        GAME.match(players=4, map=data)


def test_other_alliances() -> None:
    """9.2: the numbers are those of the map."""
    data = border()
    first, last = alliance(data, 1), alliance(data, 15)
    first["number"], last["number"] = 15, 1
    match = on_map(data, "RRR", houses={"z1": 2, "q1": 2}, emissaries={"zhao": [1, 0, 0], "qi": [1, 0, 0]})
    assert [item["of"] for item in match.breakdown() if item["kind"] == "alliance"] == [1]


def test_ports_elsewhere() -> None:
    """9.4: as many as the map has, and where it has them."""
    data = border()
    for each in data["spaces"]:
        each["port"] = each["id"] in ("c1", "c2")
    match = on_map(data, "RRR", houses={"c1": 1, "z4": 2})
    assert [(item["seat"], item["points"]) for item in match.breakdown() if item["kind"] == "ports"] == [(1, 1)]


def test_what_is_only_drawn_may_be_left_out() -> None:
    """Outlines, places and palettes are for the eye."""
    data = border()
    bare = {
        "name": "Bare",
        "players": data["players"],
        "display": data["display"],
        "remove_per_colour": data["remove_per_colour"],
        "provinces": [{key: each[key] for key in ("id", "name", "colour")} for each in data["provinces"]],
        "spaces": [{key: each[key] for key in ("id", "provinces", "port")} for each in data["spaces"]],
        "roads": [road[:2] for road in data["roads"]],
        "alliances": [{key: each[key] for key in ("number", "between")} for each in data["alliances"]],
        "neighbours": data["neighbours"],
    }
    bare_match, full = (GAME.match(players=3, map=each, seed=3) for each in (bare, data))
    assert play_some(bare_match).history == play_some(full).history


def test_variants_on_a_map_of_ones_own() -> None:
    """10 and 11: Border Disputes takes fortifications under another name too, Ways of Diplomacy market places."""
    match = GAME.match(players=3, map=border() | {"name": "Mine"}, fortifications=True, seed=1)
    assert supply(match, "A") == (20, 8, 1)
    match = GAME.match(players=2, map=capital() | {"name": "Mine"}, market_places=True, seed=1)
    assert supply(match, "A") == (20, 8, 2)


def test_ids_may_be_words_of_the_notation() -> None:
    """A space may be called house, a province red; the one word that parts them from the cards is taken."""
    text = json.dumps(border())
    for old, new in (("w1", "house"), ("w2", "emissary"), ("wei", "draw"), ("shu", "end")):
        text = text.replace(f'"{old}"', f'"{new}"')
    match = on_map(json.loads(text), "RRV", houses={"house": 2})
    assert_legal(match, "house emissary with red", "emissary draw with red")
    assert_refused(match, "house house with red", "4.1")
    play_all(match, "house emissary with red", "emissary draw with red")
    assert match.history == ["house emissary with red", "emissary draw with red"]


def tiny() -> Json:
    """Three players with twelve cards: one is left for the deck."""
    return border() | {"display": 2, "remove_per_colour": {"3": 9, "4": 1, "5": 0}}


def test_the_smallest_deck_has_one_card() -> None:
    """1.4 and 8.0: it runs out in the first turn and in the second."""
    with pytest.raises(BadInput, match=r"deck|cards"):
        GAME.match(players=3, map=tiny() | {"display": 3})
    match = GAME.match(players=3, map=tiny(), seed=1, start=1)
    assert match.view()["deck"] == 1
    for ran_out in (1, 2):
        held = match.reveal()["hands"][ran_out - 1]
        play_all(match, f"discard {held[0]}", "draw")
        assert (match.reveal()["exhausted"], match.view()["deck"]) == (ran_out, 2 - ran_out)
        assert len(match.reveal()["hands"][ran_out - 1]) == 3
    assert match.view()["last_turns"] == 1


def test_a_deck_does_not_run_out_twice_in_one_turn() -> None:
    """8.0: as many cards are thrown away in a turn as are drawn; the new deck is never drawn up by its first turn."""
    match = on_map(tiny(), "RGG", houses={"w1": 2}, discards=[])
    play_all(match, "house w2 with red", "house w3 with green green", "end")
    taken = match.reveal()["display"]
    play_all(match, "draw", *(f"take {card}" for card in taken))
    assert (match.reveal()["exhausted"], match.view()["deck"], len(match.reveal()["display"])) == (1, 1, 2)


def larger() -> Json:
    """Ways of Diplomacy with four more spaces in West Market: 41, more than two players have houses."""
    data = capital()
    for number in range(5, 9):
        data["spaces"].append({"id": f"m{number}", "provinces": ["wm"], "at": [100 + number, 200], "port": False})
        data["roads"].append([f"m{number - 1}", f"m{number}"])
    return data


def test_houses_can_run_out_before_the_spaces_do() -> None:
    """8.4: with all forty houses and all sixteen emissaries placed nothing can follow, though a space is free."""
    houses = owners(f"{crowded(WAYS, 2, free='c5')} | A m5 m7 | B m6 m8")
    sent = {"wm": [2, 2], "em": [1, 1], "np": [1, 1], "mg": [1, 1], "wy": [1, 1], "cl": [1, 1], "xp": [1, 0]}
    match = on_map(larger(), "YYY", players=2, houses=houses, emissaries=sent, to_act=2)
    assert match.view()["standing"]["cl"]["free"] == ["c5"]
    assert [supply(match, seat)[:2] for seat in SEATS[:2]] == [(0, 0), (0, 1)]
    assert not [action for action in match.actions() if action.startswith("house")]
    match.play(next(action for action in match.actions() if action.startswith("emissary")))
    assert match.over
    assert match.reveal()["end"] == "nothing can be placed"


def test_houses_left_for_the_space_that_is_free() -> None:
    """8.4: the same with one house not yet placed."""
    houses = owners(f"{crowded(WAYS, 2, free='c5')} | A m5 m7 | B m6")
    sent = {"wm": [2, 2], "em": [1, 1], "np": [1, 1], "mg": [1, 1], "wy": [1, 1], "cl": [1, 1], "xp": [1, 0]}
    match = on_map(larger(), "YYY", players=2, houses=houses, emissaries=sent, to_act=2)
    match.play(next(action for action in match.actions() if action.startswith("emissary")))
    assert not match.over


# Faults.


Change = Callable[[Json], None]


def assign(*path: Any, to: Any) -> Change:
    """Set the thing at a path."""

    def change(data: Json) -> None:
        inner: Any = data
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = to

    return change


def remove(*path: Any) -> Change:
    """Remove the thing at a path."""

    def change(data: Json) -> None:
        inner: Any = data
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]

    return change


def add(key: str, thing: Any) -> Change:
    """Add something to a list."""
    return lambda data: data[key].append(thing)


def of_province(where: str, key: str, to: Any) -> Change:
    return lambda data: province(data, where).__setitem__(key, to)


def of_space(name: str, key: str, to: Any) -> Change:
    return lambda data: space(data, name).__setitem__(key, to)


def of_alliance(number: int, key: str, to: Any) -> Change:
    return lambda data: alliance(data, number).__setitem__(key, to)


def lone_space(data: Json) -> None:
    """A space that no road reaches."""
    data["spaces"].append({"id": "w7", "provinces": ["wei"], "at": [500, 350], "port": False})


def many_spaces(data: Json) -> None:
    """More than 48 ordinary spaces."""
    for number in range(1, 10):
        data["spaces"].append({"id": f"x{number}", "provinces": ["wei"], "at": [500, 350], "port": False})
        data["roads"].append(["w1", f"x{number}"])


def many_borders(data: Json) -> None:
    """More than 12 border spaces."""
    for number in range(1, 8):
        data["spaces"].append({"id": f"x{number}", "provinces": ["zhao", "wei"], "at": [500, 350], "port": False})
        data["roads"].append(["w1", f"x{number}"])


def eight_provinces(data: Json) -> None:
    """Without Zhao and all that belongs to it."""
    gone = {each["id"] for each in data["spaces"] if "zhao" in each["provinces"]}
    data["provinces"] = [each for each in data["provinces"] if each["id"] != "zhao"]
    data["spaces"] = [each for each in data["spaces"] if each["id"] not in gone]
    data["roads"] = [road for road in data["roads"] if not gone & set(road[:2])]
    data["neighbours"] = [pair for pair in data["neighbours"] if "zhao" not in pair]


def ten_provinces(data: Json) -> None:
    """One province too many."""
    data["provinces"].append(province(data, "wei") | {"id": "korea", "name": "Korea"})


def empty_province(data: Json) -> None:
    """Lu without a space of its own: all of them given to Qi."""
    for each in data["spaces"]:
        if "lu" in each["provinces"]:
            each["provinces"] = ["qi"]


FAULTS: dict[str, tuple[Change, str]] = {
    **{f"no {key}": (remove(key), key) for key in ("players", "display", "remove_per_colour", "provinces", "spaces")},
    **{f"no {key}": (remove(key), key) for key in ("roads", "alliances", "neighbours", "name")},
    "a province without an id": (remove("provinces", 0, "id"), "id"),
    "a province without a colour": (remove("provinces", 0, "colour"), "colour"),
    "a province without a name": (remove("provinces", 0, "name"), "name"),
    "a space without an id": (remove("spaces", 0, "id"), "id"),
    "a space without provinces": (remove("spaces", 0, "provinces"), "provinces"),
    "an alliance without a number": (remove("alliances", 0, "number"), "number"),
    "an alliance without provinces": (remove("alliances", 0, "between"), "between"),
    # wrong types
    "a name that is no text": (assign("name", to=5), "name"),
    "an empty name": (assign("name", to=""), "name"),
    "players that are no pair": (assign("players", to=4), "players"),
    "players in words": (assign("players", to=["3", "5"]), "players"),
    "a display in words": (assign("display", to="four"), "display"),
    "a display that is a bool": (assign("display", to=True), "display"),
    "removed cards that are no dict": (assign("remove_per_colour", to=[0, 1, 2]), "remove_per_colour"),
    "removed cards in words": (assign("remove_per_colour", "3", to="two"), "remove_per_colour"),
    "provinces that are no list": (assign("provinces", to={"wei": 1}), "provinces"),
    "a province that is no dict": (assign("provinces", 0, to="wei"), "provinces?"),
    "spaces that are no list": (assign("spaces", to="w1"), "spaces"),
    "a space that is no dict": (assign("spaces", 0, to="w1"), "spaces?"),
    "a space in a text": (of_space("w1", "provinces", "wei"), "w1|provinces"),
    "a port that is no bool": (of_space("w1", "port", "yes"), "port"),
    "roads that are no list": (assign("roads", to=5), "roads"),
    "a road that is no list": (assign("roads", 0, to="c1 c2"), "road"),
    "a road of one space": (assign("roads", 0, to=["c1"]), "road"),
    "a road of three spaces": (add("roads", ["w1", "w3", "w5"]), "road"),
    "a road of numbers": (assign("roads", 0, to=[1, 2]), "road"),
    "alliances that are no list": (assign("alliances", to={}), "alliances"),
    "an alliance that is no dict": (assign("alliances", 0, to=[1]), "alliance"),
    "an alliance of one province": (of_alliance(1, "between", ["zhao"]), "alliance"),
    "an alliance of three": (of_alliance(1, "between", ["zhao", "chin", "wei"]), "alliance"),
    "an alliance number in words": (of_alliance(1, "number", "1"), "alliance"),
    "neighbours that are no list": (assign("neighbours", to=5), "neighbours"),
    "three neighbours": (add("neighbours", ["chin", "wei", "zhao"]), "neighbours"),
    "a neighbour alone": (assign("neighbours", 0, to=["chin"]), "neighbours"),
    # provinces
    "eight provinces": (eight_provinces, "9|nine"),
    "ten provinces": (ten_provinces, "9|nine"),
    "an unknown colour": (of_province("wei", "colour", "blue"), "blue"),
    "violet twice": (of_province("wei", "colour", "violet"), "violet"),
    "violet not at all": (of_province("chu", "colour", "red"), "violet"),
    "red three times": (of_province("zhao", "colour", "red"), "red|orange"),
    "a province twice": (of_province("wei", "id", "zhao"), "zhao"),
    "a province without spaces": (empty_province, "lu"),
    # spaces
    "a space twice": (of_space("w1", "id", "w2"), "w2"),
    "a space of an unknown province": (of_space("w1", "provinces", ["korea"]), "korea"),
    "a space in three provinces": (of_space("bzw", "provinces", ["zhao", "wei", "chin"]), "bzw"),
    "a space in no province": (of_space("w1", "provinces", []), "w1"),
    "a border space within one province": (of_space("bzw", "provinces", ["wei", "wei"]), "bzw"),
    "a border space between provinces that are no neighbours": (of_space("bzw", "provinces", ["zhao", "yue"]), "bzw"),
    "a space without a road": (lone_space, "w7"),
    "too many ordinary spaces": (many_spaces, "48"),
    "too many border spaces": (many_borders, "12"),
    # roads
    "a road to an unknown space": (add("roads", ["w1", "w9"]), "w9"),
    "a road from a space to itself": (add("roads", ["w1", "w1"]), "w1"),
    "a road twice": (add("roads", ["c1", "c2"]), "c1"),
    "a road twice, turned": (add("roads", ["c2", "c1"]), "c1"),
    "a road between provinces that are no neighbours": (add("roads", ["z1", "y1"]), "z1|y1"),
    # alliances
    "an alliance number twice": (of_alliance(2, "number", 1), "alliance.*1|1.*alliance"),
    "an alliance number missing": (lambda data: data["alliances"].pop(), "15"),
    "alliance 0": (of_alliance(1, "number", 0), "alliance"),
    "alliance 16": (of_alliance(1, "number", 16), "16"),
    "an alliance too many": (add("alliances", {"number": 16, "between": ["zhao", "chin"]}), "16"),
    "an alliance between provinces that are no neighbours": (of_alliance(1, "between", ["zhao", "yue"]), "zhao|yue"),
    "an alliance with an unknown province": (of_alliance(1, "between", ["zhao", "korea"]), "korea"),
    "an alliance of a province with itself": (of_alliance(1, "between", ["zhao", "zhao"]), "zhao"),
    "an alliance twice": (of_alliance(1, "between", ["zhao", "wei"]), "zhao|wei"),
    "an alliance twice, turned": (of_alliance(1, "between", ["wei", "zhao"]), "zhao|wei"),
    # neighbours
    "an unknown neighbour": (add("neighbours", ["wei", "korea"]), "korea"),
    "a province that neighbours itself": (add("neighbours", ["wei", "wei"]), "wei"),
    # numbers
    "no display": (assign("display", to=0), "display"),
    "a negative display": (assign("display", to=-1), "display"),
    "a display too large": (assign("display", to=60), "display"),
    "negative cards removed": (assign("remove_per_colour", "3", to=-1), "remove_per_colour"),
    "more cards removed than there are": (assign("remove_per_colour", "3", to=11), "remove_per_colour"),
    "cards not said for a number of players": (remove("remove_per_colour", "4"), "remove_per_colour"),
    "no deck left": (assign("remove_per_colour", "5", to=8), "deck|cards"),
    "players for one": (assign("players", to=[1, 5]), "players"),
    "players for six": (assign("players", to=[3, 6]), "players"),
    "players the wrong way round": (assign("players", to=[5, 3]), "players"),
    # ids
    **{
        f"a province called {name!r}": (of_province("wei", "id", name), "id|province")
        for name in ("Wei", "we i", "", "1wei", "wéi", "_wei", "wei!", "-wei")
    },
    **{
        f"a space called {name!r}": (of_space("w1", "id", name), "id|space")
        for name in ("W1", "w 1", "", "1", "w.1", "with/")
    },
    "a space called with": (of_space("w1", "id", "with"), "with"),
    "a province called with": (of_province("wei", "id", "with"), "with"),
    "a province whose id is a number": (of_province("wei", "id", 5), "id|province"),
    "a space whose id is a number": (of_space("w1", "id", 5), "id|space"),
}


@pytest.mark.parametrize(("change", "named"), FAULTS.values(), ids=FAULTS)
@pytest.mark.sampled(2)
def test_a_faulty_map_is_refused_by_name(change: Change, named: str) -> None:
    data = border()
    change(data)
    with pytest.raises(BadInput, match=f"(?i){named}"):
        GAME.match(players=3, map=data)


def same_colours(data: Json) -> None:
    """Zhao and Wei, which share a border space, both orange; Lu red."""
    province(data, "wei")["colour"], province(data, "lu")["colour"] = "orange", "red"


def test_a_border_space_between_provinces_of_one_colour() -> None:
    """6.1: one card of each colour, so there are two."""
    data = border()
    same_colours(data)
    with pytest.raises(BadInput, match="bzw"):
        GAME.match(players=3, map=data)


@pytest.mark.parametrize("wrong", [{}, {"name": "Nothing"}, [], 5, 1.5, True])
def test_what_is_no_map_at_all(wrong: Any) -> None:
    with pytest.raises(BadInput, match=r"map|provinces|players"):
        GAME.match(players=3, map=wrong)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nowhere"):
        GAME.match(players=3, map=tmp_path / "nowhere.json")


@pytest.mark.parametrize("text", ["", "{", "[]", '"border-disputes"', "not json", "\x00"])
def test_a_file_that_is_no_map(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(BadInput):
        GAME.match(players=3, map=path)


def test_a_folder_is_no_map(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        GAME.match(players=3, map=tmp_path)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(BadInput):
        GAME.match(players=3, map=path)


def test_the_fault_is_found_in_positions_and_saved_matches_too() -> None:
    data = border()
    data["roads"].append(["w1", "w9"])
    with pytest.raises(BadInput, match="w9"):
        GAME.position({"options": {"players": 3, "map": data}})
    saved = json.loads(GAME.match(players=3, map=border(), seed=1).save())
    saved["options"]["map"] = data
    with pytest.raises(BadInput, match="w9"):
        GAME.load(json.dumps(saved))


def test_the_shipped_maps_have_no_fault() -> None:
    for data in (border(), capital()):
        assert GAME.match(players=3, map=copy.deepcopy(data), seed=1).board()["name"] == data["name"]


def assert_faulty(data: Json, message: str) -> None:
    """A map is refused with a message that says this."""
    with pytest.raises(BadInput, match=message):
        GAME.match(players=3, map=data)


@pytest.mark.parametrize("far", [10**30, -(10**30), 1e300, 1_000_001, float("1e7")])
def test_coordinates_are_near_enough_to_draw(far: float) -> None:
    data = border()
    space(data, "w1")["at"] = [0, far]
    assert_faulty(data, "Space w1 is drawn at")
    data = border()
    province(data, "wei")["dragon"] = [far, 0]
    assert_faulty(data, "Province wei is drawn at")
    data = border()
    data["roads"][0] = [*data["roads"][0][:2], [[far, 0]]]
    assert_faulty(data, "is drawn at")


def test_an_id_is_short() -> None:
    data = border()
    data["provinces"][0]["id"] = "w" * 21
    assert_faulty(data, "at most 20 small letters")
