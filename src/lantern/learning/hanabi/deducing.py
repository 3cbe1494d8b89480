"""What the owner of a hand can be certain of, by hints, by the cards in sight, and by his cards taken together.

If some of his cards can only be of kinds of which there are just as many cards left, they are those cards, and none of
the others is. That is all that follows (Hall's theorem), so it is enough to look at every part of a hand.
"""

from __future__ import annotations

from lantern.games.hanabi import board
from lantern.games.hanabi.knowledge import cards_built, covered_copies, kinds_in_play, possible_kinds
from lantern.games.hanabi.legality import fits
from lantern.games.hanabi.play import give_hint, is_lost_card
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.record import Cells, Records
from lantern.kernel.rule import entry, rule

TOLD, COUNTED = 0, 1
WAYS = COUNTED + board.MOST_HELD
"""Ways to know what a card can be: by hints; by the cards in sight as well; then by one other card of the hand that is
known, by two together, and so on."""
CERTAIN = WAYS - 1
"""The last of them: all that follows."""


@rule
def count_left(state: State, left: Cells, seat: int, other: int) -> None:
    """[kind] count the cards that are neither on the table nor in a hand, leaving out the hands of two seats."""
    in_play = kinds_in_play(state)
    for kind in range(board.KINDS):
        left[kind] = covered_copies(state, kind) if in_play >> kind & 1 else 0
    for owner in range(state.seats):
        if owner != seat and owner != other:
            for position in range(state.held[owner]):
                left[state.hand[owner, position]] -= 1


@rule
def kinds_left(left: Cells) -> int:
    """The set of kinds of which there is a card left."""
    kinds = 0
    for kind in range(board.KINDS):
        if left[kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def cards_left(left: Cells, kinds: int) -> int:
    """How many cards are left of some kinds."""
    cards = 0
    for kind in range(board.KINDS):
        if kinds >> kind & 1:
            cards += left[kind]
    return cards


@rule
def deduce(state: State, seat: int, left: Cells, known: Cells) -> None:
    """[position, way] the set of kinds that each card of a hand can be, when so many cards are left."""
    there = kinds_left(left)
    held = state.held[seat]
    for position in range(held):
        known[position, TOLD] = possible_kinds(state, seat, position)
        for way in range(COUNTED, WAYS):
            known[position, way] = known[position, TOLD] & there
    for part in range(1, (1 << held) - 1):
        size = count_bits(part)
        kinds = 0
        for position in range(held):
            if part >> position & 1:
                kinds |= known[position, COUNTED]
        if cards_left(left, kinds) == size:
            for position in range(held):
                if not part >> position & 1:
                    for way in range(COUNTED + size, WAYS):
                        known[position, way] &= ~kinds


@rule
def fitting_kinds(state: State) -> int:
    """The set of kinds that fit now."""
    kinds = 0
    in_play = kinds_in_play(state)
    for kind in range(board.KINDS):
        if in_play >> kind & 1 and fits(state, kind):
            kinds |= 1 << kind
    return kinds


@rule
def useless_kinds(state: State) -> int:
    """The set of kinds that can never fit again: they are built, or a card that comes before them is lost.

    While bonus tiles are face down a lost card may come back.
    """
    kinds = 0
    in_play = kinds_in_play(state)
    for suit in range(board.SUITS):
        lost = 0
        for step in range(board.VALUES):
            kind = suit * board.VALUES + (board.VALUES - 1 - step if suit == board.BLACK else step)
            if in_play >> kind & 1:
                if lost or cards_built(state, kind):
                    kinds |= 1 << kind
                if state.tiles_left == 0 and is_lost_card(state, kind):
                    lost = 1
    return kinds


@rule
def kinds_in_sight(state: State, seat: int) -> int:
    """The set of kinds that a seat sees in hands."""
    kinds = 0
    for owner in range(state.seats):
        if owner != seat:
            for position in range(state.held[owner]):
                kinds |= 1 << state.hand[owner, position]
    return kinds


@entry("hanabi: certain cards")
def know_hand(states: Records, seat: int, left: Cells, known: Cells, sets: Cells) -> None:
    """[position, way] what each card of a seat can be; then the kinds that fit, are useless, are in other hands."""
    state = states[0]
    count_left(state, left, seat, seat)
    deduce(state, seat, left, known)
    sets[0], sets[1], sets[2] = fitting_kinds(state), useless_kinds(state), kinds_in_sight(state, seat)


@entry("hanabi: telling hints")
def know_after_hints(states: Records, seat: int, left: Cells, own: Cells, known: Cells, ways: Cells) -> int:
    """[action - HINT] in which way a partner could tell after a hint that a card fits; WAYS in none.

    Such a way without a hint is returned. Of what partners see in the seat's hand counts what the seat is certain of.
    The second record is room for the hint to be given in.
    """
    state, after = states[0], states[1]
    fitting = fitting_kinds(state)
    count_left(state, left, seat, seat)
    deduce(state, seat, left, own)
    before = WAYS
    for partner in range(state.seats):
        if partner != seat:
            count_left(state, left, seat, partner)
            count_known(state, left, seat, own)
            deduce(state, partner, left, known)
            before = min(before, easiest(state, partner, known, fitting))
            for hint in range(board.HINTS):
                states[1] = state
                give_hint(after, partner, hint)
                deduce(after, partner, left, known)
                ways[partner * board.HINTS + hint] = easiest(after, partner, known, fitting)
    return before


@rule
def count_known(state: State, left: Cells, seat: int, own: Cells) -> None:
    """Count the cards of its own that a seat is certain of."""
    for position in range(state.held[seat]):
        for kind in range(board.KINDS):
            if own[position, CERTAIN] == 1 << kind:
                left[kind] -= 1


@rule
def easiest(state: State, seat: int, known: Cells, fitting: int) -> int:
    """The easiest way in which the owner of a hand can tell that a card of it fits; WAYS if in none."""
    for way in range(WAYS):
        for position in range(state.held[seat]):
            if known[position, way] & ~fitting == 0:
                return way
    return WAYS
