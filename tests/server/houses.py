"""Real server processes for tests: started, killed without warning, stopped for a while and started again.

with Services(f"sqlite:///{tmp_path}/tables.db") as house:
    httpx.get(f"{house.url}/api/health")
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import httpx

from tests.server.processes import Started, bound, ends_within, free_port, gone_within, last_lines, session

PATIENCE = 60.0
"""Seconds that a start or an orderly end may take."""


class Services(Started):
    """One server process on a database, always at the same port."""

    def __init__(
        self,
        database_url: str,
        port: int | None = None,
        env: Mapping[str, str] | None = None,
        log: Path | None = None,
        arguments: tuple[str, ...] = (),
        files: int | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.database_url = database_url
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = {"LANTERN_RULES": "plain", **(env or {})}
        self.log = log or Path(tempfile.gettempdir()) / f"lantern-house-{os.getpid()}-{self.port}.log"
        self.log_is_ours = log is None
        self.arguments = arguments
        self.files = files
        """How many files it may have open, and no more; None leaves it to the machine."""
        self.patience = patience
        """How many seconds it may take to start."""
        self.stopped = False
        self.leaders: list[int] = []
        """The process ids it has had; each leads a session, in which its bot workers are."""
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.remove)

    def __repr__(self) -> str:
        return f"<house at {self.url}>"

    def launch(self) -> None:
        """Run it without waiting. It dies with the thread that calls this."""
        assert not self.running, f"{self} runs already"
        command = [
            *(["prlimit", f"--nofile={self.files}:{self.files}"] if self.files else []),
            str(Path(sys.executable).parent / "lantern"), "serve",
            "--port", str(self.port), "--database", self.database_url, *self.arguments,
        ]  # fmt: skip
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                bound(command), env=os.environ | self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        self.stopped = False
        self.leaders.append(self._process.pid)

    def answers(self) -> bool:
        """Whether it says that it is well."""
        try:
            return httpx.get(f"{self.url}/api/health", timeout=2, verify=False).status_code == httpx.codes.OK
        except httpx.HTTPError:
            return False

    def wait_ready(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + self.patience
        while not self.answers():
            if not self.running or time.monotonic() > until:
                raise RuntimeError(f"{self} did not start:\n{last_lines(self.log)}")
            time.sleep(0.05)

    def kill9(self) -> None:
        """End it without warning. Only the process itself: its bot workers have to notice."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop_signal(self) -> None:
        """Let it hang, as a machine does that is suspended."""
        self._signal(signal.SIGSTOP)
        self.stopped = True

    def continue_signal(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)
        self.stopped = False

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)

    def terminate(self) -> int:
        """End it in good order; its exit status."""
        assert self._process is not None
        if self.stopped:
            self.continue_signal()
        self._process.terminate()
        if not ends_within(self._process, PATIENCE):
            raise RuntimeError(f"{self} did not end:\n{last_lines(self.log)}")
        return self._process.returncode

    def orphans(self, seconds: float = 10) -> list[int]:
        """The processes that outlive by so many seconds the server that started them."""
        past = [leader for leader in self.leaders if not (self.running and leader == self.leaders[-1])]
        return [process for leader in past if not gone_within(leader, seconds) for process in session(leader)]

    def remove(self) -> None:
        """End it and all that it started."""
        atexit.unregister(self.remove)
        self.kill9()
        for leader in self.leaders:
            for process in session(leader):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        self._process = None
        if self.log_is_ours:
            self.log.unlink(missing_ok=True)
