"""The keeper lets bots move: at every table at which one is to, one thought at a time."""

from __future__ import annotations

import asyncio

import structlog

from lantern.kernel.errors import LanternError
from lantern.server import decisions
from lantern.server.desk import Desk
from lantern.server.live import Hub
from lantern.server.metrics import Metrics
from lantern.server.thinking import Closed, Thinkers, known_bot, seen_by

log = structlog.get_logger()


class Keeper:
    """Sees to the bots of all tables. A table that fails here is taken up again when its lease has run out."""

    def __init__(self, desk: Desk, hub: Hub, thinkers: Thinkers, metrics: Metrics) -> None:
        self._desk = desk
        self._hub = hub
        self._thinkers = thinkers
        self._metrics = metrics
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def consider(self, table_id: str) -> None:
        """See whether a bot is to move at a table, and let it."""
        if table_id not in self._tasks:
            task = asyncio.create_task(self._play(table_id))
            self._tasks[table_id] = task

    async def _play(self, table_id: str) -> None:
        try:
            while await self._move_one(table_id):
                pass
        except Closed:
            pass
        except LanternError as error:
            log.warning("bot_waits", table=table_id, error=str(error))
        except Exception:
            log.exception("bot_failed", table=table_id)
        finally:
            del self._tasks[table_id]

    async def _move_one(self, table_id: str) -> bool:
        """Let the bot that is to move at a table do so; whether there was one."""
        async with self._desk.at(table_id) as table:
            bot, seat, version = table.bot_to_act, table.to_act, table.version
            if bot is None or seat is None:
                return False
            game = table.game
            seen = seen_by(table.running_match, seat - 1, known_bot(game, bot))
        thought = await self._thinkers.choose(game, bot, seen, lambda loads: self._hub.prepares(table_id, bot, loads))
        self._metrics.bot_moves.labels(game.name, thought.bot.partition(":")[0], thought.trouble or "").inc()
        await self._desk.act(
            table_id,
            lambda now: decisions.move_bot(now, version, thought.action, thought.bot, thought.trouble),
        )
        return True

    async def close(self) -> None:
        """Wait for what is under way; the thinkers are closed already."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
