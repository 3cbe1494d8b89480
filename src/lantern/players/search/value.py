"""A small learned value: what a position is worth to a seat, from a few numbers that a game finds telling.

One hidden layer, whose weights lie in the record of a search, so that rules evaluate it;
training/value.py trains it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern.games import folder
from lantern.kernel.record import State
from lantern.kernel.rule import rule

FEATURES = 128
"""The most numbers that a game may write."""
HIDDEN = 48

Weights = dict[str, NDArray[np.float32]]


def weights_of(game: str) -> Weights:
    """What the net of a game has learned; before it is trained, nothing."""
    file = weights_file(game)
    return read_weights(file) if file.exists() else new_weights(seed=1)


def weights_file(game: str) -> Path:
    """Where the weights of a game are kept."""
    return folder(game, "players") / "value.npz"


def new_weights(seed: int) -> Weights:
    """A net that has learned nothing."""
    chance = np.random.default_rng(seed)
    return {
        "input": chance.normal(0, 0.15, (FEATURES, HIDDEN)).astype(np.float32),
        "input_bias": np.zeros(HIDDEN, np.float32),
        "output": chance.normal(0, 0.15, HIDDEN).astype(np.float32),
        "output_bias": np.zeros(1, np.float32),
    }


def read_weights(file: Path) -> Weights:
    """Weights from a file."""
    with np.load(file) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


@rule
def evaluate(net: Any, count: int) -> float:
    """The chance to win that belongs to what was seen."""
    for place in range(HIDDEN):
        net.hidden[place] = net.input_bias[place]
    for feature in range(count):
        amount = net.seen[feature]
        if amount != 0.0:
            for place in range(HIDDEN):
                net.hidden[place] += amount * net.input[feature, place]
    total = net.output_bias[0]
    for place in range(HIDDEN):
        if net.hidden[place] > 0.0:
            total += net.hidden[place] * net.output[place]
    return 1.0 / (1.0 + exp(-total))


def build_value(features: Callable[..., int]) -> Callable[..., None]:
    """A rule (state, net): write what a position is worth to each seat, adding up to one, into `net.value`.

    `features(state, seat, out)` writes what a seat sees of a position, and says how many numbers that were.
    """

    @rule
    def value(state: State, net: Any) -> None:
        total = 0.0
        for seat in range(state.seats):
            worth = evaluate(net, features(state, seat, net.seen))
            net.value[seat] = worth
            total += worth
        for seat in range(state.seats):
            net.value[seat] /= total

    return value
