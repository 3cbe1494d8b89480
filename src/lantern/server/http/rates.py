"""How often who may do what, counted by all processes of a server together.

Time is cut into windows. What somebody did in this one and, as far as it still reaches, in the one before is kept in
cells that a keyed hash of his name finds, in several rows: whoever shares a cell with another in one row shares none in
the next, and the least count holds. So nothing grows, whoever comes. Processes write without waiting for each other: a
count that is lost where two write at once is no loss.
"""

from __future__ import annotations

import secrets
import time
from array import array
from collections.abc import Callable, Mapping
from ctypes import c_uint32
from hashlib import blake2b
from multiprocessing import get_context
from typing import Protocol

from limits import RateLimitItem, parse_many

from lantern.kernel.errors import BadInput, quoted
from lantern.server.errors import Denied

RATES = {
    "address": "6000/minute",
    "guest": "2400/minute",
    "make": "30/minute; 500/day",
    "join": "60/minute",
    "check": "600/minute",
    "puzzle": "120/minute; 3000/day",
    "move": "150/10 seconds",
    "chat": "60/minute",
    "compose": "300/minute",
    "notice": "30/minute; 500/day",
    "suggestion": "120/minute; 3000/day",
    "review": "20/minute; 200/day",
    "socket": "240/minute",
    "person": "10/minute; 100/day",
    "admin": "10/minute; 100/day",
}
"""[what] how often one guest, or one address, may do it: more than anybody does with his hands."""
AT_ONCE = {"connections": 300, "sockets": 100}
"""[of what] how many one address may have open at once; sockets are connections too."""
ROWS, SLOTS, CELL = 3, 8192, 3
"""A cell has a window's number, what was done in it, and what was done in the one before."""
MOST_DIGITS = 9
KEY = 4
"""Words of the key, which come first."""


class Counts(Protocol):
    """Words of memory."""

    def __getitem__(self, place: int, /) -> int:
        """What a word says."""

    def __setitem__(self, place: int, value: int, /) -> None:
        """Write a word."""


def check_limits(changed: Mapping[str, str]) -> None:
    """`BadInput` if limits that are to be other than usual don't exist or can't be read."""
    for what in changed:
        if what not in RATES and what not in AT_ONCE:
            raise BadInput("bad.limit.none", what=what, names=[*RATES, *AT_ONCE])
    read_rates(changed)
    for what in AT_ONCE:
        most_at_once(changed, what)


def most_at_once(changed: Mapping[str, str], what: str, workers: int = 1) -> int:
    """How many of these one address may have open at once in one of several processes."""
    words = changed.get(what, str(AT_ONCE[what]))
    if not words.isdecimal() or len(words) > MOST_DIGITS or int(words) < 1:
        raise BadInput("bad.limit.number", what=what, value=quoted(words))
    return -(-int(words) // workers)


def read_rates(changed: Mapping[str, str]) -> dict[str, list[RateLimitItem]]:
    """[what] its rates, some of them other than usual."""
    return {what: _read(what, changed.get(what, usual)) for what, usual in RATES.items()}


def _read(what: str, words: str) -> list[RateLimitItem]:
    try:
        items = parse_many(words)
    except ValueError:
        items = []
    if not items or any(item.amount < 1 for item in items):
        raise BadInput("bad.limit.rates", what=what, value=quoted(words))
    return items


def new_counts(changed: Mapping[str, str], shared: bool = False) -> Counts:
    """Cells in which nothing is counted yet, in memory that processes started from now on can share."""
    cells = sum(map(len, read_rates(changed).values())) * ROWS * SLOTS * CELL
    counts: Counts = (
        get_context("spawn").RawArray(c_uint32, KEY + cells) if shared else array("I", bytes(4 * (KEY + cells)))
    )
    for word in range(KEY):
        counts[word] = secrets.randbits(32)
    return counts


class Rates:
    """How often who has done what."""

    def __init__(
        self, counts: Counts | None, changed: Mapping[str, str], now: Callable[[], float] = time.monotonic
    ) -> None:
        """Counts of None let everybody do as he likes."""
        self._counts = counts
        self._now = now
        self._items: dict[str, list[tuple[int, int, int]]] = {}
        """[what] of each rate where its cells begin, how often, in how many seconds."""
        base = KEY
        for what, items in read_rates(changed).items():
            self._items[what] = []
            for item in items:
                self._items[what].append((base, item.amount, item.get_expiry()))
                base += ROWS * SLOTS * CELL
        self._key = b"".join(counts[word].to_bytes(4) for word in range(KEY)) if counts is not None else b""

    def check(self, what: str, who: str, counts: bool = True) -> None:
        """Count something that somebody does; `Denied`, and not counted, if it is too often.

        What does not count is denied all the same to who has done it too often.
        """
        if self._counts is None:
            return
        now = self._now()
        hashed = blake2b(who.encode(), digest_size=2 * ROWS, key=self._key).digest()
        slots = [int.from_bytes(hashed[2 * row : 2 * row + 2]) % SLOTS for row in range(ROWS)]
        due = []
        for base, amount, seconds in self._items[what]:
            window, past = divmod(now, seconds)
            cells = [base + (row * SLOTS + slot) * CELL for row, slot in enumerate(slots)]
            wait = min(_wait(amount, *self._done(cell, int(window)), past / seconds) for cell in cells)
            if wait > 0:
                raise Denied("too_often", seconds=max(1, round(wait * seconds)))
            due += [(cell, int(window)) for cell in cells]
        for cell, number in due if counts else ():
            self._count(cell, number)

    def _done(self, cell: int, window: int) -> tuple[int, int]:
        """What was done in a window and in the one before it."""
        assert self._counts is not None
        number, done, before = self._counts[cell], self._counts[cell + 1], self._counts[cell + 2]
        if number == window:
            return done, before
        return 0, done if number == window - 1 else 0

    def _count(self, cell: int, window: int) -> None:
        assert self._counts is not None
        done, before = self._done(cell, window)
        self._counts[cell], self._counts[cell + 1], self._counts[cell + 2] = window, done + 1, before


def _wait(amount: int, done: int, before: int, past: float) -> float:
    """How many windows somebody has to wait until he may do it once more; 0 if he may now.

    Of the window before counts what would still be within reach if it had been spread evenly.
    """
    left = amount - 1 - done
    if left < 0:
        return 1 - past + 1 / amount
    return max(0.0, 1 - left / before - past) if before else 0.0
