"""The guard at the door: origins, sizes, rates and headers, for every request and socket."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lantern.server.errors import Denied
from lantern.server.http.addresses import Proxies, address
from lantern.server.http.gate import Gate
from lantern.server.http.rates import Rates, most_at_once
from lantern.server.metrics import Metrics
from lantern.server.settings import Settings

COOKIE = "lantern_guest"
MOST_BODY = 16 * 1024
MOST_ORDER = 256 * 1024
"""The most bytes of what may bring a saved match or a map of one's own."""
LARGE = re.compile(r"/api/tables|/api/games/[^/]+/(options/[^/]+/check|compose(/suggestion)?)")
"""Where such things are brought."""
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; manifest-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
SENT_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
NO_STORE = [(b"cache-control", b"no-store")]
SOCKETS_SHARE = 0.8
"""The part of all connections that may be sockets, so that there is always room for requests."""

log = structlog.get_logger()
Answer = Callable[[Scope, Denied], Awaitable[tuple[int, bytes]]]


class Guard:
    """The outermost layer of the application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        metrics: Metrics,
        rates: Rates,
        deny: Answer,
        sockets: ASGIApp,
        proxies: Proxies,
        most: int,
        door: Callable[[Scope], Awaitable[None]],
    ) -> None:
        """`most` is how many connections there may be in all; the door denies who is not let in."""
        self._app = app
        self._sockets = sockets
        self._origins = {origin.rstrip("/") for origin in settings.origins}
        self._metrics = metrics
        self._rates = rates
        self._deny = deny
        self._door = door
        self._proxies = proxies
        self._gate = Gate()
        self._open: Counter[str] = Counter()
        """[household] how many sockets it has open."""
        self._most_open = most_at_once(settings.limits, "sockets", settings.workers) if settings.limited else most
        self._most_sockets = int(most * SOCKETS_SHARE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket in, or answer it here."""
        if scope["type"] in ("http", "websocket"):
            self._proxies.see_through(scope)
            await self._gate.enter(address(scope))
        if scope["type"] == "http":
            await self._serve(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._open_socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket from another site is refused before it is accepted, and so is one too many."""
        home = address(scope)
        try:
            self._check_origin(scope)
            self._rates.check("socket", home)
            self._check_room(home)
        except Denied as denied:
            log.info("socket_refused", error=denied.code)
            await send({"type": "websocket.close", "code": 4403})
            return
        self._open[home] += 1
        try:
            await self._sockets(scope, receive, send)
        finally:
            self._open[home] -= 1
            if not self._open[home]:
                del self._open[home]

    def _check_room(self, home: str) -> None:
        """A household may have so many sockets open, and all together must leave room for requests."""
        if self._open[home] >= self._most_open or self._open.total() >= self._most_sockets:
            raise Denied("too_often", seconds=60)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(scope, message)
            await send(message)

        try:
            if scope["method"] not in SAFE_METHODS:
                self._check_origin(scope)
            self._rates.check("address", address(scope))
            await self._door(scope)
            await self._app(scope, _limited(scope, receive), send_with_headers)
        except Denied as denied:
            await self._refuse(scope, denied, send_with_headers)
        except Exception:  # a mistake of ours: what happened is in the log, and not in the answer
            log.exception("request_failed", route=getattr(scope.get("route"), "path", ""))
            await self._refuse(scope, Denied("internal"), send_with_headers)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    async def _refuse(self, scope: Scope, denied: Denied, send: Send) -> None:
        status, body = await self._deny(scope, denied)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if denied.code == "bad_token":
            headers.append((b"www-authenticate", b"Bearer"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request by its route, without what it carried."""
        route = getattr(scope.get("route"), "path", "unknown")
        method = scope["method"] if scope["method"] in {*SAFE_METHODS, "POST", "PUT", "DELETE", "PATCH"} else "other"
        self._metrics.requests.labels(route, method, status).inc()
        self._metrics.seconds.labels(route, method).observe(seconds)
        log.debug("request", route=route, method=method, status=status, ms=round(seconds * 1000, 1))

    def _check_origin(self, scope: Scope) -> None:
        """A browser says from which site a request comes; other clients say nothing and have no cookies to steal."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return
        if _host(origin) is None or _host(origin) != headers.get("host"):
            raise Denied("bad_origin")


def _host(origin: str) -> str | None:
    """The host of a site; None if it is none."""
    try:
        split = urlsplit(origin)
    except ValueError:
        return None
    return split.netloc if split.scheme in ("http", "https") else None


def _add_headers(scope: Scope, message: Message) -> None:
    message["headers"] = [*message["headers"], *SENT_HEADERS, *(NO_STORE if scope["path"].startswith("/api") else ())]


def _limited(scope: Scope, receive: Receive) -> Receive:
    """What receives a body that is not too large."""
    most = MOST_ORDER if LARGE.fullmatch(scope["path"]) else MOST_BODY
    declared = Headers(scope=scope).get("content-length", "0")
    if declared.isdecimal() and int(declared[:12]) > most:
        raise Denied("too_large")
    received = 0

    async def receive_some() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise Denied("too_large")
        return message

    return receive_some


def cookie_of(headers: Headers) -> str | None:
    """The guest's secret among the cookies of a request."""
    pairs = (pair.strip().partition("=") for pair in headers.get("cookie", "").split(";"))
    return next((value for name, _, value in pairs if name == COOKIE), None)
