"""Compiled rules are read from disk in a thread beside the server, each game as soon as it is there.

Nobody waits for that thread, neither who plays nor who closes the server: so it waits for a slow disk.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

import lantern
from lantern.kernel.game import Game
from lantern.kernel.haste import waiting_for_disks
from lantern.players.compiling import is_compiled, use
from lantern.server.bots.workers import aside


async def read_in(wait_for: Callable[[str], Awaitable[None]]) -> None:
    """Have all games ready in this process, those that are on disk first; others are waited for by their names."""
    games = [lantern.game(name) for name in lantern.names()]
    there = {game.name: await aside(_is_there, game) for game in games}
    for game in sorted(games, key=lambda game: not there[game.name]):
        if not there[game.name]:
            await wait_for(game.name)
        await aside(_use, game)
    await asyncio.to_thread(_freeze)


def _is_there(game: Game) -> bool:
    with waiting_for_disks():
        return is_compiled(game)


def _use(game: Game) -> None:
    with waiting_for_disks():
        use(game)


def _freeze() -> None:
    """What is there now stays: the collector need not walk through it while people wait."""
    gc.collect()
    gc.freeze()
