"""The tables that HAN's expert has an instinct for: those of both maps for up to four, with and without variants."""

from __future__ import annotations

import numpy as np

from lantern.games.han.board import ALLIANCES, MOST_SEATS, PROVINCES, SPACES
from lantern.games.han.maps import MAP_NAMES, board_of
from lantern.games.han.state import State
from lantern.kernel.rule import rule
from lantern.players.instinct import instinct_of
from lantern.players.search import NONE

NETS = (
    "2-ways-of-diplomacy",
    "2-ways-of-diplomacy-market-places",
    "3-ways-of-diplomacy",
    "4-ways-of-diplomacy",
    "3-border-disputes",
    "4-border-disputes",
)
"""Nets by the tables they were trained at. A variant that has none of its own was trained together with its map."""


def net_of(name: str, seats: int, market_places: bool) -> int:
    """The net for a map and as many seats, NONE if none was trained for them."""
    usual = f"{seats}-{name}"
    for trained in (f"{usual}-market-places", usual) if market_places else (usual,):
        if trained in NETS:
            return NETS.index(trained)
    return NONE


BOARDS = tuple(map(board_of, MAP_NAMES))
ROADS = np.array([[board.joined(space) for space in range(SPACES)] for board in BOARDS], np.int64)
AREAS = np.array([[board.area(province) for province in range(PROVINCES)] for board in BOARDS], np.int64)
COLOURS = np.array([[province.colour for province in board.provinces] for board in BOARDS], np.int64)
ALLIED = np.array([board.alliances for board in BOARDS], np.int64)
PORTS = np.array([board.ports for board in BOARDS], np.int64)
NET_OF = np.array(
    [[[net_of(name, seats, more) for more in (False, True)] for seats in range(MOST_SEATS + 1)] for name in MAP_NAMES]
)


@rule
def is_played_on(state: State, number: int) -> bool:
    """Whether it is played on one of the maps of the box: a user's own may be much like it."""
    same = state.ports == PORTS[number]
    for space in range(SPACES):
        same = same and state.road[space] == ROADS[number, space]
    for province in range(PROVINCES):
        same = same and state.area[province] == AREAS[number, province]
        same = same and state.colour[province] == COLOURS[number, province]
    for alliance in range(ALLIANCES):
        for side in range(2):
            same = same and state.alliance[alliance, side] == ALLIED[number, alliance, side]
    return bool(same)


@rule
def table(state: State) -> int:
    """The net that serves a table, NONE if none does."""
    for number in range(len(PORTS)):
        if is_played_on(state, number):
            return int(NET_OF[number, state.seats, state.market_places])
    return NONE


INSTINCT = instinct_of("han", NETS, table)
