"""What of a table of Khan tells who will win: points, territories, yurts and what could be made of them.

Everything but the hand lies open, so a seat's numbers are the same for all, in a block for each seat from one's own on
round the table. Of the hands only the own one is looked at.
"""

from __future__ import annotations

from lantern.games.khan import board, conquest, phases
from lantern.games.khan import squares as khan_squares
from lantern.games.khan.scoring import has_squares, take_territory
from lantern.games.khan.squares import Squares
from lantern.games.khan.state import State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule

# A seat's block.
(
    POINTS,
    BONUS_NOW,
    TOTAL,
    LARGEST,
    SECOND,
    YURTS,
    TOGETHER,
    NEUTRALS,
    NEUTRALS_BEYOND,
    OTHERS,
    AT_TERRITORY,
    AT_RIVER,
    ROOM,
    BEST_PIECE,
    BEST_JOINED,
    ALL_ROUND,
    CONQUESTS,
    PROTECTED,
    TO_ACT,
    TO_MOVE,
    SPECIAL_CARDS,
) = range(21)
BLOCK = SPECIAL_CARDS + board.SPECIALS
"""How many numbers a seat has."""
ZONES = 7
"""Regions and river: where a piece begins. The best pieces of all zones are added up."""
ZONE = board.MOST_SEATS * BLOCK
"""Where they are kept meanwhile, before other numbers take their place."""


@rule
def features(state: State, seat: int, out: Cells) -> int:
    """Write what a seat sees of a position; how many numbers."""
    for place in range(ZONE + board.MOST_SEATS * ZONES):
        out[place] = 0.0
    weigh_conquests(state, seat, out)
    neutral = yurts_of(state, board.NEUTRAL)
    for away in range(state.seats):
        write_territories(state, (seat + away) % state.seats, BLOCK * away, out)
    for away in range(state.seats):
        who = (seat + away) % state.seats
        write_points(state, who, away, out)
        write_yurts(state, yurts_of(state, who), neutral, BLOCK * away, out)
        write_territory_contact(state, who, BLOCK * away, out)
        write_cards(state, who, BLOCK * away, out)
    for away in range(state.seats):
        scale_block(BLOCK * away, out)
    lead = lead_of(state, out, 0.0)
    hopes = lead_of(state, out, 0.5)
    at = write_hand(state, seat, neutral, ZONE, out)
    at = write_stage(state, at, out)
    out[at] = lead / 20.0
    out[at + 1] = hopes / 30.0
    return at + 2


# What pieces could be laid


@rule
def weigh_conquests(state: State, seat: int, out: Cells) -> None:
    """Look at all pieces that anybody could lay if nothing were protected; conquest.py tells how they are found."""
    types = conquest.usable_types(state, seat, conquest.UNRESTRICTED)
    form = 0
    while form < board.FORM_COUNT:
        last = conquest.end_of_kind(form)
        usable = conquest.usable_squares(state, last == board.FORM_COUNT)
        form, fitting, branch = conquest.walk_on(form, last, types, usable, (usable, usable, usable))
        while form < last:
            left = (
                conquest.anchors_from(form, 0, fitting) if types >> conquest.type_of(form) & 1 else khan_squares.NOWHERE
            )
            while not khan_squares.is_nowhere(left):
                weigh_conquest(state, seat, form, khan_squares.first_square(left), out)
                left = khan_squares.without_first(left)
            form, fitting, branch = conquest.walk_on(form + 1, last, types, usable, branch)


@rule
def weigh_conquest(state: State, seat: int, form: int, anchor: int, out: Cells) -> None:
    """Note a piece for all who have the most yurts under it."""
    sharers = conquest.sharers_of(state, conquest.yurts_under(state, form, anchor))
    if sharers == 0:
        return
    share = count_bits(sharers)
    points = (int(board.POINTS_OF[conquest.type_of(form)]) + share - 1) // share
    zone = khan_squares.landscape_of(anchor)
    for away in range(state.seats):
        who = (seat + away) % state.seats
        if sharers >> who & 1:
            at = BLOCK * away
            out[at + CONQUESTS] += 1.0
            out[at + BEST_PIECE] = max(out[at + BEST_PIECE], points)
            out[ZONE + ZONES * away + zone] = max(out[ZONE + ZONES * away + zone], points)
            if points > out[at + BEST_JOINED] and touches(state, who, form, anchor):
                out[at + BEST_JOINED] = points


@rule
def touches(state: State, seat: int, form: int, anchor: int) -> bool:
    """Whether a piece would share a side with a seat's territory."""
    for cell in range(conquest.cells_of(form)):
        square = anchor + conquest.offset_of(form, cell)
        for side in range(0, 8, 2):
            other = square + board.STEP[side]
            if (
                0 <= other < board.CHUNKS * board.CHUNK
                and state.territory[seat, other // board.CHUNK] & khan_squares.bit_of(other) != 0
            ):
                return True
    return False


# Points and territories


@rule
def write_territories(state: State, seat: int, at: int, out: Cells) -> None:
    """A seat's two largest territories; the record is taken apart for it and put together again."""
    a, b, c = state.territory[seat, 0], state.territory[seat, 1], state.territory[seat, 2]
    while has_squares(state, seat):
        size = take_territory(state, seat)
        if size > out[at + LARGEST]:
            out[at + SECOND] = out[at + LARGEST]
            out[at + LARGEST] = size
        elif size > out[at + SECOND]:
            out[at + SECOND] = size
    state.territory[seat, 0], state.territory[seat, 1], state.territory[seat, 2] = a, b, c


@rule
def write_points(state: State, seat: int, away: int, out: Cells) -> None:
    """A seat's points, with the bonus it would get now (KHAN-10)."""
    at = BLOCK * away
    place = 0
    for other in range(state.seats):
        if is_larger(out, BLOCK * other, at):
            place += 1
    bonus = int(board.BONUS[place]) if place < len(board.BONUS) and out[at + LARGEST] > 0.0 else 0
    out[at + POINTS] = state.score[seat]
    out[at + BONUS_NOW] = bonus
    out[at + TOTAL] = state.score[seat] + bonus
    for zone in range(ZONES):
        out[at + ALL_ROUND] += out[ZONE + ZONES * away + zone]


@rule
def is_larger(out: Cells, one: int, other: int) -> bool:
    """Whether the territories of one block are larger than those of another."""
    if out[one + LARGEST] != out[other + LARGEST]:
        return out[one + LARGEST] > out[other + LARGEST]
    return out[one + SECOND] > out[other + SECOND]


@rule
def lead_of(state: State, out: Cells, hope: float) -> float:
    """By how much one is ahead of the best of the others, hoped-for points counted in part."""
    best = -1000.0
    for away in range(1, state.seats):
        best = max(best, 60.0 * out[BLOCK * away + TOTAL] + hope * 30.0 * out[BLOCK * away + ALL_ROUND])
    return 60.0 * out[TOTAL] + hope * 30.0 * out[ALL_ROUND] - best


# Yurts


@rule
def yurts_of(state: State, owner: int) -> Squares:
    """The squares with an owner's yurts."""
    first, second, third = 0, 0, 0
    for chunk in range(board.CHUNKS):
        rest = state.yurts[chunk]
        while rest != 0:
            square = board.CHUNK * chunk + lowest_bit(rest)
            if state.holder[square] == owner:
                if chunk == 0:
                    first |= rest & -rest
                elif chunk == 1:
                    second |= rest & -rest
                else:
                    third |= rest & -rest
            rest &= rest - 1
    return first, second, third


@rule
def beside(squares: Squares) -> Squares:
    """The squares that share a side with one of a set."""
    first, second, third = squares
    return (
        beside_in(0, first, second),
        beside_in(first, second, third),
        beside_in(second, third, 0),
    )


@rule
def beside_in(low: int, middle: int, high: int) -> int:
    """A chunk of those beside: `middle` is that chunk of the set, `low` and `high` are the ones before and after."""
    along = khan_squares.shifted(middle, high, 1) | khan_squares.moved_on(low, middle, 1)
    return (
        along | khan_squares.shifted(middle, high, board.STRIDE) | khan_squares.moved_on(low, middle, board.STRIDE)
    ) & board.FULL


@rule
def both(one: Squares, other: Squares) -> Squares:
    """The squares that are in two sets."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2]


@rule
def either(one: Squares, other: Squares) -> Squares:
    """The squares that are in one of two sets."""
    return one[0] | other[0], one[1] | other[1], one[2] | other[2]


@rule
def without(one: Squares, other: Squares) -> Squares:
    """The squares of a set that are not in another."""
    return one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2]


@rule
def size_of(squares: Squares) -> int:
    """How many squares a set has."""
    return khan_squares.count_set(squares[0], squares[1], squares[2])


@rule
def empty_squares(state: State) -> Squares:
    """The land squares with nothing on them."""
    return state.empty[0], state.empty[1], state.empty[2]


@rule
def write_yurts(state: State, own: Squares, neutral: Squares, at: int, out: Cells) -> None:
    """How many yurts a seat has, and what stands beside them."""
    near = beside(own)
    neutrals = both(neutral, near)
    others = without(without((state.yurts[0], state.yurts[1], state.yurts[2]), own), neutral)
    out[at + YURTS] = size_of(own)
    out[at + TOGETHER] = size_of(both(own, near))
    out[at + NEUTRALS] = size_of(neutrals)
    out[at + NEUTRALS_BEYOND] = size_of(without(both(neutral, beside(neutrals)), neutrals))
    out[at + OTHERS] = size_of(both(others, near))
    out[at + ROOM] = size_of(both(empty_squares(state), near))
    river = (
        board.RIVER_CHUNKS[0] & ~state.covered[0],
        board.RIVER_CHUNKS[1] & ~state.covered[1],
        board.RIVER_CHUNKS[2] & ~state.covered[2],
    )
    out[at + AT_RIVER] = size_of(both(own, beside(river)))


@rule
def write_territory_contact(state: State, seat: int, at: int, out: Cells) -> None:
    """How many yurts of any owner stand beside a seat's territory, where it may grow."""
    territory = (state.territory[seat, 0], state.territory[seat, 1], state.territory[seat, 2])
    out[at + AT_TERRITORY] = size_of(both((state.yurts[0], state.yurts[1], state.yurts[2]), beside(territory)))


# Cards and the stage of the game


@rule
def write_cards(state: State, seat: int, at: int, out: Cells) -> None:
    """A seat's special cards, used and not, and whether it is to move."""
    out[at + PROTECTED] = (1.0 if state.patronage[seat] != 0 else 0.0) + (0.5 if state.gods[seat] != 0 else 0.0)
    out[at + TO_ACT] = 1.0 if state.to_act == seat else 0.0
    out[at + TO_MOVE] = 0.5 * state.actions_left if state.turn == seat else 0.0
    for special in range(board.SPECIALS):
        out[at + SPECIAL_CARDS + special] = 0.5 * state.special_left[seat, special]


@rule
def scale_block(at: int, out: Cells) -> None:
    """Bring the counts of a block to about one."""
    out[at + POINTS] /= 60.0
    out[at + BONUS_NOW] /= 10.0
    out[at + TOTAL] /= 60.0
    out[at + LARGEST] /= 30.0
    out[at + SECOND] /= 15.0
    out[at + YURTS] /= 10.0
    out[at + TOGETHER] /= 8.0
    out[at + NEUTRALS] /= 8.0
    out[at + NEUTRALS_BEYOND] /= 8.0
    out[at + OTHERS] /= 8.0
    out[at + AT_TERRITORY] /= 8.0
    out[at + AT_RIVER] /= 5.0
    out[at + ROOM] /= 15.0
    out[at + BEST_PIECE] /= 9.0
    out[at + BEST_JOINED] /= 9.0
    out[at + ALL_ROUND] /= 30.0
    out[at + CONQUESTS] = min(out[at + CONQUESTS] / 40.0, 2.0)


@rule
def write_hand(state: State, seat: int, neutral: Squares, at: int, out: Cells) -> int:
    """What one's hand lets one do beside one's yurts and neutral ones; the place after."""
    own = yurts_of(state, seat)
    wanted = both(empty_squares(state), beside(either(own, neutral)))
    better = both(empty_squares(state), beside(own))
    jokers, fitting, reached = 0, 0, 0
    for place in range(state.held[seat]):
        symbol = state.hand[seat, place] % board.SYMBOLS
        allowed = (
            int(board.SYMBOL_CHUNKS[symbol, 0]),
            int(board.SYMBOL_CHUNKS[symbol, 1]),
            int(board.SYMBOL_CHUNKS[symbol, 2]),
        )
        jokers += symbol == board.JOKER
        fitting += not khan_squares.is_nowhere(both(better, allowed))
        reached += size_of(both(wanted, allowed))
    out[at] = 0.5 * jokers
    out[at + 1] = fitting / 4.0
    out[at + 2] = reached / 40.0
    out[at + 3] = state.held[seat] / 4.0
    return at + 4


@rule
def write_stage(state: State, at: int, out: Cells) -> int:
    """How far the game has come; the place after."""
    large = 0
    left = 0
    for kind in range(board.TYPES):
        left += state.piece_left[kind]
        if board.POINTS_OF[kind] > 6:
            large += state.piece_left[kind]
    out[at] = 1.0 if state.final else 0.0
    out[at + 1] = flights_left(state) / 25.0
    out[at + 2] = large / 12.0
    out[at + 3] = left / 38.0
    out[at + 4] = khan_squares.count_set(state.empty[0], state.empty[1], state.empty[2]) / 100.0
    out[at + 5] = 1.0 if state.phase == phases.PLACE_RULERS or state.phase == phases.PLACE_YURTS else 0.0
    out[at + 6] = 1.0 if state.phase == phases.SPECIAL or state.phase == phases.THIRD_ACTION else 0.0
    out[at + 7] = 1.0 if state.phase == phases.CONSENT else 0.0
    for seats in range(2, board.MOST_SEATS + 1):
        out[at + 6 + seats] = 1.0 if state.seats == seats else 0.0
    return at + 7 + board.MOST_SEATS


@rule
def flights_left(state: State) -> int:
    """How many flights at least until so many rulers are home that the final phase begins (KHAN-5.6)."""
    total = 0
    missing = board.RULERS_HOME_AT_LAST - state.homes
    for yurts in range(1, board.COURT_YURTS + 1):
        for ruler in range(board.RULERS):
            if missing > 0 and state.ruler[ruler] >= 0 and state.court[ruler] == yurts:
                total += yurts
                missing -= 1
    return total
