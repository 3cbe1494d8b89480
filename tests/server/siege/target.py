"""What an attack knows of the server: where it is, and how to come to it from an address of one's own."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import httpx

from benchmarks.server import Stream

SOURCE = "127.0.0.2"
"""Where attacks come from; all of 127.0.0.0/8 is this machine."""


@dataclass(frozen=True)
class Target:
    """A server that is attacked."""

    port: int

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    async def open(self, source: str = SOURCE) -> Stream:
        """A connection to it, on which nothing has been said yet."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0), limit=1024)

    def client(self, source: str = SOURCE, timeout: float = 120.0) -> httpx.AsyncClient:
        """A browser with cookies of its own."""
        transport = httpx.AsyncHTTPTransport(local_address=source)
        return httpx.AsyncClient(base_url=self.url, transport=transport, timeout=timeout, verify=False)
