"""Large and slow orders: the worst map found, played and looked at from all sides, and bodies that are refused."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import httpx

import lantern
from lantern.kernel.options import MOST_OWN
from lantern.server.http.guard import MOST_ORDER
from tests.han.bad_maps import WORST, position_on
from tests.server.siege.target import Target

RULES = "compiled"
"""How long the best rows take to find is bounded for compiled rules."""
SEATS = [{"kind": "me"}] * 3
LOOKERS = 3
"""How many look at the worst table again and again, each from an address of his own."""


def worst_match() -> str:
    """A saved match on the worst map, every house in place."""
    position = position_on(WORST[0])
    own = position["options"]["map"]
    own["decor"] = "x" * (MOST_OWN - len(json.dumps(own)) - 100)
    return lantern.game("han").position(position, seed=1).save()


async def attack(server: Target, until: float) -> None:
    """Some make such tables, some look at one, and some send what is refused."""
    saved = worst_match()
    async with asyncio.TaskGroup() as group:
        group.create_task(_again(server, until, "127.0.0.3", lambda client: _order(client, saved)))
        group.create_task(_again(server, until, "127.0.0.4", _refused))
        for number in range(LOOKERS):
            group.create_task(_look(server, until, f"127.0.0.{5 + number}", saved))


async def _again(
    server: Target, until: float, source: str, ask: Callable[[httpx.AsyncClient], Awaitable[object]]
) -> None:
    """Ask for something until the time is over."""
    async with server.client(source) as client:
        while time.monotonic() < until:
            with suppress(httpx.HTTPError):
                await ask(client)
            await asyncio.sleep(0.01)


async def _order(client: httpx.AsyncClient, saved: str) -> Any:
    """A table with the worst match; None if that was too often."""
    made = await client.post("/api/tables", json={"game": "han", "seats": SEATS, "saved": saved})
    return made.json().get("table")


async def _refused(client: httpx.AsyncClient) -> None:
    """As much as is read, and is no order; and more than is read."""
    client.cookies.clear()
    for size in (MOST_ORDER, 20 * MOST_ORDER):
        await client.post("/api/tables", content=b"[" + b'"x",' * (size // 4 - 1) + b"0]")


async def _look(server: Target, until: float, source: str, saved: str) -> None:
    """Look at a table from all sides, with an action tried out that changes a seat's rows."""
    async with server.client(source) as client:
        table = await _order(client, saved)
        number = 0
        while table and time.monotonic() < until:
            number += 1
            for path in ("", "/plies/0", "/board", f"/preview?action=house%20s{number % 40}%20with%20red"):
                with suppress(httpx.HTTPError):
                    await client.get(f"/api/tables/{table}{path}")
