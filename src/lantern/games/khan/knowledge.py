"""Who knows what: hands and the order of the deck are hidden.

When the deck is used up the discards become the new one, and all saw what they were. So every card that lies nowhere
open is known to belong to one cycle of the deck, and so is every card in a hand, for all saw when it was drawn: a card
of an earlier cycle must be in a hand, one of this cycle in a hand or still in the deck.
"""

from __future__ import annotations

from lantern.games.khan.board import CARDS, NO_CARD, UNKNOWN
from lantern.games.khan.play import receive
from lantern.games.khan.state import State
from lantern.kernel.rng import Stream, shuffle
from lantern.kernel.rule import rule


@rule
def conceal(state: State, seat: int) -> None:
    """Blank the others' hands and the order of the deck; a spectator (-1) sees no hand (KHAN-3.3)."""
    for owner in range(state.seats):
        if owner != seat:
            for place in range(state.held[owner]):
                state.hand[owner, place] = UNKNOWN
    for place in range(CARDS - state.deck_left, CARDS):
        state.deck[place] = UNKNOWN


@rule
def determinize(state: State, seat: int, rng: Stream) -> None:
    """Deal the others' hands and the deck anew: every world the seat can't tell from this one is as likely."""
    for cycle in range(state.reshuffles):
        first = gather_cards(state, seat, cycle, CARDS - state.deck_left)
        shuffle(state.deck, first, CARDS - state.deck_left, rng)
        deal_cycle(state, seat, cycle, first)
    first = gather_cards(state, seat, state.reshuffles, CARDS)
    shuffle(state.deck, first, CARDS, rng)
    deal_cycle(state, seat, state.reshuffles, first)
    for owner in range(state.seats):
        if owner != seat:
            sort_hand(state, owner)


@rule
def is_own(state: State, seat: int, card: int) -> bool:
    """Whether a card is in a seat's hand."""
    own = False
    for place in range(state.held[seat]):
        own = own or state.hand[seat, place] == card
    return own


@rule
def gather_cards(state: State, seat: int, cycle: int, last: int) -> int:
    """Write the cards of a cycle that the seat does not see to the deck before place `last`; the first place."""
    place = last
    for card in range(CARDS):
        if state.cycle[card] == cycle and not is_own(state, seat, card):
            place -= 1
            state.deck[place] = card
    return place


@rule
def deal_cycle(state: State, seat: int, cycle: int, first: int) -> None:
    """Deal cards from a place of the deck on to the others' places that belong to a cycle."""
    for owner in range(state.seats):
        if owner != seat:
            for place in range(state.held[owner]):
                if state.drawn[owner, place] == cycle:
                    state.hand[owner, place] = state.deck[first]
                    state.deck[first] = NO_CARD
                    first += 1


@rule
def sort_hand(state: State, seat: int) -> None:
    """Put a hand in order by cycle and number."""
    held = state.held[seat]
    state.held[seat] = 0
    for place in range(held):
        receive(state, seat, state.hand[seat, place])
