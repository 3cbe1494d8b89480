"""A small learned value: what a position is worth to a seat, from a few numbers that a game finds telling.

One hidden layer, whose weights lie in the record of a search, so that rules evaluate it (learning.py trains it).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.record import State
from lantern.kernel.rule import rule

FEATURES = 128
"""The most numbers that a game may write."""
HIDDEN = 48


def weights_of(game: str) -> dict[str, NDArray[np.float32]]:
    """What the net of a game has learned."""
    return read_weights(Path(__file__).parent / game / "value.npz")


def read_weights(file: Path) -> dict[str, NDArray[np.float32]]:
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
