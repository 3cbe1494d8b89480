"""The things on the table that an action involves, by their ids."""

from __future__ import annotations

from lantern.games.khan import actions, board
from lantern.games.khan.state import State


def touch(state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: squares, cards, rulers, pieces."""
    if action < actions.YURT:
        ruler, land = divmod(action - actions.RULER, board.LANDS)
        return (f"ruler:{board.RULER_NAMES[ruler]}", f"square:{actions.land_name(land)}")
    if action < actions.INVADE:
        return ("yurt", f"square:{actions.land_name(action - actions.YURT)}")
    if action < actions.DRIVE:
        land, way = divmod(action - actions.INVADE, actions.WAYS)
        return (
            "invade",
            f"card:{board.SYMBOL_NAMES[actions.symbol_of_way(land, way)]}",
            f"square:{actions.land_name(land)}",
        )
    if action < actions.CONQUER:
        return ("drive", f"ruler:{board.RULER_NAMES[action - actions.DRIVE]}")
    if action < actions.ANYWHERE:
        site = action - actions.CONQUER
        return (
            f"piece:{board.TYPE_NAMES[board.SITE_TYPES[site]]}",
            *(f"square:{board.name_of(square)}" for square in board.SITE_SQUARES[site]),
        )
    if action < actions.DISCARD:
        return ("anywhere", f"square:{actions.land_name(action - actions.ANYWHERE)}")
    if action < actions.STOP:
        return ("discard", f"card:{board.SYMBOL_NAMES[action - actions.DISCARD]}")
    if actions.GODS_REGION <= action < actions.RESERVE:
        return ("special:gods", f"region:{board.REGION_NAMES[action - actions.GODS_REGION]}")
    if actions.RESERVE <= action < actions.CONSENT_GIVEN:
        return ("special:reconnaissance", f"piece:{board.TYPE_NAMES[action - actions.RESERVE]}")
    cards = {
        actions.MORALE_CARD: "special:morale",
        actions.PATRONAGE_CARD: "special:patronage",
        actions.GODS_CARD: "special:gods",
    }
    words = {
        actions.STOP: "stop",
        actions.CONSENT_GIVEN: "consent",
        actions.CONSENT_REFUSED: "refuse",
        actions.PASS: "pass",
    }
    return ((cards | words)[action],)
