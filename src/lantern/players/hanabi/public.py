"""Public tables: what everybody at the table knows of every card, kept alike by all who play by hats.

The tables of all seats are the same, for they follow from what all can see: hints and the cards they touch, cards
played and discarded, and the numbers that hints carry (channel.py, questions.py).
"""

from __future__ import annotations

import numpy as np

from lantern.games.hanabi.board import BLACK, COLOURS, COPIES, KINDS, MOST_HELD, MOST_SEATS, SUITS, VALUES
from lantern.games.hanabi.knowledge import kinds_in_play, public_kinds
from lantern.games.hanabi.state import State
from lantern.kernel.record import Cells, byte, long, record, short, word
from lantern.kernel.rule import plainly, rule
from lantern.players.hanabi import counts as hanabi_counts

MOST_ITEMS = 48
SORTS = 2
"""Of hints: colours and values."""
MOST_OPTIONS = 16
MOST_WORLDS = 8192
"""A mind thinks through so many: more would tell apart only what differs by hundredths of a point."""
NOBODY = -1
BLACK_KINDS = 0b11111 << BLACK * VALUES
TOP_KINDS = sum(1 << (suit + 1) * VALUES - 1 for suit in range(SUITS))
"""The last of each firework that is built upwards."""


@record
class Memory:
    """What a seat that plays by hats remembers, what it has found of a position, and room to work in."""

    # The public tables, with `source` and `trusted`
    possible: Cells = long(MOST_SEATS, MOST_HELD)  # [seat, position] the set of kinds the card can be for everybody
    playable: int = long()  # the set of kinds that are the next of their firework
    useless: int = long()  # the set of kinds that can't be built any more
    vital: int = long()  # the set of kinds still needed of which one card is left
    covered: Cells = long(hanabi_counts.SETS)  # cards that do not lie open on the table (counts.py)
    hidden: Cells = long(
        hanabi_counts.SETS
    )  # cards that lie in the deck or in a hand, but nobody knows where (counts.py)
    # What it has found of a position (hats/thinking.py), with `tried`, `met`, `worlds`, `seed`, `certainty`, `option`,
    # `options`, `put_off`
    gain: Cells = long(MOST_OPTIONS)  # [option] points more than by the usual action, over all worlds
    spread: Cells = long(MOST_OPTIONS)  # [option] the squares of these, added up
    # Room to work in, with all that is not named above: nothing there lasts from one call to the next
    trial: Cells = long(MOST_SEATS, MOST_HELD)  # [seat, position] the tables while a message is read
    left: Cells = long(MOST_HELD)  # [position] what is left of a table while the answers of a question are weighed
    own: Cells = long(MOST_HELD)  # [position] the kinds that a card of the own hand can be for its owner
    unseen: Cells = long(hanabi_counts.SETS)  # cards that the owner of `own` does not see (counts.py)
    item_set: Cells = long(MOST_ITEMS)  # [item] a question: is the card at a position one of these kinds?
    tried: Cells = word(MOST_OPTIONS)  # [option] the number of these worlds
    met: Cells = word(MOST_OPTIONS)  # [option] before this world, nothing is put off for it
    worlds: int = word()  # how many have been dealt
    seed: int = word()  # what they are dealt from
    certainty: int = word()  # the square of how many standard errors a gain must be to count
    room: Cells = word(MOST_ITEMS + 1)  # [answer] how many messages are left for what follows an answer
    touch: Cells = word(MOST_HELD, COLOURS)  # [position, number] cards it may be that this hint alone touches
    all_touch: Cells = word(MOST_HELD)  # [position] cards it may be that every hint of a sort touches
    weight: Cells = word(MOST_HELD)  # [position] all cards it may be
    touch_chance: Cells = word(MOST_HELD, COLOURS)  # [position, number] a hint touches the card, in thousandths
    miss_chance: Cells = word(COLOURS)  # [number] a hint touches no pivot so far, in thousandths
    harm: int = word()  # what the least harmful discard costs
    rounds: int = word()  # as set: how many worlds it thinks through
    deck: int = word()  # as set: it thinks once so many cards are left in the deck; 0 for as many as is usual
    option: Cells = short(MOST_OPTIONS)  # [option] an action to compare, the usual one first
    options: int = byte()  # how many there are
    put_off: Cells = byte(MOST_WORLDS)  # [world] 1 if nothing can be gained there: candidates meet it later, if at all
    source: Cells = byte(MOST_SEATS, MOST_HELD)  # [seat, position] who said the number that last told of a card, or -1
    trusted: int = byte()  # the set of seats that have kept to the convention so far
    item_place: Cells = byte(MOST_ITEMS)  # [item] the position a question is about
    pivot: Cells = byte(MOST_SEATS, SORTS, MOST_HELD)  # [seat, sort, number] places by which hints are put into classes
    pivots: Cells = byte(MOST_SEATS, SORTS)  # [seat, sort] how many there are
    classes: Cells = byte(MOST_SEATS, SORTS)  # [seat, sort] how many classes of hints


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


EARLY = np.array(
    [sum(1 << kind for kind in range(KINDS) if plainly(step_of)(kind) <= step) for step in range(VALUES)], np.int64
)
"""[step] the set of kinds with at most so many cards below them in their firework."""


@rule
def price(counts: Cells, kinds: int, each: int, following: int) -> int:
    """What the cards of some kinds are worth: so much each, and more for every card from it to its firework's end."""
    worth = each * hanabi_counts.weigh(counts, kinds)
    for step in range(VALUES):
        worth += following * hanabi_counts.weigh(counts, kinds & EARLY[step])
    return worth


@rule
def playable_kinds(state: State) -> int:
    """The set of kinds that are the next of their firework."""
    kinds = 0
    for suit in range(SUITS):
        if state.firework[suit] < VALUES:
            kinds |= 1 << kind_at(suit, state.firework[suit])
    return kinds & kinds_in_play(state)


@rule
def built_kinds(state: State) -> int:
    """The set of kinds that lie in the fireworks."""
    kinds = 0
    for suit in range(SUITS):
        built = (1 << state.firework[suit]) - 1
        kinds |= (built << VALUES - state.firework[suit] if suit == BLACK else built) << suit * VALUES
    return kinds


@rule
def kinds_beyond(kinds: int) -> int:
    """Some kinds and all that come after them in their fireworks."""
    black = kinds & BLACK_KINDS
    others = kinds & ~BLACK_KINDS
    for _ in range(VALUES - 1):
        black |= black >> 1 & BLACK_KINDS
        others |= (others & ~TOP_KINDS) << 1
    return black | others


@rule
def useless_kinds(state: State) -> int:
    """The set of kinds already built, or beyond a card that is lost for good."""
    lost = 0
    for kind in range(KINDS):
        if state.discarded[kind] == COPIES[state.ordinary_black, kind]:
            lost |= 1 << kind
    return built_kinds(state) | kinds_beyond(lost & kinds_in_play(state))


@rule
def vital_kinds(state: State) -> int:
    """The set of kinds still needed of which one card is left."""
    kinds = 0
    for kind in range(KINDS):
        if state.discarded[kind] + 1 == COPIES[state.ordinary_black, kind]:
            kinds |= 1 << kind
    return kinds & kinds_in_play(state) & ~useless_kinds(state)


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
    """Look what lies on the table; cross out, card by card, the kinds that have all been found elsewhere."""
    look_at_table(memory, state)
    count_hidden(memory, state)
    changed = True
    while changed:
        changed = False
        for seat in range(state.seats):
            for position in range(state.held[seat]):
                kinds = memory.possible[seat, position]
                if not is_single(kinds):
                    narrowed = kinds & hanabi_counts.kinds_counted(memory.hidden)
                    if narrowed == 0:
                        narrowed = public_kinds(state, seat, position)
                    if narrowed != kinds:
                        memory.possible[seat, position] = narrowed
                        if is_single(narrowed) and narrowed & hanabi_counts.kinds_counted(memory.hidden) != 0:
                            hanabi_counts.take_each(memory.hidden, narrowed)
                            changed = True


@rule
def look_at_table(memory: Memory, state: State) -> None:
    """What everybody sees: `playable_kinds`, `useless_kinds` and `vital_kinds`, and the cards that do not lie open."""
    built = built_kinds(state)
    hanabi_counts.count_undiscarded(memory.covered, state)
    lost = kinds_in_play(state) & ~hanabi_counts.kinds_counted(memory.covered)
    memory.playable = playable_kinds(state)
    memory.useless = built | kinds_beyond(lost)
    memory.vital = hanabi_counts.kinds_single(memory.covered) & ~memory.useless
    hanabi_counts.take_each(memory.covered, built)


@rule
def count_hidden(memory: Memory, state: State) -> None:
    """Count the cards of each kind that nobody knows the place of."""
    hanabi_counts.copy_counts(memory.hidden, memory.covered)
    for seat in range(state.seats):
        for position in range(state.held[seat]):
            kinds = memory.possible[seat, position]
            if is_single(kinds):
                if kinds & hanabi_counts.kinds_counted(memory.hidden) != 0:
                    hanabi_counts.take_each(memory.hidden, kinds)
                else:
                    memory.possible[seat, position] = public_kinds(state, seat, position)


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
def knows_play(memory: Memory, state: State, seat: int) -> bool:
    """Whether everybody knows of a certain card of a hand that it can be played."""
    known = False
    for position in range(state.held[seat]):
        known = known or memory.possible[seat, position] & ~memory.playable == 0
    return known
