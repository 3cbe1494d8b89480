"""What a seat can't tell apart: two hidden cards exchanged, and worlds dealt beside how often each is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from lantern import Match
from lantern.kernel.contract import Json
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import PLAIN
from lantern.kernel.seeds import CHOICE, seed_all

SAMPLES = 60 if PLAIN else 12_000
LEAST_EXPECTED = 8
UNLIKELY = 4.0
"""How many standard deviations, as of a normal distribution, are too many: a chance of one in thirty thousand."""

World = TypeVar("World")
Place = tuple[Any, ...]
"""Where a card lies in a position: ("deck", 0), or ("hands", 1, 2)."""


def stream(seed: int, number: int = CHOICE) -> Records:
    """A stream of chance."""
    streams = new_records(Stream, 1)
    seed_all(streams, seed, number, 0, 1)
    return streams


# Two matches.


def exchanged(match: Match, one: Place, other: Place) -> tuple[Match, Match]:
    """The position of a match, and the one that differs from it in two hidden cards, exchanged."""
    data = match.reveal()
    (*to_one, i), (*to_other, j) = one, other
    here, there = pile(data, to_one), pile(data, to_other)
    here[i], there[j] = there[j], here[i]
    return match.game.position(match.reveal(), seed=3), match.game.position(data, seed=3)


def pile(data: Json, path: list[Any]) -> Any:
    """What lies at the end of a path."""
    found: Any = data
    for step in path:
        found = found[step]
    return found


def same_for(one: Match, other: Match, *viewers: int | None) -> bool:
    """Whether two matches look the same, in view, log, record and observation, to each of these."""
    return all(all(same) for same in (compared(one, other, viewer) for viewer in viewers))


def assert_told_apart(one: Match, other: Match, viewer: int | None) -> None:
    """Two matches differ to this viewer, in each of view, log, record and observation."""
    assert not any(compared(one, other, viewer))


def compared(one: Match, other: Match, viewer: int | None) -> list[bool]:
    """Whether the views, logs, records and observations of two matches are the same to a seat or a spectator."""
    return [
        one.view(viewer) == other.view(viewer),
        one.log_of(viewer) == other.log_of(viewer),
        same_record(one, other, viewer),
        *([] if viewer is None else [observation(one, viewer) == observation(other, viewer)]),
    ]


def same_record(one: Match, other: Match, viewer: int | None) -> bool:
    """Whether the records of two matches are the same once all is blanked that a seat or a spectator can't see."""
    index = -1 if viewer is None else viewer - 1
    return one.concealed(index).tobytes() == other.concealed(index).tobytes()


def observation(match: Match, viewer: int) -> bytes:
    """What a bot in a seat is told."""
    cells = np.zeros(match.game.sheet.observation_size(match.options), np.int8)
    match.game.engine.observe(match.state, viewer - 1, cells)
    return cells.tobytes()


# Worlds dealt.


def deal(match: Match, index: int, number: int) -> Records:
    """A world as `determinize` deals it to a seat, from 0."""
    world = match.concealed(index)
    match.game.engine.determinize(world, index, stream(number))
    return world


def deal_worlds(match: Match, index: int, count: int, read: Callable[[Json], World]) -> Counter[World]:
    """Worlds as `determinize` deals them from what a seat, from 0, can see; each different one is read once."""
    choice, cells = stream(77), Counter[bytes]()
    worlds: dict[bytes, World] = {}
    for _ in range(count):
        world = match.concealed(index)
        match.game.engine.determinize(world, index, choice)
        key = world.tobytes()
        cells[key] += 1
        if key not in worlds:
            worlds[key] = read(dict(match.words.reveal(world[0])))
    found: Counter[World] = Counter()
    for key, times in cells.items():
        found[worlds[key]] += times
    return found


# Counts beside what is expected.


def groups_of(expected: Mapping[Any, int], total: int) -> list[list[Any]]:
    """Things in groups large enough to be counted: each is expected often among so many."""
    groups: list[list[Any]] = [[]]
    scale, mass = total / sum(expected.values()), 0.0
    for thing in sorted(expected):
        groups[-1].append(thing)
        mass += expected[thing] * scale
        if mass >= LEAST_EXPECTED:
            groups.append([])
            mass = 0.0
    leftover = groups.pop()
    if groups:
        groups[-1] += leftover
    return groups or [leftover]


def surprise(counts: Mapping[Any, int], expected: Mapping[Any, int]) -> float:
    """How far counts lie from what is expected: chi-square, in standard deviations of a normal distribution."""
    total = sum(counts.values())
    scale = total / sum(expected.values())
    groups = groups_of(expected, total)
    square = 0.0
    for group in groups:
        mean = scale * sum(expected[thing] for thing in group)
        square += (sum(counts.get(thing, 0) for thing in group) - mean) ** 2 / mean
    freedom = len(groups) - 1
    if freedom == 0:
        return 0.0
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def assert_as_expected(worlds: Counter[World], expected: Mapping[World, int], true: World) -> None:
    """All the worlds that are expected were dealt, no others, and as often as they come about."""
    assert true in expected
    assert set(worlds) <= set(expected)
    if worlds.total() * min(expected.values()) > 20 * sum(expected.values()):
        assert set(worlds) == set(expected)
    assert surprise(worlds, expected) < UNLIKELY
