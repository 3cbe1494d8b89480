"""Ming Dynastie as plain data: what a seat sees, everything, the breakdown, and how a game ended."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from lantern.games.ming.actions import write_action
from lantern.games.ming.board import (
    BORDERS,
    CARD_KINDS,
    CARD_NAMES,
    CARDS,
    DISTRICT_NAMES,
    DISTRICTS,
    DRAGON,
    MONASTERY,
    NEUTRAL,
    NO_CARD,
    NOWHERE,
    OWNERS,
    PALACE_POINTS,
    PROVINCE_NAMES,
    SCORINGS,
    SET_OF_FIVE,
    SET_POINTS,
    SINGLE_TILE,
    SYMBOL_NAMES,
    neighbours_of,
)
from lantern.games.ming.scoring import preview, scoring_of, standing
from lantern.games.ming.state import (
    END_NAMES,
    HIDDEN,
    NEUTRALS_BACK,
    NONE,
    PHASE_NAMES,
    RUNNING,
    START,
    WHY_NAMES,
    State,
)
from lantern.games.ming.walking import others_at
from lantern.kernel.contract import Json
from lantern.kernel.record import Records, new_records
from lantern.kernel.rule import plainly


def reveal(state: State) -> Json:
    """Everything, hidden things included."""
    return _table(state) | {
        "to_place": _per_seat(state, state.to_place),
        "deck": [SYMBOL_NAMES[state.deck[place]] for place in range(CARDS - state.deck_left, CARDS)],
        "hands": [_hand(state, seat) for seat in range(state.seats)],
        "scored": list(scored_items(state)),
        "last": _last(state),
    }


def _table(state: State) -> Json:
    """What lies open, in the same words for everybody."""
    over = state.end != RUNNING
    return {
        "start_player": state.start_player + 1,
        "round": state.round,
        "phase": "over" if over else PHASE_NAMES[state.phase],
        "to_act": None if over else state.to_act + 1,
        "princes": [None if at == NOWHERE else DISTRICT_NAMES[at] for at in _per_seat(state, state.prince)],
        "spaces": {name: _column(state, state.space, number) for number, name in enumerate(PROVINCE_NAMES)},
        "open": {name: _column(state, state.open, number) for number, name in enumerate(DISTRICT_NAMES)},
        "monasteries": {
            name: seat + 1 for name, seat in zip(DISTRICT_NAMES, state.monastery[:].tolist(), strict=True) if seat >= 0
        },
        "palaces": {
            name: members
            for number, name in enumerate(DISTRICT_NAMES)
            if any(members := _column(state, state.palace, number))
        },
        "neutrals": _amounts(DISTRICT_NAMES, state.open[NEUTRAL]),
        "neutral_palaces": _amounts(DISTRICT_NAMES, state.palace[NEUTRAL]),
        "display": {
            name: SYMBOL_NAMES[card] if card != NO_CARD else None
            for name, card in zip(PROVINCE_NAMES, state.display[:].tolist(), strict=True)
        },
        "discards": _amounts(SYMBOL_NAMES, state.discards[:]),
        "dragons": state.dragons,
        "tiles": [_amounts(PROVINCE_NAMES, state.tiles[seat]) for seat in range(state.seats)],
        "passed": [seat + 1 for seat in range(state.seats) if state.passed >> seat & 1],
        "scoring": _scoring(state),
        "scores": _per_seat(state, state.score),
        "end": END_NAMES[state.end] or None,
    }


def _per_seat(state: State, cells: Any) -> list[int]:
    numbers: list[int] = cells[:].tolist()
    return numbers[: state.seats]


def _column(state: State, cells: Any, column: int) -> list[int]:
    """The entries of the seats in a column."""
    return [cells[seat, column] for seat in range(state.seats)]


def _amounts(names: tuple[str, ...], cells: Any) -> dict[str, int]:
    """How many of each, where there is any."""
    return {name: number for name, number in zip(names, cells.tolist(), strict=True) if number > 0}


def _hand(state: State, seat: int) -> dict[str, int]:
    return _amounts(CARD_NAMES, state.hand[seat])


def _scoring(state: State) -> Json | None:
    """The city that is being scored; what was chosen in secret may be concealed (MING-7.4)."""
    if state.scored == NONE:
        return None
    return {
        "province": PROVINCE_NAMES[state.scored],
        "chosen": [
            "hidden" if number == HIDDEN else None if number == NONE else number
            for number in _per_seat(state, state.chosen)
        ],
        "neutrals_lead": bool(state.neutrals_lead),
        "neutrals_back": state.neutrals_back if state.phase == NEUTRALS_BACK else 0,
    }


def _last(state: State) -> Json | None:
    """The decision made last; a secret one is told without its number."""
    if state.last_action == NONE:
        return None
    action = "return" if state.last_action == HIDDEN else write_action(state.last_action)
    return {"seat": state.last_seat + 1, "action": action}


def view(state: State, seat: int) -> Json:
    """What a table shows a seat, from a state concealed for it; seat -1 is a spectator."""
    shown = [not state.secret_hands or owner == seat for owner in range(state.seats)]
    return _table(state) | {
        "seat": seat + 1 if seat >= 0 else None,
        "to_place": _per_seat(state, state.to_place),
        "deck": state.deck_left,
        "hands": [_hand(state, owner) if shown[owner] else state.held[owner] for owner in range(state.seats)],
        "stock": dict(zip(PROVINCE_NAMES, state.tiles_left[:].tolist(), strict=True)),
        "neutral_stock": state.stock,
        "reach": [reach_of(state, owner) if shown[owner] else None for owner in range(state.seats)],
        "worth": int(SET_POINTS[min(next_scoring(state), SCORINGS - 1)]),
        "scored": list(scored_items(state)),
        "last": _last(state),
        "breakdown": breakdown(state),
        "result": result(state) if state.end != RUNNING else None,
    }


def reach_of(state: State, seat: int) -> dict[str, int]:
    """The districts in which a prince could end a walk with the hand, each with the fewest cards (MING-6.1)."""
    if state.prince[seat] == NOWHERE:
        return {}
    hand = tuple(state.hand[seat, card] for card in range(CARD_KINDS))
    taken = plainly(others_at)(state, seat)
    return {
        DISTRICT_NAMES[district]: cards
        for district, cards in sorted(_walks(state.prince[seat], hand).items())
        if not taken >> district & 1
    }


@cache
def _walks(start: int, hand: tuple[int, ...]) -> dict[int, int]:
    """The districts in which a walk with a hand can be, each with the fewest cards paid; dragons are paid last."""
    fewest: dict[int, int] = {}
    edge = {(start, hand)}
    for paid in range(1, sum(hand) + 1):
        edge = {
            (district, left)
            for at, cards in edge
            for district in neighbours_of(at)
            if (left := _after_paying(cards, BORDERS[at][district])) is not None
        }
        for district, _ in edge:
            fewest.setdefault(district, paid)
    return fewest


def _after_paying(hand: tuple[int, ...], symbol: int) -> tuple[int, ...] | None:
    card = symbol if hand[symbol] > 0 else DRAGON
    if hand[card] == 0:
        return None
    return tuple(hand[other] - (other == card) for other in range(CARD_KINDS))


def next_scoring(state: State) -> int:
    """The number of the scoring that is under way or comes next."""
    return int(plainly(scoring_of)(state)) + (state.phase == START and state.round % 2 == 0)


def scored_items(state: State) -> Iterator[Json]:
    """What was scored, item by item (MING-7)."""
    for seat in range(state.seats):
        if state.earlier[seat]:
            yield _item("earlier", 0, "earlier", seat, state.earlier[seat], 0)
    for scoring in range(SCORINGS):
        yield from _scored_then(state, scoring)
    for seat in range(state.seats):
        if state.fives[seat]:
            yield _item("five", 6, "five", seat, SET_OF_FIVE * state.fives[seat], state.fives[seat])
        if state.singles[seat]:
            yield _item("single", 6, "single", seat, SINGLE_TILE * state.singles[seat], state.singles[seat])


def _scored_then(state: State, scoring: int) -> Iterator[Json]:
    """What a scoring brought: sets, palaces, majorities, monasteries."""
    number, worth = 2 * scoring + 2, int(PALACE_POINTS[scoring])
    sets, monks = state.sets[:][scoring].tolist(), state.monks[:][scoring].tolist()
    stayed, majority = state.stayed[:][scoring].tolist(), state.majority[:][scoring].tolist()
    for seat in range(state.seats):
        if sets[seat]:
            yield _item("set", number, "set", seat, int(SET_POINTS[scoring]) * sets[seat], sets[seat])
    for province, name in enumerate(PROVINCE_NAMES):
        why = WHY_NAMES[state.why[scoring, province]]
        for seat in range(state.seats):
            members = stayed[province][seat]
            if members and worth:
                yield _item("palaces", number, name, seat, worth * members, members)
            if majority[province][seat]:
                yield _item("majority", number, name, seat, majority[province][seat], members) | {"why": why}
    for seat in range(state.seats):
        if monks[seat]:
            yield _item("monasteries", number, "monasteries", seat, MONASTERY * monks[seat], monks[seat])


def _item(kind: str, number: int, of: str, seat: int, points: int, members: int) -> Json:
    return {"kind": kind, "round": number, "of": of, "seat": seat + 1, "points": points, "members": members}


def breakdown(state: State) -> list[Json]:
    """What was scored, and what the next scoring would bring if it came now and nobody returned anybody (MING-7)."""
    items = [item | {"when": "scored"} for item in scored_items(state)]
    if state.end == RUNNING and state.scored == NONE:
        items += [item | {"when": "preview"} for item in foresee(state)]
    return items


def copy_of(state: State) -> Records:
    """A record of its own with the same state."""
    one = new_records(State, 1)
    one[0] = state
    return one


def foresee(state: State) -> list[Json]:
    """What the next scoring would bring if it came now."""
    after, scoring = copy_of(state), next_scoring(state)
    after[0].round = 2 * scoring + 1
    moved, earned = np.zeros((2, OWNERS, DISTRICTS), np.int64)
    preview(after, moved, earned)
    items = list(_tiles(state, 2 * scoring + 2, moved.tolist(), earned.tolist()))
    before = [item for item in scored_items(state) if item["round"] == 2 * scoring + 2]
    return items + [item for item in scored_items(after[0]) if item["round"] == 2 * scoring + 2 and item not in before]


def _tiles(state: State, number: int, moved: list[list[int]], earned: list[list[int]]) -> Iterator[Json]:
    """Who goes to the palaces of each district, with the tiles that it brings (MING-7.1)."""
    for district, name in enumerate(DISTRICT_NAMES):
        movers = [owner for owner in range(OWNERS) if moved[owner][district]]
        most = max((state.open[owner, district] for owner in movers), default=0)
        leaders = [owner for owner in movers if state.open[owner, district] == most]
        for owner in movers:
            why = "second" if owner not in leaders else "most" if len(leaders) == 1 else "tied"
            item = _item("tile", number, name, owner, 0, moved[owner][district])
            seat = None if owner == NEUTRAL else owner + 1
            yield item | {"seat": seat, "tiles": earned[owner][district], "why": why}


def result(state: State) -> Json:
    """How a finished game ended (MING-8.2)."""
    places: Any = [0] * state.seats
    plainly(standing)(state, places)
    return {
        "reason": END_NAMES[state.end],
        "scores": _per_seat(state, state.score),
        "winners": [seat for seat, points in enumerate(places, 1) if points == max(places)],
        "breakdown": breakdown(state),
    }
