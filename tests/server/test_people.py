"""Everything about a person: told to himself, and removed, without changing what others played."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from lantern.server.verify import verify
from tests.server.postgres import Postgres
from tests.server.running import Json, Person, Running, Ticker, wait_for

NAME, WORDS = "Ada Lovelace", "I said this."


@pytest.fixture
def company(house: Running) -> tuple[Person, Person, str, str]:
    return gathered(house)


def gathered(house: Running) -> tuple[Person, Person, str, str]:
    """Ada, who plays with Ben at one table and alone at another, with notes and words; and the two tables."""
    ada, ben = house.person(NAME), house.person("Ben")
    ada.client.put("/api/guest", json={"name": NAME})
    made = ada.make("khan", "me", "open")
    shared = made["table"]
    ben.join(shared, made["invite"])
    for person in (ada, ben, ada, ben):
        if actions := person.see(shared)["actions"]:
            person.move(shared, actions[0]["action"])
    ada.post(f"/api/tables/{shared}/chat", {"seat": 1, "text": WORDS})
    ada.client.put(f"/api/tables/{shared}/notes", json={"seat": 1, "about": "ply:1", "text": "my own note"})
    alone = ada.make("hanabi", "me", "me")["table"]
    ada.move(alone, ada.see(alone)["actions"][0]["action"])
    ada.post("/api/guest/key")
    return ada, ben, shared, alone


def everything(person: Person) -> Json:
    answer = person.client.get("/api/guest/everything")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "attachment" in answer.headers["content-disposition"]
    told: Json = answer.json()
    return told


def kept_anywhere(path: Path) -> str:
    """All that a database holds, as text."""
    with sqlite3.connect(path) as database:
        return "\n".join(database.iterdump())


def test_one_is_told_what_is_kept_and_no_secrets(company: tuple[Person, Person, str, str], tmp_path: Path) -> None:
    ada, ben, shared, alone = company
    told = everything(ada)
    assert (told["format"], told["name"]) == ("lantern person 1", NAME)
    entries = {table["table"]: table["entries"] for table in told["tables"]}
    assert set(entries) == {shared, alone}
    assert [entry["text"] for entry in entries[shared] if entry["kind"] == "chat"] == [WORDS]
    moves = [entry for entry in entries[shared] if entry["kind"] == "move"]
    assert moves
    assert {entry["seat"] for entry in moves} == {1}
    assert told["notes"] == [{"table_id": shared, "seat": 1, "about": "ply:1", "text": "my own note"}]
    text = json.dumps(told)
    with sqlite3.connect(tmp_path / "lantern.db") as database:
        hashes = [value for row in database.execute("SELECT token, key FROM guests") for value in row if value]
    assert len(hashes) == 3
    assert not any(secret in text for secret in [*hashes, *dict(ada.client.cookies).values()])
    assert "Ben" not in text
    assert WORDS not in json.dumps(everything(ben))


def test_what_others_may_not_know_is_not_told_to_strangers(house: Running) -> None:
    assert house.person("Eve").get("/api/guest/everything", 404)["error"] == "no_guest"
    assert house.person("Eve").post("/api/guest/forget") == {"forgotten": True}, "there is nothing"


def test_nothing_is_left_of_who_is_forgotten_and_others_play_on(
    company: tuple[Person, Person, str, str], tmp_path: Path
) -> None:
    ada, ben, shared, alone = company
    guest, before = everything(ada)["id"], ben.see(shared)
    assert NAME in json.dumps(before)
    assert ada.post("/api/guest/forget") == {"forgotten": True}
    assert ada.get("/api/guest", 404)["error"] == "no_guest"
    after = ben.wait_for_turn(shared)
    assert after["seats"][0]["name"] is None
    assert after["seats"][0]["bot"] is not None, "a bot stands in"
    assert after["status"] == "playing"
    assert ben.get(f"/api/tables/{alone}", 404)["error"] == "no_table"
    ben.move(shared, after["actions"][0]["action"], after)
    kept = kept_anywhere(tmp_path / "lantern.db")
    for own in (NAME, WORDS, "my own note"):
        assert own not in kept
    assert f"INSERT INTO \"guests\" VALUES('{guest}'" not in kept


def test_the_match_is_the_same_after_a_restart(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada, ben, shared, _ = gathered(house)
        ada.post("/api/guest/forget")
        before = ben.wait_for_turn(shared)
        cookies = dict(ben.client.cookies)
    with Running(tmp_path, now=ticker) as house:
        again = house.person()
        again.client.cookies.update(cookies)
        seen = again.see(shared)
    assert seen["view"] == before["view"]
    assert seen["talk"] == before["talk"]
    assert verify(f"sqlite:///{tmp_path / 'lantern.db'}", lambda line: None)


def test_an_open_seat_is_left_again(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("han", "me", "open", "open")
    ben.join(made["table"], made["invite"])
    ben.post("/api/guest/forget")
    seats = ada.see(made["table"])["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "open", "open"]


def test_other_processes_know_it_too(tmp_path: Path, ticker: Ticker) -> None:
    with Postgres() as cluster:
        database = cluster.create_database("shared")
        with Running(tmp_path, database, now=ticker) as here, Running(tmp_path, database, now=ticker) as there:
            ada, ben = here.person(NAME), there.person("Ben")
            made = ada.make("khan", "me", "open")
            ben.join(made["table"], made["invite"])
            elsewhere = there.person()
            elsewhere.client.cookies.update(dict(ada.client.cookies))
            assert elsewhere.see(made["table"])["mine"] == [1]
            ada.post("/api/guest/forget")
            wait_for(lambda: ben.see(made["table"])["seats"][0]["name"] is None)
            wait_for(lambda: elsewhere.client.get("/api/guest").status_code == 404)
