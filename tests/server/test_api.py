"""The interface is what its description says: every route, every answer, every message, for good requests and bad."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CheckContext, not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi import checks
from starlette.routing import Route
from websockets.sync.client import ClientConnection

from lantern.kernel.game import Game
from lantern.server.app import build_app
from lantern.server.bots.thinking import Thinkers
from lantern.server.errors import STATUS
from lantern.server.http.bearer import hashed
from lantern.server.http.fields import Answered
from lantern.server.http.guard import COOKIE
from lantern.server.http.messages import (
    MESSAGES,
    ClosedMessage,
    PongMessage,
    PresenceMessage,
    TableMessage,
    YourTurnMessage,
)
from lantern.server.http.routes.advice import Reasons, ReviewState, Suggestion
from lantern.server.http.routes.answers import Problem
from lantern.server.http.routes.looking import Export, PlyView, PlyViews, Preview, TableView
from lantern.server.http.routes.match import Ended, Followed, Played
from lantern.server.http.routes.tables import TableList
from lantern.server.settings import Settings
from tests.effort import enough
from tests.kernel.table import REGISTERED
from tests.puzzles import having, to_answer, to_play
from tests.server.judges import Quick, quick_judges
from tests.server.push_service import LOOPBACK, Browser
from tests.server.running import PATIENCE_S, Json, Person, Running, Ticker, heard, wait_for
from tests.server.test_admin import TOKEN, Admin

EXAMPLES = enough(1, thorough=10, plain=1)
"""How many generated requests each operation gets, besides those at the bounds of what it takes."""
BOUNDS = enough(2, thorough=1, plain=2)
"""One in so many of those at the bounds is asked: always the same."""
MOMENTS = enough(3, thorough=16, plain=3)
"""At how many moments of a match everything that can be seen of it is looked at."""
Case = schemathesis.Case[Any]
GAMES = ("han", "hanabi", "khan", "ming")
ADMIN = "/api/admin"


class Counter:
    """Names, one after the other, so that two runs are alike."""

    def __init__(self, stem: str) -> None:
        self.stem = stem
        self.count = 0

    def __call__(self) -> str:
        self.count += 1
        return f"{self.stem}{self.count}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests here, which gives names and secrets in order."""
    with quick_judges():
        running = Running(tmp_path_factory.mktemp("api"), now=Ticker(), admin=hashed(TOKEN))
        running.tables.name, running.tables.secret, running.tables.seed = (
            Counter("t"),
            Counter("secret"),
            lambda: 7,
        )
        with running:
            yield running


# Generated requests


DESCRIPTION: Json = build_app(Settings(database="sqlite:///never-opened.db")).openapi()
described = schemathesis.openapi.from_dict(
    DESCRIPTION,
    config=schemathesis.Config.from_dict(
        {
            "seed": 1,
            "generation": {"deterministic": True, "max-examples": EXAMPLES, "mode": "all"},
            "phases": {"examples": {"enabled": False}},
        }
    ),
)


class Scene:
    """Tables in all conditions, made anew for each operation, and the people at them."""

    def __init__(self, house: Running) -> None:
        self.house = house
        self.label = ""
        self.ada, self.ben, self.eve = (house.person(name) for name in ("Ada", "Ben", "Eve"))
        for person in (self.ada, self.ben, self.eve):
            person.client.put("/api/guest", json={"name": person.name})
        self.tables: list[str] = []
        self.keys: list[str] = []
        self.games = 0

    def set_for(self, label: str) -> None:
        """Make the tables for an operation."""
        if label == self.label:
            return
        self.label = label
        self.games += 1
        game = GAMES[self.games % 4]
        waiting = self.ada.make(game, "me", "open", listed=True, seed="3")
        playing, alone = self.ada.make(game, "me", "open", seed="4"), self.ada.make("han", "me", "me", seed="5")
        against = self.ada.make("han", "me", "random", seed="5", options={"start": 1})
        self.ben.join(playing["table"], playing["invite"])
        hidden = {"view": "none", "seat": None}
        ended = self.ada.make(game, "me", "me", seed="6", spectators=hidden)
        self._move(alone["table"], 3)
        self._move(playing["table"], 2)
        self._move(ended["table"], 1)
        for seat in (1, 2):
            self.ada.post(f"/api/tables/{ended['table']}/abandon", {"seat": seat})
        self.tables = [made["table"] for made in (waiting, playing, alone, alone, against, ended)]
        self.keys = [waiting["invite"], playing["keys"]["2"]]

    def _move(self, table: str, times: int) -> None:
        for _ in range(times):
            mover = self.ada if self.ada.see(table)["actions"] else self.ben
            seen = mover.see(table)
            mover.move(table, seen["actions"][0]["action"], seen)

    def somebody(self, choice: Random) -> str | None:
        """The cookie of one who sits at the tables, of one who does not, of somebody unknown, or none."""
        person = choice.choice([self.ada, self.ada, self.ada, self.ben, self.ben, self.eve, None])
        return person.client.cookies[COOKIE] if person is not None else choice.choice([None, "forged"])

    def settle(self, case: Case, session: requests.Session, choice: Random) -> None:
        """Put what exists where something good was made up, and let what is bad be bad."""
        parts = case.meta.components if case.meta is not None else {}
        bad = {str(place.value) for place, part in parts.items() if part.mode is GenerationMode.NEGATIVE}
        table = choice.choice(self.tables)
        seen = session.get(f"{self.house.url}/api/tables/{table}").json()
        if "error" in seen:
            seen = {"actions": [], "to_act": None, "mine": [], "version": 4}
        if "path" not in bad and "table_id" in case.path_parameters:
            _settle_path(case.path_parameters, table, seen, choice)
        if "query" not in bad and case.query and choice.random() < 0.7:
            _settle_query(case.query, seen, choice)
        if "body" not in bad and isinstance(case.body, dict):
            body: Json = _whole(case.body)
            if choice.random() < 0.85:
                self._settle_body(body, seen, choice)
            case.body = body

    def _settle_body(self, body: Json, seen: Json, choice: Random) -> None:
        if "seat" in body:
            body["seat"] = _seat(seen, choice)
        if "expected_version" in body:
            body["expected_version"] = max(0, seen["version"] - choice.choice([0, 0, 0, 1, 5]))
        if "action" in body:
            body["action"] = _action(seen, choice)
        if "bot" in body:
            body["bot"] = choice.choice(["random", "random", "nobody", "expert:seconds=99"])
        if body.get("key") is not None:
            body["key"] = choice.choice(self.keys)
        if "game" in body:
            body["game"] = choice.choice(GAMES)
            body["options"] = choice.choice([{}, {}, {"start": 1}, body.get("options", {})])
            body["seats"] = (body["seats"] * 2)[: choice.choice([2, 2, 3])]
            if choice.random() < 0.7:
                body.pop("saved", None)
                body.pop("spectators", None)
                for seat in body["seats"]:
                    seat["bot"] = "random"


def _settle_path(path: Json, table: str, seen: Json, choice: Random) -> None:
    path["table_id"] = table
    if "seat" in path and choice.random() < 0.9:
        path["seat"] = choice.choice([_seat(seen, choice), 2])
    if "ply" in path and choice.random() < 0.7:
        path["ply"] = choice.randrange(4)


def _settle_query(query: Json, seen: Json, choice: Random) -> None:
    if "seat" in query:
        query["seat"] = _seat(seen, choice)
    if "action" in query:
        query["action"] = _action(seen, choice)


def _seat(seen: Json, choice: Random) -> int:
    """Mostly one of one's own, and the one to act."""
    own = [seen["to_act"]] if seen["to_act"] in seen["mine"] else seen["mine"]
    return int(choice.choice([*own, *own, *own, *own, 1, 2, 3]))


def _action(seen: Json, choice: Random) -> str:
    legal = [each["action"] for each in seen["actions"]]
    return str(choice.choice([*legal, "play 9", "house"]))


def _whole(value: Any) -> Any:
    """Whole numbers written as such: for the schema 7.0 is one too, and Lantern is stricter."""
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def problems_are_as_declared(context: CheckContext, response: Response, case: Case) -> bool | None:
    """A denial has a code that the operation declares for its status; a good request is of the right form."""
    if response.status_code < 400:
        return None
    error = response.json()["error"]
    assert STATUS[error] == response.status_code
    if error not in ("not_found", "method_not_allowed"):
        assert (response.status_code, error) in declared_by(case.operation.definition.raw)
    is_good = case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE
    if is_good and not case.path.endswith("/chat"):  # there a field is needed, whichever
        assert error not in ("bad_field", "bad_request"), response.text
    return None


def declared_by(operation: Json) -> set[tuple[int, str]]:
    """What an operation may answer: (status, code of a problem or nothing)."""
    return {
        (int(status), code)
        for status, answer in operation["responses"].items()
        for code in (answer["description"].split(" or ") if int(status) >= 400 else [""])
    }


CHECKS = [
    not_a_server_error,
    problems_are_as_declared,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
    checks.allow_header_conformance,
]


@pytest.fixture(scope="module")
def scene(house: Running) -> Scene:
    return Scene(house)


@described.parametrize()
@settings(derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_asked_is_answered_as_described(case: Case, scene: Scene) -> None:
    choice = Random(f"{case.method} {case.path} {case.path_parameters} {case.query} {case.body!r}")
    if case.meta is not None and case.meta.phase.name is TestPhase.COVERAGE and choice.randrange(BOUNDS):
        return
    scene.set_for(case.operation.label)
    with requests.Session() as session:
        if case.path.startswith(ADMIN):
            session.headers["Authorization"] = f"Bearer {TOKEN}"
        cookie = scene.somebody(choice)
        if cookie is not None:
            session.cookies.set(COOKIE, cookie)
        scene.settle(case, session, choice)
        case.call_and_validate(base_url=scene.house.url, session=session, checks=CHECKS)


TWO = '{"game": "han", "seats": [{"kind": "me"}, {"kind": "me"}]'
BAD_ORDERS = {
    "half a letter as an option": TWO + r', "options": {"map": "\ud800"}}',
    "half a letter as an option's name": TWO + r', "options": {"\ud800": 1}}',
    "half a letter as a game": TWO.replace("han", r"\ud800") + "}",
    "half a letter as a seat's field": TWO.replace('"me"}]', r'"me", "\ud800": 1}]') + "}",
    "half a letter as a field": TWO + r', "\ud800": 1}',
    "no number": TWO + ', "options": {"start": NaN}}',
    "infinity": TWO + ', "options": {"start": 1e999}}',
    "a long number": TWO + ', "options": {"start": ' + "9" * 5000 + "}}",
    "lists without end": TWO + ', "options": {"map": ' + "[" * 99_999,
    "deep lists": TWO + ', "options": {"map": ' + "[" * 99_999 + "]" * 99_999 + "}}",
    "a deep map": TWO + ', "options": {"map": ' + '{"a":' * 900 + "1" + "}" * 900 + "}}",
    "no seat": TWO + ', "options": {"start": {}}}',
    "a map with a name alone": TWO + ', "options": {"map": {"name": "x"}}}',
    "an empty saved match": TWO + ', "saved": "{}"}',
    "a saved match of nothing": TWO + r', "saved": "\u0000"}',
    "a deep saved match": TWO + ', "saved": "' + "[" * 50_000 + '"}',
    "another encoding": "\udcff\udcfe" + TWO + "}",
    "a text": '"game"',
    "null": "null",
    "nothing": "",
}


@pytest.mark.parametrize("order", BAD_ORDERS)
def test_no_order_for_a_table_upsets_the_server(house: Running, order: str) -> None:
    body = BAD_ORDERS[order].encode("utf-8", "surrogateescape")
    answer = httpx.post(
        f"{house.url}/api/tables", content=body, headers={"Content-Type": "application/json"}, verify=False
    )
    assert (answer.status_code, answer.json()["error"]) in {
        (400, "bad_request"), (422, "bad_field"), (422, "bad_options"), (422, "bad_saved"),
    }, answer.text  # fmt: skip
    Problem.model_validate_json(answer.content, strict=True)


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "lantern_guest=" + "x" * 5000},
        {"Cookie": 'lantern_guest="\\777"; lantern_guest=\x01; =; ;'},
        {"Cookie": b"lantern_guest=\xff\xfe"},
        {"Accept-Language": "x" * 5000},
        {"Accept-Language": "it;q=nonsense,,;q=,*"},
        {"Accept-Language": b"\xff\xfe"},
        {"Content-Type": "application/json; charset=nonsense"},
        {"Content-Type": b"\xff"},
        {"Origin": "http://[nonsense"},
        {"Origin": "null"},
        {"Origin": b"\xff"},
        {"Host": "[nonsense"},
    ],
)
def test_no_header_upsets_the_server(house: Running, headers: dict[str, Any]) -> None:
    for method, path in (("GET", "/api/guest"), ("PUT", "/api/guest"), ("POST", "/api/tables/t1/moves")):
        with httpx.Client(base_url=house.url, verify=False) as client:
            try:
                answer = client.request(method, path, headers=headers, content=b'{"name": "Eve"}')
            except httpx.RemoteProtocolError:
                continue  # hung up on, by what reads the request before the application
            assert answer.status_code < 500, (method, path, answer.text)


# The description


OPERATIONS = {
    (method.upper(), path): operation
    for path, methods in DESCRIPTION["paths"].items()
    for method, operation in methods.items()
}
"""[method, path] what the description says of it."""
EVERYWHERE = {"bad_request", "bad_field", "too_often", "unavailable", "too_large", "bad_origin", "barred"}
"""The problems that every operation declares."""
HARD_TO_REACH = {"too_many", "too_many_notes", "too_slow"}
"""The problems of what holds too much or takes too long, which test_own_data.py and test_notes.py bring about."""
OUTSIDE = {"internal", "method_not_allowed", "table_removed"}
"""The problems that belong to no operation."""


def test_the_server_gives_the_description(house: Running) -> None:
    assert httpx.get(f"{house.url}/openapi.json", verify=False).json() == DESCRIPTION


def test_the_description_lists_every_route(house: Running) -> None:
    routes = [route for route in house.app.router.routes if isinstance(route, Route) and route.include_in_schema]
    assert {(method, route.path) for route in routes for method in route.methods or ()} == set(OPERATIONS)


def test_the_description_lists_the_sockets(house: Running) -> None:
    assert set(DESCRIPTION["x-sockets"]) == {"/api/tables/{table_id}/live", "/api/live"}
    ada = house.person("Ada")
    table = ada.make("han", "me", "me")["table"]
    for where in (table, None):
        with ada.live(where) as socket:
            socket.send('{"type": "ping"}')
            is_one(PongMessage, heard(socket, "pong"))


def test_the_description_lists_every_message_of_the_sockets() -> None:
    schemas = DESCRIPTION["components"]["schemas"]
    named = {name for socket in DESCRIPTION["x-sockets"].values() for names in socket.values() for name in names}
    assert named == {f"#/components/schemas/{message.__name__}" for message in MESSAGES}
    kinds = {schemas[message.__name__]["properties"]["type"]["const"] for message in MESSAGES}
    assert kinds == {"table", "presence", "preparing", "bulletin", "pong", "closed", "your_turn", "ping"}


def test_every_reference_of_the_description_leads_somewhere() -> None:
    names = set(re.findall(r"'#/components/schemas/(\w+)'", repr(DESCRIPTION)))
    assert names <= set(DESCRIPTION["components"]["schemas"])


def test_the_description_lists_every_problem() -> None:
    assert set(DESCRIPTION["components"]["schemas"]["Problem"]["properties"]["error"]["enum"]) == set(STATUS)
    declared = {code for operation in OPERATIONS.values() for _, code in declared_by(operation)} - {""}
    assert declared == set(STATUS) - OUTSIDE
    for operation in OPERATIONS.values():
        assert {code for _, code in declared_by(operation)} >= EVERYWHERE
        assert all(STATUS[code] == status for status, code in declared_by(operation) if code)


# What is really answered


class Notes:
    """What people were answered: method, path as the description has it, status, problem."""

    def __init__(self) -> None:
        self.heard: set[tuple[str, str, int, str]] = set()
        self._paths = {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for _, path in OPERATIONS}

    def watch(self, person: Person) -> Person:
        """Note what somebody is answered from now on."""
        person.client.event_hooks = {"response": [self._note]}
        return person

    def _note(self, response: httpx.Response) -> None:
        response.read()
        where = response.request.url.path
        path = next(path for path, shape in self._paths.items() if shape.fullmatch(where))
        error = Problem.model_validate_json(response.content).error if response.status_code >= 400 else ""
        self.heard.add((response.request.method, path, response.status_code, error))


def test_what_is_answered_is_declared_and_what_is_declared_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, go_on = Notes(), threading.Event()
    real = Thinkers.choose

    async def choose_late(self: Thinkers, *arguments: Any) -> Any:
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        return await real(self, *arguments)

    monkeypatch.setattr(Thinkers, "choose", choose_late)
    monkeypatch.syspath_prepend(str(REGISTERED))
    shelf = having(tmp_path / "shelf", PUZZLE, QUESTION)
    running = Running(tmp_path, admin=hashed(TOKEN), notify_to=(LOOPBACK,))
    with shelf, quick_judges() as judges, running as house:
        visit(notes, house, judges)
        administer(notes, house)
        go_on.set()
    declared = {
        (method, path, status, code)
        for (method, path), operation in OPERATIONS.items()
        for status, code in declared_by(operation)
    }
    assert notes.heard <= declared
    assert {answer for answer in declared if answer[3] not in EVERYWHERE | HARD_TO_REACH} <= notes.heard


def visit(notes: Notes, house: Running, judges: dict[Game, Quick]) -> None:
    """Do everything, rightly and in all the wrong ways."""
    ada, ben, eve, nobody = (notes.watch(house.person(name)) for name in ("Ada", "Ben", "Eve", None))
    nobody.get("/api/guest", 404)
    for person in (ada, ben, eve):
        person.client.put("/api/guest", json={"name": person.name}).raise_for_status()
    ada.client.put("/api/guest", json={"name": "\u200b"})
    phone = notes.watch(house.person())
    phone.post("/api/guest/devices", {"key": "wrong"}, 403)
    phone.post("/api/guest/devices", {"key": ada.post("/api/guest/key")["key"]})
    nobody.get("/api/guest/everything", 404)
    phone.get("/api/guest/everything")
    notes.watch(house.person()).post("/api/guest/forget")
    ada.get("/api/games/chess/words/en", 404)
    for game, option, status in (("han", "map", 200), ("han", "start", 404), ("chess", "map", 404)):
        ada.post(f"/api/games/{game}/options/{option}/check", {"own": {}}, status)
    for path in (
        "/api/guest",
        "/api/games",
        "/api/games/han/words/it",
        "/api/tables",
        "/api/tables?which=open",
        "/api/tables?which=finished",
        "/api/house",
        "/api/health",
        "/api/readiness",
    ):
        ada.get(path)
    assert ada.client.get("/metrics").status_code == 200
    ada.make("chess", "me", "me", status=422)
    ada.make("han", "me", "nobody", status=422)
    ada.make("han", "me", "expert:seconds=999", status=422)
    ada.make("han", "me", "me", status=422, saved="nonsense")
    ada.post("/api/tables", {"game": "han", "seats": [{"kind": "me"}] * 2, "name": " "}, 422)
    seating = ada.make("han", "me", "open")
    playing = ada.make("han", "me", "open", options={"start": 1}, spectators={"view": "none", "seat": None})
    table = playing["table"]
    ben.join(table, playing["invite"])
    silent, over = ada.make("hanabi", "me", "me")["table"], ada.make("khan", "me", "random")["table"]
    _sit(ada, eve, nobody, seating, table)
    for person, where in ((ada, table), (ada, "nowhere"), (eve, table), (ada, seating["table"])):
        _look(person, where)
    _play(ada, ben, eve, table)
    _note(ada, eve, nobody, table)
    _wish(ada, nobody)
    _move_seats(ada, ben, eve, nobody, seating["table"], table)
    ada.post(f"/api/tables/{silent}/chat", {"seat": 1, "text": "mine is red"}, 409)
    ada.post(f"/api/tables/{silent}/seats/1/name", {"name": "Red"}, 409)
    _suggestion(ada, eve, judges, seating["table"], table, over)
    _end(ada, eve, over, seating["table"], table)
    _review(ada, eve, over, seating["table"])
    _branch(ada, eve, nobody, judges, seating["table"])
    _compose(ada, judges)
    _solve(ada, eve, table)
    _ask_for_no_judge(ada)
    ada.post(f"/api/tables/{over}/suggestion", {"seat": 1, "expected_version": 0}, 409)


def _wish(ada: Person, nobody: Person) -> None:
    """Notices: set up, tried, and refused."""
    subscription = Browser(f"http://{LOOPBACK}:9").subscription
    for person in (ada, nobody):
        person.get("/api/notices")
    here = ada.post("/api/notices/devices", subscription)["here"]
    ada.post("/api/notices/devices", subscription | {"key": "x"}, 422)
    ada.post("/api/notices/devices", subscription | {"endpoint": "https://10.0.0.1/"}, 422)
    for url in (f"http://{LOOPBACK}:9/hook", "https://10.0.0.1/"):
        ada.client.put("/api/notices", json={"told": [], "address": {"channel": "webhook", "url": url}})
    nowhere = {"begin": 0, "end": 1, "zone": "Mars/Olympus"}
    ada.client.put("/api/notices", json={"told": [], "quiet": nowhere})
    ada.post("/api/notices/trial", {"device": here})
    for person in (nobody, ada):
        person.client.delete(f"/api/notices/devices/{here}")
    nobody.post("/api/notices/trial", {}, 403)


def administer(notes: Notes, house: Running) -> None:
    """Do what administrators do, with the token and without."""
    ada, nobody = (notes.watch(house.person(name)) for name in ("Ada", None))
    admin = Admin(house)
    notes.watch(admin)
    for method, path in OPERATIONS:
        if path.startswith(ADMIN):
            refused = nobody.client.request(method, path.format(table_id="x", bar_id="x"))
            assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    for path in ("overview", "tables", "people", "log", "bars", "message", "clearing"):
        admin.get(path)
    seating, table = ada.make("khan", "me", "open")["table"], ada.make("khan", "me", "random")["table"]
    puzzle = ada.post("/api/puzzles/khan", {"puzzle": QUESTION.name}, 201)["table"]
    for where, status in ((seating, 409), (puzzle, 409), ("nowhere", 404), (table, 200), (table, 409)):
        admin.post(f"tables/{where}/end", status=status)
    for where, seat, status in ((table, 1, 200), (table, 2, 409), (table, 3, 404), ("nowhere", 1, 404)):
        admin.post(f"tables/{where}/hand", {"seat": seat}, status)
    for where, status in (("nowhere", 404), (table, 200)):
        admin.get(f"tables/{where}/entries", status)
        admin.delete(f"tables/{where}", status)
    for order in ({"address": "x"}, {"address": "0.0.0.0/0"}, {}):
        admin.post("bars", order, 422)
    admin.post("bars", {"guest": "x"}, 404)
    admin.post("bars", {"guest": "x", "until": 1}, 422)
    admin.delete(f"bars/{admin.post('bars', {'address': '203.0.113.7'}, 201)['id']}")
    admin.delete("bars/nowhere", 404)
    admin.put("message", {"text": "Hello", "until": 1}, 422)
    admin.put("message", {"text": "Hello"})
    admin.delete("message")
    admin.delete("message", 404)
    admin.post("clearing", {})


def _suggestion(ada: Person, eve: Person, judges: dict[Game, Quick], seating: str, table: str, khan: str) -> None:
    alone = ada.make("han", "me", "random", options={"start": 1})["table"]
    asked = {"seat": 1, "expected_version": ada.see(alone)["version"]}
    ada.post(f"/api/tables/{alone}/suggestion", asked)
    ada.post(f"/api/tables/{alone}/suggestion", asked | {"expected_version": 0}, 409)
    ada.post(f"/api/tables/{alone}/suggestion", asked | {"seat": 3}, 404)
    eve.post(f"/api/tables/{alone}/suggestion", asked, 403)
    ada.post("/api/tables/nowhere/suggestion", asked, 404)
    ada.post(f"/api/tables/{seating}/suggestion", asked, 409)
    ada.post(f"/api/tables/{table}/suggestion", asked, 409)
    (judge,) = judges.values()
    judge.fails = True
    ada.post(f"/api/tables/{alone}/suggestion", asked, 503)
    judge.fails = False
    ada.post(f"/api/tables/{alone}/seats/1/leave")
    ada.post(f"/api/tables/{alone}/suggestion", asked | {"expected_version": ada.see(alone)["version"]}, 409)
    waiting = ada.make("han", "me", "random", options={"start": 2})["table"]
    ada.post(f"/api/tables/{waiting}/suggestion", asked | {"expected_version": ada.see(waiting)["version"]}, 409)


def _note(ada: Person, eve: Person, nobody: Person, table: str) -> None:
    path, asked = f"/api/tables/{table}/notes", {"about": "ply:1", "text": "hm"}
    ada.client.put(path, json=asked | {"seat": 1}).raise_for_status()
    ada.get(path, seat=1)
    for person, where, seat in ((ada, "nowhere", 1), (ada, table, 3), (eve, table, 1), (eve, table, None)):
        there = path.replace(table, where)
        person.client.get(there, params={} if seat is None else {"seat": seat})
        person.client.put(there, json=asked | {"seat": seat})
    nobody.client.put(path, json=asked)


def _review(ada: Person, eve: Person, over: str, seating: str) -> None:
    hidden = ada.make("hanabi", "me", "me", spectators={"view": "none", "seat": None})["table"]
    for table, status in ((seating, 409), (hidden, 409), ("nowhere", 404)):
        ada.get(f"/api/tables/{table}/review", status)
        ada.post(f"/api/tables/{table}/review", None, status)
    eve.get(f"/api/tables/{hidden}/review", 403)
    eve.post(f"/api/tables/{hidden}/review", None, 403)
    ada.post(f"/api/tables/{over}/review")
    wait_for(lambda: ada.get(f"/api/tables/{over}/review")["state"] == "done")


def _branch(ada: Person, eve: Person, nobody: Person, judges: dict[Game, Quick], seating: str) -> None:
    """Other ways of a finished match, and what one missed."""
    hidden = ada.make("hanabi", "me", "me", spectators={"view": "none", "seat": None})["table"]
    ada.move(hidden, ada.see(hidden)["actions"][0]["action"])
    for seat in (1, 2):
        ada.post(f"/api/tables/{hidden}/abandon", {"seat": seat})
    branches, asked = f"/api/tables/{hidden}/branches", {"ply": 0}
    again = ada.post(branches, asked | {"again": True}, 201)["table"]
    ada.post(branches, {"ply": 1}, 404)
    ada.post(branches, asked | {"seat": 3}, 404)
    ada.post(branches, asked | {"bot": "nobody"}, 422)
    eve.post(branches, asked, 403)
    ada.post(f"/api/tables/{seating}/branches", asked, 409)
    for what in ("branches", "label", "verdict"):
        body = {"branches": asked, "label": {"label": "x"}, "verdict": {}}[what]
        ada.post(f"/api/tables/nowhere/{what}", body, 404)
    for path, body in ((f"/api/tables/{again}/label", {"label": "x"}), (f"/api/tables/{again}/verdict", {})):
        nobody.post(path, body, 403)
        eve.post(path, body, 403)
        ada.post(path.replace(again, hidden), body, 409)
    ada.get(branches)
    ada.get("/api/tables/nowhere/branches", 404)
    saved = ada.get(f"/api/tables/{hidden}/export")["saved"]
    ada.make("hanabi", "me", "me", saved=saved, until=2, status=404)
    ada.get("/api/practice")
    ada.post(f"/api/tables/{again}/label", {"label": "x"})
    ada.post(f"/api/tables/{again}/verdict", {}, 404)
    ada.post(f"/api/tables/{again}/verdict", {"show": True})
    for judge in judges.values():
        judge.fails = True
    ada.post(f"/api/tables/{again}/verdict", {"show": True}, 503)
    for judge in judges.values():
        judge.fails = False
    ada.get("/api/lessons/hanabi")
    ada.get("/api/lessons/chess", 404)
    lesson = ada.post("/api/lessons/hanabi", None, 201)["table"]
    seen = ada.wait_for_turn(lesson)
    ada.move(lesson, "discard 1", seen, 409)
    ada.post("/api/lessons/chess", None, 404)


def _compose(ada: Person, judges: dict[Game, Quick]) -> None:
    path = "/api/games/hanabi/compose"
    first = ada.post(path, {"deal": {"players": 2}, "whole": True})
    position, saved = first["position"], first["saved"]
    ada.post(path, {"position": position | {"tokens": 9}})
    ada.post(path, {"deal": {"players": 9}}, 422)
    ada.post(path, {"saved": "x"}, 422)
    ada.post(path, {"saved": saved, "until": 1}, 404)
    ada.post("/api/games/chess/compose", {"saved": "x"}, 404)
    ada.post(f"{path}/suggestion", {"position": position})
    ada.post(f"{path}/suggestion", {"position": position | {"tokens": 9}}, 422)
    over = {"errors": 3, "end": "third error", "to_act": None, "phase": "over"}
    ada.post(f"{path}/suggestion", {"position": position | over}, 409)
    ada.post("/api/games/chess/compose/suggestion", {"position": position}, 404)
    toy = ada.post("/api/games/toy/compose", {"deal": {"players": 2}, "whole": True})["position"]
    ada.post("/api/games/toy/compose/suggestion", {"position": toy}, 409)
    for judge in judges.values():
        judge.fails = True
    ada.post(f"{path}/suggestion", {"position": position}, 503)
    for judge in judges.values():
        judge.fails = False


PUZZLE, QUESTION = to_play("khan"), to_answer("khan")


def _solve(ada: Person, eve: Person, table: str) -> None:
    """Solve puzzles, and answer where there is nothing to solve."""
    ada.get("/api/puzzles")
    for path, status in (("khan", 200), ("khan/curve", 200), ("chess", 404), ("chess/curve", 404)):
        ada.get(f"/api/puzzles/{path}", status)
    ada.post("/api/puzzles/chess", {}, 404)
    ada.post("/api/puzzles/khan", {"puzzle": "khan-0"}, 404)
    question = ada.post("/api/puzzles/khan", {"puzzle": QUESTION.name}, 201)["table"]
    seen = ada.see(question)
    ada.get(f"/api/tables/{question}/preview", 409, action="pass")
    ada.move(question, QUESTION.choices[0], seen, 409)
    ada.post(f"/api/tables/{question}/abandon", {"seat": seen["seat"]}, 409)
    ada.post(f"/api/tables/{question}/on", None, 409)
    ada.get(f"/api/tables/{question}/puzzle")
    for where, person, status in (("nowhere", ada, 404), (table, ada, 404), (question, eve, 403), (question, ada, 200)):
        person.post(f"/api/tables/{where}/answer", {"answer": QUESTION.answer}, status)
        person.post(f"/api/tables/{where}/on", None, status)
    hidden = ada.make("han", "me", "me", spectators={"view": "none", "seat": None})["table"]
    for where, person, status in (("nowhere", ada, 404), (table, ada, 404), (hidden, eve, 403)):
        person.get(f"/api/tables/{where}/puzzle", status)
    played = ada.post("/api/puzzles/khan", {"puzzle": PUZZLE.name}, 201)["table"]
    seen = ada.see(played)
    ada.move(played, next(one["action"] for one in seen["actions"] if one["action"] not in PUZZLE.solution), seen, 409)
    ada.post("/api/puzzles/khan", {}, 404)


def _ask_for_no_judge(ada: Person) -> None:
    """A game that nobody can judge has neither suggestions nor reviews."""
    table = ada.make("toy", "me", "random")["table"]
    seen = ada.see(table)
    ada.post(f"/api/tables/{table}/suggestion", {"seat": 1, "expected_version": seen["version"]}, 409)
    ada.move(table, "place 5")
    ada.post(f"/api/tables/{table}/abandon", {"seat": 1})
    ada.get(f"/api/tables/{table}/review", 409)
    ada.post(f"/api/tables/{table}/review", None, 409)
    ada.post(f"/api/tables/{table}/branches", {"ply": 0, "again": True}, 409)
    assert not seen["can_suggest"]
    assert not ada.see(table)["can_review"]


def _sit(ada: Person, eve: Person, nobody: Person, seating: Json, full: str) -> None:
    table = seating["table"]
    eve.join("nowhere", status=404)
    eve.join(table, seat=3, status=404)
    eve.join(table, "wrong", 403)
    eve.join(table, status=403)
    eve.join(table, seating["invite"], 409, seat=1)
    eve.join(full, ada.post(f"/api/tables/{full}/invite")["invite"], 409)
    eve.post(f"/api/tables/{table}/join", {"key": seating["invite"], "name": " "}, 422)
    eve.post(f"/api/tables/{table}/invite", None, 403)
    nobody.post(f"/api/tables/{table}/invite", None, 403)
    ada.post("/api/tables/nowhere/invite", None, 404)


def _look(person: Person, table: str) -> None:
    """Look at everything from one's own place, another's and none."""
    for more in ("", "&seat=1", "&seat=2", "&seat=3", "&curtain=true"):
        query = f"?action=house{more}"
        for path in ("", "/plies/0", "/plies/99", "/preview", "/board", "/export", "/reasons/1", "/reasons/99"):
            person.client.get(f"/api/tables/{table}{path}{query}")
        for first in (0, 99):
            person.client.get(f"/api/tables/{table}/plies{query}&first={first}&count=1")


def _play(ada: Person, ben: Person, eve: Person, table: str) -> None:
    moves, undo = f"/api/tables/{table}/moves", f"/api/tables/{table}/undo"
    seen = ada.see(table)
    asked = {"seat": 1, "expected_version": seen["version"], "move_id": "m"}
    ben.post(undo, asked | {"seat": 2}, 409)
    ben.post(moves, asked | {"seat": 2, "action": "house m1 with green"}, 409)
    ada.post(undo, asked, 422)
    ada.post(moves, asked | {"action": "nonsense"}, 422)
    action = {"action": seen["actions"][0]["action"]}
    ada.post(moves, asked | action)
    ada.get(f"/api/tables/{table}/reasons/1")
    ada.post(moves, asked | {"action": "other"}, 409)
    ada.post(undo, asked, 409)
    ada.post(moves, asked | action | {"move_id": "n"}, 409)
    ada.post(undo, asked | {"move_id": "n"}, 409)
    for path in (moves, undo):
        eve.post(path, asked | action if path == moves else asked, 403)
        ada.post(path, asked | {"seat": 3} | (action if path == moves else {}), 404)
        ada.post(path.replace(table, "nowhere"), asked | (action if path == moves else {}), 404)
    ada.post(undo, asked | {"expected_version": ada.see(table)["version"], "move_id": "u"})
    ada.post(f"/api/tables/{table}/seats/1/leave")
    now = asked | {"expected_version": ada.see(table)["version"], "move_id": "b"}
    ada.post(undo, now, 409)
    ada.post(moves, now | action, 409)
    ada.post(f"/api/tables/{table}/seats/1/return")


def _move_seats(ada: Person, ben: Person, eve: Person, nobody: Person, seating: str, table: str) -> None:
    bodies: Json = {
        "leave": None, "return": None, "key": None, "name": {"name": "Eva"}, "bot": {"bot": "random"}, "open": None,
    }  # fmt: skip
    for what, body in bodies.items():
        ada.post(f"/api/tables/nowhere/seats/1/{what}", body, 404)
        ada.post(f"/api/tables/{table}/seats/3/{what}", body, 404)
        nobody.post(f"/api/tables/{table}/seats/1/{what}", body, 403)
        eve.post(f"/api/tables/{table}/seats/1/{what}", body, 403)
    for what, more in (("abandon", {}), ("chat", {"text": "Hello"})):
        ada.post(f"/api/tables/nowhere/{what}", {"seat": 1} | more, 404)
        ada.post(f"/api/tables/{table}/{what}", {"seat": 3} | more, 404)
        eve.post(f"/api/tables/{table}/{what}", {"seat": 1} | more, 403)
    ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "Hello"})
    ada.post(f"/api/tables/{table}/seats/1/key")
    ada.post(f"/api/tables/{table}/seats/1/name", {"name": "Ada L."})
    ada.post(f"/api/tables/{table}/seats/1/name", {"name": " "}, 422)
    ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "nobody"}, 422)
    ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "expert:seconds=nan"}, 422)
    ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "random"})
    ada.post(f"/api/tables/{table}/seats/1/open", None, 409)
    key = ada.post(f"/api/tables/{table}/seats/2/open")["key"]
    ada.join(table, key, 409, seat=2)
    ada.post(f"/api/tables/{seating}/seats/1/return", None, 409)
    ada.post(f"/api/tables/{seating}/seats/1/bot", {"bot": "random"}, 409)
    ada.post(f"/api/tables/{seating}/abandon", {"seat": 1}, 409)
    asked = {"seat": 1, "expected_version": 0, "move_id": "m"}
    ada.post(f"/api/tables/{seating}/moves", asked | {"action": "house"}, 409)
    ada.post(f"/api/tables/{seating}/undo", asked, 409)


def _end(ada: Person, eve: Person, over: str, seating: str, table: str) -> None:
    ada.post(f"/api/tables/{over}/abandon", {"seat": 1})
    asked = {"seat": 1, "expected_version": 0, "move_id": "m"}
    bodies: Json = {
        "abandon": {"seat": 1}, "moves": asked | {"action": "x"}, "undo": asked, "seats/1/leave": None,
        "seats/1/return": None, "seats/2/bot": {"bot": "random"}, "seats/2/open": None,
    }  # fmt: skip
    for what, body in bodies.items():
        ada.post(f"/api/tables/{over}/{what}", body, 409)
    eve.join(over, status=409)
    ada.get(f"/api/tables/{over}/export")
    ada.post(f"/api/tables/{over}/rematch", {})
    ada.post(f"/api/tables/{seating}/rematch", {}, 409)
    ada.post("/api/tables/nowhere/rematch", {}, 404)
    eve.post(f"/api/tables/{table}/rematch", {}, 403)


# What is sent as it was made


Answer = TypeVar("Answer", bound=Answered)


def is_one(kind: type[Answer], answer: Json) -> Answer:
    """See that an answer is of a kind and has nothing besides."""
    read = kind.model_validate(answer, strict=True)
    assert read.model_dump() == answer
    return read


DOWN: dict[str, type[Answered]] = {"table": TableMessage, "presence": PresenceMessage}
"""[kind] what comes down the socket of a table by itself."""


def drain(socket: ClientConnection, version: int) -> None:
    """Read what a socket gets until a version."""
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE_S))
        is_one(DOWN[message["type"]], message)
        if message["type"] == "table" and message["version"] >= version:
            return


ORDERS: list[tuple[str, Json]] = [
    ("han", {"options": {"map": "ways-of-diplomacy", "market_places": True}}),
    ("han", {"options": {}, "clock": {"kind": "bank", "bank_s": 300, "increment_s": 5}}),
    ("hanabi", {"options": {"multicolour": True, "flares": True}, "spectators": {"view": "delayed", "seat": None}}),
    ("hanabi", {"options": {"black_powder": True}, "spectators": {"view": "seat", "seat": 2}}),
    ("khan", {"options": {"place_rulers": True}, "clock": {"kind": "turn", "turn_s": 60}}),
    ("khan", {"spectators": {"view": "none", "seat": None}}),
    ("ming", {"options": {"secret_hands": True}}),
    ("ming", {"options": {}, "listed": True}),
]


@pytest.mark.parametrize(("game", "order"), ORDERS)
def test_everything_that_is_shown_has_its_form(house: Running, game: str, order: Json) -> None:
    chance = Random(f"{game} {order}")
    ada, eve = house.person("Ada"), house.person("Eve")
    table = ada.make(game, "me", "me", "open", seed="11", **order)["table"]
    is_one(TableView, ada.see(table))
    is_one(TableView, eve.see(table))
    assert is_one(Problem, ada.get(f"/api/tables/{table}/plies/0", 409)).error == "not_playing"
    ada.post(f"/api/tables/{table}/seats/3/bot", {"bot": "random"})
    hidden = order.get("spectators", {}).get("view") == "none"
    with ada.live(table, seat=1) as seated, (ada if hidden else eve).live(table) as beside:
        for moment in range(MOMENTS):
            seen = ada.wait_for_turn(table)
            if seen["status"] != "playing":
                break
            _look_closely(ada, eve, table, seen, chance, hidden)
            if seen["can_undo"] and chance.random() < 0.3:
                asked = {"seat": seen["seat"], "expected_version": seen["version"], "move_id": f"undo{moment}"}
                is_one(Played, ada.post(f"/api/tables/{table}/undo", asked))
            else:
                is_one(Played, ada.move(table, chance.choice(seen["actions"])["action"], seen))
        if ada.wait_for_turn(table)["status"] == "playing":
            for seat in (1, 2):
                is_one(Ended, ada.post(f"/api/tables/{table}/abandon", {"seat": seat}))
        last = ada.see(table)
        drain(seated, last["version"])
        drain(beside, last["version"])
        seated.send('{"type": "ping"}')
        assert is_one(PongMessage, heard(seated, "pong")).version == last["version"]
        beside.send("nonsense")
        assert is_one(ClosedMessage, heard(beside, "closed")).error == "bad_request"
    _look_closely(ada, eve, table, last, chance, hidden)
    is_one(Export, ada.get(f"/api/tables/{table}/export"))
    is_one(ReviewState, ada.post(f"/api/tables/{table}/review"))
    wait_for(lambda: ada.get(f"/api/tables/{table}/review")["state"] == "done")
    is_one(ReviewState, ada.get(f"/api/tables/{table}/review"))
    is_one(Followed, ada.post(f"/api/tables/{table}/rematch", {"same_deal": True}))
    is_one(TableView, ada.see(table))
    is_one(TableList, ada.get("/api/tables"))


def _look_closely(ada: Person, eve: Person, table: str, seen: Json, chance: Random, hidden: bool) -> None:
    """Look at a table in every way there is."""
    is_one(TableView, seen)
    since = chance.randrange(seen["version"] + 1)
    for query in ({"seat": 1}, {"seat": 2}, {"since": since}):
        view = is_one(TableView, ada.see(table, **query))
        assert [each.ply for each in view.log] == list(range(view.keep + 1, view.ply + 1))
    if hidden:
        assert is_one(Problem, eve.see(table, 403)).error == "no_spectators"
    else:
        view = is_one(TableView, eve.see(table))
        assert view.actions == []
        is_one(PlyView, eve.get(f"/api/tables/{table}/plies/{chance.randint(0, view.ply)}"))
    is_one(PlyView, ada.get(f"/api/tables/{table}/plies/{chance.randint(0, seen['ply'])}"))
    is_one(PlyViews, ada.get(f"/api/tables/{table}/plies", first=chance.randint(0, seen["ply"]), count=1))
    if seen["ply"]:
        told = is_one(Reasons, ada.get(f"/api/tables/{table}/reasons/{chance.randint(1, seen['ply'])}"))
        assert told.reasons
    if seen["actions"]:
        for action in ("nonsense", *(each["action"] for each in chance.choices(seen["actions"], k=2))):
            is_one(Preview, ada.get(f"/api/tables/{table}/preview", action=action))


def test_a_suggestion_has_its_form(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("ming", "me", "random", seed="11", options={"start": 1})["table"]
    asked = {"seat": 1, "expected_version": ada.wait_for_turn(table)["version"]}
    is_one(Suggestion, ada.post(f"/api/tables/{table}/suggestion", asked))


def test_who_waits_for_his_turn_is_told(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", options={"start": 1})
    ben.join(made["table"], made["invite"])
    with ben.live(None) as socket:
        socket.send('{"type": "ping"}')
        is_one(PongMessage, heard(socket, "pong"))
        played = ada.move(made["table"], "play 1")
        assert is_one(YourTurnMessage, heard(socket, "your_turn")).version == played["version"]
