"""What actions are worth in Hanabi: tried in worlds that fit what is seen, and played on by careful partners."""

from __future__ import annotations

from functools import cache

import pytest

import lantern
from lantern.kernel.engine import CHOICE, seed_all
from lantern.kernel.match import Match
from lantern.kernel.record import new_records
from lantern.kernel.rng import Stream
from lantern.players.hanabi import judging
from lantern.players.hanabi.judging import Judging
from lantern.players.judge import Judgement, seed_of
from tests.hanabi.table import last_turn

HANABI = lantern.game("hanabi")
WORLDS = 2


@cache
def near_the_end(**options: bool) -> Match:
    """A game of which little is left: all have discarded."""
    match = HANABI.match(3, seed=6, **options)
    while len(match.reveal()["deck"]) > 1:
        action = "discard 1" if "discard 1" in match.actions() else match.actions()[-1]
        match.play(action)
    return match


def opinion(match: Match, worlds: int = WORLDS, usual: str = "beginner") -> Judgement:
    assert match.to_act is not None
    seen = match.concealed(match.to_act - 1)
    return Judging(HANABI, worlds, usual).judge(seen, match.to_act - 1, seed_of(seen))


@pytest.mark.parametrize("options", [{}, {"multicolour": True, "flares": True}, {"black_powder": True}], ids=str)
def test_every_legal_action_is_tried_as_often(options: dict[str, bool]) -> None:
    match = near_the_end(**options)
    found = opinion(match)
    assert sorted(found.worths) == match.numbers()
    assert {tries for _, tries in found.worths.values()} == {WORLDS}
    assert found.best in match.numbers()
    assert found.chances == [found.worths[found.best][0]]


def test_an_opinion_follows_from_what_is_seen() -> None:
    match = near_the_end()
    assert match.to_act is not None
    found = opinion(match)
    assert opinion(match) == found
    world, chance = match.concealed(match.to_act - 1), new_records(Stream, 1)
    seed_all(chance, 3, CHOICE, 0, 1)
    HANABI.engine.determinize(world, match.to_act - 1, chance)
    assert world.tobytes() != match.state.tobytes()
    HANABI.engine.conceal(world, match.to_act - 1)
    assert Judging(HANABI, WORLDS, "beginner").judge(world, match.to_act - 1, seed_of(world)) == found


def test_another_action_is_best_only_if_it_does_clearly_better(monkeypatch: pytest.MonkeyPatch) -> None:
    match = near_the_end()
    for usual in ("random", "beginner"):
        monkeypatch.setattr(judging, "CLEARLY", 100.0)
        stays = opinion(match, usual=usual)
        monkeypatch.setattr(judging, "CLEARLY", 0.0)
        best = opinion(match, usual=usual)
        assert best.worths == stays.worths
        assert best.chances[0] == max(worth for worth, _ in best.worths.values())
        assert stays.worths[stays.best][0] <= best.chances[0]


def test_on_the_last_turn_actions_are_worth_what_they_score() -> None:
    """A card that is known to be the red five, and any other that is thrown away; the deck is empty."""
    data = last_turn("R5 ... | ...", fireworks="R4 W2").reveal()
    data["hands"][0][0]["told"] = ["red", "fives"]
    match = HANABI.position(data)
    found = opinion(match, 4)
    worths = {match.words.write_action(action): worth for action, (worth, _) in found.worths.items()}
    assert match.words.write_action(found.best) == "play 1"
    assert (worths["play 1"], worths["discard 1"], worths["discard 2"]) == (7, 6, 6)
    assert found.chances == [7]
