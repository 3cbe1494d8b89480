"""A server for tests: the whole application on a port of its own, in a thread, with a clock that tests set."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any
from uuid import uuid4

import httpx
import uvicorn
from sqlalchemy import create_engine
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from lantern.server.app import build_app
from lantern.server.live.table_service import TableService
from lantern.server.serve import configure
from lantern.server.settings import Settings
from lantern.server.storage.migrations import upgrade

Json = dict[str, Any]
PATIENCE_S = 60.0
"""How long a test waits for what must happen before it fails."""


class Ticker:
    """A clock that stands still until it is set on."""

    def __init__(self, at: int = 1_800_000_000_000) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at

    def advance(self, seconds: float) -> None:
        self.at += round(seconds * 1000)


class Running:
    """A server process in a thread; `with Running(tmp_path) as house:`."""

    def __init__(
        self, folder: Path, database: str | None = None, now: Any = None, at_port: int = 0, **settings: Any
    ) -> None:
        usual = Settings(database=database or _database(folder / "lantern.db"), thinkers=0, limited=False)
        self.settings = replace(usual, **settings)
        self.app = build_app(self.settings)
        self.tables: TableService = self.app.state.services.tables
        if now is not None:
            self.tables.now = now
        self._socket = socket.create_server(("127.0.0.1", at_port))
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = configure(self.settings, self.app, timeout_graceful_shutdown=2)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._people: list[Person] = []

    def __enter__(self) -> Running:
        self._thread.start()
        wait_for(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started, "the server did not start"
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for person in self._people:
            person.client.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE_S)
        self._socket.close()

    def person(self, name: str | None = None) -> Person:
        """Somebody with a browser of his own."""
        person = Person(self.url, name)
        self._people.append(person)
        return person


def _database(path: Path) -> str:
    """The address of a database in a file; if there is none yet, one is put there as a new server would make it."""
    if not path.exists():
        path.touch(0o600)
        path.write_bytes(_new_database())
    return f"sqlite:///{path}"


@cache
def _new_database() -> bytes:
    """What is in the file of a new database: to go through all forms it ever had takes longer than most tests."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "new.db")
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        return path.read_bytes()


class Person:
    """Somebody with a cookie jar of his own."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self.url = url
        self.name = name
        self.client = httpx.Client(
            base_url=url, timeout=PATIENCE_S, verify=False
        )  # to read certificates takes longer than most tests
        self._moves = 0
        self._marked = uuid4().hex

    def get(self, path: str, status: int = 200, **query: Any) -> Json:
        """Ask, and see that the answer has a status."""
        return self._checked(self.client.get(path, params=query), status)

    def post(self, path: str, body: Any = None, status: int = 200, **headers: str) -> Json:
        """Ask for something to be done."""
        return self._checked(self.client.post(path, json=body, headers=headers), status)

    def _checked(self, response: httpx.Response, status: int) -> Json:
        assert response.status_code == status, f"{response.request.url}: {response.status_code} {response.text[:500]}"
        answer: Json = response.json()
        return answer

    def make(self, game: str, *seats: str, status: int = 201, **order: Any) -> Json:
        """Make a table; a seat is "me", "open", or the name of a bot."""
        wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        return self.post("/api/tables", {"game": game, "seats": wanted, "name": self.name, **order}, status)

    def join(self, table: str, key: str | None = None, status: int = 200, **more: Any) -> Json:
        """Take a seat."""
        return self.post(f"/api/tables/{table}/join", {"key": key, "name": self.name, **more}, status)

    def see(self, table: str, status: int = 200, **query: Any) -> Json:
        """Look at a table."""
        return self.get(f"/api/tables/{table}", status, **query)

    def move(self, table: str, action: str, view: Json | None = None, status: int = 200, **more: Any) -> Json:
        """Play an action on a view, or on a fresh one."""
        seen = view or self.see(table)
        self._moves += 1
        body = {
            "seat": seen["to_act"] if seen["to_act"] in seen["mine"] else (seen["mine"] or [1])[0],
            "action": action,
            "expected_version": seen["version"],
            "move_id": f"{self._marked}-{self._moves}",
        }
        return self.post(f"/api/tables/{table}/moves", body | more, status)

    def take_back(self, table: str, status: int = 200, **more: Any) -> Json:
        """Take back what was done last, as far as one can."""
        seen = self.see(table)
        self._moves += 1
        body = {"seat": seen["seat"], "expected_version": seen["version"], "move_id": f"{self._marked}-{self._moves}"}
        return self.post(f"/api/tables/{table}/undo", body | more, status)

    def wait_for_turn(self, table: str, **query: Any) -> Json:
        """Look at a table until there is something to do at it, or nothing more."""
        seen: list[Json] = []

        def is_so() -> bool:
            seen[:] = [self.see(table, **query)]
            return bool(seen[0]["actions"]) or seen[0]["status"] != "playing"

        wait_for(is_so)
        return seen[0]

    @contextmanager
    def live(self, table: str | None, **query: Any) -> Iterator[ClientConnection]:
        """A socket at a table, or that of the guest; messages come by `heard`."""
        path = f"/api/tables/{table}/live" if table else "/api/live"
        question = str(httpx.QueryParams(query))
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        address = self.url.replace("http", "ws") + path + (f"?{question}" if question else "")
        # All that comes is taken in, heard or not: with a full queue a client waits 10 s for the answer to its goodbye.
        with connect(address, additional_headers=headers, max_size=None, compression=None, max_queue=None) as socket:
            yield socket


def heard(socket: ClientConnection, kind: str) -> Json:
    """The next message of a kind."""
    while True:
        message: Json = json.loads(socket.recv(timeout=PATIENCE_S))
        if message["type"] == kind:
            return message


def closed(socket: ClientConnection) -> tuple[str | None, int | None]:
    """The error with which a socket is closed, told in words too, and the code; None if it just breaks off."""
    error = None
    try:
        while True:
            message = json.loads(socket.recv(timeout=PATIENCE_S))
            if message["type"] == "closed":
                assert message["message"]
                error = message["error"]
    except ConnectionClosed as end:
        return error, end.rcvd.code if end.rcvd else None


def wait_for(is_so: Any) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
