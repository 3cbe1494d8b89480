"""What environments have in common: spaces, and a table at which one game is played, dealt again and again."""

from __future__ import annotations

from io import StringIO
from operator import index
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

import lantern
from lantern.kernel.batch import Batch
from lantern.kernel.batch_step import PLAY
from lantern.kernel.contract import Json
from lantern.kernel.errors import Refusal, WrongCall, listing, quoted
from lantern.kernel.game import Game, Match
from lantern.kernel.seeds import checked_seed
from lantern.terminal import console, drawing

Observation = dict[str, NDArray[np.int8]]

ILLEGAL_REWARD = -1.0
"""What a seat is paid for ending a game with an illegal action."""
RENDER_MODES = ("human", "ansi")


def game_called(game: str | Game) -> Game:
    """A game by its name, or as it is."""
    return game if isinstance(game, Game) else lantern.game(game)


def checked_render_mode(mode: str | None) -> str | None:
    """How a table is drawn, if so at all."""
    if mode is not None and not (isinstance(mode, str) and mode in RENDER_MODES):
        raise WrongCall(f"render_mode is {quoted(mode)}; it may be None, {listing(map(repr, RENDER_MODES))}")
    return mode


def observation_space(game: Game, options: Json) -> Space[Any]:
    """What is seen at one table."""
    return Dict(
        {
            "observation": Box(0, 1, (game.sheet.observation_size(options),), np.int8),
            "action_mask": Box(0, 1, (game.sheet.actions,), np.int8),
        }
    )


def ending_batch(game: Game, options: Json, games: int, threads: int | None = None) -> Batch:
    """Games in which nothing is dealt anew by a step."""
    states = game.records(options, games)
    return Batch(game.sheet, game.engine, states, options, checked_seed(None), threads, endless=False)


def advance(batch: Batch, task: int, row: int, listed: NDArray[np.int64]) -> None:
    """Deal, or play what is in `actions`, in a single row, without what a batch of many asks first."""
    batch.engine.advance_all(
        batch.states, batch.chance, batch.actions, batch.seed, task, batch.tables, listed, row, row + 1
    )


def render(mode: str | None, match: Match, view: Json) -> str | None:
    """A table as it is seen, and how the game ended: printed for "human", as text for "ansi"."""
    if mode is None:
        return None
    text = StringIO()
    screen, picture = console(text) if mode == "ansi" else console(), drawing(match.game.name)
    screen.print(picture.draw(view))
    if match.over:
        screen.print(picture.sum_up(view))
    return text.getvalue() if mode == "ansi" else None


class Environment(EzPickle):
    """What environments with one table at a time have in common.

    Copied or pickled before the first reset, an environment is a new one of the same arguments. After it a copy would
    go on with what was seen then, and so is refused.
    """

    _table: OneTable

    def __getstate__(self) -> Json:
        if self._table.dealt:
            raise WrongCall(
                f"a {type(self).__name__} can't be copied or pickled after its first reset(): make a new one, "
                "reset it with the same seed and play the same actions"
            )
        state: Json = super().__getstate__()
        return state


class OneTable:
    """A table with one game at a time: `reset(s)` deals the match of seed s, and `reset()` that of the next seed."""

    def __init__(self, game: Game, options: Json) -> None:
        self.game, self.options = game, options
        self.batch = ending_batch(game, options, 1)
        self.seen, self.mask, self.rewards = self.batch.observations[0], self.batch.masks[0], self.batch.rewards[0]
        self._listed = np.zeros(game.sheet.most_legal, np.int64)
        self.dealt = False

    def reset(self, seed: int | None = None) -> None:
        """Deal."""
        self.batch.reset(seed)
        self.dealt = True
        self._numbers: list[int] = []
        self._match: Match | None = None

    @property
    def seed(self) -> int:
        """The seed of the match under way."""
        return self.batch.seed + int(self.batch.deals[0])

    @property
    def seat(self) -> int:
        """The seat to act, from 0; -1 once the game is over."""
        return self.batch.seats.item(0)

    @property
    def match(self) -> Match:
        """The match so far."""
        if self._match is None:
            self._match = Match(self.game, self.options, self.seed)
        for number in self._numbers[self._match.ply :]:
            self._match.play(number)
        return self._match

    def number(self, action: Any) -> int:
        """An action as a number."""
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.game.sheet.actions:
            raise WrongCall(
                f"an action is a whole number from 0 to {self.game.sheet.actions - 1}, not {quoted(action)}"
            )
        return number

    def play(self, number: int) -> Refusal | None:
        """Play an action in one compiled call; why not, if it is refused."""
        self.batch.actions[0] = number
        advance(self.batch, PLAY, 0, self._listed)
        code = self.batch.codes.item(0)
        if code:
            return self.game.sheet.words(self.options).refusals[code]
        self._numbers.append(number)
        return None

    def observation(self) -> Observation:
        """What the seat to act sees and may do."""
        return {"observation": self.seen.copy(), "action_mask": self.mask.copy()}

    def observed_by(self, seat: int) -> NDArray[np.int8]:
        """What any seat sees, from 0."""
        seen: NDArray[np.int8] = np.zeros_like(self.seen)
        self.game.engine.observe(self.batch.states, seat, seen)
        return seen
