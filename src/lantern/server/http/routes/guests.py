"""Who one is here."""

from __future__ import annotations

from fastapi import APIRouter

from lantern.server.errors import Denied
from lantern.server.http.fields import Answered, Asked, Name
from lantern.server.http.routes.answers import problems
from lantern.server.http.routes.callers import Anybody, Here, Known
from lantern.server.tables.decisions import name_or

router = APIRouter()


class GuestName(Asked):
    """What one wants to be called."""

    name: Name


class Guest(Answered):
    """Who one is here."""

    name: str | None


@router.get("/api/guest", responses=problems("no_guest"))
async def show_guest(known: Known) -> Guest:
    """Who one is here."""
    if known is None:
        raise Denied("no_guest")
    return Guest(name=known.name)


@router.put("/api/guest", responses=problems("bad_name"))
async def name_guest(asked: GuestName, who: Anybody, services: Here) -> Guest:
    """Be called by a name at tables one comes to from now on."""
    name = name_or(asked.name, "")
    await services.tables.name_guest(who.token, who.guest, name)
    return Guest(name=name)
