"""The tables that HAN's expert has a policy net for: those of both maps for up to four, with and without variants."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern.games.han.board import PROVINCES, SPACES, Board
from lantern.games.han.maps import MAP_NAMES, board_of
from lantern.games.han.state import State
from lantern.players.search.policy_net import policy_nets_of

NETS = (
    "2-ways-of-diplomacy",
    "2-ways-of-diplomacy-market-places",
    "3-ways-of-diplomacy",
    "4-ways-of-diplomacy",
    "3-border-disputes",
    "4-border-disputes",
)
"""Nets by the tables they were trained at. A variant that has none of its own was trained together with its map."""


def map_of(board: Board) -> tuple[NDArray[np.int64], ...]:
    """What makes a map: ports, roads, the spaces and colours of provinces, alliances."""
    roads = [board.joined(space) for space in range(SPACES)]
    areas = [board.area(province) for province in range(PROVINCES)]
    colours = [province.colour for province in board.provinces]
    return tuple(np.array(part, np.int64) for part in (board.ports, roads, areas, colours, board.alliances))


MAPS = {name: map_of(board_of(name)) for name in MAP_NAMES}


def serving(state: State) -> str | None:
    """The net that serves a state's table, None if none does."""
    played_on: tuple[Any, ...] = state.ports, state.road, state.area, state.colour, state.alliance
    for name, parts in MAPS.items():
        if all(map(np.array_equal, played_on, parts)):  # a user's own map may be much like it
            usual = f"{state.seats}-{name}"
            wanted = (f"{usual}-market-places", usual) if state.market_places else (usual,)
            return next((trained for trained in wanted if trained in NETS), None)
    return None


POLICY_NETS = policy_nets_of("han", NETS, serving)
