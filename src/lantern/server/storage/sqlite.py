"""SQLite: a file, one process, one thread. What waits for it meanwhile shares one commit, and one write to the disk."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from lantern.kernel.errors import BadInput, Phrase
from lantern.server.errors import Denied
from lantern.server.storage.migrations import upgrade
from lantern.server.storage.store import T, Work, closed, unavailable

Results = list[tuple[asyncio.Future[Any], Any, Exception | None]]
"""Who waits, what for, and what went wrong."""
BUSY_MS = 5_000
"""How long to wait for a file that another program has locked."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
LEAST_ROOM = 16 << 20
"""With fewer bytes free on its disk, a database counts as full."""
MENDED = {
    sqlite3.SQLITE_BUSY: Phrase("bad.database.locked"),
    sqlite3.SQLITE_LOCKED: Phrase("bad.database.locked"),
    sqlite3.SQLITE_READONLY: Phrase("bad.database.read_only"),
    sqlite3.SQLITE_CANTOPEN: Phrase("bad.database.not_opened"),
    sqlite3.SQLITE_FULL: Phrase("bad.database.disk_full"),
    sqlite3.SQLITE_IOERR: Phrase("bad.database.disk_broken"),
}
"""[SQLite's code] what to do about it."""
MOST_TOGETHER = 64
"""The most pieces of work that share a commit."""


class SqliteStore:
    """A file, opened by one process, used by one thread."""

    shared = False

    def __init__(self, path: Path, make: bool = True) -> None:
        self._path = path
        self._make = make
        self._files: dict[Path, tuple[int, int]] = {}
        """[file that is open] which one it is, whatever else may come to have its name."""
        self._jobs: queue.SimpleQueue[tuple[Work[Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="sqlite", daemon=True)
        self._lock: int | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    async def start(self) -> None:
        """Lock the file, open it, see that it is whole and migrate it."""
        self._loop = asyncio.get_running_loop()
        try:
            self._path = self._path.resolve()
            self._claim()
            self._thread.start()
            await self.run(self._check_whole)
            await self.run(upgrade)
            self._files = {path: identity(path) for path in self._all_files() if path.exists()}
        except (OSError, RuntimeError) as error:
            await self.close()
            raise BadInput("bad.database.unusable", path=self._path, error=error) from error
        except Denied as denied:
            await self.close()
            raise explained(self._path, denied.__cause__) from denied
        except BadInput:
            await self.close()
            raise

    def _all_files(self) -> list[Path]:
        return [self._path, self._path.with_name(f"{self._path.name}-wal")]

    def _claim(self) -> None:
        """Have a file that this process alone uses, and nobody else on this machine reads."""
        if self._path.exists() and not self._path.is_file():
            what, better = "folder" if self._path.is_dir() else "other", self._path / "lantern.db"
            raise BadInput("bad.database.no_file", path=self._path, what=what, better=better)
        if not self._path.exists() and not self._make:
            raise BadInput("bad.database.none", path=self._path)
        _make_folder(self._path.parent)
        self._take_lock()
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        for path in [*self._all_files(), self._path.with_name(f"{self._path.name}-shm")]:
            if path.exists() and path.stat().st_mode & 0o077:
                path.chmod(0o600)

    def _check_whole(self, connection: Connection) -> None:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise damaged(self._path, str(found).splitlines()[-1])

    def check(self) -> None:
        """The file must be writable and have room to grow; that it is still there is seen at every commit."""
        try:
            if not os.access(self._path, os.W_OK):
                raise OSError(errno.EROFS, "the database is read-only", str(self._path))
            room = self.room()
        except OSError as error:
            raise unavailable(error) from error
        if room < LEAST_ROOM:
            raise unavailable(OSError(errno.ENOSPC, "the disk is full", str(self._path)))

    def room(self) -> int:
        """How many bytes are left on the disk of the file."""
        disk = os.statvfs(self._path)
        return disk.f_bavail * disk.f_frsize

    def _check_files(self) -> None:
        """Nobody may be told that something is kept in a file that has been deleted or replaced."""
        for path, known in self._files.items():
            if identity(path) != known:
                raise OSError(errno.ESTALE, "the database was replaced by another", str(path))

    def _take_lock(self) -> None:
        """Refuse to be the second process on a file."""
        path = self._path.with_name(self._path.name + ".lock")
        self._lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            self._lock = None
            raise BadInput("bad.database.in_use", path=self._path) from None

    async def run(self, work: Work[T], notice: str | None = None) -> T:
        """Do work in a transaction, perhaps together with other work."""
        if self._closed:
            raise closed()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((work, future))
        return await future

    def _serve(self) -> None:
        engine = create_engine(URL.create("sqlite", database=str(self._path)), isolation_level="AUTOCOMMIT")
        try:
            with engine.connect() as connection:
                for pragma in (f"busy_timeout={BUSY_MS}", *PRAGMAS):
                    connection.exec_driver_sql(f"PRAGMA {pragma}")
                while (jobs := self._next_jobs()) is not None:
                    self._work_off(connection, jobs)
        except Exception as error:  # it can't be opened, and whoever waits for it must hear so
            while (jobs := self._next_jobs()) is not None:
                self._answer([(future, None, _meant(error)) for _, future in jobs])
        engine.dispose()

    def _next_jobs(self) -> list[tuple[Work[Any], asyncio.Future[Any]]] | None:
        """All that waits, at least one; None when the store closes."""
        first = self._jobs.get()
        if first is None:
            return None
        jobs = [first]
        with suppress(queue.Empty):
            while len(jobs) < MOST_TOGETHER:
                job = self._jobs.get_nowait()
                if job is None:
                    self._jobs.put(None)
                    break
                jobs.append(job)
        return jobs

    def _work_off(self, connection: Connection, jobs: list[tuple[Work[Any], asyncio.Future[Any]]]) -> None:
        """Each piece of work in a savepoint of its own, all in one transaction; nobody hears before the commit."""
        results: Results = []
        execute = connection.connection.cursor().execute
        try:
            execute("BEGIN IMMEDIATE")
            for work, future in jobs:
                execute("SAVEPOINT work")
                try:
                    results.append((future, work(connection), None))
                except Exception as error:
                    execute("ROLLBACK TO work")
                    results.append((future, None, _meant(error)))
                execute("RELEASE work")
            self._check_files()
            execute("COMMIT")
        except Exception as error:
            with suppress(sqlite3.Error):
                execute("ROLLBACK")
            results = [(future, None, _meant(error)) for _, future in jobs]
        self._answer(results)

    def _answer(self, results: Results) -> None:
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop has gone: so has everybody who waits
            self._loop.call_soon_threadsafe(_deliver, results)

    async def listen(self, hear: Callable[[str], None], missed: Callable[[], None]) -> None:
        """There are no other processes."""

    async def tell(self, notice: str) -> None:
        """There are no other processes."""

    async def close(self) -> None:
        """Finish what waits and let go of the file; who comes later is sent away, for nobody would serve him."""
        self._closed = True
        if self._thread.is_alive():
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def read_sqlite(path: Path, work: Work[T]) -> T:
    """Do work that reads, on all of a file as it is at this moment; a server may go on writing to it."""
    if not path.is_file():
        raise BadInput("bad.database.none", path=path)
    address = URL.create("sqlite", database=f"file:{quote(str(path.resolve()))}", query={"mode": "ro", "uri": "true"})
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY_MS}")
            connection.exec_driver_sql("BEGIN")
            return work(connection)
    except SQLAlchemyError as error:
        raise explained(path, error) from error
    finally:
        engine.dispose()


def _meant(error: Exception) -> Exception:
    """A failure of the database as what people are told; other errors as they are."""
    return unavailable(error) if isinstance(error, (SQLAlchemyError, sqlite3.Error, OSError)) else error


def _make_folder(folder: Path) -> None:
    """Make a folder that others can't look into, and those above it that are missing."""
    if not folder.exists():
        _make_folder(folder.parent)
        folder.mkdir(0o700)


def identity(path: Path) -> tuple[int, int]:
    """Which file it is, by whatever name."""
    found = path.stat()
    return found.st_dev, found.st_ino


def damaged(path: Path, found: str) -> BadInput:
    """What to do about a file that is broken."""
    return BadInput("bad.database.damaged", path=path, found=found, name=path.name)


def explained(path: Path, error: BaseException | None) -> BadInput:
    """Why SQLite can't use a file, and what to do about it."""
    cause = getattr(error, "orig", error)
    code = (getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path, str(cause))
    if code in MENDED:
        return BadInput("bad.database.mended", path=path, error=str(cause), advice=MENDED[code])
    return BadInput("bad.database.unusable", path=path, error=str(cause))


def _deliver(results: Results) -> None:
    for future, result, error in results:
        if future.done():
            continue
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)
