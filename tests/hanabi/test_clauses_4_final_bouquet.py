"""Chapter 4 of the rules of Hanabi: the variant Final Bouquet."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from tests.hanabi.box import COLOURS, VALUES, hints
from tests.hanabi.shown import deck_size, discards, errors, hand_sizes, outcome, tokens
from tests.hanabi.table import position
from tests.matches import play_all
from tests.refusals import assert_refused

NEARLY = "W5 R4 B5 Y5 G4"
"""Only the red 5 and the green 5 are missing."""


def bouquet(hands: str, **more: Any) -> Match:
    """A position of Final Bouquet."""
    return position(hands, final_bouquet=True, **more)


# 4.1: perfect or lost


@pytest.mark.parametrize("others", ["B1 B2 B3 B4 Y1", "B1 B2 B3 B4 Y4 | Y1 Y2 Y3 G1 G2"])
def test_the_game_goes_on_when_the_deck_is_empty(others: str) -> None:
    """4.1: The game does not end with the deck."""
    match = bouquet(f"W1 W2 W3 R5 G5 | {others}", fireworks=NEARLY, deck="W4", tokens=0)
    match.play("discard 1")
    for _ in range(2 * len(match.scores)):
        assert (match.over, match.reveal()["turns_left"], deck_size(match)) == (False, None, 0)
        match.play("discard 1")
    assert not match.over


def test_a_game_won_with_the_deck_long_empty() -> None:
    """4.1: until every firework is complete (won). Hands shrink on the way (4.2)."""
    hands = "W1 W1 W2 B1 R4 | W3 W4 G4 G5 B2"
    match = bouquet(hands, fireworks="W5 R3 B5 Y5 G3", deck="R5", tokens=0)
    sizes = []
    for action in ["discard 1", "discard 1", "play 4", "play 2", "play 4", "play 2"]:
        assert not match.over
        match.play(action)
        sizes.append(hand_sizes(match))
    assert sizes == [[5, 5], [5, 4], [4, 4], [4, 3], [3, 3], [3, 2]]
    assert outcome(match) == {
        "reason": "all fireworks complete",
        "score": 25,
        "maximum": 25,
        "lost": False,
        "rating": "perfect",
        "announcement": "25",
    }


@pytest.mark.parametrize(("keep", "score"), [(False, 0), (True, 11)])
def test_the_third_error_loses(keep: bool, score: int) -> None:
    """4.1: or the third error; the points are kept with `score_on_loss`."""
    match = bouquet("R1 ... | ...", fireworks="W5 R4 B2", errors=2, score_on_loss=keep)
    match.play("play 1")
    ended = outcome(match)
    assert (ended["reason"], ended["lost"], ended["rating"], ended["score"]) == ("third error", True, "lost", score)
    assert match.scores == [score, score]


LOSSES = [
    ("R5", "", "R4"),
    ("R5", "", ""),
    ("R4", "R4", "R3"),
    ("R3", "R3", "R1"),
    ("R2", "R2", ""),
    ("R1", "R1 R1", ""),
    ("G3", "G3", "W5 R5"),
]


@pytest.mark.parametrize(("last", "gone", "lit"), LOSSES)
def test_discarding_the_last_copy_of_a_missing_card_loses_at_once(last: str, gone: str, lit: str) -> None:
    """4.1: all copies of a card still missing from its firework lie in the discards (lost at once): nobody draws."""
    match = bouquet(f"{last} ... | ...", fireworks=lit, discards=gone)
    left = deck_size(match)
    match.play("discard 1")
    ended = outcome(match)
    assert (ended["reason"], ended["lost"], ended["rating"], ended["score"]) == ("card lost", True, "lost", 0)
    assert (match.actions(), match.scores, match.reveal()["end"]) == ([], [0, 0], "card lost")
    assert (deck_size(match), hand_sizes(match)) == (left, [4, 5])


@pytest.mark.parametrize(("last", "gone", "lit"), [("R5", "", ""), ("R5", "", "R3"), ("R3", "R3", "R1")])
def test_misplaying_the_last_copy_of_a_missing_card_loses_at_once(last: str, gone: str, lit: str) -> None:
    """4.1: a misplayed card lies in the discards as well."""
    match = bouquet(f"{last} ... | ...", fireworks=lit, discards=gone)
    match.play("play 1")
    assert (outcome(match)["reason"], errors(match), hand_sizes(match)) == ("card lost", 1, [4, 5])


def test_the_last_copy_misplayed_as_third_error_loses() -> None:
    """4.1: lost either way."""
    match = play_all(bouquet("R5 ... | ...", errors=2), "play 1")
    assert (outcome(match)["lost"], outcome(match)["rating"], match.scores) == (True, "lost", [0, 0])


@pytest.mark.parametrize(
    ("card", "gone", "lit"),
    [("R3", "", "R2"), ("R1", "R1", ""), ("R3", "", "R3"), ("R1", "R1", "R1"), ("R4", "", "R5"), ("W2", "R2", "")],
)
def test_a_card_not_missing_or_with_a_copy_left_may_be_discarded(card: str, gone: str, lit: str) -> None:
    """4.1: only the last copy, and only of a card still missing from its firework."""
    match = play_all(bouquet(f"{card} ... | ...", fireworks=lit, discards=gone), "discard 1")
    assert (match.over, match.to_act) == (False, 2)


@pytest.mark.parametrize("tile", ["return", "rekindle"])
@pytest.mark.parametrize("action", ["discard 1", "play 1"])
def test_a_bonus_tile_to_come_saves_nothing(tile: str, action: str) -> None:
    """4.1: Ruling: lost even if a bonus tile could bring one back."""
    match = play_all(bouquet("R5 ... | ...", fireworks="R3 W4", flares=True, tiles=[tile]), action)
    assert outcome(match)["reason"] == "card lost"


def test_a_lost_card_keeps_the_points_where_the_table_says_so() -> None:
    """4.1 and 3.1: option `score_on_loss`."""
    match = play_all(bouquet("R5 ... | ...", fireworks="R3 W4", score_on_loss=True), "discard 1")
    assert (match.scores, outcome(match)["lost"], outcome(match)["rating"]) == ([7, 7], True, "lost")


def test_without_the_variant_a_lost_card_ends_nothing() -> None:
    """4.1: only in Final Bouquet."""
    match = play_all(position("R5 ... | ...", fireworks="R4"), "discard 1")
    assert (match.over, discards(match)) == (False, "R5")


# 4.2: hands shrink


@pytest.mark.parametrize("verb", ["play", "discard"])
def test_a_hand_shrinks_when_there_is_nothing_to_draw(verb: str) -> None:
    """4.2: Hands shrink; the last position is empty."""
    match = bouquet("W1 W2 R5 G5 B1 | B1 B2", fireworks=NEARLY, deck="", tokens=0)
    play_all(match, f"{verb} 1", "discard 1")
    assert hand_sizes(match) == [4, 1]
    assert_refused(match, f"{verb} 5", "1.3")


def test_without_card_and_token_one_passes() -> None:
    """4.2: a player with no legal action at all (no card, no token) passes; nothing else happens."""
    match = bouquet(" | R5 | G5", fireworks=NEARLY, deck="", tokens=0)
    assert match.actions() == ["pass"]
    before = match.reveal()
    match.play("pass")
    after = match.reveal()
    assert match.to_act == 2
    assert {key for key in before if before[key] != after[key]} <= {"to_act", "last"}


@pytest.mark.parametrize("action", ["play 1", "discard 1"])
def test_without_card_nothing_can_be_played_or_discarded(action: str) -> None:
    """4.2: an empty hand has no position."""
    assert_refused(bouquet(" | R5 G5", fireworks=NEARLY, deck="", tokens=0), action, "1.3")


@pytest.mark.parametrize("action", ["hint 2 red", "hint 2 fives"])
def test_without_token_no_hint_even_for_an_empty_hand(action: str) -> None:
    """4.2 and 2.1: no token, no hint."""
    assert_refused(bouquet(" | R5 G5", fireworks=NEARLY, deck="", tokens=0), action, "2.1")


@pytest.mark.parametrize("held", [1, 8])
def test_without_card_but_with_a_token_one_has_to_hint(held: int) -> None:
    """4.2: passing is for a player with no legal action at all."""
    match = bouquet(" | R5 G5", fireworks=NEARLY, deck="", tokens=held)
    assert match.actions() == hints([2], COLOURS + VALUES)
    assert_refused(match, "pass", "2")


def test_without_token_but_with_a_card_one_has_to_play_or_discard() -> None:
    """4.2: passing is for a player with no legal action at all."""
    match = bouquet("R5 | G5", fireworks=NEARLY, deck="", tokens=0)
    assert sorted(match.actions()) == ["discard 1", "play 1"]
    assert_refused(match, "pass", "2")


def test_a_player_without_cards_passes_and_hints_until_the_others_win() -> None:
    """4.1 and 4.2: the game goes on, however often somebody passes."""
    match = bouquet(" | W1 W2 R5", fireworks="W5 R4 B5 Y5 G5", deck="", tokens=0)
    play_all(match, "pass", "discard 1", "hint 2 red", "discard 1", "hint 2 fives")
    assert (match.over, tokens(match)) == (False, 0)
    match.play("play 1")
    assert outcome(match)["rating"] == "perfect"
