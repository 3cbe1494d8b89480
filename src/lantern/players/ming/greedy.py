"""`greedy`: plans its prince's way through the districts where members bring most; members and cards serve that way.

Everything is counted in tenths of a point, so that a hope can be worth less than a point.
"""

from __future__ import annotations

from lantern.games.ming import actions, board, phases
from lantern.games.ming.legality import action_of, choices, first_action
from lantern.games.ming.scoring import members_in_city, scoring_of
from lantern.games.ming.state import State
from lantern.games.ming.walking import NIBBLE, hand_of, neighbours, others_at, without
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule
from lantern.kernel.seats import seat_after
from lantern.players.ming import routes
from lantern.players.ming import worth as ming_worth
from lantern.players.ming.routes import Stops

STAYING = 8
"""What a stay costs while cards are still to be taken."""
PASSING = 1
"""What it is worth to pass and keep one's cards."""
FAR = 6
"""Where the prince can't come with the cards in sight, a stop is worth one part in so many."""
TRUST = 8
"""Of what members who come back may bring at the next scoring, so many tenths are counted."""
LITTLE = -1_000_000


@rule
def greedy(state: State, rng: Stream) -> int:
    """The action for the seat to act."""
    if phases.MEMBERS <= state.phase <= phases.WALK:
        return on_the_way(state)
    if state.phase == phases.DEPLOY:
        return actions.DEPLOY + deployment_here(state)
    if state.phase == phases.PRINCES:
        return actions.PRINCE_TO + best_home(state)
    if state.phase == phases.NEUTRALS or state.phase == phases.NEUTRALS_BACK:
        return first_action(state.phase) + best_for_neutral(state, rng)
    if state.phase == phases.RETURN:
        return actions.RETURN_SUM + size_of(best_return(state, board.NONE))
    if state.phase == phases.BACK:
        return actions.BACK_FROM + first_back(state, best_return(state, state.chosen[state.to_act]))
    return actions.START_WITH + seat_after(state.seats, state.to_act, 1)


# Members, cards and steps for the way.


@rule
def on_the_way(state: State) -> int:
    """The choice that brings most on the prince's way: a space, a card, a step, a stop, a stay or to pass."""
    known = routes.stops(state, state.to_act, ming_worth.tiles_in_prospect(state, state.to_act))
    best = board.NONE
    most = LITTLE
    rest = choices(state)
    while rest != 0:
        action = action_of(state, lowest_bit(rest))
        worth = (
            worth_of_move(state, action, known)
            if state.phase >= phases.MOVE
            else worth_of_outlook(state, action, known)
        )
        if worth > most:
            best, most = action, worth
        rest &= rest - 1
    return best


@rule
def worth_of_move(state: State, action: int, known: Stops) -> int:
    """What a step, a stop or a stay brings, and the way that can follow; little if nothing is gained."""
    seat = state.to_act
    here = state.prince[seat]
    hand = hand_of(state, seat)
    members = routes.members_on_spaces(state, seat)
    if action == actions.PASS:
        return PASSING
    if action >= actions.STAY and routes.gain_at(known, members, here) == 0:
        return 0
    there = (action - actions.STEP) // board.CARD_KINDS if action < actions.STAY else here
    card = (action - actions.STEP) % board.CARD_KINDS if action < actions.STAY else action - actions.STAY
    if action != actions.STOP:
        hand = without(hand, card)
    worth = routes.visit(there, hand, members, others_at(state, seat), known)
    return worth if action == actions.STOP else worth - routes.price_of(card)


@rule
def worth_of_outlook(state: State, action: int, known: Stops) -> int:
    """What the prince may gain this round after a member was put on a space, or a card was taken."""
    seat = state.to_act
    here = state.prince[seat]
    province = (action - actions.MEMBER_TO) % board.PROVINCES
    members = routes.members_on_spaces(state, seat)
    cards = hand_of(state, seat)
    hope = 0
    if action < actions.TAKE:
        members += 1 << NIBBLE * province
        hope = hope_in(province, members, known) // FAR
    elif action < actions.DRAGON_FOR:
        cards += 1 << NIBBLE * state.display[province]
    else:
        members -= 1 << NIBBLE * province
        cards += 1 << NIBBLE * board.DRAGON
    cards += cards_in_sight(state, members, province if actions.TAKE <= action < actions.DRAGON_FOR else board.NONE)
    closed = others_at(state, seat)
    staying = routes.gain_at(known, members, here) > STAYING
    if not staying:
        closed |= 1 << here
    return routes.visit(here, cards, members, closed, known) - (STAYING if staying else 0) + hope


@rule
def cards_in_sight(state: State, members: int, but: int) -> int:
    """The cards of the province spaces where one has members, but for one space, packed as hoped for."""
    cards = 0
    for province in range(board.PROVINCES):
        if province != but and members >> NIBBLE * province & 15:
            cards += 1 << NIBBLE * (routes.HOPED + state.display[province])
    return cards


@rule
def hope_in(province: int, members: int, known: Stops) -> int:
    """What the best stop in a province brings."""
    most = 0
    for district in range(board.OF_A_PROVINCE * province, board.OF_A_PROVINCE * (province + 1)):
        most = max(most, routes.gain_at(known, members, district))
    return most


@rule
def deployment_here(state: State) -> int:
    """The best deployment where the prince stands."""
    seat = state.to_act
    here = state.prince[seat]
    members = min(board.MOST_DEPLOYED, state.space[seat, here // board.OF_A_PROVINCE])
    return ming_worth.best_deployment(state, seat, here, members, ming_worth.tiles_in_prospect(state, seat))


# Setting up.


@rule
def best_home(state: State) -> int:
    """The free district with the most borders."""
    best = board.NONE
    most = 0
    free = choices(state)
    for district in range(board.DISTRICTS):
        if free >> district & 1 and count_bits(neighbours(district)) > most:
            best, most = district, count_bits(neighbours(district))
    return best


@rule
def best_for_neutral(state: State, rng: Stream) -> int:
    """The district where one more neutral member hurts the other more than oneself."""
    possible = choices(state)
    seat = state.to_act
    other = 1 - seat
    best = board.NONE
    most = LITTLE
    first = draw(rng, board.DISTRICTS)
    for distance in range(board.DISTRICTS):
        district = (first + distance) % board.DISTRICTS
        if possible >> district & 1:
            worth = change_by_neutral(state, seat, district) - change_by_neutral(state, other, district)
            if worth > most:
                best, most = district, worth
    return best


@rule
def change_by_neutral(state: State, seat: int, district: int) -> int:
    """What one more neutral member in a district changes for a seat."""
    scoring = next_scoring(state)
    members = state.open[seat, district]
    return ming_worth.worth_of_standing(
        state, seat, district, members, board.NEUTRAL, scoring
    ) - ming_worth.worth_of_standing(state, seat, district, members, board.NOBODY, scoring)


@rule
def next_scoring(state: State) -> int:
    """The scoring that members in open areas wait for."""
    return min(board.SCORINGS - 1, scoring_of(state) + (1 if state.scored != board.NONE else 0))


# Phase 4: members who come back.


@rule
def size_of(back: int) -> int:
    """How many members come back in all, of those from each of the three districts, packed."""
    return (back & 3) + (back >> 2 & 3) + (back >> 4)


@rule
def first_back(state: State, back: int) -> int:
    """A district from whose palaces somebody comes back."""
    return board.OF_A_PROVINCE * state.scored + lowest_bit(back) // 2


@rule
def best_return(state: State, number: int) -> int:
    """How many should come back from each district of the city, packed; so many in all if a number is given."""
    best = 0
    most = LITTLE
    for back in range(1 << 2 * board.OF_A_PROVINCE):
        if (number == board.NONE or size_of(back) == number) and is_possible(state, back):
            worth = worth_of_return(state, back)
            if worth > most:
                best, most = back, worth
    return best


@rule
def is_possible(state: State, back: int) -> bool:
    """Whether so many members stand on the palaces of each district."""
    possible = True
    for k in range(board.OF_A_PROVINCE):
        there = state.palace[state.to_act, board.OF_A_PROVINCE * state.scored + k]
        possible = possible and back >> 2 * k & 3 <= there
    return possible


@rule
def worth_of_return(state: State, back: int) -> int:
    """What those who stay are worth now, and those who come back at the next scoring."""
    seat = state.to_act
    staying = members_in_city(state, seat, state.scored) - size_of(back)
    worth = ming_worth.POINT * staying * int(board.PALACE_POINTS[scoring_of(state)]) + hope_of_majority(state, staying)
    if state.round < board.ROUNDS:
        for k in range(board.OF_A_PROVINCE):
            worth += worth_back(state, board.OF_A_PROVINCE * state.scored + k, back >> 2 * k & 3)
    return worth


@rule
def worth_back(state: State, district: int, members: int) -> int:
    """What members who come back to a district may bring at the next scoring."""
    seat = state.to_act
    scoring = next_scoring(state)
    there = state.open[seat, district]
    more = ming_worth.worth_of_standing(state, seat, district, there + members, board.NOBODY, scoring)
    return TRUST * (more - ming_worth.worth_of_standing(state, seat, district, there, board.NOBODY, scoring)) // 10


@rule
def hope_of_majority(state: State, staying: int) -> int:
    """What so many members in the city may get for the majority, by how many the others have there now (MING-7.6)."""
    most = 0
    for other in range(state.seats):
        if other != state.to_act:
            most = max(most, members_in_city(state, other, state.scored))
    if staying == 0 or state.neutrals_lead:
        return 0
    if staying > most:
        return ming_worth.POINT * board.MAJORITY
    return ming_worth.POINT * board.MAJORITY // 2 if staying == most else ming_worth.POINT * board.MAJORITY // 4
