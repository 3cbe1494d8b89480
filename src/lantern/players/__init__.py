"""Bots. They are handed what their seat can see and nothing else.

A bot is a rule `choose(state, rng) -> action` for the seat to act, on a state concealed for that seat. `random`
plays every game; a folder named after a game holds that game's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from lantern.kernel.engine import CHOICE, seed_all
from lantern.kernel.errors import BadInput, listing
from lantern.kernel.game import Game
from lantern.kernel.match import Match
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import entry, prepare


@dataclass(frozen=True)
class Bot:
    """A way of playing a game."""

    name: str
    summary: str
    choose: Callable[..., int]
    """(concealed state, rng): the action."""


def bots(game: Game) -> dict[str, Bot]:
    """The bots of a game by name, weakest first."""
    found = [Bot("random", "any legal action, each as likely", game.sheet.rules.random_action)]
    if find_spec(f"{__name__}.{game.name}"):
        found += [Bot(*bot) for bot in import_module(f"{__name__}.{game.name}").BOTS]
    return {bot.name: bot for bot in found}


def bot(game: Game, name: str) -> Bot:
    """A bot by its name."""
    known = bots(game)
    if name not in known:
        raise BadInput(f"{game.sheet.title} has no bot {name!r}; it has {listing(known)}")
    return known[name]


class Player:
    """A bot at a table."""

    def __init__(self, game: Game, bot: Bot, seed: int) -> None:
        self.bot = bot
        self._choose = _door(game.name, bot.name, bot.choose)
        self._choice = new_records(Stream, 1)
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Let what the bot leaves to chance follow from another seed."""
        seed_all(self._choice, seed, CHOICE, 0, 1)

    def load(self, concealed: Records) -> None:
        """Compile the bot's rule for such a record, or read it from disk, without asking it for a choice."""
        prepare(self._choose, concealed, self._choice)

    def choose(self, match: Match) -> int:
        """The action this bot takes in a match where it is to act."""
        if match.to_act is None:
            raise BadInput("the match is over: there is nothing to choose")
        return self.choose_on(match.concealed(match.to_act - 1))

    def choose_on(self, concealed: Records) -> int:
        """The action this bot takes on an array of one record, concealed for the seat that is to act."""
        return int(self._choose(concealed, self._choice))


def _door(game: str, name: str, choose: Callable[..., int]) -> Callable[[Records, Records], int]:
    """A bot's rule as an entry for one match."""

    @entry(f"{game}: bot {name}")
    def decide(states: Records, choice: Records) -> int:
        return choose(states[0], choice[0])

    return decide


def seat(game: Game, name: str, seed: int) -> Player:
    """A bot, by its name, ready to take a seat."""
    return Player(game, bot(game, name), seed)
