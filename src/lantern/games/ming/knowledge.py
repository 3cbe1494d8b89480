"""Who knows what: the order of the deck is hidden, and so are return cards until all have chosen (MING-2.4, 7.4).

Every card is taken openly, so hands are known to all; the option of secret hands is a matter of what a table shows.
"""

from __future__ import annotations

from lantern.games.ming import phases
from lantern.games.ming.actions import BACK_FROM, RETURN_SUM
from lantern.games.ming.board import CARDS, MOST_RETURNED, NONE, OF_A_SYMBOL, PROVINCES, SYMBOLS, UNKNOWN
from lantern.games.ming.state import State
from lantern.kernel.rng import Stream, draw, shuffle
from lantern.kernel.rule import rule


@rule
def conceal(state: State, seat: int) -> None:
    """Blank the order of the deck and the return cards of the others; a spectator (-1) sees none."""
    for place in range(CARDS - state.deck_left, CARDS):
        state.deck[place] = UNKNOWN
    if state.phase == phases.RETURN:
        for other in range(state.seats):
            if other != seat and state.chosen[other] != NONE:
                state.chosen[other] = UNKNOWN
        if is_last_secret(state) and state.last_seat != seat:
            state.last_action = UNKNOWN


@rule
def is_last_secret(state: State) -> bool:
    """Whether the last decision was a choice of return cards that are not revealed yet."""
    chosen_now = state.last_seat != NONE and state.chosen[state.last_seat] != NONE
    return chosen_now and (state.last_action == UNKNOWN or RETURN_SUM <= state.last_action < BACK_FROM)


@rule
def determinize(state: State, seat: int, rng: Stream) -> None:
    """Put the deck in a random order and choose the others' return cards: every world is as likely."""
    gather_deck(state)
    shuffle(state.deck, CARDS - state.deck_left, CARDS, rng)
    if state.phase == phases.RETURN:
        for other in range(state.seats):
            if other != seat and state.chosen[other] != NONE:
                state.chosen[other] = draw(rng, MOST_RETURNED + 1)
        if is_last_secret(state) and state.last_seat != seat:
            state.last_action = RETURN_SUM + state.chosen[state.last_seat]


@rule
def gather_deck(state: State) -> None:
    """Write the cards that lie nowhere else into the deck, symbol by symbol."""
    place = CARDS - state.deck_left
    for symbol in range(SYMBOLS):
        left = OF_A_SYMBOL - state.discards[symbol]
        for other in range(state.seats):
            left -= state.hand[other, symbol]
        for province in range(PROVINCES):
            if state.display[province] == symbol:
                left -= 1
        for _ in range(left):
            state.deck[place] = symbol
            place += 1
