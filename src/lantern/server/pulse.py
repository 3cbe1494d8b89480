"""The server's pulse: once a second it looks for clocks that ran out, due bots and reviews, and notes that it lives.

Clocks don't count time in which no server ran: who finds the last beat long past adds the spell to every running clock
before he beats himself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import structlog

from lantern.kernel.errors import LanternError
from lantern.server import decisions, records
from lantern.server.desk import LEASE_MS, Desk
from lantern.server.errors import Denied
from lantern.server.keeper import Keeper
from lantern.server.reviewing import Reviewer

BEAT_S = 1.0
LAPSE_MS = 4_000
"""A beat that is late by this much means that no server ran."""

log = structlog.get_logger()


class Pulse:
    """One process's part of the pulse."""

    def __init__(self, desk: Desk, keeper: Keeper, reviewer: Reviewer) -> None:
        self._desk = desk
        self._keeper = keeper
        self._reviewer = reviewer
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Beat once before anybody is served, then again and again."""
        for table_id in await self._desk.store.run(records.not_projected):
            await self._see_to(table_id, self._desk.project(table_id))
        await self._beat(alone=not self._desk.store.shared)
        self._task = asyncio.create_task(self._keep_beating())

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await self._beat()
            except LanternError as error:
                log.warning("pulse_skipped", error=str(error), cause=str(error.__cause__)[:200])
            except Exception:
                log.exception("pulse_failed")

    async def _beat(self, alone: bool = False) -> None:
        """Make up for a lapse, note the beat, let clocks run out and what is due go on: bots and reviews.

        Who is alone waits for no other's lease.
        """
        store, at = self._desk.store, self._desk.now()
        last = await store.run(records.last_beat)
        if last and at - last > LAPSE_MS:
            await self._make_up(last, at - last)
        await store.run(lambda connection: records.beat(connection, at))
        for table_id in await store.run(lambda connection: records.run_out(connection, at)):
            await self._see_to(table_id, self._desk.act(table_id, lambda table: decisions.time_out(table, at)))
        due_by = at + 2 * LEASE_MS if alone else at
        for table_id in await store.run(lambda c: records.claim_bots(c, due_by, at + LEASE_MS)):
            self._keeper.consider(table_id)
        self._keeper.retry()
        self._reviewer.look(alone)

    async def _make_up(self, down_since: int, spell: int) -> None:
        log.info("clocks_paused", ms=spell)
        for table_id in await self._desk.store.run(records.running_clocks):
            pause = self._desk.act(table_id, lambda table: decisions.pause(table, down_since, spell))
            await self._see_to(table_id, pause)

    async def _see_to(self, table_id: str, work: Awaitable[object]) -> None:
        """Do something at a table; one that can't be replayed must not keep others waiting."""
        try:
            await work
        except Denied:
            raise
        except Exception:
            log.exception("table_failed", table=table_id)

    async def close(self) -> None:
        """Stop beating."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
