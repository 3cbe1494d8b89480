"""What everybody learns from an action of a seat that plays by hats, and what shows that a seat does not.

A hint says the sum of the hats of all who receive it. Everyone takes away the hats he sees, and is left with his own.
Which of several cards known to be useless is discarded says such a sum as well; with few players, so does which of
several cards known to fit is played.
"""

from __future__ import annotations

from lantern.games.hanabi import phases
from lantern.games.hanabi.actions import DISCARD, HINT, PASS, PLAY
from lantern.games.hanabi.board import ALL_TOKENS, HINTS
from lantern.games.hanabi.knowledge import possible_kinds
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.rule import rule, shared
from lantern.players.hanabi import public
from lantern.players.hanabi.counts import share
from lantern.players.hanabi.hats.channel import count_messages, message_of
from lantern.players.hanabi.hats.needs import FEW_SEATS, anything_goes, hints_first
from lantern.players.hanabi.hats.questions import hat_of, read_hat
from lantern.players.hanabi.public import Memory

NONE = -1
A_GUESS = 300
"""A card that was likelier than this to fit, in thousandths, may have been played in good faith."""


@shared
def hear(memory: Memory, before: State, after: State, seat: int) -> None:
    """What all learn from an action, as a seat sees it; -1 sees all hands."""
    action = after.last_action
    actor = before.to_act
    if public.is_trusted(memory, actor):
        judge(memory, before, action, after)
    if action >= HINT and action < PASS:
        if public.is_trusted(memory, actor):
            hear_hint(memory, before, action, after, seat)
        mark_hint(memory, after, (action - HINT) // HINTS)
        public.take_card(memory, before, after, actor, NONE)
    elif action < HINT:
        if public.is_trusted(memory, actor):
            read_choice(memory, before, action, seat)
        public.take_card(memory, before, after, actor, action % DISCARD)
    else:
        public.take_card(memory, before, after, actor, NONE)
    public.settle_tables(memory, after)


# Who keeps to the convention.


@rule
def judge(memory: Memory, before: State, action: int, after: State) -> None:
    """Lose trust in who does what nobody does by hats, or in who told of a card that turned out to be another."""
    actor = before.to_act
    if action < DISCARD:
        kinds = memory.possible[actor, action]
        if not kinds >> after.last_card & 1 and memory.source[actor, action] >= 0:
            public.distrust(memory, before, memory.source[actor, action])
        elif after.errors > before.errors and not is_fair(memory, before, action):
            public.distrust(memory, before, actor)
    elif action < HINT or not hints_first(before):
        if must_play(memory, before):
            public.distrust(memory, before, actor)


@rule
def must_play(memory: Memory, state: State) -> bool:
    """Whether the seat to act knows, as all do, of a card that fits, so that by hats it is played."""
    is_turn = state.phase == phases.TURN and not anything_goes(state)
    return is_turn and public.knows_play(memory, state, state.to_act)


@rule
def is_fair(memory: Memory, state: State, position: int) -> bool:
    """Whether a card may be played by hats: because it may well fit, or for want of another action."""
    if anything_goes(state) or (state.tokens == ALL_TOKENS and not state.empty_hints):
        return True
    chance = share(memory.hidden, memory.possible[state.to_act, position], memory.playable)
    return bool(chance >= A_GUESS)


# Numbers.


@rule
def listens(memory: Memory, state: State, seat: int) -> bool:
    """Whether a seat's hat is part of what the seat to act says."""
    return seat != state.to_act and public.is_trusted(memory, seat)


@rule
def hear_hint(memory: Memory, before: State, action: int, after: State, seat: int) -> None:
    """A hint says a number, or none."""
    messages = count_messages(memory, before)
    number = message_of(memory, before, action, after)
    if messages > 1 and number >= 0:
        hear_number(memory, before, messages, HINT, number, seat)


@rule
def hear_number(memory: Memory, state: State, messages: int, manner: int, number: int, seat: int) -> None:
    """A sum of hats was said by an action: take away those one sees, and the rest is one's own."""
    for other in range(state.seats):
        if other != seat and listens(memory, state, other):
            number -= hat_of(memory, state, other, messages, manner)
    if seat >= 0 and listens(memory, state, seat):
        read_hat(memory, state, seat, messages, manner, number % messages)
    for other in range(state.seats):
        if listens(memory, state, other):
            for position in range(state.held[other]):
                if memory.possible[other, position] != memory.trial[other, position]:
                    memory.possible[other, position] = memory.trial[other, position]
                    memory.source[other, position] = state.to_act


@rule
def sum_of_hats(memory: Memory, state: State, messages: int, manner: int) -> int:
    """The number that the seat to act has to say by an action."""
    total = 0
    for other in range(state.seats):
        if listens(memory, state, other):
            total += hat_of(memory, state, other, messages, manner)
    return total % messages


@rule
def mark_hint(memory: Memory, state: State, seat: int) -> None:
    """What the hint itself says of the cards it touches and passes by."""
    for position in range(state.held[seat]):
        memory.possible[seat, position] &= possible_kinds(state, seat, position)


# Plays and discards.


@rule
def read_choice(memory: Memory, state: State, action: int, seat: int) -> None:
    """Which of several cards alike is played or discarded says a number; so does that nobody was given a hint."""
    position = action % DISCARD
    manner = DISCARD if action >= DISCARD else PLAY
    places = places_alike(memory, state, position, manner)
    number = count_bits(places & ((1 << position) - 1))
    hear_number(memory, state, count_bits(places), manner, number, seat)


@rule
def places_alike(memory: Memory, state: State, position: int, manner: int) -> int:
    """The places of the hand of the seat to act that could be played, or discarded, just as well as one."""
    places = public_plays(memory, state) if manner == PLAY else public_waste(memory, state, state.to_act)
    if places >> position & 1:
        return places
    places = 1 << position
    if manner == DISCARD and state.seats == 2:
        for other in range(state.held[state.to_act]):
            if memory.possible[state.to_act, other] == memory.possible[state.to_act, position]:
                places |= 1 << other
    return places


@rule
def public_plays(memory: Memory, state: State) -> int:
    """With 2 or 3 players, the places of the hand of the seat to act whose cards all know to fit."""
    places = 0
    if state.seats <= FEW_SEATS and state.phase == phases.TURN and not anything_goes(state):
        for position in range(state.held[state.to_act]):
            if memory.possible[state.to_act, position] & ~memory.playable == 0:
                places |= 1 << position
    return places


@rule
def public_waste(memory: Memory, state: State, seat: int) -> int:
    """The places of a hand whose cards all know to be useless, or one of two alike."""
    places = 0
    for position in range(state.held[seat]):
        kinds = memory.possible[seat, position]
        if kinds & ~memory.useless == 0:
            places |= 1 << position
        elif public.is_single(kinds):
            for other in range(state.held[seat]):
                if other != position and memory.possible[seat, other] == kinds:
                    places |= 1 << position
    return places
