"""Where a prince of Ming Dynastie should go: the stops within reach of his cards, and what they bring.

Cards are packed as in the rules' `walking`, and so are members on province spaces, four bits for each province. What
stops bring is counted once for a decision: a number for each province, with seven bits for each of its districts and
for one, two and three members at hand.
"""

from __future__ import annotations

from collections.abc import Callable

from lantern.games.ming import phases
from lantern.games.ming.board import CARD_KINDS, DRAGON, HAND_SIZE, MOST_DEPLOYED, NONE, OF_A_PROVINCE, PROVINCES
from lantern.games.ming.state import State
from lantern.games.ming.walking import NIBBLE, border, holds, neighbours, without
from lantern.kernel.bits import lowest_bit
from lantern.kernel.rule import rule
from lantern.players.ming.worth import worth_here

Stops = tuple[int, ...]
"""[province] what stops in its districts bring."""
NO_STOPS = (0,) * PROVINCES
STOP_BITS = 7
MOST_GAIN = (1 << STOP_BITS) - 1
STOP_UNIT = 4
"""Tenths of a point that one in those bits stands for."""

PATIENCE = 16
"""What can be gained later is worth less by one part in so many: others move, too."""
CARD_PRICE = 2
DRAGON_PRICE = 8
HOPED_PRICE = 12
"""What it costs to use a card, a dragon, and a card that is not in hand yet."""
HOPED = CARD_KINDS
"""Packed cards may have those that are hoped for in the places after those that are held."""


@rule
def stops(state: State, seat: int, tiles: int) -> Stops:
    """What stops in all districts bring, with these tiles in prospect."""
    known = NO_STOPS
    for province in range(PROVINCES):
        known = pushed(known, stops_in(state, seat, province, tiles))
    return known


@rule
def pushed(known: Stops, more: int) -> Stops:
    """What is known moved up by one, with one more at the end."""
    return (*known[1:], more)


@rule
def stops_in(state: State, seat: int, province: int, tiles: int) -> int:
    """What stops in the districts of a province bring, with the members on its space and one to come."""
    members = state.space[seat, province] + (1 if state.phase == phases.MEMBERS else 0)
    packed = 0
    for k in range(OF_A_PROVINCE):
        district = OF_A_PROVINCE * province + k
        if state.monastery[district] != seat:
            packed |= (
                stop_in(state, seat, district, min(MOST_DEPLOYED, members), tiles) << STOP_BITS * MOST_DEPLOYED * k
            )
    return packed


@rule
def stop_in(state: State, seat: int, district: int, members: int, tiles: int) -> int:
    """What a stop in a district brings with up to so many members, packed."""
    now = worth_here(state, seat, district, 0, tiles)
    packed = 0
    most = 0
    for number in range(1, members + 1):
        most = max(most, worth_here(state, seat, district, number, tiles) - now)
        most = max(most, worth_here(state, seat, district, MOST_DEPLOYED + number, tiles) - now)
        packed |= min(MOST_GAIN, most // STOP_UNIT) << STOP_BITS * (number - 1)
    return packed


@rule
def gain_with(known: Stops, district: int, members: int) -> int:
    """What a stop in a district brings with up to so many members, of whom there are three at most."""
    if members == 0:
        return 0
    place = MOST_DEPLOYED * (district % OF_A_PROVINCE) + members - 1
    return STOP_UNIT * (known[district // OF_A_PROVINCE] >> STOP_BITS * place & MOST_GAIN)


@rule
def at_hand(members: int, district: int) -> int:
    """How many of the packed members can be deployed to a district."""
    return min(MOST_DEPLOYED, members >> NIBBLE * (district // OF_A_PROVINCE) & 15)


@rule
def gain_at(known: Stops, members: int, district: int) -> int:
    """What a stop in a district brings with the packed members."""
    return gain_with(known, district, at_hand(members, district))


@rule
def members_after(known: Stops, members: int, district: int) -> int:
    """The packed members after a stop in a district that takes no more of them than it needs."""
    used = at_hand(members, district)
    if used == 0:
        to_come = members >> NIBBLE * PROVINCES and gain_with(known, district, 1) > 0
        return members - (1 << NIBBLE * PROVINCES) if to_come else members
    while used > 0 and gain_with(known, district, used - 1) == gain_at(known, members, district):
        used -= 1
    return members - (used << NIBBLE * (district // OF_A_PROVINCE))


@rule
def members_on_spaces(state: State, seat: int) -> int:
    """A seat's members on the province spaces, packed."""
    members = 0
    for province in range(PROVINCES):
        members |= min(14, state.space[seat, province]) << NIBBLE * province
    return members


@rule
def payment(cards: int, symbol: int) -> int:
    """What pays for a border: its symbol, in hand or hoped for, or a dragon; NONE if nothing does."""
    if holds(cards, symbol):
        return symbol
    if holds(cards, HOPED + symbol):
        return HOPED + symbol
    return DRAGON if holds(cards, DRAGON) else NONE


@rule
def price_of(card: int) -> int:
    """What using a card costs."""
    if card == DRAGON:
        return DRAGON_PRICE
    return CARD_PRICE if card < HOPED else HOPED_PRICE


def _visits_of(steps: int) -> Callable[[int, int, int, int, Stops], int]:
    """The rule for visits with so many steps to go at most."""
    further = _visits_of(steps - 1) if steps > 0 else None

    @rule
    def visit(district: int, cards: int, members: int, closed: int, known: Stops) -> int:
        """What a prince gains who comes to a district and goes on, stopping where it pays and he can."""
        gain = 0
        if not closed >> district & 1:
            gain = gain_at(known, members, district)
            members = members_after(known, members, district)
        most = 0
        if further is not None:
            rest = neighbours(district)
            while rest != 0:
                there = lowest_bit(rest)
                card = payment(cards, border(district, there))
                if card != NONE:
                    later = further(there, without(cards, card), members, closed | 1 << district, known)
                    most = max(most, later - price_of(card))
                rest &= rest - 1
        return gain + most - most // PATIENCE

    return visit


visit = _visits_of(HAND_SIZE)
