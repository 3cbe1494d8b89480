"""Which database is meant by an address: SQLite in a file of one's own, or PostgreSQL for several processes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from lantern.kernel.errors import BadInput, quoted
from lantern.server.storage.store import Store, T, Work


def default_url() -> str:
    """SQLite in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('lantern') / 'lantern.db'}"


def open_store(address: str, make: bool = True) -> Store:
    """The store at an address; a file that is not there is made, or not."""
    url = _url(address)
    if url.database and _is_sqlite(url):
        from lantern.server.storage.sqlite import SqliteStore

        return SqliteStore(Path(url.database), make)
    from lantern.server.storage.postgres import PostgresStore

    return PostgresStore(url)


async def read_at_once(address: str, work: Work[T]) -> T:
    """Do work that reads, on all of a database as it is at one moment, while servers go on writing to it."""
    url = _url(address)
    if url.database and _is_sqlite(url):
        from lantern.server.storage.sqlite import read_sqlite

        return await asyncio.to_thread(read_sqlite, Path(url.database), work)
    from lantern.server.storage.postgres import read_postgres

    return await read_postgres(url, work)


def _url(address: str) -> URL:
    """An address of SQLite with a file, or of PostgreSQL."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadInput("bad.database.address", address=quoted(address)) from None
    if not (_is_sqlite(url) and url.database) and url.get_backend_name() != "postgresql":
        raise BadInput("bad.database.address", address=quoted(address))
    return url


def _is_sqlite(url: URL) -> bool:
    """Whether an address is one of SQLite."""
    return url.get_backend_name() == "sqlite"
