"""What a learner sees: a row of zeros and ones, seats counted from the observer.

In order, with P seats and the 154 squares of the board in reading order:

    yurts         154 x (P + 1)   whose yurt stands there, neutral ones last
    pieces        154 x (P + 1)   whose yurts the piece there carries; the last says that there is a piece
    rulers        8 x (154 + 1)   where each ruler is; the last says that he is home
    courts        8 x 5           so many yurts left at each court
    hand          72              own cards
    held          P x 4           so many cards in hand
    discards      72              cards on the discard pile
    deck          72              so many cards left
    beside        38              so many pieces of each type beside the board
    special       P x 4 x 2       so many special cards of each kind left
    in force      P x (1 + 6 + 23)  Patronage; regions under the Gods' protection; the type of piece reserved
    last special  P x 2           Patronage or Gods was used in the last step 4
    proposal      154 + 23        squares and type of the piece that waits for consent
    points        P x 8           in binary, the ones first
    moment        P + P + 8 + 2 + 1  to act; whose turn; phase; actions left; the final phase has begun;
                                  the first three all zero once the game is over
"""

from __future__ import annotations

import numpy as np

from lantern.games.khan import board as khan_board
from lantern.games.khan import ends, phases
from lantern.games.khan.conquest import anchor_of, cells_of, form_of, offset_of, type_of
from lantern.games.khan.state import State
from lantern.kernel.bits import lowest_bit
from lantern.kernel.cells import write_amount, write_bits, write_choice, write_zeros
from lantern.kernel.contract import Json
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule
from lantern.kernel.seats import places_after, seat_after

PLACES = len(khan_board.LANDSCAPE_OF)
PLACE_OF = np.array(
    [
        sorted(khan_board.LANDSCAPE_OF).index(s) if s in khan_board.LANDSCAPE_OF else khan_board.NONE
        for s in range(khan_board.SQUARES)
    ],
    np.int64,
)
"""[square] its number among the squares of the board, NONE where there is no square."""
PHASES = len(phases.NAMES)
MOST_SPECIALS = 2
MOST_ACTIONS = 2
POINT_BITS = 8


def observation_size(options: Json) -> int:
    """How many numbers `observe` writes for a table with these options."""
    seats = options["players"]
    board = 2 * PLACES * (seats + 1) + khan_board.RULERS * (PLACES + 1) + khan_board.RULERS * khan_board.COURT_YURTS
    cards = khan_board.CARDS + seats * khan_board.HAND_SIZE + 2 * khan_board.CARDS
    special = (
        seats * khan_board.SPECIALS * MOST_SPECIALS + seats * (1 + khan_board.REGIONS + khan_board.TYPES) + 2 * seats
    )
    moment = PLACES + khan_board.TYPES + seats * POINT_BITS + 2 * seats + PHASES + MOST_ACTIONS + 1
    return int(board + cards + khan_board.MOST_PIECES + special + moment)


@rule
def observe(state: State, seat: int, out: Cells) -> int:
    """Write what a seat sees."""
    at = observe_squares(state, seat, out)
    at = observe_rulers(state, out, at)
    at = observe_cards(state, seat, out, at)
    at = observe_special(state, seat, out, at)
    at = observe_proposal(state, out, at)
    return observe_moment(state, seat, out, at)


@rule
def observe_squares(state: State, observer: int, out: Cells) -> int:
    """The yurts, and then the pieces, square by square."""
    width = state.seats + 1
    pieces = PLACES * width
    write_zeros(out, 0, 2 * pieces)
    for chunk in range(khan_board.CHUNKS):
        mark_yurts(state, observer, chunk, out)
        for distance in range(state.seats):
            seat = seat_after(state.seats, observer, distance)
            mark_squares(state.territory[seat, chunk], chunk, out, pieces + distance, width)
        mark_squares(state.covered[chunk], chunk, out, pieces + state.seats, width)
    return 2 * pieces


@rule
def mark_yurts(state: State, observer: int, chunk: int, out: Cells) -> None:
    """A one for every yurt on the squares of a chunk, at its owner's place."""
    yurts = state.yurts[chunk]
    while yurts != 0:
        square = chunk * khan_board.CHUNK + lowest_bit(yurts)
        owner = state.holder[square]
        distance = state.seats if owner == khan_board.NEUTRAL else places_after(state.seats, observer, owner)
        out[PLACE_OF[square] * (state.seats + 1) + distance] = 1
        yurts &= yurts - 1


@rule
def mark_squares(squares: int, chunk: int, out: Cells, at: int, width: int) -> None:
    """A one for every square in a chunk of a set, so many cells apart."""
    while squares != 0:
        out[at + PLACE_OF[chunk * khan_board.CHUNK + lowest_bit(squares)] * width] = 1
        squares &= squares - 1


@rule
def observe_rulers(state: State, out: Cells, at: int) -> int:
    """Where the rulers are, and the yurts left at their courts."""
    for ruler in range(khan_board.RULERS):
        square = state.ruler[ruler]
        at = write_choice(out, at, PLACE_OF[square] if square >= 0 else khan_board.NONE, PLACES)
        out[at] = 1 if square == khan_board.HOME else 0
        at += 1
    for ruler in range(khan_board.RULERS):
        at = write_amount(out, at, state.court[ruler], khan_board.COURT_YURTS)
    return at


@rule
def observe_cards(state: State, observer: int, out: Cells, at: int) -> int:
    """One's own cards, how many the others hold, the discards, the deck, and the pieces beside the board."""
    write_zeros(out, at, khan_board.CARDS)
    for place in range(state.held[observer]):
        out[at + state.hand[observer, place]] = 1
    at += khan_board.CARDS
    for distance in range(state.seats):
        at = write_amount(out, at, state.held[seat_after(state.seats, observer, distance)], khan_board.HAND_SIZE)
    for card in range(khan_board.CARDS):
        out[at + card] = 1 if state.cycle[card] == khan_board.NONE else 0
    at = write_amount(out, at + khan_board.CARDS, state.deck_left, khan_board.CARDS)
    for kind in range(khan_board.TYPES):
        at = write_amount(out, at, state.piece_left[kind], khan_board.PIECES_OF[kind])
    return at


@rule
def observe_special(state: State, observer: int, out: Cells, at: int) -> int:
    """The special cards left, those in force, and those used last."""
    for distance in range(state.seats):
        for special in range(khan_board.SPECIALS):
            left = state.special_left[seat_after(state.seats, observer, distance), special]
            at = write_amount(out, at, left, MOST_SPECIALS)
    for distance in range(state.seats):
        seat = seat_after(state.seats, observer, distance)
        out[at] = state.patronage[seat]
        at = write_bits(out, at + 1, state.gods[seat], khan_board.REGIONS)
        at = write_choice(out, at, state.reserved[seat], khan_board.TYPES)
    for distance in range(state.seats):
        used = state.last_special[seat_after(state.seats, observer, distance)]
        out[at] = 1 if used == khan_board.PATRONAGE else 0
        out[at + 1] = 1 if used == khan_board.GODS else 0
        at += 2
    return at


@rule
def observe_proposal(state: State, out: Cells, at: int) -> int:
    """The piece that waits for consent."""
    write_zeros(out, at, PLACES + khan_board.TYPES)
    if state.proposal != khan_board.NONE:
        form = form_of(state.proposal)
        anchor = anchor_of(state.proposal)
        for cell in range(cells_of(form)):
            out[at + PLACE_OF[anchor + offset_of(form, cell)]] = 1
        out[at + PLACES + type_of(form)] = 1
    return at + PLACES + khan_board.TYPES


@rule
def observe_moment(state: State, observer: int, out: Cells, at: int) -> int:
    """The points, whose decision it is, and which."""
    for distance in range(state.seats):
        at = write_bits(out, at, state.score[seat_after(state.seats, observer, distance)], POINT_BITS)
    running = state.end == ends.RUNNING
    at = write_choice(
        out, at, places_after(state.seats, observer, state.to_act) if running else khan_board.NONE, state.seats
    )
    at = write_choice(
        out, at, places_after(state.seats, observer, state.turn) if running else khan_board.NONE, state.seats
    )
    at = write_choice(out, at, state.phase if running else khan_board.NONE, PHASES)
    at = write_amount(out, at, state.actions_left, MOST_ACTIONS)
    out[at] = state.final
    return at + 1
