"""How a game begins and what each decision does."""

from __future__ import annotations

from lantern.kernel.rng import Stream, shuffle
from lantern.kernel.rule import rule
from lantern.kernel.seats import seat_after
from tests.toy import ends
from tests.toy.actions import DRAW, END_TURN
from tests.toy.board import CARDS, DEALT, FREE, MOST_HELD, MOST_SEATS, NO_CARD, SQUARES
from tests.toy.scoring import ending
from tests.toy.state import State


@rule
def new_game(state: State, rng: Stream) -> None:
    """Clear the row, shuffle and deal (TOY-1)."""
    clear_table(state)
    for card in range(CARDS):
        state.deck[card] = card
    shuffle(state.deck, 0, CARDS, rng)
    deal(state)


@rule
def clear_table(state: State) -> None:
    """Everything but the options and the deck: no stone, no card in a hand, seat 0 to act."""
    for square in range(SQUARES):
        state.stone[square] = FREE
    for seat in range(MOST_SEATS):
        state.held[seat] = 0
        for position in range(MOST_HELD):
            state.hand[seat, position] = NO_CARD
    state.placed = 0
    state.drawn = 0
    state.has_drawn = 0
    state.to_act = 0


@rule
def deal(state: State) -> None:
    """Two cards to everyone, hand by hand from seat 0 (TOY-1.2)."""
    for seat in range(state.seats):
        for _ in range(DEALT):
            draw_card(state, seat)


@rule
def draw_card(state: State, seat: int) -> None:
    """The next card of the deck comes last in the hand."""
    state.hand[seat, state.held[seat]] = state.deck[state.drawn]
    state.held[seat] += 1
    state.deck[state.drawn] = NO_CARD
    state.drawn += 1


@rule
def apply(state: State, action: int, rng: Stream) -> None:
    """Carry out one legal decision (TOY-2)."""
    if action == DRAW:
        draw_card(state, state.to_act)
        state.has_drawn = 1
    elif action == END_TURN:
        end_turn(state)
    else:
        state.stone[action] = state.to_act
        state.placed |= 1 << action


@rule
def end_turn(state: State) -> None:
    """The next seat is to act (TOY-2.3)."""
    state.placed = 0
    state.has_drawn = 0
    state.to_act = seat_after(state.seats, state.to_act, 1)


@rule
def seat_to_act(state: State) -> int:
    """The seat whose decision it is, -1 when the game is over."""
    return state.to_act if ending(state) == ends.RUNNING else -1
