"""One's own mistakes: tried again, judged, and brought back until they are found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.judges import quick_judges
from tests.server.running import Json, Person, Running, Ticker
from tests.server.test_own_games import play_to_the_end

DAY_S = 86_400
PLY = 2
"""After how many actions the decision stands that is tried again."""


@pytest.fixture
def house(tmp_path: Path, ticker: Ticker) -> Iterator[Running]:
    with quick_judges(), Running(tmp_path, now=ticker) as running:
        yield running


def again(person: Person, table: str) -> str:
    made: str = person.post(f"/api/tables/{table}/branches", {"ply": PLY, "again": True}, 201)["table"]
    return made


def verdict(person: Person, branch: str, **more: bool) -> Json:
    return person.post(f"/api/tables/{branch}/verdict", more)


def best(person: Person, table: str) -> str:
    """What the judge would do, told to somebody else, whom it does not help."""
    action: str = verdict(person, again(person, table), show=True)["best"]["action"]
    return action


def attempt(person: Person, table: str, action: str | None = None, not_this: str | None = None) -> Json:
    """Try a decision again with an action, or with any but one."""
    made = again(person, table)
    seen = person.see(made)
    legal = [one["action"] for one in seen["actions"]]
    person.move(made, action or next(one for one in legal if one != not_this), seen)
    return verdict(person, made)


def practice(person: Person) -> list[Json]:
    found: list[Json] = person.get("/api/practice")["decisions"]
    return found


def test_what_is_best_is_good_and_what_is_not_says_by_how_much(house: Running) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    table = play_to_the_end(ada, "khan")
    wanted = best(eve, table)
    found = attempt(ada, table, wanted)
    assert (found["good"], found["lost"], found["best"]["action"]) == (True, 0.0, wanted)
    assert all(reason["text"] for reason in found["reasons"])
    missed = attempt(ada, table, not_this=wanted)
    assert not missed["good"]
    assert missed["lost"] > 0
    assert (missed["best"], missed["reasons"]) == (None, []), "the answer is not told"


def test_one_sits_where_the_decision_was(house: Running) -> None:
    ada = house.person("Ada")
    table = play_to_the_end(ada, "khan")
    turn = ada.get(f"/api/tables/{table}/plies/{PLY}")["view"]["to_act"]
    seen = ada.see(again(ada, table))
    assert (seen["seat"], seen["to_act"], seen["branch"]["again"]) == (turn, turn, True)
    assert ada.get(f"/api/tables/{table}/branches")["tables"] == [], "an attempt is no variation to keep"


def test_what_was_missed_comes_back_after_one_three_and_seven_days(house: Running, ticker: Ticker) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    table = play_to_the_end(ada, "khan")
    wanted = best(eve, table)
    attempt(ada, table, wanted)
    assert practice(ada) == [], "what was found at once needs no practice"
    attempt(ada, table, not_this=wanted)
    for stage, days in enumerate((1, 3, 7)):
        (one,) = practice(ada)
        assert (one["table"], one["game"], one["ply"], one["stage"]) == (table, "khan", PLY + 1, stage)
        assert one["due"] == ticker.at + days * DAY_S * 1000
        attempt(ada, table, wanted)
        assert practice(ada) == [one], "found too early, it comes back all the same"
        ticker.advance(days * DAY_S)
        attempt(ada, table, wanted)
    assert practice(ada) == []


def test_what_is_missed_again_begins_anew(house: Running, ticker: Ticker) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    table = play_to_the_end(ada, "khan")
    wanted = best(eve, table)
    attempt(ada, table, not_this=wanted)
    ticker.advance(DAY_S)
    attempt(ada, table, wanted)
    assert practice(ada)[0]["stage"] == 1
    verdict(ada, again(ada, table), show=True)
    (one,) = practice(ada)
    assert (one["stage"], one["due"]) == (0, ticker.at + DAY_S * 1000), "to be shown it is to miss it"
    assert [(one["ply"], one["stage"]) for one in practice(eve)] == [(PLY + 1, 0)], "everybody has his own"


def test_an_action_hardly_worth_a_try_is_not_good(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    table = play_to_the_end(ada, "khan")
    wanted = best(eve, table)
    monkeypatch.setattr("tests.server.judges.TRIES", 1)
    assert attempt(ada, table, not_this=wanted) | {"unit": None} == {
        "good": False, "lost": None, "unit": None, "best": None, "reasons": [],
    }  # fmt: skip


def test_nobody_else_asks_what_is_best(house: Running) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    eve.make("khan", "me", "me")
    table = play_to_the_end(ada, "khan")
    made = again(ada, table)
    assert eve.post(f"/api/tables/{made}/verdict", {"show": True}, 403)["error"] == "not_host"
    assert ada.post(f"/api/tables/{made}/verdict", {}, 404)["error"] == "no_ply", "nothing has been tried yet"
