"""Why a move of Hanabi: what hints say, and what follows from the cards that the mover and who asks both see.

Nobody is told anything of his own hand but what his view contains. What a hint points at is read as the club reads it,
and told with that condition: it is not known here who keeps to the club's conventions.
"""

from __future__ import annotations

from collections.abc import Iterator

from lantern.games.hanabi import board, phases
from lantern.games.hanabi.actions import DECLINE, DISCARD, HINT, PASS, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.knowledge import likely_kinds, possible_kinds, unseen_copies
from lantern.games.hanabi.state import State
from lantern.kernel.contract import Json
from lantern.kernel.rule import plainly
from lantern.players import CLUB
from lantern.players.advice.reasons import Reason
from lantern.players.hanabi import public
from lantern.players.hanabi.club import reading
from lantern.players.hanabi.club.bot import hint_meaning

Weighed = Iterator[tuple[int, Reason]]
"""Reasons, each with a number that is higher the more it says."""

playable_kinds = plainly(public.playable_kinds)
useless_kinds = plainly(public.useless_kinds)
vital_kinds = plainly(public.vital_kinds)
step_of = plainly(public.step_of)
next_to_go = plainly(reading.next_to_go)


def reasons(before: State, after: State, action: int, seat: int) -> list[Reason]:
    """Why a seat did that, what says most first."""
    found = sorted(_of_action(before, after, action, seat), key=lambda weighed: -weighed[0])
    return [reason for _, reason in found]


def _of_action(before: State, after: State, action: int, seat: int) -> Weighed:
    if action < DISCARD:
        return _of_playing(before, seat, action)
    if action < HINT:
        return _of_discarding(before, seat, action - DISCARD)
    if action < PASS:
        return _of_hint(before, after, *divmod(action - HINT, board.HINTS))
    if action >= REKINDLE_CARD:
        return _of_rekindling(action - REKINDLE_CARD)
    if action >= RETURN_CARD:
        return _of_returning(after, action - RETURN_CARD)
    return iter([(1, Reason("hanabi.decline" if action == DECLINE else "hanabi.pass"))])


def _card(kind: int) -> Json:
    """A kind of card, for a phrase."""
    return {"suit": board.SUIT_NAMES[kind // board.VALUES], "card": board.KIND_NAMES[kind]}


def likely(state: State, seat: int, position: int) -> int:
    """The set of kinds that a card can be for its owner, by the hints and the cards that who asks sees as well."""
    return int(plainly(likely_kinds)(state, seat, position))


def _are(kinds: int, wanted: int) -> bool:
    """Whether a card that can be of some kinds must be of the wanted ones."""
    return kinds & ~wanted == 0


def _only(kinds: int) -> int | None:
    """The only kind of a set, None if it has several."""
    return kinds.bit_length() - 1 if kinds.bit_count() == 1 else None


def _cards(state: State, seat: int, kinds: int) -> int:
    """How many cards of some kinds a seat does not see."""
    unseen = plainly(unseen_copies)
    return sum(int(unseen(state, seat, kind)) for kind in range(board.KINDS) if kinds >> kind & 1)


# Cards of the own hand.


def _of_playing(state: State, seat: int, position: int) -> Weighed:
    """A card is played (HANABI-2.3)."""
    kinds, playable = likely(state, seat, position), playable_kinds(state)
    kind, shown = _only(kinds), state.hand[seat, position]
    if _are(kinds, playable):
        if kind is None:
            yield 5, Reason("hanabi.play_sure", {"cards": _cards(state, seat, kinds)})
        else:
            told = kinds == plainly(possible_kinds)(state, seat, position)
            yield 5, Reason("hanabi.play_told" if told else "hanabi.play_known", _card(kind))
            yield from _of_completing(kind)
        return
    yield from _of_risking(state, seat, position, kinds & playable, kinds)
    if shown >= 0 and playable >> shown & 1:
        yield 4, Reason("hanabi.play_shown", _card(shown))
        yield from _of_completing(shown)


def _of_risking(state: State, seat: int, position: int, fitting: int, kinds: int) -> Weighed:
    """A card is played that may not fit."""
    values = {"fitting": _cards(state, seat, fitting), "cards": _cards(state, seat, kinds)}
    if fitting == 0:
        yield 1, Reason("hanabi.play_wrong")
    elif state.mark[seat, position] & board.ALL_HINTS:
        yield 3, Reason("hanabi.play_hinted", values)
    else:
        yield 1, Reason("hanabi.play_chance", values)
    if state.turns_left > 0:
        yield 2, Reason("hanabi.play_last", {"turns": state.turns_left})


def _of_completing(kind: int) -> Weighed:
    """The last card of a firework."""
    if step_of(kind) == board.VALUES - 1:
        yield 6, Reason("hanabi.completes", _card(kind))


def _of_discarding(state: State, seat: int, position: int) -> Weighed:
    """A card is discarded (HANABI-2.2)."""
    kinds = likely(state, seat, position)
    kind = _only(kinds)
    if _are(kinds, useless_kinds(state)):
        yield 6, Reason("hanabi.discard_useless") if kind is None else Reason("hanabi.discard_known", _card(kind))
    elif kinds & vital_kinds(state) == 0:
        yield 4, Reason("hanabi.discard_safe")
    holders = [other + 1 for other in range(state.seats) if other != seat and kind in _hand(state, other)]
    if kind is not None and holders:
        yield 5, Reason("hanabi.discard_twin", _card(kind) | {"holders": holders})
    if position == next_to_go(state, seat):
        yield 3, Reason("hanabi.discard_oldest")
    elif not state.mark[seat, position] & board.ALL_HINTS:
        yield 2, Reason("hanabi.discard_unhinted")
    if state.tokens == 0:
        yield 2, Reason("hanabi.discard_needed")
    else:
        yield 1, Reason("hanabi.discard", {"tokens": state.tokens + 1, "all": board.ALL_TOKENS})


def _hand(state: State, seat: int) -> list[int]:
    """The cards of a hand as who asks sees them."""
    return [state.hand[seat, position] for position in range(state.held[seat])]


# Hints.


def _of_hint(before: State, after: State, to: int, hint: int) -> Weighed:
    """Somebody is told something (HANABI-2.1)."""
    touched = [position for position in range(after.held[to]) if after.mark[to, position] >> hint & 1]
    sure = _learnt(before, after, to, playable_kinds(before))
    if sure:
        yield 6, Reason("hanabi.hint_sure", {"to": to + 1, "positions": [position + 1 for position in sure]})
    else:
        yield from _of_pointing(before, after)
    yield from _of_shown(before, to, [position for position in touched if position not in sure])
    waste = _learnt(before, after, to, useless_kinds(before))
    if waste:
        yield 3, Reason("hanabi.hint_waste", {"to": to + 1, "positions": [position + 1 for position in waste]})
    if before.phase != phases.TURN:
        yield 2, Reason("hanabi.hint_free")
    elif before.tokens == board.ALL_TOKENS:
        yield 1, Reason("hanabi.hint_full", {"tokens": board.ALL_TOKENS})
    values: Json = {"to": to + 1, "hint": board.HINT_NAMES[hint], "positions": [position + 1 for position in touched]}
    yield 2, Reason("hanabi.hint" if touched else "hanabi.hint_none", values)


def _learnt(before: State, after: State, seat: int, wanted: int) -> list[int]:
    """The positions of a hand whose cards must be of the wanted kinds for their owner, and need not have been so."""
    return [
        position
        for position in range(after.held[seat])
        if _are(likely(after, seat, position), wanted) and not _are(likely(before, seat, position), wanted)
    ]


def _of_pointing(before: State, after: State) -> Weighed:
    """The card that a hint points at by the club's conventions, if it can be what they say."""
    meaning = hint_meaning(before, after)
    if meaning is None or not meaning.kinds:
        return
    kind = before.hand[meaning.seat, meaning.position]
    if kind < 0 or kind in meaning.kinds:
        key = "hanabi.hint_points_saving" if meaning.kind == "rescue" else "hanabi.hint_points"
        values = {"giver": before.to_act + 1, "to": meaning.seat + 1, "position": meaning.position + 1}
        yield 5, Reason(key, values, only_of=CLUB)


def _of_shown(state: State, to: int, touched: list[int]) -> Weighed:
    """What who asks sees in a hand that he was not dealt: a card that fits, or one that must not be lost."""
    playable, vital = playable_kinds(state), vital_kinds(state)
    for position in touched:
        kind = state.hand[to, position]
        if kind >= 0 and (playable | vital) >> kind & 1:
            key = "hanabi.hint_fits" if playable >> kind & 1 else "hanabi.hint_saves"
            yield 4, Reason(key, _card(kind) | {"to": to + 1, "position": position + 1})


# Bonus tiles.


def _of_returning(after: State, kind: int) -> Weighed:
    """A card from the discards is shuffled into the deck (HANABI-7.2e)."""
    left = int(board.COPIES[after.ordinary_black, kind]) - after.discarded[kind] - 1
    if not useless_kinds(after) >> kind & 1:
        yield 2, Reason("hanabi.return_needed" if left else "hanabi.return_lost", _card(kind) | {"left": left})
    yield 1, Reason("hanabi.return", _card(kind))


def _of_rekindling(kind: int) -> Weighed:
    """A card from the discards is played (HANABI-7.2f)."""
    yield from _of_completing(kind)
    yield 1, Reason("hanabi.rekindle", _card(kind))
