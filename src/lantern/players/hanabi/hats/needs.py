"""What a seat needs to be told, and what it says that somebody acts without telling it.

Two players, and three who can say any number, neither play nor discard while a partner needs a hint. So who does so
says that nobody needs one; and of two players who are short of tokens, who hints says that the other does.
"""

from __future__ import annotations

import numpy as np

from lantern.games.hanabi import phases
from lantern.games.hanabi.actions import DISCARD, HINT
from lantern.games.hanabi.state import State
from lantern.kernel.rule import rule
from lantern.players.hanabi.counts import weigh
from lantern.players.hanabi.public import Memory, knows_play, price

NONE = -1
FREE_DECK = 10
"""While so many cards or more are in the deck, a card known by all to fit is played, and none on a faint chance."""
FEW_SEATS = 3
"""With so many players or fewer a hint tells little of each hand, so that other actions have to say more."""
LAST_TURNS = 2
"""With so few turns to come a hint helps nobody but the next seat, so that no card that fits waits for it."""
TOKENS_TO_KEEP = np.array([0, 0, 4, 2, 4, 6], np.int64)
"""[seats] with more tokens than this a seat hints rather than discards a card that may be of use."""
# What everybody takes a discard to cost if the card is still needed, and more for each card that would follow.
LAST_CARD, LAST_CARD_STEP = 15, 10
ONE_OF_SEVERAL, ONE_OF_SEVERAL_STEP = 5, 4


@rule
def anything_goes(state: State) -> bool:
    """Whether the end is so near that no kind of action breaks the convention."""
    return bool(state.deck_size - state.drawn < FREE_DECK)


@rule
def means_no_hint(state: State) -> bool:
    """Whether a discard says that nobody needs a hint: with a token, of 2 players, or of 3 who can say any number."""
    if state.tokens == 0:
        return False
    if state.seats == 2:
        return not is_last_turn(state)
    return bool(state.seats <= FEW_SEATS and state.empty_hints and not anything_goes(state))


@rule
def is_last_turn(state: State) -> bool:
    """Whether each of two players has at most one turn to come."""
    return state.turns_left > 0 and state.turns_left <= LAST_TURNS


@rule
def hints_first(state: State) -> bool:
    """Whether a seat may hint before it plays a card that fits: of two players, where silence says something."""
    return bool(state.seats == 2 and means_no_hint(state))


@rule
def says_no_need(state: State, manner: int) -> bool:
    """Whether an action, to play, discard or hint, says that nobody needs a hint."""
    if manner == HINT:
        return False
    return means_no_hint(state) if manner == DISCARD else hints_first(state)


@rule
def says_need(memory: Memory, state: State, seat: int) -> bool:
    """Whether a hint says that a seat needs it: of two players, if otherwise the other would rather discard."""
    if state.phase != phases.TURN or not hints_first(state) or state.held[state.to_act] == 0:
        return False
    return saves_tokens(state) and not knows_play(memory, state, seat)


@rule
def saves_tokens(state: State) -> bool:
    """Whether so few tokens are left that a seat discards rather than hints."""
    return bool(state.tokens <= TOKENS_TO_KEEP[state.seats])


@rule
def card_at_risk(memory: Memory, state: State, seat: int) -> int:
    """The card that one of two players, as all expect, will discard next; NONE if it is known to be useless."""
    if state.seats != 2 or not saves_tokens(state):
        return NONE
    best = NONE
    least = 1 << 30
    for position in range(state.held[seat]):
        kinds = memory.possible[seat, position]
        if kinds & ~memory.useless == 0:
            return NONE
        harm = public_harm(memory, kinds)
        if harm < least:
            best, least = position, harm
    return best


@rule
def public_harm(memory: Memory, kinds: int) -> int:
    """What it costs on average, in thousandths, to discard a card that can be of some kinds for everybody."""
    needed = kinds & ~memory.useless
    harm = price(memory.hidden, needed & memory.vital, LAST_CARD, LAST_CARD_STEP)
    harm += price(memory.hidden, needed & ~memory.vital, ONE_OF_SEVERAL, ONE_OF_SEVERAL_STEP)
    whole = weigh(memory.hidden, kinds)
    return 1000 * harm // whole if whole > 0 else 1 << 29
