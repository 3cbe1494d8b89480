"""Points."""

from __future__ import annotations

from lantern.kernel.record import Cells
from lantern.kernel.rule import rule
from tests.toy import ends
from tests.toy.board import CARDS, FREE, SQUARES
from tests.toy.state import State


@rule
def stones_of(state: State, seat: int) -> int:
    """So many stones of a seat lie in the row, or so many squares are FREE."""
    count = 0
    for square in range(SQUARES):
        if state.stone[square] == seat:
            count += 1
    return count


@rule
def ending(state: State) -> int:
    """Why the game is over: a turn ended with the row full, or with the last card drawn (TOY-3.1)."""
    if stones_of(state, FREE) == 0 and state.placed == 0:
        return ends.ROW_FULL
    if state.drawn == CARDS and not state.has_drawn:
        return ends.LAST_CARD_DRAWN
    return ends.RUNNING


@rule
def card_points(state: State, seat: int) -> int:
    """Two points for every card in hand on whose square a stone of one's own lies (TOY-3.2)."""
    points = 0
    for position in range(state.held[seat]):
        if state.stone[state.hand[seat, position]] == seat:
            points += 2
    return points


@rule
def scores(state: State, out: Cells) -> None:
    """What everybody can count: the stones, and when hands are shown at the end the cards too (TOY-3.2)."""
    for seat in range(state.seats):
        out[seat] = stones_of(state, seat)
        if ending(state) != ends.RUNNING:
            out[seat] += card_points(state, seat)


standing = scores
"""Points alone count: nothing breaks a tie (TOY-3.2)."""
