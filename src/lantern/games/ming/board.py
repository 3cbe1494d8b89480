"""The material of Ming Dynastie: the map, cards, tiles and points, as tables that the rules read.

Districts are numbered in the order of the map, three to a province: W1 W2 W3 O1 … B3. Cards are the six symbols and
the dragon. Owners of members are the seats and, with two players, the neutral family.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Literal

import numpy as np


def read_data(name: str) -> Any:
    """A file of the game's data."""
    return json.loads((files(__package__) / "data" / f"{name}.json").read_text("utf-8"))


MAP, COMPONENTS = read_data("map"), read_data("components")

Province = Literal["white", "orange", "green", "pink", "yellow", "blue"]
PROVINCE_NAMES: tuple[Province, ...] = tuple(MAP["province_order"])
PROVINCES = len(PROVINCE_NAMES)
DISTRICT_NAMES: tuple[str, ...] = tuple(district["id"] for district in MAP["districts"])
DISTRICTS = len(DISTRICT_NAMES)
OF_A_PROVINCE = DISTRICTS // PROVINCES
"""Districts of a province."""

Symbol = Literal["junk", "horse", "rickshaw", "sedan", "ox", "camel"]
SYMBOL_NAMES: tuple[Symbol, ...] = tuple(COMPONENTS["symbols"])
SYMBOLS = len(SYMBOL_NAMES)
DRAGON = SYMBOLS
Card = Symbol | Literal["dragon"]
CARD_NAMES: tuple[Card, ...] = (*SYMBOL_NAMES, "dragon")
CARD_KINDS = len(CARD_NAMES)
OF_A_SYMBOL: int = COMPONENTS["cards_of_a_symbol"]
CARDS = SYMBOLS * OF_A_SYMBOL
"""Movement cards."""
DRAGONS: int = COMPONENTS["dragons"]
HAND_SIZE: int = COMPONENTS["hand"]
NO_CARD = -1
UNKNOWN = -2

MOST_SEATS = 4
NEUTRAL = MOST_SEATS
OWNERS = MOST_SEATS + 1
"""Those who have members: the seats, and the neutral family."""
NOBODY = -1
NOWHERE = -1
NONE = -1

TILES: int = COMPONENTS["tiles_of_a_colour"]
MEMBERS: int = COMPONENTS["members"]
MEMBERS_A_ROUND: int = COMPONENTS["members_a_round"]
MOST_DEPLOYED: int = COMPONENTS["most_deployed"]
ROUNDS: int = COMPONENTS["rounds"]
MOST_RETURNED: int = sum(COMPONENTS["return_cards"])
"""The highest sum of return cards; every smaller one can be made, too."""

SCORINGS = len(COMPONENTS["scorings"])
MAJORITY: int = COMPONENTS["majority"]
MONASTERY: int = COMPONENTS["monastery"]
SET_OF_FIVE: int = COMPONENTS["set_of_five"]
SINGLE_TILE: int = COMPONENTS["single_tile"]

NEUTRALS: int = COMPONENTS["neutrals"]["members"]
NEUTRALS_A_SEAT: int = COMPONENTS["neutrals"]["a_seat"]
MOST_NEUTRALS: int = COMPONENTS["neutrals"]["most_in_a_district"]
"""Neutral members that may be placed in a district."""


def _check_counts() -> None:
    """The map and the components fit the counts of the rules (MING-1)."""
    counts = {
        "provinces": (PROVINCES, 6),
        "districts": (DISTRICTS, 18),
        "borders": (len(MAP["borders"]), 42),
        "movement cards": (CARDS, 54),
        "sums of return cards": (MOST_RETURNED, 6),
        "rounds": (ROUNDS, 6),
        "members": (MEMBERS, MEMBERS_A_ROUND * ROUNDS),
    }
    for what, (found, expected) in counts.items():
        if found != expected:
            raise ValueError(f"ming: {found} {what}, not {expected}")
    expected_provinces = [name for name in PROVINCE_NAMES for _ in range(OF_A_PROVINCE)]
    if [district["province"] for district in MAP["districts"]] != expected_provinces:
        raise ValueError("ming: the districts do not come three to a province, in the order of the provinces")


def _read_borders() -> list[list[int]]:
    """[district][district] the symbol on their border, NO_CARD where they have none, checked (MING-1.2)."""
    long_names = list(COMPONENTS["symbols"].values())
    symbols = [[NO_CARD] * DISTRICTS for _ in range(DISTRICTS)]
    for border in MAP["borders"]:
        one, other = (DISTRICT_NAMES.index(name) for name in border["between"])
        symbols[one][other] = symbols[other][one] = long_names.index(border["symbol"])
    for number, name in enumerate(long_names):
        found = sum(symbol == number for row in symbols for symbol in row) // 2
        if found != len(MAP["borders"]) // SYMBOLS:
            raise ValueError(f"ming: {found} borders with {name}, not {len(MAP['borders']) // SYMBOLS}")
    return symbols


_check_counts()
BORDERS = _read_borders()
BORDER = np.array(BORDERS, np.int64)
"""[district, district] the symbol on their border, NO_CARD where they have none."""
NEIGHBOURS = np.array([sum(1 << other for other in range(DISTRICTS) if row[other] >= 0) for row in BORDERS], np.int64)
"""[district] the set of districts it borders on."""
SET_POINTS = np.array([scoring["set"] for scoring in COMPONENTS["scorings"]], np.int64)
"""[scoring] points for tiles of all six colours (MING-7.3)."""
PALACE_POINTS = np.array([scoring["palace"] for scoring in COMPONENTS["scorings"]], np.int64)
"""[scoring] points for a member still in the city (MING-7.5)."""


def neighbours_of(district: int) -> list[int]:
    """The districts that a district borders on."""
    return [other for other, symbol in enumerate(BORDERS[district]) if symbol != NO_CARD]
