"""Why a card of one's own is what it is, and why it can't be another: by hints, by what is in sight, by one's cards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lantern.games.hanabi.board import FITTING, HINT_NAMES, HINTS, KIND_NAMES, KINDS, MOST_HELD
from lantern.games.hanabi.state import NOT_TOLD, State
from lantern.kernel.game import Match
from lantern.kernel.rule import plainly
from lantern.learning.hanabi import deducing
from lantern.learning.hanabi.deducing import CERTAIN, COUNTED, TOLD, WAYS
from lantern.players.advice.reasons import Reason

FEW = 5
"""So many kinds of cards are named one by one; of more it is told how many they are."""

deduce = plainly(deducing.deduce)
count_left = plainly(deducing.count_left)
cards_left = plainly(deducing.cards_left)


def why(match: Match, about: str, choice: str) -> list[Reason]:
    """Why a choice is the card of the seat to act that a question is about, or why it can't be.

    None where one of somebody's own files asks about something else.
    """
    assert match.to_act is not None
    seat = match.to_act - 1
    state = match.concealed(seat)[0]
    asked = [f"card:{seat + 1}.{place + 1}" for place in range(state.held[seat])]
    if about not in asked or choice not in KIND_NAMES:
        return []
    place = asked.index(about)
    left, known = np.zeros(KINDS, np.int64), np.zeros((MOST_HELD, WAYS), np.int64)
    count_left(state, left, seat, seat)
    deduce(state, seat, left, known)
    kind = KIND_NAMES.index(choice)
    told, counted, certain = (int(known[place, way]) for way in (TOLD, COUNTED, CERTAIN))
    if certain >> kind & 1:
        return [*_right(state, seat, place, told, counted), *_own(state, seat, place, left, known, counted & ~certain)]
    if not told >> kind & 1:
        return [_hinted(int(state.mark[seat, place]), kind)]
    if not counted >> kind & 1:
        return [Reason("hanabi.card_gone", {"card": choice})]
    return [*_own(state, seat, place, left, known, 1 << kind)]


def _right(state: State, seat: int, place: int, told: int, counted: int) -> Iterator[Reason]:
    """What the hints leave, and then the cards in sight."""
    mark = int(state.mark[seat, place])
    hints = {"hints": _hints(mark), "passed": _hints(mark >> NOT_TOLD)}
    yield _left("hanabi.card_hints", told, hints)
    gone = told & ~counted
    if gone and gone.bit_count() <= FEW:
        yield Reason("hanabi.card_sight", {"gone": named(gone)})
    elif gone:
        yield _left("hanabi.card_counted", counted, {})


def _left(key: str, kinds: int, values: dict[str, list[str]]) -> Reason:
    """What is left, by name if it is little."""
    count = kinds.bit_count()
    return (
        Reason(key, values | {"open": named(kinds)})
        if count <= FEW
        else Reason(f"{key}_many", values | {"count": count})
    )


def _own(state: State, seat: int, place: int, left: np.ndarray, known: np.ndarray, others: int) -> Iterator[Reason]:
    """The fewest other cards of the hand that take all that is left of some kinds."""
    if not others:
        return
    held = int(state.held[seat])
    for part in sorted(range(1, 1 << held), key=lambda part: (part.bit_count(), part)):
        positions = [position for position in range(held) if part >> position & 1]
        kinds = 0
        for position in positions:
            kinds |= int(known[position, COUNTED])
        if place not in positions and others & ~kinds == 0 and cards_left(left, kinds) == len(positions):
            yield Reason(
                "hanabi.card_own", {"positions": [position + 1 for position in positions], "gone": named(kinds)}
            )
            return


def _hinted(mark: int, kind: int) -> Reason:
    """Which hint says that a card is not of a kind."""
    fits = int(FITTING[kind])
    for hint in range(HINTS):
        if mark >> hint & 1 and not fits >> hint & 1:
            return Reason("hanabi.card_hinted", {"card": KIND_NAMES[kind], "hint": HINT_NAMES[hint]})
    passed = next(hint for hint in range(HINTS) if mark >> hint + NOT_TOLD & 1 and fits >> hint & 1)
    return Reason("hanabi.card_passed", {"card": KIND_NAMES[kind], "hint": HINT_NAMES[passed]})


def _hints(mark: int) -> list[str]:
    return [HINT_NAMES[hint] for hint in range(HINTS) if mark >> hint & 1]


def named(kinds: int) -> list[str]:
    """The cards of a set."""
    return [name for kind, name in enumerate(KIND_NAMES) if kinds >> kind & 1]
