"""How a table stands, stood, and would stand; its board, and the whole of it after the end."""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from lantern.server.http.fields import (
    MOST_VERSION,
    Answered,
    Curtain,
    GameBoard,
    GameEverything,
    GameGain,
    GameView,
    Plain,
    SeatWanted,
    Since,
    TableId,
)
from lantern.server.http.routes.answers import AT_TABLE, problems, sent, sent_small
from lantern.server.http.routes.callers import Here, Known, Language, guest_of
from lantern.server.http.routes.tables import Branch, SeatView, Spectators
from lantern.server.tables import views

router = APIRouter()
MOST_PLIES = 24
"""Earlier moments that are shown at once."""


class ClockView(Answered):
    """The clocks: what each seat has left at the moment since which one of them runs."""

    kind: Literal["bank", "turn"]
    increment_ms: int
    grace_ms: int
    at_zero: str
    left_ms: list[int]
    running: int | None
    since: int | None
    deadline: int | None


class EventView(Answered):
    """Something that happened: a key and arguments, to be worded in the reader's language."""

    key: str
    arguments: Plain


class PlyLog(Answered):
    """What an action did."""

    ply: int
    version: int
    seat: int
    at: int
    events: list[EventView]


class Talk(Answered):
    """Something that was said or done beside the game."""

    version: int
    at: int
    kind: str
    seat: int | None
    data: Plain


class Action(Answered):
    """An action, the things on the table that it involves, and what it would bring where that is not plain to see."""

    action: str
    touches: list[str]
    gain: GameGain


class Next(Answered):
    """The tables at which people play again."""

    rematch: str | None
    same_deal: str | None


class LessonView(Answered):
    """How far a guided first game is."""

    done: int = Field(description="how many steps are done")
    of: int


class BranchView(Branch):
    """What a table is another way of, and why."""

    again: bool = Field(description="whether something better is to be found than was played")


class ChoiceView(Answered):
    """A choice of a puzzle's question."""

    choice: str
    touches: list[str] = Field(description="the things on the table that it involves, if it is an action")


class PuzzleView(Answered):
    """A puzzle at a table, and how far it is."""

    name: str
    theme: str
    level: int
    day: str | None = Field(description="the day of which it was taken as the puzzle")
    state: Literal["open", "solved", "shown"]
    wrong: list[str] = Field(description="what was tried in vain, in order")
    goes_on: bool = Field(description="whether it is done with, and the match goes on")
    question: bool = Field(description="whether one of the choices is the answer; otherwise an action is to be found")
    choices: list[ChoiceView] = Field(description="none once the match goes on")
    about: str | None = Field(description="the thing on the table that a question is about")
    worth: list[float] = Field(description="what the best brings, and the next best; told after the first try")
    answer: list[str] = Field(description="the answer, or the actions of a solution; told when it is no longer open")


class TableView(Answered):
    """A table for one viewer."""

    table: str
    version: int
    status: Literal["seating", "playing", "over", "abandoned"]
    game: str
    rules: int
    options: Plain
    seats: list[SeatView]
    clock: ClockView | None
    silent: bool = Field(description="whether the players may not talk about the game while it runs")
    secrets: bool = Field(description="whether some seats see what others don't")
    spectators: Spectators
    listed: bool
    commitment: str = Field(description="SHA-256 of salt:seed, both of which are published at the end")
    seed_chosen: bool = Field(description="whether somebody knew the deal beforehand")
    seed: str | None
    salt: str | None
    can_review: bool = Field(description="whether the match can be reviewed: it is over, and somebody can judge it")
    next: Next
    previous: str | None
    lesson: LessonView | None = Field(description="null unless it is a guided first game")
    branch: BranchView | None = Field(description="null unless it is another way of a finished match")
    puzzle: PuzzleView | None = Field(description="null unless it begins with a puzzle")
    created_at: int
    updated_at: int
    host: bool
    mine: list[int]
    seat: int | None = Field(description="the seat this view is for; null for a spectator")
    ply: int
    to_act: int | None
    view: GameView | None = Field(description="the game as this viewer sees it; null before it begins")
    actions: list[Action] = Field(description="what this viewer may do now")
    can_undo: int = Field(description="how many actions this viewer may take back")
    can_suggest: bool = Field(
        description="whether this viewer may ask for a suggestion: it is his turn, all others are bots"
    )
    everything: GameEverything | None = Field(description="what was hidden, after the end")
    keep: int = Field(description="how many actions of the log the client keeps; `log` goes on from there")
    log: list[PlyLog]
    talk: list[Talk] = Field(description="since the version asked for")


class PlyView(Answered):
    """The game after an earlier action."""

    ply: int
    view: GameView
    everything: GameEverything | None
    actions: list[Action] = Field(description="those that were asked about, as far as they could be done then")
    log: list[PlyLog]


class PlyViews(Answered):
    """The game after each of several earlier actions."""

    plies: list[PlyView]


class Refusal(Answered):
    """Why the rules forbid an action."""

    clause: str
    key: str
    message: str
    arguments: Plain


class Preview(Answered):
    """What an action would do."""

    action: str
    touches: list[str]
    refusal: Refusal | None
    view: GameView | None = Field(description="the game after it; null where it could not be taken back")


class Export(Answered):
    """A finished match."""

    saved: str
    seats: list[str | None]


@router.get("/api/tables/{table_id}", response_model=TableView, responses=problems(*AT_TABLE, "no_spectators"))
async def show_table(
    table_id: TableId,
    known: Known,
    services: Here,
    seat: SeatWanted = None,
    since: Since = 0,
    curtain: Curtain = False,
) -> Response:
    """How a table stands, for one of one's seats or a spectator."""
    async with services.tables.at(table_id) as table:
        viewer = views.viewer(table, guest_of(known), seat, curtain)
        same_eyes = seat is not None or len(table.seats_of(viewer.guest)) < 2
        return sent(views.table_view(table, viewer, since, same_eyes))


@router.get(
    "/api/tables/{table_id}/plies/{ply}",
    response_model=PlyView,
    responses=problems(*AT_TABLE, "no_spectators", "no_ply", "not_playing"),
)
async def show_ply(
    table_id: TableId,
    ply: Annotated[int, Path(ge=0, le=MOST_VERSION)],
    known: Known,
    services: Here,
    seat: SeatWanted = None,
    curtain: Curtain = False,
    action: Annotated[tuple[str, ...], Query(max_length=2, description="actions one wants to know more of")] = (),
) -> Response:
    """The game after an earlier action, as one could see it then; after the end, everything."""
    async with services.tables.at(table_id) as table:
        return sent(views.ply_view(table, views.viewer(table, guest_of(known), seat, curtain), ply, action))


@router.get(
    "/api/tables/{table_id}/plies",
    response_model=PlyViews,
    responses=problems(*AT_TABLE, "no_spectators", "no_ply", "not_playing"),
)
async def show_plies(
    table_id: TableId,
    first: Annotated[int, Query(ge=0, le=MOST_VERSION)],
    count: Annotated[int, Query(ge=1, le=MOST_PLIES)],
    known: Known,
    services: Here,
    seat: SeatWanted = None,
    curtain: Curtain = False,
) -> Response:
    """The game after each of several earlier actions in a row."""
    async with services.tables.at(table_id) as table:
        seen = views.viewer(table, guest_of(known), seat, curtain)
        return sent(views.ply_views(table, seen, first, first + count - 1))


@router.get(
    "/api/tables/{table_id}/preview",
    response_model=Preview,
    responses=problems(*AT_TABLE, "no_spectators", "not_your_turn", "puzzle_waits"),
)
async def preview(
    table_id: TableId,
    known: Known,
    services: Here,
    language: Language,
    action: Annotated[str, Query(min_length=1, max_length=400)],
    seat: SeatWanted = None,
) -> Response:
    """What an action would do, or why it is refused, without doing it."""
    async with services.tables.at(table_id) as table:
        return sent(views.preview(table, views.viewer(table, guest_of(known), seat), action, language))


@router.get("/api/tables/{table_id}/board", response_model=GameBoard, responses=problems("no_table"))
async def show_board(table_id: TableId, request: Request, services: Here) -> Response:
    """The fixed things of a table, for drawing."""
    async with services.tables.at(table_id) as table:
        board = orjson.dumps(table.board)
    return sent_small(request, board)


@router.get(
    "/api/tables/{table_id}/export",
    response_model=Export,
    responses=problems("no_table", "no_spectators", "match_running"),
)
async def export(table_id: TableId, known: Known, services: Here) -> Response:
    """The whole match, after its end; `saved` begins a table elsewhere, or is replayed by `lantern replay`."""
    guest = guest_of(known)
    async with services.tables.at(table_id) as table:
        views.viewer(table, guest, None)
        return sent(views.export(table, guest))
