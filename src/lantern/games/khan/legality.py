"""What may be done, and the clause that forbids the rest."""

from __future__ import annotations

from lantern.games.khan import actions, board, conquest, ends, phases
from lantern.games.khan.squares import bit_of, count_set, land_at, landscape_of, nth_square
from lantern.games.khan.state import MOST_REFUSED, State
from lantern.kernel.bits import count_bits
from lantern.kernel.errors import LEGAL, forbidden_by
from lantern.kernel.record import Cells
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule

NO_SUCH_ACTION = forbidden_by("KHAN-6", "no_such_action")
GAME_OVER = forbidden_by("KHAN-9.3", "game_over")
PLACE_RULER_FIRST = forbidden_by("KHAN-3.1", "place_ruler_first", moment=True)
PLACE_YURT_FIRST = forbidden_by("KHAN-3.2", "place_yurt_first", moment=True)
ANSWER_FIRST = forbidden_by("KHAN-7.7", "answer_first", moment=True)
DISCARD_OR_STOP = forbidden_by("KHAN-6.4", "discard_or_stop", moment=True)
NOT_SETTING_UP = forbidden_by("KHAN-3", "not_setting_up", moment=True)
RULER_PLACED = forbidden_by("KHAN-3.1", "ruler_placed")
SQUARE_TAKEN = forbidden_by("KHAN-6.1", "square_taken")
REGION_SETTLED = forbidden_by("KHAN-3.2", "region_settled")
SPECIAL_OR_PASS = forbidden_by("KHAN-7.6", "special_or_pass", moment=True)
ONLY_CONQUESTS = forbidden_by("KHAN-9.3", "only_conquests", moment=True)
ACTIONS_FIRST = forbidden_by("KHAN-4", "actions_first")
NO_SUCH_CARD = forbidden_by("KHAN-6.1", "no_such_card")
NOT_BY_RIVER = forbidden_by("KHAN-6.1", "not_by_river")
NOT_AT_EDGE = forbidden_by("KHAN-6.1", "not_at_edge")
RULER_HOME = forbidden_by("KHAN-6.2", "ruler_home")
NO_MORE_DRIVING = forbidden_by("KHAN-9.2", "no_more_driving")
BOTH_ACTIONS = forbidden_by("KHAN-6", "both_actions")
NOT_AS_THIRD = forbidden_by("KHAN-7.2", "not_as_third")
PIECE_USED_UP = forbidden_by("KHAN-6.3", "piece_used_up")
PIECE_RESERVED = forbidden_by("KHAN-7.5", "piece_reserved")
SQUARE_COVERED = forbidden_by("KHAN-6.3", "square_covered")
RULER_IN_THE_WAY = forbidden_by("KHAN-6.3", "ruler_in_the_way")
NO_YURT_UNDER = forbidden_by("KHAN-6.3", "no_yurt_under")
NO_MAJORITY = forbidden_by("KHAN-6.3", "no_majority")
PROTECTED_YURT = forbidden_by("KHAN-7.7", "protected_yurt")
PROTECTED_NEUTRAL = forbidden_by("KHAN-7.7", "protected_neutral")
REFUSED_BEFORE = forbidden_by("KHAN-7.7", "refused_before")
TOO_MANY_REFUSALS = forbidden_by("KHAN-7.7", "too_many_refusals")
NOT_DISCARDING = forbidden_by("KHAN-6.4", "not_discarding")
NO_SPECIAL_LEFT = forbidden_by("KHAN-2.4", "no_special_left")
NO_THIRD_ACTION = forbidden_by("KHAN-7.2", "no_third_action")
OTHER_PATRON = forbidden_by("KHAN-7.3", "other_patron")
OTHER_GODS = forbidden_by("KHAN-7.4", "other_gods")
NOT_TWICE_RUNNING = forbidden_by("KHAN-7.6", "not_twice_running")
NAME_A_REGION = forbidden_by("KHAN-7.4", "name_a_region")
NO_REGIONS = forbidden_by("KHAN-7.4", "no_regions")
RESERVED_BY_OTHER = forbidden_by("KHAN-7.5", "reserved_by_other")
NOTHING_ASKED = forbidden_by("KHAN-7.7", "nothing_asked")
NO_PASSING = forbidden_by("KHAN-6", "no_passing")
RULER_SQUARE_TAKEN = forbidden_by("KHAN-3.1", "ruler_square_taken")
YURT_SQUARE_TAKEN = forbidden_by("KHAN-3.2", "yurt_square_taken")
ANYWHERE_TAKEN = forbidden_by("KHAN-6.4", "anywhere_taken")
NO_CARD_TO_DISCARD = forbidden_by("KHAN-6.4", "no_card_to_discard")
MUST_CONQUER = forbidden_by("KHAN-9.3", "must_conquer")
NOTHING_TO_RESERVE = forbidden_by("KHAN-7.5", "nothing_to_reserve")


@rule
def is_empty(state: State, square: int) -> bool:
    """Whether nothing stands or lies on a land square (KHAN-5.1)."""
    return state.empty[square // board.CHUNK] & bit_of(square) != 0


@rule
def has_symbol(state: State, seat: int, symbol: int) -> bool:
    """Whether a seat holds a card with a symbol."""
    found = False
    for place in range(state.held[seat]):
        found = found or state.hand[seat, place] % board.SYMBOLS == symbol
    return found


@rule
def symbols_held(state: State, seat: int) -> int:
    """The set of symbols in a hand."""
    symbols = 0
    for place in range(state.held[seat]):
        symbols |= 1 << state.hand[seat, place] % board.SYMBOLS
    return symbols


@rule
def is_settled(state: State, region: int) -> bool:
    """Whether a yurt stands in a region (KHAN-3.2)."""
    inhabited = False
    for chunk in range(board.CHUNKS):
        inhabited = inhabited or state.yurts[chunk] & board.SYMBOL_CHUNKS[region, chunk] != 0
    return inhabited


@rule
def way_symbol(square: int, way: int) -> int:
    """The symbol of a card that lets one invade a square in a way."""
    return landscape_of(square) if way == actions.BY_LANDSCAPE else board.RIVER_SYMBOL + way - 1


@rule
def lets_invade(symbol: int, square: int) -> bool:
    """Whether a card lets one invade a land square (KHAN-6.1)."""
    return bool(board.SYMBOL_CHUNKS[symbol, square // board.CHUNK] & bit_of(square) != 0)


@rule
def can_invade(state: State, seat: int) -> bool:
    """Whether a seat holds a card for an empty square (KHAN-6.1)."""
    possible = False
    for place in range(state.held[seat]):
        symbol = state.hand[seat, place] % board.SYMBOLS
        for chunk in range(board.CHUNKS):
            possible = possible or state.empty[chunk] & board.SYMBOL_CHUNKS[symbol, chunk] != 0
    return possible


@rule
def can_drive(state: State) -> bool:
    """Whether rulers are left to be driven out (KHAN-6.2, 9.2)."""
    return not state.final


@rule
def can_act_freely(state: State, seat: int) -> bool:
    """Whether an action A, B or a C that needs nobody's consent is possible (KHAN-6, 7.2)."""
    return can_drive(state) or can_invade(state, seat) or conquest.can_conquer(state, seat, conquest.FREE)


@rule
def is_acting(state: State) -> bool:
    """Whether one of the actions A, B and C is to be chosen."""
    return state.phase == phases.ACTIONS or state.phase == phases.THIRD_ACTION


@rule
def may_pass(state: State) -> bool:
    """Whether nothing compulsory is left (KHAN-6, 7.6, 9.3)."""
    if state.phase == phases.SPECIAL:
        return True
    if state.phase == phases.ACTIONS:
        return not can_act_freely(state, state.turn)
    return state.phase == phases.FINAL and not conquest.can_conquer(state, state.turn, conquest.FREE)


@rule
def refusal(state: State, action: int) -> int:
    """LEGAL, or why an action is not."""
    if action < 0 or action >= actions.ACTIONS:
        return NO_SUCH_ACTION
    if state.end != ends.RUNNING:
        return GAME_OVER
    if action < actions.INVADE:
        return refuse_set_up(state, action)
    if state.phase == phases.PLACE_RULERS:
        return PLACE_RULER_FIRST
    if state.phase == phases.PLACE_YURTS:
        return PLACE_YURT_FIRST
    if action == actions.CONSENT_GIVEN or action == actions.CONSENT_REFUSED:
        return LEGAL if state.phase == phases.CONSENT else NOTHING_ASKED
    if state.phase == phases.CONSENT:
        return ANSWER_FIRST
    if actions.DISCARD <= action <= actions.STOP:
        return refuse_discard(state, action)
    if state.phase == phases.DISCARDS:
        return DISCARD_OR_STOP
    if action == actions.PASS:
        return LEGAL if may_pass(state) else MUST_CONQUER if state.phase == phases.FINAL else NO_PASSING
    if action >= actions.MORALE_CARD:
        return refuse_special(state, action)
    return refuse_action(state, action)


@rule
def refuse_set_up(state: State, action: int) -> int:
    """Why a ruler or a starting yurt can't be placed (KHAN-3.1, 3.2)."""
    if action < actions.YURT:
        if state.phase != phases.PLACE_RULERS:
            return PLACE_YURT_FIRST if state.phase == phases.PLACE_YURTS else NOT_SETTING_UP
        if state.ruler[(action - actions.RULER) // board.LANDS] != board.UNPLACED:
            return RULER_PLACED
        return LEGAL if is_empty(state, land_at((action - actions.RULER) % board.LANDS)) else RULER_SQUARE_TAKEN
    if state.phase != phases.PLACE_YURTS:
        return PLACE_RULER_FIRST if state.phase == phases.PLACE_RULERS else NOT_SETTING_UP
    square = land_at(action - actions.YURT)
    if not is_empty(state, square):
        return YURT_SQUARE_TAKEN
    return REGION_SETTLED if is_settled(state, landscape_of(square)) else LEGAL


@rule
def refuse_discard(state: State, action: int) -> int:
    """Why a card can't be discarded, or discarding stopped (KHAN-6.4)."""
    if state.phase != phases.DISCARDS:
        return NOT_DISCARDING
    return (
        LEGAL
        if action == actions.STOP or has_symbol(state, state.turn, action - actions.DISCARD)
        else NO_CARD_TO_DISCARD
    )


@rule
def refuse_action(state: State, action: int) -> int:
    """Why none of the actions A to D can be carried out (KHAN-6)."""
    if state.phase == phases.SPECIAL:
        return SPECIAL_OR_PASS
    if actions.CONQUER <= action < actions.ANYWHERE:
        return refuse_conquest(state, action - actions.CONQUER)
    if state.phase == phases.FINAL:
        return ONLY_CONQUESTS
    if action >= actions.ANYWHERE:
        return refuse_anywhere(state, land_at(action - actions.ANYWHERE))
    if action >= actions.DRIVE:
        return refuse_drive(state, action - actions.DRIVE)
    return refuse_invasion(
        state, land_at((action - actions.INVADE) // actions.WAYS), (action - actions.INVADE) % actions.WAYS
    )


@rule
def refuse_invasion(state: State, square: int, way: int) -> int:
    """Why a square can't be invaded with a card (KHAN-6.1)."""
    symbol = way_symbol(square, way)
    if not lets_invade(symbol, square):
        return NOT_BY_RIVER if symbol == board.RIVER_SYMBOL else NOT_AT_EDGE
    if not is_empty(state, square):
        return SQUARE_TAKEN
    return LEGAL if has_symbol(state, state.turn, symbol) else NO_SUCH_CARD


@rule
def refuse_drive(state: State, ruler: int) -> int:
    """Why a ruler can't be driven out (KHAN-6.2, 9.2)."""
    if state.final:
        return NO_MORE_DRIVING
    return LEGAL if state.ruler[ruler] >= 0 else RULER_HOME


@rule
def refuse_anywhere(state: State, square: int) -> int:
    """Why action D is not possible (KHAN-6, 6.4)."""
    if state.phase == phases.THIRD_ACTION:
        return NOT_AS_THIRD
    if state.actions_left < 2:
        return BOTH_ACTIONS
    return LEGAL if is_empty(state, square) else ANYWHERE_TAKEN


@rule
def refuse_conquest(state: State, site: int) -> int:
    """Why a piece can't be laid (KHAN-6.3, 7.5, 7.7)."""
    form = conquest.form_of(site)
    anchor = conquest.anchor_of(site)
    kind = conquest.type_of(form)
    if state.piece_left[kind] == 0:
        return PIECE_USED_UP
    if not conquest.is_beside(state, state.turn, kind):
        return PIECE_RESERVED
    problem = conquest.covers_only(state, form, anchor)
    if problem != conquest.FITS:
        return (
            SQUARE_COVERED
            if problem == conquest.COVERED
            else RULER_IN_THE_WAY
            if problem == conquest.RULER_THERE
            else NO_YURT_UNDER
        )
    counts = conquest.yurts_under(state, form, anchor)
    sharers = conquest.sharers_of(state, counts)
    if not sharers >> state.turn & 1:
        return NO_MAJORITY
    return refuse_protected(state, site, sharers, conquest.broken_by(state, state.turn, form, anchor))


@rule
def refuse_protected(state: State, site: int, sharers: int, broken: int) -> int:
    """Why protections forbid a conquest, which only those who would share it can lift (KHAN-7.7)."""
    if broken == 0:
        return LEGAL
    for seat in range(state.seats):
        if (broken & ~sharers) >> seat & 1:
            return PROTECTED_YURT if state.patronage[seat] else PROTECTED_NEUTRAL
    if conquest.was_refused(state, site):
        return REFUSED_BEFORE
    return TOO_MANY_REFUSALS if state.refusals == MOST_REFUSED else LEGAL


@rule
def refuse_special(state: State, action: int) -> int:
    """Why a special card can't be used (KHAN-7)."""
    if state.phase == phases.FINAL:
        return ONLY_CONQUESTS
    if state.phase != phases.SPECIAL:
        return ACTIONS_FIRST
    if action == actions.MORALE_CARD:
        return refuse_morale(state)
    if action == actions.PATRONAGE_CARD:
        return refuse_patronage(state)
    if action < actions.RESERVE:
        return refuse_gods(state, action)
    return refuse_reservation(state, action - actions.RESERVE)


@rule
def refuse_morale(state: State) -> int:
    """Why High Morale can't be used (KHAN-7.2)."""
    if state.special_left[state.turn, board.MORALE] == 0:
        return NO_SPECIAL_LEFT
    return LEGAL if can_act_freely(state, state.turn) else NO_THIRD_ACTION


@rule
def refuse_patronage(state: State) -> int:
    """Why Patronage can't be used (KHAN-7.3, 7.6)."""
    if state.special_left[state.turn, board.PATRONAGE] == 0:
        return NO_SPECIAL_LEFT
    for other in range(state.seats):
        if state.patronage[other]:
            return OTHER_PATRON
    return NOT_TWICE_RUNNING if state.seats == 2 and state.last_special[state.turn] == board.PATRONAGE else LEGAL


@rule
def refuse_gods(state: State, action: int) -> int:
    """Why the support of the Gods can't be asked for (KHAN-7.4, 7.6)."""
    if state.seats == 4 and action == actions.GODS_CARD:
        return NAME_A_REGION
    if state.seats < 4 and action != actions.GODS_CARD:
        return NO_REGIONS
    if state.special_left[state.turn, board.GODS] == 0:
        return NO_SPECIAL_LEFT
    regions = board.ALL_REGIONS if action == actions.GODS_CARD else 1 << (action - actions.GODS_REGION)
    for other in range(state.seats):
        if state.gods[other] & regions != 0:
            return OTHER_GODS
    return NOT_TWICE_RUNNING if state.seats == 2 and state.last_special[state.turn] == board.GODS else LEGAL


@rule
def refuse_reservation(state: State, kind: int) -> int:
    """Why a piece can't be reserved (KHAN-7.5)."""
    if state.special_left[state.turn, board.RECONNAISSANCE] == 0:
        return NO_SPECIAL_LEFT
    if state.piece_left[kind] == 0:
        return NOTHING_TO_RESERVE
    return LEGAL if conquest.is_beside(state, state.turn, kind) else RESERVED_BY_OTHER


@rule
def can_use_special(state: State) -> bool:
    """Whether any special card can be used in step 4 (KHAN-7)."""
    possible = False
    for action in range(actions.MORALE_CARD, actions.CONSENT_GIVEN):
        possible = possible or refuse_special(state, action) == LEGAL
    return possible


@rule
def legal_actions(state: State, out: Cells) -> int:
    """Write the legal actions in ascending order; how many there are."""
    if state.end != ends.RUNNING:
        return 0
    if is_acting(state) or state.phase == phases.FINAL:
        return list_actions(state, out)
    count = 0
    for action in range(first_action(state.phase), beyond_actions(state.phase)):
        if refusal(state, action) == LEGAL:
            out[count] = action
            count += 1
    return count


@rule
def first_action(phase: int) -> int:
    """The first action of a phase without actions A to D."""
    if phase == phases.PLACE_RULERS:
        return actions.RULER
    if phase == phases.PLACE_YURTS:
        return actions.YURT
    if phase == phases.DISCARDS:
        return actions.DISCARD
    return actions.CONSENT_GIVEN if phase == phases.CONSENT else actions.MORALE_CARD


@rule
def beyond_actions(phase: int) -> int:
    """What comes after the last action of a phase without actions A to D."""
    if phase == phases.PLACE_RULERS:
        return actions.YURT
    if phase == phases.PLACE_YURTS:
        return actions.INVADE
    return actions.MORALE_CARD if phase == phases.DISCARDS else actions.ACTIONS


@rule
def list_actions(state: State, out: Cells) -> int:
    """Write the actions A to D, and passing; how many."""
    count = 0
    if state.phase != phases.FINAL:
        symbols = symbols_held(state, state.turn)
        for land in range(board.LANDS):
            if is_empty(state, land_at(land)):
                count = list_invasions(out, count, land, symbols)
        for ruler in range(board.RULERS):
            if refuse_drive(state, ruler) == LEGAL:
                out[count] = actions.DRIVE + ruler
                count += 1
    site = conquest.next_conquest(state, state.turn, conquest.WITH_CONSENT, board.NONE)
    while site != board.NONE:
        out[count] = actions.CONQUER + site
        count += 1
        site = conquest.next_conquest(state, state.turn, conquest.WITH_CONSENT, site)
    return list_last(state, out, count)


@rule
def list_last(state: State, out: Cells, count: int) -> int:
    """Write the invasions anywhere, and passing; how many actions there are then."""
    for land in range(board.LANDS):
        if state.phase == phases.ACTIONS and refuse_anywhere(state, land_at(land)) == LEGAL:
            out[count] = actions.ANYWHERE + land
            count += 1
    if may_pass(state):
        out[count] = actions.PASS
        count += 1
    return count


@rule
def ways_to_invade(square: int, symbols: int) -> int:
    """The set of ways to invade an empty square with cards of some symbols."""
    ways = 0
    for way in range(actions.WAYS):
        symbol = way_symbol(square, way)
        if symbols >> symbol & 1 and lets_invade(symbol, square):
            ways |= 1 << way
    return ways


@rule
def list_invasions(out: Cells, count: int, land: int, symbols: int) -> int:
    """Write the ways to invade an empty land square; how many actions there are then."""
    ways = ways_to_invade(land_at(land), symbols)
    for way in range(actions.WAYS):
        if ways >> way & 1:
            out[count] = actions.INVADE + land * actions.WAYS + way
            count += 1
    return count


@rule
def count_invasions(state: State, symbols: int) -> int:
    """How many ways there are to invade with cards of some symbols."""
    count = 0
    for symbol in range(board.SYMBOLS):
        if symbols >> symbol & 1:
            for chunk in range(board.CHUNKS):
                count += count_bits(state.empty[chunk] & board.SYMBOL_CHUNKS[symbol, chunk])
    return count


@rule
def nth_invasion(state: State, symbols: int, n: int) -> int:
    """The way to invade with n others before it, symbol by symbol."""
    symbol = 0
    while True:
        if symbols >> symbol & 1:
            first = state.empty[0] & board.SYMBOL_CHUNKS[symbol, 0]
            second = state.empty[1] & board.SYMBOL_CHUNKS[symbol, 1]
            third = state.empty[2] & board.SYMBOL_CHUNKS[symbol, 2]
            count = count_set(first, second, third)
            if n < count:
                break
            n -= count
        symbol += 1
    way = actions.BY_LANDSCAPE if symbol < board.RIVER_SYMBOL else symbol - board.RIVER_SYMBOL + 1
    return actions.INVADE + int(board.LAND_INDEX[nth_square(first, second, third, n)]) * actions.WAYS + way


@rule
def random_action(state: State, rng: Stream) -> int:
    """A legal action, each as likely, of a game that is not over."""
    if is_acting(state) or state.phase == phases.FINAL:
        return random_deed(state, rng)
    return random_of(state, rng, first_action(state.phase), beyond_actions(state.phase))


@rule
def random_of(state: State, rng: Stream, first: int, last: int) -> int:
    """A legal action among those from the first to before the last, each as likely."""
    count = 0
    for action in range(first, last):
        if refusal(state, action) == LEGAL:
            count += 1
    n = draw(rng, count)
    action = first
    while n > 0 or refusal(state, action) != LEGAL:
        if refusal(state, action) == LEGAL:
            n -= 1
        action += 1
    return action


@rule
def random_deed(state: State, rng: Stream) -> int:
    """One of the actions A to D, or passing, each as likely."""
    playing = state.phase != phases.FINAL
    symbols = symbols_held(state, state.turn) if playing else 0
    invasions = count_invasions(state, symbols)
    rulers = board.RULERS - state.homes if playing and not state.final else 0
    conquests = conquest.count_conquests(state, state.turn, conquest.WITH_CONSENT)
    anywhere = 0
    if state.phase == phases.ACTIONS and state.actions_left == 2:
        anywhere = count_set(state.empty[0], state.empty[1], state.empty[2])
    n = draw(rng, invasions + rulers + conquests + anywhere + (1 if may_pass(state) else 0))
    if n < invasions:
        return nth_invasion(state, symbols, n)
    n -= invasions
    if n < rulers:
        return actions.DRIVE + nth_ruler(state, n)
    n -= rulers
    if n < conquests:
        return actions.CONQUER + conquest.nth_conquest(state, state.turn, conquest.WITH_CONSENT, n)
    n -= conquests
    if n < anywhere:
        return actions.ANYWHERE + int(board.LAND_INDEX[nth_square(state.empty[0], state.empty[1], state.empty[2], n)])
    return actions.PASS


@rule
def nth_ruler(state: State, n: int) -> int:
    """The ruler on the board with n others before him."""
    ruler = 0
    while n > 0 or state.ruler[ruler] < 0:
        if state.ruler[ruler] >= 0:
            n -= 1
        ruler += 1
    return ruler
