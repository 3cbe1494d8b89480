"""Games are ready before a server listens."""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

import lantern
from lantern.kernel.game import Game
from lantern.server import warming


def test_who_compiles_games_says_how_far_it_is() -> None:
    said: list[str] = []
    games = [lantern.game(name) for name in lantern.names()]
    asyncio.run(warming.compile_games(games, said.append))
    assert said[0].startswith("compiling HAN, Hanabi, Khan, Ming Dynastie: ")
    lines = [re.fullmatch(r"(.+) is compiled: (\d) of 4, after \d+ s", line) for line in said[1:]]
    assert sorted(line[1] for line in lines if line) == sorted(game.sheet.title for game in games)
    assert [line[2] for line in lines if line] == ["1", "2", "3", "4"]


def test_a_game_that_can_not_be_compiled_keeps_nobody_waiting() -> None:
    said: list[str] = []
    broken = Game(replace(lantern.game("han").sheet, name="nothing", title="Nothing"))
    asyncio.run(warming.compile_games([broken, lantern.game("hanabi")], said.append))
    assert sorted(line.split(":")[0].split(" (")[0] for line in said[1:]) == [
        "Hanabi is compiled",
        "Nothing could not be compiled beside the others",
    ]


@pytest.fixture
def thawed() -> Iterator[None]:
    """What a server keeps for good, a test does not."""
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("thawed")
def test_what_is_missing_is_compiled_and_the_rest_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(warming, "is_compiled", lambda game: game.name != "ming")
    warming.warm_up(said.append)
    assert [line.split(":")[0] for line in said] == [
        "compiling Ming Dynastie",
        "Ming Dynastie is compiled",
    ]
    said.clear()
    monkeypatch.setattr(warming, "is_compiled", lambda game: True)
    warming.warm_up(said.append)
    assert said == []
