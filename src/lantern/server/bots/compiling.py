"""Games and bots are compiled in the background, in processes of their own, so that nobody has to wait for it.

What is compiled lies on disk; who serves and who thinks read it from there, and do without until it is there
(`kernel.haste`). Where everything is on disk already, this takes seconds. What somebody plays with is the next.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

import structlog

import lantern
from lantern.kernel import cache, waiting
from lantern.kernel.batch import cores
from lantern.players import LEVELS, levels
from lantern.players.advice.judge import is_judged
from lantern.players.compiling import JUDGE, NICE, RULES, Pair, make_ready, share
from lantern.server.bots import thinking
from lantern.server.bots.fair_queue import Claim
from lantern.server.bots.workers import Workers, text_of
from lantern.server.tasks import ended

TRIES = 2
"""How often something is compiled whose process is lost."""
LONG_S = 5.0
"""What takes longer than this to load was compiled, and is written to the log."""

log = structlog.get_logger()


def all_pairs() -> list[Pair]:
    """What all games' tables need, every level of every game and the judges, what most people meet first."""
    games = [lantern.game(name) for name in lantern.names()]
    chosen = [(game.name, level) for level in LEVELS for game in games if level in levels(game)]
    return [(game.name, RULES) for game in games] + chosen + [(game.name, JUDGE) for game in games if is_judged(game)]


class Preparer:
    """Compiles some things one after another, on a core or two."""

    def __init__(self, pairs: Iterable[Pair] | None = None) -> None:
        self._left: list[Pair] = [*all_pairs()] if pairs is None else [*pairs]
        self._ready = {pair: asyncio.Event() for pair in self._left}
        self._number = min(cores(), 2)
        self._whose: dict[str, int] = {}
        """[game] which process compiles it."""
        self._told = False
        """Whether it was told that compiled code can't be kept."""
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None

    @property
    def progress(self) -> float:
        """How much is done, from 0 to 1."""
        done = sum(share(pair) for pair, ready in self._ready.items() if ready.is_set())
        return done / sum(map(share, self._ready)) if self._ready else 1.0

    def start(self) -> None:
        """Begin, in the background."""
        self._task = asyncio.create_task(self._run())

    def want(self, pair: Pair) -> None:
        """Have something before the others."""
        if pair in self._left:
            self._left.remove(pair)
            self._left.insert(0, pair)

    async def have(self, pair: Pair) -> None:
        """Wait until something is compiled that is to be."""
        if pair in self._ready:
            self.want(pair)
            await self._ready[pair].wait()

    async def _run(self) -> None:
        workers, began = Workers(self._number, nice=NICE, hurried=False), time.monotonic()
        try:
            log.info("bots_compiling", bots=len(self._left))
            await workers.start()
            await asyncio.gather(*(self._load_all(workers, number) for number in range(self._number)))
            log.info("bots_ready", seconds=round(time.monotonic() - began, 1))
        except Exception as error:  # then people play by plain rules
            log.warning("bots_not_ready", error=text_of(error))
        finally:
            for event in self._ready.values():
                event.set()
            self._ending = asyncio.create_task(workers.close())

    async def _load_all(self, workers: Workers, number: int) -> None:
        """Compile what is left of some games, all of a game in one process: it knows the rules that bots share."""
        while (pair := self._next(number)) is not None:
            self._left.remove(pair)
            await self._load(workers, pair)

    def _next(self, number: int) -> Pair | None:
        """The first thing that is left of a game that nobody else has begun with."""
        return next((pair for pair in self._left if self._whose.setdefault(pair[0], number) == number), None)

    async def _load(self, workers: Workers, pair: Pair) -> None:
        game, bot = pair
        began, error = time.monotonic(), ""
        try:
            for _ in range(TRIES):
                try:
                    error = await self._ask(workers, pair)
                    break
                except Exception as trouble:  # its process was killed, or takes too long
                    error = text_of(trouble)
        finally:
            self._ready[pair].set()
        seconds = round(time.monotonic() - began, 1)
        if cache.NOT_KEPT in error:
            self._tell_not_kept(error)
        elif error:
            log.warning("bot_not_ready", game=game, bot=bot, error=error)
        elif seconds > LONG_S:
            log.info("bot_ready", game=game, bot=bot, seconds=seconds)

    def _tell_not_kept(self, error: str) -> None:
        """Log once that the disk takes no more; what comes later may find room again."""
        if not self._told:
            log.warning("compiled_code_not_kept", error=error)
        self._told = True

    async def _ask(self, workers: Workers, pair: Pair) -> str:
        """Have something compiled by a process that knows its game, if there is one; what went wrong."""
        async with workers.one(pair[0], Claim(pair[0])) as worker:
            error = await worker.ask(thinking.LOADING_S, compile_pair, pair)
            worker.loaded.add(pair[0])
            return error

    async def close(self) -> None:
        """Stop; what is being compiled is given up, and nobody waits for it any more."""
        if self._task is not None:
            self._task.cancel()
            await ended([self._task])
        for event in self._ready.values():
            event.set()
        if self._ending is not None:
            await ended([self._ending])


def compile_pair(pair: Pair) -> str:
    """In a worker: compile something, or read it from disk; what went wrong, if anything did."""
    said: list[str] = []

    def note(message: str) -> None:
        said.append(message)

    waiting.announce = note
    try:
        make_ready(pair)
    except BaseException as trouble:
        return text_of(trouble)
    return next((line for line in said if cache.NOT_KEPT in line), "")
