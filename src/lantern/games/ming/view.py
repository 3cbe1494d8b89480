"""Ming Dynastie as plain data: the map, what a seat sees, everything, the breakdown, and how a game ended."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import numpy as np

from lantern.games.ming import board as ming_board
from lantern.games.ming import ends, phases, shapes
from lantern.games.ming.actions import write_action
from lantern.games.ming.board import Card
from lantern.games.ming.scoring import preview, scoring_of, standing
from lantern.games.ming.state import WHY_NAMES, State
from lantern.games.ming.walking import NIBBLE, hand_of, others_at
from lantern.kernel.record import copy_of
from lantern.kernel.rule import plainly

WAYS = [
    [(other, NIBBLE * ming_board.BORDERS[at][other]) for other in ming_board.neighbours_of(at)]
    for at in range(ming_board.DISTRICTS)
]
"""[district] the districts that it borders on, with the place of the border's symbol in a packed hand."""
DRAGONS_AT = NIBBLE * ming_board.DRAGON
FULL = (1 << NIBBLE) - 1


Name = TypeVar("Name", bound=str)


def board() -> shapes.Board:
    """The map and the schedule, for who draws a table, symbols by the names of their cards.

    Whoever asks may do with it what he likes. Unpacking it takes a quarter of the time of copying it part by part.
    """
    unpacked: shapes.Board = pickle.loads(_packed_board())
    return unpacked


@cache
def _packed_board() -> bytes:
    return pickle.dumps(_drawn_board())


def _drawn_board() -> shapes.Board:
    names = {symbol: name for name, symbol in ming_board.COMPONENTS["symbols"].items()}
    drawn = ming_board.MAP
    return {
        "name": drawn["name"],
        "size": drawn["size"],
        "sizes": drawn["sizes"],
        "provinces": drawn["provinces"],
        "districts": drawn["districts"],
        "borders": [border | {"symbol": names[border["symbol"]]} for border in drawn["borders"]],
        "scenery": drawn["scenery"],
        "rounds": ming_board.ROUNDS,
        "scorings": ming_board.COMPONENTS["scorings"],
        "monastery": ming_board.MONASTERY,
    }


def reveal(state: State) -> shapes.Everything:
    """Everything, hidden things included."""
    return {
        **_table(state, list(scored_items(state))),
        "deck": [
            ming_board.SYMBOL_NAMES[state.deck[place]]
            for place in range(ming_board.CARDS - state.deck_left, ming_board.CARDS)
        ],
        "hands": [_hand(state, seat) for seat in range(state.seats)],
    }


def _table(state: State, scored: list[shapes.Scored]) -> shapes.Table:
    """What lies open, in the same words for everybody."""
    over = state.end != ends.RUNNING
    return {
        "start_player": state.start_player + 1,
        "round": state.round,
        "phase": "over" if over else phases.NAMES[state.phase],
        "to_act": None if over else state.to_act + 1,
        "princes": [
            None if at == ming_board.NOWHERE else ming_board.DISTRICT_NAMES[at] for at in _per_seat(state, state.prince)
        ],
        "spaces": _members(state, ming_board.PROVINCE_NAMES, state.space),
        "open": _members(state, ming_board.DISTRICT_NAMES, state.open),
        "monasteries": {
            name: seat + 1
            for name, seat in zip(ming_board.DISTRICT_NAMES, state.monastery[:].tolist(), strict=True)
            if seat >= 0
        },
        "palaces": {
            name: members
            for name, members in _members(state, ming_board.DISTRICT_NAMES, state.palace).items()
            if any(members)
        },
        "neutrals": _amounts(ming_board.DISTRICT_NAMES, state.open[ming_board.NEUTRAL]),
        "neutral_palaces": _amounts(ming_board.DISTRICT_NAMES, state.palace[ming_board.NEUTRAL]),
        "display": {
            name: ming_board.SYMBOL_NAMES[card] if card != ming_board.NO_CARD else None
            for name, card in zip(ming_board.PROVINCE_NAMES, state.display[:].tolist(), strict=True)
        },
        "discards": _amounts(ming_board.SYMBOL_NAMES, state.discards[:]),
        "dragons": state.dragons,
        "tiles": [_amounts(ming_board.PROVINCE_NAMES, state.tiles[seat]) for seat in range(state.seats)],
        "passed": [seat + 1 for seat in range(state.seats) if state.passed >> seat & 1],
        "scoring": _scoring(state),
        "scores": _per_seat(state, state.score),
        "end": ends.NAMES[state.end] or None,
        "to_place": _per_seat(state, state.to_place),
        "scored": scored,
        "last": _last(state),
    }


def _per_seat(state: State, cells: Any) -> list[Any]:
    numbers: list[Any] = cells[:].tolist()
    return numbers[: state.seats]


def _members(state: State, names: tuple[Name, ...], cells: Any) -> dict[Name, list[int]]:
    """[place] the members of each seat."""
    columns = zip(*_per_seat(state, cells), strict=True)
    return {name: [*members] for name, members in zip(names, columns, strict=True)}


def _amounts(names: tuple[Name, ...], cells: Any) -> dict[Name, int]:
    """How many of each, where there is any."""
    return {name: number for name, number in zip(names, cells.tolist(), strict=True) if number > 0}


def _hand(state: State, seat: int) -> dict[Card, int]:
    return _amounts(ming_board.CARD_NAMES, state.hand[seat])


def _scoring(state: State) -> shapes.CityScored | None:
    """The city that is being scored; what was chosen in secret may be concealed (MING-7.4)."""
    if state.scored == ming_board.NONE:
        return None
    return {
        "province": ming_board.PROVINCE_NAMES[state.scored],
        "chosen": [
            "hidden" if number == ming_board.UNKNOWN else None if number == ming_board.NONE else number
            for number in _per_seat(state, state.chosen)
        ],
        "neutrals_lead": bool(state.neutrals_lead),
        "neutrals_back": state.neutrals_back if state.phase == phases.NEUTRALS_BACK else 0,
    }


def _last(state: State) -> shapes.Last | None:
    """The decision made last; a secret one is told without its number."""
    if state.last_action == ming_board.NONE:
        return None
    action = "return" if state.last_action == ming_board.UNKNOWN else write_action(state.last_action)
    return {"seat": state.last_seat + 1, "action": action}


def view(state: State, seat: int) -> shapes.View:
    """What a table shows a seat, from a state concealed for it; seat -1 is a spectator."""
    shown = [not state.secret_hands or owner == seat for owner in range(state.seats)]
    scored = list(scored_items(state))
    items = _breakdown(state, scored)
    return {
        **_table(state, scored),
        "seat": seat + 1 if seat >= 0 else None,
        "deck": state.deck_left,
        "hands": [_hand(state, owner) if shown[owner] else state.held[owner] for owner in range(state.seats)],
        "stock": dict(zip(ming_board.PROVINCE_NAMES, state.tiles_left[:].tolist(), strict=True)),
        "neutral_stock": state.stock,
        "reach": [reach_of(state, owner) if shown[owner] else None for owner in range(state.seats)],
        "worth": int(ming_board.SET_POINTS[min(next_scoring(state), ming_board.SCORINGS - 1)]),
        "breakdown": items,
        "result": {**outcome(state), "breakdown": items} if state.end != ends.RUNNING else None,
    }


def reach_of(state: State, seat: int) -> dict[str, int]:
    """The districts in which a prince could end a walk with the hand, each with the fewest cards (MING-6.1)."""
    if state.prince[seat] == ming_board.NOWHERE:
        return {}
    taken = plainly(others_at)(state, seat)
    return {
        ming_board.DISTRICT_NAMES[district]: cards
        for district, cards in _walks(state.prince[seat], plainly(hand_of)(state, seat))
        if not taken >> district & 1
    }


@cache
def _walks(start: int, hand: int) -> list[tuple[int, int]]:
    """The districts in which a walk with a packed hand can be, each with the fewest cards paid; dragons come last."""
    fewest: dict[int, int] = {}
    edge, paid = {(start, hand)}, 0
    while edge and len(fewest) < ming_board.DISTRICTS:
        paid += 1
        edge = {
            (district, cards - (1 << card))
            for at, cards in edge
            for district, symbol in WAYS[at]
            if cards >> (card := symbol if cards >> symbol & FULL else DRAGONS_AT) & FULL
        }
        for district, _ in edge:
            fewest.setdefault(district, paid)
    return sorted(fewest.items())


def next_scoring(state: State) -> int:
    """The number of the scoring that is under way or comes next."""
    return int(plainly(scoring_of)(state)) + (state.phase == phases.START and state.round % 2 == 0)


def scored_items(state: State) -> Iterator[shapes.Scored]:
    """What was scored, item by item (MING-7)."""
    for seat, points in enumerate(state.earlier[:].tolist()):
        if points:
            yield _item("earlier", 0, "earlier", seat, points, 0)
    for scoring in range(ming_board.SCORINGS):
        yield from _scored_then(state, scoring)
    singles = state.singles[:].tolist()
    for seat, fives in enumerate(state.fives[:].tolist()):
        if fives:
            yield _item("five", 6, "five", seat, ming_board.SET_OF_FIVE * fives, fives)
        if singles[seat]:
            yield _item("single", 6, "single", seat, ming_board.SINGLE_TILE * singles[seat], singles[seat])


def _scored_then(state: State, scoring: int) -> Iterator[shapes.Scored]:
    """What a scoring brought: sets, palaces, majorities, monasteries."""
    number, worth = 2 * scoring + 2, int(ming_board.PALACE_POINTS[scoring])
    for seat, sets in enumerate(state.sets[:][scoring].tolist()):
        if sets:
            yield _item("set", number, "set", seat, int(ming_board.SET_POINTS[scoring]) * sets, sets)
    majority = state.majority[:][scoring].tolist()
    for province, stayed in enumerate(state.stayed[:][scoring].tolist()):
        name = ming_board.PROVINCE_NAMES[province]
        for seat, members in enumerate(stayed):
            if members and worth:
                yield _item("palaces", number, name, seat, worth * members, members)
            if majority[province][seat]:
                item = _item("majority", number, name, seat, majority[province][seat], members)
                yield {**item, "why": WHY_NAMES[state.why[scoring, province]]}
    for seat, monks in enumerate(state.monks[:][scoring].tolist()):
        if monks:
            yield _item("monasteries", number, "monasteries", seat, ming_board.MONASTERY * monks, monks)


def _item(kind: shapes.Kind, number: int, of: str, seat: int, points: int, members: int) -> shapes.Scored:
    return {"kind": kind, "round": number, "of": of, "seat": seat + 1, "points": points, "members": members}


def breakdown(state: State) -> list[shapes.Item]:
    """What was scored, and what the next scoring would bring if it came now and nobody returned anybody (MING-7)."""
    return _breakdown(state, list(scored_items(state)))


def _breakdown(state: State, scored: list[shapes.Scored]) -> list[shapes.Item]:
    items: list[shapes.Item] = [{**item, "when": "scored"} for item in scored]
    return items + (_foresee(state, scored) if state.end == ends.RUNNING and state.scored == ming_board.NONE else [])


def _foresee(state: State, scored: list[shapes.Scored]) -> list[shapes.Item]:
    """What the next scoring would bring if it came now, beside what was scored."""
    after, scoring = copy_of(state), next_scoring(state)
    after[0].round = 2 * scoring + 1
    moved, earned = np.zeros((2, ming_board.OWNERS, ming_board.DISTRICTS), np.int64)
    preview(after, moved, earned)
    items: list[shapes.Item] = [*_tiles(state, 2 * scoring + 2, moved.tolist(), earned.tolist())]
    for item in scored_items(after[0]):
        if item["round"] == 2 * scoring + 2 and item not in scored:
            items.append({**item, "when": "preview"})
    return items


def _tiles(state: State, number: int, moved: list[list[int]], earned: list[list[int]]) -> Iterator[shapes.TileItem]:
    """Who goes to the palaces of each district, with the tiles that it brings (MING-7.1)."""
    members = state.open[:].tolist()
    for district, name in enumerate(ming_board.DISTRICT_NAMES):
        movers = [owner for owner in range(ming_board.OWNERS) if moved[owner][district]]
        most = max((members[owner][district] for owner in movers), default=0)
        leaders = [owner for owner in movers if members[owner][district] == most]
        for owner in movers:
            yield {
                "kind": "tile",
                "round": number,
                "of": name,
                "seat": None if owner == ming_board.NEUTRAL else owner + 1,
                "points": 0,
                "members": moved[owner][district],
                "tiles": earned[owner][district],
                "why": "second" if owner not in leaders else "most" if len(leaders) == 1 else "tied",
                "when": "preview",
            }


def result(state: State) -> shapes.Result:
    """How a finished game ended (MING-8.2)."""
    return {**outcome(state), "breakdown": breakdown(state)}


def outcome(state: State) -> shapes.Outcome:
    """Why a finished game is over, and who won."""
    places: Any = [0] * state.seats
    plainly(standing)(state, places)
    return {
        "reason": ends.NAMES[state.end],
        "scores": _per_seat(state, state.score),
        "winners": [seat for seat, points in enumerate(places, 1) if points == max(places)],
    }
