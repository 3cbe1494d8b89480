"""Where the server's worker processes come from.

They are forks of a process that has read in what all of them need, and does nothing else: so a worker is there in some
hundredths of a second where a new Python takes one, and they share the memory.
"""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing import forkserver, resource_tracker

import lantern

PROCESSES = multiprocessing.get_context("forkserver")
NEEDED = [
    "lantern.server.thinking",
    *(f"lantern.{of}.{game}" for of in ("games", "players") for game in lantern.names()),
]
"""What workers import."""


def prepare() -> None:
    """Have that process started, if it does not run yet: it reads in what is needed while this one does other things.

    Ctrl-C is for the server, from a worker's first moment on: what is blocked here now is blocked in all of them.
    """
    resource_tracker.ensure_running()  # it would unblock signals
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        PROCESSES.set_forkserver_preload(NEEDED)
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
