"""`lantern serve`: check what is asked for, and run the server; games are compiled while it runs."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TextIO, cast

import structlog
import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

import lantern
from lantern.kernel.errors import BadInput, Phrase, of_system
from lantern.kernel.haste import hurry, leave_reading_to_others
from lantern.kernel.rule import PLAIN
from lantern.server.app import build_app
from lantern.server.backups import make_by_the_clock
from lantern.server.bots.forks import prepare
from lantern.server.http.addresses import Proxies, in_the_house
from lantern.server.http.connections import HttpProtocol, SocketProtocol, raise_file_limit
from lantern.server.http.rates import Counts, check_limits, new_counts
from lantern.server.live.table_service import Order, TableService
from lantern.server.notices.reaching import Outgoing
from lantern.server.settings import Settings
from lantern.server.storage.opening import open_store
from lantern.server.tables.decisions import usual_bot

MOST_MESSAGE = 4 * 1024
PING_S, PONG_S = 4.0, 6.0
"""How often sockets are asked whether somebody is there, and how long an answer may take: then he counts as away."""
WORKER_S = 60
"""How long a worker may take to say that it lives, which it can't while it reads in what it needs."""
DEMO_PLAYERS = 3
"""At the table of `--demo`, if its game is for so many."""

log = structlog.get_logger()


def serve(settings: Settings, say: Callable[[Phrase], None], demo: bool = False, show: bool = False) -> None:
    """Run until stopped."""
    settings = replace(settings, prepares=True)
    set_up_logs(settings.verbose)
    _check(settings)
    raise_file_limit()
    if not PLAIN:
        _see_to_compiled_code(say)
    hurry()
    leave_reading_to_others()
    if settings.backups is not None:
        make_by_the_clock(settings.backups, settings.database)
    if settings.workers > 1:
        _serve_many(settings, say)
        return
    app = build_app(settings)
    tables = app.state.services.tables if demo else None
    server = Announced(configure(settings, app), lambda: _announce(settings, say, tables, show))
    with suppress(SystemExit):
        server.run()
    if not server.started:
        raise BadInput("bad.not_started", address=f"{settings.host}:{settings.port}")


def _see_to_compiled_code(say: Callable[[Phrase], None]) -> None:
    """Tell once, here and in the log, where it can't be kept, and why what came with the package is not used."""
    from lantern.kernel import cache, shipped

    if reason := shipped.trouble():
        log.warning("compiled_code_not_used", reason=str(reason))
    if trouble := cache.find_room():
        say(trouble)


def _check(settings: Settings) -> None:
    """What can be seen to fail before anything is started."""
    check_limits(settings.limits)
    Proxies(settings.proxies)
    Outgoing(settings.notify_to)
    if settings.backups is not None:
        settings.backups.check()
    settings.clearing.check()
    store = open_store(settings.database)
    if settings.workers < 1:
        raise BadInput("bad.at_least_one", what="--workers", count=settings.workers)
    if settings.workers > 1 and not store.shared:
        raise BadInput("bad.database.several")
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            place = f"{settings.host}:{settings.port}"
            raise BadInput("bad.not_listening", address=place, reason=of_system(error)) from None
    asyncio.run(_reach(settings))


async def _reach(settings: Settings) -> None:
    """Open the database once, so that what is wrong with it is told at once, and migrate it."""
    store = open_store(settings.database)
    try:
        await store.start()
    finally:
        await store.close()


class Announced(uvicorn.Server):
    """A server that says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, then: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._then = then

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        if self.started:
            await self._then()


def configure(settings: Settings, app: Any, **more: Any) -> uvicorn.Config:
    """How uvicorn runs the application. What proxies say is read by the guard."""
    usual: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "http": HttpProtocol,
        "loop": "lantern.server.http.accepting:FairLoop",
        "ws": SocketProtocol,
        "ws_max_size": MOST_MESSAGE,
        "ws_per_message_deflate": False,
        "ws_ping_interval": PING_S,
        "ws_ping_timeout": PONG_S,
        "timeout_keep_alive": 30,
        "timeout_graceful_shutdown": 5,
        "proxy_headers": False,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "timeout_worker_healthcheck": WORKER_S,
    }
    return uvicorn.Config(app, **(usual | more))


def _serve_many(settings: Settings, say: Callable[[Phrase], None]) -> None:
    """Several processes behind one port, each with its own connections to the database."""
    counts = new_counts(settings.limits, shared=True)
    config = configure(settings, partial(worker, settings, counts), factory=True, workers=settings.workers)
    listening = config.bind_socket()
    threading.Thread(target=_say_when_up, args=(settings, say), daemon=True).start()
    Multiprocess(config, sockets=[listening]).run()


def _say_when_up(settings: Settings, say: Callable[[Phrase], None]) -> None:
    """Say where the server is once a worker answers."""
    while True:
        try:
            socket.create_connection((settings.host, settings.port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            say(Phrase("serve.listening_together", address=address_of(settings), processes=settings.workers))
            return


def worker(settings: Settings, counts: Counts) -> FastAPI:
    """The application as a worker process runs it."""
    threading.Thread(target=_follow_parent, daemon=True).start()
    if settings.thinkers > 0:
        prepare()
    set_up_logs(settings.verbose)
    hurry()
    leave_reading_to_others()
    return build_app(settings, counts)


def _follow_parent() -> None:
    """End when the first process is no more, however it ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def address_of(settings: Settings) -> str:
    """Where browsers find the server."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    named = everywhere.get(settings.host, settings.host)
    host = f"[{named}]" if ":" in named else named
    return f"http://{host}:{settings.port}"


async def _announce(settings: Settings, say: Callable[[Phrase], None], tables: TableService | None, show: bool) -> None:
    """Say where the server is, open a table against bots if there is to be one, and show it in the browser."""
    say(Phrase("serve.listening", address=address_of(settings)))
    if others := in_the_house(settings.host, settings.port):
        say(Phrase("serve.in_the_house", addresses=others))
    address = address_of(settings)
    if tables is not None:
        game = lantern.game(lantern.names()[0])
        players = min(max(DEMO_PLAYERS, game.sheet.seats.start), game.sheet.seats[-1])
        bot = {"kind": "bot", "bot": usual_bot(game), "name": None}
        host, _ = await tables.new_guest("Lantern")
        order = Order(game.name, {}, [{"kind": "open", "bot": None, "name": None}, *[bot] * (players - 1)])
        table, invite, _ = await tables.create(host, order)
        address = link(settings, table.setting.table, invite)
        say(Phrase("serve.demo", game=game.sheet.called, address=address))
    if show:
        await asyncio.to_thread(webbrowser.open, address)


def link(settings: Settings, table: str, key: str | None) -> str:
    """The address of a table; the secret is in the fragment, which browsers send to nobody."""
    return f"{address_of(settings)}/table/{table}" + (f"#key={key}" if key else "")


class Unfailing:
    """A stream for logs: where they can't be written, on a full disk or when it is closed, the server goes on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, words: str) -> int:
        """Write what can be written."""
        with suppress(OSError, ValueError):
            self._stream.write(words)
        return len(words)

    def flush(self) -> None:
        """Pass on what waits."""
        with suppress(OSError, ValueError):
            self._stream.flush()


def set_up_logs(verbose: bool) -> None:
    """One line of JSON for each thing that happens, on standard error."""
    level = logging.DEBUG if verbose else logging.INFO
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=cast("TextIO", Unfailing(sys.stderr))),
        cache_logger_on_first_use=True,
    )
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # what others send amiss is not worth a line each
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format='{"logger": "%(name)s", "event": "%(message)s"}'
    )
