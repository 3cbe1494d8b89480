"""While a bot that thinks is not compiled, and nobody waits for that, a quick one stands in for it and says so."""

from __future__ import annotations

import pytest

import lantern
from lantern.kernel.game import Game
from lantern.players import CLUB, EXPERT, bot, player
from lantern.players.advice import judge
from lantern.players.advice.judge import Judge
from lantern.players.hanabi import judging
from lantern.players.player import Player, seen_from

GAMES = [lantern.game(name) for name in lantern.names()]


@pytest.fixture
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and nobody waits."""
    for module in (player, judge, judging):
        monkeypatch.setattr(module, "is_at_hand", lambda *given: False)
    for module in (player, judging):
        monkeypatch.setattr(module, "is_hurried", lambda: True)


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_club_stands_in_for_the_expert(game: Game) -> None:
    match = game.match(3, seed=5)
    for seed in range(6):
        expert, club = Player(game, bot(game, EXPERT), seed), Player(game, bot(game, CLUB), seed)
        action = expert.choose(match)
        assert action == club.choose(match)
        assert expert.stood_in
        assert not club.stood_in, "who answers at once plays by plain rules"
        match.play(action)


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_judge_proposes_and_weighs_nothing(game: Game) -> None:
    match = game.match(3, seed=5)
    assert match.to_act is not None
    adviser, seat = Judge(game), match.to_act - 1
    seen = seen_from(match, seat, adviser.watches)
    opinion = adviser.judge(seen, seat)
    assert opinion.stood_in
    assert match.why_not(opinion.best) is None
    assert (opinion.worths, opinion.chances) == ({}, [])
    assert adviser.judge(seen, seat) == opinion, "it holds the same opinion whenever it sees the same"


def test_who_waits_is_never_stood_in_for() -> None:
    game = lantern.game("han")
    expert = Player(game, bot(game, f"{EXPERT}:rounds=2"), 1)
    expert.choose(game.match(3, seed=5))
    assert not expert.stood_in
