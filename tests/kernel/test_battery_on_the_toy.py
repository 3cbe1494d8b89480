"""The toy is a game like any other: the battery of all games, played on it too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from tests import test_battery as battery
from tests.kernel.table import TABLES, TOY

SUBJECTS: dict[str, list[Any]] = {"table": TABLES, "game": [TOY]}


def cases() -> Iterator[Any]:
    """Every check of the battery with each of the toy's tables in place of those of the real games."""
    for name, check in vars(battery).items():
        if name.startswith("test_"):
            marks = [mark for mark in check.pytestmark if mark.name == "parametrize"]
            settings = {mark.args[0]: SUBJECTS.get(mark.args[0], mark.args[1]) for mark in marks}
            for values in product(*settings.values()):
                arguments = dict(zip(settings, values, strict=True))
                label = "-".join(repr(value) if isinstance(value, str) else str(value) for value in values)
                yield pytest.param(check, arguments, id=f"{name.removeprefix('test_')}-{label}")


CASES = list(cases())


@pytest.mark.parametrize(("check", "arguments"), CASES)
def test_the_battery_holds_on_the_toy(check: Callable[..., None], arguments: dict[str, Any]) -> None:
    check(**arguments)


def test_the_battery_was_found() -> None:
    assert len(CASES) > 50
