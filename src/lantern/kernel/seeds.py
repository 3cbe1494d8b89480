"""Seeds: what they may be, and the streams of random numbers that come from one."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from lantern.kernel.errors import BadInput, quoted
from lantern.kernel.record import Records
from lantern.kernel.rng import seed_stream
from lantern.kernel.rule import entry

MOST_SEED = 2**62 - 1
CHANCE, CHOICE = 0, 1
"""The streams of a seed: what the game draws and shuffles, and what random players choose."""


def checked_seed(seed: Any) -> int:
    """The seed given, or a secret one."""
    if seed is None:
        return secrets.randbelow(MOST_SEED)
    if isinstance(seed, (bool, float)) or not isinstance(seed, (int, np.integer)) or not 0 <= seed <= MOST_SEED:
        raise BadInput("bad.seed", seed=quoted(seed))
    return int(seed)


@entry("random streams")
def seed_all(streams: Records, seed: int, number: int, first: int, last: int) -> None:
    """Set stream i to stream `number` of seed + i."""
    for i in range(first, last):
        seed_stream(streams[i], seed + i, number)
