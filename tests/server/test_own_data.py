"""What users bring, maps and saved matches: however large, deep, odd or slow, it harms nobody else."""

from __future__ import annotations

import json
import random
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest

import lantern
from lantern.games.han import maps
from lantern.kernel.options import DEEPEST, MOST_OWN
from lantern.server.http import guard
from lantern.server.http.routes.tables import MOST_SAVED
from lantern.server.live import table_service
from lantern.server.tables.table import Table
from tests.server.running import Json, Person, Running, Ticker

SPOILS = 60
"""How many maps are spoiled in one place each."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all: every test has people and tables of its own."""
    with Running(tmp_path_factory.mktemp("own"), now=Ticker()) as running:
        yield running


def border() -> Json:
    """The larger of the shipped maps, to be changed."""
    data: Json = json.loads((files("lantern.games.han") / "data" / "border_disputes.json").read_text("utf-8"))
    return data


def nested(depth: int) -> Any:
    """Lists in lists."""
    inner: Any = []
    for _ in range(depth):
        inner = [inner]
    return inner


@contextmanager
def halted(monkeypatch: pytest.MonkeyPatch, what: Any, name: str, only: Any) -> Iterator[threading.Event]:
    """A function that stops at a call that is meant until it may go on; the event says that it has come to one."""
    right, reached, go_on = getattr(what, name), threading.Event(), threading.Event()

    def waiting(*arguments: Any) -> Any:
        if only(*arguments):
            reached.set()
            assert go_on.wait(60)
        return right(*arguments)

    monkeypatch.setattr(what, name, waiting)
    try:
        yield reached
    finally:
        go_on.set()


def plays_on(house: Running) -> None:
    """Somebody else makes a table, moves and looks, at once."""
    other = house.person("Zoe")
    other.client.timeout = httpx.Timeout(20)
    made = other.make("hanabi", "me", "me")
    seen = other.see(made["table"])
    other.move(made["table"], seen["actions"][0]["action"], seen)
    assert other.see(made["table"])["ply"] == 1


# Slow things


def test_an_order_that_takes_long_holds_up_nobody(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with ThreadPoolExecutor(1) as threads:
        with halted(monkeypatch, house.tables, "_begun", lambda order: order.seed == 77) as reached:
            made = threads.submit(house.person("Ada").make, "han", "me", "me", "me", seed="77")
            assert reached.wait(20)
            plays_on(house)
            assert not made.done()
        assert made.result()["table"]


def test_a_replay_that_takes_long_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(tmp_path) as before:
        ada = before.person("Ada")
        table = ada.make("han", "me", "me")["table"]
        ada.move(table, ada.see(table)["actions"][0]["action"])
        cookies = dict(ada.client.cookies)
    with Running(tmp_path) as house, ThreadPoolExecutor(1) as threads:
        ada = house.person("Ada")
        ada.client.cookies.update(cookies)
        with halted(monkeypatch, Table, "apply", lambda self, entry: self.setting.table == table) as reached:
            seen = threads.submit(ada.see, table)
            assert reached.wait(20)
            plays_on(house)
            assert not seen.done()
        assert seen.result()["ply"] == 1


def test_what_takes_too_long_is_given_up(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_service, "REPLAY_S", 0.05)
    ada = house.person("Ada")
    with halted(monkeypatch, house.tables, "_begun", lambda order: order.seed == 77):
        for language, words in (("en", "too long"), ("it", "troppo"), ("ru", "слишком")):
            body = {"game": "han", "seats": [{"kind": "me"}] * 2, "seed": "77"}
            answer = ada.client.post("/api/tables", json=body, headers={"Accept-Language": language})
            assert (answer.status_code, answer.json()["error"]) == (503, "too_slow")
            assert words in answer.json()["message"]
    monkeypatch.setattr(table_service, "REPLAY_S", 20.0)
    assert ada.make("han", "me", "me", seed="77")["table"]


def test_a_map_is_read_when_a_table_is_made_and_not_to_look_at_it(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me", "me", options={"map": border()})["table"]
    ada.move(table, ada.see(table)["actions"][0]["action"])
    read: list[Any] = []
    monkeypatch.setattr(maps, "read_map", read.append)
    for path in ("", "/plies/0", "/plies/1", "/board", "/reasons/1", "/preview?action=x"):
        assert ada.client.get(f"/api/tables/{table}{path}").status_code == 200
    assert read == []


def test_too_much_done_at_a_table_leaves_its_match_to_be_played(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every entry is replayed whenever the table is read from the database."""
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    path = f"/api/tables/{table}"
    monkeypatch.setattr(table_service, "MOST_ENTRIES", ada.see(table)["version"] + 2)
    for _ in range(2):
        ada.post(f"{path}/seats/1/key")
    assert ada.post(f"{path}/seats/1/key", status=409)["error"] == "too_many"
    assert ada.post(f"{path}/invite", status=409)["error"] == "too_many"
    assert ada.post(f"{path}/abandon", {"seat": 1, "agree": True})["status"] == "playing"
    assert ada.post(f"{path}/abandon", {"seat": 1, "agree": False}, status=409)["error"] == "too_many"
    ada.move(table, ada.see(table)["actions"][0]["action"])
    assert ada.post(f"{path}/abandon", {"seat": 2, "agree": True})["status"] == "abandoned"


# Large things


def test_a_whole_match_on_the_largest_map_can_be_taken_elsewhere(house: Running) -> None:
    data = border()
    data["decor"] = "x" * (MOST_OWN - len(json.dumps(data | {"decor": ""})))
    match, choices = lantern.game("han").match(5, seed=3, map=data), random.Random(3)
    while not match.over:
        match.play(choices.choice(match.numbers()))
    saved = match.save()
    assert len(saved) < MOST_SAVED
    assert len(json.dumps(saved)) + 1000 < guard.MOST_ORDER
    ada = house.person("Ada")
    table = ada.make("han", *["me"] * 5, saved=saved)["table"]
    assert ada.see(table)["everything"] is not None
    assert ada.make("han", *["me"] * 5, saved=ada.get(f"/api/tables/{table}/export")["saved"])["table"] != table


def test_a_larger_map_is_refused(house: Running) -> None:
    large = border() | {"decor": "x" * MOST_OWN}
    answer = house.person("Ada").make("han", "me", "me", "me", options={"map": large}, status=422)
    assert answer["error"] == "bad_options"
    assert "100 kB" in answer["message"]


def test_a_body_that_is_too_large_is_not_waited_for(house: Running) -> None:
    """The answer comes before anything of the body is sent."""
    head = f"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: {guard.MOST_ORDER + 1}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", house.port), 20) as line:
        line.sendall(head.encode())
        assert line.recv(1000).startswith(b"HTTP/1.1 413")


# Odd things


@pytest.mark.parametrize("depth", [DEEPEST, 100, 800, 5_000])
def test_what_is_nested_deep_is_refused(house: Running, depth: int) -> None:
    ada, match = house.person("Ada"), lantern.game("han").match(3, seed=1)
    deep = "[" * depth + "]" * depth
    spoiled: list[Any] = [border() | {"decor": "DEEP"}, {"name": "DEEP"}, "DEEP"]
    orders: list[Json] = [{"options": {"map": each}} for each in spoiled] + [{"options": "DEEP"}]
    for key in ("position", "setup", "options", "actions"):
        saved = json.dumps(json.loads(match.save()) | {key: {"deck": "DEEP"}})
        orders.append({"saved": saved.replace('"DEEP"', deep)})
    texts = [json.dumps({"game": "han", "seats": [{"kind": "me"}] * 3} | order) for order in orders]
    bodies = [text.replace('"DEEP"', deep) for text in (*texts, '{"game": "han", "seats": "DEEP"}')]
    for body in bodies:
        answer = ada.client.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422), answer.text[:300]
        assert len(answer.text) < 1000


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in data."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


ODD: list[Any] = [
    10**30, -(10**30), 2**63, 1e308, -1e308, 5e-324, -1, 0, None, True, "", "with", "x" * 5000, "\u2028", "\U0001f600",
    {}, [], nested(10), {"x": 10**400}, [10**30, 10**30], [[10**30, 0]],
]  # fmt: skip


def test_a_map_spoiled_anywhere_is_refused_or_played(house: Running) -> None:
    """Whatever stands anywhere in a map, making the table and looking at it from every side gives no inner error."""
    choices, ada = random.Random(26), house.person("Ada")
    data = {key: value for key, value in border().items() if key not in ("features", "decor", "coast", "track")}
    for each in data["provinces"]:
        each.pop("outline", None)
    spots = [path for path in places(data) if path]
    made = 0
    for number in range(SPOILS):
        spoiled, odd = json.loads(json.dumps(data)), ODD[number % len(ODD)]
        *way, last = choices.choice(spots)
        inner = spoiled
        for key in way:
            inner = inner[key]
        inner[last] = odd
        made += looked_at(ada, spoiled)
    assert 0 < made < SPOILS


def looked_at(ada: Person, data: Json) -> bool:
    """Whether a table with a map is made; looked at from every side then."""
    body = {"game": "han", "seats": [{"kind": "me"}] * 3, "options": {"map": data}, "seed": "1"}
    answer = ada.client.post("/api/tables", json=body)
    assert answer.status_code in (201, 422), answer.text[:300]
    assert len(answer.text) < 1000
    if answer.status_code != 201:
        return False
    table = answer.json()["table"]
    for path in ("", "/board", "/plies/0", "/preview?action=end"):
        looked = ada.client.get(f"/api/tables/{table}{path}")
        assert looked.status_code == 200, (path, looked.text[:300])
    return True
