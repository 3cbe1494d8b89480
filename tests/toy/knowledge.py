"""Who knows what: what a seat can't see, and worlds that fit what it sees."""

from __future__ import annotations

from lantern.kernel.bits import count_bits, nth_bit
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule
from tests.toy import ends
from tests.toy.board import ALL_CARDS, CARDS, UNKNOWN
from tests.toy.scoring import ending
from tests.toy.state import State


@rule
def sees_hand(state: State, seat: int, owner: int) -> bool:
    """A seat sees its own hand, and everybody every hand once the game is over (TOY-1.2, 3.2)."""
    return seat == owner or ending(state) != ends.RUNNING


@rule
def conceal(state: State, seat: int) -> None:
    """Blank the other hands and the deck; a spectator (-1) sees no hand."""
    for owner in range(state.seats):
        if not sees_hand(state, seat, owner):
            for position in range(state.held[owner]):
                state.hand[owner, position] = UNKNOWN
    for place in range(state.drawn, CARDS):
        state.deck[place] = UNKNOWN


@rule
def determinize(state: State, seat: int, rng: Stream) -> None:
    """Deal the cards that the seat does not see anew, to the other hands and the deck."""
    unseen = unseen_cards(state, seat)
    for owner in range(state.seats):
        if not sees_hand(state, seat, owner):
            for position in range(state.held[owner]):
                card = random_card(unseen, rng)
                state.hand[owner, position] = card
                unseen &= ~(1 << card)
    for place in range(state.drawn, CARDS):
        card = random_card(unseen, rng)
        state.deck[place] = card
        unseen &= ~(1 << card)


@rule
def unseen_cards(state: State, seat: int) -> int:
    """The set of cards that a seat does not see."""
    unseen = ALL_CARDS
    for owner in range(state.seats):
        if sees_hand(state, seat, owner):
            for position in range(state.held[owner]):
                unseen &= ~(1 << state.hand[owner, position])
    return unseen


@rule
def random_card(cards: int, rng: Stream) -> int:
    """One of a set of cards, each as likely."""
    return nth_bit(cards, draw(rng, count_bits(cards)))
