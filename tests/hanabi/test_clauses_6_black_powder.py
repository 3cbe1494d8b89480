"""Chapter 6 of the rules of Hanabi: the expansion Black Powder."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lantern import Match
from tests.hanabi.box import COLOURS, FALLING, GAME, PLAYERS, RISING, VALUES, all_cards, hand_size, hints
from tests.hanabi.shown import census, deck_size, errors, fireworks, not_told, outcome, possible_suits, tokens, told
from tests.hanabi.table import dealt, last_turn, position
from tests.matches import play_all
from tests.refusals import assert_refused


def powder(hands: str, **more: Any) -> Match:
    """A position with Black Powder."""
    return position(hands, black_powder=True, **more)


def score_of(tops: str, **more: Any) -> dict[str, Any]:
    """The result when the last round ends with these fireworks."""
    return outcome(play_all(last_turn(fireworks=tops, black_powder=True, **more), "hint 2 red"))


# 6.1: the cards


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("values", "listed"), [("mirrored", FALLING), ("ordinary", RISING)])
def test_ten_black_cards_join_the_deck(players: int, values: str, listed: str) -> None:
    """6.1: 10 black cards (5,5,5,4,4,3,3,2,2,1; option `black_values` for 1,1,1,2,2,3,3,4,4,5)."""
    match = GAME.match(players=players, seed=5, black_powder=True, black_values=values)
    assert census(match) == Counter(all_cards()) + Counter(f"K{value}" for value in listed)
    assert deck_size(match) == 60 - players * hand_size(players)
    assert list(match.reveal()["fireworks"]) == [*COLOURS, "black"]


def test_black_cards_are_mirrored_unless_the_table_says_otherwise() -> None:
    """6.1: Ruling: their values mirror the others'."""
    assert GAME.match(players=2, black_powder=True).options["black_values"] == "mirrored"


CARDS_ON_BLACK = [
    (values, last, value)
    for values, listed in [("mirrored", FALLING), ("ordinary", RISING)]
    for last in [0, 5, 4, 3, 2]
    for value in [1, 2, 3, 4, 5]
    if listed.count(str(value)) > (last > 0 and value >= last)
]
"""Every card that can be held at every height, 0 for none: with ordinary values the only 5 may be played already."""


@pytest.mark.parametrize(("values", "last", "value"), CARDS_ON_BLACK)
def test_black_falls_from_five_to_one(values: str, last: int, value: int) -> None:
    """6.1: a sixth firework played downwards from 5 to 1."""
    match = powder(f"K{value} ... | ...", fireworks=f"K{last}" if last else "W1", black_values=values)
    match.play("play 1")
    fits = value == (last - 1 if last else 5)
    lit = list(range(5, last - 1, -1)) if last else []
    assert match.reveal()["fireworks"]["black"] == lit + [value] * fits
    assert errors(match) == (not fits)


def test_a_complete_black_firework_takes_no_card() -> None:
    """6.1: downwards from 5 to 1, and no further."""
    match = play_all(powder("K5 ... | ...", fireworks="K1"), "play 1")
    assert (errors(match), fireworks(match)) == (1, "K1")


# 6.2: its token


@pytest.mark.parametrize(("before", "after"), [(0, 1), (3, 4), (7, 8), (8, 8)])
@pytest.mark.parametrize("values", ["mirrored", "ordinary"])
def test_completing_black_with_the_one_returns_a_token(before: int, after: int, values: str) -> None:
    """6.2: Completing it with the 1 returns a token as for any colour."""
    match = powder("K1 ... | ...", fireworks="K2", tokens=before, black_values=values)
    assert tokens(play_all(match, "play 1")) == after


def test_the_black_five_completes_nothing() -> None:
    """6.2: it starts the firework, so no token returns."""
    assert tokens(play_all(powder("K5 ... | ...", tokens=3), "play 1")) == 3


# 6.3: hints


@pytest.mark.parametrize("colour", COLOURS)
def test_no_colour_hint_fits_black(colour: str) -> None:
    """6.3: Black has no colour: no colour hint fits it."""
    match = play_all(dealt("... | K1 K2 K3 K4 K5", black_powder=True), f"hint 2 {colour}")
    assert told(match, 2, colour) == []
    assert not_told(match, 2, colour) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("hand", ["K1 K2 K3 K4 K5", "W1 R2 B3 Y4 G5"])
def test_black_can_not_be_hinted_not_even_that_there_is_none(hand: str) -> None:
    """6.3: none about black may be given; "you have no black cards" is forbidden too."""
    match = dealt(f"... | {hand}", black_powder=True)
    assert_refused(match, "hint 2 black", "6.3")
    assert [action for action in match.actions() if action.startswith("hint")] == hints([2], COLOURS + VALUES)


def test_example_you_have_two_ones() -> None:
    """6.3: Value hints fit: "You have two 1s, one here and one here", one of them black."""
    match = play_all(dealt("... | W1 R2 K1 Y4 G5", black_powder=True), "hint 2 ones")
    assert told(match, 2, "ones") == [1, 3]


def test_a_hand_of_black_cards_gets_value_hints_only_where_empty_hints_are_off() -> None:
    """6.3 and 2.1: no colour hint fits a black card."""
    match = dealt("... | K1 K2 K3 K4 K5", black_powder=True, empty_hints=False)
    assert [action for action in match.actions() if action.startswith("hint")] == hints([2], VALUES)


def test_a_card_told_a_colour_is_not_black_and_one_told_none_of_five_is() -> None:
    """6.3: a colour told rules black out; every colour denied leaves black alone."""
    match = dealt("... | K1 R3 W4 W4 W5", black_powder=True)
    seen = []
    for colour in COLOURS:
        play_all(match, f"hint 2 {colour}", "discard 5")
        seen.append([possible_suits(match, 2, number) for number in (1, 2)])
    assert seen == [["RBYGK", "RBYGK"], ["BYGK", "R"], ["YGK", "R"], ["GK", "R"], ["K", "R"]]


# 6.4: score


def test_example_sixteen_black_powder() -> None:
    """6.4: black is 5, 4 and 3, so 2 points are taken off: "16 black powder"."""
    ended = score_of("W5 R5 B4 Y3 G1 K3")
    assert (ended["score"], ended["announcement"], ended["rating"]) == (16, "16 black powder", "excellent")


@pytest.mark.parametrize(("black", "cost"), [("", 5), ("K5", 4), ("K4", 3), ("K3", 2), ("K2", 1), ("K1", 0)])
def test_each_missing_black_card_costs_a_point(black: str, cost: int) -> None:
    """6.4: Black scores nothing; each card missing from it costs 1 point."""
    ended = score_of(f"W5 R4 {black}")
    assert (ended["score"], ended["announcement"]) == (9 - cost, f"{9 - cost} black powder")


@pytest.mark.parametrize(("tops", "score"), [("", -5), ("R1", -4), ("K5", -4), ("R3 K5", -1), ("R4 K5", 0)])
def test_the_score_may_fall_below_zero(tops: str, score: int) -> None:
    """6.4: Ruling: it may fall below zero, and 3.4: negative is risible too."""
    ended = score_of(tops)
    assert (ended["score"], ended["rating"]) == (score, "risible")
    assert ended["announcement"] == f"{score} black powder"


def test_the_game_begins_at_minus_five() -> None:
    """6.4: all five black cards are missing."""
    assert dealt("... | ...", black_powder=True).scores == [-5, -5]


@pytest.mark.parametrize(
    ("tops", "score", "rating"),
    [
        ("W5 R5", 5, "risible"),
        ("W5 R5 B1", 6, "mediocre"),
        ("W5 R5 B5 Y1 K5", 12, "honourable"),
        ("W5 R5 B5 Y5 G5", 20, "excellent"),
        ("W5 R5 B5 Y5 G5 K5", 21, "extraordinary"),
        ("W5 R5 B5 Y5 G5 K2", 24, "extraordinary"),
        ("W5 R5 B5 Y5 G4 K1", 24, "extraordinary"),
    ],
)
def test_ratings_with_black_powder(tops: str, score: int, rating: str) -> None:
    """6.4 and 3.4: the ratings are those of the score after black."""
    assert (score_of(tops)["score"], score_of(tops)["rating"]) == (score, rating)


@pytest.mark.parametrize(("hand", "tops"), [("K1", "W5 R5 B5 Y5 G5 K2"), ("G5", "W5 R5 B5 Y5 G4 K1")])
def test_the_maximum_stays_twenty_five(hand: str, tops: str) -> None:
    """6.4 and 3.2: Maximum stays 25, with all six fireworks complete."""
    match = play_all(powder(f"{hand} ... | ...", fireworks=tops), "play 1")
    assert match.scores == [25, 25]
    assert outcome(match) == {
        "reason": "all fireworks complete",
        "score": 25,
        "maximum": 25,
        "lost": False,
        "rating": "legendary",
        "announcement": "25 black powder",
    }


@pytest.mark.parametrize("tops", ["", "W5 R5 K3"])
def test_a_lost_game_scores_zero_with_black_powder_too(tops: str) -> None:
    """3.1: Ruling: the score is 0, with Black Powder too, neither more nor less."""
    match = play_all(powder("G3 ... | ...", fireworks=tops, errors=2), "play 1")
    assert (match.scores, outcome(match)["score"], outcome(match)["lost"]) == ([0, 0], 0, True)


@pytest.mark.parametrize(("tops", "score"), [("", -5), ("W5 R5 K3", 8)])
def test_a_lost_game_keeps_the_points_after_black_where_the_table_says_so(tops: str, score: int) -> None:
    """3.1: option `score_on_loss`."""
    match = play_all(powder("G3 ... | ...", fireworks=tops, errors=2, score_on_loss=True), "play 1")
    assert (match.scores, outcome(match)["lost"]) == ([score, score], True)
