"""Thousands of connections that say nothing, or a letter now and then, or ask and never read what they are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from benchmarks.server import Stream
from tests.server.siege.target import SOURCE, Target

FILES = 1024
"""What many machines let a process open."""
SILENT, DRIBBLING, BODIES, DEAF = 1_100, 800, 100, 20
ELSEWHERE = [f"127.0.{number}.1" for number in range(1, 11)]
"""Other addresses of the attacker."""
LETTER_S = 1.0
BACK_S = 0.5
"""How soon somebody who was thrown out comes back."""

HEAD = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
Speech = Callable[[Stream], Awaitable[None]]


async def silent(stream: Stream) -> None:
    """Say nothing."""
    await stream[0].read(1)


async def dribble(stream: Stream) -> None:
    """Say one letter of a head after the other."""
    stream[1].write(HEAD)
    while not stream[1].transport.is_closing():
        stream[1].write(b"X-Long: x\r\n")
        await asyncio.sleep(LETTER_S)


async def dribble_body(stream: Stream) -> None:
    """Say a body letter by letter."""
    stream[1].write(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n")
    while not stream[1].transport.is_closing():
        stream[1].write(b" ")
        await asyncio.sleep(LETTER_S)


async def deaf(stream: Stream) -> None:
    """Ask without end, and read no answer."""
    while not stream[1].transport.is_closing():
        stream[1].write((HEAD + b"\r\n") * 8)
        await stream[1].drain()
        await asyncio.sleep(LETTER_S)


async def attack(server: Target, until: float) -> None:
    """All of it at once, from one address and from others."""
    speeches = [silent] * SILENT + [dribble] * DRIBBLING + [dribble_body] * BODIES + [deaf] * DEAF
    async with asyncio.TaskGroup() as group:
        for number, speech in enumerate(speeches):
            source = SOURCE if number % 2 else ELSEWHERE[number % len(ELSEWHERE)]
            group.create_task(_keep(server, source, until, speech))


async def _keep(server: Target, source: str, until: float, speech: Speech) -> None:
    """Open a connection, and another whenever it is closed."""
    while time.monotonic() < until:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                stream = await server.open(source)
                try:
                    await speech(stream)
                finally:
                    stream[1].transport.abort()
        await asyncio.sleep(BACK_S)
