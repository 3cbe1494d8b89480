"""What the actions of a position are worth: the opinion behind suggestions and reviews.

A judge sees what the seat to act has seen, and holds the same opinion whenever it sees the same: how it deals what is
hidden follows from what it sees. It thinks for a fixed number of rounds, so that a busy machine makes no difference.

Where a search plays best, it is asked what it found. A game that is judged otherwise has a module `judging` among its
bots, with a class `Judging`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from lantern.kernel.game import Game
from lantern.kernel.record import Cells, Records
from lantern.kernel.rule import entry, is_at_hand
from lantern.kernel.seeds import MOST_SEED
from lantern.players import EXPERT, MOST_SEATS, ROUNDS, Bot, bot, bots, part_of
from lantern.players.player import Player

ROUNDS_TO_JUDGE = 5000
"""How many rounds a search thinks about a position that it judges."""


@dataclass(frozen=True)
class Judgement:
    """What is thought of a position."""

    best: int
    """The action to take."""
    worths: dict[int, tuple[float, int]]
    """[action] what it is worth to the seat to act, and how often it was tried; only actions that were."""
    chances: list[float]
    """[seat] everybody's chance to win; in a team game one number, the points that are to be expected; none where there
    was nothing to think about."""
    stood_in: bool = False
    """Whether nothing was weighed, because that is not compiled yet: the action is a quick bot's."""


class Opinion(Protocol):
    """How the positions of a game are judged."""

    watches: bool
    """Whether the whole match must have been seen."""

    def load(self, seen: Records) -> bool:
        """Compile what is needed, or read it from disk; whether it is compiled now."""

    def judge(self, seen: Records, seat: int, seed: int) -> Judgement:
        """What a seat, from 0, may think of the last of some records, all concealed for it."""


class Judge:
    """Judges the positions of a game."""

    def __init__(self, game: Game) -> None:
        self._opinion = opinion_of(game)

    @property
    def watches(self) -> bool:
        """Whether it must be given the match from its first record on; otherwise the last record does."""
        return self._opinion.watches

    def load(self, seen: Records) -> bool:
        """Compile what is needed for such records, or read it from disk; whether it is compiled now."""
        return self._opinion.load(seen)

    def judge(self, seen: Records, seat: int) -> Judgement:
        """What the seat to act, from 0, may think of the last of some records, all concealed for it."""
        return self._opinion.judge(seen, seat, seed_of(seen))


def is_judged(game: Game) -> bool:
    """Whether there is somebody to judge a game's positions: a judge of its own, or a bot that thinks."""
    return part_of(game, "judging") is not None or EXPERT in bots(game)


def opinion_of(game: Game) -> Opinion:
    """How a game is judged: as it says itself, or by its search."""
    own = part_of(game, "judging")
    opinion: Opinion = own.Judging(game) if own is not None else Searching(game)
    return opinion


def seed_of(seen: Records) -> int:
    """A seed that follows from what was seen last."""
    return int.from_bytes(hashlib.sha256(seen[-1:].tobytes()).digest()[:8]) % MOST_SEED


class Searching:
    """What the search of the strongest bot finds."""

    def __init__(self, game: Game, rounds: int = ROUNDS_TO_JUDGE) -> None:
        self._game = game
        self._bot: Bot = bot(game, f"{EXPERT}:{ROUNDS}={rounds}")
        self.watches = self._bot.watches

    @cached_property
    def _searcher(self) -> Searcher:
        return Searcher(self._game, self._bot)

    def load(self, seen: Records) -> bool:
        """Compile the search, or read it from disk."""
        return self._searcher.load(seen)

    def judge(self, seen: Records, seat: int, seed: int) -> Judgement:
        """What is found from the seat's point of view."""
        self._searcher.reseed(seed)
        return self._searcher.judge_on(seen)


class Searcher(Player):
    """A bot that thinks, and says what it found."""

    def __init__(self, game: Game, bot: Bot) -> None:
        super().__init__(game, bot, 0, thorough=True)
        most = game.sheet.most_legal
        self._look = _looking(game, bot)
        self._actions, self._visits = np.zeros(most, np.int64), np.zeros(most, np.int64)
        self._worths, self._chances = np.zeros(most), np.zeros(MOST_SEATS)

    def load(self, seen: Records) -> bool:
        """Compile the bot's rules for such records, or read them from disk."""
        looks = is_at_hand(self._look, self._minds[0], self._actions, self._worths, self._visits, self._chances)
        return super().load(seen) and looks

    def judge_on(self, seen: Records) -> Judgement:
        """What this bot found of the last of some records; of an action without an alternative, nothing."""
        best = self.choose_on(seen)
        if self.stood_in:
            return Judgement(best, {}, [], stood_in=True)
        count = self._look(self._minds[0], self._actions, self._worths, self._visits, self._chances)
        found = zip(self._actions.tolist(), self._worths.tolist(), self._visits.tolist(), strict=True)
        worths = {action: (worth, visits) for action, worth, visits in list(found)[:count] if visits > 0}
        return Judgement(best, worths, self._chances[: int(seen[-1].seats)].tolist() if worths else [])


Looking = Callable[[Records, Cells, Cells, Cells, Cells], int]
"""(mind, actions, worths, visits, chances): write what was found; how many actions."""


def _looking(game: Game, bot: Bot) -> Looking:
    """An entry that says what a bot found."""
    assert bot.thinking is not None
    assert bot.thinking.look is not None
    look = bot.thinking.look

    @entry(f"{game.name}: what {{level}} found", level=bot.kind)
    def find(mind: Records, actions: Cells, worths: Cells, visits: Cells, chances: Cells) -> int:
        return look(mind[0], actions, worths, visits, chances)

    return find
