"""Where somebody comes from: his household, and for whom a proxy speaks."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

from lantern.kernel.errors import BadInput, quoted

HERE = ("127.0.0.1", "::1")
"""This machine, whose proxies are always believed."""
HOUSEHOLD_BITS = 64
"""How many bits of an address of version 6 belong to a household; it may use all addresses that begin with them."""
MOST_HOPS = 20
FAR = ("192.0.2.1", 9)
"""An address elsewhere that is nobody's."""
WITH_PORT = re.compile(r"\[([^]]*)\](?::\d*)?|([^:]*):\d*")
"""An address as some proxies write it, with a port."""
SCHEMES = {"http", "https"}

Address = IPv4Address | IPv6Address


def read_address(host: str) -> Address | None:
    """An address however it is spelt, without its zone; one of version 4 in the dress of version 6 is itself."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return found if isinstance(found, IPv4Address) else found.ipv4_mapped or found


@lru_cache(maxsize=4096)
def household(host: str) -> str:
    """What all addresses of a household have in common."""
    found = read_address(host)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, HOUSEHOLD_BITS), strict=False))
    return host if found is None else str(found)


def address(scope: Scope) -> str:
    """The household from which somebody comes."""
    return household(scope["client"][0]) if scope.get("client") else "unknown"


def is_here(host: str) -> bool:
    """Whether an address is this machine's for itself alone."""
    found = read_address(host)
    return found is not None and found.is_loopback


def in_the_house(host: str, port: int) -> list[str]:
    """Where others in the house find a server that listens at an address; nowhere if that is this machine's alone."""
    listening = read_address(host)
    if host == "localhost" or is_here(host):
        return []
    if listening is None or not listening.is_unspecified:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}"]
    return [f"http://{found}:{port}" for found in _own_addresses()]


def _own_addresses() -> list[str]:
    """The addresses of version 4 that this machine has in its networks, the one with the way out first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(FAR)  # nothing is sent: the system only chooses from where it would be
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [one for one in dict.fromkeys(found) if not is_here(one)]


class Proxies:
    """The proxies that are believed when they say for whom they ask."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [_network(words) for words in (*HERE, *networks)]
        self.trusts = lru_cache(maxsize=4096)(self._trusts)

    def _trusts(self, host: str) -> bool:
        """Whether an address is a proxy's."""
        found = read_address(host)
        return found is not None and any(found in network for network in self._networks)

    def is_within(self, network: IPv4Network | IPv6Network) -> bool:
        """Whether a proxy may be in a network, so that all who come by it are."""
        return any(one.version == network.version and one.overlaps(network) for one in self._networks)

    def origin(self, peer: str, forwarded: str) -> str:
        """The first address that is no proxy's, on the way back from the one that is connected.

        Each proxy adds at the end of the header from where it was asked. So what a visitor wrote there himself stands
        before his own address, and is not read.
        """
        found = peer
        for named in reversed(forwarded.rsplit(",", MOST_HOPS)):
            further = read_address(without_port(named.strip())) if self.trusts(found) else None
            if further is None:
                break
            found = str(further)
        return found

    def see_through(self, scope: Scope) -> None:
        """Write into a request from where and by which scheme it came to the first proxy, if one asks for somebody."""
        if not scope.get("client") or not self.trusts(scope["client"][0]):
            return
        headers = Headers(scope=scope)
        forwarded = headers.getlist("x-forwarded-for")
        if forwarded:
            scope["client"] = (self.origin(scope["client"][0], ",".join(forwarded)), 0)
        scheme = headers.get("x-forwarded-proto", "").strip().lower()
        if scheme in SCHEMES:
            scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")


def _network(words: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(words, strict=False)
    except ValueError:
        raise BadInput("bad.proxy", address=quoted(words)) from None


def without_port(words: str) -> str:
    """An address or a name as it stands before its port."""
    found = WITH_PORT.fullmatch(words)
    return (found[1] or found[2] or "") if found else words
