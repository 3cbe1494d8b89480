"""`club`: plays by a few conventions that a person can learn in two minutes (docs/hanabi_conventions.md).

How hints are read is in reading.py, which hint to give in hints.py. With partners who do not keep
to the convention it goes by what hints say, like `careful`.
"""

from __future__ import annotations

from dataclasses import dataclass

from lantern.games.hanabi import phases
from lantern.games.hanabi.actions import DECLINE, DISCARD, HINT, PASS, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.board import ALL_ERRORS, ALL_HINTS, ALL_TOKENS, HINTS, KINDS, VALUES
from lantern.games.hanabi.legality import first_of_set, legal_set, rekindled_kinds
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import plainly, rule, shared
from lantern.players import Bot, Memory
from lantern.players.hanabi.careful import careful, scarcest_kind, scarcest_of
from lantern.players.hanabi.club import reading
from lantern.players.hanabi.club.hints import best_hint, danger, worth_of
from lantern.players.hanabi.mind import Mind, Notes
from lantern.players.hanabi.public import playable_kinds, step_of, useless_kinds, vital_kinds

WORTH_A_TOKEN = 4
URGENT = 20
"""A hint worth so much comes before a play, where the next seat's discard would cost as much."""
LAST_COPY, ONE_OF_SEVERAL = 100, 10
"""What it costs to discard a card that is needed, besides the cards that would follow."""
NOWHERE = -1


@shared
def choose(state: State, mind: Records, rng: Stream, scratch: Records) -> int:
    """The action of the seat to act: by the convention while anybody else keeps to it, else by what hints say."""
    if mind[0].members & ~(1 << state.to_act) == 0:
        return careful(state, rng)
    if state.phase == phases.TURN:
        return turn_action(state, mind, scratch)
    if state.phase == phases.REKINDLE:
        return REKINDLE_CARD + scarcest_of(state, rekindled_kinds(state))
    if state.phase == phases.RETURN and first_of_set(state) == RETURN_CARD:
        return RETURN_CARD + scarcest_kind(state)
    hint = best_hint(state, mind, scratch)
    if state.phase == phases.RETURN and worth_of(state, mind, scratch, hint) < 0:
        return DECLINE
    return hint


@rule
def turn_action(state: State, mind: Records, scratch: Records) -> int:
    """Save what is about to be lost, play, hint, discard: the first of these that is sensible."""
    play = best_play(mind[0], state)
    if play != reading.NONE and not is_next_in_danger(mind[0], state):
        return play
    hint = best_hint(state, mind, scratch) if state.tokens > 0 else reading.NONE
    worth = worth_of(state, mind, scratch, hint) if hint != reading.NONE else 0
    if play != reading.NONE and not is_rescue(state, hint, worth):
        return play
    if hint != reading.NONE and worth >= WORTH_A_TOKEN:
        return hint
    if state.tokens < ALL_TOKENS and state.held[state.to_act] > 0:
        return DISCARD + best_discard(mind[0], state)
    return hint if hint != reading.NONE else lowest_bit(legal_set(state))


@rule
def is_next_in_danger(notes: Notes, state: State) -> bool:
    """Whether the next seat's discard would cost much."""
    return danger(state, notes, (state.to_act + 1) % state.seats) >= URGENT


@rule
def is_rescue(state: State, hint: int, worth: int) -> bool:
    """Whether a hint to the next seat is worth much."""
    return hint != reading.NONE and (hint - HINT) // HINTS == (state.to_act + 1) % state.seats and worth >= URGENT


@rule
def best_play(notes: Notes, state: State) -> int:
    """The own card that fits and is lowest, NONE if none does; where an error would lose, by what hints say only."""
    seat = state.to_act
    playable = playable_kinds(state)
    best = reading.NONE
    lowest = VALUES
    for position in range(state.held[seat]):
        last_error = state.errors == ALL_ERRORS - 1
        kinds = notes.told[seat, position] if last_error else notes.known[seat, position]
        if kinds & ~playable == 0 and lowest_step(kinds) < lowest:
            best, lowest = position, lowest_step(kinds)
    return best


@rule
def lowest_step(kinds: int) -> int:
    """How many cards of its firework lie below a card of some kinds, at least."""
    lowest = VALUES
    while kinds != 0:
        lowest = min(lowest, step_of(lowest_bit(kinds)))
        kinds &= kinds - 1
    return lowest


@rule
def best_discard(notes: Notes, state: State) -> int:
    """The position to discard: a useless card, else the next to go, else the one that will be missed least."""
    seat = state.to_act
    useless = useless_kinds(state)
    for position in range(state.held[seat]):
        if notes.known[seat, position] & ~useless == 0:
            return position
    place = reading.next_to_go(state, seat)
    return place if place != reading.NONE else least_missed(notes, state)


@rule
def least_missed(notes: Notes, state: State) -> int:
    """The own card that will be missed least, by what it can be."""
    best = 0
    best_harm = 10 * LAST_COPY * VALUES
    for position in range(state.held[state.to_act]):
        harm = harm_of(state, notes.known[state.to_act, position])
        if harm < best_harm:
            best, best_harm = position, harm
    return best


@rule
def harm_of(state: State, kinds: int) -> int:
    """What it costs to discard a card of some kinds, ten times the average."""
    vital = vital_kinds(state)
    useless = useless_kinds(state)
    harm = 0
    for kind in range(KINDS):
        if (kinds & ~useless) >> kind & 1:
            harm += (LAST_COPY if vital >> kind & 1 else ONE_OF_SEVERAL) + VALUES - step_of(kind)
    return 10 * harm // max(1, count_bits(kinds))


CLUB = Bot(
    "club",
    "keeps to simple conventions: a hint points at a card to play, or saves the one that would go next",
    choose,
    Memory(Mind, reading.start_notes, reading.watch, rows=2),
)


# What a hint means, for the table.


@dataclass(frozen=True)
class Meaning:
    """What a hint means by the convention, as everybody can tell who sees no more than the one who asks."""

    kind: str
    """`play`: the card can be played, now or after others hinted at; `rescue`: keep the card, it may also be one to
    play; `knows`: no more than it says."""
    seat: int
    """Whose card it is, counted from 0."""
    position: int
    """Which card it points at, counted from 0, the oldest; NOWHERE if the hint touches none."""
    kinds: tuple[int, ...] = ()
    """What the card can be by the convention; nothing if the hint means what it says only."""


def hint_meaning(before: State, after: State) -> Meaning | None:
    """What the hint means that led from one record to the next, None if it was no hint.

    The records are of one and the same viewer, with what he sees. All are taken to keep to the convention, and to have
    kept to it in all hints before.
    """
    if not HINT <= after.last_action < PASS:
        return None
    seat, hint = divmod(after.last_action - HINT, HINTS)
    place = plainly(reading.pointed_at)(before, after, seat, hint)
    if place == reading.NONE:
        return Meaning("knows", seat, NOWHERE)
    notes = _read_hands(before, after)
    fitting = plainly(reading.fitting_kinds)(notes, before, after, NOWHERE, place) & notes.known[seat, place]
    soon = plainly(reading.soon_playable)(after, plainly(reading.hinted_kinds)(notes, after, seat, NOWHERE))
    kinds = tuple(kind for kind in range(KINDS) if fitting >> kind & 1)
    if not kinds:
        return Meaning("knows", seat, place)
    return Meaning("rescue" if fitting & ~soon else "play", seat, place, kinds)


def _read_hands(before: State, after: State) -> Notes:
    """What all know of their cards after a hint, by the marks on them."""
    notes: Notes = new_records(Notes, 1)[0]
    plainly(reading.start_notes)(notes, before, NOWHERE)
    for seat in range(before.seats):
        for position in range(before.held[seat]):
            if before.mark[seat, position] & ALL_HINTS:
                notes.giver[seat, position] = after.last_seat
    plainly(reading.touch_cards)(notes, after, NOWHERE)
    return notes
