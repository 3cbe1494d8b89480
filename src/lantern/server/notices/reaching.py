"""Requests to addresses that users give: what may be reached, and how.

A user could name a machine in the host's own network. So a name is resolved here, every address it has must be one of
the open internet, and the connection is made to one that was looked at: the name is not resolved a second time, which
might tell otherwise. Nothing of the answer is read but its status, and nothing is followed. A host may name networks
that are let through.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from lantern.kernel.errors import BadInput, quoted

MOST_URL = 1000
PORTS = {"https": 443, "http": 80}
NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
"""A name of a machine, without a dot at its end."""
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""What systems read as an address of version 4 where it is the last part of a name: 2130706433, 0x7f.1, 127.1."""
PRINTED = re.compile(r"[!-~]+")
CLOSED: tuple[IPv4Network | IPv6Network, ...] = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
            "203.0.113.0/24", "224.0.0.0/3",
            "168.63.129.16/32",  # serves the machines of a cloud, though it looks like any other
            "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
        ),
    )
)  # fmt: skip
"""What is not of the open internet, or leads elsewhere than it says; the rest of version 6 is outside of `OPEN`."""
OPEN = IPv6Network("2000::/3")
"""The open internet of version 6; outside lie its own networks, and addresses of version 4 in another dress."""
CONNECT_S, ANSWER_S = 5.0, 10.0
MOST_HEAD = 16 * 1024
MOST_TRIED = 3
"""How many addresses of a name are tried."""
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})\b")
AT_ONCE = 8
"""How many requests are under way at once."""

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


class Unreachable(Exception):
    """Somewhere that is not asked, or does not answer; why, in a word."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Target:
    """An address as it was read: nothing of it is read a second time."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def named(self) -> str:
        """Host and port, as a request names them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS["https" if self.secure else "http"] else f"{host}:{self.port}"


def read(url: str) -> Target:
    """What an address means; `Unreachable` if that is not plain."""
    if len(url) > MOST_URL or not PRINTED.fullmatch(url) or "\\" in url or "#" in url:
        raise Unreachable("form")
    try:
        split = urlsplit(url)
        host, port = (split.hostname or "").lower(), split.port
    except ValueError:
        raise Unreachable("form") from None
    if split.scheme not in PORTS or "@" in split.netloc or not _is_plain(host) or port == 0:
        raise Unreachable("form")
    path = (split.path or "/") + (f"?{split.query}" if split.query else "")
    return Target(split.scheme == "https", host, port or PORTS[split.scheme], path)


def _is_plain(host: str) -> bool:
    """Whether a host is a name, or an address written as it should be."""
    with suppress(ValueError):
        return bool(ip_address(host)) and "%" not in host
    return NAME.fullmatch(host) is not None and NUMBER.fullmatch(host.rpartition(".")[2]) is None


def is_open(found: Address) -> bool:
    """Whether an address is one of the open internet, and no other in its dress."""
    closed = any(found in network for network in CLOSED if network.version == found.version)
    return not closed and found.is_global and not found.is_multicast and (found.version == 4 or found in OPEN)


async def _resolve(host: str, port: int) -> Sequence[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(one[4][0]) for one in found]


class Outgoing:
    """Sends what goes out of this server."""

    def __init__(
        self, named: Iterable[str] = (), resolve: Resolve = _resolve, tls: ssl.SSLContext | None = None
    ) -> None:
        self._named = [_network(words) for words in named]
        self.resolve = resolve
        self._tls = tls
        self._at_once = asyncio.Semaphore(AT_ONCE)

    async def check(self, url: str) -> tuple[Target, list[str]]:
        """Where an address leads; `Unreachable` if it is not to be asked."""
        target = read(url)
        found = await self._found(target)
        if not all(map(self._is_named, found)):
            if not all(is_open(one) or self._is_named(one) for one in found):
                raise Unreachable("inside")
            if not target.secure:
                raise Unreachable("secure")
            if target.port != PORTS["https"]:
                raise Unreachable("port")
        return target, list(dict.fromkeys(map(str, found)))

    async def _found(self, target: Target) -> list[Address]:
        """The addresses that a name has now."""
        try:
            async with asyncio.timeout(CONNECT_S):
                found = [ip_address(words) for words in await self.resolve(target.host, target.port)]
        except (OSError, ValueError):  # a timeout is an OSError, a name that can't be written a ValueError
            raise Unreachable("unknown") from None
        if not found:
            raise Unreachable("unknown")
        return found

    def _is_named(self, found: Address) -> bool:
        """Whether the host of the server lets an address through."""
        return any(found in network for network in self._named if network.version == found.version)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send something; the status of the answer. `Unreachable` if there is none."""
        async with self._at_once:
            target, addresses = await self.check(url)
            try:
                async with asyncio.timeout(ANSWER_S):
                    return await self._ask(target, addresses[:MOST_TRIED], _written(target, headers, body))
            except ssl.SSLError:
                raise Unreachable("certificate") from None
            except (OSError, EOFError, asyncio.LimitOverrunError):
                raise Unreachable("silent") from None

    async def _ask(self, target: Target, addresses: Sequence[str], request: bytes) -> int:
        """Ask the first machine that can be had, which must show that it is the one that was named."""
        reader, writer = await self._connect(target, addresses)
        try:
            writer.write(request)
            await writer.drain()
            return await _status(reader)
        finally:
            writer.transport.abort()

    async def _connect(
        self, target: Target, addresses: Sequence[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        tls = await self._secured() if target.secure else None
        named = target.host if target.secure else None
        for address in addresses[:-1]:
            with suppress(OSError):
                async with asyncio.timeout(CONNECT_S / 2):
                    return await asyncio.open_connection(
                        address, target.port, ssl=tls, server_hostname=named, limit=MOST_HEAD
                    )
        async with asyncio.timeout(CONNECT_S):
            return await asyncio.open_connection(
                addresses[-1], target.port, ssl=tls, server_hostname=named, limit=MOST_HEAD
            )

    async def _secured(self) -> ssl.SSLContext:
        if self._tls is None:
            self._tls = await asyncio.to_thread(ssl.create_default_context)
        return self._tls


async def _status(reader: asyncio.StreamReader) -> int:
    """The status of an answer, after those that only say that one will come."""
    status = 100
    while status < 200:
        found = STATUS.match(await reader.readuntil(b"\r\n\r\n"))
        if found is None:
            raise Unreachable("silent")
        status = int(found[1])
    return status


def _written(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    usual = {"Host": target.named, "User-Agent": "Lantern", "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {target.path} HTTP/1.1", *(f"{name}: {value}" for name, value in {**usual, **headers}.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _network(words: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(words.strip(), strict=False)
    except ValueError:
        raise BadInput("bad.notify_to", address=quoted(words)) from None
