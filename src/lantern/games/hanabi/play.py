"""How a game of Hanabi begins and what each decision does."""

from __future__ import annotations

from lantern.games.hanabi import board, ends, legality, phases
from lantern.games.hanabi.actions import DECLINE, DISCARD, HINT, PASS, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.state import FRESH, NOT_TOLD, State
from lantern.kernel.rng import Stream, draw, shuffle
from lantern.kernel.rule import rule
from lantern.kernel.seats import seat_after


@rule
def new_game(state: State, rng: Stream) -> None:
    """Shuffle, deal, and draw the start player by lot unless one was chosen (HANABI-1)."""
    clear_table(state)
    shuffle_deck(state, rng)
    shuffle_tiles(state, rng)
    deal(state)
    state.to_act = state.start if state.start >= 0 else draw(rng, state.seats)


@rule
def clear_table(state: State) -> None:
    """Everything but the options and what is shuffled: tokens and error tiles out, no card anywhere (HANABI-1.2)."""
    for seat in range(board.MOST_SEATS):
        state.held[seat] = 0
        for position in range(board.MOST_HELD):
            state.hand[seat, position] = board.NO_CARD
            state.mark[seat, position] = 0
    for suit in range(board.SUITS):
        state.firework[suit] = 0
    for kind in range(board.KINDS):
        state.discarded[kind] = 0
    state.tokens = board.ALL_TOKENS
    state.errors = 0
    state.phase = phases.TURN
    state.end = ends.RUNNING
    state.turns_left = 0
    state.drawn = 0
    state.last_action = -1
    state.last_seat = 0
    state.last_card = board.NO_CARD
    state.returned = board.NO_CARD
    state.returned_out = 0
    state.deck_size = 10 * fireworks_in_play(state)


@rule
def fireworks_in_play(state: State) -> int:
    """Five, and one more for each of multicolour and black (HANABI-5.1, 6.1)."""
    return board.COLOURS + state.multicolour + state.black_powder


@rule
def shuffle_deck(state: State, rng: Stream) -> None:
    """Shuffle the cards in play."""
    for place in range(board.MOST_CARDS):
        state.deck[place] = board.SORTED_DECK[state.multicolour, state.black_powder, state.ordinary_black, place]
    shuffle(state.deck, 0, state.deck_size, rng)


@rule
def shuffle_tiles(state: State, rng: Stream) -> None:
    """Shuffle the bonus tiles face down (HANABI-7.1)."""
    state.tiles_left = board.TILES if state.flares else 0
    for place in range(board.TILES):
        state.tile[place] = place if state.flares else board.NO_CARD
    if state.flares:
        shuffle(state.tile, 0, board.TILES, rng)


@rule
def hand_size(state: State) -> int:
    """5 cards with 2 or 3 players, 4 with 4 or 5 (HANABI-1.3)."""
    return 5 if state.seats <= 3 else 4


@rule
def deal(state: State) -> None:
    """Deal hand by hand from seat 0."""
    for seat in range(state.seats):
        for _ in range(hand_size(state)):
            draw_card(state, seat)


@rule
def draw_card(state: State, seat: int) -> None:
    """The next card of the deck, if there is one, comes last in the hand."""
    if not legality.deck_is_empty(state):
        position = state.held[seat]
        state.hand[seat, position] = state.deck[state.drawn]
        state.mark[seat, position] = FRESH if state.returned != board.NO_CARD else 0
        state.deck[state.drawn] = board.NO_CARD
        state.held[seat] += 1
        state.drawn += 1


@rule
def apply(state: State, action: int, rng: Stream) -> None:
    """Carry out one legal decision."""
    state.last_action = action
    state.last_seat = state.to_act
    state.last_card = board.NO_CARD
    if action < DISCARD:
        play_card(state, action)
    elif action < HINT:
        discard_card(state, action - DISCARD)
    elif action < PASS:
        give_hint(state, (action - HINT) // board.HINTS, (action - HINT) % board.HINTS)
    elif action >= REKINDLE_CARD:
        rekindle(state, action - REKINDLE_CARD)
    elif action >= RETURN_CARD:
        return_card(state, action - RETURN_CARD, rng)
    if action == PASS or action == DECLINE:
        state.phase = phases.TURN
    if state.phase == phases.TURN and state.end == ends.RUNNING:
        end_turn(state)


@rule
def end_turn(state: State) -> None:
    """Draw, or count down the last round (HANABI-3.3); the next seat is to act."""
    if state.turns_left == 1:
        state.turns_left = 0
        state.end = ends.LAST_ROUND_OVER
        return
    if state.turns_left > 0:
        state.turns_left -= 1
    elif state.held[state.to_act] < hand_size(state):
        draw_card(state, state.to_act)
        if legality.deck_is_empty(state) and not state.final_bouquet:
            state.turns_left = state.seats
    state.to_act = seat_after(state.seats, state.to_act, 1)


@rule
def remove_card(state: State, position: int) -> None:
    """Take a card out of the hand of the seat to act; the younger ones move up."""
    seat = state.to_act
    if state.hand[seat, position] == state.returned and state.mark[seat, position] & FRESH:
        state.returned_out += 1
    state.last_card = state.hand[seat, position]
    for place in range(board.MOST_HELD - 1):
        source = place + 1 if place >= position else place
        state.hand[seat, place] = state.hand[seat, source]
        state.mark[seat, place] = state.mark[seat, source]
    state.hand[seat, board.MOST_HELD - 1] = board.NO_CARD
    state.mark[seat, board.MOST_HELD - 1] = 0
    state.held[seat] -= 1


@rule
def discard_card(state: State, position: int) -> None:
    """Discard a card: a token returns (HANABI-2.2)."""
    remove_card(state, position)
    put_on_discards(state, state.last_card)
    return_token(state)


@rule
def put_on_discards(state: State, kind: int) -> None:
    """Lay a card open; in Final Bouquet the last copy of a card still missing loses the game (HANABI-4.1)."""
    state.discarded[kind] += 1
    if state.final_bouquet and is_lost_card(state, kind):
        state.end = ends.CARD_LOST


@rule
def is_lost_card(state: State, kind: int) -> bool:
    """Whether a card still missing from its firework has all its copies among the discards (HANABI-4.1)."""
    return bool(state.discarded[kind] == board.COPIES[state.ordinary_black, kind] and is_missing(state, kind))


@rule
def is_missing(state: State, kind: int) -> bool:
    """Whether a card's firework has not got so far."""
    suit = kind // board.VALUES
    value = kind % board.VALUES
    step = board.VALUES - 1 - value if suit == board.BLACK else value
    return step >= state.firework[suit]


@rule
def return_token(state: State) -> None:
    """One hint token returns, never more than eight (HANABI-2.3, 7.3)."""
    if state.tokens < board.ALL_TOKENS:
        state.tokens += 1


@rule
def give_hint(state: State, seat: int, hint: int) -> None:
    """Tell a seat which of its cards a hint touches; a bonus tile's hint is free (HANABI-2.1, 7.2c, 7.2d)."""
    if state.phase == phases.TURN:
        state.tokens -= 1
    for position in range(state.held[seat]):
        touched = board.FITTING[state.hand[seat, position]] >> hint & 1
        state.mark[seat, position] |= 1 << (hint if touched else hint + NOT_TOLD)
    state.phase = phases.TURN


@rule
def play_card(state: State, position: int) -> None:
    """Play a card: onto its firework if it fits, else an error (HANABI-2.3)."""
    remove_card(state, position)
    if legality.fits(state, state.last_card):
        add_to_firework(state, state.last_card)
    else:
        make_error(state, state.last_card)


@rule
def make_error(state: State, kind: int) -> None:
    """A card that does not fit is discarded and an error tile turned; the third ends the game (HANABI-3.1)."""
    put_on_discards(state, kind)
    state.errors += 1
    if state.errors == board.ALL_ERRORS:
        state.end = ends.THIRD_ERROR


@rule
def add_to_firework(state: State, kind: int) -> None:
    """Add a fitting card; a completed firework brings a token or a bonus tile (HANABI-2.3, 3.2, 6.2, 7.1)."""
    suit = kind // board.VALUES
    state.firework[suit] += 1
    if state.firework[suit] == board.VALUES:
        if all_complete(state):
            state.end = ends.ALL_COMPLETE
        if suit == board.BLACK or state.tiles_left == 0:
            return_token(state)
        elif state.end == ends.RUNNING:
            turn_tile(state)


@rule
def all_complete(state: State) -> bool:
    """Whether every firework in play is complete (HANABI-3.2)."""
    cards = 0
    for suit in range(board.SUITS):
        cards += state.firework[suit]
    return cards == board.VALUES * fireworks_in_play(state)


@rule
def turn_tile(state: State) -> None:
    """Turn up a bonus tile: its effect happens, or asks for a decision, or is lost (HANABI-7.2, 7.3)."""
    tile = state.tile[board.TILES - state.tiles_left]
    state.tiles_left -= 1
    if tile == board.TOKEN_TILE or tile == board.REPAIR_TILE:
        return_token(state)
    if tile == board.REPAIR_TILE and state.errors > 0:
        state.errors -= 1
    if tile == board.COLOUR_HINT_TILE and legality.hint_actions(state, board.COLOUR_HINTS) != 0:
        state.phase = phases.COLOUR_HINT
    if tile == board.VALUE_HINT_TILE and legality.hint_actions(state, board.VALUE_HINTS) != 0:
        state.phase = phases.VALUE_HINT
    if tile == board.RETURN_TILE:
        offer_return(state)
    if tile == board.REKINDLE_TILE and legality.rekindled_kinds(state) != 0:
        state.phase = phases.REKINDLE


@rule
def offer_return(state: State) -> None:
    """A discard goes back into the deck; with an empty deck a free value hint may be given (HANABI-7.2e)."""
    choices = (
        legality.hint_actions(state, board.VALUE_HINTS)
        if legality.deck_is_empty(state)
        else legality.discarded_kinds(state)
    )
    if choices != 0:
        state.phase = phases.RETURN


@rule
def return_card(state: State, kind: int, rng: Stream) -> None:
    """Shuffle a card from the discards into the deck (HANABI-7.2e)."""
    state.discarded[kind] -= 1
    state.returned = kind
    state.drawn -= 1
    state.deck[state.drawn] = kind
    shuffle(state.deck, state.drawn, state.deck_size, rng)
    state.phase = phases.TURN


@rule
def rekindle(state: State, kind: int) -> None:
    """Play a card from the discards; a firework it completes turns the next tile at once (HANABI-7.2f)."""
    state.discarded[kind] -= 1
    state.last_card = kind
    state.phase = phases.TURN
    add_to_firework(state, kind)


@rule
def seat_to_act(state: State) -> int:
    """The seat whose decision it is, -1 when the game is over."""
    return state.to_act if state.end == ends.RUNNING else -1
