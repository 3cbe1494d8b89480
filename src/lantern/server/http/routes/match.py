"""What is done in a match: moves, its end, talk, and playing again."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import Field

from lantern.server.errors import Denied
from lantern.server.http.addresses import address
from lantern.server.http.fields import Answered, Asked, Changed, MoveId, Seat, TableId, Version
from lantern.server.http.routes.answers import AT_TABLE, problems
from lantern.server.http.routes.callers import Here, Returning
from lantern.server.tables import decisions
from lantern.server.tables import entries as kinds
from lantern.server.tables.decisions import GREETINGS

router = APIRouter()


class Move(Asked):
    """An action, by who saw the table at a version."""

    seat: Seat
    action: str = Field(min_length=1, max_length=400)
    expected_version: Version
    move_id: MoveId


class Undo(Asked):
    """Taking back the last action, or the whole turn so far."""

    seat: Seat
    expected_version: Version
    move_id: MoveId
    whole_turn: bool = False


class Played(Changed):
    """The version and the number of actions after a move or an undo."""

    ply: int


class Agreement(Asked):
    """Wanting the match to end unfinished, or no longer wanting it."""

    seat: Seat
    agree: bool = True


class Ended(Changed):
    """Whether the match has ended."""

    status: str = Field(pattern="^(playing|abandoned)$")


class Rematch(Asked):
    """Playing again; with the same deal or another."""

    same_deal: bool = False


class Followed(Answered):
    """The table at which people play again, and one's seats there."""

    table: str
    seats: list[int]


class Words(Asked):
    """Something said at the table: words, or a greeting."""

    seat: Seat
    text: str | None = Field(default=None, max_length=2000)
    greeting: Literal[GREETINGS] | None = None  # type: ignore[valid-type]


PLAYING = (
    *AT_TABLE,
    "stale",
    "move_id_used",
    "not_your_turn",
    "seat_has_bot",
    "match_over",
    "not_playing",
    "refused",
)


@router.post("/api/tables/{table_id}/moves", responses=problems(*PLAYING, "off_lesson", "off_puzzle", "puzzle_waits"))
async def play_move(table_id: TableId, asked: Move, who: Returning, services: Here) -> Played:
    """Play an action. The same move id again gets the same answer again, and changes nothing.

    Of a puzzle only what is right is played; that something else was tried is noted.
    """
    services.rates.check("move", who.guest)
    table, done = await services.tables.act(
        table_id,
        lambda table: decisions.move(table, who.guest, asked.seat, asked.action, asked.expected_version, asked.move_id),
    )
    if done.first is not None and done.first.kind == kinds.TRY:
        raise Denied("off_puzzle")
    services.metrics.moves.labels(table.setting.game).inc()
    return Played(version=done.version, ply=done.ply)


@router.post("/api/tables/{table_id}/undo", responses=problems(*PLAYING))
async def undo_move(table_id: TableId, asked: Undo, who: Returning, services: Here) -> Played:
    """Take back the last action or the whole turn so far."""
    services.rates.check("move", who.guest)
    _, done = await services.tables.act(
        table_id,
        lambda table: decisions.undo(
            table, who.guest, asked.seat, asked.whole_turn, asked.expected_version, asked.move_id
        ),
    )
    return Played(version=done.version, ply=done.ply)


@router.post(
    "/api/tables/{table_id}/abandon", responses=problems(*AT_TABLE, "match_over", "not_playing", "puzzle_waits")
)
async def abandon(table_id: TableId, asked: Agreement, who: Returning, services: Here) -> Ended:
    """Want the match to end unfinished; it does when all want it."""
    table, done = await services.tables.act(
        table_id, lambda table: decisions.agree(table, who.guest, asked.seat, asked.agree), once=who.once
    )
    ended = 0 < table.ended <= done.version
    return Ended(version=done.version, status="abandoned" if ended else "playing")


@router.post("/api/tables/{table_id}/rematch", responses=problems("no_table", "not_your_seat", "match_running"))
async def rematch(table_id: TableId, asked: Rematch, who: Returning, request: Request, services: Here) -> Followed:
    """Play again with the same people; once asked, everybody gets the same table."""
    services.rates.check("make", address(request.scope))
    table = await services.tables.rematch(table_id, who.guest, asked.same_deal)
    return Followed(table=table.setting.table, seats=table.seats_of(who.guest))


@router.post("/api/tables/{table_id}/chat", responses=problems(*AT_TABLE, "silent"))
async def chat(table_id: TableId, asked: Words, who: Returning, services: Here) -> Changed:
    """Say something at the table."""
    services.rates.check("chat", who.guest)
    _, done = await services.tables.act(
        table_id, lambda table: decisions.chat(table, who.guest, asked.seat, asked.text, asked.greeting), once=who.once
    )
    return Changed(version=done.version)
