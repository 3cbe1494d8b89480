"""Thousands of questions at once on a connection, and heads that have no end."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from tests.server.siege.target import Target

CONNECTIONS = 8
QUESTIONS = b"GET /api/games HTTP/1.1\r\n\r\n" * 20_000
HEADERS = b"GET / HTTP/1.1\r\n" + b"a:b\r\n" * 200_000
LONG = b"GET / HTTP/1.1\r\nLong: " + b"x" * 4_000_000


async def attack(server: Target, until: float) -> None:
    """Each of them from several connections, again and again."""
    async with asyncio.TaskGroup() as group:
        for number in range(CONNECTIONS):
            group.create_task(_pour(server, until, (QUESTIONS, HEADERS, LONG)[number % 3]))


async def _pour(server: Target, until: float, words: bytes) -> None:
    while time.monotonic() < until:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                _, writer = await server.open()
                try:
                    writer.write(words)
                    await writer.drain()
                finally:
                    writer.transport.abort()
        await asyncio.sleep(0.05)
