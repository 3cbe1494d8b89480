"""How a game of Khan begins and what each decision does."""

from __future__ import annotations

from lantern.games.khan import actions, board, conquest, ends, phases
from lantern.games.khan.legality import can_act_freely, can_use_special, is_empty, way_symbol
from lantern.games.khan.scoring import award_bonuses
from lantern.games.khan.squares import bit_of, land_at, landscape_of
from lantern.games.khan.state import BOUND_BITS, MOST_REFUSED, State
from lantern.kernel.bits import count_bits
from lantern.kernel.record import Cells, Records
from lantern.kernel.rng import Stream, draw, shuffle
from lantern.kernel.rule import entry, rule
from lantern.kernel.seats import seat_after

BOUNDS = 1 << board.SYMBOLS * BOUND_BITS
"""Every bound is below this."""


@rule
def new_game(state: State, rng: Stream) -> None:
    """Shuffle the cards, draw the start player by lot unless one was chosen, and begin setting up (KHAN-3)."""
    clear_table(state)
    clear_cards(state)
    for card in range(board.CARDS):
        state.deck[card] = card
        state.cycle[card] = 0
    state.deck_left = board.CARDS
    shuffle(state.deck, 0, board.CARDS, rng)
    begin(state, state.start if state.start >= 0 else draw(rng, state.seats))


@rule
def clear_table(state: State) -> None:
    """Nothing on the board, all pieces beside it, all special cards with their owners (KHAN-2, 3)."""
    for chunk in range(board.CHUNKS):
        state.yurts[chunk] = 0
        for seat in range(board.MOST_SEATS):
            state.territory[seat, chunk] = 0
        state.empty[chunk] = board.LAND_CHUNKS[chunk]
        state.covered[chunk] = 0
    for kind in range(board.TYPES):
        state.piece_left[kind] = board.PIECES_OF[kind]
    for piece in range(board.MOST_PIECES):
        state.piece_type[piece] = board.NONE
        state.piece_owners[piece] = 0
    for square in range(board.SQUARES):
        state.piece_at[square] = board.NONE
        state.holder[square] = board.NOBODY
    for ruler in range(board.RULERS):
        state.ruler[ruler] = board.UNPLACED
        state.court[ruler] = board.COURT_YURTS
    for seat in range(board.MOST_SEATS):
        clear_seat(state, seat)
    clear_moment(state)


@rule
def clear_seat(state: State, seat: int) -> None:
    """A seat without points or cards, its special cards unused."""
    state.score[seat] = 0
    for place in range(board.MOST_PIECES):
        state.sizes[seat, place] = 0
    state.patronage[seat] = 0
    state.gods[seat] = 0
    state.reserved[seat] = board.NONE
    state.last_special[seat] = board.NONE
    for special in range(board.SPECIALS):
        state.special_left[seat, special] = board.SPECIALS_OF[state.seats, special] if seat < state.seats else 0


@rule
def clear_moment(state: State) -> None:
    """Nothing has happened yet."""
    state.pieces = 0
    state.homes = 0
    state.final = 0
    state.set_up = 0
    state.end = ends.RUNNING
    state.actions_left = 0
    state.last_action = board.NONE
    state.last_seat = 0
    state.fled = board.NONE
    state.fled_from = board.NONE
    state.fled_card = board.NO_CARD
    forget_proposal(state)
    forget_refusals(state)


@rule
def clear_cards(state: State) -> None:
    """No card anywhere."""
    for seat in range(board.MOST_SEATS):
        state.held[seat] = 0
        for place in range(board.HAND_SIZE):
            state.hand[seat, place] = board.NO_CARD
            state.drawn[seat, place] = 0
            state.bound[seat, place] = 0
    for card in range(board.CARDS):
        state.deck[card] = board.NO_CARD
        state.cycle[card] = board.NONE
    state.deck_left = 0
    state.reshuffles = 0


@rule
def forget_proposal(state: State) -> None:
    """No conquest waits for consent."""
    state.proposal = board.NONE
    state.to_ask = 0
    state.asked_in = board.NONE


@rule
def forget_refusals(state: State) -> None:
    """No proposal has been refused this turn."""
    state.refusals = 0
    for place in range(MOST_REFUSED):
        state.refused[place] = board.NONE


@rule
def begin(state: State, seat: int) -> None:
    """The start player begins to place rulers, or yurts where the rulers stand on their own squares (KHAN-3.0, 3.1)."""
    state.start_player = seat
    state.turn = seat
    state.to_act = seat
    state.phase = phases.PLACE_RULERS if state.place_rulers else phases.PLACE_YURTS
    if not state.place_rulers:
        for ruler in range(board.RULERS):
            set_ruler(state, ruler, board.START[ruler])


@rule
def set_ruler(state: State, ruler: int, square: int) -> None:
    """A ruler comes to stand on an empty square."""
    state.ruler[ruler] = square
    state.empty[square // board.CHUNK] &= ~bit_of(square)


@rule
def put_yurt(state: State, owner: int, square: int) -> None:
    """A yurt comes to stand on a square."""
    state.yurts[square // board.CHUNK] |= bit_of(square)
    state.holder[square] = owner
    state.empty[square // board.CHUNK] &= ~bit_of(square)


@rule
def apply(state: State, action: int, rng: Stream) -> None:
    """Carry out one legal decision."""
    state.last_action = action
    state.last_seat = state.to_act
    if action < actions.INVADE:
        set_up(state, action, rng)
    elif action < actions.DISCARD:
        act(state, action, rng)
    elif action <= actions.STOP:
        discard_or_stop(state, action, rng)
    elif action == actions.CONSENT_GIVEN or action == actions.CONSENT_REFUSED:
        answer(state, action == actions.CONSENT_GIVEN, rng)
    elif action == actions.PASS:
        let_pass(state, rng)
    else:
        use_special(state, action, rng)


@rule
def set_up(state: State, action: int, rng: Stream) -> None:
    """Place a ruler or a starting yurt; after the last yurt cards are dealt and the game begins (KHAN-3)."""
    state.set_up += 1
    following = seat_after(state.seats, state.to_act, 1)
    if action < actions.YURT:
        set_ruler(state, (action - actions.RULER) // board.LANDS, land_at((action - actions.RULER) % board.LANDS))
        if state.set_up == board.RULERS:
            state.set_up = 0
            state.phase = phases.PLACE_YURTS
            following = state.start_player
    else:
        put_yurt(state, state.to_act, land_at(action - actions.YURT))
        if state.set_up == state.seats * board.STARTING_YURTS[state.seats]:
            state.set_up = 0
            deal(state, rng)
            begin_turn(state, state.start_player, rng)
            return
    state.turn = following
    state.to_act = following


@rule
def deal(state: State, rng: Stream) -> None:
    """Four cards to each seat, four at a time from the start player (KHAN-3.3)."""
    for distance in range(state.seats):
        refill(state, seat_after(state.seats, state.start_player, distance), rng)


@rule
def next_card(state: State) -> int:
    """Take the next card of the deck."""
    place = board.CARDS - state.deck_left
    card = state.deck[place]
    state.deck[place] = board.NO_CARD
    state.deck_left -= 1
    return card


@rule
def reshuffle_when_empty(state: State, rng: Stream) -> None:
    """As soon as the deck is empty the discard pile is shuffled into a new one (KHAN-3.3)."""
    if state.deck_left > 0:
        return
    state.reshuffles += 1
    place = board.CARDS
    for card in range(board.CARDS):
        if state.cycle[card] == board.NONE:
            state.cycle[card] = state.reshuffles
            place -= 1
            state.deck[place] = card
    state.deck_left = board.CARDS - place
    shuffle(state.deck, place, board.CARDS, rng)


@rule
def refill(state: State, seat: int, rng: Stream) -> None:
    """Draw until the hand has four cards (KHAN-8)."""
    while state.held[seat] < board.HAND_SIZE:
        receive(state, seat, next_card(state))
        reshuffle_when_empty(state, rng)


@rule
def receive(state: State, seat: int, card: int) -> None:
    """A card that nobody else has seen comes into a hand."""
    put_in_hand(state, seat, card, 0)


@rule
def put_in_hand(state: State, seat: int, card: int, bound: int) -> None:
    """A card takes its place in a hand, by cycle, bound and number: so places tell others only what they know."""
    cycle = state.cycle[card]
    place = state.held[seat]
    while place > 0 and order(cycle, bound, card) < order_at(state, seat, place - 1):
        state.hand[seat, place] = state.hand[seat, place - 1]
        state.drawn[seat, place] = state.drawn[seat, place - 1]
        state.bound[seat, place] = state.bound[seat, place - 1]
        place -= 1
    state.hand[seat, place] = card
    state.drawn[seat, place] = cycle
    state.bound[seat, place] = bound
    state.held[seat] += 1


@rule
def order(cycle: int, bound: int, card: int) -> int:
    """A number by which the cards of a hand are put in order."""
    return (cycle * BOUNDS + bound) * board.CARDS + card


@rule
def order_at(state: State, seat: int, place: int) -> int:
    """The number of the card in a place."""
    return order(state.drawn[seat, place], state.bound[seat, place], state.hand[seat, place])


@rule
def sort_hand(state: State, seat: int) -> None:
    """Put a hand in order."""
    held = state.held[seat]
    state.held[seat] = 0
    for place in range(held):
        put_in_hand(state, seat, state.hand[seat, place], state.bound[seat, place])


@rule
def ruled_out(bound: int, symbol: int) -> int:
    """How many rulers, the first of the order, a card does not show if it shows a symbol (KHAN-3.3)."""
    return bound >> symbol * BOUND_BITS & (1 << BOUND_BITS) - 1


@rule
def can_be(card: int, bound: int) -> bool:
    """Whether a card is none of those that a bound rules out."""
    return card // board.SYMBOLS >= ruled_out(bound, card % board.SYMBOLS)


@rule
def rule_out(bound: int, symbol: int, rulers: int) -> int:
    """A bound, with at least so many rulers ruled out for a symbol."""
    return bound + (max(0, rulers - ruled_out(bound, symbol)) << symbol * BOUND_BITS)


@rule
def give_up(state: State, seat: int, symbol: int) -> None:
    """A card with a symbol goes to the discard pile: that of the ruler who comes first (KHAN-3.3)."""
    best = board.NONE
    for place in range(state.held[seat]):
        if state.hand[seat, place] % board.SYMBOLS == symbol and (
            best == board.NONE or state.hand[seat, place] < state.hand[seat, best]
        ):
            best = place
    card = state.hand[seat, best]
    state.cycle[card] = board.NONE
    for place in range(best, board.HAND_SIZE - 1):
        state.hand[seat, place] = state.hand[seat, place + 1]
        state.drawn[seat, place] = state.drawn[seat, place + 1]
        state.bound[seat, place] = state.bound[seat, place + 1]
    state.hand[seat, board.HAND_SIZE - 1] = board.NO_CARD
    state.drawn[seat, board.HAND_SIZE - 1] = 0
    state.bound[seat, board.HAND_SIZE - 1] = 0
    state.held[seat] -= 1
    learn_from(state, seat, card)


@rule
def learn_from(state: State, seat: int, card: int) -> None:
    """All learn that a hand kept no card with the symbol of the one it gave up and an earlier ruler (KHAN-3.3)."""
    for place in range(state.held[seat]):
        state.bound[seat, place] = rule_out(state.bound[seat, place], card % board.SYMBOLS, card // board.SYMBOLS + 1)
    sort_hand(state, seat)


@rule
def turn_up(state: State, rng: Stream) -> int:
    """Turn up the top card; it goes to the discard pile at once (KHAN-5.1)."""
    card = next_card(state)
    state.cycle[card] = board.NONE
    reshuffle_when_empty(state, rng)
    return card


@rule
def begin_turn(state: State, seat: int, rng: Stream) -> None:
    """A seat's turn: its reservation ends, a ruler flees, and two actions follow (KHAN-4, 7.5)."""
    state.turn = seat
    state.to_act = seat
    state.reserved[seat] = board.NONE
    forget_refusals(state)
    if not state.final:
        step_1(state, rng)
    if state.final:
        begin_final_turn(state, seat)
    else:
        state.phase = phases.ACTIONS
        state.actions_left = 2


@rule
def step_1(state: State, rng: Stream) -> None:
    """Turn up cards until one shows a ruler who is not home: he flees (KHAN-5)."""
    card = turn_up(state, rng)
    while state.ruler[card // board.SYMBOLS] < 0:
        card = turn_up(state, rng)
    ruler = card // board.SYMBOLS
    flee(state, ruler, card, state.court[ruler] == 1, 1)


@rule
def refuge(state: State, square: int, direction: int) -> int:
    """The first empty land square in a direction, three squares away at most, or NO_SQUARE (KHAN-5.1)."""
    for _ in range(board.FARTHEST):
        square += board.STEP[direction]
        if square < 0 or square >= board.SQUARES or landscape_of(square) == board.NO_SQUARE:
            return board.NO_SQUARE
        if is_empty(state, square):
            return square
    return board.NO_SQUARE


@rule
def find_refuge(state: State, square: int, direction: int) -> int:
    """Where a ruler goes: the first refuge, direction by direction clockwise, NO_SQUARE if there is none (KHAN-5.2)."""
    for turn in range(board.DIRECTIONS):
        target = refuge(state, square, (direction + turn) % board.DIRECTIONS)
        if target != board.NO_SQUARE:
            return target
    return board.NO_SQUARE


@entry("khan: refuges")
def find_refuges(states: Records, out: Cells) -> None:
    """[ruler, direction] where each ruler on the board would go, NO_SQUARE if home."""
    state = states[0]
    for ruler in range(board.RULERS):
        for direction in range(board.DIRECTIONS):
            if state.ruler[ruler] >= 0:
                out[ruler, direction] = find_refuge(state, state.ruler[ruler], direction)


@rule
def flee(state: State, ruler: int, card: int, goes_home: bool, court_yurts: int) -> None:
    """A ruler leaves a neutral yurt behind and flees, or goes home; so many yurts come from his court (KHAN-5)."""
    square = state.ruler[ruler]
    state.fled = ruler
    state.fled_from = square
    state.fled_card = card
    target = board.NO_SQUARE if goes_home else find_refuge(state, square, board.DIRECTION[card])
    put_yurt(state, board.NEUTRAL, square)
    if target == board.NO_SQUARE:
        come_home(state, ruler)
        if state.homes == board.RULERS_HOME_AT_LAST:
            begin_final_phase(state)
    else:
        set_ruler(state, ruler, target)
        state.court[ruler] -= court_yurts


@rule
def come_home(state: State, ruler: int) -> None:
    """A ruler is home for good; yurts left at his court join the common supply (KHAN-5.4)."""
    state.ruler[ruler] = board.HOME
    state.court[ruler] = 0
    state.homes += 1


@rule
def begin_final_phase(state: State) -> None:
    """Every ruler left swaps with a yurt of his court (KHAN-9.1)."""
    state.final = 1
    for ruler in range(board.RULERS):
        if state.ruler[ruler] >= 0:
            put_yurt(state, board.NEUTRAL, state.ruler[ruler])
            come_home(state, ruler)


@rule
def act(state: State, action: int, rng: Stream) -> None:
    """One of the actions A to D (KHAN-6)."""
    seat = state.turn
    if action >= actions.ANYWHERE:
        put_yurt(state, seat, land_at(action - actions.ANYWHERE))
        state.actions_left = 0
        state.phase = phases.DISCARDS
        if state.held[seat] == 0:
            end_step_2(state, rng)
        return
    if action >= actions.CONQUER:
        propose(state, action - actions.CONQUER, rng)
        return
    if action >= actions.DRIVE:
        drive_out(state, action - actions.DRIVE, rng)
    else:
        square = land_at((action - actions.INVADE) // actions.WAYS)
        give_up(state, seat, way_symbol(square, (action - actions.INVADE) % actions.WAYS))
        put_yurt(state, seat, square)
    end_action(state, rng)


@rule
def drive_out(state: State, ruler: int, rng: Stream) -> None:
    """Drive out a ruler in the direction of the next card; the yurt comes from the common supply (KHAN-6.2)."""
    card = turn_up(state, rng)
    flee(state, ruler, card, state.drive_out_home != 0 and state.court[ruler] == 1, 0)


@rule
def propose(state: State, site: int, rng: Stream) -> None:
    """Conquer, or ask those whose protection it breaks (KHAN-6.3, 7.7)."""
    form = conquest.form_of(site)
    broken = conquest.broken_by(state, state.turn, form, conquest.anchor_of(site))
    if broken == 0:
        conquer(state, site)
        end_action(state, rng)
    else:
        state.proposal = site
        state.to_ask = broken
        state.asked_in = state.phase
        state.phase = phases.CONSENT
        ask_next(state)


@rule
def ask_next(state: State) -> None:
    """The next protector in turn order is asked (KHAN-7.7)."""
    seat = seat_after(state.seats, state.turn, 1)
    while not state.to_ask >> seat & 1:
        seat = seat_after(state.seats, seat, 1)
    state.to_act = seat


@rule
def answer(state: State, consents: bool, rng: Stream) -> None:
    """A protector consents or refuses; one refusal is enough, and changes nothing else (KHAN-7.7)."""
    state.to_ask &= ~(1 << int(state.to_act))
    if consents and state.to_ask != 0:
        ask_next(state)
        return
    site = state.proposal
    state.phase = state.asked_in
    state.to_act = state.turn
    forget_proposal(state)
    if consents:
        conquer(state, site)
        end_action(state, rng)
    else:
        state.refused[state.refusals] = site
        state.refusals += 1
        if state.phase == phases.THIRD_ACTION:
            state.phase = phases.SPECIAL
        else:
            go_on_or_end(state, rng)


@rule
def conquer(state: State, site: int) -> None:
    """Lay a piece: the yurts under it go back, and all who have the most there put one on it (KHAN-6.3, 10.1)."""
    form = conquest.form_of(site)
    anchor = conquest.anchor_of(site)
    owners = conquest.sharers_of(state, conquest.yurts_under(state, form, anchor))
    kind = conquest.type_of(form)
    for cell in range(conquest.cells_of(form)):
        cover(state, anchor + conquest.offset_of(form, cell), owners)
    state.piece_type[state.pieces] = kind
    state.piece_owners[state.pieces] = owners
    state.pieces += 1
    state.piece_left[kind] -= 1
    share = count_bits(owners)
    for seat in range(state.seats):
        if owners >> seat & 1:
            state.score[seat] += (board.POINTS_OF[kind] + share - 1) // share


@rule
def cover(state: State, square: int, owners: int) -> None:
    """A square comes under the piece that is being laid."""
    chunk = square // board.CHUNK
    state.yurts[chunk] &= ~bit_of(square)
    state.holder[square] = board.NOBODY
    state.covered[chunk] |= bit_of(square)
    state.piece_at[square] = state.pieces
    for seat in range(state.seats):
        if owners >> seat & 1:
            state.territory[seat, chunk] |= bit_of(square)


@rule
def end_action(state: State, rng: Stream) -> None:
    """An action is done: the next one, or the next step (KHAN-4)."""
    if state.phase == phases.THIRD_ACTION:
        state.special_left[state.turn, board.MORALE] -= 1
        state.last_special[state.turn] = board.NONE
        end_turn(state, rng)
        return
    state.actions_left -= 1
    go_on_or_end(state, rng)


@rule
def go_on_or_end(state: State, rng: Stream) -> None:
    """Go on with the actions or conquests still to be made, as far as there is anything to decide (KHAN-6, 9.3)."""
    if state.phase == phases.FINAL:
        if is_all_conquered(state):
            finish(state)
        elif state.actions_left == 0 or not conquest.can_conquer(state, state.turn, conquest.WITH_CONSENT):
            begin_next_final_turn(state)
    elif state.actions_left == 0 or not can_go_on(state):
        end_step_2(state, rng)


@rule
def can_go_on(state: State) -> bool:
    """Whether anything can be done or proposed in step 2."""
    return can_act_freely(state, state.turn) or conquest.can_conquer(state, state.turn, conquest.WITH_CONSENT)


@rule
def discard_or_stop(state: State, action: int, rng: Stream) -> None:
    """Discard a card after D, or stop (KHAN-6.4)."""
    if action != actions.STOP:
        give_up(state, state.turn, action - actions.DISCARD)
    if action == actions.STOP or state.held[state.turn] == 0:
        end_step_2(state, rng)


@rule
def end_step_2(state: State, rng: Stream) -> None:
    """Step 3, last turn's Patronage or Gods card leaves; step 4, if a special card can be used (KHAN-7.1)."""
    state.actions_left = 0
    state.patronage[state.turn] = 0
    state.gods[state.turn] = 0
    state.phase = phases.SPECIAL
    if not can_use_special(state):
        state.last_special[state.turn] = board.NONE
        end_turn(state, rng)


@rule
def use_special(state: State, action: int, rng: Stream) -> None:
    """Use a special card (KHAN-7.2 to 7.5)."""
    seat = state.turn
    if action == actions.MORALE_CARD:
        state.phase = phases.THIRD_ACTION
        return
    state.last_special[seat] = board.NONE
    if action == actions.PATRONAGE_CARD:
        state.special_left[seat, board.PATRONAGE] -= 1
        state.patronage[seat] = 1
        state.last_special[seat] = board.PATRONAGE
    elif action < actions.RESERVE:
        state.special_left[seat, board.GODS] -= 1
        state.gods[seat] = board.ALL_REGIONS if action == actions.GODS_CARD else 1 << (action - actions.GODS_REGION)
        state.last_special[seat] = board.GODS
    else:
        state.special_left[seat, board.RECONNAISSANCE] -= 1
        state.reserved[seat] = action - actions.RESERVE
    end_turn(state, rng)


@rule
def let_pass(state: State, rng: Stream) -> None:
    """Nothing more: no special card, no action that could only be proposed, no conquest."""
    if state.phase == phases.FINAL:
        begin_next_final_turn(state)
    elif state.phase == phases.SPECIAL:
        state.last_special[state.turn] = board.NONE
        end_turn(state, rng)
    else:
        end_step_2(state, rng)


@rule
def end_turn(state: State, rng: Stream) -> None:
    """Step 5, and the next seat's turn (KHAN-8)."""
    refill(state, state.turn, rng)
    begin_turn(state, seat_after(state.seats, state.turn, 1), rng)


@rule
def is_all_conquered(state: State) -> bool:
    """Whether no seat could conquer anything even without restrictions (KHAN-9.3)."""
    possible = False
    for seat in range(state.seats):
        possible = possible or conquest.can_conquer(state, seat, conquest.UNRESTRICTED)
    return not possible


@entry("khan: conquests left")
def nothing_left(states: Records) -> bool:
    """Whether no seat of a single game could conquer anything even without restrictions."""
    return is_all_conquered(states[0])


@rule
def begin_final_turn(state: State, seat: int) -> None:
    """A turn of the final phase: restrictions of one's own lapse, two conquests follow; who can't passes (KHAN-9.3)."""
    open_final_turn(state, seat)
    if is_all_conquered(state):
        finish(state)
        return
    while not conquest.can_conquer(state, state.turn, conquest.WITH_CONSENT):
        open_final_turn(state, seat_after(state.seats, state.turn, 1))


@rule
def open_final_turn(state: State, seat: int) -> None:
    """A seat is to conquer; what it had in force lapses (KHAN-9.3)."""
    state.turn = seat
    state.to_act = seat
    state.phase = phases.FINAL
    state.actions_left = 2
    state.patronage[seat] = 0
    state.gods[seat] = 0
    state.reserved[seat] = board.NONE
    forget_refusals(state)


@rule
def begin_next_final_turn(state: State) -> None:
    """The next seat's turn of the final phase."""
    begin_final_turn(state, seat_after(state.seats, state.turn, 1))


@rule
def finish(state: State) -> None:
    """The game is over: the bonuses for territories, and nothing of a turn remains (KHAN-10.2)."""
    state.end = ends.NOTHING_TO_CONQUER
    state.phase = phases.FINAL
    state.actions_left = 0
    forget_refusals(state)
    award_bonuses(state)


@rule
def seat_to_act(state: State) -> int:
    """The seat whose decision it is, -1 when the game is over."""
    return state.to_act if state.end == ends.RUNNING else -1
