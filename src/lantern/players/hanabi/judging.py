"""What actions are worth in Hanabi: the points that careful partners reach after them, in worlds that fit what is seen.

All actions are tried in the same worlds. The usual bot's choice stands unless another action does clearly better: what
its hints mean to those who know its conventions is more than careful partners make of them.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lantern.games.hanabi.knowledge import determinize
from lantern.games.hanabi.play import apply
from lantern.games.hanabi.scoring import ending, team_score
from lantern.games.hanabi.state import State
from lantern.kernel.engine import CHOICE, seed_all
from lantern.kernel.game import Game
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import entry, prepare, rule
from lantern.players import bot
from lantern.players.hanabi.careful import careful
from lantern.players.judge import Judgement
from lantern.players.player import Player

Actions = NDArray[np.int64]
WORLDS = 150
CLEARLY = 0.5
"""By how many points another action must do better than the usual bot's choice."""
WORLD, TRIAL = range(2)
"""Rows of the scratch records: a world, and the game in which an action is tried."""


@rule
def play_on(state: State, rng: Stream) -> int:
    """The points that careful partners reach from here."""
    while ending(state) == 0:
        apply(state, careful(state, rng), rng)
    return team_score(state)


@entry("hanabi: judging")
def weigh(
    seen: Records, seat: int, actions: Actions, worlds: int, choice: Records, scratch: Records, out: Actions
) -> None:
    """[action] the points reached after it, added up over some worlds that the seat can't tell apart."""
    for place in range(len(actions)):
        out[place] = 0
    for _ in range(worlds):
        scratch[WORLD] = seen[0]
        determinize(scratch[WORLD], seat, choice[0])
        for place in range(len(actions)):
            scratch[TRIAL] = scratch[WORLD]
            apply(scratch[TRIAL], actions[place], choice[0])
            out[place] += play_on(scratch[TRIAL], choice[0])


class Judging:
    """Judges positions of Hanabi."""

    def __init__(self, game: Game, worlds: int = WORLDS, usual: str = "club") -> None:
        self._game = game
        self._worlds = worlds
        self._bot = bot(game, usual)
        self.watches = self._bot.watches
        self._listed = np.zeros(game.sheet.most_legal, np.int64)
        self._choice = new_records(Stream, 1)
        self._scratch = new_records(game.sheet.state, 2)

    @cached_property
    def _usual(self) -> Player:
        return Player(self._game, self._bot, 0)

    def load(self, seen: Records) -> None:
        """Compile what is needed, or read it from disk."""
        self._usual.load(seen)
        self._game.engine.list_actions(seen[-1:], self._listed)
        prepare(weigh, seen[-1:], 0, self._listed, 0, self._choice, self._scratch, self._listed)

    def judge(self, seen: Records, seat: int, seed: int) -> Judgement:
        """The mean points of every legal action; the points to be expected are those of the best."""
        self._usual.reseed(seed)
        chosen = self._usual.choose_on(seen)
        means = self._means(seen[-1:], seat, seed)
        top = max(means, key=lambda action: means[action])
        best = top if means[top] > means[chosen] + CLEARLY else chosen
        return Judgement(best, {action: (mean, self._worlds) for action, mean in means.items()}, [means[best]])

    def _means(self, seen: Records, seat: int, seed: int) -> dict[int, float]:
        """[action] the points reached after it, on average."""
        actions = self._listed[: self._game.engine.list_actions(seen, self._listed)]
        points = np.zeros(len(actions), np.int64)
        seed_all(self._choice, seed, CHOICE, 0, 1)
        weigh(seen, seat, actions, self._worlds, self._choice, self._scratch, points)
        return {int(action): float(sum_) / self._worlds for action, sum_ in zip(actions, points, strict=True)}
