"""Which tests are left to another run, and in which order tests run."""

from __future__ import annotations

import math
import zlib
from collections.abc import Generator
from itertools import groupby
from pathlib import Path

import pytest

from lantern.kernel.rule import PLAIN
from lantern.server.gc_freeze import all_stays
from tests.effort import THOROUGH

FOLDER = Path(__file__).parent
FIRST = (
    "browser",
    "server",
    "players/test_tournament.py",
    "players/test_secrecy.py",
    "players/test_reasons.py",
    "kernel/test_cache.py",
    "cli",
    "khan",
    "hanabi",
    "players",
    "adapters",
)
"""What takes longest, so that at the end no process has a long test to itself. The browser's tests stay together: to
start one takes a while, and nothing else may run an event loop beside it."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Tests, and what they import, stay to the end."""
    with all_stays():
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs plain rules where there are none, sample the cases, and put what takes long first."""
    if not PLAIN:
        for item in items:
            if item.get_closest_marker("plain_only"):
                item.add_marker(pytest.mark.skip(reason="it is tested with plain rules alone"))
    if not THOROUGH:
        for _, cases in groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
            _sample(list(cases))
    items.sort(key=_place)


def _sample(cases: list[pytest.Item]) -> None:
    """Leave some cases of a test to `make thorough`, always the same, but other tests of such cases leave others."""
    marker = cases[0].get_closest_marker("sampled")
    if marker is None:
        return
    (every,) = marker.args
    shuffled = sorted(cases, key=lambda case: zlib.crc32(case.nodeid.encode()))
    for case in shuffled[math.ceil(len(cases) / every) :]:
        case.add_marker("thorough")


def _place(item: pytest.Item) -> int:
    """Where a test stands in the order."""
    name = item.path.relative_to(FOLDER).as_posix() if item.path.is_relative_to(FOLDER) else ""
    return next((place for place, part in enumerate(FIRST) if name.startswith(part)), len(FIRST))
