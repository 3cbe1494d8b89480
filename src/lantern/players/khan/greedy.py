"""`greedy`: lays the piece that brings most now, and puts yurts beside others so that pieces can follow.

Points are counted in tenths, so that a hope can be worth less than a point.
"""

from __future__ import annotations

from lantern.games.khan import actions, board, legality, phases
from lantern.games.khan import conquest as khan_conquest
from lantern.games.khan.squares import bit_of, land_at, landscape_of
from lantern.games.khan.state import State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.errors import LEGAL
from lantern.kernel.rng import Stream
from lantern.kernel.rule import rule

POINT = 10
GROWTH = 4
"""What each square is worth by which one's largest territory may grow."""
OWN_YURT = 6
"""What an own yurt under a piece is worth: as few as possible should be spent."""
BESIDE_OWN = 5
BESIDE_OTHER = 3
"""What a yurt beside is worth to one that is put: pieces need neighbours."""
WORTH_LAYING = 25
"""A piece that brings less may wait while there are better things to do."""
LITTLE = -1_000_000


@rule
def greedy(state: State, rng: Stream) -> int:
    """The action for the seat to act."""
    if state.phase == phases.CONSENT:
        return actions.CONSENT_GIVEN if consents(state) else actions.CONSENT_REFUSED
    if state.phase == phases.PLACE_RULERS:
        return legality.random_action(state, rng)
    if state.phase == phases.PLACE_YURTS:
        return legality.random_action(state, rng)
    if state.phase == phases.DISCARDS:
        return actions.STOP
    if state.phase == phases.SPECIAL:
        return special_card(state)
    return best_deed(state, rng)


@rule
def consents(state: State) -> bool:
    """Whether to share what another proposes: yes, for half of a piece is better than none."""
    form = khan_conquest.form_of(state.proposal)
    counts = khan_conquest.yurts_under(state, form, khan_conquest.anchor_of(state.proposal))
    return count_bits(khan_conquest.sharers_of(state, counts)) == 2


@rule
def special_card(state: State) -> int:
    """High Morale when a good piece can follow, else Patronage while many yurts stand about, else nothing."""
    best = best_conquest(state)
    if state.special_left[state.turn, 0] > 0 and best != board.NONE and worth_of(state, best) >= 2 * WORTH_LAYING:
        return actions.MORALE_CARD
    if legality.refuse_patronage(state) == LEGAL and yurts_of(state, state.turn) >= 3:
        return actions.PATRONAGE_CARD
    return actions.PASS


@rule
def yurts_of(state: State, seat: int) -> int:
    """How many yurts of a seat stand on the board."""
    count = 0
    for land in range(board.LANDS):
        if state.holder[land_at(land)] == seat:
            count += 1
    return count


@rule
def best_deed(state: State, rng: Stream) -> int:
    """Lay a good piece; else put a yurt; else any piece, or drive out a ruler."""
    conquest = best_conquest(state)
    if conquest != board.NONE and (state.phase == phases.FINAL or worth_of(state, conquest) >= WORTH_LAYING):
        return actions.CONQUER + conquest
    if state.phase == phases.FINAL:
        return actions.PASS
    invasion = best_invasion(state)
    if invasion != board.NONE:
        return invasion
    if conquest != board.NONE:
        return actions.CONQUER + conquest
    return nearest_ruler(state, rng)


@rule
def best_conquest(state: State) -> int:
    """The conquest that is worth most, NONE if there is none."""
    best = board.NONE
    most = LITTLE
    site = khan_conquest.next_conquest(state, state.turn, khan_conquest.FREE, board.NONE)
    while site != board.NONE:
        worth = worth_of(state, site)
        if worth > most:
            best, most = site, worth
        site = khan_conquest.next_conquest(state, state.turn, khan_conquest.FREE, site)
    return best


@rule
def worth_of(state: State, site: int) -> int:
    """Points of a piece, shared or not, and how it joins one's territory, less the yurts it takes."""
    form = khan_conquest.form_of(site)
    anchor = khan_conquest.anchor_of(site)
    counts = khan_conquest.yurts_under(state, form, anchor)
    share = count_bits(khan_conquest.sharers_of(state, counts))
    points = POINT * int(board.POINTS_OF[khan_conquest.type_of(form)]) // share
    joined = GROWTH * khan_conquest.cells_of(form) if touches_territory(state, form, anchor) else 0
    return points + joined - OWN_YURT * khan_conquest.count_of(counts, state.turn)


@rule
def touches_territory(state: State, form: int, anchor: int) -> bool:
    """Whether a piece would share a side with one's own territory."""
    touches = False
    for cell in range(khan_conquest.cells_of(form)):
        square = anchor + khan_conquest.offset_of(form, cell)
        for side in range(0, 8, 2):
            other = square + board.STEP[side]
            if 0 <= other < board.SQUARES:
                touches = touches or state.territory[state.turn, other // board.CHUNK] & bit_of(other) != 0
    return touches


@rule
def best_invasion(state: State) -> int:
    """The best square to put a yurt on with a card, NONE if no card fits."""
    symbols = legality.symbols_held(state, state.turn)
    best = board.NONE
    most = 0
    for land in range(board.LANDS):
        if legality.is_empty(state, land_at(land)):
            ways = legality.ways_to_invade(land_at(land), symbols)
            worth = worth_of_square(state, land_at(land))
            if ways != 0 and worth > most:
                best, most = actions.INVADE + land * actions.WAYS + lowest_bit(ways), worth
    return best


@rule
def worth_of_square(state: State, square: int) -> int:
    """What a yurt on a square is worth by what stands beside it."""
    worth = 1
    for side in range(0, 8, 2):
        other = square + board.STEP[side]
        if 0 <= other < board.SQUARES and landscape_of(other) != board.NO_SQUARE:
            worth += worth_beside(state, other)
    return worth


@rule
def worth_beside(state: State, square: int) -> int:
    """What a square beside is worth to a yurt."""
    chunk = square // board.CHUNK
    here = bit_of(square)
    if state.holder[square] == state.turn or state.holder[square] == board.NEUTRAL:
        return BESIDE_OWN
    if state.holder[square] != board.NOBODY or state.territory[state.turn, chunk] & here != 0:
        return BESIDE_OTHER
    return 1 if landscape_of(square) == board.RIVER or state.empty[chunk] & here != 0 else 0


@rule
def nearest_ruler(state: State, rng: Stream) -> int:
    """Drive out a ruler beside one's yurts, for the neutral yurt he leaves is a neighbour; else anything."""
    best = board.NONE
    most = LITTLE
    if not state.final:
        for ruler in range(board.RULERS):
            if state.ruler[ruler] >= 0:
                worth = worth_of_square(state, state.ruler[ruler])
                if worth > most:
                    best, most = actions.DRIVE + ruler, worth
    return best if best != board.NONE else legality.random_action(state, rng)
