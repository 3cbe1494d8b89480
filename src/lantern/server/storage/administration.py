"""What administrators look at and write, as functions on a connection inside a transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Text,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from lantern.kernel.contract import Json
from lantern.server.storage.records import IS_LESSON, read_entries, remove_tables
from lantern.server.storage.schema import bars, bulletins, deeds, devices, guests, reviews, sittings, tables
from lantern.server.tables.entries import Entry

PAGE = 50
"""How many tables, people or deeds are listed at once."""
HIDDEN = ("key",)
"""What of an entry nobody reads: hashes of the keys of links."""
SIZES = {
    "sqlite": "SELECT (SELECT * FROM pragma_page_count()) * (SELECT * FROM pragma_page_size())",
    "postgresql": "SELECT pg_database_size(current_database())",
}
"""[kind of database] how many bytes it has."""


@dataclass(frozen=True)
class Bar:
    """Somebody who is not let in: whoever comes from some addresses, or a guest by whatever cookie or key."""

    id: str
    network: str | None
    guest: str | None
    reason: str | None
    made_at: int
    until: int | None

    def holds(self, now: int) -> bool:
        """Whether he is not let in now."""
        return self.until is None or now < self.until


@dataclass(frozen=True)
class Bulletin:
    """A message of the server's host to all."""

    id: str
    text: str
    made_at: int
    until: int | None

    def holds(self, now: int) -> bool:
        """Whether it is shown now."""
        return self.until is None or now < self.until


@dataclass(frozen=True)
class Deed:
    """Something that an administrator did, or the server by itself."""

    id: str
    at: int
    what: str
    about: str | None
    details: Json
    address: str | None


# Looking


def count_all(connection: Connection) -> Json:
    """How much there is of everything."""
    kind = connection.dialect.name
    by_kind = (
        select(
            tables.c.game, tables.c.status, func.count().label("number"), func.sum(tables.c.version).label("entries")
        )
        .group_by(tables.c.game, tables.c.status)
        .order_by(tables.c.game, tables.c.status)
    )
    rows = connection.execute(by_kind).all()
    pending = select(func.count()).where(reviews.c.state.in_(("waiting", "working")))
    return {
        "tables": [{"game": row.game, "status": row.status, "count": row.number} for row in rows],
        "entries": int(sum(row.entries or 0 for row in rows)),
        "guests": connection.execute(select(func.count()).select_from(guests)).scalar_one(),
        "reviews": connection.execute(pending).scalar_one(),
        "database": kind,
        "size": connection.exec_driver_sql(SIZES[kind]).scalar_one(),
    }


def list_tables(
    connection: Connection, search: str | None, status: str | None, game: str | None, page: int
) -> tuple[int, list[Json]]:
    """How many tables are looked for, and a page of them, last changed first."""
    wanted = select(tables, IS_LESSON.label("lesson"))
    if search:
        sits = exists().where(sittings.c.table_id == tables.c.id, sittings.c.guest == search)
        wanted = wanted.where(or_(tables.c.id == search, sits, _is_named(connection, search)))
    if status:
        wanted = wanted.where(tables.c.status == status)
    if game:
        wanted = wanted.where(tables.c.game == game)
    total, rows = _page(connection, wanted, tables.c.updated_at.desc(), page)
    people = _sitting(connection, [row.id for row in rows])
    return total, [_table(row, people[row.id]) for row in rows]


def _page(connection: Connection, wanted: Select[Any], order: Any, page: int) -> tuple[int, Sequence[Row[Any]]]:
    total = connection.execute(select(func.count()).select_from(wanted.subquery())).scalar_one()
    return total, connection.execute(wanted.order_by(order).limit(PAGE).offset(page * PAGE)).all()


def _is_named(connection: Connection, words: str) -> ColumnElement[bool]:
    """Whether somebody at a table is called so, or begins so."""
    elements, field, path = (
        (func.json_array_elements, func.json_extract_path_text, "name")
        if connection.dialect.name == "postgresql"
        else (func.json_each, func.json_extract, "$.name")
    )
    each = elements(tables.c.seats).table_valued("value")
    return exists().select_from(each).where(_says(field(each.c.value, path, type_=Text), words))


def _own_name(connection: Connection) -> Any:
    """What somebody is called at the seat of a sitting."""
    place = cast(sittings.c.seat - 1, Text)
    if connection.dialect.name == "postgresql":
        return func.json_extract_path_text(tables.c.seats, place, "name", type_=Text)
    return func.json_extract(tables.c.seats, literal("$[") + place + literal("].name"), type_=Text)


def _says(name: Any, words: str) -> ColumnElement[bool]:
    """Whether a name has some words in it; databases know capitals of English letters, and some no others."""
    spelt = dict.fromkeys((words, words.lower(), words.upper(), words.title()))
    return or_(*(name.icontains(each, autoescape=True) for each in spelt))


def _sitting(connection: Connection, table_ids: Sequence[str]) -> defaultdict[str, list[Json]]:
    """[table] the guests who sit at it, with their seats; 0 is a host who does not sit there."""
    wanted = select(sittings).where(sittings.c.table_id.in_(table_ids)).order_by(sittings.c.seat, sittings.c.guest)
    found: defaultdict[str, list[Json]] = defaultdict(list)
    for row in connection.execute(wanted):
        found[row.table_id].append({"guest": row.guest, "seat": row.seat})
    return found


def _table(row: Row[Any], people: list[Json]) -> Json:
    return {
        "table": row.id,
        "game": row.game,
        "status": row.status,
        "version": row.version,
        "seats": row.seats,
        "people": people,
        "host": row.host,
        "listed": bool(row.listed),
        "lesson": bool(row.lesson),
        "puzzle": row.puzzle,
        "branch_of": row.branch_of,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }


def find_table(connection: Connection, table_id: str) -> Json | None:
    """What lists and the log tell of a table."""
    row = connection.execute(select(tables, IS_LESSON.label("lesson")).where(tables.c.id == table_id)).first()
    return None if row is None else _table(row, _sitting(connection, [table_id])[table_id])


def list_entries(connection: Connection, table_id: str, after: int, most: int) -> list[Json]:
    """Entries of a table after a version as they are stored, without hashes of keys."""
    return [_entry(entry) for entry in read_entries(connection, table_id, after)[:most]]


def _entry(entry: Entry) -> Json:
    data = {name: value for name, value in entry.data.items() if name not in HIDDEN}
    return {"version": entry.version, "kind": entry.kind, "seat": entry.seat, "at": entry.at, "data": data}


def list_people(connection: Connection, search: str | None, page: int) -> tuple[int, list[Json]]:
    """How many guests are looked for, and a page of them, who was here last first."""
    wanted = select(guests.c.id, guests.c.name, guests.c.key, guests.c.created_at, guests.c.seen_at)
    if search:
        at_a_table = (
            select(sittings.c.guest)
            .join(tables)
            .where(sittings.c.guest == guests.c.id, sittings.c.seat > 0, _says(_own_name(connection), search))
        )
        wanted = wanted.where(or_(guests.c.id == search, _says(guests.c.name, search), at_a_table.exists()))
    last = func.coalesce(guests.c.seen_at, guests.c.created_at).desc()
    total, rows = _page(connection, wanted, last, page)
    found = [row.id for row in rows]
    names, sat = _names(connection, found)
    brought = (
        select(devices.c.guest, func.count().label("number"))
        .where(devices.c.guest.in_(found))
        .group_by(devices.c.guest)
    )
    further = {row.guest: row.number for row in connection.execute(brought)}
    return total, [
        {
            "guest": row.id,
            "name": row.name,
            "names": sorted(names[row.id] - {row.name}),
            "created_at": row.created_at,
            "seen_at": row.seen_at,
            "devices": 1 + further.get(row.id, 0),
            "tables": sat[row.id],
        }
        for row in rows
    ]


def _names(connection: Connection, found: Sequence[str]) -> tuple[defaultdict[str, set[str]], defaultdict[str, int]]:
    """[guest] what he is called at tables; at how many he sits, or is the host."""
    names: defaultdict[str, set[str]] = defaultdict(set)
    sat: defaultdict[str, set[str]] = defaultdict(set)
    wanted = select(sittings.c.guest, sittings.c.seat, tables.c.id, tables.c.seats).join(tables)
    for row in connection.execute(wanted.where(sittings.c.guest.in_(found))):
        sat[row.guest].add(row.id)
        name = row.seats[row.seat - 1]["name"] if row.seat else None
        if name:
            names[row.guest].add(name)
    counts: defaultdict[str, int] = defaultdict(int, {guest: len(at) for guest, at in sat.items()})
    return names, counts


def knows_guest(connection: Connection, guest: str) -> bool:
    """Whether there is such a guest."""
    return connection.execute(select(guests.c.id).where(guests.c.id == guest)).first() is not None


# Writing


def see_guest(connection: Connection, guest: str, now: int, before: int) -> int | None:
    """Note that a guest is here, unless that was noted after some moment; when it was, None if he is not known."""
    found = connection.execute(select(guests.c.seen_at).where(guests.c.id == guest)).first()
    if found is None:
        return None
    if found.seen_at is not None and found.seen_at > before:
        return int(found.seen_at)
    connection.execute(update(guests).where(guests.c.id == guest).values(seen_at=now))
    return now


def remove_with_branches(connection: Connection, table_id: str) -> list[str]:
    """Remove a table and all other ways of its match, which tell of it too; which these were."""
    removed, found = [table_id], [table_id]
    while found:
        wanted = select(tables.c.id).where(tables.c.branch_of.in_(found))
        found = [one for one in connection.execute(wanted).scalars() if one not in removed]
        removed += found
    remove_tables(connection, removed)
    return removed


def note_deed(connection: Connection, deed: Deed) -> None:
    """Note what an administrator did."""
    connection.execute(insert(deeds).values(**asdict(deed)))


def list_deeds(connection: Connection, page: int) -> tuple[int, list[Deed]]:
    """How many deeds there are, and a page of them, the last first."""
    total, rows = _page(connection, select(deeds), deeds.c.at.desc(), page)
    return total, [Deed(**row._asdict()) for row in rows]


def write_bar(connection: Connection, bar: Bar) -> None:
    """Let somebody in no more; a bar about the same takes the place of one that was there."""
    connection.execute(delete(bars).where(bars.c.network == bar.network if bar.network else bars.c.guest == bar.guest))
    connection.execute(insert(bars).values(**asdict(bar)))


def forget_bar(connection: Connection, bar_id: str) -> Bar | None:
    """Let somebody in again; who it was, None if there is no such bar."""
    row = connection.execute(select(bars).where(bars.c.id == bar_id)).first()
    connection.execute(delete(bars).where(bars.c.id == bar_id))
    return Bar(**row._asdict()) if row else None


def read_bars(connection: Connection) -> list[Bar]:
    """All who are not let in, the last first."""
    return [Bar(**row._asdict()) for row in connection.execute(select(bars).order_by(bars.c.made_at.desc()))]


def write_bulletin(connection: Connection, bulletin: Bulletin | None) -> Bulletin | None:
    """Have a message to all in place of the one that was, or none; which that was."""
    before = read_bulletin(connection)
    connection.execute(delete(bulletins))
    if bulletin is not None:
        connection.execute(insert(bulletins).values(**asdict(bulletin)))
    return before


def read_bulletin(connection: Connection) -> Bulletin | None:
    """The message to all, if there is one."""
    row = connection.execute(select(bulletins).order_by(bulletins.c.made_at.desc())).first()
    return Bulletin(**row._asdict()) if row else None


def forget_old_bars(connection: Connection, now: int) -> None:
    """Forget bars and messages whose time is over."""
    for kept in (bars, bulletins):
        connection.execute(delete(kept).where(kept.c.until <= now))


def summarised(connection: Connection, table_ids: Iterable[str]) -> list[Json]:
    """Some tables as lists tell of them."""
    wanted = select(tables, IS_LESSON.label("lesson")).where(tables.c.id.in_([*table_ids]))
    rows = connection.execute(wanted.order_by(tables.c.updated_at, tables.c.id)).all()
    people = _sitting(connection, [row.id for row in rows])
    return [_table(row, people[row.id]) for row in rows]
