"""Reviews of finished matches, worked out in the background: one at a time, and people take turns.

Who asks is answered at once; the database holds how far the work is, and in the end the review, the same for all. A
process that works on one has a lease: if it dies, another takes the review up again from the beginning.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import orjson
import structlog

from lantern.kernel.errors import LanternError
from lantern.kernel.game import Match
from lantern.players.advice.judge import Judgement
from lantern.players.advice.review import Question, questions, reviewed
from lantern.server.bots import thinking
from lantern.server.bots.fair_queue import REVIEWS, Claim
from lantern.server.bots.thinking import Closed, Thinkers
from lantern.server.bots.workers import aside
from lantern.server.errors import Denied
from lantern.server.live.table_service import TableService
from lantern.server.storage import records
from lantern.server.tasks import call_off

LEASE_MS = 150_000
"""How long other processes wait for one that works on a review; longer than a judge may think."""
MOST_TRIES = 3
"""How often a review is taken up again before it counts as failed."""
TELL_S = 0.5
"""How long the work goes on before the database is told how far it is."""

log = structlog.get_logger()


class Reviewer:
    """Works on the reviews that were asked for."""

    def __init__(self, tables: TableService, thinkers: Thinkers) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def look(self, alone: bool = False) -> None:
        """See whether there is a review to work on, unless one is being worked on; alone, also what others left."""
        if self._task is None and not self._closed:
            self._task = asyncio.create_task(self._work(alone))

    async def _work(self, alone: bool) -> None:
        try:
            while (claimed := await self._claim(alone)) is not None:
                await self._see_to(*claimed)
        except Closed:
            pass
        except LanternError as error:
            log.warning("review_waits", error=str(error))
        except Exception:
            log.exception("reviewer_failed")
        finally:
            self._task = None

    async def _claim(self, alone: bool) -> tuple[str, str] | None:
        """The table whose review is the next to be worked on, for nobody else for a while, and who asked for it."""
        now = self._tables.now()
        due_by = now + 2 * LEASE_MS if alone else now
        return await self._tables.store.run(
            lambda connection: records.claim_review(connection, now, due_by, now + LEASE_MS, MOST_TRIES)
        )

    async def _see_to(self, table_id: str, asker: str) -> None:
        """Work on a review; one that can't be made must not keep others waiting."""
        try:
            await self._review(table_id, asker)
        except (Closed, Denied):
            raise
        except Exception as error:
            log.warning("review_failed", table=table_id, error=f"{type(error).__name__}: {error}")
            await self._tables.store.run(lambda connection: records.fail_review(connection, table_id))

    async def _review(self, table_id: str, asker: str) -> None:
        async with self._tables.at(table_id) as table:
            match = table.running_match.copy()
        await self._thinkers.have_judge(match.game)
        asked = await aside(_questions, match)
        judgements = await self._judgements(Claim(asker, table_id, REVIEWS), match, asked)
        review = orjson.dumps(await aside(reviewed, match, asked, judgements)).decode()
        await self._tables.store.run(lambda connection: records.finish_review(connection, table_id, len(asked), review))

    async def _judgements(self, claim: Claim, match: Match, asked: Sequence[Question]) -> list[Judgement]:
        """What is thought of every decision; the database is told now and then how far the work is."""
        judgements: list[Judgement] = []
        told = float("-inf")
        for question in asked:
            if asyncio.get_running_loop().time() - told > TELL_S:
                await self._tell(claim.table, len(judgements), len(asked))
                told = asyncio.get_running_loop().time()
            judgements.append(await self._thinkers.judge(match.game, question.seen, question.seat, claim))
        return judgements

    async def _tell(self, table_id: str, done: int, total: int) -> None:
        due = self._tables.now() + LEASE_MS
        await self._tables.store.run(lambda connection: records.tell_review(connection, table_id, done, total, due))

    async def close(self) -> None:
        """Stop; what is unfinished is taken up again when a server runs."""
        self._closed = True
        await call_off(self._task)


def _questions(match: Match) -> list[Question]:
    return questions(match, thinking.judge_of(match.game).watches)
