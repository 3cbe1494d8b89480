"""Administration: who may, what is seen, what is done, who hears of it, and that all of it is noted."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from lantern.kernel.errors import BadInput
from lantern.server.backup import back_up, restore
from lantern.server.errors import Denied
from lantern.server.http.addresses import Proxies
from lantern.server.http.bars import read_network
from lantern.server.http.bearer import hashed
from lantern.server.storage.clearing import Rules
from lantern.server.verify import verify
from tests.server.judges import quick_judges
from tests.server.postgres import Postgres
from tests.server.running import Json, Person, Running, Ticker, closed, heard, wait_for
from tests.server.test_restart import return_to

TOKEN = "a-token-for-tests-alone-0123456789"
AFAR, FARTHER = "203.0.113.7", "198.51.100.9"
"""Addresses of visitors, as a proxy on this machine says them."""
DAY_S = 86_400.0


class Admin(Person):
    """Somebody with the token."""

    def __init__(self, house: Running, token: str = TOKEN) -> None:
        super().__init__(house.url)
        self.client.headers["Authorization"] = f"Bearer {token}"
        house._people.append(self)

    def get(self, path: str, status: int = 200, **query: Any) -> Json:
        return super().get(f"/api/admin/{path}", status, **query)

    def post(self, path: str, body: Any = None, status: int = 200, **headers: str) -> Json:
        return super().post(f"/api/admin/{path}", body, status, **headers)

    def put(self, path: str, body: Any, status: int = 200) -> Json:
        return self._checked(self.client.put(f"/api/admin/{path}", json=body), status)

    def delete(self, path: str, status: int = 200) -> Json:
        return self._checked(self.client.delete(f"/api/admin/{path}"), status)

    def log(self) -> list[tuple[str, str | None]]:
        """What was done, and about what, the last last."""
        return [(deed["what"], deed["about"]) for deed in reversed(self.get("log")["deeds"])]


def from_afar(person: Person, address: str = AFAR) -> Person:
    """Somebody who comes from another address from now on."""
    person.client.headers["X-Forwarded-For"] = address
    return person


def live_from(person: Person, address: str, table: str | None = None) -> Any:
    """A socket from another address."""
    from websockets.sync.client import connect

    where = person.url.replace("http", "ws") + (f"/api/tables/{table}/live" if table else "/api/live")
    cookies = "; ".join(f"{name}={value}" for name, value in person.client.cookies.items())
    headers = {"X-Forwarded-For": address} | ({"Cookie": cookies} if cookies else {})
    return connect(where, additional_headers=headers, compression=None, max_queue=None)


def id_of(house: Running, person: Person) -> str:
    """The id of a guest."""
    found = Admin(house).get("people", search=person.name)["people"]
    assert len(found) == 1
    return str(found[0]["guest"])


@pytest.fixture
def house(tmp_path: Path, ticker: Ticker) -> Iterator[Running]:
    with Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as running:
        yield running


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with Postgres() as postgres:
        yield postgres


def pair(house: Running, game: str = "hanabi") -> tuple[Person, Person, str]:
    """Two people at a table."""
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make(game, "me", "open", seed="3")
    ben.join(made["table"], made["invite"])
    return ada, ben, made["table"]


def finished(person: Person, game: str = "hanabi") -> str:
    """A table whose match is over."""
    table = str(person.make(game, "me", "me", seed="5")["table"])
    person.move(table, person.see(table)["actions"][0]["action"])
    for seat in (1, 2):
        person.post(f"/api/tables/{table}/abandon", {"seat": seat})
    return table


# Who may


def test_without_a_token_there_is_nothing(tmp_path: Path) -> None:
    with Running(tmp_path) as house:
        admin, anybody = Admin(house), house.person()
        for path in ("overview", "nothing", "tables/x/end"):
            assert admin.get(path, 404)["error"] == "not_found"
            assert admin.client.request("POST", f"/api/admin/{path}", content=b"nonsense").status_code == 404
        assert anybody.get("/api/admin", 404)["error"] == "not_found"


def test_only_the_token_in_the_header_lets_one_in(house: Running) -> None:
    answer = Admin(house).client.get("/api/admin/overview")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    wrong: list[dict[str, str]] = [
        {},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": "Bearer"},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": f"Bearer {TOKEN[:-1]}"},
        {"Cookie": f"token={TOKEN}; Authorization=Bearer {TOKEN}"},
    ]
    for headers in wrong:
        for method in ("GET", "PUT", "DELETE"):
            refused = httpx.request(
                method, f"{house.url}/api/admin/message?token={TOKEN}", headers=headers, verify=False
            )
            assert (refused.status_code, refused.json()["error"]) == (401, "bad_token")
            assert refused.headers["www-authenticate"] == "Bearer"
    assert Admin(house).get("log")["total"] == 0


def test_another_site_can_not_have_a_browser_ask(house: Running) -> None:
    refused = Admin(house).client.post("/api/admin/clearing", json={}, headers={"Origin": "https://evil.example"})
    assert refused.json()["error"] == "bad_origin"


def test_who_tries_too_many_tokens_is_not_even_heard(tmp_path: Path) -> None:
    with Running(tmp_path, admin=hashed(TOKEN), limited=True, limits={"admin": "3/minute"}) as house:
        guesser, admin = from_afar(Admin(house, "x" * 24)), from_afar(Admin(house))
        found = [guesser.client.get("/api/admin/overview").status_code for _ in range(5)]
        assert found == [401, 401, 401, 429, 429]
        assert admin.get("overview", 429)["error"] == "too_often"
        from_afar(admin, FARTHER)
        for _ in range(9):
            admin.get("overview")


@pytest.mark.parametrize("token", ["", "short", "a token with spaces in it", "x" * 19, "é" * 24, "x" * 500])
def test_a_token_that_could_be_guessed_or_not_sent_is_refused(token: str) -> None:
    with pytest.raises(BadInput, match="at least 20"):
        hashed(token)


# What is seen


def test_the_overview_counts_what_there_is(house: Running) -> None:
    ada, _, table = pair(house)
    finished(ada)
    with ada.live(table) as socket:
        heard(socket, "table")
        told = Admin(house).get("overview")
    assert told["tables"] == [
        {"game": "hanabi", "status": "abandoned", "count": 1},
        {"game": "hanabi", "status": "playing", "count": 1},
    ]
    assert told["entries"] == ada.see(table)["version"] + 5
    assert (told["guests"], told["sockets"], told["database"], told["backups"]) == (2, 1, "sqlite", False)
    assert (told["rules"].keys(), told["processes"]) == ({"han", "hanabi", "khan", "ming"}, 1)
    assert told["waiting"] == {"moves": 0, "suggestions": 0, "reviews": 0, "among_bots": 0}
    assert min(told["size"], told["room"], told["connections"], told["tables_in_memory"]) > 0
    assert told["clearing"] == {"guests": 30, "tables": 0, "keep": 0}


def test_tables_are_found_by_who_sits_there_and_how_they_are(house: Running, ticker: Ticker) -> None:
    ada, ben, cleo = house.person("Ada"), house.person("Бен Al"), house.person("Cleo")
    first = ada.make("khan", "me", "open")
    ben.join(first["table"], first["invite"])
    ticker.advance(1)
    second = finished(cleo)
    admin = Admin(house)

    def found(**asked: Any) -> list[str]:
        return [table["table"] for table in admin.get("tables", **asked)["tables"]]

    assert found() == [second, first["table"]]
    for words in ("ada", "БЕН", "бен", "al", first["table"], id_of(house, ada)):
        assert found(search=words) == [first["table"]], words
    assert found(search="false") == found(search="a%") == found(search="person") == []
    over = admin.client.get("/api/admin/tables?status=abandoned").json()["tables"]
    assert over == admin.get("tables", game="hanabi")["tables"]
    assert found(game="hanabi") == [second]
    assert found(page=1) == []
    with cleo.live(first["table"]) as socket:
        heard(socket, "table")
        told = admin.get("tables", search="Ada")["tables"][0]
    assert told["spectators"] == 1
    assert told["host"] == id_of(house, ada)
    assert [one["seat"] for one in told["people"]] == [1, 2]
    assert "seed" not in json.dumps(told)


def test_people_are_found_by_name_and_id(house: Running, ticker: Ticker) -> None:
    ada, ben, table = pair(house)
    phone = house.person()
    phone.post("/api/guest/devices", {"key": ada.post("/api/guest/key")["key"]})
    with ben.live(table) as socket:
        heard(socket, "table")
        [told] = Admin(house).get("people", search="ben")["people"]
    assert (told["names"], told["devices"], told["tables"], told["barred"]) == (["Ben"], 1, 1, False)
    assert told["addresses"] == ["127.0.0.1"]
    assert Admin(house).get("people", search="Ada")["people"][0]["devices"] == 2
    assert Admin(house).get("people", search=told["guest"])["total"] == 1
    assert told["seen_at"] == ticker.at


def test_that_a_guest_is_here_is_noted_once_a_day(house: Running, ticker: Ticker) -> None:
    ada = house.person("Ada")
    ada.client.put("/api/guest", json={"name": "Ada"})
    first = ticker.at
    for hours, seen in ((23, first), (2, first + 25 * 3_600_000), (3, first + 25 * 3_600_000)):
        ticker.advance(hours * 3600)
        ada.get("/api/guest")
        assert Admin(house).get("people")["people"][0]["seen_at"] == seen


def test_entries_are_read_without_keys_and_that_is_noted(house: Running) -> None:
    ada, _, table = pair(house)
    admin = Admin(house)
    entries = admin.get(f"tables/{table}/entries")["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, ada.see(table)["version"] + 1))
    assert entries[0]["kind"] == "sit"
    assert entries[0]["data"].keys() == {"guest", "name"}
    assert admin.get(f"tables/{table}/entries", after=1)["entries"] == entries[1:]
    assert admin.get("tables/nowhere/entries", 404)["error"] == "no_table"
    assert admin.log() == [("read", table), ("read", table)]
    deed = admin.get("log")["deeds"][0]
    assert deed["details"] == {"after": 1, "game": "hanabi", "status": "playing", "names": ["Ada", "Ben"]}
    assert deed["address"] == "127.0.0.1"


# What is done at tables


def test_a_match_that_is_ended_is_over_for_everybody_and_says_who_ended_it(
    tmp_path: Path, house: Running, ticker: Ticker
) -> None:
    ada, ben, table = pair(house)
    admin = Admin(house)
    with ben.live(table) as socket:
        heard(socket, "table")
        ended = admin.post(f"tables/{table}/end")
        news = heard(socket, "table")
    assert (news["status"], news["version"]) == ("abandoned", ended["version"])
    assert news["talk"][-1]["data"] == {"why": "server"}
    assert ada.get(f"/api/tables/{table}/export")["seats"] == ["Ada", "Ben"]
    assert admin.post(f"tables/{table}/end", status=409)["error"] == "match_over"
    waiting = ada.make("khan", "me", "open")["table"]
    assert admin.post(f"tables/{waiting}/end", status=409)["error"] == "not_playing"
    assert admin.post("tables/nowhere/end", status=404)["error"] == "no_table"
    assert admin.log() == [("end", table)]


def test_a_table_handed_over_has_another_host(tmp_path: Path, house: Running, ticker: Ticker) -> None:
    ada, ben, table = pair(house)
    admin = Admin(house)
    assert (ada.see(table)["host"], ben.see(table)["host"]) == (True, False)
    admin.post(f"tables/{table}/hand", {"seat": 2})
    assert (ada.see(table)["host"], ben.see(table)["host"]) == (False, True)
    assert ada.see(table)["talk"][-1]["kind"] == "host"
    ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "random"}, 403)
    ben.post(f"/api/tables/{table}/seats/1/bot", {"bot": "random"})
    before = admin.get("tables")["tables"][0]
    assert before["host"] == id_of(house, ben)
    admin.post(f"tables/{table}/hand", {"seat": 2})
    assert admin.post(f"tables/{table}/hand", {"seat": 3}, 404)["error"] == "no_seat"
    against = ada.make("khan", "me", "random")["table"]
    assert admin.post(f"tables/{against}/hand", {"seat": 2}, 409)["error"] == "no_person"
    assert admin.log() == [("hand", table)]


def test_a_host_who_has_handed_over_stays_so_after_a_restart(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as house:
        _, ben, table = pair(house)
        Admin(house).post(f"tables/{table}/hand", {"seat": 2})
        cookies = dict(ben.client.cookies)
    with Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as house:
        assert return_to(house, cookies).see(table)["host"]
    assert verify(house.settings.database, lambda line: None)


def test_a_table_that_is_removed_is_gone_with_all_that_tells_of_it(tmp_path: Path, ticker: Ticker) -> None:
    with quick_judges(), Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as house:
        ada, eve = house.person("Ada"), house.person("Eve")
        table, other = finished(ada), finished(eve)
        branch = ada.post(f"/api/tables/{table}/branches", {"ply": 0}, 201)["table"]
        ada.client.put(f"/api/tables/{table}/notes", json={"seat": 1, "about": "ply:1", "text": "hm"})
        ada.post(f"/api/tables/{table}/review")
        wait_for(lambda: ada.get(f"/api/tables/{table}/review")["state"] == "done")
        admin = Admin(house)
        with ada.live(table) as socket, ada.live(branch) as second:
            heard(socket, "table")
            heard(second, "table")
            assert admin.delete(f"tables/{table}")["tables"] == [table, branch]
            assert closed(socket) == ("table_removed", 4404)
            assert closed(second) == ("table_removed", 4404)
        for gone in (table, branch):
            assert ada.see(gone, 404)["error"] == "no_table"
        assert [one["table"] for one in ada.get("/api/tables")["tables"]] == []
        assert admin.delete(f"tables/{table}", 404)["error"] == "no_table"
        assert eve.see(other)["status"] == "abandoned"
        assert admin.log() == [("delete", table)]
        assert back_up(house.settings.database, tmp_path / "whole.gz", lambda line: None)
    assert verify(house.settings.database, lambda line: None)
    stored = sqlite3.connect(tmp_path / "lantern.db")
    for kept in ("entries", "sittings", "notes", "reviews", "practice"):
        assert stored.execute(f"SELECT count(*) FROM {kept} WHERE table_id = ?", (table,)).fetchone() == (0,)
    stored.close()
    assert restore(tmp_path / "whole.gz", f"sqlite:///{tmp_path / 'back.db'}", replace=False, say=lambda line: None)


def test_bots_at_a_table_that_is_removed_are_forgotten(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "random", options={"start": 1})["table"]
    Admin(house).delete(f"tables/{table}")
    ada.post(f"/api/tables/{table}/moves", {"seat": 1, "action": "x", "expected_version": 1, "move_id": "m"}, 404)
    assert house.tables.kept == 0


# Who is let in


def test_who_is_barred_by_address_is_told_so_and_shown_out(house: Running) -> None:
    ada, ben = from_afar(house.person("Ada")), house.person("Ben")
    ada.client.put("/api/guest", json={"name": "Ada"})
    admin = Admin(house)
    with live_from(ada, AFAR) as socket:
        socket.send('{"type": "ping"}')
        heard(socket, "pong")
        bar = admin.post("bars", {"address": AFAR, "reason": " too\nloud "}, 201)
        assert closed(socket) == ("barred", 4403)
    assert (bar["network"], bar["reason"], bar["until"]) == (f"{AFAR}/32", "too loud", None)
    for language, words in (("en", "too loud"), ("it", "Il motivo: too loud"), ("ru", "Причина: too loud")):
        ada.client.headers["Accept-Language"] = language
        refused = ada.get("/api/guest", 403)
        assert refused["error"] == "barred"
        assert words in refused["message"]
    with live_from(ada, AFAR) as socket:
        assert closed(socket) == ("barred", 4403)
    from_afar(admin).get("overview")
    ben.client.put("/api/guest", json={"name": "Ben"}).raise_for_status()
    assert admin.delete(f"bars/{bar['id']}")["bars"] == []
    assert ada.get("/api/guest")["name"] == "Ada"
    assert admin.delete(f"bars/{bar['id']}", 404)["error"] == "no_bar"
    assert admin.log() == [("bar", f"{AFAR}/32"), ("unbar", f"{AFAR}/32")]


def test_a_guest_is_barred_by_whatever_cookie_or_key(house: Running) -> None:
    ada, ben, table = pair(house)
    key, seat_key = ben.post("/api/guest/key")["key"], ben.post(f"/api/tables/{table}/seats/2/key")["key"]
    phone, later, anew = house.person(), house.person(), house.person("New")
    phone.post("/api/guest/devices", {"key": key})
    guest = id_of(house, ben)
    with phone.live(table) as socket:
        heard(socket, "table")
        Admin(house).post("bars", {"guest": guest}, 201)
        assert closed(socket) == ("barred", 4403)
    for person in (ben, phone):
        assert person.see(table, 403)["error"] == "barred"
    assert later.post("/api/guest/devices", {"key": key}, 403)["error"] == "barred"
    assert anew.join(table, seat_key, 403)["error"] == "barred"
    assert ada.see(table)["status"] == "playing"
    assert Admin(house).get("people", search=guest)["people"][0]["barred"]
    assert Admin(house).post("bars", {"guest": "nobody"}, 404)["error"] == "unknown_guest"


def test_a_bar_ends_when_its_time_is_over_and_lasts_over_a_restart(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as house:
        admin = Admin(house)
        admin.post("bars", {"address": "203.0.113.0/24", "until": ticker.at + 3_600_000}, 201)
        assert "2027-01-15 09:00" in from_afar(house.person()).get("/api/games", 403)["message"]
        again = admin.post("bars", {"address": "203.0.113.99/24", "until": ticker.at + 7_200_000}, 201)
        assert [bar["id"] for bar in admin.get("bars")["bars"]] == [again["id"]]
    with Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as house:
        from_afar(house.person()).get("/api/games", 403)
        ticker.advance(7_201)
        from_afar(house.person()).get("/api/games")
        assert Admin(house).get("bars")["bars"] == []


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"address": "example.org"}, "neither an address"),
        ({"address": ""}, "neither an address"),
        ({"address": "0.0.0.0/0"}, "everybody"),
        ({"address": "::/0"}, "everybody"),
        ({"address": "127.0.0.1"}, "everybody"),
        ({"address": "127.0.0.0/8"}, "everybody"),
        ({"address": "::1"}, "everybody"),
        ({"address": AFAR, "guest": "x"}, "either"),
        ({}, "either"),
    ],
)
def test_nobody_is_barred_by_mistake(house: Running, order: Json, why: str) -> None:
    refused = Admin(house).post("bars", order, 422)
    assert why in refused["message"]
    assert Admin(house).post("bars", {"address": AFAR, "until": 5}, 422)["error"] == "bad_until"
    assert (Admin(house).get("bars")["bars"], Admin(house).log()) == ([], [])


def test_an_address_of_version_6_stands_for_its_household() -> None:
    proxies = Proxies(["10.0.0.0/8"])
    assert read_network("2001:db8::7", proxies) == "2001:db8::/64"
    assert read_network(" 203.0.113.7", proxies) == "203.0.113.7/32"
    assert read_network("::ffff:203.0.113.7", proxies) == "203.0.113.7/32"
    with pytest.raises(Denied, match="too_wide"):
        read_network("10.1.2.3", proxies)


# A message to all


def test_a_message_reaches_those_who_are_here_and_those_who_come(house: Running, ticker: Ticker) -> None:
    ada, ben, table = pair(house)
    admin = Admin(house)
    with ada.live(table) as at_table, ben.live(None) as anywhere, house.person().live(None) as new:
        posted = admin.put("message", {"text": "Down <b>at ten</b>\n for a minute", "until": ticker.at + 60_000})
        for socket in (at_table, anywhere, new):
            assert heard(socket, "bulletin")["bulletin"] == posted["bulletin"]
        assert posted["bulletin"]["text"] == "Down <b>at ten</b> for a minute"
        assert posted["bulletin"]["left_ms"] == 60_000
        ticker.advance(20)
        for where in (table, None):
            with ben.live(where) as late:
                assert heard(late, "bulletin")["bulletin"] == posted["bulletin"] | {"left_ms": 40_000}
        admin.delete("message")
        assert heard(at_table, "bulletin")["bulletin"] is None
    assert admin.get("message")["bulletin"] is None
    assert admin.delete("message", 404)["error"] == "no_bulletin"
    assert [what for what, _ in admin.log()] == ["message", "retract"]


def test_a_message_is_over_when_its_time_is_and_lasts_over_a_restart(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as house:
        admin = Admin(house)
        first = admin.put("message", {"text": "one"})["bulletin"]
        second = admin.put("message", {"text": "two", "until": ticker.at + 1000})["bulletin"]
        assert first["id"] != second["id"]
        for text in ("", " \u200b", "x" * 501):
            assert admin.put("message", {"text": text}, 422)["arguments"]["field"] == "text"
        assert admin.put("message", {"text": "x", "until": 3}, 422)["error"] == "bad_until"
    with Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as house:
        with house.person().live(None) as socket:
            assert heard(socket, "bulletin")["bulletin"]["id"] == second["id"]
        ticker.advance(2)
        with house.person().live(None) as socket:
            socket.send('{"type": "ping"}')
            assert json.loads(socket.recv(timeout=60))["type"] == "pong"


# Clearing


def test_guests_who_never_did_anything_are_forgotten(house: Running, ticker: Ticker) -> None:
    idle, here, sits, keyed, solves = (house.person(name) for name in ("Idle", "Here", "Sits", "Keyed", "Solves"))
    for person in (idle, here, sits, keyed, solves):
        person.client.put("/api/guest", json={"name": person.name})
    sits.make("khan", "me", "open")
    keyed.post("/api/guest/key")
    admin = Admin(house)
    ticker.advance(29 * DAY_S)
    here.get("/api/guest")
    ticker.advance(2.1 * DAY_S)
    solves.post("/api/tables", {"game": "han", "seats": [{"kind": "me"}] * 2}, 201)
    would = admin.get("clearing")
    assert (would["guests"], would["tables"], would["rules"]["guests"]) == (1, 0, 30)
    assert admin.get("clearing", guests=0)["guests"] == 0
    assert admin.get("clearing", guests=1)["guests"] == 2
    done = admin.post("clearing", {})
    assert (done["guests"], done["tables"]) == (1, 0)
    names = {person["name"] for person in admin.get("people")["people"]}
    assert names == {"Here", "Sits", "Keyed", "Solves"}
    assert idle.get("/api/guest", 404)["error"] == "no_guest"
    assert idle.make("khan", "me", "me"), "he is somebody new"
    assert admin.log() == [("clear", None)]
    assert admin.get("log")["deeds"][0]["details"] == {"guests": 1, "tables": 0}


def test_what_would_go_goes_and_what_somebody_uses_stays(tmp_path: Path, ticker: Ticker) -> None:
    with quick_judges(), Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as house:
        ada, admin = house.person("Ada"), Admin(house)
        old, noted, tried, running = (finished(ada) for _ in range(3)), finished(ada), finished(ada), None
        olds = [*old]
        ada.client.put(f"/api/tables/{noted}/notes", json={"seat": 1, "about": "ply:1", "text": "hm"})
        branch = ada.post(f"/api/tables/{tried}/branches", {"ply": 0}, 201)["table"]
        running = ada.make("han", "me", "me")["table"]
        ticker.advance(10 * DAY_S)
        new = finished(ada)
        would = admin.get("clearing", tables=5)
        assert [table["table"] for table in would["first"]] == sorted([*olds, branch])
        assert admin.get("clearing", tables=20)["tables"] == 0
        assert admin.get("clearing", keep=1)["tables"] == would["tables"] == 4
        with ada.live(olds[0]) as socket:
            heard(socket, "table")
            done = admin.post("clearing", {"tables": 5})
            assert closed(socket)[0] == "table_removed"
        assert (done["tables"], done["first"]) == (4, [])
        left = {table["table"] for table in admin.get("tables")["tables"]}
        assert left == {noted, tried, running, new}
        assert admin.get("clearing", tables=5)["tables"] == 1, "its variation is no more"
        assert back_up(house.settings.database, tmp_path / "whole.gz", lambda line: None)
    assert verify(house.settings.database, lambda line: None)


def test_it_is_done_once_a_day_by_the_clock(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker, admin=hashed(TOKEN), clearing=Rules(5, 5, 0)) as house:
        ada, admin = house.person("Ada"), Admin(house)
        finished(ada)
        for days in (4, 3, 3):
            ticker.advance(days * DAY_S)
            wait_for(lambda: _cleared_at(tmp_path) >= ticker.at)
        wait_for(lambda: admin.get("log")["total"] == 2)
        then, first = admin.get("log")["deeds"]
        assert (first["what"], first["details"], first["address"]) == ("clear", {"guests": 0, "tables": 1}, None)
        assert then["details"] == {"guests": 1, "tables": 0}, "who sat there sits nowhere now"


def _cleared_at(folder: Path) -> int:
    with sqlite3.connect(folder / "lantern.db") as stored:
        return int(stored.execute("SELECT cleared_at FROM pulse").fetchone()[0])


@pytest.mark.parametrize("rules", [Rules(-1), Rules(tables=-3), Rules(keep=-1), Rules(guests=99_999)])
def test_rules_that_make_no_sense_are_refused(rules: Rules) -> None:
    with pytest.raises(BadInput, match="from 0 to"):
        rules.check()
    Rules(0, 0, 0).check()


# Several processes


def test_all_processes_act_alike(tmp_path: Path, cluster: Postgres, ticker: Ticker) -> None:
    database = cluster.create_database("admin")
    with (
        Running(tmp_path, database, now=ticker, admin=hashed(TOKEN)) as first,
        Running(tmp_path, database, now=ticker, admin=hashed(TOKEN)) as second,
    ):
        admin, ada = Admin(first), house_guest(second)
        table = ada.make("hanabi", "me", "me")["table"]
        assert admin.get("tables", search="ada")["tables"][0]["table"] == table
        assert admin.get("overview")["database"] == "postgresql"
        assert admin.get("people", search="ADA")["total"] == 1
        with ada.live(table) as socket, live_from(ada, AFAR) as afar:
            heard(socket, "table")
            afar.send('{"type": "ping"}')
            heard(afar, "pong")
            admin.put("message", {"text": "Hello, all!"})
            assert heard(socket, "bulletin")["bulletin"]["text"] == "Hello, all!"
            bar = admin.post("bars", {"address": AFAR}, 201)
            assert closed(afar)[0] == "barred"
            admin.delete(f"tables/{table}")
            assert closed(socket)[0] == "table_removed"
        assert ada.see(table, 404)["error"] == "no_table"
        visitor = from_afar(second.person())
        assert visitor.get("/api/games", 403)["error"] == "barred"
        admin.delete(f"bars/{bar['id']}")
        wait_for(lambda: visitor.client.get("/api/games").status_code == 200)
        gone = finished(ada)
        ticker.advance(9 * DAY_S)
        assert admin.post("clearing", {"tables": 3})["tables"] == 1
        assert ada.see(gone, 404)["error"] == "no_table"
        assert [what for what, _ in Admin(second).log()] == ["message", "bar", "delete", "unbar", "clear"]


def house_guest(house: Running) -> Person:
    ada = house.person("Ada")
    ada.client.put("/api/guest", json={"name": "Ada"})
    return ada
