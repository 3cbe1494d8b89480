"""What may be done, and the clause that forbids the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lantern.games.han import actions, ends, phases
from lantern.games.han import board as han_board
from lantern.games.han.board import Board
from lantern.games.han.state import State
from lantern.kernel.bits import count_bits, nth_bit
from lantern.kernel.errors import LEGAL, Forbidden, forbidden_by, refusals_of
from lantern.kernel.record import Cells
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule

NO_SUCH_ACTION = forbidden_by("HAN-2", "no_such_action")
GAME_OVER = forbidden_by("HAN-9", "game_over")
NO_SUCH_SPACE = forbidden_by("HAN-4.1", "no_such_space")
DRAW_FIRST = forbidden_by("HAN-8.1", "draw_first")
NOT_DRAWING = forbidden_by("HAN-8.1", "not_drawing")
ONE_OR_THE_OTHER = forbidden_by("HAN-2.1", "one_or_the_other")
NOTHING_PLACED = forbidden_by("HAN-2.2", "nothing_placed")
TWO_PIECES_PLACED = forbidden_by("HAN-3.1", "two_pieces_placed")
OTHER_PROVINCE = forbidden_by("HAN-3.1", "other_province")
WAS_EMPTY = forbidden_by("HAN-3.2", "was_empty")
SPACE_TAKEN = forbidden_by("HAN-4.1", "space_taken")
NO_FREE_SPACE = forbidden_by("HAN-4.1", "no_free_space")
NO_HOUSE_LEFT = forbidden_by("HAN-3.5", "no_house_left")
NO_EMISSARY_LEFT = forbidden_by("HAN-3.5", "no_emissary_left")
NO_HOUSES_THERE = forbidden_by("HAN-5.2", "no_houses_there")
CAP_REACHED = forbidden_by("HAN-5.2", "cap_reached")
CARDS_NOT_HELD = forbidden_by("HAN-3.3", "cards_not_held")
NO_VARIANT = forbidden_by("HAN-1.5", "no_variant")
NO_MARKER_LEFT = forbidden_by("HAN-10.1", "no_marker_left")
MARKER_NOT_ALONE = forbidden_by("HAN-10.2", "marker_not_alone")
MARKER_INTO_EMPTY = forbidden_by("HAN-10.2", "marker_into_empty")
NO_HOUSE_FOR_MARKER = forbidden_by("HAN-10.1", "no_house_for_marker")
NO_EMISSARY_FOR_MARKER = forbidden_by("HAN-11.1", "no_emissary_for_marker")
NOT_ON_DISPLAY = forbidden_by("HAN-8.1", "not_on_display")


def refusals(board: Board) -> Mapping[int, Forbidden]:
    """What is forbidden on a map; where it is for market places, markers follow a clause of their own (HAN-11.1)."""
    found = refusals_of("han")
    if board.variant == han_board.FORTIFICATIONS:
        return found
    markers = (NO_MARKER_LEFT, MARKER_NOT_ALONE, MARKER_INTO_EMPTY)
    return found | {number: replace(found[number], clause="HAN-11.1") for number in markers}


@rule
def taken_spaces(state: State) -> int:
    """The set of spaces with a house or a market place on them."""
    taken = 0
    for seat in range(state.seats):
        taken |= state.house[seat] | state.market[seat]
    return taken


@rule
def free_spaces(state: State) -> int:
    """The set of free house spaces (HAN-4.1)."""
    return state.spaces & ~taken_spaces(state)


@rule
def houses_left(state: State, seat: int) -> int:
    """Houses in a seat's supply (HAN-1.2)."""
    return han_board.ALL_HOUSES - count_bits(state.house[seat])


@rule
def emissaries_in(state: State, province: int) -> int:
    """Emissaries on a dragon space, all seats together."""
    count = 0
    for seat in range(state.seats):
        count += state.emissary[province, seat]
    return count


@rule
def most_houses(state: State, spaces: int) -> int:
    """The most houses of a single seat on some spaces."""
    most = 0
    for seat in range(state.seats):
        most = max(most, count_bits(state.house[seat] & spaces))
    return most


@rule
def has_room(state: State, province: int) -> bool:
    """Whether a dragon space takes one more emissary: never more than the most houses of one seat (HAN-5.2)."""
    return emissaries_in(state, province) < most_houses(state, state.area[province])


@rule
def is_empty(state: State, province: int, taken: int) -> bool:
    """Whether no piece at all stands in a province (HAN-3.2)."""
    return state.area[province] & taken == 0 and emissaries_in(state, province) == 0


@rule
def empty_provinces(state: State) -> int:
    """The set of provinces without any piece (HAN-3.2)."""
    taken = taken_spaces(state)
    empty = 0
    for province in range(han_board.PROVINCES):
        if is_empty(state, province, taken):
            empty |= 1 << province
    return empty


@rule
def open_provinces(state: State) -> int:
    """The set of provinces where the next piece of this turn may go (HAN-3.1, 3.2)."""
    if state.placed == 0:
        return state.site
    return state.site & ~state.was_empty if state.placed == 1 else 0


@rule
def colours_held(state: State, count: int) -> int:
    """The set of colours of which the seat to act holds at least so many cards."""
    colours = 0
    for colour in range(han_board.COLOURS):
        if state.hand[state.to_act, colour] >= count:
            colours |= 1 << colour
    return colours


@rule
def ways_to_pay(colour: int, singles: int, pairs: int) -> int:
    """The set of colours that pay for a piece: the province's with one card, any other with a pair (HAN-3.3, 3.4)."""
    own = 1 << colour
    return (singles & own) | (pairs & ~own)


@rule
def ways_to_pay_marker(colour: int, singles: int, pairs: int) -> int:
    """The set of colours that pay for a marker beside one card of the province's colour (HAN-3.7, 10.1, 11.1)."""
    return pairs if singles >> colour & 1 else 0


@rule
def ways_to_pay_border(first: int, second: int, singles: int, pairs: int, triples: int) -> int:
    """The set of ways to pay for a border house between two colours, as actions.py lists them (HAN-3.7, 6.1)."""
    ways = (singles >> first & singles >> second & 1) << actions.BOTH_COLOURS
    ways |= (pairs >> first & 1) << actions.FIRST_TWICE
    ways |= (pairs >> second & 1) << actions.SECOND_TWICE
    ways |= card_and_pair(first, singles, pairs, triples) << actions.FIRST_AND_PAIR
    ways |= card_and_pair(second, singles, pairs, triples) << actions.SECOND_AND_PAIR
    return ways


@rule
def card_and_pair(colour: int, singles: int, pairs: int, triples: int) -> int:
    """The set of colours of which a pair is held beside a card of the given colour."""
    own = 1 << colour
    return (pairs & ~own) | (triples & own) if singles & own else 0


@rule
def border_ways(state: State, space: int, singles: int, pairs: int, triples: int) -> int:
    """The set of ways to pay for a house on a border space."""
    first = state.colour[state.province[space, 0]]
    second = state.colour[state.province[space, 1]]
    return ways_to_pay_border(first, second, singles, pairs, triples)


@rule
def provinces_of(state: State, space: int) -> int:
    """The set of provinces that a space belongs to (HAN-6.2)."""
    second = state.province[space, 1]
    return 1 << int(state.province[space, 0]) | (0 if second == han_board.NOBODY else 1 << int(second))


@rule
def markers_to_place(state: State) -> bool:
    """Whether the seat to act may place a marker as far as its supply and its turn go (HAN-10.1, 10.2, 11.1)."""
    if state.placed > 0 or state.markers_left[state.to_act] == 0:
        return False
    if state.fortifications:
        return houses_left(state, state.to_act) > 0
    return state.emissaries_left[state.to_act] > 0


@rule
def houses_to_place(state: State) -> bool:
    """Whether the seat to act has a house left (HAN-3.5)."""
    return houses_left(state, state.to_act) > 0


@rule
def emissary_ways(state: State, province: int, singles: int, pairs: int) -> int:
    """The set of colours that pay for an emissary to a province, none where it can't go (HAN-3.5, 5.2)."""
    if state.emissaries_left[state.to_act] == 0:
        return 0
    ways = ways_to_pay(state.colour[province], singles, pairs)
    return ways if ways != 0 and has_room(state, province) else 0


@rule
def house_choices(state: State, province: int, free: int, singles: int, pairs: int) -> int:
    """How many ways there are to place a house on a province's ordinary spaces."""
    spaces = count_bits(free & state.area[province] & han_board.ORDINARY)
    return spaces * count_bits(ways_to_pay(state.colour[province], singles, pairs))


@rule
def marker_choices(state: State, province: int, free: int, singles: int, pairs: int) -> int:
    """How many ways there are to place a marker in a province (HAN-10.2: not in one that was empty)."""
    if state.was_empty >> province & 1:
        return 0
    spaces = count_bits(free & state.area[province] & han_board.ORDINARY)
    return spaces * count_bits(ways_to_pay_marker(state.colour[province], singles, pairs))


@rule
def border_choices(state: State, space: int, singles: int, pairs: int, triples: int) -> int:
    """How many ways there are to place a house on a free border space."""
    if open_provinces(state) & provinces_of(state, space) == 0:
        return 0
    return count_bits(border_ways(state, space, singles, pairs, triples))


@rule
def count_placements(state: State, singles: int, pairs: int, triples: int) -> int:
    """How many ways there are to place a piece."""
    free = free_spaces(state)
    houses = houses_to_place(state)
    markers = markers_to_place(state)
    count = 0
    for province in range(han_board.PROVINCES):
        if open_provinces(state) >> province & 1:
            if houses:
                count += house_choices(state, province, free, singles, pairs)
            if markers:
                count += marker_choices(state, province, free, singles, pairs)
            count += count_bits(emissary_ways(state, province, singles, pairs))
    if houses and pairs | (singles & (singles - 1)) != 0:
        borders = free >> han_board.ORDINARY_SPACES
        while borders != 0:
            space = han_board.ORDINARY_SPACES + count_bits((borders & -borders) - 1)
            count += border_choices(state, space, singles, pairs, triples)
            borders &= borders - 1
    return count


@rule
def nth_placement(state: State, n: int, singles: int, pairs: int, triples: int) -> int:
    """The way to place a piece with n others before it, counted as `count_placements` does."""
    free = free_spaces(state)
    houses = houses_to_place(state)
    markers = markers_to_place(state)
    for province in range(han_board.PROVINCES):
        if open_provinces(state) >> province & 1:
            spaces = free & state.area[province] & han_board.ORDINARY
            count = house_choices(state, province, free, singles, pairs) if houses else 0
            if n < count:
                return actions.HOUSE + nth_pair(spaces, ways_to_pay(state.colour[province], singles, pairs), n)
            n -= count
            count = marker_choices(state, province, free, singles, pairs) if markers else 0
            if n < count:
                return actions.MARKER + nth_pair(spaces, ways_to_pay_marker(state.colour[province], singles, pairs), n)
            n -= count
            ways = emissary_ways(state, province, singles, pairs)
            if n < count_bits(ways):
                return actions.EMISSARY + province * han_board.COLOURS + nth_bit(ways, n)
            n -= count_bits(ways)
    return nth_border_house(state, n, free, singles, pairs, triples)


@rule
def nth_pair(spaces: int, ways: int, n: int) -> int:
    """The n-th of all pairs of a space and a colour to pay with, as five numbers to a space."""
    count = count_bits(ways)
    return nth_bit(spaces, n // count) * han_board.COLOURS + nth_bit(ways, n % count)


@rule
def nth_border_house(state: State, n: int, free: int, singles: int, pairs: int, triples: int) -> int:
    """The way to place a house on a border space with n others before it."""
    space = han_board.ORDINARY_SPACES
    while True:
        if free >> space & 1:
            count = border_choices(state, space, singles, pairs, triples)
            if n < count:
                break
            n -= count
        space += 1
    way = nth_bit(border_ways(state, space, singles, pairs, triples), n)
    return actions.BORDER_HOUSE + (space - han_board.ORDINARY_SPACES) * actions.BORDER_WAYS + way


@rule
def random_action(state: State, rng: Stream) -> int:
    """A legal action, each as likely, of a game that is not over."""
    if state.phase != phases.PLACE:
        return random_draw(state, rng)
    if state.placed > 1:
        return actions.END_TURN
    singles = colours_held(state, 1)
    pairs = colours_held(state, 2)
    triples = colours_held(state, 3)
    placements = count_placements(state, singles, pairs, triples)
    others = count_bits(singles) if state.placed == 0 else 1
    n = draw(rng, placements + others)
    if n < placements:
        return nth_placement(state, n, singles, pairs, triples)
    return actions.DISCARD + nth_bit(singles, n - placements) if state.placed == 0 else actions.END_TURN


@rule
def displayed(state: State) -> int:
    """The set of colours on the display."""
    colours = 0
    for colour in range(han_board.COLOURS):
        if state.display[colour] > 0:
            colours |= 1 << colour
    return colours


@rule
def random_draw(state: State, rng: Stream) -> int:
    """A card of the display or the deck's next, each colour and the deck as likely (HAN-8.1)."""
    colours = displayed(state)
    n = draw(rng, count_bits(colours) + 1)
    return actions.TAKE + nth_bit(colours, n) if n < count_bits(colours) else actions.DRAW_CARD


@rule
def legal_actions(state: State, out: Cells) -> int:
    """Write the legal actions in ascending order; how many there are."""
    if state.end != ends.RUNNING:
        return 0
    if state.phase != phases.PLACE:
        count = write_colours(out, 0, actions.TAKE, displayed(state))
        out[count] = actions.DRAW_CARD
        return count + 1
    singles = colours_held(state, 1)
    pairs = colours_held(state, 2)
    count = 0
    if houses_to_place(state):
        count = list_houses(state, out, singles, pairs)
        count = list_border_houses(state, out, count, singles, pairs)
    if markers_to_place(state):
        count = list_markers(state, out, count, singles, pairs)
    count = list_emissaries(state, out, count, singles, pairs)
    if state.placed == 0:
        return write_colours(out, count, actions.DISCARD, singles)
    out[count] = actions.END_TURN
    return count + 1


@rule
def write_colours(out: Cells, at: int, first: int, colours: int) -> int:
    """Write an action for every colour of a set, counted from the first; where the next is to be written."""
    for colour in range(han_board.COLOURS):
        if colours >> colour & 1:
            out[at] = first + colour
            at += 1
    return at


@rule
def list_houses(state: State, out: Cells, singles: int, pairs: int) -> int:
    """Write the houses on ordinary spaces; how many."""
    free = free_spaces(state)
    count = 0
    for space in range(han_board.ORDINARY_SPACES):
        if free >> space & 1 and open_provinces(state) & provinces_of(state, space) != 0:
            ways = ways_to_pay(state.colour[state.province[space, 0]], singles, pairs)
            count = write_colours(out, count, actions.HOUSE + space * han_board.COLOURS, ways)
    return count


@rule
def list_border_houses(state: State, out: Cells, count: int, singles: int, pairs: int) -> int:
    """Write the houses on border spaces; where the next action is to be written."""
    free = free_spaces(state)
    triples = colours_held(state, 3)
    for space in range(han_board.ORDINARY_SPACES, han_board.ORDINARY_SPACES + han_board.BORDER_SPACES):
        if free >> space & 1 and open_provinces(state) & provinces_of(state, space) != 0:
            ways = border_ways(state, space, singles, pairs, triples)
            for way in range(actions.BORDER_WAYS):
                if ways >> way & 1:
                    out[count] = actions.BORDER_HOUSE + (space - han_board.ORDINARY_SPACES) * actions.BORDER_WAYS + way
                    count += 1
    return count


@rule
def list_markers(state: State, out: Cells, count: int, singles: int, pairs: int) -> int:
    """Write the markers; where the next action is to be written."""
    free = free_spaces(state)
    for space in range(han_board.ORDINARY_SPACES):
        if free >> space & 1 and provinces_of(state, space) & state.was_empty == 0:
            ways = ways_to_pay_marker(state.colour[state.province[space, 0]], singles, pairs)
            count = write_colours(out, count, actions.MARKER + space * han_board.COLOURS, ways)
    return count


@rule
def list_emissaries(state: State, out: Cells, count: int, singles: int, pairs: int) -> int:
    """Write the emissaries; where the next action is to be written."""
    for province in range(han_board.PROVINCES):
        if open_provinces(state) >> province & 1:
            ways = emissary_ways(state, province, singles, pairs)
            count = write_colours(out, count, actions.EMISSARY + province * han_board.COLOURS, ways)
    return count


@rule
def refusal(state: State, action: int) -> int:
    """LEGAL, or why an action is not."""
    if action < 0 or action >= actions.ACTIONS:
        return NO_SUCH_ACTION
    if state.end != ends.RUNNING:
        return GAME_OVER
    if actions.TAKE <= action < actions.END_TURN:
        return refuse_draw(state, action)
    if state.phase != phases.PLACE:
        return DRAW_FIRST
    if action == actions.END_TURN:
        return LEGAL if state.placed > 0 else NOTHING_PLACED
    if action >= actions.DISCARD:
        return refuse_discard(state, action - actions.DISCARD)
    return refuse_placement(state, action)


@rule
def refuse_draw(state: State, action: int) -> int:
    """Why a card can't be drawn (HAN-8.1)."""
    if state.phase == phases.PLACE:
        return NOT_DRAWING
    if action != actions.DRAW_CARD and state.display[action - actions.TAKE] == 0:
        return NOT_ON_DISPLAY
    return LEGAL


@rule
def refuse_discard(state: State, colour: int) -> int:
    """Why a card can't be discarded (HAN-2.1)."""
    if state.placed > 0:
        return ONE_OR_THE_OTHER
    return LEGAL if state.hand[state.to_act, colour] > 0 else CARDS_NOT_HELD


@rule
def refuse_placement(state: State, action: int) -> int:
    """Why a piece can't be placed: the place, the turn, the supply, and at last the cards."""
    if action >= actions.EMISSARY:
        code = refuse_emissary(state, (action - actions.EMISSARY) // han_board.COLOURS)
    elif action >= actions.MARKER:
        code = refuse_marker(state, (action - actions.MARKER) // han_board.COLOURS)
    else:
        code = refuse_house(state, space_of_house(action))
    if code != LEGAL:
        return code
    return LEGAL if can_pay(state, action) else CARDS_NOT_HELD


@rule
def space_of_house(action: int) -> int:
    """The space that a house is to stand on."""
    if action >= actions.BORDER_HOUSE:
        return han_board.ORDINARY_SPACES + (action - actions.BORDER_HOUSE) // actions.BORDER_WAYS
    return (action - actions.HOUSE) // han_board.COLOURS


@rule
def refuse_space(state: State, space: int) -> int:
    """Why nothing can be put on a space (HAN-4.1)."""
    if not state.spaces >> space & 1:
        return NO_SUCH_SPACE
    free = free_spaces(state)
    if free >> space & 1:
        return LEGAL
    province = state.province[space, 0]
    return SPACE_TAKEN if free & state.area[province] != 0 else NO_FREE_SPACE


@rule
def refuse_turn(state: State, provinces: int) -> int:
    """Why no further piece may go into any of some provinces in this turn (HAN-3.1, 3.2, 6.3)."""
    if state.placed > 1:
        return TWO_PIECES_PLACED
    if state.site & provinces == 0:
        return OTHER_PROVINCE
    return LEGAL if open_provinces(state) & provinces != 0 else WAS_EMPTY


@rule
def refuse_house(state: State, space: int) -> int:
    """Why a house can't stand on a space (HAN-3, 4, 6)."""
    code = refuse_space(state, space)
    if code == LEGAL:
        code = refuse_turn(state, provinces_of(state, space))
    if code == LEGAL and not houses_to_place(state):
        code = NO_HOUSE_LEFT
    return code


@rule
def refuse_emissary(state: State, province: int) -> int:
    """Why an emissary can't go to a province (HAN-3, 5)."""
    code = refuse_turn(state, 1 << province)
    if code != LEGAL:
        return code
    if state.emissaries_left[state.to_act] == 0:
        return NO_EMISSARY_LEFT
    if has_room(state, province):
        return LEGAL
    return CAP_REACHED if most_houses(state, state.area[province]) > 0 else NO_HOUSES_THERE


@rule
def refuse_marker(state: State, space: int) -> int:
    """Why a fortification or a market place can't be placed on a space (HAN-10.1, 10.2, 11.1)."""
    if not state.fortifications and not state.market_places:
        return NO_VARIANT
    code = refuse_space(state, space)
    if code != LEGAL:
        return code
    if state.placed > 0:
        return MARKER_NOT_ALONE
    if provinces_of(state, space) & state.was_empty != 0:
        return MARKER_INTO_EMPTY
    if state.markers_left[state.to_act] == 0:
        return NO_MARKER_LEFT
    if state.fortifications and not houses_to_place(state):
        return NO_HOUSE_FOR_MARKER
    if state.market_places and state.emissaries_left[state.to_act] == 0:
        return NO_EMISSARY_FOR_MARKER
    return LEGAL


@rule
def can_pay(state: State, action: int) -> bool:
    """Whether the seat to act holds the cards that a placement names."""
    singles = colours_held(state, 1)
    pairs = colours_held(state, 2)
    if actions.BORDER_HOUSE <= action < actions.MARKER:
        ways = border_ways(state, space_of_house(action), singles, pairs, colours_held(state, 3))
        return ways >> ((action - actions.BORDER_HOUSE) % actions.BORDER_WAYS) & 1 != 0
    if action < actions.BORDER_HOUSE:
        ways = ways_to_pay(state.colour[state.province[space_of_house(action), 0]], singles, pairs)
    elif action < actions.EMISSARY:
        ways = ways_to_pay_marker(
            state.colour[state.province[(action - actions.MARKER) // han_board.COLOURS, 0]], singles, pairs
        )
    else:
        ways = ways_to_pay(state.colour[(action - actions.EMISSARY) // han_board.COLOURS], singles, pairs)
    return ways >> payer(action) & 1 != 0


@rule
def payer(action: int) -> int:
    """The colour that pays for a house, a marker or an emissary that is no border house."""
    if action >= actions.EMISSARY:
        return (action - actions.EMISSARY) % han_board.COLOURS
    return (
        (action - actions.MARKER) % han_board.COLOURS
        if action >= actions.MARKER
        else (action - actions.HOUSE) % han_board.COLOURS
    )
