"""Guided first games at a table: what is asked is done and answered by the others, anything else is kindly refused."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import lantern
from lantern.learning.lessons import Lesson, lesson
from lantern.server.tables.decisions import easy_bot
from tests.server.running import Person, Running

GAMES = [game for game in lantern.names() if lesson(game) is not None]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("lessons"), thinkers=0) as running:
        yield running


def begun(person: Person, game: str) -> tuple[str, Lesson]:
    found = lesson(game)
    assert found is not None
    return person.post(f"/api/lessons/{game}", {}, 201)["table"], found


def done(person: Person, table: str) -> int:
    return int(person.see(table)["lesson"]["done"])


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_to_its_end(house: Running, game: str) -> None:
    ann = house.person()
    table, told = begun(ann, game)
    assert ann.see(table)["lesson"] == {"done": 0, "of": len(told.steps)}
    for number, step in enumerate(told.steps):
        seen = ann.see(table)
        assert (seen["ply"], seen["lesson"]["done"], seen["can_suggest"]) == (told.begins(number), number, False)
        ann.move(table, step.accept[0])
    assert done(ann, table) == len(told.steps)


@pytest.mark.parametrize("game", GAMES)
def test_the_others_wait_at_the_end_of_a_lesson(tmp_path: Path, game: str) -> None:
    """Nothing happens behind what is said last."""
    with Running(tmp_path, thinkers=1) as house:
        ann = house.person()
        table, told = begun(ann, game)
        for step in told.steps:
            ann.move(table, step.accept[0])
        if ann.see(table)["to_act"] not in (told.seat, None):
            time.sleep(1.0)
        assert ann.see(table)["ply"] == told.begins(len(told.steps))


@pytest.mark.parametrize("game", GAMES)
def test_the_others_are_those_of_the_real_game(house: Running, game: str) -> None:
    ann = house.person()
    table, told = begun(ann, game)
    seats = ann.see(table)["seats"]
    assert len(seats) == told.players
    assert {one["bot"] for one in seats if one["kind"] == "bot"} == {told.bot or easy_bot(lantern.game(game))}


@pytest.mark.parametrize("game", GAMES)
def test_what_a_lesson_says(house: Running, game: str) -> None:
    ann = house.person()
    said = ann.get(f"/api/lessons/{game}")
    told = lesson(game)
    assert told is not None
    assert [(one["show"], one["accept"], one["point"]) for one in said["steps"]] == [
        (step.accept[0], [*step.accept], [*step.point]) for step in told.steps
    ]
    assert all(one["said"] for one in said["steps"])
    easy = easy_bot(lantern.game(game))
    assert said["steps"][0]["bot"] == easy, "who skips it plays with the easy one"
    assert said["bot"] == (told.bot or easy)
    assert sum(one["enough"] for one in said["steps"]) == (told.beyond is not None)


def test_who_knows_the_rules_of_hanabi_plays_with_the_easy_one_and_who_knows_the_conventions_with_who_keeps_them(
    house: Running,
) -> None:
    said = house.person().get("/api/lessons/hanabi")
    assert [step["enough"] for step in said["steps"]] == [False] * 6 + [True] + [False] * 5
    assert [step["bot"] for step in said["steps"]] == ["beginner"] * 7 + ["club"] * 5
    assert said["bot"] == "club"


@pytest.mark.parametrize("game", GAMES[:1])
def test_another_action_changes_nothing(house: Running, game: str) -> None:
    ann = house.person()
    table, told = begun(ann, game)
    before = ann.see(table)
    other = next(one["action"] for one in before["actions"] if one["action"] not in told.steps[0].accept)
    assert ann.move(table, other, status=409)["error"] == "off_lesson"
    assert ann.see(table) == before


@pytest.mark.parametrize("game", GAMES[:1])
def test_one_step_back(house: Running, game: str) -> None:
    """With all that the others did after it; before the first step there is nothing to go back to."""
    ann = house.person()
    table, told = begun(ann, game)
    first = ann.see(table)
    assert first["can_undo"] == 0
    ann.move(table, told.steps[0].accept[0])
    ann.move(table, told.steps[1].accept[0])
    ann.take_back(table)
    assert done(ann, table) == 1
    ann.take_back(table)
    back = ann.see(table)
    assert (back["view"], back["actions"], back["log"]) == (first["view"], first["actions"], first["log"])
    ann.move(table, told.steps[0].accept[0])
    assert done(ann, table) == 1


@pytest.mark.parametrize("game", GAMES[:1])
def test_a_lesson_survives_a_restart(tmp_path: Path, game: str) -> None:
    with Running(tmp_path, thinkers=0) as house:
        ann = house.person()
        table, told = begun(ann, game)
        ann.move(table, told.steps[0].accept[0])
        ann.move(table, told.steps[1].accept[0])
        ann.take_back(table)
        before = ann.see(table)
        cookies = dict(ann.client.cookies)
    with Running(tmp_path, thinkers=0) as house:
        again = house.person()
        again.client.cookies.update(cookies)
        assert again.see(table) == before | {"updated_at": before["updated_at"]}


@pytest.mark.parametrize("game", GAMES[:1])
def test_a_lesson_is_found_again_and_no_match_that_counts(house: Running, game: str) -> None:
    ann = house.person()
    table, _ = begun(ann, game)
    assert [(one["table"], one["lesson"]) for one in ann.get("/api/tables")["tables"]] == [(table, True)]
    seat = ann.see(table)["seat"]
    ann.post(f"/api/tables/{table}/abandon", {"seat": seat, "agree": True})
    assert ann.get("/api/tables", which="finished")["tables"] == []


def test_there_is_no_lesson_for_a_game_that_has_none(house: Running) -> None:
    ann = house.person()
    assert ann.post("/api/lessons/chess", {}, 404)["error"] == "not_found"
    assert ann.get("/api/lessons/chess", status=404)["error"] == "not_found"
