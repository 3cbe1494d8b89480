"""`careful`: plays what it knows to fit, discards what it knows to be useless, hints at what can be played."""

from __future__ import annotations

from lantern.games.hanabi import board, legality, phases
from lantern.games.hanabi.actions import DISCARD, HINT, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.knowledge import covered_copies, kinds_in_play, likely_kinds, possible_kinds
from lantern.games.hanabi.play import is_lost_card, is_missing
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.rng import Stream
from lantern.kernel.rule import rule

NEW_PLAY = 12
STEP_TO_PLAY = 4
NEW_WASTE = 1
WORTH_A_TOKEN = STEP_TO_PLAY
NONE = -1


@rule
def careful(state: State, rng: Stream) -> int:
    """The action for the seat to act."""
    if state.phase == phases.REKINDLE:
        return REKINDLE_CARD + lowest_bit(legality.rekindled_kinds(state))
    if state.phase == phases.RETURN and legality.first_of_set(state) == RETURN_CARD:
        return RETURN_CARD + scarcest_kind(state)
    if state.phase != phases.TURN:
        hint = best_hint(state)
        return hint if hint != NONE else lowest_bit(legality.legal_set(state))
    return turn_action(state, rng)


@rule
def turn_action(state: State, rng: Stream) -> int:
    """Play, hint, discard: the first of these that is sensible."""
    playable = sure_card(state, playable_kinds(state))
    if playable != NONE:
        return playable
    hint = best_hint(state) if state.tokens > 0 else NONE
    if hint != NONE and hint_worth(state, hint) >= WORTH_A_TOKEN:
        return hint
    if state.tokens < board.ALL_TOKENS and state.held[state.to_act] > 0:
        useless = sure_card(state, useless_kinds(state))
        return DISCARD + (useless if useless != NONE else least_harmful(state))
    return hint if hint != NONE else legality.random_action(state, rng)


@rule
def playable_kinds(state: State) -> int:
    """The set of kinds that are the next of their firework."""
    kinds = 0
    for kind in range(board.KINDS):
        if legality.fits(state, kind):
            kinds |= 1 << kind
    return kinds & kinds_in_play(state)


@rule
def useless_kinds(state: State) -> int:
    """The set of kinds already built, or beyond a card that is lost for good."""
    kinds = 0
    for suit in range(board.SUITS):
        lost = False
        for step in range(board.VALUES):
            kind = suit * board.VALUES + (board.VALUES - 1 - step if suit == board.BLACK else step)
            lost = lost or is_lost_card(state, kind)
            if lost or not is_missing(state, kind):
                kinds |= 1 << kind
    return kinds


@rule
def sure_card(state: State, wanted: int) -> int:
    """The oldest own card that must be of the wanted kinds, NONE if there is no such card."""
    for position in range(state.held[state.to_act]):
        if likely_kinds(state, state.to_act, position) & ~wanted == 0:
            return position
    return NONE


@rule
def least_harmful(state: State) -> int:
    """The own card to throw away when none is known to be useless: the oldest that nobody hinted at."""
    best = 0
    best_harm = 1000
    for position in range(state.held[state.to_act]):
        touched = count_bits(state.mark[state.to_act, position] & board.ALL_HINTS)
        harm = 10 * touched + vital_share(state, likely_kinds(state, state.to_act, position))
        if harm < best_harm:
            best, best_harm = position, harm
    return best


@rule
def vital_share(state: State, kinds: int) -> int:
    """How many tenths of some kinds are last copies of cards still needed."""
    vital = 0
    for kind in range(board.KINDS):
        if kinds >> kind & 1 and is_missing(state, kind):
            if state.discarded[kind] + 1 == board.COPIES[state.ordinary_black, kind]:
                vital += 1
    return 10 * vital // max(1, count_bits(kinds))


@rule
def best_hint(state: State) -> int:
    """The legal hint that is worth most, NONE if there is none."""
    hints = legality.legal_set(state)
    best = NONE
    best_worth = -1
    for distance in range(1, state.seats):
        seat = (state.to_act + distance) % state.seats
        for hint in range(board.HINTS):
            action = HINT + seat * board.HINTS + hint
            if hints >> action & 1:
                worth = hint_worth(state, action)
                if worth > best_worth:
                    best, best_worth = action, worth
    return best


@rule
def hint_worth(state: State, action: int) -> int:
    """What a hint does for its receiver: cards it will know to fit, or to be useless."""
    seat = (action - HINT) // board.HINTS
    hint = (action - HINT) % board.HINTS
    playable = playable_kinds(state)
    useless = useless_kinds(state)
    promised = 0
    worth = 0
    for position in range(state.held[seat]):
        kind = state.hand[seat, position]
        touched = board.FITTING[kind] >> hint & 1
        before = possible_kinds(state, seat, position)
        after = before & (board.TOUCHED[hint] if touched else ~board.TOUCHED[hint])
        if after != before:
            sure = after & ~playable == 0
            if (sure or (touched and playable >> kind & 1)) and not promised >> kind & 1:
                promised |= 1 << kind
                worth += NEW_PLAY if sure else STEP_TO_PLAY
            elif after & ~useless == 0:
                worth += NEW_WASTE
    return worth


@rule
def scarcest_kind(state: State) -> int:
    """The discarded kind to bring back: one still needed, of which fewest are left."""
    best = lowest_bit(legality.discarded_kinds(state))
    best_left = 1000
    for kind in range(board.KINDS):
        if state.discarded[kind] > 0 and is_missing(state, kind):
            left = board.COPIES[state.ordinary_black, kind] - state.discarded[kind]
            if left < best_left:
                best, best_left = kind, left
    return best


@rule
def scarcest_of(state: State, kinds: int) -> int:
    """Of some kinds, the one with fewest cards in the deck and in hands."""
    best = lowest_bit(kinds)
    for kind in range(board.KINDS):
        if kinds >> kind & 1 and covered_copies(state, kind) < covered_copies(state, best):
            best = kind
    return best
