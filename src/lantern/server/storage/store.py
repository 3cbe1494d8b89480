"""The database: SQLite in a file of one's own, or PostgreSQL for several processes.

Both run the functions of `records` in a transaction and answer when it is committed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

import platformdirs
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from lantern.kernel.errors import BadInput
from lantern.server.errors import Denied

T = TypeVar("T")
Work = Callable[[Connection], T]


class Store(Protocol):
    """What the table service needs of a database."""

    shared: bool
    """Whether other processes may change what is in it."""

    async def start(self) -> None:
        """Connect, and bring the database to the present form; `BadInput` says what is wrong and how to mend it."""

    def check(self) -> None:
        """Whether what is written will be there after a restart, as far as can be seen from outside; else `Denied`."""

    async def run(self, work: Work[T], hint: str | None = None) -> T:
        """Do work in a transaction; the result once it is committed. Other processes then get the hint."""

    async def listen(self, hear: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Pass the hints of other processes on; say so when some may have been missed."""

    async def tell(self, hint: str) -> None:
        """Send other processes a hint that belongs to no work."""

    async def close(self) -> None:
        """Let go of the database."""


def default_url() -> str:
    """SQLite in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('lantern') / 'lantern.db'}"


def open_store(address: str, make: bool = True) -> Store:
    """The store at an address; a file that is not there is made, or not."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadInput(f"{address!r} is no database; give sqlite:///FILE or postgresql://USER@HOST:PORT/NAME") from None
    if url.get_backend_name() == "sqlite" and url.database:
        from lantern.server.storage.sqlite import SqliteStore

        return SqliteStore(Path(url.database), make)
    if url.get_backend_name() == "postgresql":
        from lantern.server.storage.postgres import PostgresStore

        return PostgresStore(url)
    raise BadInput(f"a database is sqlite:///FILE or postgresql://USER@HOST:PORT/NAME, not {address!r}")


def unavailable(error: Exception) -> Denied:
    """What people are told when the database fails; the cause is for the log."""
    denied = Denied("unavailable")
    denied.__cause__ = error
    return denied


def closed() -> Denied:
    """What somebody is told who comes when the database has been let go of."""
    return unavailable(RuntimeError("the database has been closed"))
