"""Suggestions: what a strong player would do in somebody's place, on what he has seen."""

from __future__ import annotations

from lantern.kernel.contract import Json
from lantern.players.compiling import JUDGE
from lantern.server.bots import thinking
from lantern.server.bots.fair_queue import SUGGESTIONS, Claim
from lantern.server.bots.thinking import Closed, NoJudgement, seen_by
from lantern.server.bots.workers import aside
from lantern.server.errors import Denied
from lantern.server.http.services import Services
from lantern.server.tables import decisions, views


async def suggestion(
    services: Services, table_id: str, guest: str, seat: int, expected_version: int, language: str
) -> Json:
    """A suggestion for a seat that is to act at a table with bots only; `Denied` if there is none."""
    async with services.tables.at(table_id) as table:
        decisions.check_suggestion(table, guest, seat, expected_version)
        game, version = table.game, table.version
        seen = seen_by(table.running_match, seat - 1, thinking.judge_of(game))
    try:
        judgement = await services.thinkers.judge(
            game,
            seen,
            seat - 1,
            Claim(guest, table_id, SUGGESTIONS),
            lambda loads: services.hub.prepares(table_id, JUDGE, loads),
        )
    except Closed:
        raise Denied("unavailable") from None
    except NoJudgement as error:
        raise Denied("no_suggestion") from error
    async with services.tables.at(table_id) as table:
        decisions.check_suggestion(table, guest, seat, version)
        return await aside(views.suggestion, table, seat, judgement, language)
