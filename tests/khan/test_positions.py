"""Positions of Khan written by hand: what may be left out, what is refused, and that they say all there is."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from lantern import Match
from lantern.kernel.contract import Json
from tests import positions
from tests.khan.box import BESIDE, FOUR_HOME, GAME, NO_SPECIALS, PACK, PLAYERS, RULERS, SEATS, SPECIALS, STARTS
from tests.khan.shown import census, deck, discards, hand, left, ruler
from tests.khan.table import CALM, ending, idle, new_match, over, position, special, step_one, written
from tests.matches import phase, play_all, to_act
from tests.positions import assert_refused_by_name, assert_same_when_saved, assert_same_when_written
from tests.refusals import assert_legal

HELD = "stone, sand, river, khan"

# There and back.


def asked() -> Match:
    match = position(players=3, yurts="A A5 | B B5 | C A6 | n B6", patronage="B", gods={"C": "all"})
    return play_all(match, "conquer O-4 A5 B5 A6 B6")


def placing() -> Match:
    return new_match(players=3, place_rulers=True, start=2)


def entering(**more: Any) -> Match:
    """The final phase begun by the first action of step 2."""
    match = position(HELD, top="north", home=FOUR_HOME, courts={"song": 1}, yurts="A A5 B5 | B A9 B9", **more)
    return play_all(match, "drive song")


MOMENTS: dict[str, Callable[[], Match]] = {
    "a new match": lambda: GAME.match(players=4, seed=3),
    "a new match with a start player": lambda: GAME.match(players=3, start=2, seed=3),
    "a new match with a chosen deck": lambda: GAME.match(players=2, deck=PACK, seed=3),
    "before the first ruler": placing,
    "among the rulers": lambda: play_all(placing(), "ruler song H5", "ruler delhi A10"),
    "among the yurts": lambda: play_all(GAME.match(players=4, start=3, seed=3), "yurt A5", "yurt A10"),
    "after the yurts": lambda: play_all(new_match(players=4), "yurt A5", "yurt A10", "yurt C1", "yurt M9"),
    "in step 2": lambda: position(HELD, yurts="A A5 | B B5 | n C5"),
    "after an invasion": lambda: play_all(position(HELD), "invade A5 with stone"),
    "after a flight": lambda: play_all(position(HELD, top="north"), "drive song"),
    "after a conquest": lambda: play_all(position(HELD, yurts="A A5 | n B5"), "conquer domino A5 B5"),
    "while discarding": lambda: play_all(position(HELD), "anywhere A5", "discard sand"),
    "in step 4": lambda: play_all(position(HELD, patronage="A"), "anywhere A5", "stop"),
    "in a third action": lambda: play_all(special(HELD), "morale"),
    "asked": asked,
    "one of two has consented": lambda: play_all(asked(), "consent"),
    "refused": lambda: play_all(asked(), "refuse"),
    "asked in a third action": lambda: play_all(
        special(HELD, yurts="A A5 | B B5", patronage="B"), "morale", "conquer domino A5 B5"
    ),
    "refused in a third action": lambda: play_all(
        special(HELD, yurts="A A5 | B B5", patronage="B"), "morale", "conquer domino A5 B5", "refuse"
    ),
    "asked in the final phase": lambda: play_all(ending(yurts="A A5 | B B5", patronage="B"), "conquer domino A5 B5"),
    "a turn later": lambda: step_one("song north", players=3, turn="C", patronage="A", gods={"C": "all"}),
    "after patronage": lambda: play_all(special(players=3, top=CALM), "patronage"),
    "after gods with four": lambda: play_all(special(players=4, top=CALM), "gods stone"),
    "after a reservation": lambda: play_all(special(players=4, top=CALM), "reserve bridge-L"),
    "after the same kind": lambda: special(last_special={"A": "gods"}, patronage="B"),
    "rulers at home": lambda: position(home=FOUR_HOME, courts={"song": 1, "delhi": 3}),
    "after a reshuffle": lambda: play_all(position(deck="north"), "drive song"),
    "cards of several decks": lambda: position(
        HELD, deck="north, south", reshuffles=3, drawn={"A": [3, 0, 2, 1], "B": [1, 1, 3, 0]}
    ),
    "cards of which something is known": lambda: play_all(
        position("stone, stone, stone, khan", top=CALM),
        "anywhere A5",
        "discard stone",
        "discard stone",
        "stop",
        "pass",
    ),
    "the final phase begun in step 2": entering,
    "the final phase begun in step 2, later": lambda: play_all(entering(), "invade C5 with stone"),
    "in the final phase": lambda: ending(yurts="A A5 B5 | B A9 B9"),
    "in the final phase, one conquest made": lambda: play_all(
        ending(yurts="A A5 B5 A6 B6 | B A9 B9"), "conquer domino A5 B5"
    ),
    "over": lambda: over(players=3, pieces="domino AB A5 B5 | bridge-3 C D6 E6 F6", yurts="A C13 | n C1"),
    "over after a game": lambda: play_all(ending(yurts="A A5 B5"), "conquer domino A5 B5"),
    "without the option": lambda: position(options={"drive_out_home": False}, courts={"song": 1}),
}


@pytest.mark.parametrize("build", MOMENTS.values(), ids=MOMENTS)
def test_a_position_written_down_is_the_same_position(build: Callable[[], Match]) -> None:
    assert_same_when_written(build())


@pytest.mark.parametrize("build", MOMENTS.values(), ids=MOMENTS)
def test_a_saved_match_is_the_same_match(build: Callable[[], Match]) -> None:
    assert_same_when_saved(build())


def test_a_position_is_not_changed_by_reading_it() -> None:
    data = written(HELD, yurts="A A5 | n B5", patronage="B")
    before = copy.deepcopy(data)
    play_all(GAME.position(data, seed=1), "conquer domino A5 B5", "invade A6 with stone")
    assert data == before


# What may be left out.


@pytest.mark.parametrize("players", PLAYERS)
def test_the_number_of_players_is_enough(players: int) -> None:
    match = GAME.position({"options": {"players": players}}, seed=1)
    reveal = match.reveal()
    assert match.options == GAME.options(players=players)
    assert (to_act(match), phase(match), left(match)) == ("A", "actions", 2)
    assert (reveal["start_player"], reveal["turn"], reveal["final"], reveal["end"]) == (1, 1, False, None)
    assert (reveal["yurts"], reveal["pieces"], reveal["scores"]) == ({}, [], [0] * players)
    assert (reveal["rulers"], reveal["courts"]) == (STARTS, dict.fromkeys(RULERS, 5))
    assert [len(hand(match, seat)) for seat in SEATS[:players]] == [4] * players
    assert census(match) == PACK
    assert (len(deck(match)), discards(match), reveal["reshuffles"]) == (72 - 4 * players, [], 0)
    assert reveal["drawn"] == [[0] * 4] * players
    assert reveal["bounds"] == [[{}] * 4] * players
    assert reveal["specials"] == [SPECIALS[players]] * players
    assert (reveal["patronage"], reveal["gods"], reveal["reserved"]) == ([], {}, {})
    assert reveal["last_special"] == [None] * players
    assert (reveal["proposal"], reveal["refused"], reveal["last"]) == (None, [], None)
    assert match.view()["beside"] == BESIDE


def test_in_the_final_phase_all_rulers_are_home() -> None:
    data = {"options": {"players": 2}, "phase": "final", "final": True, "yurts": {"A5": 1, "B5": 1}}
    reveal = GAME.position(data, seed=1).reveal()
    assert reveal["rulers"] == dict.fromkeys(RULERS, "home")
    assert reveal["courts"] == dict.fromkeys(RULERS, 0)


def test_courts_follow_from_the_rulers() -> None:
    standing = STARTS | {"song": "home"}
    match = GAME.position({"options": {"players": 2}, "rulers": standing}, seed=1)
    assert match.reveal()["courts"] == dict.fromkeys(RULERS, 5) | {"song": 0}


def test_the_seed_deals_what_is_left_out() -> None:
    data = {"options": {"players": 4}}
    assert GAME.position(data, seed=5).reveal() == GAME.position(data, seed=5).reveal()
    assert len({json.dumps(GAME.position(data, seed=seed).reveal()) for seed in range(6)}) == 6


def test_hands_may_be_left_out_one_by_one() -> None:
    held = ["seljuk stone", "seljuk sand", "seljuk river", "seljuk khan"]
    match = GAME.position({"options": {"players": 3}, "hands": [None, held, None]}, seed=1)
    assert sorted(hand(match, "B")) == sorted(held)
    assert [len(hand(match, seat)) for seat in "ABC"] == [4, 4, 4]
    assert census(match) == PACK


def test_the_deck_left_out_is_shuffled_by_the_seed() -> None:
    hands = [PACK[:4], PACK[4:8]]
    decks = {tuple(deck(GAME.position({"options": {"players": 2}, "hands": hands}, seed=seed))) for seed in range(6)}
    assert len(decks) == 6
    assert {tuple(sorted(each)) for each in decks} == {tuple(sorted(PACK[8:]))}


def test_the_deck_is_the_rest_if_the_discards_are_given() -> None:
    data = {"options": {"players": 2}, "hands": [PACK[:4], PACK[4:8]], "discards": PACK[8:20]}
    match = GAME.position(data, seed=1)
    assert (discards(match), sorted(deck(match))) == (PACK[8:20], sorted(PACK[20:]))


def test_the_discards_are_the_rest_if_the_deck_is_given() -> None:
    data = {"options": {"players": 2}, "hands": [PACK[:4], PACK[4:8]], "deck": PACK[70:7:-2]}
    match = GAME.position(data, seed=1)
    assert deck(match) == PACK[70:7:-2]
    assert sorted(discards(match)) == sorted(set(PACK[8:]) - set(PACK[70:7:-2]))


def test_cards_were_drawn_from_the_deck_that_is_unless_said_otherwise() -> None:
    match = GAME.position({"options": {"players": 2}, "reshuffles": 3}, seed=1)
    assert match.reveal()["drawn"] == [[3] * 4, [3] * 4]


@pytest.mark.parametrize("start", [1, 2, 3, 4])
def test_the_turn_is_the_start_players_unless_said_otherwise(start: int) -> None:
    for data in ({"options": {"players": 4, "start": start}}, {"options": {"players": 4}, "start_player": start}):
        match = GAME.position(data, seed=1)
        assert (match.reveal()["start_player"], match.reveal()["turn"], match.to_act) == (start, start, start)
    match = GAME.position({"options": {"players": 4}, "start_player": start, "turn": 2}, seed=1)
    assert (match.reveal()["start_player"], match.reveal()["turn"], match.to_act) == (start, 2, 2)


def test_scores_may_be_left_out_or_fit() -> None:
    data = written(pieces="domino A A5 B5")
    assert GAME.position(data).scores == [2, 0]
    assert GAME.position({**data, "scores": [2, 0]}).scores == [2, 0]


def test_cards_squares_and_seats_may_be_written_in_any_order() -> None:
    data = position(HELD, yurts="A A5 B5", pieces="V-3 AB A9 B9 A10").reveal()
    mixed = copy.deepcopy(data)
    for held in mixed["hands"]:
        held.reverse()
    mixed["yurts"] = dict(reversed(mixed["yurts"].items()))
    mixed["rulers"] = dict(reversed(mixed["rulers"].items()))
    assert GAME.position(mixed).reveal() == data


def test_what_is_known_of_cards_may_be_written_in_any_order() -> None:
    """3.3: beside the hand as it is written."""
    held = ["tibetan stone", "delhi stone", "seljuk khan", "seljuk river"]
    what = [{"stone": "delhi", "sand": "tibetan"}, {}, {"sand": "tibetan", "stone": "delhi"}, {}]
    hands, bounds = [held, None], [what, [{}] * 4]
    match = GAME.position({"options": {"players": 2}, "hands": hands, "bounds": bounds}, seed=1)
    assert hand(match, "A") == ["seljuk river", "delhi stone", "seljuk khan", "tibetan stone"]
    assert match.reveal()["bounds"] == [[{}, {}, what[0], what[2]], [{}] * 4]


def test_a_position_goes_on_as_the_match_did() -> None:
    match = position(HELD, players=3, yurts="A A5 B5 | B A9 B9", top=CALM)
    play_all(match, "invade C5 with stone", "conquer I-3 A5 B5 C5", "patronage")
    again = GAME.position(match.reveal())
    for each in (match, again):
        idle(each)
        play_all(each, "anywhere A10", "discard stone" if "discard stone" in each.actions() else "stop")
    assert again.reveal() == match.reveal()


def test_a_final_phase_begun_in_step_2_may_be_written() -> None:
    match = position(HELD, final=True, actions_left=1, yurts="A A5 B5")
    assert_legal(match, "invade C5 with stone", "conquer domino A5 B5")
    assert match.why_not("drive song") is not None


# What is wrong.


def base(**more: Any) -> Json:
    """A position with everything said, on which one thing is changed."""
    data = position(
        HELD,
        players=3,
        yurts="A A5 B5 | B C5 | n A9",
        pieces="domino AB A6 B6 | bridge-3 C D6 E6 F6",
        home="song",
        courts={"delhi": 3},
        deck="north, south, east, west",
        patronage="B",
        reserved={"C": "I-3"},
    ).reveal()
    return {**data, **more}


changed = partial(positions.changed, base)
"""The base position with the thing at this path changed."""


def wrongly(**more: Any) -> Callable[[], Json]:
    """A position written by hand."""
    return lambda: written(**more)


def laid(piece: str, *squares: str, owners: Any = (1,)) -> Callable[[], Json]:
    """A position with one piece."""
    return lambda: written() | {"pieces": [{"piece": piece, "squares": list(squares), "owners": list(owners)}]}


def consulted(**more: Any) -> Callable[[], Json]:
    """A position in which B is asked, changed."""

    def build() -> Json:
        match = position(yurts="A A5 C5 | B B5", patronage="B")
        return play_all(match, "conquer domino A5 B5").reveal() | more

    return build


FOUR_DOMINOES = "domino A A11 B11 | domino A B12 C12 | domino B C13 D13 | domino B E10 F10"

WRONG: dict[str, tuple[Callable[[], Json], str]] = {
    # options and keys
    "five players": (lambda: base(options={"players": 5}), "players"),
    "no players": (lambda: base(options={}), "players"),
    "no options": (lambda: {"turn": 1}, "options"),
    "an option that is not there": (lambda: base(options={"players": 3, "khans": True}), "khans"),
    "an option that is no choice": (lambda: base(options={"players": 3, "drive_out_home": "yes"}), "drive_out_home"),
    "another game": (lambda: base(game="han"), "han"),
    "a key that is not there": (lambda: base(yurt={}), "yurt"),
    # seats and turn
    "no such start player": (changed("start_player", to=4), "start_player"),
    "a start player who is not the chosen one": (
        lambda: base(options={"players": 3, "start": 2}, start_player=1),
        "start_player",
    ),
    "no such turn": (changed("turn", to=4), "turn"),
    "turn 0": (changed("turn", to=0), "turn"),
    "a turn in words": (changed("turn", to="A"), "turn"),
    "a bool for a turn": (changed("turn", to=True), "turn"),
    "another seat to act": (changed("to_act", to=2), "to_act"),
    "no such seat to act": (changed("to_act", to=7), "to_act"),
    "nobody to act": (changed("to_act", to=None), "to_act"),
    # phase
    "no such phase": (changed("phase", to="lunch"), "phase|lunch"),
    "a phase that is no text": (changed("phase", to=2), "phase"),
    "three actions": (changed("actions_left", to=3), "actions_left"),
    "no action left in step 2": (changed("actions_left", to=0), "actions_left"),
    "actions in words": (changed("actions_left", to="two"), "actions_left"),
    "actions left in step 4": (wrongly(phase="special", actions_left=1), "actions_left"),
    "no action left in the final phase": (
        wrongly(phase="final", final=True, yurts="A A5 B5", actions_left=0),
        "actions_left",
    ),
    "final that is no yes or no": (changed("final", to="soon"), "final"),
    "placing rulers without the option": (wrongly(phase="rulers", actions_left=0), "rulers|phase"),
    "placing yurts with cards in hand": (
        lambda: written(phase="yurts", actions_left=0) | {"hands": [PACK[:4], PACK[4:8]], "deck": PACK[8:]},
        "hands|cards",
    ),
    "placing yurts with pieces on the board": (
        wrongly(phase="yurts", actions_left=0, pieces="domino A A5 B5"),
        "pieces|yurts",
    ),
    "placing yurts with two in a region": (wrongly(phase="yurts", actions_left=0, yurts="A A5 | B B5"), "yurts"),
    "placing yurts when all stand": (
        wrongly(phase="yurts", actions_left=0, players=4, yurts="A A5 | B A10 | C C1 | D M9"),
        "yurts",
    ),
    "placing yurts out of turn": (wrongly(phase="yurts", actions_left=0, yurts="B A5"), "yurts|turn"),
    "asked without a proposal": (wrongly(phase="consent", asked_in="actions", to_act=2), "proposal"),
    "step 4 without a special card": (wrongly(phase="special", actions_left=0, specials=NO_SPECIALS), "special"),
    "a third action without the card": (wrongly(phase="morale", actions_left=0, specials={"A": "gods"}), "morale"),
    "asked in where nobody is asked": (changed("asked_in", to="actions"), "asked_in"),
    # the end
    "over without an end": (lambda: over().reveal() | {"end": None}, "end|over"),
    "an end that is not over": (changed("end", to="nothing left to conquer"), "end"),
    "no such end": (lambda: over().reveal() | {"end": "bored"}, "end|bored"),
    "over while something could be conquered": (lambda: over().reveal() | {"yurts": {"A5": 1, "B5": 1}}, "conquer"),
    "over before the final phase": (
        lambda: written(phase="over", actions_left=0) | {"to_act": None, "end": "nothing left to conquer"},
        "final|over|home",
    ),
    "a seat to act after the end": (lambda: over().reveal() | {"to_act": 1}, "to_act"),
    "the final phase with nothing to conquer": (wrongly(phase="final", final=True, yurts="A A5"), "conquer|end|final"),
    "the final phase before the fifth ruler": (wrongly(phase="final", yurts="A A5 B5"), "final"),
    "two actions in a turn that began the final phase": (wrongly(final=True, yurts="A A5 B5"), "actions_left|final"),
    # yurts
    "a yurt on no square": (changed("yurts", to={"A1": 1}), "A1"),
    "a yurt in no word": (changed("yurts", to={"home": 1}), "home"),
    "a yurt on the river": (changed("yurts", to={"E5": 1}), "E5"),
    "a yurt of nobody": (changed("yurts", to={"A5": 4}), "A5"),
    "a yurt of seat 0": (changed("yurts", to={"A5": 0}), "A5"),
    "a yurt of a text": (changed("yurts", to={"A5": "black"}), "A5"),
    "a yurt under a tile": (changed("yurts", to={"A6": 1}), "A6"),
    "a yurt under a bridge": (changed("yurts", to={"D6": 1}), "D6"),
    "a yurt where a ruler stands": (changed("yurts", to={"H5": 1}), "H5"),
    "yurts that are no dict": (changed("yurts", to=["A5"]), "yurts"),
    # rulers and courts
    "a ruler on no square": (changed("rulers", "seljuk", to="A1"), "seljuk|A1"),
    "a ruler on the river": (changed("rulers", "seljuk", to="E5"), "seljuk|E5"),
    "a ruler under a piece": (changed("rulers", "seljuk", to="A6"), "seljuk|A6"),
    "two rulers on a square": (changed("rulers", "seljuk", to="H5"), "H5"),
    "no such ruler": (changed("rulers", "mongol", to="G5"), "mongol"),
    "a ruler not placed": (changed("rulers", "seljuk", to="unplaced"), "seljuk|unplaced"),
    "a ruler who is nowhere": (changed("rulers", "seljuk", to=None), "seljuk|None"),
    "rulers that are no dict": (changed("rulers", to=["B7"]), "rulers"),
    "five rulers home": (wrongly(home=f"{FOUR_HOME} song"), "home|final"),
    "a ruler on the board in the final phase": (
        wrongly(phase="final", final=True, yurts="A A5 B5", rulers={"song": "L10"}),
        "song|final",
    ),
    "six yurts at a court": (changed("courts", "delhi", to=6), "delhi|courts"),
    "no yurt at the court of a ruler abroad": (changed("courts", "delhi", to=0), "delhi|courts"),
    "a yurt at the court of a ruler at home": (changed("courts", "song", to=1), "song|courts"),
    "a court in words": (changed("courts", "delhi", to="many"), "delhi|courts"),
    "no such court": (changed("courts", "mongol", to=5), "mongol"),
    "courts that are no dict": (changed("courts", to=[5]), "courts"),
    # pieces
    "no such piece": (laid("square", "A5"), "square"),
    "a piece that is not so shaped": (laid("I-3", "A5", "B5", "B6"), "I-3"),
    "a piece with too few squares": (laid("I-3", "A5", "B5"), "I-3|squares"),
    "a piece on no square": (laid("domino", "A1", "B1"), "A1|domino"),
    "a tile on the river": (laid("domino", "D5", "E5"), "domino|E5"),
    "a bridge on one bank": (laid("bridge-3", "C6", "D6", "E6"), "bridge-3"),
    "a piece of nobody": (laid("domino", "A5", "B5", owners=()), "owners|domino"),
    "a piece of a seat that is not there": (laid("domino", "A5", "B5", owners=(3,)), "owners|3"),
    "a piece of a seat twice": (laid("domino", "A5", "B5", owners=(1, 1)), "owners"),
    "more owners than yurts were under it": (
        lambda: written(players=3) | {"pieces": [{"piece": "domino", "squares": ["A5", "B5"], "owners": [1, 2, 3]}]},
        "owners|domino",
    ),
    "a piece under a ruler": (laid("domino", "A7", "B7"), "B7|domino"),
    "two pieces on a square": (wrongly(pieces="domino A A5 B5 | domino B B5 C5"), "B5"),
    "five dominoes": (wrongly(pieces=f"{FOUR_DOMINOES} | domino A C1 D1"), "domino"),
    "two O-4": (wrongly(pieces="O-4 A A5 B5 A6 B6 | O-4 A A9 B9 A10 B10"), "O-4"),
    "a piece that is no dict": (lambda: written() | {"pieces": ["domino"]}, "pieces|domino"),
    "a piece without squares": (lambda: written() | {"pieces": [{"piece": "domino", "owners": [1]}]}, "squares"),
    "a piece without owners": (
        lambda: written() | {"pieces": [{"piece": "domino", "squares": ["A5", "B5"]}]},
        "owners",
    ),
    "pieces that are no list": (changed("pieces", to={"domino": 1}), "pieces"),
    # cards
    "no such card": (changed("hands", 0, 0, to="mongol tundra"), "mongol tundra"),
    "no such symbol": (changed("hands", 0, 0, to="seljuk sea"), "seljuk sea"),
    "a card that is no text": (changed("hands", 0, 0, to=5), "hands|card"),
    "a card twice": (lambda: base(hands=[base()["hands"][1], base()["hands"][1], base()["hands"][2]]), "twice|card"),
    "three cards in step 2 with two actions": (wrongly(hand="stone, sand, river"), "hands|cards"),
    "five cards": (wrongly(hand="stone, sand, river, khan, khan"), "hands|cards"),
    "three cards of one who waits": (wrongly(hands={"B": "stone, sand, river"}), "hands|cards"),
    "two cards after one action": (wrongly(hand="stone, sand", actions_left=1), "hands|cards"),
    "a hand that is no list": (changed("hands", 0, to="stone"), "hands"),
    "too few hands": (lambda: base(hands=base()["hands"][:2]), "hands"),
    "hands that are no list": (changed("hands", to={}), "hands"),
    "an empty deck": (lambda: base(deck=[], discards=[*base()["discards"], *base()["deck"]]), "deck"),
    "a deck that is no list": (changed("deck", to=60), "deck"),
    "discards that are no list": (changed("discards", to=3), "discards"),
    "a card that is missing": (lambda: base(discards=base()["discards"][1:]), "missing|card"),
    "a card in hand and deck": (lambda: base(deck=[base()["hands"][0][0], *base()["deck"][1:]]), "twice|card"),
    "reshuffles in words": (changed("reshuffles", to="once"), "reshuffles"),
    "minus one reshuffle": (changed("reshuffles", to=-1), "reshuffles"),
    "drawn from a deck to come": (changed("drawn", 0, to=[0, 0, 0, 1]), "drawn"),
    "drawn before the first deck": (changed("drawn", 0, to=[0, 0, 0, -1]), "drawn"),
    "too few drawn": (changed("drawn", 0, to=[0, 0, 0]), "drawn"),
    "drawn of too few hands": (changed("drawn", to=[[0, 0, 0, 0]]), "drawn"),
    "drawn that is no list": (changed("drawn", to=0), "drawn"),
    "bounds of no symbol": (
        changed("bounds", 0, 0, to={"sea": "delhi"}),
        "bounds: card has no 'sea'",
    ),
    "bounds of no ruler": (changed("bounds", 0, 0, to={"tundra": "mongol"}), "bounds: tundra is 'mongol'"),
    "a ruler in numbers": (changed("bounds", 0, 0, to={"tundra": 6}), "bounds: tundra is 6"),
    "a card that its bounds rule out": (changed("bounds", 0, 0, to={"stone": "tibetan"}), "bounds: tibetan stone"),
    "a bound that is no dict": (changed("bounds", 0, 0, to="tundra"), "bounds"),
    "too few bounds": (changed("bounds", 0, to=[{}, {}, {}]), "bounds: seat 1 has 4 cards, but 3"),
    "bounds of too few hands": (changed("bounds", to=[[{}, {}, {}, {}]]), "bounds"),
    "bounds that are no list": (changed("bounds", to={}), "bounds"),
    # special cards
    "three High Morale of three players": (changed("specials", 0, "morale", to=3), "morale"),
    "minus one High Morale": (changed("specials", 0, "morale", to=-1), "morale"),
    "no such special card": (changed("specials", 0, "feast", to=1), "feast"),
    "a special card in words": (changed("specials", 0, "gods", to="one"), "gods"),
    "too few special cards": (changed("specials", to=[SPECIALS[3]]), "specials"),
    "specials that are no list": (changed("specials", to={}), "specials"),
    "patronage of nobody": (changed("patronage", to=[4]), "patronage"),
    "patronage of two": (wrongly(players=3, patronage="BC"), "patronage"),
    "patronage in force and still to be used": (
        wrongly(players=3, patronage="B", specials={"B": "patronage"}),
        "patronage",
    ),
    "patronage that is no list": (changed("patronage", to=2), "patronage"),
    "patronage in force in ones own step 4": (wrongly(phase="special", actions_left=0, patronage="A"), "patronage"),
    "patronage in force in ones own final turn": (
        wrongly(phase="final", final=True, yurts="A A5 B5", patronage="A"),
        "patronage",
    ),
    "gods of nobody": (changed("gods", to={"4": "all"}), "gods"),
    "gods of two among three": (wrongly(players=3, gods={"B": "all", "C": "all"}), "gods"),
    "gods of a region among three": (wrongly(players=3, gods={"B": "stone"}), "gods|stone"),
    "gods of all among four": (wrongly(players=4, gods={"B": "all"}), "gods|all"),
    "gods of no region": (wrongly(players=4, gods={"B": "river"}), "gods|river"),
    "gods of two in one region": (wrongly(players=4, gods={"B": "stone", "C": "stone"}), "gods|stone"),
    "patronage and gods of one": (
        lambda: written(players=3, patronage="B", specials={"B": ""}) | {"gods": {"2": "all"}},
        "gods|patronage",
    ),
    "gods that are no dict": (changed("gods", to=["all"]), "gods"),
    "a reservation of nobody": (changed("reserved", to={"4": "I-3"}), "reserved"),
    "a reservation of no piece": (changed("reserved", to={"3": "lake"}), "lake"),
    "a reservation of ones own turn": (wrongly(reserved={"A": "I-3"}), "reserved"),
    "two reservations of a type among three": (wrongly(players=3, reserved={"B": "I-3", "C": "I-3"}), "reserved|I-3"),
    "two reservations of one piece": (wrongly(players=4, reserved={"B": "O-4", "C": "O-4"}), "reserved|O-4"),
    "a reservation of a piece that is used up": (
        wrongly(pieces="O-4 A A5 B5 A6 B6", reserved={"B": "O-4"}),
        "reserved|O-4",
    ),
    "reserved that is no dict": (changed("reserved", to=["I-3"]), "reserved"),
    "no such last special card": (changed("last_special", to=["morale", None, None]), "last_special"),
    "too few last special cards": (changed("last_special", to=[None]), "last_special"),
    "a last special card that is not in force": (
        wrongly(players=3, last_special={"B": "gods"}, specials={"B": "morale"}),
        "last_special|gods",
    ),
    "a last special card that was never used": (
        lambda: written(phase="special", actions_left=0) | {"last_special": ["patronage", None]},
        "last_special|patronage",
    ),
    # proposals
    "a proposal that nobody is asked about": (changed("proposal", to="conquer domino A5 B5"), "proposal"),
    "a proposal that is no conquest": (consulted(proposal="drive song"), "proposal"),
    "a proposal that needs no consent": (consulted(patronage=[], last_special=[None, None]), "proposal|consent"),
    "a proposal on empty squares": (consulted(proposal="conquer domino A9 B9"), "proposal"),
    "a proposal that was refused": (consulted(refused=["conquer domino A5 B5"]), "proposal|refused"),
    "the proposer is asked": (consulted(to_act=1), "to_act"),
    "consent of one who is still asked": (consulted(consented=[2]), "consented"),
    "asked in no phase": (consulted(asked_in=None), "asked_in"),
    "asked in a phase without conquests": (consulted(asked_in="discard"), "asked_in"),
    "no actions left before the proposal": (consulted(actions_left=0), "actions_left"),
    "consent without a proposal": (changed("consented", to=[2]), "consented"),
    "a refused thing that is no conquest": (changed("refused", to=["drive song"]), "refused"),
    "a refused text that is no action": (changed("refused", to=["dance"]), "refused|dance"),
    "refused twice": (changed("refused", to=["conquer domino B5 C5"] * 2), "refused"),
    "refused that is no list": (changed("refused", to="conquer domino B5 C5"), "refused"),
    # the last action
    "a last action of nobody": (changed("last", to={"seat": 9, "action": "drive seljuk"}), "last"),
    "a last action that is none": (changed("last", to={"seat": 1, "action": "dance"}), "dance|last"),
    "a last action that is no dict": (changed("last", to="drive seljuk"), "last"),
    # scores
    "too few scores": (changed("scores", to=[0]), "scores"),
    "scores that do not fit": (changed("scores", to=[5, 5, 5]), "scores"),
    "scores in words": (changed("scores", to="many"), "scores"),
}


@pytest.mark.parametrize(("build", "named"), WRONG.values(), ids=WRONG)
def test_a_wrong_position_is_refused_by_name(build: Callable[[], Json], named: str) -> None:
    assert_refused_by_name(GAME, build(), named)


def test_the_positions_that_are_changed_are_right_themselves() -> None:
    assert GAME.position(base()).reveal() == base()
    assert GAME.position(consulted()()).reveal() == consulted()()


def test_positions_of_the_end_agree_with_the_board() -> None:
    """A finished game knows its end and its result."""
    match = over(pieces="domino A A5 B5")
    again = GAME.position(match.reveal())
    assert again.result == match.result
    assert (match.over, match.to_act, ruler(match, "song")) == (True, None, "home")
