"""Tells people who are away: once a second it looks for notices that are due, and sends what is to be sent.

What waits is in the database, so it outlives restarts, and whichever process comes first takes it. What could not be
delivered is tried again after growing pauses, for a day. People are served side by side, the places of one of them one
after another: whose address does not answer holds up nobody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import structlog
from sqlalchemy import Connection

from lantern.kernel.contract import Json
from lantern.kernel.errors import LanternError
from lantern.server.live.table_service import TableService
from lantern.server.notices.channels import GONE, Parcel, by_address, by_push
from lantern.server.notices.pushing import new_key
from lantern.server.notices.quiet import quiet_until
from lantern.server.notices.reaching import Outgoing, Unreachable
from lantern.server.notices.wording import trial, worded
from lantern.server.storage import notices
from lantern.server.storage.notices import Delivery, PushDevice, Wishes
from lantern.server.tasks import call_off

LOOK_S = 1.0
SETTLE_S = 10.0
"""How long after its start a process tells nobody anything: those who are here first come back to their tables."""
LEASE_MS = 120_000
"""How long other processes wait for one that sends something."""
PAUSES_S = (30, 120, 600, 1800, 3600, 7200)
"""How long it is until something is sent again; the last of them holds from then on."""
DAY_MS = 86_400_000
"""After so long nothing is told any more."""

log = structlog.get_logger()


class Notifier:
    """One process's notices."""

    def __init__(self, tables: TableService, is_present: Callable[[str, int], bool], outgoing: Outgoing) -> None:
        self._tables = tables
        self._is_present = is_present
        self.outgoing = outgoing
        self.key = ""
        """The server's private key."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Have a key, which is made at the first start of all, and begin to look."""
        fresh = new_key()
        self.key = await self._tables.store.run(lambda connection: notices.push_key(connection, fresh))
        self._task = asyncio.create_task(self._keep_looking())

    async def close(self) -> None:
        """Stop; what is on its way is sent again when a server runs, unless it has arrived."""
        await call_off(self._task)

    async def _keep_looking(self) -> None:
        await asyncio.sleep(SETTLE_S)
        while True:
            try:
                await self._look()
            except LanternError as error:
                log.warning("notices_wait", error=str(error))
            except Exception:
                log.exception("notices_failed")
            await asyncio.sleep(LOOK_S)

    async def _look(self) -> None:
        run, now = self._tables.store.run, self._tables.now()
        for guest, waiting in (await run(lambda connection: notices.due(connection, now))).items():
            here = [one for one in waiting if self._is_present(one[0], one[2])]
            away = [one for one in waiting if one not in here]
            await run(partial(self._settle, guest=guest, away=away, here=here, now=now))
        claimed = await run(lambda connection: notices.claim(connection, now, now + LEASE_MS))
        by_guest: dict[str, list[Delivery]] = {}
        for delivery in claimed:
            by_guest.setdefault(delivery.guest, []).append(delivery)
        await asyncio.gather(*map(self._deliver, by_guest.values()))

    def _settle(
        self,
        connection: Connection,
        guest: str,
        away: list[tuple[str, str, int]],
        here: list[tuple[str, str, int]],
        now: int,
    ) -> None:
        notices.settle(connection, guest, away, here, now, partial(_quiet, now), worded, self._tables.name)

    async def _deliver(self, several: list[Delivery]) -> None:
        """Send what goes to one person."""
        for delivery in several:
            await self._send(delivery)

    async def _send(self, delivery: Delivery) -> None:
        """Send something, and note what came of it."""
        run, now = self._tables.store.run, self._tables.now()
        wanted = await run(lambda connection: notices.read_wishes(connection, delivery.guest))
        device = await self._device(delivery.device)
        if now - delivery.made_at > DAY_MS or wanted is None or (delivery.device is not None and device is None):
            await run(lambda connection: notices.done(connection, delivery.id))
            return
        quiet = _quiet(now, wanted)
        if quiet is not None:
            await run(lambda connection: notices.put_off(connection, delivery.id, quiet))
            return
        status = await self._post(self._parcel(delivery, wanted, device, now))
        if 200 <= status < 300:
            await run(lambda connection: notices.done(connection, delivery.id))
        elif device is not None and status in GONE:
            await run(lambda connection: notices.remove_device(connection, device.id))
        else:
            pause = PAUSES_S[min(delivery.tries, len(PAUSES_S)) - 1] * 1000
            await run(lambda connection: notices.put_off(connection, delivery.id, now + pause))

    async def _device(self, device: str | None) -> PushDevice | None:
        if device is None:
            return None
        return await self._tables.store.run(lambda connection: notices.find_device(connection, device))

    def _parcel(self, delivery: Delivery, wanted: Wishes, device: PushDevice | None, now: int) -> Parcel:
        if device is None:
            return by_address(self.key, delivery.guest, wanted, delivery.message, delivery.id, delivery.made_at)
        left_s = (delivery.made_at + DAY_MS - now) // 1000
        return by_push(self.key, device, wanted, delivery.message, now // 1000, left_s)

    async def _post(self, parcel: Parcel) -> int:
        """The status of the answer; 0 if there is none."""
        try:
            return await self.outgoing.post(parcel.url, parcel.headers, parcel.body)
        except Unreachable as error:
            log.info("notice_not_sent", why=error.why)
            return 0

    async def try_out(self, guest: str, wanted: Wishes, device: PushDevice | None) -> bool:
        """Whether something that is sent at once arrives: in a browser, or at somebody's address."""
        now = self._tables.now()
        message: Json = trial(wanted)
        delivery = Delivery(self._tables.name(), guest, device.id if device else None, message, now, 1)
        return 200 <= await self._post(self._parcel(delivery, wanted, device, now)) < 300


def _quiet(now: int, wanted: Wishes) -> int | None:
    return quiet_until(now, wanted.quiet_from, wanted.quiet_to, wanted.zone)
