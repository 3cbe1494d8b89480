"""Sockets: views at once and whenever something changes, who is there, whose turn it is, and who is cut off."""

from __future__ import annotations

import asyncio
import copy
import json
import socket as sockets
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from lantern.server import serve
from lantern.server.bots import thinking
from lantern.server.live import hub
from lantern.server.live.hub import Watcher
from lantern.server.live.table_service import Slot
from lantern.server.tables.table import Table
from tests.server.running import PATIENCE_S, Json, Person, Running, Ticker, closed, heard, wait_for
from tests.server.siege.sockets import HANDSHAKE
from tests.server.test_seats import mover, pair, saved_match


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all, with little room for what is not read; every test has people and tables of its own."""
    running = Running(tmp_path_factory.mktemp("live"), now=Ticker())
    running._socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 4096)
    with running:
        yield running


def presence(socket: ClientConnection, seats: list[int], spectators: int) -> None:
    """Wait until so many are said to be there."""
    while (told := heard(socket, "presence")) != {"type": "presence", "seats": seats, "spectators": spectators}:
        assert set(told) == {"type", "seats", "spectators"}


def play_one(table: str, *people: Person) -> Json:
    """Whoever is to act plays something that does not end the match."""
    who, seen = mover(table, *people)
    hints = [one["action"] for one in seen["actions"] if not one["action"].startswith("play ")]
    return who.move(table, hints[0], seen)


def test_the_first_view_is_what_the_table_answers(house: Running) -> None:
    ada, ben, table = pair(house)
    for person, query in ((ada, {}), (ada, {"seat": 1}), (ben, {"seat": 2}), (house.person(), {})):
        with person.live(table, **query) as socket:
            assert heard(socket, "table") == {"type": "table", **person.see(table, **query)}


def test_news_reach_every_seat_and_spectator(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    looker = house.person()
    with ada.live(table) as one, ben.live(table) as two, looker.live(table) as three:
        firsts = [heard(socket, "table") for socket in (one, two, three)]
        assert [first["seat"] for first in firsts] == [1, 2, None]
        for number in range(3):
            done = play_one(table, ada, ben)
            for socket, person in ((one, ada), (two, ben), (three, looker)):
                news = heard(socket, "table")
                assert (news["version"], news["keep"], len(news["log"])) == (done["version"], number, 1)
                whole = person.see(table)
                same = {key: news[key] for key in whole if key not in ("keep", "log", "talk")}
                assert same == {key: whole[key] for key in same}
                assert news["log"] == whole["log"][number:]
        ada.post(f"/api/tables/{table}/chat", {"seat": 1, "greeting": "hello"})
        for socket in (one, two, three):
            news = heard(socket, "table")
            assert [line["data"] for line in news["talk"]] == [{"greeting": "hello"}]
            assert news["log"] == []


def test_people_at_a_table_that_fills_see_it_begin(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open")
    with ada.live(made["table"]) as socket, ben.live(made["table"]) as other:
        assert heard(socket, "table")["status"] == "seating"
        assert heard(other, "table")["seat"] is None
        ben.client.put("/api/guest", json={"name": "Ben"})
        ben.join(made["table"], made["invite"])
        assert heard(socket, "table")["status"] == "playing"
    with ben.live(made["table"]) as other:
        assert heard(other, "table")["seat"] == 2


def test_a_socket_that_resumes_gets_what_it_missed(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    with ada.live(table) as socket:
        play_one(table, ada, ben)
        last = heard(socket, "table")
        while last["ply"] < 1:
            last = heard(socket, "table")
    for _ in range(3):
        play_one(table, ada, ben)
    with ada.live(table, since=last["version"]) as socket:
        resumed = heard(socket, "table")
        assert resumed["keep"] == 1
        assert [line["ply"] for line in resumed["log"]] == [2, 3, 4]
        assert resumed["talk"] == []


def test_a_version_to_come_does_not_lose_the_log(house: Running) -> None:
    """A client that says it has more than there is, as after a backup was put back, keeps nothing and loses nothing."""
    ada, ben, table = pair(house, "hanabi")
    log: list[Json] = []
    with ada.live(table, since=ada.see(table)["version"] + 2) as socket:
        for ply in range(5):
            news = heard(socket, "table")
            log = [line for line in log if line["ply"] <= news["keep"]] + news["log"]
            assert [line["ply"] for line in log] == list(range(1, ply + 1))
            play_one(table, ada, ben)


@pytest.mark.parametrize("is_heard", [True, False])
def test_what_changes_elsewhere_while_somebody_is_let_in_is_shown_to_him(
    house: Running, monkeypatch: pytest.MonkeyPatch, is_heard: bool
) -> None:
    """The table has been read for him, and he is not among its watchers yet."""
    ada = house.person("Ada")
    table = ada.make("ming", "me", "me")["table"]
    hub, fresh = house.app.state.services.hub, house.tables._fresh
    before: list[Any] = [copy.deepcopy(house.tables._slots[table].table)]
    version = ada.post(f"/api/tables/{table}/chat", {"seat": 1, "greeting": "hello"})["version"]

    async def as_it_was_at_first(table_id: str, slot: Slot) -> Table:
        if not before:
            return await fresh(table_id, slot)
        hub.hear(f"changed elsewhere {table} {version} 0 0") if is_heard else hub.missed()
        stale: Table = before.pop()
        return stale

    monkeypatch.setattr(house.tables, "_fresh", as_it_was_at_first)
    with ada.live(table) as socket:
        while heard(socket, "table")["version"] < version:
            pass
    assert not before


def test_presence_of_seats_spectators_and_devices(house: Running) -> None:
    ada, ben, table = pair(house)
    key = ben.post(f"/api/tables/{table}/seats/2/key")["key"]
    phone, looker = house.person(), house.person()
    phone.join(table, key)
    with ada.live(table) as watching:
        presence(watching, [1], 0)
        with ben.live(table):
            presence(watching, [1, 2], 0)
            with phone.live(table), looker.live(table), ada.live(table):
                presence(watching, [1, 2], 1)
            presence(watching, [1, 2], 0)
        presence(watching, [1], 0)
        with phone.live(table):
            presence(watching, [1, 2], 0)


def test_who_has_lost_his_network_is_away_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """He says no good-bye, and answers no more; as a rule it takes ten seconds, and here none."""
    assert serve.PING_S + serve.PONG_S <= 10
    monkeypatch.setattr(serve, "PING_S", 0.2)
    monkeypatch.setattr(serve, "PONG_S", 0.3)
    with Running(tmp_path) as lively:
        ada, ben, table = pair(lively)
        with ada.live(table) as watching, closing(sockets.create_connection(("127.0.0.1", lively.port))) as lost:
            presence(watching, [1], 0)
            cookie = "; ".join(f"{name}={value}" for name, value in ben.client.cookies.items())
            lost.sendall(HANDSHAKE.format(path=f"/api/tables/{table}/live", cookie=cookie).encode())
            presence(watching, [1, 2], 0)
            presence(watching, [1], 0)


def test_the_presence_of_hot_seat_players(house: Running) -> None:
    ada, looker = house.person("Ada"), house.person()
    table = ada.make("hanabi", "me", "random", "me")["table"]
    with looker.live(table) as watching:
        presence(watching, [], 1)
        with ada.live(table, seat=3):
            presence(watching, [1, 3], 1)


def test_a_spectator_who_takes_a_seat_is_present_there(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", "open")
    ben.client.put("/api/guest", json={"name": "Ben"})
    with ada.live(made["table"]) as watching, ben.live(made["table"]) as other:
        presence(watching, [1], 1)
        ben.join(made["table"], made["invite"])
        presence(watching, [1, 2], 0)
        seen = heard(other, "table")
        while seen["seat"] is None:
            seen = heard(other, "table")
        assert seen["mine"] == [2]


def test_word_comes_when_it_is_ones_turn_at_whatever_table(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    tables = []
    for _ in range(2):
        made = ada.make("hanabi", "me", "open", options={"start": 1})
        ben.join(made["table"], made["invite"])
        tables.append(made["table"])
    with ben.live(None) as socket:
        for table in tables:
            done = play_one(table, ada)
            word = heard(socket, "your_turn")
            assert (word["table"], word["version"]) == (table, done["version"])
            assert word["seat"] == 2


def test_no_word_of_a_turn_that_a_bot_plays(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi", options={"start": 1})
    other = ada.make("hanabi", "me", "open", options={"start": 1})
    ben.join(other["table"], other["invite"])
    ben.post(f"/api/tables/{table}/seats/2/leave")
    with ben.live(None) as socket:
        play_one(table, ada)
        wait_for(lambda: ada.see(table)["ply"] == 2)
        play_one(other["table"], ada)
        assert heard(socket, "your_turn")["table"] == other["table"]


def test_word_of_a_turn_comes_once(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi", options={"start": 1})
    with ben.live(None) as socket:
        first = play_one(table, ada)["version"]
        assert heard(socket, "your_turn")["version"] == first
        ada.post(f"/api/tables/{table}/chat", {"seat": 1, "greeting": "hello"})
        play_one(table, ben)
        second = play_one(table, ada)["version"]
        assert heard(socket, "your_turn")["version"] == second


@pytest.mark.parametrize("query", [{"seat": "x"}, {"since": "x"}], ids=str)
def test_a_socket_that_asks_for_nonsense_is_not_accepted(house: Running, query: Json) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    with pytest.raises(InvalidStatus) as refused, ada.live(table, **query):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/", "/api/elsewhere", "/api/tables/live", "/api/tables/a.b/live"])
def test_a_socket_at_any_other_place_is_not_accepted(house: Running, path: str) -> None:
    address = house.url.replace("http", "ws") + path
    with pytest.raises(InvalidStatus) as refused, connect(address):
        pass
    assert refused.value.response.status_code == 403


def test_pings_are_answered(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    with ada.live(table) as socket, ada.live(None) as own:
        version = heard(socket, "table")["version"]
        socket.send('{"type":"ping"}')
        assert heard(socket, "pong") == {"type": "pong", "version": version}
        done = play_one(table, ada, ben)
        heard(socket, "table")
        socket.send('{"type":"ping"}')
        assert heard(socket, "pong") == {"type": "pong", "version": done["version"]}
        own.send('{"type":"ping"}')
        assert heard(own, "pong")["type"] == "pong"


def test_an_unknown_table_has_no_socket(house: Running) -> None:
    with house.person().live("nowhere") as socket:
        assert closed(socket) == ("no_table", 4404)


def test_who_has_never_been_here_may_listen_though_he_has_no_turns(house: Running) -> None:
    with house.person().live(None) as socket:
        socket.send('{"type": "ping"}')
        assert json.loads(socket.recv(timeout=PATIENCE_S))["type"] == "pong"
    wait_for(lambda: house.app.state.services.hub.sockets == 0)


def test_a_socket_at_a_seat_of_another_is_closed(house: Running) -> None:
    ada, ben, table = pair(house)
    with ada.live(table) as watching:
        presence(watching, [1], 0)
        for person in (ben, house.person()):
            with person.live(table, seat=1) as socket:
                word = json.loads(socket.recv(timeout=PATIENCE_S))
                assert (word["type"], word.get("error")) == ("closed", "not_your_seat")
                assert closed(socket)[1] == 4403
    with ada.live(table, seat=5) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE_S)).get("error") == "no_seat"


def test_a_table_without_spectators_has_no_socket_for_them(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me", spectators={"view": "none"})["table"]
    with house.person().live(table) as socket:
        word = json.loads(socket.recv(timeout=PATIENCE_S))
        assert (word["type"], word.get("error")) == ("closed", "no_spectators")
        assert closed(socket)[1] == 4403


def test_several_people_at_one_device_are_shown_no_hand_before_one_says_who_he_is(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me", "random", options={"start": 1})["table"]

    def hands(view: Json) -> list[bool]:
        return [bool(hand["cards"]) for hand in view["view"]["hands"]]

    with ada.live(table, curtain="true") as closed_curtain, ada.live(table, seat=1) as open_curtain:
        for _ in range(2):
            before = heard(closed_curtain, "table")
            assert (before["seat"], before["mine"], before["actions"], before["can_undo"]) == (None, [1, 2], [], 0)
            assert hands(before) == [False, False, False]
            assert hands(heard(open_curtain, "table")) == [True, False, False]
            ada.move(table, ada.see(table)["actions"][0]["action"])
    once = ada.get(f"/api/tables/{table}/plies/0", curtain="true")
    several = ada.get(f"/api/tables/{table}/plies", first=0, count=2, curtain="true")["plies"]
    assert [hands(moment) for moment in (once, *several)] == [[False, False, False]] * 3
    assert ada.see(table, curtain="true")["view"]["seat"] is None
    assert ada.see(table, curtain="true", seat=2)["view"]["seat"] == 2


def test_no_curtain_where_one_person_plays_or_nothing_is_secret(house: Running) -> None:
    ada, ben, table = pair(house)
    assert [person.see(table, curtain="true")["seat"] for person in (ada, ben)] == [1, 2]
    several = ada.make("han", "me", "me")["table"]
    sheet = house.tables._slots[several].table.game.sheet  # type: ignore[union-attr]
    object.__setattr__(sheet, "secrets", False)
    try:
        seen = ada.see(several, curtain="true")
    finally:
        object.__setattr__(sheet, "secrets", True)
    assert (seen["seat"], seen["secrets"]) == (seen["to_act"], False)


def test_behind_the_curtain_is_what_is_public_however_spectators_look(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me", spectators={"view": "delayed", "seat": None}, options={"start": 1})["table"]
    ada.move(table, ada.see(table)["actions"][0]["action"])
    seen = ada.see(table, curtain="true")
    assert (seen["ply"], len(seen["log"])) == (1, 1)
    assert not any(held["card"] for hand in seen["view"]["hands"] for held in hand)


def test_spectators_who_may_not_look_are_cut_off_when_the_match_begins(house: Running) -> None:
    ada, looker = house.person("Ada"), house.person()
    table = ada.make("hanabi", "me", "open", spectators={"view": "none"})["table"]
    with looker.live(table) as socket:
        assert heard(socket, "table")["status"] == "seating"
        ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "random"})
        assert closed(socket) == ("no_spectators", 4403)


def test_who_loses_a_seat_is_cut_off_from_it(house: Running) -> None:
    ada, ben, table = pair(house)
    with ada.live(table) as watching, ben.live(table, seat=2) as socket, ben.live(table) as loose:
        presence(watching, [1, 2], 0)
        assert heard(loose, "table")["seat"] == 2
        ada.post(f"/api/tables/{table}/seats/2/open")
        assert closed(socket) == ("not_your_seat", 4403)
        seen = heard(loose, "table")
        assert (seen["seat"], seen["mine"], seen["actions"]) == (None, [], [])
        presence(watching, [1], 1)


@pytest.mark.parametrize("words", ["hello", "{}", '{"type":"move"}', '{"type":"ping","more":1}', "[]", "", b"\x00\xff"])
def test_what_is_no_ping_closes_the_socket(house: Running, words: Any) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    for path in (table, None):
        with ada.live(path) as socket:
            socket.send(words)
            assert closed(socket) == ("bad_request", 4400)
    with ada.live(table) as watching:
        presence(watching, [1, 2], 0)


def test_many_sockets_at_one_table_all_come_to_the_same_version(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    looker = house.person()
    with ExitStack() as stack:
        people = [ada, ben, looker] * 4
        there = [stack.enter_context(person.live(table)) for person in people]
        presence(there[0], [1, 2], 4)
        for _ in range(5):
            last = play_one(table, ada, ben)["version"]
        for socket in there:
            log: list[int] = []
            version = 0
            while version < last:
                news = heard(socket, "table")
                version = news["version"]
                log = log[: news["keep"]] + [line["ply"] for line in news["log"]]
            assert log == [1, 2, 3, 4, 5]


# Slow readers


def deaf_socket(person: Person, table: str, query: str = "") -> sockets.socket:
    """A socket of somebody who never reads, with as little room for what he does not read as there can be."""
    host, port = person.url.removeprefix("http://").split(":")
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1024)
    raw.settimeout(PATIENCE_S)
    raw.connect((host, int(port)))
    cookies = "; ".join(f"{name}={value}" for name, value in person.client.cookies.items())
    lines = [
        f"GET /api/tables/{table}/live{query} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
        f"Cookie: {cookies}", "", "",
    ]  # fmt: skip
    raw.sendall("\r\n".join(lines).encode())
    assert b"101" in raw.recv(20)
    return raw


def deafen(house: Running, ada: Person, table: str) -> Watcher:
    """Talk at a table at which only a deaf socket is, until nothing more gets through to it."""
    hub = house.app.state.services.hub
    wait_for(lambda: hub._watched[table])
    deaf: Watcher = next(iter(hub._watched[table]))

    def is_full() -> bool:
        version = ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "x" * 500})["version"]
        return bool(version > deaf.sent + 20)

    wait_for(is_full)
    return deaf


def table_with_much_to_show(ada: Person, ben: Person) -> str:
    made = ada.make("khan", "me", "open", saved=saved_match("khan", 60, 2))
    ben.join(made["table"], made["invite"])
    return str(made["table"])


def test_who_never_reads_does_not_hold_up_others(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    table = table_with_much_to_show(ada, ben)
    with closing(deaf_socket(ben, table)):
        deaf = deafen(house, ada, table)
        with ada.live(table) as socket:
            for _ in range(20):
                version = ada.post(f"/api/tables/{table}/chat", {"seat": 1, "greeting": "hello"})["version"]
                while heard(socket, "table")["version"] < version:
                    pass
                assert set(deaf.waiting) <= {"table", "presence"}, "only the newest view and presence wait"
                assert json.loads(deaf.waiting["table"][0])["version"] == version


def test_who_never_reads_and_loses_his_seat_does_not_hold_up_others(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deaf one is given up in the end, but others need not wait for that."""
    ada, ben = house.person("Ada"), house.person("Ben")
    table = table_with_much_to_show(ada, ben)
    with closing(deaf_socket(ben, table, "?seat=2")):
        deafen(house, ada, table)
        monkeypatch.setattr("lantern.server.live.hub.SEND_S", 2 * PATIENCE_S)
        with ada.live(table) as socket:
            heard(socket, "table")
            ada.post(f"/api/tables/{table}/seats/2/open")
            version = ada.post(f"/api/tables/{table}/chat", {"seat": 1, "greeting": "hello"})["version"]
            while heard(socket, "table")["version"] < version:
                pass


class StuckWire:
    """A connection on which messages leave when the test lets them."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.free = asyncio.Event()
        self.closed: int | None = None

    async def send_text(self, data: str) -> None:
        await self.free.wait()
        self.sent.append(data)

    async def close(self, code: int = 1000) -> None:
        self.closed = code


def test_of_what_waits_for_a_slow_socket_only_the_newest_is_kept() -> None:
    async def run() -> None:
        wire = StuckWire()
        watcher = Watcher(wire, None, None, 0, "en")
        for version in range(1, 100):
            watcher.offer("table", f"view {version}", version)
            watcher.offer("presence", f"presence {version}")
            await asyncio.sleep(0)
        assert len(watcher.waiting) == 2
        assert watcher.sent == 1, "the one under way"
        wire.free.set()
        while watcher.waiting:
            await asyncio.sleep(0)
        assert sorted(wire.sent) == ["presence 99", "view 1", "view 99"]
        assert watcher.sent == 99

    asyncio.run(run())


def test_a_socket_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lantern.server.live.hub.SEND_S", 0.01)

    async def run() -> None:
        wire = StuckWire()
        watcher = Watcher(wire, None, None, 0, "en")
        watcher.offer("table", "view", 1)
        while wire.closed is None:
            await asyncio.sleep(0.01)
        assert wire.closed == 1013

    asyncio.run(run())


# Bots that are being made ready


def test_those_at_a_table_hear_that_a_bot_is_made_ready(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "PREPARING_S", 0.0)
    go = threading.Event()
    monkeypatch.setattr(thinking, "load", lambda maker, pair, data: None if go.wait() else "")
    ada, eve = house.person("Ada"), house.person("Eve")
    house.app.state.services.thinkers._known.clear()
    table = ada.make("ming", "me", "random", options={"start": 2})["table"]
    with ada.live(table) as first:
        assert heard(first, "preparing") == {"type": "preparing", "bot": "random"}
        with eve.live(table) as later:
            assert heard(later, "preparing") == {"type": "preparing", "bot": "random"}
            go.set()
            for socket in (first, later):
                assert heard(socket, "preparing") == {"type": "preparing", "bot": None}
    ada.wait_for_turn(table)
    with ada.live(table) as again:
        heard(again, "table")
        again.send('{"type": "ping"}')
        assert [message["type"] for message in until_pong(again) if message["type"] == "preparing"] == []


def test_who_leaves_leaves_nothing_behind(house: Running) -> None:
    hub = house.app.state.services.hub
    ada, eve = house.person("Ada"), house.person("Eve")
    table = ada.make("hanabi", "me", "me")["table"]
    for _ in range(2):
        with ada.live(table) as one, eve.live(table) as other, ada.live(None):
            for socket in (one, other):
                heard(socket, "table")
            wait_for(lambda: hub.sockets == 3)
    kept = [hub._watched, hub._guests, hub._arriving, hub._busy, hub._restless, hub._loading, hub._preparing]
    wait_for(lambda: not any(kept))


def until_pong(socket: ClientConnection) -> list[Json]:
    """All messages up to a pong."""
    messages: list[Json] = []
    while not messages or messages[-1]["type"] != "pong":
        messages.append(json.loads(socket.recv(timeout=PATIENCE_S)))
    return messages


def test_a_bot_that_is_ready_soon_is_no_news(house: Running) -> None:
    ada = house.person("Ada")
    house.app.state.services.thinkers._known.clear()
    table = ada.make("ming", "me", "random", options={"start": 2})["table"]
    with ada.live(table) as socket:
        ada.wait_for_turn(table)
        socket.send('{"type": "ping"}')
        assert "preparing" not in [message["type"] for message in until_pong(socket)]


@pytest.mark.parametrize("is_lost", [False, True])
def test_other_processes_tell_of_bots_that_are_made_ready(house: Running, is_lost: bool) -> None:
    """Until they are, whatever happens at the table, or the other process is no more."""
    ada = house.person("Ada")
    table = ada.make("ming", "me", "me")["table"]
    hub = house.app.state.services.hub
    on_loop = house._server.servers[0].get_loop().call_soon_threadsafe
    with ada.live(table) as socket:
        heard(socket, "presence")
        on_loop(hub.hear, f"preparing elsewhere {table} expert")
        assert heard(socket, "preparing")["bot"] == "expert"
        seen = ada.see(table)
        ada.move(table, seen["actions"][0]["action"], seen)
        heard(socket, "table")
        on_loop(hub._forget_lost_loading)
        socket.send('{"type": "ping"}')
        assert "preparing" not in [message["type"] for message in until_pong(socket)]
        if is_lost:
            hub._elsewhere.forget(float("inf"))
            on_loop(hub._forget_lost_loading)
        else:
            on_loop(hub.hear, f"preparing elsewhere {table}")
        assert heard(socket, "preparing")["bot"] is None


def test_a_bot_that_is_still_made_ready_is_no_news(house: Running) -> None:
    """Another move of one that stands in for it makes nobody read the same line again."""
    ada = house.person("Ada")
    table = ada.make("ming", "me", "me")["table"]
    hub = house.app.state.services.hub
    on_loop = house._server.servers[0].get_loop().call_soon_threadsafe
    with ada.live(table) as socket:
        on_loop(hub._say_preparing, table, "expert")
        assert heard(socket, "preparing")["bot"] == "expert"
        on_loop(hub.prepares, table, "expert", True)
        socket.send('{"type": "ping"}')
        heard(socket, "pong")
        assert table not in hub._loading
        on_loop(hub.prepares, table, "expert", False)
        assert heard(socket, "preparing")["bot"] is None
