"""What of a table tells who will win, as numbers for a learned value: a few for every seat, the own one first.

    18 numbers a seat     the own seat, then the others, who would score most now first; zeros for absent seats
    10 numbers            what the own hand can do
    14 numbers            the lead, the clock, the turn and the options

Nothing is read of others' hands but how many cards they hold.
"""

from __future__ import annotations

from lantern.games.han import legality, phases
from lantern.games.han.board import ALLIANCES, COLOURS, HAND_SIZE, MOST_SEATS, ORDINARY, PROVINCES
from lantern.games.han.roads import connected
from lantern.games.han.scoring import envoys_of_all, house_points, leads
from lantern.games.han.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule
from lantern.players.han.greedy import (
    HOPE_OF_ALLIANCE,
    POINT,
    may_lead,
    worth_of_alliance,
    worth_of_houses,
    worth_of_rows,
)

SEAT = 18
"""Numbers for a seat."""
TOTAL = 0
"""Which of them says what it would score if the game ended now."""


@rule
def features(state: State, seat: int, out: Cells) -> int:
    """Write what a seat sees of the table; how many numbers."""
    for away in range(MOST_SEATS):
        if away < state.seats:
            write_seat(state, (seat + away) % state.seats, out, away * SEAT)
        else:
            for place in range(away * SEAT, (away + 1) * SEAT):
                out[place] = 0.0
    order_others(out, state.seats)
    at = write_hand(state, seat, out, MOST_SEATS * SEAT)
    at = write_lead(state.seats, out, at)
    at = write_clock(state, seat, out, at)
    return write_options(state, out, at)


@rule
def order_others(out: Cells, seats: int) -> None:
    """Who would score most now comes first of the others."""
    for rank in range(1, seats - 1):
        best = rank
        for other in range(rank + 1, seats):
            if out[other * SEAT + TOTAL] > out[best * SEAT + TOTAL]:
                best = other
        if best != rank:
            for place in range(SEAT):
                here = out[rank * SEAT + place]
                out[rank * SEAT + place] = out[best * SEAT + place]
                out[best * SEAT + place] = here


@rule
def write_seat(state: State, who: int, out: Cells, at: int) -> None:
    """What lies open of a seat: points made and in sight, pieces left, and when its turn comes."""
    write_provinces(state, who, out, at + 1)
    write_alliances(state, who, out, at + 5)
    rows = worth_of_rows(state, who) / POINT
    ports = house_points(state, state.ports, who)
    score = state.score[who]
    out[at + TOTAL] = score / 60.0 + out[at + 1] / 2.0 + out[at + 5] / 3.0 + (rows + ports) / 60.0
    out[at + 8] = score / 40.0
    out[at + 9] = rows / 10.0
    out[at + 10] = longest_group(state, who) / 8.0
    out[at + 11] = ports / 10.0
    out[at + 12] = legality.houses_left(state, who) / 20.0
    out[at + 13] = state.emissaries_left[who] / 8.0
    out[at + 14] = state.markers_left[who] / 2.0
    out[at + 15] = state.held[who] / 3.0
    out[at + 16] = 1.0 if state.to_act == who else 0.0
    out[at + 17] = (who - state.to_act + state.seats) % state.seats / 4.0


@rule
def write_provinces(state: State, who: int, out: Cells, at: int) -> None:
    """Of the provinces not yet scored: points now, points once full, those that nobody can contest, and leads."""
    free = legality.free_spaces(state)
    now = once_full = certain = led = 0
    for province in range(PROVINCES):
        spaces = state.area[province]
        own = count_bits(state.house[who] & spaces)
        if own > 0 and spaces & free != 0:
            points = house_points(state, spaces, who)
            open_spaces = count_bits(spaces & free)
            others = most_houses_of_others(state, spaces, who)
            now += points
            once_full += points
            if own >= others:
                led += 1
                once_full += open_spaces * (2 if state.fort[who] & spaces != 0 else 1)
            if own >= others + open_spaces:
                certain += points + open_spaces
    out[at] = now / 30.0
    out[at + 1] = once_full / 40.0
    out[at + 2] = certain / 20.0
    out[at + 3] = led / 5.0


@rule
def most_houses_of_others(state: State, spaces: int, who: int) -> int:
    """The most houses of a single other seat on some spaces."""
    most = 0
    for other in range(state.seats):
        if other != who:
            most = max(most, count_bits(state.house[other] & spaces))
    return most


@rule
def write_alliances(state: State, who: int, out: Cells, at: int) -> None:
    """Points of alliances now, hopes for more, and provinces led."""
    led = provinces_led(state, who)
    now = hopes = 0
    for number in range(ALLIANCES):
        first = state.alliance[number, 0]
        second = state.alliance[number, 1]
        here = led >> first & 1
        there = led >> second & 1
        if here and there:
            now += envoys_of_all(state, first) + envoys_of_all(state, second)
        elif here and may_lead(state, second, who):
            hopes += envoys_of_all(state, first)
        elif there and may_lead(state, first, who):
            hopes += envoys_of_all(state, second)
    out[at] = now / 20.0
    out[at + 1] = HOPE_OF_ALLIANCE * hopes / 60.0
    out[at + 2] = count_bits(led) / 5.0


@rule
def provinces_led(state: State, who: int) -> int:
    """The set of provinces where a seat has the most emissaries."""
    led = 0
    for province in range(PROVINCES):
        if leads(state, province, who):
            led |= 1 << province
    return led


@rule
def longest_group(state: State, who: int) -> int:
    """The most houses of a seat that hang together along roads."""
    rest = state.house[who]
    longest = 0
    while rest != 0:
        group = connected(state, rest & -rest, state.house[who])
        rest &= ~group
        longest = max(longest, count_bits(group))
    return longest


@rule
def write_hand(state: State, seat: int, out: Cells, at: int) -> int:
    """What the cards in hand can do, the best that could be done with others, and what the display offers."""
    total = top = best_pair = wish = offer = follow_up = 0
    colours = pairs = triples = 0
    acting = state.phase == phases.PLACE and state.to_act == seat
    allowed = legality.open_provinces(state) if acting else 0
    for colour in range(COLOURS):
        held = state.hand[seat, colour]
        best = best_of_colour(state, seat, colour, -1)
        wish = max(wish, best)
        if held > 0:
            colours += 1
            top = max(top, best)
            total += held * best
            if allowed != 0:
                follow_up = max(follow_up, best_of_colour(state, seat, colour, allowed))
        if held > 1:
            pairs += 1
            best_pair = max(best_pair, best)
        if held > 2:
            triples += 1
        if state.display[colour] > 0:
            offer = max(offer, best)
    out[at] = top / 40.0
    out[at + 1] = total / 100.0
    out[at + 2] = best_pair / 40.0
    out[at + 3] = wish / 40.0
    out[at + 4] = wish / 40.0 if pairs > 0 else 0.0
    out[at + 5] = offer / 40.0
    out[at + 6] = follow_up / 40.0
    out[at + 7] = colours / 3.0
    out[at + 8] = pairs
    out[at + 9] = triples
    return at + 10


@rule
def best_of_colour(state: State, seat: int, colour: int, provinces: int) -> int:
    """The most that one piece in a province of a colour, out of some provinces, brings a seat, in tenths."""
    best = 0
    for province in range(PROVINCES):
        if state.colour[province] == colour and provinces >> province & 1:
            best = max(best, gain_of_house(state, province, seat), gain_of_emissary(state, province, seat))
    return best


@rule
def gain_of_house(state: State, province: int, seat: int) -> int:
    """What one more house in a province brings a seat there."""
    spaces = state.area[province]
    free = legality.free_spaces(state) & spaces & ORDINARY
    if free == 0 or legality.houses_left(state, seat) == 0:
        return 0
    before = worth_of_houses(state, spaces, seat)
    state.house[seat] |= free & -free
    after = worth_of_houses(state, spaces, seat)
    state.house[seat] &= ~(free & -free)
    return after - before


@rule
def gain_of_emissary(state: State, province: int, seat: int) -> int:
    """What one more emissary in a province brings a seat's alliances."""
    if state.emissaries_left[seat] == 0 or not legality.has_room(state, province):
        return 0
    before = worth_of_alliances(state, province, seat)
    state.emissary[province, seat] += 1
    after = worth_of_alliances(state, province, seat)
    state.emissary[province, seat] -= 1
    return after - before


@rule
def worth_of_alliances(state: State, province: int, seat: int) -> int:
    """What all alliances of a province are worth to a seat."""
    worth = 0
    for number in range(ALLIANCES):
        first = state.alliance[number, 0]
        second = state.alliance[number, 1]
        if first == province or second == province:
            worth += worth_of_alliance(state, first, second, seat)
    return worth


@rule
def write_lead(seats: int, out: Cells, at: int) -> int:
    """How far the own seat is ahead of the best other and of the others on average, as if the game ended now."""
    others = 0.0
    for rank in range(1, seats):
        others += out[rank * SEAT + TOTAL]
    out[at] = 3.0 * (out[TOTAL] - out[SEAT + TOTAL])
    out[at + 1] = 3.0 * (out[TOTAL] - others / (seats - 1))
    return at + 2


@rule
def write_clock(state: State, seat: int, out: Cells, at: int) -> int:
    """How much of the game is left, and what is left of the turn."""
    acting = state.to_act == seat
    out[at] = cards_to_come(state) / 80.0
    out[at + 1] = 1.0 if state.exhausted == 2 else 0.0
    out[at + 2] = 1.0 if state.exhausted == 2 and has_turn_to_come(state, seat) else 0.0
    out[at + 3] = count_bits(legality.free_spaces(state)) / 50.0
    out[at + 4] = room_for_emissaries(state) / 10.0
    out[at + 5] = 1.0 if acting and state.phase == phases.PLACE and state.placed == 0 else 0.0
    out[at + 6] = 1.0 if acting and state.phase == phases.PLACE and legality.open_provinces(state) != 0 else 0.0
    out[at + 7] = 1.0 if acting and state.phase != phases.PLACE else 0.0
    return at + 8


@rule
def cards_to_come(state: State) -> int:
    """Cards that will be drawn or laid open before the last round, about."""
    if state.exhausted == 2:
        return 0
    cards = state.deck_left
    if state.exhausted == 0:
        for colour in range(COLOURS):
            cards += state.copies[colour]
        cards -= HAND_SIZE * state.seats + state.display_size
    return cards


@rule
def has_turn_to_come(state: State, seat: int) -> bool:
    """Whether a seat's turn is still to come in the last round or under way (HAN-8.3)."""
    acting = (state.to_act - state.emperor + state.seats) % state.seats
    place = (seat - state.emperor + state.seats) % state.seats
    return bool(place >= acting)


@rule
def room_for_emissaries(state: State) -> int:
    """Emissaries that all dragon spaces together still take as the houses stand (HAN-5.2)."""
    room = 0
    for province in range(PROVINCES):
        room += max(0, legality.most_houses(state, state.area[province]) - legality.emissaries_in(state, province))
    return room


@rule
def write_options(state: State, out: Cells, at: int) -> int:
    """How many play, on which kind of map, with which variant."""
    out[at] = (state.seats - 3) / 2.0
    out[at + 1] = 1.0 if state.seats == 2 else 0.0
    out[at + 2] = 1.0 if state.ports != 0 else 0.0
    out[at + 3] = 1.0 if state.fortifications or state.market_places else 0.0
    return at + 4
