"""What a search knows of HAN: policy nets, or `greedy` as the light player and its profits as first guesses."""

from __future__ import annotations

from lantern.games.han.actions import DISCARD, DRAW_CARD, END_TURN, TAKE
from lantern.games.han.board import COLOURS
from lantern.games.han.state import State
from lantern.kernel.contract import Json
from lantern.kernel.rule import rule
from lantern.players.han.features import features
from lantern.players.han.greedy import greedy, profit, worth_of_colour
from lantern.players.han.policy_net import POLICY_NETS
from lantern.players.search.tree import Guide, tables_for

SCALE = 20.0
"""Tenths of a point that make an action e times as promising."""


@rule
def prior(state: State, action: int) -> float:
    """How promising a legal action looks: a placement's profit, the worth of a card's colour."""
    if action < DISCARD:
        return profit(state, action) / SCALE
    if action == DRAW_CARD:
        return usual_worth(state) / SCALE
    if TAKE <= action < DRAW_CARD:
        return worth_of_colour(state, action - TAKE, 1) / SCALE
    if action == END_TURN:
        return 0.0
    return -worth_of_colour(state, action - DISCARD, 2) / SCALE


@rule
def usual_worth(state: State) -> float:
    """What a blind card is worth, all colours being as likely."""
    worth = 0
    for colour in range(COLOURS):
        worth += worth_of_colour(state, colour, 1)
    return worth / COLOURS


GUIDE = Guide(greedy, prior, features, POLICY_NETS)
TABLES: tuple[Json, ...] = (
    {"players": 2},
    {"players": 2, "market_places": True},
    {"players": 3},
    {"players": 3, "fortifications": True},
    {"players": 3, "map": "ways-of-diplomacy"},
    {"players": 3, "map": "ways-of-diplomacy", "market_places": True},
    {"players": 4},
    {"players": 4, "fortifications": True},
    {"players": 4, "map": "ways-of-diplomacy"},
    {"players": 4, "map": "ways-of-diplomacy", "market_places": True},
    {"players": 5},
    {"players": 5, "fortifications": True},
)
"""The tables it is trained at."""
MEASURED: tuple[Json, ...] = (
    *tables_for((3, 4, 5), map="border-disputes"),
    *tables_for((2, 3, 4), map="ways-of-diplomacy"),
    *tables_for((3, 4, 5), map="border-disputes", fortifications=True),
    *tables_for((2, 3, 4), map="ways-of-diplomacy", market_places=True),
)
"""The tables its bots are measured at: every number of players with every variant."""
