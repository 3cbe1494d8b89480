"""Tables at which bots think long: some among themselves, watched, and some with a visitor who moves on and on."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.server.siege.target import SOURCE, Target

ALONE, SEATED = 8, 6
"""How many tables of each kind, all by one guest."""
EXPERT = {"kind": "bot", "bot": "expert:seconds=13"}
CLUB = {"kind": "bot", "bot": "club"}


async def attack(server: Target, until: float) -> None:
    """Order the tables, watch those of bots among themselves, and play at the others; ask for suggestions there too."""
    with suppress(TimeoutError):
        async with asyncio.timeout(until - time.monotonic()), server.client() as client:
            alone = [await _made(client, [EXPERT if number % 2 else CLUB] * 4) for number in range(ALONE)]
            seated = [await _made(client, [{"kind": "me"}, *[EXPERT] * 3]) for _ in range(SEATED)]
            async with asyncio.TaskGroup() as group:
                for table in alone:
                    group.create_task(_watch(server, client, table))
                for table in seated:
                    group.create_task(_play(client, table))


async def _made(client: httpx.AsyncClient, seats: list[dict[str, str]]) -> str:
    made = await client.post("/api/tables", json={"game": "khan", "seats": seats})
    table: str = made.raise_for_status().json()["table"]
    return table


async def _watch(server: Target, client: httpx.AsyncClient, table: str) -> None:
    """Look on for ever."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/live"
    async with connect(address, additional_headers={"Cookie": cookie}, local_addr=(SOURCE, 0)) as socket:
        async for _ in socket:
            pass


async def _play(client: httpx.AsyncClient, table: str) -> None:
    """Move as soon as it is one's turn, and ask for a suggestion."""
    moves = 0
    while True:
        seen: Any = (await client.get(f"/api/tables/{table}")).json()
        if seen.get("actions"):
            moves += 1
            asked = {"seat": 1, "expected_version": seen["version"]}
            await client.post(f"/api/tables/{table}/suggestion", json=asked)
            move = asked | {"action": seen["actions"][0]["action"], "move_id": f"{table}-{moves}"}
            await client.post(f"/api/tables/{table}/moves", content=json.dumps(move))
        await asyncio.sleep(0.2)
