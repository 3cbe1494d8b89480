"""Bots among themselves: they rest while nobody watches, give way to people, and hold up nobody."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import create_engine

import lantern
from lantern.players.player import Player
from lantern.server.bots.fair_queue import Claim
from lantern.server.bots.thinking import Thinkers, by_name
from lantern.server.errors import Denied
from lantern.server.live.hub import Hub, Watcher
from lantern.server.live.table_service import LEASE_MS, TableService
from lantern.server.storage.migrations import upgrade
from tests.server import bad_bots
from tests.server.running import Person, Running, Ticker, wait_for
from tests.server.test_restart import return_to


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where bots say what they do."""
    monkeypatch.setenv("LANTERN_BAD_BOTS", str(tmp_path))
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables at which a bot was asked what to do, in order."""
    tables: list[str] = []
    choose = Thinkers.choose

    async def noting(thinkers: Thinkers, game: Any, bot: str, seen: Any, claim: Claim, loading: Any) -> Any:
        tables.append(claim.table)
        return await choose(thinkers, game, bot, seen, claim, loading)

    monkeypatch.setattr(Thinkers, "choose", noting)
    return tables


def bots_move(house: Running, person: Person) -> None:
    """See that bots move where a person waits for them, after whatever was asked before."""
    table = person.make("hanabi", "me", "random", options={"start": 2})["table"]
    assert person.wait_for_turn(table)["ply"] > 0


def test_bots_among_themselves_rest_until_somebody_watches(house: Running, asked: list[str]) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    table = ada.make("hanabi", "random", "random", "random")["table"]
    bots_move(house, ada)
    assert ada.see(table)["ply"] == 0
    assert table not in asked
    with eve.live(table):
        wait_for(lambda: eve.see(table)["status"] == "over")


def test_they_rest_when_the_last_watcher_has_gone(house: Running, folder: Path) -> None:
    """The thought that is under way is the last."""
    house.app.state.services.thinkers.seating = patient_khan
    ada = house.person("Ada")
    table = ada.make("khan", "expert", "expert")["table"]
    with ada.live(table):
        wait_for((folder / "begun").exists)
    hub = house.app.state.services.hub
    wait_for(lambda: hub.sockets == 0)
    (folder / "go").touch()
    wait_for(lambda: ada.see(table)["ply"] == 1)
    bots_move(house, ada)
    assert ada.see(table)["ply"] == 1
    with ada.live(table):
        wait_for(lambda: ada.see(table)["ply"] > 1)


def test_after_a_restart_nothing_is_thought_about_at_tables_that_nobody_watches(
    tmp_path: Path, ticker: Ticker, asked: list[str]
) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        table = ada.make("hanabi", "random", "random")["table"]
        left = ada.make("hanabi", "me", "random", options={"start": 1})["table"]
        ada.post(f"/api/tables/{left}/seats/1/leave")
        cookies = dict(ada.client.cookies)
    ticker.advance(3600)
    with Running(tmp_path, now=ticker) as house:
        ada = return_to(house, cookies)
        bots_move(house, ada)
        assert not {table, left} & set(asked)
        for name in (table, left):
            assert ada.see(name)["ply"] == 0
            with ada.live(name):
                wait_for(lambda: ada.see(name)["status"] == "over")  # noqa: B023


def test_a_match_that_all_people_have_left_rests_until_one_comes_back(house: Running, asked: list[str]) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", "random", options={"start": 3})
    table = made["table"]
    ben.join(table, made["invite"])
    ada.wait_for_turn(table)
    ben.post(f"/api/tables/{table}/seats/2/leave")
    ada.post(f"/api/tables/{table}/seats/1/leave")
    ply = ada.see(table)["ply"]
    bots_move(house, ada)
    assert ada.see(table)["ply"] == ply
    ben.post(f"/api/tables/{table}/seats/2/return")
    assert ben.wait_for_turn(table)["to_act"] == 2


def test_a_watched_table_is_taken_up_again_after_something_failed(
    house: Running, ticker: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = house.person("Ada")
    table, act = ada.make("hanabi", "random", "random")["table"], TableService.act
    failed: list[str] = []

    async def failing(desk: TableService, table_id: str, *more: Any) -> Any:
        if not failed:
            failed.append(table_id)
            raise Denied("unavailable")
        return await act(desk, table_id, *more)

    monkeypatch.setattr(TableService, "act", failing)
    with ada.live(table):
        wait_for(lambda: failed)
        bots_move(house, ada)
        assert ada.see(table)["ply"] == 0
        ticker.advance(LEASE_MS / 1000)
        wait_for(lambda: ada.see(table)["status"] == "over")


# Nobody is held up


def patient_khan(game: str, name: str) -> Player:
    """Khan's expert waits until it may go; all others are as usual."""
    return bad_bots.Patient(lantern.game(game)) if (game, name) == ("khan", "expert") else by_name(game, name)


def obedient_khan(game: str, name: str) -> Player:
    """Khan's expert thinks until it is told to end; another one answers at once."""
    kinds = {"khan": bad_bots.Obedient, "han": bad_bots.Bad}
    return kinds[game](lantern.game(game)) if name == "expert" else by_name(game, name)


def ten_tables(eve: Person, open_sockets: ExitStack) -> list[str]:
    """Tables at which experts play among themselves, and are watched."""
    tables: list[str] = [eve.make("khan", *["expert:seconds=13"] * 4)["table"] for _ in range(10)]
    for table in tables:
        open_sockets.enter_context(eve.live(table))
    return tables


def plies(person: Person, tables: list[str]) -> list[int]:
    return [person.see(table)["ply"] for table in tables]


def test_a_bot_that_answers_at_once_does_so_whatever_others_think_about(house: Running, folder: Path) -> None:
    house.app.state.services.thinkers.seating = patient_khan
    eve, ben = house.person("Eve"), house.person("Ben")
    with ExitStack() as open_sockets:
        tables = ten_tables(eve, open_sockets)
        wait_for((folder / "begun").exists)
        table = ben.make("khan", "me", "club")["table"]
        for _ in range(3):
            seen = ben.wait_for_turn(table)
            ben.move(table, seen["actions"][0]["action"], seen)
        ben.wait_for_turn(table)
        assert plies(ben, tables) == [0] * 10
        (folder / "go").touch()
        wait_for(lambda: sum(plies(ben, tables)) > 10)


def test_a_bot_that_thinks_for_a_person_goes_before_all_bots_among_themselves(house: Running, folder: Path) -> None:
    """The thought that they had begun is put off, and they begin again."""
    house.app.state.services.thinkers.seating = obedient_khan
    eve, ben = house.person("Eve"), house.person("Ben")
    with ExitStack() as open_sockets:
        tables = ten_tables(eve, open_sockets)
        wait_for((folder / "begun").exists)
        table = ben.make("han", "me", "expert", options={"start": 2})["table"]
        assert ben.wait_for_turn(table)["ply"] > 0
        assert plies(ben, tables) == [0] * 10
        (folder / "go").touch()
        wait_for(lambda: sum(plies(ben, tables)) > 10)


def test_somebody_who_plays_at_many_tables_has_one_thought_for_one_of_another(house: Running, folder: Path) -> None:
    """Ada sits at ten tables herself; what she waits for is cut to the usual time when Ben waits too."""
    house.app.state.services.thinkers.seating = obedient_khan
    ada, ben = house.person("Ada"), house.person("Ben")
    ben.wait_for_turn(ben.make("han", "me", "expert", options={"start": 2})["table"])
    tables = [ada.make("khan", "me", *["expert:seconds=13"] * 3)["table"] for _ in range(10)]
    for table in tables:
        while (seen := ada.see(table))["actions"]:
            ada.move(table, seen["actions"][0]["action"], seen)
    wait_for((folder / "begun").exists)
    before = sum(plies(ada, tables))
    table = ben.make("han", "me", "expert", options={"start": 2})["table"]
    thoughts = ben.wait_for_turn(table)["ply"]
    assert sum(plies(ada, tables)) <= before + thoughts
    (folder / "go").touch()


# Several processes


def test_one_process_plays_of_those_in_which_a_table_is_watched() -> None:
    desk: Any = SimpleNamespace(process="b", store=SimpleNamespace(shared=False))
    called: list[str] = []

    async def never(data: str) -> None:
        """Nothing has to arrive."""

    async def test() -> None:
        hub = Hub(desk)
        hub.on_watch = called.append
        assert not hub.plays("table"), "nobody watches here"
        hub._watched["table"].add(Watcher(SimpleNamespace(send_text=never), None, None, 0, "en"))
        assert hub.plays("table")
        hub.hear("present c table 1")
        assert hub.plays("table")
        hub.hear("present a table 0 2")
        assert not hub.plays("table"), "the first process does"
        assert hub.plays("another") is False
        hub.hear("present a table 0")
        assert hub.plays("table")

    asyncio.run(test())
    assert called == ["table"] * 3


# Databases from before


def test_bots_among_themselves_are_due_no_longer_after_an_upgrade(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}")
    person, bot = {"kind": "person", "bot": None}, {"kind": "bot", "bot": "club"}
    left = person | {"bot": "club"}
    with engine.begin() as connection:
        upgrade(connection, "0003")
    old = sqlite3.connect(tmp_path / "old.db")
    columns = "id, setting, game, listed, created_at, version, status, seats, updated_at, bot_due"
    for name, seats in {"attended": [person, bot], "alone": [bot, bot], "left": [left, bot]}.items():
        row = (name, "{}", "han", 0, 0, 1, "playing", json.dumps(seats), 0, 5)
        old.execute(f"INSERT INTO tables ({columns}) VALUES ({', '.join('?' * len(row))})", row)
    old.commit()
    old.close()
    with engine.begin() as connection:
        upgrade(connection)
        rows = connection.exec_driver_sql("SELECT id, bot_due FROM tables").all()
    engine.dispose()
    assert sorted(map(tuple, rows)) == [("alone", None), ("attended", 5), ("left", None)]
