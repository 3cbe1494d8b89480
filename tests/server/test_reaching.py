"""Addresses that users give: none leads into the host's own network, however it is written or resolved."""

from __future__ import annotations

import asyncio
import datetime
import socket
import ssl
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from lantern.kernel.errors import BadInput
from lantern.server.notices.reaching import Outgoing, Resolve, Target, Unreachable, is_open, read
from tests.server.push_service import LOOPBACK, PushService
from tests.server.running import Running

PUBLIC = "93.184.215.14"


def resolver(*answers: Sequence[str]) -> Resolve:
    """Answers one thing after the other, the last again and again; an address is what it is."""
    left = list(answers)

    async def resolve(host: str, port: int) -> Sequence[str]:
        try:
            return [str(ip_address(host))]
        except ValueError:
            return left.pop(0) if len(left) > 1 else left[0]

    return resolve


def why_not(url: str, *answers: Sequence[str], named: Sequence[str] = ()) -> str | None:
    """Why an address is not asked; None if it would be."""
    try:
        asyncio.run(Outgoing(named, resolver(*answers or [[PUBLIC]])).check(url))
    except Unreachable as error:
        return error.why
    return None


@pytest.mark.parametrize(
    "url",
    [
        "https://ntfy.sh/games",
        "https://example.org",
        "https://example.org:443/a?b=c",
        "https://xn--bcher-kva.example/x",
    ],
)
def test_an_address_of_the_open_internet_is_asked(url: str) -> None:
    assert why_not(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "https://2130706433/",  # 127.0.0.1 as one number
        "https://0x7f000001/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://017700000001/",
        "https://127.1/",
        "https://127.0.1/",
        "https://0/",
        "https://1.2.3.4.5/",
        "https://example.0x10/",
        "https://example.org./",
        "https://127.0.0.1./",
        "https://.example.org/",
        "https://example..org/",
        "https://user@example.org/",
        "https://example.org@127.0.0.1/",
        "https://example.org:443@127.0.0.1/",
        "https://@127.0.0.1/",
        "https://127.0.0.1\\@example.org/",
        "https://example.org\\.internal/",
        "https://example.org#@127.0.0.1/",
        "https://example.org/#",
        "https://[::1%25eth0]/",
        "https://[fe80::1%eth0]/",
        "https://[::1/",
        "https://①②⑦.⓪.⓪.①/",
        "https://127。0。0。1/",
        "https://exa mple.org/",
        "https://example.org/\r\nHost: other",
        "https://example.org/\x00",
        "https://%31%32%37.0.0.1/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org:x/",
        "https:///etc/passwd",
        "https://",
        "file:///etc/passwd",
        "gopher://example.org/",
        "ftp://example.org/",
        "unix:/run/docker.sock",
        "//example.org/",
        "example.org",
        "javascript:alert(1)",
        "https://" + "a" * 64 + ".org/",
        "https://example.org/" + "a" * 1000,
    ],
)
def test_what_is_not_plain_is_not_asked(url: str) -> None:
    assert why_not(url) == "form"


INSIDE = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "100.64.0.1", "100.100.100.200", "169.254.169.254", "192.0.0.192", "168.63.129.16", "192.0.2.1", "198.18.0.1",
    "198.51.100.1", "203.0.113.1", "192.88.99.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:7f00:1", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::93.184.215.14", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a00:1::1",
    "2001:0:7f00:1::", "2001:db8::1", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
    "100::1", "5f00::1", "2001:10::1", "2001:20::1",
]  # fmt: skip
"""Machines in one's own networks, services of clouds, and those in the dress of others."""


@pytest.mark.parametrize("address", INSIDE)
def test_no_address_inside_is_asked_neither_as_it_is_nor_by_a_name(address: str) -> None:
    written = f"[{address}]" if ":" in address else address
    assert not is_open(ip_address(address))
    assert why_not(f"https://{written}/") == "inside"
    assert why_not("https://example.org/", [address]) == "inside"
    assert why_not("https://example.org/", [PUBLIC, address]) == "inside"


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700::1111", "2a00:1450:4001::200e"])
def test_addresses_of_the_open_internet_are_known(address: str) -> None:
    assert is_open(ip_address(address))


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST", "router.localhost", "ip6-localhost"])
def test_names_of_this_machine_lead_nowhere(name: str) -> None:
    assert why_not(f"https://{name}/", ["127.0.0.1", "::1"]) == "inside"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://example.org/", "secure"),
        ("https://example.org:8443/", "port"),
        ("https://example.org:22/", "port"),
        ("https://example.org:80/", "port"),
        ("http://example.org:443/", "secure"),
    ],
)
def test_only_https_at_its_own_port_is_asked(url: str, why: str) -> None:
    assert why_not(url) == why


def test_a_host_may_name_a_network_and_no_more_is_let_through() -> None:
    assert why_not("http://10.1.2.3:8080/topic", named=["10.1.0.0/16"]) is None
    assert why_not("http://10.2.0.1/topic", named=["10.1.0.0/16"]) == "inside"
    assert why_not("http://ntfy.lan/topic", ["10.1.0.9"], named=["10.1.0.0/16"]) is None
    assert why_not("http://ntfy.lan/topic", ["10.1.0.9", "10.2.0.1"], named=["10.1.0.0/16"]) == "inside"
    assert why_not("http://ntfy.lan/topic", ["10.1.0.9", PUBLIC], named=["10.1.0.0/16"]) == "secure"
    assert why_not("https://[::ffff:10.1.0.9]/", named=["10.1.0.0/16"]) == "inside"
    with pytest.raises(BadInput):
        Outgoing(["10.1.0.0/33"])


def test_a_name_that_has_no_address_is_unknown() -> None:
    async def fails(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror

    assert why_not("https://example.org/", []) == "unknown"
    with pytest.raises(Unreachable, match="unknown"):
        asyncio.run(Outgoing((), fails).check("https://example.org/"))


def post(outgoing: Outgoing, url: str) -> int:
    return asyncio.run(outgoing.post(url, {"X-Test": "yes"}, b"hello"))


def test_a_name_is_resolved_once_and_what_was_looked_at_is_asked() -> None:
    """Whoever answers with an open address first and with one inside the next time has gained nothing."""
    asked: list[str] = []

    async def rebinding(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return [PUBLIC] if len(asked) == 1 else [LOOPBACK]

    class Watched(Outgoing):
        connected: list[str]

        async def _ask(self, target: Target, addresses: Sequence[str], request: bytes) -> int:
            self.connected = [*addresses]
            return 200

    outgoing = Watched((), rebinding)
    assert post(outgoing, "https://example.org/") == 200
    assert asked == ["example.org"]
    assert outgoing.connected == [PUBLIC]
    with pytest.raises(Unreachable, match="inside"):
        post(outgoing, "https://example.org/")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(status: int) -> None:
    with PushService() as service:
        service.answers, service.leads_to = [status], f"{service.url}/inside"
        assert post(Outgoing([LOOPBACK]), f"{service.url}/hook") == status
        assert [one.path for one in service.got] == ["/hook"]


def test_what_is_asked_is_what_was_said() -> None:
    with PushService() as service:
        assert post(Outgoing([LOOPBACK]), f"{service.url}/hook?x=%20y") == 201
        got = service.got[0]
        assert (got.path, got.body) == ("/hook?x=%20y", b"hello")
        assert (got.headers["host"], got.headers["x-test"]) == (f"{LOOPBACK}:{service.port}", "yes")


async def hung_up(writer: asyncio.StreamWriter) -> None:
    """A connection has ended, however it did."""
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def shut(server: asyncio.Server) -> None:
    """Nobody is served any more, and what was under way has ended."""
    server.close()
    while len(asyncio.all_tasks()) > 1:
        await asyncio.sleep(0.005)


Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


def answered(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> str | int:
    """What comes of asking a server that behaves in its own way."""
    monkeypatch.setattr("lantern.server.notices.reaching.ANSWER_S", 0.3)

    async def ask() -> str | int:
        server = await asyncio.start_server(serve, LOOPBACK, 0)
        port = server.sockets[0].getsockname()[1]
        try:
            return await Outgoing([LOOPBACK]).post(f"http://{LOOPBACK}:{port}/", {}, b"")
        except Unreachable as error:
            return error.why
        finally:
            await shut(server)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 204),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 100_000, 200),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000, "silent"),
        (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", "silent"),
        (b"HTTP/1.1 200 OK\r\n", "silent"),
        (b"", "silent"),
    ],
)
def test_little_is_read_of_what_is_answered(said: bytes, found: str | int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)
        with suppress(ConnectionError):
            await writer.drain()
        await hung_up(writer)

    assert answered(serve, monkeypatch) == found


def test_who_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        await hung_up(writer)

    assert answered(serve, monkeypatch) == "silent"


def certificate(folder: Path, name: str) -> tuple[Path, ssl.SSLContext]:
    """A certificate for a name with its key in a file, and what trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    file = folder / f"{name}.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(made.public_bytes(Encoding.PEM) + private)
    return file, ssl.create_default_context(cafile=str(file))


@pytest.mark.parametrize(("host", "found"), [("push.example", 204), ("other.example", "certificate")])
def test_the_machine_must_show_that_it_is_the_one_that_was_named(tmp_path: Path, host: str, found: int | str) -> None:
    file, trusting = certificate(tmp_path, "push.example")
    shown = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    shown.load_cert_chain(file)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await hung_up(writer)

    async def ask() -> int | str:
        server = await asyncio.start_server(serve, LOOPBACK, 0, ssl=shown)
        port = server.sockets[0].getsockname()[1]
        try:
            return await Outgoing([LOOPBACK], resolver([LOOPBACK]), trusting).post(f"https://{host}:{port}/", {}, b"")
        except Unreachable as error:
            return error.why
        finally:
            await shut(server)

    assert asyncio.run(ask()) == found


def test_who_gives_such_an_address_is_told_what_is_wrong_with_it(tmp_path: Path) -> None:
    with Running(tmp_path) as house:
        ada = house.person("Ada")
        for url, said in {
            "https://127.0.0.1/hook": "isn't on the open internet",
            "https://[::ffff:169.254.169.254]/": "isn't on the open internet",
            "https://2130706433/": "can't be read",
            f"{house.url}/api/health": "isn't on the open internet",
        }.items():
            body = {"told": [], "address": {"channel": "webhook", "url": url}}
            answer = ada.client.put("/api/notices", json=body)
            assert (answer.status_code, answer.json()["error"]) == (422, "bad_address")
            assert said in answer.json()["message"]
            assert ada.get("/api/notices")["address"] is None


def test_what_was_read_is_named_as_it_is() -> None:
    assert read("https://[2606:4700::1111]/x").named == "[2606:4700::1111]"
    assert read("http://example.org:8080").named == "example.org:8080"
