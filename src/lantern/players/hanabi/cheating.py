"""`cheating`: sees its own hand. No bot for a table, but a ceiling to measure the others by.

It is handed the whole state, not a concealed one; its hints tell nothing that is needed.
"""

from __future__ import annotations

from lantern.games.hanabi import phases
from lantern.games.hanabi.actions import DISCARD, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.board import ALL_TOKENS
from lantern.games.hanabi.legality import first_of_set, legal_set, rekindled_kinds
from lantern.games.hanabi.state import State
from lantern.kernel.bits import lowest_bit
from lantern.kernel.rng import Stream
from lantern.kernel.rule import rule
from lantern.players.hanabi.careful import scarcest_kind, scarcest_of
from lantern.players.hanabi.hats.bot import hands_with, kinds_seen, pace
from lantern.players.hanabi.public import playable_kinds, step_of, useless_kinds, vital_kinds

NONE = -1
ANY_HINT = ~((1 << 10) - 1)
"""All actions of a turn but plays and discards."""


@rule
def cheating(state: State, rng: Stream) -> int:
    """The action of the seat to act, which sees everything but the deck."""
    if state.phase == phases.REKINDLE:
        return REKINDLE_CARD + scarcest_of(state, rekindled_kinds(state))
    if state.phase == phases.RETURN and first_of_set(state) == RETURN_CARD:
        return RETURN_CARD + scarcest_kind(state)
    if state.phase != phases.TURN:
        return lowest_bit(legal_set(state))
    return open_turn(state)


@rule
def open_turn(state: State) -> int:
    """Play what fits, discard what is useless while there is time, else wait with a hint where others can play."""
    play = wanted_card(state)
    if play != NONE:
        return play
    waste = useless_card(state)
    hints = legal_set(state) & ANY_HINT
    can_discard = state.tokens < ALL_TOKENS and state.held[state.to_act] > 0
    if can_discard and waste != NONE and pace(state) >= state.seats:
        return DISCARD + waste
    if hints != 0 and (not can_discard or kinds_seen(state) & playable_kinds(state) != 0):
        return lowest_bit(hints)
    if can_discard:
        return DISCARD + (waste if waste != NONE else spare_card(state))
    return lowest_bit(legal_set(state))


@rule
def wanted_card(state: State) -> int:
    """The own card that fits and is most wanted: low, and in no other hand."""
    best = NONE
    best_worth = -1
    playable = playable_kinds(state)
    for position in range(state.held[state.to_act]):
        kind = state.hand[state.to_act, position]
        if playable >> kind & 1:
            worth = 1000 * (9 - step_of(kind)) // (1 + hands_with(state, kind))
            if worth > best_worth:
                best, best_worth = position, worth
    return best


@rule
def useless_card(state: State) -> int:
    """An own card that is useless, or one of two alike."""
    useless = useless_kinds(state)
    mine = 0
    for position in range(state.held[state.to_act]):
        kind = state.hand[state.to_act, position]
        if (useless | mine) >> kind & 1:
            return position
        mine |= 1 << kind
    return NONE


@rule
def spare_card(state: State) -> int:
    """The own card that will be missed least: held by another too, not the last of its kind, high."""
    best = 0
    best_worth = -1
    seen = kinds_seen(state)
    vital = vital_kinds(state)
    for position in range(state.held[state.to_act]):
        kind = state.hand[state.to_act, position]
        worth = 20 * (seen >> kind & 1) + 10 * (1 - (vital >> kind & 1)) + step_of(kind)
        if worth > best_worth:
            best, best_worth = position, worth
    return best
