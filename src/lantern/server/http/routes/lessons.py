"""Guided first games: what they say, and a table at which one is played."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import Field

import lantern
from lantern.learning.lessons import Lesson, lesson, lesson_words
from lantern.server.errors import Denied
from lantern.server.http.addresses import address
from lantern.server.http.fields import Answered
from lantern.server.http.routes.answers import problems
from lantern.server.http.routes.callers import Anybody, Here, Language
from lantern.server.live.table_service import ME, Order
from lantern.server.tables.decisions import easy_bot
from lantern.server.tables.table import BOT

router = APIRouter()
GameName = Annotated[str, Path(max_length=40, description="the game")]


class StepSheet(Answered):
    """A step of a lesson, in the reader's language."""

    said: str = Field(description="what is to be learnt, and done")
    wrong: str | None = Field(description="what is said of another action, if there is more to say than of all")
    show: str = Field(description="the action that shows how it is done")
    accept: list[str] = Field(description="the actions that are right, the one that is shown among them")
    point: list[str] = Field(description="the things on the table that it points at")
    enough: bool = Field(description="whether what came before is all that a first game needs")
    bot: str = Field(description="who sits on the other seats of a real game that is begun here")


class LessonSheet(Answered):
    """A guided first game, in the reader's language."""

    game: str
    welcome: str
    end: str
    bot: str = Field(description="who sits on the other seats of the real game after the last step")
    steps: list[StepSheet]


class LessonBegun(Answered):
    """A table at which a lesson is played."""

    table: str


@router.get("/api/lessons/{game}", responses=problems("not_found"))
async def show_lesson(game: GameName, language: Language) -> LessonSheet:
    """What a game's guided first game says."""
    found, words = known_lesson(game), lesson_words(game, language)
    easy = easy_bot(lantern.game(game))
    steps = [
        StepSheet(
            said=words[step.name],
            wrong=words.get(f"{step.name}.wrong"),
            show=step.accept[0],
            accept=[*step.accept],
            point=[*step.point],
            enough=found.is_enough(number),
            bot=found.bot_after(number) or easy,
        )
        for number, step in enumerate(found.steps)
    ]
    bot = found.bot_after(len(steps)) or easy
    return LessonSheet(game=game, welcome=words["welcome"], end=words["end"], bot=bot, steps=steps)


@router.post("/api/lessons/{game}", status_code=201, responses=problems("not_found", "too_slow"))
async def begin_lesson(game: GameName, who: Anybody, request: Request, services: Here) -> LessonBegun:
    """Sit down to a game's guided first game."""
    services.rates.check("make", address(request.scope))
    table, _, _ = await services.tables.create(who.guest, _order(known_lesson(game), who.name), who.once)
    return LessonBegun(table=table.setting.table)


def known_lesson(name: str) -> Lesson:
    """A game's lesson, where there is one."""
    found = lesson(name) if name in lantern.names() else None
    if found is None:
        raise Denied("not_found")
    return found


def _order(taught: Lesson, name: str | None) -> Order:
    """The table of a lesson: one person, and the bots with whom he plays on when it is over."""
    game = lantern.game(taught.game)
    bot = taught.bot or easy_bot(game)
    seats = [
        {"kind": ME, "bot": None, "name": None} if number == taught.seat else {"kind": BOT, "bot": bot, "name": None}
        for number in range(1, taught.players + 1)
    ]
    saved = taught.begin(game).save()
    return Order(taught.game, {}, seats, saved=saved, name=name, lesson=True)
