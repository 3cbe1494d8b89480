"""Hints as numbers: which number a hint says, and which hint says a number.

Where a hint may touch no card, every hint is a number of its own: ten to a receiver. Where it must touch one, the
giver can't choose freely, so hints are put into classes of which (almost) always one is possible. For each of the two
sorts of hint, colours and values, some places of the receiver's hand are pivots, in an order that all can work out:

    class i     a hint that touches pivot i and no pivot before it
    the last    a hint that touches no pivot at all, if it is likely enough that there is one

A pivot is only taken while it is likely that its card differs from those of the pivots before it.

Of two players, who is given no hint takes it that he needs none (needs.py), so that a hint must always be possible.
There is one pivot, which some hint certainly touches. The last class is only used if it can fail only where the whole
hand is alike; then a hint that touches the whole hand says no number.
"""

from __future__ import annotations

from lantern.games.hanabi import phases
from lantern.games.hanabi.actions import HINT
from lantern.games.hanabi.board import ALL_TOKENS, COLOURS, FITTING, HINTS, TOUCHED
from lantern.games.hanabi.legality import refuse_hint
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.rule import rule
from lantern.kernel.seats import places_after, seat_after
from lantern.players.hanabi.counts import kinds_counted, share, weigh
from lantern.players.hanabi.public import SORTS, Memory

COLOUR_SORT, VALUE_SORT = range(SORTS)
NONE = -1
CERTAIN = 1000
LIKELY = 960
"""How likely, in thousandths, a class of hints must have one that is possible."""
LIKELIER = 990
"""The same while all tokens are there, so that nothing can be discarded instead."""
FITS, WASTE, LAST_OF_KIND = 50, 20, 10
"""What it is worth to learn that a card can be played, is useless or the last of its kind; any kind less is worth 1."""


@rule
def may_hint(state: State, sort: int) -> bool:
    """Whether a sort of hint is allowed now: both in a turn, one by a bonus tile."""
    return state.phase == phases.TURN or (state.phase == phases.COLOUR_HINT) == (sort == COLOUR_SORT)


@rule
def likely_enough(state: State) -> int:
    """How likely a class must have a possible hint, in thousandths: certain where a tile makes one hint compulsory."""
    if state.phase != phases.TURN:
        return CERTAIN
    return LIKELIER if state.tokens == ALL_TOKENS else LIKELY


@rule
def count_messages(memory: Memory, state: State) -> int:
    """How many numbers the seat to act can say with a hint; the classes for each receiver are left in the memory."""
    messages = 0
    for distance in range(1, state.seats):
        receiver = seat_after(state.seats, state.to_act, distance)
        for sort in range(SORTS):
            plan_classes(memory, state, receiver, sort)
            messages += memory.classes[receiver, sort]
    return messages


@rule
def plan_classes(memory: Memory, state: State, receiver: int, sort: int) -> None:
    """Find the classes of a sort of hint to a receiver, and its pivots."""
    memory.pivots[receiver, sort] = 0
    memory.classes[receiver, sort] = 0
    if state.held[receiver] == 0 or not may_hint(state, sort):
        return
    if state.empty_hints:
        memory.classes[receiver, sort] = COLOURS
        return
    weigh_touches(memory, state, receiver, sort)
    used = choose_pivots(memory, state, receiver, sort)
    memory.classes[receiver, sort] = memory.pivots[receiver, sort]
    if has_rest(memory, state, receiver, used):
        memory.classes[receiver, sort] += 1


@rule
def weigh_touches(memory: Memory, state: State, receiver: int, sort: int) -> None:
    """Of the cards that each card of a hand may be, how many a hint touches: each alone, and all alike."""
    all_alike = TOUCHED[sort * COLOURS] & TOUCHED[sort * COLOURS + 1]
    for position in range(state.held[receiver]):
        kinds = memory.possible[receiver, position]
        memory.weight[position] = weigh_at_least_one(memory, kinds)
        memory.all_touch[position] = weigh_at_least_one(memory, kinds & all_alike)
        for number in range(COLOURS):
            touched = TOUCHED[sort * COLOURS + number]
            memory.touch[position, number] = weigh_at_least_one(memory, kinds & touched & ~all_alike)
            memory.touch_chance[position, number] = share(memory.hidden, kinds, touched)
    for number in range(COLOURS):
        memory.miss_chance[number] = 1000


@rule
def weigh_at_least_one(memory: Memory, kinds: int) -> int:
    """How many cards of some kinds are hidden, where of each there is taken to be one."""
    return weigh(memory.hidden, kinds) + count_bits(kinds & ~kinds_counted(memory.hidden))


@rule
def choose_pivots(memory: Memory, state: State, receiver: int, sort: int) -> int:
    """Take pivots, one after the other, while one is likely enough, for two players one; the set of their places."""
    used = 0
    place = next_pivot(memory, state, receiver, used)
    while place >= 0:
        memory.pivot[receiver, sort, memory.pivots[receiver, sort]] = place
        memory.pivots[receiver, sort] += 1
        used |= 1 << place
        for number in range(COLOURS):
            memory.miss_chance[number] = (
                memory.miss_chance[number] * (1000 - memory.touch_chance[place, number]) // 1000
            )
        place = next_pivot(memory, state, receiver, used) if state.seats > 2 else NONE
    return used


@rule
def next_pivot(memory: Memory, state: State, receiver: int, used: int) -> int:
    """The place most likely to be touched by a hint that touches no pivot so far; NONE if none is likely enough."""
    best = NONE
    best_worth = (CERTAIN if state.seats == 2 else likely_enough(state)) * 64
    for position in range(state.held[receiver]):
        if not used >> position & 1:
            worth = new_touch(memory, position) * 64 + count_bits(memory.possible[receiver, position])
            if worth >= best_worth:
                best, best_worth = position, worth
    return best


@rule
def new_touch(memory: Memory, position: int) -> int:
    """How likely, in thousandths, some hint of a sort touches a card and no pivot so far."""
    touched = 0
    likeliest = 0
    for number in range(COLOURS):
        touched += memory.miss_chance[number] * memory.touch[position, number]
        likeliest = max(likeliest, memory.miss_chance[number])
    touched += likeliest * memory.all_touch[position]
    return touched // memory.weight[position] if memory.weight[position] > 0 else 0


@rule
def has_rest(memory: Memory, state: State, receiver: int, used: int) -> bool:
    """Whether it is likely enough that some hint touches none of the pivots."""
    if state.seats == 2 and not fails_openly(memory, state, receiver, used):
        return False
    fails = 1000
    for position in range(state.held[receiver]):
        if not used >> position & 1:
            fails = fails * (1000 - new_touch(memory, position)) // 1000
    return 1000 - fails >= likely_enough(state)


@rule
def fails_openly(memory: Memory, state: State, receiver: int, used: int) -> bool:
    """Whether a hint that touches the pivot touches the whole hand, where none does not touch the pivot."""
    for position in range(state.held[receiver]):
        touched = memory.all_touch[position]
        if used >> position & 1 and touched > 0:
            return False
        for number in range(COLOURS):
            touched += memory.touch[position, number]
        if touched < memory.weight[position]:
            return False
    return used != 0


# What was planned, by `count_messages` on the same position, is read.


@rule
def class_of(memory: Memory, state: State, receiver: int, hint: int, touched: int) -> int:
    """The class of a hint that touches some places of a hand, NONE if it says no number."""
    if state.empty_hints:
        return hint % COLOURS
    sort = hint // COLOURS
    if state.seats == 2 and memory.classes[receiver, sort] > 1 and touched == (1 << state.held[receiver]) - 1:
        return NONE
    for number in range(memory.pivots[receiver, sort]):
        if touched >> memory.pivot[receiver, sort, number] & 1:
            return number
    last: int = memory.classes[receiver, sort] - 1
    return last


@rule
def message_of(memory: Memory, before: State, action: int, after: State) -> int:
    """The number that a hint of the seat to act said, NONE if it said none."""
    receiver = (action - HINT) // HINTS
    hint = (action - HINT) % HINTS
    number = 0
    for distance in range(1, places_after(before.seats, before.to_act, receiver)):
        other = seat_after(before.seats, before.to_act, distance)
        number += memory.classes[other, COLOUR_SORT] + memory.classes[other, VALUE_SORT]
    if hint // COLOURS == VALUE_SORT:
        number += memory.classes[receiver, COLOUR_SORT]
    touched = 0
    for position in range(after.held[receiver]):
        touched |= (after.mark[receiver, position] >> hint & 1) << position
    told = class_of(memory, before, receiver, hint, touched)
    return number + told if told >= 0 else NONE


@rule
def hint_for(memory: Memory, state: State, number: int) -> int:
    """The hint that says a number, NONE if there is none."""
    for distance in range(1, state.seats):
        receiver = seat_after(state.seats, state.to_act, distance)
        for sort in range(SORTS):
            classes = memory.classes[receiver, sort]
            if number < classes:
                return hint_in_class(memory, state, receiver, sort, number)
            number -= classes
    return NONE


@rule
def hint_in_class(memory: Memory, state: State, receiver: int, sort: int, number: int) -> int:
    """The hint of a class that tells most by what it touches; else one that says no number; NONE if there is none."""
    best = NONE
    best_worth = -2
    for hint in range(sort * COLOURS, sort * COLOURS + COLOURS):
        if refuse_hint(state, receiver, hint) == 0:
            touched = places_touched(state, receiver, hint)
            told = class_of(memory, state, receiver, hint, touched)
            if told == number or told == NONE:
                worth = worth_of_touch(memory, state, receiver, hint, touched) if told == number else -1
                if worth > best_worth:
                    best, best_worth = HINT + receiver * HINTS + hint, worth
    return best


@rule
def places_touched(state: State, receiver: int, hint: int) -> int:
    """The places of a hand whose cards a hint touches; the hand must be seen."""
    places = 0
    for position in range(state.held[receiver]):
        places |= (FITTING[state.hand[receiver, position]] >> hint & 1) << position
    return places


@rule
def worth_of_touch(memory: Memory, state: State, receiver: int, hint: int, touched: int) -> int:
    """What a hint is worth by what it touches, beside the number it says."""
    worth = 0
    for position in range(state.held[receiver]):
        before = memory.trial[receiver, position]
        after = before & (TOUCHED[hint] if touched >> position & 1 else ~TOUCHED[hint])
        worth += worth_of_news(memory, before, after)
    return worth


@rule
def worth_of_news(memory: Memory, before: int, after: int) -> int:
    """What it is worth to learn that a card is one of fewer kinds."""
    worth: int = count_bits(before) - count_bits(after)
    for kinds, news in ((memory.playable, FITS), (memory.useless, WASTE), (memory.vital, LAST_OF_KIND)):
        if after & ~kinds == 0 and before & ~kinds != 0:
            worth += news
    return worth
