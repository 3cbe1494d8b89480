"""Who plays many games: processes of this machine, or the workers of a Dask cluster.

Both are executors of `concurrent.futures`, to be handed to `compete` and `simulate`. Games come out the same wherever
they are played; what is lost with a worker is played again by another, and counts once.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any

from pebble import CONSTS, ProcessPool

from lantern.kernel import waiting
from lantern.kernel.errors import BadInput, quoted
from lantern.kernel.game import Game
from lantern.players.arena.deals import versions_differ
from lantern.version import __version__

ANSWER_S = 10
"""How long a cluster may take to answer."""
CLOSING_S = 5
"""How long it may take to say goodbye."""
TALKING_S = 10
"""How long a process may keep others from talking; one that died while it talked would, for a minute as a rule."""


class Processes(Executor):
    """Processes of this machine. One that dies loses what it had in hand, and another takes its place."""

    def __init__(self, number: int) -> None:
        self._number, self._over = number, False
        self._pool = self._begin()

    def _begin(self) -> Any:
        CONSTS.channel_lock_timeout = TALKING_S
        spawn = multiprocessing.get_context("spawn")
        pool: Any = ProcessPool(
            self._number, initializer=_start_work, initargs=[waiting.Reader.language], context=spawn
        )
        resource_tracker.ensure_running()  # it would unblock signals
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for who started them
        try:
            _ = pool.active  # asked, it starts
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return pool

    def submit(self, job: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Let one of them do something."""
        if not self._over and not self._pool.active:  # it gives itself up when one dies that had nothing in hand
            self._end()
            self._pool = self._begin()
        future: Future[Any] = self._pool.schedule(job, args=arguments, kwargs=named)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End them; what they have in hand is given up."""
        self._over = True
        self._end()

    def _end(self) -> None:
        self._pool.stop()
        self._pool.join()


def _start_work(language: str) -> None:
    """Die at once when told to, for compiled code would not listen, and when who started it is no more."""
    waiting.Reader.language = language
    CONSTS.channel_lock_timeout = TALKING_S
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


@contextmanager
def cluster(address: str, game: Game) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, if they would play the same games, and how many threads they have."""
    distributed = _distributed()
    _check_scheduler(distributed, address)
    client = distributed.Client(address, timeout=ANSWER_S, set_as_default=False)
    try:
        _check_workers(client, address, game)
        executor = client.get_executor(pure=False)
        try:
            yield executor, sum(client.nthreads().values())
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close(timeout=CLOSING_S)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise BadInput("bad.cluster.no_distributed") from None
    return distributed


def _check_scheduler(distributed: Any, address: str) -> None:
    """Somebody must answer there: a client that nobody answers can't be closed in less than 20 s."""

    async def ask() -> None:
        async with distributed.rpc(address, timeout=ANSWER_S) as scheduler:
            async with asyncio.timeout(ANSWER_S):
                await scheduler.identity()

    with ThreadPoolExecutor(1) as aside:  # where no loop is running yet
        error = aside.submit(asyncio.run, ask()).exception()
    if isinstance(error, OSError):
        raise BadInput("bad.cluster.silent", address=address, seconds=ANSWER_S)
    if isinstance(error, ValueError):
        raise BadInput("bad.cluster.address", address=quoted(address))
    if error is not None:
        raise error


def _check_workers(client: Any, address: str, game: Game) -> None:
    """At least one worker, and all with this version of Lantern and of the game's rules."""
    try:
        client.wait_for_workers(1, timeout=ANSWER_S)
    except TimeoutError:
        raise BadInput("bad.cluster.no_workers", address=address) from None
    for worker, found in client.run(_versions_of(game.name), on_error="return").items():
        if isinstance(found, Exception):
            raise BadInput("bad.cluster.can_not", worker=worker, game=game.sheet.called, error=repr(found))
        if found != (__version__, game.sheet.rules_version):
            fault = versions_differ(game, found, (__version__, game.sheet.rules_version))
            raise BadInput("bad.within", what=worker, fault=fault)


def _versions_of(name: str) -> Callable[[], tuple[str, int]]:
    """A function that travels with all its code, for who knows what is installed there."""

    def versions() -> tuple[str, int]:
        from importlib import import_module

        lantern = import_module("lantern")  # whichever it is
        return lantern.__version__, lantern.game(name).sheet.rules_version

    return versions
