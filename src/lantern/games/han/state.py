"""The whole state of a game of HAN as one record, the map it is played on included."""

from __future__ import annotations

from lantern.games.han import board
from lantern.kernel.record import Cells, byte, long, record, short

LONGEST_WALK = 32
"""Decisions on the way to a set of rows: twenty houses, and for each of up to five rows its two ends."""


@record
class State:
    """One game. Seats count from 0 round the table; sets of spaces and provinces are drawn in board.py."""

    # The map, as the options chose it
    road: Cells = long(board.SPACES)  # [space] the set of spaces that roads join to it
    area: Cells = long(board.PROVINCES)  # [province] the set of its spaces
    spaces: int = long()  # the set of all spaces
    ports: int = long()  # the set of port spaces
    # The pieces
    house: Cells = long(board.MOST_SEATS)  # [seat] the set of spaces with its houses
    fort: Cells = long(board.MOST_SEATS)  # [seat] the set of spaces with its fortification, a house on top
    market: Cells = long(board.MOST_SEATS)  # [seat] the set of spaces with its market places
    # Scratch of roads.py, like the fields `walk…` below: zero between decisions
    walk_free: int = long()  # the set of houses that are undecided
    walk_row: int = long()  # the set of houses in the row under way
    walk_ends: int = long()  # the set of houses that are ends of rows
    walk_left: int = long()  # the set of houses that are left out
    walk_steps: int = long()  # how many decisions were tried
    score: Cells = short(board.MOST_SEATS)  # [seat] points
    last_action: int = short()  # the decision made last, -1 at the start
    site: int = short()  # the set of provinces that hold all pieces placed this turn; all before the first
    was_empty: int = short()  # the set of provinces without a piece when the turn began
    province: Cells = byte(board.SPACES, 2)  # [space] its province, or its two; the second is NOBODY where there is one
    colour: Cells = byte(board.PROVINCES)  # [province] its colour
    alliance: Cells = byte(board.ALLIANCES, 2)  # [number - 1] the two provinces
    display_size: int = byte()  # cards laid open when the display is full
    copies: Cells = byte(board.COLOURS)  # [colour] cards in the game
    # The rest of the table
    emissary: Cells = byte(board.PROVINCES, board.MOST_SEATS)  # [province, seat] emissaries on the dragon space
    emissaries_left: Cells = byte(board.MOST_SEATS)  # [seat] emissaries in the supply
    markers_left: Cells = byte(board.MOST_SEATS)  # [seat] markers of the variant in the supply
    hand: Cells = byte(board.MOST_SEATS, board.COLOURS)  # [seat, colour] cards in hand, UNKNOWN if concealed
    held: Cells = byte(board.MOST_SEATS)  # [seat] cards in hand altogether
    seen: Cells = byte(
        board.MOST_SEATS, board.COLOURS
    )  # [seat, colour] cards in hand that all saw taken from the display
    old: Cells = byte(
        board.MOST_SEATS, board.COLOURS
    )  # [seat, colour] cards held blind since before the reshuffle, or UNKNOWN
    old_held: Cells = byte(board.MOST_SEATS)  # [seat] such cards altogether
    not_old: Cells = byte(
        board.MOST_SEATS
    )  # [seat] the set of colours that such cards can't be: a newer one was played
    old_cards: Cells = byte(board.COLOURS)  # [colour] such cards in all hands together
    display: Cells = byte(board.COLOURS)  # [colour] cards laid open
    discard: Cells = byte(board.COLOURS)  # [colour] cards on the discard pile
    # The deck as shuffled, its last card in the last place: [place] UNKNOWN if concealed, NO_CARD before the next card
    deck: Cells = byte(board.MOST_CARDS)
    deck_left: int = byte()  # cards in the deck: the next is deck[MOST_CARDS - deck_left]
    exhausted: int = byte()  # how often the deck has run out
    emperor: int = byte()  # the seat that began
    to_act: int = byte()  # the seat whose decision it is
    phase: int = byte()  # PLACE or DRAW
    placed: int = byte()  # pieces placed this turn
    end: int = byte()  # why the game is over, RUNNING while it is not
    last_seat: int = byte()  # the seat that made the last decision
    walk: Cells = byte(LONGEST_WALK)  # the decisions on the way to a set of rows
    best_walk: Cells = byte(LONGEST_WALK)  # the best set found: its rows, each from end to end, with CLOSE after it
    walk_begun: int = byte()  # where in `walk` the row under way began
    walk_head: Cells = byte(2)  # [end] where the row under way ends
    walk_open: Cells = byte(2)  # [end] whether it may grow there
    walked: int = byte()  # how many of `walk`
    best_walked: int = byte()  # how many of `best_walk`
    # The other options, as set before the deal
    seats: int = byte()  # 2 to 5
    fortifications: int = byte()  # variant Fortifications
    market_places: int = byte()  # variant Market places
    start: int = byte()  # the seat that begins, -1 for one drawn by lot
