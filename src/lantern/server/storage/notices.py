"""What is read and written of notices, as functions on a connection inside a transaction.

A notice waits until it is due. Then it becomes a delivery for every place at which its guest is told, in the
transaction that removes it; a delivery is sent by the process that has a lease on it, and removed when it has arrived.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite

from lantern.kernel.contract import Json
from lantern.server.storage.schema import (
    deliveries,
    entries,
    notices,
    pulse,
    push_devices,
    sittings,
    tables,
    wishes,
)
from lantern.server.tables.entries import CHAT, MOVE
from lantern.server.tables.telling import INVITED, OVER, TURN, Kind, Telling

GATHER_MS = 60_000
"""How long a notice waits: perhaps he comes by himself, or there is more to tell him."""
MOST_AT_ONCE = 50
"""Of how many guests notices are looked at, and how many deliveries are claimed, at once."""
MOST_DEVICES = 10
"""In how many browsers somebody is told; one more takes the place of the oldest."""
USUAL = (TURN, OVER, INVITED)
"""What somebody is told of who has not said otherwise."""


@dataclass(frozen=True)
class Wishes:
    """What a guest wants to be told of, when and where."""

    language: str
    origin: str
    told: tuple[Kind, ...] = USUAL
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str | None = None
    channel: str | None = None
    address: str | None = None


@dataclass(frozen=True)
class PushDevice:
    """A browser that takes notices."""

    id: str
    endpoint: str
    key: str
    secret: str
    name: str | None
    made_at: int


@dataclass(frozen=True)
class Fact:
    """A notice, and what can be told of its table."""

    table: str
    kind: str
    game: str
    seat: int
    seats: list[Json]
    last: int | None
    """The seat that acted last; of talk, the one that spoke."""


@dataclass(frozen=True)
class Delivery:
    """A message on its way to somebody's browser, or to his address."""

    id: str
    guest: str
    device: str | None
    message: Json
    made_at: int
    tries: int


def _statement(dialect: Any) -> Any:
    """Adds a notice for a guest who is told anything at all; one that waits already stays as it is."""
    values: list[Any] = [bindparam(name) for name in ("table_id", "kind", "seat", "due")]
    wanted = select(wishes.c.guest, *values).where(wishes.c.guest == bindparam("who"))
    columns = ["guest", "table_id", "kind", "seat", "due"]
    return dialect.insert(notices).from_select(columns, wanted).on_conflict_do_nothing()


ADD = {"sqlite": _statement(sqlite), "postgresql": _statement(postgresql)}
"""[kind of database] made once: making a statement takes longer than running it."""


def add(connection: Connection, told: Iterable[Telling], at: int) -> None:
    """Note what guests are to be told, if they are still away when it is due."""
    rows = [
        {"who": guest, "table_id": one.table, "kind": one.kind, "seat": seat, "due": at + GATHER_MS}
        for one in told
        for guest, seat in one.guests
    ]
    if rows:
        connection.execute(ADD[connection.dialect.name], rows)


# What somebody wants


def read_wishes(connection: Connection, guest: str) -> Wishes | None:
    """What a guest wants; None if he never said."""
    row = connection.execute(select(wishes).where(wishes.c.guest == guest)).first()
    if row is None:
        return None
    found = row._asdict()
    del found["guest"]
    return Wishes(**found | {"told": tuple(row.told)})


def write_wishes(connection: Connection, guest: str, wanted: Wishes) -> None:
    """What a guest wants from now on; what is on its way to an address that he has left is dropped."""
    before = read_wishes(connection, guest)
    values = asdict(wanted) | {"told": [*wanted.told]}
    if before is None:
        connection.execute(insert(wishes).values(guest=guest, **values))
        return
    connection.execute(update(wishes).where(wishes.c.guest == guest).values(**values))
    if before.address != wanted.address:
        connection.execute(delete(deliveries).where(deliveries.c.guest == guest, deliveries.c.device.is_(None)))


def list_devices(connection: Connection, guest: str) -> list[PushDevice]:
    """The browsers in which a guest is told, the oldest first."""
    wanted = select(push_devices).where(push_devices.c.guest == guest)
    rows = connection.execute(wanted.order_by(push_devices.c.made_at, push_devices.c.id))
    return [_device(row) for row in rows]


def _device(row: Any) -> PushDevice:
    return PushDevice(row.id, row.endpoint, row.key, row.secret, row.name, row.made_at)


def add_device(connection: Connection, guest: str, device: PushDevice) -> str:
    """Tell a guest in one more browser; one that is known already stays the same, whoever used it before. Its id."""
    known = connection.execute(select(push_devices).where(push_devices.c.endpoint == device.endpoint)).first()
    if known is not None and known.guest == guest:
        fresh = {"key": device.key, "secret": device.secret, "name": device.name}
        connection.execute(update(push_devices).where(push_devices.c.id == known.id).values(**fresh))
        return str(known.id)
    if known is not None:
        remove_device(connection, known.id)
    for oldest in list_devices(connection, guest)[: 1 - MOST_DEVICES]:
        remove_device(connection, oldest.id)
    connection.execute(insert(push_devices).values(guest=guest, **asdict(device)))
    return device.id


def remove_device(connection: Connection, device: str, guest: str | None = None) -> None:
    """Tell nobody anything in a browser any more; if a guest is named, only if it is his."""
    owner = connection.execute(select(push_devices.c.guest).where(push_devices.c.id == device)).scalar()
    if owner is not None and guest in (owner, None):
        connection.execute(delete(deliveries).where(deliveries.c.device == device))
        connection.execute(delete(push_devices).where(push_devices.c.id == device))


def push_key(connection: Connection, fresh: str) -> str:
    """The key by which push services know this server: the one it has, else a fresh one from now on."""
    connection.execute(update(pulse).where(pulse.c.push_key.is_(None)).values(push_key=fresh))
    return str(connection.execute(select(pulse.c.push_key)).scalar_one())


# From notices to deliveries


def due(connection: Connection, now: int) -> dict[str, list[tuple[str, str, int]]]:
    """[guest who is to be told something] all that waits for him: table, kind, and his seat."""
    ready = select(notices.c.guest).where(notices.c.due <= now).order_by(notices.c.due).limit(MOST_AT_ONCE)
    found: dict[str, list[tuple[str, str, int]]] = {}
    for row in connection.execute(select(notices).where(notices.c.guest.in_(ready)).order_by(notices.c.due)):
        found.setdefault(row.guest, []).append((row.table_id, row.kind, row.seat))
    return found


Compose = Callable[[Wishes, list[Fact]], Json]


def settle(
    connection: Connection,
    guest: str,
    away: Sequence[tuple[str, str, int]],
    here: Sequence[tuple[str, str, int]],
    now: int,
    quiet: Callable[[Wishes], int | None],
    compose: Compose,
    names: Callable[[], str],
) -> None:
    """Make deliveries of what waits for a guest, in whichever process comes first; what he has before him is dropped.

    In his quiet hours all waits until they are over.
    """
    wanted = _claimed(connection, guest)
    if wanted is None:
        return
    until = quiet(wanted)
    if until is not None:
        connection.execute(update(notices).where(notices.c.guest == guest).values(due=until))
        return
    told = [one for one in away if _take(connection, guest, one) and one[1] in wanted.told]
    for one in here:
        _take(connection, guest, one)
    facts = [fact for one in told if (fact := _fact(connection, guest, *one)) is not None]
    devices: list[str | None] = [one.id for one in list_devices(connection, guest)]
    places = devices + ([None] if wanted.address is not None else [])
    if facts and places:
        fresh = {"guest": guest, "message": compose(wanted, facts), "made_at": now, "due": now, "tries": 0}
        connection.execute(insert(deliveries), [fresh | {"id": names(), "device": place} for place in places])


def _claimed(connection: Connection, guest: str) -> Wishes | None:
    """What a guest wants, for no other process meanwhile; None if another is at it."""
    mine = select(wishes.c.guest).where(wishes.c.guest == guest).with_for_update(skip_locked=True)
    return read_wishes(connection, guest) if connection.execute(mine).first() is not None else None


def _take(connection: Connection, guest: str, one: tuple[str, str, int]) -> bool:
    """Whether a notice still waits; then it does no more."""
    table_id, kind, _ = one
    mine = (notices.c.guest == guest, notices.c.table_id == table_id, notices.c.kind == kind)
    return connection.execute(delete(notices).where(*mine)).rowcount > 0


def _fact(connection: Connection, guest: str, table_id: str, kind: str, seat: int) -> Fact | None:
    """What can be told of a table; None if it is not so any more, or somebody else sits there now."""
    mine = (sittings.c.table_id == table_id, sittings.c.guest == guest, sittings.c.seat == seat)
    if connection.execute(select(sittings.c.seat).where(*mine)).first() is None:
        return None
    row = connection.execute(select(tables).where(tables.c.id == table_id)).one()
    if kind == TURN and not _is_turn(row, seat):
        return None
    of_kind = CHAT if kind == "talk" else MOVE
    wanted = select(entries.c.seat).where(entries.c.table_id == table_id, entries.c.kind == of_kind)
    last = connection.execute(wanted.order_by(entries.c.version.desc()).limit(1)).scalar()
    return Fact(table_id, kind, row.game, seat, row.seats, last)


def _is_turn(row: Any, seat: int) -> bool:
    return row.status == "playing" and row.to_act == seat and row.seats[seat - 1]["bot"] is None


# Deliveries


def claim(connection: Connection, now: int, until: int) -> list[Delivery]:
    """Deliveries that are due, for this process alone until some moment."""
    ready = select(deliveries.c.id).where(deliveries.c.due <= now).order_by(deliveries.c.due).limit(MOST_AT_ONCE)
    mine = ready.with_for_update(skip_locked=True)
    claimed = (
        update(deliveries)
        .where(deliveries.c.id.in_(mine))
        .values(due=literal(until), tries=deliveries.c.tries + 1)
        .returning(deliveries)
    )
    return [
        Delivery(row.id, row.guest, row.device, row.message, row.made_at, row.tries)
        for row in connection.execute(claimed)
    ]


def find_device(connection: Connection, device: str) -> PushDevice | None:
    """A browser that takes notices."""
    row = connection.execute(select(push_devices).where(push_devices.c.id == device)).first()
    return _device(row) if row else None


def done(connection: Connection, delivery: str) -> None:
    """A delivery has arrived, or never will."""
    connection.execute(delete(deliveries).where(deliveries.c.id == delivery))


def put_off(connection: Connection, delivery: str, due_at: int) -> None:
    """A delivery did not arrive, and is tried again."""
    connection.execute(update(deliveries).where(deliveries.c.id == delivery).values(due=due_at))
