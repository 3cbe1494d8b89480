"""How a game of HAN begins and what each decision does."""

from __future__ import annotations

from lantern.games.han import actions, board, ends, legality, phases
from lantern.games.han.roads import forget_walk
from lantern.games.han.scoring import final_points, house_points, is_complete
from lantern.games.han.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.rng import Stream, draw, shuffle
from lantern.kernel.rule import rule
from lantern.kernel.seats import seat_after


@rule
def new_game(state: State, rng: Stream) -> None:
    """Shuffle, deal, lay the display open, and draw the start player by lot unless one was chosen (HAN-1.5)."""
    clear_table(state)
    for colour in range(board.COLOURS):
        state.discard[colour] = state.copies[colour]
    make_deck_of_discards(state, rng)
    deal(state)
    begin(state, state.start if state.start >= 0 else draw(rng, state.seats))


@rule
def clear_table(state: State) -> None:
    """Everything but the options: all pieces in the supplies, no card anywhere (HAN-1.2)."""
    for seat in range(board.MOST_SEATS):
        clear_seat(state, seat)
    for province in range(board.PROVINCES):
        for seat in range(board.MOST_SEATS):
            state.emissary[province, seat] = 0
    for colour in range(board.COLOURS):
        state.display[colour] = 0
        state.discard[colour] = 0
        state.old_cards[colour] = 0
    for place in range(board.MOST_CARDS):
        state.deck[place] = board.NO_CARD
    state.deck_left = 0
    state.exhausted = 0
    state.end = ends.RUNNING
    state.last_action = -1
    state.last_seat = 0
    forget_walk(state)


@rule
def clear_seat(state: State, seat: int) -> None:
    """A seat's pieces in its supply, its hand empty, nothing scored (HAN-1.2, 10.1, 11.1)."""
    playing = seat < state.seats
    state.house[seat] = 0
    state.fort[seat] = 0
    state.market[seat] = 0
    state.score[seat] = 0
    state.emissaries_left[seat] = board.ALL_EMISSARIES if playing else 0
    state.markers_left[seat] = all_markers(state) if playing else 0
    state.held[seat] = 0
    state.old_held[seat] = 0
    state.not_old[seat] = 0
    for colour in range(board.COLOURS):
        state.hand[seat, colour] = 0
        state.seen[seat, colour] = 0
        state.old[seat, colour] = 0


@rule
def all_markers(state: State) -> int:
    """Markers a seat has: one with a variant, two for market places with two players (HAN-10.1, 11.1)."""
    if state.market_places:
        return 2 if state.seats == 2 else 1
    return 1 if state.fortifications else 0


@rule
def next_card(state: State) -> int:
    """Take the next card of the deck."""
    place = board.MOST_CARDS - state.deck_left
    card = state.deck[place]
    state.deck[place] = board.NO_CARD
    state.deck_left -= 1
    return card


@rule
def deal(state: State) -> None:
    """Three cards to each seat, hand by hand from seat 0, then the display (HAN-1.5)."""
    for seat in range(state.seats):
        for _ in range(board.HAND_SIZE):
            receive(state, seat, next_card(state))
    for _ in range(state.display_size):
        state.display[next_card(state)] += 1


@rule
def receive(state: State, seat: int, card: int) -> None:
    """A card comes into a hand."""
    state.hand[seat, card] += 1
    state.held[seat] += 1


@rule
def begin(state: State, seat: int) -> None:
    """The Emperor goes to the seat that begins (HAN-1.5)."""
    state.emperor = seat
    begin_turn(state, seat)


@rule
def begin_turn(state: State, seat: int) -> None:
    """A seat's turn: nothing placed yet (HAN-2.1, 3.2)."""
    state.to_act = seat
    state.phase = phases.PLACE
    state.placed = 0
    state.site = board.ALL_PROVINCES
    state.was_empty = legality.empty_provinces(state)


@rule
def apply(state: State, action: int, rng: Stream) -> None:
    """Carry out one legal decision."""
    state.last_action = action
    state.last_seat = state.to_act
    if action < actions.DISCARD:
        place_piece(state, action)
    elif action == actions.END_TURN or action < actions.TAKE:
        if action != actions.END_TURN:
            spend(state, action - actions.DISCARD, 1)
        end_placing(state)
    else:
        draw_card(state, action, rng)


@rule
def place_piece(state: State, action: int) -> None:
    """Pay, place, score what is complete, and end the game if nothing more can be placed (HAN-3, 7.1, 8.4)."""
    pay(state, action)
    if action >= actions.EMISSARY:
        place_emissary(state, (action - actions.EMISSARY) // board.COLOURS)
    elif action >= actions.MARKER:
        place_marker(state, (action - actions.MARKER) // board.COLOURS)
    else:
        place_house(state, legality.space_of_house(action), 1)
    if not can_anyone_place(state):
        finish(state, ends.NOTHING_TO_PLACE)


@rule
def pay(state: State, action: int) -> None:
    """Lay the cards that a placement names on the discard pile (HAN-3.3, 3.4, 3.6)."""
    if actions.BORDER_HOUSE <= action < actions.MARKER:
        pay_border(state, legality.space_of_house(action), (action - actions.BORDER_HOUSE) % actions.BORDER_WAYS)
        return
    if action >= actions.EMISSARY:
        colour = state.colour[(action - actions.EMISSARY) // board.COLOURS]
    elif action >= actions.MARKER:
        colour = state.colour[state.province[(action - actions.MARKER) // board.COLOURS, 0]]
        spend(state, colour, 1)
    else:
        colour = state.colour[state.province[legality.space_of_house(action), 0]]
    spend(state, legality.payer(action), 1 if legality.payer(action) == colour else 2)


@rule
def pay_border(state: State, space: int, way: int) -> None:
    """Pay for a border house in the way chosen (HAN-3.7, 6.1)."""
    first = state.colour[state.province[space, 0]]
    second = state.colour[state.province[space, 1]]
    if way == actions.BOTH_COLOURS:
        spend(state, first, 1)
        spend(state, second, 1)
    elif way == actions.FIRST_TWICE or way == actions.SECOND_TWICE:
        spend(state, first if way == actions.FIRST_TWICE else second, 2)
    elif way < actions.SECOND_AND_PAIR:
        spend(state, first, 1)
        spend(state, way - actions.FIRST_AND_PAIR, 2)
    else:
        spend(state, second, 1)
        spend(state, way - actions.SECOND_AND_PAIR, 2)


@rule
def spend(state: State, colour: int, count: int) -> None:
    """Cards leave the hand of the seat to act: those all have seen first, then the oldest (HAN-1.6)."""
    seat = state.to_act
    state.hand[seat, colour] -= count
    state.held[seat] -= count
    state.discard[colour] += count
    for _ in range(count):
        if state.seen[seat, colour] > 0:
            state.seen[seat, colour] -= 1
        elif state.old[seat, colour] > 0:
            state.old[seat, colour] -= 1
            state.old_held[seat] -= 1
            state.old_cards[colour] -= 1
        else:
            state.not_old[seat] |= 1 << colour
    if state.old_held[seat] == 0:
        state.not_old[seat] = 0


@rule
def place_emissary(state: State, province: int) -> None:
    """An emissary goes to the dragon space (HAN-5.1)."""
    state.emissary[province, state.to_act] += 1
    state.emissaries_left[state.to_act] -= 1
    count_pieces(state, 1 << province, 1)


@rule
def place_house(state: State, space: int, pieces: int) -> None:
    """A house goes on a space; what it completes is scored at once (HAN-4.1, 6.2, 7.1)."""
    state.house[state.to_act] |= 1 << space
    count_pieces(state, legality.provinces_of(state, space), pieces)
    score_complete(state, space)


@rule
def place_marker(state: State, space: int) -> None:
    """A fortification with a house on top, or a market place with an emissary (HAN-10.1, 11.1)."""
    seat = state.to_act
    state.markers_left[seat] -= 1
    if state.fortifications:
        state.fort[seat] |= 1 << space
        place_house(state, space, 2)
    else:
        state.market[seat] |= 1 << space
        state.emissaries_left[seat] -= 1
        count_pieces(state, legality.provinces_of(state, space), 2)
        score_complete(state, space)


@rule
def count_pieces(state: State, provinces: int, pieces: int) -> None:
    """Pieces of this turn now stand in some provinces (HAN-3.1, 6.3)."""
    state.placed += pieces
    state.site &= provinces


@rule
def score_complete(state: State, space: int) -> None:
    """Score the provinces that the piece just placed on a space has completed (HAN-7.1)."""
    for side in range(2):
        province = state.province[space, side]
        if province >= 0 and is_complete(state, province):
            for seat in range(state.seats):
                state.score[seat] += house_points(state, state.area[province], seat)


@rule
def can_anyone_place(state: State) -> bool:
    """Whether any seat, with any cards and on a fresh turn, could still place something (HAN-8.4)."""
    free = legality.free_spaces(state)
    for seat in range(state.seats):
        if free != 0 and legality.houses_left(state, seat) > 0:
            return True
        if state.emissaries_left[seat] > 0 and (is_room_anywhere(state) or can_open_market(state, seat)):
            return True
    return False


@rule
def is_room_anywhere(state: State) -> bool:
    """Whether any dragon space takes one more emissary."""
    room = False
    for province in range(board.PROVINCES):
        room = room or legality.has_room(state, province)
    return room


@rule
def can_open_market(state: State, seat: int) -> bool:
    """Whether a seat that has an emissary has a market place and where to put it (HAN-11.1)."""
    if not state.market_places or state.markers_left[seat] == 0:
        return False
    taken = legality.taken_spaces(state)
    for province in range(board.PROVINCES):
        if state.area[province] & ~taken != 0 and not legality.is_empty(state, province, taken):
            return True
    return False


@rule
def end_placing(state: State) -> None:
    """Nothing more is placed or discarded: draw, or when the deck has run out twice pass the turn (HAN-8.1, 8.3)."""
    if not can_anyone_place(state):
        finish(state, ends.NOTHING_TO_PLACE)
    elif is_last_round(state):
        pass_turn(state)
    else:
        state.phase = phases.DRAW


@rule
def is_last_round(state: State) -> bool:
    """Whether the deck has run out twice (HAN-8.3)."""
    return state.exhausted == 2


@rule
def draw_card(state: State, action: int, rng: Stream) -> None:
    """A card of the display or of the deck comes into the hand; with a full hand the turn is over (HAN-8.1)."""
    seat = state.to_act
    if action == actions.DRAW_CARD:
        receive(state, seat, next_card(state))
        check_deck(state, rng)
    else:
        state.display[action - actions.TAKE] -= 1
        state.seen[seat, action - actions.TAKE] += 1
        receive(state, seat, action - actions.TAKE)
    if is_last_round(state) or state.held[seat] == board.HAND_SIZE:
        refill_display(state, rng)
        pass_turn(state)


@rule
def refill_display(state: State, rng: Stream) -> None:
    """Lay cards open until the display is full or the deck has run out twice (HAN-8.0, 8.1)."""
    shown = 0
    for colour in range(board.COLOURS):
        shown += state.display[colour]
    while shown < state.display_size and not is_last_round(state):
        state.display[next_card(state)] += 1
        check_deck(state, rng)
        shown += 1


@rule
def check_deck(state: State, rng: Stream) -> None:
    """The deck runs out the moment its last card leaves it; the first time the discards become the deck (HAN-8.0)."""
    if state.deck_left == 0:
        state.exhausted += 1
        if state.exhausted == 1:
            remember_hands(state)
            make_deck_of_discards(state, rng)
            if state.deck_left == 0:
                state.exhausted = 2


@rule
def remember_hands(state: State) -> None:
    """Blind cards now in the hands are none of the new deck's: all know which colours they are together (HAN-1.6)."""
    for seat in range(state.seats):
        for colour in range(board.COLOURS):
            blind = state.hand[seat, colour] - state.seen[seat, colour]
            state.old[seat, colour] = blind
            state.old_held[seat] += blind
            state.old_cards[colour] += blind


@rule
def make_deck_of_discards(state: State, rng: Stream) -> None:
    """Shuffle the discard pile into a new deck (HAN-1.5, 8.2)."""
    place = board.MOST_CARDS
    for colour in range(board.COLOURS):
        for _ in range(state.discard[colour]):
            place -= 1
            state.deck[place] = colour
        state.discard[colour] = 0
    state.deck_left = board.MOST_CARDS - place
    shuffle(state.deck, place, board.MOST_CARDS, rng)


@rule
def pass_turn(state: State) -> None:
    """The next seat's turn, or the end with the last seat before the Emperor's in the last round (HAN-8.3)."""
    following = seat_after(state.seats, state.to_act, 1)
    if is_last_round(state) and following == state.emperor:
        finish(state, ends.LAST_ROUND_OVER)
    else:
        begin_turn(state, following)


@rule
def finish(state: State, reason: int) -> None:
    """Emissaries leave the market places for the dragon spaces, then final scoring; no turn goes on (HAN-9, 11.3)."""
    state.end = reason
    for seat in range(state.seats):
        for province in range(board.PROVINCES):
            state.emissary[province, seat] += count_bits(state.market[seat] & state.area[province])
    for seat in range(state.seats):
        state.score[seat] += final_points(state, seat)
    begin_turn(state, state.to_act)


@rule
def seat_to_act(state: State) -> int:
    """The seat whose decision it is, -1 when the game is over."""
    return state.to_act if state.end == ends.RUNNING else -1
