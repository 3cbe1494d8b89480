"""Positions composed on the page: looked at, checked, and judged. Nothing of them is kept."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

import lantern
from lantern.kernel import composing as kernel
from lantern.kernel.chance import read_chance
from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput
from lantern.kernel.game import Game, Match
from lantern.languages import text
from lantern.players.advice.judge import is_judged
from lantern.server.bots.fair_queue import SUGGESTIONS, Claim
from lantern.server.bots.workers import aside
from lantern.server.errors import Denied
from lantern.server.http import suggestions
from lantern.server.http.addresses import address
from lantern.server.http.fields import (
    Answered,
    Asked,
    GameBoard,
    GameEverything,
    GameView,
    Plain,
    Seat,
    Version,
)
from lantern.server.http.routes.advice import ReasonView, Unit, Worth
from lantern.server.http.routes.answers import problems, sent
from lantern.server.http.routes.callers import Anybody, Here, Language
from lantern.server.http.routes.looking import Action
from lantern.server.http.routes.tables import MOST_SAVED, Seed
from lantern.server.tables import views
from lantern.server.tables.composing import Composition, composed, match_of

router = APIRouter()
GameName = Annotated[str, Path(max_length=40, description="the game")]


class Compose(Asked):
    """A position as far as it is composed; or what to begin with: a moment of a saved match, or a deal."""

    position: Plain | None = None
    saved: str | None = Field(default=None, max_length=MOST_SAVED, description="a saved match")
    until: Version | None = Field(default=None, description="how many of its actions have been played; all if null")
    deal: Plain | None = Field(default=None, description="options of a game that is to be dealt")
    seed: Seed | None = None
    seat: Seat | None = Field(default=None, description="with whose eyes; those of the seat to act if null")
    whole: bool = Field(default=False, description="whether the board and what can be set are wanted")


class Judged(Asked):
    """A position of which one wants to know what a strong player would do."""

    position: Plain
    seed: Seed | None = None
    quick: bool = Field(default=False, description="whether a quick player is asked, who answers at once")


class ComposingFault(Answered):
    """What is wrong with a position."""

    message: str
    key: str
    part: str | None = Field(description="the part of the position that it speaks of")


class Composed(Answered):
    """A position as it looks, all of it open; or what is wrong with it."""

    position: GameEverything | None = Field(description="all of it, what was left open too; null if it can't be played")
    saved: str | None = Field(description="a saved match that begins with it")
    seat: int = Field(description="with whose eyes it is looked at")
    to_act: int | None
    options: Plain
    view: GameView | None
    actions: list[Action]
    can_suggest: bool
    board: GameBoard | None
    parts: list[kernel.Part] | None = Field(description="what can be set")
    faults: list[ComposingFault]


class Advised(Worth):
    """What a strong player would do, on what the seat to act sees."""

    seat: int
    unit: Unit
    chances: list[float]
    others: list[Worth]
    reasons: list[ReasonView]
    stood_in: bool


@router.post(
    "/api/games/{game}/compose",
    response_model=Composed,
    responses=problems("not_found", "bad_saved", "bad_options", "no_ply", "too_slow"),
)
async def compose(game: GameName, asked: Compose, request: Request, services: Here, language: Language) -> Response:
    """How a position looks that somebody composes, or what is wrong with it."""
    services.rates.check("compose", address(request.scope))
    found = _known(game)
    if [asked.position, asked.saved, asked.deal].count(None) != 2:
        raise Denied("bad_field", field="position")
    work = partial(composed, found, _composition(asked.model_dump()), language)
    return sent(await services.tables.aside(work))


@router.post(
    "/api/games/{game}/compose/suggestion",
    response_model=Advised,
    responses=problems("not_found", "bad_saved", "match_over", "no_judge", "no_suggestion", "too_slow"),
)
async def advise(
    game: GameName, asked: Judged, who: Anybody, request: Request, services: Here, language: Language
) -> Response:
    """What a strong player would do in a composed position, for the seat that is to act, on what that seat sees."""
    services.rates.check("suggestion", address(request.scope))
    found = _known(game)
    if not is_judged(found):
        raise Denied("no_judge")
    match = await services.tables.aside(_playable, found, _composition(asked.model_dump(exclude={"quick"})))
    seat = match.to_act
    if seat is None:
        raise Denied("match_over")
    judgement = await suggestions.judged(services, match, seat, Claim(who.guest, "", SUGGESTIONS), asked.quick)
    called = [text(language, "table.seat", number=number + 1) for number in range(match.options["players"])]
    return sent(await aside(views.suggested, match, match.board(), called, judgement, language))


def _known(name: str) -> Game:
    if name not in lantern.names():
        raise Denied("not_found")
    return lantern.game(name)


def _composition(asked: Json) -> Composition:
    return Composition(**asked | {"seed": read_chance(asked["seed"]) if asked["seed"] is not None else None})


def _playable(game: Game, asked: Composition) -> Match:
    try:
        return match_of(game, asked)
    except BadInput as fault:
        raise Denied("bad_saved", reason=fault) from None
