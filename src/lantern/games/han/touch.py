"""The things on the table that an action involves, by their ids."""

from __future__ import annotations

from lantern.games.han import actions
from lantern.games.han.board import COLOUR_NAMES, COLOURS, Board
from lantern.games.han.state import State


def touch(board: Board, state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: the piece, the place, and the cards that pay."""
    if action >= actions.DRAW_CARD:
        return ("deck",) if action == actions.DRAW_CARD else ("end",)
    if action >= actions.TAKE:
        return (f"display:{COLOUR_NAMES[action - actions.TAKE]}",)
    if action >= actions.DISCARD:
        return ("discard", f"hand:{COLOUR_NAMES[action - actions.DISCARD]}")
    cards = tuple(f"hand:{name}" for name in actions.card_names(actions.cards_of(board, action)))
    if action >= actions.EMISSARY:
        return ("emissary", f"dragon:{board.provinces[(action - actions.EMISSARY) // COLOURS].id}", *cards)
    space = board.spaces.get(actions.space_and_way(action)[0])
    return (actions.piece_of(board, action), f"space:{space.id if space else None}", *cards)
