"""What no game exceeds, worked out from the rules clause by clause."""

from __future__ import annotations

from lantern.games.han.state import State


def longest(state: State) -> int:
    """Six decisions for every card, less three a seat.

    All that is ever drawn is the deck twice, less the hands dealt. A turn plays at least one card; it has at most one
    placement for each card it plays, one decision that ends it, and one draw for each card (HAN-2, 8).
    """
    cards, seats = sum(state.copies[:].tolist()), state.seats
    drawn = 2 * cards - 3 * seats
    return int(drawn + 2 * (drawn + 3 * seats))
