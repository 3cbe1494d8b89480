"""Suggestions: what a strong player would do in somebody's place, on what he has seen.

A page asks twice at once: a quick player, who answers while one still looks, and the strong one, who takes his time.
With partners who take everything at its word they would count on what is not meant: there such a one is asked alone.
"""

from __future__ import annotations

from dataclasses import replace

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
from lantern.server.tables.table import Table


async def suggestion(
    services: Services, table_id: str, guest: str, seat: int, expected_version: int, quick: bool, language: str
) -> Json:
    """A suggestion for a seat that is to act at a table with bots only; `Denied` if there is none."""
    async with services.tables.at(table_id) as table:
        decisions.check_suggestion(table, guest, seat, expected_version)
        version, match, literal = table.version, table.running_match.copy(), literal_partner(table, seat)
    claim = Claim(guest, table_id, SUGGESTIONS)
    judgement = await judged(services, match, seat, claim, quick, literal)
    async with services.tables.at(table_id) as table:
        decisions.check_suggestion(table, guest, seat, version)
        return await aside(views.suggestion, table, seat, judgement, language)


def literal_partner(table: Table, seat: int) -> str | None:
    """The bot that sits on all other seats, if it takes its partners at their word."""
    names = {one.bot for one in table.seats if one.number != seat}
    name = names.pop() if len(names) == 1 else None
    found = None if name is None else known_bot(table.game, name)
    return name if found is not None and found.literal else None


async def judged(
    services: Services, match: Match, seat: int, claim: Claim, quick: bool = False, literal: str | None = None
) -> Judgement:
    """What is thought of a match, by the strong player or a quick one, or by one who takes all at its word.

    `Denied` if nothing can be said.
    """
    try:
        if literal is not None:
            return replace(await _by(services, match, seat - 1, claim, literal), stood_in=False)
        if quick:
            return await _by(services, match, seat - 1, claim, quick_player(match.game))
        return await _strongly(services, match, seat - 1, claim)
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


async def _by(services: Services, match: Match, index: int, claim: Claim, bot: str) -> Judgement:
    """What a bot would do that answers at once, and weighs nothing."""
    seen = seen_by(match, index, known_bot(match.game, bot))
    thought = await services.thinkers.choose(match.game, bot, seen, claim)
    if thought.trouble is not None:
        raise NoJudgement(thought.trouble)
    return Judgement(thought.action, {}, [], stood_in=True)


def quick_player(game: Game) -> str:
    """The best of a game's bots that answer at once."""
    return [name for name in levels(game) if answers_at_once(game, name)][-1]
