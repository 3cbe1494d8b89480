"""Where pieces can be laid: all conquests at once with sets of squares (KHAN-6.3, 7).

The forms of the pieces are a tree: each grows by one square from another. Once the anchors are known at which all
squares of a form hold yurts, those of a form that grows from it are the ones whose last square holds one too: the set
of yurts moved by one offset and met with the others. Where none is left, or no piece, the whole branch falls away. At
the few anchors left the yurts of all owners are counted at once, a few bits of a chunk for each.
"""

from __future__ import annotations

from lantern.games.khan import board, squares
from lantern.games.khan.squares import Squares
from lantern.games.khan.state import MOST_REFUSED, State
from lantern.kernel.bits import count_bits
from lantern.kernel.rule import rule

# How far a search for conquests goes: those that need no consent, also those that need it, or all that would be
# possible if every restriction were lifted (KHAN-9.3).
FREE, WITH_CONSENT, UNRESTRICTED = range(3)

NIBBLE = 4
"""Bits for each owner in a count of yurts."""
MOST_COUNTED = (1 << NIBBLE) - 1

Branch = tuple[Squares, Squares, Squares]
"""The anchors of the forms of two, three and four squares that the ones looked at next grow from."""

# What keeps a form from a place.
FITS, NO_YURT, RULER_THERE, COVERED = range(4)


@rule
def is_beside(state: State, seat: int, kind: int) -> bool:
    """Whether a piece of a type lies beside the board that no reservation keeps from a seat (KHAN-7.5)."""
    reserved = 0
    for other in range(state.seats):
        if other != seat and state.reserved[other] == kind:
            reserved += 1
    if state.seats < 4 and reserved > 0:
        return False
    return state.piece_left[kind] > reserved


@rule
def first_site(form: int) -> int:
    """The first site of a form."""
    return int(board.FIRST_SITE[form])


@rule
def anchors_at(form: int, chunk: int) -> int:
    """A chunk of the set of squares that may be a form's first."""
    return int(board.FORM_ANCHORS[form, chunk])


@rule
def offset_of(form: int, cell: int) -> int:
    """From the first square of a form to another."""
    return int(board.FORM_OFFSET[form, cell])


@rule
def cells_of(form: int) -> int:
    """How many squares a form has."""
    return int(board.FORM_CELLS[form])


@rule
def type_of(form: int) -> int:
    """The type of piece a form belongs to."""
    return int(board.FORM_TYPE[form])


@rule
def form_of(site: int) -> int:
    """The form of a site."""
    low = 0
    high = board.FORM_COUNT
    while high - low > 1:
        middle = (low + high) // 2
        if first_site(middle) <= site:
            low = middle
        else:
            high = middle
    return low


@rule
def anchor_of(site: int) -> int:
    """The first square of a site."""
    form = form_of(site)
    return squares.nth_square(anchors_at(form, 0), anchors_at(form, 1), anchors_at(form, 2), site - first_site(form))


@rule
def site_at(form: int, anchor: int) -> int:
    """The site of a form whose first square is given."""
    chunk = anchor // board.CHUNK
    before = count_bits(anchors_at(form, chunk) & (squares.bit_of(anchor) - 1))
    for earlier in range(chunk):
        before += count_bits(anchors_at(form, earlier))
    return first_site(form) + before


@rule
def yurts_under(state: State, form: int, anchor: int) -> int:
    """How many yurts of each owner a form covers, four bits each; those of nobody are squares without."""
    counts = 0
    for cell in range(cells_of(form)):
        counts += 1 << NIBBLE * state.holder[anchor + offset_of(form, cell)]
    return counts


@rule
def neutral_regions(state: State, form: int, anchor: int) -> int:
    """The set of regions in which a form covers neutral yurts."""
    regions = 0
    for cell in range(cells_of(form)):
        square = anchor + offset_of(form, cell)
        if state.holder[square] == board.NEUTRAL:
            regions |= 1 << squares.landscape_of(square)
    return regions


@rule
def count_of(counts: int, owner: int) -> int:
    """How many yurts of an owner a count holds."""
    return counts >> NIBBLE * owner & MOST_COUNTED


@rule
def leads(state: State, seat: int, counts: int) -> bool:
    """Whether a seat has a yurt in a count, and nobody more (KHAN-6.3)."""
    most = 1
    for other in range(state.seats):
        most = max(most, count_of(counts, other))
    return count_of(counts, seat) == most


@rule
def sharers_of(state: State, counts: int) -> int:
    """The set of seats that have the most yurts in a count (KHAN-6.3)."""
    sharers = 0
    for seat in range(state.seats):
        if leads(state, seat, counts):
            sharers |= 1 << seat
    return sharers


@rule
def broken_by(state: State, seat: int, form: int, anchor: int) -> int:
    """The set of seats whose protection a seat's piece would break (KHAN-7.7)."""
    counts = yurts_under(state, form, anchor)
    regions = neutral_regions(state, form, anchor)
    broken = 0
    for other in range(state.seats):
        if other != seat:
            own = state.patronage[other] != 0 and count_of(counts, other) > 0
            if own or regions & state.gods[other] != 0:
                broken |= 1 << other
    return broken


@rule
def was_refused(state: State, site: int) -> bool:
    """Whether a proposal was refused this turn (KHAN-7.7)."""
    refused = False
    for place in range(state.refusals):
        refused = refused or state.refused[place] == site
    return refused


@rule
def is_permitted(state: State, seat: int, form: int, anchor: int, reach: int) -> bool:
    """Whether protections let a seat lay a form, or those whose protection it breaks may be asked (KHAN-7.7)."""
    broken = broken_by(state, seat, form, anchor)
    if broken == 0:
        return True
    sharers = sharers_of(state, yurts_under(state, form, anchor))
    if reach == FREE or broken & ~sharers != 0 or state.refusals == MOST_REFUSED:
        return False
    return not was_refused(state, site_at(form, anchor))


@rule
def protected_by_others(state: State, seat: int) -> int:
    """Whose yurts may be under the protection of others than a seat: the bits of their counts (KHAN-7.3, 7.4)."""
    protected = 0
    for other in range(state.seats):
        if other != seat and state.patronage[other] != 0:
            protected |= MOST_COUNTED << NIBBLE * other
        if other != seat and state.gods[other] != 0:
            protected |= MOST_COUNTED << NIBBLE * board.NEUTRAL
    return protected


@rule
def usable_types(state: State, seat: int, reach: int) -> int:
    """The set of types of pieces that are there for a seat, as far as a search goes."""
    types = 0
    for kind in range(board.TYPES):
        if state.piece_left[kind] > 0:
            types |= 1 << kind
    for other in range(state.seats):
        kind = state.reserved[other]
        if reach != UNRESTRICTED and kind != board.NONE and not is_beside(state, seat, kind):
            types &= ~(1 << kind)
    return types


@rule
def usable_squares(state: State, bridge: bool) -> Squares:
    """The squares that a tile, or a bridge, may cover: those with yurts, and for a bridge free river squares."""
    first, second, third = state.yurts[0], state.yurts[1], state.yurts[2]
    if bridge:
        first |= board.RIVER_CHUNKS[0] & ~state.covered[0]
        second |= board.RIVER_CHUNKS[1] & ~state.covered[1]
        third |= board.RIVER_CHUNKS[2] & ~state.covered[2]
    return first, second, third


@rule
def grown(smaller: Squares, usable: Squares, offset: int) -> Squares:
    """The anchors of a form: those of the form it grew from at which the square that far on is usable too."""
    return (
        smaller[0] & squares.shifted(usable[0], usable[1], offset),
        smaller[1] & squares.shifted(usable[1], usable[2], offset),
        smaller[2] & usable[2] >> offset,
    )


@rule
def begun(form: int, cells: int, usable: Squares) -> Squares:
    """The anchors at which the first squares of a form, so many, are usable."""
    fitting = usable
    for cell in range(1, min(cells, cells_of(form))):
        fitting = grown(fitting, usable, offset_of(form, cell))
    return fitting


@rule
def branch_at(form: int, usable: Squares) -> Branch:
    """The anchors of the forms that a form grew from."""
    return begun(form, 2, usable), begun(form, 3, usable), begun(form, 4, usable)


@rule
def walk_on(form: int, last: int, types: int, usable: Squares, branch: Branch) -> tuple[int, Squares, Branch]:
    """The next form from one on of whose branch a piece may lie somewhere, with its anchors; else `last`."""
    two, three, four = branch
    while form < last:
        cells = cells_of(form)
        smaller = usable if cells == 2 else two if cells == 3 else three if cells == 4 else four
        fitting = grown(smaller, usable, offset_of(form, cells - 1))
        if types & board.FORM_TYPES[form] != 0 and (cells == board.MOST_CELLS or is_within_reach(form, fitting)):
            if cells == 2:
                two = fitting
            elif cells == 3:
                three = fitting
            elif cells == 4:
                four = fitting
            return form, fitting, (two, three, four)
        form = board.FORM_LEAP[form]
    return last, squares.NOWHERE, branch


@rule
def end_of_kind(form: int) -> int:
    """The first form that is no tile, or no bridge, as this one is."""
    return board.FIRST_BRIDGE_FORM if form < board.FIRST_BRIDGE_FORM else board.FORM_COUNT


@rule
def survey(state: State, seat: int, reach: int, after: int, n: int) -> tuple[int, int]:
    """The conquest with n others between it and a site (NONE: none), NONE if there are fewer; and their number."""
    types = usable_types(state, seat, reach)
    protected = 0 if reach == UNRESTRICTED else protected_by_others(state, seat)
    form = 0 if after == board.NONE else form_of(after)
    beyond = 0 if after == board.NONE else anchor_of(after) + 1
    total = 0
    while form < board.FORM_COUNT:
        start = form
        last = end_of_kind(form)
        usable = usable_squares(state, last == board.FORM_COUNT)
        form, fitting, branch = walk_on(form, last, types, usable, branch_at(form, usable))
        beyond = beyond if form == start else 0
        while form < last:
            left = anchors_from(form, beyond, fitting) if types >> type_of(form) & 1 else squares.NOWHERE
            while not squares.is_nowhere(left):
                anchor = squares.first_square(left)
                left = squares.without_first(left)
                possible = allows(state, seat, form, anchor, reach, protected)
                if possible and total == n:
                    return site_at(form, anchor), total
                total += possible
            form, fitting, branch = walk_on(form + 1, last, types, usable, branch)
            beyond = 0
    return board.NONE, total


@rule
def is_within_reach(form: int, fitting: Squares) -> bool:
    """Whether a form, or one that grows from it, may lie anywhere with its first square in a set."""
    near, middle, far = board.FORM_REACH[form, 0], board.FORM_REACH[form, 1], board.FORM_REACH[form, 2]
    return bool((fitting[0] & near) | (fitting[1] & middle) | (fitting[2] & far) != 0)


@rule
def anchors_from(form: int, beyond: int, fitting: Squares) -> Squares:
    """Those of some squares, from one on, that may be a form's first."""
    return (
        fitting[0] & anchors_at(form, 0) & ~squares.before(beyond, 0),
        fitting[1] & anchors_at(form, 1) & ~squares.before(beyond, 1),
        fitting[2] & anchors_at(form, 2) & ~squares.before(beyond, 2),
    )


@rule
def allows(state: State, seat: int, form: int, anchor: int, reach: int, protected: int) -> bool:
    """Whether a seat may lay a form whose squares are all usable, as far as majority and protections go."""
    counts = yurts_under(state, form, anchor)
    return leads(state, seat, counts) and (counts & protected == 0 or is_permitted(state, seat, form, anchor, reach))


@rule
def next_conquest(state: State, seat: int, reach: int, after: int) -> int:
    """The first conquest of a seat beyond a site (NONE: the first of all); NONE if there is no more."""
    return survey(state, seat, reach, after, 0)[0]


@rule
def can_conquer(state: State, seat: int, reach: int) -> bool:
    """Whether a seat has any conquest."""
    return survey(state, seat, reach, board.NONE, 0)[0] != board.NONE


@rule
def count_conquests(state: State, seat: int, reach: int) -> int:
    """How many conquests a seat has."""
    return survey(state, seat, reach, board.NONE, board.SITES)[1]


@rule
def nth_conquest(state: State, seat: int, reach: int, n: int) -> int:
    """The conquest of a seat with n others before it."""
    return survey(state, seat, reach, board.NONE, n)[0]


@rule
def covers_only(state: State, form: int, anchor: int) -> int:
    """Why a form can't lie at a place, as far as the board goes: a square covered, a ruler, a square without a yurt."""
    problem = FITS
    for cell in range(cells_of(form)):
        square = anchor + offset_of(form, cell)
        if state.covered[square // board.CHUNK] & squares.bit_of(square) != 0:
            return COVERED
        if (
            squares.landscape_of(square) != board.RIVER
            and state.yurts[square // board.CHUNK] & squares.bit_of(square) == 0
        ):
            problem = max(problem, RULER_THERE if is_ruler_at(state, square) else NO_YURT)
    return problem


@rule
def is_ruler_at(state: State, square: int) -> bool:
    """Whether a ruler stands on a square."""
    found = False
    for ruler in range(board.RULERS):
        found = found or state.ruler[ruler] == square
    return found
