"""Many games at once: one array of records, worked on by all cores in compiled code without the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.contract import Json, Sheet
from lantern.kernel.engine import CHANCE, CHOICE, Engine, seed_all
from lantern.kernel.errors import BadInput
from lantern.kernel.playout import Playout
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores(), thread_name_prefix="lantern")


os.register_at_fork(after_in_child=_threads.cache_clear)


def share_out(work: Callable[[int, int], Any], count: int, threads: int) -> None:
    """Do `work(first, last)` for all of `count` games, a part on each thread."""
    bounds = [count * part // threads for part in range(threads + 1)]
    if threads == 1:
        work(0, count)
    else:
        list(_threads().map(work, bounds[:-1], bounds[1:]))


class Batch:
    """Many games of one kind. Row i of `states` is the match with seed `seed + i`."""

    def __init__(
        self, sheet: Sheet, engine: Engine, states: Records, options: Json, seed: int, threads: int | None = None
    ) -> None:
        games, players = len(states), options["players"]
        self.sheet, self.engine, self.options, self.seed = sheet, engine, options, seed
        self.threads = max(1, min(threads or cores(), games))
        self.states = states
        self.chance = new_records(Stream, games)
        self.choice = new_records(Stream, games)
        self.scores: NDArray[np.int64] = np.zeros((games, players), np.int64)
        self.lengths: NDArray[np.int64] = np.zeros(games, np.int64)
        self.codes: NDArray[np.int64] = np.zeros(games, np.int64)
        self._listed: NDArray[np.int64] | None = None
        seed_all(self.chance, seed, CHANCE, 0, games)
        seed_all(self.choice, seed, CHOICE, 0, games)

    def __len__(self) -> int:
        return len(self.states)

    def deal(self) -> None:
        """Deal every game anew."""
        self._share(lambda first, last: self.engine.deal_all(self.states, self.chance, first, last))

    def play_out(self, play: Playout | None = None) -> int:
        """Deal and play every game to its end, at random or by another playout; how many moves it took."""
        play = play or self.engine.play_out

        def work(first: int, last: int) -> None:
            play(self.states, self.chance, self.choice, self.scores, self.lengths, first, last)

        self._share(work)
        return int(self.lengths.sum())

    def step(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Play one action in every game; the refusal codes, 0 where it was legal, and nothing changed elsewhere."""
        given = np.asarray(actions)
        if given.shape != (len(self),):
            raise BadInput(f"actions must be one number a game, shape ({len(self)},), not {given.shape}")
        if given.dtype.kind not in "iu":
            raise BadInput(f"actions must be whole numbers, not {given.dtype}")
        numbers = given.astype(np.int64, copy=False)

        def work(first: int, last: int) -> None:
            self.engine.step_all(self.states, self.chance, numbers, self.codes, self.scores, first, last)

        self._share(work)
        return self.codes

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for every game that is not over."""
        actions = np.zeros(len(self), np.int64)
        self._share(lambda first, last: self.engine.choose_all(self.states, self.choice, actions, first, last))
        return actions

    def masks(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """[game, action] 1 where the action is legal."""
        masks = self._room("masks", self.sheet.actions, out)
        if self._listed is None:
            self._listed = np.zeros((len(self), self.sheet.most_legal), np.int64)
        listed = self._listed
        self._share(lambda first, last: self.engine.mask_all(self.states, listed, masks, first, last))
        return masks

    def observations(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """[game, number] what the seat to act sees, laid out as the game documents it."""
        seen = self._room("observations", self.sheet.observation_size(self.options), out)
        self._share(lambda first, last: self.engine.observe_all(self.states, seen, first, last))
        return seen

    def endings(self) -> NDArray[np.int64]:
        """[game] why it is over, as an index of the game's endings."""
        codes = np.zeros(len(self), np.int64)
        self._share(lambda first, last: self.engine.ending_all(self.states, codes, first, last))
        return codes

    def standings(self) -> NDArray[np.int64]:
        """[game, seat] how each seat stands: the higher is ahead, equal ones share the win."""
        standings = np.zeros((len(self), self.options["players"]), np.int64)
        self._share(lambda first, last: self.engine.standing_all(self.states, standings, first, last))
        return standings

    def _room(self, what: str, width: int, out: NDArray[np.int8] | None) -> NDArray[np.int8]:
        """The array to write to: a new one, or the one given if it fits."""
        shape = len(self), width
        if out is None:
            return np.zeros(shape, np.int8)
        if out.shape != shape or out.dtype != np.int8:
            raise BadInput(f"{what} need room of shape {shape} and type int8, not {out.shape} and {out.dtype}")
        return out

    def _share(self, work: Callable[[int, int], Any]) -> None:
        share_out(work, len(self), self.threads)
