from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.server.running import Running, Ticker

structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ],
    wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
)
"""Tracebacks in the log are short: to draw one in colours, with all that is in it, takes a second and more. Nor is
there a line for every request, as in a server that is not asked to tell more."""


@pytest.fixture(autouse=True)
def plain_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that a test starts have plain rules: to read compiled ones takes each of them seconds."""
    monkeypatch.setenv("LANTERN_RULES", "plain")


@pytest.fixture
def ticker() -> Ticker:
    return Ticker()


@pytest.fixture
def house(tmp_path: Path, ticker: Ticker) -> Iterator[Running]:
    with Running(tmp_path, now=ticker) as running:
        yield running
