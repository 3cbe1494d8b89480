"""People who play at several tables at once, at random, and go on whatever happens to the server.

What is not answered they ask again, word for word, at any process, until it is; a lost socket they open again from the
version they have. They note what was granted and what was denied, and whatever no server may ever do.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]

ASK_TIMEOUT = 4.0
"""Seconds until a request counts as lost; a process may hang for longer."""
QUIET = 1.5
"""Seconds without a message after which a client asks whether the server is there."""
DEAD = 5.0
"""Seconds without a message after which it goes elsewhere."""
TELL_TIMEOUT = 30.0
"""Seconds within which an open socket must have told what was granted."""
OVER = ("over", "abandoned")
LEFT = ("match_over", "not_your_turn", "seat_has_bot")
"""What may be denied because a bot has stood in."""


@dataclass(frozen=True)
class Ack:
    """A move or undo that was granted."""

    table: str
    kind: str
    seat: int
    action: str | None
    move_id: str
    version: int
    ply: int


@dataclass
class Notes:
    """What the people note."""

    granted: list[Ack] = field(default_factory=list)
    denied: dict[str, str] = field(default_factory=dict)
    """[move id] why it was denied: it must not be found at the table."""
    sent: set[str] = field(default_factory=set)
    """All move ids that were sent."""
    count: Counter[str] = field(default_factory=Counter)
    worst: dict[str, float] = field(default_factory=dict)
    """[of what] the most seconds it took."""
    violations: list[str] = field(default_factory=list)

    def wrong(self, what: str) -> None:
        self.violations.append(what)
        print(f"soak: VIOLATION: {what}", flush=True)

    def took(self, what: str, seconds: float) -> None:
        self.worst[what] = max(self.worst.get(what, 0.0), seconds)


class Person:
    """A guest with one device, who knows the addresses of all processes."""

    def __init__(self, name: str, addresses: Sequence[str], notes: Notes, chance: random.Random) -> None:
        self.name = name
        self.addresses = addresses
        self.notes = notes
        self.chance = chance
        self.http = httpx.AsyncClient(timeout=ASK_TIMEOUT, verify=False)

    async def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        """Ask until there is an answer; its status and content."""
        lost_at = None
        while True:
            address = self.chance.choice(self.addresses)
            why = "no answer"
            try:
                response = await self.http.request(method, address + path, json=body, headers={"Origin": address})
                if response.status_code < 500 and response.status_code != httpx.codes.TOO_MANY_REQUESTS:
                    if lost_at is not None:
                        self.notes.count["requests answered on repetition"] += 1
                        self.notes.took("until a repeated request was answered", time.monotonic() - lost_at)
                    return response.status_code, response.json()
                why = str(response.status_code)
                if response.status_code == httpx.codes.INTERNAL_SERVER_ERROR:
                    self.notes.wrong(f"{method} {path} {body}: {response.status_code} {response.text:.300}")
            except httpx.HTTPError:
                pass
            self.notes.count[f"requests repeated: {why}"] += 1
            lost_at = lost_at or time.monotonic()
            await asyncio.sleep(self.chance.uniform(0.1, 0.5))

    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)


class Watch:
    """A seat's live socket and what it has told: the view, the log and the talk put together from all messages."""

    def __init__(self, person: Person, table: str, seat: int, changed: asyncio.Event) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.changed = changed
        self.view: Json = {}
        self.log: list[Json] = []
        self.talk: dict[int, Json] = {}
        self.connected = False
        self.connected_at = 0.0
        """When the socket that is open now first told something."""

    @property
    def version(self) -> int:
        return int(self.view.get("version", 0))

    @property
    def may_act(self) -> bool:
        return self.view.get("status") == "playing" and bool(self.view.get("actions"))

    async def run(self) -> None:
        """Keep a socket open until cancelled."""
        lost_at = time.monotonic()
        while True:
            address = self.person.chance.choice(self.person.addresses)
            path = f"/api/tables/{self.table}/live?seat={self.seat}&since={self.version}"
            try:
                async with connect(
                    address.replace("http", "ws") + path,
                    origin=websockets.Origin(address),
                    additional_headers={"Cookie": self.person.cookie()},
                    open_timeout=ASK_TIMEOUT, close_timeout=0.5, ping_interval=None, max_size=2**24,
                ) as socket:  # fmt: skip
                    await self._listen(socket, lost_at)
            except (OSError, TimeoutError, websockets.WebSocketException) as error:
                self.person.notes.count[f"sockets lost: {_named(error)}"] += 1
            if self.connected:
                self.connected, lost_at = False, time.monotonic()
            await asyncio.sleep(self.person.chance.uniform(0.2, 0.8))

    async def _listen(self, socket: ClientConnection, lost_at: float) -> None:
        heard, behind = time.monotonic(), 0
        while True:
            try:
                async with asyncio.timeout(QUIET):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                if time.monotonic() - heard > DEAD:
                    raise
                await socket.send(json.dumps({"type": "ping"}))
                continue
            heard = time.monotonic()
            match message["type"]:
                case "table":
                    if not self.connected:
                        self.connected, self.connected_at = True, heard
                        self.person.notes.took("until a lost socket told again", heard - lost_at)
                    behind = 0
                    self._take(message)
                case "pong":
                    behind = behind + 1 if message["version"] > self.version else 0
                    if behind == 3:
                        self.person.notes.wrong(
                            f"{self} has version {self.version}; its socket is at {message['version']}, but is silent"
                        )
                case "closed":
                    self.person.notes.count[f"sockets closed: {message.get('error')}"] += 1
                    return

    def _take(self, message: Json) -> None:
        if message["version"] < self.version:
            self.person.notes.wrong(f"{self} had version {self.version} and was told {message['version']}")
            return
        self.log = [entry for entry in self.log if entry["ply"] <= message["keep"]] + message["log"]
        self.talk |= {said["version"]: said for said in message["talk"]}
        self.view = {name: value for name, value in message.items() if name != "type"}
        self.changed.set()

    def whole(self) -> Json:
        """All that was told, in the form of a view that tells everything."""
        return {**self.view, "keep": 0, "log": self.log, "talk": [self.talk[version] for version in sorted(self.talk)]}

    def __str__(self) -> str:
        return f"seat {self.seat} of table {self.table} ({self.view.get('game')})"


class Client:
    """A person at a table, with one seat or several."""

    def __init__(self, person: Person, table: str, seats: list[int], pace: float) -> None:
        self.person = person
        self.table = table
        self.seats = seats
        self.pace = pace
        """Seconds that are thought on average."""
        self.changed = asyncio.Event()
        self.watches = [Watch(person, table, seat, self.changed) for seat in seats]
        self.left = False
        """Whether a bot has stood in for the person."""
        self.floor = 0
        """The version a view must have before the next move: what was granted is to be seen first."""

    @property
    def over(self) -> bool:
        return any(watch.view.get("status") in OVER for watch in self.watches)

    async def play(self, until: asyncio.Event) -> None:
        """Play at random until the match is over or nobody is to play any more."""
        granted_at = time.monotonic()
        while not self.over and not until.is_set():
            self.changed.clear()
            ready = [watch for watch in self.watches if watch.may_act and watch.version >= self.floor]
            if ready:
                await asyncio.sleep(self.person.chance.expovariate(1 / self.pace))
                await self._act(self.person.chance.choice(ready))
                granted_at = time.monotonic()
                continue
            for watch in self.watches:
                waited = time.monotonic() - max(granted_at, watch.connected_at)
                if watch.connected and watch.version < self.floor and waited > TELL_TIMEOUT:
                    self.person.notes.wrong(f"{watch} has version {watch.version}; {self.floor} was never told")
                    return
            try:
                async with asyncio.timeout(1):
                    await self.changed.wait()
            except TimeoutError:
                await self._return_where_a_bot_is()

    async def _act(self, watch: Watch) -> None:
        lot = self.person.chance.random()
        if watch.view["can_undo"] and lot < 0.15:
            await self._undo(watch)
        elif lot < 0.18:
            await self._chat(watch)
        elif lot < 0.19:
            await self._leave_and_return(watch)
        else:
            await self._move(watch)

    async def _move(self, watch: Watch) -> None:
        action = self.person.chance.choice(watch.view["actions"])["action"]
        await self._change(watch, "move", {"action": action})

    async def _undo(self, watch: Watch) -> None:
        await self._change(watch, "undo", {"whole_turn": self.person.chance.random() < 0.5})

    async def _change(self, watch: Watch, kind: str, what: Json) -> None:
        """Ask for a move or an undo, sometimes twice at once or once more, and note the answer."""
        notes, move_id = self.person.notes, f"{self.person.chance.getrandbits(96):x}"
        path = f"/api/tables/{self.table}/{'moves' if kind == 'move' else 'undo'}"
        body = {"seat": watch.seat, "expected_version": watch.version, "move_id": move_id, **what}
        notes.sent.add(move_id)
        lot = self.person.chance.random()
        if lot < 0.05:
            answers = list(await asyncio.gather(*(self.person.ask("POST", path, body) for _ in range(2))))
        else:
            answers = [await self.person.ask("POST", path, body)]
            if lot > 0.95:
                answers.append(await self.person.ask("POST", path, body))
        if len(answers) == 2:
            notes.count["requests asked twice on purpose"] += 1
            if answers[0] != answers[1] and {content.get("error") for _, content in answers} != {"stale"}:
                notes.wrong(f"{watch}: {path} {body}: two answers to one request: {answers}")
        self._note(watch, kind, body, answers[0])
        if answers[0][0] == httpx.codes.OK and self.person.chance.random() < 0.02:
            await self._reuse(watch, path, body)

    def _note(self, watch: Watch, kind: str, body: Json, answer: tuple[int, Any]) -> None:
        notes, (status, content) = self.person.notes, answer
        if status == httpx.codes.OK:
            notes.count[f"{kind}s acknowledged"] += 1
            asked = (self.table, kind, watch.seat, body.get("action"), body["move_id"])
            notes.granted.append(Ack(*asked, content["version"], content["ply"]))
            self.floor = max(self.floor, content["version"])
            return
        error = content.get("error")
        notes.denied[body["move_id"]] = error
        self.floor = max(self.floor, content.get("version") or 0)
        if error == "stale" or (self.left and error in LEFT):
            notes.count[f"{kind}s denied: {error}"] += 1
        else:
            notes.wrong(f"{watch} at version {watch.version}: {kind} {body}: {status} {content}")

    async def _reuse(self, watch: Watch, path: str, body: Json) -> None:
        """Another request must not pass under the same id."""
        change = {"action": body["action"] + "!"} if "action" in body else {"whole_turn": not body["whole_turn"]}
        other = body | change
        status, content = await self.person.ask("POST", path, other)
        if (status, content.get("error")) != (httpx.codes.CONFLICT, "move_id_used"):
            self.person.notes.wrong(f"{watch}: {other} has the id of {body}: {status} {content}")

    async def _chat(self, watch: Watch) -> None:
        lot = self.person.chance.random()
        body = {"seat": watch.seat, "text": f"{lot:.3f}", "greeting": None}
        status, content = await self.person.ask("POST", f"/api/tables/{self.table}/chat", body)
        if status == httpx.codes.OK:
            self.person.notes.count["words said"] += 1
        elif content.get("error") != "silent":
            self.person.notes.wrong(f"{watch}: {body}: {status} {content}")

    async def _leave_and_return(self, watch: Watch) -> None:
        """Let a bot stand in for a while."""
        self.person.notes.count["times a bot stood in"] += 1
        self.left = True
        await self._step(watch, "leave")
        await asyncio.sleep(self.person.chance.uniform(0, 2))
        await self._step(watch, "return")

    async def _step(self, watch: Watch, step: str) -> None:
        status, content = await self.person.ask("POST", f"/api/tables/{self.table}/seats/{watch.seat}/{step}")
        if status == httpx.codes.OK:
            self.floor = max(self.floor, content["version"])
        elif content.get("error") not in LEFT:
            self.person.notes.wrong(f"{watch}: {step}: {status} {content}")

    async def _return_where_a_bot_is(self) -> None:
        """A request to leave that counted as lost may be carried out late, after the person came back."""
        for watch in self.watches:
            if watch.version >= self.floor and watch.view.get("status") == "playing":
                if watch.view["seats"][watch.seat - 1]["bot"] is not None:
                    await self._step(watch, "return")


class Table:
    """A table with people at it."""

    def __init__(self, game: Json, addresses: Sequence[str], notes: Notes, chance: random.Random, pace: float) -> None:
        self.game = game
        self.notes = notes
        self.chance = chance
        self.pace = pace
        self.people = [Person(name, addresses, notes, chance) for name in ("Ada", "Ben", "Cho")]
        self.clients: list[Client] = []
        self._watching: list[asyncio.Task[None]] = []

    @property
    def over(self) -> bool:
        return all(client.over for client in self.clients)

    def _lineup(self) -> list[str]:
        """Who is to sit where: one to three people, the first perhaps on two seats, and bots."""
        players = self.chance.randint(self.game["least"], min(4, self.game["most"]))
        names = [person.name for person in self.people[: self.chance.randint(1, min(3, players))]]
        hot = self.chance.random() < 0.3 and len(names) < players
        lineup = names + names[:1] * hot
        lineup += ["bot"] * (players - len(lineup))
        if players == len(names) + hot and self.chance.random() < 0.6 and len(lineup) > 1:
            lineup[-1] = "bot"
        self.chance.shuffle(lineup)
        return lineup

    async def run(self, until: asyncio.Event) -> None:
        """Sit down and play; when the match is over and everybody has heard so, hang up."""
        lineup = self._lineup()
        host = next(person for person in self.people if person.name in lineup)
        self.people = [person for person in self.people if person.name in lineup]
        for person in self.people:
            await person.ask("PUT", "/api/guest", {"name": person.name})
        table, invite = await self._make(host, lineup)
        for person in self.people:
            seats = [seat for seat, name in enumerate(lineup, 1) if name == person.name]
            if person is not host:
                seats = [await self._join(person, table, invite)]
            self.clients.append(Client(person, table, seats, self.pace))
        self._watching = [asyncio.create_task(watch.run()) for client in self.clients for watch in client.watches]
        self.notes.count["tables"] += 1
        await asyncio.gather(*(client.play(until) for client in self.clients))
        if self.over:
            self.notes.count["matches played to the end"] += 1
            await self._all_told()
            await self.hang_up()

    async def _make(self, host: Person, lineup: list[str]) -> tuple[str, str | None]:
        bots = [bot["name"] for bot in self.game["bots"] if bot["seconds"] is None]
        seats: list[Json] = []
        for name in lineup:
            kind = "me" if name == host.name else "bot" if name == "bot" else "open"
            seats.append({"kind": kind, "bot": self.chance.choice(bots) if kind == "bot" else None, "name": None})
        clock = {"kind": "bank", "bank_s": 7200, "increment_s": 5, "grace_s": 30, "at_zero": "bot"}
        body = {
            "game": self.game["name"], "options": {}, "seats": seats, "name": host.name,
            "clock": clock if self.chance.random() < 0.5 else None,
            "spectators": {"view": "public", "seat": None}, "listed": False, "seed": None, "saved": None,
        }  # fmt: skip
        status, content = await host.ask("POST", "/api/tables", body)
        if status != httpx.codes.CREATED:
            raise RuntimeError(f"no table: {body}: {status} {content}")
        return content["table"], content["invite"]

    async def _join(self, person: Person, table: str, invite: str | None) -> int:
        """Take a seat; who was not answered may have it already."""
        body = {"key": invite, "seat": None, "name": person.name}
        status, content = await person.ask("POST", f"/api/tables/{table}/join", body)
        if status == httpx.codes.OK:
            return int(content["seat"])
        _, view = await person.ask("GET", f"/api/tables/{table}")
        if not view.get("mine"):
            raise RuntimeError(f"no seat: {status} {content}; {view}")
        return int(view["mine"][0])

    async def _all_told(self) -> None:
        """Wait until every seat has heard that the match is over; if one does not, that is found in the end."""
        until = time.monotonic() + TELL_TIMEOUT
        watches = [watch for client in self.clients for watch in client.watches]
        while time.monotonic() < until and not all(watch.view.get("status") in OVER for watch in watches):
            await asyncio.sleep(0.1)

    async def hang_up(self) -> None:
        """Close the sockets."""
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)

    async def leave(self) -> None:
        """Close all connections."""
        await self.hang_up()
        for person in self.people:
            await person.http.aclose()


def _named(error: BaseException) -> str:
    if isinstance(error, websockets.ConnectionClosed):
        return f"{type(error).__name__} {error.rcvd.code if error.rcvd else 'without a word'}"
    if isinstance(error, websockets.InvalidStatus):
        return f"status {error.response.status_code}"
    return type(error).__name__
