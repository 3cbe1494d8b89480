"""Judges: what they think is best is legal, follows from what they see, and from nothing else."""

from __future__ import annotations

from functools import cache

import pytest

import lantern
from lantern.kernel.game import Match
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.players import bot
from lantern.players.advice.judge import Judge, Judgement, Searching, seed_of
from lantern.players.advice.review import review
from tests.compile import TESTED

SEARCHED = [game for game, name in TESTED if name == "expert" and not lantern.game(game).sheet.team]
ROUNDS = 6


@cache
def middle(game: str, moves: int = 12) -> Match:
    """A position of a match with three players, at which there is a choice."""
    match = lantern.game(game).match(3, seed=8)
    while match.ply < moves or len(match.numbers()) < 2:
        numbers = match.numbers()
        match.play(numbers[match.ply * 5 % len(numbers)])
    return match


def other_world(match: Match, seat: int) -> Records:
    """A world that a seat, from 0, can't tell from the match."""
    world, chance = match.concealed(seat), new_records(Stream, 1)
    seed_all(chance, 5, CHOICE, 0, 1)
    match.game.engine.determinize(world, seat, chance)
    return world


def opinion(match: Match, rounds: int = ROUNDS) -> Judgement:
    assert match.to_act is not None
    seen = match.concealed(match.to_act - 1)
    return Searching(match.game, rounds).judge(seen, match.to_act - 1, seed_of(seen))


@pytest.mark.parametrize("game", SEARCHED)
def test_the_search_says_what_it_found(game: str) -> None:
    match = middle(game)
    found = opinion(match)
    assert found.best in match.numbers()
    assert set(found.worths) <= set(match.numbers())
    assert sum(visits for _, visits in found.worths.values()) == ROUNDS
    assert all(0 <= worth <= 1 for worth, _ in found.worths.values())
    assert max(visits for _, visits in found.worths.values()) == found.worths[found.best][1]
    assert len(found.chances) == 3
    assert sum(found.chances) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("game", SEARCHED)
def test_an_opinion_follows_from_what_is_seen(game: str) -> None:
    match = middle(game)
    assert match.to_act is not None
    assert opinion(match) == opinion(match)
    world = other_world(match, match.to_act - 1)
    assert world.tobytes() != match.state.tobytes(), "something is hidden"
    match.game.engine.conceal(world, match.to_act - 1)
    assert Searching(match.game, ROUNDS).judge(world, match.to_act - 1, seed_of(world)) == opinion(match)


def test_the_seed_follows_from_what_was_seen_last() -> None:
    match = middle("hanabi")
    assert seed_of(match.watched(0)) == seed_of(match.concealed(0))
    assert seed_of(match.concealed(0)) != seed_of(match.concealed(1))


def test_where_there_is_no_choice_nothing_is_thought() -> None:
    match = lantern.game("han").match(2, seed=3)
    while len(match.numbers()) > 1:
        match.play(match.numbers()[0])
    assert opinion(match) == Judgement(match.numbers()[0], {}, [])


@pytest.mark.parametrize("game", lantern.names())
def test_every_game_has_a_judge_that_sees_as_much_as_the_bot_behind_it(game: str) -> None:
    behind = bot(lantern.game(game), "club" if lantern.game(game).sheet.team else "expert")
    assert Judge(lantern.game(game)).watches == behind.watches


def test_a_match_is_reviewed_by_the_search() -> None:
    class Short(Judge):
        def __init__(self) -> None:
            self._opinion = Searching(lantern.game("han"), 3)

    match = lantern.game("han").match(2, seed=3)
    for _ in range(5):
        match.play(match.numbers()[0])
    found = review(match, Short())
    assert len(found["chances"]) == 6
    assert found["chances"][1] == found["chances"][2], "the second decision was none"
    assert [decision["ply"] for decision in found["decisions"]] == [1, 3, 4]
    assert review(match, Short()) == found
