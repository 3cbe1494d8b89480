"""Where the server's worker processes come from.

They are forks of a process that has read in what all of them need, and does nothing else: so a worker is there in some
hundredths of a second where a new Python takes one, and they share the memory.
"""

from __future__ import annotations

import signal
import time
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import ForkServerContext, ForkServerProcess

PAUSE_S = 0.05
"""How long it takes until the system says that a process has ended which answers no more."""


class Fork(ForkServerProcess):
    """A process that may be asked for just when the one it is to be a fork of has been killed."""

    def start(self) -> None:
        """Start it; the second time there is a new one."""
        prepare()
        try:
            super().start()
        except (ConnectionError, EOFError):
            time.sleep(PAUSE_S)
            prepare()
            super().start()


class Forks(ForkServerContext):
    """Makes them."""

    Process = Fork


PROCESSES = Forks()


def prepare() -> None:
    """Have that process started, if it does not run yet: it reads in what is needed while this one does other things.

    Ctrl-C is for the server, from a worker's first moment on: what is blocked here now is blocked in all of them.
    """
    resource_tracker.ensure_running()  # it would unblock signals
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        PROCESSES.set_forkserver_preload(["lantern.server.bots.preloaded"])
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
