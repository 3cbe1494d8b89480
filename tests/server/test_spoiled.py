"""Spoiled positions as saved matches: the server takes or denies them, and answers whatever is asked of them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import lantern
from tests.fuzz import EFFORT, tries
from tests.fuzz.spoiling import PLAIN_JUNK, Spoiler
from tests.fuzz.test_positions import moments
from tests.server.running import Running
from tests.tables import ALL_GAMES, all_tables

ORDERS = 20
"""How many saved matches of a game are posted."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("house")
    with Running(folder) as running:
        yield running


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_no_saved_match_makes_the_server_fail(house: Running, game: lantern.Game) -> None:
    person = house.person("Ada")
    tables = all_tables(game)[::4]
    usual = {table: (moments(table, 6), json.loads(table.match(1).save())) for table in tables}
    for number in range(tries(ORDERS)):
        choices = random.Random(f"{number} {random.random() if EFFORT else game.name}")
        table = choices.choice(tables)
        positions, saved = usual[table]
        spoiler = Spoiler(choices, PLAIN_JUNK)
        if choices.random() < 0.8:
            saved = saved | {"position": spoiler.spoiled(choices.choice(positions))}
        else:
            saved = spoiler.spoiled(saved | {"position": choices.choice(positions)})
        seats = [{"kind": "me"}] * table.options["players"]
        order = {"game": game.name, "seats": seats, "name": "Ada", "saved": json.dumps(saved)}
        answer = person.client.post("/api/tables", json=order)
        assert answer.status_code < 500, (spoiler.done, answer.text, saved)
        if answer.status_code == 201:
            name = answer.json()["table"]
            for path in ("", "/board", "/plies/0", "/export"):
                seen = person.client.get(f"/api/tables/{name}{path}")
                assert seen.status_code < 500, (spoiler.done, path, seen.text, saved)
