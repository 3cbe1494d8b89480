"""What one has played, and being the same person on other devices."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Json, Person, Running, Ticker, wait_for
from tests.under_way import almost_over


def play_to_the_end(person: Person, game: str = "hanabi", *seats: str) -> str:
    """A table at which a match ends at once: others have played all of it but its end."""
    sitting = seats or ("me", "me")
    saved = almost_over(game, len(sitting), 1, "random").save()
    table: str = person.make(game, *sitting, saved=saved)["table"]
    seen = person.see(table)
    while seen["status"] == "playing":
        person.move(table, seen["actions"][0]["action"], seen)
        seen = person.see(table)
    return table


def finished(person: Person, **query: Any) -> list[Json]:
    tables: list[Json] = person.get("/api/tables", which="finished", **query)["tables"]
    return tables


def test_a_finished_game_is_listed_with_how_it_ended(house: Running) -> None:
    ada = house.person("Ada")
    rivals, team = play_to_the_end(ada, "han"), play_to_the_end(ada, "hanabi")
    listed = {one["table"]: one["result"] for one in finished(ada)}
    assert listed.keys() == {rivals, team}
    han, hanabi = ada.see(rivals)["view"], ada.see(team)["view"]
    assert listed[rivals] == {"scores": han["result"]["scores"], "winners": han["result"]["winners"], "score": None}
    assert (listed[team]["winners"], listed[team]["score"]) == (None, hanabi["result"]["score"])


def test_what_runs_or_was_given_up_has_no_result(house: Running) -> None:
    ada = house.person("Ada")
    running = ada.make("khan", "me", "me")["table"]
    given_up = ada.make("khan", "me", "me")["table"]
    for seat in (1, 2):
        ada.post(f"/api/tables/{given_up}/abandon", {"seat": seat})
    assert [(one["table"], one["result"]) for one in finished(ada)] == [(given_up, None)]
    own = {one["table"]: one["result"] for one in ada.get("/api/tables")["tables"]}
    assert own == {running: None, given_up: None}


def test_games_are_ones_own_alone_and_are_listed_last_first(house: Running, ticker: Ticker) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    tables = []
    for _ in range(3):
        ticker.advance(60)
        tables.append(play_to_the_end(ada, "hanabi"))
    play_to_the_end(ben, "hanabi")
    listed = finished(ada)
    assert [one["table"] for one in listed] == tables[::-1]
    assert [one["table"] for one in finished(ada, until=listed[1]["updated_at"])] == tables[1::-1]
    assert house.person().get("/api/tables", which="finished")["tables"] == []


def test_endings_from_before_they_were_written_are_written_at_the_start(tmp_path: Path) -> None:
    with Running(tmp_path) as house:
        ada = house.person("Ada")
        table = play_to_the_end(ada, "hanabi")
        told, cookies = finished(ada), dict(ada.client.cookies)
    with sqlite3.connect(tmp_path / "lantern.db") as connection:
        connection.execute("UPDATE tables SET result = NULL")
    with Running(tmp_path) as house:
        again = house.person()
        again.client.cookies.update(cookies)
        wait_for(lambda: finished(again) == told)
        assert told[0]["table"] == table


def test_a_key_brings_one_to_another_device(house: Running) -> None:
    ada, phone = house.person("Ada"), house.person()
    ada.client.put("/api/guest", json={"name": "Ada"})
    table = ada.make("han", "me", "me")["table"]
    key = ada.post("/api/guest/key")["key"]
    assert phone.post("/api/guest/devices", {"key": key})["name"] == "Ada"
    assert [one["table"] for one in phone.get("/api/tables")["tables"]] == [table]
    seen = phone.see(table)
    phone.move(table, seen["actions"][0]["action"], seen)
    assert ada.see(table)["ply"] == 1


def test_a_device_stays_ones_own_after_a_restart(tmp_path: Path) -> None:
    with Running(tmp_path) as house:
        ada, phone = house.person("Ada"), house.person()
        ada.make("han", "me", "me")
        phone.post("/api/guest/devices", {"key": ada.post("/api/guest/key")["key"]})
        cookies = dict(phone.client.cookies)
    with Running(tmp_path) as house:
        again = house.person()
        again.client.cookies.update(cookies)
        assert len(again.get("/api/tables")["tables"]) == 1


def test_a_new_key_replaces_the_old_one(house: Running) -> None:
    ada = house.person("Ada")
    old, new = (ada.post("/api/guest/key")["key"] for _ in range(2))
    assert old != new
    assert house.person().post("/api/guest/devices", {"key": old}, status=403)["error"] == "bad_own_key"
    house.person().post("/api/guest/devices", {"key": new})


@pytest.mark.parametrize("key", ["", "x" * 24, "' OR 1=1 --", "x" * 65])
def test_a_key_of_nobody_opens_nothing(house: Running, key: str) -> None:
    stranger = house.person()
    answer = stranger.client.post("/api/guest/devices", json={"key": key})
    assert answer.status_code in (403, 422)
    assert "set-cookie" not in answer.headers


def test_the_cookie_of_another_device_is_another_one(house: Running) -> None:
    ada, phone, tablet = house.person("Ada"), house.person(), house.person()
    key = ada.post("/api/guest/key")["key"]
    for device in (phone, tablet):
        device.post("/api/guest/devices", {"key": key})
    cookies = [device.client.cookies["lantern_guest"] for device in (ada, phone, tablet)]
    assert len({*cookies, key}) == 4
