"""Which hint to give at the club: the one that does most by the way it will be read."""

from __future__ import annotations

from lantern.games.hanabi.actions import HINT
from lantern.games.hanabi.board import ALL_HINTS, HINTS, VALUES
from lantern.games.hanabi.legality import legal_set
from lantern.games.hanabi.play import give_hint
from lantern.games.hanabi.state import State
from lantern.kernel.record import Records
from lantern.kernel.rule import rule
from lantern.players.hanabi.club import reading
from lantern.players.hanabi.mind import Notes
from lantern.players.hanabi.public import playable_kinds, step_of, useless_kinds, vital_kinds

WORST = -100_000
# What a hint does for a card of its receiver.
NEW_PLAY, LOW_CARD = 20, 2
"""It will be played: so much, and more for each step that it is below the top of its firework."""
LATER_PLAY = 8
"""It will be played after others that have been hinted at."""
STEP_TO_PLAY = 6
"""It could be played, and its owner knows more of it."""
WASTE = 1
"""Its owner will know that it is useless."""
SAVED_PLAY = 40
"""It will not be played where it does not fit."""
NEW_CARD = 1
"""It had no hint, and is needed."""
# What it costs.
WRONG_PLAY = 200
"""The card will be played where it does not fit."""
MISLED = 40
"""Its owner will take it for another."""
TWICE, PERHAPS_TWICE = 10, 30
"""It is not needed, or has been hinted at elsewhere; so it may have been in the own hand."""
# What a discard costs.
LAST_COPY, LAST_COPY_STEP = 30, 2
"""Of the last of its kind: so much, and more for each step that it is below the top of its firework."""
LONE_SECOND = 8
"""Of a firework's second card, if nobody else shows one."""


@rule
def best_hint(state: State, mind: Records, scratch: Records) -> int:
    """The legal hint that does most, NONE if there is none."""
    hints = legal_set(state)
    best = reading.NONE
    best_worth = WORST
    for distance in range(1, state.seats):
        seat = (state.to_act + distance) % state.seats
        for hint in range(HINTS):
            action = HINT + seat * HINTS + hint
            if hints >> action & 1:
                worth = worth_of(state, mind, scratch, action)
                if worth > best_worth:
                    best, best_worth = action, worth
    return best


@rule
def worth_of(state: State, mind: Records, scratch: Records, action: int) -> int:
    """What a hint does, less what it costs: it is tried out, and read as its receiver would."""
    viewer = state.to_act
    seat = (action - HINT) // HINTS
    scratch[1] = state
    scratch[1].last_action = action
    scratch[1].last_seat = viewer
    give_hint(scratch[1], seat, (action - HINT) % HINTS)
    mind[1] = mind[0]
    mind[1].members |= 1 << viewer
    reading.hear_hint(mind[1], state, scratch[1], viewer)
    spared = danger(state, mind[0], seat) - danger(scratch[1], mind[1], seat)
    if (viewer + 1) % state.seats != seat:
        spared //= 2
    return spared + worth_of_cards(state, scratch[1], mind[0], mind[1], seat)


@rule
def worth_of_cards(before: State, after: State, notes: Notes, heard: Notes, seat: int) -> int:
    """What a hint does for the cards of its receiver, by what he knew of them and what he will."""
    playable = playable_kinds(before)
    elsewhere = reading.hinted_kinds(notes, before, seat, before.to_act)
    soon = reading.soon_playable(before, elsewhere)
    useless = useless_kinds(before)
    unneeded = useless | elsewhere
    perhaps = reading.own_hinted_kinds(notes, before, before.to_act)
    promised = 0
    worth = 0
    for position in range(before.held[seat]):
        kind = before.hand[seat, position]
        was = notes.known[seat, position]
        now = heard.known[seat, position]
        told = before.mark[seat, position] & ALL_HINTS
        touched = after.mark[seat, position] & ALL_HINTS != told
        if now & ~playable == 0:
            worth += worth_of_play(kind, was, now, playable, promised)
            promised |= 1 << kind
        else:
            worth += worth_of_knowing(kind, was, now, playable, soon, useless, touched)
        if touched and told == 0:
            worth += cost_of_touching(kind, unneeded, perhaps)
    return worth


@rule
def worth_of_play(kind: int, was: int, now: int, playable: int, promised: int) -> int:
    """What it is worth that a card will be played that can now be some kinds for its owner."""
    if was & ~playable == 0:
        return 0
    if not now & playable & ~promised & 1 << kind:
        return -WRONG_PLAY
    return NEW_PLAY + LOW_CARD * (VALUES - step_of(kind))


@rule
def worth_of_knowing(kind: int, was: int, now: int, playable: int, soon: int, useless: int, touched: bool) -> int:
    """What it is worth that its owner knows more of a card that he will not play yet."""
    worth = SAVED_PLAY if was & ~playable == 0 and not playable >> kind & 1 else 0
    if not now >> kind & 1:
        return worth - MISLED if touched or was >> kind & 1 else worth
    if now & ~useless == 0:
        return worth + WASTE if was & ~useless != 0 else worth
    if now & ~soon == 0 and was & ~soon != 0:
        return worth + LATER_PLAY
    return worth + STEP_TO_PLAY if touched and playable >> kind & 1 else worth


@rule
def cost_of_touching(kind: int, unneeded: int, perhaps: int) -> int:
    """What it costs, or is worth, to hint at a card for the first time."""
    cost = -TWICE if unneeded >> kind & 1 else NEW_CARD
    return cost - PERHAPS_TWICE if perhaps >> kind & 1 else cost


@rule
def danger(state: State, notes: Notes, seat: int) -> int:
    """What another seat's next discard costs, if it knows nothing better to do."""
    if reading.places_of(notes, state, seat, playable_kinds(state)) | reading.places_of(
        notes, state, seat, useless_kinds(state)
    ):
        return 0
    place = reading.next_to_go(state, seat)
    return cost_of_discard(state, seat, state.hand[seat, place]) if place != reading.NONE else 0


@rule
def cost_of_discard(state: State, seat: int, kind: int) -> int:
    """What it costs if another seat discards a card."""
    if vital_kinds(state) >> kind & 1:
        return LAST_COPY + LAST_COPY_STEP * (VALUES - step_of(kind))
    if step_of(kind) != 1 or useless_kinds(state) >> kind & 1:
        return 0
    return 0 if reading.is_shown(state, kind, seat, seat, state.to_act) else LONE_SECOND
