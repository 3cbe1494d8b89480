"""Everything that is kept about a person: read for whoever asks for it, and removed.

What is a guest's own goes: his name, devices, notes, ratings, addresses at which he is told of turns. A table at which
he sat alone goes with it. At one that others sat at too his moves stay, for the match is theirs as well, but neither
his name nor what he said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, delete, select, update

from lantern.kernel.contract import Json
from lantern.server.storage import administration
from lantern.server.storage.records import read_entries, read_setting
from lantern.server.storage.schema import (
    deliveries,
    devices,
    entries,
    guests,
    notes,
    notices,
    practice,
    push_devices,
    puzzle_tries,
    reviews,
    sittings,
    tables,
    wishes,
)
from lantern.server.tables import entries as kinds
from lantern.server.tables.entries import Entry
from lantern.server.tables.table import Setting

FORMAT = "lantern person 1"
OWN = (notes, practice, puzzle_tries, wishes, deliveries, push_devices, notices, devices)
"""What is a guest's own, in the order in which it can be removed."""
SECRET = {"token", "key", "secret", "guest"}
"""What is left out of what somebody is told about himself: hashes, keys of his browser, who he is to the server."""
SILENCE = "…"
"""What stands where somebody had said something."""


@dataclass(frozen=True)
class Forgotten:
    """What became of the tables of somebody who is no more."""

    removed: list[str]
    changed: list[str]
    """Those at which others sat too."""


# Told


def everything_of(connection: Connection, guest: str) -> Json | None:
    """All that is kept about a guest, as plain data; None if there is nobody of this id."""
    row = connection.execute(select(guests).where(guests.c.id == guest)).mappings().first()
    if row is None:
        return None
    own = {str(table.name): _rows(connection, table, guest) for table in OWN}
    asked = select(reviews.c.table_id, reviews.c.asked_at).where(reviews.c.asker == guest)
    return {
        "format": FORMAT,
        **_open(row),
        "id": guest,
        **own,
        "reviews": [_open(one) for one in connection.execute(asked).mappings()],
        "tables": [_told(connection, table_id, guest) for table_id in tables_of(connection, guest)],
    }


def _rows(connection: Connection, table: Any, guest: str) -> list[Json]:
    wanted = select(table).where(table.c.guest == guest).order_by(*table.primary_key.columns)
    return [_open(row) for row in connection.execute(wanted).mappings()]


def _open(row: Any) -> Json:
    """A row without what is secret."""
    return {str(name): value for name, value in row.items() if name not in SECRET}


def tables_of(connection: Connection, guest: str) -> list[str]:
    """The tables at which a guest sits, or of which he is the host, the oldest first."""
    wanted = select(tables.c.id).where(tables.c.id.in_(select(sittings.c.table_id).where(sittings.c.guest == guest)))
    return list(connection.execute(wanted.order_by(tables.c.created_at, tables.c.id)).scalars())


def _told(connection: Connection, table_id: str, guest: str) -> Json:
    """What a guest did at a table."""
    setting, made = _read(connection, table_id)
    found = [
        {"at": entry.at, "kind": entry.kind, "seat": entry.seat, **_open(entry.data)}
        for entry in own_entries(setting, made, guest)
    ]
    fixed = {name: value for name, value in asdict(setting).items() if name in ("table", "game", "options")}
    return {**fixed, "created_at": setting.created_at, "host": setting.host == guest, "entries": found}


def _read(connection: Connection, table_id: str) -> tuple[Setting, list[Entry]]:
    setting = read_setting(connection, table_id)
    assert setting is not None
    return setting, read_entries(connection, table_id, 0)


def own_entries(setting: Setting, made: Sequence[Entry], guest: str) -> list[Entry]:
    """What was done at a seat while it was a guest's, and not by a bot."""
    sitting = {number: {*seat["guests"]} for number, seat in enumerate(setting.seats, 1)}
    found = []
    for entry in made:
        at_seat = sitting.get(entry.seat or 0, set())
        if entry.kind in (kinds.SIT, kinds.KEY, kinds.DEVICE):
            at_seat |= {*entry.data.get("guests", []), entry.data.get("guest", "")}
        if guest in at_seat and "bot" not in entry.data:
            found.append(entry)
        if entry.kind in (kinds.OPEN, kinds.LEAVE):
            at_seat.clear()
    return found


# Removed


def forget(connection: Connection, guest: str) -> Forgotten:
    """Remove all that is kept about a guest."""
    removed, changed = list[str](), list[str]()
    for table_id in tables_of(connection, guest):
        if table_id in removed:
            continue
        if _others_sit_at(connection, table_id, guest):
            _make_nameless(connection, table_id, guest)
            changed.append(table_id)
        else:
            removed += administration.remove_with_branches(connection, table_id)
    for table in OWN:
        connection.execute(delete(table).where(table.c.guest == guest))
    connection.execute(update(reviews).where(reviews.c.asker == guest).values(asker=""))
    connection.execute(delete(sittings).where(sittings.c.guest == guest))
    connection.execute(delete(guests).where(guests.c.id == guest))
    return Forgotten(removed, [table_id for table_id in changed if table_id not in removed])


def _others_sit_at(connection: Connection, table_id: str, guest: str) -> bool:
    others = select(sittings.c.guest).where(sittings.c.table_id == table_id, sittings.c.guest != guest)
    return connection.execute(others.limit(1)).first() is not None


def _make_nameless(connection: Connection, table_id: str, guest: str) -> None:
    """Take a guest's name and words out of a table; its match is as it was."""
    setting, made = _read(connection, table_id)
    seats = [seat | {"name": None} if guest in seat["guests"] else seat for seat in setting.seats]
    connection.execute(update(tables).where(tables.c.id == table_id).values(setting=asdict(setting) | {"seats": seats}))
    own = own_entries(setting, made, guest)
    for entry, data in ((entry, _nameless(entry)) for entry in own):
        if data != entry.data:
            place = (entries.c.table_id == table_id, entries.c.version == entry.version)
            connection.execute(update(entries).where(*place).values(data=data))
    numbers = {number for number, seat in enumerate(setting.seats, 1) if guest in seat["guests"]}
    _unname_seats(connection, table_id, numbers | _seats_at_last(connection, table_id, guest))


def _nameless(entry: Entry) -> Json:
    """What an entry says without who it was, and what he said."""
    if entry.kind == kinds.CHAT and "text" in entry.data:
        return entry.data | {"text": SILENCE}
    return entry.data | {"name": None} if "name" in entry.data else entry.data


def _seats_at_last(connection: Connection, table_id: str, guest: str) -> set[int]:
    wanted = select(sittings.c.seat).where(sittings.c.table_id == table_id, sittings.c.guest == guest)
    return {*connection.execute(wanted).scalars()}


def _unname_seats(connection: Connection, table_id: str, numbers: Iterable[int]) -> None:
    """Take names off what lists show of seats."""
    shown = connection.execute(select(tables.c.seats).where(tables.c.id == table_id)).scalar() or []
    nameless = [seat | {"name": None} if seat["seat"] in {*numbers} else seat for seat in shown]
    connection.execute(update(tables).where(tables.c.id == table_id).values(seats=nameless))
