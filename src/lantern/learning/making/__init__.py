"""Finding puzzles: matches of bots are walked through, and at every decision each maker is asked for one.

A maker is for one theme, and finds by counting out what can be counted (`turns`, `questions`) or by a long search
(`searches`). What a game has of its own, such as what a turn is played for, is in a module `puzzling` of its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

from lantern.games import home
from lantern.kernel.contract import Json
from lantern.kernel.game import Game, Match
from lantern.learning.puzzles import Line


@dataclass(frozen=True)
class Found:
    """Something to find at a moment of a match, before it is known how hard it is."""

    solution: Line = field(default_factory=dict)
    choices: Sequence[str] = ()
    answer: str | None = None
    about: str | None = None
    worth: Sequence[float] = ()
    level: int | None = None
    """How hard a question is; None of what is played."""


@dataclass(frozen=True)
class Maker:
    """Finds puzzles of a theme."""

    theme: str
    find: Callable[[Match], Found | None]
    """What there is to find for the seat to act."""
    check: Callable[[Match, Found, int, int], bool]
    """(match, found, seed, effort): whether that is so by another way, or by the same with other seeds and more work;
    effort says how many times the usual work."""
    apart: int = 6
    """By how many actions two puzzles of a match differ at least."""
    often: float = 1.0
    """At which part of all decisions it is looked for one."""
    count: Callable[[Match, Line], int] | None = None
    """How hard a solution is by how much there is to look at; None where bots play for just what is asked for."""


@dataclass(frozen=True)
class Making:
    """What puzzles of a game are made of."""

    tables: Sequence[Json]
    """The tables whose matches are walked through: options, players among them."""
    bots: Sequence[str]
    """Who plays there."""
    makers: Sequence[Maker]


def making_of(game: Game) -> Making | None:
    """What puzzles of a game are made of; None if it has no module `puzzling` that says so."""
    package = home(game.name, "learning")
    if find_spec(package) is None or find_spec(f"{package}.puzzling") is None:
        return None
    making: Making = import_module(f"{package}.puzzling").MAKING
    return making
