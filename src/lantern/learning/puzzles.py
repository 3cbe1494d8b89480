"""Puzzles: moments of matches in which there is something to find, as data.

A game's puzzles lie in `learning/<game>/puzzles.jsonl.gz`, a line for each match they come from:

    players, options, seed, actions   the match, as for `Game.match`
    puzzles   each with its `ply`, the number of actions before it; its `theme`; its `level`, from 1, easy, to 6;
              a `solution` or a question, and `worth`, what the best brings and what the next best does

A solution is a tree of actions: `{"house w1 with red": {"end": {}}}`. Every action in it is right, what is not in it
is wrong, and where nothing follows the puzzle is solved. A question has `choices`, of which one is the `answer`, and
may be `about` a thing on the table.

`lantern.learning.making` finds them. What a theme asks for, and how a level is called, is in the catalogues.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, cached_property
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import Any, TypeAlias

import lantern.games
from lantern.games import folder
from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, LanternError, Phrase, quoted
from lantern.kernel.files import told_of, write_whole
from lantern.kernel.game import Game, Match
from lantern.kernel.options import check_depth
from lantern.kernel.reading import read_list, read_number, read_object, read_text

ASKED_BY_WORTH = ("win",)
"""The themes whose question says what the best brings."""
FORMAT = "lantern puzzles 1"
FILE = "puzzles.jsonl.gz"
LEVELS = range(1, 7)
"""How hard a puzzle is, from what any beginner finds to what no bot does (`making.levels`)."""
MOST_FILE = 64 << 20
"""How many bytes a file of puzzles may hold."""
YEAR = 365
"""In so many days no puzzle comes twice as that of the day, where there are as many."""
FIRST_DAY = date(2026, 1, 1)
"""The day that has the first puzzle of its theme."""
MOST_PLIES, MOST_OF_A_MATCH, MOST_CHOICES = 10_000, 1_000, 40
MATCH_KEYS = "players", "options", "seed", "actions", "puzzles"
PUZZLE_KEYS = "ply", "theme", "level", "solution", "choices", "answer", "about", "worth"

Line: TypeAlias = "Mapping[str, Line]"
"""The actions that are right, each with those that are right after it."""


@dataclass(frozen=True)
class Source:
    """A match from which puzzles were taken."""

    game: str
    players: int
    options: Json
    seed: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Puzzle:
    """Something to find at a moment of a match."""

    source: Source
    ply: int
    """How many actions have been played."""
    theme: str
    level: int
    solution: Line = field(default_factory=dict)
    choices: Sequence[str] = ()
    answer: str | None = None
    about: str | None = None
    """The thing on the table that a question is about."""
    worth: Sequence[float] = ()
    """What the best brings, and the next best: points, chances to win or a team's points, as the theme says."""

    @property
    def game(self) -> str:
        """The game's name."""
        return self.source.game

    @cached_property
    def name(self) -> str:
        """By what it is asked for: the same as long as the puzzle is."""
        whole = [self.source.players, self.source.options, self.source.seed, self.source.actions[: self.ply]]
        of = json.dumps([*whole, self.theme, self.about, sorted(self.choices)], sort_keys=True)
        return f"{self.game}-{hashlib.sha256(of.encode()).hexdigest()[:8]}"

    @property
    def is_question(self) -> bool:
        """Whether one chooses an answer; otherwise one plays."""
        return self.answer is not None

    @property
    def is_of_rules(self) -> bool:
        """Whether it asks what the rules allow, and nothing of how things stand on the table."""
        return self.is_question and not self.about

    @property
    def asks_for_worth(self) -> bool:
        """Whether it is part of what is asked what the best brings: to win, or to share the win."""
        return self.theme in ASKED_BY_WORTH

    def match(self) -> Match:
        """The match at the moment of the puzzle."""
        source = self.source
        match = lantern.games.game(source.game).match(source.players, source.seed, **_chosen(source.options))
        for action in source.actions[: self.ply]:
            match.play(action)
        return match

    def after(self, played: Iterable[str]) -> Line | None:
        """What is right after some actions of the solver; None if one of them is wrong."""
        line = self.solution
        for action in played:
            if action not in line:
                return None
            line = line[action]
        return line

    def solved_by(self, played: Sequence[str]) -> list[str]:
        """Those of some actions that solve it, without what came after."""
        line, found = self.solution, []
        for action in played:
            if action not in line:
                break
            found.append(action)
            line = line[action]
        return found

    def is_right(self, answer: str) -> bool:
        """Whether an answer to its question, or a first action, is right."""
        return answer == self.answer if self.is_question else answer in self.solution

    def shown(self) -> list[str]:
        """A whole solution: the first of what is right, again and again; or the answer."""
        if self.answer is not None:
            return [self.answer]
        line, found = self.solution, []
        while line:
            action = next(iter(line))
            found.append(action)
            line = line[action]
        return found


def check_playable(puzzle: Puzzle) -> None:
    """`BadInput` where the rules forbid what led to a puzzle or what solves it; what that is, is not told."""
    try:
        _check_line(puzzle.match(), puzzle.solution)
    except LanternError as error:
        raise BadInput("bad.puzzles.broken", puzzle=puzzle.name) from error


def _check_line(match: Match, line: Line) -> None:
    for action, following in line.items():
        after = match.copy()
        after.play(action)
        _check_line(after, following)


def _chosen(options: Json) -> Json:
    return {name: value for name, value in options.items() if name != "players"}


def file_of(game: str) -> Path:
    """Where a game's puzzles lie, if it has some."""
    return folder(lantern.games.game(game).name, "learning") / FILE


def has_puzzles(game: str) -> bool:
    """Whether a game has puzzles; told without reading them."""
    return file_of(game).exists()


def puzzles(game: str) -> tuple[Puzzle, ...]:
    """A game's puzzles, of all themes and levels; none if it has none."""
    return _all_of(lantern.games.game(game).name)


@cache
def _all_of(game: str) -> tuple[Puzzle, ...]:
    file = file_of(game)
    return read_puzzles(file, game) if file.exists() else ()


@cache
def by_name(game: str) -> Mapping[str, Puzzle]:
    """A game's puzzles by their names."""
    return {puzzle.name: puzzle for puzzle in puzzles(game)}


def of_the_day(game: str, day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody; None where there is none.

    Each theme's puzzles come in an order by lot, and none comes again before all of its theme have been. In a year each
    theme has its days; what the rules allow has none, for that is no treat, unless there is nothing else.
    """
    year, ordered = _year_of(game)
    if not year:
        return None
    years, number = divmod((day - FIRST_DAY).days, len(year))
    theme = year[number]
    names = ordered[theme]
    return by_name(game)[names[(years * year.count(theme) + year[:number].count(theme)) % len(names)]]


@cache
def _year_of(game: str) -> tuple[Sequence[str], Mapping[str, Sequence[str]]]:
    """[day of the year] the theme of which its puzzle is; [theme] its puzzles in an order by lot.

    Puzzles that come or go leave the others in the same order.
    """
    known = by_name(game)
    treats = [name for name, puzzle in known.items() if not puzzle.is_of_rules] or [*known]
    ordered: dict[str, list[str]] = {}
    for name in sorted(treats, key=lambda name: hashlib.sha256(name.encode()).digest()):
        ordered.setdefault(known[name].theme, []).append(name)
    days = days_of({theme: len(names) for theme, names in sorted(ordered.items())})
    spread = sorted(((number + 0.5) / share, theme) for theme, share in days.items() for number in range(share))
    return [theme for _, theme in spread], ordered


def days_of(counts: Mapping[str, int]) -> dict[str, int]:
    """How many days of a year each theme has: more where there are more puzzles, and no more than there are puzzles.

    A theme with four times as many has twice as many days. Where there are not enough puzzles the year is shorter.
    """
    days = dict.fromkeys(counts, 0)
    for _ in range(min(YEAR, sum(counts.values()))):
        short = (theme for theme in days if days[theme] < counts[theme])
        days[max(short, key=lambda theme: sqrt(counts[theme]) / (2 * days[theme] + 1))] += 1
    return days


def write_puzzles(path: Path, game: Game, found: Iterable[Puzzle]) -> None:
    """Write puzzles to a file: the same puzzles, the same bytes."""
    lines: list[Any] = [{"format": FORMAT, "game": game.name, "rules": game.sheet.rules_version}]
    ordered = sorted(found, key=lambda puzzle: (puzzle.source.seed, puzzle.source.actions, puzzle.ply, puzzle.theme))
    for source, of_it in groupby(ordered, key=lambda puzzle: puzzle.source):
        told = list(of_it)
        actions = source.actions[: max(puzzle.ply for puzzle in told)]
        match = {"players": source.players, "options": source.options, "seed": source.seed, "actions": actions}
        lines.append(match | {"puzzles": [_written(puzzle) for puzzle in told]})
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    write_whole(path, gzip.compress(text.encode(), mtime=0))


def _written(puzzle: Puzzle) -> Json:
    """A puzzle without what is not said of it."""
    told = {key: getattr(puzzle, key) for key in PUZZLE_KEYS}
    return {key: value for key, value in told.items() if value not in (None, (), {}, [])}


def read_puzzles(path: Path, game: str) -> tuple[Puzzle, ...]:
    """The puzzles in a file; `BadInput` where it is damaged, or another game's."""
    with told_of(path):
        packed = path.read_bytes()
    try:
        lines = [json.loads(line) for line in _unpacked(packed).decode().splitlines()]
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        raise BadInput("bad.puzzles.damaged", path=path) from error
    try:
        return tuple(_read_all(lines, lantern.games.game(game)))
    except LanternError as fault:
        raise BadInput("bad.within", what=path, fault=fault) from fault


def _unpacked(packed: bytes) -> bytes:
    """The contents of a file, unless there are too many."""
    unpacking = zlib.decompressobj(wbits=31)
    found = unpacking.decompress(packed, MOST_FILE)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise EOFError
    return found


def _read_all(lines: Sequence[object], game: Game) -> Iterator[Puzzle]:
    head = lines[0] if lines and isinstance(lines[0], Mapping) else {}
    if head.get("format") != FORMAT:
        raise BadInput("bad.puzzles.format", format=quoted(FORMAT))
    if head.get("game") != game.name:
        raise BadInput("bad.puzzles.game", other=quoted(head.get("game")), game=game.sheet.called)
    if head.get("rules") != game.sheet.rules_version:
        raise BadInput("bad.puzzles.rules", game=game.sheet.called)
    for line in lines[1:]:
        given = read_object(line, "match", MATCH_KEYS)
        for key in ("options", "puzzles"):
            check_depth(given.get(key), Phrase("bad.puzzles.these"))
        actions = tuple(read_text(one, "action") for one in read_list(given.get("actions"), "actions", MOST_PLIES))
        options = dict(read_object(given.get("options"), "options", {option.name for option in game.sheet.options}))
        players = read_number(given.get("players"), "players", game.sheet.seats.start, game.sheet.seats.stop - 1)
        source = Source(game.name, players, options, read_number(given.get("seed"), "seed", 0, 2**63 - 1), actions)
        for one in read_list(given.get("puzzles"), "puzzles", MOST_OF_A_MATCH):
            yield _read(one, source)


def _read(told: object, source: Source) -> Puzzle:
    given = read_object(told, "puzzle", PUZZLE_KEYS)
    choices = [read_text(one, "choices") for one in read_list(given.get("choices", []), "choices", MOST_CHOICES)]
    answer, about = given.get("answer"), given.get("about")
    if answer is not None and answer not in choices:
        raise BadInput("bad.name", what="answer", value=quoted(answer), names=choices)
    solution = _read_line(given.get("solution", {}))
    if (answer is None) == (not solution):
        raise BadInput("bad.puzzles.nothing")
    worth = [_read_worth(one) for one in read_list(given.get("worth", []), "worth", 2)]
    return Puzzle(
        source,
        read_number(given.get("ply"), "ply", 0, len(source.actions)),
        read_text(given.get("theme"), "theme"),
        read_number(given.get("level"), "level", LEVELS.start, LEVELS.stop - 1),
        solution,
        choices,
        None if answer is None else read_text(answer, "answer"),
        None if about is None else read_text(about, "about"),
        worth,
    )


def _read_line(told: object) -> Line:
    if not isinstance(told, Mapping):
        raise BadInput("bad.object", what="solution", value=quoted(told))
    return {read_text(action, "solution"): _read_line(after) for action, after in told.items()}


def _read_worth(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput("bad.puzzles.worth", value=quoted(value))
    return value
