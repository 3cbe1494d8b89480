"""The tables that HAN's expert has an instinct for."""

from __future__ import annotations

import numpy as np

from lantern.games.han.board import ALLIANCES, PROVINCES, SPACES
from lantern.games.han.maps import board_of
from lantern.games.han.state import State
from lantern.kernel.rule import rule
from lantern.players.instinct import instinct_of
from lantern.players.search import NONE

WAYS = board_of("ways-of-diplomacy")
ROADS = np.array([WAYS.joined(space) for space in range(SPACES)], np.int64)
AREAS = np.array([WAYS.area(province) for province in range(PROVINCES)], np.int64)
COLOURS = np.array([province.colour for province in WAYS.provinces], np.int64)
ALLIED = np.array(WAYS.alliances, np.int64)
PORTS = WAYS.ports


@rule
def is_ways_of_diplomacy(state: State) -> bool:
    """Whether it is played on that map: maps of a user's own may be much like it."""
    same = state.ports == PORTS
    for space in range(SPACES):
        same = same and state.road[space] == ROADS[space]
    for province in range(PROVINCES):
        same = same and state.area[province] == AREAS[province] and state.colour[province] == COLOURS[province]
    for number in range(ALLIANCES):
        same = (
            same and state.alliance[number, 0] == ALLIED[number, 0] and state.alliance[number, 1] == ALLIED[number, 1]
        )
    return same


@rule
def table(state: State) -> int:
    """The net that serves a table, NONE if none was trained for it."""
    if state.seats == 2 and not state.market_places and is_ways_of_diplomacy(state):
        return 0
    return NONE


INSTINCT = instinct_of("han", ("2-ways-of-diplomacy",), table)
