"""A few puzzles in a file of their own, in place of those that a game has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import lantern
from lantern.kernel.game import Match
from lantern.learning import puzzles as made
from lantern.learning.puzzles import Line, Puzzle, Source, write_puzzles

PLIES = 6
SEED = 11


def moment(game: str, seed: int = SEED, plies: int = PLIES) -> Match:
    """A match after some actions, the middle one of what may be done each time."""
    match = lantern.game(game).match(2, seed=seed)
    while match.ply < plies:
        legal = match.actions()
        match.play(legal[len(legal) // 2])
    return match


def source(match: Match) -> Source:
    """Where a puzzle comes from."""
    assert isinstance(match.seed, int)
    options = {name: value for name, value in match.options.items() if name != "players"}
    return Source(match.game.name, match.options["players"], options, match.seed, tuple(match.history))


def to_play(game: str, level: int = 1, seed: int = SEED, theme: str = "best") -> Puzzle:
    """A puzzle that the last of what may be done solves."""
    match = moment(game, seed)
    return Puzzle(source(match), match.ply, theme, level, {match.actions()[-1]: {}}, worth=(0.75, 0.5))


def of_two(game: str, level: int = 3, seed: int = SEED) -> Puzzle:
    """A puzzle of two actions in a row: any two that the same seat may do, the last of what may be done each time."""
    match = moment(game, seed)
    seat = match.to_act
    for first in reversed(match.actions()):
        after = match.copy()
        after.play(first)
        if after.to_act == seat and after.actions():
            line: Line = {first: {after.actions()[-1]: {}}}
            return Puzzle(source(match), match.ply, "points", level, line, worth=(12, 8))
    raise AssertionError("nobody may do two things in a row")


def to_answer(game: str, level: int = 2, seed: int = SEED) -> Puzzle:
    """A question: which of these is forbidden?"""
    match = moment(game, seed)
    legal = match.actions()
    every = (match.words.write_action(number) for number in range(match.game.sheet.actions))
    never = next(action for action in every if match.why_not(action) is not None)
    choices = [*legal[:2], never, *legal[2:3]]
    return Puzzle(source(match), match.ply, "forbidden", level, choices=tuple(choices), answer=never)


@contextmanager
def having(folder: Path, *puzzles: Puzzle) -> Iterator[None]:
    """Games have these puzzles and no others, for as long as it lasts."""
    games = {puzzle.game for puzzle in puzzles}
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        mine = [puzzle for puzzle in puzzles if puzzle.game == game]
        write_puzzles(folder / f"{game}.gz", lantern.game(game), mine)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(made, "file_of", lambda game: folder / f"{game}.gz")
        forget()
        try:
            yield
        finally:
            forget()


def forget() -> None:
    """Read files of puzzles anew when they are asked for."""
    made._all_of.cache_clear()
    made.by_name.cache_clear()
    made._year_of.cache_clear()
