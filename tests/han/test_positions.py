"""Positions of HAN written by hand: what may be left out, what is refused, and that they say all there is."""

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
from tests.han.box import BORDER, DISPLAY, GAME, SEATS, SPACES, TABLES, WAYS, cards, letters, ordered, pack, without
from tests.han.shown import census, deck, discards, display, exhausted, hand, seen
from tests.han.table import courts, crowded, dealt, finished, last_turn, position, ways, written
from tests.matches import phase, play_all, to_act
from tests.positions import assert_refused_by_name, assert_same_when_saved, assert_same_when_written
from tests.refusals import assert_legal

# There and back.


def drawing() -> Match:
    match = position("RGG", houses="B w1", display="VYOG", seen={"C": ""})
    return play_all(match, "house w2 with red", "house w3 with green green", "end", "take green", "draw")


MOMENTS: dict[str, Callable[[], Match]] = {
    "a new match": lambda: GAME.match(players=4, seed=3),
    "a new match with a start player": lambda: GAME.match(players=3, start=2, seed=3),
    "a new match with a chosen deck": lambda: dealt("VRR RGG YYY", "VYOG"),
    "after a house": lambda: play_all(position("RRV", houses="B w1"), "house w2 with red"),
    "after a house in an empty province": lambda: play_all(position("RRV"), "house w2 with red"),
    "after a border house": lambda: play_all(position("ORV", houses="B w1"), "house bzw with orange red"),
    "after two pieces": lambda: play_all(position("RRV", houses="B w1"), "house w2 with red", "emissary wei with red"),
    "while drawing": drawing,
    "after a discard": lambda: play_all(position("RRV"), "discard red"),
    "after a turn": lambda: play_all(position("RRV", display="VYOG"), "discard red", "take green"),
    "after the reshuffle": lambda: play_all(position("RRV", deck="V"), "discard red", "draw"),
    "in the middle of drawing after the reshuffle": lambda: play_all(
        position("RRV", houses="B w1", deck="V"), "house w2 with red", "house w3 with red", "end", "draw"
    ),
    "in the last round": lambda: play_all(position("RRV", deck="V", exhausted=1), "discard red", "draw"),
    "in the last turn": lambda: last_turn("RV", houses="B w1"),
    "a province scored": lambda: play_all(position("YYY", houses="A q1 q2 | B q3 q4"), "house bql with yellow yellow"),
    "over": lambda: finished(houses="A w1 w2 | B c1", emissaries="wei B"),
    "over, nothing can be placed": lambda: play_all(
        ways("GGR", houses=crowded(WAYS, 4), emissaries=courts(WAYS, 4, crowded(WAYS, 4), {"mg": 1})),
        "emissary mg with green",
    ),
    "a fortification": lambda: play_all(position("YYY", houses="B q2", variant=True), "fortify q1 with yellow yellow"),
    "a market place": lambda: play_all(ways("GGG", houses="B j1", variant=True), "market j2 with green green"),
    "a market place after the end": lambda: finished(map_name=WAYS, houses="B j1", markers="D j2"),
    "two players": lambda: ways("RRV", players=2, houses="B n1", markers="A n2 n3"),
    "five players": lambda: position("RRV", players=5, to_act="E", emperor="C"),
}


@pytest.mark.parametrize("build", MOMENTS.values(), ids=MOMENTS)
def test_a_position_written_down_is_the_same_position(build: Callable[[], Match]) -> None:
    assert_same_when_written(build())


@pytest.mark.parametrize("build", MOMENTS.values(), ids=MOMENTS)
def test_a_saved_match_from_a_position_is_the_same_match(build: Callable[[], Match]) -> None:
    assert_same_when_saved(build())


def test_a_position_is_not_changed_by_reading_it() -> None:
    data = written("RRV", houses="B w1")
    before = copy.deepcopy(data)
    play_all(GAME.position(data, seed=1), "house w2 with red")
    assert data == before


# What may be left out.


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_number_of_players_is_enough(players: int) -> None:
    match = GAME.position({"options": {"players": players}}, seed=1)
    map_name = WAYS if players == 2 else BORDER
    reveal = match.reveal()
    assert match.options == GAME.options(players=players)
    assert (to_act(match), phase(match), reveal["emperor"]) == ("A", "place", 1)
    assert reveal["scores"] == [0] * players
    assert [reveal[name] for name in ("houses", "fortifications", "market_places", "scored")] == [{}, {}, {}, []]
    assert not any(sum(counts) for counts in reveal["emissaries"].values())
    assert [len(hand(match, seat)) for seat in SEATS[:players]] == [3] * players
    assert (len(display(match)), discards(match)) == (DISPLAY[map_name], "")
    assert census(match) == pack(map_name, players)
    assert reveal["seen"] == reveal["older"] == [[]] * players
    assert (reveal["exhausted"], reveal["last"], reveal["end"]) == (0, None, None)
    assert reveal["turn"]["placed"] == 0
    assert sorted(reveal["turn"]["empty"]) == sorted(reveal["turn"]["provinces"]) == sorted(SPACES[map_name])


def test_the_seed_deals_what_is_left_out() -> None:
    data = {"options": {"players": 4}}
    assert GAME.position(data, seed=5).reveal() == GAME.position(data, seed=5).reveal()
    assert len({json.dumps(GAME.position(data, seed=seed).reveal()) for seed in range(6)}) == 6


def test_the_deck_left_out_is_shuffled_by_the_seed() -> None:
    held = {"A": "RRV", "B": "GGV", "C": "YYO", "D": "OOV"}
    decks = {deck(position(hands=held, display="VYOG", seed=seed)) for seed in range(6)}
    assert len(decks) == 6
    (everything,) = {ordered(pile) for pile in decks}
    assert everything == without(pack(BORDER, 4), "RRVGGVYYOOOVVYOG")


def test_the_game_and_the_map_may_be_left_out() -> None:
    assert GAME.position({"options": {"players": 3, "map": WAYS}}).options["map"] == WAYS
    assert GAME.position({"game": "han", "options": {"players": 3}}).options["map"] == BORDER


@pytest.mark.parametrize("start", [1, 2, 3, 4])
def test_without_an_emperor_it_is_the_start_player_who_is_to_act(start: int) -> None:
    match = GAME.position({"options": {"players": 4, "start": start}})
    assert (match.reveal()["emperor"], match.to_act) == (start, start)
    match = GAME.position({"options": {"players": 4}, "emperor": start})
    assert (match.reveal()["emperor"], match.to_act) == (start, start)


def test_hands_may_be_left_out_one_by_one() -> None:
    match = position(hands={"B": "RRR"})
    assert hand(match, "B") == "RRR"
    assert [len(hand(match, seat)) for seat in "ABCD"] == [3, 3, 3, 3]
    assert census(match) == pack(BORDER, 4)


def test_the_discards_are_the_rest_if_the_deck_is_given() -> None:
    match = position("RRV", deck="VYOGR", display="VVVV", hands={"B": "RRV", "C": "RRY", "D": "RRY"})
    assert discards(match) == without(pack(BORDER, 4), "VYOGRVVVVRRVRRVRRYRRY")


def test_the_deck_is_the_rest_if_the_discards_are_given() -> None:
    match = position("RRV", discards="VYOGR")
    assert discards(match) == "VYOGR"
    assert len(deck(match)) == 52 - 12 - 4 - 5


def test_scored_provinces_may_be_left_out() -> None:
    match = position(houses=f"A {SPACES[BORDER]['wei']} | B q1")
    assert match.reveal()["scored"] == ["wei"]
    assert match.scores == [0, 0, 0, 0]


def test_once_the_deck_has_run_out_blind_cards_are_older_unless_said_otherwise() -> None:
    held = {"A": "RRV", "B": "GGV", "C": "YYO", "D": "OOV"}
    match = position(hands=held, seen={"A": "R"}, exhausted=1, deck="VYO")
    assert [letters(each) for each in match.reveal()["older"]] == ["VR", "VGG", "YYO", "VOO"]
    match = position(hands=held, older={"A": "R"}, exhausted=1, deck="VYO")
    assert [letters(each) for each in match.reveal()["older"]] == ["R", "", "", ""]


def test_the_turn_may_be_left_out() -> None:
    match = position("RRV", houses="B w1 | C bql")
    assert match.reveal()["turn"]["placed"] == 0
    assert sorted(match.reveal()["turn"]["empty"]) == sorted(set(SPACES[BORDER]) - {"wei", "qi", "lu"})


def test_a_turn_under_way_may_be_written() -> None:
    match = position(
        "RV",
        houses="A w1 w2",
        turn={"placed": 1, "provinces": ["wei"], "empty": ["zhao", "chin", "qi", "lu", "han", "shu", "chu", "yue"]},
    )
    assert_legal(match, "house w3 with red", "end")
    match = position("RV", houses="A w1", turn={"placed": 1, "provinces": ["wei"], "empty": list(SPACES[BORDER])})
    assert match.actions() == ["end"]


def test_a_seat_that_has_had_its_last_turn_may_hold_nothing() -> None:
    match = position("V", to_act="D", hands={"A": "", "B": "RR", "C": "R"}, exhausted=2, deck="")
    assert [hand(match, seat) for seat in "ABCD"] == ["", "RR", "R", "V"]
    assert seen(match, "A") == ""


@pytest.mark.parametrize(("map_name", "players"), TABLES)
def test_cards_may_be_written_in_any_order(map_name: str, players: int) -> None:
    data = GAME.match(players=players, map=map_name, seed=1).reveal()
    mixed = copy.deepcopy(data)
    for held in mixed["hands"]:
        held.reverse()
    mixed["display"].reverse()
    mixed["houses"] = {}
    assert GAME.position(mixed).reveal() == data


def test_drawing_may_be_written() -> None:
    match = position("R", phase="draw", display="VYOG", houses="A w1", discards="RR")
    assert set(match.actions()) == {"draw", "take violet", "take yellow", "take orange", "take green"}
    play_all(match, "draw", "take green")
    assert to_act(match) == "B"


# What is wrong.


def base(**more: Any) -> Json:
    """A position with everything said, on which one thing is changed."""
    data = position("RGV", houses="A w1 w2 | B w3 c1", emissaries="wei AB", deck="VYOGR", seen={"A": "G"}).reveal()
    return {**data, **more}


changed = partial(positions.changed, base)
"""The base position with the thing at this path changed."""


def wrongly(**more: Any) -> Callable[[], Json]:
    """A position written by hand."""
    return lambda: written(**more)


EIGHT = "B w1 w2 w3 w4 c1 c2 c3 c4 h1"
TWENTY_ONE = "A z1 z2 z3 z5 c1 c2 c3 c4 w1 w2 w3 w4 q1 q2 l1 l2 h1 h2 h3 s1 s2"
FULL_WAYS = crowded(WAYS, 4)
ALL_BUT_WEI = [where for where in SPACES[BORDER] if where != "wei"]
FAR = [where for where in SPACES[BORDER] if where not in ("wei", "zhao")]

WRONG: dict[str, tuple[Callable[[], Json], str]] = {
    # options
    "players not for the map": (lambda: base(options={"players": 5, "map": WAYS}), "players"),
    "no players": (lambda: base(options={"map": WAYS}), "players"),
    "a map that is not there": (lambda: base(options={"players": 4, "map": "china"}), "china"),
    "another game": (lambda: base(game="hanabi"), "hanabi"),
    # seats
    "no such seat to act": (changed("to_act", to=5), "to_act"),
    "seat 0 to act": (changed("to_act", to=0), "to_act"),
    "a text to act": (changed("to_act", to="1"), "to_act"),
    "a bool to act": (changed("to_act", to=True), "to_act"),
    "nobody to act": (changed("to_act", to=None), "to_act"),
    "no such emperor": (changed("emperor", to=5), "emperor"),
    "an emperor in words": (changed("emperor", to="A"), "emperor"),
    "an emperor who is not the start player": (lambda: base(options={"players": 4, "start": 2}, emperor=1), "emperor"),
    # phase and end
    "no such phase": (changed("phase", to="turn"), "phase"),
    "a phase that is no text": (changed("phase", to=1), "phase"),
    "over without an end": (changed("phase", to="over"), "phase|end"),
    "an end that is not over": (changed("end", to="last round over"), "end"),
    "no such end": (lambda: base(phase="over", to_act=None, end="bored"), "bored"),
    "drawing with a full hand": (changed("phase", to="draw"), "phase"),
    "nothing can be placed, but it goes on": (
        wrongly(map_name=WAYS, houses=FULL_WAYS, emissaries=courts(WAYS, 4, FULL_WAYS)),
        "end.*place",
    ),
    "an end for nothing to place while there is": (
        lambda: base(phase="over", to_act=None, end="nothing can be placed"),
        "placed",
    ),
    "a last round over that has not come": (lambda: base(phase="over", to_act=None, end="last round over"), "end"),
    "a seat to act after the end": (lambda: finished().reveal() | {"to_act": 1}, "to_act"),
    # scores
    "too few scores": (changed("scores", to=[0, 0, 0]), "scores"),
    "a negative score": (changed("scores", to=[0, 0, 0, -1]), "scores"),
    "a score in words": (changed("scores", to=[0, 0, 0, "1"]), "scores"),
    "scores that are no list": (changed("scores", to=5), "scores"),
    # houses
    "no such space": (changed("houses", to={"w9": 1}), "w9"),
    "a space of the other map": (changed("houses", to={"j1": 1}), "j1"),
    "a house of nobody": (changed("houses", to={"w1": 5}), "w1"),
    "a house of seat 0": (changed("houses", to={"w1": 0}), "w1"),
    "a house of a text": (changed("houses", to={"w1": "A"}), "w1"),
    "houses that are no dict": (changed("houses", to=["w1"]), "houses"),
    "twenty-one houses": (wrongly(houses=TWENTY_ONE), "houses"),
    # fortifications
    "a fortification without the variant": (changed("fortifications", to={"w1": 1}), "fortification"),
    "two fortifications of a seat": (wrongly(markers="A w1 q1"), "fortification"),
    "a fortification on a border": (wrongly(markers="A bzw"), "bzw"),
    "a fortification without a house": (wrongly(variant=True, fortifications={"w5": 1}), "w5"),
    "a fortification under another's house": (wrongly(houses="B w1", variant=True, fortifications={"w1": 1}), "w1"),
    "a fortification on no space": (wrongly(variant=True, fortifications={"w9": 1}), "w9"),
    "a fortification of nobody": (wrongly(houses="B w1", variant=True, fortifications={"w1": 7}), "w1"),
    "fortifications that are no dict": (wrongly(variant=True, fortifications=[1]), "fortifications"),
    # market places
    "a market place without the variant": (wrongly(map_name=WAYS, houses="B j1", market_places={"j2": 1}), "market"),
    "a market place on the other map": (changed("market_places", to={"w5": 1}), "market"),
    "two market places of a seat among four": (wrongly(map_name=WAYS, houses="B j1", markers="A j2 j3"), "market"),
    "three market places of a seat among two": (
        wrongly(map_name=WAYS, players=2, houses="B j1", markers="A j2 j3 j4"),
        "market",
    ),
    "a market place where a house stands": (wrongly(map_name=WAYS, houses="B j1", markers="A j1"), "j1"),
    "a market place on no space": (wrongly(map_name=WAYS, houses="B j1", markers="A w1"), "w1"),
    "nine emissaries, one on a market place": (
        wrongly(map_name=WAYS, houses="B v1 v2 v3 v4 c1 c2 c3 c4 j1", emissaries="wy AAAA | cl AAAA", markers="A j2"),
        "emissaries",
    ),
    "an emissary that has not moved after the end": (
        lambda: finished(map_name=WAYS, houses="B j1", markers="D j2").reveal() | {"emissaries": {}},
        "emissaries|mg",
    ),
    # emissaries
    "no such province": (changed("emissaries", to={"korea": [0, 0, 0, 1]}), "korea"),
    "too few counts": (changed("emissaries", to={"wei": [0, 1]}), "wei"),
    "a negative count": (changed("emissaries", to={"wei": [0, 0, 0, -1]}), "wei"),
    "a count in words": (changed("emissaries", to={"wei": [0, 0, 0, "1"]}), "wei"),
    "emissaries that are no dict": (changed("emissaries", to=[1]), "emissaries"),
    "more emissaries than the cap": (changed("emissaries", to={"wei": [1, 1, 1, 0]}), "wei"),
    "emissaries without houses": (changed("emissaries", to={"lu": [1, 0, 0, 0]}), "lu"),
    "nine emissaries of a seat": (wrongly(houses=EIGHT, emissaries="wei AAAA | chin AAAA | han A"), "emissaries"),
    # scored
    "an incomplete province scored": (changed("scored", to=["wei"]), "wei"),
    "a complete province not scored": (wrongly(houses=f"A {SPACES[BORDER]['wei']}", scored=[]), "wei"),
    "no such province scored": (changed("scored", to=["korea"]), "korea"),
    "scored that is no list": (changed("scored", to={"wei": True}), "scored"),
    # cards
    "four cards in a hand": (wrongly(hand="RRRR"), "hands"),
    "a colour that is not there": (changed("hands", to=[["blue"], None, None, None]), "blue"),
    "a card that is no text": (changed("hands", 0, to=[1, 2, 3]), "hands"),
    "a hand that is no list": (changed("hands", 0, to="red"), "hands"),
    "too few hands": (changed("hands", to=[["red"]]), "hands"),
    "hands that are no list": (changed("hands", to={"1": ["red"]}), "hands"),
    "no card in the hand to act": (wrongly(hand="", exhausted=2, deck=""), "hands"),
    "no card in a hand still to act": (wrongly(hand="R", hands={"C": ""}, exhausted=2, deck=""), "hands"),
    "too many of a colour": (wrongly(hand="VVV", hands={"B": "VVV", "C": "VVV", "D": "VVV"}), "violet"),
    "too many of a colour in the deck": (wrongly(hand="RRR", deck="V" * 12), "violet"),
    "cards that are missing": (changed("discards", to=["red"]), "missing|cards"),
    "a seen card that is not held": (changed("seen", to=[["orange"], [], [], []]), "seen"),
    "a seen card more than is held": (changed("seen", to=[["red", "red"], [], [], []]), "seen"),
    "too few seen": (changed("seen", to=[["red"]]), "seen"),
    "seen that is no list": (changed("seen", to=5), "seen"),
    "an older card that is not held": (wrongly(hand="RGV", exhausted=1, deck="VYO", older={"A": "O"}), "older"),
    "an older card that was seen": (
        wrongly(hand="RGV", exhausted=1, deck="VYO", older={"A": "R"}, seen={"A": "R"}),
        "older",
    ),
    "an older card before the reshuffle": (wrongly(hand="RGV", older={"A": "R"}), "older"),
    "a colour that an older card can't be, but is": (
        wrongly(hand="RGV", exhausted=1, deck="VYO", older={"A": "R"}, not_older={"A": "R"}),
        "not_older",
    ),
    "a colour that an older card can't be, where there is none": (
        wrongly(hand="RGV", exhausted=1, deck="VYO", older={"A": ""}, not_older={"A": "R"}),
        "not_older",
    ),
    "too few older": (changed("older", to=[[]]), "older"),
    "five cards on display": (wrongly(display="VYOGR"), "display"),
    "four cards on display on the other map": (wrongly(map_name=WAYS, display="VYOG"), "display"),
    "a display that is no list": (changed("display", to="red"), "display"),
    "a colour on display that is not there": (changed("display", to=["blue"]), "blue"),
    "a deck that is no list": (changed("deck", to=5), "deck"),
    "a colour in the deck that is not there": (changed("deck", to=["blue"]), "blue"),
    "a colour in the discards that is not there": (changed("discards", to=["blue"]), "blue"),
    "discards that are no list": (changed("discards", to=3), "discards"),
    "an empty deck before it ran out twice": (wrongly(hand="RGV", deck=""), "deck"),
    "an empty deck after it ran out once": (wrongly(hand="RGV", deck="", exhausted=1), "deck"),
    "a deck after it ran out twice": (wrongly(hand="RGV", deck="VYO", exhausted=2), "deck"),
    "three times exhausted": (changed("exhausted", to=3), "exhausted"),
    "minus once exhausted": (changed("exhausted", to=-1), "exhausted"),
    "exhausted in words": (changed("exhausted", to="1"), "exhausted"),
    # the turn
    "three pieces placed": (changed("turn", "placed", to=3), "placed"),
    "minus one placed": (changed("turn", "placed", to=-1), "placed"),
    "placed in words": (changed("turn", "placed", to="one"), "placed"),
    "a turn that is no dict": (changed("turn", to=1), "turn"),
    "no such province in the turn": (changed("turn", "provinces", to=["korea"]), "korea"),
    "no such empty province": (changed("turn", "empty", to=["korea"]), "korea"),
    "nothing placed, but not all provinces open": (changed("turn", "provinces", to=["wei"]), "provinces"),
    "a piece placed, but in no province": (
        changed("turn", to={"placed": 1, "provinces": [], "empty": []}),
        "turn.*province",
    ),
    "a piece placed where none stands": (changed("turn", to={"placed": 1, "provinces": ["lu"], "empty": []}), "lu"),
    "two pieces placed in an empty province": (
        changed("turn", to={"placed": 2, "provinces": ["wei"], "empty": ["wei"]}),
        "wei",
    ),
    "two pieces placed where one stands": (
        wrongly(hand="RV", houses="A w1", turn={"placed": 2, "provinces": ["wei"], "empty": ALL_BUT_WEI}),
        "wei|turn",
    ),
    "two pieces that two provinces hold": (
        wrongly(hand="V", houses="A bzw z1 w1", turn={"placed": 2, "provinces": ["zhao", "wei"], "empty": FAR}),
        "turn|provinces",
    ),
    "a piece in two provinces that share no border house": (
        wrongly(hand="RV", houses="A z1 w1", turn={"placed": 1, "provinces": ["zhao", "wei"], "empty": FAR}),
        "turn|provinces",
    ),
    "a piece placed with three cards still in hand": (
        wrongly(hand="RRV", houses="A w1 w2", turn={"placed": 1, "provinces": ["wei"], "empty": ALL_BUT_WEI}),
        "hands|turn",
    ),
    "a province that was empty and has pieces not of this turn": (changed("turn", "empty", to=["wei"]), "empty"),
    # the last action
    "a last action of nobody": (changed("last", to={"seat": 9, "action": "discard red"}), "last"),
    "a last action that is none": (changed("last", to={"seat": 1, "action": "dance"}), "dance|last"),
    "a last action that is no dict": (changed("last", to="discard red"), "last"),
}


@pytest.mark.parametrize(("build", "named"), WRONG.values(), ids=WRONG)
def test_a_wrong_position_is_refused_by_name(build: Callable[[], Json], named: str) -> None:
    assert_refused_by_name(GAME, build(), named)


def test_the_position_that_is_changed_is_right_itself() -> None:
    assert GAME.position(base()).reveal() == base()


def test_everything_is_counted_together() -> None:
    """Cards in hands, display, deck and discards are those of the game, colour by colour."""
    data = base()
    data["discards"].remove("red")
    data["discards"].append("violet")
    with pytest.raises(BadInput, match=r"violet|red"):
        GAME.position(data)


def test_positions_of_the_end_agree_with_the_board() -> None:
    """A finished game knows its end; one that goes on has something to place."""
    over = finished(houses="A w1")
    assert GAME.position(over.reveal()).result == over.result
    assert exhausted(over) == 2
    assert cards("V") == ["violet"]
