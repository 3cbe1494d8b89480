"""`greedy`: places what brings most now, with an eye on majorities, alliances and rows that can still grow.

Points are counted in tenths, so that a hope can be worth less than a point.
"""

from __future__ import annotations

from lantern.games.han import actions, legality, phases
from lantern.games.han.board import ALLIANCES, COLOURS, LEAST_ROW, ORDINARY, ORDINARY_SPACES, PROVINCES
from lantern.games.han.roads import connected
from lantern.games.han.scoring import envoys, envoys_of_all, houses_counted, leads
from lantern.games.han.state import State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.rng import Stream
from lantern.kernel.rule import rule

POINT = 10
CARD_COST = 3
HOPE_OF_SPACE = 4
"""What a free space of a province is worth to who leads there; half of it to others with a house."""
HOPE_OF_ALLIANCE = 3
"""What an emissary is worth where one leads in one province of an alliance and may yet lead in the other."""
PAIR_BONUS = 8
"""What a card is worth beside one of its colour."""
NONE = -1
LITTLE = -1_000_000


@rule
def greedy(state: State, rng: Stream) -> int:
    """The action for the seat to act."""
    if state.phase != phases.PLACE:
        return best_draw(state)
    action = best_placement(state)
    if state.placed > 0:
        return action if action != NONE and profit(state, action) > 0 else actions.END_TURN
    return action if action != NONE and profit(state, action) > 0 else actions.DISCARD + poorest_colour(state)


@rule
def best_placement(state: State) -> int:
    """The placement with the most profit, NONE if nothing can be placed."""
    singles = legality.colours_held(state, 1)
    pairs = legality.colours_held(state, 2)
    best = NONE
    for province in range(PROVINCES):
        if legality.open_provinces(state) >> province & 1:
            best = better(state, best, house_in(state, province, singles, pairs))
            best = better(state, best, marker_in(state, province, singles, pairs))
            best = better(state, best, emissary_to(state, province, singles, pairs))
    borders = legality.free_spaces(state) & ~ORDINARY if legality.houses_to_place(state) else 0
    while borders != 0:
        best = better(state, best, house_on_border(state, lowest_bit(borders), singles, pairs))
        borders &= borders - 1
    return best


@rule
def better(state: State, one: int, other: int) -> int:
    """The more profitable of two placements, either of which may be NONE."""
    if one == NONE or other == NONE:
        return max(one, other)
    return one if profit(state, one) >= profit(state, other) else other


@rule
def house_in(state: State, province: int, singles: int, pairs: int) -> int:
    """A house on a province's best ordinary space, NONE if there is no such placement."""
    ways = legality.ways_to_pay(state.colour[province], singles, pairs)
    space = best_space(state, province) if ways != 0 and legality.houses_to_place(state) else NONE
    return NONE if space == NONE else actions.HOUSE + space * COLOURS + cheapest(ways, state.colour[province])


@rule
def marker_in(state: State, province: int, singles: int, pairs: int) -> int:
    """A marker on a province's best space, NONE if there is no such placement."""
    if not legality.markers_to_place(state) or state.was_empty >> province & 1:
        return NONE
    ways = legality.ways_to_pay_marker(state.colour[province], singles, pairs)
    space = best_space(state, province) if ways != 0 else NONE
    return NONE if space == NONE else actions.MARKER + space * COLOURS + cheapest(ways, state.colour[province])


@rule
def emissary_to(state: State, province: int, singles: int, pairs: int) -> int:
    """An emissary to a province, NONE if it can't go there."""
    ways = legality.emissary_ways(state, province, singles, pairs)
    return NONE if ways == 0 else actions.EMISSARY + province * COLOURS + cheapest(ways, state.colour[province])


@rule
def house_on_border(state: State, space: int, singles: int, pairs: int) -> int:
    """A house on a border space for as few cards as possible, NONE if there is no such placement."""
    if legality.open_provinces(state) & legality.provinces_of(state, space) == 0:
        return NONE
    ways = legality.border_ways(state, space, singles, pairs, legality.colours_held(state, 3))
    return (
        NONE if ways == 0 else actions.BORDER_HOUSE + (space - ORDINARY_SPACES) * actions.BORDER_WAYS + lowest_bit(ways)
    )


@rule
def cheapest(ways: int, colour: int) -> int:
    """The province's own colour if it pays, else another."""
    return colour if ways >> colour & 1 else lowest_bit(ways)


@rule
def best_space(state: State, province: int) -> int:
    """The free ordinary space of a province that helps the seat's rows and ports most, NONE if none is free."""
    seat = state.to_act
    best = NONE
    most = LITTLE
    spaces = legality.free_spaces(state) & state.area[province] & ORDINARY
    while spaces != 0:
        here = spaces & -spaces
        spaces &= spaces - 1
        state.house[seat] |= here
        worth = worth_of_rows(state, seat) + worth_of_houses(state, state.ports, seat)
        state.house[seat] &= ~here
        if worth > most:
            best, most = lowest_bit(here), worth
    return best


@rule
def profit(state: State, action: int) -> int:
    """What a placement brings, less what its cards are worth."""
    return gain(state, action) - CARD_COST * cards_spent(state, action)


@rule
def cards_spent(state: State, action: int) -> int:
    """How many cards a placement costs."""
    if actions.BORDER_HOUSE <= action < actions.MARKER:
        return 2 if (action - actions.BORDER_HOUSE) % actions.BORDER_WAYS < actions.FIRST_AND_PAIR else 3
    if action >= actions.EMISSARY:
        return 1 if legality.payer(action) == state.colour[(action - actions.EMISSARY) // COLOURS] else 2
    if action >= actions.MARKER:
        return (
            2 if legality.payer(action) == state.colour[state.province[(action - actions.MARKER) // COLOURS, 0]] else 3
        )
    return 1 if legality.payer(action) == state.colour[state.province[legality.space_of_house(action), 0]] else 2


@rule
def gain(state: State, action: int) -> int:
    """How much a placement betters the seat's lead, as the table would stand after it."""
    seat = state.to_act
    if action >= actions.EMISSARY:
        province = (action - actions.EMISSARY) // COLOURS
        before = lead(state, 1 << province)
        state.emissary[province, seat] += 1
        after = lead(state, 1 << province)
        state.emissary[province, seat] -= 1
        return after - before
    return gain_of_space(state, space_of_piece(action), action >= actions.MARKER)


@rule
def space_of_piece(action: int) -> int:
    """The space that a house or a marker goes to."""
    return (action - actions.MARKER) // COLOURS if action >= actions.MARKER else legality.space_of_house(action)


@rule
def gain_of_space(state: State, space: int, marked: bool) -> int:
    """How much a house, a fortification or a market place on a space betters the seat's lead."""
    seat = state.to_act
    here = 1 << int(space)
    provinces = legality.provinces_of(state, space)
    before = lead(state, provinces)
    if marked and state.market_places:
        state.market[seat] |= here
        after = lead(state, provinces)
        state.market[seat] &= ~here
        return after - before
    if marked:
        state.fort[seat] |= here
    state.house[seat] |= here
    after = lead(state, provinces)
    state.house[seat] &= ~here
    state.fort[seat] &= ~here
    return after - before


@rule
def lead(state: State, provinces: int) -> int:
    """What some provinces are worth to the seat to act, less what they are worth to the others on average."""
    own = worth_to(state, provinces, state.to_act) + worth_of_rows(state, state.to_act)
    others = 0
    for seat in range(state.seats):
        if seat != state.to_act:
            others += worth_to(state, provinces, seat)
    return own - others // (state.seats - 1)


@rule
def worth_to(state: State, provinces: int, seat: int) -> int:
    """What some provinces, their alliances and the ports are worth to a seat."""
    worth = worth_of_houses(state, state.ports, seat)
    for province in range(PROVINCES):
        if provinces >> province & 1:
            worth += worth_of_houses(state, state.area[province], seat)
    for number in range(ALLIANCES):
        first = state.alliance[number, 0]
        second = state.alliance[number, 1]
        if provinces >> first & 1 or provinces >> second & 1:
            worth += worth_of_alliance(state, first, second, seat)
    return worth


@rule
def worth_of_houses(state: State, spaces: int, seat: int) -> int:
    """The points of houses on some spaces, and hopes for the free ones."""
    counted = houses_counted(state, spaces, seat)
    if counted == 0:
        return 0
    own = count_bits(state.house[seat] & spaces)
    free = count_bits(legality.free_spaces(state) & spaces)
    hope = HOPE_OF_SPACE if own == legality.most_houses(state, spaces) else HOPE_OF_SPACE // 2
    factor = 2 if state.fort[seat] & spaces != 0 else 1
    return factor * (POINT * counted + hope * free)


@rule
def worth_of_alliance(state: State, first: int, second: int, seat: int) -> int:
    """The points of an alliance, or hopes where the seat leads in one province and may yet lead in the other."""
    here = leads(state, first, seat)
    there = leads(state, second, seat)
    if here and there:
        return POINT * (envoys_of_all(state, first) + envoys_of_all(state, second))
    if here and may_lead(state, second, seat):
        return HOPE_OF_ALLIANCE * envoys_of_all(state, first)
    if there and may_lead(state, first, seat):
        return HOPE_OF_ALLIANCE * envoys_of_all(state, second)
    return 0


@rule
def may_lead(state: State, province: int, seat: int) -> bool:
    """Whether a dragon space has room for a seat to draw level with the most."""
    most = 1
    for other in range(state.seats):
        most = max(most, envoys(state, province, other))
    room = legality.most_houses(state, state.area[province]) + count_bits(
        legality.free_spaces(state) & state.area[province]
    )
    missing = most - envoys(state, province, seat)
    return missing <= room - legality.emissaries_in(state, province) and missing <= state.emissaries_left[seat]


@rule
def worth_of_rows(state: State, seat: int) -> int:
    """What groups of houses along roads are worth: points from four on, hopes for shorter ones that can grow."""
    rest = state.house[seat]
    free = legality.free_spaces(state)
    worth = 0
    while rest != 0:
        group = connected(state, rest & -rest, state.house[seat])
        rest &= ~group
        length = count_bits(group)
        if length >= LEAST_ROW:
            worth += POINT * length * (2 if state.fort[seat] & group != 0 else 1)
        elif length > 1 and can_grow(state, group, free):
            worth += POINT * (length - 1) // 2
    return worth


@rule
def can_grow(state: State, group: int, free: int) -> bool:
    """Whether a road leads from a group of houses to a free space."""
    around = 0
    while group != 0:
        around |= state.road[lowest_bit(group)]
        group &= group - 1
    return around & free != 0


@rule
def best_draw(state: State) -> int:
    """A card from the display if one is worth more than a blind one may be."""
    best = actions.DRAW_CARD
    most = 0
    total = 0
    for colour in range(COLOURS):
        total += worth_of_colour(state, colour, 1)
    for colour in range(COLOURS):
        if state.display[colour] > 0:
            worth = COLOURS * worth_of_colour(state, colour, 1) - total
            if worth > most:
                best, most = actions.TAKE + colour, worth
    return best


@rule
def poorest_colour(state: State) -> int:
    """The colour in hand that is worth least."""
    poorest = NONE
    least = -LITTLE
    for colour in range(COLOURS):
        if state.hand[state.to_act, colour] > 0:
            worth = worth_of_colour(state, colour, 2)
            if worth < least:
                poorest, least = colour, worth
    return poorest


@rule
def worth_of_colour(state: State, colour: int, pair: int) -> int:
    """The best that one card of a colour can do, and more if the hand holds so many that it makes a pair."""
    best = 0
    for province in range(PROVINCES):
        if state.colour[province] == colour:
            best = max(best, best_in_province(state, province))
    return best + (PAIR_BONUS if state.hand[state.to_act, colour] == pair else 0)


@rule
def best_in_province(state: State, province: int) -> int:
    """The best gain of a house or an emissary in a province."""
    best = 0
    space = best_space(state, province) if legality.houses_to_place(state) else NONE
    if space != NONE:
        best = gain(state, actions.HOUSE + space * COLOURS)
    if state.emissaries_left[state.to_act] > 0 and legality.has_room(state, province):
        best = max(best, gain(state, actions.EMISSARY + province * COLOURS))
    return best
