"""Positions composed on the page: what is dealt goes round, what is set stands, what is wrong is named where it is."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

import lantern
from lantern.languages import LANGUAGES
from tests.server.judges import quick_judges
from tests.server.running import Json, Person, Running

GAMES = lantern.names()
SEED = "7"
ALL_OPTIONS: dict[str, list[Json]] = {
    "han": [{"map": "border-disputes", "fortifications": True}, {"map": "ways-of-diplomacy", "market_places": True}],
    "hanabi": [{"multicolour": True, "black_powder": True, "flares": True, "final_bouquet": True}],
    "khan": [{"place_rulers": True}],
    "ming": [{"secret_hands": True}],
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with quick_judges(), Running(tmp_path_factory.mktemp("composing")) as running:
        yield running


@pytest.fixture(scope="module")
def ann(house: Running) -> Person:
    return house.person("Ann")


def dealt(ann: Person, game: str, players: int, **options: Any) -> Json:
    deal = {"players": players, **options}
    return ann.post(f"/api/games/{game}/compose", {"deal": deal, "seed": SEED, "whole": True})


def composed(ann: Person, game: str, position: Json, language: str = "en", **more: Any) -> Json:
    asked = {"position": position, "seed": SEED, **more}
    return ann.post(f"/api/games/{game}/compose", asked, 200, **{"Accept-Language": language})


def changed(position: Json, **parts: Any) -> Json:
    """A position with some of its parts in another way, or left open."""
    found = copy.deepcopy(position) | parts
    return {key: value for key, value in found.items() if value is not ...}


TABLES: list[tuple[str, int, Json]] = [
    (game, players, {}) for game in GAMES for players in lantern.game(game).sheet.seats
] + [(game, 3, options) for game in GAMES for options in ALL_OPTIONS[game]]


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_what_was_dealt_goes_round_unchanged(ann: Person, game: str, players: int, options: Json) -> None:
    first = dealt(ann, game, players, **options)
    assert (first["faults"], first["to_act"] in range(1, players + 1)) == ([], True)
    again = composed(ann, game, first["position"], whole=True)
    assert again == first
    match = lantern.game(game).load(first["saved"])
    assert (match.reveal(), match.actions()) == (first["position"], [one["action"] for one in first["actions"]])
    assert first["view"]["hands"], "hands lie open to who composes"


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_what_can_be_set_is_there(ann: Person, game: str, players: int, options: Json) -> None:
    """Every part is one of what the game reveals; what a change leaves open may be left open."""
    first = dealt(ann, game, players, **options)
    keys = {part["key"] for part in first["parts"]}
    for part in first["parts"]:
        assert part["key"].partition(".")[0] in first["position"]
        assert {*part["along"], *part["clears"]} <= keys
        left_open = {key: ... for key in part["resets"] if "." not in key and key != part["key"]}
        assert composed(ann, game, changed(first["position"], **left_open))["faults"] == [], part["key"]


def some_card(position: Json) -> str:
    return str(position["deck"][-1])


def test_pieces_on_a_map(ann: Person) -> None:
    position = dealt(ann, "han", 3, map="border-disputes", fortifications=True)["position"]
    space = lantern.game("han").position(position).board()["spaces"][0]
    province, id_ = space["provinces"][0], space["id"]
    found = composed(
        ann,
        "han",
        changed(position, houses={id_: 2}, fortifications={id_: 2}, emissaries={province: [0, 0, 1]}, turn=...),
    )
    assert found["faults"] == []
    assert found["view"]["houses"] == found["view"]["fortifications"] == {id_: 2}
    assert found["view"]["standing"][province]["emissaries"] == [0, 0, 1]


def test_cards_points_and_turns(ann: Person) -> None:
    position = dealt(ann, "han", 2)["position"]
    card = position["deck"].pop()
    position["discards"].append(card)
    open_ = {"turn": ..., "last": ...}
    found = composed(ann, "han", changed(position, scores=[7, 3], to_act=2, emperor=2, **open_), seat=1)
    assert found["faults"] == []
    assert (found["view"]["scores"], found["to_act"], found["seat"]) == ([7, 3], 2, 1)
    assert (found["view"]["discards"], found["view"]["deck"]) == ([card], len(position["deck"]))


def test_hints_fireworks_and_counters(ann: Person) -> None:
    position = dealt(ann, "hanabi", 2)["position"]
    for value in (1, 2):
        position["deck"].remove(f"red {value}")
    held = position["hands"][1][0]
    colour = held["card"].split()[0]
    marked = [{**held, "told": [colour], "not": []}, *position["hands"][1][1:]]
    fireworks = position["fireworks"] | {"red": [1, 2]}
    hands = [position["hands"][0], marked]
    found = composed(
        ann, "hanabi", changed(position, hands=hands, fireworks=fireworks, tokens=3, errors=1, score=..., last=...)
    )
    assert found["faults"] == []
    assert (found["view"]["score"], found["view"]["tokens"], found["view"]["errors"]) == (2, 3, 1)
    assert found["position"]["hands"][1][0]["told"] == [colour]


def test_pieces_yurts_and_rulers(ann: Person) -> None:
    first = dealt(ann, "khan", 2)
    position = changed(first["position"], pieces=[], scores=..., courts=..., phase="actions")
    position["yurts"] = {"G3": 1, "G4": "neutral"}
    pieces = [{"piece": "I-3", "squares": ["F3", "F4", "F5"], "owners": [2]}]
    assert not {*position["rulers"].values()} & {"F3", "F4", "F5", "G3", "G4"}
    for key in ("hands", "drawn", "bounds", "deck", "discards", "to_act", "actions_left", "last"):
        position.pop(key)
    found = composed(ann, "khan", position | {"pieces": pieces})
    assert found["faults"] == []
    assert (found["view"]["yurts"], found["view"]["pieces"]) == ({"G3": 1, "G4": "neutral"}, pieces)
    assert found["view"]["scores"][1] > 0


def test_members_tiles_and_rounds(ann: Person) -> None:
    position = dealt(ann, "ming", 3)["position"]
    position.update(round=3, phase="cards", princes=["W1", "G2", "B3"], to_act=2, open={"W1": [2, 0, 1]})
    position.update(
        spaces={"white": [1, 1, 1]},
        monasteries={"P2": 1},
        tiles=[{"white": 2}, {}, {"blue": 1}],
        scores=[12, 0, 4],
        to_place=[0, 0, 0],
    )
    found = composed(ann, "ming", changed(position, scored=..., last=...))
    assert found["faults"] == []
    view = found["view"]
    assert (view["round"], view["monasteries"], view["scores"]) == (3, {"P2": 1}, [12, 0, 4])
    assert (view["open"]["W1"], view["tiles"][2]) == ([2, 0, 1], {"blue": 1})


WRONG: dict[str, tuple[Json, str]] = {
    "han": ({"emissaries": {"wm": [3, 0]}, "turn": ...}, "emissaries"),
    "hanabi": ({"tokens": 9}, "tokens"),
    "khan": ({"patronage": [1, 2], "last_special": ...}, "patronage"),
    "ming": ({"phase": "cards", "to_place": ..., "princes": ["W1", "W1"]}, "princes"),
}
SAID = {
    "hanabi": {"en": "tokens is 9; it is a whole number from 0 to 8", "it": "tokens", "ru": "tokens"},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_fault_is_told_in_three_languages_and_where_it_is(ann: Person, game: str) -> None:
    parts, where = WRONG[game]
    first = dealt(ann, game, 2)
    told = {}
    for language in LANGUAGES:
        found = composed(ann, game, changed(first["position"], **parts), language, whole=True)
        assert (found["position"], found["saved"], found["view"], found["actions"]) == (None, None, None, [])
        assert (found["board"], found["parts"], found["options"]) == (first["board"], first["parts"], first["options"])
        (fault,) = found["faults"]
        assert fault["part"] == where
        told[language] = fault["message"]
    assert len({*told.values()}) == len(LANGUAGES) == 3


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_no_position_is_told_kindly(ann: Person, game: str) -> None:
    path = f"/api/games/{game}/compose"
    wrong: list[Json] = [
        {},
        {"options": {}},
        {"options": 3},
        {"options": {"players": 99}},
        {"game": "chess", "options": []},
    ]
    for position in wrong:
        found = ann.post(path, {"position": position, "whole": True})
        assert (len(found["faults"]), found["position"], found["view"]) == (1, None, None)
    deep: Any = []
    for _ in range(40):
        deep = [deep]
    assert len(composed(ann, game, dealt(ann, game, 2)["position"] | {"last": deep})["faults"]) == 1
    assert ann.post(path, {"saved": "{}"}, 422)["error"] == "bad_saved"
    assert ann.post(path, {"saved": "no match"}, 422)["error"] == "bad_saved"
    assert ann.post(path, {"deal": {"players": 99}}, 422)["error"] == "bad_options"
    assert ann.post(path, {"deal": {"players": 2, "colour": 3}}, 422)["error"] == "bad_options"
    assert ann.post(path, {}, 422)["error"] == "bad_field"
    assert ann.post(path, {"saved": "{}", "deal": {}}, 422)["error"] == "bad_field"
    assert ann.post("/api/games/chess/compose", {"deal": {}}, 404)["error"] == "not_found"


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_of_a_saved_match(ann: Person, game: str) -> None:
    match = lantern.game(game).match(2, seed=3)
    for _ in range(6):
        match.play(match.actions()[-1])
    path = f"/api/games/{game}/compose"
    for until in (0, 3, 6):
        found = ann.post(path, {"saved": match.save(), "until": until})
        assert found["position"] == match.earlier(until).reveal()
    assert ann.post(path, {"saved": match.save()})["position"] == match.reveal()
    assert ann.post(path, {"saved": match.save(), "until": 7}, 404)["error"] == "no_ply"


@pytest.mark.parametrize("game", GAMES)
def test_a_position_becomes_a_table(ann: Person, game: str) -> None:
    """What was composed is played like any saved match."""
    first = dealt(ann, game, 2)
    table = ann.make(game, "me", "me", saved=first["saved"])["table"]
    seen = ann.see(table, seat=first["to_act"])
    assert [one["action"] for one in seen["actions"]] == [one["action"] for one in first["actions"]]
    ann.move(table, first["actions"][0]["action"])


@pytest.mark.parametrize("game", GAMES)
def test_the_best_move_is_that_of_a_suggestion(ann: Person, game: str) -> None:
    first = dealt(ann, game, 2)
    path = f"/api/games/{game}/compose/suggestion"
    found = ann.post(path, {"position": first["position"], "seed": SEED})
    assert found["seat"] == first["to_act"]
    assert found["action"] in [one["action"] for one in first["actions"]]
    quick = ann.post(path, {"position": first["position"], "seed": SEED, "quick": True})
    assert quick["stood_in"]
    assert ann.post(path, {"position": {}}, 422)["error"] == "bad_saved"
    assert ann.post("/api/games/chess/compose/suggestion", {"position": {}}, 404)["error"] == "not_found"


def test_a_position_that_is_over_has_no_best_move(ann: Person) -> None:
    position = dealt(ann, "hanabi", 2)["position"]
    over = changed(position, errors=3, end="third error", last=..., to_act=..., phase=..., score=...)
    found = composed(ann, "hanabi", over)
    assert (found["faults"], found["to_act"], found["can_suggest"]) == ([], None, False)
    path = "/api/games/hanabi/compose/suggestion"
    assert ann.post(path, {"position": over}, 409)["error"] == "match_over"


def test_nothing_hidden_of_a_match_under_way_can_be_had(house: Running) -> None:
    """All that is looked at is what the asker sends: no table is named, and only finished matches are handed out."""
    ann, ben = house.person("Ann"), house.person("Ben")
    made = ann.make("hanabi", "me", "open", options={"start": 1})
    ben.join(made["table"], made["keys"]["2"])
    path = "/api/games/hanabi/compose"
    seen = ann.see(made["table"])
    assert ann.get(f"/api/tables/{made['table']}/export", 409)["error"] == "match_running"
    for more in ({"table": made["table"]}, {"match": made["table"]}):
        assert ann.post(path, {**more, "until": 0}, 422)["error"] == "bad_field"
    hidden = {**seen["view"], "options": {"players": 2}, "hands": seen["view"]["hands"]}
    found = ann.post(path, {"position": hidden})
    assert (found["position"], len(found["faults"])) == (None, 1)
    assert found["faults"][0]["part"] == "hands"


@pytest.mark.parametrize("game", GAMES)
def test_what_the_editor_says_is_sent_to_it_alone(ann: Person, game: str) -> None:
    """All parts, and all names that stand for themselves, have words."""
    table, words = (ann.get(f"/api/games/{game}/words/it", part=part)["words"] for part in ("table", "compose"))
    assert not any("compose" in key.split(".")[:2] for key in table)
    assert {key.split(".")[0] for key in words} == {game, "compose"}
    for part in dealt(ann, game, 2)["parts"]:
        key, shape = part["key"], part["shape"]
        assert f"{game}.compose.{key}" in words or f"compose.part.{key}" in words
        if key == "phase":
            assert all(f"{game}.compose.phase.{name.replace(' ', '_')}" in words for name in shape["names"])


def test_who_asks_too_often_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = {"compose": "2/minute", "suggestion": "1/minute"}
    with quick_judges(), Running(tmp_path_factory.mktemp("rates"), limited=True, limits=limits) as running:
        ann = running.person()
        path = "/api/games/hanabi/compose"
        first = ann.post(path, {"deal": {"players": 2}})
        ann.post(path, {"deal": {"players": 2}})
        assert ann.post(path, {"deal": {"players": 2}}, 429)["error"] == "too_often"
        ann.post(f"{path}/suggestion", {"position": first["position"]})
        assert ann.post(f"{path}/suggestion", {"position": first["position"]}, 429)["error"] == "too_often"
