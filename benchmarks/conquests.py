"""Khan's decisions a second with and without conquests in sight, one core, in processor time.

    python -m benchmarks.conquests [--rounds N]

A decision is a legal action chosen at random and carried out, in positions of games played at random in which actions
are to be chosen. Where a piece can be laid all places for it are counted, and one of them found again if it is chosen.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

import lantern
from benchmarks.rounds import best_of, figure, head, rate, row
from lantern.games.khan import phases
from lantern.games.khan.actions import ANYWHERE, CONQUER
from lantern.kernel.batch import Batch

GAMES = 400
MOST_STEPS = 200
POSITIONS = 2_000
"""Positions of a kind: as many as random games have, so that they do not repeat and nothing can be learnt by heart."""


def positions(players: int) -> tuple[Batch, Batch, float]:
    """Positions without and with a conquest in sight, and how many conquests the latter have."""
    khan = lantern.game("khan")
    batch = khan.batch(GAMES, seed=1, players=players, observations=False, threads=1)
    batch.reset()
    found: dict[bool, list[np.ndarray]] = {False: [], True: []}
    conquests = 0
    for _ in range(MOST_STEPS):
        acting = np.isin(batch.states["phase"], (phases.ACTIONS, phases.THIRD_ACTION, phases.FINAL)) & (
            batch.states["end"] == 0
        )
        sites = batch.masks[:, CONQUER:ANYWHERE].sum(axis=1)
        for in_sight in (False, True):
            found[in_sight].append(batch.states[acting & ((sites > 0) == in_sight)])
        conquests += int(sites[acting].sum())
        batch.step(batch.random_actions())
    without, with_some = (_sample(khan, np.concatenate(found[kind]), players) for kind in (False, True))
    return without, with_some, conquests / sum(map(len, found[True]))


def _sample(khan: lantern.Game, states: np.ndarray, players: int) -> Batch:
    """A batch of positions picked evenly."""
    chosen = states[np.linspace(0, len(states) - 1, min(POSITIONS, len(states))).astype(int)]
    batch = khan.batch(len(chosen), seed=2, players=players)
    batch.threads = 1
    batch.states[:] = chosen
    return batch


def deciding(batch: Batch) -> Callable[[], float]:
    """Choose and carry out one decision in every position, again and again; how many a second."""
    start = batch.states.copy()

    def work() -> int:
        batch.states[:] = start
        batch.step(batch.random_actions())
        return len(batch)

    return lambda: rate(work, time.process_time)


def main() -> None:
    """Measure and print a table that can be pasted into the documentation."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    print(head(("players", "none in sight", "some in sight", "conquests then")))
    for players in (2, 3, 4):
        without, with_some, conquests = positions(players)
        best = best_of(rounds, {"none": deciding(without), "some": deciding(with_some)})
        print(row((str(players), figure(best["none"]), figure(best["some"]), f"{conquests:.0f}")), flush=True)


if __name__ == "__main__":
    main()
