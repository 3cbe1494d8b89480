"""Seats taken, left, given to bots, and the secrets of their links."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import Field

from lantern.server.http.addresses import address
from lantern.server.http.fields import MOST_SEATS, Answered, Asked, Changed, Key, Name, Seat, TableId
from lantern.server.http.routes.answers import AT_TABLE, problems
from lantern.server.http.routes.callers import Anybody, Here, Returning
from lantern.server.http.routes.guests import GuestName
from lantern.server.http.services import Services
from lantern.server.tables import decisions, keys
from lantern.server.tables.decisions import name_or
from lantern.server.tables.entries import DEVICE, SIT, Draft
from lantern.server.tables.table import Table

router = APIRouter()
SeatNumber = Annotated[int, Path(ge=1, le=MOST_SEATS, description="a seat, from 1")]


class Joining(Asked):
    """Taking a seat: with the secret of a link, or none where anybody may."""

    key: Key | None = None
    seat: Seat | None = None
    name: Name | None = None


class Seated(Answered):
    """A seat taken, with the secret for one's other devices; null when one came again."""

    seat: int
    key: str | None
    version: int


class KeyOrder(Asked):
    """A new secret for one's seat."""

    alone: bool = Field(default=False, description="whether all other devices lose the seat")


class NewKey(Changed):
    """A new secret for a seat's link."""

    key: str


class NewInvite(Changed):
    """A new secret for the table's link."""

    invite: str


class BotChoice(Asked):
    """A bot by its name, perhaps with the time it thinks: expert:seconds=3; without one, the usual bot."""

    bot: str | None = Field(default=None, max_length=40)


@router.post(
    "/api/tables/{table_id}/join",
    responses=problems(
        "no_table",
        "no_seat",
        "bad_key",
        "not_listed",
        "seat_taken",
        "no_open_seat",
        "bad_name",
        "match_over",
        "already_seated",
    ),
)
async def join_table(table_id: TableId, asked: Joining, who: Anybody, request: Request, services: Here) -> Seated:
    """Take a seat."""
    services.rates.check("join", address(request.scope))
    fresh = who.once.secret("key", services.tables.secret)
    name = name_or(asked.name, who.name)

    def decide(table: Table) -> list[Draft]:
        drafts = decisions.join(table, who.guest, asked.key, asked.seat, name, keys.hashed(fresh))
        for draft in drafts:
            if draft.kind == DEVICE and draft.seat is not None:
                _check_seat(services, table, draft.seat)
        return drafts

    table, done = await services.tables.act(table_id, decide, once=who.once)
    if done.first is not None and done.first.seat is not None:
        key = fresh if done.first.kind == SIT else None
        return Seated(seat=done.first.seat, key=key, version=done.version)
    mine = [table.seats[number - 1] for number in table.seats_of(who.guest)]
    again = next((seat for seat in mine if keys.fits(asked.key, seat.key) or seat.number == asked.seat), mine[0])
    return Seated(seat=again.number, key=None, version=done.version)


def _check_seat(services: Services, table: Table, number: int) -> None:
    """Who is not let in does not come back by the key of his seat either."""
    for guest in table.seats[number - 1].guests:
        services.bars.check_guest(guest)


@router.post("/api/tables/{table_id}/seats/{seat}/leave", responses=problems(*AT_TABLE, "match_over"))
async def leave_seat(table_id: TableId, seat: SeatNumber, who: Returning, services: Here) -> Changed:
    """Leave a seat: before the match it is open again, in it a bot plays on."""
    _, done = await services.tables.act(table_id, lambda table: decisions.leave(table, who.guest, seat), once=who.once)
    return Changed(version=done.version)


@router.post("/api/tables/{table_id}/seats/{seat}/return", responses=problems(*AT_TABLE, "match_over", "not_playing"))
async def return_to_seat(table_id: TableId, seat: SeatNumber, who: Returning, services: Here) -> Changed:
    """Play again instead of the bot that stood in."""
    _, done = await services.tables.act(
        table_id, lambda table: decisions.come_back(table, who.guest, seat), once=who.once
    )
    return Changed(version=done.version)


HOSTING = ("no_table", "no_seat", "not_your_seat", "not_host", "match_over")


@router.post(
    "/api/tables/{table_id}/seats/{seat}/bot", responses=problems(*HOSTING, "not_playing", "no_bot", "bad_seconds")
)
async def put_bot(table_id: TableId, seat: SeatNumber, asked: BotChoice, who: Returning, services: Here) -> Changed:
    """The host gives a seat to a bot, or lets one stand in for a person."""
    _, done = await services.tables.act(
        table_id,
        lambda table: decisions.put_bot(table, who.guest, seat, asked.bot, services.tables.most_s),
        once=who.once,
    )
    return Changed(version=done.version)


@router.post("/api/tables/{table_id}/seats/{seat}/open", responses=problems(*HOSTING, "own_seat"))
async def open_seat(table_id: TableId, seat: SeatNumber, who: Returning, services: Here) -> NewKey:
    """The host takes a seat from who has it and opens it, with a new link."""
    key = who.once.secret("key", services.tables.secret)
    _, done = await services.tables.act(
        table_id, lambda table: decisions.open_seat(table, who.guest, seat, keys.hashed(key)), once=who.once
    )
    return NewKey(version=done.version, key=key)


@router.post("/api/tables/{table_id}/seats/{seat}/key", responses=problems(*AT_TABLE))
async def renew_key(
    table_id: TableId, seat: SeatNumber, who: Returning, services: Here, asked: KeyOrder | None = None
) -> NewKey:
    """A new secret for one's own seat, to play on from another device; the old one no longer works."""
    key = who.once.secret("key", services.tables.secret)
    _, done = await services.tables.act(
        table_id,
        lambda table: decisions.renew_key(table, who.guest, seat, keys.hashed(key), asked is not None and asked.alone),
        once=who.once,
    )
    return NewKey(version=done.version, key=key)


@router.post("/api/tables/{table_id}/seats/{seat}/name", responses=problems(*AT_TABLE, "settled_name", "bad_name"))
async def rename_seat(table_id: TableId, seat: SeatNumber, asked: GuestName, who: Returning, services: Here) -> Changed:
    """Be called otherwise at this table."""
    services.rates.check("chat", who.guest)
    _, done = await services.tables.act(
        table_id, lambda table: decisions.rename(table, who.guest, seat, asked.name), once=who.once
    )
    return Changed(version=done.version)


@router.post("/api/tables/{table_id}/invite", responses=problems("no_table", "not_your_seat", "not_host"))
async def renew_invite(table_id: TableId, who: Returning, services: Here) -> NewInvite:
    """The host replaces the table's link; the old one no longer works."""
    key = who.once.secret("invite", services.tables.secret)
    _, done = await services.tables.act(
        table_id, lambda table: decisions.renew_invite(table, who.guest, keys.hashed(key)), once=who.once
    )
    return NewInvite(version=done.version, invite=key)
