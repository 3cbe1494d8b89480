"""The count: palaces and tiles, sets, cities, monasteries (MING-7)."""

from __future__ import annotations

from lantern.games.ming import board
from lantern.games.ming.state import MOST_IN_CITY, MOST_IN_PROVINCE, SHARED, State
from lantern.kernel.record import Cells, Records
from lantern.kernel.rule import entry, rule
from lantern.kernel.seats import seat_after

NO_LIMIT = 127
"""More members than there are."""


@rule
def scoring_of(state: State) -> int:
    """The number of the scoring that this round has, or that comes next."""
    return (state.round - 1) // 2


@rule
def is_in_game(state: State, owner: int) -> bool:
    """Whether a seat, or the neutral family, takes part (MING-9.2)."""
    return state.seats == 2 if owner == board.NEUTRAL else owner < state.seats


@rule
def most_below(state: State, district: int, limit: int) -> int:
    """The most members of anybody in an open area among those with fewer than a limit; 0 if nobody has any."""
    most = 0
    for owner in range(board.OWNERS):
        if is_in_game(state, owner) and state.open[owner, district] < limit:
            most = max(most, state.open[owner, district])
    return most


@rule
def count_with(state: State, district: int, members: int) -> int:
    """How many have just so many members in an open area."""
    count = 0
    for owner in range(board.OWNERS):
        if is_in_game(state, owner) and state.open[owner, district] == members:
            count += 1
    return count


@rule
def movers_of(state: State, owner: int, district: int) -> int:
    """How many members of an owner go from a district to its palaces (MING-7.1)."""
    members = state.open[owner, district]
    if members == 0 or not is_in_game(state, owner):
        return 0
    first = most_below(state, district, NO_LIMIT)
    leaders = count_with(state, district, first)
    if members == first:
        return min(2, members) if leaders == 1 else 1 if leaders < board.MOST_SEATS else 0
    second = most_below(state, district, first)
    return 1 if leaders == 1 and members == second and count_with(state, district, second) == 1 else 0


@rule
def fill_palaces(state: State, district: int) -> None:
    """Members go to the palaces of a district and earn tiles (MING-7.1, 7.2)."""
    award_tiles(state, district)
    movers = 0
    for owner in range(board.OWNERS):
        movers |= movers_of(state, owner, district) << 2 * owner
    for owner in range(board.OWNERS):
        state.open[owner, district] -= movers >> 2 * owner & 3
        state.palace[owner, district] += movers >> 2 * owner & 3


@rule
def award_tiles(state: State, district: int) -> None:
    """A tile for each member who is to go to the palaces: first place, then second; ties clockwise (MING-7.2)."""
    first = most_below(state, district, NO_LIMIT)
    for place in range(2):
        for distance in range(state.seats):
            seat = seat_after(state.seats, state.start_player, distance)
            if (state.open[seat, district] == first) == (place == 0):
                for _ in range(movers_of(state, seat, district)):
                    take_tile(state, seat, district // board.OF_A_PROVINCE)


@rule
def take_tile(state: State, seat: int, province: int) -> None:
    """A seat takes a tile while there is one; all six colours go back at once, for points (MING-7.2, 7.3)."""
    if state.tiles_left[province] == 0:
        return
    state.tiles_left[province] -= 1
    state.tiles[seat, province] += 1
    if count_colours(state, seat) == board.PROVINCES:
        for colour in range(board.PROVINCES):
            state.tiles[seat, colour] -= 1
            state.tiles_left[colour] += 1
        state.sets[scoring_of(state), seat] += 1
        state.score[seat] += board.SET_POINTS[scoring_of(state)]


@rule
def count_colours(state: State, seat: int) -> int:
    """How many colours a seat has tiles of."""
    colours = 0
    for province in range(board.PROVINCES):
        if state.tiles[seat, province] > 0:
            colours += 1
    return colours


@rule
def members_in_city(state: State, owner: int, province: int) -> int:
    """How many members an owner has on the palaces of a province."""
    members = 0
    for district in range(board.OF_A_PROVINCE * province, board.OF_A_PROVINCE * (province + 1)):
        members += state.palace[owner, district]
    return members


@rule
def members_around(state: State, seat: int, province: int) -> int:
    """How many members a seat has in the districts of a province, on monasteries too (MING-7.6)."""
    members = 0
    for district in range(board.OF_A_PROVINCE * province, board.OF_A_PROVINCE * (province + 1)):
        members += state.open[seat, district]
        if state.monastery[district] == seat:
            members += 1
    return members


@rule
def most_in_city(state: State, province: int) -> int:
    """The most members of a single seat in a city."""
    most = 0
    for seat in range(state.seats):
        most = max(most, members_in_city(state, seat, province))
    return most


@rule
def do_neutrals_lead(state: State, province: int) -> bool:
    """Whether neutral members have the sole most in a city (MING-9.3)."""
    return members_in_city(state, board.NEUTRAL, province) > most_in_city(state, province)


@rule
def neutrals_to_return(state: State, province: int) -> int:
    """How many neutral members go back: all but one more than either player has left, or all (MING-9.3)."""
    members = members_in_city(state, board.NEUTRAL, province)
    return members - most_in_city(state, province) - 1 if state.neutrals_lead else members


@rule
def score_city(state: State, province: int) -> None:
    """Points for those still in a city and for the majority; then the city is empty (MING-7.5 to 7.7)."""
    for seat in range(state.seats):
        points = members_in_city(state, seat, province) * board.PALACE_POINTS[scoring_of(state)]
        if points > 0:
            state.stayed[scoring_of(state), province, seat] = members_in_city(state, seat, province)
            state.score[seat] += points
    score_majority(state, province)
    for district in range(board.OF_A_PROVINCE * province, board.OF_A_PROVINCE * (province + 1)):
        state.stock += state.palace[board.NEUTRAL, district]
        for owner in range(board.OWNERS):
            state.palace[owner, district] = 0


@rule
def score_majority(state: State, province: int) -> None:
    """Points for the most members in a city; of those tied, for the most in its districts (MING-7.6)."""
    most = most_in_city(state, province)
    if most == 0 or members_in_city(state, board.NEUTRAL, province) > 0:
        return
    around = 0
    leaders = 0
    for seat in range(state.seats):
        if members_in_city(state, seat, province) == most:
            leaders += 1
            around = max(around, members_around(state, seat, province))
    tied = 0
    for seat in range(state.seats):
        if wins_city(state, seat, province, most, around):
            tied += 1
    scoring = scoring_of(state)
    state.why[scoring, province] = MOST_IN_CITY if leaders == 1 else MOST_IN_PROVINCE if tied == 1 else SHARED
    for seat in range(state.seats):
        if wins_city(state, seat, province, most, around):
            state.stayed[scoring, province, seat] = most
            state.majority[scoring, province, seat] = board.MAJORITY // tied
            state.score[seat] += board.MAJORITY // tied


@rule
def wins_city(state: State, seat: int, province: int, most: int, around: int) -> bool:
    """Whether a seat has so many members in a city, and so many around it."""
    return members_in_city(state, seat, province) == most and members_around(state, seat, province) == around


@rule
def monks_of(state: State, seat: int) -> int:
    """How many monasteries a seat holds."""
    monks = 0
    for district in range(board.DISTRICTS):
        if state.monastery[district] == seat:
            monks += 1
    return monks


@rule
def score_monasteries(state: State) -> None:
    """Points for members on monasteries (MING-7.8)."""
    for seat in range(state.seats):
        state.monks[scoring_of(state), seat] = monks_of(state, seat)
        state.score[seat] += board.MONASTERY * monks_of(state, seat)


@rule
def score_tiles(state: State) -> None:
    """After the last round: sets of five colours, and single tiles (MING-7.3)."""
    for seat in range(state.seats):
        state.fives[seat] = sets_of_five(state, seat)
        tiles = 0
        for province in range(board.PROVINCES):
            tiles += state.tiles[seat, province]
        state.singles[seat] = tiles - (board.PROVINCES - 1) * state.fives[seat]
        state.score[seat] += board.SET_OF_FIVE * state.fives[seat] + board.SINGLE_TILE * state.singles[seat]


@rule
def sets_of_five(state: State, seat: int) -> int:
    """How many sets of five different colours a seat's tiles make."""
    sets = 0
    while fills(state, seat, sets + 1):
        sets += 1
    return sets


@rule
def fills(state: State, seat: int, sets: int) -> bool:
    """Whether a seat's tiles make so many sets of five: each colour counts once in each set."""
    usable = 0
    for province in range(board.PROVINCES):
        usable += min(sets, state.tiles[seat, province])
    return usable >= (board.PROVINCES - 1) * sets


@rule
def scores(state: State, out: Cells) -> None:
    """Each seat's points as they stand."""
    for seat in range(state.seats):
        out[seat] = state.score[seat]


@rule
def standing(state: State, out: Cells) -> None:
    """Most points wins, ties share (MING-8.2)."""
    scores(state, out)


@rule
def ending(state: State) -> int:
    """Why the game is over, 0 while it is not."""
    return state.end


@entry("ming: preview")
def preview(states: Records, moved: Cells, earned: Cells) -> None:
    """Count the next scoring of a single game as if it came now and nobody returned anything.

    The record is changed: it is a copy. `moved` and `earned` get the members that go to the palaces and the tiles they
    bring, [owner, district].
    """
    state = states[0]
    state.round = 2 * scoring_of(state) + 2
    for district in range(board.DISTRICTS):
        for owner in range(board.OWNERS):
            moved[owner, district] = movers_of(state, owner, district)
        for seat in range(state.seats):
            earned[seat, district] = -tiles_ever(state, seat)
        fill_palaces(state, district)
        for seat in range(state.seats):
            earned[seat, district] += tiles_ever(state, seat)
    for province in range(board.PROVINCES):
        count_city_now(state, province)
    score_monasteries(state)
    if state.round == board.ROUNDS:
        score_tiles(state)


@rule
def tiles_ever(state: State, seat: int) -> int:
    """How many tiles a seat has, those of sets that went back this scoring included."""
    tiles = board.PROVINCES * state.sets[scoring_of(state), seat]
    for province in range(board.PROVINCES):
        tiles += state.tiles[seat, province]
    return tiles


@rule
def count_city_now(state: State, province: int) -> None:
    """Score a city if no player returned anybody; of neutral members those that would stay do (MING-9.3)."""
    state.neutrals_lead = 1 if do_neutrals_lead(state, province) else 0
    back = neutrals_to_return(state, province)
    for district in range(board.OF_A_PROVINCE * province, board.OF_A_PROVINCE * (province + 1)):
        gone = min(back, state.palace[board.NEUTRAL, district])
        state.palace[board.NEUTRAL, district] -= gone
        back -= gone
    score_city(state, province)
