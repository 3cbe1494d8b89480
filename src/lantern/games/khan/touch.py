"""The things on the table that an action involves, by their ids."""

from __future__ import annotations

from lantern.games.khan.actions import (
    ANYWHERE,
    CONQUER,
    CONSENT_GIVEN,
    CONSENT_REFUSED,
    DISCARD,
    DRIVE,
    GODS_CARD,
    GODS_REGION,
    INVADE,
    MORALE_CARD,
    PASS,
    PATRONAGE_CARD,
    RESERVE,
    RULER,
    STOP,
    WAYS,
    YURT,
    land_name,
    symbol_of_way,
)
from lantern.games.khan.board import (
    LANDS,
    REGION_NAMES,
    RULER_NAMES,
    SITE_SQUARES,
    SITE_TYPES,
    SYMBOL_NAMES,
    TYPE_NAMES,
    name_of,
)
from lantern.games.khan.state import State


def touch(state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: squares, cards, rulers, pieces."""
    if action < YURT:
        ruler, land = divmod(action - RULER, LANDS)
        return (f"ruler:{RULER_NAMES[ruler]}", f"square:{land_name(land)}")
    if action < INVADE:
        return ("yurt", f"square:{land_name(action - YURT)}")
    if action < DRIVE:
        land, way = divmod(action - INVADE, WAYS)
        return ("invade", f"card:{SYMBOL_NAMES[symbol_of_way(land, way)]}", f"square:{land_name(land)}")
    if action < CONQUER:
        return ("drive", f"ruler:{RULER_NAMES[action - DRIVE]}")
    if action < ANYWHERE:
        site = action - CONQUER
        return (
            f"piece:{TYPE_NAMES[SITE_TYPES[site]]}",
            *(f"square:{name_of(square)}" for square in SITE_SQUARES[site]),
        )
    if action < DISCARD:
        return ("anywhere", f"square:{land_name(action - ANYWHERE)}")
    if action < STOP:
        return ("discard", f"card:{SYMBOL_NAMES[action - DISCARD]}")
    if GODS_REGION <= action < RESERVE:
        return ("special:gods", f"region:{REGION_NAMES[action - GODS_REGION]}")
    if RESERVE <= action < CONSENT_GIVEN:
        return ("special:reconnaissance", f"piece:{TYPE_NAMES[action - RESERVE]}")
    cards = {MORALE_CARD: "special:morale", PATRONAGE_CARD: "special:patronage", GODS_CARD: "special:gods"}
    words = {STOP: "stop", CONSENT_GIVEN: "consent", CONSENT_REFUSED: "refuse", PASS: "pass"}
    return ((cards | words)[action],)
