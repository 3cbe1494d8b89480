"""Bots, and what is made of them: contests, advice, studies, training.

Bots are handed what their seat can see and nothing else.

Every game has the levels `random`, `beginner`, `club` and `expert`, and may have more bots to study them by. A bot is
named with its settings, `expert:seconds=3`, and is one of three kinds of rules:

    choose(state, rng)                   a policy: the action of the seat to act, on a state concealed for that seat
    choose(state, mind, rng, scratch)    a bot that keeps something in mind (`Memory`)
    start, think, merge, best            one that thinks for as long as it is given (`Thinking`)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np

from lantern.games import home
from lantern.kernel.contract import Sheet
from lantern.kernel.errors import BadInput, WrongCall, quoted
from lantern.kernel.game import Game
from lantern.kernel.record import Records, State
from lantern.kernel.rng import Stream
from lantern.kernel.rule import rule, shared

LEVELS = RANDOM, BEGINNER, CLUB, EXPERT = "random", "beginner", "club", "expert"
"""The bots that every game has, weakest first."""
SCRATCH = 4
"""Records of the game that a bot with a memory may use at will; the first is the one it chooses on."""
MOST_SEATS = 5
"""What bots write of every seat has room for so many, whatever the game."""
UNDECIDED = -1
SECONDS = "seconds"
"""The setting that says how long a bot thinks about a move."""
ROUNDS = "rounds"
"""The setting that says so without a clock."""
USUAL_SECONDS, MOST_SECONDS = 1.0, 60.0
MOST_SETTING = 1e9
MOST_ROUNDS = 10_000_000


def _as_it_is(mind: Records, state: State) -> None:
    """Nothing to fill in."""


@rule
def _nothing_to_remember(memory: Any, state: State, seat: int) -> None:
    """The bot begins anew at every decision."""


@dataclass(frozen=True)
class Memory:
    """What a bot keeps in mind of a match: a record of its own, and the rules that keep it."""

    record: Any
    begin: Callable[..., None] = _nothing_to_remember
    """(memory, state, seat): the match begins, with a state concealed for the seat."""
    watch: Callable[..., None] | None = None
    """(memory, before, after, seat): somebody acted, both states concealed for the seat, what was done in the latter's
    `last_action` if the seat may know it; None if the bot does not care."""
    fill: Callable[[Records, State], None] = _as_it_is
    """(mind, state): write what is the same in all matches at a state's table, such as weights."""
    rows: int = 1
    """How many records a bot has on a seat: the first is its memory, the others it may use at will."""


@dataclass(frozen=True)
class Thinking:
    """How a bot thinks for as long as it is given; `mind` is an array of its records."""

    start: Callable[..., int]
    """(state, mind, rng, scratch): begin to think; the action if there is nothing to think about, else UNDECIDED."""
    think: Callable[..., int]
    """(state, mind, rng, scratch, rounds, after): think on for some rounds, with so many more to come after them, or
    until all of them would not change its choice; how many rounds it thought."""
    merge: Callable[..., None]
    """(memory, other): add what another mind found of the same position."""
    best: Callable[..., int]
    """(memory): the action to take."""
    look: Callable[..., int] | None = None
    """(memory, actions, worths, visits, chances): write what was found of each action, and everybody's chances; how
    many actions."""


@dataclass(frozen=True)
class Bot:
    """A way of playing a game."""

    name: str
    summary: str
    choose: Callable[..., int]
    """(concealed state, rng): the action; with a memory (concealed state, mind, rng, scratch)."""
    memory: Memory | None = None
    thinking: Thinking | None = None
    settings: dict[str, float] = field(default_factory=dict)
    """Fields of the memory's record that can be set, with their usual values; `rounds` is how long a bot thinks."""
    seconds: float | None = None
    """How long it thinks at a table; None if it answers at once, or thinks for a fixed number of rounds."""
    literal: bool = False
    """Whether it takes its partners at their word, so that one plays with it as it plays itself."""

    @property
    def watches(self) -> bool:
        """Whether it must have seen the whole match to choose."""
        return self.memory is not None and self.memory.watch is not None

    @property
    def kind(self) -> str:
        """Its name without settings."""
        return self.name.partition(":")[0]

    def fill(self, mind: Records, state: State) -> None:
        """Write what is the same in all matches at a state's table, and the settings, into records of its memory."""
        if self.memory:
            self.memory.fill(mind, state)
            for name, value in self.settings.items():
                mind[name] = value

    def with_settings(self, given: dict[str, float], name: str) -> Bot:
        """The same bot with other settings; without `seconds` but with `rounds` it thinks for so many rounds."""
        known = [*self.settings, *([SECONDS] if self.thinking else [])]
        for key in given:
            if key not in known:
                raise BadInput("bad.bot.no_setting", bot=self.kind, name=quoted(key), settings=known)
        seconds = given.get(SECONDS, None if ROUNDS in given else self.seconds)
        if seconds is not None and not 0 < seconds <= MOST_SECONDS:
            raise BadInput("bad.bot.seconds", seconds=f"{seconds:g}", most=f"{MOST_SECONDS:g}")
        if not 1 <= given.get(ROUNDS, 1) <= MOST_ROUNDS:
            raise BadInput("bad.bot.rounds", rounds=f"{given[ROUNDS]:g}", most=MOST_ROUNDS)
        others = {key: self._checked(key, value) for key, value in given.items() if key != SECONDS}
        return replace(self, name=name, settings=self.settings | others, seconds=seconds)

    def _checked(self, name: str, value: float) -> float:
        """A setting that its field can hold."""
        assert self.memory is not None, "settings lie in a memory"
        field = self.memory.record.dtype[name]
        if field.kind == "i":
            limits = np.iinfo(field)
            if value != int(value) or not limits.min <= value <= limits.max:
                raise BadInput("bad.number", what=name, value=f"{value:g}", least=limits.min, most=limits.max)
        return value


def thinker(name: str, summary: str, memory: Memory, thinking: Thinking, settings: dict[str, float]) -> Bot:
    """A bot that thinks: at a table for a second, in a contest for `rounds` rounds, which the settings must name."""
    return Bot(name, summary, _thoughtful(thinking), memory, thinking, settings, USUAL_SECONDS)


def _thoughtful(thinking: Thinking) -> Callable[..., int]:
    """A rule that thinks for the rounds that are set, and chooses."""
    start, think, best = thinking.start, thinking.think, thinking.best

    @rule
    def choose(state: State, mind: Records, rng: Stream, scratch: Records) -> int:
        action = start(state, mind, rng, scratch)
        if action != UNDECIDED:
            return action
        think(state, mind, rng, scratch, mind[0].rounds, 0)
        return best(mind[0])

    return choose


def apart(bot: Bot) -> Bot:
    """The same bot, its rules compiled once for all who ask it."""
    memory, thinking = bot.memory, bot.thinking
    if memory is not None:
        watch = None if memory.watch is None else shared(memory.watch)
        memory = replace(memory, begin=shared(memory.begin), watch=watch)
    if thinking is None:
        return replace(bot, choose=shared(bot.choose), memory=memory)
    start, think = shared(thinking.start), shared(thinking.think)
    thinking = replace(thinking, start=start, think=think, merge=shared(thinking.merge), best=shared(thinking.best))
    return replace(bot, choose=_thoughtful(thinking), memory=memory, thinking=thinking)


def bots(game: Game) -> dict[str, Bot]:
    """The bots of a game by name: the levels, weakest first, then others."""
    found = [Bot(RANDOM, "any legal action, each as likely", game.sheet.rules.random_action)]
    own = part_of(game)
    if own is not None:
        found += own.BOTS
    return {bot.name: bot for bot in found}


def part_of(game: Game, name: str = "") -> ModuleType | None:
    """The package of a game's bots, or a module in it, such as `judging`; None where the game has none."""
    package = home(game.name, "players")
    own = import_module(package) if find_spec(package) else None
    if not hasattr(own, "BOTS"):  # a game may be called like something else here, such as `search`
        return None
    whole = f"{package}.{name}"
    return own if not name else import_module(whole) if find_spec(whole) else None


def check_seats(sheet: Sheet) -> None:
    """A game whose seats all have room in what bots write."""
    most = sheet.seats.stop - 1
    assert most <= MOST_SEATS, f"{sheet.title} is for up to {most} players: raise players.MOST_SEATS and arena.WHOLE"


def levels(game: Game) -> dict[str, Bot]:
    """The bots of a game that people choose from, weakest first."""
    known = bots(game)
    return {name: known[name] for name in LEVELS if name in known}


def stand_in(game: Game) -> Bot:
    """The strongest level that answers at once: by plain rules a search would find nothing in its time."""
    return [level for level in levels(game).values() if level.thinking is None][-1]


def bot(game: Game, name: str) -> Bot:
    """A bot by its name and settings: `club`, `expert:seconds=0.3`, `expert:rounds=500:exploration=2`."""
    known = bots(game)
    if not isinstance(name, str):
        raise WrongCall(f"a bot is named by a text such as {CLUB!r}, not by {quoted(name)}")
    kind, *settings = name.split(":")
    if kind not in known:
        raise BadInput("bad.bot.none", game=game.sheet.called, name=quoted(kind), bots=known)
    return known[kind].with_settings(dict(_setting(text) for text in settings), name) if settings else known[kind]


def _setting(text: str) -> tuple[str, float]:
    """A setting as it is written: `name=value`."""
    name, _, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not abs(number) <= MOST_SETTING:
        raise BadInput("bad.bot.setting", text=quoted(text))
    return name, number
