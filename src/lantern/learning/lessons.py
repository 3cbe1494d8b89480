"""A guided first game: a match prepared so that one learns by playing it.

A game's lesson lies in `learning/<game>/`. `lesson.json` says how the match begins and what its player does, step by
step; beside it, a file for each language has what he is told:

    players, options, seed, setup, position   how the match begins, as for `Game.match` or `Game.position`
    before     the actions that are played already when the player comes
    seat       where he sits
    bot        who sits on the other seats, and in the real game that follows; the easiest, if none is named
    beyond     the name of the step from which on more than the rules is taught, if there is one: for who leaves it at
               the rules, the easiest sits in the real game
    teaches    the clauses of the rules that a first game needs
    steps      each with a `name`, the actions it takes as right (`accept`, best first), the things on the table it
               points at (`point`), what the others do after it (`then`), and the clauses that it teaches

What is said at a step is an ICU message under its name, with `{2}` for who sits on seat 2; under `<name>.wrong` what is
said of another action, where there is something better to say than what is said of all. `welcome` comes before the
first step, `end` after the last.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lantern.games import folder
from lantern.kernel.game import Game, Match
from lantern.languages import text
from lantern.languages.words import filled, messages_of
from lantern.players import MOST_SEATS

LESSON = "lesson.json"


@dataclass(frozen=True)
class Step:
    """Something new, and what the player does to learn it."""

    name: str
    accept: Sequence[str]
    """The actions that are right, the one to be shown first."""
    clauses: Sequence[str]
    """What of the rules it teaches."""
    point: Sequence[str] = ()
    then: Sequence[str] = ()
    """What the other seats do after it."""

    @property
    def plies(self) -> int:
        """How many actions it takes, with what follows."""
        return 1 + len(self.then)


@dataclass(frozen=True)
class Lesson:
    """A guided first game."""

    game: str
    steps: Sequence[Step]
    teaches: Sequence[str]
    players: int
    seat: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    position: dict[str, Any] | None = None
    before: Sequence[str] = ()
    bot: str | None = None
    """The level of the others in the real game that follows, where it is not the easiest."""
    beyond: str | None = None
    """The step from which on more than the rules is taught."""

    def begin(self, game: Game) -> Match:
        """The match as the player finds it."""
        match = (
            game.match(self.players, self.seed, **self.options, **self.setup)
            if self.position is None
            else game.position(self.position, self.seed)
        )
        for action in self.before:
            match.play(action)
        return match

    def step_at(self, ply: int) -> int:
        """The number of the step, from 0, that begins or goes on after so many actions; that of none after the last."""
        begins = len(self.before)
        for number, step in enumerate(self.steps):
            begins += step.plies
            if ply < begins:
                return number
        return len(self.steps)

    def is_enough(self, number: int) -> bool:
        """Whether all that a first game needs has been taught when a step begins, and there is more to come."""
        return number < len(self.steps) and self.steps[number].name == self.beyond

    def bot_after(self, done: int) -> str | None:
        """The level of the others in a real game that is begun after so many steps; None for the easiest."""
        learnt = {step.name for step in self.steps[:done]}
        return self.bot if self.beyond is None or self.beyond in learnt else None

    def begins(self, number: int) -> int:
        """After how many actions a step begins."""
        return len(self.before) + sum(step.plies for step in self.steps[:number])


@cache
def lesson(game: str) -> Lesson | None:
    """A game's lesson; None if it has none."""
    file = folder(game, "learning") / LESSON
    if not file.exists():
        return None
    told = json.loads(file.read_text(encoding="utf-8"))
    return Lesson(**told | {"game": game, "steps": tuple(Step(**step) for step in told["steps"])})


@cache
def lesson_words(game: str, language: str) -> dict[str, str]:
    """What a lesson says in a language, in English where nobody has translated it, with the names of the others."""
    names = {str(seat): text(language, f"bot_name.{seat}") for seat in range(1, MOST_SEATS + 1)}
    messages = messages_of(folder(game, "learning"), language)
    return {key: filled(language, message, names) for key, message in messages.items()}
