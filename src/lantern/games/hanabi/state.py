"""The whole state of a game of Hanabi as one record."""

from __future__ import annotations

from lantern.games.hanabi.board import KINDS, MOST_CARDS, MOST_HELD, MOST_SEATS, SUITS, TILES
from lantern.kernel.record import Cells, byte, record, short, word

# Bits of `mark` above the hints: see `State.mark`.
NOT_TOLD = 10
FRESH = 1 << 20


@record
class State:
    """One game. Seats count from 0 round the table; positions in a hand from 0, the oldest card."""

    # What a card's owner has been told of it, one bit a hint (board.py): [seat, position]
    #   bits 0-9 hints that touched it, bits 10-19 hints that passed it by,
    #   bit 20 (FRESH) drawn after a discard was shuffled back into the deck
    mark: Cells = word(MOST_SEATS, MOST_HELD)
    last_action: int = short()  # the decision made last, -1 at the start
    hand: Cells = byte(MOST_SEATS, MOST_HELD)  # [seat, position] kind, NO_CARD beyond the last, UNKNOWN if concealed
    held: Cells = byte(MOST_SEATS)  # [seat] cards in hand
    to_act: int = byte()  # the seat whose decision it is
    phase: int = byte()  # TURN, or the tile being resolved
    tokens: int = byte()  # hint tokens left, 8 at most
    errors: int = byte()  # error tiles turned
    end: int = byte()  # why the game is over, RUNNING while it is not
    turns_left: int = byte()  # turns to come in the last round, 0 while it has not begun
    drawn: int = byte()  # cards gone from the deck: deck[drawn] is the next
    deck_size: int = byte()  # cards in play altogether: 50, 60 or 70
    last_seat: int = byte()  # the seat that made it
    last_card: int = byte()  # the kind it played or discarded, NO_CARD if none
    returned: int = byte()  # the kind shuffled back by a bonus tile, NO_CARD while none was
    returned_out: int = byte()  # cards of that kind, drawn since, that left a hand again
    tiles_left: int = byte()  # bonus tiles still face down: tile[TILES - tiles_left] is the next
    firework: Cells = byte(SUITS)  # [suit] cards in the firework
    discarded: Cells = byte(KINDS)  # [kind] cards of a kind among the discards
    tile: Cells = byte(TILES)  # [place] the bonus tiles as shuffled, UNKNOWN if concealed
    deck: Cells = byte(MOST_CARDS)  # [place] the deck as shuffled, UNKNOWN if concealed, NO_CARD where dealt from
    # The options, as set before the deal
    seats: int = byte()  # 2 to 5
    multicolour: int = byte()  # expansion Avalanche of Colours
    black_powder: int = byte()  # expansion Black Powder
    flares: int = byte()  # expansion 5 Flares
    final_bouquet: int = byte()  # variant Final Bouquet
    empty_hints: int = byte()  # hints that touch no card are allowed
    score_on_loss: int = byte()  # a lost game keeps its points
    ordinary_black: int = byte()  # black cards are 1,1,1,2,2,3,3,4,4,5 like the others
    start: int = byte()  # the seat that begins, -1 for one drawn by lot
