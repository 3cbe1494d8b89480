"""The toy's tables, and short ways to bring a match of it somewhere."""

from __future__ import annotations

from typing import Any

from lantern import Match
from lantern.kernel.game import Game
from tests.tables import Table, tables_of
from tests.toy import SHEET

TOY = Game(SHEET)
TABLES: list[Table] = list(dict.fromkeys(tables_of(TOY)))
IN_ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9]

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
