"""Other ways of a finished match: tried alone, changing nothing of it, found again by who tried them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import lantern
from tests.server.running import Json, Person, Running
from tests.server.test_own_games import finished, play_to_the_end


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("branches"), thinkers=0) as running:
        yield running


def branch(person: Person, table: str, ply: int, **more: object) -> str:
    made: str = person.post(f"/api/tables/{table}/branches", {"ply": ply, **more}, 201)["table"]
    return made


def listed(person: Person, table: str) -> list[Json]:
    return [one["branch"] for one in person.get(f"/api/tables/{table}/branches")["tables"]]


def test_a_branch_goes_on_from_its_moment_and_changes_nothing_of_the_match(house: Running) -> None:
    ada = house.person("Ada")
    table = play_to_the_end(ada, "khan")
    before, then = ada.see(table), ada.get(f"/api/tables/{table}/plies/6")
    made = branch(ada, table, 6)
    seen = ada.see(made)
    assert (seen["ply"], seen["branch"]) == (6, {"table": table, "ply": 6, "again": False, "label": None})
    assert seen["view"] == ada.get(f"/api/tables/{made}/plies/6")["view"]
    assert {**seen["view"], "result": None} == {**then["view"], "result": None}
    assert [seat["kind"] for seat in seen["seats"]].count("person") == 1
    assert ada.see(table) == before


@pytest.mark.parametrize("turn", [1, 2])
def test_one_plays_for_whoever_is_to_move(house: Running, turn: int) -> None:
    """At the moment from which one goes on, though it is not one's own seat: that move is to be another."""
    ada = house.person("Ada")
    table = play_to_the_end(ada, "khan")
    ply = next(ply for ply in range(6) if ada.get(f"/api/tables/{table}/plies/{ply}")["view"]["to_act"] == turn)
    seen = ada.see(branch(ada, table, ply))
    assert (seen["ply"], seen["mine"], seen["to_act"]) == (ply, [turn], turn)
    assert seen["actions"]


@pytest.mark.parametrize("seat", [1, 2])
def test_one_sits_where_one_likes(house: Running, seat: int) -> None:
    ada = house.person("Ada")
    table = play_to_the_end(ada, "khan")
    seen = ada.see(branch(ada, table, 4, seat=seat, bot="random"))
    assert seen["mine"] == [seat]
    assert seen["seats"][2 - seat]["bot"] == "random"


def test_all_can_be_taken_back_as_often_as_one_likes(house: Running) -> None:
    """With what the bots did after it, down to the moment from which the branch goes on."""
    ada = house.person("Ada")
    table = play_to_the_end(ada, "khan")
    ply = next(ply for ply in range(6) if ada.get(f"/api/tables/{table}/plies/{ply}")["view"]["to_act"] == 1)
    made = branch(ada, table, ply, seat=1, bot="random")
    seen = first = ada.see(made)
    assert first["can_undo"] == 0
    turns = [first["ply"]]
    while len(turns) < 4:
        ada.move(made, seen["actions"][-1]["action"], seen)
        seen = ada.wait_for_turn(made)
        turns.append(seen["ply"])
    for turn in reversed(turns[:-1]):
        ada.take_back(made)
        assert ada.see(made)["ply"] == turn
    again = ada.see(made)
    assert (again["view"], again["actions"], again["can_undo"]) == (first["view"], first["actions"], 0)


def test_branches_are_listed_by_their_moments_and_called_as_one_likes(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    table = play_to_the_end(ada, "khan")
    late, early = branch(ada, table, 3), branch(ada, table, 1)
    ada.wait_for_turn(late)
    version = ada.post(f"/api/tables/{late}/label", {"label": "  what if\nI had waited? "})["version"]
    assert ada.post(f"/api/tables/{late}/label", {"label": "what if I had waited?"})["version"] == version
    assert [(one["ply"], one["label"]) for one in listed(ada, table)] == [(1, None), (3, "what if I had waited?")]
    assert listed(ben, table) == []
    ada.post(f"/api/tables/{late}/label", {"label": ""})
    assert ada.see(late)["branch"]["label"] is None
    assert ben.see(early)["seat"] is None, "others look on by its link"


def test_a_branch_is_no_match_that_counts(house: Running) -> None:
    ada = house.person("Ada")
    table = play_to_the_end(ada, "hanabi", "me", "me", "me")
    made = branch(ada, table, 2)
    ada.post(f"/api/tables/{made}/abandon", {"seat": ada.see(made)["seat"]})
    assert [one["table"] for one in finished(ada)] == [table]


def test_a_branch_survives_a_restart_with_its_name(tmp_path: Path) -> None:
    with Running(tmp_path, thinkers=0) as house:
        ada = house.person("Ada")
        table = play_to_the_end(ada, "khan")
        made = branch(ada, table, 5, seat=1)
        ada.wait_for_turn(made)
        ada.post(f"/api/tables/{made}/label", {"label": "north"})
        before, cookies = ada.see(made), dict(ada.client.cookies)
    with Running(tmp_path, thinkers=0) as house:
        again = house.person()
        again.client.cookies.update(cookies)
        assert again.see(made) == before
        assert listed(again, table) == [{"table": table, "ply": 5, "label": "north"}]


def test_who_tries_a_variation_alone_can_have_it_as_it_stands(house: Running) -> None:
    """To compose a position from it; nobody else, and not where something better is to be found."""
    ada, ben = house.person("Ada"), house.person("Ben")
    table = play_to_the_end(ada, "khan")
    made = branch(ada, table, 5)
    ada.wait_for_turn(made)
    ada.move(made, ada.see(made)["actions"][0]["action"])
    ada.wait_for_turn(made)
    saved = lantern.game("khan").load(ada.get(f"/api/tables/{made}/export")["saved"])
    assert saved.ply == ada.see(made)["ply"]
    assert ben.get(f"/api/tables/{made}/export", 409)["error"] == "match_running"
    sought = branch(ada, table, 5, again=True)
    assert ada.get(f"/api/tables/{sought}/export", 409)["error"] == "match_running"


def test_nothing_is_tried_while_a_match_runs(house: Running) -> None:
    """A running match keeps its secrets, and its players their heads."""
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    ada.move(table, ada.see(table)["actions"][0]["action"])
    assert ada.post(f"/api/tables/{table}/branches", {"ply": 0}, 409)["error"] == "match_running"


def test_what_can_not_be_branched_or_named(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    table = play_to_the_end(ada, "hanabi")
    end = ada.see(table)["ply"]
    for asked, status, error in [
        ({"ply": end}, 404, "no_ply"),
        ({"ply": -1}, 422, "bad_field"),
        ({"ply": "1"}, 422, "bad_field"),
        ({"ply": 1, "seat": 3}, 404, "no_seat"),
        ({"ply": 1, "bot": "nobody"}, 422, "no_bot"),
        ({}, 422, "bad_field"),
    ]:
        assert ada.post(f"/api/tables/{table}/branches", asked, status)["error"] == error
    assert ada.post("/api/tables/nowhere/branches", {"ply": 1}, 404)["error"] == "no_table"
    assert ada.post(f"/api/tables/{table}/label", {"label": "x"}, 409)["error"] == "no_branch"
    made = branch(ada, table, 1)
    ben.make("khan", "me", "me")
    assert ben.post(f"/api/tables/{made}/label", {"label": "mine"}, 403)["error"] == "not_host"


def test_who_may_not_look_on_may_not_go_on(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    table = ada.make("hanabi", "me", "me", spectators={"view": "none", "seat": None})["table"]
    for seat in (1, 2):
        ada.post(f"/api/tables/{table}/abandon", {"seat": seat})
    ben.make("khan", "me", "me")
    assert ben.post(f"/api/tables/{table}/branches", {"ply": 0}, 403)["error"] == "no_spectators"


def test_a_saved_match_goes_on_from_any_of_its_actions(house: Running) -> None:
    ada = house.person("Ada")
    table = play_to_the_end(ada, "khan")
    saved = ada.get(f"/api/tables/{table}/export")["saved"]
    made = ada.make("khan", "me", "open", saved=saved, until=7)
    ben = house.person("Ben")
    ben.join(made["table"], made["invite"])
    assert ada.see(made["table"])["ply"] == 7
    whole = ada.make("khan", "me", "me", saved=saved)["table"]
    assert ada.see(whole)["status"] == "over"
    too_far = ada.see(table)["ply"] + 1
    assert ada.make("khan", "me", "me", saved=saved, until=too_far, status=404)["error"] == "no_ply"
