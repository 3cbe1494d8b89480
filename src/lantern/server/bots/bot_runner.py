"""The bot runner lets bots move: at every table at which one is to, one thought at a time.

Where bots are among themselves they do so only while somebody watches, in one process of those in which somebody does.
"""

from __future__ import annotations

import asyncio
from functools import partial

import structlog

from lantern.kernel.errors import LanternError
from lantern.server.bots.fair_queue import MOVES, Claim
from lantern.server.bots.thinking import Closed, Thinkers, known_bot, seen_by
from lantern.server.bots.workers import Unwatched
from lantern.server.live.hub import Hub
from lantern.server.live.table_service import LEASE_MS, TableService
from lantern.server.metrics import Metrics
from lantern.server.tables import decisions
from lantern.server.tables.table import Table

log = structlog.get_logger()


class BotRunner:
    """Sees to the bots of all tables. A table that fails here is taken up again when its lease has run out."""

    def __init__(self, tables: TableService, hub: Hub, thinkers: Thinkers, metrics: Metrics) -> None:
        self._tables = tables
        self._hub = hub
        self._thinkers = thinkers
        self._metrics = metrics
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """The tables under way whose watchers have changed meanwhile."""
        self._failed: dict[str, int] = {}
        """[table] when something failed there that may be tried again."""

    def consider(self, table_id: str) -> None:
        """See whether a bot is to move at a table, and let it."""
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._play(table_id))

    def watched(self, table_id: str) -> None:
        """Others watch a table than before: bots among themselves may go on there."""
        if table_id in self._tasks:
            self._again.add(table_id)
        else:
            self._tasks[table_id] = asyncio.create_task(self._play(table_id, resumes=True))

    def retry(self) -> None:
        """Go on where something failed a while ago and bots are among themselves: such tables have no lease."""
        before = self._tables.now() - LEASE_MS
        for table_id in [table_id for table_id, at in self._failed.items() if at <= before]:
            del self._failed[table_id]
            if self._hub.plays(table_id):
                self.watched(table_id)

    async def _play(self, table_id: str, resumes: bool = False) -> None:
        try:
            if not resumes or await self._are_alone(table_id):
                while await self._move_one(table_id):
                    pass
        except Closed:
            self._again.clear()
        except LanternError as error:
            log.warning("bot_waits", table=table_id, error=str(error))
            self._failed[table_id] = self._tables.now()
        except Exception:
            log.exception("bot_failed", table=table_id)
            self._failed[table_id] = self._tables.now()
        finally:
            del self._tasks[table_id]
        if table_id in self._again:
            self._again.discard(table_id)
            self.watched(table_id)

    async def _are_alone(self, table_id: str) -> bool:
        async with self._tables.at(table_id) as table:
            return table.bots_alone

    async def _move_one(self, table_id: str) -> bool:
        """Let the bot that is to move at a table do so; whether there was one that may."""
        async with self._tables.at(table_id) as table:
            bot, seat, version = table.bot_to_act, table.to_act, table.version
            if bot is None or seat is None:
                return False
            claim = self._claim(table)
            if claim.watched is not None and not claim.watched():
                return False
            game = table.game
            seen = seen_by(table.running_match, seat - 1, known_bot(game, bot))
        try:
            thought = await self._thinkers.choose(
                game, bot, seen, claim, lambda loads: self._hub.prepares(table_id, bot, loads)
            )
        except Unwatched:
            return False
        self._metrics.bot_moves.labels(game.name, thought.bot.partition(":")[0], thought.trouble or "").inc()
        await self._tables.act(
            table_id,
            lambda now: decisions.move_bot(now, version, thought.action, thought.bot, thought.trouble),
        )
        return True

    def _claim(self, table: Table) -> Claim:
        """Bots think in the name of the host."""
        table_id = table.setting.table
        watched = partial(self._hub.plays, table_id) if table.bots_alone else None
        return Claim(table.host, table_id, MOVES, watched)

    async def close(self) -> None:
        """Wait for what is under way; the thinkers are closed already."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
