"""Suggestions, reasons and reviews."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from lantern.server.bots.workers import aside
from lantern.server.http import suggestions
from lantern.server.http.addresses import address
from lantern.server.http.fields import MOST_VERSION, Answered, Asked, Curtain, Plain, Seat, SeatWanted, TableId, Version
from lantern.server.http.routes.answers import AT_TABLE, problems, sent
from lantern.server.http.routes.callers import Here, Known, Language, Returning, guest_of
from lantern.server.http.routes.looking import Action
from lantern.server.http.services import Services
from lantern.server.storage import records
from lantern.server.tables import decisions, views

router = APIRouter()


class SuggestionOrder(Asked):
    """Wanting to know what a strong player would do, by who saw the table at a version."""

    seat: Seat
    expected_version: Version
    quick: bool = Field(default=False, description="whether a quick player is asked, who answers at once")


class ReasonView(Answered):
    """Why an action: a key with what it speaks of, and the sentence in the reader's language."""

    key: str
    values: Plain
    text: str


class Reasons(Answered):
    """Why an action was taken, as far as this viewer can see."""

    ply: int
    seat: int
    reasons: list[ReasonView]


Unit = Literal["chance", "points"]


class Worth(Action):
    """An action and what it is worth."""

    worth: float | None


class Suggestion(Worth):
    """What a strong player would do, on what this seat has seen."""

    version: int
    seat: int
    unit: Unit = Field(description="whether worths are chances to win from 0 to 1, or points of the team")
    chances: list[float] = Field(description="everybody's chances now; in a team game one number, its points")
    others: list[Worth] = Field(description="the next best, best first")
    reasons: list[ReasonView]
    stood_in: bool = Field(
        description="whether a quick bot says so: it was asked, or the strong one is not compiled yet"
    )


class Decision(Answered):
    """A decision of a finished match."""

    ply: int = Field(description="the number of the action in the log, from 1")
    seat: int
    choices: int
    played: str
    best: str
    worth_played: float
    worth_best: float


class TurningPoint(Answered):
    """An action after which somebody's chances were others."""

    ply: int
    seat: int | None = Field(description="whose; null in a team game")
    change: float


class Review(Answered):
    """A finished match, looked at again."""

    unit: Unit
    chances: list[list[float]] = Field(description="[actions played] everybody's; in a team game one number")
    decisions: list[Decision] = Field(description="those at which there was a choice")
    turning_points: list[TurningPoint]
    mattered: list[int] = Field(description="the plies of decisions that were clearly worse than the best")


class ReviewState(Answered):
    """How far a review is."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    done: int
    of: int = Field(description="how many decisions there are; 0 while nobody has counted")
    review: Review | None


SUGGESTED = (*AT_TABLE, "stale", "not_your_turn", "seat_has_bot", "match_over", "not_playing")


@router.post(
    "/api/tables/{table_id}/suggestion",
    response_model=Suggestion,
    responses=problems(*SUGGESTED, "suggestion_people", "no_suggestion", "no_judge"),
)
async def suggest(
    table_id: TableId, asked: SuggestionOrder, who: Returning, services: Here, language: Language
) -> Response:
    """What a strong player would do, for somebody who plays against bots only. It plays nothing."""
    services.rates.check("suggestion", who.guest)
    seat, version, quick = asked.seat, asked.expected_version, asked.quick
    return sent(await suggestions.suggestion(services, table_id, who.guest, seat, version, quick, language))


@router.get(
    "/api/tables/{table_id}/reasons/{ply}",
    response_model=Reasons,
    responses=problems(*AT_TABLE, "no_spectators", "no_ply", "not_playing"),
)
async def show_reasons(
    table_id: TableId,
    ply: Annotated[int, Path(ge=0, le=MOST_VERSION)],
    known: Known,
    services: Here,
    language: Language,
    seat: SeatWanted = None,
    curtain: Curtain = False,
) -> Response:
    """Why an action was taken, as far as one can see; after the end, as who took it saw it."""
    async with services.tables.at(table_id) as table:
        asked = views.asked_reasons(table, views.viewer(table, guest_of(known), seat, curtain), ply, language)
    return sent(await aside(asked.shown, language))


@router.get(
    "/api/tables/{table_id}/review",
    response_model=ReviewState,
    responses=problems("no_table", "no_spectators", "match_running", "no_judge"),
)
async def show_review(table_id: TableId, known: Known, services: Here) -> Response:
    """How far the review of a finished match is, and the review when it is done."""
    await _check_review(services, table_id, guest_of(known))
    state = await services.tables.store.run(lambda connection: records.read_review(connection, table_id))
    return sent(views.review_shown(state))


@router.post(
    "/api/tables/{table_id}/review",
    response_model=ReviewState,
    responses=problems("no_table", "no_spectators", "match_running", "no_judge"),
)
async def ask_review(table_id: TableId, request: Request, known: Known, services: Here) -> Response:
    """Have a finished match reviewed: once for all, in the background; after a failure, again."""
    services.rates.check("review", address(request.scope))
    await _check_review(services, table_id, guest_of(known))
    state = await services.tables.ask_review(table_id, guest_of(known))
    services.reviewer.look()
    return sent(views.review_shown(state))


async def _check_review(services: Services, table_id: str, guest: str | None) -> None:
    """Who may see a finished table may see its review."""
    async with services.tables.at(table_id) as table:
        views.viewer(table, guest, None)
        decisions.check_review(table)
