"""Points: houses, alliances, rows and ports, and who is ahead."""

from __future__ import annotations

from lantern.games.han import ends
from lantern.games.han.board import ALL_EMISSARIES, ALL_HOUSES, ALLIANCES, PROVINCES
from lantern.games.han.legality import houses_left, taken_spaces
from lantern.games.han.roads import best_rows, forget_walk
from lantern.games.han.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.record import Cells, Records
from lantern.kernel.rule import entry, rule

PORTS = PROVINCES
FIRST_ALLIANCE = PORTS + 1
SOURCES = FIRST_ALLIANCE + ALLIANCES
"""What points come from, rows apart, as `count_points` numbers it."""
MOST_LEFT = ALL_HOUSES + ALL_EMISSARIES + 1
"""More than the houses and emissaries that can be left in a supply."""


@rule
def houses_on(state: State, spaces: int) -> int:
    """Houses of all seats on some spaces."""
    houses = 0
    for seat in range(state.seats):
        houses += count_bits(state.house[seat] & spaces)
    return houses


@rule
def place_above(state: State, spaces: int, houses: int) -> int:
    """The house count of the place directly above, 0 for the first place (HAN-7.2)."""
    above = 0
    for seat in range(state.seats):
        count = count_bits(state.house[seat] & spaces)
        if count > houses and (above == 0 or count < above):
            above = count
    return above


@rule
def houses_counted(state: State, spaces: int, seat: int) -> int:
    """What a seat scores for on some spaces: all houses there for the first place, else those of the place above.

    No house, no points; tied seats share a place (HAN-7.2).
    """
    houses = count_bits(state.house[seat] & spaces)
    if houses == 0:
        return 0
    above = place_above(state, spaces, houses)
    return above if above > 0 else houses_on(state, spaces)


@rule
def house_points(state: State, spaces: int, seat: int) -> int:
    """A seat's points in house scoring, twice with its fortification among the spaces (HAN-7.2, 10.3)."""
    factor = 2 if state.fort[seat] & spaces != 0 else 1
    return factor * houses_counted(state, spaces, seat)


@rule
def is_complete(state: State, province: int) -> bool:
    """Whether every space of a province is occupied, by houses or market places (HAN-7.1, 11.2)."""
    return state.area[province] & ~taken_spaces(state) == 0


@rule
def envoys(state: State, province: int, seat: int) -> int:
    """A seat's emissaries that count for alliances: those on market places join them at the end (HAN-11.3)."""
    waiting = count_bits(state.market[seat] & state.area[province]) if state.end == ends.RUNNING else 0
    return state.emissary[province, seat] + waiting


@rule
def leads(state: State, province: int, seat: int) -> bool:
    """Whether a seat has the most emissaries of a province, alone or with others (HAN-9.2)."""
    own = envoys(state, province, seat)
    most = 1
    for other in range(state.seats):
        most = max(most, envoys(state, province, other))
    return own == most


@rule
def envoys_of_all(state: State, province: int) -> int:
    """The emissaries of a province that count for alliances."""
    count = 0
    for seat in range(state.seats):
        count += envoys(state, province, seat)
    return count


@rule
def alliance_points(state: State, number: int, seat: int) -> int:
    """A point for each emissary in both provinces to whoever leads in both (HAN-9.2)."""
    first = state.alliance[number, 0]
    second = state.alliance[number, 1]
    if not (leads(state, first, seat) and leads(state, second, seat)):
        return 0
    return envoys_of_all(state, first) + envoys_of_all(state, second)


@rule
def row_points(state: State, seat: int) -> int:
    """The points of a seat's best rows (HAN-9.3)."""
    points = best_rows(state, state.house[seat], state.fort[seat])
    forget_walk(state)
    return points


@entry("han: points")
def count_points(states: Records, out: Cells) -> None:
    """[source, seat] the points of each province (0 to 8), the ports (9) and each alliance (10 to 24)."""
    state = states[0]
    for seat in range(state.seats):
        for province in range(PROVINCES):
            out[province, seat] = house_points(state, state.area[province], seat)
        out[PORTS, seat] = house_points(state, state.ports, seat)
        for number in range(ALLIANCES):
            out[FIRST_ALLIANCE + number, seat] = alliance_points(state, number, seat)


@entry("han: rows")
def find_rows(states: Records, seat: int) -> None:
    """Leave a seat's best rows in the record's `best_walk`."""
    best_rows(states[0], states[0].house[seat], states[0].fort[seat])


@rule
def final_points(state: State, seat: int) -> int:
    """What a seat gets in final scoring (HAN-9.1 to 9.4)."""
    points = row_points(state, seat) + house_points(state, state.ports, seat)
    for province in range(PROVINCES):
        if not is_complete(state, province):
            points += house_points(state, state.area[province], seat)
    for number in range(ALLIANCES):
        points += alliance_points(state, number, seat)
    return points


@rule
def scores(state: State, out: Cells) -> None:
    """The points as they stand on the track; at the end with all of final scoring."""
    for seat in range(state.seats):
        out[seat] = state.score[seat]


@rule
def pieces_left(state: State, seat: int) -> int:
    """Houses and emissaries left in a supply (HAN-9.5)."""
    return houses_left(state, seat) + state.emissaries_left[seat]


@rule
def standing(state: State, out: Cells) -> None:
    """Points, and if they tie the pieces left in the supply (HAN-9.5)."""
    for seat in range(state.seats):
        out[seat] = state.score[seat] * MOST_LEFT + pieces_left(state, seat)


@rule
def ending(state: State) -> int:
    """Why the game is over, RUNNING while it is not (HAN-8.3, 8.4)."""
    return state.end
