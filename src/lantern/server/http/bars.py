"""Whom the server does not let in: asked at every request and socket, so it is known here without a look elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network

from starlette.types import Scope

from lantern.server.errors import Denied
from lantern.server.http.addresses import HOUSEHOLD_BITS, Proxies, read_address
from lantern.server.live.table_service import TableService
from lantern.server.storage.administration import Bar

WIDEST = {4: 8, 6: 16}
"""[version] of how many bits a network has at least: in a wider one is everybody."""


class Bars:
    """Those who are not let in, as far as this process has heard."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._networks: list[tuple[IPv4Network | IPv6Network, Bar]] = []
        self._guests: dict[str, Bar] = {}

    def take(self, bars: Sequence[Bar]) -> None:
        """From now on these."""
        self._networks = [(ip_network(bar.network), bar) for bar in bars if bar.network is not None]
        self._guests = {bar.guest: bar for bar in bars if bar.guest is not None}

    @property
    def has_guests(self) -> bool:
        """Whether some guest is not let in, so that one must know who asks."""
        return bool(self._guests)

    def check_address(self, host: str) -> None:
        """`Denied` to who comes from an address that is barred."""
        found = read_address(host) if self._networks else None
        for network, bar in self._networks:
            if found is not None and found in network:
                self._check(bar)

    def check_guest(self, guest: str | None) -> None:
        """`Denied` to a guest who is barred."""
        bar = self._guests.get(guest or "")
        if bar is not None:
            self._check(bar)

    def denied(self, guest: str | None, host: str) -> Denied | None:
        """Why somebody is not let in; None if he is."""
        try:
            self.check_address(host)
            self.check_guest(guest)
        except Denied as denied:
            return denied
        return None

    def _check(self, bar: Bar) -> None:
        if bar.holds(self._tables.now()):
            until = (
                "" if bar.until is None else datetime.fromtimestamp(bar.until / 1000, UTC).strftime("%Y-%m-%d %H:%M")
            )
            raise Denied("barred", until=until, timed=str(bool(until)).lower(), reason=bar.reason or "",
                         told=str(bool(bar.reason)).lower())  # fmt: skip


def host_of(scope: Scope) -> str:
    """The address from which somebody comes."""
    return scope["client"][0] if scope.get("client") else "unknown"


def read_network(words: str, proxies: Proxies) -> str:
    """A network as it is kept, of an address or a network however it is spelt; never one that would shut out everybody.

    An address of version 6 stands for the household it is of.
    """
    single = read_address(words)
    try:
        if isinstance(single, IPv6Address):
            found: IPv4Network | IPv6Network = IPv6Network((single, HOUSEHOLD_BITS), strict=False)
        else:
            found = ip_network(words.strip() if single is None else str(single), strict=False)
    except ValueError:
        raise Denied("bad_network") from None
    if found.prefixlen < WIDEST[found.version] or proxies.is_within(found):
        raise Denied("too_wide")
    return str(found)
