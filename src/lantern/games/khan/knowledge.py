"""Who knows what: hands and the order of the deck are hidden.

When the deck is used up the discards become the new one, and all saw what they were. So every card that lies nowhere
open is known to belong to one cycle of the deck, and so is every card in a hand, for all saw when it was drawn: a card
of an earlier cycle must be in a hand, one of this cycle in a hand or still in the deck.

Of several cards with a symbol the one whose ruler comes first is played. So all know of those kept that they are none
with that symbol and an earlier ruler; a card's `bound` says so for every symbol. Cards that were drawn at different
times have different bounds, and all see which of them is played, as at a table where hands lie in the order drawn.
"""

from __future__ import annotations

from lantern.games.khan import phases
from lantern.games.khan.board import CARDS, HAND_SIZE, NO_CARD, NONE, UNKNOWN
from lantern.games.khan.legality import can_act_freely, can_use_special
from lantern.games.khan.play import can_be, can_go_on, sort_hand
from lantern.games.khan.state import State
from lantern.kernel.rng import Stream, draw, shuffle
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
    deal_anew(state, seat, rng)
    while not can_decide(state):
        deal_anew(state, seat, rng)


@rule
def can_decide(state: State) -> bool:
    """Whether there is what the seat whose turn it is was found able to decide, once no ruler can be driven out."""
    if not state.final:
        return True
    if state.phase == phases.ACTIONS:
        return can_go_on(state)
    if state.phase == phases.THIRD_ACTION:
        return can_act_freely(state, state.turn)
    return state.phase != phases.SPECIAL or can_use_special(state)


@rule
def deal_anew(state: State, seat: int, rng: Stream) -> None:
    """Deal the others' hands and the deck anew, as the cards seen and played allow."""
    for cycle in range(state.reshuffles + 1):
        last = CARDS if cycle == state.reshuffles else CARDS - state.deck_left
        first = gather_cards(state, seat, cycle, last)
        rest = deal_cycle(state, seat, cycle, first, last, rng)
        while rest == NONE:
            rest = deal_cycle(state, seat, cycle, first, last, rng)
        for place in range(first, rest):
            state.deck[place] = NO_CARD
        shuffle(state.deck, rest, last, rng)
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
def deal_cycle(state: State, seat: int, cycle: int, first: int, last: int, rng: Stream) -> int:
    """Deal cards from these places to the others' of a cycle; the place after those dealt, NONE to begin anew.

    Those held longest come first, for the least is left for them. What is dealt comes to lie before the rest.
    """
    rest = first
    for back in range(HAND_SIZE):
        place = HAND_SIZE - 1 - back
        for owner in range(state.seats):
            if owner != seat and place < state.held[owner] and state.drawn[owner, place] == cycle:
                chosen = choose_card(state, state.bound[owner, place], first, rest, last, rng)
                if chosen == NONE:
                    return NONE
                card = state.deck[chosen]
                state.deck[chosen] = state.deck[rest]
                state.deck[rest] = card
                state.hand[owner, place] = card
                rest += 1
    return rest


@rule
def choose_card(state: State, bound: int, first: int, rest: int, last: int, rng: Stream) -> int:
    """The place of a card of the rest that a bound allows.

    It is drawn by number, out of as many as there can be at most, however the cards before it fell. NONE has the
    numbers beyond those that there are: so every way to deal is as likely.
    """
    if bound == 0:
        return rest + draw(rng, last - rest)
    number = draw(rng, min(last - rest, count_allowed(state, bound, first, last)))
    for place in range(rest, last):
        if can_be(state.deck[place], bound):
            if number == 0:
                return place
            number -= 1
    return NONE


@rule
def count_allowed(state: State, bound: int, first: int, last: int) -> int:
    """How many cards in these places a bound allows."""
    count = 0
    for place in range(first, last):
        if can_be(state.deck[place], bound):
            count += 1
    return count
