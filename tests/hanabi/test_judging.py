"""What actions are worth in Hanabi: tried in worlds that fit what is seen and meant, and played on by the club."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import lantern
from lantern.games.hanabi.board import KIND_NAMES
from lantern.kernel.game import Match
from lantern.kernel.record import copy_of, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import plainly
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.players.advice.judge import Judgement, seed_of
from lantern.players.hanabi import judging
from lantern.players.hanabi.judging import TRIAL, WORLD, Judging, better_half, deal_back, deal_world, note_match
from lantern.players.hanabi.mind import Mind
from tests.hanabi.table import last_turn, position
from tests.matches import play_all
from tests.players.retold import retold
from tests.tables import Table, all_tables, at, played, seeds
from tests.worlds import deal

HANABI = lantern.game("hanabi")
ONCE = 1


@cache
def near_the_end(**options: Any) -> Match:
    """A game of which two turns are left: both have discarded and drawn the last cards."""
    return play_all(position("... | ...", deck="W1 B1", tokens=0, **options), "discard 1", "discard 3")


def opinion(match: Match, playouts: int = ONCE, usual: str = "beginner") -> Judgement:
    assert match.to_act is not None
    seen = match.watched(match.to_act - 1)
    return Judging(HANABI, playouts, usual).judge(seen, match.to_act - 1, seed_of(seen))


def worths(match: Match, found: Judgement) -> dict[str, float]:
    """[action in words] what it is worth."""
    return {match.words.write_action(action): worth for action, (worth, _) in found.worths.items()}


@pytest.mark.parametrize("options", [{}, {"multicolour": True, "flares": True}, {"black_powder": True}], ids=str)
def test_every_legal_action_is_tried_and_the_better_ones_more_often(options: dict[str, bool]) -> None:
    match = near_the_end(**options)
    found = opinion(match)
    assert sorted(found.worths) == match.numbers()
    assert found.chances == [found.worths[found.best][0]]
    tries = sorted(tries for _, tries in found.worths.values())
    assert tries[0] == 1
    assert tries.count(1) >= len(tries) // 2 - 1
    assert found.worths[found.best][1] == tries[-1] > 2


def test_the_better_half_goes_on_and_what_was_chosen() -> None:
    points = {7: 3, 8: 5, 9: 4, 10: 1, 11: 2}
    assert better_half(points, [7, 8, 9, 10, 11], 9) == [8, 9]
    assert better_half(points, [7, 8, 9, 10, 11], 10) == [8, 9, 10]


def test_an_opinion_follows_from_what_is_seen() -> None:
    match = near_the_end()
    assert match.to_act is not None
    other = retold(match, match.to_act - 1, deal(match, match.to_act - 1, 3))
    assert other.state.tobytes() != match.state.tobytes()
    assert opinion(match) == opinion(match) == opinion(other)


def test_another_action_is_best_only_if_it_does_clearly_better(monkeypatch: pytest.MonkeyPatch) -> None:
    match = near_the_end()
    for usual in ("random", "beginner"):
        monkeypatch.setattr(judging, "CLEARLY", 100.0)
        stays = opinion(match, usual=usual)
        monkeypatch.setattr(judging, "CLEARLY", 0.0)
        best = opinion(match, usual=usual)
        assert best.worths == stays.worths
        most = max(tries for _, tries in best.worths.values())
        assert best.chances[0] == max(worth for worth, tries in best.worths.values() if tries == most)
        assert stays.worths[stays.best][0] <= best.chances[0]


def test_on_the_last_turn_actions_are_worth_what_they_score() -> None:
    """A card that is known to be the red five, and any other that is thrown away; the deck is empty."""
    data = last_turn("R5 ... | ...", fireworks="R4 W2").reveal()
    data["hands"][0][0]["told"] = ["red", "fives"]
    match = HANABI.position(data)
    found = opinion(match)
    assert match.words.write_action(found.best) == "play 1"
    assert [worths(match, found)[action] for action in ("play 1", "discard 1", "discard 2")] == [7, 6, 6]
    assert found.chances == [7]


def test_a_hint_is_worth_what_the_club_makes_of_it() -> None:
    """Red points at the red 1, and to say which cards are threes does not."""
    match = position("W4 B4 | W3 R4 B4 R1 G4", deck="", turns_left=2, tokens=1)
    found = worths(match, opinion(match))
    assert (found["hint 2 red"], found["hint 2 threes"], found["discard 1"]) == (1, 0, 0)


def test_worlds_fit_what_hints_mean() -> None:
    match = play_all(position("... | W3 R4 B4 R1 G4", fireworks="W1"), "hint 2 red")
    seen, notes, choice = match.watched(1), new_records(Mind, 1), new_records(Stream, 1)
    scratch = new_records(HANABI.sheet.state, TRIAL + 1)
    seed_all(choice, 1, CHOICE, 0, 1)
    plainly(note_match)(notes[0], seen, 1)
    for _ in range(5):
        plainly(deal_world)(notes[0], seen[-1], 1, scratch, choice[0])
        assert KIND_NAMES[scratch[WORLD].hand[1, 3]] == "red 1"
        assert KIND_NAMES[scratch[WORLD].hand[1, 1]].startswith("red")


@pytest.mark.parametrize("table", all_tables(HANABI)[::4], ids=str)
def test_who_is_shown_a_hand_knows_what_it_was_before(table: Table) -> None:
    match = played(table, seeds(table)[0])
    shown = np.concatenate([at(match, ply).state for ply in range(match.ply + 1)])
    for seat in range(table.options["players"]):
        past = copy_of(match.watched(seat))
        past[-1:] = match.state
        plainly(deal_back)(past, seat)
        assert past["hand"].tobytes() == shown["hand"].tobytes()
