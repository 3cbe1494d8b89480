"""Who waits for the compiler, and for a slow disk.

By default whoever calls an entry does, the first time. Where people play, nobody should: a process that is in a hurry
has the same rules answer as plain Python until compiled code is on disk, where another process puts it. The answers are
the same, byte for byte; so a match goes on compiled where it was begun plainly.

A disk that does not answer at once (asleep, far away, gone) is asked in a thread of its own, and what it says is there
when somebody asks again.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, TypeVar

DISK_S, SLOW_DISK_S = 0.25, 0.01
"""How long somebody in a hurry waits for a disk, and for one that was slow lately."""
LATELY_S = 10.0

Value = TypeVar("Value")


class NotCompiled(Exception):
    """Compiled code is not there, and nobody is to wait for it."""


class _Process:
    """What holds for all of a process."""

    hurried = False
    asked: ClassVar[dict[Any, Future[Any]]] = {}
    """[what is asked of a disk] the answer, until somebody has heard it."""
    waited_in_vain = -math.inf
    """When somebody last gave up waiting for a disk."""


class _Thread(threading.local):
    """What holds for a thread."""

    reads = True
    waits = False


_process, _thread = _Process(), _Thread()


def hurry() -> None:
    """Wait for the compiler no more in this process."""
    _process.hurried = True


def take_time() -> None:
    """Wait for the compiler again."""
    _process.hurried = False


def is_hurried() -> bool:
    """Whether this process does not wait for the compiler."""
    return _process.hurried


def leave_reading_to_others() -> None:
    """Let other threads read compiled code from disk, which takes some milliseconds that this one does not have."""
    _thread.reads = False


def reads_from_disk() -> bool:
    """Whether this thread may read compiled code from disk."""
    return _thread.reads or not _process.hurried


@contextmanager
def waiting_for_disks() -> Iterator[None]:
    """Wait for disks in this thread, for whom nobody waits, though its process is in a hurry."""
    _thread.waits = True
    try:
        yield
    finally:
        _thread.waits = False


def from_disk(ask: Callable[..., Value], *about: Any) -> Value:
    """What a function answers that asks a disk; in a hurry `NotCompiled` where that takes long."""
    if not is_hurried() or _thread.waits:
        return ask(*about)
    answer = in_time(ask, *about)
    if answer is None:
        raise NotCompiled("the disk has not answered yet")
    return answer.result()


def in_time(ask: Callable[..., Value], *about: Any, limit_s: float = DISK_S) -> Future[Value] | None:
    """The outcome of a function that asks a disk; None if it takes long: then it may be asked for again later."""
    question = ask, *about
    answer = _process.asked.get(question)
    if answer is None:
        answer = _process.asked[question] = Future()
        threading.Thread(target=_ask, args=(answer, ask, about), daemon=True).start()
    was_slow = time.monotonic() < _process.waited_in_vain + LATELY_S
    wait([answer], SLOW_DISK_S if was_slow else limit_s)
    if not answer.done():
        _process.waited_in_vain = time.monotonic()
        return None
    _process.asked.pop(question, None)
    return answer


def _ask(answer: Future[Any], ask: Callable[..., Any], about: tuple[Any, ...]) -> None:
    try:
        answer.set_result(ask(*about))
    except BaseException as error:
        answer.set_exception(error)


def stand_back_as_a_session() -> None:
    """Let processes of other sessions go first as those of one's own do.

    Linux shares its cores out by sessions, so that niceness counts within a session alone: this process begins one of
    its own, which is as nice as a whole.
    """
    with suppress(OSError):  # it has begun one already
        os.setsid()
    with suppress(OSError):  # another system, or one that does not share out so
        Path("/proc/self/autogroup").write_text(str(os.nice(0)))
