"""What a number tells a seat about its hand: a chain of questions that everybody can pose, and its answers.

A question is a list of items (position, kinds): "is the card here one of these?" Its answer is the first item that
says yes, as the last one does if no other. Each answer has its share of the numbers still open, the likelier the
larger, and within that share the next question is asked. What is asked depends on the public tables alone.
"""

from __future__ import annotations

from lantern.games.hanabi.actions import HINT
from lantern.games.hanabi.board import KINDS, MOST_HELD
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.rule import rule
from lantern.players.hanabi.counts import share, weigh
from lantern.players.hanabi.hats.needs import card_at_risk, public_harm, says_need, says_no_need
from lantern.players.hanabi.public import MOST_ITEMS, Memory, knows_play

EVERY_KIND = (1 << KINDS) - 1
WHOLE = 1 << 20
"""Certainty, while the answers of a question are weighed."""
EVEN, NEARLY_EVEN = 500, 400
"""Thousandths: of a card whose chance to fit is within so much of one half, two players ask whether it does."""


@rule
def hat_of(memory: Memory, state: State, seat: int, messages: int, manner: int) -> int:
    """The number that tells a hand by an action, and what it tells, into `trial`; the hand must be seen."""
    begin_trial(memory, state, seat, manner)
    first = 0
    room = messages
    needed = manner == HINT and says_need(memory, state, seat)
    while room > 1:
        answers = pose_question(memory, state, seat, room, needed)
        if answers == 0:
            break
        needed = False
        share_room(memory, seat, answers, room)
        answer = answer_of(memory, state, seat, answers)
        first += room_before(memory, answer)
        room = memory.room[answer]
        take_answer(memory, seat, answer)
    return first


@rule
def read_hat(memory: Memory, state: State, seat: int, messages: int, manner: int, number: int) -> None:
    """What a number, said by an action, tells a seat of its hand, into `trial`."""
    begin_trial(memory, state, seat, manner)
    room = messages
    needed = manner == HINT and says_need(memory, state, seat)
    while room > 1:
        answers = pose_question(memory, state, seat, room, needed)
        if answers == 0:
            break
        needed = False
        share_room(memory, seat, answers, room)
        answer = 0
        while number >= memory.room[answer]:
            number -= memory.room[answer]
            answer += 1
        room = memory.room[answer]
        take_answer(memory, seat, answer)


@rule
def begin_trial(memory: Memory, state: State, seat: int, manner: int) -> None:
    """Begin with what is known of a hand, less what it does not hold if it needs no hint."""
    for position in range(state.held[seat]):
        memory.trial[seat, position] = memory.possible[seat, position]
    if says_no_need(state, manner) and not knows_play(memory, state, seat):
        for position in range(state.held[seat]):
            cross_out(memory, seat, position, memory.playable)
        place = card_at_risk(memory, state, seat)
        if place >= 0:
            cross_out(memory, seat, place, memory.vital)


@rule
def cross_out(memory: Memory, seat: int, position: int, kinds: int) -> None:
    """A card is none of some kinds, unless it can be nothing else."""
    if memory.trial[seat, position] & ~kinds != 0:
        memory.trial[seat, position] &= ~kinds


@rule
def answer_of(memory: Memory, state: State, seat: int, answers: int) -> int:
    """The first item that a hand says yes to, or the last."""
    for item in range(answers - 1):
        kind = state.hand[seat, memory.item_place[item]]
        if memory.item_set[item] >> kind & 1:
            return item
    return answers - 1


@rule
def take_answer(memory: Memory, seat: int, answer: int) -> None:
    """Cross out what an answer excludes."""
    for item in range(answer):
        memory.trial[seat, memory.item_place[item]] &= ~memory.item_set[item]
    memory.trial[seat, memory.item_place[answer]] &= memory.item_set[answer]


@rule
def room_before(memory: Memory, answer: int) -> int:
    """How many numbers belong to the answers before one."""
    first = 0
    for earlier in range(answer):
        first += memory.room[earlier]
    return first


@rule
def share_room(memory: Memory, seat: int, answers: int, room: int) -> None:
    """One number for every answer, the others by how likely each is."""
    weigh_answers(memory, seat, answers)
    none = memory.room[answers - 1]
    spare = room - answers
    given = 0
    for answer in range(answers):
        taken = spare - spare * (memory.room[answer] - none) // max(1, WHOLE - none)
        memory.room[answer] = 1 + taken - given
        given = taken


@rule
def weigh_answers(memory: Memory, seat: int, answers: int) -> None:
    """How likely neither an item nor one before it says yes, into `room`."""
    for item in range(answers):
        memory.left[memory.item_place[item]] = memory.trial[seat, memory.item_place[item]]
    rest = WHOLE
    for item in range(answers):
        place = memory.item_place[item]
        kinds = memory.left[place]
        whole = weigh(memory.hidden, kinds)
        yes = weigh(memory.hidden, kinds & memory.item_set[item])
        memory.left[place] = kinds & ~memory.item_set[item]
        if memory.left[place] == 0:
            rest = 0
        elif whole > 0:
            rest -= rest * yes // whole
        memory.room[item] = rest


@rule
def pose_question(memory: Memory, state: State, seat: int, room: int, needed: bool) -> int:
    """Write down the next question; how many answers it has, at most `room`, 0 if there is nothing to ask."""
    if needed:
        return ask_need(memory, state, seat, room)
    open_places = 0
    has_play = False
    knows_waste = False
    for position in range(state.held[seat]):
        kinds = memory.trial[seat, position]
        has_play = has_play or kinds & ~memory.playable == 0
        if kinds & ~memory.useless == 0:
            knows_waste = True
        elif count_bits(kinds) > 1:
            open_places |= 1 << position
    if not has_play:
        answers = ask_first(memory, seat, open_places, 0 if knows_waste else memory.useless, room)
        if answers > 1:
            return answers
    place = likely_place(memory, seat, open_places) if state.seats == 2 else -1
    if place >= 0:
        return add_rest(memory, add_item(memory, 0, place, memory.playable))
    if open_places == 0:
        return 0
    return ask_which(memory, seat, place_to_tell(memory, state, seat, open_places), room)


@rule
def add_item(memory: Memory, items: int, place: int, kinds: int) -> int:
    """Add an item to a question that has some; how many it then has."""
    memory.item_place[items] = place
    memory.item_set[items] = kinds
    return items + 1


@rule
def add_rest(memory: Memory, items: int) -> int:
    """Add an item that always says yes; how many there then are."""
    return add_item(memory, items, 0, EVERY_KIND)


@rule
def ask_need(memory: Memory, state: State, seat: int, room: int) -> int:
    """Why does it need a hint? Which is the first playable card; if none is, the card at risk must not be lost.

    Where that is too much to say, the last answer is all but the likeliest plays.
    """
    plays = places_of(memory, seat, (1 << state.held[seat]) - 1, memory.playable)
    place = card_at_risk(memory, state, seat)
    at_risk = place >= 0 and memory.trial[seat, place] & memory.vital != 0
    if count_bits(plays) + at_risk > room:
        plays = likeliest_places(memory, seat, plays, memory.playable, room - 1)
        return add_rest(memory, add_places(memory, seat, 0, plays, memory.playable))
    items = add_places(memory, seat, 0, plays, memory.playable)
    return add_item(memory, items, place, memory.vital) if at_risk else items


@rule
def likeliest_places(memory: Memory, seat: int, places: int, wanted: int, most: int) -> int:
    """Of some places at most so many, those that are likeliest to hold a wanted kind."""
    while count_bits(places) > most:
        places &= ~(1 << least_likely(memory, seat, places, wanted))
    return places


@rule
def add_places(memory: Memory, seat: int, items: int, places: int, wanted: int) -> int:
    """Add an item for each of some places, the least likely to hold a wanted kind first; how many there then are."""
    while places != 0:
        place = least_likely(memory, seat, places, wanted)
        places &= ~(1 << place)
        items = add_item(memory, items, place, wanted)
    return items


@rule
def ask_first(memory: Memory, seat: int, places: int, useless: int, room: int) -> int:
    """Which is the first playable card, or else the first useless one? The least likely are asked first."""
    plays = places_of(memory, seat, places, memory.playable)
    wastes = places_of(memory, seat, places, useless)
    wastes = likeliest_places(memory, seat, wastes, useless, min(room // 4, max(0, room - 1 - count_bits(plays))))
    plays = likeliest_places(memory, seat, plays, memory.playable, room - 1)
    items = add_places(memory, seat, 0, plays, memory.playable)
    return add_rest(memory, add_places(memory, seat, items, wastes, useless))


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
def place_to_tell(memory: Memory, state: State, seat: int, places: int) -> int:
    """The place of the card to tell: the one least likely to be useless.

    For two players, the one that will be missed least among those of which nobody knows whether they are the last.
    """
    best = -1
    least = 1 << 30
    for position in range(state.held[seat] if state.seats == 2 else 0):
        kinds = memory.trial[seat, position]
        if places >> position & 1 and kinds & memory.vital != 0 and kinds & ~memory.vital != 0:
            harm = public_harm(memory, kinds)
            if harm < least:
                best, least = position, harm
    return best if best >= 0 else least_likely(memory, seat, places, memory.useless)


@rule
def ask_which(memory: Memory, seat: int, place: int, room: int) -> int:
    """Which card is it? The useless kinds are one answer."""
    kinds = memory.trial[seat, place]
    alive = kinds & ~memory.useless
    classes = min(count_bits(alive), room - (1 if kinds & memory.useless != 0 else 0), MOST_ITEMS - 1)
    if classes < 1:
        return 0
    for number in range(classes):
        memory.item_place[number] = place
        memory.item_set[number] = 0
    apart = vital_classes(alive, memory.vital, classes)
    fill_classes(memory, alive & memory.vital, 0, apart if apart > 0 else classes)
    fill_classes(memory, alive & ~memory.vital, apart, classes)
    return add_rest(memory, classes) if kinds & memory.useless != 0 else classes


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
