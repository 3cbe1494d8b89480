"""The whole state of a game of Ming Dynastie as one record."""

from __future__ import annotations

from typing import Literal, get_args

from lantern.games.ming import board
from lantern.kernel.record import Cells, byte, record, short

# Why a majority in a city pays (MING-7.6).
NO_MAJORITY, MOST_IN_CITY, MOST_IN_PROVINCE, SHARED = range(4)
Why = Literal["", "city", "province", "shared"]
WHY_NAMES: tuple[Why, ...] = get_args(Why)


@record
class State:
    """One game. Seats count from 0 round the table, districts and provinces in the order of the map."""

    score: Cells = short(board.MOST_SEATS)  # [seat] points
    earlier: Cells = short(board.MOST_SEATS)  # [seat] points that a position written by hand does not explain
    last_action: int = short()  # the decision made last, NONE at the start, UNKNOWN if it is secret
    space: Cells = byte(board.MOST_SEATS, board.PROVINCES)  # [seat, province] members on the province spaces
    open: Cells = byte(board.OWNERS, board.DISTRICTS)  # [owner, district] members in open areas
    palace: Cells = byte(board.OWNERS, board.DISTRICTS)  # [owner, district] members on palaces, while there is scoring
    monastery: Cells = byte(board.DISTRICTS)  # [district] the seat whose member is there, or NOBODY
    prince: Cells = byte(board.MOST_SEATS)  # [seat] his district, NOWHERE before he is placed
    tiles: Cells = byte(board.MOST_SEATS, board.PROVINCES)  # [seat, province] province tiles
    tiles_left: Cells = byte(board.PROVINCES)  # [province] tiles in the stock
    hand: Cells = byte(board.MOST_SEATS, board.CARD_KINDS)  # [seat, card] cards of each kind
    held: Cells = byte(board.MOST_SEATS)  # [seat] cards in hand
    display: Cells = byte(board.PROVINCES)  # [province] the card at its space
    # The deck, its last card in the last place: [place] UNKNOWN if concealed, NO_CARD before the next card
    deck: Cells = byte(board.CARDS)
    deck_left: int = byte()  # cards in the deck: the next is deck[CARDS - deck_left]
    discards: Cells = byte(board.SYMBOLS)  # [symbol] cards on the discard pile
    dragons: int = byte()  # dragons in their stack
    stock: int = byte()  # neutral members not on the board
    to_place: Cells = byte(board.MOST_SEATS)  # [seat] members, or neutral ones, still to be placed in this phase
    passed: int = byte()  # the set of seats that have passed in phase 3
    scored: int = byte()  # the province that is being scored, NONE if none is
    # [seat] the sum of return cards, UNKNOWN if concealed, NONE if not chosen yet; then members still to go back
    chosen: Cells = byte(board.MOST_SEATS)
    neutrals_lead: int = byte()  # 1 if neutral members had the sole most in the city before any return
    neutrals_back: int = byte()  # neutral members still to go back
    # What was scored: [scoring, …]
    sets: Cells = byte(board.SCORINGS, board.MOST_SEATS)  # sets of six tiles
    stayed: Cells = byte(board.SCORINGS, board.PROVINCES, board.MOST_SEATS)  # members that stayed in a city for points
    majority: Cells = byte(board.SCORINGS, board.PROVINCES, board.MOST_SEATS)  # points for the majority in a city
    why: Cells = byte(board.SCORINGS, board.PROVINCES)  # how the majority was decided
    monks: Cells = byte(board.SCORINGS, board.MOST_SEATS)  # members on monasteries
    fives: Cells = byte(board.MOST_SEATS)  # [seat] sets of five tiles, at the end
    singles: Cells = byte(board.MOST_SEATS)  # [seat] single tiles, at the end
    round: int = byte()  # 1 to 6
    phase: int = byte()  # what is to be decided
    to_act: int = byte()  # the seat whose decision it is
    start_player: int = byte()  # the seat that begins the phases of the round
    end: int = byte()  # why the game is over, RUNNING while it is not
    last_seat: int = byte()  # the seat that made the last decision
    # The options, as set before the deal
    seats: int = byte()  # 2 to 4
    secret_hands: int = byte()  # the table does not show the others' hands
    start: int = byte()  # the seat that begins, -1 for one drawn by lot
