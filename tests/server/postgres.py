"""A PostgreSQL cluster of its own for tests, from Debian's package: on loopback, in a folder that is gone at the end.

with Postgres() as postgres:
    url = postgres.create_database("evening")
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Literal

from tests.server.processes import Started, bound, ends_within, free_port, last_lines

PACKAGES = Path("/usr/lib/postgresql")
MISSING = "PostgreSQL is not installed, and these tests start one. On Debian: apt-get install postgresql"
OWNER = "lantern"
"""The cluster's superuser."""
PATIENCE = 60.0
"""Seconds that a start, which may recover from a crash, or an end may take."""

Mode = Literal["smart", "fast", "immediate"]
SIGNALS: dict[Mode, signal.Signals] = {
    "smart": signal.SIGTERM,
    "fast": signal.SIGINT,
    "immediate": signal.SIGQUIT,
}


class NoPostgres(RuntimeError):
    """There is no PostgreSQL on this machine, or it does not start."""


def binaries() -> Path:
    """The folder of the newest version's programs."""
    folders = [folder for folder in PACKAGES.glob("*/bin") if (folder / "initdb").exists()]
    if not folders:
        raise NoPostgres(MISSING)
    return max(folders, key=lambda folder: float(folder.parent.name))


class Postgres(Started):
    """A cluster. Durable means that it writes through to the disk, as a real one does; otherwise it is quicker."""

    def __init__(self, *, durable: bool = False) -> None:
        self.durable = durable
        self.port = 0
        self.binaries = binaries()
        self.user = "postgres" if os.geteuid() == 0 else None  # initdb refuses root
        self.folder = Path(tempfile.mkdtemp(prefix="lantern-postgres-"))
        self.log = self.folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        if self.user:
            shutil.chown(self.folder, self.user, self.user)
        atexit.register(self.remove)

    def launch(self) -> None:
        """Make the cluster if it is not there yet, and run it; it dies with the thread that calls this."""
        if self.running:
            return
        if not (self.folder / "data").exists():
            self._make()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                bound([str(self.binaries / "postgres"), "-D", str(self.folder / "data")], "QUIT", self.user),
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def _make(self) -> None:
        self.port = free_port()
        made = self._run("initdb", "-D", str(self.folder / "data"), "-U", OWNER, "--auth=trust",
                         "--no-locale", "--encoding=UTF8", "--no-sync")  # fmt: skip
        if made.returncode:
            raise NoPostgres(f"initdb failed: {made.stderr.strip()}")
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "fsync": "on" if self.durable else "off",
            "full_page_writes": "on" if self.durable else "off",
            "shared_buffers": "32MB",
            "log_line_prefix": "%m [%p] ",
        }
        with (self.folder / "data" / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def wait_ready(self) -> None:
        """Wait until it takes connections."""
        until = time.monotonic() + PATIENCE
        while self._run("pg_isready", *self._address(), "-d", "postgres", "-q").returncode:
            if not self.running or time.monotonic() > until:
                raise NoPostgres(f"PostgreSQL did not start:\n{last_lines(self.log)}")
            time.sleep(0.05)

    def stop(self, mode: Mode = "fast") -> None:
        """End it: smart waits for those connected, fast sends them away, immediate is a crash."""
        process = self._process
        if process is None:
            return
        process.send_signal(SIGNALS[mode])
        if not ends_within(process, PATIENCE):
            process.kill()
            process.wait()
        self._process = None

    def restart(self, mode: Mode = "fast") -> None:
        """End it and run it again at the same port."""
        self.stop(mode)
        self.start()

    def create_database(self, name: str) -> str:
        """Make a database; its URL."""
        made = self._run("createdb", *self._address(), name)
        if made.returncode:
            raise RuntimeError(made.stderr.strip())
        return f"postgresql://{OWNER}@127.0.0.1:{self.port}/{name}"

    def query(self, database: str, sql: str) -> str:
        """What a statement gives, as psql prints it without decoration."""
        asked = self._run(
            "psql", *self._address(), "-d", database, "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql
        )
        if asked.returncode:
            raise RuntimeError(asked.stderr.strip())
        return asked.stdout.strip()

    def remove(self) -> None:
        """Stop it and leave nothing behind."""
        atexit.unregister(self.remove)
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _address(self) -> list[str]:
        return ["-h", "127.0.0.1", "-p", str(self.port), "-U", OWNER]

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = bound([str(self.binaries / program), *arguments], user=self.user)
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
