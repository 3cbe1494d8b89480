"""Public tables: what everybody at the table knows of every card, kept alike by all who play by hats.

The tables of all seats are the same, for they follow from what all can see: hints and the cards they touch, cards
played and discarded, and the numbers that hints carry (channel.py, questions.py).
"""

from __future__ import annotations

from lantern.games.hanabi.board import BLACK, COLOURS, COPIES, KINDS, MOST_HELD, MOST_SEATS, SUITS, VALUES
from lantern.games.hanabi.knowledge import covered_copies, kinds_in_play, public_kinds
from lantern.games.hanabi.state import State
from lantern.kernel.bits import lowest_bit
from lantern.kernel.record import Cells, byte, long, record, short, word
from lantern.kernel.rule import rule

MOST_ITEMS = 48
MOST_OPTIONS = 16
NOBODY = -1


@record
class Memory:
    """What a seat that plays by hats remembers, what it has found of a position, and room to work in."""

    # The public tables, with `hidden`, `source` and `trusted`
    possible: Cells = long(MOST_SEATS, MOST_HELD)  # [seat, position] the set of kinds the card can be for everybody
    # What it has found of a position, with `tried`, `option` and `options` (search.py)
    gain: Cells = long(MOST_OPTIONS)  # [option] points more than by the usual action, over all worlds
    spread: Cells = long(MOST_OPTIONS)  # [option] the squares of these, added up
    # Room to work in, with all that is not named above: nothing there lasts from one call to the next
    trial: Cells = long(MOST_SEATS, MOST_HELD)  # [seat, position] the tables while a message is read
    left: Cells = long(MOST_HELD)  # [position] what is left of a table while the answers of a question are weighed
    own: Cells = long(MOST_HELD)  # [position] the kinds that a card of the own hand can be for its owner
    item_set: Cells = long(MOST_ITEMS)  # [item] a question: is the card at a position one of these kinds?
    tried: Cells = word(MOST_OPTIONS)  # [option] the number of these worlds
    room: Cells = word(MOST_ITEMS + 1)  # [answer] how many messages are left for what follows an answer
    touch_chance: Cells = word(MOST_HELD, COLOURS)  # [position, number] a hint touches the card, in thousandths
    miss_chance: Cells = word(COLOURS)  # [number] a hint touches no pivot so far, in thousandths
    harm: int = word()  # what the least harmful discard costs
    rounds: int = word()  # as set: how many worlds it thinks through
    deck: int = word()  # as set: it thinks once so many cards are left in the deck; 0 for as many as is usual
    option: Cells = short(MOST_OPTIONS)  # [option] an action to compare, the usual one first
    options: int = byte()  # how many there are
    hidden: Cells = byte(KINDS)  # [kind] cards that lie in the deck or in a hand, but nobody knows where
    source: Cells = byte(MOST_SEATS, MOST_HELD)  # [seat, position] who said the number that last told of a card, or -1
    trusted: int = byte()  # the set of seats that have kept to the convention so far
    item_place: Cells = byte(MOST_ITEMS)  # [item] the position a question is about
    pivot: Cells = byte(MOST_HELD)  # [number] the places by which hints to a hand are put into classes
    pivots: int = byte()  # how many there are
    has_rest: int = byte()  # 1 if hints that touch no pivot are a class of their own
    unseen: Cells = byte(KINDS)  # [kind] cards that the owner of `own` does not see, but for those he knows of


@rule
def is_single(kinds: int) -> bool:
    """Whether a set of kinds leaves no doubt."""
    return kinds != 0 and kinds & (kinds - 1) == 0


@rule
def step_of(kind: int) -> int:
    """How many cards of its firework lie below a card: black is built downwards (HANABI-6.1)."""
    value = kind % VALUES
    return VALUES - 1 - value if kind // VALUES == BLACK else value


@rule
def kind_at(suit: int, step: int) -> int:
    """The card of a suit with so many below it."""
    return suit * VALUES + (VALUES - 1 - step if suit == BLACK else step)


@rule
def playable_kinds(state: State) -> int:
    """The set of kinds that are the next of their firework."""
    kinds = 0
    for suit in range(SUITS):
        if state.firework[suit] < VALUES:
            kinds |= 1 << kind_at(suit, state.firework[suit])
    return kinds & kinds_in_play(state)


@rule
def useless_kinds(state: State) -> int:
    """The set of kinds already built, or beyond a card that is lost for good."""
    kinds = 0
    for suit in range(SUITS):
        lost = False
        for step in range(VALUES):
            kind = kind_at(suit, step)
            if step < state.firework[suit]:
                kinds |= 1 << kind
            else:
                lost = lost or state.discarded[kind] == COPIES[state.ordinary_black, kind]
                if lost:
                    kinds |= 1 << kind
    return kinds & kinds_in_play(state)


@rule
def vital_kinds(state: State) -> int:
    """The set of kinds still needed of which one card is left."""
    kinds = 0
    useless = useless_kinds(state)
    for kind in range(KINDS):
        if not useless >> kind & 1 and state.discarded[kind] + 1 == COPIES[state.ordinary_black, kind]:
            kinds |= 1 << kind
    return kinds & kinds_in_play(state)


@rule
def start_tables(memory: Memory, state: State) -> None:
    """Before the first turn every card can be what the hints about it leave open: anything, where a match begins."""
    for seat in range(MOST_SEATS):
        for position in range(MOST_HELD):
            dealt = seat < state.seats and position < state.held[seat]
            memory.possible[seat, position] = public_kinds(state, seat, position) if dealt else 0
            memory.source[seat, position] = NOBODY
    memory.trusted = (1 << state.seats) - 1
    settle_tables(memory, state)


@rule
def settle_tables(memory: Memory, state: State) -> None:
    """Cross out, card by card, the kinds that have all been found elsewhere; count those nobody knows the place of."""
    count_hidden(memory, state)
    changed = True
    while changed:
        changed = False
        for seat in range(state.seats):
            for position in range(state.held[seat]):
                kinds = memory.possible[seat, position]
                if not is_single(kinds):
                    narrowed = kinds & kinds_hidden(memory)
                    if narrowed == 0:
                        narrowed = public_kinds(state, seat, position)
                    if narrowed != kinds:
                        memory.possible[seat, position] = narrowed
                        if is_single(narrowed) and memory.hidden[lowest_bit(narrowed)] > 0:
                            memory.hidden[lowest_bit(narrowed)] -= 1
                            changed = True


@rule
def count_hidden(memory: Memory, state: State) -> None:
    """Count the cards of each kind that nobody knows the place of."""
    kinds = kinds_in_play(state)
    for kind in range(KINDS):
        memory.hidden[kind] = covered_copies(state, kind) if kinds >> kind & 1 else 0
    for seat in range(state.seats):
        for position in range(state.held[seat]):
            if is_single(memory.possible[seat, position]):
                known = lowest_bit(memory.possible[seat, position])
                if memory.hidden[known] > 0:
                    memory.hidden[known] -= 1
                else:
                    memory.possible[seat, position] = public_kinds(state, seat, position)


@rule
def kinds_hidden(memory: Memory) -> int:
    """The set of kinds with a card that nobody knows the place of."""
    kinds = 0
    for kind in range(KINDS):
        if memory.hidden[kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def weigh(copies: Cells, kinds: int) -> int:
    """How many cards of some kinds there are, by a count of copies."""
    weight = 0
    while kinds != 0:
        weight += copies[lowest_bit(kinds)]
        kinds &= kinds - 1
    return weight


@rule
def share(copies: Cells, kinds: int, wanted: int) -> int:
    """How likely, in thousandths, a card that is one of some kinds is one of the wanted."""
    if kinds & ~wanted == 0:
        return 1000
    if kinds & wanted == 0:
        return 0
    whole = weigh(copies, kinds)
    return 1000 * weigh(copies, kinds & wanted) // whole if whole > 0 else 0


@rule
def take_card(memory: Memory, before: State, after: State, seat: int, position: int) -> None:
    """A card left a hand: the younger ones move up; position -1 if none did. A card drawn can be anything."""
    held = before.held[seat]
    if position >= 0:
        for place in range(position, MOST_HELD - 1):
            memory.possible[seat, place] = memory.possible[seat, place + 1]
            memory.source[seat, place] = memory.source[seat, place + 1]
        memory.possible[seat, MOST_HELD - 1] = 0
        held -= 1
    if after.held[seat] > held:
        memory.possible[seat, held] = kinds_in_play(after)
        memory.source[seat, held] = NOBODY


@rule
def is_trusted(memory: Memory, seat: int) -> bool:
    """Whether a seat has kept to the convention so far."""
    return bool(memory.trusted >> seat & 1)


@rule
def distrust(memory: Memory, state: State, seat: int) -> None:
    """A seat broke the convention: its hints mean what they say, and what was told by number is forgotten."""
    memory.trusted &= ~(1 << seat)
    for other in range(state.seats):
        for position in range(state.held[other]):
            memory.possible[other, position] = public_kinds(state, other, position)
            memory.source[other, position] = NOBODY
    settle_tables(memory, state)


@rule
def knows_play(memory: Memory, state: State, seat: int, playable: int) -> bool:
    """Whether everybody knows of a certain card of a hand that it can be played."""
    known = False
    for position in range(state.held[seat]):
        known = known or memory.possible[seat, position] & ~playable == 0
    return known
