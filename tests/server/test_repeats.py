"""Whatever is asked of the server may be asked again when its answer was lost: it is done once, and answered alike."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from lantern.server.app import description
from lantern.server.tables import keys
from lantern.server.tables.repeats import cookie_from
from tests.puzzles import having, to_answer, to_play
from tests.server.judges import quick_judges
from tests.server.push_service import LOOPBACK, Browser
from tests.server.running import Json, Person, Running, Ticker, wait_for

STORED = {
    "guests": "id, token, name, key",
    "devices": "token, guest",
    "tables": "id, setting, version, status, to_act, seats, digest",
    "sittings": "guest, table_id, seat",
    "entries": "table_id, version, kind, seat, move_id, data",
    "reviews": "table_id",
    "practice": "guest, table_id, ply, seat, stage, due",
    "notes": "guest, table_id, seat, about, text",
    "puzzle_tries": "guest, game, number, puzzle, right, rating",
    "wishes": "guest, told, language, quiet_from, quiet_to, zone, channel, address",
    "push_devices": "id, guest, endpoint, key, secret, name",
}
"""What of the database must be as if a request had been made once."""


PUZZLE, QUESTION = to_play("khan"), to_answer("khan")
NOBODY = f"http://{LOOPBACK}:9"
"""A push service that nobody asks."""


@pytest.fixture(scope="module", autouse=True)
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with having(tmp_path_factory.mktemp("shelf"), PUZZLE, QUESTION):
        yield


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, shelf: None) -> Iterator[Running]:
    with quick_judges(), Running(tmp_path_factory.mktemp("repeats"), now=Ticker(), notify_to=(LOOPBACK,)) as running:
        yield running


@dataclass
class Request:
    """A request as it goes over the wire, whose answer may never arrive."""

    person: Person
    path: str
    body: Json | None = None
    method: str = "POST"
    headers: dict[str, str] = field(
        default_factory=lambda: {"Idempotency-Key": secrets.token_urlsafe(), "Lantern-Visitor": secrets.token_urlsafe()}
    )

    def __post_init__(self) -> None:
        self.cookies = dict(self.person.client.cookies)

    def send(self, url: str | None = None) -> httpx.Response:
        """Ask, and keep nothing of the answer."""
        with httpx.Client(base_url=url or self.person.url, cookies=self.cookies, timeout=60, verify=False) as client:
            return client.request(self.method, self.path, json=self.body, headers=self.headers)


def content_of(answer: httpx.Response) -> tuple[int, str, str | None]:
    return answer.status_code, answer.text, answer.headers.get("set-cookie")


def stored(folder: Path) -> dict[str, list[Any]]:
    connection = sqlite3.connect(f"file:{folder / 'lantern.db'}?mode=ro", uri=True)
    try:
        return {
            table: sorted(connection.execute(f"SELECT {columns} FROM {table}").fetchall(), key=repr)
            for table, columns in STORED.items()
        }
    finally:
        connection.close()


def folder_of(house: Running) -> Path:
    return Path(house.settings.database.removeprefix("sqlite:///")).parent


# What can be asked

Scene = Callable[[Running], Request]


def at(house: Running, *seats: str, **more: Any) -> tuple[Person, Json]:
    ada = house.person("Ada")
    return ada, ada.make("hanabi", *seats, options={"start": 1}, **more)


def order(kind: str = "open") -> Json:
    return {"game": "hanabi", "seats": [{"kind": "me"}, {"kind": kind}, {"kind": kind}], "name": "Ada"}


def a_table(house: Running) -> Request:
    return Request(house.person(), "/api/tables", order())


def a_table_by_a_guest(house: Running) -> Request:
    ada = house.person()
    ada.make("hanabi", "me", "me")
    return Request(ada, "/api/tables", order("me"))


def a_name(house: Running) -> Request:
    return Request(house.person(), "/api/guest", {"name": "Ada"}, "PUT")


def an_own_key(house: Running) -> Request:
    ada, _ = at(house, "me", "me")
    return Request(ada, "/api/guest/key")


def being_forgotten(house: Running) -> Request:
    ada, _ = at(house, "me", "me")
    return Request(ada, "/api/guest/forget")


def a_device_by_its_key(house: Running) -> Request:
    ada, _ = at(house, "me", "me")
    return Request(house.person(), "/api/guest/devices", {"key": ada.post("/api/guest/key")["key"]})


def a_seat_by_its_link(house: Running) -> Request:
    _, made = at(house, "me", "open", "open")
    return Request(house.person(), f"/api/tables/{made['table']}/join", {"key": made["keys"]["3"], "name": "Ben"})


def a_seat_by_the_tables_link(house: Running) -> Request:
    _, made = at(house, "me", "open", "open")
    return Request(house.person(), f"/api/tables/{made['table']}/join", {"key": made["invite"]})


def the_last_seat(house: Running) -> Request:
    _, made = at(house, "me", "open")
    return Request(house.person(), f"/api/tables/{made['table']}/join", {"key": made["invite"]})


def a_seat_that_anybody_may_take(house: Running) -> Request:
    _, made = at(house, "me", "open", "open", listed=True)
    return Request(house.person(), f"/api/tables/{made['table']}/join", {})


def a_second_seat(house: Running) -> Request:
    ada, made = at(house, "me", "open", "open")
    return Request(ada, f"/api/tables/{made['table']}/join", {"key": made["invite"], "seat": 2})


def another_device(house: Running) -> Request:
    ada, made = at(house, "me", "open")
    key = ada.post(f"/api/tables/{made['table']}/seats/1/key")["key"]
    return Request(house.person(), f"/api/tables/{made['table']}/join", {"key": key})


def leaving(house: Running) -> Request:
    _, made = at(house, "me", "open", "open")
    ben = house.person("Ben")
    ben.join(made["table"], made["keys"]["2"])
    return Request(ben, f"/api/tables/{made['table']}/seats/2/leave")


def leaving_the_match(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    return Request(ada, f"/api/tables/{made['table']}/seats/2/leave")


def leaving_those_who_want_the_end(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    ada.post(f"/api/tables/{made['table']}/abandon", {"seat": 1})
    return Request(ada, f"/api/tables/{made['table']}/seats/2/leave")


def returning(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    ada.post(f"/api/tables/{made['table']}/seats/2/leave")
    return Request(ada, f"/api/tables/{made['table']}/seats/2/return")


def a_bot(house: Running) -> Request:
    ada, made = at(house, "me", "open", "open")
    return Request(ada, f"/api/tables/{made['table']}/seats/2/bot", {"bot": "random"})


def the_last_bot(house: Running) -> Request:
    ada, made = at(house, "me", "open")
    return Request(ada, f"/api/tables/{made['table']}/seats/2/bot", {"bot": "random"})


def a_stand_in(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    return Request(ada, f"/api/tables/{made['table']}/seats/2/bot", {})


def a_free_seat(house: Running) -> Request:
    ada, made = at(house, "me", "random", "open")
    return Request(ada, f"/api/tables/{made['table']}/seats/2/open")


def a_key(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    return Request(ada, f"/api/tables/{made['table']}/seats/1/key", {"alone": True})


def another_name(house: Running) -> Request:
    ada, made = at(house, "me", "open")
    return Request(ada, f"/api/tables/{made['table']}/seats/1/name", {"name": "Adele"})


def another_link(house: Running) -> Request:
    ada, made = at(house, "me", "open")
    return Request(ada, f"/api/tables/{made['table']}/invite")


def a_move(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    seen = ada.see(made["table"])
    body = {"seat": 1, "action": seen["actions"][0]["action"], "expected_version": seen["version"], "move_id": "m"}
    return Request(ada, f"/api/tables/{made['table']}/moves", body)


def taking_back(house: Running) -> Request:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me", options={"start": 1})["table"]
    seen = ada.see(table)
    for action in (one["action"] for one in seen["actions"]):
        if ada.get(f"/api/tables/{table}/preview", action=action)["view"]:
            version = ada.move(table, action, seen)["version"]
            break
    return Request(ada, f"/api/tables/{table}/undo", {"seat": 1, "expected_version": version, "move_id": "u"})


def a_suggestion(house: Running) -> Request:
    ada, made = at(house, "me", "random")
    version = ada.see(made["table"])["version"]
    return Request(ada, f"/api/tables/{made['table']}/suggestion", {"seat": 1, "expected_version": version})


def wanting_the_end(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    return Request(ada, f"/api/tables/{made['table']}/abandon", {"seat": 1})


def the_end(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    ada.post(f"/api/tables/{made['table']}/abandon", {"seat": 2})
    return Request(ada, f"/api/tables/{made['table']}/abandon", {"seat": 1})


def over(house: Running) -> tuple[Person, str]:
    request = the_end(house)
    request.send()
    return request.person, request.path.removesuffix("/abandon")


def playing_again(house: Running) -> Request:
    ada, path = over(house)
    return Request(ada, f"{path}/rematch", {})


def the_same_deal(house: Running) -> Request:
    ada, path = over(house)
    return Request(ada, f"{path}/rematch", {"same_deal": True})


def a_word(house: Running) -> Request:
    ada, made = at(house, "me", "open")
    return Request(ada, f"/api/tables/{made['table']}/chat", {"seat": 1, "text": "hello"})


def a_greeting(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    return Request(ada, f"/api/tables/{made['table']}/chat", {"seat": 2, "greeting": "hello"})


def a_review(house: Running) -> Request:
    """One that is done, for until then its state goes on by itself."""
    ada, path = over(house)
    ada.post(f"{path}/review")
    wait_for(lambda: ada.get(f"{path}/review")["state"] == "done")
    return Request(ada, f"{path}/review")


def a_lesson(house: Running) -> Request:
    ada, _ = at(house, "me", "me")
    return Request(ada, "/api/lessons/hanabi")


def played_and_over(house: Running) -> tuple[Person, str]:
    """A match of one action, which was called off."""
    ada, made = at(house, "me", "me")
    ada.move(made["table"], ada.see(made["table"])["actions"][0]["action"])
    for seat in (1, 2):
        ada.post(f"/api/tables/{made['table']}/abandon", {"seat": seat})
    return ada, f"/api/tables/{made['table']}"


def a_map(house: Running) -> Request:
    return Request(house.person("Ada"), "/api/games/han/options/map/check", {"own": {"name": "Mine"}})


def a_branch(house: Running) -> Request:
    ada, path = played_and_over(house)
    return Request(ada, f"{path}/branches", {"ply": 0})


def a_name_of_a_branch(house: Running) -> Request:
    request = a_branch(house)
    return Request(request.person, f"/api/tables/{request.send().json()['table']}/label", {"label": "if only"})


def giving_up_what_was_tried_again(house: Running) -> Request:
    ada, path = played_and_over(house)
    made = ada.post(f"{path}/branches", {"ply": 0, "again": True}, 201)
    return Request(ada, f"/api/tables/{made['table']}/verdict", {"show": True})


def a_note(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    return Request(ada, f"/api/tables/{made['table']}/notes", {"seat": 1, "about": "ply:1", "text": "hm"}, "PUT")


def a_position(house: Running) -> Request:
    ada, _ = at(house, "me", "me")
    return Request(ada, "/api/games/hanabi/compose", {"deal": {"players": 2}, "seed": "7"})


def a_best_move(house: Running) -> Request:
    request = a_position(house)
    asked = {"position": request.send().json()["position"], "seed": "7"}
    return Request(request.person, f"{request.path}/suggestion", asked)


def a_puzzle(house: Running) -> Request:
    return Request(house.person(), "/api/puzzles/khan", {"puzzle": PUZZLE.name})


def at_a_puzzle(house: Running, name: str) -> tuple[Person, str]:
    ada, _ = at(house, "me", "me")
    made = ada.post("/api/puzzles/khan", {"puzzle": name}, 201)
    return ada, f"/api/tables/{made['table']}"


def an_answer(house: Running) -> Request:
    ada, path = at_a_puzzle(house, QUESTION.name)
    return Request(ada, f"{path}/answer", {"answer": QUESTION.answer})


def giving_up(house: Running) -> Request:
    ada, path = at_a_puzzle(house, PUZZLE.name)
    return Request(ada, f"{path}/answer", {"answer": None})


def going_on(house: Running) -> Request:
    """After a question it is still his own turn: no bot moves meanwhile."""
    ada, path = at_a_puzzle(house, QUESTION.name)
    ada.post(f"{path}/answer", {"answer": QUESTION.answer})
    return Request(ada, f"{path}/on")


def wishes(house: Running) -> Request:
    ada, _ = at(house, "me", "me")
    wanted = {"told": ["turn"], "quiet": {"begin": 1320, "end": 420, "zone": "Europe/Rome"}}
    return Request(ada, "/api/notices", wanted, "PUT")


def a_browser(house: Running) -> Request:
    ada, made = at(house, "me", "me")
    return Request(ada, "/api/notices/devices", Browser(NOBODY, made["table"]).subscription)


def a_browser_less(house: Running) -> Request:
    request = a_browser(house)
    here = request.person.post("/api/notices/devices", request.body)["here"]
    return Request(request.person, f"/api/notices/devices/{here}", method="DELETE")


def a_trial(house: Running) -> Request:
    ada, _ = at(house, "me", "me")
    return Request(ada, "/api/notices/trial", {})


SCENES: dict[str, list[Scene]] = {
    "PUT /api/guest": [a_name],
    "POST /api/guest/key": [an_own_key],
    "POST /api/guest/forget": [being_forgotten],
    "POST /api/guest/devices": [a_device_by_its_key],
    "POST /api/tables": [a_table, a_table_by_a_guest],
    "POST /api/tables/{table_id}/join": [
        a_seat_by_its_link, a_seat_by_the_tables_link, the_last_seat, a_seat_that_anybody_may_take, a_second_seat,
        another_device,
    ],
    "POST /api/tables/{table_id}/seats/{seat}/leave": [
        leaving, leaving_the_match, leaving_those_who_want_the_end,
    ],
    "POST /api/tables/{table_id}/seats/{seat}/return": [returning],
    "POST /api/tables/{table_id}/seats/{seat}/bot": [a_bot, the_last_bot, a_stand_in],
    "POST /api/tables/{table_id}/seats/{seat}/open": [a_free_seat],
    "POST /api/tables/{table_id}/seats/{seat}/key": [a_key],
    "POST /api/tables/{table_id}/seats/{seat}/name": [another_name],
    "POST /api/tables/{table_id}/invite": [another_link],
    "POST /api/tables/{table_id}/moves": [a_move],
    "POST /api/tables/{table_id}/undo": [taking_back],
    "POST /api/tables/{table_id}/suggestion": [a_suggestion],
    "POST /api/tables/{table_id}/abandon": [wanting_the_end, the_end],
    "POST /api/tables/{table_id}/rematch": [playing_again, the_same_deal],
    "POST /api/tables/{table_id}/chat": [a_word, a_greeting],
    "POST /api/tables/{table_id}/review": [a_review],
    "POST /api/lessons/{game}": [a_lesson],
    "POST /api/games/{game}/options/{option}/check": [a_map],
    "POST /api/games/{game}/compose": [a_position],
    "POST /api/games/{game}/compose/suggestion": [a_best_move],
    "POST /api/puzzles/{game}": [a_puzzle],
    "POST /api/tables/{table_id}/answer": [an_answer, giving_up],
    "POST /api/tables/{table_id}/on": [going_on],
    "POST /api/tables/{table_id}/branches": [a_branch],
    "POST /api/tables/{table_id}/label": [a_name_of_a_branch],
    "PUT /api/tables/{table_id}/notes": [a_note],
    "PUT /api/notices": [wishes],
    "POST /api/notices/devices": [a_browser],
    "DELETE /api/notices/devices/{device}": [a_browser_less],
    "POST /api/notices/trial": [a_trial],
    "POST /api/tables/{table_id}/verdict": [giving_up_what_was_tried_again],
}  # fmt: skip
"""[operation] what is asked and lost; every operation that changes something must be here."""
LEAVE_NO_TRACE = (a_suggestion, a_review, a_map, a_position, a_best_move, a_trial)
ALL = [scene for scenes in SCENES.values() for scene in scenes]


def named(scene: Scene) -> str:
    return scene.__name__


def test_every_operation_that_changes_something_is_asked_twice() -> None:
    """But those of administrators, who see what has become of it: asked again it is denied, or noted again."""
    changing = {
        f"{method.upper()} {path}"
        for path, operations in description()["paths"].items()
        for method in operations
        if method not in ("get", "head", "options") and not path.startswith("/api/admin/")
    }
    assert changing == set(SCENES)


@pytest.mark.parametrize("scene", ALL, ids=named)
def test_what_is_asked_again_is_done_once(house: Running, scene: Scene) -> None:
    request = scene(house)
    before = stored(folder_of(house))
    first = request.send()
    assert first.is_success, first.text
    once = stored(folder_of(house))
    assert (once != before) == (scene not in LEAVE_NO_TRACE), "the first time, it is done"
    assert content_of(request.send()) == content_of(first)
    assert stored(folder_of(house)) == once


def test_what_is_asked_again_after_a_restart_is_done_once(tmp_path: Path, ticker: Ticker) -> None:
    with quick_judges(), Running(tmp_path, now=ticker, notify_to=(LOOPBACK,)) as house:
        requests = [scene(house) for scene in ALL if scene not in LEAVE_NO_TRACE]
        first = [content_of(request.send()) for request in requests]
        once = stored(tmp_path)
    with quick_judges(), Running(tmp_path, now=ticker, notify_to=(LOOPBACK,)) as house:
        assert [content_of(request.send(house.url)) for request in requests] == first
    assert stored(tmp_path) == once


def test_what_is_asked_again_much_later_is_answered_as_it_was(house: Running) -> None:
    """He sat down, and everything has changed since."""
    request = the_last_seat(house)
    first, table = request.send(), request.path.split("/")[3]
    ben = house.person("Ben")
    ben.client.cookies.update(first.cookies)
    ben.post(f"/api/tables/{table}/seats/2/key")
    ben.post(f"/api/tables/{table}/chat", {"seat": 2, "greeting": "hello"})
    ben.post(f"/api/tables/{table}/seats/2/leave")
    once = stored(folder_of(house))
    assert content_of(request.send()) == content_of(first)
    assert stored(folder_of(house)) == once


def test_without_an_id_each_request_is_another(house: Running) -> None:
    request = a_word(house)
    request.headers = {}
    versions = [request.send().json()["version"] for _ in range(2)]
    assert versions[0] < versions[1]


@pytest.mark.parametrize("scene", [a_word, a_table_by_a_guest, another_link], ids=named)
def test_an_id_with_other_words_or_of_another_person_is_another_request(house: Running, scene: Scene) -> None:
    request = scene(house)
    first = request.send()
    other = Request(request.person, request.path, (request.body or {}) | {"name": "Zoe"}, headers=request.headers)
    if scene is a_word:
        other.body = (request.body or {}) | {"text": "good bye"}
    if scene is not another_link:
        assert content_of(other.send()) != content_of(first)
    stranger = Request(house.person(), request.path, request.body, headers=request.headers)
    assert stranger.send().text != first.text


# Who is known again before he has a cookie


def test_a_lost_first_answer_seats_nobody_twice(house: Running) -> None:
    """Another click on the link is another request, but of the same visitor."""
    ada, made = at(house, "me", "open", "open", "open")
    for key in (made["invite"], made["keys"]["3"]):
        visitor = {"Lantern-Visitor": secrets.token_urlsafe()}
        request = Request(house.person(), f"/api/tables/{made['table']}/join", {"key": key}, headers=visitor)
        first, second = request.send(), request.send()
        assert (second.status_code, second.json()["seat"]) == (200, first.json()["seat"])
        assert dict(second.cookies) == dict(first.cookies)
    assert [seat["kind"] for seat in ada.see(made["table"])["seats"]] == ["person", "person", "person", "open"]


def test_a_spent_link_is_spent_for_everybody_else(house: Running) -> None:
    request = a_seat_by_its_link(house)
    first = request.send()
    for headers in ({}, {"Idempotency-Key": request.headers["Idempotency-Key"]}, {"Lantern-Visitor": "x" * 40}):
        stranger = Request(house.person(), request.path, request.body, headers=headers)
        answer = stranger.send()
        assert (answer.status_code, answer.json()["error"]) == (403, "bad_key")
        assert first.json()["key"] not in answer.text


def test_who_has_a_cookie_stays_who_he_is(house: Running) -> None:
    ada = house.person("Ada")
    ada.make("hanabi", "me", "me")
    request = Request(ada, "/api/tables", order())
    answer = request.send()
    assert "set-cookie" not in answer.headers
    assert answer.json()["table"] in [table["table"] for table in ada.get("/api/tables")["tables"]]
    assert ada.client.get("/api/guest", headers={"Lantern-Visitor": "x" * 40}).status_code == 200
    assert house.person().client.get("/api/guest", headers=request.headers).status_code == 404


def test_what_visitors_say_of_themselves_is_a_secret_or_refused(house: Running) -> None:
    for visitor in ("", "short", "x" * 21, "x" * 65, "sp ace" * 5):
        request = Request(house.person(), "/api/tables", order(), headers={"Lantern-Visitor": visitor})
        answer = request.send()
        assert (answer.status_code, answer.json()["error"]) == (422, "bad_field")


def test_the_database_learns_no_secret_by_which_visitors_are_known(house: Running) -> None:
    requests = [a_table(house), a_seat_by_its_link(house), another_link(house), a_key(house)]
    answers = [request.send().json() for request in requests]
    links = [answer[name] for answer in answers for name in ("invite", "key") if answer.get(name)]
    said = [value for request in requests for value in request.headers.values()]
    cookies = [cookie_from(request.headers["Lantern-Visitor"]) for request in requests]
    written = b"".join(path.read_bytes() for path in folder_of(house).iterdir())
    assert len(links) == 4
    assert not [secret for secret in [*links, *said, *cookies] if secret.encode() in written]
    assert keys.hashed(cookies[0]).encode() in written
