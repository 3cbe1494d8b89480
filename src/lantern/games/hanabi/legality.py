"""What may be done, and the clause that forbids the rest."""

from __future__ import annotations

from lantern.games.hanabi import board, ends, phases
from lantern.games.hanabi.actions import ACTIONS, DECLINE, DISCARD, HINT, PASS, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits, nth_bit
from lantern.kernel.errors import LEGAL, forbidden_by
from lantern.kernel.record import Cells
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule

NO_SUCH_ACTION = forbidden_by("HANABI-2", "no_such_action")
GAME_OVER = forbidden_by("HANABI-3", "game_over")
NO_CARD_THERE = forbidden_by("HANABI-1.3", "no_card_there")
ALL_TOKENS_THERE = forbidden_by("HANABI-2.2", "all_tokens_there")
NO_TOKEN_LEFT = forbidden_by("HANABI-2.1", "no_token_left")
OWN_HAND = forbidden_by("HANABI-2.1", "own_hand")
NO_SUCH_SEAT = forbidden_by("HANABI-1.1", "no_such_seat")
EMPTY_HAND = forbidden_by("HANABI-2.1", "empty_hand")
TOUCHES_NOTHING = forbidden_by("HANABI-2.1", "touches_nothing")
NO_PASSING = forbidden_by("HANABI-2", "no_passing")
TILE_FIRST = forbidden_by("HANABI-7.3", "tile_first")
ONLY_COLOURS = forbidden_by("HANABI-7.2c", "only_colours")
ONLY_VALUES = forbidden_by("HANABI-7.2d", "only_values")
NO_TILE = forbidden_by("HANABI-7.2", "no_tile")
NOT_DISCARDED = forbidden_by("HANABI-7.2", "not_discarded")
DOES_NOT_FIT = forbidden_by("HANABI-7.2f", "does_not_fit")
DECK_EMPTY = forbidden_by("HANABI-7.2e", "deck_empty")
VALUE_OR_NOTHING = forbidden_by("HANABI-7.2e", "value_or_nothing")
NOTHING_TO_DECLINE = forbidden_by("HANABI-7.3", "nothing_to_decline")


@rule
def fits(state: State, kind: int) -> bool:
    """Whether a card is the next of its firework, which black builds downwards (HANABI-2.3, 6.1)."""
    suit = kind // board.VALUES
    built = state.firework[suit]
    value = kind % board.VALUES
    return value == (board.VALUES - 1 - built if suit == board.BLACK else built)


@rule
def deck_is_empty(state: State) -> bool:
    """Whether the last card has been drawn."""
    return state.drawn == state.deck_size


@rule
def shown_hints(state: State, seat: int) -> int:
    """The set of hints that touch at least one card of a hand."""
    shown = 0
    for position in range(board.MOST_HELD):
        shown |= board.FITTING[state.hand[seat, position]]
    return shown


@rule
def hint_actions(state: State, wanted: int) -> int:
    """The legal ones among some hints to every other seat, as a set of actions (HANABI-2.1)."""
    hints = 0
    for seat in range(state.seats):
        allowed = board.ALL_HINTS if state.empty_hints and state.held[seat] > 0 else shown_hints(state, seat)
        hints |= (wanted & allowed) << (HINT + board.HINTS * seat)
    return hints & ~(board.ALL_HINTS << (HINT + board.HINTS * int(state.to_act)))


@rule
def turn_actions(state: State) -> int:
    """The set of legal actions in an ordinary turn (HANABI-2, 4.2)."""
    cards = (1 << int(state.held[state.to_act])) - 1
    actions = cards
    if state.tokens < board.ALL_TOKENS:
        actions |= cards << DISCARD
    if state.tokens > 0:
        actions |= hint_actions(state, board.ALL_HINTS)
    return actions if actions != 0 else 1 << PASS


@rule
def discarded_kinds(state: State) -> int:
    """The set of kinds among the discards."""
    kinds = 0
    for kind in range(board.KINDS):
        if state.discarded[kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def rekindled_kinds(state: State) -> int:
    """The set of kinds among the discards that fit their firework (HANABI-7.2f)."""
    kinds = 0
    for kind in range(board.KINDS):
        if state.discarded[kind] > 0 and fits(state, kind):
            kinds |= 1 << kind
    return kinds


@rule
def legal_set(state: State) -> int:
    """The legal actions as a set; its number 0 stands for `first_of_set`."""
    if state.end != ends.RUNNING:
        return 0
    if state.phase == phases.TURN:
        return turn_actions(state)
    if state.phase == phases.COLOUR_HINT:
        return hint_actions(state, board.COLOUR_HINTS)
    if state.phase == phases.VALUE_HINT:
        return hint_actions(state, board.VALUE_HINTS)
    if state.phase == phases.REKINDLE:
        return rekindled_kinds(state)
    if deck_is_empty(state):
        return hint_actions(state, board.VALUE_HINTS) | 1 << DECLINE
    return discarded_kinds(state)


@rule
def first_of_set(state: State) -> int:
    """The action that number 0 of `legal_set` stands for."""
    if state.phase == phases.REKINDLE:
        return REKINDLE_CARD
    if state.phase == phases.RETURN and not deck_is_empty(state):
        return RETURN_CARD
    return 0


@rule
def legal_actions(state: State, out: Cells) -> int:
    """Write the legal actions in ascending order; how many there are."""
    remaining = legal_set(state)
    first = first_of_set(state)
    count = 0
    number = 0
    while remaining != 0:
        if remaining & 1:
            out[count] = first + number
            count += 1
        remaining >>= 1
        number += 1
    return count


@rule
def random_action(state: State, rng: Stream) -> int:
    """A legal action, each as likely, of a game that is not over."""
    legal = legal_set(state)
    return first_of_set(state) + nth_bit(legal, draw(rng, count_bits(legal)))


@rule
def refusal(state: State, action: int) -> int:
    """LEGAL, or why an action is not."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if state.end != ends.RUNNING:
        return GAME_OVER
    if action >= RETURN_CARD:
        return refuse_discarded_card(state, action)
    if action == DECLINE:
        return LEGAL if state.phase == phases.RETURN and deck_is_empty(state) else NOTHING_TO_DECLINE
    if action == PASS:
        return LEGAL if state.phase == phases.TURN and turn_actions(state) == 1 << PASS else NO_PASSING
    if action >= HINT:
        return refuse_hint(state, (action - HINT) // board.HINTS, (action - HINT) % board.HINTS)
    if state.phase != phases.TURN:
        return TILE_FIRST
    return refuse_own_card(state, action)


@rule
def refuse_own_card(state: State, action: int) -> int:
    """Why a card of one's own can't be played or discarded (HANABI-2.2, 2.3)."""
    if action >= DISCARD and state.tokens == board.ALL_TOKENS:
        return ALL_TOKENS_THERE
    return LEGAL if action % DISCARD < state.held[state.to_act] else NO_CARD_THERE


@rule
def refuse_hint(state: State, seat: int, hint: int) -> int:
    """Why a hint can't be given, on a turn or for a bonus tile (HANABI-2.1, 7.2, 7.3)."""
    if seat >= state.seats:
        return NO_SUCH_SEAT
    if seat == state.to_act:
        return OWN_HAND
    if state.phase == phases.TURN and state.tokens == 0:
        return NO_TOKEN_LEFT
    if state.phase == phases.COLOUR_HINT and not board.COLOUR_HINTS >> hint & 1:
        return ONLY_COLOURS
    if state.phase == phases.VALUE_HINT and not board.VALUE_HINTS >> hint & 1:
        return ONLY_VALUES
    if state.phase == phases.REKINDLE or (state.phase == phases.RETURN and not deck_is_empty(state)):
        return TILE_FIRST
    if state.phase == phases.RETURN and not board.VALUE_HINTS >> hint & 1:
        return VALUE_OR_NOTHING
    if state.held[seat] == 0:
        return EMPTY_HAND
    if not state.empty_hints and not shown_hints(state, seat) >> hint & 1:
        return TOUCHES_NOTHING
    return LEGAL


@rule
def refuse_discarded_card(state: State, action: int) -> int:
    """Why a card can't be taken from the discards (HANABI-7.2e, 7.2f)."""
    wanted = phases.REKINDLE if action >= REKINDLE_CARD else phases.RETURN
    if state.phase == phases.TURN:
        return NO_TILE
    if state.phase != wanted:
        return TILE_FIRST
    if wanted == phases.RETURN and deck_is_empty(state):
        return DECK_EMPTY
    kind = (action - RETURN_CARD) % board.KINDS
    if state.discarded[kind] == 0:
        return NOT_DISCARDED
    if wanted == phases.REKINDLE and not fits(state, kind):
        return DOES_NOT_FIT
    return LEGAL
