"""Compiled rules are read from disk in a thread beside the server, each game as soon as it is there."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

import lantern
from lantern.kernel.game import Game
from lantern.kernel.record import new_records
from lantern.kernel.rng import MatchStream
from lantern.kernel.rule import is_prepared
from lantern.players.reasons import proposed


def is_compiled(game: Game) -> bool:
    """Whether the rules of a move, which are most of what a table needs, are on disk."""
    return is_prepared(game.engine.step, game.records(game.options(), 1), new_records(MatchStream, 1), 0)


def use(game: Game) -> None:
    """Do once all that is done at a table."""
    match = game.match(seed=1)
    assert match.to_act is not None
    action = match.numbers()[0]
    match.why_not(action)
    proposed(game, match.concealed(match.to_act - 1), action)
    match.play(action)
    match.view(match.to_act)
    match.view(None)
    match.breakdown()


async def read_in(wait_for: Callable[[str], Awaitable[None]]) -> None:
    """Have all games ready in this process, those that are on disk first; others are waited for by their names."""
    games = [lantern.game(name) for name in lantern.names()]
    there = {game.name: await asyncio.to_thread(is_compiled, game) for game in games}
    for game in sorted(games, key=lambda game: not there[game.name]):
        if not there[game.name]:
            await wait_for(game.name)
        await asyncio.to_thread(use, game)
    await asyncio.to_thread(_settle)


def _settle() -> None:
    """What is there now stays: the collector need not walk through it while people wait."""
    gc.collect()
    gc.freeze()
