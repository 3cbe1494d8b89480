"""Games are read in beside a server that listens already."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator

import pytest

import lantern
from lantern.kernel import haste
from lantern.kernel.game import Game
from lantern.players.compiling import use
from lantern.server.bots import loading


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    """What a server keeps for good, a test does not."""
    yield
    gc.unfreeze()


def test_what_is_on_disk_is_read_first_and_the_rest_when_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    async def wait_for(name: str) -> None:
        done.append(f"waited for {name}")

    def use(game: Game) -> None:
        done.append(f"read {game.name}")

    monkeypatch.setattr(loading, "is_compiled", lambda game: game.name == "khan")
    monkeypatch.setattr(loading, "use", use)
    asyncio.run(loading.read_in(wait_for))
    assert done[0] == "read khan"
    others = [name for name in lantern.names() if name != "khan"]
    assert done[1:] == [words for name in others for words in (f"waited for {name}", f"read {name}")]


def test_it_waits_for_a_slow_disk_in_threads_that_nobody_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the server does not wait for them either when it closes."""
    waits: list[tuple[bool, bool]] = []

    def look(game: Game) -> bool:
        waits.append((haste._thread.waits, threading.current_thread().daemon))
        return True

    monkeypatch.setattr(loading, "is_compiled", look)
    monkeypatch.setattr(loading, "use", look)
    asyncio.run(loading.read_in(None))  # type: ignore[arg-type]
    assert waits == [(True, True)] * 2 * len(lantern.names())
    assert not haste._thread.waits


def test_all_that_is_done_at_a_table_can_be_done() -> None:
    for name in lantern.names():
        use(lantern.game(name))
