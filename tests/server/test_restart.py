"""Nothing is lost: after a restart and an upgrade of the schema every table is as it was; who may open a database."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect

import lantern
from lantern import cli
from lantern.kernel.errors import BadInput, Phrase
from lantern.server.storage.migrations import FORM, upgrade
from lantern.server.storage.migrations.steps import known
from lantern.server.storage.opening import open_store
from lantern.server.storage.schema import metadata
from lantern.server.verify import verify
from tests.server.judges import quick_judges
from tests.server.running import Person, Running, Ticker, heard, wait_for
from tests.server.test_clocks import pass_time

GAMES = lantern.names()
Cookies = dict[str, str]


def address(folder: Path, name: str = "lantern.db") -> str:
    return f"sqlite:///{folder / name}"


def return_to(house: Running, cookies: Cookies) -> Person:
    person = house.person()
    person.client.cookies.update(cookies)
    return person


def looks(person: Person, table: str) -> dict[str, bytes]:
    """All that a person can see of a table, as it comes."""
    mine = person.see(table)["mine"]
    paths = [f"/api/tables/{table}?seat={seat}" for seat in mine] + [f"/api/tables/{table}"]
    paths += [f"/api/tables/{table}?since=4", f"/api/tables/{table}/board", "/api/tables"]
    paths += [f"/api/tables/{table}/plies/2?seat={seat}" for seat in mine]
    return {path: person.client.get(path).content for path in paths}


def lively_table(house: Running, ticker: Ticker, game: str) -> tuple[str, dict[str, Person]]:
    """A table at which everything has happened that can: moves, undos, people who come and go, talk, clocks."""
    chance = random.Random(game)
    ada, ben, cleo = house.person("Ada"), house.person("Ben"), house.person("Cleo")
    bot = "beginner" if game == "hanabi" else "random"  # three errors would end it
    clock = {"kind": "bank", "bank_s": 3600, "increment_s": 3, "grace_s": 10, "at_zero": "bot"}
    made = ada.make(game, "me", "open", bot, clock=clock, name="Ada", listed=True)
    table = made["table"]
    ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "Anybody?"})
    ada.post(f"/api/tables/{table}/invite")
    ben.join(table)
    ben_at_home = house.person("Ben")
    ben_at_home.join(table, ben.post(f"/api/tables/{table}/seats/2/key")["key"])
    ada.post(f"/api/tables/{table}/seats/3/open")
    ada.post(f"/api/tables/{table}/seats/3/bot", {"bot": bot})

    def play(*people: Person) -> None:
        for person in people:
            seen = person.see(table)
            if seen["can_undo"] and chance.random() < 0.3:
                person.take_back(table)
            elif seen["actions"]:
                ticker.advance(0.005)  # so little that no beat seems late: late ones pause clocks
                found = [one["action"] for one in seen["actions"] if not one["action"].startswith("play ")]
                person.move(table, chance.choice(found), seen)

    for _ in range(9):
        play(ada, ben)
    ben.post(f"/api/tables/{table}/seats/2/leave")
    for _ in range(4):
        play(ada)
    ben_at_home.post(f"/api/tables/{table}/seats/2/return")
    key = ada.post(f"/api/tables/{table}/seats/2/open")["key"]
    cleo.join(table, key)
    for _ in range(5):
        play(ada, cleo)
    ada.post(f"/api/tables/{table}/abandon", {"seat": 1})
    cleo.post(f"/api/tables/{table}/chat", {"seat": 2, "greeting": "one_moment"})
    waits_for_bot(ada, table)
    return table, {"ada": ada, "ben": ben, "cleo": cleo}


def waits_for_bot(person: Person, table: str) -> None:
    """Look until no bot is to move, so that the table stands still."""

    def stands() -> bool:
        seen = person.see(table)
        return seen["status"] != "playing" or seen["seats"][seen["to_act"] - 1]["bot"] is None

    wait_for(stands)


def test_every_table_is_the_same_after_a_restart(tmp_path: Path, ticker: Ticker) -> None:
    before: dict[tuple[str, str], dict[str, bytes]] = {}
    jars: dict[tuple[str, str], Cookies] = {}
    with Running(tmp_path, now=ticker) as house:
        for game in GAMES:
            table, people = lively_table(house, ticker, game)
            kinds = {line["kind"] for line in people["ada"].see(table)["talk"]}
            assert kinds >= {"sit", "bot", "stand_in", "return", "open", "begin", "chat", "agree"}
            for name, person in people.items():
                jars[table, name] = dict(person.client.cookies)
        people_then = {who: return_to(house, jar) for who, jar in jars.items()}
        before = {who: looks(person, who[0]) for who, person in people_then.items()}
    with Running(tmp_path, now=ticker) as house:
        after = {who: looks(return_to(house, jar), who[0]) for who, jar in jars.items()}
    assert after == before
    said: list[Phrase] = []
    assert verify(address(tmp_path), said.append)
    assert list(map(str, said)) == [f"{len(GAMES)} tables replayed, 0 of them differ from what was stored"]


def test_finished_tables_and_what_follows_them_are_the_same_after_a_restart(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        table = ada.make("hanabi", "me", "me")["table"]
        while (seen := ada.see(table))["status"] == "playing":
            ada.move(table, seen["actions"][0]["action"], seen)
        again = ada.post(f"/api/tables/{table}/rematch", {})
        paths = [f"/api/tables/{table}", f"/api/tables/{table}/export", f"/api/tables/{again['table']}"]
        before = [ada.client.get(path).content for path in paths]
        cookies = dict(ada.client.cookies)
    with Running(tmp_path, now=ticker) as house:
        ada = return_to(house, cookies)
        assert [ada.client.get(path).content for path in paths] == before
        assert ada.post(f"/api/tables/{table}/rematch", {}) == again


def test_people_and_links_work_after_a_restart(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        ada.client.put("/api/guest", json={"name": "Ada"})
        made = ada.make("hanabi", "me", "open", "open")
        cookies = dict(ada.client.cookies)
    with Running(tmp_path, now=ticker) as house:
        ada, ben, cleo = return_to(house, cookies), house.person("Ben"), house.person("Cleo")
        assert ada.get("/api/guest") == {"name": "Ada"}
        assert ben.join(made["table"], made["keys"]["3"])["seat"] == 3
        assert cleo.join(made["table"], made["invite"])["seat"] == 2
        with ada.live(made["table"]) as socket:
            assert heard(socket, "table")["status"] == "playing"


def test_bots_that_were_to_move_move_after_a_restart(
    tmp_path: Path, ticker: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("lantern.server.bots.bot_runner.BotRunner.consider", lambda keeper, table: None)
        with Running(tmp_path, now=ticker) as house:
            ada, tables = house.person("Ada"), []
            for game in GAMES:
                tables.append(ada.make(game, "me", "random", options={"start": 2})["table"])
                assert ada.see(tables[-1])["to_act"] == 2
            left = ada.make("hanabi", "me", "me", options={"start": 1})["table"]
            ada.post(f"/api/tables/{left}/seats/1/leave")
            cookies = dict(ada.client.cookies)
    with Running(tmp_path, now=ticker) as house:
        ada = return_to(house, cookies)
        for table in tables:
            seen = ada.wait_for_turn(table)
            assert (seen["to_act"], seen["ply"] > 0) == (1, True)
        assert ada.wait_for_turn(left)["to_act"] == 2


# The schema

FIRST = {
    "guests": ("id", "token", "name", "created_at"),
    "tables": ("id", "setting", "game", "listed", "created_at", "version", "status", "to_act", "seats", "updated_at"),
    "sittings": ("guest", "table_id", "seat"),
    "entries": ("table_id", "version", "kind", "seat", "move_id", "at", "data"),
}
"""The tables of the first form of the database, with their columns."""


def to_first_form(now: Path, then: Path) -> None:
    """The contents of a database as the first form of it would have had them."""
    engine = create_engine(f"sqlite:///{then}")
    with engine.begin() as made:
        upgrade(made, "0001")
    engine.dispose()
    old, new = sqlite3.connect(now), sqlite3.connect(then)
    for table, columns in FIRST.items():
        found = [row[1] for row in new.execute(f"PRAGMA table_info({table})")]
        assert tuple(found) == columns
        rows = old.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
        new.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)
    new.commit()
    assert new.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    old.close()
    new.close()


def test_a_database_of_the_first_form_is_brought_up_and_played_on(tmp_path: Path, ticker: Ticker) -> None:
    jars, before = {}, {}
    with Running(tmp_path, now=ticker) as house:
        for game in GAMES:
            table, people = lively_table(house, ticker, game)
            jars[table] = dict(people["ada"].client.cookies), dict(people["cleo"].client.cookies)
            before[table] = [looks(person, table) for person in (people["ada"], people["cleo"])]
    to_first_form(tmp_path / "lantern.db", tmp_path / "first.db")
    with Running(tmp_path, address(tmp_path, "first.db"), now=ticker) as house:
        for table, cookies in jars.items():
            ada, cleo = (return_to(house, jar) for jar in cookies)
            assert [looks(person, table) for person in (ada, cleo)] == before[table]
            who = ada if ada.see(table)["actions"] else cleo
            seen = who.see(table)
            done = who.move(table, seen["actions"][-1]["action"], seen)
            assert done["ply"] == seen["ply"] + 1
            waits_for_bot(ada, table)
    assert verify(address(tmp_path, "first.db"), lambda line: None)
    columns = sqlite3.connect(tmp_path / "first.db")
    now = columns.execute("SELECT version_num FROM alembic_version").fetchone()
    columns.close()
    assert now > ("0001",)


def test_bots_and_clocks_of_a_database_of_the_first_form_go_on(
    tmp_path: Path, ticker: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first form did not write down about bots and clocks follows from the entries."""
    with monkeypatch.context() as patch:
        patch.setattr("lantern.server.bots.bot_runner.BotRunner.consider", lambda keeper, table: None)
        with Running(tmp_path, now=ticker) as house:
            ada = house.person("Ada")
            bots = ada.make("hanabi", "me", "random", options={"start": 2})["table"]
            clock = {"kind": "turn", "turn_s": 2, "grace_s": 0, "at_zero": "bot"}
            timed = ada.make("hanabi", "me", "me", options={"start": 1}, clock=clock)["table"]
            cookies = dict(ada.client.cookies)
    to_first_form(tmp_path / "lantern.db", tmp_path / "first.db")
    with Running(tmp_path, address(tmp_path, "first.db"), now=ticker) as house:
        ada = return_to(house, cookies)
        assert ada.wait_for_turn(bots)["ply"] == 1
        assert ada.see(timed)["to_act"] == 1
        pass_time(house, ticker, 3)
        wait_for(lambda: ada.see(timed)["seats"][0]["bot"] is not None)


def test_migrations_bring_a_database_to_the_form_that_is_used(tmp_path: Path) -> None:
    start_and_stop(address(tmp_path))
    engine = create_engine(address(tmp_path))
    found = inspect(engine)
    for table in metadata.sorted_tables:
        columns = {column["name"]: column for column in found.get_columns(table.name)}
        assert list(columns) == [column.name for column in table.columns]
        for column in table.columns:
            assert str(columns[column.name]["type"]) == str(column.type.compile(engine.dialect)), column
            assert columns[column.name]["nullable"] == column.nullable, column
        indexes = {str(index["name"]): index["column_names"] for index in found.get_indexes(table.name)}
        assert indexes == {str(index.name): [column.name for column in index.columns] for index in table.indexes}
    engine.dispose()


def test_a_database_without_reviews_gets_them(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        table = ada.make("hanabi", "me", "me")["table"]
        for seat in (1, 2):
            ada.post(f"/api/tables/{table}/abandon", {"seat": seat})
    database = sqlite3.connect(tmp_path / "lantern.db")
    later = (
        "TABLE reviews",
        "TABLE devices",
        "TABLE practice",
        "TABLE notes",
        "TABLE puzzle_tries",
        "TABLE bars",
        "TABLE bulletins",
        "TABLE deeds",
        "TABLE deliveries",
        "TABLE notices",
        "TABLE push_devices",
        "TABLE wishes",
        "INDEX tables_puzzle",
        "INDEX guests_key",
        "INDEX tables_branch_of",
    )
    database.executescript("".join(f"DROP {what};" for what in later))
    for column in ("key", "seen_at"):
        database.execute(f"ALTER TABLE guests DROP COLUMN {column}")
    for column in ("cleared_at", "push_key"):
        database.execute(f"ALTER TABLE pulse DROP COLUMN {column}")
    for column in ("result", "branch_of", "branched_at", "label", "puzzle", "host"):
        database.execute(f"ALTER TABLE tables DROP COLUMN {column}")
    database.execute("UPDATE alembic_version SET version_num = '0002'")
    database.commit()
    database.close()
    with quick_judges(), Running(tmp_path, now=ticker) as house:
        ada = house.person()
        assert ada.get(f"/api/tables/{table}/review")["state"] == "none"
        ada.post(f"/api/tables/{table}/review")
        wait_for(lambda: ada.get(f"/api/tables/{table}/review")["state"] == "done")


def test_a_new_database_has_taken_all_steps() -> None:
    assert known()[0] == FORM


def test_a_database_of_a_newer_lantern_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "lantern.db"
    start_and_stop(address(tmp_path))
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    with pytest.raises(BadInput, match=r"newer version of Lantern.*9999"):
        start_and_stop(address(tmp_path))
    assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
    connection.close()


def start_and_stop(database: str) -> None:
    async def run() -> None:
        store = open_store(database)
        try:
            await store.start()
        finally:
            await store.close()

    asyncio.run(run())


# Who may open a database


def test_a_second_server_on_the_same_file_is_refused(house: Running) -> None:
    with pytest.raises(BadInput, match="another server uses"):
        start_and_stop(house.settings.database)
    with pytest.raises(BadInput, match="another server uses"):
        verify(house.settings.database, lambda line: None)
    assert house.person().make("hanabi", "me", "me"), "the first goes on"


@pytest.mark.thorough
def test_a_second_process_on_the_same_file_is_refused_with_a_clear_word(house: Running) -> None:
    lantern_command = str(Path(sys.executable).parent / "lantern")
    command = [lantern_command, "serve", "--port", "0", "--database", house.settings.database]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=120, env=os.environ | {"LANTERN_RULES": "plain"}, check=False
    )
    assert ended.returncode != 0
    assert "another server uses" in ended.stderr + ended.stdout
    assert "Traceback" not in ended.stderr
    assert house.person().get("/api/health")["status"] == "ok"


def test_a_file_is_free_again_when_its_server_has_stopped(tmp_path: Path, ticker: Ticker) -> None:
    for _ in range(2):
        with Running(tmp_path, now=ticker) as house:
            house.person().get("/api/health")
    start_and_stop(address(tmp_path))


@pytest.mark.parametrize("database", ["nonsense", "mysql://root@localhost/lantern", "sqlite://", ""])
def test_other_databases_are_refused(database: str) -> None:
    with pytest.raises(BadInput, match="postgresql://"):
        open_store(database)


# Verify


def tampered(folder: Path, sql: str, *values: Any) -> None:
    connection = sqlite3.connect(folder / "lantern.db")
    assert connection.execute(sql, values).rowcount > 0
    connection.commit()
    connection.close()


def played(folder: Path, ticker: Ticker, game: str = "hanabi") -> tuple[str, str]:
    """A database with two tables that have been played at."""
    with Running(folder, now=ticker) as house:
        ada, tables = house.person("Ada"), []
        for _ in range(2):
            tables.append(ada.make(game, "me", "me", seed="7")["table"])
            for _ in range(4):
                seen = ada.see(tables[-1])
                ada.move(tables[-1], seen["actions"][-1]["action"], seen)
    return tables[0], tables[1]


def test_verify_finds_another_move(tmp_path: Path, ticker: Ticker, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = played(tmp_path, ticker)
    assert cli.main(["verify", "--database", address(tmp_path)]) == 0
    assert "2 tables replayed, 0 of them differ" in "".join(capsys.readouterr())
    tampered(
        tmp_path,
        "UPDATE entries SET data = ? WHERE table_id = ? AND version = 5",
        json.dumps({"action": "play 1"}),
        second,
    )
    assert cli.main(["verify", "--database", address(tmp_path)]) != 0
    told = "".join(capsys.readouterr())
    assert second in told
    assert first not in told


@pytest.mark.parametrize(
    "sql",
    [
        """UPDATE entries SET data = '{"action": "sing"}' WHERE table_id = ? AND version = 3""",
        "DELETE FROM entries WHERE table_id = ? AND version = 3",
        "DELETE FROM entries WHERE table_id = ? AND version = 5",
        "UPDATE entries SET kind = 'dance' WHERE table_id = ? AND version = 3",
        "UPDATE tables SET setting = replace(setting, '\"seed\": 7', '\"seed\": 8') WHERE id = ?",
        "UPDATE tables SET digest = 'x' WHERE id = ?",
    ],
)
def test_verify_finds_what_was_tampered_with(tmp_path: Path, ticker: Ticker, sql: str) -> None:
    first, second = played(tmp_path, ticker)
    tampered(tmp_path, sql, first)
    heard: list[Phrase] = []
    assert not verify(address(tmp_path), heard.append)
    said = list(map(str, heard))
    assert first in said[0]
    assert said[-1] == "2 tables replayed, 1 of them differ from what was stored"
    assert not any(second in line for line in said)


def test_a_table_that_can_not_be_replayed_does_not_harm_others(tmp_path: Path, ticker: Ticker) -> None:
    first, second = played(tmp_path, ticker)
    tampered(tmp_path, "DELETE FROM entries WHERE table_id = ? AND version = 3", first)
    with Running(tmp_path, now=ticker) as house:
        assert house.person().see(first, 500)["error"] == "internal"
        assert house.person().see(second)["ply"] == 4


def test_secrets_are_stored_as_hashes_only(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada, ben = house.person("Ada"), house.person("Ben")
        made = ada.make("hanabi", "me", "open", "open")
        table = made["table"]
        keys = [made["invite"], *made["keys"].values(), ben.join(table, made["invite"])["key"]]
        keys += [ben.post(f"/api/tables/{table}/seats/2/key")["key"]]
        keys += [
            ada.post(f"/api/tables/{table}/seats/3/open")["key"],
            ada.post(f"/api/tables/{table}/invite")["invite"],
        ]
        keys += [value for person in (ada, ben) for value in person.client.cookies.values()]
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert len(set(keys)) == 9
    assert not [key for key in keys if key.encode() in stored]
