"""Plain data spoiled at random places: the nearest things to a position that are none."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import numpy as np

Path = tuple[Any, ...]
"""The keys and places that lead to a part of plain data."""


class Deep(int):
    """Stands for so many lists in each other."""


def fresh(junk: Any) -> Any:
    """A copy of some junk to do with as one likes; what is too deep to be copied is nothing."""
    try:
        return nested(junk) if isinstance(junk, Deep) else deepcopy(junk)
    except RecursionError:
        return None


def nested(depth: int) -> list[Any]:
    """A list in a list in a list."""
    inside: list[Any] = []
    for _ in range(depth):
        inside = [inside]
    return inside


PLAIN_JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    -1,
    7,
    127,
    128,
    255,
    10**9,
    2**63,
    10**30,
    1.0,
    0.5,
    -0.0,
    1e300,
    "",
    " ",
    "x",
    "1",
    "neutral",
    "home",
    "over",
    "all",
    "x" * 3000,
    "\0",
    "\ud800",
    "\N{CIRCLED DIGIT ONE}",
    "\N{ARABIC-INDIC DIGIT ONE}",
    [],
    {},
    [[]],
    [None],
    ["x"],
    [["x"]],
    [1] * 200,
    ["x"] * 500,
    {"": 0},
    {"x": 1},
    {"x": ["x"]},
    {"seat": 1},
    [{}],
    nested(4),
    Deep(400),
]
"""What JSON can hold."""
OTHER_JUNK: list[Any] = [
    float("nan"),
    float("inf"),
    10**5000,
    (1, 2),
    {1: 2},
    {1, 2},
    b"x",
    object(),
    print,
    np.int64(1),
    np.zeros(3),
    np.array("x"),
    Deep(3000),
]
"""What only Python can."""


def paths(data: Any, before: Path = ()) -> Iterator[Path]:
    """The ways to all parts of plain data."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in parts:
        yield (*before, key)
        yield from paths(part, (*before, key))


def part_of(data: Any, path: Path) -> Any:
    """What lies at the end of a path."""
    for key in path:
        data = data[key]
    return data


class Spoiler:
    """Somebody who spoils plain data."""

    def __init__(self, choices: random.Random, junk: list[Any]) -> None:
        self._choices, self._junk = choices, junk
        self.done: list[str] = []
        """What was done to the data."""

    def spoiled(self, data: Any) -> Any:
        """A copy, with one to three things done to it."""
        data, self.done = deepcopy(data), []
        for _ in range(self._choices.choice((1, 1, 1, 2, 3))):
            self._spoil(data)
        return data

    def _spoil(self, data: Any) -> None:
        path = self._any_path(data)
        if path:
            *way, key = path
            change = self._choices.choice(CHANGES)
            self.done.append(f"{change.__name__} {path!r:.200}")
            change(self, data, part_of(data, tuple(way)), key)

    def _any_path(self, data: Any) -> Path:
        """A path to anything: each thing at the top as likely, and whatever is in it likely too."""
        path: Path = ()
        while True:
            here = part_of(data, path)
            keys = [*here] if isinstance(here, dict) else [*range(len(here))] if isinstance(here, list) else []
            if not keys or (path and self._choices.random() < 0.3):
                return path
            path = (*path, self._choices.choice(keys))

    def replace(self, data: Any, place: Any, key: Any) -> None:
        """Put junk in its place."""
        place[key] = fresh(self._choices.choice(self._junk))

    def nudge(self, data: Any, place: Any, key: Any) -> None:
        """Make it a little different."""
        old = place[key]
        if isinstance(old, bool) or old is None:
            place[key] = self._choices.choice((True, False, None, 0, 1))
        elif isinstance(old, int) and old.bit_length() < 1000:  # larger ones, put there before, are no float
            place[key] = self._choices.choice((old + 1, old - 1, -old, old + 128, old * 10**18, float(old), str(old)))
        elif isinstance(old, str):
            place[key] = self._choices.choice((old + "x", old[1:], old.upper(), [old], old[::-1], f" {old}"))
        else:
            place[key] = self._choices.choice(([old], None, {"x": old}))

    def leave_out(self, data: Any, place: Any, key: Any) -> None:
        """Take it away."""
        del place[key]

    def add(self, data: Any, place: Any, key: Any) -> None:
        """Add junk beside it."""
        junk = fresh(self._choices.choice(self._junk))
        if isinstance(place, dict):
            place[self._choices.choice(("x", "", "seat", "\ud800", "x" * 500, str(key) + " "))] = junk
        else:
            place.insert(key, junk)

    def repeat(self, data: Any, place: Any, key: Any) -> None:
        """Have it once more, or very often."""
        if isinstance(place, list):
            place[key:key] = [fresh(place[key]) for _ in range(self._choices.choice((1, 1, 1, 130, 300)))]
        elif isinstance(place[key], list):
            place[key] = place[key] * self._choices.choice((2, 300))

    def mix(self, data: Any, place: Any, key: Any) -> None:
        """Put a list into another order."""
        target = place[key] if isinstance(place[key], list) else place
        if isinstance(target, list):
            self._choices.shuffle(target)

    def exchange(self, data: Any, place: Any, key: Any) -> None:
        """Put something else of the data in its place."""
        other = self._any_path(data)
        place[key] = fresh(part_of(data, other)) if other else None

    def exchange_beside(self, data: Any, place: Any, key: Any) -> None:
        """Let it and something beside it change places."""
        keys = [*place] if isinstance(place, dict) else [*range(len(place))]
        other = self._choices.choice(keys)
        place[key], place[other] = place[other], place[key]


CHANGES: tuple[Callable[[Spoiler, Any, Any, Any], None], ...] = (
    Spoiler.replace,
    Spoiler.replace,
    Spoiler.nudge,
    Spoiler.nudge,
    Spoiler.nudge,
    Spoiler.leave_out,
    Spoiler.add,
    Spoiler.repeat,
    Spoiler.mix,
    Spoiler.exchange,
    Spoiler.exchange,
    Spoiler.exchange_beside,
)
