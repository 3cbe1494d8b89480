"""A game of Khan as people are shown it: a seat's view, everything, the breakdown of points, and the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lantern.games.khan.actions import write_action, write_conquest
from lantern.games.khan.board import (
    ALL_REGIONS,
    CARD_NAMES,
    CARDS,
    DIRECTION_NAMES,
    DIRECTIONS,
    GODS,
    HOME,
    MOST_SEATS,
    NEIGHBOURS,
    NEUTRAL,
    NO_SQUARE,
    PATRONAGE,
    POINTS_OF,
    REGION_NAMES,
    ROWS,
    RULER_NAMES,
    RULERS,
    SPECIAL_NAMES,
    SYMBOL_NAMES,
    SYMBOL_WORDS,
    SYMBOLS,
    TYPE_NAMES,
    beside,
    name_of,
    squares_of,
)
from lantern.games.khan.conquest import anchor_of, broken_by, form_of
from lantern.games.khan.play import find_refuges, ruled_out
from lantern.games.khan.scoring import measure, standing
from lantern.games.khan.state import END_NAMES, NONE, PHASE_NAMES, RUNNING, State
from lantern.kernel.contract import Json
from lantern.kernel.record import alone, copy_of
from lantern.kernel.rule import plainly

POINTS = dict(zip(TYPE_NAMES, POINTS_OF.tolist(), strict=True))
"""[piece] its points."""
KIND_NAMES = {PATRONAGE: "patronage", GODS: "gods"}
AT_EDGE = tuple(name_of(square) for square in squares_of(SYMBOL_WORDS[NEIGHBOURS]))
"""The squares that border neighbouring territories."""


def seats_in(seats: int) -> list[int]:
    """A set of seats, counted from 1."""
    return [seat + 1 for seat in range(seats.bit_length()) if seats >> seat & 1]


def _table(state: State) -> Json:
    """What lies open for everybody."""
    over, seats = state.end != RUNNING, range(state.seats)
    return {
        "start_player": state.start_player + 1,
        "turn": state.turn + 1,
        "to_act": None if over else state.to_act + 1,
        "phase": "over" if over else PHASE_NAMES[state.phase],
        "actions_left": state.actions_left,
        "asked_in": PHASE_NAMES[state.asked_in] if state.asked_in != NONE else None,
        "final": bool(state.final),
        "scores": [state.score[seat] for seat in seats],
        "yurts": _yurts(state),
        "rulers": {name: _whereabouts(state.ruler[ruler]) for ruler, name in enumerate(RULER_NAMES)},
        "courts": {name: state.court[ruler] for ruler, name in enumerate(RULER_NAMES)},
        "pieces": pieces_of(state),
        "discards": [CARD_NAMES[card] for card, cycle in enumerate(state.cycle[:].tolist()) if cycle == NONE],
        "reshuffles": state.reshuffles,
        "specials": [
            {name: state.special_left[seat, special] for special, name in enumerate(SPECIAL_NAMES)} for seat in seats
        ],
        "patronage": [seat + 1 for seat in seats if state.patronage[seat]],
        "gods": {str(seat + 1): _protected(state.gods[seat]) for seat in seats if state.gods[seat]},
        "reserved": {str(seat + 1): TYPE_NAMES[state.reserved[seat]] for seat in seats if state.reserved[seat] != NONE},
        "last_special": [KIND_NAMES.get(state.last_special[seat]) for seat in seats],
        "proposal": write_conquest(state.proposal) if state.proposal != NONE else None,
        "consented": _consented(state),
        "refused": [write_conquest(state.refused[place]) for place in range(state.refusals)],
        "fled": _fled(state),
        "last": _last(state),
        "end": END_NAMES[state.end] or None,
    }


def _yurts(state: State) -> dict[str, int | str]:
    """[square] the seat whose yurt stands there, or "neutral", in reading order."""
    holders = state.holder[:].tolist()
    return {
        name_of(square): "neutral" if holders[square] == NEUTRAL else holders[square] + 1
        for square in squares_of(state.yurts)
    }


def _whereabouts(square: int) -> str:
    return name_of(square) if square >= 0 else "home" if square == HOME else "unplaced"


def pieces_of(state: State) -> list[Json]:
    """The pieces on the board, in the order placed."""
    squares: list[list[str]] = [[] for _ in range(state.pieces)]
    for square, piece in enumerate(state.piece_at[:].tolist()):
        if piece != NONE:
            squares[piece].append(name_of(square))
    kinds, owners = state.piece_type[:].tolist(), state.piece_owners[:].tolist()
    return [
        {"piece": TYPE_NAMES[kinds[piece]], "squares": names, "owners": seats_in(owners[piece])}
        for piece, names in enumerate(squares)
    ]


def _protected(regions: int) -> str:
    """What a Gods card protects."""
    return "all" if regions == ALL_REGIONS else REGION_NAMES[regions.bit_length() - 1]


def _consented(state: State) -> list[int]:
    """The protectors who have consented to the proposal."""
    if state.proposal == NONE:
        return []
    form = plainly(form_of)(state.proposal)
    broken = plainly(broken_by)(state, state.turn, form, plainly(anchor_of)(state.proposal))
    return seats_in(broken & ~state.to_ask)


def _fled(state: State) -> Json | None:
    """The flight of a ruler that happened last."""
    if state.fled == NONE:
        return None
    card = CARD_NAMES[state.fled_card]
    return {"card": card, "ruler": RULER_NAMES[state.fled], "from": name_of(state.fled_from)}


def _last(state: State) -> Json | None:
    """The decision made last."""
    if state.last_action == NONE:
        return None
    return {"seat": state.last_seat + 1, "action": write_action(state.last_action)}


def view(state: State, seat: int) -> Json:
    """What a table shows a seat, from a state concealed for it; seat -1 is a spectator."""
    items = breakdown(state)
    return _table(state) | {
        "seat": seat + 1 if seat >= 0 else None,
        "board": {"rows": [*ROWS], "neighbours": [*AT_EDGE]},
        "hands": [
            {"cards": _hand(state, owner) if owner == seat else None, "held": state.held[owner]}
            for owner in range(state.seats)
        ],
        "deck": state.deck_left,
        "beside": {name: state.piece_left[kind] for kind, name in enumerate(TYPE_NAMES)},
        "points": {**POINTS},
        "flight": _flights(state),
        "breakdown": items,
        "result": outcome(state) | {"breakdown": items} if state.end != RUNNING else None,
    }


def _hand(state: State, seat: int) -> list[str]:
    return [CARD_NAMES[state.hand[seat, place]] for place in range(state.held[seat])]


def _flights(state: State) -> dict[str, dict[str, str | None]]:
    """[ruler, direction] where a ruler would go if he were driven out in it, None if he would go home (KHAN-5, 6.2)."""
    found = np.full((RULERS, DIRECTIONS), NO_SQUARE, np.int64)
    find_refuges(alone(state), found)
    refuges, rulers, courts = found.tolist(), state.ruler[:].tolist(), state.court[:].tolist()
    return {
        name: _flight([NO_SQUARE] * DIRECTIONS if state.drive_out_home and courts[ruler] == 1 else refuges[ruler])
        for ruler, name in enumerate(RULER_NAMES)
        if rulers[ruler] >= 0
    }


def _flight(refuges: list[int]) -> dict[str, str | None]:
    return {
        name: name_of(square) if square != NO_SQUARE else None
        for name, square in zip(DIRECTION_NAMES, refuges, strict=True)
    }


def reveal(state: State) -> Json:
    """Everything, hidden things included."""
    return _table(state) | {
        "hands": [_hand(state, seat) for seat in range(state.seats)],
        "drawn": [[state.drawn[seat, place] for place in range(state.held[seat])] for seat in range(state.seats)],
        "bounds": [[_bound(state, seat, place) for place in range(state.held[seat])] for seat in range(state.seats)],
        "deck": [CARD_NAMES[card] for card in state.deck[CARDS - state.deck_left :]],
    }


def _bound(state: State, seat: int, place: int) -> dict[str, str]:
    """What all know of a card: [symbol] the ruler after whom its own comes if it shows the symbol (KHAN-3.3)."""
    out = [plainly(ruled_out)(state.bound[seat, place], symbol) for symbol in range(SYMBOLS)]
    return {SYMBOL_NAMES[symbol]: RULER_NAMES[rulers - 1] for symbol, rulers in enumerate(out) if rulers}


def sizes_of(state: State, seat: int) -> list[int]:
    """The sizes of a seat's territories, once measured."""
    return [size for size in state.sizes[:].tolist()[seat] if size > 0]


def breakdown(state: State) -> list[Json]:
    """The points of pieces, and the bonuses as they would be if the game ended now, item by item (KHAN-10)."""
    items = [item for number, piece in enumerate(pieces_of(state)) for item in _piece_items(number, piece)]
    return items + list(_territory_items(state))


def _territory_items(state: State) -> Iterator[Json]:
    """What the territories bring each seat (KHAN-10.2)."""
    one, found = copy_of(state), np.zeros((2, MOST_SEATS), np.int64)
    measure(one, *found)
    places, bonuses = found.tolist()
    for seat in range(state.seats):
        if bonuses[seat]:
            yield {
                "kind": "territory",
                "of": seat + 1,
                "when": "final",
                "seat": seat + 1,
                "points": bonuses[seat],
                "place": places[seat] + 1,
                "sizes": sizes_of(one[0], seat),
                "squares": largest_territory(state, seat),
            }


def _piece_items(number: int, piece: Json) -> list[Json]:
    """What a piece brings each of its owners (KHAN-10.1)."""
    full, owners = POINTS[piece["piece"]], piece["owners"]
    points = -(-full // len(owners))
    head = {"kind": "piece", "of": number, "when": "scored"}
    return [head | {"seat": seat, "points": points, "full": full} | piece for seat in owners]


def largest_territory(state: State, seat: int) -> list[str]:
    """The squares of a seat's largest territory; of several the first in reading order."""
    rest, best = set(squares_of(state.territory[seat])), set[int]()
    while len(rest) > len(best):
        group, edge = set[int](), {min(rest)}
        while edge:
            group |= edge
            edge = {side for square in edge for side in beside(square) if side in rest} - group
        rest -= group
        best = max(best, group, key=len)
    return [name_of(square) for square in sorted(best)]


def result(state: State) -> Json:
    """How a finished game ended (KHAN-10.4)."""
    return outcome(state) | {"breakdown": breakdown(state)}


def outcome(state: State) -> Json:
    """Why a finished game is over, and who won."""
    places: Any = [0] * state.seats
    plainly(standing)(state, places)
    return {
        "reason": END_NAMES[state.end],
        "scores": [state.score[seat] for seat in range(state.seats)],
        "winners": [seat for seat, place in enumerate(places, 1) if place == max(places)],
        "territories": [sizes_of(state, seat) for seat in range(state.seats)],
    }
