"""Tables made and found."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import Field

from lantern.kernel.chance import read_chance
from lantern.server.http.addresses import address
from lantern.server.http.fields import MOST_SEATS, Answered, Asked, Name, Plain, Seat, Version
from lantern.server.http.routes.answers import problems
from lantern.server.http.routes.callers import Anybody, Here, Known
from lantern.server.live.table_service import ME, Order
from lantern.server.storage import records
from lantern.server.tables.decisions import name_or

router = APIRouter()

MOST_SAVED = 240_000
Seed = Annotated[
    str,
    Field(
        pattern=r"^([0-9]{1,19}|[0-9a-f]{64})$",
        description="a whole number from 0 to 2**62 - 1, as text; or a key of 64 hexadecimal digits, as tables have",
    ),
]


class BankClock(Asked):
    """A time for the whole match, and an increment for every turn."""

    kind: Literal["bank"]
    bank_s: int = Field(ge=1, le=30 * 86_400)
    increment_s: int = Field(default=0, ge=0, le=86_400)
    grace_s: int = Field(default=30, ge=0, le=86_400)
    at_zero: Literal["bot", "abandon", "nothing"] = "bot"


class TurnClock(Asked):
    """A time for every turn."""

    kind: Literal["turn"]
    turn_s: int = Field(ge=1, le=30 * 86_400)
    grace_s: int = Field(default=30, ge=0, le=86_400)
    at_zero: Literal["bot", "abandon", "nothing"] = "bot"


class Spectators(Asked):
    """What those who don't play may see; `delayed` and `seat` only where players may not talk.

    Nobody who plays learns from it what he doesn't know: of hands, `delayed` shows the cards that have left them since,
    and `seat` is that seat's view while all others are bots, otherwise the public one.
    """

    view: Literal["none", "public", "delayed", "seat"] = "public"
    seat: Seat | None = None


class OrderedSeat(Asked):
    """A seat of a new table: one's own, an open one, or a bot's."""

    kind: Literal["me", "open", "bot"]
    bot: str | None = Field(default=None, max_length=40)
    name: Name | None = None


class TableOrder(Asked):
    """A new table. There are as many players as seats; several seats of one's own make a hot-seat table."""

    game: str = Field(max_length=40)
    options: Plain = Field(default_factory=dict)
    seats: list[OrderedSeat] = Field(min_length=1, max_length=MOST_SEATS)
    clock: Annotated[BankClock | TurnClock, Field(discriminator="kind")] | None = None
    spectators: Spectators = Field(default_factory=Spectators)
    listed: bool = Field(default=False, description="whether anybody may take an open seat")
    seed: Seed | None = None
    saved: str | None = Field(default=None, max_length=MOST_SAVED, description="a saved match that goes on here")
    until: Version | None = Field(default=None, description="how many of its actions stand; all of them if null")
    name: Name | None = None


class TableMade(Answered):
    """A new table. The secrets belong into the fragment of links."""

    table: str
    version: int
    seats: list[int]
    invite: str | None
    keys: dict[str, str]


class SeatView(Answered):
    """Who sits on a seat; at a person's seat, `bot` is the one that stands in."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    bot: str | None
    agrees: bool


MOST_TIME = 2**53 - 1
Until = Annotated[
    int, Query(ge=0, le=MOST_TIME, description="the finished ones that were last changed at a time or before")
]


class Ended(Answered):
    """How a match ended: everybody's points, and who won or what all have reached together."""

    scores: list[int]
    winners: list[int] | None
    score: int | None


class Branch(Answered):
    """What a table is another way of."""

    table: str = Field(description="the table whose match goes on here otherwise")
    ply: int = Field(description="after how many of its actions")
    label: str | None = Field(description="what it is called by who made it")


class TableSummary(Answered):
    """A table in a list."""

    table: str
    game: str
    status: Literal["seating", "playing", "over", "abandoned"]
    version: int
    to_act: int | None
    seats: list[SeatView]
    mine: list[int]
    your_turn: bool
    created_at: int
    updated_at: int
    result: Ended | None
    lesson: bool = Field(description="whether it is a guided first game")
    branch: Branch | None = Field(description="null unless it is another way of a finished match")


class TableList(Answered):
    """Tables, last changed first."""

    tables: list[TableSummary]


@router.post(
    "/api/tables",
    status_code=201,
    responses=problems("bad_options", "bad_saved", "no_bot", "bad_seconds", "bad_name", "no_ply", "too_slow"),
)
async def make_table(asked: TableOrder, who: Anybody, request: Request, services: Here) -> TableMade:
    """A new table. It begins at once if no seat is open."""
    services.rates.check("make", address(request.scope))
    plain = asked.model_dump()
    name = name_or(asked.name, who.name)
    seed = read_chance(asked.seed) if asked.seed is not None else None
    order = Order(**plain | {"name": name, "seed": seed})
    table, invite, open_keys = await services.tables.create(who.guest, order, who.once)
    return TableMade(
        table=table.setting.table,
        version=0 if open_keys else 1,  # it begins at once where nobody is waited for
        seats=[number for number, seat in enumerate(order.seats, 1) if seat["kind"] == ME],
        invite=invite,
        keys={str(seat): key for seat, key in open_keys.items()},
    )


@router.get("/api/tables", responses=problems())
async def list_tables(
    known: Known, services: Here, which: Literal["own", "finished", "open"] = "own", until: Until = MOST_TIME
) -> TableList:
    """One's own tables, those of them that are finished, or those at which anybody may take a seat."""
    run = services.tables.store.run
    if which == "open":
        found = await run(records.list_open)
    elif known is None:
        found = []
    elif which == "finished":
        found = await run(partial(records.list_finished, guest=known.guest, until=until))
    else:
        found = await run(partial(records.list_own, guest=known.guest))
    return TableList.model_validate({"tables": found})
