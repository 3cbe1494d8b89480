"""`greedy`, which plays at the club: what it does in a position, and how many games it wins."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from lantern import Game, Match
from lantern.kernel.rule import PLAIN
from lantern.players.player import Player, seat
from tests.matches import outcome

in_many_games = pytest.mark.skipif(PLAIN, reason="so many games take too long in plain Python")


@cache
def player(game: Game, name: str = "club") -> Player:
    """A bot of a game."""
    return seat(game, name, 1)


def chosen(match: Match) -> str:
    """What `greedy` does here, in words; it must be legal."""
    number = player(match.game).choose(match)
    assert number in match.numbers()
    return match.words.write_action(number)


def games_won(game: Game, games: int, players: int, **options: Any) -> int:
    """Games that `greedy` wins alone against random players, from every seat in turn."""
    won = 0
    for seed in range(games):
        own, match = seed % players + 1, game.match(players=players, seed=seed, **options)
        while not match.over:
            match.play(player(game, "club" if match.to_act == own else "random").choose(match))
        won += outcome(match)["winners"] == [own]
    return won
