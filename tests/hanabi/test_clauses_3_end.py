"""Chapter 3 of the rules of Hanabi: the end and the score."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from tests.hanabi.box import PLAYERS, hand_size, lit
from tests.hanabi.shown import deck_size, discards, errors, fireworks, hand, hand_sizes, outcome
from tests.hanabi.table import dealt, last_turn, position
from tests.matches import play_all
from tests.refusals import assert_refused

LATER = ["play 1", "discard 1", "hint 2 red", "hint 2 fives", "pass", "decline", "return red 4", "play red 5"]


# 3.1: the third error


def test_the_third_error_ends_the_game_at_once() -> None:
    """3.1: Third error: the game ends at once, lost; nobody draws any more."""
    match = position("R4 ... | ... | ...", fireworks="R2 W5", errors=2)
    left = deck_size(match)
    match.play("play 1")
    assert (match.over, match.to_act, match.actions(), errors(match)) == (True, None, [], 3)
    assert (deck_size(match), hand_sizes(match)) == (left, [4, 5, 5])
    assert discards(match) == "R4"
    assert match.reveal()["end"] == "third error"
    assert match.reveal()["phase"] == "over"


def test_a_game_lost_by_the_third_error_scores_nothing() -> None:
    """3.1: Ruling: the score is 0."""
    match = play_all(position("R4 ... | ... | ...", fireworks="R2 W5", errors=2), "play 1")
    assert match.scores == [0, 0, 0]
    assert outcome(match) == {
        "reason": "third error",
        "score": 0,
        "maximum": 25,
        "lost": True,
        "rating": "risible",
        "announcement": "0",
    }


def test_a_table_may_keep_the_points_of_a_lost_game() -> None:
    """3.1: option `score_on_loss`: keep the fireworks' points; the game is lost all the same."""
    match = play_all(position("R4 ... | ...", fireworks="R2 W5", errors=2, score_on_loss=True), "play 1")
    assert match.scores == [7, 7]
    assert (outcome(match)["score"], outcome(match)["lost"], outcome(match)["reason"]) == (7, True, "third error")


@pytest.mark.parametrize("before", [0, 1])
def test_the_first_two_errors_end_nothing(before: int) -> None:
    """3.1: only the third does."""
    match = play_all(position("R4 ... | ...", fireworks="R2", errors=before), "play 1")
    assert (match.over, match.result, match.scores) == (False, None, [2, 2])


def test_three_misplays_from_the_deal_on() -> None:
    """3.1: three errors, whoever makes them."""
    match = play_all(dealt("W2 ... | R3 ... | B4 ..."), "play 1", "play 1")
    assert (match.over, errors(match)) == (False, 2)
    match.play("play 1")
    assert outcome(match)["reason"] == "third error"


@pytest.mark.parametrize("action", LATER)
def test_nothing_is_played_after_the_end(action: str) -> None:
    """3: after the end there is no action."""
    match = play_all(position("R4 ... | ...", fireworks="R2", errors=2), "play 1")
    assert_refused(match, action, "3")


# 3.2: all fireworks complete


@pytest.mark.parametrize("last", "WRBYG")
def test_the_last_five_ends_the_game_at_once_with_the_full_score(last: str) -> None:
    """3.2: All fireworks in play complete: it ends at once with the full score; nobody draws any more."""
    others = " ".join(f"{suit}5" for suit in "WRBYG" if suit != last)
    match = position(f"{last}5 ... | ...", fireworks=f"{others} {last}4", errors=2)
    left = deck_size(match)
    match.play("play 1")
    assert (match.over, match.actions(), match.scores) == (True, [], [25, 25])
    assert (deck_size(match), hand_sizes(match)) == (left, [4, 5])
    assert outcome(match) == {
        "reason": "all fireworks complete",
        "score": 25,
        "maximum": 25,
        "lost": False,
        "rating": "legendary",
        "announcement": "25",
    }


def test_four_complete_fireworks_are_not_all() -> None:
    """3.2: all fireworks in play."""
    match = play_all(position("R5 ... | ...", fireworks="W5 R4 B5 Y5 G4"), "play 1")
    assert not match.over


@pytest.mark.parametrize(("expansion", "points"), [({"multicolour": True}, 25), ({"black_powder": True}, 20)])
def test_an_expansion_firework_has_to_be_completed_too(expansion: dict[str, Any], points: int) -> None:
    """3.2: multicolour and black included."""
    match = play_all(position("R5 ... | ...", fireworks="W5 R4 B5 Y5 G5", **expansion), "play 1")
    assert (match.over, match.scores) == (False, [points, points])


def test_a_perfect_game_from_the_deal_on() -> None:
    """3.2: all fireworks complete before the deck is used up, in 25 turns."""
    match = dealt("W1 W2 W3 W4 W5 | R1 R2 R3 R4 R5", deck_top="B1 Y1 B2 Y2 B3 Y3 B4 Y4 B5 Y5 G1 G2 G3 G4 G5")
    for turn in range(25):
        assert (match.over, match.scores) == (False, [turn, turn])
        match.play("play 1")
    assert outcome(match)["reason"] == "all fireworks complete"
    assert match.scores == [25, 25]


# 3.3: the last round


def one_card_left(players: int, drawer: int, **more: Any) -> Match:
    """One card in the deck and the drawer to act, whose first card fits and whose second does not."""
    hands = ["R2 R4 ..." if seat == drawer else "..." for seat in range(1, players + 1)]
    return position(" | ".join(hands), fireworks="R1", deck="G5", to_act=drawer, **more)


SEATS = [(players, drawer) for players in PLAYERS for drawer in range(1, players + 1)]


@pytest.mark.parametrize(("players", "drawer"), SEATS)
@pytest.mark.parametrize("draw", ["discard 1", "play 1", "play 2"])
def test_each_player_has_one_more_turn_the_drawer_last(players: int, drawer: int, draw: str) -> None:
    """3.3: When the last card is drawn, each player has one more turn, the drawer included."""
    match = one_card_left(players, drawer, tokens=7)
    assert match.reveal()["turns_left"] is None
    match.play(draw)
    assert hand(match, drawer).endswith("G5")
    turns = []
    for left in range(players, 0, -1):
        assert (match.over, match.reveal()["turns_left"]) == (False, left)
        turns.append(match.to_act)
        match.play(f"hint {drawer} red" if match.to_act != drawer else f"hint {drawer % players + 1} red")
    assert turns == [(drawer + turn) % players + 1 for turn in range(players)]
    assert outcome(match)["reason"] == "last round over"


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("verb", ["play", "discard"])
def test_nobody_draws_in_the_last_round(players: int, verb: str) -> None:
    """3.3: nobody draws."""
    size = hand_size(players)
    match = play_all(one_card_left(players, 1, tokens=0), "discard 1")
    for turn in range(players):
        assert hand_sizes(match) == [size] + [size - 1] * turn + [size] * (players - 1 - turn)
        match.play("discard 1" if verb == "discard" or errors(match) == 2 else "play 1")
    assert match.over
    assert hand_sizes(match) == [size - 1] * players


def test_a_hint_draws_nothing_and_starts_no_last_round() -> None:
    """3.3: the last round begins when the last card is drawn, not while it lies there."""
    match = play_all(one_card_left(2, 1), "hint 2 red", "hint 1 red", "hint 2 red")
    assert (deck_size(match), match.reveal()["turns_left"], match.over) == (1, None, False)


def test_the_last_card_but_one_starts_no_last_round() -> None:
    """3.3: the last card."""
    match = play_all(position("... | ...", deck="G5 B5"), "discard 1")
    assert (deck_size(match), match.reveal()["turns_left"]) == (1, None)


def test_the_last_card_drawn_can_be_played_in_the_last_round() -> None:
    """3.3: the drawer has a turn after drawing it."""
    match = position("W1 ... | ...", fireworks="G4", deck="G5")
    play_all(match, "play 1", "hint 1 fives", "play 5")
    assert (match.over, fireworks(match), match.scores) == (True, "W1 G5", [6, 6])


def test_all_fireworks_can_be_completed_in_the_last_round() -> None:
    """3.2 in the last round: it ends at once, with turns left."""
    match = position("R5 ... | ... | ...", fireworks="W5 R4 B5 Y5 G5", deck="", turns_left=3)
    match.play("play 1")
    assert (outcome(match)["reason"], match.scores) == ("all fireworks complete", [25, 25, 25])


@pytest.mark.parametrize("turns_left", [1, 3])
def test_the_third_error_loses_in_the_last_round_too(turns_left: int) -> None:
    """3.1 in the last round, the last turn of all included."""
    match = position("R4 ... | ... | ...", fireworks="W5", deck="", errors=2, turns_left=turns_left)
    match.play("play 1")
    assert (outcome(match)["reason"], outcome(match)["lost"], match.scores) == ("third error", True, [0, 0, 0])


def test_the_last_play_of_all_counts() -> None:
    """3.3: a card played in the very last turn scores."""
    assert play_all(last_turn("R4 ... | ...", "R3 W2"), "play 1").scores == [6, 6]


def test_a_game_played_to_the_last_card_from_the_deal_on() -> None:
    """3.3: seat 1 hints, seat 2 discards until the deck of 40 is gone; then one turn each, and 80 + 2 turns in all."""
    match = dealt("... | ...")
    while not match.over:
        match.play("hint 2 ones" if match.to_act == 1 else "discard 1")
    assert match.ply == 82
    assert (outcome(match)["reason"], outcome(match)["lost"], match.scores) == ("last round over", False, [0, 0])


# 3.4: score and ratings


@pytest.mark.parametrize(
    ("tops", "score"), [("", 0), ("R1", 1), ("W5", 5), ("W1 R2 B3 Y4 G5", 15), ("W3 R3 B3 Y3 G3", 15), ("W4 R5 G2", 11)]
)
def test_the_score_is_the_sum_of_the_highest_cards(tops: str, score: int) -> None:
    """3.4: Score: the sum of the highest cards of the fireworks."""
    match = play_all(last_turn("... | ... | ...", tops), "hint 2 red")
    assert match.scores == [score] * 3
    assert (outcome(match)["score"], outcome(match)["announcement"]) == (score, str(score))


def test_the_score_as_it_stands() -> None:
    """3.4: the fireworks' points can be counted at any time."""
    match = position("... | ...", fireworks="R3 G2")
    assert (match.scores, match.reveal()["score"], match.view(2)["score"]) == ([5, 5], 5, 5)
    assert match.result is None


RATINGS = (
    ["risible"] * 6 + ["mediocre"] * 5 + ["honourable"] * 5 + ["excellent"] * 5 + ["extraordinary"] * 4 + ["legendary"]
)


@pytest.mark.parametrize(("score", "rating"), list(enumerate(RATINGS)))
def test_every_score_has_its_rating(score: int, rating: str) -> None:
    """3.4: 5 or less risible, 6-10 mediocre, 11-15 honourable, 16-20 excellent, 21-24 extraordinary, 25 legendary."""
    if score == 25:
        match = play_all(last_turn("G5 ... | ...", lit(24)), "play 1")
    else:
        match = play_all(last_turn(fireworks=lit(score)), "hint 2 red")
    assert (outcome(match)["score"], outcome(match)["rating"]) == (score, rating)
    assert outcome(match)["lost"] is False
