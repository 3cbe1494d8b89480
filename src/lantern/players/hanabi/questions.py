"""What a number tells a seat about its hand: a chain of questions that everybody can pose, and its answers.

A question is a list of items (position, kinds): "is the card here one of these?" Its answer is the first item that
says yes, or the one after the last. Each answer has its share of the numbers still open, the likelier the larger, and
within that share the next question is asked. What is asked depends on the public tables alone.
"""

from __future__ import annotations

from lantern.games.hanabi.board import MOST_HELD
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.rule import rule
from lantern.players.hanabi.counts import share, weigh
from lantern.players.hanabi.public import MOST_ITEMS, Memory

WHOLE = 1 << 20
"""Certainty, while the answers of a question are weighed."""
EVEN, NEARLY_EVEN = 500, 400
"""Thousandths: of a card whose chance to fit is within so much of one half, two players ask whether it does."""


@rule
def hat_of(memory: Memory, state: State, seat: int, messages: int) -> int:
    """The number that tells a hand, and what it tells, into `trial`; the hand must be seen."""
    copy_table(memory, state, seat)
    first = 0
    room = messages
    while room > 1:
        items = pose_question(memory, state, seat, room)
        if items == 0:
            break
        share_room(memory, seat, items, room)
        answer = answer_of(memory, state, seat, items)
        first += room_before(memory, answer)
        room = memory.room[answer]
        take_answer(memory, seat, items, answer)
    return first


@rule
def read_hat(memory: Memory, state: State, seat: int, messages: int, number: int) -> None:
    """What a number tells a seat of its hand, into `trial`."""
    copy_table(memory, state, seat)
    room = messages
    while room > 1:
        items = pose_question(memory, state, seat, room)
        if items == 0:
            break
        share_room(memory, seat, items, room)
        answer = 0
        while answer < items and number >= memory.room[answer]:
            number -= memory.room[answer]
            answer += 1
        room = memory.room[answer]
        take_answer(memory, seat, items, answer)


@rule
def copy_table(memory: Memory, state: State, seat: int) -> None:
    """Begin with what is known of a hand."""
    for position in range(state.held[seat]):
        memory.trial[seat, position] = memory.possible[seat, position]


@rule
def answer_of(memory: Memory, state: State, seat: int, items: int) -> int:
    """The first item that a hand says yes to, or the number of items."""
    for item in range(items):
        kind = state.hand[seat, memory.item_place[item]]
        if memory.item_set[item] >> kind & 1:
            return item
    return items


@rule
def take_answer(memory: Memory, seat: int, items: int, answer: int) -> None:
    """Cross out what an answer excludes."""
    for item in range(answer):
        memory.trial[seat, memory.item_place[item]] &= ~memory.item_set[item]
    if answer < items:
        memory.trial[seat, memory.item_place[answer]] &= memory.item_set[answer]


@rule
def room_before(memory: Memory, answer: int) -> int:
    """How many numbers belong to the answers before one."""
    first = 0
    for earlier in range(answer):
        first += memory.room[earlier]
    return first


@rule
def share_room(memory: Memory, seat: int, items: int, room: int) -> None:
    """One number for every answer, the others by how likely each is."""
    for item in range(items):
        memory.left[memory.item_place[item]] = memory.trial[seat, memory.item_place[item]]
    spare = room - items - 1
    rest = WHOLE
    given = 0
    for item in range(items):
        place = memory.item_place[item]
        kinds = memory.left[place]
        whole = weigh(memory.hidden, kinds)
        yes = weigh(memory.hidden, kinds & memory.item_set[item])
        rest -= rest * yes // whole if whole > 0 else 0
        memory.left[place] = kinds & ~memory.item_set[item]
        taken = spare - spare * rest // WHOLE
        memory.room[item] = 1 + taken - given
        given = taken
    memory.room[items] = 1 + spare - given


@rule
def pose_question(memory: Memory, state: State, seat: int, room: int) -> int:
    """Write down the next question with at most `room` answers; how many items it has, 0 if there is nothing to ask."""
    open_places = 0
    knows_play = False
    knows_waste = False
    for position in range(state.held[seat]):
        kinds = memory.trial[seat, position]
        knows_play = knows_play or kinds & ~memory.playable == 0
        if kinds & ~memory.useless == 0:
            knows_waste = True
        elif count_bits(kinds) > 1:
            open_places |= 1 << position
    if not knows_play:
        items = ask_first(memory, seat, open_places, 0 if knows_waste else memory.useless, room)
        if items > 0:
            return items
    place = likely_place(memory, seat, open_places) if state.seats == 2 else -1
    if place >= 0:
        memory.item_place[0] = place
        memory.item_set[0] = memory.playable
        return 1
    return ask_which(memory, seat, open_places, room)


@rule
def ask_first(memory: Memory, seat: int, places: int, useless: int, room: int) -> int:
    """Which is the first playable card, or else the first useless one? The least likely are asked first."""
    plays = places_of(memory, seat, places, memory.playable)
    wastes = places_of(memory, seat, places, useless)
    while count_bits(wastes) > min(room // 4, max(0, room - 1 - count_bits(plays))):
        wastes &= ~(1 << least_likely(memory, seat, wastes, useless))
    while count_bits(plays) > room - 1:
        plays &= ~(1 << least_likely(memory, seat, plays, memory.playable))
    items = 0
    while plays != 0:
        memory.item_place[items] = least_likely(memory, seat, plays, memory.playable)
        memory.item_set[items] = memory.playable
        plays &= ~(1 << memory.item_place[items])
        items += 1
    while wastes != 0:
        memory.item_place[items] = least_likely(memory, seat, wastes, useless)
        memory.item_set[items] = useless
        wastes &= ~(1 << memory.item_place[items])
        items += 1
    return items


@rule
def places_of(memory: Memory, seat: int, places: int, wanted: int) -> int:
    """The places whose card may be one of the wanted kinds, but need not."""
    found = 0
    for position in range(MOST_HELD):
        if places >> position & 1:
            kinds = memory.trial[seat, position]
            if kinds & wanted != 0 and kinds & ~wanted != 0:
                found |= 1 << position
    return found


@rule
def least_likely(memory: Memory, seat: int, places: int, wanted: int) -> int:
    """The place, of some, that is least likely to hold a wanted kind."""
    best = -1
    best_share = 1001
    for position in range(MOST_HELD):
        if places >> position & 1:
            chance = share(memory.hidden, memory.trial[seat, position], wanted)
            if chance < best_share:
                best, best_share = position, chance
    return best


@rule
def likely_place(memory: Memory, seat: int, places: int) -> int:
    """The place whose card is playable with a chance nearest to one half; -1 if there is none."""
    best = -1
    best_gap = NEARLY_EVEN
    for position in range(MOST_HELD):
        if places >> position & 1:
            gap = abs(share(memory.hidden, memory.trial[seat, position], memory.playable) - EVEN)
            if gap < best_gap:
                best, best_gap = position, gap
    return best


@rule
def ask_which(memory: Memory, seat: int, places: int, room: int) -> int:
    """Which card is it? Of the one least likely to be useless; the useless kinds are one answer."""
    if places == 0:
        return 0
    place = least_likely(memory, seat, places, memory.useless)
    kinds = memory.trial[seat, place]
    alive = kinds & ~memory.useless
    classes = min(count_bits(alive), room - (1 if kinds & memory.useless != 0 else 0), MOST_ITEMS)
    if classes < 1:
        return 0
    for number in range(classes):
        memory.item_place[number] = place
        memory.item_set[number] = 0
    apart = vital_classes(alive, memory.vital, classes)
    fill_classes(memory, alive & memory.vital, 0, apart if apart > 0 else classes)
    fill_classes(memory, alive & ~memory.vital, apart, classes)
    return classes if kinds & memory.useless != 0 else classes - 1


@rule
def vital_classes(alive: int, vital: int, classes: int) -> int:
    """How many classes are kept for the last cards of their kind, so that no class mixes them with others."""
    last = count_bits(alive & vital)
    if last == 0 or classes < 2:
        return 0
    others = count_bits(alive & ~vital)
    if others == 0:
        return 0
    return min(max(1, classes * last // (last + others), classes - others), last, classes - 1)


@rule
def fill_classes(memory: Memory, kinds: int, first: int, end: int) -> None:
    """Deal kinds out in turn to the classes from `first` to before `end`."""
    number = first
    while kinds != 0:
        memory.item_set[number] |= 1 << lowest_bit(kinds)
        kinds &= kinds - 1
        number = number + 1 if number + 1 < end else first
