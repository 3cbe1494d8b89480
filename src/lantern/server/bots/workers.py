"""Processes in which something is worked out for the server, off its event loop.

Every worker is a pool of one process. So it is known what a process has loaded, and trouble in one is no trouble to the
others. Who wants one waits his turn (`fair_queue`), and is then alone with it. A process that does not answer in time,
dies, or whose request is cancelled is killed, and another takes its place.

While others wait, a worker is told by when to end; what is worked out there reads that now and then (`latest`).
"""

from __future__ import annotations

import asyncio
import ctypes
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol, TypeVar

import structlog
from pebble import ProcessPool, concurrent

from lantern.kernel.errors import LanternError
from lantern.kernel.haste import hurry, is_hurried, stand_back_as_a_session
from lantern.server.bots.fair_queue import Claim, Leave, Scheduler, Ticket
from lantern.server.bots.forks import PROCESSES
from lantern.server.tasks import ended

USUAL_S = 1.0
"""How long whatever can end early may go on when others wait."""
MOST_TEXT = 200
"""How much of an error is written to the log."""
NEVER, PUT_OFF = math.inf, 0.0
"""By when a worker is to end that may go on, and one that has thought in vain."""
Value = TypeVar("Value")


class Until(Protocol):
    """By when (`time.monotonic`) a worker is to end: a number that several processes see."""

    value: float


log = structlog.get_logger()


class Unwatched(LanternError):
    """Bots were among themselves, and nobody watches any more."""


class Workers:
    """Some workers, each a process; with none, a thread of this process for each question, which can't be killed."""

    def __init__(self, number: int, threads: int = 0, nice: int = 0, hurried: bool | None = None) -> None:
        """Workers are in a hurry if this process is, or as it is said."""
        hurries = is_hurried() if hurried is None else hurried
        self._make: Callable[[], Worker] = (lambda: Process(threads, nice, hurries)) if number > 0 else Thread
        self._idle: list[Worker] = [self._make() for _ in range(max(number, 1))]
        self._scheduler = Scheduler(len(self._idle))
        self._turns: dict[Ticket, asyncio.Future[None]] = {}
        """[who waits] done when it is his turn."""
        self._busy: dict[Ticket, Worker] = {}
        self._repairs: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> list[Claim]:
        """The claims of those who wait for one."""
        return [ticket.claim for ticket in self._scheduler.waiting]

    @property
    def busy(self) -> int:
        """How many have something to do."""
        return len(self._scheduler.running)

    async def start(self) -> None:
        """Start them; what they need is loaded when it is first asked for."""
        for worker in self._idle:
            await aside(worker.start)

    async def close(self) -> None:
        """End all of them; nobody may be using one any more."""
        self._closed = True
        await ended(self._repairs)
        await ended([asyncio.create_task(aside(worker.end)) for worker in self._idle])

    @asynccontextmanager
    async def one(self, wanted: Hashable, claim: Claim) -> AsyncIterator[Worker]:
        """An idle worker, if possible one that has loaded what is wanted, otherwise the one that was idle longest.

        `Unwatched` if nobody wants it any more when its turn comes.
        """
        ticket = await self._turn(claim)
        worker = next((worker for worker in self._idle if wanted in worker.loaded), self._idle[0])
        self._idle.remove(worker)
        self._busy[ticket] = worker
        worker.grant(self._scheduler.leave_of(ticket))
        try:
            yield worker
        finally:
            del self._busy[ticket]
            if worker.lost:
                repair = asyncio.create_task(self._replace(worker, ticket))
                self._repairs.add(repair)
                repair.add_done_callback(self._repairs.discard)
            else:
                self._give_back(worker, ticket)

    async def _turn(self, claim: Claim) -> Ticket:
        """Wait until it is one's turn."""
        ticket = self._scheduler.add(claim)
        turn = self._turns[ticket] = asyncio.get_running_loop().create_future()
        self._look()
        try:
            await turn
        except asyncio.CancelledError:
            if self._turns.pop(ticket, None) is not None:
                self._scheduler.withdraw(ticket)
                self._look()
            elif turn.exception() is None:
                self._end(ticket)
            raise
        return ticket

    def _look(self) -> None:
        """See whose turn it is, and tell those at work how long they may go on."""
        for ticket in self._scheduler.unwatched():
            self._turns.pop(ticket).set_exception(Unwatched("nobody watches"))
        while (chosen := self._scheduler.next()) is not None:
            self._turns.pop(chosen).set_result(None)
        for ticket, worker in self._busy.items():
            worker.grant(self._scheduler.leave_of(ticket))

    async def _replace(self, lost: Worker, ticket: Ticket) -> None:
        """Kill a worker, and let another take its place; one that can't be started now is tried again when asked."""
        worker = self._make()
        try:
            await aside(lost.end)
            if not self._closed:
                await aside(worker.start)
        except (OSError, RuntimeError) as error:
            log.warning("bot_worker_not_replaced", error=text_of(error))
        finally:
            self._give_back(worker, ticket)

    def _give_back(self, worker: Worker, ticket: Ticket) -> None:
        self._idle.append(worker)
        self._end(ticket)

    def _end(self, ticket: Ticket) -> None:
        self._scheduler.end(ticket)
        self._look()


class Worker:
    """Where one thing at a time is worked out."""

    def __init__(self) -> None:
        self.loaded: set[Hashable] = set()
        self.lost = False
        """Whether a question was left without an answer: nothing more can be asked here."""
        self.until: Until = ctypes.c_double(NEVER)
        """Read by whoever is asked, wherever he is."""
        self._leave, self._began = Leave.FULL, 0.0

    def grant(self, leave: Leave) -> None:
        """Say how long what is asked here may go on."""
        self._leave = leave
        self.until.value = {Leave.FULL: NEVER, Leave.USUAL: self._began + USUAL_S, Leave.NONE: PUT_OFF}[leave]

    def start(self) -> None:
        """Get ready to be asked."""

    def end(self) -> None:
        """Give up whatever is being thought about."""

    async def ask(self, limit_s: float, job: Callable[..., Value], *arguments: object) -> Value:
        """What a job answers; `TimeoutError` if it takes too long, and what befell the worker if something did."""
        self.lost = True
        self._began = time.monotonic()
        self.grant(self._leave)
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


class Thread(Worker):
    """A thread of this process for every question; one that nobody waits for any longer is left to finish."""

    def begin(self, job: Callable[..., Value], arguments: tuple[object, ...]) -> asyncio.Future[Value]:
        """Put a question."""
        return asyncio.wrap_future(concurrent.thread(partial(_heeding, self.until, job))(*arguments))


class Process(Worker):
    """A process of its own."""

    def __init__(self, threads: int, nice: int, hurries: bool) -> None:
        super().__init__()
        self.until = PROCESSES.RawValue(ctypes.c_double, NEVER)
        given = [dict(os.environ), threads, nice, hurries, self.until]
        self._pool: Any = ProcessPool(1, initializer=_start_work, initargs=given, context=PROCESSES)

    def start(self) -> None:
        """Start the process."""
        _ = self._pool.active  # asked, it starts

    def end(self) -> None:
        """Kill it."""
        self._pool.stop()
        self._pool.join()

    def begin(self, job: Callable[..., Value], arguments: tuple[object, ...]) -> asyncio.Future[Value]:
        """Put a question."""
        return asyncio.wrap_future(self._pool.schedule(job, args=arguments))

    def give_up(self, future: asyncio.Future[Any]) -> None:
        """Kill it."""
        self._pool.stop()
        future.cancel()


async def aside(function: Callable[..., Value], *arguments: object) -> Value:
    """Run a function in a thread that nobody has to wait for."""
    return await asyncio.shield(asyncio.wrap_future(concurrent.thread(function)(*arguments)))


def text_of(error: BaseException) -> str:
    """An error in a line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:MOST_TEXT]


# What happens in a worker's process, or thread.

_here = threading.local()


def latest() -> Callable[[], float]:
    """By when what is worked out here is to end, to be asked again and again: in seconds of `time.monotonic`.

    `PUT_OFF` says at once, and that the answer is of no use.
    """
    until: Until = getattr(_here, "until", ctypes.c_double(NEVER))
    return lambda: until.value


def _heeding(until: Until, job: Callable[..., Value], *arguments: object) -> Value:
    """Do a job in a thread of the server that knows by when to end."""
    _here.until = until
    return job(*arguments)


THREADS = "LANTERN_THREADS"


def threads() -> int | None:
    """How many threads may think at once in this process; None leaves it to the machine."""
    return int(os.environ.get(THREADS, "0")) or None


def _start_work(environment: dict[str, str], threads: int, nice: int, hurries: bool, until: Until) -> None:
    """Die at once when told to, for compiled code would not listen, and when the server is no more."""
    os.environ.clear()
    os.environ.update(environment)
    os.nice(nice)
    if hurries:
        hurry()
    else:
        stand_back_as_a_session()
    os.environ[THREADS] = str(threads)
    _here.until = until
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_follow_server, daemon=True).start()


def _follow_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
    os._exit(1)
