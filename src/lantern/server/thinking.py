"""Bots think in processes of their own: off the event loop, within their time, on what their seat can see.

Every worker is a pool of one process. So it is known which bots a process has loaded, and trouble in one is no trouble
to the others. A request waits its turn, first come first served, and is then alone with a worker:

1. If the worker has not loaded the bot yet, it does so now: it imports the game and compiles the bot's rule, or reads
   it from disk, without running it. This may take `LOADING_S`, and is no part of the bot's time. While a bot has never
   been loaded anywhere, one request has it loaded; the others wait and keep no worker from other tables.
2. The bot chooses, and its choice is checked by the rules. This may take the bot's time.

A process that does not answer in time, dies, or whose request is cancelled is killed, and another takes its place. That
one has loaded nothing, so the next bot there gets the time to load again. A process that died before it was asked is no
fault of the bot's: the request goes to another, once. Whatever else goes wrong, a random action is played.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import resource_tracker
from typing import Any, Literal, TypeVar

import numpy as np
import structlog
from pebble import ProcessExpired, ProcessPool, concurrent

import lantern
from lantern.kernel.errors import LanternError
from lantern.kernel.game import MOST_SEED, Game
from lantern.kernel.record import Records
from lantern.players import Player, seat

LOADING_S = 300.0
"""How long a bot may take to be compiled or read from disk."""
CLOSING_S = 20.0
"""How long closing waits for killed processes to be gone."""
MOST_TEXT = 200
"""How much of an error is written to the log."""

Trouble = Literal["overrun", "failed", "illegal"]
Pair = tuple[str, str]
"""A game and one of its bots, by their names."""
Seating = Callable[[str, str], Player]
"""(game, bot): the bot, ready to choose. A worker finds it by its module and name."""
Value = TypeVar("Value")

log = structlog.get_logger()


@dataclass(frozen=True)
class Thought:
    """What was chosen, and by whom."""

    action: int
    bot: str
    """The bot that really chose."""
    trouble: Trouble | None
    """What kept the bot that was asked from choosing; None if nothing did."""


class Closed(LanternError):
    """A bot was asked that won't think any more: the server is closing."""


class Thinkers:
    """The processes in which bots think; with no workers a thread of this process, where nothing can be killed."""

    def __init__(self, workers: int, limit_s: float, seating: Seating | None = None) -> None:
        self.limit_s = limit_s
        """How long a bot may think."""
        self._seating = seating or by_name
        self._kind: type[_Worker] = _Process if workers > 0 else _Thread
        self._idle: list[_Worker] = [self._kind() for _ in range(max(workers, 1))]
        self._free = asyncio.Semaphore(len(self._idle))
        self._known: set[Pair] = set()
        self._first: dict[Pair, asyncio.Lock] = {}
        self._requests: set[asyncio.Task[Thought]] = set()
        self._repairs: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Start the workers; what they need is loaded when it is first asked for."""
        for worker in self._idle:
            await _aside(worker.start)

    async def choose(self, game: Game, bot: str, concealed: Records) -> Thought:
        """What a bot does on a record concealed for the seat to act, which holds all it needs of the options.

        `Closed` if it was closed before the bot had chosen. A cancelled request takes its worker's process with it.
        """
        if self._closed:
            raise Closed("the server is closing: no bot thinks any more")
        request = asyncio.create_task(self._choose(game, bot, concealed.copy()))
        self._requests.add(request)
        request.add_done_callback(self._requests.discard)
        try:
            await asyncio.wait({request})
        finally:
            request.cancel()
        if request.cancelled():
            raise Closed("the server is closing: the bot has not chosen")
        return request.result()

    async def close(self) -> None:
        """End all workers, and kill what still thinks."""
        self._closed = True
        requests = [*self._requests]
        for request in requests:
            request.cancel()
        await _ended(requests)
        await _ended(self._repairs)
        await _ended([asyncio.create_task(_aside(worker.end)) for worker in self._idle])

    async def _choose(self, game: Game, bot: str, concealed: Records) -> Thought:
        answer = await self._answer((game.name, bot), concealed.tobytes())
        if answer.trouble is None:
            return Thought(answer.action, bot, None)
        log.warning("bot_fell_back", game=game.name, bot=bot, trouble=answer.trouble, error=answer.error)
        return Thought(await _aside(_random_action, game, concealed), "random", answer.trouble)

    async def _answer(self, pair: Pair, data: bytes) -> _Answer:
        """A bot's answer; whatever happens to its worker is one too."""
        for _ in range(2):
            try:
                await self._load_first(pair, data)
                async with self._worker(pair) as worker:
                    await self._load(worker, pair, data)
                    return await worker.ask(self.limit_s, _decide, self._seating, pair, data)
            except _NotLoaded as error:
                return _Answer("failed", str(error))
            except TimeoutError as error:
                return _Answer("overrun", str(error))
            except ProcessExpired as error:
                return _Answer("failed", f"its process ended with {error.exitcode}")
            except Exception as error:  # the process was not there to be asked
                answer = _Answer("failed", _text(error))
        return answer

    async def _load_first(self, pair: Pair, data: bytes) -> None:
        """Have a bot loaded by one worker before others are asked for it: compiling takes long, and then it is done."""
        if pair in self._known:
            return
        async with self._first.setdefault(pair, asyncio.Lock()):
            if pair not in self._known:
                async with self._worker(pair) as worker:
                    await self._load(worker, pair, data)
                self._known.add(pair)

    async def _load(self, worker: _Worker, pair: Pair, data: bytes) -> None:
        if pair not in worker.loaded:
            error = await worker.ask(LOADING_S, _load, self._seating, pair, data)
            if error is not None:
                raise _NotLoaded(error)
            worker.loaded.add(pair)

    @asynccontextmanager
    async def _worker(self, pair: Pair) -> AsyncIterator[_Worker]:
        """An idle worker, if possible one that has loaded the bot, otherwise the one that has been idle longest."""
        await self._free.acquire()
        worker = next((worker for worker in self._idle if pair in worker.loaded), self._idle[0])
        self._idle.remove(worker)
        try:
            yield worker
        finally:
            if worker.lost:
                repair = asyncio.create_task(self._replace(worker))
                self._repairs.add(repair)
                repair.add_done_callback(self._repairs.discard)
            else:
                self._give_back(worker)

    async def _replace(self, lost: _Worker) -> None:
        """Kill a worker, and let another take its place; one that can't be started now is tried again when asked."""
        worker = self._kind()
        try:
            await _aside(lost.end)
            if not self._closed:
                await _aside(worker.start)
        except (OSError, RuntimeError) as error:
            log.warning("bot_worker_not_replaced", error=_text(error))
        finally:
            self._give_back(worker)

    def _give_back(self, worker: _Worker) -> None:
        self._idle.append(worker)
        self._free.release()


class _NotLoaded(Exception):
    """A bot could not be loaded."""


class _Worker:
    """Where one bot at a time thinks."""

    def __init__(self) -> None:
        self.loaded: set[Pair] = set()
        self.lost = False
        """Whether a question was left without an answer: nothing more can be asked here."""

    def start(self) -> None:
        """Get ready to be asked."""

    def end(self) -> None:
        """Give up whatever is being thought about."""

    async def ask(self, limit_s: float, job: Callable[..., Value], *arguments: object) -> Value:
        """What a job answers; `TimeoutError` if it takes too long, and what befell the worker if something did."""
        self.lost = True
        future = self.begin(job, arguments)
        try:
            await asyncio.wait({future}, timeout=limit_s)
            if not future.done():
                raise TimeoutError(f"no answer within {limit_s:g} s")
            answer = future.result()
        finally:
            if not future.done():
                self.give_up(future)
        self.lost = False
        return answer

    def begin(self, job: Callable[..., Value], arguments: tuple[object, ...]) -> asyncio.Future[Value]:
        """Put a question."""
        raise NotImplementedError

    def give_up(self, future: asyncio.Future[Any]) -> None:
        """Wait no longer for an answer."""


class _Thread(_Worker):
    """A thread of this process for every question; one that nobody waits for any longer is left to finish."""

    def begin(self, job: Callable[..., Value], arguments: tuple[object, ...]) -> asyncio.Future[Value]:
        return asyncio.wrap_future(concurrent.thread(job)(*arguments))


class _Process(_Worker):
    """A process of its own."""

    def __init__(self) -> None:
        super().__init__()
        spawn = multiprocessing.get_context("spawn")
        self._pool: Any = ProcessPool(1, initializer=_settle_in, context=spawn)  # not all of it has types

    def start(self) -> None:
        """Start the process, from a thread of its own: Ctrl-C is for the server, from a worker's first moment on.

        What a thread blocks is blocked in the processes and threads it starts.
        """
        resource_tracker.ensure_running()  # it would unblock signals
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        _ = self._pool.active  # asked, it starts

    def end(self) -> None:
        self._pool.stop()
        self._pool.join()

    def begin(self, job: Callable[..., Value], arguments: tuple[object, ...]) -> asyncio.Future[Value]:
        return asyncio.wrap_future(self._pool.schedule(job, args=arguments))

    def give_up(self, future: asyncio.Future[Any]) -> None:
        self._pool.stop()
        future.cancel()


async def _ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Wait until tasks have ended, but not for ever."""
    waiting = {task for task in tasks if not task.done()}
    if waiting:
        await asyncio.wait(waiting, timeout=CLOSING_S)


async def _aside(function: Callable[..., Value], *arguments: object) -> Value:
    """Run a function in a thread that nobody has to wait for."""
    return await asyncio.shield(asyncio.wrap_future(concurrent.thread(function)(*arguments)))


def by_name(game: str, bot: str) -> Player:
    """One of a game's bots."""
    return seat(lantern.game(game), bot, _secret())


def _secret() -> int:
    """A seed that nobody knows."""
    return secrets.randbelow(MOST_SEED)


def _random_action(game: Game, concealed: Records) -> int:
    player = _random_player(game)
    player.reseed(_secret())
    return player.choose_on(concealed)


@cache
def _random_player(game: Game) -> Player:
    return seat(game, "random", _secret())


# What happens in a worker's process.


def _settle_in() -> None:
    """Die at once when told to, for compiled code would not listen, and when the server is no more."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_follow_server, daemon=True).start()


def _follow_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
    os._exit(1)


@dataclass(frozen=True)
class _Answer:
    """What a bot chose, or why it did not."""

    trouble: Trouble | None
    error: str = ""
    action: int = -1


def _load(seating: Seating, pair: Pair, data: bytes) -> str | None:
    """Load a bot without asking it; what went wrong, None if nothing did."""
    try:
        record = _record(pair, data)
        _player(seating, pair).load(record)
        lantern.game(pair[0]).engine.refuse(record, 0)
    except BaseException as error:
        return _text(error)
    return None


def _decide(seating: Seating, pair: Pair, data: bytes) -> _Answer:
    """What a bot chooses, by chance that nobody can foresee, and whether the rules allow it."""
    try:
        player = _player(seating, pair)
        player.reseed(_secret())
        action = player.choose_on(_record(pair, data))
        if _is_legal(pair, data, action):
            return _Answer(None, action=action)
        return _Answer("illegal", f"action {action}")
    except BaseException as error:
        return _Answer("failed", _text(error))


def _is_legal(pair: Pair, data: bytes, action: int) -> bool:
    """Whether the rules allow an action; a fresh record is asked, for a bot may have written on its own."""
    game = lantern.game(pair[0])
    return 0 <= action < game.sheet.actions and game.engine.refuse(_record(pair, data), action) == 0


@cache
def _player(seating: Seating, pair: Pair) -> Player:
    return seating(*pair)


def _record(pair: Pair, data: bytes) -> Records:
    """The concealed record again, as an array of one."""
    return np.frombuffer(bytearray(data), lantern.game(pair[0]).sheet.state.dtype, count=1)


def _text(error: BaseException) -> str:
    """An error in a line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:MOST_TEXT]
