"""What chance decides in a match: from a seed that anybody may name, or from a key that nobody can guess.

A seed is a number. It is what simulations and studies use: the stream of a seed is fast, the same on every machine,
and part of a batch. But it has 62 bits, and whoever sees a few cards can compute the rest. So the tables of a server
have a key of 256 bits instead. The numbers for the deal and for each action come from SHAKE-256 of the key and the
number of the action: those that somebody saw tell nothing about the others.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any

import numpy as np

from lantern.kernel.errors import BadInput, quoted
from lantern.kernel.record import Records
from lantern.kernel.rng import PREPARED
from lantern.kernel.seeds import CHANCE, MOST_SEED, checked_seed, seed_all

Seed = int | str
"""A seed, or a key as 64 hexadecimal digits."""

KEY_BYTES = 32
_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)
_PURPOSE = b"lantern chance 1"


def new_key() -> str:
    """A key that nobody can foresee."""
    return secrets.token_hex(KEY_BYTES)


def checked_chance(seed: Any) -> Seed:
    """The seed or key given, or a secret seed."""
    if not isinstance(seed, str):
        return checked_seed(seed)
    if not _KEY.fullmatch(seed):
        raise BadInput("bad.seed_or_key", seed=quoted(seed))
    return seed


def read_chance(text: str) -> Seed:
    """A seed or a key, as people write it."""
    written = text.strip().lower()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 2 * KEY_BYTES else written


def begin(stream: Records, seed: Seed) -> None:
    """Set the stream of a match to the deal."""
    if isinstance(seed, int):
        seed_all(stream, seed, CHANCE, 0, 1)
    else:
        prepare_numbers(stream, seed, 0)


def turn_to(stream: Records, seed: Seed, action: int) -> None:
    """Set the stream of a match to an action, counted from 1: a seed's goes on, a key's has numbers of its own."""
    if isinstance(seed, str):
        prepare_numbers(stream, seed, action)


def prepare_numbers(stream: Records, key: str, action: int) -> None:
    """Make the numbers of an action, 0 for the deal, from the key."""
    asked = _PURPOSE + bytes.fromhex(key) + action.to_bytes(8, "big")
    numbers = np.frombuffer(hashlib.shake_256(asked).digest(4 * PREPARED), ">u4")
    words = stream["word"][0]
    words[0], words[1:] = -1, numbers


def place_of(stream: Records) -> int:
    """Where the stream of a match stands; another place if something was drawn."""
    return int(stream["word"][0, 0])


def is_spent(stream: Records) -> bool:
    """Whether more numbers were drawn than a key had at hand."""
    return place_of(stream) < -1 - PREPARED


def number_of(seed: Seed) -> int:
    """A seed as it is, or one that tells nothing of a key: for what may be computed, such as a bot's whims."""
    if isinstance(seed, int):
        return seed
    told = hashlib.shake_256(b"lantern number 1" + bytes.fromhex(seed)).digest(8)
    return int.from_bytes(told, "big") % MOST_SEED
