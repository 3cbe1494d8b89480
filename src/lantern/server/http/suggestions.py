"""Suggestions: what a strong player would do in somebody's place, on what he has seen.

A page asks twice at once: a quick player, who answers while one still looks, and the strong one, who takes his time.
"""

from __future__ import annotations

from lantern.kernel.contract import Json
from lantern.kernel.game import Game, Match
from lantern.players import levels
from lantern.players.advice.judge import Judgement
from lantern.players.compiling import JUDGE
from lantern.server.bots import thinking
from lantern.server.bots.fair_queue import SUGGESTIONS, Claim
from lantern.server.bots.thinking import Closed, NoJudgement, answers_at_once, known_bot, seen_by
from lantern.server.bots.workers import aside
from lantern.server.errors import Denied
from lantern.server.http.services import Services
from lantern.server.tables import decisions, views


async def suggestion(
    services: Services, table_id: str, guest: str, seat: int, expected_version: int, quick: bool, language: str
) -> Json:
    """A suggestion for a seat that is to act at a table with bots only; `Denied` if there is none."""
    async with services.tables.at(table_id) as table:
        decisions.check_suggestion(table, guest, seat, expected_version)
        version, match = table.version, table.running_match.copy()
    judgement = await judged(services, match, seat, Claim(guest, table_id, SUGGESTIONS), quick)
    async with services.tables.at(table_id) as table:
        decisions.check_suggestion(table, guest, seat, version)
        return await aside(views.suggestion, table, seat, judgement, language)


async def judged(services: Services, match: Match, seat: int, claim: Claim, quick: bool = False) -> Judgement:
    """What is thought of a match, by the strong player or a quick one; `Denied` if nothing can be said."""
    think = _quickly if quick else _strongly
    try:
        return await think(services, match, seat - 1, claim)
    except Closed:
        raise Denied("unavailable") from None
    except NoJudgement as error:
        raise Denied("no_suggestion") from error


async def _strongly(services: Services, match: Match, index: int, claim: Claim) -> Judgement:
    """What the judge thinks, who may have to be compiled first."""
    game = match.game
    seen = seen_by(match, index, thinking.judge_of(game))

    def tell(loads: bool) -> None:
        if claim.table:
            services.hub.prepares(claim.table, JUDGE, loads)

    return await services.thinkers.judge(game, seen, index, claim, tell)


async def _quickly(services: Services, match: Match, index: int, claim: Claim) -> Judgement:
    """What the best of those would do who answer at once; he weighs nothing."""
    bot = quick_player(match.game)
    seen = seen_by(match, index, known_bot(match.game, bot))
    thought = await services.thinkers.choose(match.game, bot, seen, claim)
    if thought.trouble is not None:
        raise NoJudgement(thought.trouble)
    return Judgement(thought.action, {}, [], stood_in=True)


def quick_player(game: Game) -> str:
    """The best of a game's bots that answer at once."""
    return [name for name in levels(game) if answers_at_once(game, name)][-1]
