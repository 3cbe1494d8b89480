"""The things on the table that an action involves, by their ids."""

from __future__ import annotations

from tests.toy.actions import DRAW, END_TURN
from tests.toy.state import State


def touch(state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: a square, the deck, or the end of the turn."""
    if action == DRAW:
        return ("deck",)
    return ("end_turn",) if action == END_TURN else (f"square:{action + 1}",)
