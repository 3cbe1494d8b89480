"""Other ways in which a finished match might have gone on: made, listed, and called something."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from lantern.server.bots.fair_queue import SUGGESTIONS, Claim
from lantern.server.http import suggestions
from lantern.server.http.addresses import address
from lantern.server.http.fields import MOST_VERSION, Answered, Asked, Changed, Seat, TableId
from lantern.server.http.routes.advice import ReasonView, Unit
from lantern.server.http.routes.answers import problems
from lantern.server.http.routes.callers import Anybody, Here, Known, Language, Returning, guest_of
from lantern.server.http.routes.looking import Action
from lantern.server.http.routes.tables import TableList
from lantern.server.live.table_service import ME, Order
from lantern.server.storage import records
from lantern.server.tables import decisions, practice, views
from lantern.server.tables.table import BOT, Table

router = APIRouter()


class OtherWay(Asked):
    """A moment of a finished match from which one goes on otherwise, alone against bots."""

    ply: Annotated[int, Field(ge=0, le=MOST_VERSION, description="after how many actions")]
    seat: Seat | None = Field(default=None, description="where one sits; else at the seat whose turn it is")
    bot: str | None = Field(default=None, max_length=40, description="the bot at the others' seats; else the usual one")
    again: bool = Field(default=False, description="whether something better is to be found than was played")


class BranchMade(Answered):
    """A table at which a match goes on otherwise."""

    table: str


class BranchLabel(Asked):
    """What a branch is called; nothing, if it is empty."""

    label: str | None = Field(max_length=400)


class VerdictOrder(Asked):
    """Wanting to know whether a decision that one tries again is better now, or what would be."""

    show: bool = Field(default=False, description="whether one gives up, and is told the best")


class Verdict(Answered):
    """Whether a decision that was tried again is good now."""

    good: bool
    lost: float | None = Field(description="by how much it falls short of the best; null if it is hardly worth a try")
    unit: Unit
    best: Action | None = Field(description="the best action, where it was found or asked for")
    reasons: list[ReasonView] = Field(description="why it is good, in the reader's language")


class Practised(Answered):
    """A decision of one's own that comes back until it is found."""

    table: str
    game: str
    ply: int = Field(description="the number of the action in the log, from 1")
    seat: int
    stage: int = Field(description="how often in a row it was found when it was due")
    due: int = Field(description="when it comes back")


class Practice(Answered):
    """The decisions that come back, the first first."""

    now: int
    decisions: list[Practised]


@router.post(
    "/api/tables/{table_id}/branches",
    status_code=201,
    responses=problems(
        "no_table", "no_spectators", "match_running", "no_ply", "no_seat", "no_bot", "no_judge", "too_slow"
    ),
)
async def make_branch(table_id: TableId, asked: OtherWay, who: Anybody, request: Request, services: Here) -> BranchMade:
    """Go on from a moment of a finished match in another way. The match stays as it is."""
    services.rates.check("make", address(request.scope))
    async with services.tables.at(table_id) as table:
        views.viewer(table, who.guest, None)
        before = decisions.moment(table, asked.ply)
        if asked.again:
            decisions.check_review(table)
        seats = _seats(table, before.to_act or 1, asked)
    branch = {"table": table_id, "ply": asked.ply, "again": asked.again}
    order = Order(table.setting.game, {}, seats, saved=before.save(), name=who.name, branch=branch)
    made, _, _ = await services.tables.create(who.guest, order, who.once)
    return BranchMade(table=made.setting.table)


@router.get("/api/tables/{table_id}/branches", responses=problems("no_table"))
async def list_branches(table_id: TableId, known: Known, services: Here) -> TableList:
    """The other ways that one has tried, in the order of the moments from which they go on."""
    guest = guest_of(known) or ""
    async with services.tables.at(table_id):
        found = await services.tables.store.run(lambda connection: records.list_branches(connection, guest, table_id))
    return TableList.model_validate({"tables": found})


@router.post(
    "/api/tables/{table_id}/verdict",
    responses=problems("no_table", "not_your_seat", "not_host", "no_branch", "no_ply", "no_suggestion"),
)
async def judge_attempt(
    table_id: TableId, asked: VerdictOrder, who: Returning, services: Here, language: Language
) -> Verdict:
    """Whether what one plays at a branch made to find something better is better; what was missed comes back."""
    services.rates.check("suggestion", who.guest)
    async with services.tables.at(table_id) as table:
        tried = practice.attempt(table, who.guest, asked.show)
    await services.thinkers.have_judge(tried.before.game)
    judgement = await suggestions.judged(services, tried.before, tried.seat, Claim(who.guest, table_id, SUGGESTIONS))
    good = not asked.show and practice.is_good(tried, judgement)
    await services.tables.practise(who.guest, tried, good)
    shown = views.verdict(table, tried, judgement, good or asked.show, language)
    return Verdict.model_validate(shown | {"good": good})


@router.get("/api/practice", responses=problems())
async def list_practice(known: Known, services: Here) -> Practice:
    """The decisions of one's own that come back until they are found."""
    guest = guest_of(known) or ""
    found = await services.tables.store.run(lambda connection: records.read_practice(connection, guest))
    return Practice.model_validate({"now": services.tables.now(), "decisions": found})


@router.post("/api/tables/{table_id}/label", responses=problems("no_table", "not_your_seat", "not_host", "no_branch"))
async def name_branch(table_id: TableId, asked: BranchLabel, who: Returning, services: Here) -> Changed:
    """Call a branch of one's own something."""
    _, done = await services.tables.act(
        table_id, lambda table: decisions.name_branch(table, who.guest, asked.label), once=who.once
    )
    return Changed(version=done.version)


def _seats(table: Table, turn: int, asked: OtherWay) -> list[dict[str, str | None]]:
    """Who sits where: one person, where the move is that is to be another if nothing else is asked for, and bots."""
    mine = turn if asked.again else asked.seat or turn
    decisions.the_seat(table, mine)
    return [
        {"kind": ME, "bot": None, "name": None}
        if seat.number == mine
        else {"kind": BOT, "bot": asked.bot or decisions.usual_bot(table.game), "name": None}
        for seat in table.seats
    ]
