"""The whole state of a game as one record."""

from __future__ import annotations

from lantern.kernel.record import Cells, byte, record, short
from tests.toy.board import CARDS, MOST_HELD, MOST_SEATS, SQUARES


@record
class State:
    """One game. Seats count from 0 round the table."""

    placed: int = short()  # the set of squares on which the seat to act placed a stone this turn
    stone: Cells = byte(SQUARES)  # [square] the seat whose stone lies there, FREE if none does
    hand: Cells = byte(MOST_SEATS, MOST_HELD)  # [seat, position] card, NO_CARD beyond the last, UNKNOWN if concealed
    held: Cells = byte(MOST_SEATS)  # [seat] cards in hand
    deck: Cells = byte(CARDS)  # [place] the deck as shuffled, NO_CARD where dealt from, UNKNOWN if concealed
    drawn: int = byte()  # cards gone from the deck: deck[drawn] is the next
    has_drawn: int = byte()  # whether the seat to act drew a card this turn
    to_act: int = byte()  # the seat whose decision it is
    # The options, as set before the deal
    seats: int = byte()  # 2 or 3
    apart: int = byte()  # two stones of one turn may not lie side by side
