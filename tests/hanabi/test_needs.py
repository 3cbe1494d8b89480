"""What two who play by hats say by hinting, and by not hinting: the partner needs to be told something, or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from lantern.games.hanabi.board import VALUES
from lantern.players.hanabi.hats.bot import HATS
from lantern.players.hanabi.hats.thinking import EXPERT
from tests.hanabi.box import GAME, SUITS
from tests.hanabi.table import position
from tests.hanabi.test_hats import Watcher, at_a_table

ONES, FIVES = ({f"{suit}{value}" for suit in "WRBYG"} for value in (1, 5))
HARDLY = EXPERT.with_settings({"rounds": 1, "deck": 1}, "expert:hardly")


def knowing(match: Match, seat: int, place: int, *told: str) -> Match:
    """The same position, in which a seat has been told something of a card."""
    data = match.reveal()
    data["hands"][seat - 1][place - 1]["told"] = [*told]
    return GAME.position(data)


def chosen(match: Match) -> str:
    """What the seat to act does by hats, thinking ahead or not."""
    (action,) = {player.choose(match) for player in at_a_table([HATS, HARDLY], 1)}
    return match.words.write_action(action)


def believed(watcher: Watcher, seat: int, place: int) -> set[str]:
    """What a card may be, as all at the table know."""
    word, letters = int(watcher.memory["possible"][0, seat - 1, place - 1]), list(SUITS)
    return {
        f"{letter}{value + 1}"
        for suit, letter in enumerate(letters)
        for value in range(VALUES)
        if word >> (suit * VALUES + value) & 1
    }


def with_a_play(partner: str, **more: Any) -> Match:
    """Seat 1 knows of a red 1 that it can play; what its partner holds, nobody has told it."""
    return knowing(position(f"B4 R1 Y4 G4 B3 | {partner}", **more), 1, 2, "red", "ones")


def told(match: Match, action: str) -> Watcher:
    """What all know after an action, none of which is wrong."""
    watcher = Watcher(match, 1)
    match.play(action)
    assert not watcher.see(match)
    return watcher


@pytest.mark.parametrize("empty_hints", [True, False])
def test_a_last_card_that_is_about_to_be_discarded_is_told_before_a_play(empty_hints: bool) -> None:
    assert chosen(with_a_play("W5 R3 R4 Y3 G3", empty_hints=empty_hints)).startswith("hint 2")
    assert chosen(with_a_play("W4 R3 R4 Y3 G5", empty_hints=empty_hints)) == "play 2"


def test_with_tokens_to_spare_no_card_is_about_to_be_discarded() -> None:
    assert chosen(with_a_play("W5 R3 R4 Y3 G3", tokens=5)) == "play 2"


@pytest.mark.parametrize("empty_hints", [True, False])
def test_who_plays_says_that_the_partner_has_no_play_and_will_discard_no_last_card(empty_hints: bool) -> None:
    match = with_a_play("W4 R3 R4 Y3 G5", empty_hints=empty_hints)
    watcher = told(match, "play 2")
    assert not believed(watcher, 2, 1) & (ONES | FIVES)
    assert not believed(watcher, 2, 5) & ONES
    assert "G5" in believed(watcher, 2, 5)


def test_who_hints_says_that_the_partner_needs_it() -> None:
    """It holds nothing to play, so it is the card that it would have discarded."""
    match = with_a_play("W5 R3 R4 Y3 G3")
    watcher = told(match, chosen(match))
    assert "W5" in believed(watcher, 2, 1) <= FIVES
    assert all(not believed(watcher, 2, place) & ONES for place in range(1, 6))


def test_a_card_to_play_is_told_before_a_last_card() -> None:
    match = with_a_play("W5 R3 R4 Y1 G3")
    watcher = told(match, chosen(match))
    assert "Y1" in believed(watcher, 2, 4) <= ONES


def test_where_few_numbers_can_be_said_a_hint_tells_the_likeliest_plays_first() -> None:
    """Four numbers: three cards that are likely to fit, and all else."""
    match = with_a_play("W5 R3 R4 Y3 G1", empty_hints=False)
    assert "G1" in believed(told(match, chosen(match)), 2, 5) <= ONES
    match = with_a_play("W5 R3 R4 Y3 G3", empty_hints=False)
    watcher = told(match, chosen(match))
    assert sum(not believed(watcher, 2, place) & ONES for place in range(1, 6)) >= 3


ALIKE = {"R5 R3 R4 R2 R2": "red", "W5 B5 R5 Y5 G5": "fives", "W1 R1 B1 Y1 G1": "ones"}


@pytest.mark.parametrize("hand", ALIKE)
def test_where_no_hint_passes_by_a_card_one_that_touches_all_cards_says_no_number(hand: str) -> None:
    match = with_a_play(hand, empty_hints=False)
    watcher = told(match, f"hint 2 {ALIKE[hand]}")
    assert len({frozenset(believed(watcher, 2, place)) for place in range(1, 6)}) == 1


@pytest.mark.parametrize("hand", ALIKE)
def test_who_holds_cards_all_alike_is_told_nothing_wrong(hand: str) -> None:
    match = with_a_play(hand, empty_hints=False)
    action = chosen(match)
    assert action.startswith("hint 2")
    told(match, action)


def in_the_last_turn(hands: str, errors: int) -> Match:
    """One turn is left, and the green 5 is missing."""
    return position(hands, fireworks="W5 R5 B5 Y5 G4", deck="", turns_left=1, errors=errors)


@pytest.mark.parametrize(("errors", "plays"), [(0, True), (1, True), (2, False)])
def test_in_the_last_turn_the_likeliest_card_is_played_unless_an_error_would_lose_all(errors: int, plays: bool) -> None:
    assert chosen(in_the_last_turn("G5 W3 R3 B3 Y3 | W2 R2 B2 Y2 G2", errors)).startswith("play") is plays


def test_nobody_tries_a_card_that_can_not_fit() -> None:
    assert not chosen(in_the_last_turn("G3 W3 R3 B3 Y3 | W2 R2 B2 Y2 G5", 0)).startswith("play")
