"""Puzzles: which there are, a table at which one is solved, answers to it, and how well somebody solves them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import chain
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field
from structlog import get_logger

import lantern
from lantern.kernel.errors import BadInput
from lantern.learning.puzzles import LEVELS, Puzzle, by_name, has_puzzles, of_the_day
from lantern.players import levels
from lantern.server.bots.workers import aside
from lantern.server.errors import Denied
from lantern.server.http.addresses import address
from lantern.server.http.fields import Answered, Asked, Changed, TableId
from lantern.server.http.routes.advice import ReasonView
from lantern.server.http.routes.answers import problems, sent
from lantern.server.http.routes.callers import Anybody, Here, Known, Language, Returning, guest_of
from lantern.server.http.routes.looking import Refusal
from lantern.server.http.services import Services
from lantern.server.live.table_service import ME, Order, TableService
from lantern.server.storage import records
from lantern.server.tables import decisions, ratings, views
from lantern.server.tables import entries as kinds
from lantern.server.tables.ratings import Attempt
from lantern.server.tables.table import BOT

router = APIRouter()
log = get_logger()
MOST_POINTS = 2_000
"""How many points a curve has at most: the last ones."""
DAY_PATTERN = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
GameName = Annotated[str, Path(max_length=40, description="the game")]
DayWanted = Annotated[
    str | None,
    Query(pattern=DAY_PATTERN, description="which day it is where one is; else which it is in Greenwich"),
]


class Daily(Answered):
    """The puzzle of a day."""

    day: str
    puzzle: str
    theme: str
    level: int
    right: bool | None = Field(description="whether one's first try was right; null if there was none")


class Standing(Answered):
    """How well one solves the puzzles of a game."""

    game: str
    daily: Daily
    count: int = Field(description="how many puzzles there are")
    tried: int
    solved: int = Field(description="at the first try")
    rating: float = Field(description="by Glicko-2")
    deviation: float
    streak: int = Field(description="how many in a row at the first try, until now")
    best_streak: int
    days: int = Field(description="on how many days in a row one has tried the puzzle of the day")


class Standings(Answered):
    """The games that have puzzles."""

    games: list[Standing]
    days: int = Field(description="on how many days in a row one has tried the puzzle of the day of some game")


class Share(Answered):
    """Puzzles that have something in common, and how many of them one has tried."""

    count: int
    tried: int


class ThemeView(Share):
    """The puzzles of a theme."""

    theme: str


class LevelView(Share):
    """The puzzles of a level."""

    level: int
    rating: float


class PuzzleSheet(Standing):
    """The puzzles of a game."""

    themes: list[ThemeView]
    levels: list[LevelView]


class CurvePoint(Answered):
    """A first try, and the rating after it."""

    at: int
    puzzle: str
    right: bool
    rating: float
    change: float = Field(description="how far the rating moved with it")
    deviation: float


class PuzzleCurve(Answered):
    """How one's rating went."""

    points: list[CurvePoint]


class PuzzleOrder(Asked):
    """Which puzzle one wants: a certain one, that of the day, or else the next that suits."""

    puzzle: str | None = Field(default=None, max_length=64)
    daily: bool = False
    day: str | None = Field(default=None, pattern=DAY_PATTERN, description="which day it is where one is")
    theme: str | None = Field(default=None, max_length=40)
    level: int | None = Field(default=None, ge=LEVELS.start, lt=LEVELS.stop)


class PuzzleBegun(Answered):
    """A table at which a puzzle is solved."""

    table: str
    puzzle: str


class PuzzleAnswer(Asked):
    """An answer to the question of a puzzle; with none, one wants to know the solution."""

    answer: str | None = Field(max_length=400)


class AnswerNoted(Changed):
    """Whether an answer was right."""

    right: bool


class ChoiceTold(Answered):
    """What there is to say of a choice."""

    choice: str
    right: bool
    refusal: Refusal | None = Field(description="why the rules forbid it, if it is an action that they forbid")
    reasons: list[ReasonView] = Field(description="why it can't be the answer, where the game can say so")


class PuzzleReasons(Answered):
    """Why something is right or wrong, in the reader's language."""

    choices: list[ChoiceTold] = Field(description="those that were tried; all, when it is no longer open")
    reasons: list[ReasonView] = Field(description="why the solution is good; none while it is open")


@dataclass(frozen=True)
class Shelf:
    """A game's puzzles, and what somebody has tried of them."""

    game: str
    puzzles: tuple[Puzzle, ...]
    daily: Puzzle
    day: date
    tries: list[Attempt]

    def standing(self) -> dict[str, object]:
        """How well he solves them."""
        counted = [one for one in self.tries if one.counts]
        rating, (streak, best) = ratings.rated(self.tries), ratings.streaks(self.tries)
        day = self.day.isoformat()
        daily = next((one for one in self.tries if one.day == day and one.puzzle == self.daily.name), None)
        return {
            "game": self.game,
            "daily": Daily(
                day=day,
                puzzle=self.daily.name,
                theme=self.daily.theme,
                level=self.daily.level,
                right=None if daily is None else daily.right,
            ),
            "count": len(self.puzzles),
            "tried": len(counted),
            "solved": sum(one.right for one in counted),
            "rating": round(rating.rating, 1),
            "deviation": round(rating.deviation, 1),
            "streak": streak,
            "best_streak": best,
            "days": ratings.days_in_a_row(self.tries, self.day),
        }

    def sheet(self) -> PuzzleSheet:
        """The same, with what there is of each kind."""
        seen = {one.puzzle for one in self.tries}
        themes, done_themes = Counter[str](), Counter[str]()
        hard, done_hard = Counter[int](), Counter[int]()
        for puzzle in self.puzzles:
            tried = int(puzzle.name in seen)
            themes[puzzle.theme] += 1
            done_themes[puzzle.theme] += tried
            hard[puzzle.level] += 1
            done_hard[puzzle.level] += tried
        return PuzzleSheet.model_validate(
            {
                **self.standing(),
                "themes": [
                    ThemeView(theme=theme, count=count, tried=done_themes[theme])
                    for theme, count in sorted(themes.items())
                ],
                "levels": [
                    LevelView(level=level, count=hard[level], tried=done_hard[level], rating=_strength(level))
                    for level in LEVELS
                    if hard[level]
                ],
            }
        )

    def wanted(self, asked: PuzzleOrder, guest: str) -> Puzzle:
        """The puzzle that somebody wants."""
        if asked.puzzle is not None:
            found = by_name(self.game).get(asked.puzzle)
            if found is None:
                raise Denied("no_puzzle")
            return found
        if asked.daily:
            return self.daily
        fitting = [
            puzzle
            for puzzle in self.puzzles
            if asked.theme in (None, puzzle.theme) and asked.level in (None, puzzle.level)
        ]
        if not fitting:
            raise Denied("no_puzzle")
        seen = {one.puzzle for one in self.tries} | {self.daily.name}
        following = ratings.next_of(fitting, seen, guest, ratings.rated(self.tries).rating)
        if following is None:
            raise Denied("no_more_puzzles")
        return following


def _strength(level: int) -> float:
    return ratings.rating_of(level).rating


@router.get("/api/puzzles", responses=problems())
async def list_puzzles(known: Known, services: Here, day: DayWanted = None) -> Standings:
    """The games that have puzzles, each with that of the day, and how well one solves them."""
    today = _day(services.tables, day)
    games = [name for name in lantern.names() if has_puzzles(name)]
    shelves = [await _shelf(services, name, guest_of(known), today) for name in games]
    there = [shelf for shelf in shelves if shelf is not None]
    return Standings(
        games=[Standing.model_validate(shelf.standing()) for shelf in there],
        days=ratings.days_in_a_row(chain.from_iterable(shelf.tries for shelf in there), today),
    )


@router.get("/api/puzzles/{game}", responses=problems("not_found"))
async def show_puzzles(game: GameName, known: Known, services: Here, day: DayWanted = None) -> PuzzleSheet:
    """The puzzles of a game, by theme and level, and how well one solves them."""
    return (await _known_shelf(services, game, guest_of(known), _day(services.tables, day))).sheet()


@router.get("/api/puzzles/{game}/curve", responses=problems("not_found"))
async def show_curve(game: GameName, known: Known, services: Here) -> PuzzleCurve:
    """How one's rating went with the puzzles of a game, first try by first try."""
    if game not in lantern.names() or not has_puzzles(game):
        raise Denied("not_found")
    guest = guest_of(known) or ""
    tries = await services.tables.store.run(lambda connection: records.read_tries(connection, guest, game))
    counted = [one for one in tries if one.counts]
    ratings_before = [ratings.NEW, *(one.rating for one in counted[:-1])][: len(counted)]
    points = [
        CurvePoint(
            at=one.at,
            puzzle=one.puzzle,
            right=one.right,
            rating=round(one.rating.rating, 1),
            change=round(one.rating.rating - before.rating, 1),
            deviation=round(one.rating.deviation, 1),
        )
        for before, one in zip(ratings_before, counted, strict=True)
    ]
    return PuzzleCurve(points=points[-MOST_POINTS:])


@router.post(
    "/api/puzzles/{game}",
    status_code=201,
    responses=problems("not_found", "no_puzzle", "no_more_puzzles", "too_slow"),
)
async def begin_puzzle(
    game: GameName, asked: PuzzleOrder, who: Anybody, request: Request, services: Here
) -> PuzzleBegun:
    """Sit down to a puzzle. One that is still as it was found is found again."""
    services.rates.check("puzzle", address(request.scope))
    shelf = await _known_shelf(services, game, who.guest, _day(services.tables, asked.day))
    puzzle = shelf.wanted(asked, who.guest)
    left = await _left(services, who.guest, puzzle)
    if left is not None:
        return PuzzleBegun(table=left, puzzle=puzzle.name)
    day = shelf.day.isoformat() if puzzle is shelf.daily else None
    order = await services.tables.aside(_order, puzzle, day, who.name)
    made, _, _ = await services.tables.create(who.guest, order, who.once)
    return PuzzleBegun(table=made.setting.table, puzzle=puzzle.name)


@router.post("/api/tables/{table_id}/answer", responses=problems("no_table", "no_puzzle", "not_your_seat"))
async def answer_puzzle(table_id: TableId, asked: PuzzleAnswer, who: Returning, services: Here) -> AnswerNoted:
    """Answer the question of a puzzle, or ask for the solution of any. The first try counts."""
    services.rates.check("move", who.guest)
    _, done = await services.tables.act(
        table_id, lambda table: decisions.answer(table, who.guest, asked.answer), once=who.once
    )
    first = done.first
    if first is None:
        return AnswerNoted(version=done.version, right=False)
    return AnswerNoted(version=first.version, right=first.kind == kinds.TRY and bool(first.data["right"]))


@router.post("/api/tables/{table_id}/on", responses=problems("no_table", "no_puzzle", "not_your_seat", "puzzle_waits"))
async def go_on(table_id: TableId, who: Returning, services: Here) -> Changed:
    """Go on with the match after its puzzle, against the bots."""
    services.rates.check("move", who.guest)
    _, done = await services.tables.act(table_id, lambda table: decisions.go_on(table, who.guest), once=who.once)
    return Changed(version=done.version)


@router.get(
    "/api/tables/{table_id}/puzzle",
    response_model=PuzzleReasons,
    responses=problems("no_table", "no_puzzle", "no_spectators"),
)
async def explain_puzzle(table_id: TableId, known: Known, services: Here, language: Language) -> Response:
    """Why what was tried at a puzzle is wrong, and why its solution is right once that is known."""
    async with services.tables.at(table_id) as table:
        views.viewer(table, guest_of(known), None)
        asked = views.asked_puzzle(table, language)
    return sent(await aside(asked.shown, language))


def _day(tables: TableService, told: str | None) -> date:
    """Which day it is where one is; where a clock goes wrong, so that it can be nowhere on Earth, in Greenwich."""
    now = datetime.fromtimestamp(tables.now() / 1000, UTC).date()
    if told is None:
        return now
    try:
        day = date.fromisoformat(told)
    except ValueError:
        return now
    return day if abs(day - now) <= timedelta(days=1) else now


async def _known_shelf(services: Services, game: str, guest: str | None, day: date) -> Shelf:
    """A game's puzzles, where there are some."""
    found = await _shelf(services, game, guest, day) if game in lantern.names() and has_puzzles(game) else None
    if found is None:
        raise Denied("not_found")
    return found


async def _shelf(services: Services, game: str, guest: str | None, day: date) -> Shelf | None:
    """A game's puzzles, read beside the event loop; None where its file is damaged or empty."""
    try:
        named = await services.tables.aside(by_name, game)
    except BadInput as error:
        log.error("puzzles_damaged", game=game, error=str(error))
        return None
    daily = of_the_day(game, day)
    if daily is None:
        return None
    tries = await services.tables.store.run(lambda connection: records.read_tries(connection, guest or "", game))
    return Shelf(game, tuple(named.values()), daily, day, tries)


async def _left(services: Services, guest: str, puzzle: Puzzle) -> str | None:
    """The table at which somebody has a puzzle before him, at which nothing has been done yet."""
    table_id = await services.tables.store.run(lambda c: records.find_puzzle(c, guest, puzzle.name))
    if table_id is None:
        return None
    async with services.tables.at(table_id) as table:
        fresh = table.solving is not None and table.solving.tries == 0
        return table_id if fresh and table.running_match.ply == len(table.setting.actions) else None


def _order(puzzle: Puzzle, day: str | None, name: str | None) -> Order:
    """The table of a puzzle: who solves it at the seat to act, the strongest bots at the others."""
    match = puzzle.match()
    strongest = list(levels(match.game))[-1]
    seats = [
        {"kind": ME, "bot": None, "name": None}
        if seat == match.to_act
        else {"kind": BOT, "bot": strongest, "name": None}
        for seat in range(1, match.options["players"] + 1)
    ]
    return Order(puzzle.game, {}, seats, saved=match.save(), name=name, puzzle={"name": puzzle.name, "day": day})
