"""The toy's tables, and short ways to bring a match of it somewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from lantern import BadInput, Match
from lantern.kernel.contract import Json, Option
from lantern.kernel.game import Game
from tests.tables import Table, tables_of
from tests.toy import SHEET

TOY = Game(SHEET)
REGISTERED = Path(__file__).parents[1] / "registered"
"""A folder on whose path the toy is installed, as far as metadata says so."""
TABLES: list[Table] = list(tables_of(TOY))
IN_ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9]

PRIZES = Option("prizes", "what squares are worth", default=None, choices=(None, "few", "many"), own="your own prizes")
OWN_PRIZES: Json = {"name": "corners", "squares": [1, 9]}


def settle(options: Json) -> Json:
    """More prizes for more players; two players with many prizes keep their stones apart."""
    prizes = options["prizes"]
    if prizes is None:
        prizes = "few" if options["players"] == 2 else "many"
    if isinstance(prizes, dict) and "squares" not in prizes:
        raise BadInput("prizes: they need 'squares'")
    if prizes == "many" and options["players"] == 2 and not options["apart"]:
        raise BadInput("prizes: two players with many prizes keep their stones apart")
    return options | {"prizes": prizes}


PRIZED = Game(replace(SHEET, options=(*SHEET.options, PRIZES), settle=settle))
"""The toy with an option that follows from others and takes data of a user's own."""

WHOLE_GAME = (
    "place 1, place 2, end turn, draw, place 3, place 5, end turn, place 4, end turn, place 6, place 7, end turn, "
    "place 8, place 9, end turn"
)
"""Two players with the cards in order: seat 1 holds 1 and 2, seat 2 holds 3 and 4 and draws 5. It ends 9 to 8."""


def begin(moves: str = "", players: int = 2, **chosen: Any) -> Match:
    """A match with the cards in order, played so far."""
    return play(TOY.match(players, **{"seed": 1, "deck": IN_ORDER, **chosen}), moves)


def play(match: Match, moves: str) -> Match:
    """Play actions with commas between them."""
    for action in filter(None, moves.split(", ")):
        match.play(action)
    return match
