"""Who knows what: what a seat can't see, and worlds that fit what it knows.

Hands and deck are hidden; a card taken from the display stays known to all until it is played. When the deck runs out
for the first time the discards become the new deck, and all know its make-up; so the cards held blind from before
(`old`) and those from the new deck are two pools that never mix. Whether a blind card that is played was an old one
is open, as at a table where hands lie in the order they were drawn. The oldest of like cards is played; so a newer one
that is played tells that no older one is like it (`not_old`).
"""

from __future__ import annotations

from lantern.games.han.board import COLOURS, MOST_CARDS, NO_CARD, UNKNOWN
from lantern.games.han.state import State
from lantern.kernel.rng import Stream, draw, shuffle
from lantern.kernel.rule import rule


@rule
def conceal(state: State, seat: int) -> None:
    """Blank the others' hands and the order of the deck; a spectator (-1) sees no hand (HAN-1.6)."""
    for owner in range(state.seats):
        if owner != seat:
            for colour in range(COLOURS):
                state.hand[owner, colour] = UNKNOWN
                state.old[owner, colour] = UNKNOWN
    for place in range(MOST_CARDS - state.deck_left, MOST_CARDS):
        state.deck[place] = UNKNOWN


@rule
def determinize(state: State, seat: int, rng: Stream) -> None:
    """Deal the others' blind cards and the deck anew: every world the seat can't tell from this one is as likely."""
    take_back_blind_cards(state, seat)
    while not deal_old_cards(state, seat, rng):
        take_back_blind_cards(state, seat)
    first = gather_unseen(state)
    shuffle(state.deck, first, MOST_CARDS, rng)
    for owner in range(state.seats):
        while owner != seat and cards_known(state, owner) < state.held[owner]:
            state.hand[owner, state.deck[first]] += 1
            state.deck[first] = NO_CARD
            first += 1


@rule
def take_back_blind_cards(state: State, seat: int) -> None:
    """Leave the others the cards that all have seen."""
    for owner in range(state.seats):
        if owner != seat:
            for colour in range(COLOURS):
                state.hand[owner, colour] = state.seen[owner, colour]
                state.old[owner, colour] = 0


@rule
def cards_known(state: State, owner: int) -> int:
    """Cards of a hand that have a colour so far."""
    count = 0
    for colour in range(COLOURS):
        count += state.hand[owner, colour]
    return count


@rule
def deal_old_cards(state: State, seat: int, rng: Stream) -> bool:
    """Deal the cards held blind since before the reshuffle to those who hold them; False if one can't be there."""
    for owner in range(state.seats):
        if owner != seat:
            for _ in range(state.old_held[owner]):
                colour = draw_old_card(state, rng)
                state.hand[owner, colour] += 1
                state.old[owner, colour] += 1
                if state.not_old[owner] >> colour & 1:
                    return False
    return True


@rule
def draw_old_card(state: State, rng: Stream) -> int:
    """One of the old cards that nobody has yet, each as likely."""
    left = 0
    for colour in range(COLOURS):
        left += old_cards_left(state, colour)
    n = draw(rng, left)
    colour = 0
    while n >= old_cards_left(state, colour):
        n -= old_cards_left(state, colour)
        colour += 1
    return colour


@rule
def old_cards_left(state: State, colour: int) -> int:
    """Old cards of a colour that are in no hand yet."""
    left = state.old_cards[colour]
    for owner in range(state.seats):
        left -= state.old[owner, colour]
    return left


@rule
def gather_unseen(state: State) -> int:
    """Write all cards that lie nowhere else to the end of `deck`; the first place."""
    place = MOST_CARDS
    for colour in range(COLOURS):
        unseen = state.copies[colour] - state.display[colour] - state.discard[colour]
        for owner in range(state.seats):
            unseen -= state.hand[owner, colour]
        for _ in range(unseen):
            place -= 1
            state.deck[place] = colour
    return place
