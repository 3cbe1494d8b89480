"""What the tests that start other processes share: a port for one, and that it ends when the tests do."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Self

PORTS = range(20_000, 32_000)
"""Below the ports that the system gives to connections, so that none sits on the port of a process that restarts."""


def free_port() -> int:
    """A port of the loopback on which nobody listens."""
    ports = random.SystemRandom()
    for _ in range(200):
        port = ports.choice(PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"no port is free among {PORTS.start} to {PORTS.stop - 1}")


def bound(command: list[str], signal: str = "KILL", user: str | None = None) -> list[str]:
    """The command, to run as a user, that gets a signal when the thread that started it is no more, killed or not."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return command if user is None else ["runuser", "-u", user, "--", *command]
    became = ["--reuid", user, "--regid", user, "--init-groups"] if user else []
    return [setpriv, *became, "--pdeathsig", signal, "--", *command]


def ends_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a process has ended, or does so soon."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def session(leader: int) -> list[int]:
    """The processes of a session that live, by its leader, who may be dead."""
    living = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        state, session_of = stat[0], int(stat[3])
        if session_of == leader and state not in "ZX":
            living.append(int(folder.name))
    return living


def gone_within(leader: int, seconds: float) -> bool:
    """Whether no process of a session is left, or none will be soon."""
    until = time.monotonic() + seconds
    while session(leader):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def last_lines(file: Path, count: int = 60) -> str:
    """The end of a log."""
    return "\n".join(file.read_text(errors="replace").splitlines()[-count:]) if file.exists() else ""


class Started(ABC):
    """A process that runs while a test is in its context; its log is shown if that ends badly."""

    log: Path
    _process: subprocess.Popen[bytes] | None

    @abstractmethod
    def launch(self) -> None:
        """Run it without waiting."""

    @abstractmethod
    def wait_ready(self) -> None:
        """Wait until it answers."""

    @abstractmethod
    def remove(self) -> None:
        """End it and leave nothing behind."""

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if kind is not None:
            print(f"--- the log of {self}\n{last_lines(self.log)}")
        self.remove()

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Run it and wait until it answers."""
        self.launch()
        self.wait_ready()
