"""Many games at once: one array of records, worked on by all cores in compiled code without the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from math import isqrt
from time import thread_time_ns
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.batch_step import DEAL, PLAY, PLAY_ON, Tables
from lantern.kernel.contract import Json, Sheet
from lantern.kernel.copies import Apart
from lantern.kernel.engine import Engine
from lantern.kernel.errors import WrongCall, quoted
from lantern.kernel.playout import Playout
from lantern.kernel.reading import read_count, read_flag
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.seeds import CHANCE, CHOICE, checked_seed, seed_all


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


MOST_THREADS = 1024


def checked_threads(threads: int | None) -> int:
    """On how many threads something is done; all cores if it is not said."""
    return cores() if threads is None else read_count(threads, "threads", 1, MOST_THREADS)


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores(), thread_name_prefix="lantern")


os.register_at_fork(after_in_child=_threads.cache_clear)


def share_out(work: Callable[[int, int, int], Any], count: int, threads: int) -> None:
    """Do `work(part, first, last)` for all of `count` games: the first part here, each of the others on a thread."""
    if threads == 1:
        work(0, 0, count)
        return
    bounds = [count * part // threads for part in range(threads + 1)]
    others = [_threads().submit(work, part, bounds[part], bounds[part + 1]) for part in range(1, threads)]
    try:
        work(0, 0, bounds[1])
    finally:
        wait(others)
    for other in others:
        other.result()


WAKING = 100_000
"""Nanoseconds that it takes to give one more thread its part; meanwhile the others wait for Python's lock."""


class Crew:
    """Threads that do a kind of work again and again: as many as pay, by how long it took all of them the last time.

    With n threads it takes n * WAKING + work / n, which is least where n * n is work / WAKING.
    """

    def __init__(self, games: int, most: int) -> None:
        self.games, self.most, self.threads = games, most, most

    def share_out(self, work: Callable[[int, int, int], Any]) -> None:
        """Do `work(part, first, last)` for all games."""
        took = [0] * self.threads

        def timed(part: int, first: int, last: int) -> None:
            began = thread_time_ns()
            work(part, first, last)
            took[part] = thread_time_ns() - began

        share_out(timed, self.games, self.threads)
        self.threads = max(1, min(self.most, isqrt(sum(took) // WAKING)))


class Batch(Apart):
    """Many games of one kind, one after the other in every row: where one ends, the next is dealt in the same step.

    The game under way in row i is the match of seed `seed + i + len(batch) * deals[i]`. All arrays are made once and
    written anew by every step; what each tells, `kernel.batch_step.Tables` says.
    """

    shared = ("sheet", "engine")
    instead = "a batch of the same seed plays the same games"

    def __init__(
        self,
        sheet: Sheet,
        engine: Engine,
        states: Records,
        options: Json,
        seed: int,
        threads: int | None = None,
        observations: bool = True,
        masks: bool = True,
        endless: bool = True,
    ) -> None:
        games = len(states)
        observations, masks = bool(read_flag(observations, "observations")), bool(read_flag(masks, "masks"))
        self.sheet, self.engine, self.options, self.seed, self.endless = sheet, engine, options, seed, endless
        self.threads = max(1, min(checked_threads(threads), games))
        self.states = states
        self.chance, self.choice = new_records(Stream, games), new_records(Stream, games)
        self.actions: NDArray[np.int64] = np.zeros(games, np.int64)
        self.tables = tables = Tables.allocate(
            sheet, options, observations, masks, lambda kind, *columns: np.zeros((games, *columns), kind)
        )
        self.seats: NDArray[np.int64] = tables.seats
        self.observations: NDArray[np.int8] = tables.observations
        self.masks: NDArray[np.int8] = tables.masks
        self.deals: NDArray[np.int64] = tables.deals
        self.codes: NDArray[np.int64] = tables.codes
        self.rewards: NDArray[np.float32] = tables.rewards
        self.ended: NDArray[np.int8] = tables.ended
        self.scores: NDArray[np.int64] = tables.scores
        self.standings: NDArray[np.int64] = tables.standings
        self.lengths: NDArray[np.int64] = tables.lengths
        self.endings: NDArray[np.int64] = tables.endings
        self._listed: NDArray[np.int64] = np.zeros((self.threads, sheet.most_legal if masks else 0), np.int64)
        self._stepping, self._choosing = Crew(games, self.threads), Crew(games, self.threads)
        self._dealt = False
        self._begin()

    def __len__(self) -> int:
        return len(self.states)

    def reset(self, seed: int | None = None) -> None:
        """Deal the first game of every row, or the next one; with a seed, the first one of that seed."""
        if seed is not None:
            self.seed = checked_seed(seed)
            self._begin()
        self._advance(DEAL, self.actions)
        self._dealt = True

    def step(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        """Play one action in every game; the refusal codes, 0 where it was legal, and nothing changed elsewhere."""
        try:
            given = np.asarray(actions)
        except (TypeError, ValueError, OverflowError, RecursionError):
            raise WrongCall(f"actions must be one number a game, not {quoted(actions)}") from None
        if given.shape != (len(self),):
            raise WrongCall(f"actions must be one number a game, shape ({len(self)},), not {given.shape}")
        if given.dtype.kind not in "iu":
            raise WrongCall(f"actions must be whole numbers, not {given.dtype}")
        self._check_dealt()
        self._advance(PLAY_ON if self.endless else PLAY, np.ascontiguousarray(given, np.int64))
        return self.codes

    def _advance(self, task: int, actions: NDArray[np.int64]) -> None:
        states, chance, tables, listed = self.states, self.chance, self.tables, self._listed

        def work(part: int, first: int, last: int) -> None:
            self.engine.advance_all(states, chance, actions, self.seed, task, tables, listed[part], first, last)

        self._stepping.share_out(work)

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for every game that is not over, written to `actions`."""
        self._check_dealt()
        self._choosing.share_out(
            lambda part, first, last: self.engine.choose_all(self.states, self.choice, self.actions, first, last)
        )
        return self.actions

    def play_out(self, play: Playout | None = None) -> int:
        """Deal and play one game in every row to its end, at random or by another playout; how many moves it took.

        The rows are left as the games ended; what `reset` deals does not depend on it.
        """
        if play is not None and not callable(play):
            raise WrongCall(f"play is {quoted(play)}; it is a playout, or None")
        play = play or self.engine.play_out
        scores, standings, lengths, endings = self.scores, self.standings, self.lengths, self.endings

        def work(part: int, first: int, last: int) -> None:
            play(self.states, self.chance, self.choice, scores, standings, lengths, endings, first, last)

        share_out(work, len(self), self.threads)
        self._dealt = False
        return int(lengths.sum())

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise WrongCall("nothing is dealt: reset() deals")

    def _begin(self) -> None:
        """Nothing was dealt yet, and nothing drawn."""
        self.deals[:] = -1
        seed_all(self.chance, self.seed, CHANCE, 0, len(self))
        seed_all(self.choice, self.seed, CHOICE, 0, len(self))
