"""`hats`: every hint is a number that tells each other seat something of its own hand.

Each hand has a number, its hat (questions.py), that all but its owner can work out. A hint says the sum of the hats of
all who receive it (channel.py); everybody draws the same conclusions (hearing.py) and keeps the same
tables (public.py). Here is what a seat does with what it knows.
"""

from __future__ import annotations

import numpy as np

from lantern import players
from lantern.games.hanabi import phases
from lantern.games.hanabi.actions import DECLINE, DISCARD, HINT, PLAY, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.board import ALL_ERRORS, ALL_TOKENS, SUITS, VALUES
from lantern.games.hanabi.knowledge import possible_kinds
from lantern.games.hanabi.legality import deck_is_empty, first_of_set, legal_set, rekindled_kinds
from lantern.games.hanabi.play import fireworks_in_play
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits, lowest_bit, nth_bit
from lantern.kernel.record import Records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import rule, shared
from lantern.players.hanabi import public
from lantern.players.hanabi.careful import careful, scarcest_kind, scarcest_of
from lantern.players.hanabi.counts import copy_counts, count_of, kinds_counted, share, take_each, weigh
from lantern.players.hanabi.hats.channel import count_messages, hint_for
from lantern.players.hanabi.hats.hearing import hear, listens, places_alike, public_waste, sum_of_hats
from lantern.players.hanabi.hats.needs import card_at_risk, hints_first, is_last_turn, saves_tokens
from lantern.players.hanabi.mind import Mind
from lantern.players.hanabi.public import Memory

NONE = -1
LOW_FIRST, FOLLOWER = 1000, 300
"""What makes a card wanted: each step it is below the top, and each of the next cards that others hold."""
GOOD_ODDS = 750
"""A card that is useless if it does not fit may be played above this chance, in thousandths."""
# What it costs to discard a card that is still needed, and more for each card that would follow in its firework.
HELD_TWICE = 2
LAST_CARD, LAST_CARD_STEP = 40, 10
ONE_OF_SEVERAL, ONE_OF_SEVERAL_STEP = np.array([0, 0, 2, 5, 5, 5], np.int64), 4
"""The first by seats."""
NO_LOSS = 2
"""A discard that costs no more than this is as good as one of a useless card."""


@rule
def begin(memory: Memory, state: State, seat: int) -> None:
    """Before the first turn."""
    public.start_tables(memory, state)


@shared
def choose(state: State, memory: Memory, rng: Stream) -> int:
    """The action of the seat to act: by hats while others play by them, else by what the hints say."""
    if not is_understood(memory, state.to_act):
        return careful(state, rng)
    look_at_own(memory, state)
    if state.phase != phases.TURN:
        return resolve_tile(memory, state)
    return turn_action(memory, state)


@rule
def is_understood(memory: Memory, seat: int) -> bool:
    """Whether a seat is trusted, and there is anybody to say a number to."""
    return public.is_trusted(memory, seat) and memory.trusted != 1 << seat


# What the seat to act knows.


@rule
def look_at_own(memory: Memory, state: State) -> None:
    """What the seat to act knows of its own cards: the public table, less the cards it sees elsewhere."""
    seat = state.to_act
    count_unseen(memory, state)
    left = kinds_counted(memory.unseen)
    for position in range(state.held[seat]):
        kinds = memory.possible[seat, position] & left
        memory.own[position] = kinds if kinds != 0 else possible_kinds(state, seat, position) & left


@rule
def count_unseen(memory: Memory, state: State) -> None:
    """Count the cards that the seat to act does not see."""
    copy_counts(memory.unseen, memory.covered)
    for other in range(state.seats):
        if other != state.to_act:
            for position in range(state.held[other]):
                take_each(memory.unseen, 1 << state.hand[other, position])


@rule
def hands_with(state: State, kind: int) -> int:
    """How many other hands hold a kind."""
    hands = 0
    for other in range(state.seats):
        if other != state.to_act:
            found = 0
            for position in range(state.held[other]):
                if state.hand[other, position] == kind:
                    found = 1
            hands += found
    return hands


@rule
def kinds_seen(state: State) -> int:
    """The set of kinds in the other hands."""
    kinds = 0
    for other in range(state.seats):
        if other != state.to_act:
            for position in range(state.held[other]):
                kinds |= 1 << state.hand[other, position]
    return kinds


@rule
def pace(state: State) -> int:
    """How many turns that draw a card may still go by without a play, if everything is to be completed."""
    missing = VALUES * fireworks_in_play(state)
    for suit in range(SUITS):
        missing -= state.firework[suit]
    return plays_left(state) - missing


@rule
def plays_left(state: State) -> int:
    """How many cards can still be played at most, unless one comes back into the deck."""
    return state.turns_left if state.turns_left > 0 else state.deck_size - state.drawn + state.seats


# Turns.


@rule
def turn_action(memory: Memory, state: State) -> int:
    """Play what certainly fits; hint where somebody needs it; discard what nobody will miss."""
    if hints_first(state) and someone_needs_hint(memory, state):
        return coded_hint(memory, state)
    play = best_play(memory, state)
    early = pace(state) >= state.seats
    if play == NONE and early and state.errors < 2:
        play = risky_play(memory, state)
    if play == NONE and is_last_chance(memory, state):
        play = hopeful_play(memory, state)
    if play != NONE:
        return coded_place(memory, state, play, PLAY)
    waste = own_waste(memory, state)
    spare = least_missed(memory, state)
    can_waste = early and (waste != 0 or memory.harm <= 1000 * NO_LOSS)
    can_discard = state.tokens < ALL_TOKENS and state.held[state.to_act] > 0
    if state.tokens > 0 and (not can_discard or wants_to_hint(memory, state, can_waste)):
        hint = coded_hint(memory, state)
        if hint != NONE:
            return hint
    if can_discard:
        return DISCARD + best_discard(memory, state, waste, spare)
    if state.held[state.to_act] > 0:
        return likeliest_play(memory, state)
    return lowest_bit(legal_set(state))


@rule
def wants_to_hint(memory: Memory, state: State, can_waste: bool) -> bool:
    """Whether to hint rather than discard."""
    if someone_needs_hint(memory, state):
        return True
    if can_waste:
        return False
    if kinds_seen(state) & memory.playable != 0:
        return True
    return not saves_tokens(state)


@rule
def someone_needs_hint(memory: Memory, state: State) -> bool:
    """Whether another seat knows of no card it can play, but has one, or else may discard the last of its kind."""
    for other in range(state.seats):
        if listens(memory, state, other) and not public.knows_play(memory, state, other):
            for position in range(state.held[other]):
                if memory.playable >> state.hand[other, position] & 1:
                    return True
            place = card_at_risk(memory, state, other)
            if place >= 0 and memory.vital >> state.hand[other, place] & 1:
                return True
    return False


@rule
def coded_hint(memory: Memory, state: State) -> int:
    """The hint that says the sum of hats, NONE if no possible hint does."""
    messages = count_messages(memory, state)
    return hint_for(memory, state, sum_of_hats(memory, state, messages, HINT)) if messages > 0 else NONE


@rule
def best_play(memory: Memory, state: State) -> int:
    """The own card that certainly fits and is most wanted: low, and in no other hand."""
    best = NONE
    best_worth = -1
    for position in range(state.held[state.to_act]):
        if memory.own[position] & ~memory.playable == 0:
            worth = worth_of_play(memory, state, memory.own[position])
            if worth > best_worth:
                best, best_worth = position, worth
    return best


@rule
def worth_of_play(memory: Memory, state: State, kinds: int) -> int:
    """How much a card of some kinds is wanted, on average."""
    seen = kinds_seen(state)
    worth = 0
    weight = 0
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        hands = 1 if deck_is_empty(state) else 1 + hands_with(state, kind)
        wanted = LOW_FIRST * (9 - public.step_of(kind)) // hands + FOLLOWER * followers(kind, seen)
        worth += count_of(memory.unseen, kind) * wanted
        weight += count_of(memory.unseen, kind)
    return worth // max(1, weight)


@rule
def followers(kind: int, seen: int) -> int:
    """How many of the next cards of its firework others hold, without a gap."""
    suit = kind // VALUES
    count = 0
    for step in range(public.step_of(kind) + 1, VALUES):
        if not seen >> public.kind_at(suit, step) & 1:
            break
        count += 1
    return count


@rule
def risky_play(memory: Memory, state: State) -> int:
    """A card that is either useless or, with good odds, playable."""
    best = NONE
    best_chance = GOOD_ODDS
    for position in range(state.held[state.to_act]):
        kinds = memory.own[position]
        if kinds & ~(memory.playable | memory.useless) == 0:
            chance = share(memory.unseen, kinds, memory.playable)
            if chance > best_chance:
                best, best_chance = position, chance
    return best


@rule
def is_last_chance(memory: Memory, state: State) -> bool:
    """Whether nothing but a play can help any more, and an error does no harm."""
    if state.errors == ALL_ERRORS - 1 or not is_last_turn(state) or state.seats > 2:
        return False
    return state.turns_left == 1 or state.tokens == 0 or not someone_needs_hint(memory, state)


@rule
def hopeful_play(memory: Memory, state: State) -> int:
    """The own card that is most likely to fit, NONE if none can."""
    play = likeliest_play(memory, state)
    return play if memory.own[play] & memory.playable != 0 else NONE


@rule
def likeliest_play(memory: Memory, state: State) -> int:
    """The own card that is most likely to fit."""
    best = 0
    best_chance = -1
    for position in range(state.held[state.to_act]):
        chance = share(memory.unseen, memory.own[position], memory.playable)
        if chance > best_chance:
            best, best_chance = position, chance
    return best


# Discards.


@rule
def own_waste(memory: Memory, state: State) -> int:
    """The places of the own hand whose cards are useless, or one of two alike."""
    places = 0
    for position in range(state.held[state.to_act]):
        kinds = memory.own[position]
        if kinds & ~memory.useless == 0:
            places |= 1 << position
        elif public.is_single(kinds):
            for other in range(state.held[state.to_act]):
                if other != position and memory.own[other] == kinds:
                    places |= 1 << position
    return places


@rule
def best_discard(memory: Memory, state: State, waste: int, spare: int) -> int:
    """The position to discard: waste, best if it says a number; else the card that will be missed least."""
    places = public_waste(memory, state, state.to_act)
    if count_bits(places) > 1:
        waste = places
    return coded_place(memory, state, lowest_bit(waste) if waste != 0 else spare, DISCARD)


@rule
def least_missed(memory: Memory, state: State) -> int:
    """The own card that will be missed least; `memory.harm` is by how much, in thousandths."""
    seen = kinds_seen(state)
    best = 0
    memory.harm = 1 << 30
    for position in range(state.held[state.to_act]):
        kinds = memory.own[position]
        harm = 1000 * harm_of(memory, state, kinds, seen) // max(1, weigh(memory.unseen, kinds))
        if harm < memory.harm:
            best, memory.harm = position, harm
    return best


@rule
def harm_of(memory: Memory, state: State, kinds: int, seen: int) -> int:
    """What it costs to discard some kinds, by what is useless, what others hold, and of what one card is left."""
    needed = kinds & ~memory.useless
    harm = HELD_TWICE * weigh(memory.unseen, needed & seen)
    harm += public.price(memory.unseen, needed & ~seen & memory.vital, LAST_CARD, LAST_CARD_STEP)
    harm += public.price(
        memory.unseen, needed & ~seen & ~memory.vital, ONE_OF_SEVERAL[state.seats], ONE_OF_SEVERAL_STEP
    )
    return harm


@rule
def coded_place(memory: Memory, state: State, place: int, manner: int) -> int:
    """Of the places that could be played, or discarded, just as well as one, that which says the sum of hats."""
    places = places_alike(memory, state, place, manner)
    return nth_bit(places, sum_of_hats(memory, state, count_bits(places), manner))


# Bonus tiles.


@rule
def resolve_tile(memory: Memory, state: State) -> int:
    """The answer to a bonus tile (HANABI-7.2)."""
    if state.phase == phases.REKINDLE:
        return REKINDLE_CARD + scarcest_of(state, rekindled_kinds(state))
    if state.phase == phases.RETURN and first_of_set(state) == RETURN_CARD:
        return RETURN_CARD + scarcest_kind(state)
    hint = coded_hint(memory, state)
    if hint != NONE:
        return hint
    return DECLINE if state.phase == phases.RETURN else lowest_bit(legal_set(state))


@rule
def choose_in_mind(state: State, mind: Records, rng: Stream, scratch: Records) -> int:
    """The action of the seat to act, whose memory is its whole mind."""
    return choose(state, mind[0], rng)


HATS = players.Bot(
    "hats",
    "a hint is a number that tells every partner something of its hand; answers at once",
    choose_in_mind,
    players.Memory(Mind, begin, hear),
)
