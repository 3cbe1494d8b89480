"""Connections: nobody is shut out by those who say nothing, keep the server waiting, say too much or do not read."""

from __future__ import annotations

import asyncio
import errno
import json
import shutil
import socket
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from lantern.server.http import accepting, connections
from lantern.server.http.accepting import FairLoop
from lantern.server.http.addresses import Proxies
from lantern.server.http.connections import Connection, Connections, HttpProtocol, SocketProtocol
from lantern.server.http.gate import Gate
from tests.server.running import PATIENCE_S, Person, Running, heard, wait_for

ATTACKER = "127.0.0.2"
"""Not the address of the others, nor a proxy's."""
PING, TEXT, CLOSE, PONG = 9, 1, 8, 10


class Clock:
    """A clock that is set."""

    at = 0.0

    def __call__(self) -> float:
        return self.at


class Wire:
    """A transport that only notes what happens to it."""

    def __init__(self) -> None:
        self.ended = ""
        self.closing = False
        self.unread = 0

    def abort(self) -> None:
        self.ended = "aborted"

    def close(self) -> None:
        self.ended, self.closing = "closed", True

    def is_closing(self) -> bool:
        return self.closing

    def get_write_buffer_size(self) -> int:
        return self.unread

    def get_extra_info(self, name: str) -> None:
        """Nothing more is known of it."""


class Door:
    """All connections of a process, with a clock that is set."""

    def __init__(self, most: int = 100, most_a_home: int | None = 10) -> None:
        self.clock = Clock()
        self.all = Connections(most, most_a_home, Proxies(["10.0.0.0/8"]), self.clock)

    def enter(self, host: str) -> tuple[Any, Connection | None]:
        wire: Any = Wire()
        return wire, self.all.enter(wire, host)

    def come_in(self, host: str) -> tuple[Any, Connection]:
        wire, connection = self.enter(host)
        assert connection is not None
        return wire, connection

    def pass_time(self, seconds: float) -> None:
        self.clock.at += seconds
        self.all.sweep()


# Who is let in


def test_of_one_household_the_one_that_was_idle_longest_makes_room() -> None:
    door = Door(most_a_home=3)
    bystander, _ = door.come_in("192.0.2.1")
    crowd = [door.come_in("192.0.2.9") for _ in range(5)]
    assert [wire.ended for wire, _ in crowd] == ["aborted", "aborted", "", "", ""]
    assert (bystander.ended, len(door.all)) == ("", 4)


def test_who_is_being_served_is_not_sent_away_for_another() -> None:
    door = Door(most_a_home=2)
    served, connection = door.come_in("192.0.2.9")
    door.all.wait_for(connection, None, None)
    idle, _ = door.come_in("192.0.2.9")
    third, connection = door.come_in("192.0.2.9")
    door.all.wait_for(connection, None, None)
    assert (served.ended, idle.ended, third.ended) == ("", "aborted", "")
    assert door.enter("192.0.2.9")[1] is None
    assert door.enter("192.0.2.8")[1] is not None


def test_addresses_of_one_household_are_one() -> None:
    door = Door(most_a_home=2)
    wires = [door.come_in(f"2001:db8::{number}")[0] for number in range(1, 4)]
    assert [wire.ended for wire in wires] == ["aborted", "", ""]


def test_a_proxy_may_have_as_many_as_there_is_room_for() -> None:
    door = Door(most=20, most_a_home=2)
    wires = [door.come_in("10.1.1.1")[0] for _ in range(20)]
    assert not any(wire.ended for wire in wires)


def test_where_all_places_are_taken_the_idlest_of_all_makes_room() -> None:
    door = Door(most=4)
    wires = [door.come_in(f"192.0.2.{number}")[0] for number in range(6)]
    assert [wire.ended for wire in wires] == ["aborted", "aborted", "", "", "", ""]
    assert len(door.all) == 4


def test_nothing_is_kept_of_those_who_have_gone() -> None:
    door = Door(most=50)
    for number in range(200):
        _, connection = door.come_in(f"192.0.2.{number}")
        door.all.wait_for(connection, ["head", "question", None][number % 3], None, idle=number % 2 == 0)
        door.all.leave(connection)
        door.all.leave(connection)
    kept = (door.all._all, door.all._idle, door.all._homes, door.all._idle_at)
    assert not any(kept)


# How long one may keep the server waiting


def test_who_says_nothing_is_dropped() -> None:
    door = Door()
    wire, _ = door.come_in("192.0.2.9")
    door.pass_time(connections.HEAD_S - 0.1)
    assert not wire.ended
    door.pass_time(0.2)
    assert wire.ended == "closed"


def test_who_was_waited_for_gets_no_more_time() -> None:
    door = Door()
    wire, connection = door.come_in("192.0.2.9")
    for _ in range(20):
        door.pass_time(connections.HEAD_S / 10)
        door.all.wait_for(connection, "head", connections.HEAD_S)
    assert wire.ended


def test_who_reads_nothing_is_dropped_and_who_reads_again_is_not() -> None:
    door = Door()
    (deaf, one), (slow, other) = door.come_in("192.0.2.1"), door.come_in("192.0.2.2")
    for connection in (one, other):
        door.all.wait_for(connection, None, None)
        door.all.is_read(connection, False)
    door.pass_time(connections.SEND_S / 2)
    door.all.is_read(other, True)
    door.pass_time(connections.SEND_S)
    assert (deaf.ended, slow.ended) == ("aborted", "")


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that nobody asks."""


@pytest.mark.parametrize("kind", [HttpProtocol, SocketProtocol])
def test_what_piles_up_is_noticed_and_when_it_has_been_read(kind: type[HttpProtocol | SocketProtocol]) -> None:
    async def test() -> None:
        door = Door()
        wire, connection = door.come_in("192.0.2.9")
        protocol = kind(uvicorn.Config(nothing, log_config=None), ServerState(), {"connections": door.all})
        protocol.connection_made(wire)
        for is_read in (True, False):
            connection = door.all.of(wire) or connection
            door.all.wait_for(connection, None, None)
            protocol.pause_writing()
            assert connection.stuck is not None
            if is_read:
                protocol.resume_writing()
            door.pass_time(connections.SEND_S + 1)
            assert wire.ended == ("" if is_read else "aborted")

    asyncio.run(test())


def test_what_is_closed_but_never_read_to_its_end_is_cut_off() -> None:
    door = Door()
    wire, connection = door.come_in("192.0.2.9")
    door.all.wait_for(connection, None, None)
    wire.closing, wire.unread = True, 1000
    door.pass_time(1)
    assert not wire.ended
    door.pass_time(connections.LINGER_S)
    assert wire.ended == "aborted"


# On a real server


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Running]:
    """A server with few places for each, on whose connections time passes when it is set."""
    few = {"connections": "5", "sockets": "3", "socket": "1000/minute"}
    with Running(tmp_path, limited=True, limits=few) as running:
        running.app.state.services.connections.now = Clock()
        yield running


def known(house: Running) -> Connections:
    found: Connections = house.app.state.services.connections
    return found


@contextmanager
def connected(house: Running, source: str = ATTACKER) -> Iterator[socket.socket]:
    """A connection of somebody's own."""
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE_S, (source, 0)) as made:
        yield made


def rest(made: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    got = b""
    with suppress(ConnectionResetError):
        while some := made.recv(65_536):
            got += some
    return got


def late(house: Running, seconds: float) -> None:
    clock = known(house).now
    assert isinstance(clock, Clock)
    clock.at += seconds


@pytest.mark.parametrize("words", [b"", b"GET /api/games HTTP/1.1\r\nX-Lon", b"\r\n", b"G"])
def test_a_head_that_does_not_come_is_not_waited_for(strict: Running, words: bytes) -> None:
    with connected(strict) as made:
        made.sendall(words)
        wait_for(lambda: len(known(strict)) == 1)
        late(strict, connections.HEAD_S + 1)
        assert rest(made) == b""
    wait_for(lambda: len(known(strict)) == 0)


def test_a_second_head_is_waited_for_no_longer_than_the_first(strict: Running) -> None:
    with connected(strict) as made:
        made.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert made.recv(65_536).startswith(b"HTTP/1.1 200")
        for letter in (b"\r\n", b"GET /api", b"/hea"):
            made.sendall(letter)
            wait_for(lambda: any(one.waits_for == "head" for one in known(strict)._all.values()))
            late(strict, connections.HEAD_S / 2)
        assert rest(made) == b""


def test_a_body_that_does_not_come_is_not_waited_for(strict: Running) -> None:
    with connected(strict) as made:
        made.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        wait_for(lambda: any(one.waits_for == "body" for one in known(strict)._all.values()))
        late(strict, connections.HEAD_S + 1)
        made.sendall(b" ")
        late(strict, connections.BODY_S)
        assert b"200" not in rest(made)


def test_a_body_that_was_refused_is_not_read_for_ever(strict: Running) -> None:
    with connected(strict) as made:
        made.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\n\r\n{")
        assert made.recv(65_536).startswith(b"HTTP/1.1 413")
        made.sendall(b" ")
        wait_for(lambda: any(one.waits_for == "end" for one in known(strict)._all.values()))
        late(strict, connections.LINGER_S + 1)
        rest(made)


def test_a_head_without_end_is_not_read(strict: Running) -> None:
    for words in (b"Long: " + b"x" * 2_000_000, b"a: b\r\n" * 200_000):
        with connected(strict) as made:
            with suppress(ConnectionError):
                made.sendall(b"GET /api/games HTTP/1.1\r\n" + words)
            assert b"200" not in rest(made)


@pytest.mark.parametrize("head", ["GET /api/health?{} HTTP/1.1\r\n", "GET /api/health HTTP/1.1\r\nLong: {}\r\n"])
def test_a_head_that_is_too_large_is_refused_even_if_it_comes_at_once(strict: Running, head: str) -> None:
    for size, is_read in ((connections.MOST_HEAD - 1000, True), (connections.MOST_HEAD + 1000, False)):
        with connected(strict) as made:
            made.sendall(f"{head.format('x' * size)}Host: x\r\nConnection: close\r\n\r\n".encode())
            assert rest(made).startswith(b"HTTP/1.1 200") == is_read


def test_a_head_has_only_so_many_headers(strict: Running) -> None:
    for more, status in ((50, b"200"), (connections.MOST_HEADERS, b"400")):
        with connected(strict) as made:
            made.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + b"a: b\r\n" * more + b"\r\n")
            assert rest(made).startswith(b"HTTP/1.1 " + status)


def test_only_some_questions_may_wait_on_a_connection(strict: Running) -> None:
    question = b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n"
    with connected(strict) as made:
        made.sendall(question * connections.MOST_PIPELINED)
        got = b""
        while got.count(b'"process"') < connections.MOST_PIPELINED:
            got += made.recv(65_536)
    with connected(strict) as made:
        made.sendall(question * 1_000)
        assert rest(made).count(b"200 OK") <= connections.MOST_PIPELINED


def test_those_who_say_nothing_shut_nobody_out(strict: Running) -> None:
    with ExitStack() as stack:
        crowd = [stack.enter_context(connected(strict)) for _ in range(12)]
        assert rest(crowd[0]) == b""
        assert strict.person("Ada").get("/api/health")["status"] == "ok"
        with connected(strict) as newcomer:
            newcomer.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert rest(newcomer).startswith(b"HTTP/1.1 200")


def test_a_household_has_so_many_sockets_and_others_have_theirs(strict: Running) -> None:
    ada = strict.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    with ExitStack() as stack:
        for _ in range(3):
            heard(stack.enter_context(ada.live(table)), "table")
        with connected(strict) as made:
            handshake(made, table, ada)
        with connected(strict, "127.0.0.1") as made, pytest.raises(AssertionError, match="403"):
            handshake(made, table, ada)
    wait_for(lambda: strict.app.state.services.hub.sockets == 0)
    with ada.live(table) as again:
        heard(again, "table")


# Sockets that are not like those of a page


def handshake(made: socket.socket, table: str, person: Person) -> None:
    cookies = "; ".join(f"{name}={value}" for name, value in person.client.cookies.items())
    made.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Cookie: {cookies}\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += made.recv(1)
    assert b" 101 " in answer, answer


def frame(kind: int, content: bytes) -> bytes:
    """A frame of a client, masked with zeros, which change nothing."""
    return struct.pack("!BBI", 128 | kind, 128 | len(content), 0) + content


def frames(got: bytes) -> Iterator[tuple[int, bytes]]:
    """[kind, content] of all frames that came whole."""
    while len(got) >= 2:
        kind, size, start = got[0] & 15, got[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(got[2:start])
        if len(got) < start + size:
            return
        yield kind, got[start : start + size]
        got = got[start + size :]


FLOODS = {
    "pings": frame(PING, b"x" * 125),
    "empty pings": frame(PING, b""),
    "pongs": frame(PONG, b""),
    "messages": frame(TEXT, b'{"type": "ping"}'),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_socket_that_says_too_much_is_closed_and_told_why(house: Running, flood: str) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    with connected(house) as made, ada.live(table) as bystander:
        handshake(made, table, ada)
        with pytest.raises(ConnectionError):
            made.sendall(FLOODS[flood] * 2_000_000)
        bystander.send('{"type": "ping"}')
        heard(bystander, "pong")
    wait_for(lambda: house.app.state.services.hub.sockets == 0)


def test_of_what_is_said_too_often_only_some_is_answered(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    with connected(house) as made:
        handshake(made, table, ada)
        made.sendall(frame(PING, b"x" * 125) * (connections.MOST_FRAMES + 5))
        got = list(frames(rest(made)))
    kinds = Counter(kind for kind, _ in got)
    assert kinds[PONG] <= connections.MOST_FRAMES
    assert [struct.unpack("!H", content[:2])[0] for kind, content in got if kind == CLOSE] == [1008]


def test_a_socket_like_that_of_a_page_is_not_closed(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    with ada.live(table) as live:
        for _ in range(connections.MOST_FRAMES // 2):
            live.send(json.dumps({"type": "ping"}))
            heard(live, "pong")


def test_who_never_reads_costs_no_more_than_a_view_and_is_dropped(house: Running) -> None:
    """What waits for a socket stays small however much happens at its table, and in the end it is cut off."""
    known(house).now = Clock()
    ada = house.person("Ada")
    table = ada.make("khan", "me", "me")["table"]
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.bind((ATTACKER, 0))
        deaf.connect(("127.0.0.1", house.port))
        handshake(deaf, table, ada)
        wait_for(lambda: house.app.state.services.hub.sockets == 1)
        line = next(one for one in known(house)._all.values() if one.home == ATTACKER)
        line.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        shown = len(json.dumps(ada.see(table)))
        for _ in range(2_000):
            if line.stuck is not None:
                break
            ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "x" * 400})
        assert line.stuck is not None
        for _ in range(20):
            ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "x" * 400})
        assert line.transport.get_write_buffer_size() < 64 * 1024 + 20 * shown + 20 * 1000
        late(house, connections.SEND_S + 1)
        wait_for(lambda: house.app.state.services.hub.sockets == 0)


# Who comes first


def test_newcomers_are_let_in_a_few_at_a_time() -> None:
    made: list[int] = []
    turns = 0

    class Newcomer(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            made.append(turns)
            transport.close()

    async def count() -> None:
        nonlocal turns
        loop = asyncio.get_running_loop()
        with socket.create_server(("127.0.0.1", 0), backlog=200) as listening, ExitStack() as stack:
            for _ in range(100):
                stack.enter_context(socket.create_connection(listening.getsockname()))
            server = await loop.create_server(Newcomer, sock=listening, backlog=200)
            while len(made) < 100:
                turns += 1
                await asyncio.sleep(0)
            server.close()

    with asyncio.Runner(loop_factory=FairLoop) as runner:
        runner.run(count())
    assert max(Counter(made).values()) <= accepting.AT_ONCE


class Full(socket.socket):
    """A socket that listens, on a machine that has no file for anybody: who is tried is counted."""

    tried = 0

    def accept(self) -> tuple[socket.socket, Any]:
        self.tried += 1
        raise OSError(errno.EMFILE, "Too many open files")


@pytest.mark.parametrize("rest_s", [0.01, 3600])
def test_where_no_file_is_left_nobody_is_let_in_for_a_while(monkeypatch: pytest.MonkeyPatch, rest_s: float) -> None:
    """Whoever waits is tried again, but not without end; and not once the door is closed."""
    monkeypatch.setattr(accepting, "REST_S", rest_s)

    async def come() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, FairLoop)
        with socket.create_server(("127.0.0.1", 0)) as listening, socket.create_connection(listening.getsockname()):
            full = Full(fileno=listening.detach())
            door = accepting.Door(loop, full, asyncio.Protocol)
            while full.tried < (3 if rest_s < 1 else 1):
                await asyncio.sleep(0)
            if rest_s < 1:
                door.close()
            tried = full.tried
            for _ in range(20):
                await asyncio.sleep(rest_s if rest_s < 1 else 0)
            assert full.tried == tried
            door.close()

    with asyncio.Runner(loop_factory=FairLoop) as runner:
        runner.run(come())


def test_requests_begin_one_at_a_time_and_by_turns() -> None:
    begun: list[str] = []

    async def ask(gate: Gate, home: str) -> None:
        await gate.enter(home)
        begun.append(home)

    async def crowd() -> None:
        gate = Gate()
        tasks = [asyncio.create_task(ask(gate, home)) for home in [*("a" * 6), "b", "b", "c"]]
        given_up = asyncio.create_task(ask(gate, "d"))
        await asyncio.sleep(0)
        given_up.cancel()
        seen = 0
        while len(begun) < len(tasks):
            assert len(begun) <= seen + 1, "two began without a turn for others"
            seen = len(begun)
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not gate._waiting
        await ask(gate, "e")

    asyncio.run(crowd())
    assert begun == ["a", "a", "b", "c", "a", "b", "a", "a", "a", "e"]


# Files


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="prlimit sets what a process may open")
@pytest.mark.parametrize(("soft", "hard", "room"), [(256, 4096, 3896), (1024, 1024, 824), (100, 100, 50)])
def test_a_process_takes_as_many_files_as_it_may_and_keeps_some(soft: int, hard: int, room: int) -> None:
    program = "from lantern.server.http.connections import *; raise_file_limit(); print(room())"
    command = ["prlimit", f"--nofile={soft}:{hard}", sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(ran.stdout) == room
