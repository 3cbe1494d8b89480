"""Why a move was made, told to whoever may see it, as far as he can see."""

from __future__ import annotations

import pytest

import lantern
from lantern.kernel.record import Records
from lantern.players.advice.reasons import Reason, reasons, told
from lantern.server.tables import views
from tests.server.running import Json, Person, Running

GAMES = lantern.names()


def why(person: Person, table: str, ply: int, status: int = 200, language: str = "en", **query: int) -> Json:
    path = f"/api/tables/{table}/reasons/{ply}"
    answer = person.client.get(path, params=query, headers={"Accept-Language": language})
    return person._checked(answer, status)


def play_some(person: Person, table: str, moves: int) -> Json:
    for _ in range(moves):
        seen = person.wait_for_turn(table)
        person.move(table, seen["actions"][-1]["action"], seen)
    return person.wait_for_turn(table)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_reasons_in_every_language(house: Running, game: str) -> None:
    ada = house.person("Ada")
    table = ada.make(game, "me", "me", seed="3")["table"]
    seen = play_some(ada, table, 6)
    for logged in seen["log"]:
        answers = [why(ada, table, logged["ply"], language=language) for language in ("en", "it", "ru")]
        assert {(answer["ply"], answer["seat"]) for answer in answers} == {(logged["ply"], logged["seat"])}
        assert all(1 <= len(answer["reasons"]) <= 3 for answer in answers)
        for same in zip(*(answer["reasons"] for answer in answers), strict=True):
            assert len({reason["key"] for reason in same}) == 1
            assert len({reason["text"] for reason in same}) == 3


Asked = list[tuple[bytes, bytes, int]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The records of which reasons are asked."""
    found: Asked = []

    def note(game: lantern.Game, before: Records, after: Records, seat: int, kind: str | None) -> list[Reason]:
        found.append((before.tobytes(), after.tobytes(), seat))
        return reasons(game, before, after, seat, kind)

    monkeypatch.setattr(views, "reasons", note)
    return found


def records(table: Json, saved: str, ply: int, index: int) -> tuple[bytes, bytes]:
    """The match before and after an action, as a seat (from 0; -1 a spectator) sees it."""
    whole = lantern.game(table["game"]).load(saved)
    replay = whole.game.match(seed=whole.seed, **whole.options)
    for action in whole.history[: ply - 1]:
        replay.play(action)
    before = replay.concealed(index).tobytes()
    replay.play(whole.history[ply - 1])
    return before, replay.concealed(index).tobytes()


def test_reasons_are_worked_out_from_what_the_asker_sees(house: Running, asked: Asked) -> None:
    ada, ben, eve = (house.person(name) for name in ("Ada", "Ben", "Eve"))
    made = ada.make("hanabi", "me", "open", seed="3", options={"start": 1})
    table = made["table"]
    ben.join(table, made["invite"])
    ada.move(table, "play 1")
    for person in (ada, ben, eve):
        why(person, table, 1)
    seen = ada.see(table)
    for seat in (1, 2):
        (ada, ben)[seat - 1].post(f"/api/tables/{table}/abandon", {"seat": seat})
    saved = ada.get(f"/api/tables/{table}/export")["saved"]
    assert asked == [(*records(seen, saved, 1, index), 0) for index in (0, 1, -1)]
    asked.clear()
    for person in (ada, ben, eve):
        why(person, table, 1)
    assert asked == [(*records(seen, saved, 1, 0), 0)] * 3, "after the end, as who moved saw it"


def test_spectators_with_one_seats_eyes_are_told_what_that_seat_sees(house: Running, asked: Asked) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    order: Json = {"seed": "3", "options": {"start": 2}, "spectators": {"view": "seat", "seat": 2}}
    table = ada.make("hanabi", "random", "me", **order)["table"]
    ada.move(table, "play 1")
    ada.wait_for_turn(table)
    why(eve, table, 1)
    why(ada, table, 1, seat=2)
    assert asked[0] == asked[1]


def test_spectators_who_see_late_are_told_late(house: Running) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    table = ada.make("hanabi", "me", "me", seed="3", spectators={"view": "delayed", "seat": None})["table"]
    for _ in range(views.DELAY + 2):
        seen = ada.see(table)
        action = next(each["action"] for each in seen["actions"] if each["action"].startswith(("hint", "discard")))
        ada.move(table, action, seen)
    last = ada.see(table)["ply"]
    assert last == views.DELAY + 2
    assert why(ada, table, last)["reasons"]
    assert why(eve, table, 2)["reasons"]
    for ply in (0, 3, last, last + 1):
        assert why(eve, table, ply, 404)["error"] == "no_ply"


def test_what_is_not_there_or_not_for_one_is_denied(house: Running) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    seating = ada.make("han", "me", "open")["table"]
    assert why(ada, seating, 1, 409)["error"] == "not_playing"
    table = ada.make("han", "me", "me", seed="3", spectators={"view": "none", "seat": None})["table"]
    for ply in (0, 1):
        assert why(ada, table, ply, 404)["error"] == "no_ply"
    assert why(eve, table, 1, 403)["error"] == "no_spectators"
    assert why(ada, table, 1, 404, seat=3)["error"] == "no_seat"


def test_those_at_the_table_are_called_by_their_names(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []

    def note(reason: Reason, language: str, board: Json, names: list[str]) -> str:
        called.append(names)
        return told(reason, language, board, names)

    monkeypatch.setattr(views, "told", note)
    ada = house.person("Ada")
    table = ada.make("han", "me", "random", "open", seed="3", options={"start": 1})["table"]
    ada.post(f"/api/tables/{table}/seats/3/bot", {"bot": "random"})
    play_some(ada, table, 1)
    ada.post(f"/api/tables/{table}/seats/3/open")
    why(ada, table, 1)
    assert called[0] == ["Ada", "Jun", "Seat 3"]
