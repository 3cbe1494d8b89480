"""Positions that somebody composes: what is wrong with one, and how one that can be played looks."""

from __future__ import annotations

from dataclasses import dataclass

from lantern.kernel.chance import Seed, new_key
from lantern.kernel.composing import spoken_of
from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput
from lantern.kernel.game import Game, Match
from lantern.kernel.options import shown
from lantern.players.advice.judge import is_judged
from lantern.server.errors import Denied
from lantern.server.tables.views import actions_of


@dataclass(frozen=True)
class Composition:
    """What somebody has composed, or wants to begin with: a position, a moment of a saved match, or a deal."""

    position: Json | None = None
    saved: str | None = None
    until: int | None = None
    """After how many of its actions; after all of them if None."""
    deal: Json | None = None
    """Options of a game that is to be dealt."""
    seed: Seed | None = None
    seat: int | None = None
    """With whose eyes it is looked at; None is the seat to act, or the first."""
    whole: bool = False
    """Whether the board and what can be set are wanted too."""


def composed(game: Game, asked: Composition, language: str) -> Json:
    """A composed position as it looks, or what is wrong with it in a reader's language."""
    try:
        match = match_of(game, asked)
    except BadInput as fault:
        if asked.position is None:
            raise Denied("bad_saved" if asked.saved is not None else "bad_options", reason=fault) from None
        return _faulty(game, asked, fault, language)
    return {**_looks(match, asked.seat), **_surroundings(match, asked.whole), "faults": []}


def match_of(game: Game, asked: Composition) -> Match:
    """The match that begins with what was composed; `BadInput` if that can't be played."""
    seed = asked.seed if asked.seed is not None else new_key()
    if asked.position is not None:
        return game.position(asked.position, seed)
    if asked.deal is not None:
        return game.position(game.match(seed=seed, **asked.deal).reveal(), seed)
    return game.position(_moment(game, asked).reveal(), seed)


def _moment(game: Game, asked: Composition) -> Match:
    match = game.load(asked.saved or "")
    if asked.until is None:
        return match
    if asked.until > match.ply:
        raise Denied("no_ply")
    return match.earlier(asked.until)


def _looks(match: Match, seat: int | None) -> Json:
    """How a position looks to somebody who may see everything, and what may be done in it."""
    players = match.options["players"]
    eyes = seat if seat is not None and seat <= players else match.to_act or 1
    return {
        "position": match.reveal(),
        "saved": match.save(),
        "seat": eyes,
        "to_act": match.to_act,
        "view": match.view(eyes),
        "actions": actions_of(match),
        "can_suggest": match.to_act is not None and is_judged(match.game),
    }


def _surroundings(match: Match, whole: bool) -> Json:
    """The options of a match and, where the whole is wanted, its board and what can be set."""
    return {
        "options": shown(match.options),
        "board": match.board() if whole else None,
        "parts": [*match.game.parts(match.options)] if whole else None,
    }


NOTHING: Json = {
    "position": None,
    "saved": None,
    "seat": 1,
    "to_act": None,
    "view": None,
    "actions": [],
    "can_suggest": False,
}
"""How a position looks that can't be played."""


def _faulty(game: Game, asked: Composition, fault: BadInput, language: str) -> Json:
    """What is wrong with a position; its options may be right nevertheless."""
    told = {"message": fault.told(language), "key": str(fault.args[0]), "part": spoken_of(fault, asked.position or {})}
    nothing: Json = NOTHING | {"options": {}, "board": None, "parts": None, "faults": [told]}
    try:
        options = game.options(**(asked.position or {})["options"])
    except (BadInput, KeyError, TypeError):
        return nothing
    if not asked.whole:
        return nothing | {"options": shown(options)}
    return nothing | _surroundings(Match(game, options, 0), whole=True)
