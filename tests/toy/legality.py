"""What may be done, and the clause that forbids the rest."""

from __future__ import annotations

from lantern.kernel.bits import count_bits, nth_bit
from lantern.kernel.errors import LEGAL, forbidden_by
from lantern.kernel.record import Cells
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule
from tests.toy import ends
from tests.toy.actions import ACTIONS, DRAW, END_TURN
from tests.toy.board import BESIDE, FREE, MOST_HELD, MOST_STONES
from tests.toy.scoring import ending
from tests.toy.state import State

NO_SUCH_ACTION = forbidden_by("TOY-2", "no_such_action")
GAME_OVER = forbidden_by("TOY-3.1", "game_over")
SQUARE_TAKEN = forbidden_by("TOY-2.1", "square_taken")
NO_MORE_STONES = forbidden_by("TOY-2.1", "no_more_stones")
SIDE_BY_SIDE = forbidden_by("TOY-2.1", "side_by_side")
HAS_DRAWN = forbidden_by("TOY-2.2", "has_drawn")
HAND_FULL = forbidden_by("TOY-2.2", "hand_full")
STONE_FIRST = forbidden_by("TOY-2.3", "stone_first")


@rule
def refusal(state: State, action: int) -> int:
    """LEGAL, or why an action is not."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if ending(state) != ends.RUNNING:
        return GAME_OVER
    if action == DRAW:
        return refuse_draw(state)
    if action == END_TURN:
        return STONE_FIRST if state.placed == 0 else LEGAL
    return refuse_stone(state, action)


@rule
def refuse_stone(state: State, square: int) -> int:
    """Why no stone can be placed on a square (TOY-2.1)."""
    if count_bits(state.placed) == MOST_STONES:
        return NO_MORE_STONES
    if state.stone[square] != FREE:
        return SQUARE_TAKEN
    if state.apart and state.placed & BESIDE[square]:
        return SIDE_BY_SIDE
    return LEGAL


@rule
def refuse_draw(state: State) -> int:
    """Why no card can be drawn (TOY-2.2); the deck is never empty before somebody drew this turn (TOY-3.1)."""
    if state.has_drawn:
        return HAS_DRAWN
    if state.held[state.to_act] == MOST_HELD:
        return HAND_FULL
    return LEGAL


@rule
def legal_set(state: State) -> int:
    """The set of legal actions."""
    actions = 0
    for action in range(ACTIONS):
        if refusal(state, action) == LEGAL:
            actions |= 1 << action
    return actions


@rule
def legal_actions(state: State, out: Cells) -> int:
    """Write the legal actions in ascending order; how many there are."""
    count = 0
    for action in range(ACTIONS):
        if refusal(state, action) == LEGAL:
            out[count] = action
            count += 1
    return count


@rule
def random_action(state: State, rng: Stream) -> int:
    """A legal action, each as likely, of a game that is not over."""
    legal = legal_set(state)
    return nth_bit(legal, draw(rng, count_bits(legal)))
