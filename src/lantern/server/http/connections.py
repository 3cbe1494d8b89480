"""Connections: how many there may be and from where, how long each may keep the server waiting, what a socket may say.

uvicorn leaves all this to a proxy. Here every connection is known from its first moment to its last, and once a second
those are dropped that have kept the server waiting for too long: for a head, a body, or somebody who reads. Where there
are too many, the one that has been idle longest makes room; nobody is shut out by those who say nothing.
"""

from __future__ import annotations

import asyncio
import time
from asyncio import Transport
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from lantern.server.http.addresses import Proxies, household

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

HEAD_S = 10.0
"""How long somebody may take to say what he wants, from the moment he is connected, or begins to say it."""
BODY_S = 60.0
"""How long a body may take to arrive."""
SEND_S = 20.0
"""How long somebody may leave an answer unread who has been sent more than fits on the way."""
LINGER_S = 5.0
"""How long a connection may take to close, or to send on after it has had its answer."""
SWEEP_S = 1.0
MOST_HEAD = 32 * 1024
"""The most bytes of a head."""
MOST_HEADERS = 100
MOST_PIPELINED = 8
"""How many questions may wait on one connection until the first is answered."""
MOST_FRAMES, FRAMES_S = 120, 60.0
"""How many frames a socket may send in so many seconds; a page sends some ten."""
SLICE = 1024
"""How many bytes of a socket are read before it is seen whether it says too much."""
MOST_FILES = 65_536
SPARE_FILES = 200
"""Files that a process needs for other things than connections."""
FEWEST = 50
TOO_MUCH = 1008


class Connection:
    """One connection, and what the server waits for."""

    __slots__ = ("due", "home", "idle", "stuck", "transport", "waits_for")

    def __init__(self, transport: Transport, home: str | None) -> None:
        self.transport = transport
        self.home = home
        """The household it comes from; None for a proxy, which speaks for many."""
        self.waits_for: str | None = None
        self.due: float | None = None
        """When what the server waits for must have come."""
        self.stuck: float | None = None
        """When what was sent must have been read."""
        self.idle = False
        """Whether it may be closed without loss: nothing has been asked, or all is answered."""


class Connections:
    """All connections of this process."""

    def __init__(
        self, most: int, most_a_home: int | None, proxies: Proxies, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self._most_a_home = most_a_home
        self._proxies = proxies
        self.now = now
        self._all: dict[Transport, Connection] = {}
        self._idle: dict[Connection, None] = {}
        """Those that are idle, the one that has been so longest first."""
        self._homes: Counter[str] = Counter()
        self._idle_at: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        """[household] those of it that are idle, likewise."""

    def __len__(self) -> int:
        """How many there are."""
        return len(self._all)

    def enter(self, transport: Transport, host: str) -> Connection | None:
        """Let somebody in, if need be in the place of one who is idle; None if there is no room."""
        home = None if self._proxies.trusts(host) else household(host)
        if home is not None and self._most_a_home is not None and self._homes[home] >= self._most_a_home:
            found = self._make_room(self._idle_at.get(home, {}))
        else:
            found = len(self._all) < self.most or self._make_room(self._idle)
        if not found:
            return None
        connection = self._all[transport] = Connection(transport, home)
        if home is not None:
            self._homes[home] += 1
        self.wait_for(connection, "head", HEAD_S, idle=True)
        return connection

    def _make_room(self, idle: dict[Connection, None]) -> bool:
        """Drop who has been idle longest; False if nobody is."""
        longest = next(iter(idle), None)
        if longest is None:
            return False
        longest.transport.abort()
        self.leave(longest)
        return True

    def leave(self, connection: Connection) -> None:
        """A connection is no more."""
        if self._all.pop(connection.transport, None) is None:
            return
        self._set_idle(connection, False)
        if connection.home is not None:
            self._homes[connection.home] -= 1
            if not self._homes[connection.home]:
                del self._homes[connection.home]

    def of(self, transport: Transport) -> Connection | None:
        """The connection that goes by a transport, if it was let in."""
        return self._all.get(transport)

    def wait_for(self, connection: Connection, what: str | None, seconds: float | None, idle: bool = False) -> None:
        """From now on wait for something; who was waited for already gets no more time."""
        if connection.waits_for == what:
            return
        connection.waits_for = what
        connection.due = None if seconds is None else self.now() + seconds
        self._set_idle(connection, idle)

    def _set_idle(self, connection: Connection, idle: bool) -> None:
        if connection.idle == idle:
            return
        connection.idle = idle
        if idle:
            self._idle[connection] = None
        else:
            del self._idle[connection]
        if connection.home is not None:
            at_home = self._idle_at[connection.home]
            if idle:
                at_home[connection] = None
            else:
                del at_home[connection]
                if not at_home:
                    del self._idle_at[connection.home]

    def is_read(self, connection: Connection, is_read: bool) -> None:
        """Whether what is sent is being read, or piles up."""
        connection.stuck = None if is_read else self.now() + SEND_S

    def sweep(self) -> None:
        """Drop those that have kept the server waiting for too long."""
        now = self.now()
        for connection in tuple(self._all.values()):
            if connection.stuck is not None and connection.stuck <= now:
                connection.transport.abort()
            elif connection.due is not None and connection.due <= now:
                _drop(connection.transport)
            elif connection.transport.is_closing():
                self.wait_for(connection, "end", LINGER_S)

    async def keep(self) -> None:
        """Sweep for ever."""
        while True:
            await asyncio.sleep(SWEEP_S)
            self.sweep()


def raise_file_limit() -> None:
    """Let this process open as many files as it may: every connection is one."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def room() -> int:
    """How many connections this process has files for."""
    files = MOST_FILES if resource is None else resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return max(FEWEST, (MOST_FILES if files < 0 else min(files, MOST_FILES)) - SPARE_FILES)


def _drop(transport: Transport) -> None:
    """Close a connection; what has not been read by now never will be."""
    if transport.get_write_buffer_size() or transport.is_closing():
        transport.abort()
    else:
        transport.close()


class TooMuchAtOnce(Exception):
    """Somebody asks for more at once than anybody needs."""


class Read(asyncio.BaseProtocol):
    """A protocol that says whether what it sends is read."""

    _known: Connections
    _connection: Connection | None

    def pause_writing(self) -> None:
        """What is sent piles up."""
        super().pause_writing()
        if self._connection is not None:
            self._known.is_read(self._connection, False)

    def resume_writing(self) -> None:
        """It has been read."""
        super().resume_writing()
        if self._connection is not None:
            self._known.is_read(self._connection, True)


class HttpProtocol(Read, HttpToolsProtocol):
    """uvicorn's HTTP with limits."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._known: Connections = self.app_state["connections"]
        self._connection: Connection | None = None
        self._in_head = False
        self._in_body = False
        self._head = 0
        """Bytes so far of a head that has not come to its end."""
        self._named = 0
        """Bytes of its address and of its headers, as far as they are whole."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody is connected, or turned away."""
        super().connection_made(transport)
        self._connection = self._known.enter(transport, self.client[0] if self.client else "unknown")
        if self._connection is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        super().connection_lost(exc)
        if self._connection is not None:
            self._known.leave(self._connection)

    def data_received(self, data: bytes) -> None:
        """Read on, and see what is waited for now."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._connection is not None and self.transport.get_protocol() is self:
            self._head = self._head + len(data) if self._in_head else 0
            if self._head > MOST_HEAD:
                self.transport.abort()
            self._look()

    def _look(self) -> None:
        """See what the server waits for."""
        assert self._connection is not None
        answered = self.cycle is None or self.cycle.response_complete
        if self._in_body:
            what, seconds = ("end", LINGER_S) if answered else ("body", BODY_S)
            self._known.wait_for(self._connection, what, seconds)
        elif answered or self._in_head:
            self._known.wait_for(self._connection, "head", HEAD_S, idle=answered)
        else:
            self._known.wait_for(self._connection, None, None)

    def on_message_begin(self) -> None:
        """A question begins."""
        super().on_message_begin()
        self._in_head, self._named = True, 0

    def on_url(self, url: bytes) -> None:
        """A piece of the address has come."""
        super().on_url(url)
        self._measure(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header has come."""
        super().on_header(name, value)
        self._measure(len(name) + len(value))

    def _measure(self, more: int) -> None:
        """A head may be too large even if all of it comes at once."""
        self._named += more
        if self._named > MOST_HEAD or len(self.headers) > MOST_HEADERS:
            raise TooMuchAtOnce

    def on_headers_complete(self) -> None:
        """All headers have come."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise TooMuchAtOnce
        super().on_headers_complete()
        self._in_head, self._in_body = False, True
        if self._connection is not None:
            self._known.wait_for(self._connection, None, None)

    def on_message_complete(self) -> None:
        """A question has come to its end."""
        super().on_message_complete()
        self._in_body = False

    def on_response_complete(self) -> None:
        """An answer has been given; uvicorn waits for the next question on the same connection, for a while."""
        super().on_response_complete()
        if self._connection is None or self.transport.is_closing():
            return
        if self._in_head or self._in_body or self.pipeline:
            self._look()
        else:
            self._known.wait_for(self._connection, "question", None, idle=True)


class SocketProtocol(Read, WebSocketsSansIOProtocol):
    """uvicorn's sockets with limits: who says too much is closed, and who reads nothing is dropped."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._known: Connections = self.app_state["connections"]
        self._connection: Connection | None = None
        self._frames = 0
        self._frames_since = 0.0

    def connection_made(self, transport: Any) -> None:
        """A connection becomes a socket."""
        super().connection_made(transport)
        self._connection = self._known.of(transport)
        if self._connection is not None:
            self._known.wait_for(self._connection, None, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        super().connection_lost(exc)
        if self._connection is not None:
            self._known.leave(self._connection)

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, and nothing more once it is too much."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_events(self) -> None:
        """Count what somebody says."""
        now = self.loop.time()
        if now >= self._frames_since + FRAMES_S:
            self._frames, self._frames_since = 0, now
        self._frames += len(self.conn.events)
        if self._frames > MOST_FRAMES and not self.close_sent:
            self._close_down()
        else:
            super().handle_events()

    def _close_down(self) -> None:
        """Say that it is too much, and hang up; answers to pings that have not left are not sent."""
        if not self.handshake_complete:
            self.transport.abort()
            return
        self.conn.data_to_send()
        self.conn.fail(TOO_MUCH, "too many messages")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MUCH, "reason": ""})
        self.stop_keepalive()
        self.transport.close()
