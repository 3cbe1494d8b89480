"""An event loop that lets newcomers in a few at a time, so that a crowd at the door holds up nobody inside.

uvloop accepts whoever waits before it does anything else, thousands at once if so many come.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from typing import Any

import structlog
import uvloop

AT_ONCE = 8
"""How many are let in before everybody else has a turn."""
NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
"""What the system says when it has no file or no memory for another."""
REST_S = 1.0
"""How long nobody is let in then; whoever waits would otherwise be tried again and again without end."""

log = structlog.get_logger()


class FairLoop(uvloop.Loop):
    """uvloop, but for how it accepts on a socket that listens."""

    async def create_server(self, protocol_factory: Any, host: Any = None, port: Any = None, **more: Any) -> Any:
        """Listen."""
        listening = more.get("sock")
        if listening is None:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listening = socket.create_server((host, port), family=family, backlog=more["backlog"])
        listening.listen(more["backlog"])
        return Door(self, listening, protocol_factory)


class Door:
    """A socket that listens, and those that are being let in."""

    def __init__(self, loop: FairLoop, listening: socket.socket, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._loop = loop
        self._listening = listening
        self._protocol = protocol
        self._entering: set[asyncio.Task[Any]] = set()
        self.sockets: tuple[socket.socket, ...] = (listening,)
        listening.setblocking(False)
        self._listen()

    def _listen(self) -> None:
        """Let people in, unless the door has been closed meanwhile."""
        if self.sockets:
            self._loop.add_reader(self._listening, self._accept_some)

    def _rest(self) -> None:
        """Let nobody in for a while."""
        self._loop.remove_reader(self._listening)
        self._loop.call_later(REST_S, self._listen)

    def _accept_some(self) -> None:
        for _ in range(AT_ONCE):
            try:
                connected, _ = self._listening.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:
                log.warning("not_accepted", error=error.strerror)
                if error.errno in NO_ROOM:
                    self._rest()
                return
            connected.setblocking(False)
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            task = self._loop.create_task(self._loop.connect_accepted_socket(self._protocol, connected))
            self._entering.add(task)
            task.add_done_callback(self._entering.discard)

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """The loop that lets them in."""
        return self._loop

    def close(self) -> None:
        """Let nobody in any more."""
        if self.sockets:
            self.sockets = ()
            self._loop.remove_reader(self._listening)
            self._listening.close()

    async def wait_closed(self) -> None:
        """Closed is closed."""
