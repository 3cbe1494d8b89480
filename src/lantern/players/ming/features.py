"""What of a table of Ming Dynastie tells a seat whether it will win.

For every seat, from one's own on, what it has and what the next scoring would bring it as things are; then what the
prince can still gain this round, and how far the game is. Everything lies open but what others chose to return, which
is not looked at.
"""

from __future__ import annotations

from lantern.games.ming import board, phases
from lantern.games.ming.scoring import is_in_game, members_in_city, monks_of, scoring_of
from lantern.games.ming.state import State
from lantern.games.ming.walking import NIBBLE, hand_of, others_at
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule
from lantern.kernel.seats import places_after, seat_after
from lantern.players.ming import worth as ming_worth
from lantern.players.ming.greedy import STAYING, cards_in_sight
from lantern.players.ming.routes import _visits_of, gain_at, members_on_spaces, stops, visit

OF_A_SEAT = 18
"""Numbers for each seat."""
OWN = board.MOST_SEATS * OF_A_SEAT
"""Where the numbers begin that are one's own alone."""
TOTAL = 6
"""Of a seat's numbers, the one for all its points."""
POINTS = 100.0
MEMBERS_SCALE = 10.0

Cities = tuple[int, ...]
"""[province] how many members each owner has in the city, or would have, four bits each."""
NO_CITIES = (0,) * board.PROVINCES

short_visit = _visits_of(3)
"""What a prince gains with three steps at most: cards that are only hoped for lead to too many ways."""


@rule
def features(state: State, seat: int, out: Cells) -> int:
    """Write what tells a seat whether it will win; how many numbers."""
    cities = members_in_palaces(state) if state.scored != board.NONE else members_to_move(state)
    for away in range(board.MOST_SEATS):
        if away < state.seats:
            write_seat(state, seat_after(state.seats, seat, away), cities, out, OF_A_SEAT * away)
        else:
            for place in range(OF_A_SEAT * away, OF_A_SEAT * (away + 1)):
                out[place] = 0.0
    at = write_lead(state, out, OWN)
    at = write_prospects(state, seat, cities, out, at)
    return write_time(state, seat, out, at)


# Cities: who is in the palaces, or would be if the scoring came now.


@rule
def with_next(cities: Cities, members: int) -> Cities:
    """The cities moved up by one, with one more at the end."""
    return (*cities[1:], members)


@rule
def members_to_move(state: State) -> Cities:
    """Who would go to the palaces if the scoring came now."""
    cities = NO_CITIES
    for province in range(board.PROVINCES):
        cities = with_next(cities, movers_in(state, province))
    return cities


@rule
def movers_in(state: State, province: int) -> int:
    """Who would go to the palaces of a province, packed."""
    packed = 0
    for district in range(board.OF_A_PROVINCE * province, board.OF_A_PROVINCE * (province + 1)):
        ranks = ming_worth.standings(state, district, board.NOBODY, 0, board.NOBODY)
        for owner in range(board.OWNERS):
            if is_in_game(state, owner):
                packed += ming_worth.movers_among(ranks, state.open[owner, district]) << NIBBLE * owner
    return packed


@rule
def members_in_palaces(state: State) -> Cities:
    """Who is in the palaces of cities that are still to be scored."""
    cities = NO_CITIES
    for province in range(board.PROVINCES):
        packed = 0
        for owner in range(board.OWNERS):
            packed |= members_in_city(state, owner, province) << NIBBLE * owner
        cities = with_next(cities, packed)
    return cities


@rule
def members_of(city: int, owner: int) -> int:
    """How many members of an owner are in a city."""
    return city >> NIBBLE * owner & 15


@rule
def majority_in(state: State, city: int, seat: int) -> float:
    """What a seat gets for the majority in a city; shared if it is tied, nothing if neutral members lead."""
    own = members_of(city, seat)
    leaders = 0
    for other in range(state.seats):
        if members_of(city, other) > own:
            return 0.0
        leaders += members_of(city, other) == own
    return 0.0 if own == 0 or members_of(city, board.NEUTRAL) > own else board.MAJORITY / leaders


# Each seat.


@rule
def write_seat(state: State, seat: int, cities: Cities, out: Cells, at: int) -> None:
    """What a seat has, and what the next scoring would bring as things are."""
    scoring = scoring_of(state)
    moving = 0
    majority = 0.0
    for province in range(board.PROVINCES):
        moving += members_of(cities[province], seat)
        majority += majority_in(state, cities[province], seat)
    tiles = tiles_then(state, seat, cities)
    palaces = moving * float(board.PALACE_POINTS[scoring])
    monks = monks_of(state, seat)
    sets = points_of_tiles(tiles, scoring)
    waiting = members_waiting(state, seat) - (moving if state.scored == board.NONE else 0)
    out[at] = state.score[seat] / POINTS
    out[at + 1] = sets / 30.0
    out[at + 2] = palaces / 30.0
    out[at + 3] = majority / 12.0
    out[at + 4] = monks / 6.0
    out[at + 5] = monks * (board.SCORINGS - scoring) / 12.0
    out[at + TOTAL] = (state.score[seat] + sets + palaces + majority + board.MONASTERY * monks) / POINTS
    out[at + 7] = moving / MEMBERS_SCALE
    out[at + 8] = waiting / MEMBERS_SCALE
    out[at + 9] = members_at_hand(state, seat) / MEMBERS_SCALE
    out[at + 10] = spaces_held(state, seat) / board.PROVINCES
    out[at + 11] = colours_left(tiles) / board.PROVINCES
    out[at + 12] = tiles_left(tiles) / 10.0
    out[at + 13] = ming_worth.worth_of_tiles(tiles, scoring) / 300.0
    out[at + 14] = (state.held[seat] - state.hand[seat, board.DRAGON]) / 5.0
    out[at + 15] = state.hand[seat, board.DRAGON] / 5.0
    out[at + 16] = state.passed >> seat & 1
    out[at + 17] = 1.0 if state.to_act == seat else 0.0


@rule
def tiles_then(state: State, seat: int, cities: Cities) -> int:
    """The tiles of a seat, packed, with those that the scoring would bring if it came now."""
    tiles = ming_worth.tiles_of(state, seat)
    if state.scored == board.NONE:
        for province in range(board.PROVINCES):
            tiles += members_of(cities[province], seat) << ming_worth.BYTE * province
    return tiles


@rule
def points_of_tiles(tiles: int, scoring: int) -> float:
    """The points that tiles bring at a scoring."""
    worth = ming_worth.worth_of_tiles(tiles, scoring)
    if scoring < board.SCORINGS - 1:
        colours = colours_left(tiles)
        worth -= colours * (ming_worth.COLOUR + ming_worth.NEARER * colours) + (tiles_left(tiles) - colours) * int(
            ming_worth.SPARE_TILE[scoring]
        )
    return worth / ming_worth.POINT


@rule
def colours_left(tiles: int) -> int:
    """Of how many colours tiles are left when all sets have gone back."""
    sets = ming_worth.fewest(tiles)
    colours = 0
    for province in range(board.PROVINCES):
        colours += (tiles >> ming_worth.BYTE * province & 255) > sets
    return colours


@rule
def tiles_left(tiles: int) -> int:
    """How many tiles are left when all sets have gone back."""
    left = -board.PROVINCES * ming_worth.fewest(tiles)
    for province in range(board.PROVINCES):
        left += tiles >> ming_worth.BYTE * province & 255
    return left


@rule
def members_waiting(state: State, seat: int) -> int:
    """How many members a seat has in open areas."""
    members = 0
    for district in range(board.DISTRICTS):
        members += state.open[seat, district]
    return members


@rule
def members_at_hand(state: State, seat: int) -> int:
    """How many members a seat has on province spaces, or is still to put there."""
    members = state.to_place[seat] if state.phase == phases.MEMBERS else 0
    for province in range(board.PROVINCES):
        members += state.space[seat, province]
    return members


@rule
def spaces_held(state: State, seat: int) -> int:
    """On how many province spaces a seat has members."""
    spaces = 0
    for province in range(board.PROVINCES):
        spaces += state.space[seat, province] > 0
    return spaces


# The lead, the prince's prospects, and the time.


@rule
def write_lead(state: State, out: Cells, at: int) -> int:
    """By how much one leads the best of the others, at each scoring to come, and all of them on average."""
    own = out[TOTAL]
    most = out[OF_A_SEAT + TOTAL]
    rest = most
    for away in range(2, state.seats):
        rest += out[OF_A_SEAT * away + TOTAL]
        most = max(most, out[OF_A_SEAT * away + TOTAL])
    for scoring in range(board.SCORINGS):
        out[at + scoring] = 4.0 * (own - most) if scoring == scoring_of(state) else 0.0
    out[at + board.SCORINGS] = 4.0 * (own - rest / (state.seats - 1))
    return at + board.SCORINGS + 1


@rule
def write_prospects(state: State, seat: int, cities: Cities, out: Cells, at: int) -> int:
    """What a prince can gain this round, where he stands and on his way, and the kinds of cards he has."""
    here = 0
    way = 0
    if (
        phases.MEMBERS <= state.phase <= phases.DEPLOY
        and not state.passed >> seat & 1
        and state.prince[seat] != board.NOWHERE
    ):
        members = members_on_spaces(state, seat)
        known = stops(state, seat, tiles_then(state, seat, cities))
        here = gain_at(known, members, state.prince[seat])
        closed = others_at(state, seat)
        if not is_on_his_way(state, seat) and here <= STAYING:
            closed |= 1 << state.prince[seat]
        if state.phase >= phases.MOVE:
            way = visit(state.prince[seat], hand_of(state, seat), members, closed, known)
        else:
            cards = hand_of(state, seat) + cards_in_sight(state, members, board.NONE)
            way = short_visit(state.prince[seat], cards, members, closed, known)
    kinds = 0
    for symbol in range(board.SYMBOLS):
        kinds += state.hand[seat, symbol] > 0
    out[at] = way / 150.0
    out[at + 1] = here / 75.0
    out[at + 2] = way / 150.0 if state.phase < phases.MOVE else 0.0
    out[at + 3] = kinds / 5.0
    return at + 4


@rule
def is_on_his_way(state: State, seat: int) -> bool:
    """Whether a prince has moved and may deploy where he stops."""
    return state.to_act == seat and phases.MOVE < state.phase <= phases.DEPLOY


@rule
def write_time(state: State, seat: int, out: Cells, at: int) -> int:
    """How far the game is, who began the round, and how many play."""
    for number in range(board.ROUNDS):
        out[at + number] = 1.0 if state.round == number + 1 else 0.0
    at += board.ROUNDS
    out[at] = 1.0 if state.phase < phases.MEMBERS else 0.0
    out[at + 1] = 1.0 if state.phase == phases.MEMBERS else 0.0
    out[at + 2] = 1.0 if state.phase == phases.CARDS else 0.0
    out[at + 3] = 1.0 if phases.MOVE <= state.phase <= phases.DEPLOY else 0.0
    out[at + 4] = (state.scored + 1) / board.PROVINCES
    out[at + 5] = 1.0 if state.round % 2 == 0 else 0.0
    out[at + 6] = places_after(state.seats, state.start_player, seat) / 3.0
    for seats in range(2, board.MOST_SEATS + 1):
        out[at + 5 + seats] = 1.0 if state.seats == seats else 0.0
    return at + 10
