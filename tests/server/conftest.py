from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Running, Ticker


@pytest.fixture
def ticker() -> Ticker:
    return Ticker()


@pytest.fixture
def house(tmp_path: Path, ticker: Ticker) -> Iterator[Running]:
    with Running(tmp_path, now=ticker) as running:
        yield running
