"""The things on the table that an action involves, by their ids."""

from __future__ import annotations

from lantern.games.hanabi.actions import DISCARD, HINT, PASS, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.board import HINT_NAMES, HINTS, KIND_NAMES
from lantern.games.hanabi.state import State


def touch(state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: cards, seats, hints, kinds among the discards, and the deed itself."""
    seat = int(state.to_act) + 1
    if action < HINT:
        return (f"card:{seat}.{action % DISCARD + 1}", "play" if action < DISCARD else "discard")
    if action < PASS:
        to, hint = divmod(action - HINT, HINTS)
        return (f"seat:{to + 1}", f"hint:{HINT_NAMES[hint]}")
    if action >= REKINDLE_CARD:
        return (f"discard:{KIND_NAMES[action - REKINDLE_CARD]}", "rekindle")
    if action >= RETURN_CARD:
        return (f"discard:{KIND_NAMES[action - RETURN_CARD]}", "return")
    return ("pass" if action == PASS else "decline",)
