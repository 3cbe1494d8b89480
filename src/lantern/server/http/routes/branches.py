"""Other ways in which a finished match might have gone on: made, listed, and called something."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from lantern.server.http.addresses import address
from lantern.server.http.fields import MOST_VERSION, Answered, Asked, Changed, Seat, TableId
from lantern.server.http.routes.answers import AT_TABLE, problems
from lantern.server.http.routes.callers import Anybody, Here, Known, Returning, guest_of
from lantern.server.http.routes.tables import TableList
from lantern.server.live.table_service import ME, Order
from lantern.server.storage import records
from lantern.server.tables import decisions, views
from lantern.server.tables.table import BOT, Table

router = APIRouter()


class OtherWay(Asked):
    """A moment of a finished match from which one goes on otherwise, alone against bots."""

    ply: Annotated[int, Field(ge=0, le=MOST_VERSION, description="after how many actions")]
    seat: Seat | None = Field(default=None, description="where one sits; else at one's own seat, or whose turn it is")
    bot: str | None = Field(default=None, max_length=40, description="the bot at the others' seats; else the usual one")


class BranchMade(Answered):
    """A table at which a match goes on otherwise."""

    table: str


class BranchLabel(Asked):
    """What a branch is called; nothing, if it is empty."""

    label: str | None = Field(max_length=400)


@router.post(
    "/api/tables/{table_id}/branches",
    status_code=201,
    responses=problems(*AT_TABLE, "no_spectators", "match_running", "no_ply", "no_seat", "no_bot", "too_slow"),
)
async def make_branch(table_id: TableId, asked: OtherWay, who: Anybody, request: Request, services: Here) -> BranchMade:
    """Go on from a moment of a finished match in another way. The match stays as it is."""
    services.rates.check("make", address(request.scope))
    async with services.tables.at(table_id) as table:
        viewer = views.viewer(table, who.guest, None)
        saved = decisions.saved_at(table, asked.ply)
        seats = _seats(table, viewer, asked)
    branch = {"table": table_id, "ply": asked.ply}
    order = Order(table.setting.game, {}, seats, saved=saved, name=who.name, branch=branch)
    made, _, _ = await services.tables.create(who.guest, order, who.once)
    return BranchMade(table=made.setting.table)


@router.get("/api/tables/{table_id}/branches", responses=problems("no_table"))
async def list_branches(table_id: TableId, known: Known, services: Here) -> TableList:
    """The other ways that one has tried, in the order of the moments from which they go on."""
    guest = guest_of(known) or ""
    found = await services.tables.store.run(lambda connection: records.list_branches(connection, guest, table_id))
    return TableList.model_validate({"tables": found})


@router.post("/api/tables/{table_id}/label", responses=problems(*AT_TABLE, "not_host", "no_branch"))
async def name_branch(table_id: TableId, asked: BranchLabel, who: Returning, services: Here) -> Changed:
    """Call a branch of one's own something."""
    _, done = await services.tables.act(
        table_id, lambda table: decisions.name_branch(table, who.guest, asked.label), once=who.once
    )
    return Changed(version=done.version)


def _seats(table: Table, viewer: views.Viewer, asked: OtherWay) -> list[dict[str, str | None]]:
    """Who sits where: one person, and bots."""
    mine = asked.seat or viewer.seat or table.running_match.earlier(asked.ply).to_act or 1
    decisions.the_seat(table, mine)
    return [
        {"kind": ME, "bot": None, "name": None}
        if seat.number == mine
        else {"kind": BOT, "bot": asked.bot or decisions.usual_bot(table.game), "name": None}
        for seat in table.seats
    ]
