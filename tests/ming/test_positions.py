"""Positions of Ming Dynastie written by hand: what may be left out, what is refused, and that they say all there is."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from lantern import BadInput, Match
from lantern.kernel.contract import Json
from tests import positions
from tests.matches import phase, play_all, to_act
from tests.ming.box import DISTRICTS, GAME, PLAYERS, PROVINCES, SYMBOLS, bag, in_whole_games
from tests.ming.shown import census, deck, discards, dragons, hand, items, neutral_stock, round_of, stock
from tests.ming.table import last_to_pass, new_match, position, random_game, scored, scoring, through, written
from tests.positions import assert_refused_by_name, assert_same_when_saved, assert_same_when_written
from tests.refusals import assert_legal

# There and back.

CITY = "W1 AAB | W2 BBC | W3 CCA | O1 ABC"


def city(*actions: str, **more: Any) -> Match:
    """The scoring of three players, each with three members in the city of white."""
    return play_all(scoring(CITY, players=3, **more), *actions)


def neutral_city(*actions: str) -> Match:
    """The scoring of two players, with a neutral majority in the city of white."""
    return play_all(scoring("W1 nnA | W2 nnA | O1 B", players=2), *actions)


MOMENTS: dict[str, Callable[[], Match]] = {
    "a new match": lambda: GAME.match(players=4, seed=3),
    "a new match with a start player": lambda: GAME.match(players=3, start=2, seed=3),
    "a new match with secret hands": lambda: GAME.match(players=3, secret_hands=True, seed=3),
    "a new match of two": lambda: GAME.match(players=2, seed=3),
    "among the neutrals": lambda: play_all(new_match(players=2), "neutral W1", "neutral W1", "neutral B3"),
    "among the princes": lambda: play_all(new_match(players=4, start=3), "prince W1", "prince B3"),
    "the first member": lambda: play_all(new_match(players=3), "prince W1", "prince B3", "prince G2"),
    "among the members": lambda: play_all(position(phase="members", round=1), "member white", "member blue"),
    "members with what was kept": lambda: position(phase="members", round=4, open="W1 AAB", spaces="blue CC"),
    "among the cards": lambda: play_all(position(phase="cards", spaces="white ABC"), "take white", "dragon white"),
    "an empty deck": lambda: play_all(position(phase="cards", spaces="white ABC", deck="ox"), "take white"),
    "after a reshuffle": lambda: play_all(position(phase="cards", spaces="white ABC", deck=""), "take white"),
    "no dragons left": lambda: position(
        phase="cards",
        players=4,
        turn="D",
        spaces="white D | blue D",
        hands=dict.fromkeys("ABC", "dragon " * 5) | {"D": "dragon " * 3},
    ),
    "before a move": lambda: position(hands={"A": "camel junk ox"}, spaces="white AAA", monasteries="W2 B"),
    "on a walk": lambda: play_all(position(hands={"A": "camel junk ox"}), "step W2 with camel"),
    "on a walk among princes": lambda: play_all(
        position(hands={"A": "camel junk ox"}, princes="W1 W2 B1"), "step W2 with camel"
    ),
    "deploying": lambda: play_all(position(hands={"A": "camel junk"}, spaces="white AAA"), "stay with junk"),
    "after deploying": lambda: play_all(
        position(hands={"A": "camel junk"}, spaces="white AAA"), "stay with junk", "deploy 2 monastery"
    ),
    "some have passed": lambda: play_all(position(players=4), "pass", "pass"),
    "the first return": city,
    "a hidden return": lambda: city("return 2"),
    "two hidden returns": lambda: city("return 2", "return 6"),
    "going back": lambda: city("return 2", "return 6", "return 1"),
    "going back, one is back": lambda: city("return 2", "return 6", "return 1", "back W1"),
    "going back, the last": lambda: city("return 6", "return 6", "return 2"),
    "the second city": lambda: city("return 6", "return 6", "return 6"),
    "a return in round 4": lambda: city("return 2", round=4, scores=[40, 30, 55]),
    "a return in round 6": lambda: city("return 2", round=6, tiles={"A": "blue blue"}),
    "a return of two players": neutral_city,
    "neutrals going back": lambda: neutral_city("return 0"),
    "neutrals going back, one is back": lambda: neutral_city("return 2", "back W1"),
    "neutrals without players": lambda: scoring("W1 n | W2 n", players=2),
    "neutrals before round 3": lambda: through(neutral_city()),
    "neutrals before round 5": lambda: play_all(scored("W1 n", players=2, round=4), "neutral W1", "neutral W1"),
    "after a scoring": lambda: scored(CITY, players=3),
    "a start player to be chosen": lambda: scored("W1 A", round=4),
    "a start player to be chosen after round 5": lambda: play_all(last_to_pass(round=5, scores=[4, 3, 2, 1]), "pass"),
    "a start player chosen": lambda: play_all(last_to_pass(round=5, start="C"), "pass", "start 2"),
    "over": lambda: scored(CITY, round=6, tiles={"D": "white blue"}, monasteries="B3 D"),
    "over, of two": lambda: scored("W1 nA", players=2, round=6),
}


@pytest.mark.parametrize("build", MOMENTS.values(), ids=MOMENTS)
def test_a_position_written_down_is_the_same_position(build: Callable[[], Match]) -> None:
    assert_same_when_written(build())


@pytest.mark.parametrize("build", MOMENTS.values(), ids=MOMENTS)
def test_a_saved_match_is_the_same_match(build: Callable[[], Match]) -> None:
    assert_same_when_saved(build())


@in_whole_games
@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_of_a_game_may_be_written_down(players: int) -> None:
    for number, match in enumerate(random_game(players, seed=12)):
        if number % 4 == 0 or match.over or phase(match) not in ("members", "cards", "move"):
            again = GAME.position(json.loads(json.dumps(match.reveal())))
            assert again.reveal() == match.reveal()
            assert again.actions() == match.actions()


def test_all_phases_are_among_the_moments() -> None:
    seen = {phase(build()) for build in MOMENTS.values()}
    phases = ["neutrals", "princes", "members", "cards", "move", "walk", "deploy", "return", "back", "start", "over"]
    assert seen == {*phases, "neutrals back"}


def test_a_position_goes_on_as_the_match_did() -> None:
    match = city("return 2", "return 6", "return 1")
    again = GAME.position(match.reveal())
    for each in (match, again):
        through(each, "orange A1 B0 C2")
        play_all(each, "member white", "member blue")
    mine, other = match.reveal(), again.reveal()
    assert mine == other


def test_a_position_is_not_changed_by_reading_it() -> None:
    data = written(spaces="white AAA", hands={"A": "camel junk"})
    before = copy.deepcopy(data)
    play_all(GAME.position(data, seed=1), "stay with junk", "deploy 2 monastery")
    assert data == before


# What may be left out.


@pytest.mark.parametrize("players", PLAYERS)
def test_players_and_princes_are_enough(players: int) -> None:
    data = {"options": {"players": players}, "princes": ["W1", "B3", "G2", "P1"][:players]}
    match = GAME.position(data, seed=1)
    reveal = match.reveal()
    assert match.options == GAME.options(players=players)
    assert (to_act(match), phase(match), round_of(match)) == ("A", "members", 1)
    assert (reveal["start_player"], reveal["to_place"], reveal["passed"]) == (1, [5] * players, [])
    assert reveal["princes"] == data["princes"]
    assert reveal["spaces"] == {province: [0] * players for province in PROVINCES}
    assert reveal["open"] == {where: [0] * players for where in DISTRICTS}
    assert (reveal["monasteries"], reveal["palaces"], reveal["scoring"]) == ({}, {}, None)
    assert (reveal["hands"], dragons(match)) == ([{"dragon": 1}] * players, 18 - players)
    assert (reveal["tiles"], stock(match)) == ([{}] * players, dict.fromkeys(PROVINCES, 18))
    assert (len(deck(match)), discards(match)) == (48, {})
    assert census(match) == dict.fromkeys(SYMBOLS, 9) | {"dragon": 18}
    assert (match.scores, reveal["scored"], reveal["last"], reveal["end"]) == ([0] * players, [], None, None)


@pytest.mark.parametrize("players", [3, 4])
def test_without_princes_they_are_to_be_placed(players: int) -> None:
    match = GAME.position({"options": {"players": players}, "phase": "princes"}, seed=1)
    assert (phase(match), to_act(match)) == ("princes", "A")
    assert match.reveal()["princes"] == [None] * players


def test_neutrals_to_be_placed_before_the_princes() -> None:
    match = GAME.position({"options": {"players": 2}, "phase": "neutrals"}, seed=1)
    assert (phase(match), to_act(match), match.reveal()["to_place"]) == ("neutrals", "A", [3, 3])
    assert (match.reveal()["neutrals"], neutral_stock(match)) == ({}, 31)


@pytest.mark.parametrize("start", [1, 2, 3, 4])
def test_the_start_player_is_to_act_unless_said_otherwise(start: int) -> None:
    base = {"princes": ["W1", "B3", "G2", "P1"]}
    for data in ({"options": {"players": 4, "start": start}}, {"options": {"players": 4}, "start_player": start}):
        match = GAME.position(base | data, seed=1)
        assert (match.reveal()["start_player"], match.to_act) == (start, start)
    data = {"options": {"players": 4}, "start_player": start, "phase": "move", "to_act": 2}
    match = GAME.position(base | data, seed=1)
    assert (match.reveal()["start_player"], match.to_act) == (start, 2)


def test_the_seed_shuffles_what_is_left_out() -> None:
    data = {"options": {"players": 3}, "princes": ["W1", "B3", "G2"]}
    assert GAME.position(data, seed=5).reveal() == GAME.position(data, seed=5).reveal()
    assert len({json.dumps(GAME.position(data, seed=seed).reveal()) for seed in range(6)}) == 6


def test_the_deck_is_the_rest_of_the_cards() -> None:
    data = written(hands={"A": "junk junk ox"}, display="camel camel camel camel camel camel")
    del data["deck"]
    data["discards"] = {"horse": 9}
    match = GAME.position(data, seed=1)
    assert bag(sorted(deck(match))) == {"camel": 3, "junk": 7, "ox": 8, "rickshaw": 9, "sedan": 9}
    assert len({tuple(deck(GAME.position(data, seed=seed))) for seed in range(4)}) == 4


def test_the_display_left_out_is_drawn_from_the_rest() -> None:
    data = written(hands={"A": "junk junk ox"})
    del data["deck"], data["display"], data["dragons"]
    match = GAME.position(data, seed=1)
    assert (len(deck(match)), list(match.reveal()["display"])) == (54 - 6 - 3, PROVINCES)
    assert census(match) == dict.fromkeys(SYMBOLS, 9) | {"dragon": 18}


def test_hands_left_out_hold_a_dragon_each() -> None:
    data = written()
    del data["hands"], data["dragons"]
    match = GAME.position(data, seed=1)
    assert [hand(match, seat) for seat in "ABC"] == [{"dragon": 1}] * 3


def test_provinces_and_districts_left_out_have_nobody() -> None:
    match = position(spaces="white A", open="W1 BB")
    assert match.reveal()["spaces"]["blue"] == match.reveal()["open"]["B3"] == [0, 0, 0]


def test_scores_that_nothing_explains_were_scored_earlier() -> None:
    match = position(scores=[5, 0, 7])
    assert match.scores == [5, 0, 7]
    found = items(match, "earlier")
    assert {item["seat"]: (item["points"], item["round"]) for item in found} == {1: (5, 0), 3: (7, 0)}


def test_scores_are_explained_by_scored_items() -> None:
    item = {"kind": "palaces", "round": 2, "of": "white", "seat": 1, "points": 8, "members": 2}
    match = position(round=3, scores=[11, 0, 0], scored=[item])
    assert items(match, "palaces") == [item | {"when": "scored"}]
    assert [each["points"] for each in items(match, "earlier")] == [3]


def test_things_may_be_written_in_any_order() -> None:
    data = position(spaces="white A | blue BB", open="W1 C | B3 A", monasteries="O1 A | P2 B").reveal()
    mixed = copy.deepcopy(data)
    for name in ("spaces", "open", "monasteries", "display"):
        mixed[name] = dict(reversed(mixed[name].items()))
    assert GAME.position(mixed).reveal() == data


def test_a_walk_may_stand_in_an_occupied_district() -> None:
    match = position(phase="walk", princes="W2 W2 B1", hands={"A": "junk"})
    assert match.actions() == ["step W3 with junk"]


def test_members_may_be_fewer_than_were_placed() -> None:
    assert_legal(position(round=6), "pass")
    with pytest.raises(BadInput):
        position(round=1, open="W1 AAAAAA")
    position(round=1, open="W1 AAAAA")


# What is wrong.


def base(**more: Any) -> Json:
    """A position with everything said, on which one thing is changed."""
    data = position(
        spaces="white AAB | blue C",
        open="W1 AAB | O2 C",
        monasteries="W1 B | G1 A",
        hands={"A": "junk junk dragon", "B": "ox dragon", "C": "camel"},
        tiles={"A": "white white blue", "C": "green"},
        deck="junk horse ox camel",
        passed="C",
        scores=[3, 4, 0],
    ).reveal()
    return {**data, **more}


changed = partial(positions.changed, base)
"""The base position with the thing at this path changed."""
in_city = partial(positions.changed, lambda: city("return 2").reveal())
"""A position after A's hidden choice of 2, B to choose, changed."""
going_back = partial(positions.changed, lambda: city("return 2", "return 0", "return 0").reveal())
"""A position in which A sends two members back, changed."""
of_two = partial(positions.changed, lambda: neutral_city("return 0").reveal())
"""A position in which one of two players sends neutrals back, changed."""
finished = partial(positions.changed, lambda: scored("W1 A", players=3, round=6).reveal())
"""A finished game, changed."""


def wrongly(**more: Any) -> Callable[[], Json]:
    """A position written by hand."""
    return lambda: written(**more)


def without(name: str) -> Callable[[], Json]:
    """The base position without one of its parts."""
    return lambda: {key: part for key, part in base().items() if key != name}


def thirty_two_neutrals() -> Json:
    data = written(players=2)
    return data | {"neutrals": dict.fromkeys(DISTRICTS[:10], 3) | {"B3": 2}}


WRONG: dict[str, tuple[Callable[[], Json], str]] = {
    # options and keys
    "five players": (lambda: base(options={"players": 5}), "players"),
    "no players": (lambda: base(options={}), "players"),
    "no options": (without("options"), "options|players"),
    "an option that is not there": (lambda: base(options={"players": 3, "dragons": True}), "dragons"),
    "an option that is no choice": (lambda: base(options={"players": 3, "secret_hands": "yes"}), "secret_hands"),
    "another game": (lambda: base(game="han"), "han|game"),
    "a key that is not there": (lambda: base(prince={}), "prince"),
    # start player, round, phase, who is to act
    "no such start player": (changed("start_player", to=4), "start_player|seat"),
    "start player 0": (changed("start_player", to=0), "start_player|seat"),
    "a start player in words": (changed("start_player", to="A"), "start_player|seat"),
    "round 0": (changed("round", to=0), "round"),
    "round 7": (changed("round", to=7), "round"),
    "a round in words": (changed("round", to="two"), "round"),
    "no such phase": (changed("phase", to="dance"), "phase"),
    "a phase that is none": (changed("phase", to=None), "phase"),
    "no such seat to act": (changed("to_act", to=4), "to_act"),
    "nobody to act": (changed("to_act", to=None), "to_act"),
    "one who has passed to act": (changed("to_act", to=3), "to_act|passed"),
    "one with all members placed to act": (
        wrongly(phase="members", to_place=[0, 1, 1], turn="A", spaces="white AAAAABBBBCCCC"),
        "to_act|to_place",
    ),
    "one with five cards to act": (
        wrongly(phase="cards", spaces="white ABC", hands={"A": "junk junk ox ox ox"}),
        "to_act|hands|cards",
    ),
    "one without members on spaces to take a card": (wrongly(phase="cards", spaces="white BC"), "space|member|to_act"),
    "one not in the city to choose": (
        positions.changed(lambda: scoring("W1 AB", players=3).reveal(), "to_act", to=3),
        "to_act|chosen",
    ),
    "one who has chosen to choose again": (in_city("to_act", to=1), "to_act|chosen"),
    "one with nobody to send back": (going_back("to_act", to=2), "to_act|chosen"),
    "another than the start player to send neutrals back": (of_two("to_act", to=2), "to_act"),
    # princes
    "too few princes": (changed("princes", to=["W1", "G1"]), "princes"),
    "too many princes": (changed("princes", to=["W1", "G1", "P1", "B1"]), "princes"),
    "a prince in no district": (changed("princes", 0, to="W4"), "W4"),
    "a prince on a province": (changed("princes", 0, to="white"), "white|princes"),
    "a prince who is nowhere": (changed("princes", 0, to=None), "princes"),
    "two princes in one district": (changed("princes", 0, to="G1"), "G1|princes"),
    "princes left out": (without("princes"), "princes"),
    "princes that are no list": (changed("princes", to="W1"), "princes"),
    "a prince already placed, to be placed": (
        lambda: written(phase="princes", round=1, princes="W1 - -"),
        "princes|to_act",
    ),
    "all princes placed, to be placed": (
        lambda: written(phase="princes", round=1, princes="W1 W2 W3"),
        "princes|to_act",
    ),
    "princes to be placed in round 2": (wrongly(phase="princes", round=2), "round|phase|princes"),
    # a walk that can't end
    "a walk that can't end": (wrongly(phase="walk", princes="W2 W2 B1", hands={"A": "horse"}), "walk|prince|W2|end"),
    # members
    "six members to place": (wrongly(phase="members", to_place=[6, 5, 5]), "to_place"),
    "minus one member to place": (wrongly(phase="members", to_place=[5, 5, -1]), "to_place"),
    "too few to place": (wrongly(phase="members", to_place=[5, 5]), "to_place"),
    "members to place in phase 3": (changed("to_place", to=[1, 0, 0]), "to_place"),
    "to place in words": (changed("to_place", to="none"), "to_place"),
    "no such space": (changed("spaces", "red", to=[1, 0, 0]), "red"),
    "a space for too few seats": (changed("spaces", "white", to=[1, 0]), "white|spaces"),
    "a space for too many seats": (changed("spaces", "white", to=[1, 0, 0, 0]), "white|spaces"),
    "minus one member on a space": (changed("spaces", "white", to=[-1, 0, 0]), "white|spaces"),
    "members on a space in words": (changed("spaces", "white", to="A"), "white|spaces"),
    "half a member": (changed("spaces", "white", to=[0.5, 0, 0]), "white|spaces"),
    "spaces that are no dict": (changed("spaces", to=[1]), "spaces"),
    "too many members on spaces": (changed("spaces", "white", to=[9, 0, 0]), "member"),
    "no such district": (changed("open", "W4", to=[1, 0, 0]), "W4"),
    "a district for too few seats": (changed("open", "W1", to=[1]), "W1|open"),
    "minus one member in a district": (changed("open", "W1", to=[0, -1, 0]), "W1|open"),
    "open that is no dict": (changed("open", to=[]), "open"),
    "too many members in districts": (changed("open", "W1", to=[0, 12, 0]), "member"),
    "more members than were placed so far": (
        wrongly(phase="members", round=1, to_place=[4, 5, 5], turn="B", spaces="white AA"),
        "member",
    ),
    "a member in round 1 before any was placed": (wrongly(phase="princes", round=1, open="W1 A"), "member"),
    "a monastery in no district": (changed("monasteries", to={"W4": 1}), "W4"),
    "a monastery of nobody": (changed("monasteries", to={"W1": 4}), "W1|monasteries"),
    "a monastery of seat 0": (changed("monasteries", to={"W1": 0}), "W1|monasteries"),
    "a monastery of a text": (changed("monasteries", to={"W1": "A"}), "W1|monasteries"),
    "monasteries that are no dict": (changed("monasteries", to=["W1"]), "monasteries"),
    # palaces
    "palaces outside a scoring": (changed("palaces", to={"W1": [1, 0, 0]}), "palaces"),
    "four members on the palaces of a district": (in_city("palaces", "W1", to=[2, 2, 0]), "W1|palaces"),
    "palaces of no district": (in_city("palaces", "W4", to=[1, 0, 0]), "W4"),
    "palaces for too few seats": (in_city("palaces", "W1", to=[1]), "W1|palaces"),
    "minus one member on a palace": (in_city("palaces", "W1", to=[-1, 1, 0]), "W1|palaces"),
    "palaces that are no dict": (in_city("palaces", to=[]), "palaces"),
    # neutrals
    "neutrals among three": (lambda: base(neutrals={"W1": 1}), "neutral"),
    "neutrals on palaces among three": (lambda: base(neutral_palaces={"W1": 1}), "neutral"),
    "the phase of neutrals among three": (wrongly(phase="neutrals", round=1), "neutrals|phase"),
    "four neutrals in a district": (lambda: written(players=2) | {"neutrals": {"W1": 4}}, "W1|neutral"),
    "minus one neutral": (lambda: written(players=2) | {"neutrals": {"W1": -1}}, "W1|neutral"),
    "neutrals in no district": (lambda: written(players=2) | {"neutrals": {"W4": 1}}, "W4"),
    "neutrals that are no dict": (lambda: written(players=2) | {"neutrals": ["W1"]}, "neutral"),
    "32 neutrals": (thirty_two_neutrals, "neutral"),
    "neutrals on palaces outside a scoring": (
        lambda: written(players=2) | {"neutral_palaces": {"W1": 1}},
        "neutral_palaces|palaces",
    ),
    "four on the palaces of a district with neutrals": (of_two("neutral_palaces", "W1", to=3), "W1|palaces"),
    "four neutrals to place": (wrongly(players=2, phase="neutrals", round=1, to_place=[4, 3]), "to_place"),
    "neutrals to place in round 2": (
        wrongly(players=2, phase="neutrals", round=2, princes="W1 B1"),
        "round|phase|neutrals",
    ),
    # cards
    "no such card in the display": (changed("display", "white", to="ship"), "ship"),
    "a dragon in the display": (changed("display", "white", to="dragon"), "dragon|display"),
    "no card in the display": (changed("display", "white", to=None), "white|display"),
    "a display without a province": (lambda: base(display=dict.fromkeys(PROVINCES[1:], "junk")), "white|display"),
    "a display of no province": (changed("display", "red", to="junk"), "red"),
    "a display that is no dict": (changed("display", to=["junk"]), "display"),
    "no such card in the deck": (changed("deck", 0, to="ship"), "ship|deck"),
    "the long name of a card": (changed("deck", 0, to="ox cart"), "ox cart|deck"),
    "a dragon in the deck": (changed("deck", 0, to="dragon"), "dragon|deck"),
    "a number in the deck": (changed("deck", 0, to=5), "deck|5"),
    "a deck that is no list": (changed("deck", to=48), "deck"),
    "ten of a kind": (lambda: base(deck=[*base()["deck"], "junk"]), "junk|cards"),
    "a card that is missing": (lambda: base(deck=base()["deck"][1:]), "junk|cards"),
    "one kind for another": (changed("deck", 0, to="sedan"), "sedan|junk|cards"),
    "no such card in the discards": (changed("discards", "ship", to=1), "ship"),
    "a dragon in the discards": (changed("discards", "dragon", to=1), "dragon|discards"),
    "minus one discard": (changed("discards", "junk", to=-1), "junk|discards"),
    "discards that are no dict": (changed("discards", to=["junk"]), "discards"),
    "a dragon too many": (changed("dragons", to=17), "dragons"),
    "a dragon too few": (changed("dragons", to=15), "dragons"),
    "minus one dragon": (changed("dragons", to=-1), "dragons"),
    "dragons in words": (changed("dragons", to="many"), "dragons"),
    "six cards in a hand": (wrongly(hands={"A": "junk junk junk ox ox ox"}), "hands|cards|5|five"),
    "no such card in a hand": (changed("hands", 0, to={"ship": 1}), "ship"),
    "minus one card in a hand": (changed("hands", 0, "junk", to=-2), "junk|hands"),
    "cards in words": (changed("hands", 0, "junk", to="two"), "junk|hands"),
    "a hand that is no dict": (changed("hands", 0, to=["junk"]), "hands"),
    "too few hands": (lambda: base(hands=base()["hands"][:2]), "hands"),
    "hands that are no list": (changed("hands", to={}), "hands"),
    "everybody has five cards in phase 2": (
        wrongly(phase="cards", spaces="white ABC", hands=dict.fromkeys("ABC", "junk horse ox camel sedan")),
        "to_act|hands|cards|five",
    ),
    # tiles
    "no such tile": (changed("tiles", 0, "red", to=1), "red"),
    "19 tiles of a colour": (changed("tiles", 1, "white", to=17), "white|tiles"),
    "minus one tile": (changed("tiles", 0, "white", to=-1), "white|tiles"),
    "tiles in words": (changed("tiles", 0, to="white"), "tiles"),
    "too few tiles": (lambda: base(tiles=[{}, {}]), "tiles"),
    "tiles that are no list": (changed("tiles", to={}), "tiles"),
    "a set of six that was not returned": (changed("tiles", 1, to=dict.fromkeys(PROVINCES, 1)), "tiles|set"),
    # passing
    "passed by nobody": (changed("passed", to=[4]), "passed"),
    "passed by seat 0": (changed("passed", to=[0]), "passed"),
    "passed twice": (changed("passed", to=[3, 3]), "passed"),
    "passed by all": (changed("passed", to=[1, 2, 3]), "passed|to_act"),
    "passed in phase 1": (wrongly(phase="members", passed="B"), "passed"),
    "passed that is no list": (changed("passed", to=3), "passed"),
    # scoring
    "a scoring in phase 3": (
        wrongly(scoring={"province": "white", "chosen": [None] * 3, "neutrals_lead": False, "neutrals_back": 0}),
        "scoring",
    ),
    "a return without a scoring": (in_city("scoring", to=None), "scoring"),
    "a return in round 3": (in_city("round", to=3), "round|phase"),
    "a scoring of no province": (in_city("scoring", "province", to="red"), "red|province"),
    "a scoring of a province without members in the city": (
        in_city("scoring", "province", to="blue"),
        "blue|palaces|to_act",
    ),
    "a scoring with an unknown key": (in_city("scoring", "provinces", to=1), "provinces"),
    "a scoring that is no dict": (in_city("scoring", to="white"), "scoring"),
    "too few choices": (in_city("scoring", "chosen", to=[2, None]), "chosen"),
    "a choice of 7": (in_city("scoring", "chosen", 0, to=7), "chosen|7"),
    "a choice of minus one": (in_city("scoring", "chosen", 0, to=-1), "chosen|-1"),
    "a choice in words": (in_city("scoring", "chosen", 0, to="two"), "chosen|two"),
    "a hidden choice": (in_city("scoring", "chosen", 0, to="hidden"), "chosen|hidden"),
    "a choice of one who is still to choose": (in_city("scoring", "chosen", to=[2, 1, None]), "chosen|to_act"),
    "no choice of one who was asked before": (in_city("scoring", "chosen", to=[None, None, None]), "chosen|to_act"),
    "more to go back than there are": (going_back("scoring", "chosen", 0, to=4), "chosen|back"),
    "a neutral majority among three": (in_city("scoring", "neutrals_lead", to=True), "neutral"),
    "neutrals to go back among three": (in_city("scoring", "neutrals_back", to=1), "neutral"),
    "no neutrals to go back": (of_two("scoring", "neutrals_back", to=0), "neutrals_back|neutral"),
    "more neutrals to go back than there are": (of_two("scoring", "neutrals_back", to=5), "neutrals_back|neutral"),
    "a majority in words": (of_two("scoring", "neutrals_lead", to="yes"), "neutrals_lead"),
    # choosing a start player
    "a start player to be chosen among three": (wrongly(phase="start", round=4), "start|phase"),
    "a start player to be chosen after round 2": (wrongly(phase="start", players=4, round=2), "start|phase|round"),
    "a start player chosen by another": (
        lambda: play_all(last_to_pass(round=5, scores=[4, 3, 2, 1]), "pass").reveal() | {"to_act": 1},
        "to_act",
    ),
    # scores
    "too few scores": (changed("scores", to=[0]), "scores"),
    "scores in words": (changed("scores", to="many"), "scores"),
    "minus one point": (changed("scores", to=[-1, 0, 0]), "scores"),
    "scores below what was scored": (
        lambda: city("return 6", "return 6", "return 0", "return 0").reveal() | {"scores": [0, 0, 0]},
        "score",
    ),
    "scored that is no list": (changed("scored", to={}), "scored"),
    "no such kind scored": (
        changed("scored", to=[{"kind": "feast", "round": 2, "of": "white", "seat": 1, "points": 1, "members": 1}]),
        "feast|kind",
    ),
    "scored by nobody": (
        changed("scored", to=[{"kind": "five", "round": 2, "of": "five", "seat": 4, "points": 1, "members": 1}]),
        "seat|scored",
    ),
    # the last action and the end
    "a last action of nobody": (changed("last", to={"seat": 9, "action": "pass"}), "last"),
    "a last action that is none": (changed("last", to={"seat": 1, "action": "dance"}), "dance|last"),
    "a last action that is no dict": (changed("last", to="pass"), "last"),
    "over without an end": (finished("end", to=None), "end|over"),
    "no such end": (finished("end", to="bored"), "end|bored"),
    "over in round 5": (finished("round", to=5), "round|over"),
    "a seat to act after the end": (finished("to_act", to=1), "to_act"),
    "an end that is not over": (changed("end", to="six rounds"), "end"),
}


@pytest.mark.parametrize(("build", "named"), WRONG.values(), ids=WRONG)
def test_a_wrong_position_is_refused_by_name(build: Callable[[], Json], named: str) -> None:
    assert_refused_by_name(GAME, build(), named)


def test_the_positions_that_are_changed_are_right_themselves() -> None:
    for data in (
        base(),
        city("return 2").reveal(),
        city("return 2", "return 0", "return 0").reveal(),
        neutral_city("return 0").reveal(),
        scored("W1 A", players=3, round=6).reveal(),
    ):
        assert GAME.position(data).reveal() == data
