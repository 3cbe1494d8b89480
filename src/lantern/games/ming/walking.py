"""Where a prince can walk, and what it costs (MING-6.1).

A hand is packed into one number here, four bits for each kind of card, so that a walk can be thought through without
touching the record. A border is best paid with its symbol: a dragon kept is worth any other card. So where a walk can
still end is a question of the way alone.
"""

from __future__ import annotations

from lantern.games.ming.board import BORDER, CARD_KINDS, DRAGON, NEIGHBOURS, NO_CARD, NONE, NOWHERE
from lantern.games.ming.state import State
from lantern.kernel.bits import lowest_bit
from lantern.kernel.rule import rule

NIBBLE = 4


@rule
def border(one: int, other: int) -> int:
    """The symbol on the border of two districts, NO_CARD if they have none."""
    return int(BORDER[one, other])


@rule
def neighbours(district: int) -> int:
    """The set of districts that a district borders on."""
    return int(NEIGHBOURS[district])


@rule
def hand_of(state: State, seat: int) -> int:
    """A seat's hand, packed."""
    hand = 0
    for card in range(CARD_KINDS):
        hand |= state.hand[seat, card] << NIBBLE * card
    return hand


@rule
def holds(hand: int, card: int) -> bool:
    """Whether a card is in a packed hand."""
    return hand >> NIBBLE * card & 15 != 0


@rule
def without(hand: int, card: int) -> int:
    """A packed hand without a card that it holds."""
    return hand - (1 << NIBBLE * card)


@rule
def after_paying(hand: int, symbol: int) -> int:
    """A packed hand after a border was paid for, with a dragon if it must be; NONE if it can't be paid."""
    if holds(hand, symbol):
        return without(hand, symbol)
    return without(hand, DRAGON) if holds(hand, DRAGON) else NONE


@rule
def others_at(state: State, seat: int) -> int:
    """The set of districts in which other princes stand."""
    districts = 0
    for other in range(state.seats):
        if other != seat and state.prince[other] != NOWHERE:
            districts |= 1 << state.prince[other]
    return districts


@rule
def can_leave(taken: int, district: int, hand: int) -> bool:
    """Whether a walk that is in a taken district can end in one that is not; three are taken at most."""
    return (
        leaves_at_once(taken, district, hand)
        or leaves_through_one(taken, district, hand)
        or leaves_through_two(taken, district, hand)
    )


@rule
def leaves_at_once(taken: int, district: int, hand: int) -> bool:
    """Whether the next step can end in a district that is not taken."""
    rest = neighbours(district) & ~taken
    while rest != 0:
        if after_paying(hand, border(district, lowest_bit(rest))) != NONE:
            return True
        rest &= rest - 1
    return False


@rule
def leaves_through_one(taken: int, district: int, hand: int) -> bool:
    """Whether the next step but one can, by way of another taken district."""
    rest = neighbours(district) & taken
    while rest != 0:
        left = after_paying(hand, border(district, lowest_bit(rest)))
        if left != NONE and leaves_at_once(taken, lowest_bit(rest), left):
            return True
        rest &= rest - 1
    return False


@rule
def leaves_through_two(taken: int, district: int, hand: int) -> bool:
    """Whether the third step can, by way of two more taken districts."""
    rest = neighbours(district) & taken
    while rest != 0:
        left = after_paying(hand, border(district, lowest_bit(rest)))
        if left != NONE and leaves_through_one(taken, lowest_bit(rest), left):
            return True
        rest &= rest - 1
    return False


@rule
def can_step(state: State, seat: int, district: int, card: int) -> bool:
    """Whether a prince may step into a district, paying a card: it is paid for, and the walk can still end."""
    symbol = border(state.prince[seat], district)
    if symbol == NO_CARD or (card != symbol and card != DRAGON) or state.hand[seat, card] == 0:
        return False
    taken = others_at(state, seat)
    return not taken >> district & 1 or can_leave(taken, district, without(hand_of(state, seat), card))
