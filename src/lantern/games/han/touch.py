"""The things on the table that an action involves, by their ids."""

from __future__ import annotations

from lantern.games.han.actions import (
    DISCARD,
    DRAW_CARD,
    EMISSARY,
    TAKE,
    card_names,
    cards_of,
    piece_of,
    space_and_way,
)
from lantern.games.han.board import COLOUR_NAMES, COLOURS, Board
from lantern.games.han.state import State


def touch(board: Board, state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: the piece, the place, and the cards that pay."""
    if action >= DRAW_CARD:
        return ("deck",) if action == DRAW_CARD else ("end",)
    if action >= TAKE:
        return (f"display:{COLOUR_NAMES[action - TAKE]}",)
    if action >= DISCARD:
        return ("discard", f"hand:{COLOUR_NAMES[action - DISCARD]}")
    cards = tuple(f"hand:{name}" for name in card_names(cards_of(board, action)))
    if action >= EMISSARY:
        return ("emissary", f"dragon:{board.provinces[(action - EMISSARY) // COLOURS].id}", *cards)
    space = board.spaces.get(space_and_way(action)[0])
    return (piece_of(board, action), f"space:{space.id if space else None}", *cards)
