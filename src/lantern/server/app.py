"""The application: its parts put together, and what they say when something is denied."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import orjson
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import Scope

import lantern
from lantern.kernel.rule import PLAIN
from lantern.languages import choose
from lantern.players.compiling import RULES
from lantern.server.bots.bot_runner import BotRunner
from lantern.server.bots.compiling import Preparer
from lantern.server.bots.loading import read_in
from lantern.server.bots.reviewing import Reviewer
from lantern.server.bots.thinking import Ahead, Thinkers, most_seconds
from lantern.server.errors import Denied, Illegal
from lantern.server.http import pages
from lantern.server.http.addresses import Proxies, in_the_house
from lantern.server.http.bars import Bars
from lantern.server.http.bearer import Bearer
from lantern.server.http.connections import Connections, room
from lantern.server.http.description import described
from lantern.server.http.door import Door
from lantern.server.http.guard import Guard
from lantern.server.http.rates import Counts, Rates, most_at_once, new_counts
from lantern.server.http.routes import ROUTES
from lantern.server.http.routes.answers import Problem
from lantern.server.http.services import Services
from lantern.server.http.sockets import serve_socket
from lantern.server.live.administration import Administration
from lantern.server.live.hub import Hub
from lantern.server.live.people import People
from lantern.server.live.table_service import Change, TableService
from lantern.server.metrics import Metrics
from lantern.server.notices.notifier import Notifier
from lantern.server.notices.reaching import Outgoing
from lantern.server.scheduler import Scheduler
from lantern.server.settings import Settings
from lantern.server.storage.administration import Bar
from lantern.server.storage.opening import open_store
from lantern.server.tables.views import refusal_shown
from lantern.server.tasks import call_off

log = structlog.get_logger()


def build_app(settings: Settings, counts: Counts | None = None) -> FastAPI:
    """A server process: it opens its database when it starts. What is counted may be shared with other processes."""
    proxies = Proxies(settings.proxies)
    services = _services(settings, proxies, counts)
    tables, hub, rates, metrics = services.tables, services.hub, services.rates, services.metrics

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        async with _running(services):
            yield {"connections": services.connections}

    app = FastAPI(
        title="Lantern",
        version=lantern.__version__,
        description="A table for board games: tables, seats, moves, live views.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.services = services
    app.router.routes.extend([*ROUTES, *pages.client_routes(pages.read_client(pages.client_folder()))])
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    app.add_exception_handler(Denied, _answer_denied)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(HTTPException, _answer_http)
    sockets = partial(serve_socket, app.state.services)
    app.add_middleware(
        Guard,
        settings=settings,
        metrics=metrics,
        rates=rates,
        deny=_deny,
        sockets=sockets,
        proxies=proxies,
        most=services.connections.most,
        door=Door(Bearer(settings.admin, rates), services.bars, tables.guest_of),
    )
    metrics.watch("lantern_connections", "Open connections", lambda: float(len(services.connections)))
    metrics.watch("lantern_sockets", "Open sockets", lambda: float(hub.sockets))
    metrics.watch("lantern_tables_in_memory", "Tables kept in memory", lambda: float(tables.kept))
    if settings.backups is not None:
        metrics.watch("lantern_backup_age_seconds", "Seconds since the newest backup", settings.backups.age)
    return app


def _services(settings: Settings, proxies: Proxies, counts: Counts | None) -> Services:
    """The parts of a server, which has not started yet."""
    tables = TableService(open_store(settings.database), most_s=most_seconds(settings.thinking_s))
    preparer = Preparer() if settings.prepares and settings.thinkers > 0 and not PLAIN else None
    thinkers = Thinkers(settings.thinkers, settings.thinking_s, preparer=preparer)
    rates = Rates(counts or new_counts(settings.limits) if settings.limited else None, settings.limits)
    most_a_home = most_at_once(settings.limits, "connections", settings.workers) if settings.limited else None
    connections = Connections(room(), most_a_home, proxies)
    hub = Hub(tables)
    administration = Administration(tables, hub, settings.clearing)
    return Services(
        tables,
        hub,
        rates,
        Metrics(),
        thinkers,
        Reviewer(tables, thinkers),
        connections,
        administration,
        People(tables, administration),
        Bars(tables),
        Notifier(tables, hub.is_present, Outgoing(settings.notify_to)),
        proxies,
        settings,
        time.time_ns() // 1_000_000,
        in_the_house(settings.host, settings.port),
    )


async def _read_in(preparer: Ahead) -> None:
    """Have every game read in when it is compiled."""
    await read_in(lambda game: preparer.have((game, RULES)))


@asynccontextmanager
async def _running(services: Services) -> AsyncIterator[None]:
    """Start what runs beside the requests, and stop it in the right order."""
    tables, hub, thinkers = services.tables, services.hub, services.thinkers
    await tables.store.start()
    await thinkers.start()
    bot_runner = BotRunner(tables, hub, thinkers, services.metrics)
    administration = services.administration
    scheduler = Scheduler(tables, bot_runner, services.reviewer, administration.clear_by_the_clock)

    def tell(change: Change) -> None:
        hub.changed(change)
        if change.bot:
            bot_runner.consider(change.table)

    def hear(notice: str) -> None:
        hub.hear(notice)
        administration.hear(notice)
        services.people.hear(notice)

    def missed() -> None:
        hub.missed()
        administration.missed()

    def know(bars: Sequence[Bar]) -> None:
        services.bars.take(bars)
        hub.show_out(lambda watcher: services.bars.denied(watcher.guest, watcher.host))

    tables.on_change = tell
    hub.on_watch = bot_runner.watched
    administration.on_bars = know
    await administration.start()
    await scheduler.start()
    await tables.store.listen(hear, missed)
    await services.notifier.start()
    beside = [asyncio.create_task(hub.keep_in_touch()), asyncio.create_task(services.connections.keep())]
    if thinkers.preparer is not None:
        beside.append(asyncio.create_task(_read_in(thinkers.preparer)))
    log.info("server_started", process=tables.process)
    try:
        yield
    finally:
        await call_off(*beside)
        await services.notifier.close()
        await hub.close()
        await scheduler.close()
        await administration.close()
        await services.reviewer.close()
        await thinkers.close()
        await bot_runner.close()
        await tables.store.close()
        log.info("server_stopped", process=tables.process)


def problem(language: str, denied: Denied) -> Problem:
    """A denial in the reader's language."""
    if isinstance(denied, Illegal):
        return Problem(error=denied.code, **refusal_shown(denied.refusal, language))
    told, arguments = denied.told(language), denied.arguments_in(language)
    return Problem(error=denied.code, message=told, arguments=arguments, version=denied.version)


def _body(headers: Headers, denied: Denied) -> bytes:
    return orjson.dumps(problem(choose(headers.get("accept-language")), denied).model_dump())


async def _deny(scope: Scope, denied: Denied) -> tuple[int, bytes]:
    """The answer of the guard at the door."""
    return denied.status, _body(Headers(scope=scope), denied)


async def _answer_denied(request: Request, error: Exception) -> Response:
    assert isinstance(error, Denied)
    if error.status >= 500:
        log.warning("denied", error=error.code, cause=f"{error.__cause__!r:.300}")
    headers = {"Retry-After": str(error.arguments["seconds"])} if error.code == "too_often" else None
    return Response(_body(request.headers, error), error.status, headers, media_type="application/json")


async def _answer_invalid(request: Request, error: Exception) -> Response:
    """What is no JSON is a bad request; what is of another form names the first field that is wrong."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid" or first["loc"] == ("body",):
        return await _answer_denied(request, Denied("bad_request"))
    field = ".".join(str(part) for part in first["loc"][1:])
    return await _answer_denied(request, Denied("bad_field", field=field[:80], reason=str(first["msg"])[:200]))


async def _answer_http(request: Request, error: Exception) -> Response:
    """What the framework denies: unknown addresses, methods, bodies that can't be read."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Denied):
        return await _answer_denied(request, error.__cause__)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "bad_request")
    if code == "not_found" and pages.wants_page(request):
        return pages.start(request, pages.read_client(pages.client_folder()), None, 404)
    response = await _answer_denied(request, Denied(code))
    if code == "method_not_allowed":
        response.headers["Allow"] = ", ".join(_methods(request))
    return response


def _methods(request: Request) -> list[str]:
    """The methods with which an address can be asked."""
    fitting = [route for route in request.app.routes if route.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in fitting for method in getattr(route, "methods", None) or ()})


def description() -> dict[str, Any]:
    """The description of the interface, without a server."""
    return described(build_app(Settings()))
