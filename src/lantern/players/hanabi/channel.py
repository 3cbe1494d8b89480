"""Hints as numbers: which number a hint says, and which hint says a number.

Where a hint may touch no card, every hint is a number of its own: ten to a receiver. Where it must touch one, the
giver can't choose freely, so hints are put into classes of which (almost) always one is possible. For each of the two
sorts of hint, colours and values, some places of the receiver's hand are pivots, in an order that all can work out:

    class i     a hint that touches pivot i and no pivot before it
    the last    a hint that touches no pivot at all, if it is likely enough that there is one

A pivot is only taken while it is likely that its card differs from those of the pivots before it.
"""

from __future__ import annotations

from lantern.games.hanabi.actions import HINT
from lantern.games.hanabi.board import ALL_TOKENS, COLOURS, FITTING, HINTS, TOUCHED
from lantern.games.hanabi.legality import refuse_hint
from lantern.games.hanabi.state import COLOUR_HINT, TURN, State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.rule import rule
from lantern.kernel.seats import places_after, seat_after
from lantern.players.hanabi.public import Memory, share

COLOUR_SORT, VALUE_SORT = 0, 1
LIKELY = 960
"""How likely, in thousandths, a class of hints must have one that is possible."""
LIKELIER = 990
"""The same while all tokens are there, so that nothing can be discarded instead."""


@rule
def may_hint(state: State, sort: int) -> bool:
    """Whether a sort of hint is allowed now: both in a turn, one by a bonus tile."""
    return state.phase == TURN or (state.phase == COLOUR_HINT) == (sort == COLOUR_SORT)


@rule
def likely_enough(state: State) -> int:
    """How likely a class must have a possible hint, in thousandths: certain where a tile makes one hint compulsory."""
    if state.phase != TURN:
        return 1000
    return LIKELIER if state.tokens == ALL_TOKENS else LIKELY


@rule
def plan_classes(memory: Memory, state: State, receiver: int, sort: int) -> int:
    """How many numbers a sort of hint can say to a receiver; its pivots are left in the memory."""
    memory.pivots = 0
    memory.has_rest = 0
    if state.held[receiver] == 0 or not may_hint(state, sort):
        return 0
    if state.empty_hints:
        return COLOURS
    for position in range(state.held[receiver]):
        for number in range(COLOURS):
            hint = sort * COLOURS + number
            kinds = memory.possible[receiver, position]
            memory.touch_chance[position, number] = share(memory.hidden, kinds, TOUCHED[hint])
    for number in range(COLOURS):
        memory.miss_chance[number] = 1000
    used = 0
    while memory.pivots < state.held[receiver]:
        place = next_pivot(memory, state, receiver, sort, used)
        if place < 0:
            break
        memory.pivot[memory.pivots] = place
        memory.pivots += 1
        used |= 1 << place
        for number in range(COLOURS):
            memory.miss_chance[number] = (
                memory.miss_chance[number] * (1000 - memory.touch_chance[place, number]) // 1000
            )
    fails = 1000
    for position in range(state.held[receiver]):
        if not used >> position & 1:
            fails = fails * (1000 - new_touch(memory, receiver, position, sort)) // 1000
    if 1000 - fails >= likely_enough(state):
        memory.has_rest = 1
    return memory.pivots + memory.has_rest


@rule
def next_pivot(memory: Memory, state: State, receiver: int, sort: int, used: int) -> int:
    """The place most likely to be touched by a hint that touches no pivot so far; -1 if none is likely enough."""
    best = -1
    best_worth = likely_enough(state) * 64
    for position in range(state.held[receiver]):
        if not used >> position & 1:
            worth = new_touch(memory, receiver, position, sort) * 64 + count_bits(memory.possible[receiver, position])
            if worth >= best_worth:
                best, best_worth = position, worth
    return best


@rule
def new_touch(memory: Memory, receiver: int, position: int, sort: int) -> int:
    """How likely, in thousandths, some hint of a sort touches a card and no pivot so far."""
    kinds = memory.possible[receiver, position]
    chance = 0
    weight = 0
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        best = 0
        for number in range(COLOURS):
            if FITTING[kind] >> (sort * COLOURS + number) & 1:
                best = max(best, memory.miss_chance[number])
        copies = max(1, memory.hidden[kind])
        chance += copies * best
        weight += copies
    return chance // weight if weight > 0 else 0


@rule
def count_messages(memory: Memory, state: State) -> int:
    """How many numbers the seat to act can say with a hint."""
    messages = 0
    for distance in range(1, state.seats):
        receiver = seat_after(state.seats, state.to_act, distance)
        messages += plan_classes(memory, state, receiver, COLOUR_SORT)
        messages += plan_classes(memory, state, receiver, VALUE_SORT)
    return messages


@rule
def class_of(memory: Memory, state: State, hint: int, touched: int) -> int:
    """The class, as planned, of a hint that touches some places of a hand."""
    if state.empty_hints:
        return hint % COLOURS
    for number in range(memory.pivots):
        if touched >> memory.pivot[number] & 1:
            return number
    return memory.pivots + memory.has_rest - 1


@rule
def message_of(memory: Memory, before: State, action: int, after: State) -> int:
    """The number that a hint of the seat to act said."""
    receiver = (action - HINT) // HINTS
    hint = (action - HINT) % HINTS
    number = 0
    for distance in range(1, places_after(before.seats, before.to_act, receiver)):
        other = seat_after(before.seats, before.to_act, distance)
        number += plan_classes(memory, before, other, COLOUR_SORT) + plan_classes(memory, before, other, VALUE_SORT)
    sort = hint // COLOURS
    if sort == VALUE_SORT:
        number += plan_classes(memory, before, receiver, COLOUR_SORT)
    plan_classes(memory, before, receiver, sort)
    touched = 0
    for position in range(after.held[receiver]):
        touched |= (after.mark[receiver, position] >> hint & 1) << position
    return number + class_of(memory, before, hint, touched)


@rule
def hint_for(memory: Memory, state: State, number: int) -> int:
    """The hint that says a number, -1 if there is none."""
    for distance in range(1, state.seats):
        receiver = seat_after(state.seats, state.to_act, distance)
        for sort in range(2):
            classes = plan_classes(memory, state, receiver, sort)
            if number < classes:
                return hint_in_class(memory, state, receiver, sort, number)
            number -= classes
    return -1


@rule
def hint_in_class(memory: Memory, state: State, receiver: int, sort: int, number: int) -> int:
    """The hint of a class that tells most by what it touches, -1 if none is possible."""
    best = -1
    best_worth = -1
    for hint in range(sort * COLOURS, sort * COLOURS + COLOURS):
        if refuse_hint(state, receiver, hint) == 0:
            touched = 0
            worth = 0
            for position in range(state.held[receiver]):
                fits = FITTING[state.hand[receiver, position]] >> hint & 1
                touched |= fits << position
                before = memory.trial[receiver, position]
                after = before & (TOUCHED[hint] if fits else ~TOUCHED[hint])
                worth += count_bits(before) - count_bits(after)
            if class_of(memory, state, hint, touched) == number and worth > best_worth:
                best, best_worth = HINT + receiver * HINTS + hint, worth
    return best
