"""What a learner sees: a row of zeros and ones, seats counted from the observer.

In order, with P seats and, with two players, the neutral family as one more owner (Q = P + 1, else P):

    districts     18 x Q x 11    so many members in the open area, eight standing for more; so many of 3 on palaces
    monasteries   18 x P         whose member is there
    princes       P x 18         where they stand
    spaces        6 x P x 8      so many members on the province spaces, eight standing for more
    display       6 x 6          the card at each space
    hands         P x 7 x 5      so many cards of each kind
    discards      6 x 9          so many cards of each symbol
    deck          54             so many cards left
    dragons       18             so many left in their stack
    tiles         P x 6 x 6      so many tiles, six standing for more
    stock         6 x 18         so many tiles left
    to place      P x 5          so many members, or neutral ones, still to be placed
    passed        P              in phase 3
    city          6              the one that is being scored
    own choice    7              the sum of one's own return cards, while they are secret
    chosen        P              who has chosen return cards, while they are secret
    back          P x 6          so many members still to go back
    neutrals      1 + 9 + 31     they lead in the city; so many still to go back; so many in stock; two players only
    points        P x 9          in binary, the ones first
    moment        P + P + 11 + 6 to act; the start player; phase; round; all but the last zero once the game is over
"""

from __future__ import annotations

from lantern.games.ming import ends, phases
from lantern.games.ming.board import (
    CARD_KINDS,
    CARDS,
    DISTRICTS,
    DRAGONS,
    HAND_SIZE,
    MEMBERS_A_ROUND,
    MOST_RETURNED,
    NEUTRAL,
    NEUTRALS,
    NOBODY,
    NONE,
    OF_A_SYMBOL,
    PROVINCES,
    ROUNDS,
    SYMBOLS,
    TILES,
)
from lantern.games.ming.state import State
from lantern.kernel.cells import write_amount, write_bits, write_choice
from lantern.kernel.contract import Json
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule
from lantern.kernel.seats import places_after, seat_after

PHASES = len(phases.NAMES)
MANY = 8
PALACES = 3
TILES_SHOWN = 6
CITY_PALACES = 9
POINT_BITS = 9


def observation_size(options: Json) -> int:
    """How many numbers `observe` writes for a table with these options."""
    seats = options["players"]
    neutral = 1 if seats == 2 else 0
    board = DISTRICTS * ((seats + neutral) * (MANY + PALACES) + 2 * seats) + PROVINCES * seats * MANY
    cards = PROVINCES * SYMBOLS + seats * CARD_KINDS * HAND_SIZE + SYMBOLS * OF_A_SYMBOL + CARDS + DRAGONS
    tiles = seats * PROVINCES * TILES_SHOWN + PROVINCES * TILES
    city = PROVINCES + MOST_RETURNED + 1 + seats * (1 + MOST_RETURNED) + neutral * (1 + CITY_PALACES + NEUTRALS)
    moment = seats * (MEMBERS_A_ROUND + 1) + seats * POINT_BITS + 2 * seats + PHASES + ROUNDS
    return int(board + cards + tiles + city + moment)


@rule
def observe(state: State, seat: int, out: Cells) -> int:
    """Write what a seat sees."""
    at = observe_districts(state, seat, out)
    at = observe_spaces(state, seat, out, at)
    at = observe_cards(state, seat, out, at)
    at = observe_tiles(state, seat, out, at)
    at = observe_city(state, seat, out, at)
    return observe_moment(state, seat, out, at)


@rule
def observe_districts(state: State, observer: int, out: Cells) -> int:
    """Members in open areas, on palaces and on monasteries, and the princes."""
    at = 0
    owners = 3 if state.seats == 2 else state.seats
    for district in range(DISTRICTS):
        for distance in range(owners):
            owner = seat_after(state.seats, observer, distance) if distance < state.seats else NEUTRAL
            at = write_amount(out, at, min(MANY, state.open[owner, district]), MANY)
            at = write_amount(out, at, state.palace[owner, district], PALACES)
    for district in range(DISTRICTS):
        seat = state.monastery[district]
        at = write_choice(out, at, NONE if seat == NOBODY else places_after(state.seats, observer, seat), state.seats)
    for distance in range(state.seats):
        at = write_choice(out, at, state.prince[seat_after(state.seats, observer, distance)], DISTRICTS)
    return at


@rule
def observe_spaces(state: State, observer: int, out: Cells, at: int) -> int:
    """Members on the province spaces, and those still to be placed."""
    for province in range(PROVINCES):
        for distance in range(state.seats):
            members = state.space[seat_after(state.seats, observer, distance), province]
            at = write_amount(out, at, min(MANY, members), MANY)
    return at


@rule
def observe_cards(state: State, observer: int, out: Cells, at: int) -> int:
    """The face-up cards, the hands, the discards, the deck and the dragons."""
    for province in range(PROVINCES):
        at = write_choice(out, at, state.display[province], SYMBOLS)
    for distance in range(state.seats):
        for card in range(CARD_KINDS):
            at = write_amount(out, at, state.hand[seat_after(state.seats, observer, distance), card], HAND_SIZE)
    for symbol in range(SYMBOLS):
        at = write_amount(out, at, state.discards[symbol], OF_A_SYMBOL)
    at = write_amount(out, at, state.deck_left, CARDS)
    return write_amount(out, at, state.dragons, DRAGONS)


@rule
def observe_tiles(state: State, observer: int, out: Cells, at: int) -> int:
    """The tiles of the seats, and the stock."""
    for distance in range(state.seats):
        for province in range(PROVINCES):
            tiles = state.tiles[seat_after(state.seats, observer, distance), province]
            at = write_amount(out, at, min(TILES_SHOWN, tiles), TILES_SHOWN)
    for province in range(PROVINCES):
        at = write_amount(out, at, state.tiles_left[province], TILES)
    return at


@rule
def observe_city(state: State, observer: int, out: Cells, at: int) -> int:
    """What is still to be placed, who has passed, and the city that is being scored."""
    secret = state.phase == phases.RETURN
    for distance in range(state.seats):
        at = write_amount(out, at, state.to_place[seat_after(state.seats, observer, distance)], MEMBERS_A_ROUND)
    for distance in range(state.seats):
        out[at + distance] = state.passed >> seat_after(state.seats, observer, distance) & 1
    at = write_choice(out, at + state.seats, state.scored, PROVINCES)
    at = write_choice(out, at, state.chosen[observer] if secret else NONE, MOST_RETURNED + 1)
    for distance in range(state.seats):
        chosen = state.chosen[seat_after(state.seats, observer, distance)]
        out[at + distance] = 1 if secret and chosen != NONE else 0
    at += state.seats
    for distance in range(state.seats):
        back = 0 if secret else max(0, state.chosen[seat_after(state.seats, observer, distance)])
        at = write_amount(out, at, back, MOST_RETURNED)
    if state.seats == 2:
        out[at] = state.neutrals_lead
        at = write_amount(out, at + 1, state.neutrals_back, CITY_PALACES)
        at = write_amount(out, at, state.stock, NEUTRALS)
    return at


@rule
def observe_moment(state: State, observer: int, out: Cells, at: int) -> int:
    """The points, whose decision it is, and which."""
    for distance in range(state.seats):
        at = write_bits(out, at, state.score[seat_after(state.seats, observer, distance)], POINT_BITS)
    running = state.end == ends.RUNNING
    at = write_choice(out, at, places_after(state.seats, observer, state.to_act) if running else NONE, state.seats)
    start = places_after(state.seats, observer, state.start_player) if running else NONE
    at = write_choice(out, at, start, state.seats)
    at = write_choice(out, at, state.phase if running else NONE, PHASES)
    return write_choice(out, at, state.round - 1, ROUNDS)
