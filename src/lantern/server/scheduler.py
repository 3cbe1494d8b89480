"""The scheduler: once a second it looks for clocks that ran out, due bots and reviews, and notes that it lives.

Clocks don't count time in which no server ran, be it down, stalled or without its database: who finds the last beat
long past leaves the spell out of every running clock before he beats himself. Nothing runs out but by a beat that has
been noted, and whoever is served before the next one has his table's clock put right first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from lantern.kernel.errors import LanternError
from lantern.server.bots.bot_runner import BotRunner
from lantern.server.bots.reviewing import Reviewer
from lantern.server.errors import Denied
from lantern.server.live.table_service import LEASE_MS, TableService
from lantern.server.storage import records
from lantern.server.tables import decisions
from lantern.server.tasks import call_off

BEAT_S = 1.0
SWEEP_MS = 600_000
"""How often tables of puzzles that nobody needs are looked for."""
KEPT_MS = 7 * 86_400_000
"""How long the table of a puzzle stays, if nobody plays on there."""
MOST_SWEPT = 500
LAPSE_MS = 1_500
"""Beats that are further apart mean that no server ran between them; of a start alone on a database any two do."""

log = structlog.get_logger()


class Scheduler:
    """One process's scheduler."""

    def __init__(
        self,
        tables: TableService,
        bot_runner: BotRunner,
        reviewer: Reviewer,
        clear: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._tables = tables
        self._bot_runner = bot_runner
        self._reviewer = reviewer
        self._clear = clear
        """Clears what nobody needs, if a day has gone since that was last done."""
        self._beaten = 0
        """When this process last beat."""
        self._swept = 0
        """When it was last seen to that tables of puzzles do not pile up."""
        self._task: asyncio.Task[None] | None = None
        self._round: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[Exception | None] | None = None
        self._clearing: asyncio.Task[Exception | None] | None = None
        """It may take long, and nobody waits for it."""

    async def start(self) -> None:
        """Beat once before anybody is served, then again and again."""
        alone = not self._tables.store.shared
        for table_id in await self._tables.store.run(records.not_projected):
            await self._see_to(table_id, self._tables.project(table_id))
        self._telling = asyncio.create_task(self._try(self._tell_endings()))
        await self._go_round(await self._beat(0 if alone else LAPSE_MS), alone)
        self._tables.lapse = self.lapse
        self._task = asyncio.create_task(self._keep_beating())

    async def _tell_endings(self) -> None:
        """Write how matches ended that did so before it was written; nobody waits for that."""
        for table_id in await self._tables.store.run(records.not_told):
            await self._see_to(table_id, self._tables.project(table_id))

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            self._tables.trouble = await self._try(self._beat())
            # What there is to do may take longer than a second; the server runs meanwhile.
            if self._tables.trouble is None and (self._round is None or self._round.done()):
                self._round = asyncio.create_task(self._try_round(self._beaten))

    async def _try_round(self, at: int) -> None:
        await self._try(self._go_round(at))

    async def _try(self, work: Awaitable[object]) -> Exception | None:
        """Do something; why it failed, if it did."""
        try:
            await work
        except LanternError as error:
            log.warning("beat_skipped", error=str(error), cause=str(error.__cause__)[:200])
            return error
        except Exception as error:
            log.exception("beat_failed")
            return error
        return None

    async def _beat(self, most_apart: int = LAPSE_MS) -> int:
        """Leave a lapse out of all clocks, then note the beat; when that was."""
        store, at = self._tables.store, self._tables.now()
        last = await store.run(records.last_beat)
        if last and at - last > most_apart:
            await self._make_up(last, at - last)
            at = max(at, self._tables.now())
        await store.run(lambda connection: records.beat(connection, at))
        self._beaten = at
        return at

    async def lapse(self) -> tuple[int, int] | None:
        """The spell until now in which no server ran, if this is the first that is done after one: since, and how long.

        Another process may have run while this one was held up.
        """
        at = self._tables.now()
        if at - self._beaten <= LAPSE_MS:
            return None
        last = await self._tables.store.run(records.last_beat)
        return (last, at - last) if at - last > LAPSE_MS else None

    async def _go_round(self, at: int, alone: bool = False) -> None:
        """Let clocks run out and what is due go on: bots and reviews. Who is alone waits for no other's lease."""
        store = self._tables.store
        for table_id in await store.run(lambda connection: records.run_out(connection, at)):
            await self._see_to(table_id, self._tables.act(table_id, lambda table: decisions.time_out(table, at)))
        due_by = at + 2 * LEASE_MS if alone else at
        for table_id in await store.run(lambda c: records.claim_bots(c, due_by, at + LEASE_MS)):
            self._bot_runner.consider(table_id)
        self._bot_runner.retry()
        self._reviewer.look(alone)
        await self._sweep(at)

    async def _sweep(self, at: int) -> None:
        """Remove tables of puzzles that were left a week ago, what was tried there is kept elsewhere; and clear."""
        if at - self._swept >= SWEEP_MS:
            self._swept = at
            await self._tables.store.run(lambda c: records.forget_puzzles(c, at - KEPT_MS, MOST_SWEPT))
            if self._clear is not None and (self._clearing is None or self._clearing.done()):
                self._clearing = asyncio.create_task(self._try(self._clear()))

    async def _make_up(self, down_since: int, spell: int) -> None:
        log.info("clocks_paused", ms=spell)
        for table_id in await self._tables.store.run(records.running_clocks):
            pause = self._tables.grant(table_id, lambda table: decisions.pause(table, down_since, spell))
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
        """Stop beating, and note until when this server ran."""
        await call_off(self._task, self._round, self._telling, self._clearing)
        if self._task is not None:
            await self._try(self._beat())
