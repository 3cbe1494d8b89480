"""The sockets: a table, live, and word of one's turn. They are served without the framework: most only wait."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from pydantic import ValidationError
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from lantern.languages import choose
from lantern.server.errors import Denied
from lantern.server.http.bars import host_of
from lantern.server.http.fields import MOST_SEATS, MOST_VERSION
from lantern.server.http.guard import cookie_of
from lantern.server.http.messages import PingMessage
from lantern.server.http.services import Services
from lantern.server.live.hub import Watcher, written

AT_TABLE = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,16})/live")
OF_GUEST = "/api/live"
GONE, NOT_UNDERSTOOD = 4404, 4400


async def serve_socket(services: Services, scope: Scope, receive: Receive, send: Send) -> None:
    """Open a socket at a table or that of a guest; any other is refused."""
    socket = WebSocket(scope, receive, send)
    at_table = AT_TABLE.fullmatch(scope["path"])
    if at_table is None and scope["path"] != OF_GUEST:
        await socket.close(GONE)
        return
    try:
        seat, since, curtain = _asked(scope)
    except ValueError:
        await socket.close(NOT_UNDERSTOOD)
        return
    await socket.accept()
    language = choose(socket.headers.get("accept-language"))
    watcher = Watcher(socket, None, seat, since, language, curtain, host_of(scope))
    try:
        services.bars.check_address(watcher.host)
        found = await services.tables.guest_of(cookie_of(socket.headers))
        watcher.guest = found[0] if found else None
        services.bars.check_guest(watcher.guest)
        await (
            _live_table(services, socket, watcher, at_table[1]) if at_table else _live_guest(services, socket, watcher)
        )
    except Denied as denied:
        await watcher.dismiss(denied)


def _asked(scope: Scope) -> tuple[int | None, int, bool]:
    """Seat, version and curtain in the address of a socket; `ValueError` if they are none."""
    query = parse_qs(scope["query_string"].decode("ascii", "replace"))
    seat = int(query["seat"][0]) if "seat" in query else None
    since = int(query.get("since", ["0"])[0])
    if not 1 <= (seat or 1) <= MOST_SEATS or not 0 <= since <= MOST_VERSION:
        raise ValueError(f"seat {seat}, since {since}")
    return seat, since, query.get("curtain") == ["true"]


async def _live_table(services: Services, socket: WebSocket, watcher: Watcher, table_id: str) -> None:
    """A view at once, and another whenever something changes."""
    try:
        await services.hub.join(table_id, watcher)
        await _answer_pings(services, socket, watcher)
    finally:
        services.hub.leave(table_id, watcher)


async def _live_guest(services: Services, socket: WebSocket, watcher: Watcher) -> None:
    """Word whenever it is one's turn, at whatever table, and of what is said to all."""
    guest = watcher.guest or ""
    services.hub.join_guest(guest, watcher)
    try:
        await _answer_pings(services, socket, watcher)
    finally:
        services.hub.leave_guest(guest, watcher)


async def _answer_pings(services: Services, socket: WebSocket, watcher: Watcher) -> None:
    """Answer until the other side hangs up, or says something else."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        try:
            PingMessage.model_validate_json(message.get("text") or "")
        except ValidationError:
            raise Denied("bad_request") from None
        watcher.offer("pong", written({"type": "pong", "version": watcher.sent}))
