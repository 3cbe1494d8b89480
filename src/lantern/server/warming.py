"""Compiled rules are read from disk in a thread beside the server, each game as soon as it is there."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

import lantern
from lantern.players.preparing import is_compiled, use


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
