"""The database: SQLite in a file of one's own, or PostgreSQL for several processes.

Both run the functions of `records` in a transaction and answer when it is committed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection

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

    def room(self) -> int | None:
        """How many bytes are left on its disk; None if that can't be seen from here."""

    async def run(self, work: Work[T], notice: str | None = None) -> T:
        """Do work in a transaction; the result once it is committed. Other processes then get the notice."""

    async def listen(self, hear: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Pass the notices of other processes on; say so when some may have been missed."""

    async def tell(self, notice: str) -> None:
        """Send other processes a notice that belongs to no work."""

    async def close(self) -> None:
        """Let go of the database."""


def unavailable(error: Exception) -> Denied:
    """What people are told when the database fails; the cause is for the log."""
    denied = Denied("unavailable")
    denied.__cause__ = error
    return denied


def closed() -> Denied:
    """What somebody is told who comes when the database has been let go of."""
    return unavailable(RuntimeError("the database has been closed"))
