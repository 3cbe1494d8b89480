"""The server itself."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

import lantern
from lantern.server.http.addresses import address, is_here, without_port
from lantern.server.http.fields import Answered
from lantern.server.http.routes.answers import problems
from lantern.server.http.routes.callers import Here

router = APIRouter()


class Health(Answered):
    """How the server is."""

    status: Literal["ok"]
    version: str
    process: str


class House(Answered):
    """How others in the house find the server, for who uses it on its own machine."""

    addresses: list[str] = Field(description="none where it listens to this machine alone")


class Readiness(Answered):
    """How far the server is with compiling; until it is done, some bots play as quicker ones do."""

    done: float = Field(ge=0, le=1, description="from 0 to 1")


@router.get("/api/health", responses=problems())
async def health(services: Here) -> Health:
    """Whether the server and its database answer."""
    await services.tables.check_up()
    return Health(status="ok", version=lantern.__version__, process=services.tables.process)


@router.get("/api/house", responses=problems())
async def house(request: Request, services: Here) -> House:
    """Addresses for others in the house, told on the machine itself and nowhere else."""
    named = without_port(request.headers.get("host", ""))
    asked_here = is_here(address(request.scope)) and (named == "localhost" or is_here(named))
    return House(addresses=services.house if asked_here else [])


@router.get("/api/readiness", responses=problems())
async def readiness(services: Here) -> Readiness:
    """How far compiling is. Nothing waits for it but reviews: tables go by plain rules until then."""
    return Readiness(done=services.thinkers.readiness)


@router.get("/metrics", response_class=PlainTextResponse, responses=problems())
async def show_metrics(services: Here) -> Response:
    """What the server counts, in Prometheus's format."""
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")
