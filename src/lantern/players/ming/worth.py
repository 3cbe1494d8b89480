"""What members, tiles and monasteries are worth to a seat of Ming Dynastie, in tenths of a point.

Tiles are packed into one number, eight bits for each colour, so that those in prospect can be added to those in hand.
"""

from __future__ import annotations

import numpy as np

from lantern.games.ming import board
from lantern.games.ming.scoring import is_in_game, scoring_of
from lantern.games.ming.state import State
from lantern.kernel.rule import rule

POINT = 10
BYTE = 8
PALACE = np.array([50, 40, 12], np.int64)
"""[scoring] a member who goes to a palace, beside his tile: he stays for points and the majority, or comes back."""
WAITING = np.array([20, 12, 0], np.int64)
"""[scoring] a member who is left in the open area, and is there for the next scoring."""
MONK = np.array([90, 65, 40], np.int64)
"""[scoring] a member on a monastery, who may be ousted one day."""
KEPT = np.array([30, 15, 25, 10, 15, 0], np.int64)
"""[round - 1] a member who is kept on a province space."""
SPARE_TILE = np.array([20, 14, 0], np.int64)
"""[scoring] a tile of a colour that one has already: it is one of the next set."""
COLOUR = 30
NEARER = 2
"""What colours of a set are worth before the last scoring: so much each, and more for each the more there are."""


@rule
def standings(state: State, district: int, seat: int, members: int, joined: int) -> int:
    """Who leads in an open area if a seat had so many members there, and somebody one more (or NOBODY), packed.

    The most members, how many have them, the second most, how many have those: eight bits each.
    """
    first = 0
    leaders = 0
    second = 0
    seconds = 0
    for owner in range(board.OWNERS):
        if is_in_game(state, owner):
            count = members_if(state, owner, district, seat, members, joined)
            if count > first:
                second, seconds = first, leaders
                first, leaders = count, 1
            elif count == first:
                leaders += 1
            elif count > second:
                second, seconds = count, 1
            elif count == second:
                seconds += 1
    return first | leaders << BYTE | second << 2 * BYTE | seconds << 3 * BYTE


@rule
def members_if(state: State, owner: int, district: int, seat: int, members: int, joined: int) -> int:
    """The members of an owner in an open area if a seat had so many there, and somebody one more."""
    if owner == seat:
        return members
    return state.open[owner, district] + (1 if owner == joined else 0)


@rule
def movers_among(ranks: int, members: int) -> int:
    """How many of so many members go to the palaces, by the standings (MING-7.1)."""
    leaders = ranks >> BYTE & 255
    if members == 0:
        return 0
    if members == ranks & 255:
        return min(2, members) if leaders == 1 else 1 if leaders < board.MOST_SEATS else 0
    return 1 if leaders == 1 and members == ranks >> 2 * BYTE & 255 and ranks >> 3 * BYTE == 1 else 0


@rule
def movers_now(state: State, seat: int, district: int) -> int:
    """How many members of a seat would go to the palaces if the scoring came now."""
    members = state.open[seat, district]
    return movers_among(standings(state, district, seat, members, board.NOBODY), members)


@rule
def rivals_moving(state: State, district: int, seat: int, ranks: int, joined: int) -> int:
    """How many members of the other seats go to the palaces, by the standings."""
    moving = 0
    for other in range(state.seats):
        if other != seat:
            moving += movers_among(ranks, members_if(state, other, district, seat, 0, joined))
    return moving


@rule
def tiles_of(state: State, seat: int) -> int:
    """The tiles that a seat has, packed."""
    tiles = 0
    for province in range(board.PROVINCES):
        tiles |= state.tiles[seat, province] << BYTE * province
    return tiles


@rule
def tiles_in_prospect(state: State, seat: int) -> int:
    """The tiles that a seat has and would get if the scoring came now, packed."""
    tiles = tiles_of(state, seat)
    for district in range(board.DISTRICTS):
        tiles += movers_now(state, seat, district) << BYTE * (district // board.OF_A_PROVINCE)
    return tiles


@rule
def worth_of_tiles(tiles: int, scoring: int) -> int:
    """What tiles are worth at a scoring: sets of six, and what is left over for later sets or the end (MING-7.3)."""
    sets = fewest(tiles)
    colours = 0
    left = 0
    for province in range(board.PROVINCES):
        spare = (tiles >> BYTE * province & 255) - sets
        left += spare
        colours += 1 if spare > 0 else 0
    worth = POINT * sets * int(board.SET_POINTS[scoring])
    if scoring < board.SCORINGS - 1:
        return worth + colours * (COLOUR + NEARER * colours) + (left - colours) * int(SPARE_TILE[scoring])
    fives = fewest_but_missing(tiles, sets) if colours == board.PROVINCES - 1 else 0
    return worth + POINT * (board.SET_OF_FIVE * fives + board.SINGLE_TILE * (left - (board.PROVINCES - 1) * fives))


@rule
def fewest(tiles: int) -> int:
    """How many there are of the rarest colour."""
    least = tiles & 255
    for province in range(1, board.PROVINCES):
        least = min(least, tiles >> BYTE * province & 255)
    return least


@rule
def fewest_but_missing(tiles: int, sets: int) -> int:
    """How many are left of the rarest colour that is left at all, after so many sets."""
    least = 255
    for province in range(board.PROVINCES):
        spare = (tiles >> BYTE * province & 255) - sets
        if 0 < spare < least:
            least = spare
    return least


@rule
def deployed(deployment: int) -> int:
    """How many members a deployment is of; deployments are numbered as the actions are."""
    return deployment if deployment <= board.MOST_DEPLOYED else deployment - board.MOST_DEPLOYED


@rule
def worth_here(state: State, seat: int, district: int, deployment: int, tiles: int) -> int:
    """What a district is worth to a seat after a deployment, with these tiles in prospect, compared to the others'."""
    scoring = scoring_of(state)
    monk = 1 if deployment > board.MOST_DEPLOYED else 0
    members = state.open[seat, district] + deployed(deployment) - monk
    joined = state.monastery[district] if monk else board.NOBODY
    ranks = standings(state, district, seat, members, joined)
    moving = movers_among(ranks, members)
    more = moving - movers_now(state, seat, district)
    worth = worth_of_tiles(tiles + more * (1 << BYTE * (district // board.OF_A_PROVINCE)), scoring)
    worth += moving * int(PALACE[scoring]) + (members - moving) * int(WAITING[scoring])
    worth += monk * int(MONK[scoring]) - deployed(deployment) * int(KEPT[state.round - 1])
    harm = int(MONK[scoring]) if joined != board.NOBODY else 0
    harm -= rivals_moving(state, district, seat, ranks, joined) * worth_to_rival(scoring)
    return worth + harm // (state.seats - 1)


@rule
def worth_to_rival(scoring: int) -> int:
    """What a member on his way to a palace is worth to another seat, with a tile like any other."""
    return int(PALACE[scoring]) + COLOUR


@rule
def best_deployment(state: State, seat: int, district: int, members: int, tiles: int) -> int:
    """The best deployment of so many members at most; 0 if none gains anything or it is barred (MING-6.4)."""
    if state.monastery[district] == seat:
        return 0
    best = 0
    most = worth_here(state, seat, district, 0, tiles)
    for number in range(1, members + 1):
        for deployment in range(number, board.MOST_DEPLOYED + number + 1, board.MOST_DEPLOYED):
            worth = worth_here(state, seat, district, deployment, tiles)
            if worth > most:
                best, most = deployment, worth
    return best


@rule
def worth_of_standing(state: State, seat: int, district: int, members: int, joined: int, scoring: int) -> int:
    """What members in an open area are worth at a scoring, by those who will go to the palaces."""
    moving = movers_among(standings(state, district, seat, members, joined), members)
    province = district // board.OF_A_PROVINCE
    tiles = tiles_of(state, seat)
    tile = worth_of_tiles(tiles + (moving << BYTE * province), scoring) - worth_of_tiles(tiles, scoring)
    return moving * int(PALACE[scoring]) + tile + (members - moving) * int(WAITING[scoring])
