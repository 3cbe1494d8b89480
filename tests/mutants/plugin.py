"""What pytest does for mutants: it runs chosen tests in a chosen order, and writes down which fail or what each runs.

`LANTERN_MUTANTS` names a folder. In it `chosen` lists tests, one a line: nothing else runs, and in this order. `failed`
is written. If there is a file `reach`, `reached` becomes the data of coverage, with a context for every test, and
`seconds` says how long each test that passed took.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

FOLDER = Path(os.environ["LANTERN_MUTANTS"])
CHOSEN, FAILED, REACH, REACHED, SECONDS = (
    FOLDER / name for name in ("chosen", "failed", "reach", "reached", "seconds")
)

_measured = coverage.Coverage(REACHED, config_file=False, include=["*/src/lantern/*"]) if REACH.exists() else None
if _measured:
    _measured.start()
_seconds: dict[str, float] = {}
_wrong: set[str] = set()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the chosen tests, in their order."""
    if not CHOSEN.exists():
        return
    order = {name: place for place, name in enumerate(CHOSEN.read_text().splitlines())}
    left_out = [item for item in items if item.nodeid not in order]
    config.hook.pytest_deselected(items=left_out)
    items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Say whose lines run now."""
    if _measured:
        _measured.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write down what fails at once, for whoever breaks the run off."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration
    if report.failed or report.skipped:
        _wrong.add(report.nodeid)
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        _write_down(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """A file that can't be read fails too."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        _write_down(report.nodeid)


def _write_down(name: str) -> None:
    with FAILED.open("a") as file:
        file.write(f"{name}\n")


def pytest_sessionfinish() -> None:
    """Keep what was measured."""
    if _measured:
        _measured.stop()
        _measured.save()
        SECONDS.write_text(json.dumps({name: took for name, took in _seconds.items() if name not in _wrong}))
