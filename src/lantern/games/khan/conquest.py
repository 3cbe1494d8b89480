"""Where pieces can be laid: all conquests at once with sets of squares (KHAN-6.3, 7).

For every form of a piece the set of squares with yurts is moved by each of its offsets and met with the others: what is
left are the corners at which all its squares hold yurts. Majorities are counted for all corners of a word at once. Only
where somebody's protection is in force are sites looked at one by one.
"""

from __future__ import annotations

from lantern.games.khan.board import (
    FIRST_BRIDGE_FORM,
    FIRST_SITE,
    FORM_ANCHORS,
    FORM_CELLS,
    FORM_COUNT,
    FORM_OFFSET,
    FORM_TYPE,
    LANDSCAPE,
    NEUTRAL,
    OWNERS,
    RIVER,
    RIVER_WORDS,
    RULERS,
    SITES,
    WORD,
    WORDS,
)
from lantern.games.khan.squares import bit_of, nth_square, shifted
from lantern.games.khan.state import MOST_REFUSED, NONE, State
from lantern.kernel.bits import count_bits, lowest_bit, nth_bit
from lantern.kernel.rule import rule

# How far a search for conquests goes: those that need no consent, also those that need it, or all that would be
# possible if every restriction were lifted (KHAN-9.3).
FREE, WITH_CONSENT, UNRESTRICTED = range(3)

NIBBLE = 4
REGION_BITS = NIBBLE * OWNERS
"""Where in a count of yurts the set of regions with neutral ones begins."""

# What keeps a form from a place.
FITS, NO_YURT, RULER_THERE, COVERED = range(4)


@rule
def yurts_at(state: State, word: int) -> int:
    """A word of the set of squares with yurts of any colour."""
    yurts = 0
    for owner in range(OWNERS):
        yurts |= state.yurt[owner, word]
    return yurts


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
def form_of(site: int) -> int:
    """The form of a site."""
    low = 0
    high = FORM_COUNT
    while high - low > 1:
        middle = (low + high) // 2
        if FIRST_SITE[middle] <= site:
            low = middle
        else:
            high = middle
    return low


@rule
def anchor_of(site: int, form: int) -> int:
    """Where the corner of a site's box is."""
    return nth_square(FORM_ANCHORS[form, 0], FORM_ANCHORS[form, 1], FORM_ANCHORS[form, 2], site - FIRST_SITE[form])


@rule
def site_at(form: int, anchor: int) -> int:
    """The site of a form whose box has its corner at a square."""
    word = anchor // WORD
    before = count_bits(FORM_ANCHORS[form, word] & (bit_of(anchor) - 1))
    for earlier in range(word):
        before += count_bits(FORM_ANCHORS[form, earlier])
    return int(FIRST_SITE[form]) + before


@rule
def yurts_under(state: State, form: int, anchor: int) -> int:
    """How many yurts of each owner a form covers, four bits each, and above them the regions of neutral ones."""
    counts = 0
    for cell in range(FORM_CELLS[form]):
        square = anchor + FORM_OFFSET[form, cell]
        for owner in range(OWNERS):
            if state.yurt[owner, square // WORD] & bit_of(square) != 0:
                counts += 1 << NIBBLE * owner
                if owner == NEUTRAL:
                    counts |= 1 << (REGION_BITS + LANDSCAPE[square])
    return counts


@rule
def count_of(counts: int, owner: int) -> int:
    """How many yurts of an owner a count holds."""
    return counts >> NIBBLE * owner & 15


@rule
def most_of(state: State, counts: int) -> int:
    """The most yurts of a single seat in a count."""
    most = 0
    for seat in range(state.seats):
        most = max(most, count_of(counts, seat))
    return most


@rule
def sharers_of(state: State, counts: int) -> int:
    """The set of seats that have the most yurts in a count (KHAN-6.3)."""
    most = most_of(state, counts)
    sharers = 0
    for seat in range(state.seats):
        if most > 0 and count_of(counts, seat) == most:
            sharers |= 1 << seat
    return sharers


@rule
def broken_by(state: State, seat: int, counts: int) -> int:
    """The set of seats whose protection a seat's piece would break (KHAN-7.7)."""
    regions = counts >> REGION_BITS
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
def allows(state: State, seat: int, form: int, anchor: int, reach: int) -> bool:
    """Whether a seat may lay a form whose squares all hold yurts, as far as majority and protection go."""
    counts = yurts_under(state, form, anchor)
    sharers = sharers_of(state, counts)
    if not sharers >> seat & 1:
        return False
    if reach == UNRESTRICTED:
        return True
    broken = broken_by(state, seat, counts)
    if broken == 0:
        return True
    if reach == FREE or broken & ~sharers != 0 or state.refusals == MOST_REFUSED:
        return False
    return not was_refused(state, site_at(form, anchor))


@rule
def corners(form: int, word: int, low: int, high: int) -> int:
    """A word of the set of corners at which a form covers only squares of a set, that word of it and the next given."""
    fitting = int(FORM_ANCHORS[form, word])
    cell = 0
    while fitting != 0 and cell < FORM_CELLS[form]:
        fitting &= shifted(low, high, FORM_OFFSET[form, cell])
        cell += 1
    return fitting


@rule
def led_by(state: State, seat: int, form: int, word: int, found: int) -> int:
    """Those of some corners at which a seat has a yurt under the form and nobody has more (KHAN-6.3).

    All corners of a word are counted at once: bit n of `ones`, `twos` and `fours` together is the number of the
    seat's yurts under the form whose corner is square n of the word.
    """
    ones, twos, fours = 0, 0, 0
    for cell in range(FORM_CELLS[form]):
        here = yurts_shifted(state, seat, word, FORM_OFFSET[form, cell])
        fours |= twos & ones & here
        twos ^= ones & here
        ones ^= here
    found &= ones | twos | fours
    for other in range(state.seats):
        if other != seat and found != 0:
            found &= ~outnumbered(state, other, form, word, ones, twos, fours)
    return found


@rule
def outnumbered(state: State, other: int, form: int, word: int, ones: int, twos: int, fours: int) -> int:
    """The set of corners at which another seat has more yurts under a form than were counted."""
    a, b, c = 0, 0, 0
    for cell in range(FORM_CELLS[form]):
        here = yurts_shifted(state, other, word, FORM_OFFSET[form, cell])
        c |= b & a & here
        b ^= a & here
        a ^= here
    return (c & ~fours) | (~(c ^ fours) & ((b & ~twos) | (~(b ^ twos) & a & ~ones)))


@rule
def yurts_shifted(state: State, seat: int, word: int, offset: int) -> int:
    """A word of the set of squares from which a square with a seat's yurt lies so far on."""
    return shifted(state.yurt[seat, word], state.yurt[seat, word + 1] if word + 1 < WORDS else 0, offset)


@rule
def is_anyone_protected(state: State, seat: int) -> bool:
    """Whether another seat's Patronage or Gods card is in force."""
    found = False
    for other in range(state.seats):
        found = found or (other != seat and (state.patronage[other] != 0 or state.gods[other] != 0))
    return found


@rule
def usable_word(state: State, bridge: bool, word: int) -> int:
    """A word of the set of squares that a tile, or a bridge, may cover: yurts, and for a bridge free river squares."""
    usable = yurts_at(state, word)
    return usable | (RIVER_WORDS[word] & ~state.covered[word]) if bridge else usable


@rule
def can_use(state: State, seat: int, kind: int, reach: int) -> bool:
    """Whether a piece of a type is there for a seat, as far as a search goes."""
    return state.piece_left[kind] > 0 if reach == UNRESTRICTED else is_beside(state, seat, kind)


@rule
def survey(state: State, seat: int, reach: int, after: int, n: int) -> int:
    """The conquest with n others between it and a site (NONE: none); if there are fewer, NONE less their number."""
    form = 0 if after == NONE else form_of(after)
    beyond = 0 if after == NONE else anchor_of(after, form) + 1
    guarded = reach != UNRESTRICTED and is_anyone_protected(state, seat)
    total = 0
    while form < FORM_COUNT:
        last = FIRST_BRIDGE_FORM if form < FIRST_BRIDGE_FORM else FORM_COUNT
        first = usable_word(state, last == FORM_COUNT, 0)
        second = usable_word(state, last == FORM_COUNT, 1)
        third = usable_word(state, last == FORM_COUNT, 2)
        while form < last:
            if can_use(state, seat, FORM_TYPE[form], reach):
                for word in range(beyond // WORD, WORDS):
                    low = first if word == 0 else second if word == 1 else third
                    high = second if word == 0 else third if word == 1 else 0
                    found = corners(form, word, low, high)
                    if word == beyond // WORD:
                        found &= ~(bit_of(beyond) - 1)
                    if found != 0:
                        found = led_by(state, seat, form, word, found)
                    if found != 0 and guarded:
                        found = allowed(state, seat, form, word, found, reach)
                    count = count_bits(found)
                    if n < count:
                        return site_at(form, word * WORD + nth_bit(found, n))
                    n -= count
                    total += count
            form += 1
            beyond = 0
    return NONE - total


@rule
def allowed(state: State, seat: int, form: int, word: int, found: int, reach: int) -> int:
    """Those of some corners at which protections let a seat lay a form, or its owners may be asked (KHAN-7.7)."""
    left = 0
    while found != 0:
        here = found & -found
        found &= found - 1
        if allows(state, seat, form, word * WORD + lowest_bit(here), reach):
            left |= here
    return left


@rule
def next_conquest(state: State, seat: int, reach: int, after: int) -> int:
    """The first conquest of a seat beyond a site (NONE: the first of all); NONE if there is no more."""
    return max(NONE, survey(state, seat, reach, after, 0))


@rule
def can_conquer(state: State, seat: int, reach: int) -> bool:
    """Whether a seat has any conquest."""
    return survey(state, seat, reach, NONE, 0) != NONE


@rule
def count_conquests(state: State, seat: int, reach: int) -> int:
    """How many conquests a seat has."""
    return NONE - survey(state, seat, reach, NONE, SITES)


@rule
def nth_conquest(state: State, seat: int, reach: int, n: int) -> int:
    """The conquest of a seat with n others before it."""
    return survey(state, seat, reach, NONE, n)


@rule
def covers_only(state: State, form: int, anchor: int) -> int:
    """Why a form can't lie at a place, as far as the board goes: a square covered, a ruler, a square without a yurt."""
    problem = FITS
    for cell in range(FORM_CELLS[form]):
        square = anchor + FORM_OFFSET[form, cell]
        if state.covered[square // WORD] & bit_of(square) != 0:
            return COVERED
        if LANDSCAPE[square] != RIVER and yurts_at(state, square // WORD) & bit_of(square) == 0:
            problem = max(problem, RULER_THERE if is_ruler_at(state, square) else NO_YURT)
    return problem


@rule
def is_ruler_at(state: State, square: int) -> bool:
    """Whether a ruler stands on a square."""
    found = False
    for ruler in range(RULERS):
        found = found or state.ruler[ruler] == square
    return found
