"""Points: pieces score as they are laid; at the end come the bonuses for the largest territories."""

from __future__ import annotations

from lantern.games.khan.board import BONUS, BONUSES, MOST_PIECES, MOST_SEATS, STRIDE
from lantern.games.khan.squares import bit_of, count_set, moved_on, shifted
from lantern.games.khan.state import State
from lantern.kernel.bits import lowest_bit
from lantern.kernel.record import Cells, Records
from lantern.kernel.rule import entry, rule


@rule
def with_sides(previous: int, chunk: int, following: int, within: int) -> int:
    """A chunk of a group of squares, between two others, with the squares beside it that lie within a set."""
    group = chunk | shifted(chunk, following, 1) | moved_on(previous, chunk, 1)
    return (group | shifted(chunk, following, STRIDE) | moved_on(previous, chunk, STRIDE)) & within


@rule
def take_territory(state: State, seat: int) -> int:
    """Take one connected territory out of a seat's squares; how many squares it has (KHAN-10.2)."""
    north, middle, south = state.territory[seat, 0], state.territory[seat, 1], state.territory[seat, 2]
    chunk = 0 if north != 0 else 1 if middle != 0 else 2
    first = lowest_bit(north if chunk == 0 else middle if chunk == 1 else south)
    one = bit_of(first) if chunk == 0 else 0
    two = bit_of(first) if chunk == 1 else 0
    three = bit_of(first) if chunk == 2 else 0
    size = 0
    while count_set(one, two, three) > size:
        size = count_set(one, two, three)
        one, two, three = (
            with_sides(0, one, two, north),
            with_sides(one, two, three, middle),
            with_sides(two, three, 0, south),
        )
    state.territory[seat, 0] = north & ~one
    state.territory[seat, 1] = middle & ~two
    state.territory[seat, 2] = south & ~three
    return size


@rule
def has_squares(state: State, seat: int) -> bool:
    """Whether a seat has any square left in its territories."""
    return state.territory[seat, 0] | state.territory[seat, 1] | state.territory[seat, 2] != 0


@rule
def measure_territories(state: State) -> None:
    """Write the sizes of every seat's territories, the largest first (KHAN-10.2)."""
    for seat in range(MOST_SEATS):
        north, middle, south = state.territory[seat, 0], state.territory[seat, 1], state.territory[seat, 2]
        for place in range(MOST_PIECES):
            state.sizes[seat, place] = 0
        while has_squares(state, seat):
            insert_size(state, seat, take_territory(state, seat))
        state.territory[seat, 0] = north
        state.territory[seat, 1] = middle
        state.territory[seat, 2] = south


@rule
def insert_size(state: State, seat: int, size: int) -> None:
    """Put a size in its place among those written."""
    place = 0
    while state.sizes[seat, place] >= size:
        place += 1
    while size > 0:
        smaller = state.sizes[seat, place]
        state.sizes[seat, place] = size
        size = smaller
        place += 1


@rule
def compare(state: State, one: int, other: int) -> int:
    """1 if a seat has the larger territories, the largest compared first, -1 if the other has, 0 if they are alike."""
    for place in range(MOST_PIECES):
        if state.sizes[one, place] != state.sizes[other, place]:
            return 1 if state.sizes[one, place] > state.sizes[other, place] else -1
    return 0


@rule
def place_of(state: State, seat: int) -> int:
    """How many different results are better than a seat's: its place, from 0 (KHAN-10.2)."""
    place = 0
    for other in range(state.seats):
        if compare(state, other, seat) > 0:
            repeated = False
            for earlier in range(other):
                repeated = repeated or compare(state, earlier, other) == 0
            if not repeated:
                place += 1
    return place


@rule
def bonus_of(state: State, seat: int) -> int:
    """The bonus for a seat's territories, once they are measured (KHAN-10.2)."""
    place = place_of(state, seat)
    return BONUS[place] if place < BONUSES and state.sizes[seat, 0] > 0 else 0


@rule
def award_bonuses(state: State) -> None:
    """Measure the territories and add the bonuses (KHAN-10.2)."""
    measure_territories(state)
    for seat in range(state.seats):
        state.score[seat] += bonus_of(state, seat)


@entry("khan: territories")
def measure(states: Records, places: Cells, bonuses: Cells) -> None:
    """Measure the territories of a single game as if it ended now, with each seat's place and bonus."""
    measure_territories(states[0])
    for seat in range(states[0].seats):
        places[seat] = place_of(states[0], seat)
        bonuses[seat] = bonus_of(states[0], seat)


@rule
def scores(state: State, out: Cells) -> None:
    """The points of pieces so far; at the end with the bonuses."""
    for seat in range(state.seats):
        out[seat] = state.score[seat]


@rule
def standing(state: State, out: Cells) -> None:
    """Points, and if they tie the larger territories (KHAN-10.4)."""
    for seat in range(state.seats):
        worse = 0
        for other in range(state.seats):
            if compare(state, seat, other) > 0:
                worse += 1
        out[seat] = state.score[seat] * MOST_SEATS + worse


@rule
def ending(state: State) -> int:
    """Why the game is over, RUNNING while it is not (KHAN-9.3)."""
    return state.end
