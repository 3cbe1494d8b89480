"""Sockets that send pings and messages as fast as they can, and never read."""

from __future__ import annotations

import asyncio
import struct
import time
from contextlib import suppress

from benchmarks.server import PING, TEXT, Stream
from tests.server.siege.target import SOURCE, Target

SOCKETS = 8
BATCH = 400
"""How many frames are written at once."""
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: {cookie}\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def frame(kind: int, content: bytes) -> bytes:
    """A frame of a client, masked with zeros, which change nothing."""
    return struct.pack("!BBI", 128 | kind, 128 | len(content), 0) + content


PINGS = frame(PING, b"." * 125) * BATCH
MESSAGES = frame(TEXT, b'{"type": "ping"}') * BATCH


async def attack(server: Target, until: float) -> None:
    """Half of the sockets send pings of the protocol, the others the pings of a table."""
    async with server.client() as client:
        made = await client.post("/api/tables", json={"game": "hanabi", "seats": [{"kind": "me"}, {"kind": "open"}]})
        path = f"/api/tables/{made.json()['table']}/live"
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    async with asyncio.TaskGroup() as group:
        for number in range(SOCKETS):
            group.create_task(_flood(server, until, HANDSHAKE.format(path=path, cookie=cookie), number % 2 == 0))


async def _flood(server: Target, until: float, handshake: str, pings: bool) -> None:
    """One socket after the other: whoever is thrown out comes back."""
    while time.monotonic() < until:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                stream = await server.open(SOURCE)
                try:
                    await _write(stream, handshake.encode(), PINGS if pings else MESSAGES)
                finally:
                    stream[1].transport.abort()
        await asyncio.sleep(0.05)


async def _write(stream: Stream, handshake: bytes, frames: bytes) -> None:
    """Write for ever; what comes back is left lying."""
    _, writer = stream
    writer.write(handshake)
    while not writer.transport.is_closing():
        writer.write(frames)
        await writer.drain()
        await asyncio.sleep(0)
