"""The games, their options, their bots and their words."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from hashlib import sha256
from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

import lantern
from lantern.kernel import options
from lantern.kernel.errors import clipped
from lantern.kernel.game import Game
from lantern.languages import LANGUAGES
from lantern.languages.words import catalogue, naming
from lantern.learning.lessons import lesson
from lantern.learning.puzzles import has_puzzles
from lantern.players import levels
from lantern.server.errors import Denied
from lantern.server.http.addresses import address
from lantern.server.http.fields import Answered, Asked, Plain
from lantern.server.http.routes.answers import VARIES, problems, sent_small
from lantern.server.http.routes.callers import Here, Language
from lantern.server.tables import decisions

router = APIRouter()


class OptionSheet(Answered):
    """An option of a game."""

    name: str
    summary: str
    default: bool | int | str | None
    choices: list[bool | int | str | None]
    own: str = Field(description="what data of one's own may be given instead; empty if none")


class BotSheet(Answered):
    """A level of a game's bots."""

    name: str
    summary: str
    seconds: float | None = Field(description="how long it thinks about a move; null if it answers at once")


class GameSheet(Answered):
    """A game's fact sheet."""

    name: str
    title: str
    summary: str
    rules: int
    least: int
    most: int
    team: bool
    silent: bool
    options: list[OptionSheet]
    bots: list[BotSheet] = Field(description="weakest first")
    lesson: bool = Field(description="whether there is a guided first game")
    puzzles: bool = Field(description="whether there are puzzles")
    usual_bot: str = Field(description="the bot that plays where none is named")


class Games(Answered):
    """All games."""

    games: list[GameSheet]
    most_seconds: float = Field(description="the longest time a bot may be given: expert:seconds=3")


class ArgumentNames(Answered):
    """By what names the arguments of a game's messages are told."""

    arguments: dict[str, str]
    parts: dict[str, list[str]]
    forms: dict[str, list[str]]
    made: dict[str, str]
    things: dict[str, str]


class GameWords(Answered):
    """What a game says in a language: ICU messages by key."""

    words: dict[str, str]
    names: ArgumentNames


class OwnData(Asked):
    """Data of one's own, such as a map."""

    own: Plain


class FlawTold(Answered):
    """Something that is wrong with data of one's own."""

    message: str = Field(description="in the reader's language")
    places: list[str] = Field(description="where in the data, as JSON pointers; none if it is about the whole")


class Checked(Answered):
    """What is wrong with data of one's own; nothing if a match can be played with it."""

    flaws: list[FlawTold]


Part = Annotated[
    Literal["table", "editor", "compose"],
    Query(description="what all its pages say, or the editor of its maps alone, or the editor of its positions"),
]
TOLD_HERE = ("bad", "refusal", "reason", "report")
"""Words of a game that are told by the server alone: pages need none of them."""
TOLD_APART = ("editor", "compose")
"""Words that only one page says, under the name of that: of a game, and those that all games share."""


@router.get("/api/games", responses=problems())
async def list_games(services: Here) -> Games:
    """The games, their options and their bots."""
    games = [_sheet(lantern.game(name)) for name in lantern.names()]
    return Games(games=games, most_seconds=services.tables.most_s)


@router.get("/api/games/{game}/words/{language}", response_model=GameWords, responses=problems("not_found"))
async def show_words(game: str, language: str, request: Request, part: Part = "table") -> Response:
    """What a game says in a language, for the page."""
    if game not in lantern.names() or language not in LANGUAGES:
        raise Denied("not_found")
    content, tag = words_of(lantern.game(game), language, part)
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers | VARIES)
    return sent_small(request, content, headers)


@router.post("/api/games/{game}/options/{option}/check", responses=problems("not_found", "too_slow"))
async def check_own(
    game: str, option: str, asked: OwnData, request: Request, language: Language, services: Here
) -> Checked:
    """All that is wrong with data of one's own for an option of a game, to be mended before it is played."""
    services.rates.check("check", address(request.scope))
    if game not in lantern.names():
        raise Denied("not_found")
    found = next((one for one in lantern.game(game).sheet.options if one.name == option and one.flaws), None)
    if found is None:
        raise Denied("not_found")
    flaws = await services.tables.aside(options.flaws, found, asked.own)
    return Checked(flaws=[FlawTold(message=clipped(flaw.said.told(language)), places=[*flaw.places]) for flaw in flaws])


@cache
def words_of(game: Game, language: str, part: str = "table") -> tuple[bytes, str]:
    """The words of a game that a page needs, and a tag by which they are known."""
    said = catalogue(game.name, language)
    words = {key: words for key, words in said.items() if _is_of(part, key.split(".")[1])}
    words |= {key: words for key, words in catalogue(part, language).items() if key.split(".")[0] == part}
    content = orjson.dumps({"words": words, "names": asdict(naming(game.name))})
    return content, f'"{sha256(content).hexdigest()[:16]}"'


def _is_of(part: str, kind: str) -> bool:
    """Whether words of a kind belong to a part."""
    return kind == part if part in TOLD_APART else kind not in (*TOLD_HERE, *TOLD_APART)


def _sheet(game: Game) -> GameSheet:
    sheet = game.sheet
    return GameSheet(
        name=sheet.name,
        title=sheet.title,
        summary=sheet.summary,
        rules=sheet.rules_version,
        least=sheet.seats.start,
        most=sheet.seats.stop - 1,
        team=sheet.team,
        silent=sheet.silent,
        options=[OptionSheet.model_validate(option, from_attributes=True) for option in sheet.options],
        bots=[BotSheet.model_validate(bot, from_attributes=True) for bot in levels(game).values()],
        lesson=lesson(game.name) is not None,
        puzzles=has_puzzles(game.name),
        usual_bot=decisions.usual_bot(game),
    )
