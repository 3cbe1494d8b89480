"""What may be done, and the clause that forbids the rest.

The choices of every phase fit into one word: `choices` has a bit for each, in the order of the action numbers.
"""

from __future__ import annotations

from lantern.games.ming import actions, board, ends, phases
from lantern.games.ming.state import State
from lantern.games.ming.walking import border, can_step, others_at
from lantern.kernel.bits import count_bits, lowest_bit, nth_bit
from lantern.kernel.errors import LEGAL, forbidden_by
from lantern.kernel.record import Cells
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule

NO_SUCH_ACTION = forbidden_by("MING-3", "no_such_action")
GAME_OVER = forbidden_by("MING-8.2", "game_over")
NEUTRALS_NOW = forbidden_by("MING-9.1", "neutrals_now")
PRINCES_NOW = forbidden_by("MING-2.2", "princes_now")
MEMBERS_NOW = forbidden_by("MING-4", "members_now")
CARDS_NOW = forbidden_by("MING-5.1", "cards_now")
MOVE_NOW = forbidden_by("MING-6", "move_now")
WALK_NOW = forbidden_by("MING-6.1", "walk_now")
DEPLOY_NOW = forbidden_by("MING-6.4", "deploy_now")
RETURN_NOW = forbidden_by("MING-7.4", "return_now")
BACK_NOW = forbidden_by("MING-7.4", "back_now")
NEUTRALS_BACK_NOW = forbidden_by("MING-9.3", "neutrals_back_now")
START_NOW = forbidden_by("MING-8.1", "start_now")
ENOUGH_NEUTRALS = forbidden_by("MING-9.1", "enough_neutrals")
DISTRICT_TAKEN = forbidden_by("MING-2.2", "district_taken")
NO_MEMBER_THERE = forbidden_by("MING-5.1", "no_member_there")
NO_MEMBER_TO_REMOVE = forbidden_by("MING-5.1", "no_member_to_remove")
NO_DRAGONS = forbidden_by("MING-5.3", "no_dragons")
NO_BORDER = forbidden_by("MING-6.1", "no_border")
WRONG_SYMBOL = forbidden_by("MING-6.1", "wrong_symbol")
CARD_NOT_HELD = forbidden_by("MING-6.1", "card_not_held")
CANNOT_END = forbidden_by("MING-6.1", "cannot_end")
NOT_HERE = forbidden_by("MING-6.1", "not_here")
TOO_FEW_MEMBERS = forbidden_by("MING-6.4", "too_few_members")
NO_MEMBER_IN_PALACE = forbidden_by("MING-7.4", "no_member_in_palace")
NO_NEUTRAL_IN_PALACE = forbidden_by("MING-9.3", "no_neutral_in_palace")
NOT_OF_PROVINCE = forbidden_by("MING-7.4", "not_of_province")
NO_SUCH_SEAT = forbidden_by("MING-8.1", "no_such_seat")
NO_CARD_TO_STAY = forbidden_by("MING-6.2", "no_card_to_stay")
NO_STEP_YET = forbidden_by("MING-6.1", "no_step_yet")

STEP_BITS = 2 * board.DISTRICTS
"""Bits of the choices that are steps: to each district with the symbol, and with a dragon."""


@rule
def choices(state: State) -> int:
    """The set of choices the seat to act has."""
    phase = state.phase
    if state.end != ends.RUNNING:
        return 0
    if phase == phases.MOVE or phase == phases.WALK:
        return walks(state) | (stays(state) if phase == phases.MOVE else stopping(state))
    if phase == phases.MEMBERS:
        return (1 << board.PROVINCES) - 1
    if phase == phases.CARDS:
        return cards_to_take(state)
    if phase == phases.DEPLOY:
        return deployments(state)
    if phase == phases.RETURN:
        return (1 << board.MOST_RETURNED + 1) - 1
    if phase == phases.BACK:
        return palaces_of(state, state.to_act)
    if phase == phases.NEUTRALS_BACK:
        return palaces_of(state, board.NEUTRAL)
    if phase == phases.START:
        return (1 << state.seats) - 1
    return free_districts(state)


@rule
def free_districts(state: State) -> int:
    """The districts for a neutral member, or for a prince (MING-9.1, 2.2)."""
    if state.phase == phases.PRINCES:
        return ((1 << board.DISTRICTS) - 1) & ~others_at(state, state.to_act)
    districts = 0
    for district in range(board.DISTRICTS):
        if state.open[board.NEUTRAL, district] < board.MOST_NEUTRALS:
            districts |= 1 << district
    return districts


@rule
def cards_to_take(state: State) -> int:
    """The spaces whose card can be taken, and above them those where a member can go for a dragon (MING-5.1)."""
    spaces = 0
    for province in range(board.PROVINCES):
        if state.space[state.to_act, province] > 0:
            spaces |= 1 << province
    return spaces | spaces << board.PROVINCES if state.dragons > 0 else spaces


@rule
def walks(state: State) -> int:
    """The steps a prince may take, with the symbol or with a dragon (MING-6.1)."""
    seat = state.to_act
    steps = 0
    for district in range(board.DISTRICTS):
        symbol = border(state.prince[seat], district)
        if symbol != board.NO_CARD:
            if can_step(state, seat, district, symbol):
                steps |= 1 << 2 * district
            if can_step(state, seat, district, board.DRAGON):
                steps |= 2 << 2 * district
    return steps


@rule
def stays(state: State) -> int:
    """Staying with each card held, and passing (MING-6.2, 6.3)."""
    cards = 0
    for card in range(board.CARD_KINDS):
        if state.hand[state.to_act, card] > 0:
            cards |= 1 << card
    return (cards | 1 << actions.PASS - actions.STAY) << STEP_BITS


@rule
def stopping(state: State) -> int:
    """Ending a walk, if no other prince stands there (MING-6.1)."""
    return 0 if is_taken(state) else 1 << STEP_BITS + actions.STOP - actions.STAY


@rule
def is_taken(state: State) -> bool:
    """Whether another prince stands where the prince of the seat to act is."""
    return others_at(state, state.to_act) >> state.prince[state.to_act] & 1 != 0


@rule
def deployments(state: State) -> int:
    """The deployments possible; none of anybody where one's own member is on the monastery (MING-6.4)."""
    seat = state.to_act
    district = state.prince[seat]
    members = min(board.MOST_DEPLOYED, state.space[seat, district // board.OF_A_PROVINCE])
    if state.monastery[district] == seat:
        members = 0
    return ((2 << members) - 1) | ((1 << members) - 1) << actions.DEPLOY_MONASTERY - actions.DEPLOY


@rule
def palaces_of(state: State, owner: int) -> int:
    """The districts of the province that is scored on whose palaces an owner has members."""
    districts = 0
    first = board.OF_A_PROVINCE * state.scored
    for district in range(first, first + board.OF_A_PROVINCE):
        if state.palace[owner, district] > 0:
            districts |= 1 << district
    return districts


@rule
def action_of(state: State, bit: int) -> int:
    """The action that a bit of the choices stands for."""
    phase = state.phase
    if phase == phases.MOVE or phase == phases.WALK:
        if bit >= STEP_BITS:
            return actions.STAY + bit - STEP_BITS
        district = bit // 2
        card = board.DRAGON if bit & 1 else border(state.prince[state.to_act], district)
        return actions.STEP + district * board.CARD_KINDS + card
    return first_action(phase) + bit


@rule
def first_action(phase: int) -> int:
    """The action of the first bit of the choices, in phases other than moving."""
    if phase == phases.NEUTRALS:
        return actions.NEUTRAL_TO
    if phase == phases.PRINCES:
        return actions.PRINCE_TO
    if phase == phases.MEMBERS:
        return actions.MEMBER_TO
    if phase == phases.CARDS:
        return actions.TAKE
    if phase == phases.DEPLOY:
        return actions.DEPLOY
    if phase == phases.RETURN:
        return actions.RETURN_SUM
    return actions.START_WITH if phase == phases.START else actions.BACK_FROM


@rule
def only_choice(state: State) -> int:
    """The only action that is possible, -1 if there are several or none."""
    possible = choices(state)
    if possible == 0 or possible & (possible - 1) != 0:
        return -1
    return action_of(state, lowest_bit(possible))


@rule
def legal_actions(state: State, out: Cells) -> int:
    """Write the legal actions in ascending order; how many there are."""
    rest = choices(state)
    count = 0
    while rest != 0:
        out[count] = action_of(state, lowest_bit(rest))
        rest &= rest - 1
        count += 1
    return count


@rule
def random_action(state: State, rng: Stream) -> int:
    """A legal action, each as likely, of a game that is not over."""
    possible = choices(state)
    return action_of(state, nth_bit(possible, draw(rng, count_bits(possible))))


@rule
def refusal(state: State, action: int) -> int:
    """Why an action is illegal, LEGAL if it is not."""
    if action < 0 or action >= actions.ACTIONS:
        return NO_SUCH_ACTION
    if state.end != ends.RUNNING:
        return GAME_OVER
    if action == actions.STOP and state.phase == phases.MOVE:
        return NO_STEP_YET
    if not belongs(state.phase, action):
        return NEUTRALS_NOW + state.phase
    if action < actions.TAKE:
        return refuse_placing(state, action)
    if action < actions.STEP:
        return refuse_card(state, action)
    if action < actions.DEPLOY:
        return refuse_move(state, action)
    if action < actions.RETURN_SUM:
        return LEGAL if deployments(state) >> action - actions.DEPLOY & 1 else TOO_FEW_MEMBERS
    if action < actions.BACK_FROM:
        return LEGAL
    if action < actions.START_WITH:
        return refuse_return(state, action - actions.BACK_FROM)
    return LEGAL if action - actions.START_WITH < state.seats else NO_SUCH_SEAT


@rule
def belongs(phase: int, action: int) -> bool:
    """Whether an action is of the kind that a phase asks for."""
    if action < actions.PRINCE_TO:
        return phase == phases.NEUTRALS
    if action < actions.MEMBER_TO:
        return phase == phases.PRINCES
    if action < actions.TAKE:
        return phase == phases.MEMBERS
    if action < actions.STEP:
        return phase == phases.CARDS
    if action < actions.STAY:
        return phase == phases.MOVE or phase == phases.WALK
    if action < actions.STOP:
        return phase == phases.MOVE
    if action < actions.DEPLOY:
        return phase == phases.WALK
    if action < actions.RETURN_SUM:
        return phase == phases.DEPLOY
    if action < actions.BACK_FROM:
        return phase == phases.RETURN
    return (
        phase == phases.START if action >= actions.START_WITH else phase == phases.BACK or phase == phases.NEUTRALS_BACK
    )


@rule
def refuse_placing(state: State, action: int) -> int:
    """Why a neutral member, a prince or a member can't be placed (MING-9.1, 2.2, 4)."""
    if action >= actions.MEMBER_TO:
        return LEGAL
    if free_districts(state) >> action % board.DISTRICTS & 1:
        return LEGAL
    return ENOUGH_NEUTRALS if action < actions.PRINCE_TO else DISTRICT_TAKEN


@rule
def refuse_card(state: State, action: int) -> int:
    """Why a card can't be taken (MING-5)."""
    member = state.space[state.to_act, (action - actions.TAKE) % board.PROVINCES] > 0
    if action < actions.DRAGON_FOR:
        return LEGAL if member else NO_MEMBER_THERE
    if state.dragons == 0:
        return NO_DRAGONS
    return LEGAL if member else NO_MEMBER_TO_REMOVE


@rule
def refuse_move(state: State, action: int) -> int:
    """Why a prince can't step, stay, pass or stop (MING-6.1 to 6.3)."""
    if action == actions.PASS:
        return LEGAL
    if action == actions.STOP:
        return NOT_HERE if is_taken(state) else LEGAL
    if action >= actions.STAY:
        return LEGAL if state.hand[state.to_act, action - actions.STAY] > 0 else NO_CARD_TO_STAY
    return refuse_step(state, (action - actions.STEP) // board.CARD_KINDS, (action - actions.STEP) % board.CARD_KINDS)


@rule
def refuse_step(state: State, district: int, card: int) -> int:
    """Why a prince can't step into a district with a card (MING-6.1)."""
    symbol = border(state.prince[state.to_act], district)
    if symbol == board.NO_CARD:
        return NO_BORDER
    if card != symbol and card != board.DRAGON:
        return WRONG_SYMBOL
    if state.hand[state.to_act, card] == 0:
        return CARD_NOT_HELD
    return LEGAL if can_step(state, state.to_act, district, card) else CANNOT_END


@rule
def refuse_return(state: State, district: int) -> int:
    """Why no member goes back from a district's palaces (MING-7.4, 9.3)."""
    if choices(state) >> district & 1:
        return LEGAL
    if state.phase == phases.NEUTRALS_BACK:
        return NO_NEUTRAL_IN_PALACE
    return NO_MEMBER_IN_PALACE if district // board.OF_A_PROVINCE == state.scored else NOT_OF_PROVINCE
