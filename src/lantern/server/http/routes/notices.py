"""What one is told of while one is away, and where: in one's browsers, and at an address of one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import Field
from sqlalchemy import Connection

from lantern.server.errors import Denied
from lantern.server.http.fields import Answered, Asked
from lantern.server.http.routes.answers import problems
from lantern.server.http.routes.callers import Anybody, Caller, Here, Known, Language, Returning
from lantern.server.http.services import Services
from lantern.server.notices.channels import NTFY, WEBHOOK, check_topic, signing_secret
from lantern.server.notices.pushing import Subscription, public_key
from lantern.server.notices.quiet import DAY_MINUTES, zone_of
from lantern.server.notices.reaching import MOST_URL, Unreachable
from lantern.server.storage import notices
from lantern.server.storage.notices import PushDevice, Wishes
from lantern.server.tables.decisions import MOST_LABEL, clean
from lantern.server.tables.telling import Kind

router = APIRouter()

Minute = Annotated[int, Field(ge=0, lt=DAY_MINUTES, description="minutes since midnight")]
DeviceId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,16}$")]


class QuietHours(Asked):
    """When one is told nothing; what there is to tell comes afterwards."""

    begin: Minute
    end: Minute
    zone: str = Field(min_length=1, max_length=64, description="a time zone, such as Europe/Rome")


class NoticeAddress(Asked):
    """An address at which one is told: a webhook, or a topic of ntfy."""

    channel: Literal["webhook", "ntfy"]
    url: str = Field(min_length=1, max_length=MOST_URL)


class NoticesWanted(Asked):
    """What one wants to be told of, when, and where besides one's browsers."""

    told: list[Kind] = Field(max_length=4)
    quiet: QuietHours | None = None
    address: NoticeAddress | None = None


class NewPushDevice(Asked):
    """A browser's subscription to its push service."""

    endpoint: str = Field(min_length=1, max_length=MOST_URL)
    key: str = Field(max_length=128, description="the browser's public key, p256dh")
    secret: str = Field(max_length=32, description="what it shares with the server, auth")
    name: str | None = Field(default=None, max_length=200)


class PushDeviceShown(Answered):
    """A browser in which one is told."""

    id: str
    name: str | None
    made_at: int


class Notices(Answered):
    """What one is told of while one is away, and where."""

    push_key: str = Field(description="the server's public key, with which a browser subscribes")
    told: list[Kind]
    quiet: QuietHours | None
    address: NoticeAddress | None
    secret: str | None = Field(description="the key by which what comes to the webhook is signed")
    devices: list[PushDeviceShown]
    here: str | None = Field(default=None, description="the browser that was just added")


class Trial(Asked):
    """Where something is to be sent: to a browser, or to one's address."""

    device: DeviceId | None = None


class Tried(Answered):
    """Whether it arrived."""

    arrived: bool


@router.get("/api/notices", responses=problems())
async def show_notices(known: Known, services: Here, language: Language) -> Notices:
    """What one is told of, and where."""
    if known is None:
        return _shown(services, None, Wishes(language, ""), [])
    return await _look_up(services, known, language)


@router.put("/api/notices", responses=problems("bad_address", "bad_zone"))
async def set_notices(
    asked: NoticesWanted, who: Anybody, request: Request, services: Here, language: Language
) -> Notices:
    """Say what one wants to be told of, when, and where. It is told in the language in which one asks."""
    services.rates.check("notice", who.guest)
    if asked.quiet is not None and zone_of(asked.quiet.zone) is None:
        raise Denied("bad_zone")
    if asked.address is not None:
        await _check(services, asked.address)
    quiet, address = asked.quiet, asked.address
    wanted = Wishes(
        language=language,
        origin=_origin(request),
        told=tuple(dict.fromkeys(asked.told)),
        quiet_from=quiet.begin if quiet else None,
        quiet_to=quiet.end if quiet else None,
        zone=quiet.zone if quiet else None,
        channel=address.channel if address else None,
        address=address.url if address else None,
    )
    await services.tables.store.run(lambda connection: notices.write_wishes(connection, who.guest, wanted))
    return await _look_up(services, who, language)


async def _check(services: Services, address: NoticeAddress) -> None:
    """`Denied` if notices can't go there."""
    try:
        if address.channel == NTFY:
            check_topic(address.url)
        await services.notifier.outgoing.check(address.url)
    except Unreachable as error:
        raise Denied("bad_address", why=error.why) from None


@router.post("/api/notices/devices", responses=problems("bad_address", "bad_subscription"))
async def add_push_device(
    asked: NewPushDevice, who: Anybody, request: Request, services: Here, language: Language
) -> Notices:
    """Be told in this browser too. One that is known already stays the same."""
    services.rates.check("notice", who.guest)
    if not Subscription(asked.endpoint, asked.key, asked.secret).is_sound:
        raise Denied("bad_subscription")
    try:
        await services.notifier.outgoing.check(asked.endpoint)
    except Unreachable as error:
        raise Denied("bad_address", why=error.why) from None
    name = clean(asked.name, MOST_LABEL) if asked.name is not None else None
    device = PushDevice(services.tables.name(), asked.endpoint, asked.key, asked.secret, name, services.tables.now())
    run, origin = services.tables.store.run, _origin(request)

    def work(connection: Connection) -> str:
        wanted = notices.read_wishes(connection, who.guest) or Wishes(language, origin)
        notices.write_wishes(connection, who.guest, replace(wanted, language=language, origin=origin))
        return notices.add_device(connection, who.guest, device)

    here = await run(work)
    return (await _look_up(services, who, language)).model_copy(update={"here": here})


@router.delete("/api/notices/devices/{device}", responses=problems("not_your_seat"))
async def remove_push_device(
    device: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,16}$")], who: Returning, services: Here, language: Language
) -> Notices:
    """Be told nothing in a browser any more."""
    await services.tables.store.run(lambda connection: notices.remove_device(connection, device, who.guest))
    return await _look_up(services, who, language)


@router.post("/api/notices/trial", responses=problems("not_your_seat"))
async def try_notices(asked: Trial, who: Returning, services: Here, language: Language) -> Tried:
    """Send something at once, to see whether it arrives: to a browser, or to one's address."""
    services.rates.check("notice", who.guest)
    run = services.tables.store.run
    wanted = await run(lambda connection: notices.read_wishes(connection, who.guest))
    devices = await run(lambda connection: notices.list_devices(connection, who.guest))
    device = next((one for one in devices if one.id == asked.device), None)
    if wanted is None or (device is None and (asked.device is not None or wanted.address is None)):
        return Tried(arrived=False)
    return Tried(arrived=await services.notifier.try_out(who.guest, replace(wanted, language=language), device))


def _origin(request: Request) -> str:
    """Where one's browser finds the server."""
    return f"{request.url.scheme}://{request.url.netloc}"


async def _look_up(services: Services, who: Caller, language: str) -> Notices:
    run = services.tables.store.run
    wanted = await run(lambda connection: notices.read_wishes(connection, who.guest))
    devices = await run(lambda connection: notices.list_devices(connection, who.guest))
    return _shown(services, who.guest, wanted or Wishes(language, ""), devices)


def _shown(services: Services, guest: str | None, wanted: Wishes, devices: list[PushDevice]) -> Notices:
    key = services.notifier.key
    quiet = None
    if wanted.quiet_from is not None and wanted.quiet_to is not None and wanted.zone is not None:
        quiet = QuietHours(begin=wanted.quiet_from, end=wanted.quiet_to, zone=wanted.zone)
    address = {"channel": wanted.channel, "url": wanted.address} if wanted.address is not None else None
    return Notices(
        push_key=public_key(key),
        told=[*wanted.told],
        quiet=quiet,
        address=NoticeAddress.model_validate(address) if address else None,
        secret=signing_secret(key, guest) if guest is not None and wanted.channel == WEBHOOK else None,
        devices=[PushDeviceShown(id=one.id, name=one.name, made_at=one.made_at) for one in devices],
    )
