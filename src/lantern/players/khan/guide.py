"""What the search is told of Khan: which actions look promising, and what a position is worth."""

from __future__ import annotations

import numpy as np

from lantern.games.khan import actions, board, conquest, phases, squares
from lantern.games.khan.legality import symbols_held, ways_to_invade
from lantern.games.khan.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.contract import Json
from lantern.kernel.rule import rule
from lantern.players.khan.features import beside, both, either, features, touches
from lantern.players.khan.greedy import greedy
from lantern.players.search.tree import Guide, tables_for

# What things are worth in a choice, one being a factor of e.
POINT = 0.5
JOINED = 0.2
"""For every square by which a territory grows."""
OWN_YURT = -0.3
"""For every own yurt that a piece takes up."""
TAKEN_YURT = 0.15
"""For every yurt of others that does not share in it."""
GIVEN_POINT = -0.2
"""For every point that others get who share it."""
HOPED_POINT = 0.35
"""For every point of a piece that a yurt makes possible."""
BESIDE_TERRITORY = 0.3
BESIDE_ROOM = 0.1
BESIDE_RULER = 0.3
"""What else is beside a yurt that is put."""
A_YURT = 1.0
DEARER_CARD = -1.5
"""A card for more squares than another that would do."""
JOKER_CARD = -0.4
WITH_BOTH_ACTIONS = -1.0
DRIVEN = 0.0
HOPES = np.array([0.0, 0.0, 2.0, 4.0, 6.0, 9.0])
"""[squares] points of a piece."""


@rule
def prior(state: State, action: int) -> float:
    """How promising a legal action looks."""
    if actions.CONQUER <= action < actions.ANYWHERE:
        return worth_of_conquest(state, action - actions.CONQUER)
    if action < actions.YURT:
        return worth_beside(state, squares.land_at((action - actions.RULER) % board.LANDS))
    if action < actions.INVADE:
        return worth_beside(state, squares.land_at(action - actions.YURT))
    if action < actions.DRIVE:
        square = squares.land_at((action - actions.INVADE) // actions.WAYS)
        return worth_of_yurt(state, square) + worth_of_card(state, square, (action - actions.INVADE) % actions.WAYS)
    if action < actions.CONQUER:
        return worth_of_flight(state, state.ruler[action - actions.DRIVE])
    if action < actions.DISCARD:
        square = squares.land_at(action - actions.ANYWHERE)
        dearer = DEARER_CARD if ways_to_invade(square, symbols_held(state, state.turn)) != 0 else 0.0
        return worth_of_yurt(state, square) + WITH_BOTH_ACTIONS + dearer
    return worth_of_rest(state, action)


@rule
def worth_of_card(state: State, square: int, way: int) -> float:
    """What it costs to give up a card: the one for the fewest squares is the cheapest."""
    cheaper = ways_to_invade(square, symbols_held(state, state.turn)) & ((1 << way) - 1)
    return (DEARER_CARD if cheaper != 0 else 0.0) + (JOKER_CARD if way == actions.BY_JOKER else 0.0)


@rule
def worth_of_rest(state: State, action: int) -> float:
    """Discards, special cards, answers and passing."""
    if action <= actions.STOP:
        return 0.5 if action == actions.STOP else 0.0
    if action == actions.PASS:
        return 1.0 if state.phase != phases.FINAL else 0.0
    if action >= actions.CONSENT_GIVEN:
        return 1.0 if action == actions.CONSENT_GIVEN else 0.0
    if action == actions.MORALE_CARD:
        return 1.5
    if action == actions.PATRONAGE_CARD:
        return 1.0
    return 0.0 if action < actions.RESERVE else -2.0


@rule
def worth_of_conquest(state: State, site: int) -> float:
    """Points of a piece, how it joins one's territory, and what it costs oneself and others."""
    form = conquest.form_of(site)
    anchor = conquest.anchor_of(site)
    seat = state.turn
    counts = conquest.yurts_under(state, form, anchor)
    sharers = conquest.sharers_of(state, counts)
    share = count_bits(sharers)
    points = (int(board.POINTS_OF[conquest.type_of(form)]) + share - 1) // share
    own = conquest.count_of(counts, seat)
    others = 0
    for other in range(state.seats):
        others += conquest.count_of(counts, other)
    worth = POINT * points + OWN_YURT * own + TAKEN_YURT * (others - own * share) + GIVEN_POINT * points * (share - 1)
    return worth + (JOINED * conquest.cells_of(form) if touches(state, seat, form, anchor) else 0.0)


@rule
def worth_of_yurt(state: State, square: int) -> float:
    """What an own yurt on an empty square is worth: the points of a piece that it makes possible, and what is near."""
    group = group_at(state, square)
    own = conquest.count_of(group, state.turn)
    hope = hope_of(state, group, 1, 0) - (hope_of(state, group, 0, 0) if own > 0 else 0.0)
    return A_YURT + HOPED_POINT * hope + worth_beside(state, square)


@rule
def worth_of_flight(state: State, square: int) -> float:
    """What the neutral yurt is worth that a ruler leaves on his square, to who has yurts beside."""
    group = group_at(state, square)
    if conquest.count_of(group, state.turn) == 0:
        return DRIVEN
    return DRIVEN + HOPED_POINT * (hope_of(state, group, 0, 1) - hope_of(state, group, 0, 0))


@rule
def hope_of(state: State, group: int, own_more: int, neutral_more: int) -> float:
    """About what a piece over a group of yurts would bring, with some yurts more."""
    own = conquest.count_of(group, state.turn) + own_more
    rival = 0
    for seat in range(state.seats):
        if seat != state.turn:
            rival = max(rival, conquest.count_of(group, seat))
    size = own + conquest.count_of(group, board.NEUTRAL) + neutral_more + min(own, rival)
    points = float(HOPES[min(size, board.MOST_CELLS)])
    return points if own > rival else 0.7 * points


@rule
def group_at(state: State, square: int) -> int:
    """How many yurts of each owner stand two steps from a square at most, along yurts, as in a count under a form."""
    chunk = square // board.CHUNK
    here = squares.bit_of(square)
    start = (here if chunk == 0 else 0, here if chunk == 1 else 0, here if chunk == 2 else 0)
    yurts = (state.yurts[0], state.yurts[1], state.yurts[2])
    first = both(beside(start), yurts)
    left = either(first, both(beside(first), yurts))
    group = 0
    while not squares.is_nowhere(left):
        group += 1 << conquest.NIBBLE * state.holder[squares.first_square(left)]
        left = squares.without_first(left)
    return group


@rule
def worth_beside(state: State, square: int) -> float:
    """What the squares beside one are worth to it, yurts apart."""
    worth = 0.0
    for side in range(0, 8, 2):
        other = square + board.STEP[side]
        if 0 <= other < board.SQUARES and squares.landscape_of(other) != board.NO_SQUARE:
            worth += worth_of_neighbour(state, other)
    return worth


@rule
def worth_of_neighbour(state: State, square: int) -> float:
    """What a square without a yurt is worth to one beside it."""
    chunk = square // board.CHUNK
    if state.territory[state.turn, chunk] & squares.bit_of(square) != 0:
        return BESIDE_TERRITORY
    if state.holder[square] != board.NOBODY or state.covered[chunk] & squares.bit_of(square) != 0:
        return 0.0
    if state.empty[chunk] & squares.bit_of(square) != 0 or squares.landscape_of(square) == board.RIVER:
        return BESIDE_ROOM
    return BESIDE_RULER


GUIDE = Guide(greedy, prior, features)
TABLES: tuple[Json, ...] = (
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 2, "place_rulers": True},
    {"players": 3, "place_rulers": True, "drive_out_home": False},
    {"players": 4, "drive_out_home": False},
)
"""The tables it is trained at."""
MEASURED: tuple[Json, ...] = (
    *tables_for((2, 3, 4)),
    *tables_for((2, 3, 4), place_rulers=True),
    *tables_for((2, 3, 4), drive_out_home=False),
)
"""The tables its bots are measured at: every number of players with every variant."""
