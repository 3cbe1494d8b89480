"""A whole database as one file, whichever kind it is: lines of JSON, packed by gzip.

    {"format": "lantern backup 1", "form": "0008", "version": "0.1.0", "made_at": 1800000000000}
    {"table": "guests", "columns": ["id", "token", …]}
    ["a1b2…", "77f0…", …]                               a row
    …
    {"rows": {"guests": 310, …}, "sha256": "…"}         of all lines before this one

The tables stand in the order in which rows can be added. They are those of the form that the database had, so that a
file can be read by every later Lantern: it makes a database of that form and brings it to its own.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Any

from sqlalchemy import JSON, Connection, MetaData, Table, insert, null, select
from sqlalchemy.exc import DataError, IntegrityError

from lantern.kernel.errors import BadInput
from lantern.server.storage.migrations import form_of, upgrade
from lantern.version import __version__

FORMAT = "lantern backup 1"
FORM_TABLE = "alembic_version"
AT_ONCE = 500
"""Rows read or written together."""
LEVEL = 6
"""How hard gzip tries."""

Line = dict[str, Any] | list[Any]


@dataclass(frozen=True)
class Head:
    """What a backup says of itself."""

    form: str
    """The form of the database, as migrations number them."""
    version: str
    """The Lantern that made it."""
    made_at: int
    rows: dict[str, int] = field(default_factory=dict)
    """[table] how many rows it has."""

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return self.rows.get(table, 0)


# Written


def write_dump(connection: Connection, file: IO[bytes], now: int) -> Head:
    """Write all that a connection sees."""
    form = form_of(connection)
    if form is None:
        raise BadInput("bad.backup.no_database")
    head, digest, rows = Head(form, __version__, now), hashlib.sha256(), dict[str, int]()
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=LEVEL, mtime=0) as packed:

        def write(line: Line) -> None:
            written = _line(line)
            digest.update(written)
            packed.write(written)

        write({"format": FORMAT, "form": form, "version": head.version, "made_at": now})
        for table in _tables(connection):
            write({"table": table.name, "columns": [column.name for column in table.columns]})
            rows[table.name] = _write_rows(connection, table, write)
        write({"rows": rows, "sha256": digest.hexdigest()})
    return Head(**asdict(head) | {"rows": rows})


def _line(line: Line) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def _write_rows(connection: Connection, table: Table, write: Callable[[Line], None]) -> int:
    wanted = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=AT_ONCE)
    count = 0
    for row in connection.execute(wanted):
        write([*row])
        count += 1
    return count


def _tables(connection: Connection) -> list[Table]:
    """The tables that are there, in the order in which rows can be added."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != FORM_TABLE]


# Read


def check_dump(path: Path) -> Head:
    """See that a file is a backup and whole; what it says of itself."""
    head: Head | None = None
    table, rows, digest = "", dict[str, int](), hashlib.sha256()
    for written, line in _lines(path):
        if head is None:
            head = _head(path, line)
        elif isinstance(line, list) and table:
            rows[table] += 1
        elif isinstance(line, dict) and "table" in line:
            table = str(line["table"])
            rows[table] = 0
        elif line == {"rows": rows, "sha256": digest.hexdigest()}:
            return Head(head.form, head.version, head.made_at, rows)
        else:
            break
        digest.update(written)
    raise BadInput("bad.backup.damaged", path=path)


def _lines(path: Path) -> Iterator[tuple[bytes, Line]]:
    """The lines of a file, as they are written and as what they say."""
    try:
        with gzip.open(path, "rb") as packed:
            for written in packed:
                line = json.loads(written)
                if not isinstance(line, (dict, list)):
                    raise TypeError(line)
                yield written, line
    except gzip.BadGzipFile:
        raise BadInput("bad.backup.format", path=path) from None
    except (EOFError, ValueError, TypeError, KeyError, RecursionError, zlib.error):
        raise BadInput("bad.backup.damaged", path=path) from None


def _head(path: Path, line: Line) -> Head:
    said = line if isinstance(line, dict) else {}
    if said.get("format") != FORMAT:
        raise BadInput("bad.backup.format", path=path)
    head = Head(said.get("form", ""), said.get("version", ""), said.get("made_at", 0))
    if not isinstance(head.form, str) or not isinstance(head.version, str) or not isinstance(head.made_at, int):
        raise BadInput("bad.backup.damaged", path=path)
    return head


def read_dump(connection: Connection, path: Path, form: str) -> None:
    """Put all that a file holds, which has been checked, in place of whatever is in the database."""
    _clear(connection)
    upgrade(connection, form)
    there = {table.name: table for table in _tables(connection)}
    for table in reversed(there.values()):
        connection.execute(table.delete())  # what migrations put there
    try:
        for name, columns, rows in _groups(path):
            connection.execute(insert(there[name]), [_row(there[name], columns, row) for row in rows])
    except (KeyError, ValueError, TypeError, IntegrityError, DataError) as error:
        raise BadInput("bad.backup.damaged", path=path) from error
    upgrade(connection)


def _clear(connection: Connection) -> None:
    """Remove all tables."""
    metadata = MetaData()
    metadata.reflect(connection)
    metadata.drop_all(connection)


def is_empty(connection: Connection) -> bool:
    """Whether nothing is kept but when a server last ran."""
    kept = (table for table in _tables(connection) if table.name != "pulse")
    return all(connection.execute(select(table).limit(1)).first() is None for table in kept)


def _groups(path: Path) -> Iterator[tuple[str, list[str], list[list[Any]]]]:
    """Rows that are added together: their table, its columns, and they."""
    table, columns, rows = "", list[str](), list[list[Any]]()
    end: Line = {"table": "", "columns": []}
    for line in chain((line for _, line in _lines(path)), [end]):
        if isinstance(line, list):
            rows.append(line)
        if rows and (isinstance(line, dict) or len(rows) == AT_ONCE):
            yield table, columns, rows
            rows = []
        if isinstance(line, dict) and "table" in line:
            table, columns = line["table"], line["columns"]


def _row(table: Table, columns: list[str], row: list[Any]) -> dict[str, Any]:
    """A row by its columns; what is nothing at all is told from the null of JSON."""
    return {name: _value(table, name, value) for name, value in zip(columns, row, strict=True)}


def _value(table: Table, name: str, value: Any) -> Any:
    column = table.columns[name]
    return null() if value is None and column.nullable and isinstance(column.type, JSON) else value
