"""Other people's seats can't be used, guessed or learnt, and nothing secret is stored, logged or sent to others."""

from __future__ import annotations

import hashlib
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from structlog.testing import CapturingLogger
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

import lantern
import lantern.server
from lantern.server import app
from lantern.server.http import guard
from lantern.server.serve import MOST_MESSAGE
from lantern.server.storage import records
from lantern.server.tables import keys
from tests.server.running import PATIENCE_S, Json, Person, Running, closed, heard, wait_for

COOKIE = "lantern_guest"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("secrecy")) as running:
        yield running


def denied(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]


class Pair:
    """A table of Ada, its host, and Ben; Cem is somebody else."""

    def __init__(self, house: Running, game: str = "han", **order: Any) -> None:
        self.ada, self.ben, self.cem = house.person("Ada"), house.person("Ben"), house.person("Cem")
        self.made = self.ada.make(game, "me", "open", **order)
        self.table: str = self.made["table"]
        self.path = f"/api/tables/{self.table}"
        self.spent: str = self.made["keys"]["2"]
        self.key: str = self.ben.join(self.table, self.spent)["key"]

    def mover(self) -> Person:
        return self.ada if self.ada.see(self.table)["to_act"] == 1 else self.ben


# Cookies


FORGED = {
    "none": lambda token, guest: None,
    "empty": lambda token, guest: "",
    "nonsense": lambda token, guest: "nonsense",
    "a hash": lambda token, guest: keys.hashed(token),
    "a guest's name": lambda token, guest: guest,
    "cut": lambda token, guest: token[:-1],
    "longer": lambda token, guest: token + "A",
    "other letters": lambda token, guest: token.swapcase(),
    "very long": lambda token, guest: token * 200,
    "quoted": lambda token, guest: '"\\377\\000\\042',
    "a wildcard": lambda token, guest: "%",
    "not ASCII": lambda token, guest: "\u00e9\u00ff",
    "two": lambda token, guest: f"x; {COOKIE}=y",
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED.keys())
def test_a_seat_needs_its_own_cookie(house: Running, forge: Any) -> None:
    at = Pair(house)
    token = at.ada.client.cookies[COOKIE]
    guest = house.tables._guests[keys.hashed(token)][0]
    forged = forge(token, guest)
    headers = {} if forged is None else {b"Cookie": f"{COOKIE}={forged}".encode("latin-1")}
    with httpx.Client(base_url=house.url, headers=headers, timeout=PATIENCE_S, verify=False) as client:
        seen = client.get(at.path)
        assert "set-cookie" not in seen.headers
        assert (seen.json()["seat"], seen.json()["mine"], seen.json()["host"]) == (None, [], False)
        assert seen.json()["actions"] == []
        assert client.get("/api/guest").status_code == 404
        assert client.get("/api/tables").json() == {"tables": []}
        for response in seat_requests(client, at.path, 1):
            assert denied(response) == (403, "not_your_seat"), response.request.url


def seat_requests(client: httpx.Client, path: str, seat: int) -> Iterator[httpx.Response]:
    """All that only who plays a seat may ask."""
    for rest in ("", "/plies/0", "/plies", "/preview"):
        yield client.get(path + rest, params={"seat": seat, "action": "pass", "first": 0, "count": 1})
    for rest in ("leave", "return", "key"):
        yield client.post(f"{path}/seats/{seat}/{rest}")
    yield client.post(f"{path}/seats/{seat}/name", json={"name": "Zoe"})
    yield client.post(f"{path}/moves", json={"seat": seat, "action": "pass", "expected_version": 2, "move_id": "x"})
    yield client.post(f"{path}/undo", json={"seat": seat, "expected_version": 2, "move_id": "x"})
    yield client.post(f"{path}/abandon", json={"seat": seat})
    yield client.post(f"{path}/chat", json={"seat": seat, "text": "hello"})


def test_somebody_elses_cookie_opens_only_his_own_seat(house: Running) -> None:
    at = Pair(house)
    for person, other in ((at.ada, 2), (at.ben, 1), (at.cem, 1)):
        person.client.put("/api/guest", json={"name": "Somebody"})
        for response in seat_requests(person.client, at.path, other):
            assert denied(response) == (403, "not_your_seat"), response.request.url
    assert at.ada.see(at.table)["seat"] == 1
    assert at.ben.see(at.table)["seat"] == 2
    assert at.cem.see(at.table)["seat"] is None


def test_only_the_host_gives_seats_away(house: Running) -> None:
    at = Pair(house)
    at.cem.client.put("/api/guest", json={"name": "Cem"})
    for person in (at.ben, at.cem):
        for rest, body in (("/seats/1/open", None), ("/seats/2/open", None), ("/invite", None)):
            assert denied(person.client.post(at.path + rest, json=body)) == (403, "not_host")
        assert denied(person.client.post(f"{at.path}/seats/1/bot", json={"bot": "random"})) == (403, "not_host")
    assert denied(at.ada.client.post(f"{at.path}/seats/1/open")) == (409, "own_seat")


def test_a_socket_for_another_seat_is_closed(house: Running) -> None:
    at = Pair(house)
    for person, seat in ((at.ada, 2), (at.ben, 1), (at.cem, 1)):
        with person.live(at.table, seat=seat) as socket:
            assert closed(socket) == ("not_your_seat", 4403)


def test_the_cookie_is_for_the_server_alone(house: Running) -> None:
    answer = house.person("Ada").client.put("/api/guest", json={"name": "Ada"})
    attributes = answer.headers["set-cookie"].lower().split("; ")
    assert {"httponly", "samesite=lax", "path=/"} <= set(attributes)
    assert not any(attribute.startswith("domain") for attribute in attributes)
    assert len(attributes[0]) == len(f"{COOKIE}=") + 32
    behind = house.person().client.put("/api/guest", json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"})
    assert "secure" in behind.headers["set-cookie"].lower().split("; ")


# Keys


@pytest.mark.parametrize("key", ["x", " ", "%", "secret", "\u00e9", "None", "0" * 64])
def test_a_wrong_key_opens_nothing(house: Running, key: str) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("han", "me", "open")
    for wanted in (None, 1, 2):
        assert ben.join(made["table"], key, 403, seat=wanted)["error"] == "bad_key"
    for hashed in (keys.hashed(made["invite"]), keys.hashed(made["keys"]["2"])):
        assert ben.join(made["table"], hashed, 403)["error"] == "bad_key"
    assert ben.join(made["table"], None, 403)["error"] == "not_listed"
    assert ada.see(made["table"])["status"] == "seating"


@pytest.mark.parametrize("key", ["", "0" * 65, "\ud800", 7, [], {}])
def test_what_is_no_key_is_a_bad_field(house: Running, key: Any) -> None:
    made = house.person("Ada").make("han", "me", "open")
    body = json.dumps({"key": key})
    answer = house.person("Ben").client.post(
        f"/api/tables/{made['table']}/join", content=body, headers={"Content-Type": "application/json"}
    )
    assert denied(answer) == (422, "bad_field")


def test_who_plays_can_not_take_another_seat_of_the_match(house: Running) -> None:
    at = Pair(house)
    opened = at.ada.post(f"{at.path}/seats/2/open")["key"]
    assert at.ada.join(at.table, opened, 409, seat=2)["error"] == "already_seated"
    assert at.cem.join(at.table, opened)["seat"] == 2


def test_a_key_for_one_device_alone_puts_the_others_out(house: Running) -> None:
    at = Pair(house)
    phone = house.person("Ben")
    phone.join(at.table, at.ben.post(f"{at.path}/seats/2/key")["key"])
    assert phone.see(at.table)["mine"] == [2]
    at.ben.post(f"{at.path}/seats/2/key", {"alone": True})
    assert (phone.see(at.table)["mine"], at.ben.see(at.table)["mine"]) == ([], [2])


def test_the_key_of_another_table_opens_nothing(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    one, other = ada.make("han", "me", "open"), ada.make("han", "me", "open")
    for key in (other["invite"], other["keys"]["2"]):
        assert ben.join(one["table"], key, 403)["error"] == "bad_key"


def test_a_spent_key_does_not_let_the_host_look_into_a_friends_seat(house: Running) -> None:
    at = Pair(house)
    for key, error in ((at.spent, (403, "bad_key")), (at.made["invite"], (409, "already_seated"))):
        answer = at.ada.client.post(f"{at.path}/join", json={"key": key, "seat": 2})
        assert denied(answer) == error
        at.ada.client.post(f"{at.path}/join", json={"key": key})
        assert at.ada.see(at.table)["mine"] == [1]
        assert denied(at.ada.client.get(at.path, params={"seat": 2})) == (403, "not_your_seat")
    assert at.cem.join(at.table, at.spent, 403)["error"] == "bad_key"
    assert at.cem.join(at.table, at.made["invite"], 409)["error"] == "no_open_seat"


def test_an_invitation_does_not_open_a_seat_that_was_taken_by_its_own_key(house: Running) -> None:
    ada, ben, cem = house.person("Ada"), house.person("Ben"), house.person("Cem")
    made = ada.make("han", "me", "open", "open")
    ben.join(made["table"], made["invite"], seat=2)
    assert cem.join(made["table"], made["keys"]["2"], 403)["error"] == "bad_key"
    assert cem.join(made["table"], made["invite"], 409, seat=2)["error"] == "seat_taken"
    assert cem.join(made["table"], made["keys"]["3"])["seat"] == 3


def test_a_new_invitation_replaces_the_old_one(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("han", "me", "open")
    renewed = ada.post(f"/api/tables/{made['table']}/invite")["invite"]
    assert ben.join(made["table"], made["invite"], 403)["error"] == "bad_key"
    assert ben.join(made["table"], renewed)["seat"] == 2


def test_a_second_device_plays_the_same_seat(house: Running) -> None:
    at = Pair(house)
    tablet = house.person("Ben's tablet")
    assert tablet.join(at.table, at.key) == {"seat": 2, "key": None, "version": at.ben.see(at.table)["version"]}
    assert tablet.client.get(at.path).content == at.ben.client.get(at.path).content
    assert tablet.see(at.table)["seats"][1]["name"] == "Ben"
    for response in seat_requests(tablet.client, at.path, 1):
        assert denied(response) == (403, "not_your_seat")


def test_a_renewed_key_replaces_the_old_one_and_keeps_the_devices(house: Running) -> None:
    at = Pair(house)
    tablet, phone = house.person("Ben's tablet"), house.person("Ben's phone")
    tablet.join(at.table, at.key)
    renewed = at.ben.post(f"{at.path}/seats/2/key")["key"]
    assert phone.join(at.table, at.key, 403)["error"] == "bad_key"
    assert phone.join(at.table, renewed)["seat"] == 2
    assert tablet.see(at.table)["mine"] == phone.see(at.table)["mine"] == [2]


@pytest.mark.parametrize("spectators", ["public", "none"])
def test_a_seat_that_is_opened_again_is_closed_to_all_who_had_it(house: Running, spectators: str) -> None:
    at = Pair(house, spectators={"view": spectators})
    tablet = house.person("Ben's tablet")
    tablet.join(at.table, at.key)
    with ExitStack() as stack:
        sockets = [stack.enter_context(person.live(at.table, seat=2)) for person in (at.ben, tablet)]
        loose = stack.enter_context(tablet.live(at.table))
        for socket in (*sockets, loose):
            assert heard(socket, "table")["seat"] == 2
        opened = at.ada.post(f"{at.path}/seats/2/open")
        assert [closed(socket) for socket in sockets] == [("not_your_seat", 4403)] * 2
        if spectators == "none":
            assert closed(loose) == ("no_spectators", 4403)
        else:
            news = heard(loose, "table")
            assert (news["seat"], news["mine"], news["actions"]) == (None, [], [])
    for person in (at.ben, tablet):
        for response in seat_requests(person.client, at.path, 2):
            assert denied(response) == (403, "not_your_seat")
        assert [summary["table"] for summary in person.get("/api/tables")["tables"]] == []
        for dead in (at.key, at.spent):
            assert person.join(at.table, dead, 403)["error"] == "bad_key"
    assert at.cem.join(at.table, opened["key"])["seat"] == 2
    assert at.ben.join(at.table, opened["key"], 403)["error"] == "bad_key"
    assert at.cem.see(at.table)["mine"] == [2]


def test_a_seat_that_is_left_before_the_match_is_closed_to_who_had_it(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("han", "me", "open", "open")
    key = ben.join(made["table"], made["keys"]["2"])["key"]
    with ben.live(made["table"], seat=2) as socket:
        assert heard(socket, "table")["seat"] == 2
        ben.post(f"/api/tables/{made['table']}/seats/2/leave")
        assert closed(socket) == ("not_your_seat", 4403)
    for dead in (key, made["keys"]["2"]):
        assert ben.join(made["table"], dead, 403)["error"] == "bad_key"


# What is stored, sent and logged


SAID = "what Ada said to Ben"
CALLED = ("Adalgisa", "Benvenuto", "Cemalettin")


class Witness:
    """Somebody whose every answer and message is kept."""

    def __init__(self, house: Running, name: str | None) -> None:
        self.person = house.person(name)
        self.heard: list[str] = []
        self.person.client.event_hooks["response"].append(self._note)

    def _note(self, response: httpx.Response) -> None:
        response.read()
        headers = "\n".join(f"{name}: {value}" for name, value in response.headers.multi_items())
        self.heard.append(f"{headers}\n{response.text}")

    def listen(self, socket: ClientConnection) -> None:
        """Keep what has come down a socket until now."""
        socket.send('{"type":"ping"}')
        while True:
            self.heard.append(str(socket.recv(timeout=PATIENCE_S)))
            if json.loads(self.heard[-1])["type"] == "pong":
                return

    @property
    def all_heard(self) -> str:
        return "\n".join(self.heard)


@dataclass
class Session:
    """What came of people playing all games."""

    house: Running
    people: list[Witness]
    """Three who play, and a spectator."""
    secrets: dict[str, int] = field(default_factory=dict)
    """[secret] the number of whom it was told."""
    tables: list[str] = field(default_factory=list)
    before_the_end: list[str] = field(default_factory=list)
    """[number] what each had been told before the matches ended."""
    logged: CapturingLogger = field(default_factory=CapturingLogger)
    shouted: list[str] = field(default_factory=list)
    """What libraries logged."""

    def keep(self, number: int, *secrets: str | None) -> None:
        for secret in secrets:
            if secret is not None:
                assert len(secret) == 32
                self.secrets[secret] = number

    def setting(self, table: str) -> Any:
        found = self.house.tables._slots[table].table
        assert found is not None
        return found.setting


@pytest.fixture(scope="module")
def session(house: Running, caplog_of_module: list[str]) -> Session:
    people = [Witness(house, name) for name in (*CALLED, None)]
    session = Session(house, people, shouted=caplog_of_module)
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name, module in list(sys.modules.items()):
            if name.startswith("lantern.server.") and hasattr(module, "log"):
                monkeypatch.setattr(module, "log", session.logged)
        for game in lantern.names():
            play_a_little(session, game)
        fail_a_little(session, monkeypatch)
    return session


@pytest.fixture(scope="module")
def caplog_of_module() -> Iterator[list[str]]:
    """All that is logged by libraries, from warnings on, as `lantern serve` shows it."""
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(logging.Formatter().format(record))

    handler = Keep(logging.WARNING)
    logging.getLogger().addHandler(handler)
    yield lines
    logging.getLogger().removeHandler(handler)


def play_a_little(session: Session, game: str) -> None:
    """Three people make a table, play, talk, lose and find their keys; a fourth looks on; then they end the match."""
    ada, ben, cem, eve = [witness.person for witness in session.people]
    made = ada.make(game, "me", "open", "open")
    table, path = made["table"], f"/api/tables/{made['table']}"
    session.tables.append(table)
    session.keep(0, made["invite"], *made["keys"].values())
    session.keep(1, ben.join(table, made["invite"])["key"])
    session.keep(2, cem.join(table, made["keys"]["3"])["key"])
    with ExitStack() as stack:
        sockets = [stack.enter_context(witness.person.live(table)) for witness in session.people]
        look_around(session, table)
        for _ in range(4):
            mover = (ada, ben, cem)[ada.see(table)["to_act"] - 1]
            seen = mover.see(table)
            mover.move(table, "dance", seen, 422)
            mover.move(table, seen["actions"][-1]["action"], seen)
        for action in ("key", "name", "leave", "return"):
            body = {"name": CALLED[1]} if action == "name" else None
            session.keep(1, ben.client.post(f"{path}/seats/2/{action}", json=body).json().get("key"))
        ada.client.post(f"{path}/chat", json={"seat": 1, "text": SAID})
        session.keep(0, ada.post(f"{path}/invite")["invite"])
        opened = ada.post(f"{path}/seats/3/open")["key"]
        session.keep(0, opened)
        session.keep(2, cem.join(table, opened)["key"])
        look_around(session, table)
        listen(session, sockets)
        session.before_the_end = [witness.all_heard for witness in session.people]
        for seat, person in enumerate((ada, ben, cem), 1):
            person.post(f"{path}/abandon", {"seat": seat})
        wait_for(lambda: ada.see(table)["status"] == "abandoned")
        look_around(session, table)
        ada.post(f"{path}/rematch", {})
        listen(session, sockets)
    for who, witness in enumerate(session.people[:3]):
        session.keep(who, witness.person.client.cookies[COOKIE])
    assert eve.client.cookies.get(COOKIE) is None


def look_around(session: Session, table: str) -> None:
    for witness in session.people:
        for rest in ("", "/plies/1", "/plies?first=0&count=2", "/board", "/export", "/preview?action=pass"):
            witness.person.client.get(f"/api/tables/{table}{rest}")
        for address in (
            "/api/tables",
            "/api/tables?which=open",
            "/api/guest",
            "/api/health",
            "/api/readiness",
            "/metrics",
        ):
            witness.person.client.get(address)
        for seat in (1, 2, 3):
            witness.person.client.get(f"/api/tables/{table}", params={"seat": seat})


def listen(session: Session, sockets: list[ClientConnection]) -> None:
    for witness, socket in zip(session.people, sockets, strict=True):
        witness.listen(socket)


def fail_a_little(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database fails while somebody talks; a mistake is made."""
    ada = session.people[0].person
    made = ada.make("han", "me", "me")

    def fail(*_: Any) -> None:
        raise OperationalError("INSERT INTO entries", {"data": SAID}, OSError("the disk is full"))

    monkeypatch.setattr(records, "append", fail)
    assert ada.post(f"/api/tables/{made['table']}/chat", {"seat": 1, "text": SAID}, 503)["error"] == "unavailable"


def test_the_database_holds_no_secret(session: Session) -> None:
    database = Path(session.house.settings.database.removeprefix("sqlite:///"))
    files = sorted(database.parent.glob(f"{database.name}*"))
    assert any(file.name.endswith("-wal") for file in files)
    stored = b"\n".join(file.read_bytes() for file in files)
    assert len(session.secrets) > 20
    for secret in session.secrets:
        assert secret.encode() not in stored
        assert keys.hashed(secret).encode() in stored, "what is looked for must be there as a hash"


def test_nobody_is_told_a_secret_of_another(session: Session) -> None:
    for secret, owner in session.secrets.items():
        for number, witness in enumerate(session.people):
            assert (secret in witness.all_heard) == (number == owner)
            assert keys.hashed(secret) not in witness.all_heard


def test_nobody_is_told_who_is_who_in_the_database(session: Session) -> None:
    guests = {guest for guest, _ in session.house.tables._guests.values()}
    assert len(guests) >= 3
    for witness in session.people:
        assert not [guest for guest in guests if guest in witness.all_heard]


def test_seed_and_salt_are_told_after_the_end_only(session: Session) -> None:
    """`before_the_end` is that of the last match; those before it were over."""
    setting = session.setting(session.tables[-1])
    for told in session.before_the_end:
        assert str(setting.seed) not in told
        assert setting.salt not in told


def test_the_seed_told_at_the_end_is_the_one_promised(session: Session) -> None:
    for table in session.tables:
        for witness in session.people:
            views = [json.loads(told.split("\n")[-1]) for told in witness.heard if '"commitment"' in told]
            promised = {view["commitment"] for view in views if view["table"] == table}
            seen = witness.person.see(table)
            assert promised == {hashlib.sha256(f"{seen['salt']}:{seen['seed']}".encode()).hexdigest()}
        saved = json.loads(session.people[0].person.get(f"/api/tables/{table}/export")["saved"])
        assert str(saved["seed"]) == seen["seed"]


def test_the_log_holds_nothing_secret_or_personal(session: Session) -> None:
    logged = "\n".join([*map(repr, session.logged.calls), *session.shouted])
    assert "request" in logged
    assert "unavailable" in logged
    guests = {guest for guest, _ in session.house.tables._guests.values()}
    settings = [session.setting(table) for table in session.tables]
    private = [*session.secrets, *map(keys.hashed, session.secrets), *guests, *CALLED, SAID]
    private += [str(setting.seed) for setting in settings] + [setting.salt for setting in settings]
    assert not [secret for secret in private if secret in logged]


# In `make test`, what two workers have logged is looked at by `test_rates`.
@pytest.mark.thorough
def test_worker_processes_log_as_the_first_one_does(tmp_path: Path) -> None:
    program = (
        "import structlog\n"
        "from lantern.server.http.rates import new_counts\n"
        "from lantern.server.serve import worker\n"
        "from lantern.server.settings import Settings\n"
        f"worker(Settings(database='sqlite:///{tmp_path}/lantern.db'), new_counts({{}}))\n"
        "print(structlog.is_configured())\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "True"


# Other sites


FOREIGN = ["https://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:1", "file://", "http://["]


def is_at(house: Running, origin: str) -> str:
    """An origin that looks like the server's own."""
    return origin.format(own=f"127.0.0.1:{house.port}")


@pytest.mark.parametrize("origin", [*FOREIGN, "http://{own}.evil.example", "http://evil.example/{own}", "ftp://{own}"])
def test_nothing_is_done_for_another_site(house: Running, origin: str) -> None:
    at = Pair(house)
    version = at.ada.see(at.table)["version"]
    foreign = {"Origin": is_at(house, origin)}
    for method, path, body in (
        ("POST", f"{at.path}/chat", {"seat": 1, "text": "hello"}),
        ("POST", f"{at.path}/abandon", {"seat": 1}),
        ("POST", f"{at.path}/seats/2/open", None),
        ("POST", "/api/tables", {"game": "han", "seats": [{"kind": "me"}, {"kind": "me"}]}),
        ("PUT", "/api/guest", {"name": "Zoe"}),
        ("DELETE", "/api/guest", None),
    ):
        answer = at.ada.client.request(method, path, json=body, headers=foreign)
        assert denied(answer) == (403, "bad_origin")
    assert at.ada.see(at.table)["version"] == version
    seen = at.ada.client.get(at.path, headers=foreign)
    assert not [name for name in seen.headers if name.startswith("access-control")]


@pytest.mark.parametrize("origin", [*FOREIGN, "http://{own}.evil.example"])
@pytest.mark.parametrize("path", ["/api/live", "/api/tables/{table}/live"])
def test_no_socket_is_opened_for_another_site(house: Running, origin: str, path: str) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me")["table"]
    cookie = f"{COOKIE}={ada.client.cookies[COOKIE]}"
    headers = {"Cookie": cookie, "Origin": is_at(house, origin)}
    address = f"ws://127.0.0.1:{house.port}{path.format(table=table)}"
    with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers=headers):
        pass
    assert refused.value.response.status_code == 403


def test_its_own_site_is_served(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me")["table"]
    own = {"Origin": house.url}
    said = ada.client.post(f"/api/tables/{table}/chat", json={"seat": 1, "text": "hello"}, headers=own)
    assert said.status_code == 200
    cookie = f"{COOKIE}={ada.client.cookies[COOKIE]}"
    address = f"ws://127.0.0.1:{house.port}/api/tables/{table}/live"
    with connect(address, additional_headers={"Cookie": cookie} | own) as socket:
        assert heard(socket, "table")["mine"] == [1, 2]


# Headers


def failing(house: Running, monkeypatch: pytest.MonkeyPatch) -> httpx.Response:
    async def fail() -> None:
        raise RuntimeError("something private")

    monkeypatch.setattr(house.tables, "check_up", fail)
    monkeypatch.setattr(app, "log", CapturingLogger())
    return house.person().client.get("/api/health")


ANSWERS: dict[str, tuple[int, Any]] = {
    "games": (200, lambda client: client.get("/api/games")),
    "guest": (200, lambda client: client.put("/api/guest", json={"name": "Ada"})),
    "table": (201, lambda client: client.post("/api/tables", json={"game": "han", "seats": [{"kind": "me"}] * 2})),
    "no JSON": (400, lambda client: client.post("/api/tables", content=b"{")),
    "another site": (403, lambda client: client.post("/api/tables", headers={"Origin": "null"})),
    "not one's seat": (403, lambda client: client.post("/api/tables/x/seats/1/leave")),
    "no such address": (404, lambda client: client.get("/nothing/here")),
    "no table": (404, lambda client: client.get("/api/tables/nothing")),
    "method": (405, lambda client: client.delete("/api/games")),
    "too large": (413, lambda client: client.post("/api/tables/x/chat", content=b"x" * 70_000)),
    "bad field": (422, lambda client: client.post("/api/tables", json={"game": "han"})),
    "metrics": (200, lambda client: client.get("/metrics")),
    "description": (200, lambda client: client.get("/openapi.json")),
}


@pytest.mark.parametrize("kind", [*ANSWERS, "failure"])
def test_every_answer_has_the_headers_of_security(house: Running, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    status, ask = ANSWERS.get(kind, (500, lambda client: failing(house, monkeypatch)))
    answer = ask(house.person().client)
    assert answer.status_code == status
    assert "something private" not in answer.text
    assert {name: answer.headers.get(name) for name in guard.HEADERS} == guard.HEADERS
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "server" not in answer.headers
    if answer.request.url.path.startswith("/api"):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-type"] == "application/json"


# Words of people


WORDS = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>': '"><img src=x onerror=alert(1)>',
    "a\0b\x1b[31mc\x7f": "a b [31mc",
    "one\r\nSet-Cookie: two\tthree": "one Set-Cookie: two three",
    "\u202egnp.exe\u2066x\u2069": "gnp.exe x",
    "\u200bze\u200bro\ufeff": "ze ro",
    "line\u2028break\u0085": "line break",
    "\U000e0041tag\ue000": "tag",
    "e\u0301": "\u00e9",
    "\U0001f468\u200d\U0001f469": "\U0001f468\u200d\U0001f469",
    "{0} %s ${x} {{y}}": "{0} %s ${x} {{y}}",
}


@pytest.mark.parametrize(("words", "kept"), WORDS.items(), ids=map(ascii, WORDS))
def test_words_and_names_come_back_as_data_without_what_cannot_be_seen(house: Running, words: str, kept: str) -> None:
    at = Pair(house)
    at.ada.post(f"{at.path}/chat", {"seat": 1, "text": words})
    at.ada.post(f"{at.path}/seats/1/name", {"name": words})
    assert at.ada.client.put("/api/guest", json={"name": words}).json() == {"name": kept}
    answer = at.ben.client.get(at.path)
    assert answer.headers["content-type"] == "application/json"
    seen = answer.json()
    assert [line["data"] for line in seen["talk"] if line["kind"] == "chat"] == [{"text": kept}]
    assert seen["seats"][0]["name"] == kept


@pytest.mark.parametrize("words", ["", " ", "\0", "\u202e\u200b", "\r\n"])
def test_words_of_which_nothing_is_left_are_refused(house: Running, words: str) -> None:
    at = Pair(house)
    for path, body in ((f"{at.path}/chat", {"seat": 1, "text": words}), (f"{at.path}/seats/1/name", {"name": words})):
        answer = at.ada.client.post(path, json=body)
        assert answer.status_code == 422
        assert answer.json()["error"] in ("bad_field", "bad_name")


def test_long_words_are_cut_or_refused(house: Running) -> None:
    at = Pair(house)
    at.ada.post(f"{at.path}/chat", {"seat": 1, "text": "x" * 2000})
    at.ada.post(f"{at.path}/seats/1/name", {"name": "y" * 80})
    seen = at.ben.see(at.table)
    assert seen["talk"][-2]["data"] == {"text": "x" * 500}
    assert seen["seats"][0]["name"] == "y" * 40
    at.ada.post(f"{at.path}/chat", {"seat": 1, "text": "x" * 2001}, 422)
    at.ada.post(f"{at.path}/seats/1/name", {"name": "y" * 81}, 422)


# A silent game


def test_in_a_silent_game_nobody_talks_while_it_runs(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open")
    path = f"/api/tables/{made['table']}"
    ada.post(f"{path}/chat", {"seat": 1, "text": "before"})
    ada.post(f"{path}/seats/1/name", {"name": "Before"})
    ben.join(made["table"], made["invite"])
    assert ada.post(f"{path}/chat", {"seat": 1, "text": "my red one"}, 409)["error"] == "silent"
    assert ada.post(f"{path}/chat", {"seat": 1, "text": "red", "greeting": "two"}, 422)["error"] == "bad_field"
    assert ben.post(f"{path}/seats/2/name", {"name": "Red 1"}, 409)["error"] == "settled_name"
    ben.client.put("/api/guest", json={"name": "Red 1"})
    ben.join(made["table"], None, seat=2, name="Red 1")
    ben.post(f"{path}/chat", {"seat": 2, "greeting": "hello", "text": "play your second"})
    seen = ada.see(made["table"])
    assert [seat["name"] for seat in seen["seats"]] == ["Before", "Ben"]
    assert [line["data"] for line in seen["talk"] if line["kind"] == "chat"] == [
        {"text": "before"},
        {"greeting": "hello"},
    ]
    for seat, person in enumerate((ada, ben), 1):
        person.post(f"{path}/abandon", {"seat": seat})
    ben.post(f"{path}/chat", {"seat": 2, "text": "after"})
    ben.post(f"{path}/seats/2/name", {"name": "After"})
    assert ada.see(made["table"])["seats"][1]["name"] == "After"


# Spectators


def hidden_cards(view: Json, seat: int) -> bool:
    """Whether a view of Hanabi hides what a seat has in hand."""
    return not any("card" in card and card["card"] for card in view["hands"][seat - 1] if isinstance(card, dict))


def test_without_spectators_nobody_looks_on(house: Running) -> None:
    at = Pair(house, spectators={"view": "none"})
    eve = house.person()
    for rest in ("", "/plies/0", "/plies?first=0&count=1", "/export", "/preview?action=pass"):
        assert denied(eve.client.get(at.path + rest)) == (403, "no_spectators")
    with eve.live(at.table) as socket:
        assert closed(socket) == ("no_spectators", 4403)


def test_spectators_see_what_is_public(house: Running) -> None:
    at = Pair(house, "hanabi", spectators={"view": "public"})
    seen = house.person().see(at.table)
    assert (seen["seat"], seen["actions"], seen["everything"]) == (None, [], None)
    assert hidden_cards(seen["view"], 1)
    assert hidden_cards(seen["view"], 2)


def test_spectators_look_with_the_eyes_of_one_seat_while_the_others_are_bots(house: Running) -> None:
    ada, eve = house.person("Ada"), house.person()
    order: Json = {"spectators": {"view": "seat", "seat": 2}, "options": {"start": 2}}
    table = ada.make("hanabi", "random", "me", "random", **order)["table"]
    seen = eve.see(table)
    assert seen["view"] == ada.see(table)["view"]
    assert (seen["seat"], seen["actions"], seen["everything"]) == (None, [], None)
    assert hidden_cards(seen["view"], 2)
    assert not hidden_cards(seen["view"], 1)
    ada.post(f"/api/tables/{table}/seats/1/open")
    assert all(hidden_cards(eve.see(table)["view"], seat) for seat in (1, 2, 3))


def test_spectators_do_not_look_with_the_eyes_of_a_seat_that_sees_a_persons_cards(house: Running) -> None:
    """The other could look there in a second window."""
    at = Pair(house, "hanabi", spectators={"view": "seat", "seat": 2})
    seen = house.person().see(at.table)
    assert hidden_cards(seen["view"], 1)
    assert hidden_cards(seen["view"], 2)


def play_on(at: Pair, moves: int) -> None:
    """Hints and discards in turn, which end no match."""
    for _ in range(moves):
        mover = at.mover()
        seen = mover.see(at.table)
        actions = [action["action"] for action in seen["actions"] if not action["action"].startswith("play")]
        hints = [action for action in actions if not action.startswith("discard")]
        mover.move(at.table, (hints or actions)[-1], seen)


def test_a_delayed_spectator_is_twelve_actions_behind(house: Running) -> None:
    at, eve = Pair(house, "hanabi", spectators={"view": "delayed"}), house.person()
    play_on(at, 14)
    seen = eve.see(at.table)
    assert (seen["ply"], len(seen["log"]), seen["view"]["ply"]) == (2, 2, 2)
    assert denied(eve.client.get(f"{at.path}/plies/3")) == (404, "no_ply")
    assert denied(eve.client.get(f"{at.path}/plies?first=2&count=2")) == (404, "no_ply")
    assert at.ben.see(at.table)["everything"] is None


def test_a_delayed_spectator_sees_no_deck(house: Running) -> None:
    """The order of the deck tells what has been drawn since, and what will be."""
    at, eve = Pair(house, "hanabi", spectators={"view": "delayed"}), house.person()
    play_on(at, 13)
    for told in (eve.see(at.table), eve.get(f"{at.path}/plies/0")):
        assert not (told["everything"] or {}).get("deck")


def test_a_delayed_spectator_sees_of_hands_what_has_left_them_since(house: Running) -> None:
    """Of each moment exactly the cards that have been played or discarded by now, as they were in the hands."""
    at, eve = Pair(house, "hanabi", options={"start": 1}, spectators={"view": "delayed"}), house.person()
    names: list[list[list[str]]] = []
    held: list[list[str]] = [[f"{seat} {number}" for number in range(5)] for seat in (1, 2)]
    was: dict[str, str] = {}
    for number in range(24):
        names.append([list(hand) for hand in held])
        mover = at.mover()
        seen = mover.see(at.table)
        actions = [each["action"] for each in seen["actions"]]
        hints = [action for action in actions if action.startswith("hint")]
        action = "discard 2" if "discard 2" in actions else hints[0]
        mover.move(at.table, action, seen)
        if action == "discard 2":
            seat = seen["to_act"]
            was[held[seat - 1].pop(1)] = mover.see(at.table)["log"][-1]["events"][0]["arguments"]["card"]
            held[seat - 1].append(f"{seat} drawn {number}")
    assert len(was) > 8
    for ply in range(eve.see(at.table)["ply"] + 1):
        hands = eve.get(f"{at.path}/plies/{ply}")["view"]["hands"]
        assert [[card["card"] for card in hand] for hand in hands] == [
            [was.get(name) for name in hand] for hand in names[ply]
        ]


def test_a_delayed_spectator_sees_nothing_hidden_before_the_delay_is_over(house: Running) -> None:
    at, eve = Pair(house, "hanabi", spectators={"view": "delayed"}), house.person()
    assert not (eve.see(at.table)["everything"] or {}).get("hands")


def test_only_silent_games_are_shown_late_or_with_anothers_eyes(house: Running) -> None:
    for spectators in ({"view": "delayed"}, {"view": "seat", "seat": 1}):
        answer = house.person("Ada").make("han", "me", "open", spectators=spectators, status=422)
        assert answer["error"] == "bad_options"


# Sizes


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/api/tables", guard.MOST_ORDER),
        ("/api/games/han/options/map/check", guard.MOST_ORDER),
        ("/api/games/han/compose", guard.MOST_ORDER),
        ("/api/tables/x/chat", guard.MOST_BODY),
    ],
)
@pytest.mark.parametrize("chunked", [False, True], ids=["declared", "chunked"])
def test_what_is_too_large_is_refused(house: Running, path: str, most: int, chunked: bool) -> None:
    client = house.person().client
    headers = {"Content-Type": "application/json"}

    def send(size: int) -> httpx.Response:
        body = b" " * size
        chunks = (body[start : start + 65_536] for start in range(0, size, 65_536))
        return client.post(path, content=chunks if chunked else body, headers=headers)

    assert denied(send(most + 1)) == (413, "too_large")
    assert send(most).status_code in (400, 403, 422)
    assert client.get("/api/games").status_code == 200


def test_a_large_message_closes_its_own_socket_only(house: Running) -> None:
    at = Pair(house)
    with at.ada.live(at.table) as ada, at.ben.live(at.table) as ben:
        for socket in (ada, ben):
            heard(socket, "table")
        ada.send("x" * (MOST_MESSAGE + 1))
        assert closed(ada) == (None, 1009)
        ben.send('{"type":"ping"}')
        heard(ben, "pong")
        at.ada.post(f"{at.path}/chat", {"seat": 1, "text": "still here"})
        assert heard(ben, "table")["talk"][-1]["data"] == {"text": "still here"}


# Rates


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Running]:
    """A server that lets people do little of anything, for two seconds."""
    few = dict.fromkeys(("chat", "move", "join", "socket"), "3/2 seconds")
    with Running(tmp_path, limited=True, limits=few) as running:
        yield running


def asked_too_often(ask: Any) -> None:
    """Ask until it is too often; later it is not."""
    assert ask().status_code != 429
    answers: list[httpx.Response] = []
    wait_for(lambda: answers.append(ask()) or answers[-1].status_code == 429)  # type: ignore[func-returns-value]
    assert answers[-1].json()["error"] == "too_often"
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert {name: answers[-1].headers.get(name) for name in guard.HEADERS} == guard.HEADERS
    wait_for(lambda: ask().status_code != 429)


def test_who_asks_too_often_waits_and_others_do_not(limited: Running) -> None:
    ada, ben = limited.person("Ada"), limited.person("Ben")
    made = ada.make("han", "me", "open")
    ben.join(made["table"], made["invite"])
    path = f"/api/tables/{made['table']}"
    asked_too_often(lambda: ada.client.post(f"{path}/chat", json={"seat": 1, "text": "hello"}))
    move = {"seat": 1, "action": "dance", "expected_version": 0, "move_id": "x"}
    asked_too_often(lambda: ada.client.post(f"{path}/moves", json=move))
    asked_too_often(lambda: ada.client.post(f"{path}/join", json={"key": "guessed"}))
    wait_for(lambda: ada.client.post(f"{path}/chat", json={"seat": 1, "text": "x"}).status_code == 429)
    assert ben.client.post(f"{path}/chat", json={"seat": 2, "text": "hello"}).status_code == 200


def test_what_was_asked_too_often_is_not_done(limited: Running) -> None:
    ada = limited.person("Ada")
    table = ada.make("han", "me", "me")["table"]
    granted: list[str] = []
    for number in count():
        answer = ada.client.post(f"/api/tables/{table}/chat", json={"seat": 1, "text": str(number)})
        if answer.status_code == 429:
            break
        granted.append(str(number))
    said = [line["data"]["text"] for line in ada.see(table)["talk"] if line["kind"] == "chat"]
    assert said == granted


def test_who_opens_too_many_sockets_waits(limited: Running) -> None:
    ada = limited.person("Ada")
    table = ada.make("han", "me", "me")["table"]

    def is_let_in() -> bool:
        with suppress(InvalidStatus), ada.live(table) as socket:
            heard(socket, "table")
            return True
        return False

    assert is_let_in()
    wait_for(lambda: not is_let_in())
    wait_for(is_let_in)
