"""Moves: repeated, stale, refused, taken back; what the log says of them; earlier moments, previews, saved matches."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lantern
from lantern import cli
from tests.server.running import Json, Person, Running, Ticker
from tests.server.test_seats import denied, finish, mover, pair, saved_match

GAMES = lantern.names()


@pytest.fixture(scope="module")
def ticker() -> Ticker:
    return Ticker()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, ticker: Ticker) -> Iterator[Running]:
    """One server for all: every test has people and tables of its own."""
    with Running(tmp_path_factory.mktemp("moves"), now=ticker) as running:
        yield running


def asked(seen: Json, action: str, move_id: str = "m1", **more: Any) -> Json:
    return {"seat": seen["seat"], "action": action, "expected_version": seen["version"], "move_id": move_id, **more}


def send(person: Person, table: str, body: Json, path: str = "moves") -> tuple[int, bytes]:
    """The answer to a move as it came: status and bytes."""
    answer = person.client.post(f"/api/tables/{table}/{path}", json=body)
    return answer.status_code, answer.content


def undoable(match: Any) -> str:
    """An action after which the seat still acts and can take it back."""
    for action in match.actions():
        after = match.copy()
        after.play(action)
        if after.undoable == match.undoable + 1:
            return str(action)
    raise AssertionError("every action is settled")


def in_turn(person: Person, table: str) -> list[str]:
    """Play two actions of one turn of HAN that can be taken back; which."""
    played = []
    for _ in range(2):
        seen = person.see(table)
        for action in (one["action"] for one in seen["actions"]):
            if person.get(f"/api/tables/{table}/preview", action=action)["view"]:
                person.move(table, action, seen)
                played.append(action)
                break
    assert person.see(table)["can_undo"] == len(played) == 2
    return played


# Repeated, stale, out of turn


def test_a_repeated_move_gets_the_same_answer_and_changes_nothing(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    seen = ada.see(table)
    body = asked(seen, seen["actions"][0]["action"])
    first = send(ada, table, body)
    assert first == (200, b'{"version":%d,"ply":1}' % (seen["version"] + 1))
    assert send(ada, table, body) == first
    for number in range(6):
        later = ada.see(table)
        send(ada, table, asked(later, later["actions"][-1]["action"], f"later-{number}"))
        assert send(ada, table, body) == first
    assert ada.see(table)["ply"] == 7
    assert send(ada, table, body | {"expected_version": 999}) == first, "it was granted whatever the table is at now"


def test_a_repeated_move_gets_the_same_answer_after_the_end(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me", saved=saved_match("hanabi", 1))["table"]
    seen = ada.see(table)
    last = lantern.game("hanabi").load(saved_match("hanabi", 0)).history[-1]
    body = asked(seen, last)
    first = send(ada, table, body)
    assert ada.see(table)["status"] == "over"
    assert send(ada, table, body) == first


def test_a_repeated_move_gets_the_same_answer_after_a_restart(tmp_path: Path, ticker: Ticker) -> None:
    answers, bodies = [], []
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        table = ada.make("han", "me", "me")["table"]
        for number in range(5):
            seen = ada.see(table)
            bodies.append(asked(seen, seen["actions"][0]["action"], f"m{number}"))
            answers.append(send(ada, table, bodies[-1]))
        cookies = dict(ada.client.cookies)
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        ada.client.cookies.update(cookies)
        assert [send(ada, table, body) for body in bodies] == answers
        seen = ada.see(table)
        denied(ada.post(f"/api/tables/{table}/moves", bodies[0] | {"action": "pass"}, 409), "move_id_used")
        assert send(ada, table, asked(seen, seen["actions"][0]["action"], "m5"))[0] == 200


def test_a_repeated_undo_gets_the_same_answer(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me")["table"]
    in_turn(ada, table)
    seen = ada.see(table)
    body = {"seat": seen["seat"], "expected_version": seen["version"], "move_id": "back"}
    first = send(ada, table, body, "undo")
    assert first[0] == 200
    assert send(ada, table, body, "undo") == first
    assert ada.see(table)["can_undo"] == 1
    denied(ada.post(f"/api/tables/{table}/undo", body | {"whole_turn": True}, 409), "move_id_used")
    move = asked(ada.see(table), "pass", "back")
    denied(ada.post(f"/api/tables/{table}/moves", move, 409), "move_id_used")


def test_a_move_id_is_used_once(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    seen = ada.see(table)
    send(ada, table, asked(seen, seen["actions"][0]["action"], "one"))
    after = ada.see(table)
    for action in (after["actions"][0]["action"], "nonsense"):
        denied(ada.post(f"/api/tables/{table}/moves", asked(after, action, "one"), 409), "move_id_used")
    other = ada.make("hanabi", "me", "me")["table"]
    fresh = ada.see(other)
    assert send(ada, other, asked(fresh, fresh["actions"][0]["action"], "one"))[0] == 200, "ids are of a table"
    for wrong in ("", "x" * 65, "a b", "ä"):
        denied(ada.post(f"/api/tables/{table}/moves", asked(after, "play 1", wrong), 422), "bad_field")


def test_a_refused_move_leaves_its_id_free(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    seen = ada.see(table)
    denied(ada.post(f"/api/tables/{table}/moves", asked(seen, "hint 5 red", "x"), 422), "refused")
    assert send(ada, table, asked(seen, seen["actions"][0]["action"], "x"))[0] == 200


def test_a_move_on_an_old_view_is_stale(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    seen = ada.see(table)
    ada.move(table, seen["actions"][0]["action"], seen)
    now = ada.see(table)
    for version in (0, seen["version"], now["version"] + 1):
        body = asked(now, now["actions"][0]["action"], "late", expected_version=version)
        answer = ada.post(f"/api/tables/{table}/moves", body, 409)
        denied(answer, "stale")
        assert answer["version"] == now["version"]
        answer = ada.post(
            f"/api/tables/{table}/undo",
            {"seat": now["seat"], "expected_version": version, "move_id": "late"},
            409,
        )
        denied(answer, "stale")
    assert ada.see(table)["version"] == now["version"]


def test_chat_and_seats_do_not_make_a_move_stale(house: Running) -> None:
    ada, ben, table = pair(house)
    who, seen = mover(table, ada, ben)
    other, seat = (ben, 2) if who is ada else (ada, 1)
    other.post(f"/api/tables/{table}/chat", {"seat": seat, "text": "Take your time"})
    other.post(f"/api/tables/{table}/seats/{seat}/name", {"name": "Friend"})
    other.post(f"/api/tables/{table}/seats/{seat}/key")
    other.post(f"/api/tables/{table}/seats/{seat}/leave")
    other.post(f"/api/tables/{table}/seats/{seat}/return")
    ada.post(f"/api/tables/{table}/invite")
    other.post(f"/api/tables/{table}/abandon", {"seat": seat})
    assert who.see(table)["version"] == seen["version"] + 7
    assert send(who, table, asked(seen, seen["actions"][0]["action"]))[0] == 200


def test_an_undo_makes_moves_on_the_view_before_it_stale(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me")["table"]
    in_turn(ada, table)
    seen = ada.see(table)
    ada.take_back(table)
    denied(ada.post(f"/api/tables/{table}/moves", asked(seen, seen["actions"][0]["action"]), 409), "stale")


def test_who_is_not_to_act_is_told_so(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    who, seen = mover(table, ada, ben)
    other = ben if who is ada else ada
    body = asked(seen, seen["actions"][0]["action"], seat=3 - seen["seat"])
    denied(other.post(f"/api/tables/{table}/moves", body, 409), "not_your_turn")
    undo = {"seat": 3 - seen["seat"], "expected_version": seen["version"], "move_id": "u"}
    denied(other.post(f"/api/tables/{table}/undo", undo, 409), "not_your_turn")
    denied(other.get(f"/api/tables/{table}/preview", 409, action="play 1"), "not_your_turn")
    for seat in (1, 2):
        denied(house.person().post(f"/api/tables/{table}/moves", body | {"seat": seat}, 403), "not_your_seat")
    denied(who.post(f"/api/tables/{table}/moves", body | {"seat": 3}, 404), "no_seat")


def test_nothing_is_played_before_the_match_begins(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "open")["table"]
    body = {"seat": 1, "action": "play 1", "expected_version": 0, "move_id": "early"}
    denied(ada.post(f"/api/tables/{table}/moves", body, 409), "not_playing")
    denied(ada.get(f"/api/tables/{table}/plies/0", 409), "not_playing")


# Refused


def test_a_refused_move_cites_the_clause_in_the_readers_language(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me", options={"start": 1})["table"]
    seen = ada.see(table)
    messages = set()
    for language in ("en", "it", "ru", "it-CH,it;q=0.9,en;q=0.5", "tlh"):
        body = asked(seen, "hint 1 purple")
        answer = ada.post(f"/api/tables/{table}/moves", body, 422, **{"Accept-Language": language})
        assert answer["error"] == "refused"
        assert {"clause", "key", "message", "arguments"} <= set(answer)
        answer = ada.post(f"/api/tables/{table}/moves", asked(seen, "discard 1"), 422, **{"Accept-Language": language})
        assert (answer["error"], answer["clause"][:7]) == ("refused", "HANABI-")
        messages.add(answer["message"])
    assert len(messages) == 3, "English where the reader's language is not spoken"
    assert ada.see(table)["version"] == seen["version"]


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_game_is_worded_in_every_language(house: Running, game: str) -> None:
    """Some actions that are refused now: those of a later moment, and nonsense."""
    ada = house.person("Ada")
    table = ada.make(game, "me", "me", seed="5")["table"]
    seen = ada.see(table)
    later = lantern.game(game).load(saved_match(game, 0, 2)).history
    legal = {action["action"] for action in seen["actions"]}
    refused = [action for action in dict.fromkeys([*later, "nonsense"]) if action not in legal][:25]
    for number, action in enumerate(refused):
        language = ("en", "it", "ru")[number % 3]
        body = asked(seen, action, f"m{number}")
        answer = ada.post(f"/api/tables/{table}/moves", body, 422, **{"Accept-Language": language})
        denied(answer, "refused")
        assert answer["clause"]
        assert answer["key"]
        preview = ada.client.get(
            f"/api/tables/{table}/preview", params={"action": action}, headers={"Accept-Language": language}
        ).json()
        assert preview["refusal"] == {key: answer[key] for key in ("clause", "key", "message", "arguments")}
        assert (preview["view"], preview["touches"]) == (None, [])


def test_denials_are_worded_in_the_readers_language(house: Running) -> None:
    ada, _ben, table = pair(house)
    found = {
        ada.post(f"/api/tables/{table}/seats/1/open", status=409, **{"Accept-Language": language})["message"]
        for language in ("en", "it", "ru")
    }
    assert len(found) == 3


# Taken back


def test_a_turn_of_han_is_taken_back_action_by_action(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me")["table"]
    states = [ada.see(table)]
    in_turn(ada, table)
    assert ada.see(table)["ply"] == 2
    back = ada.take_back(table)
    assert back == {"version": states[0]["version"] + 3, "ply": 1}
    back = ada.take_back(table)
    assert back["ply"] == 0
    seen = ada.see(table)
    assert (seen["view"], seen["actions"], seen["log"], seen["can_undo"]) == (
        states[0]["view"], states[0]["actions"], [], 0)  # fmt: skip
    answer = ada.take_back(table, 422)
    denied(answer, "refused")
    assert answer["key"] == "nothing_to_undo"


def test_a_whole_turn_is_begun_again(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me")["table"]
    before = ada.see(table)
    in_turn(ada, table)
    assert ada.take_back(table, whole_turn=True) == {"version": before["version"] + 3, "ply": 0}
    assert ada.see(table)["view"] == before["view"]


def test_what_is_settled_is_not_taken_back(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    seen = ada.see(table)
    ada.move(table, seen["actions"][0]["action"], seen)
    answer = ada.take_back(table, 422)
    denied(answer, "refused")
    assert (answer["clause"], answer["key"]) == ("undo", "settled")


def test_actions_of_a_saved_match_are_not_taken_back(house: Running) -> None:
    match = lantern.game("han").match(2, 5)
    match.play(undoable(match))
    assert match.undoable == 1
    ada = house.person("Ada")
    table = ada.make("han", "me", "me", saved=match.save())["table"]
    assert ada.see(table)["can_undo"] == 0
    denied(ada.take_back(table, 422), "refused")
    ada.move(table, undoable(match))
    assert ada.see(table)["can_undo"] == 1
    ada.take_back(table, whole_turn=True)
    assert ada.see(table)["ply"] == 1
    denied(ada.take_back(table, 422), "refused")


def test_nobody_takes_back_what_another_did(house: Running) -> None:
    ada, ben, table = pair(house)
    who, seen = mover(table, ada, ben)
    who.move(table, seen["actions"][0]["action"], seen)
    other = ben if who is ada else ada
    undo = {"seat": 3 - seen["seat"], "expected_version": seen["version"] + 1, "move_id": "u"}
    denied(other.post(f"/api/tables/{table}/undo", undo, 409), "not_your_turn")
    denied(other.post(f"/api/tables/{table}/undo", undo | {"seat": seen["seat"]}, 403), "not_your_seat")


# The log


def harmless(seen: Json, chance: random.Random) -> str:
    """Any action; in Hanabi none that could end the match soon."""
    found = [one["action"] for one in seen["actions"] if not one["action"].startswith("play ")]
    return str(chance.choice(found or seen["actions"]))


class Client:
    """Keeps log and talk by what each view adds, as a browser does."""

    def __init__(self) -> None:
        self.version, self.log, self.talk = 0, list[Json](), list[Json]()

    def take(self, seen: Json) -> None:
        self.log = [line for line in self.log if line["ply"] <= seen["keep"]] + seen["log"]
        self.talk += seen["talk"]
        self.version = seen["version"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ends", [False, True], ids=["running", "ended"])
@pytest.mark.sampled(4)
def test_a_client_that_looks_now_and_then_has_the_whole_log(house: Running, game: str, ends: bool) -> None:
    chance = random.Random(f"{game} {ends}")
    ada, looker = house.person("Ada"), house.person("Spectator")
    if game == "hanabi":
        spectators: Json = {"view": "seat", "seat": 2}
    else:
        spectators = {"view": "public", "seat": None}
    table = ada.make(game, "me", "me", "me", spectators=spectators)["table"]
    clients = [(person, query, Client()) for person, query in ((ada, {"seat": 1}), (ada, {"seat": 2}), (looker, {}))
               for _ in range(2)]  # fmt: skip
    for step in range(30):
        seen = ada.see(table)
        if ends and step == 29:
            for seat in (1, 2, 3):
                ada.post(f"/api/tables/{table}/abandon", {"seat": seat})
        elif seen["can_undo"] and chance.random() < 0.3:
            ada.take_back(table, whole_turn=chance.random() < 0.5)
        elif chance.random() < 0.1:
            ada.post(f"/api/tables/{table}/chat", {"seat": 1, "greeting": "hello"})
        else:
            ada.move(table, harmless(seen, chance), seen)
        for person, query, client in clients:
            if chance.random() < 0.4 or step == 29:
                client.take(person.see(table, since=client.version, **query))
                whole = person.see(table, **query)
                assert client.log == whole["log"]
                assert client.talk == whole["talk"]
                assert [line["ply"] for line in client.log] == list(range(1, whole["ply"] + 1))


def test_a_client_with_a_delayed_view_has_the_whole_log(house: Running) -> None:
    ada, looker = house.person("Ada"), house.person()
    table = ada.make("hanabi", "me", "me", spectators={"view": "delayed", "seat": None})["table"]
    client = Client()
    for _ in range(18):
        seen = ada.see(table)
        hints = [one["action"] for one in seen["actions"] if "hint" in one["action"]]
        ada.move(table, hints[0] if hints else "discard 1", seen)
        client.take(looker.see(table, since=client.version))
        assert client.log == looker.see(table)["log"]
    assert client.log


@pytest.mark.parametrize("since", [-1, "x", 2**31])
def test_a_version_that_can_not_be_is_refused(house: Running, since: Any) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    denied(ada.see(table, 422, since=since), "bad_field")


def test_who_asks_since_a_version_to_come_gets_everything(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me", saved=saved_match("hanabi", 3))["table"]
    whole = ada.see(table, seat=1)
    assert ada.see(table, seat=1, since=whole["version"] + 5) == whole
    assert ada.see(table, seat=1, since=whole["version"])["log"] == []


def test_who_has_several_seats_and_names_none_gets_the_whole_log(house: Running) -> None:
    """From one look to the next he may look with other eyes."""
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me", saved=saved_match("hanabi", 3))["table"]
    whole = ada.see(table)
    later = ada.see(table, since=whole["version"])
    assert (later["keep"], later["log"], later["talk"]) == (0, whole["log"], [])


def test_the_log_says_when_and_by_whom(house: Running, ticker: Ticker) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    for _ in range(3):
        ticker.advance(0.5)
        seen = ada.see(table)
        ada.move(table, seen["actions"][-1]["action"], seen)
        line = ada.see(table)["log"][-1]
        assert (line["seat"], line["at"], line["version"]) == (seen["to_act"], ticker.at, seen["version"] + 1)
        assert all(set(event) == {"key", "arguments"} for event in line["events"])
        assert line["events"]


# Earlier moments, previews, breakdown


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(2)
def test_earlier_moments_are_as_the_seat_saw_them(house: Running, game: str) -> None:
    ada, chance = house.person("Ada"), random.Random(game)
    table = ada.make(game, "me", "me")["table"]
    seen_then: list[dict[int, Json]] = []
    offered: list[list[Json]] = []
    for _ in range(8):
        seen = ada.see(table)
        offered.append(seen["actions"])
        seen_then.append({seat: ada.see(table, seat=seat)["view"] for seat in (1, 2)})
        ada.move(table, harmless(seen, chance), seen)
    for ply, views in enumerate(seen_then):
        for seat, view in views.items():
            earlier = ada.get(f"/api/tables/{table}/plies/{ply}", seat=seat)
            assert (earlier["ply"], earlier["view"], earlier["everything"]) == (ply, view, None)
            log = ada.see(table, seat=seat)["log"]
            assert earlier["log"] == log[max(0, ply - 1) : ply]
    for seat in (1, 2):
        single = [ada.get(f"/api/tables/{table}/plies/{ply}", seat=seat) for ply in range(2, 9)]
        assert ada.get(f"/api/tables/{table}/plies", seat=seat, first=2, count=7)["plies"] == single
    denied(ada.get(f"/api/tables/{table}/plies", 404, first=2, count=8), "no_ply")
    denied(ada.get(f"/api/tables/{table}/plies", 422, first=0, count=25), "bad_field")
    denied(house.person().get(f"/api/tables/{table}/plies", 403, first=0, count=2, seat=1), "not_your_seat")
    action = offered[3][0]["action"]
    assert ada.get(f"/api/tables/{table}/plies/3", action=action)["actions"] == []
    denied(ada.get(f"/api/tables/{table}/plies/9", 404), "no_ply")
    denied(house.person().get(f"/api/tables/{table}/plies/1", 403, seat=1), "not_your_seat")
    for seat in (1, 2):
        ada.post(f"/api/tables/{table}/abandon", {"seat": seat})
    over = ada.get(f"/api/tables/{table}/plies/3", action=[action, "nonsense"])
    assert over["actions"] == offered[3][:1]
    assert over["everything"] is not None
    assert over["view"]["ply"] == 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(2)
def test_a_preview_shows_what_would_be_unless_something_hidden_would_show(house: Running, game: str) -> None:
    ada, chance = house.person("Ada"), random.Random(game)
    table = ada.make(game, "me", "me", saved=saved_match(game, 12, 2))["table"]
    shown = 0
    for _ in range(8):
        seen = ada.see(table)
        wanted = harmless(seen, chance)
        action = next(one for one in seen["actions"] if one["action"] == wanted)
        preview = ada.get(f"/api/tables/{table}/preview", action=action["action"])
        assert preview["refusal"] is None
        assert preview["touches"] == action["touches"]
        assert ada.see(table) == seen, "a preview changes nothing"
        ada.move(table, action["action"], seen)
        after = ada.see(table, seat=seen["seat"])
        if preview["view"] is not None:
            shown += 1
            assert preview["view"] == after["view"]
            assert after["can_undo"] == seen["can_undo"] + 1
    assert shown or game == "hanabi"


@pytest.mark.parametrize("game", GAMES)
def test_views_count_points_item_by_item(house: Running, game: str) -> None:
    ada, text = house.person("Ada"), saved_match(game, 1)
    match = lantern.game(game).load(text)
    table = ada.make(game, *["me"] * match.options["players"], saved=text)["table"]
    seen = ada.see(table)
    assert seen["view"]["breakdown"] == json.loads(json.dumps(match.breakdown()))
    assert seen["view"]["breakdown"]


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_what_the_game_draws(house: Running, game: str) -> None:
    ada = house.person("Ada")
    table = ada.make(game, "me", "me")["table"]
    assert house.person().get(f"/api/tables/{table}/board") == json.loads(
        json.dumps(lantern.game(game).match(2, 1).board())
    )


@pytest.mark.parametrize(("taken", "sent"), [("gzip, br", "gzip"), ("identity", None), ("", None)])
def test_the_board_is_compressed_for_those_who_take_it(house: Running, taken: str, sent: str | None) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    answer = ada.client.get(f"/api/tables/{table}/board", headers={"Accept-Encoding": taken})
    assert answer.headers.get("Content-Encoding") == sent
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.json() == ada.get(f"/api/tables/{table}/board")


# Saved matches


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_is_exported_and_imported_is_the_same(house: Running, game: str) -> None:
    ada, chance = house.person("Ada"), random.Random(game)
    table = ada.make(game, "me", "me")["table"]
    for _ in range(12):
        seen = ada.see(table)
        ada.move(table, harmless(seen, chance), seen)
    seen = ada.see(table)
    if seen["can_undo"]:
        ada.take_back(table)
    before = {seat: ada.see(table, seat=seat)["view"] for seat in (1, 2)}
    for seat in (1, 2):
        ada.post(f"/api/tables/{table}/abandon", {"seat": seat})
    exported = house.person().get(f"/api/tables/{table}/export")
    assert exported["seats"] == ["Ada", None]
    other = ada.make(game, "me", "me", saved=exported["saved"])["table"]
    assert {seat: ada.see(other, seat=seat)["view"] for seat in (1, 2)} == before
    first, second = ada.see(table, seat=1), ada.see(other, seat=1)
    assert [(line["seat"], line["ply"]) for line in second["log"]] == [
        (line["seat"], line["ply"]) for line in first["log"]
    ]
    for seat in (1, 2):
        ada.post(f"/api/tables/{other}/abandon", {"seat": seat})
    assert ada.get(f"/api/tables/{other}/export")["saved"] == exported["saved"]
    assert ada.see(other)["everything"] == ada.see(table)["everything"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(2)
def test_an_export_is_read_by_lantern_replay(
    house: Running, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = house.person("Ada")
    table = ada.make(game, "me", "me", saved=saved_match(game, 2, 2))["table"]
    assert finish(ada, table)["status"] == "over"
    exported = ada.get(f"/api/tables/{table}/export")
    path = tmp_path / "match.json"
    path.write_text(exported["saved"])
    assert cli.main(["replay", str(path), "--all"]) == 0
    assert capsys.readouterr().out
