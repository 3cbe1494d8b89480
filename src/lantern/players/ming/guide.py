"""What a search in Ming Dynastie goes by: `greedy` as its light player, what looks promising, and what tells who wins.

What an action may bring is counted in tenths of a point, one step ahead at most: the search looks further.
"""

from __future__ import annotations

from lantern.games.ming import actions, phases
from lantern.games.ming.board import CARD_KINDS, MOST_DEPLOYED, NONE, OF_A_PROVINCE, ROUNDS
from lantern.games.ming.scoring import members_in_city
from lantern.games.ming.state import State
from lantern.games.ming.walking import after_paying, border, hand_of, neighbours, others_at, without
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.contract import Json
from lantern.kernel.rule import rule
from lantern.players.ming.features import features
from lantern.players.ming.greedy import change_by_neutral, greedy
from lantern.players.ming.routes import price_of
from lantern.players.ming.worth import tiles_in_prospect, worth_here
from lantern.players.search.tree import Guide, tables_for

SHARPNESS = 40.0
"""So many tenths of a point more make an action e times as promising."""
LATER = 3
"""Of what a further step brings, so many quarters are counted."""
IN_VAIN = -40
"""Staying where nothing is to be gained."""
FOR_A_MEMBER = -40
"""A dragon costs a member."""
TOO_MANY = -200
"""To return more than there are is the same as to return all."""
TOO_LATE = -15
"""After the last round nobody who returns brings anything."""
FAR = 2
"""Where the prince can't come with one step, a member is worth one part in so many."""


@rule
def prior(state: State, action: int) -> float:
    """How promising an action looks."""
    return tenths_of(state, action) / SHARPNESS


@rule
def tenths_of(state: State, action: int) -> int:
    """What an action may bring, in tenths of a point."""
    phase = state.phase
    if phase == phases.MOVE or phase == phases.WALK:
        return tenths_of_move(state, action)
    if phase == phases.MEMBERS:
        return tenths_of_member(state, action - actions.MEMBER_TO)
    if phase == phases.CARDS:
        return (
            FOR_A_MEMBER
            if action >= actions.DRAGON_FOR
            else tenths_of_card(state, state.display[action - actions.TAKE])
        )
    if phase == phases.DEPLOY:
        return tenths_of_deployment(state, action - actions.DEPLOY)
    if phase == phases.RETURN:
        return tenths_of_return(state, action - actions.RETURN_SUM)
    if phase == phases.PRINCES:
        return 10 * count_bits(neighbours(action - actions.PRINCE_TO))
    if phase == phases.BACK or phase == phases.START:
        return 0
    return tenths_of_neutral(state, action - (actions.NEUTRAL_TO if phase == phases.NEUTRALS else actions.BACK_FROM))


@rule
def gain_of(state: State, seat: int, district: int, members: int, tiles: int) -> int:
    """What a stop in a district brings with so many members on the space of its province."""
    if members == 0 or state.monastery[district] == seat:
        return 0
    most = min(MOST_DEPLOYED, members)
    best = worth_here(state, seat, district, most, tiles)
    best = max(best, worth_here(state, seat, district, MOST_DEPLOYED + most, tiles))
    if most > 1:
        best = max(best, worth_here(state, seat, district, MOST_DEPLOYED + 1, tiles))
    return max(0, best - worth_here(state, seat, district, 0, tiles))


@rule
def gain_in(state: State, seat: int, district: int, tiles: int) -> int:
    """What a stop in a district brings."""
    return gain_of(state, seat, district, state.space[seat, district // OF_A_PROVINCE], tiles)


@rule
def tenths_of_move(state: State, action: int) -> int:
    """A stop brings what is gained here, a step what is gained there or one step further."""
    if action == actions.PASS:
        return 0
    seat = state.to_act
    tiles = tiles_in_prospect(state, seat)
    if action >= actions.STAY:
        gain = gain_in(state, seat, state.prince[seat], tiles)
        if action == actions.STOP:
            return gain
        return gain - price_of(action - actions.STAY) if gain > 0 else IN_VAIN
    there = (action - actions.STEP) // CARD_KINDS
    card = (action - actions.STEP) % CARD_KINDS
    taken = others_at(state, seat)
    gain = 0 if taken >> there & 1 else gain_in(state, seat, there, tiles)
    further = gain_further(state, there, without(hand_of(state, seat), card), taken | 1 << there, tiles)
    return max(gain, LATER * further // 4) - price_of(card)


@rule
def gain_further(state: State, district: int, hand: int, closed: int, tiles: int) -> int:
    """The most that one more step brings."""
    most = 0
    rest = neighbours(district) & ~closed
    while rest != 0:
        there = lowest_bit(rest)
        if (
            state.space[state.to_act, there // OF_A_PROVINCE] > 0
            and after_paying(hand, border(district, there)) != NONE
        ):
            most = max(most, gain_in(state, state.to_act, there, tiles))
        rest &= rest - 1
    return most


@rule
def tenths_of_member(state: State, province: int) -> int:
    """What one more member on a province space can gain in the best of its districts."""
    seat = state.to_act
    tiles = tiles_in_prospect(state, seat)
    members = state.space[seat, province]
    near = neighbours(state.prince[seat]) | 1 << state.prince[seat]
    most = 0
    for district in range(OF_A_PROVINCE * province, OF_A_PROVINCE * (province + 1)):
        more = gain_of(state, seat, district, members + 1, tiles) - gain_of(state, seat, district, members, tiles)
        most = max(most, more if near >> district & 1 else more // FAR)
    return most


@rule
def tenths_of_card(state: State, card: int) -> int:
    """The most that a step with a card would bring from where the prince is."""
    seat = state.to_act
    here = state.prince[seat]
    if state.hand[seat, card] > 0:
        return 0
    tiles = tiles_in_prospect(state, seat)
    most = 0
    rest = neighbours(here)
    while rest != 0:
        there = lowest_bit(rest)
        if border(here, there) == card:
            most = max(most, gain_in(state, seat, there, tiles))
        rest &= rest - 1
    return most


@rule
def tenths_of_deployment(state: State, deployment: int) -> int:
    """What a deployment brings where the prince stands."""
    seat = state.to_act
    return worth_here(state, seat, state.prince[seat], deployment, tiles_in_prospect(state, seat))


@rule
def tenths_of_return(state: State, members: int) -> int:
    """Nothing speaks for or against those who return, but that they are there, and that the game goes on."""
    if members > members_in_city(state, state.to_act, state.scored):
        return TOO_MANY
    return TOO_LATE * members if state.round == ROUNDS else 0


@rule
def tenths_of_neutral(state: State, district: int) -> int:
    """What one more neutral member in a district costs the other more than oneself."""
    seat = state.to_act
    return change_by_neutral(state, seat, district) - change_by_neutral(state, 1 - seat, district)


GUIDE = Guide(greedy, prior, features)
TABLES: tuple[Json, ...] = ({"players": 2}, {"players": 3}, {"players": 4}, {"players": 3, "secret_hands": True})
"""The tables it is trained at."""
MEASURED: tuple[Json, ...] = (
    *tables_for((2, 3, 4)),
    *tables_for((2, 3, 4), secret_hands=True),
)
"""The tables its bots are measured at: every number of players with every variant."""
