"""The devices of a seat: how many there may be, and what other processes are told, however many there are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from lantern.server.live.table_service import Change, read_notice
from lantern.server.tables import decisions
from lantern.server.tables import entries as kinds
from lantern.server.tables.entries import Draft
from lantern.server.tables.table import Table
from tests.server.postgres import Postgres
from tests.server.running import Running, heard

MOST_NOTIFIED = 8_000
"""The bytes from which on PostgreSQL refuses a NOTIFY."""


def on_loop(house: Running, work: object) -> None:
    """Let the server do something of its own."""
    loop = house._server.servers[0].get_loop()
    asyncio.run_coroutine_threadsafe(work, loop).result()  # type: ignore[arg-type]


def test_of_too_many_devices_the_oldest_loses_the_seat(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", options={"start": 2})
    table = made["table"]
    key = ben.join(table, made["invite"])["key"]
    devices = [ben, *(house.person() for _ in range(decisions.MOST_DEVICES + 1))]
    for device in devices[1:]:
        assert device.join(table, key)["seat"] == 2
    assert [device.see(table)["mine"] for device in devices] == [[], []] + [[2]] * decisions.MOST_DEVICES
    devices[0].join(table, key)
    assert [device.see(table)["mine"] for device in devices[:4]] == [[2], [], [], [2]]
    assert devices[-1].move(table, devices[-1].see(table)["actions"][0]["action"])


def test_who_comes_again_drives_no_device_out(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "open")["table"]
    key = ada.post(f"/api/tables/{table}/seats/1/key")["key"]
    devices = [house.person() for _ in range(decisions.MOST_DEVICES - 1)]
    for device in devices * 2:
        device.join(table, key)
    assert all(device.see(table)["mine"] == [1] for device in [ada, *devices])


def test_the_hosts_first_device_keeps_the_seat(house: Running) -> None:
    """Only with it can he do what a host can."""
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "open")["table"]
    key = ada.post(f"/api/tables/{table}/seats/1/key")["key"]
    devices = [house.person() for _ in range(decisions.MOST_DEVICES + 2)]
    for device in devices:
        device.join(table, key)
    assert ada.see(table)["mine"] == [1]
    assert [bool(device.see(table)["mine"]) for device in devices] == [False] * 3 + [True] * (
        decisions.MOST_DEVICES - 1
    )


def test_what_other_processes_hear_of_a_change_does_not_grow_with_the_devices(house: Running) -> None:
    few, many = (Change("t" * 16, 2**31 - 1, 8, tuple("g" * 16 for _ in range(number))) for number in (1, 100_000))
    assert house.tables._notice(few) == house.tables._notice(many)
    assert len(house.tables._notice(many)) < MOST_NOTIFIED // 10
    process, change, turned = read_notice(house.tables._notice(many))
    assert (process, change.table, change.version, change.seat, turned) == (
        house.tables.process, many.table, many.version, 8, True
    )  # fmt: skip


@pytest.fixture
def two_houses(tmp_path: Path) -> Iterator[tuple[Running, Running, Postgres]]:
    """Two processes' worth of server on one database."""
    with Postgres() as postgres:
        database = postgres.create_database("evening")
        with Running(tmp_path, database) as here, Running(tmp_path, database) as there:
            yield here, there, postgres


def test_a_move_against_a_seat_of_very_many_devices_is_told_elsewhere(
    two_houses: tuple[Running, Running, Postgres],
) -> None:
    here, there, postgres = two_houses
    ada, ben = here.person("Ada"), there.person("Ben")
    made = ada.make("hanabi", "me", "open", options={"start": 1})
    table = made["table"]
    ben.join(table, made["invite"])
    postgres.query(
        "evening",
        "INSERT INTO guests (id, token, created_at) "
        "SELECT 'device' || 100000 + n, 'x' || n, 0 FROM generate_series(1, 720) n",
    )

    def come(_: Table) -> list[Draft]:
        return [Draft(kinds.DEVICE, 2, {"guest": f"device{100_000 + number}"}) for number in range(1, 721)]

    on_loop(here, here.tables.act(table, come))
    with ben.live(None) as anywhere, ben.live(table) as socket:
        anywhere.send('{"type": "ping"}')
        heard(anywhere, "pong")  # he is expected from now on
        seen = ada.see(table)
        done = ada.move(table, next(one["action"] for one in seen["actions"] if "hint" in one["action"]), seen)
        told = {"type": "your_turn", "table": table, "seat": 2, "version": done["version"]}
        assert heard(anywhere, "your_turn") == told
        while heard(socket, "table")["version"] < done["version"]:
            pass
