"""Notes of moves and cards: one's own, at one's own seat, kept with the match."""

from __future__ import annotations

from pathlib import Path

import pytest

from lantern.server.http.routes import notes
from tests.server.running import Json, Person, Running


def note(person: Person, table: str, about: str, text: str, seat: int | None = 1, status: int = 200) -> Json:
    response = person.client.put(f"/api/tables/{table}/notes", json={"seat": seat, "about": about, "text": text})
    assert response.status_code == status, response.text
    answer: Json = response.json()
    return answer


def noted(person: Person, table: str, **seat: int) -> dict[str, str]:
    found: dict[str, str] = person.get(f"/api/tables/{table}/notes", **seat)["notes"]
    return found


def test_notes_are_kept_and_changed_and_thrown_away(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "random")["table"]
    assert note(ada, table, "card:1.3", " a red\n1? ") == {"notes": {"card:1.3": "a red 1?"}}
    note(ada, table, "ply:2", "why?")
    note(ada, table, "card:1.3", "the red 2")
    assert noted(ada, table, seat=1) == {"card:1.3": "the red 2", "ply:2": "why?"}
    assert note(ada, table, "ply:2", "") == {"notes": {"card:1.3": "the red 2"}}
    assert noted(ada, table, seat=1) == {"card:1.3": "the red 2"}


def test_nobody_reads_what_somebody_else_noted_nor_what_he_noted_at_another_seat(house: Running) -> None:
    """A note may say what only one seat sees."""
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "me", "open")
    table = made["table"]
    ben.join(table, made["invite"])
    for person, seat, text in ((ada, 1, "hers"), (ada, 2, "at her other seat"), (ben, 3, "his"), (ada, None, "aside")):
        note(person, table, "card:2.1", text, seat)
    assert noted(ada, table, seat=1) == {"card:2.1": "hers"}
    assert noted(ada, table, seat=2) == {"card:2.1": "at her other seat"}
    assert noted(ada, table) == {"card:2.1": "aside"}
    assert noted(ben, table, seat=3) == {"card:2.1": "his"}
    assert ben.get(f"/api/tables/{table}/notes", 403, seat=1)["error"] == "not_your_seat"
    assert note(ben, table, "card:2.1", "mine", 1, 403)["error"] == "not_your_seat"


def test_what_can_not_be_noted(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "random")["table"]
    for about in ("", "ply:", "ply:x", "card:1 2", "hat:1", "ply:1\n", "card:" + 21 * "1"):
        assert note(ada, table, about, "x", status=422)["error"] == "bad_field"
    assert note(ada, table, "ply:1", 501 * "x", status=422)["error"] == "bad_field"
    monkeypatch.setattr(notes, "MOST_NOTES", 2)
    note(ada, table, "ply:1", "one")
    note(ada, table, "ply:2", "two")
    assert note(ada, table, "ply:3", "three", status=409)["error"] == "too_many_notes"
    note(ada, table, "ply:2", "two again")


def test_notes_survive_a_restart_and_the_end(tmp_path: Path) -> None:
    with Running(tmp_path, thinkers=0) as house:
        ada = house.person("Ada")
        table = ada.make("hanabi", "me", "me")["table"]
        note(ada, table, "card:1.1", "keep it")
        for seat in (1, 2):
            ada.post(f"/api/tables/{table}/abandon", {"seat": seat})
        cookies = dict(ada.client.cookies)
    with Running(tmp_path, thinkers=0) as house:
        again = house.person()
        again.client.cookies.update(cookies)
        assert noted(again, table, seat=1) == {"card:1.1": "keep it"}
