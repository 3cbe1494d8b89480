"""Walking through matches of bots in search of puzzles, on some cores, and checking puzzles that were found before."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import count
from typing import TypeVar

import lantern.games
from lantern.kernel.errors import BadInput, quoted
from lantern.kernel.game import Game, Match
from lantern.learning.making import Found, Maker, Making, making_of
from lantern.learning.making.levels import Ladder, halfway
from lantern.learning.puzzles import Line, Puzzle, Source, check_playable
from lantern.players import bot
from lantern.players.arena.tournament import Processes
from lantern.players.player import Player

AHEAD = 2
"""How many matches each process has before it."""
MOST_OF_A_MATCH = 4
"""How many puzzles of a theme are taken from a match."""
AT_ONCE = 8
"""How many puzzles a process is given at once to look at them again."""
Told = TypeVar("Told")


@dataclass(frozen=True)
class Wish:
    """What is looked for."""

    each: int
    """How many puzzles of each theme."""
    seconds: float | None = None
    """How long it may take; None for as long as it takes."""
    processes: int = 1
    seed: int = 0
    themes: Collection[str] | None = None
    """All of them if None."""


@dataclass(frozen=True)
class Rated:
    """A puzzle with the level that bots give it now."""

    puzzle: Puzzle
    first: int | None
    """The number of the first bot that finds it, `levels.NOBODY` if none does; None of a question."""


def make(game: Game, wish: Wish) -> Iterator[Puzzle]:
    """Puzzles of a game as they are found, match after match, until there are enough or the time is over."""
    left = dict.fromkeys(themes_of(game, wish.themes), wish.each)
    until = None if wish.seconds is None else time.monotonic() + wish.seconds
    names: set[str] = set()
    numbers = count()
    with processes(wish.processes) as pool:
        waiting: set[Future[list[Puzzle]]] = set()
        while any(left.values()) and (until is None or time.monotonic() < until):
            wanted = [theme for theme in left if left[theme]]
            while len(waiting) < wish.processes * AHEAD:
                waiting.add(pool.submit(walk, game.name, wish.seed, next(numbers), wanted))
            done, waiting = wait(waiting, _left(until), FIRST_COMPLETED)
            for puzzle in (puzzle for future in done for puzzle in future.result()):
                if left[puzzle.theme] and puzzle.name not in names:
                    names.add(puzzle.name)
                    left[puzzle.theme] -= 1
                    yield puzzle


def check_again(puzzles: Sequence[Puzzle], seed: int, effort: int, cores: int) -> Iterator[tuple[Puzzle, bool]]:
    """Puzzles, each with whether it stands up to being checked with another seed and so many times the work.

    `BadInput` where nobody makes puzzles of their themes, or one can't be played.
    """
    yield from zip(puzzles, _each(puzzles, partial(stands, seed=seed, effort=effort), cores), strict=True)


def rate_again(puzzles: Sequence[Puzzle], cores: int) -> Iterator[Rated]:
    """The same puzzles in their order, each with the level that it is given now; `BadInput` as for `check_again`."""
    return _each(puzzles, rated, cores)


def _each(puzzles: Sequence[Puzzle], look: Callable[[Puzzle], Told], cores: int) -> Iterator[Told]:
    """What is found of each of some puzzles, on some cores."""
    if puzzles:
        themes_of(lantern.games.game(puzzles[0].game), {puzzle.theme for puzzle in puzzles})
    parts = [puzzles[first : first + AT_ONCE] for first in range(0, len(puzzles), AT_ONCE)]
    with processes(cores) as pool:
        for future in [pool.submit(all_of, look, part) for part in parts]:
            yield from future.result()


@contextmanager
def processes(number: int) -> Iterator[Processes]:
    """Some processes, which end with what is done in them."""
    pool = Processes(number)
    try:
        yield pool
    finally:
        pool.shutdown()


def _left(until: float | None) -> float | None:
    return None if until is None else max(0.0, until - time.monotonic())


def themes_of(game: Game, wanted: Collection[str] | None = None) -> list[str]:
    """The themes of a game, or those wanted of them; `BadInput` where nobody makes one."""
    known = [maker.theme for maker in making(game.name).makers]
    for theme in wanted or ():
        if theme not in known:
            raise BadInput("bad.puzzles.no_theme", game=game.sheet.called, theme=quoted(theme), themes=known)
    return [theme for theme in known if wanted is None or theme in wanted]


@cache
def making(name: str) -> Making:
    """What puzzles of a game are made of; `BadInput` if nobody has said it."""
    game = lantern.games.game(name)
    found = making_of(game)
    if found is None:
        raise BadInput("bad.puzzles.no_making", game=game.sheet.called)
    return found


# In each of the processes.


def walk(name: str, seed: int, number: int, themes: Sequence[str]) -> list[Puzzle]:
    """The puzzles of some themes in one match of bots."""
    found: list[tuple[int, Maker, Found, int]] = []
    match, players = begun(name, seed, number)
    chance = random.Random(f"{name} {seed} {number}: where to look")
    last: dict[str, int] = {}
    counts: Counter[str] = Counter()
    while match.to_act is not None:
        for maker in making(name).makers:
            theme = maker.theme
            is_near = match.ply - last.get(theme, -maker.apart) < maker.apart
            is_passed_over = chance.random() > maker.often
            if theme not in themes or is_near or is_passed_over or counts[theme] >= MOST_OF_A_MATCH:
                continue
            one = maker.find(match)
            if one is not None and maker.check(match, one, seed, 1):
                found.append((match.ply, maker, one, _level(match, maker, one)))
                last[theme] = match.ply
                counts[theme] += 1
        match.play(players[match.to_act - 1].choose(match))
    source = _source(match)
    return [_puzzle(source, ply, maker.theme, one, level) for ply, maker, one, level in found]


def all_of(look: Callable[[Puzzle], Told], puzzles: Sequence[Puzzle]) -> list[Told]:
    """What is found of each of some puzzles."""
    return [look(puzzle) for puzzle in puzzles]


def stands(puzzle: Puzzle, seed: int, effort: int) -> bool:
    """Whether a puzzle stands up to its maker's check with another seed and so many times the work."""
    check_playable(puzzle)
    found = Found(puzzle.solution, puzzle.choices, puzzle.answer, puzzle.about, puzzle.worth, puzzle.level)
    return maker_of(puzzle).check(puzzle.match(), found, seed, effort)


def rated(puzzle: Puzzle) -> Rated:
    """A puzzle with the level that bots give it; a question keeps its own."""
    check_playable(puzzle)
    if puzzle.is_question:
        return Rated(puzzle, None)
    match, maker = puzzle.match(), maker_of(puzzle)
    first = _ladder(puzzle.game).first(match, puzzle.solution)
    return Rated(replace(puzzle, level=halfway(first, _counted(match, maker, puzzle.solution))), first)


def maker_of(puzzle: Puzzle) -> Maker:
    """Who makes puzzles of its theme."""
    return next(maker for maker in making(puzzle.game).makers if maker.theme == puzzle.theme)


def begun(name: str, seed: int, number: int) -> tuple[Match, list[Player]]:
    """A match with bots at it, at one of the tables: the same for the same number."""
    game, chance = lantern.games.game(name), random.Random(f"{name} {seed} {number}")
    table = dict(making(name).tables[number % len(making(name).tables)])
    match = game.match(table.pop("players"), chance.getrandbits(53), **table)
    seats = range(match.options["players"])
    names = [chance.choice(making(name).bots) for _ in seats]
    return match, [Player(game, bot(game, names[seat]), chance.getrandbits(32)) for seat in seats]


def _source(match: Match) -> Source:
    assert isinstance(match.seed, int)
    options = {name: value for name, value in match.options.items() if name != "players"}
    return Source(match.game.name, match.options["players"], options, match.seed, tuple(match.history))


def _puzzle(source: Source, ply: int, theme: str, found: Found, level: int) -> Puzzle:
    return Puzzle(
        source, ply, theme, level, found.solution, found.choices, found.answer, found.about, tuple(found.worth)
    )


@cache
def _ladder(name: str) -> Ladder:
    return Ladder(lantern.games.game(name))


def _level(match: Match, maker: Maker, found: Found) -> int:
    """How hard it is: a question as its maker says, what is played by bots too."""
    if found.level is not None:
        return found.level
    return _ladder(match.game.name).level(match, found.solution, _counted(match, maker, found.solution))


def _counted(match: Match, maker: Maker, solution: Line) -> int | None:
    """How hard a solution is by how much there is to look at, where that is counted."""
    return None if maker.count is None else maker.count(match, solution)
