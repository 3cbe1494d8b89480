"""Who waits for the compiler.

By default whoever calls an entry does, the first time. Where people play, nobody should: a process that is in a hurry
has the same rules answer as plain Python until compiled code is on disk, where another process puts it. The answers are
the same, byte for byte; so a match goes on compiled where it was begun plainly.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path


class NotCompiled(Exception):
    """Compiled code is not there, and nobody is to wait for it."""


class _Process:
    """What holds for all of a process."""

    hurried = False


class _Thread(threading.local):
    """What holds for a thread."""

    reads = True


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


def stand_back_as_a_session() -> None:
    """Let processes of other sessions go first as those of one's own do.

    Linux shares its cores out by sessions, so that niceness counts within a session alone: this process begins one of
    its own, which is as nice as a whole.
    """
    with suppress(OSError):  # it has begun one already
        os.setsid()
    with suppress(OSError):  # another system, or one that does not share out so
        Path("/proc/self/autogroup").write_text(str(os.nice(0)))
