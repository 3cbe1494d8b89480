"""People at tables in any order of events, against a model that knows what must come of it.

Clients move, resend, come late, forge, reuse and take back; sockets come and go; the server is started anew on its
database. Beside it a model keeps for each table what was granted, and replays it with a match of its own.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import lantern
from lantern.kernel.contract import known
from lantern.kernel.game import Match
from lantern.server.tables.decisions import usual_bot
from tests.effort import enough
from tests.server.running import PATIENCE_S, Json, Running, Ticker, wait_for

EXAMPLES, STEPS = enough(6, thorough=12, plain=6), 30
PHASES = (Phase.generate, Phase.shrink)
MOST_TABLES = 4
"""Eve never sits; the others host and play. Each has two devices at most: "ada" and "ada 2"."""
DEVICES = ("ada", "ada 2", "ben", "cem", "eve", "nobody")
SEED_OF_REMATCH = 77
USUAL = {game: usual_bot(lantern.game(game)) for game in lantern.names()}
"""[game] the bot that stands in."""
CHOSEN = dict.fromkeys(USUAL, "random") | {"hanabi": "beginner"}
"""[game] the bot that a host names; Hanabi would soon end with the errors of one that plays at random."""

Answer = tuple[int, Json]


class World:
    """The server, which can be stopped and started, and every device's cookie jar."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ticker = Ticker()
        self.clients = {device: httpx.Client(timeout=PATIENCE_S, verify=False) for device in DEVICES}
        self.running = self._begun()
        for device in DEVICES[:-1]:
            self.clients[device].put(f"{self.running.url}/api/guest", json={"name": device}).raise_for_status()

    def _begun(self) -> Running:
        running = Running(self.folder, now=self.ticker)
        running.tables.seed = lambda: SEED_OF_REMATCH
        return running.__enter__()

    def restart(self) -> None:
        """Stop the server and start it on the same database."""
        self.stop()
        self.running = self._begun()

    def stop(self) -> None:
        """Stop the server."""
        self.running.__exit__(None, None, None)

    def ask(self, device: str, method: str, path: str, body: Json | None = None, **query: Any) -> Answer:
        """What a device is answered; never that the server failed."""
        asked = {name: value for name, value in query.items() if value is not None}
        answer = self.clients[device].request(method, self.running.url + path, json=body, params=asked)
        assert answer.status_code < 500, answer.text
        return answer.status_code, answer.json()

    def live(self, device: str, table: str, seat: int | None, since: int) -> AbstractContextManager[ClientConnection]:
        """A socket of a device at a table."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.clients[device].cookies.items())
        query = httpx.QueryParams({"since": since} | ({"seat": seat} if seat is not None else {}))
        address = f"{self.running.url.replace('http', 'ws')}/api/tables/{table}/live?{query}"
        headers = {"Cookie": cookies}
        return connect(address, additional_headers=headers, max_size=None, compression=None, max_queue=None)

    def entries(self, table: str) -> list[tuple[int, str, int | None, Json]]:
        """What the database has of a table: version, kind, seat, data."""
        with sqlite3.connect(f"file:{self.folder / 'lantern.db'}?mode=ro", uri=True) as connection:
            rows = connection.execute(
                "SELECT version, kind, seat, data FROM entries WHERE table_id = ? ORDER BY version", (table,)
            ).fetchall()
        connection.close()
        return [(version, kind, seat, json.loads(data)) for version, kind, seat, data in rows]


@dataclass
class Chair:
    """A seat in the model."""

    number: int
    kind: str
    name: str | None = None
    bot: str | None = None
    devices: set[str] = field(default_factory=set)
    key: str | None = None
    """The key that works."""
    agrees: bool = False

    def shown(self) -> Json:
        """As everybody sees it."""
        return {"seat": self.number, "kind": self.kind, "name": self.name, "bot": self.bot, "agrees": self.agrees}

    @property
    def waits(self) -> bool:
        """Whether a person plays here himself."""
        return self.kind == "person" and self.bot is None

    def empty(self, key: str | None) -> None:
        """Nobody sits here."""
        self.kind, self.name, self.bot, self.devices, self.key, self.agrees = "open", None, None, set(), key, False


@dataclass
class Model:
    """A table as it must be."""

    table: str
    game: str
    seed: int
    host: str
    chairs: list[Chair]
    spectators: Json
    listed: bool
    invite: str | None
    status: str = "seating"
    match: Match | None = None
    done: list[tuple[str, str, Json, Answer]] = field(default_factory=list)
    """Moves and undos that were granted: device, path, body, answer."""
    granted: list[tuple[str, int | None]] = field(default_factory=list)
    """[version - 1] what was granted: kind and seat."""
    played: int = 0
    """The version of the last change of the match."""
    story: list[tuple[int, int, Any]] = field(default_factory=list)
    """[ply - 1] version, seat and events of an action that stands."""
    spent: list[str] = field(default_factory=list)
    """Keys that no longer work."""
    next: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    @property
    def version(self) -> int:
        return len(self.granted)

    @property
    def finished(self) -> bool:
        return self.status in ("over", "abandoned")

    @property
    def to_act(self) -> int | None:
        return self.match.to_act if self.match is not None and self.status == "playing" else None

    @property
    def chair_to_act(self) -> Chair | None:
        return self.chairs[self.to_act - 1] if self.to_act is not None else None

    @property
    def silent(self) -> bool:
        return self.status == "playing" and bool(lantern.game(self.game).sheet.silent)

    @property
    def persons(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.waits]

    def seats_of(self, device: str) -> list[int]:
        return [chair.number for chair in self.chairs if device in chair.devices]

    def grant(self, kind: str, seat: int | None = None) -> int:
        """Note what was granted; its version."""
        self.granted.append((kind, seat))
        return self.version

    def begin_if_full(self) -> None:
        """The match begins when no seat is open."""
        if self.status == "seating" and all(chair.kind != "open" for chair in self.chairs):
            self.match = lantern.game(self.game).match(len(self.chairs), self.seed)
            self.status = "playing"
            self.played = self.grant("begin")

    def play(self, action: str) -> None:
        """An action is played."""
        assert self.match is not None
        seat = self.match.to_act
        assert seat is not None
        assert self.match.why_not(action) is None, f"{action} is illegal"
        events = self.match.play(action)
        self.played = self.grant("move", seat)
        self.story.append((self.version, seat, events))
        if self.match.over:
            self.status = "over"

    def undo(self, count: int) -> None:
        """Actions are taken back."""
        assert self.match is not None
        seat = self.to_act
        for _ in range(count):
            self.match.undo()
            self.story.pop()
        self.played = self.grant("undo", seat)

    def place(self, device: str, seat: int | None) -> int | str | None:
        """The seat a device looks from, or why it may not look."""
        mine = self.seats_of(device)
        if seat is not None:
            return seat if seat in mine else "not_your_seat"
        if mine:
            return self.to_act if self.to_act in mine else mine[0]
        hidden = self.status != "seating" and self.spectators["view"] == "none" and device != self.host
        return "no_spectators" if hidden else None


@dataclass
class Watch:
    """A socket at a table, and what its client has put together from what it heard."""

    device: str
    model: Model
    seat: int | None
    connection: ClientConnection | None = None
    open: ExitStack = field(default_factory=ExitStack)
    version: int = 0
    log: list[Json] = field(default_factory=list)
    talk: list[Json] = field(default_factory=list)
    last: Json = field(default_factory=dict)
    closed: str | None = None

    def hear_until(self, version: int) -> None:
        """Hear messages until the client has a version, or is told to go."""
        assert self.connection is not None
        while self.closed is None and (self.version < version or not self.last):
            message = json.loads(self.connection.recv(timeout=PATIENCE_S))
            if message["type"] == "closed":
                self.closed = message["error"]
            if message["type"] == "table":
                assert message["version"] >= self.version
                self.version, self.last = message["version"], message
                self.log = [line for line in self.log if line["ply"] <= message["keep"]] + message["log"]
                self.talk = [line for line in self.talk if line["version"] < since_of(message["talk"])] + message[
                    "talk"
                ]

    def whole(self) -> Json:
        """All that the client has."""
        return {key: value for key, value in self.last.items() if key != "type"} | {
            "keep": 0, "log": self.log, "talk": self.talk,
        }  # fmt: skip

    def hang_up(self) -> None:
        """Close the socket, and remember what was heard."""
        self.open.close()
        self.connection = None


def since_of(talk: list[Json]) -> float:
    """The first version that talk is about; it replaces what one had from there."""
    return min((line["version"] for line in talk), default=math.inf)


def plain(value: Any) -> Any:
    """A value as JSON brings it."""
    return json.loads(json.dumps(value, default=int))


TABLES, SEATS, CHOICES = st.integers(0, MOST_TABLES - 1), st.integers(1, 2), st.integers(0, 10_000)
SITTING, ANYBODY = st.sampled_from(DEVICES[:4]), st.sampled_from(DEVICES)


class Tables(RuleBasedStateMachine):
    """What people do, in any order."""

    world: World

    def __init__(self) -> None:
        super().__init__()
        self.models: list[Model] = []
        self.watches: list[Watch] = []
        self.moves = 0
        self.restarts = 0

    def teardown(self) -> None:
        for watch in self.watches:
            watch.hang_up()

    # Asking

    def ask(self, device: str, model: Model, path: str, body: Json | None = None) -> Answer:
        return self.world.ask(device, "POST", f"{model.path}/{path}", body)

    def denied(self, model: Model, answer: Answer, status: int, error: str) -> None:
        """A request was denied as it should be, and changed nothing."""
        assert (answer[0], answer[1].get("error")) == (status, error), answer
        self.check(model)

    def new_id(self) -> str:
        self.moves += 1
        return f"m{self.moves}"

    def model(self, number: int) -> Model:
        return self.models[number % len(self.models)]

    def waiting(self, number: int) -> Model:
        """A table that waits for a person, if there is one."""
        found = [model for model in self.models if model.chair_to_act is not None and model.chair_to_act.waits]
        return found[number % len(found)] if found else self.model(number)

    def used(self, number: int) -> Model:
        """A table at which something was granted that can be sent again, if there is one."""
        found = [model for model in self.models if model.done]
        return found[number % len(found)] if found else self.model(number)

    # Making tables and taking seats

    @initialize(
        games=st.permutations(sorted(USUAL)),
        seed=st.integers(0, 999),
        view=st.sampled_from(["public", "none", "delayed", "seat"]),
        shape=st.sampled_from([("me", "open"), ("me", "me"), ("me", "random")]),
        watchers=st.lists(st.tuples(st.sampled_from(DEVICES), st.sampled_from([None, None, 1, 2])), max_size=2),
    )
    def begin(
        self, games: list[str], seed: int, view: str, shape: tuple[str, ...], watchers: list[tuple[str, int | None]]
    ) -> None:
        """Two play already, another table is made, and some watch."""
        self.make("ada", games[0], ("me", "open"), seed, view, False)
        self.join("ben", 0, None, "invite")
        self.make("ben", games[1], shape, seed, view, False)
        for number, (device, seat) in enumerate([("ben", None), ("eve", None), *watchers]):
            self.watch(device, number // 2, seat)

    @precondition(lambda self: len(self.models) < MOST_TABLES)
    @rule(
        host=st.sampled_from(("ada", "ben")),
        game=st.sampled_from(sorted(USUAL)),
        shape=st.sampled_from([("me", "open"), ("open", "me"), ("me", "me"), ("me", "random"), ("open", "open")]),
        seed=st.integers(0, 999),
        view=st.sampled_from(["public", "none", "delayed", "seat"]),
        listed=st.booleans(),
    )
    def make(self, host: str, game: str, shape: tuple[str, ...], seed: int, view: str, listed: bool) -> None:
        """Somebody makes a table; of several seats of one's own the first has one's name, the others none."""
        spectators: Json = {"view": view, "seat": 1 if view == "seat" else None}
        if game != "hanabi" and view in ("delayed", "seat"):
            spectators = {"view": "public", "seat": None}
        wanted = [{"kind": kind} if kind in ("me", "open") else {"kind": "bot", "bot": kind} for kind in shape]
        order = {"game": game, "seats": wanted, "seed": str(seed), "spectators": spectators, "listed": listed}
        status, made = self.world.ask(host, "POST", "/api/tables", order | {"name": host})
        assert status == 201, made
        chairs = [self._chair(number, kind, host, made["keys"]) for number, kind in enumerate(shape, 1)]
        for other in [chair for chair in chairs if chair.devices][1:]:
            other.name = None
        model = Model(made["table"], game, seed, host, chairs, spectators, listed, made["invite"])
        model.begin_if_full()
        assert made["version"] == model.version
        assert made["seats"] == model.seats_of(host)
        self.models.append(model)
        self.check(model)

    def _chair(self, number: int, kind: str, host: str, keys: Json) -> Chair:
        if kind == "me":
            return Chair(number, "person", host, devices={host})
        return Chair(number, "open", key=keys[str(number)]) if kind == "open" else Chair(number, "bot", bot=kind)

    @rule(
        device=ANYBODY.filter(lambda device: device not in ("nobody", "eve")),
        number=TABLES,
        seat=st.sampled_from([None, 1, 2]),
        which=st.sampled_from(["invite", "seat", "seat", "wrong", "spent", "none"]),
    )
    def join(self, device: str, number: int, seat: int | None, which: str) -> None:
        """Somebody comes with a link of the table or of a seat, with a wrong or spent one, or with none."""
        model = self.model(number)
        key = {
            "invite": model.invite, "seat": model.chairs[(seat or 1) - 1].key, "wrong": "wrong", "none": None,
            "spent": model.spent[-1] if model.spent else "wrong",
        }[which]  # fmt: skip
        owner = next((chair for chair in model.chairs if key is not None and chair.key == key), None)
        mine = model.seats_of(device)
        answer = self.ask(device, model, "join", {"key": key, "seat": seat, "name": device})
        if owner is not None and owner.kind == "person":
            if device not in owner.devices:
                owner.devices.add(device)
                model.grant("device", owner.number)
            assert answer == (200, {"seat": owner.number, "key": None, "version": model.version})
        elif mine and seat in (None, *mine):
            assert answer == (200, {"seat": seat or mine[0], "key": None, "version": model.version})
        elif model.finished:
            return self.denied(model, answer, 409, "match_over")
        elif owner is None and (key is None or key != model.invite):
            error = "bad_key" if key is not None else "not_listed"
            if key is not None or not model.listed:
                return self.denied(model, answer, 403, error)
            self._sit(model, device, seat, None, answer)
        else:
            self._sit(model, device, seat, owner, answer)
        return self.check(model)

    def _sit(self, model: Model, device: str, seat: int | None, owner: Chair | None, answer: Answer) -> None:
        """Somebody with a right to sit does, if there is room."""
        if owner is None and seat is not None and model.chairs[seat - 1].kind != "open":
            return self.denied(model, answer, 409, "seat_taken")
        free = [chair for chair in model.chairs if chair.kind == "open" and seat in (None, chair.number)]
        if owner is None and not free:
            return self.denied(model, answer, 409, "no_open_seat")
        chair = owner or free[0]
        model.spent += [chair.key] if chair.key else []
        chair.kind, chair.name, chair.bot, chair.devices = "person", device, None, {device}
        chair.key = answer[1]["key"]
        assert chair.key
        model.grant("sit", chair.number)
        model.begin_if_full()
        assert answer == (200, {"seat": chair.number, "key": chair.key, "version": model.version})
        return None

    @rule(number=TABLES, seat=SEATS)
    def renew_key(self, number: int, seat: int) -> None:
        """The person of a seat has a new key; the old one is spent."""
        model = self.model(number)
        chair = model.chairs[seat - 1]
        if chair.kind != "person":
            return
        status, answer = self.ask(sorted(chair.devices)[0], model, f"seats/{seat}/key")
        model.spent += [chair.key] if chair.key else []
        chair.key = answer["key"]
        assert (status, answer["version"]) == (200, model.grant("key", seat))
        self.check(model)

    @rule(number=TABLES, device=SITTING)
    def renew_invite(self, number: int, device: str) -> None:
        """The host has a new link for the table; the old one is spent."""
        model = self.model(number)
        answer = self.ask(device, model, "invite")
        if device != model.host:
            self.denied(model, answer, 403, "not_host")
            return
        model.spent += [model.invite] if model.invite else []
        model.invite = answer[1]["invite"]
        assert answer[1]["version"] == model.grant("invite")
        self.check(model)

    @rule(number=TABLES, seat=SEATS, device=SITTING)
    def leave(self, number: int, seat: int, device: str) -> None:
        """Somebody leaves: his seat is open again, or a bot stands in, as long as a person plays on."""
        model, chair = self.model(number), self.model(number).chairs[seat - 1]
        if device in chair.devices and model.status == "playing" and chair.waits and len(model.persons) < 2:
            return None
        answer = self.ask(device, model, f"seats/{seat}/leave")
        if device not in chair.devices:
            return self.denied(model, answer, 403, "not_your_seat")
        if model.finished:
            return self.denied(model, answer, 409, "match_over")
        if model.status == "seating":
            model.spent += [chair.key] if chair.key else []
            chair.empty(None)
            model.grant("leave", seat)
        elif chair.bot is None:
            chair.bot = USUAL[model.game]
            model.grant("stand_in", seat)
        assert answer == (200, {"version": model.version})
        return self.check(model)

    @rule(number=TABLES, seat=SEATS, device=SITTING)
    def come_back(self, number: int, seat: int, device: str) -> None:
        """Somebody plays again himself."""
        model, chair = self.model(number), self.model(number).chairs[seat - 1]
        answer = self.ask(device, model, f"seats/{seat}/return")
        if device not in chair.devices:
            return self.denied(model, answer, 403, "not_your_seat")
        if model.status != "playing":
            return self.denied(model, answer, 409, "not_playing" if model.status == "seating" else "match_over")
        if chair.bot is not None:
            chair.bot = None
            model.grant("return", seat)
        assert answer == (200, {"version": model.version})
        return self.check(model)

    @rule(number=TABLES, choice=CHOICES)
    def stand_aside(self, number: int, choice: int) -> None:
        """Somebody leaves in the middle of a match, or in his turn, and comes back."""
        model = self.waiting(number)
        place, seat = self.models.index(model), (model.to_act or 1) if choice % 2 else 1
        devices = sorted(model.chairs[seat - 1].devices)
        if devices:
            self.leave(place, seat, devices[choice % len(devices)])
            self.come_back(place, seat, devices[-1])

    @rule(number=TABLES, seat=SEATS, device=SITTING)
    def put_bot(self, number: int, seat: int, device: str) -> None:
        """The host gives a seat to a bot, as long as a person plays on."""
        model, chair = self.model(number), self.model(number).chairs[seat - 1]
        if device == model.host and [other for other in model.persons if other is not chair] == []:
            return None
        answer = self.ask(device, model, f"seats/{seat}/bot", {"bot": CHOSEN[model.game]})
        if device != model.host:
            return self.denied(model, answer, 403, "not_host")
        if chair.kind == "person" and model.status == "seating":
            return self.denied(model, answer, 409, "not_playing")
        if model.finished:
            return self.denied(model, answer, 409, "match_over")
        if chair.kind == "person":
            chair.bot = CHOSEN[model.game]
            model.grant("stand_in", seat)
        else:
            model.spent += [chair.key] if chair.key else []
            chair.empty(None)
            chair.kind, chair.bot = "bot", CHOSEN[model.game]
            model.grant("bot", seat)
            model.begin_if_full()
        assert answer == (200, {"version": model.version})
        return self.check(model)

    @rule(number=TABLES, seat=SEATS, device=SITTING)
    def open_seat(self, number: int, seat: int, device: str) -> None:
        """The host takes a seat from who has it."""
        model, chair = self.model(number), self.model(number).chairs[seat - 1]
        answer = self.ask(device, model, f"seats/{seat}/open")
        if device != model.host:
            return self.denied(model, answer, 403, "not_host")
        if device in chair.devices:
            return self.denied(model, answer, 409, "own_seat")
        if model.finished:
            return self.denied(model, answer, 409, "match_over")
        model.spent += [chair.key] if chair.key else []
        chair.empty(answer[1]["key"])
        assert answer == (200, {"version": model.grant("open", seat), "key": chair.key})
        return self.check(model)

    @rule(number=TABLES, seat=SEATS, device=SITTING, name=st.sampled_from(["Ada", " Li  Bai ", "\u200b"]))
    def rename(self, number: int, seat: int, device: str, name: str) -> None:
        """Somebody is called otherwise."""
        model, chair = self.model(number), self.model(number).chairs[seat - 1]
        answer = self.ask(device, model, f"seats/{seat}/name", {"name": name})
        if device not in chair.devices:
            return self.denied(model, answer, 403, "not_your_seat")
        if model.silent:
            return self.denied(model, answer, 409, "settled_name")
        if name == "\u200b":
            return self.denied(model, answer, 422, "bad_name")
        chair.name = " ".join(name.split())
        assert answer == (200, {"version": model.grant("name", seat)})
        return self.check(model)

    # Playing

    def mover(self, model: Model, choice: int) -> tuple[str, Chair] | None:
        """A device of the person to act."""
        chair = model.chair_to_act
        if chair is None or not chair.waits:
            return None
        devices = sorted(chair.devices)
        return devices[choice % len(devices)], chair

    def order(self, model: Model, choice: int, **more: Any) -> Json:
        """What one sends with a move: some version at which the match stood as it does."""
        expected = model.played + choice % (model.version - model.played + 1)
        return {"seat": model.to_act or 1, "expected_version": expected, "move_id": self.new_id(), **more}

    @rule(number=TABLES, choice=CHOICES, times=st.integers(1, 8))
    def move(self, number: int, choice: int, times: int) -> None:
        """Who is to act does, once or a few times."""
        model = self.waiting(number)
        for _ in range(times):
            found = self.mover(model, choice)
            if found is None or model.match is None:
                return
            actions = model.match.actions()
            body = self.order(model, choice, action=actions[choice % len(actions)])
            answer = self.ask(found[0], model, "moves", body)
            model.play(body["action"])
            assert answer == (200, {"version": model.version, "ply": model.match.ply})
            model.done.append((found[0], "moves", body, answer))
            self.settle(model)
        self.check(model)

    @rule(number=TABLES, choice=CHOICES, whole_turn=st.booleans())
    def undo(self, number: int, choice: int, whole_turn: bool) -> None:
        """Who is to act takes back."""
        model = self.waiting(number)
        found = self.mover(model, choice)
        if found is None or model.match is None:
            return
        body = self.order(model, choice, whole_turn=whole_turn)
        answer = self.ask(found[0], model, "undo", body)
        if not model.match.undoable:
            self.denied(model, answer, 422, "refused")
            return
        model.undo(model.match.undoable if whole_turn else 1)
        assert answer == (200, {"version": model.version, "ply": model.match.ply})
        model.done.append((found[0], "undo", body, answer))
        self.check(model)

    @rule(number=TABLES, choice=CHOICES, whole_turn=st.booleans())
    def move_until_undo(self, number: int, choice: int, whole_turn: bool) -> None:
        """Who is to act plays until something can be taken back, and takes it back."""
        model = self.waiting(number)
        for step in range(4):
            if model.match is not None and not model.match.undoable:
                self.move(self.models.index(model), choice + step, 1)
        self.undo(self.models.index(model), choice, whole_turn)

    @rule(number=TABLES, choice=CHOICES, action=st.sampled_from(["nonsense", "play 9", "house", "undo", "\u0000"]))
    def move_illegally(self, number: int, choice: int, action: str) -> None:
        """Who is to act does what the rules forbid."""
        model = self.waiting(number)
        found = self.mover(model, choice)
        if found is not None:
            self.denied(model, self.ask(found[0], model, "moves", self.order(model, 0, action=action)), 422, "refused")

    @rule(number=TABLES, choice=CHOICES)
    def resend(self, number: int, choice: int) -> None:
        """A client sends again what was granted, and is answered in the same words, whatever happened since."""
        model = self.used(number)
        if not model.done:
            return
        device, path, body, before = model.done[choice % len(model.done)]
        answer = self.ask(device, model, path, body)
        if device in model.chairs[body["seat"] - 1].devices:
            assert answer == before
            self.check(model)
        else:
            self.denied(model, answer, 403, "not_your_seat")

    @rule(number=TABLES, choice=CHOICES, also=st.sampled_from(["action", "path"]))
    def reuse(self, number: int, choice: int, also: str) -> None:
        """A client asks for something else with a move id that is used."""
        model = self.used(number)
        if not model.done:
            return
        device, path, body, _ = model.done[choice % len(model.done)]
        if device not in model.chairs[body["seat"] - 1].devices:
            return
        kept = {key: body[key] for key in ("seat", "expected_version", "move_id")}
        if path == "moves" and also == "action":
            answer = self.ask(device, model, "moves", kept | {"action": body["action"] + " again"})
        elif path == "moves":
            answer = self.ask(device, model, "undo", kept)
        else:
            answer = self.ask(device, model, "undo", kept | {"whole_turn": not body["whole_turn"]})
        self.denied(model, answer, 409, "move_id_used")

    @rule(number=TABLES, choice=CHOICES, path=st.sampled_from(["moves", "undo"]))
    def come_late(self, number: int, choice: int, path: str) -> None:
        """A client moves on what it saw before the last move, or on what nobody has seen yet."""
        model = self.waiting(number)
        found = self.mover(model, choice)
        if found is None or model.match is None:
            return
        expected = choice % model.played if choice % 3 else model.version + 1
        body = self.order(model, 0, expected_version=expected)
        answer = self.ask(found[0], model, path, body | self.action_for(model, path))
        assert answer[1].get("version") == model.version
        self.denied(model, answer, 409, "stale")

    def action_for(self, model: Model, path: str) -> Json:
        return {"action": model.match.actions()[0] if model.to_act and model.match else "x"} if path == "moves" else {}

    @rule(number=TABLES, device=ANYBODY, seat=SEATS, path=st.sampled_from(["moves", "undo", "abandon", "chat"]))
    def forge(self, number: int, device: str, seat: int, path: str) -> None:
        """Somebody acts for a seat that is not his."""
        model = self.model(number)
        if device in model.chairs[seat - 1].devices:
            return
        bodies: dict[str, Json] = {"abandon": {"seat": seat}, "chat": {"seat": seat, "text": "psst"}}
        body = bodies.get(path) or self.order(model, 0, seat=seat) | self.action_for(model, path)
        self.denied(model, self.ask(device, model, path, body), 403, "not_your_seat")
        status, answer = self.world.ask(device, "GET", model.path, seat=seat)
        assert (status, answer["error"]) == (403, "not_your_seat")

    @rule(number=TABLES, path=st.sampled_from(["moves", "undo"]))
    def act_out_of_turn(self, number: int, path: str) -> None:
        """Somebody acts who is not to, at a match or where there is none."""
        model = self.waiting(number)
        for chair in model.chairs:
            if chair.devices and chair.number != model.to_act:
                body = self.order(model, 0, seat=chair.number) | self.action_for(model, path)
                error = {"seating": "not_playing", "playing": "not_your_turn"}.get(model.status, "match_over")
                self.denied(model, self.ask(sorted(chair.devices)[0], model, path, body), 409, error)

    # Beside the match

    @rule(number=TABLES, seat=SEATS, words=st.sampled_from([{"text": " Hi\nthere "}, {"greeting": "thanks"}, {}]))
    def chat(self, number: int, seat: int, words: Json) -> None:
        """Somebody says something."""
        model, chair = self.model(number), self.model(number).chairs[seat - 1]
        if not chair.devices:
            return
        answer = self.ask(sorted(chair.devices)[-1], model, "chat", {"seat": seat} | words)
        if model.silent and "greeting" not in words:
            self.denied(model, answer, 409, "silent")
        elif not words:
            self.denied(model, answer, 422, "bad_field")
        else:
            assert answer == (200, {"version": model.grant("chat", seat)})
            self.check(model)

    @rule(number=TABLES, seat=SEATS, agree=st.booleans())
    def abandon(self, number: int, seat: int, agree: bool) -> None:
        """Somebody wants the match to end, or no longer; when all do, it does."""
        model, chair = self.model(number), self.model(number).chairs[seat - 1]
        if not chair.devices:
            return None
        answer = self.ask(sorted(chair.devices)[0], model, "abandon", {"seat": seat, "agree": agree})
        if model.status != "playing":
            error = "not_playing" if model.status == "seating" else "match_over"
            return self.denied(model, answer, 409, error)
        if chair.agrees != agree:
            chair.agrees = agree
            model.grant("agree", seat)
        if agree and all(other.agrees for other in model.persons if other is not chair):
            model.status = "abandoned"
            model.grant("abandon")
        assert answer == (200, {"version": model.version, "status": model.status})
        return self.check(model)

    @rule(number=TABLES, device=SITTING, same_deal=st.booleans())
    def end_and_go_on(self, number: int, device: str, same_deal: bool) -> None:
        """All want the match to end, and somebody to play again."""
        model = self.waiting(number)
        if len(model.story) < 6:
            return
        for chair in model.chairs:
            self.abandon(self.models.index(model), chair.number, True)
        self.rematch(self.models.index(model), device, same_deal)

    @rule(number=TABLES, device=SITTING, same_deal=st.booleans())
    def rematch(self, number: int, device: str, same_deal: bool) -> None:
        """Somebody wants to play again; everybody gets the same table."""
        model = self.model(number)
        status, answer = self.ask(device, model, "rematch", {"same_deal": same_deal})
        if device not in {device for chair in model.chairs for device in chair.devices}:
            return self.denied(model, (status, answer), 403, "not_your_seat")
        if model.status in ("seating", "playing"):
            return self.denied(model, (status, answer), 409, "match_running")
        which = "same_deal" if same_deal else "rematch"
        assert (status, answer["seats"]) == (200, model.seats_of(device))
        if which in model.next:
            assert answer["table"] == model.next[which]
        else:
            model.next[which] = answer["table"]
            model.grant("next")
            self._follow(model, device, same_deal)
        return self.check(model)

    def _follow(self, model: Model, host: str, same_deal: bool) -> None:
        """The table that follows takes the place of the one that is over."""
        chairs = [
            Chair(old.number, old.kind, old.name, old.bot if old.kind == "bot" else None, set(old.devices), old.key)
            for old in model.chairs
        ]
        seed = model.seed if same_deal else SEED_OF_REMATCH
        follower = Model(
            model.next["same_deal" if same_deal else "rematch"], model.game, seed, host, chairs, model.spectators,
            model.listed, None,
        )  # fmt: skip
        follower.begin_if_full()
        self.models.append(follower)
        self.check(follower)

    # Sockets and the server

    @precondition(lambda self: sum(watch.connection is not None for watch in self.watches) < 6)
    @rule(device=ANYBODY, number=TABLES, seat=st.sampled_from([None, None, 1, 2]))
    def watch(self, device: str, number: int, seat: int | None) -> None:
        """Somebody opens a socket at a table."""
        watch = Watch(device, self.model(number), seat)
        self.watches.append(watch)
        self.connect(watch)

    def connect(self, watch: Watch) -> None:
        """Open a socket, and ask for what was missed; for all of it, where one sits elsewhere now."""
        since = watch.version if watch.last.get("seat") == watch.model.place(watch.device, watch.seat) else 0
        socket = self.world.live(watch.device, watch.model.table, watch.seat, since)
        watch.connection = watch.open.enter_context(socket)
        watch.last = {}
        self.hear(watch)

    @precondition(lambda self: self.watches)
    @rule(choice=CHOICES)
    def hang_up_or_come_again(self, choice: int) -> None:
        """A socket breaks, or one that broke comes again and asks for what it missed."""
        watch = self.watches[choice % len(self.watches)]
        if watch.connection is not None:
            watch.hang_up()
        elif watch.closed is None:
            self.connect(watch)

    @precondition(lambda self: self.restarts < 1)
    @rule()
    def restart(self) -> None:
        """The server stops and starts on its database; sockets come again."""
        self.restarts += 1
        self.world.restart()
        for watch in self.watches:
            broken = watch.connection is not None
            watch.hang_up()
            if broken:
                self.connect(watch)
        for model in self.models:
            self.check(model)

    # What must be so

    def settle(self, model: Model) -> None:
        """Wait until no bot is to move, and take up what bots did; where they are alone the host watches them."""

        def is_so() -> bool:
            for version, kind, seat, data in self.world.entries(model.table)[model.version :]:
                chair = model.chair_to_act
                assert kind == "move", (version, kind)
                assert chair is not None
                assert (chair.number, chair.bot) == (seat, data["bot"])
                assert "trouble" not in data, data
                model.play(data["action"])
            chair = model.chair_to_act
            return chair is None or chair.bot is None

        alone = not any(chair.waits for chair in model.chairs)
        with self.world.live(model.host, model.table, None, 0) if alone and not is_so() else nullcontext():
            wait_for(is_so)

    def check(self, model: Model) -> None:
        """The server has what the model has: in its database, for everybody who looks, on every socket."""
        self.settle(model)
        entries = self.world.entries(model.table)
        assert [(kind, seat) for _, kind, seat, _ in entries] == model.granted
        assert [version for version, *_ in entries] == list(range(1, model.version + 1))
        for device in {model.host, "eve", *sorted(device for chair in model.chairs for device in chair.devices)[:2]}:
            self.compare(model, device)
        for watch in self.watches:
            if watch.model is model and watch.connection is not None:
                self.hear(watch)

    def compare(self, model: Model, device: str) -> None:
        """A device sees what it should."""
        place = model.place(device, None)
        status, seen = self.world.ask(device, "GET", model.path)
        if isinstance(place, str):
            assert (status, seen["error"]) == (403, place)
            return
        assert status == 200
        expected = {
            "version": model.version, "status": model.status, "to_act": model.to_act, "seat": place,
            "mine": model.seats_of(device), "host": device == model.host,
            "seats": [chair.shown() for chair in model.chairs],
            "next": {"rematch": model.next.get("rematch"), "same_deal": model.next.get("same_deal")},
        }  # fmt: skip
        assert {key: seen[key] for key in expected} == expected
        if place is not None and model.match is not None:
            self.compare_match(model, place, seen)

    def compare_match(self, model: Model, seat: int, seen: Json) -> None:
        """A seat sees the match as the model's own match shows it."""
        assert model.match is not None
        assert (seen["ply"], seen["view"]) == (model.match.ply, plain(model.match.view(seat)))
        playing = model.to_act == seat and model.chairs[seat - 1].waits
        assert [each["action"] for each in seen["actions"]] == (model.match.actions() if playing else [])
        assert seen["can_undo"] == (model.match.undoable if playing else 0)
        over = model.status != "playing"
        log = [(version, by, events if over else known(events, seat)) for version, by, events in model.story]
        assert [(line["version"], line["seat"], line["events"]) for line in seen["log"]] == [
            (version, by, [{"key": event.key, "arguments": plain(dict(event.arguments))} for event in events])
            for version, by, events in log
        ]
        assert (seen["seed"] is not None) == (seen["everything"] is not None) == over

    def hear(self, watch: Watch) -> None:
        """What a client has put together from its socket is what a full view has."""
        model = watch.model
        place = model.place(watch.device, watch.seat)
        try:
            watch.hear_until(model.version)
        except ConnectionClosed:
            raise AssertionError(f"hung up on {watch}") from None
        if isinstance(place, str):
            assert watch.closed == place
            watch.hang_up()
            return
        assert watch.closed is None
        _, full = self.world.ask(watch.device, "GET", model.path, seat=watch.seat)
        assert full["version"] == watch.version
        assert watch.whole() == full | {"keep": 0}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with ExitStack() as stack:
        made = World(tmp_path_factory.mktemp("stateful"))
        stack.callback(made.stop)
        for client in made.clients.values():
            stack.callback(client.close)
        yield made


@pytest.fixture
def tables(world: World) -> Iterator[Tables]:
    machine = type("TablesHere", (Tables,), {"world": world})()
    yield machine
    machine.teardown()


@pytest.mark.parametrize(
    ("game", "view"), [*((game, "public") for game in sorted(USUAL)), ("hanabi", "delayed"), ("hanabi", "seat")]
)
@pytest.mark.parametrize("device", ["ada", "eve"])
@pytest.mark.sampled(3)
def test_a_client_that_only_hears_what_is_new_misses_nothing(tables: Tables, game: str, device: str, view: str) -> None:
    """Whoever looks, from the seat to act or late from beside, to the end and beyond."""
    tables.make("ada", game, ("me", "me"), 5, view, False)
    tables.watch(device, 0, None)
    tables.watch(device, 0, None)
    for step in range(18):
        tables.move(0, -1 - step % 2 if game == "hanabi" else 3 + 7 * step, 1)
        if step % 6 == 5:
            tables.undo(0, 0, False)
            tables.hang_up_or_come_again(1)
    tables.abandon(0, 1, True)
    tables.abandon(0, 2, True)
    assert tables.models[0].finished


@pytest.mark.parametrize("game", sorted(USUAL))
def test_a_client_that_sits_down_or_loses_its_seat_has_what_its_new_place_shows(tables: Tables, game: str) -> None:
    tables.make("ada", game, ("me", "me"), 5, "public", False)
    tables.watch("ben", 0, None)
    for step in range(4):
        tables.move(0, step, 1)
    tables.renew_key(0, 2)
    tables.join("ben", 0, 2, "seat")
    assert tables.models[0].seats_of("ben") == [2]
    for step in range(4):
        tables.move(0, step, 1)


@pytest.mark.parametrize("game", sorted(USUAL))
@pytest.mark.sampled(4)
def test_an_evening_with_everything(tables: Tables, game: str) -> None:
    """Everything that can be done, once, in an order in which all of it can be."""
    tables.make("ada", game, ("me", "open"), 8, "public", False)
    for device in ("ada", "ben", "eve"):
        tables.watch(device, 0, None)
    for which in ("wrong", "spent", "none"):
        tables.join("ben", 0, None, which)
    tables.act_out_of_turn(0, "moves")
    tables.join("ben", 0, 2, "seat")
    tables.join("cem", 0, None, "spent")
    tables.join("ada 2", 0, None, "wrong")
    tables.renew_key(0, 1)
    tables.join("ada 2", 0, 1, "seat")
    for device in ("ada", "ada 2", "ben"):
        tables.watch(device, 0, 2 if device == "ben" else 1)
    tables.move(0, 6, 3)
    tables.move_until_undo(0, 5, True)
    for choice in range(4):
        tables.resend(0, choice)
        tables.reuse(0, choice, ("action", "path")[choice % 2])
        tables.come_late(0, choice, ("moves", "undo")[choice % 2])
        tables.forge(0, "cem", 1 + choice % 2, ("moves", "undo", "abandon", "chat")[choice])
    for path in ("moves", "undo"):
        tables.act_out_of_turn(0, path)
    tables.restart()
    for choice in range(4):
        tables.resend(0, choice)
    tables.stand_aside(0, 1)
    for words in ({"text": "Hi"}, {"greeting": "thanks"}, {}):
        tables.chat(0, 2, words)
    tables.rename(0, 2, "ben", "Benno")
    tables.renew_invite(0, "ada")
    tables.put_bot(0, 2, "ada")
    tables.move(0, 4, 2)
    tables.come_back(0, 2, "ben")
    tables.open_seat(0, 2, "ada")
    tables.resend(0, 0)
    tables.join("cem", 0, 2, "seat")
    tables.move(0, 9, 3)
    tables.abandon(0, 1, True)
    tables.abandon(0, 1, False)
    tables.rematch(0, "cem", False)
    tables.end_and_go_on(0, "cem", False)
    tables.rematch(0, "ada", False)
    tables.rematch(0, "ada", True)
    tables.rematch(0, "ben", True)
    assert [model.status for model in tables.models] == ["abandoned", "playing", "playing"]
    tables.move(1, 3, 2)
    tables.move(2, 3, 2)


def test_whatever_people_do_the_tables_are_as_the_model_says(world: World) -> None:
    machine = type("TablesHere", (Tables,), {"world": world})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES, stateful_step_count=STEPS, derandomize=True, print_blob=True, deadline=None,
            database=None, suppress_health_check=list(HealthCheck), phases=PHASES,
        ),
    )  # fmt: skip
