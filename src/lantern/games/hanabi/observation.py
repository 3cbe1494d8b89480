"""What a learner sees: a row of zeros and ones, seats counted from the observer.

In order, with P seats, H cards to a hand, S fireworks and K = 5 S kinds (multicolour, then black, after green):

    hands        (P - 1) x H x K   the others' cards, next seat first
    short        P                 a hand has a card too few
    told         P x H x (K + 10)  own hand first: kinds the hints leave open, hints that touched the card
    fireworks    S x 5             so many cards built
    tokens       8                 so many left
    errors       3                 so many made
    deck         N - P x H         so many of the N cards left in it
    discards     N                 kind by kind, so many of its copies discarded
    last round   P                 so many turns left, once it has begun
    to act       P                 whose decision it is; like the phase all zero once the game is over
    phase        5                 turn, or the bonus tile's choice
    tiles        6                 bonus tiles turned up (all zero without 5 Flares)
    last         4 + P + P + 10    play, discard, hint or other; whose; to whom; which hint
    last card    H + K             the position in the hand, and the kind of the card played or discarded
"""

from __future__ import annotations

from lantern.games.hanabi import board, ends, phases
from lantern.games.hanabi.actions import DISCARD, HINT, PASS
from lantern.games.hanabi.knowledge import kinds_in_play, possible_kinds
from lantern.games.hanabi.play import fireworks_in_play, hand_size
from lantern.games.hanabi.state import State
from lantern.kernel.cells import write_amount, write_bits, write_choice, write_zeros
from lantern.kernel.contract import Json
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule
from lantern.kernel.seats import places_after, seat_after

PHASES = len(phases.NAMES)
LAST_KINDS = 4
HINTED = (1 << board.HINTS) - 1
"""The bits of a mark that say which hints touched a card."""


def observation_size(options: Json) -> int:
    """How many numbers `observe` writes for a table with these options."""
    seats = options["players"]
    size = 5 if seats <= 3 else 4
    fireworks = 5 + options["multicolour"] + options["black_powder"]
    kinds, cards = 5 * fireworks, 10 * fireworks
    told = seats * size * (kinds + board.HINTS)
    table = kinds + board.ALL_TOKENS + board.ALL_ERRORS + (cards - seats * size) + cards
    last = LAST_KINDS + seats + seats + board.HINTS + size + kinds
    return int((seats - 1) * size * kinds + seats + told + table + seats + seats + PHASES + board.TILES + last)


@rule
def observe(state: State, seat: int, out: Cells) -> int:
    """Write what a seat sees and has been told."""
    at = observe_hands(state, seat, out, 0)
    at = observe_told(state, seat, out, at)
    at = observe_table(state, out, at)
    at = observe_discards(state, out, at)
    at = observe_moment(state, seat, out, at)
    return observe_last(state, seat, out, at)


@rule
def column(state: State, kind: int) -> int:
    """The place of a kind among those in play."""
    return kind - board.VALUES if kind >= board.BLACK * board.VALUES and not state.multicolour else kind


@rule
def observe_hands(state: State, observer: int, out: Cells, at: int) -> int:
    """The others' cards, and whose hands are short."""
    kinds = board.VALUES * fireworks_in_play(state)
    size = hand_size(state)
    write_zeros(out, at, (state.seats - 1) * size * kinds)
    for distance in range(1, state.seats):
        seat = seat_after(state.seats, observer, distance)
        for position in range(state.held[seat]):
            out[at + position * kinds + column(state, state.hand[seat, position])] = 1
        at += size * kinds
    for distance in range(state.seats):
        out[at] = 1 if state.held[seat_after(state.seats, observer, distance)] < size else 0
        at += 1
    return at


@rule
def observe_told(state: State, observer: int, out: Cells, at: int) -> int:
    """What every seat has been told of its cards."""
    kinds = board.VALUES * fireworks_in_play(state)
    for distance in range(state.seats):
        seat = seat_after(state.seats, observer, distance)
        for position in range(hand_size(state)):
            told = columns(state, possible_kinds(state, seat, position))
            told |= (state.mark[seat, position] & HINTED) << kinds
            at = write_bits(out, at, told if position < state.held[seat] else 0, kinds + board.HINTS)
    return at


@rule
def columns(state: State, kinds: int) -> int:
    """A set of kinds as the set of their places."""
    coloured = (1 << board.MULTICOLOUR * board.VALUES) - 1
    return kinds if state.multicolour else kinds & coloured | kinds >> board.VALUES & ~coloured


@rule
def observe_table(state: State, out: Cells, at: int) -> int:
    """Fireworks, tokens, errors and the deck."""
    for suit in range(board.SUITS):
        if kinds_in_play(state) >> (suit * board.VALUES) & 1:
            at = write_amount(out, at, state.firework[suit], board.VALUES)
    at = write_amount(out, at, state.tokens, board.ALL_TOKENS)
    at = write_amount(out, at, state.errors, board.ALL_ERRORS)
    dealt = state.seats * hand_size(state)
    return write_amount(out, at, state.deck_size - state.drawn, state.deck_size - dealt)


@rule
def observe_discards(state: State, out: Cells, at: int) -> int:
    """The discards, kind by kind."""
    for kind in range(board.KINDS):
        if kinds_in_play(state) >> kind & 1:
            at = write_amount(out, at, state.discarded[kind], board.COPIES[state.ordinary_black, kind])
    return at


@rule
def observe_moment(state: State, observer: int, out: Cells, at: int) -> int:
    """The last round, whose decision it is, which one, and the tiles turned up."""
    at = write_amount(out, at, state.turns_left, state.seats)
    running = state.end == ends.RUNNING
    at = write_choice(out, at, places_after(state.seats, observer, state.to_act) if running else -1, state.seats)
    at = write_choice(out, at, state.phase if running else -1, PHASES)
    write_zeros(out, at, board.TILES)
    if state.flares:
        for place in range(board.TILES - state.tiles_left):
            out[at + state.tile[place]] = 1
    return at + board.TILES


@rule
def observe_last(state: State, observer: int, out: Cells, at: int) -> int:
    """The decision made last, and the card it brought to light."""
    action = state.last_action
    size = hand_size(state)
    is_hint = HINT <= action < PASS
    done = 0 if action < DISCARD else 1 if action < HINT else 2 if action < PASS else 3
    at = write_choice(out, at, done if action >= 0 else -1, LAST_KINDS)
    at = write_choice(out, at, places_after(state.seats, observer, state.last_seat) if action >= 0 else -1, state.seats)
    target = places_after(state.seats, observer, (action - HINT) // board.HINTS) if is_hint else -1
    at = write_choice(out, at, target, state.seats)
    at = write_choice(out, at, (action - HINT) % board.HINTS if is_hint else -1, board.HINTS)
    at = write_choice(out, at, action % DISCARD if 0 <= action < HINT else -1, size)
    kind = column(state, state.last_card) if state.last_card != board.NO_CARD else board.NO_CARD
    return write_choice(out, at, kind, board.VALUES * fireworks_in_play(state))
