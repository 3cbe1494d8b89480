"""`greedy`: plans its prince's way through the districts where members bring most; members and cards serve that way.

Everything is counted in tenths of a point, so that a hope can be worth less than a point.
"""

from __future__ import annotations

from lantern.games.ming.actions import (
    BACK_FROM,
    DEPLOY,
    DRAGON_FOR,
    MEMBER_TO,
    PASS,
    PRINCE_TO,
    RETURN_SUM,
    START_WITH,
    STAY,
    STEP,
    STOP,
    TAKE,
)
from lantern.games.ming.board import (
    CARD_KINDS,
    DISTRICTS,
    DRAGON,
    MAJORITY,
    MOST_DEPLOYED,
    NEUTRAL,
    NOBODY,
    OF_A_PROVINCE,
    PALACE_POINTS,
    PROVINCES,
    ROUNDS,
    SCORINGS,
)
from lantern.games.ming.legality import action_of, choices, first_action
from lantern.games.ming.scoring import members_in_city, scoring_of
from lantern.games.ming.state import (
    BACK,
    MEMBERS,
    MOVE,
    NEUTRALS,
    NEUTRALS_BACK,
    NONE,
    PRINCES,
    RETURN,
    WALK,
    State,
)
from lantern.games.ming.state import DEPLOY as DEPLOY_PHASE
from lantern.games.ming.walking import NIBBLE, hand_of, neighbours, others_at, without
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule
from lantern.kernel.seats import seat_after
from lantern.players.ming.routes import (
    HOPED,
    Stops,
    gain_at,
    members_on_spaces,
    price_of,
    stops,
    visit,
)
from lantern.players.ming.worth import (
    POINT,
    best_deployment,
    tiles_in_prospect,
    worth_of_standing,
)

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
    if MEMBERS <= state.phase <= WALK:
        return on_the_way(state)
    if state.phase == DEPLOY_PHASE:
        return DEPLOY + deployment_here(state)
    if state.phase == PRINCES:
        return PRINCE_TO + best_home(state)
    if state.phase == NEUTRALS or state.phase == NEUTRALS_BACK:
        return first_action(state.phase) + best_for_neutral(state, rng)
    if state.phase == RETURN:
        return RETURN_SUM + size_of(best_return(state, NONE))
    if state.phase == BACK:
        return BACK_FROM + first_back(state, best_return(state, state.chosen[state.to_act]))
    return START_WITH + seat_after(state.seats, state.to_act, 1)


# Members, cards and steps for the way.


@rule
def on_the_way(state: State) -> int:
    """The choice that brings most on the prince's way: a space, a card, a step, a stop, a stay or to pass."""
    known = stops(state, state.to_act, tiles_in_prospect(state, state.to_act))
    best = NONE
    most = LITTLE
    rest = choices(state)
    while rest != 0:
        action = action_of(state, lowest_bit(rest))
        worth = worth_of_move(state, action, known) if state.phase >= MOVE else worth_of_outlook(state, action, known)
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
    members = members_on_spaces(state, seat)
    if action == PASS:
        return PASSING
    if action >= STAY and gain_at(known, members, here) == 0:
        return 0
    there = (action - STEP) // CARD_KINDS if action < STAY else here
    card = (action - STEP) % CARD_KINDS if action < STAY else action - STAY
    if action != STOP:
        hand = without(hand, card)
    worth = visit(there, hand, members, others_at(state, seat), known)
    return worth if action == STOP else worth - price_of(card)


@rule
def worth_of_outlook(state: State, action: int, known: Stops) -> int:
    """What the prince may gain this round after a member was put on a space, or a card was taken."""
    seat = state.to_act
    here = state.prince[seat]
    province = (action - MEMBER_TO) % PROVINCES
    members = members_on_spaces(state, seat)
    cards = hand_of(state, seat)
    hope = 0
    if action < TAKE:
        members += 1 << NIBBLE * province
        hope = hope_in(province, members, known) // FAR
    elif action < DRAGON_FOR:
        cards += 1 << NIBBLE * state.display[province]
    else:
        members -= 1 << NIBBLE * province
        cards += 1 << NIBBLE * DRAGON
    cards += cards_in_sight(state, members, province if TAKE <= action < DRAGON_FOR else NONE)
    closed = others_at(state, seat)
    staying = gain_at(known, members, here) > STAYING
    if not staying:
        closed |= 1 << here
    return visit(here, cards, members, closed, known) - (STAYING if staying else 0) + hope


@rule
def cards_in_sight(state: State, members: int, but: int) -> int:
    """The cards of the province spaces where one has members, but for one space, packed as hoped for."""
    cards = 0
    for province in range(PROVINCES):
        if province != but and members >> NIBBLE * province & 15:
            cards += 1 << NIBBLE * (HOPED + state.display[province])
    return cards


@rule
def hope_in(province: int, members: int, known: Stops) -> int:
    """What the best stop in a province brings."""
    most = 0
    for district in range(OF_A_PROVINCE * province, OF_A_PROVINCE * (province + 1)):
        most = max(most, gain_at(known, members, district))
    return most


@rule
def deployment_here(state: State) -> int:
    """The best deployment where the prince stands."""
    seat = state.to_act
    here = state.prince[seat]
    members = min(MOST_DEPLOYED, state.space[seat, here // OF_A_PROVINCE])
    return best_deployment(state, seat, here, members, tiles_in_prospect(state, seat))


# Setting up.


@rule
def best_home(state: State) -> int:
    """The free district with the most borders."""
    best = NONE
    most = 0
    free = choices(state)
    for district in range(DISTRICTS):
        if free >> district & 1 and count_bits(neighbours(district)) > most:
            best, most = district, count_bits(neighbours(district))
    return best


@rule
def best_for_neutral(state: State, rng: Stream) -> int:
    """The district where one more neutral member hurts the other more than oneself."""
    possible = choices(state)
    seat = state.to_act
    other = 1 - seat
    best = NONE
    most = LITTLE
    first = draw(rng, DISTRICTS)
    for distance in range(DISTRICTS):
        district = (first + distance) % DISTRICTS
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
    return worth_of_standing(state, seat, district, members, NEUTRAL, scoring) - worth_of_standing(
        state, seat, district, members, NOBODY, scoring
    )


@rule
def next_scoring(state: State) -> int:
    """The scoring that members in open areas wait for."""
    return min(SCORINGS - 1, scoring_of(state) + (1 if state.scored != NONE else 0))


# Phase 4: members who come back.


@rule
def size_of(back: int) -> int:
    """How many members come back in all, of those from each of the three districts, packed."""
    return (back & 3) + (back >> 2 & 3) + (back >> 4)


@rule
def first_back(state: State, back: int) -> int:
    """A district from whose palaces somebody comes back."""
    return OF_A_PROVINCE * state.scored + lowest_bit(back) // 2


@rule
def best_return(state: State, number: int) -> int:
    """How many should come back from each district of the city, packed; so many in all if a number is given."""
    best = 0
    most = LITTLE
    for back in range(1 << 2 * OF_A_PROVINCE):
        if (number == NONE or size_of(back) == number) and is_possible(state, back):
            worth = worth_of_return(state, back)
            if worth > most:
                best, most = back, worth
    return best


@rule
def is_possible(state: State, back: int) -> bool:
    """Whether so many members stand on the palaces of each district."""
    possible = True
    for k in range(OF_A_PROVINCE):
        there = state.palace[state.to_act, OF_A_PROVINCE * state.scored + k]
        possible = possible and back >> 2 * k & 3 <= there
    return possible


@rule
def worth_of_return(state: State, back: int) -> int:
    """What those who stay are worth now, and those who come back at the next scoring."""
    seat = state.to_act
    staying = members_in_city(state, seat, state.scored) - size_of(back)
    worth = POINT * staying * int(PALACE_POINTS[scoring_of(state)]) + hope_of_majority(state, staying)
    if state.round < ROUNDS:
        for k in range(OF_A_PROVINCE):
            worth += worth_back(state, OF_A_PROVINCE * state.scored + k, back >> 2 * k & 3)
    return worth


@rule
def worth_back(state: State, district: int, members: int) -> int:
    """What members who come back to a district may bring at the next scoring."""
    seat = state.to_act
    scoring = next_scoring(state)
    there = state.open[seat, district]
    more = worth_of_standing(state, seat, district, there + members, NOBODY, scoring)
    return TRUST * (more - worth_of_standing(state, seat, district, there, NOBODY, scoring)) // 10


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
        return POINT * MAJORITY
    return POINT * MAJORITY // 2 if staying == most else POINT * MAJORITY // 4
