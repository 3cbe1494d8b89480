"""Reviews of finished matches: asked for once, worked out in the background, the same for all, over any restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lantern
from lantern.kernel.game import Game
from lantern.server.bots import reviewing
from lantern.server.http.rates import RATES
from tests.server.judges import Quick, quick_judges
from tests.server.postgres import Postgres
from tests.server.running import Json, Person, Running, Ticker, wait_for

HANABI = lantern.game("hanabi")


@pytest.fixture(autouse=True)
def judges() -> Iterator[dict[Game, Quick]]:
    with quick_judges() as quick:
        yield quick


def review_of(person: Person, table: str) -> Json:
    return person.get(f"/api/tables/{table}/review")


def ask(person: Person, table: str, status: int = 200) -> Json:
    return person.post(f"/api/tables/{table}/review", None, status)


def until(person: Person, table: str, state: str) -> Json:
    """Wait until a review is so far."""
    wait_for(lambda: review_of(person, table)["state"] == state)
    return review_of(person, table)


def played(person: Person, **more: Any) -> str:
    """A table at which a match has ended."""
    table: str = person.make("hanabi", "me", "random", seed="3", **more)["table"]
    while (seen := person.wait_for_turn(table))["status"] == "playing":
        person.move(table, seen["actions"][-1]["action"], seen)
    return table


def hold(judges: dict[Game, Quick]) -> Quick:
    """Keep the judge of Hanabi from answering until it is told to go on."""
    judge = judges[HANABI] = Quick(HANABI)
    return judge


def begun(person: Person, judges: dict[Game, Quick]) -> tuple[str, Quick]:
    """A table whose review is being worked on, and the judge that holds it up."""
    table, judge = played(person), hold(judges)
    ask(person, table)
    wait_for(lambda: review_of(person, table)["of"] > 0)
    return table, judge


def test_a_finished_match_is_reviewed(house: Running) -> None:
    ada = house.person("Ada")
    table = played(ada)
    assert review_of(ada, table) == {"state": "none", "done": 0, "of": 0, "review": None}
    assert ask(ada, table)["state"] in ("waiting", "working", "done")
    answer = until(ada, table, "done")
    review, seen = answer["review"], ada.see(table)
    assert answer["done"] == answer["of"] == len(review["decisions"])
    assert len(review["chances"]) == seen["ply"] + 1
    assert review["chances"][-1] == [seen["view"]["score"]]
    for decision in review["decisions"]:
        assert decision["seat"] == seen["log"][decision["ply"] - 1]["seat"]
        assert decision["choices"] > 1
    history = HANABI.load(ada.get(f"/api/tables/{table}/export")["saved"]).history
    assert all(decision["played"] == history[decision["ply"] - 1] for decision in review["decisions"])
    assert set(review["mattered"]) <= {decision["ply"] for decision in review["decisions"]}


def test_a_review_is_made_once_and_is_the_same_for_all(house: Running, judges: dict[Game, Quick]) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    table = played(ada)
    for person in (ada, eve, ada):
        ask(person, table)
    done = until(ada, table, "done")
    assert ask(eve, table) == done
    texts = {person.client.get(f"/api/tables/{table}/review").content for person in (ada, eve, house.person())}
    assert len(texts) == 1
    assert judges[HANABI].asked == done["of"]


def test_how_far_a_review_is_can_be_read(
    house: Running, judges: dict[Game, Quick], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "TELL_S", -1.0)
    ada = house.person("Ada")
    table, judge = played(ada), hold(judges)
    ask(ada, table)
    wait_for(lambda: review_of(ada, table)["of"] > 0)
    answer = review_of(ada, table)
    assert (answer["state"], answer["done"], answer["review"]) == ("working", 0, None)
    judge.go.set()
    assert until(ada, table, "done")["done"] == answer["of"]


def test_a_match_that_runs_is_not_reviewed(house: Running) -> None:
    ada = house.person("Ada")
    for table in (ada.make("hanabi", "me", "random")["table"], ada.make("hanabi", "me", "open")["table"]):
        assert ask(ada, table, 409)["error"] == "match_running"
        assert ada.get(f"/api/tables/{table}/review", 409)["error"] == "match_running"


@pytest.mark.parametrize("game", lantern.names())
@pytest.mark.sampled(2)
def test_a_match_that_was_given_up_is_reviewed(house: Running, game: str) -> None:
    ada = house.person("Ada")
    table = ada.make(game, "me", "me", seed="3")["table"]
    for _ in range(8):
        seen = ada.see(table)
        ada.move(table, seen["actions"][-1]["action"], seen)
    seen = ada.see(table)
    for seat in (1, 2):
        ada.post(f"/api/tables/{table}/abandon", {"seat": seat})
    ask(ada, table)
    review = until(ada, table, "done")["review"]
    assert review["unit"] == ("points" if game == "hanabi" else "chance")
    assert len(review["chances"]) == seen["ply"] + 1
    assert {len(chances) for chances in review["chances"]} == {1 if game == "hanabi" else 2}
    assert {decision["seat"] for decision in review["decisions"]} == {1, 2}


def test_who_may_not_look_may_not_read_the_review(house: Running) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    table = played(ada, spectators={"view": "none", "seat": None})
    ask(ada, table)
    until(ada, table, "done")
    assert ask(eve, table, 403)["error"] == "no_spectators"
    assert eve.get(f"/api/tables/{table}/review", 403)["error"] == "no_spectators"
    assert eve.get("/api/tables/nowhere/review", 404)["error"] == "no_table"


def test_a_review_that_failed_can_be_asked_for_again(house: Running, judges: dict[Game, Quick]) -> None:
    ada = house.person("Ada")
    table, judge = played(ada), hold(judges)
    judge.fails = True
    judge.go.set()
    ask(ada, table)
    assert until(ada, table, "failed")["review"] is None
    judge.fails = False
    ask(ada, table)
    until(ada, table, "done")


def snapshot(folder: Path) -> str:
    """The database as a server that is killed now would leave it."""
    with sqlite3.connect(folder / "lantern.db") as now, sqlite3.connect(folder / "killed.db") as then:
        now.backup(then)
    now.close()
    then.close()
    return f"sqlite:///{folder / 'killed.db'}"


def test_a_review_survives_the_end_of_the_server_that_worked_on_it(
    tmp_path: Path, ticker: Ticker, judges: dict[Game, Quick]
) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        table, judge = begun(ada, judges)
        killed = snapshot(tmp_path)
        judge.go.set()
        done = until(ada, table, "done")
    with Running(tmp_path, killed, now=ticker) as house:
        assert until(house.person(), table, "done") == done
    with Running(tmp_path, now=ticker) as house:
        assert review_of(house.person(), table) == done


def test_a_review_goes_on_after_a_server_that_stopped_in_good_order(
    tmp_path: Path, ticker: Ticker, judges: dict[Game, Quick]
) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        table, judge = begun(ada, judges)
    judge.go.set()
    with Running(tmp_path, now=ticker) as house:
        until(house.person(), table, "done")


def test_a_review_that_ends_every_server_is_given_up(tmp_path: Path, ticker: Ticker, judges: dict[Game, Quick]) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        table, judge = begun(ada, judges)
        killed = snapshot(tmp_path)
        judge.go.set()
    books = sqlite3.connect(tmp_path / "killed.db")
    books.execute("UPDATE reviews SET tries = ?", [reviewing.MOST_TRIES])
    books.commit()
    books.close()
    with Running(tmp_path, killed, now=ticker) as house:
        ada = house.person("Ada")
        until(ada, table, "failed")
        ask(ada, table)
        until(ada, table, "done")


def test_processes_share_their_reviews(tmp_path: Path, judges: dict[Game, Quick]) -> None:
    with Postgres() as postgres:
        database = postgres.create_database("reviews")
        with Running(tmp_path, database) as here, Running(tmp_path, database) as there:
            ada, eve = here.person("Ada"), there.person("Eve")
            table = played(ada)
            ask(ada, table)
            ask(eve, table)
            done = until(eve, table, "done")
            assert review_of(ada, table) == done
            assert judges[HANABI].asked == done["of"]


def test_who_asks_too_often_is_slowed_down(tmp_path: Path) -> None:
    with Running(tmp_path, limited=True) as house:
        ada = house.person("Ada")
        table = ada.make("hanabi", "me", "random")["table"]
        for _ in range(int(RATES["review"].split("/")[0])):
            ask(ada, table, 409)
        assert ask(ada, table, 429)["error"] == "too_often"


def given_up(person: Person) -> str:
    """A table at which a match has ended soon."""
    table: str = person.make("hanabi", "me", "me", seed="3")["table"]
    seen = person.see(table)
    person.move(table, seen["actions"][-1]["action"], seen)
    for seat in (1, 2):
        person.post(f"/api/tables/{table}/abandon", {"seat": seat})
    return table


def test_people_take_turns_with_their_reviews(
    house: Running, judges: dict[Game, Quick], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many somebody asks for, another waits for one of them."""
    begun: list[str] = []
    see_to = reviewing.Reviewer._see_to

    async def noting(reviewer: reviewing.Reviewer, table: str, asker: str) -> None:
        begun.append(table)
        await see_to(reviewer, table, asker)

    monkeypatch.setattr(reviewing.Reviewer, "_see_to", noting)
    ada, eve, nobody = house.person("Ada"), house.person("Eve"), house.person()
    many, hers, seen = [given_up(eve) for _ in range(4)], given_up(ada), given_up(ada)
    judge = hold(judges)
    for table in many:
        ask(eve, table)
    ask(ada, hers)
    ask(nobody, seen)
    judge.go.set()
    until(eve, many[-1], "done")
    assert begun == [many[0], hers, seen, *many[1:]]
