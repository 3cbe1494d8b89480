"""The whole state of a game of Khan as one record."""

from __future__ import annotations

from lantern.games.khan import board
from lantern.kernel.record import Cells, byte, long, record, short

MOST_REFUSED = 16
"""Proposals that can be refused in a turn; after so many none that needs consent may be made."""
BOUND_BITS = 4
"""How many bits of a card's bound belong to each symbol."""


@record
class State:
    """One game. Seats count from 0 round the table; sets of squares are drawn in board.py."""

    yurts: Cells = long(board.CHUNKS)  # [chunk] the squares with yurts
    empty: Cells = long(board.CHUNKS)  # [chunk] the land squares with nothing on them
    covered: Cells = long(board.CHUNKS)  # [chunk] the squares under tiles and bridges
    territory: Cells = long(
        board.MOST_SEATS, board.CHUNKS
    )  # [seat, chunk] the squares under pieces that carry its yurt
    # [seat, place] what all know of that card, four bits for each symbol: so many rulers it does not show if it shows
    # the symbol, the first of the order; 0 where no card is
    bound: Cells = long(board.MOST_SEATS, board.HAND_SIZE)
    score: Cells = short(board.MOST_SEATS)  # [seat] points
    sizes: Cells = short(
        board.MOST_SEATS, board.MOST_PIECES
    )  # [seat, place] its territories' sizes, largest first; 0 till the end
    ruler: Cells = short(board.RULERS)  # [ruler] his square, HOME or UNPLACED
    last_action: int = short()  # the decision made last, NONE at the start
    proposal: int = short()  # the site of the conquest that waits for consent, or NONE
    fled_from: int = short()  # the square that a ruler left last, NONE if none has
    refused: Cells = short(MOST_REFUSED)  # [place] the sites of proposals refused this turn, then NONE
    court: Cells = byte(board.RULERS)  # [ruler] neutral yurts left at his court
    homes: int = byte()  # rulers who are home
    fled: int = byte()  # the ruler who left a square last, NONE if none has
    fled_card: int = byte()  # the card that made him, NO_CARD if none has
    hand: Cells = byte(
        board.MOST_SEATS, board.HAND_SIZE
    )  # [seat, place] by cycle, bound, number; then NO_CARD; or UNKNOWN
    drawn: Cells = byte(
        board.MOST_SEATS, board.HAND_SIZE
    )  # [seat, place] the cycle in which that card was drawn, 0 where none is
    held: Cells = byte(board.MOST_SEATS)  # [seat] cards in hand
    # The deck, its last card in the last place: [place] UNKNOWN if concealed, NO_CARD before the next card
    deck: Cells = byte(board.CARDS)
    deck_left: int = byte()  # cards in the deck: the next is deck[CARDS - deck_left]
    # [card] the cycle in which it last lay in the deck, open to all, for the discards that became the deck were seen;
    # NONE while it lies on the discard pile
    cycle: Cells = byte(board.CARDS)
    reshuffles: int = byte()  # the cycle: how often the discards have become the deck
    piece_left: Cells = byte(board.TYPES)  # [type] pieces beside the board
    pieces: int = byte()  # pieces on the board
    piece_type: Cells = byte(board.MOST_PIECES)  # [piece] its type, in the order placed, then NONE
    piece_owners: Cells = byte(board.MOST_PIECES)  # [piece] the set of seats whose yurts it carries
    holder: Cells = byte(
        board.SQUARES
    )  # [square] whose yurt stands there, a seat's or NEUTRAL, or NOBODY if there is none
    piece_at: Cells = byte(board.SQUARES)  # [square] the piece that covers it, or NONE
    special_left: Cells = byte(board.MOST_SEATS, board.SPECIALS)  # [seat, special] special cards left
    patronage: Cells = byte(board.MOST_SEATS)  # [seat] 1 while its Patronage is in force
    gods: Cells = byte(board.MOST_SEATS)  # [seat] the set of regions that its Gods card protects
    reserved: Cells = byte(board.MOST_SEATS)  # [seat] the type of piece it has reserved, or NONE
    last_special: Cells = byte(board.MOST_SEATS)  # [seat] PATRONAGE or GODS if used in its last step 4, else NONE
    refusals: int = byte()  # how many of `refused`
    to_ask: int = byte()  # the set of seats still to be asked for their consent
    asked_in: int = byte()  # the phase in which the proposal was made, or NONE
    turn: int = byte()  # the seat whose turn it is
    to_act: int = byte()  # the seat whose decision it is
    phase: int = byte()  # what is to be decided
    actions_left: int = byte()  # actions, or conquests of the final phase, still to be made this turn
    final: int = byte()  # 1 once the fifth ruler is home
    set_up: int = byte()  # rulers, then yurts, placed in the phase of setting up
    start_player: int = byte()  # the seat that began
    end: int = byte()  # why the game is over, RUNNING while it is not
    last_seat: int = byte()  # the seat that made the last decision
    # The options, as set before the deal
    seats: int = byte()  # 2 to 4
    place_rulers: int = byte()  # players place the rulers themselves
    drive_out_home: int = byte()  # a ruler with one court yurt left goes home also when he is driven out
    start: int = byte()  # the seat that begins, -1 for one drawn by lot
