"""Bots are compiled ahead of time, in a process of its own and in the background, so that few tables have to wait.

What is compiled lies on disk; those who think read it from there. Where everything is on disk already, this takes
seconds. A bot that somebody waits for is the next.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

import structlog

import lantern
from lantern.players import LEVELS, levels
from lantern.server import thinking
from lantern.server.scheduling import Claim
from lantern.server.thinking import JUDGE, Pair
from lantern.server.workers import Workers, text_of

NICE = 10
"""How far compiling stands back behind those who serve and think."""
LONG_S = 5.0
"""What takes longer than this to load was compiled, and is written to the log."""

log = structlog.get_logger()


def all_pairs() -> list[Pair]:
    """Every level of every game and the judges, what most people meet first."""
    games = [lantern.game(name) for name in lantern.names()]
    chosen = [(game.name, level) for level in LEVELS for game in games if level in levels(game)]
    return chosen + [(game.name, JUDGE) for game in games]


class Preparer:
    """Loads bots one after another."""

    def __init__(self, pairs: Iterable[Pair] | None = None) -> None:
        self._left: list[Pair] = [*all_pairs()] if pairs is None else [*pairs]
        self._ready = {pair: asyncio.Event() for pair in self._left}
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, in the background."""
        self._task = asyncio.create_task(self._run())

    async def have(self, pair: Pair) -> None:
        """Wait until a bot is loaded that is to be, before the others."""
        if pair in self._ready:
            if pair in self._left:
                self._left.remove(pair)
                self._left.insert(0, pair)
            await self._ready[pair].wait()

    async def _run(self) -> None:
        workers, began = Workers(1, nice=NICE), time.monotonic()
        log.info("bots_preparing", bots=len(self._left))
        try:
            await workers.start()
            while self._left:
                await self._load(workers, self._left.pop(0))
            log.info("bots_ready", seconds=round(time.monotonic() - began, 1))
        except Exception as error:  # then those who think load for themselves
            log.warning("bots_not_ready", error=text_of(error))
        finally:
            for event in self._ready.values():
                event.set()
            self._ending = asyncio.create_task(workers.close())

    async def _load(self, workers: Workers, pair: Pair) -> None:
        game, bot = pair
        data = lantern.game(game).match(seed=1).concealed(0).tobytes()
        maker = thinking.judge_by_name if bot == JUDGE else thinking.by_name
        began = time.monotonic()
        try:
            async with workers.one(pair, Claim(game)) as worker:
                error = await worker.ask(thinking.LOADING_S, thinking.load, maker, pair, data)
        finally:
            self._ready[pair].set()
        seconds = round(time.monotonic() - began, 1)
        if error is not None:
            log.warning("bot_not_ready", game=game, bot=bot, error=error)
        elif seconds > LONG_S:
            log.info("bot_ready", game=game, bot=bot, seconds=seconds)

    async def close(self) -> None:
        """Stop; what is being compiled is given up."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._ending is not None:
            await self._ending
