"""Where people come from: households however an address is spelt, and proxies, which alone are believed."""

from __future__ import annotations

import tracemalloc
from ipaddress import IPv6Address
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantern.kernel.errors import BadInput
from lantern.server.http import addresses
from lantern.server.http.addresses import Proxies, household, in_the_house
from tests.server.running import Running

ELSEWHERE = "127.0.0.2"
"""An address of this machine that is no proxy's unless it is said to be."""


def spellings(address: IPv6Address) -> list[str]:
    """Ways to write an address."""
    return [str(address), address.exploded, str(address).upper(), f"{address}%eth0"]


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_all_addresses_of_a_household_count_as_one_however_they_are_spelt(home: int, one: int, other: int) -> None:
    addresses = [IPv6Address(home << 64 | place) for place in (one, other)]
    if any(address.ipv4_mapped for address in addresses):
        return
    assert len({household(words) for address in addresses for words in spellings(address)}) == 1


@given(st.integers(1, 2**64 - 1), st.integers(1, 2**64 - 1))
def test_households_are_told_apart(one: int, other: int) -> None:
    assert (household(str(IPv6Address(one << 64))) == household(str(IPv6Address(other << 64)))) == (one == other)


@pytest.mark.parametrize(
    ("host", "home"),
    [
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::2:1", "2001:db8::/64"),
        ("2001:db8:0:0:1:2:3:4", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:c000:207", "192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_households(host: str, home: str) -> None:
    assert household(host) == home


@pytest.mark.parametrize(
    ("peer", "forwarded", "origin"),
    [
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),  # nobody who is no proxy is believed
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("::1", "198.51.100.1", "198.51.100.1"),
        ("::ffff:10.0.0.9", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.9", "203.0.113.5, 198.51.100.1", "198.51.100.1"),  # what a visitor wrote himself is not read
        ("10.0.0.9", "127.0.0.1, 198.51.100.1, 10.0.0.8", "198.51.100.1"),
        ("10.0.0.9", "10.0.0.7, 10.0.0.8", "10.0.0.7"),
        ("10.0.0.9", "198.51.100.1:4711", "198.51.100.1"),
        ("10.0.0.9", "[2001:db8::1]:4711", "2001:db8::1"),
        ("10.0.0.9", "2001:db8::1", "2001:db8::1"),
        ("10.0.0.9", "nonsense", "10.0.0.9"),
        ("10.0.0.9", "198.51.100.1, nonsense", "10.0.0.9"),
        ("10.0.0.9", "", "10.0.0.9"),
        ("10.0.0.9", "," * 60_000, "10.0.0.9"),
    ],
)
def test_for_whom_a_proxy_asks(peer: str, forwarded: str, origin: str) -> None:
    assert Proxies(["10.0.0.0/8"]).origin(peer, forwarded) == origin


@pytest.mark.parametrize("forwarded", ["{}, 198.51.100.1", "{}"])
def test_nothing_is_kept_of_what_visitors_write_themselves(forwarded: str) -> None:
    proxies = Proxies([])
    tracemalloc.start()
    for number in range(100):
        proxies.origin("127.0.0.1", forwarded.format(f"{number}" + "x" * 30_000))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 100_000


@pytest.mark.parametrize("words", ["nonsense", "10.0.0.0/40", "", "example.org"])
def test_what_is_no_proxy_is_told(words: str) -> None:
    with pytest.raises(BadInput, match="--proxy"):
        Proxies([words])


def put(house: Running, source: str, **headers: str) -> httpx.Response:
    """Somebody new asks for a name, from an address of this machine."""
    with httpx.Client(base_url=house.url, transport=httpx.HTTPTransport(local_address=source, verify=False)) as client:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return client.put("/api/guest", json={"name": "Ada"}, headers=named)


def test_visitors_behind_a_proxy_have_limits_of_their_own_and_nobody_else_can_feign_that(tmp_path: Path) -> None:
    few = {"make": "2/minute"}
    with Running(tmp_path, limited=True, limits=few, proxies=("127.0.0.4/30",)) as house:
        feigned = [put(house, ELSEWHERE, X_Forwarded_For=f"203.0.113.{number}").status_code for number in range(3)]
        behind = [put(house, "127.0.0.5", X_Forwarded_For=f"203.0.113.{number}").status_code for number in range(3)]
        one = [put(house, "127.0.0.5", X_Forwarded_For=f"203.0.113.{n}, 198.51.100.1").status_code for n in range(3)]
        spelt = [put(house, "127.0.0.5", X_Forwarded_For=f"2001:db8::{n}").status_code for n in range(3)]
    assert (feigned, behind, one, spelt) == ([200, 200, 429], [200] * 3, [200, 200, 429], [200, 200, 429])


def test_cookies_are_secure_where_a_proxy_that_is_believed_speaks_tls(tmp_path: Path) -> None:
    def secure(source: str, scheme: str) -> bool:
        return "secure" in put(house, source, X_Forwarded_Proto=scheme).headers["set-cookie"].lower()

    with Running(tmp_path, proxies=("127.0.0.4",)) as house:
        assert secure("127.0.0.4", "https")
        assert secure("127.0.0.1", "https")
        assert not secure("127.0.0.4", "http")
        assert not secure("127.0.0.4", "javascript")
        assert not secure(ELSEWHERE, "https")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.9"])
def test_nobody_in_the_house_finds_what_listens_to_its_own_machine(host: str) -> None:
    assert in_the_house(host, 8000) == []


def test_the_house_finds_a_server_where_it_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_the_house("192.168.1.7", 80) == ["http://192.168.1.7:80"]
    assert in_the_house("fd00::7", 80) == ["http://[fd00::7]:80"]
    assert in_the_house("table.home", 80) == ["http://table.home:80"]
    monkeypatch.setattr(addresses, "_own_addresses", lambda: ["192.168.1.7", "10.0.0.7"])
    for everywhere in ("0.0.0.0", "::"):
        assert in_the_house(everywhere, 8000) == ["http://192.168.1.7:8000", "http://10.0.0.7:8000"]


def test_this_machine_knows_its_addresses_but_not_those_that_are_for_itself() -> None:
    assert all(not found.startswith("127.") for found in addresses._own_addresses())


def test_the_address_of_the_house_is_told_on_its_machine_alone(tmp_path: Path) -> None:
    with Running(tmp_path, host="192.168.1.7", port=8123) as house:
        path = f"{house.url}/api/house"
        assert httpx.get(path).json() == {"addresses": ["http://192.168.1.7:8123"]}
        assert httpx.get(path, headers={"Host": "localhost:8123"}).json()["addresses"]
        for more in ({"Host": "table.example.org"}, {"X-Forwarded-For": "203.0.113.9"}, {"Host": "[::1"}):
            assert httpx.get(path, headers=more).json() == {"addresses": []}, more
