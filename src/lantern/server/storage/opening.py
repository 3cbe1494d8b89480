"""Which database is meant by an address: SQLite in a file of one's own, or PostgreSQL for several processes."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from lantern.kernel.errors import BadInput, quoted
from lantern.server.storage.store import Store


def default_url() -> str:
    """SQLite in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('lantern') / 'lantern.db'}"


def open_store(address: str, make: bool = True) -> Store:
    """The store at an address; a file that is not there is made, or not."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadInput("bad.database.address", address=quoted(address)) from None
    if url.get_backend_name() == "sqlite" and url.database:
        from lantern.server.storage.sqlite import SqliteStore

        return SqliteStore(Path(url.database), make)
    if url.get_backend_name() == "postgresql":
        from lantern.server.storage.postgres import PostgresStore

        return PostgresStore(url)
    raise BadInput("bad.database.address", address=quoted(address))
