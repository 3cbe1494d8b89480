"""Backups made by the clock while a server runs, each by a process of its own that stands back behind the server."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import structlog

from lantern.kernel.errors import BadInput
from lantern.server.backup import kept

LOOK_S = 30.0
"""How often to look whether it is time."""
AGAIN_S = 600.0
"""When to try again what failed."""
STANDS_BACK = 10
"""How much the process gives way to others, as `nice` counts."""

log = structlog.get_logger()


@dataclass(frozen=True)
class Schedule:
    """Where backups are kept, how often they are made, and how many stay."""

    folder: Path
    every_s: float
    keep: int

    def check(self) -> None:
        """What can be seen to fail before anything is started."""
        if self.every_s <= 0:
            raise BadInput("bad.backup.every")
        if self.keep < 1:
            raise BadInput("bad.at_least_one", what="--backups-kept", count=self.keep)

    def age(self) -> float:
        """How many seconds ago the newest backup was made; endless if there is none."""
        newest = next(iter(kept(self.folder)), None)
        try:
            return float("inf") if newest is None else max(0.0, time.time() - newest.stat().st_mtime)
        except OSError:
            return float("inf")


def make_by_the_clock(schedule: Schedule, database: str) -> None:
    """Make backups from now on, until this process ends."""
    threading.Thread(target=_make_for_ever, args=(schedule, database), name="backups", daemon=True).start()


def _make_for_ever(schedule: Schedule, database: str) -> None:
    while True:
        if schedule.age() < schedule.every_s:
            time.sleep(min(LOOK_S, schedule.every_s))
        elif not _make(schedule, database):
            time.sleep(AGAIN_S)


def _make(schedule: Schedule, database: str) -> bool:
    """Make one; whether there is one more.

    The address of the database may hold a password, so no list of processes shows it.
    """
    command = [sys.executable, "-m", "lantern", "backup", "--into", str(schedule.folder), "--keep", str(schedule.keep)]
    environment = os.environ | {"LANTERN_DATABASE": database}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        atexit.register(process.kill)
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, STANDS_BACK)
        said, _ = process.communicate()
        atexit.unregister(process.kill)
    made = schedule.age() < schedule.every_s
    tell = log.info if process.returncode == 0 else log.warning if made else log.error
    tell("backup_made" if made else "backup_failed", said=said.strip()[-500:])
    return made
