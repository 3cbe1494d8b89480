"""Who one is here."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request, Response

from lantern.server.errors import Denied
from lantern.server.http.addresses import address
from lantern.server.http.fields import Answered, Asked, Key, Name
from lantern.server.http.guard import COOKIE
from lantern.server.http.routes.answers import problems
from lantern.server.http.routes.callers import Anybody, Here, Known, RequestId, once_of, remember
from lantern.server.tables.decisions import readable

router = APIRouter()


class GuestName(Asked):
    """What one wants to be called."""

    name: Name


class Guest(Answered):
    """Who one is here."""

    name: str | None


class Gone(Answered):
    """Nothing is kept any more."""

    forgotten: bool


class OwnKey(Answered):
    """What brings one to one's other devices; it belongs into the fragment of a link."""

    key: str


class OwnKeyShown(Asked):
    """The key with which one comes to another device."""

    key: Key


@router.get("/api/guest", responses=problems("no_guest"))
async def show_guest(known: Known) -> Guest:
    """Who one is here."""
    if known is None:
        raise Denied("no_guest")
    return Guest(name=known.name)


@router.put("/api/guest", responses=problems("bad_name"))
async def name_guest(asked: GuestName, who: Anybody, services: Here) -> Guest:
    """Be called by a name at tables one comes to from now on."""
    name = readable(asked.name)
    await services.tables.name_guest(who.token, who.guest, name)
    return Guest(name=name)


@router.get("/api/guest/everything", responses=problems("no_guest"))
async def show_everything(known: Known, services: Here) -> Response:
    """All that is kept about oneself, as a file."""
    if known is None:
        raise Denied("no_guest")
    services.rates.check("person", known.guest)
    told = orjson.dumps(await services.people.everything(known.guest), option=orjson.OPT_INDENT_2)
    named = {"Content-Disposition": 'attachment; filename="lantern-me.json"'}
    return Response(told, media_type="application/json", headers=named)


@router.post("/api/guest/forget", responses=problems())
async def be_forgotten(known: Known, response: Response, services: Here) -> Gone:
    """Have all that is kept about oneself removed; bots stand in at tables where others play on."""
    if known is not None:
        await services.people.forget(known.guest)
    response.set_cookie(COOKIE, "", max_age=0, httponly=True, samesite="lax", path="/")
    return Gone(forgotten=True)


@router.post("/api/guest/key", responses=problems())
async def make_key(who: Anybody, services: Here) -> OwnKey:
    """A key for one's other devices, in place of the one there was."""
    key = who.once.secret("own key", services.tables.secret)
    await services.tables.give_key(who.guest, key)
    return OwnKey(key=key)


@router.post("/api/guest/devices", responses=problems("bad_own_key"))
async def come_by_key(
    asked: OwnKeyShown, request: Request, response: Response, services: Here, request_id: RequestId = None
) -> Guest:
    """Be oneself on another device from now on, whoever used it before."""
    services.rates.check("make", address(request.scope))
    once = await once_of(request, asked.key, request_id)
    token = once.secret("device", services.tables.secret)
    found = await services.tables.bring(asked.key, token)
    if found is None:
        raise Denied("bad_own_key")
    services.bars.check_guest(found[0])
    remember(request, response, token)
    return Guest(name=found[1])
