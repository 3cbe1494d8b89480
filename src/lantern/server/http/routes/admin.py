"""What administrators look at: how the server is, tables, people, what was done."""

from __future__ import annotations

import math
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field

import lantern
from lantern.server.bots.fair_queue import MOVES, REVIEWS, SUGGESTIONS, Claim
from lantern.server.errors import Denied
from lantern.server.http.bars import host_of
from lantern.server.http.bearer import ADMITTED
from lantern.server.http.fields import Answered, Bulletin, Plain, Since, TableId
from lantern.server.http.routes.answers import problems
from lantern.server.http.routes.callers import Here
from lantern.server.http.routes.tables import SeatView
from lantern.server.storage import administration as stored

router = APIRouter()
MOST_PAGES = 100_000
MOST_SEARCHED = 80
MOST_ADDRESS = 49
Status = Literal["seating", "playing", "over", "abandoned"]
Search = Annotated[str | None, Query(max_length=MOST_SEARCHED, description="an id, or part of a name")]
Page = Annotated[int, Query(ge=0, le=MOST_PAGES, description="from 0")]
DENIED = ("bad_token",)
"""What any request of an administrator may be denied."""


async def admitted(request: Request) -> str:
    """From where an administrator asks; the door has seen his token."""
    if ADMITTED not in request.scope:
        raise Denied("not_found")
    return host_of(request.scope)[:MOST_ADDRESS]


Admin = Annotated[str, Depends(admitted)]


class Count(Answered):
    """How many tables of a game are in a condition."""

    game: str
    status: Status
    count: int


class Waiting(Answered):
    """How many thoughts wait for their turn in this process."""

    moves: int
    suggestions: int
    reviews: int
    among_bots: int = Field(description="moves where bots are among themselves")


class Clearing(Answered):
    """What is cleared: 0 is nothing of its kind."""

    guests: int = Field(description="guests who never did anything, after so many days")
    tables: int = Field(description="tables that are over, after so many days")
    keep: int = Field(description="tables that are over, but for the newest so many")


class Overview(Answered):
    """How the server is. Sockets, connections, tables in memory and who waits are those of the process that answers."""

    version: str
    rules: dict[str, int] = Field(description="by game")
    process: str
    processes: int = Field(description="how many there are, as far as this one has heard")
    started_at: int
    now: int
    database: Literal["sqlite", "postgresql"]
    size: int = Field(description="in bytes")
    room: int | None = Field(description="bytes left on its disk; null if that can't be seen")
    backups: bool = Field(description="whether the server makes backups")
    backup_age_s: float | None = Field(description="of the newest; null if there is none")
    tables: list[Count]
    guests: int
    entries: int
    reviews: int = Field(description="waiting or being worked on, in all processes")
    sockets: int
    connections: int
    tables_in_memory: int
    thinking: int = Field(description="how many bots and judges think now")
    waiting: Waiting
    readiness: float = Field(description="how far compiling is, from 0 to 1")
    bars: int
    bulletin: Bulletin | None
    clearing: Clearing


class Sitting(Answered):
    """A guest at a table; seat 0 is a host who does not sit there."""

    guest: str
    seat: int


class AdminTable(Answered):
    """A table as administrators see it: nothing of its match."""

    table: str
    game: str
    status: Status
    version: int
    seats: list[SeatView]
    people: list[Sitting]
    host: str | None
    listed: bool
    lesson: bool
    puzzle: str | None
    branch_of: str | None
    created_at: int
    updated_at: int


class WatchedTable(AdminTable):
    """A table and who is connected to it, in all processes."""

    connected: list[int] = Field(description="seats")
    spectators: int


class AdminTables(Answered):
    """A page of tables, last changed first."""

    total: int
    tables: list[WatchedTable]


class AdminEntry(Answered):
    """An entry as it is stored, without hashes of keys."""

    version: int
    kind: str
    seat: int | None
    at: int
    data: Plain


class AdminEntries(Answered):
    """Entries of a table. Those of a match that runs may hold what its players must not know."""

    entries: list[AdminEntry]


class AdminPerson(Answered):
    """A guest as administrators see him."""

    guest: str
    name: str | None
    names: list[str] = Field(description="what else he is called at tables")
    created_at: int
    seen_at: int | None = Field(description="when he was last here, give or take a day")
    devices: int
    tables: int
    addresses: list[str] = Field(description="from where he is connected to the process that answers")
    barred: bool


class AdminPeople(Answered):
    """A page of people, who was here last first."""

    total: int
    people: list[AdminPerson]


class DeedView(Answered):
    """Something that an administrator did, or the server by itself."""

    id: str
    at: int
    what: str
    about: str | None
    details: Plain
    address: str | None


class Deeds(Answered):
    """A page of what was done, the last first."""

    total: int
    deeds: list[DeedView]


@router.get("/api/admin/overview", responses=problems(*DENIED))
async def overview(services: Here, by: Admin) -> Overview:
    """How the server is."""
    tables, thinkers, settings = services.tables, services.thinkers, services.settings
    counts = await tables.store.run(stored.count_all)
    bars = await tables.store.run(stored.read_bars)
    bulletin = await tables.store.run(stored.read_bulletin)
    age = settings.backups.age() if settings.backups is not None else math.inf
    return Overview(
        version=lantern.__version__,
        rules={name: lantern.game(name).sheet.rules_version for name in lantern.names()},
        process=tables.process,
        processes=services.hub.processes,
        started_at=services.started_at,
        now=tables.now(),
        room=tables.store.room(),
        backups=settings.backups is not None,
        backup_age_s=age if math.isfinite(age) else None,
        sockets=services.hub.sockets,
        connections=len(services.connections),
        tables_in_memory=tables.kept,
        thinking=thinkers.busy,
        waiting=_waiting(thinkers.waiting),
        readiness=thinkers.readiness,
        bars=sum(bar.holds(tables.now()) for bar in bars),
        bulletin=told_bulletin(bulletin, tables.now()),
        clearing=Clearing.model_validate(vars(settings.clearing)),
        **counts,
    )


def _waiting(claims: list[Claim]) -> Waiting:
    """How many claims of each kind there are."""
    people = [claim.rank for claim in claims if not claim.bots_alone]
    return Waiting(
        moves=people.count(MOVES),
        suggestions=people.count(SUGGESTIONS),
        reviews=people.count(REVIEWS),
        among_bots=len(claims) - len(people),
    )


def told_bulletin(bulletin: stored.Bulletin | None, now: int) -> Bulletin | None:
    """The message to all, as long as its time is not over."""
    if bulletin is None or not bulletin.holds(now):
        return None
    left = None if bulletin.until is None else bulletin.until - now
    return Bulletin(id=bulletin.id, text=bulletin.text, left_ms=left)


@router.get("/api/admin/tables", responses=problems(*DENIED))
async def list_tables(
    services: Here,
    by: Admin,
    search: Search = None,
    status: Status | None = None,
    game: Annotated[str | None, Query(max_length=40)] = None,
    page: Page = 0,
) -> AdminTables:
    """Tables, by id, by who sits there, by how they are."""
    wanted = partial(stored.list_tables, search=search, status=status, game=game, page=page)
    total, found = await services.tables.store.run(wanted)
    return AdminTables(total=total, tables=[_watched(services, table) for table in found])


def _watched(services: Here, table: Plain) -> WatchedTable:
    present = services.hub.presence(table["table"])
    seen = {"connected": present["seats"], "spectators": present["spectators"]}
    return WatchedTable.model_validate(table | seen)


@router.get("/api/admin/tables/{table_id}/entries", responses=problems(*DENIED, "no_table"))
async def list_entries(table_id: TableId, services: Here, by: Admin, after: Since = 0) -> AdminEntries:
    """Entries of a table after a version, up to a thousand. That somebody has read them is noted."""
    return AdminEntries.model_validate({"entries": await services.administration.entries(table_id, after, by)})


@router.get("/api/admin/people", responses=problems(*DENIED))
async def list_people(services: Here, by: Admin, search: Search = None, page: Page = 0) -> AdminPeople:
    """Guests, by id or name."""
    total, found = await services.tables.store.run(partial(stored.list_people, search=search, page=page))
    addresses = services.hub.addresses()
    people = [
        person
        | {
            "addresses": sorted(addresses.get(person["guest"], ())),
            "barred": services.bars.denied(person["guest"], "") is not None,
        }
        for person in found
    ]
    return AdminPeople.model_validate({"total": total, "people": people})


@router.get("/api/admin/log", responses=problems(*DENIED))
async def list_deeds(services: Here, by: Admin, page: Page = 0) -> Deeds:
    """What administrators did, and what the server cleared by itself."""
    total, found = await services.tables.store.run(partial(stored.list_deeds, page=page))
    return Deeds.model_validate({"total": total, "deeds": [vars(deed) for deed in found]})
