"""What a learner sees: a row of small numbers, zeros and ones, seats counted from the observer.

In order, with P seats and N spaces on the map (ordinary spaces first, then border spaces, each as the map lists them):

    houses        N x P             whose house stands there
    markers       N x P             whose fortification or market place is there (all zero without a variant)
    emissaries    9 x P x 8         so many on the dragon space, province by province
    hand          5 x 3             so many own cards of each colour
    seen          (P - 1) x 5 x 3   so many cards of each colour that others took from the display, next seat first
    held          P x 3             so many cards in hand
    display       5 x D             so many cards of each colour, of at most D
    discards      57                so many of the 10, 11, 11, 12 and 13 cards of each colour
    deck          57                so many cards left
    exhausted     2                 so often the deck has run out
    houses left   P x 20            so many in the supply
    emissaries left  P x 8          so many in the supply
    markers left  P x 2             so many in the supply
    points        P x 9             in binary, the ones first
    turn          2 + 9 + 9         pieces placed; where the next may go; provinces empty when the turn began
    phase         2                 placing or drawing; like what follows all zero once the game is over
    to act        P                 whose decision it is
    emperor       P                 who began
"""

from __future__ import annotations

import numpy as np

from lantern.games.han import ends, phases
from lantern.games.han.board import (
    ALL_EMISSARIES,
    ALL_HOUSES,
    CARDS_OF_COLOUR,
    COLOURS,
    HAND_SIZE,
    MOST_CARDS,
    MOST_MARKERS,
    PROVINCES,
)
from lantern.games.han.legality import houses_left, open_provinces
from lantern.games.han.maps import board_of
from lantern.games.han.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.cells import write_amount, write_bits, write_choice, write_zeros
from lantern.kernel.contract import Json
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule
from lantern.kernel.seats import places_after, seat_after

PHASES = len(phases.NAMES)
TIMES_EXHAUSTED = 2
MOST_PLACED = 2
POINT_BITS = 9
IN_BOX = np.array(CARDS_OF_COLOUR, np.int64)
"""[colour] cards in the box."""


def observation_size(options: Json) -> int:
    """How many numbers `observe` writes for a table with these options."""
    board, seats = board_of(options["map"]), options["players"]
    pieces = 2 * len(board.spaces) * seats + PROVINCES * seats * ALL_EMISSARIES
    cards = seats * COLOURS * HAND_SIZE + seats * HAND_SIZE + COLOURS * board.display + 2 * MOST_CARDS + TIMES_EXHAUSTED
    supplies = seats * (ALL_HOUSES + ALL_EMISSARIES + MOST_MARKERS + POINT_BITS)
    return int(pieces + cards + supplies + MOST_PLACED + 2 * PROVINCES + PHASES + 2 * seats)


@rule
def observe(state: State, seat: int, out: Cells) -> int:
    """Write what a seat sees."""
    at = observe_spaces(state, seat, out)
    at = observe_emissaries(state, seat, out, at)
    at = observe_cards(state, seat, out, at)
    at = observe_supplies(state, seat, out, at)
    return observe_moment(state, seat, out, at)


@rule
def observe_spaces(state: State, observer: int, out: Cells) -> int:
    """The houses and then the markers, space by space."""
    width = count_bits(state.spaces) * state.seats
    write_zeros(out, 0, 2 * width)
    for distance in range(state.seats):
        seat = seat_after(state.seats, observer, distance)
        mark_spaces(state, state.house[seat], out, distance)
        mark_spaces(state, state.fort[seat] | state.market[seat], out, width + distance)
    return 2 * width


@rule
def mark_spaces(state: State, pieces: int, out: Cells, at: int) -> None:
    """A one for every space with a piece: as many seats' cells on as the map has spaces before it."""
    while pieces != 0:
        before = (pieces & -pieces) - 1
        out[at + count_bits(state.spaces & before) * state.seats] = 1
        pieces &= pieces - 1


@rule
def observe_emissaries(state: State, observer: int, out: Cells, at: int) -> int:
    """The emissaries on the dragon spaces."""
    for province in range(PROVINCES):
        for distance in range(state.seats):
            seat = seat_after(state.seats, observer, distance)
            at = write_amount(out, at, state.emissary[province, seat], ALL_EMISSARIES)
    return at


@rule
def observe_cards(state: State, observer: int, out: Cells, at: int) -> int:
    """Hands as far as they are known, display, discards and deck."""
    for distance in range(state.seats):
        seat = seat_after(state.seats, observer, distance)
        for colour in range(COLOURS):
            count = state.hand[seat, colour] if distance == 0 else state.seen[seat, colour]
            at = write_amount(out, at, count, HAND_SIZE)
    for distance in range(state.seats):
        at = write_amount(out, at, state.held[seat_after(state.seats, observer, distance)], HAND_SIZE)
    for colour in range(COLOURS):
        at = write_amount(out, at, state.display[colour], state.display_size)
    for colour in range(COLOURS):
        at = write_amount(out, at, state.discard[colour], IN_BOX[colour])
    at = write_amount(out, at, state.deck_left, MOST_CARDS)
    return write_amount(out, at, state.exhausted, TIMES_EXHAUSTED)


@rule
def observe_supplies(state: State, observer: int, out: Cells, at: int) -> int:
    """What is left of each kind of piece, and the points."""
    for distance in range(state.seats):
        at = write_amount(out, at, houses_left(state, seat_after(state.seats, observer, distance)), ALL_HOUSES)
    for distance in range(state.seats):
        at = write_amount(out, at, state.emissaries_left[seat_after(state.seats, observer, distance)], ALL_EMISSARIES)
    for distance in range(state.seats):
        at = write_amount(out, at, state.markers_left[seat_after(state.seats, observer, distance)], MOST_MARKERS)
    for distance in range(state.seats):
        at = write_bits(out, at, state.score[seat_after(state.seats, observer, distance)], POINT_BITS)
    return at


@rule
def observe_moment(state: State, observer: int, out: Cells, at: int) -> int:
    """The turn so far, whose it is, and who began."""
    at = write_amount(out, at, state.placed, MOST_PLACED)
    at = write_bits(out, at, open_provinces(state), PROVINCES)
    at = write_bits(out, at, state.was_empty, PROVINCES)
    running = state.end == ends.RUNNING
    at = write_choice(out, at, state.phase if running else -1, PHASES)
    at = write_choice(out, at, places_after(state.seats, observer, state.to_act) if running else -1, state.seats)
    return write_choice(out, at, places_after(state.seats, observer, state.emperor) if running else -1, state.seats)
