"""How hints are read at the club: at which card a hint points, and what that card can be.

The convention, in docs/hanabi_conventions.md with examples:

1. Your oldest card without a hint is the next to go.
2. A hint points at one card: the next to go if it touches it, else the newest it touches that had no hint before, else
   the newest it touches. That card can be played, now or after cards that have been hinted at.
3. A hint that points at the next to go may also save it: the last of its kind, or, by value, a firework's second card
   that nobody else shows. A firework's last card is saved by value only.
4. Nobody hints at a card that lies in a firework already or has been hinted at elsewhere.

What hints say outright comes first, and one who does not keep to the convention is taken at his word.
"""

from __future__ import annotations

from lantern.games.hanabi import board
from lantern.games.hanabi.actions import DISCARD, HINT, PASS
from lantern.games.hanabi.knowledge import covered_copies, kinds_in_play, possible_kinds
from lantern.games.hanabi.state import State
from lantern.kernel.rule import rule, shared
from lantern.players.hanabi.mind import Notes
from lantern.players.hanabi.public import is_single, kind_at, playable_kinds, useless_kinds, vital_kinds

NONE = -1
NOBODY = -1
ANYTHING = -1
"""The set of all kinds: nobody pointed at the card."""
PATIENCE = 3
"""Who does so many odd things in a row does not keep to the convention."""


@rule
def start_notes(notes: Notes, state: State, viewer: int) -> None:
    """Nothing has been hinted, and everybody is trusted."""
    for seat in range(board.MOST_SEATS):
        notes.odd[seat] = 0
        for position in range(board.MOST_HELD):
            forget_card(notes, seat, position)
    notes.members = (1 << state.seats) - 1
    deduce(notes, state, viewer)


@rule
def forget_card(notes: Notes, seat: int, position: int) -> None:
    """Nobody pointed at a card."""
    notes.meant[seat, position] = ANYTHING
    notes.giver[seat, position] = NOBODY


# What the cards can be.


@rule
def deduce(notes: Notes, state: State, viewer: int) -> None:
    """Work out what every card can be for its owner."""
    for seat in range(state.seats):
        left = kinds_left(notes, state, seat, viewer)
        member = notes.members >> seat & 1
        for position in range(state.held[seat]):
            told = possible_kinds(state, seat, position) & left
            meant = told & notes.meant[seat, position]
            notes.told[seat, position] = told
            notes.known[seat, position] = meant if meant != 0 and member else told
    built = built_kinds(state)
    for _ in range(2):
        for seat in range(state.seats):
            if notes.members >> seat & 1:
                drop_kinds(notes, state, seat, built | hinted_kinds(notes, state, seat, viewer))


@rule
def kinds_left(notes: Notes, state: State, owner: int, viewer: int) -> int:
    """The set of kinds of which the owner of a hand does not see all, as far as a viewer can tell."""
    for kind in range(board.KINDS):
        notes.copies[kind] = covered_copies(state, kind)
    for seat in range(state.seats):
        if seat != owner and seat != viewer:
            for position in range(state.held[seat]):
                if state.hand[seat, position] >= 0:
                    notes.copies[state.hand[seat, position]] -= 1
    left = 0
    for kind in range(board.KINDS):
        if notes.copies[kind] > 0:
            left |= 1 << kind
    return left & kinds_in_play(state)


@rule
def built_kinds(state: State) -> int:
    """The set of kinds that lie in a firework."""
    kinds = 0
    for suit in range(board.SUITS):
        for step in range(state.firework[suit]):
            kinds |= 1 << kind_at(suit, step)
    return kinds


@rule
def hinted_kinds(notes: Notes, state: State, owner: int, viewer: int) -> int:
    """The set of kinds hinted at in any hand, as the owner of one knows, as far as a viewer can tell."""
    kinds = 0
    for seat in range(state.seats):
        for position in range(state.held[seat]):
            known = notes.known[seat, position]
            if notes.giver[seat, position] != NOBODY or is_single(known):
                if seat != owner and seat != viewer and state.hand[seat, position] >= 0:
                    kinds |= 1 << state.hand[seat, position]
                elif is_single(known):
                    kinds |= known
    return kinds


@rule
def own_hinted_kinds(notes: Notes, state: State, viewer: int) -> int:
    """The set of kinds that a viewer's own cards hinted at may be; the others see what they are."""
    kinds = 0
    for position in range(state.held[viewer]):
        if notes.giver[viewer, position] != NOBODY:
            kinds |= notes.known[viewer, position]
    return kinds


@rule
def drop_kinds(notes: Notes, state: State, seat: int, dropped: int) -> None:
    """Cards hinted at are none that nobody hints at, unless they must be."""
    for position in range(state.held[seat]):
        known = notes.known[seat, position]
        if notes.giver[seat, position] != NOBODY and not is_single(known) and known & ~dropped != 0:
            notes.known[seat, position] = known & ~dropped


@rule
def places_of(notes: Notes, state: State, seat: int, wanted: int) -> int:
    """The set of positions in a hand whose cards its owner knows to be of the wanted kinds."""
    places = 0
    for position in range(state.held[seat]):
        if notes.known[seat, position] & ~wanted == 0:
            places |= 1 << position
    return places


# What a hint means.


@rule
def next_to_go(state: State, seat: int) -> int:
    """The position of the oldest card without a hint, NONE if all have one."""
    for position in range(state.held[seat]):
        if state.mark[seat, position] & board.ALL_HINTS == 0:
            return position
    return NONE


@rule
def pointed_at(before: State, after: State, seat: int, hint: int) -> int:
    """The position of the card that a hint points at, NONE if it touches none."""
    first = next_to_go(before, seat)
    newest = NONE
    newest_unhinted = NONE
    for position in range(after.held[seat]):
        if after.mark[seat, position] >> hint & 1:
            newest = position
            if position == first:
                return first
            if before.mark[seat, position] & board.ALL_HINTS == 0:
                newest_unhinted = position
    return newest_unhinted if newest_unhinted != NONE else newest


@rule
def soon_playable(state: State, hinted: int) -> int:
    """The set of kinds that fit now, or after cards that have been hinted at."""
    kinds = 0
    for suit in range(board.SUITS):
        for step in range(state.firework[suit], board.VALUES):
            kind = kind_at(suit, step)
            kinds |= 1 << kind
            if not hinted >> kind & 1:
                break
    return kinds & kinds_in_play(state)


@rule
def saved_kinds(state: State, giver: int, seat: int, hint: int, viewer: int) -> int:
    """The set of kinds that a hint may save from being discarded."""
    saved = vital_kinds(state)
    needed = kinds_in_play(state) & ~useless_kinds(state)
    for suit in range(board.SUITS):
        if hint < board.COLOURS:
            saved &= ~(1 << kind_at(suit, board.VALUES - 1))
        else:
            second = kind_at(suit, 1)
            if needed >> second & 1 and not is_shown(state, second, giver, seat, viewer):
                saved |= 1 << second
    return saved


@rule
def is_shown(state: State, kind: int, giver: int, seat: int, viewer: int) -> bool:
    """Whether a viewer sees a card with others than the two who give and get a hint."""
    for other in range(state.seats):
        if other != giver and other != seat and other != viewer:
            for position in range(state.held[other]):
                if state.hand[other, position] == kind:
                    return True
    return False


@rule
def fitting_kinds(notes: Notes, before: State, after: State, viewer: int, place: int) -> int:
    """The set of kinds of cards at which the hint just given may point, were it at a place."""
    giver = after.last_seat
    seat = (after.last_action - HINT) // board.HINTS
    hinted = hinted_kinds(notes, after, seat, viewer)
    if viewer >= 0 and viewer != seat and viewer != giver:
        hinted |= own_hinted_kinds(notes, after, viewer)
    fitting = soon_playable(after, hinted)
    if place == next_to_go(before, seat):
        fitting |= saved_kinds(after, giver, seat, (after.last_action - HINT) % board.HINTS, viewer)
    return fitting


@rule
def touch_cards(notes: Notes, after: State, viewer: int) -> None:
    """The cards that a hint touches have been hinted at."""
    seat = (after.last_action - HINT) // board.HINTS
    hint = (after.last_action - HINT) % board.HINTS
    for position in range(after.held[seat]):
        if after.mark[seat, position] >> hint & 1:
            notes.giver[seat, position] = after.last_seat
    deduce(notes, after, viewer)


@rule
def hear_hint(notes: Notes, before: State, after: State, viewer: int) -> None:
    """Note what a hint just given says, and what it means if its giver is trusted."""
    giver = after.last_seat
    seat = (after.last_action - HINT) // board.HINTS
    if notes.members >> giver & 1:
        touch_cards(notes, after, viewer)
        place = pointed_at(before, after, seat, (after.last_action - HINT) % board.HINTS)
        if place != NONE:
            fitting = fitting_kinds(notes, before, after, viewer, place)
            if notes.known[seat, place] & fitting != 0:
                notes.meant[seat, place] = notes.meant[seat, place] & notes.known[seat, place] & fitting
                if giver != viewer and seat != viewer and after.hand[seat, place] >= 0:
                    if not fitting >> after.hand[seat, place] & 1:
                        wonder(notes, giver, viewer)
    deduce(notes, after, viewer)


# Watching, and whom to trust.


@shared
def watch(notes: Notes, before: State, after: State, viewer: int) -> None:
    """Note what somebody did."""
    if HINT <= after.last_action < PASS:
        if misses_play(notes, before, after.last_seat, viewer):
            wonder(notes, after.last_seat, viewer)
        hear_hint(notes, before, after, viewer)
    else:
        if after.last_action < HINT:
            judge_card(notes, before, after, viewer)
        take_card(notes, before, after)
        deduce(notes, after, viewer)
    doubt(notes, after, viewer)


@rule
def take_card(notes: Notes, before: State, after: State) -> None:
    """A card may have left a hand, and the younger ones move up; nothing is known of one that was drawn."""
    seat = after.last_seat
    held = before.held[seat]
    if after.last_action < HINT:
        for place in range(after.last_action % DISCARD, board.MOST_HELD - 1):
            notes.meant[seat, place] = notes.meant[seat, place + 1]
            notes.giver[seat, place] = notes.giver[seat, place + 1]
        held -= 1
    for place in range(held, board.MOST_HELD):
        forget_card(notes, seat, place)


@rule
def judge_card(notes: Notes, before: State, after: State, viewer: int) -> None:
    """See whether a card was pointed at in vain, or another should have been played instead."""
    seat = after.last_seat
    position = after.last_action % DISCARD
    if after.last_action >= DISCARD:
        if misses_play(notes, before, seat, viewer):
            distrust(notes, seat, viewer)
    elif is_pointed_play(notes, seat, position, playable_kinds(before)):
        notes.odd[seat] = 0
        if after.errors > before.errors:
            distrust(notes, notes.giver[seat, position], viewer)


@rule
def misses_play(notes: Notes, state: State, seat: int, viewer: int) -> bool:
    """Whether a seat that does not play has a card that it should play by the convention, as a viewer sees."""
    if viewer < 0 or seat == viewer or state.errors == board.ALL_ERRORS - 1:
        return False
    playable = playable_kinds(state)
    clear = playable & ~own_hinted_kinds(notes, state, viewer)
    for position in range(state.held[seat]):
        if clear >> state.hand[seat, position] & 1 and is_pointed_play(notes, seat, position, playable):
            return True
    return False


@rule
def is_pointed_play(notes: Notes, seat: int, position: int, playable: int) -> bool:
    """Whether a card can be played by what hints mean, and not by what they say."""
    if notes.giver[seat, position] == NOBODY or notes.told[seat, position] & ~playable == 0:
        return False
    return bool(notes.known[seat, position] & ~playable == 0)


@rule
def wonder(notes: Notes, seat: int, viewer: int) -> None:
    """A seat did something odd, perhaps for a reason; too often, and it does not keep to the convention."""
    notes.odd[seat] += 1
    if notes.odd[seat] >= PATIENCE:
        distrust(notes, seat, viewer)


@rule
def distrust(notes: Notes, seat: int, viewer: int) -> None:
    """A seat does not keep to the convention: its hints mean what they say, those it gave before too.

    A viewer whose own hint was at fault keeps to it as before.
    """
    if seat != viewer:
        notes.members &= ~(1 << seat)
    for other in range(board.MOST_SEATS):
        for position in range(board.MOST_HELD):
            if notes.giver[other, position] == seat:
                forget_card(notes, other, position)


@rule
def doubt(notes: Notes, state: State, viewer: int) -> None:
    """Where a card can't be what a hint meant, its giver does not keep to the convention."""
    doubted = False
    for seat in range(state.seats):
        for position in range(state.held[seat]):
            giver = notes.giver[seat, position]
            if giver != NOBODY and notes.told[seat, position] & notes.meant[seat, position] == 0:
                distrust(notes, giver, viewer)
                doubted = True
    if doubted:
        deduce(notes, state, viewer)
