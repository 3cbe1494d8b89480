"""What administrators do: tables ended, removed, handed over; people barred; a message to all; clearing."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field

from lantern.server.errors import Denied
from lantern.server.http.bars import read_network
from lantern.server.http.fields import Answered, Asked, Bulletin, Changed, Seat, TableId
from lantern.server.http.routes.admin import DENIED, Admin, AdminTable, Clearing, told_bulletin
from lantern.server.http.routes.answers import problems
from lantern.server.http.routes.callers import Here
from lantern.server.http.routes.tables import MOST_TIME
from lantern.server.storage import administration as stored
from lantern.server.storage.clearing import MOST_DAYS, Rules
from lantern.server.tables.decisions import clean

router = APIRouter()
MOST_REASON, MOST_TEXT = 200, 500
MOST_KEPT = 10**9
BarId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,16}$")]
Until = Annotated[
    int | None, Field(ge=0, le=MOST_TIME, description="when it is over; null: not until it is taken back")
]
Days = Annotated[int | None, Field(ge=0, le=MOST_DAYS)]
Kept = Annotated[int | None, Field(ge=0, le=MOST_KEPT)]
DaysAsked = Annotated[int | None, Query(ge=0, le=MOST_DAYS, description="else as the server is set")]
KeptAsked = Annotated[int | None, Query(ge=0, le=MOST_KEPT, description="else as the server is set")]


class Handing(Asked):
    """To whom a table is handed over."""

    seat: Seat


class Removed(Answered):
    """The tables that are no more: one, and all other ways of its match."""

    tables: list[str]


class BarOrder(Asked):
    """Whom to let in no more: who comes from an address or a network, or a guest with all his cookies and keys."""

    address: str | None = Field(default=None, max_length=80)
    guest: str | None = Field(default=None, pattern=r"^[A-Za-z0-9_-]{1,16}$")
    reason: str | None = Field(default=None, max_length=MOST_REASON, description="it is told to who is not let in")
    until: Until = None


class BarView(Answered):
    """Somebody who is not let in."""

    id: str
    network: str | None
    guest: str | None
    reason: str | None
    made_at: int
    until: int | None


class BarList(Answered):
    """Those who are not let in, the last first."""

    bars: list[BarView]


class BulletinOrder(Asked):
    """A message to all, in place of the one before."""

    text: str = Field(min_length=1, max_length=MOST_TEXT)
    until: Until = None


class BulletinShown(Answered):
    """The message to all."""

    bulletin: Bulletin | None


class ClearingOrder(Asked):
    """What is to be cleared; what is not said is as the server is set."""

    guests: Days = None
    tables: Days = None
    keep: Kept = None


class ClearedView(Answered):
    """What has gone, or would go."""

    rules: Clearing
    guests: int
    tables: int
    first: list[AdminTable] = Field(description="the first of the tables that would go")


@router.post(
    "/api/admin/tables/{table_id}/end",
    responses=problems(*DENIED, "no_table", "not_playing", "match_over", "puzzle_waits"),
)
async def end_table(table_id: TableId, services: Here, by: Admin) -> Changed:
    """End a match; everybody at the table is told who did."""
    return Changed(version=await services.administration.end(table_id, by))


@router.post("/api/admin/tables/{table_id}/hand", responses=problems(*DENIED, "no_table", "no_seat", "no_person"))
async def hand_table(table_id: TableId, asked: Handing, services: Here, by: Admin) -> Changed:
    """Make somebody else who sits at a table its host."""
    return Changed(version=await services.administration.hand_over(table_id, asked.seat, by))


@router.delete("/api/admin/tables/{table_id}", responses=problems(*DENIED, "no_table"))
async def remove_table(table_id: TableId, services: Here, by: Admin) -> Removed:
    """Remove a table, all that is kept of it, and all other ways of its match."""
    return Removed(tables=await services.administration.remove(table_id, by))


@router.get("/api/admin/bars", responses=problems(*DENIED))
async def list_bars(services: Here, by: Admin) -> BarList:
    """Who is not let in."""
    found = await services.tables.store.run(stored.read_bars)
    now = services.tables.now()
    return BarList.model_validate({"bars": [vars(bar) for bar in found if bar.holds(now)]})


@router.post(
    "/api/admin/bars",
    status_code=201,
    responses=problems(*DENIED, "bad_bar", "bad_network", "too_wide", "bad_until", "unknown_guest"),
)
async def add_bar(asked: BarOrder, services: Here, by: Admin) -> BarView:
    """Let somebody in no more; what he has open is closed."""
    if (asked.address is None) == (asked.guest is None):
        raise Denied("bad_bar")
    _check_future(services, asked.until)
    network = read_network(asked.address, services.proxies) if asked.address is not None else None
    reason = clean(asked.reason, MOST_REASON)
    bar = await services.administration.bar(network, asked.guest, reason, asked.until, by)
    return BarView.model_validate(vars(bar))


def _check_future(services: Here, until: int | None) -> None:
    if until is not None and until <= services.tables.now():
        raise Denied("bad_until")


@router.delete("/api/admin/bars/{bar_id}", responses=problems(*DENIED, "no_bar"))
async def remove_bar(bar_id: BarId, services: Here, by: Admin) -> BarList:
    """Let somebody in again."""
    await services.administration.unbar(bar_id, by)
    return await list_bars(services, by)


@router.get("/api/admin/message", responses=problems(*DENIED))
async def show_message(services: Here, by: Admin) -> BulletinShown:
    """The message to all."""
    found = await services.tables.store.run(stored.read_bulletin)
    return BulletinShown(bulletin=told_bulletin(found, services.tables.now()))


@router.put("/api/admin/message", responses=problems(*DENIED, "bad_until"))
async def post_message(asked: BulletinOrder, services: Here, by: Admin) -> BulletinShown:
    """Show a message on every page, now and to who comes later."""
    text = clean(asked.text, MOST_TEXT)
    if text is None:
        raise Denied("bad_field", field="text")
    _check_future(services, asked.until)
    made = await services.administration.post(text, asked.until, by)
    return BulletinShown(bulletin=told_bulletin(made, services.tables.now()))


@router.delete("/api/admin/message", responses=problems(*DENIED, "no_bulletin"))
async def retract_message(services: Here, by: Admin) -> BulletinShown:
    """Take the message to all back."""
    await services.administration.retract(by)
    return BulletinShown(bulletin=None)


@router.get("/api/admin/clearing", responses=problems(*DENIED))
async def would_clear(
    services: Here, by: Admin, guests: DaysAsked = None, tables: DaysAsked = None, keep: KeptAsked = None
) -> ClearedView:
    """What would go now."""
    rules = _rules(services, guests, tables, keep)
    found = await services.administration.would_clear(rules)
    return ClearedView.model_validate(vars(found) | {"rules": vars(rules)})


@router.post("/api/admin/clearing", responses=problems(*DENIED))
async def clear(asked: ClearingOrder, services: Here, by: Admin) -> ClearedView:
    """Remove what may go."""
    rules = _rules(services, asked.guests, asked.tables, asked.keep)
    found = await services.administration.clear(rules, by)
    return ClearedView.model_validate(vars(found) | {"rules": vars(rules)})


def _rules(services: Here, guests: int | None, tables: int | None, keep: int | None) -> Rules:
    """As asked, and else as the server is set."""
    asked = {"guests": guests, "tables": tables, "keep": keep}
    return replace(services.settings.clearing, **{name: value for name, value in asked.items() if value is not None})
