"""A puzzle at a table: what has been tried, and whether the match waits for it.

Until the puzzle is solved, or its solution was asked for, nobody thinks and nothing else is played; then the match
waits until its player wants to go on. What is told of a question is no more than was asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog

from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, Never
from lantern.kernel.game import Match
from lantern.learning.puzzles import Line, Puzzle, by_name

log = structlog.get_logger()


@dataclass
class Solving:
    """How far somebody is with a puzzle."""

    puzzle: Puzzle
    day: str | None
    """The day of which it is the puzzle, if it was taken as that."""
    wrong: list[str] = field(default_factory=list)
    """What was tried in vain."""
    solved: bool = False
    shown: bool = False
    """Whether the solution was asked for."""
    goes_on: bool = False

    @property
    def is_open(self) -> bool:
        """Whether there is something to find."""
        return not (self.solved or self.shown)

    @property
    def waits(self) -> bool:
        """Whether the match waits for the puzzle."""
        return not self.goes_on

    @property
    def is_played(self) -> bool:
        """Whether an action is what is to be found now."""
        return self.is_open and not self.puzzle.is_question

    @property
    def state(self) -> str:
        """How it stands, in a word."""
        return "open" if self.is_open else "shown" if self.shown else "solved"

    @property
    def tries(self) -> int:
        """How many tries there were, the one that solved it and being shown the solution among them."""
        return len(self.wrong) + int(self.solved) + int(self.shown)

    def line(self, played: Sequence[str]) -> Line:
        """What is right after what was played, all of which was right."""
        found = self.puzzle.after(played)
        return {} if found is None else found


@dataclass(frozen=True)
class Tried:
    """What somebody tried first at a puzzle; no other try counts."""

    guest: str
    puzzle: Puzzle
    day: str | None
    right: bool


def solving(game: str, puzzle: Json | None) -> Solving | None:
    """The puzzle of a table. One that this version of Lantern no longer has is none: the match goes on without it."""
    if puzzle is None:
        return None
    try:
        found = by_name(game).get(puzzle["name"])
    except BadInput as error:
        log.error("puzzles_damaged", game=game, error=str(error))
        found = None
    return None if found is None else Solving(found, puzzle["day"])


def meanings(match: Match, choices: Sequence[str]) -> list[int | Never] | None:
    """The actions that the choices of a question stand for; None if they are something else."""
    try:
        return [match.words.read_action(choice) for choice in choices]
    except BadInput:
        return None


def choices_shown(match: Match, solving: Solving) -> list[dict[str, Any]]:
    """The choices of a question, each with the things on the table that it would touch."""
    choices = solving.puzzle.choices
    found = meanings(match, choices)
    return [
        {"choice": choice, "touches": [] if found is None else _touched(match, found[place])}
        for place, choice in enumerate(choices)
    ]


def _touched(match: Match, action: int | Never) -> list[str]:
    """The things that an action involves; none, if it is one that can never be done."""
    return list(match.touch(action)) if isinstance(action, int) else []
