"""The server under load: moves a second, how long people wait, memory, and how soon it answers after a start.

    python -m benchmarks.server [--part moves|tables|club|sockets|cold ...] [--database URL] [--games GAME ...]

A real `lantern serve` with compiled rules and a database on disk, and people at tables of two in another process. A
move counts when it is committed and both have got the view that it leads to. What the server spends is its own
processor time, so the machine may be busy with other things, such as the people; how long they wait can't be told then,
so it is said how long the server had to wait for a core. Beside it runs a reference, as little as can answer a request
and keep it: FastAPI, one row in SQLite, one commit; no game, nobody to be told.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import random
import re
import resource
import socket
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from types import TracebackType
from typing import Any

import orjson
import uvloop
from fastapi import FastAPI
from pydantic import BaseModel

import lantern
from benchmarks.rounds import head, row

Json = dict[str, Any]
PARTS = ("moves", "tables", "club", "sockets", "cold")
AT_ONCE = (1, 8, 64)
"""At how many tables people play at the same time."""
MOVES = {1: 300, 8: 800, 64: 1280}
"""[tables] how many moves a round has."""
REFERENCE_TIMES = 4
"""How many requests the reference gets for a move: processor time is told in hundredths of a second."""
SHORTEST = 80
"""Fewer moves than this no game ends with, played as here."""
TABLES = 1_000
RATE = 50.0
"""Moves a second at all tables together, where waiting is measured."""
CLUB, CLUB_TABLES = 500, 200
"""How many people a club has, and at how many tables they play at once, by twos and threes."""
CLUB_RATE = 40.0
"""Moves a second in the club: somebody moves every five seconds at each table."""
SOCKETS = (5_000, 15_000)
SPARE_FILES = 500
"""Files a process has open besides its sockets."""
SETTLED_S = 3.0
"""How long memory is left to settle before it is read."""
VERSION = re.compile(rb'"version":(\d+)')
REFERENCE = "LANTERN_BENCHMARK_REFERENCE"
"""The environment variable that names the reference's file."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
"""Kinds of frames on a socket."""


# Servers


class Server:
    """A server process: what it spends, and how it is started and stopped."""

    def __init__(self, command: Callable[[int], list[str]], **environment: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        self._command = command(self.port)
        self._environment = os.environ | environment
        self._log = tempfile.TemporaryFile()  # noqa: SIM115, it is open as long as the server runs
        self.began = 0.0
        self.process: subprocess.Popen[bytes]

    def __enter__(self) -> Server:
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            self._command, env=self._environment, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log
        )
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.terminate()
        self.process.wait(30)
        if error is not None:
            self._log.seek(0)
            sys.stderr.write(self._log.read().decode(errors="replace")[-2000:])
        self._log.close()

    async def listening(self) -> Lines:
        """Connections to it, once it listens."""
        while self.process.poll() is None:
            with suppress(OSError):
                lines = Lines(self.port)
                lines.idle.append(await asyncio.open_connection("127.0.0.1", self.port))
                return lines
            await asyncio.sleep(0.002)
        raise SystemExit(f"the server ended with {self.process.returncode}")

    def keep_to_one_core(self) -> None:
        """Have all its threads run on one and the same core from now on."""
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), {0})

    @property
    def seconds(self) -> float:
        """Processor time so far, of all its threads; not of the process in which bots would think."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def queued(self) -> float:
        """Seconds so far in which its first thread, that of the event loop, could have run but had no core."""
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[1]) / 1e9

    @property
    def memory(self) -> float:
        """Resident memory in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(re.findall(r"VmRSS:\s+(\d+) kB", status)[0])


def lantern_server(database: str, rules: str = "compiled") -> Server:
    """`lantern serve`."""
    program = str(Path(sys.executable).with_name("lantern"))
    return Server(
        lambda port: [program, "serve", "--no-limits", "--port", str(port), "--database", database],
        LANTERN_RULES=rules,
    )


def reference_server(folder: Path) -> Server:
    """The reference, run by the same uvicorn."""
    return Server(
        lambda port: [
            *(sys.executable, "-m", "uvicorn", "benchmarks.server:reference", "--factory", "--no-access-log"),
            *("--loop", "uvloop", "--http", "httptools", "--port", str(port)),
        ],
        **{REFERENCE: str(folder / "reference.db")},
    )


class Asked(BaseModel):
    """What the reference is asked: the same as a move."""

    seat: int
    action: str
    expected_version: int
    move_id: str


def reference() -> FastAPI:
    """As little as can answer a request and keep it."""
    database = sqlite3.connect(os.environ[REFERENCE])
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE IF NOT EXISTS moves (version INTEGER PRIMARY KEY, seat INT, action TEXT, id TEXT)")
    app = FastAPI()

    @app.post("/moves")
    async def move(asked: Asked) -> dict[str, int]:
        """Write a row."""
        row = (asked.seat, asked.action, asked.move_id)
        written = database.execute("INSERT INTO moves (seat, action, id) VALUES (?, ?, ?)", row)
        database.commit()
        return {"version": written.lastrowid or 0}

    return app


# People


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Lines:
    """Connections for one question after the other: HTTP no further than needed, so that it costs little."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.idle: list[Stream] = []

    async def ask(self, method: str, path: str, body: Json | None = None, cookie: str = "") -> tuple[bytes, bytes]:
        """The head and the body of an answer."""
        content = orjson.dumps(body) if body is not None else b""
        words = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\nCookie: {cookie}\r\n\r\n"
        )
        while self.idle and self.idle[-1][0].at_eof():
            self.idle.pop()[1].close()
        reader, writer = self.idle.pop() if self.idle else await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(words.encode() + content)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", answer)
        content = await reader.readexactly(int(length[1]) if length else 0)
        self.idle.append((reader, writer))
        if not answer.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"{method} {path}: {content[:300]!r}")
        return answer, content

    async def read(self, method: str, path: str, body: Json | None = None, cookie: str = "") -> Json:
        """An answer as data."""
        answer: Json = orjson.loads((await self.ask(method, path, body, cookie))[1])
        return answer

    def close(self) -> None:
        """Hang up."""
        for _, writer in self.idle:
            writer.close()


async def new_guest(lines: Lines) -> str:
    """The cookie of somebody new."""
    answer, _ = await lines.ask("PUT", "/api/guest", {"name": "Ada"})
    found = re.search(rb"(?i)set-cookie: ([^;]+)", answer)
    assert found is not None
    return found[1].decode()


async def open_socket(port: int, path: str, cookie: str) -> Stream:
    """A socket, past its handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    answer = await reader.readuntil(b"\r\n\r\n")
    if not answer.startswith(b"HTTP/1.1 101"):
        raise RuntimeError(f"{path}: {answer!r}")
    return reader, writer


async def read_frames(stream: Stream, heard: Callable[[bytes], None]) -> None:
    """Pass on what a socket says, and answer its pings, until it is closed."""
    reader, writer = stream
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            first, size = await reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8))
            content = await reader.readexactly(size)
            if first & 15 == TEXT:
                heard(content)
            elif first & 15 == PING:  # masked with zeros, which change nothing
                writer.write(struct.pack("!BBI", 128 | PONG, 128 | size, 0) + content)
            elif first & 15 == CLOSE:
                return


class Person:
    """Somebody at a table, with a socket."""

    def __init__(self, seat: int, cookie: str) -> None:
        self.seat = seat
        self.cookie = cookie
        self.version = 0
        self.arrived = 0.0
        """When the last view came."""
        self.view = b""
        self.news = asyncio.Event()
        self.stream: Stream | None = None
        self._task: asyncio.Task[None] | None = None

    async def watch(self, port: int, table: str) -> None:
        """Connect, and wait for the first view."""
        self.stream = await open_socket(port, f"/api/tables/{table}/live?seat={self.seat}", self.cookie)
        self._task = asyncio.create_task(read_frames(self.stream, self._hear))
        await self.reach(1)

    def _hear(self, message: bytes) -> None:
        if message.startswith(b'{"type":"table"'):
            found = VERSION.search(message)
            assert found is not None
            self.version, self.view, self.arrived = int(found[1]), message, time.perf_counter()
            self.news.set()

    async def reach(self, version: int) -> None:
        """Wait for the view of a version."""
        while self.version < version:
            self.news.clear()
            async with asyncio.timeout(60):
                await self.news.wait()

    @property
    def is_to_act(self) -> bool:
        """Whether the view offers actions."""
        return b'"actions":[{' in self.view

    def leave(self) -> None:
        """Hang up."""
        if self.stream is not None and self._task is not None:
            self.stream[1].close()
            self._task.cancel()


class Table:
    """People who play at random, though never so that Hanabi's fireworks misfire."""

    def __init__(self, lines: Lines, chance: random.Random) -> None:
        self.name = ""
        self.people: list[Person] = []
        self._lines = lines
        self._chance = chance
        self._moves = 0

    async def sit_down(self, game: str, cookies: Sequence[str]) -> Table:
        """Make the table, have everybody join it, and connect."""
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(cookies) - 1)]
        order = {"game": game, "seats": seats, "seed": str(self._chance.getrandbits(60))}
        made = await self._lines.read("POST", "/api/tables", order, cookies[0])
        self.name = made["table"]
        for cookie in cookies[1:]:
            await self._lines.read("POST", f"/api/tables/{self.name}/join", {"key": made["invite"]}, cookie)
        self.people = [Person(seat, cookie) for seat, cookie in enumerate(cookies, 1)]
        for person in self.people:
            await person.watch(self._lines.port, self.name)
            await person.reach(self.people[0].version)
        return self

    @property
    def is_over(self) -> bool:
        """Whether nobody is to act any more."""
        return not any(person.is_to_act for person in self.people)

    async def move(self) -> tuple[float, float]:
        """One move: seconds until its answer, and until everybody has the view after it."""
        person = next(person for person in self.people if person.is_to_act)
        actions = [choice["action"] for choice in orjson.loads(person.view)["actions"]]
        action = self._chance.choice([words for words in actions if not words.startswith("play")] or actions)
        self._moves += 1
        body = asked(person.seat, action, person.version, f"{self.name}-{self._moves}")
        began = time.perf_counter()
        answer = await self._lines.read("POST", f"/api/tables/{self.name}/moves", body, person.cookie)
        answered = time.perf_counter()
        for other in self.people:
            await other.reach(answer["version"])
        return answered - began, max(other.arrived for other in self.people) - began

    def leave(self) -> None:
        """Everybody goes."""
        for person in self.people:
            person.leave()


def asked(seat: int, action: str, version: int, move_id: str) -> Json:
    """A move as it is posted."""
    return {"seat": seat, "action": action, "expected_version": version, "move_id": move_id}


async def few_at_once(work: Iterable[Awaitable[Any]], most: int = 16) -> list[Any]:
    """What pieces of work answer, of which no more than a few are under way."""
    free = asyncio.Semaphore(most)

    async def one(piece: Awaitable[Any]) -> Any:
        async with free:
            return await piece

    return await asyncio.gather(*(one(piece) for piece in work))


async def seated(lines: Lines, games: Iterable[str], count: int) -> list[Table]:
    """People at so many tables, the games in turn."""
    cookies = await new_guest(lines), await new_guest(lines)
    tables = (Table(lines, random.Random(number)) for number in range(count))
    found: list[Table] = await few_at_once(
        table.sit_down(game, cookies) for table, game in zip(tables, cycle(games), strict=False)
    )
    return found


# Moves a second


async def spent(server: Server, work: Callable[[], Awaitable[None]], workers: int, count: int) -> tuple[float, float]:
    """Seconds by the clock and of the server's processor for a piece of work, done so often by so many."""
    left = iter(range(count))

    async def worker() -> None:
        for _ in left:
            await work()

    began, before = time.perf_counter(), server.seconds
    await asyncio.gather(*(worker() for _ in range(workers)))
    return (time.perf_counter() - began) / count, (server.seconds - before) / count


async def play(server: Server, lines: Lines, game: str, at_once: int) -> tuple[float, float]:
    """What a move takes and costs at so many tables at once; who comes to an end has the next table ready."""
    count = MOVES[at_once]
    tables = await seated(lines, [game], at_once * (1 + count // (at_once * SHORTEST)))
    free = tables.copy()

    async def move() -> None:
        table = free.pop(0)
        while table.is_over:
            table = free.pop(0)
        await table.move()
        free.insert(0, table)

    result = await spent(server, move, at_once, count)
    for table in tables:
        table.leave()
    return result


async def ask_reference(server: Server, lines: Lines, at_once: int) -> tuple[float, float]:
    """What a request to the reference takes and costs."""

    async def move() -> None:
        await lines.ask("POST", "/moves", asked(1, "play 3", 17, "mDyz0PB0b0mY-17"))

    return await spent(server, move, at_once, REFERENCE_TIMES * MOVES[at_once])


async def measure_moves(database: str, folder: Path, games: list[str], rounds: int) -> None:
    """Moves a second; the best of several rounds in which the games and the reference take turns."""
    print("Moves a second, from POST through commit to the push of both views; one server process.")
    print("'a core': by the server's processor time; 'ratio': how many requests to the reference a move costs.\n")
    print(head(("game", "tables", "moves a second", "a core", "ms of processor", "reference, a core", "ratio")))
    with lantern_server(database) as server, reference_server(folder) as other:
        lines, other_lines = await server.listening(), await other.listening()
        for game in games:
            for at_once in AT_ONCE:
                taken, cost, reference_cost = [], [], []
                for _ in range(rounds):
                    reference_cost.append((await ask_reference(other, other_lines, at_once))[1])
                    by_clock, by_processor = await play(server, lines, game, at_once)
                    taken.append(by_clock)
                    cost.append(by_processor)
                best, least = min(cost), min(reference_cost)
                cells = (f"{1 / min(taken):,.0f}", f"{1 / best:,.0f}", f"{best * 1e3:.2f}", f"{1 / least:,.0f}")
                print(row((game, str(at_once), *cells, f"{best / least:.1f}")), flush=True)
        lines.close()
        other_lines.close()


# How long people wait


@dataclass
class Waited:
    """How long moves took until they were answered, and until everybody had the view, in seconds."""

    moves: list[tuple[float, float]]
    share: float
    """How much of a core the server used."""
    queued: float
    """In how much of the time it could have run but had no core."""

    def show(self, views: str) -> None:
        """A table that can be pasted into the documentation."""
        print(f"The server used {self.share:.0%} of a core, and waited for one {self.queued:.0%} of the time.\n")
        print(head(("from POST to", "p50", "p95", "p99", "longest")))
        for name, found in zip(("answer", views), zip(*self.moves, strict=True), strict=True):
            places = statistics.quantiles(found, n=100)
            figures = (places[49], places[94], places[98], max(found))
            print(row((name, *(f"{figure * 1e3:.1f}" for figure in figures))), flush=True)


async def play_at(server: Server, tables: Sequence[Table], rate: float, seconds: float) -> Waited:
    """Moves at so many a second, each at another table than the last ones."""
    free, chance, moves = [*tables], random.Random(1), list[tuple[float, float]]()
    chance.shuffle(free)
    before, queued_before, began = server.seconds, server.queued, time.perf_counter()

    async def move(late: float) -> None:
        table = free.pop()
        answered, pushed = await table.move()
        moves.append((late + answered, late + pushed))
        if not table.is_over:
            free.insert(chance.randrange(len(free) // 2 + 1), table)

    async with asyncio.TaskGroup() as group:
        for number in range(round(seconds * rate)):
            due = began + number / rate
            await asyncio.sleep(due - time.perf_counter())
            group.create_task(move(time.perf_counter() - due))
    lasted = time.perf_counter() - began
    return Waited(moves, (server.seconds - before) / lasted, (server.queued - queued_before) / lasted)


async def measure_waiting(database: str, games: list[str], seconds: float) -> None:
    """How long people wait for an answer and for a view while many tables are live."""
    with lantern_server(database) as server:
        lines = await server.listening()
        tables = await seated(lines, games, TABLES)
        waited = await play_at(server, tables, RATE, seconds)
        for table in tables:
            table.leave()
        lines.close()
    moves = len(waited.moves)
    print(f"\nMilliseconds at {TABLES:,} live tables with two sockets each; {moves:,} moves, {RATE:.0f} a second.")
    waited.show("both views")


# A club's evening


async def measure_club(database: str, games: list[str], seconds: float) -> None:
    """How long a club waits whose server has one core, with everybody at a table, and told where it is his turn."""
    with lantern_server(database) as server:
        lines = await server.listening()
        server.keep_to_one_core()
        members: list[str] = await few_at_once(new_guest(lines) for _ in range(CLUB))
        tables = await club_tables(lines, games, members)
        told = [await open_socket(server.port, "/api/live", member) for member in members]
        hearing = [asyncio.create_task(read_frames(stream, lambda message: None)) for stream in told]
        waited = await play_at(server, tables, CLUB_RATE, seconds)
        memory = server.memory / 1024
        for (_, writer), task in zip(told, hearing, strict=True):
            writer.close()
            task.cancel()
        for table in tables:
            table.leave()
        lines.close()
    print(f"\nMilliseconds for {CLUB} people with two sockets each at {len(tables)} live tables, on one core; "
          f"{len(waited.moves):,} moves, {CLUB_RATE:.0f} a second; {memory:.0f} MiB of memory.")  # fmt: skip
    waited.show("all views")


async def club_tables(lines: Lines, games: list[str], members: Sequence[str]) -> list[Table]:
    """Everybody at one table, by twos and threes."""
    threes = len(members) - 2 * CLUB_TABLES
    sizes = [3] * threes + [2] * (CLUB_TABLES - threes)
    left = iter(members)
    companies = [[*islice(left, size)] for size in sizes]
    found: list[Table] = await few_at_once(
        Table(lines, random.Random(number)).sit_down(game, company)
        for number, (company, game) in enumerate(zip(companies, cycle(games), strict=False))
    )
    return found


# Memory


def middle_of(game: str, seed: int) -> str:
    """A saved match of two, played at random to about its middle."""
    match = lantern.game(game).match(2, seed=seed)
    chance = random.Random(seed)
    for _ in range(SHORTEST // 2):
        numbers = [number for number in match.numbers() if not match.words.write_action(number).startswith("play")]
        match.play(chance.choice(numbers or match.numbers()))
    return match.save()


async def measure_tables(database: str, games: list[str]) -> None:
    """The memory of tables in mid-game, loaded and looked at from both seats by a fresh server."""
    stored: dict[str, list[str]] = {}
    count = TABLES // len(games)
    with lantern_server(database) as server:
        lines = await server.listening()
        cookie = await new_guest(lines)
        for game in games:
            orders = (
                {"game": game, "seats": [{"kind": "me"}] * 2, "saved": middle_of(game, seed)} for seed in range(count)
            )
            made = await few_at_once(lines.read("POST", "/api/tables", order, cookie) for order in orders)
            stored[game] = [answer["table"] for answer in made]
        lines.close()
    print(f"\nMemory of {count:,} tables of two in mid-game, loaded and seen from both seats by a fresh server.\n")
    print(head(("game", "KiB a table", "ms of processor to load and show one")))
    for game in games:
        with lantern_server(database) as server:
            lines = await server.listening()
            await few_at_once(lines.ask("GET", f"/api/tables/{name}", cookie=cookie) for name in stored[game][:20])
            before, spent_before, rest = server.memory, server.seconds, stored[game][20:]
            for seat in (1, 2):
                await few_at_once(lines.ask("GET", f"/api/tables/{name}?seat={seat}", cookie=cookie) for name in rest)
            await asyncio.sleep(SETTLED_S)
            used, took = server.memory - before, server.seconds - spent_before
            print(row((game, f"{used / len(rest):.1f}", f"{took / len(rest) * 1e3:.2f}")), flush=True)
            lines.close()


async def measure_sockets(database: str) -> None:
    """The memory of sockets that say nothing: those of guests, and those at tables that are in memory already."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE_FILES
    print("\nMemory of idle sockets, KiB each.\n")
    print(head(("sockets", "of guests", "at tables", "ms of processor to open one")))
    for count in (count for count in SOCKETS if count <= most):
        figures = []
        for at_table in (False, True):
            with lantern_server(database) as server:
                figures.append(await _sockets(server, count, at_table))
        (guests, _), (tables, took) = figures
        print(row((f"{count:,}", f"{guests:.1f}", f"{tables:.1f}", f"{took * 1e3:.2f}")), flush=True)
    if most < SOCKETS[-1]:
        print(f"\nNo more than {most:,} files may be open here.")


async def _sockets(server: Server, count: int, at_table: bool) -> tuple[float, float]:
    """KiB and processor seconds for each of so many sockets."""
    lines = await server.listening()
    cookie = await new_guest(lines)
    paths = ["/api/live"]
    if at_table:
        order = {"game": "hanabi", "seats": [{"kind": "me"}] * 2}
        made = await few_at_once(lines.read("POST", "/api/tables", order, cookie) for _ in range(TABLES))
        paths = [f"/api/tables/{answer['table']}/live" for answer in made]
    tasks: list[asyncio.Task[None]] = []
    streams: list[Stream] = []

    async def connect(path: str) -> None:
        streams.append(await open_socket(server.port, path, cookie))
        tasks.append(asyncio.create_task(read_frames(streams[-1], lambda message: None)))

    await few_at_once(connect(path) for path in paths)
    await asyncio.sleep(SETTLED_S)
    first, before, spent_before = len(streams), server.memory, server.seconds
    await few_at_once((connect(path) for path in islice(cycle(paths), count - first)), 100)
    took = server.seconds - spent_before
    await asyncio.sleep(SETTLED_S)
    used = server.memory - before
    gone = sum(task.done() for task in tasks)
    if gone:
        raise RuntimeError(f"{gone} of {count} sockets were closed")
    for (_, writer), task in zip(streams, tasks, strict=True):
        writer.close()
        task.cancel()
    lines.close()
    return used / (count - first), took / (count - first)


# After a start


async def measure_cold(database: str, rounds: int) -> None:
    """How soon a server answers after its process was started, with tables in its database."""
    with lantern_server(database) as server:
        lines = await server.listening()
        cookie = await new_guest(lines)
        made = await lines.read(
            "POST", "/api/tables", {"game": "han", "seats": [{"kind": "me"}] * 2, "saved": middle_of("han", 1)}, cookie
        )
        lines.close()
    print(f"\nSeconds from the start of the process; best of {rounds}, its compiled rules in the cache.\n")
    print(head(("rules", "first answer", "first view of a stored table", "processor")))
    for rules in ("compiled", "plain"):
        found = []
        for _ in range(rounds):
            with lantern_server(database, rules) as server:
                lines = await server.listening()
                await lines.ask("GET", "/api/health")
                answered = time.perf_counter() - server.began
                await lines.ask("GET", f"/api/tables/{made['table']}", cookie=cookie)
                found.append((answered, time.perf_counter() - server.began, server.seconds))
                lines.close()
        print(row((rules, *(f"{min(figures):.2f}" for figures in zip(*found, strict=True)))), flush=True)


async def measure(chosen: argparse.Namespace) -> None:
    """All that is asked for, each with a database of its own unless one is given."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def database(part: str) -> str:
            return chosen.database or f"sqlite:///{folder / part}.db"

        if "moves" in chosen.part:
            await measure_moves(database("moves"), folder, chosen.games, chosen.rounds)
        if "tables" in chosen.part:
            await measure_waiting(database("waiting"), chosen.games, chosen.seconds)
            await measure_tables(database("tables"), chosen.games)
        if "club" in chosen.part:
            await measure_club(database("club"), chosen.games, chosen.seconds)
        if "sockets" in chosen.part:
            await measure_sockets(database("sockets"))
        if "cold" in chosen.part:
            await measure_cold(database("cold"), chosen.rounds)


def main() -> None:
    """Measure and print tables that can be pasted into the documentation."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--part", choices=PARTS, nargs="*", default=list(PARTS), help="what to measure [all]")
    parser.add_argument("--database", metavar="URL", help="postgresql://USER@HOST:PORT/NAME [SQLite, on disk]")
    parser.add_argument("--games", metavar="GAME", nargs="*", default=lantern.names())
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long waiting is measured")
    chosen = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    uvloop.run(measure(chosen))


if __name__ == "__main__":
    main()
