"""What a learner sees: a row of zeros and ones, seats counted from the observer.

In order, with P seats:

    row        P x 9        whose stone lies on each square, the observer's first
    placed     9            the stones placed this turn
    hand       9            the cards in the observer's hand
    held       (P - 1) x 4  so many cards in the others' hands, next seat first
    deck       9 - 2 P      so many cards left in the deck
    has drawn  1            a card was drawn this turn
    to act     P            whose decision it is
"""

from __future__ import annotations

from lantern.kernel.cells import write_amount, write_zeros
from lantern.kernel.contract import Json
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule
from tests.toy.board import CARDS, DEALT, MOST_HELD, SQUARES
from tests.toy.state import State


def observation_size(options: Json) -> int:
    """How many numbers `observe` writes for a table with these options."""
    seats: int = options["players"]
    return seats * SQUARES + SQUARES + CARDS + (seats - 1) * MOST_HELD + CARDS - DEALT * seats + 1 + seats


@rule
def seat_after(state: State, observer: int, distance: int) -> int:
    """The seat so many places after the observer."""
    seat = observer + distance
    return seat if seat < state.seats else seat - state.seats


@rule
def observe(state: State, seat: int, out: Cells) -> int:
    """Write what a seat sees; how many numbers."""
    at = observe_row(state, seat, out, 0)
    at = observe_cards(state, seat, out, at)
    out[at] = state.has_drawn
    at += 1
    for distance in range(state.seats):
        out[at + distance] = 1 if seat_after(state, seat, distance) == state.to_act else 0
    return at + state.seats


@rule
def observe_row(state: State, observer: int, out: Cells, at: int) -> int:
    """Everybody's stones, and those placed this turn."""
    for distance in range(state.seats):
        seat = seat_after(state, observer, distance)
        for square in range(SQUARES):
            out[at + square] = 1 if state.stone[square] == seat else 0
        at += SQUARES
    for square in range(SQUARES):
        out[at + square] = state.placed >> square & 1
    return at + SQUARES


@rule
def observe_cards(state: State, observer: int, out: Cells, at: int) -> int:
    """The observer's cards, how many the others hold, and how many are left."""
    write_zeros(out, at, CARDS)
    for position in range(state.held[observer]):
        out[at + state.hand[observer, position]] = 1
    at += CARDS
    for distance in range(1, state.seats):
        at = write_amount(out, at, state.held[seat_after(state, observer, distance)], MOST_HELD)
    return write_amount(out, at, CARDS - state.drawn, CARDS - DEALT * state.seats)
