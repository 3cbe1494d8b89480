"""Who asks, in which language, and by what a request is known when it comes again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from pydantic import WithJsonSchema

from lantern.languages import choose
from lantern.server.errors import Denied
from lantern.server.http.addresses import address
from lantern.server.http.guard import COOKIE, cookie_of
from lantern.server.http.services import Services
from lantern.server.live.table_service import UNMARKED
from lantern.server.tables.repeats import Once, cookie_from

YEAR_S = 365 * 86_400
REQUEST_ID, VISITOR = r"^[A-Za-z0-9_.:-]{1,64}$", r"^[A-Za-z0-9_-]{22,64}$"
RequestId = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=REQUEST_ID,
        description="made by the client, new for each request: asked again with it, the same is done once",
    ),
    WithJsonSchema({"type": "string", "pattern": REQUEST_ID}),
]
Visitor = Annotated[
    str | None,
    Header(
        alias="Lantern-Visitor",
        pattern=VISITOR,
        description="a secret of at least 128 random bits by which who has no cookie yet is known when he asks again",
    ),
    WithJsonSchema({"type": "string", "pattern": VISITOR}),
]


@dataclass(frozen=True)
class Caller:
    """Who asks."""

    guest: str
    name: str | None
    token: str
    once: Once = UNMARKED
    """What he asks, by which it is known when he asks again."""


async def services_of(request: Request) -> Services:
    """The server's parts; asynchronous, for else it would be run in a thread."""
    return _services(request)


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def language_of(request: Request) -> str:
    """The language of the reader."""
    return choose(request.headers.get("accept-language"))


async def known_caller(request: Request) -> Caller | None:
    """The guest who asks, if he has been here before."""
    services = _services(request)
    token = cookie_of(request.headers)
    found = await services.tables.guest_of(token)
    if found is None or token is None:
        return None
    services.rates.check("guest", found[0])
    return Caller(*found, token)


async def once_of(request: Request, token: str, request_id: str | None) -> Once:
    """What is asked: two requests with the same id and other words are not the same."""
    words = f"{request.method} {request.url.path}\n".encode() + await request.body()
    return Once(token, request_id, words)


async def caller(request: Request, response: Response, request_id: RequestId = None, visitor: Visitor = None) -> Caller:
    """The guest who asks; who has never been here becomes one."""
    known = await known_caller(request)
    if known is not None:
        return replace(known, once=await once_of(request, known.token, request_id))
    tables, token = _services(request).tables, cookie_from(visitor) if visitor is not None else None
    found = await tables.guest_of(token)
    if found is None or token is None:
        _services(request).rates.check("make", address(request.scope))
        guest, token = await tables.new_guest(token=token)
        found = guest, None
    remember(request, response, token)
    return Caller(*found, token, await once_of(request, token, request_id))


def remember(request: Request, response: Response, token: str) -> None:
    """Know the device that asks by a cookie from now on."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR_S, httponly=True, samesite="lax", secure=secure, path="/")


async def returning_caller(request: Request, request_id: RequestId = None) -> Caller:
    """The guest who asks for what only those can have who have been here before."""
    known = await known_caller(request)
    if known is None:
        raise Denied("not_your_seat")
    return replace(known, once=await once_of(request, known.token, request_id))


Here = Annotated[Services, Depends(services_of)]
Known = Annotated[Caller | None, Depends(known_caller)]
Anybody = Annotated[Caller, Depends(caller)]
Returning = Annotated[Caller, Depends(returning_caller)]
Language = Annotated[str, Depends(language_of)]


def guest_of(known: Caller | None) -> str | None:
    """The guest, if he has been here before."""
    return known.guest if known is not None else None
