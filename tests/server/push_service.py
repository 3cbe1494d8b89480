"""A push service, webhook and topic of the test's own, on loopback: it keeps what it is sent."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

import orjson
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lantern.server.notices.pushing import CURVE, decoded, decrypted, encoded
from tests.server.running import Json

LOOPBACK = "127.0.0.1"


@dataclass
class Got:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Takes whatever is posted; `with PushService() as service:`."""

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.answers: list[int] = []
        """With which status it answers next, one after the other; then 201 again."""
        self.waits = threading.Event()
        """While it is not set, nobody is answered."""
        self.waits.set()
        self.leads_to = "/"
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append(Got(self.path, {key.lower(): value for key, value in self.headers.items()}, body))
                service.waits.wait()
                self.send_response(service.answers.pop(0) if service.answers else 201)
                self.send_header("Location", service.leads_to)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing is logged."""

        self._server = ThreadingHTTPServer((LOOPBACK, 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.url = f"http://{LOOPBACK}:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> PushService:
        self._thread.start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.waits.set()
        self._server.shutdown()
        self._server.server_close()


@dataclass
class Browser:
    """A browser that has subscribed: it has the keys to read what comes."""

    service: PushService | str
    """Or its address, where nobody listens."""
    name: str = "phone"
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = b"sixteen secret b"

    @property
    def subscription(self) -> Json:
        """What its page tells the server."""
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        home = self.service if isinstance(self.service, str) else self.service.url
        endpoint = f"{home}/push/{self.name}"
        return {"endpoint": endpoint, "key": encoded(point), "secret": encoded(self.secret), "name": self.name}

    @property
    def heard(self) -> list[Json]:
        """What it was told, in order."""
        assert isinstance(self.service, PushService)
        mine = [one for one in self.service.got if one.path == f"/push/{self.name}"]
        return [json.loads(decrypted(one.body, self.private, self.secret)) for one in mine]


def signed_by(got: Got, public_key: str) -> Json:
    """What a push service is told of who sends, if the key of that server signed it."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", got.headers["authorization"])
    assert found is not None
    assert found[4] == public_key
    numbers = decoded(found[3])
    signature = utils.encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(public_key))
    key.verify(signature, f"{found[1]}.{found[2]}".encode(), ec.ECDSA(SHA256()))
    assert json.loads(decoded(found[1])) == {"typ": "JWT", "alg": "ES256"}
    claims: Json = orjson.loads(decoded(found[2]))
    return claims
