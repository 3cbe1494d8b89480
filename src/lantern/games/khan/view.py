"""A game of Khan as people are shown it: the board, a view, everything, the breakdown of points, and the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from lantern.games.khan import board as khan_board
from lantern.games.khan import ends, phases, shapes
from lantern.games.khan.actions import ANYWHERE, CONQUER, CONSENT_GIVEN, write_action, write_conquest
from lantern.games.khan.board import Direction, Offsets, PieceType, Region, Ruler, Symbol
from lantern.games.khan.conquest import NIBBLE, anchor_of, broken_by, form_of, sharers_of
from lantern.games.khan.play import find_refuges, ruled_out
from lantern.games.khan.scoring import measure, standing
from lantern.games.khan.state import State
from lantern.kernel.record import alone, copy_of
from lantern.kernel.rule import plainly

POINTS: dict[PieceType, int] = dict(zip(khan_board.TYPE_NAMES, khan_board.POINTS_OF.tolist(), strict=True))
"""[piece] its points."""
KIND_NAMES: dict[int, Literal["patronage", "gods"]] = {khan_board.PATRONAGE: "patronage", khan_board.GODS: "gods"}


def board() -> shapes.Board:
    """Board, pieces and cards, for who draws a table; a form is its squares, from the first of them."""
    chunks = khan_board.SYMBOL_CHUNKS.tolist()
    return {
        "squares": [
            {
                "square": khan_board.name_of(square),
                "region": "river" if landscape == khan_board.RIVER else khan_board.REGION_NAMES[landscape],
                "symbols": [
                    name
                    for symbol, name in enumerate(khan_board.SYMBOL_NAMES)
                    if chunks[symbol][square // khan_board.CHUNK] >> square % khan_board.CHUNK & 1
                ],
            }
            for square, landscape in khan_board.LANDSCAPE_OF.items()
        ],
        "pieces": [
            {
                "piece": name,
                "bridge": kind >= khan_board.TILE_TYPES,
                "rivers": [*khan_board.RIVERS_OF[kind]],
                "count": int(khan_board.PIECES_OF[kind]),
                "points": int(khan_board.POINTS_OF[kind]),
                "forms": [_cells(form.offsets) for form in khan_board.FORMS if form.type == kind],
            }
            for kind, name in enumerate(khan_board.TYPE_NAMES)
        ],
        "cards": [
            {"card": name, "direction": khan_board.DIRECTION_NAMES[int(khan_board.DIRECTION[card])]}
            for card, name in enumerate(khan_board.CARD_NAMES)
        ],
    }


def _cells(offsets: Offsets) -> list[list[int]]:
    """The squares of a form as rows and columns from its first square, in reading order."""
    places = (divmod(offset + khan_board.WIDTH // 2, khan_board.STRIDE) for offset in sorted(offsets))
    return [[row, column - khan_board.WIDTH // 2] for row, column in places]


def seats_in(seats: int) -> list[int]:
    """A set of seats, counted from 1."""
    return [seat + 1 for seat in range(seats.bit_length()) if seats >> seat & 1]


def _table(state: State) -> shapes.Table:
    """What lies open for everybody."""
    over, seats = state.end != ends.RUNNING, range(state.seats)
    return {
        "start_player": state.start_player + 1,
        "turn": state.turn + 1,
        "to_act": None if over else state.to_act + 1,
        "phase": "over" if over else phases.NAMES[state.phase],
        "actions_left": state.actions_left,
        "asked_in": phases.NAMES[state.asked_in] if state.asked_in != khan_board.NONE else None,
        "final": bool(state.final),
        "scores": [state.score[seat] for seat in seats],
        "yurts": _yurts(state),
        "rulers": {name: _whereabouts(state.ruler[ruler]) for ruler, name in enumerate(khan_board.RULER_NAMES)},
        "courts": {name: state.court[ruler] for ruler, name in enumerate(khan_board.RULER_NAMES)},
        "pieces": pieces_of(state),
        "discards": [
            khan_board.CARD_NAMES[card]
            for card, cycle in enumerate(state.cycle[:].tolist())
            if cycle == khan_board.NONE
        ],
        "reshuffles": state.reshuffles,
        "specials": [
            {name: state.special_left[seat, special] for special, name in enumerate(khan_board.SPECIAL_NAMES)}
            for seat in seats
        ],
        "patronage": [seat + 1 for seat in seats if state.patronage[seat]],
        "gods": {str(seat + 1): _protected(state.gods[seat]) for seat in seats if state.gods[seat]},
        "reserved": {
            str(seat + 1): khan_board.TYPE_NAMES[state.reserved[seat]]
            for seat in seats
            if state.reserved[seat] != khan_board.NONE
        },
        "last_special": [KIND_NAMES.get(state.last_special[seat]) for seat in seats],
        "proposal": write_conquest(state.proposal) if state.proposal != khan_board.NONE else None,
        "consented": _consented(state),
        "refused": [write_conquest(state.refused[place]) for place in range(state.refusals)],
        "fled": _fled(state),
        "last": _last(state),
        "end": ends.NAMES[state.end] or None,
    }


def _yurts(state: State) -> dict[str, shapes.Owner]:
    """[square] the seat whose yurt stands there, or "neutral", in reading order."""
    holders = state.holder[:].tolist()
    return {
        khan_board.name_of(square): "neutral" if holders[square] == khan_board.NEUTRAL else holders[square] + 1
        for square in khan_board.squares_of(state.yurts)
    }


def _whereabouts(square: int) -> str:
    return khan_board.name_of(square) if square >= 0 else "home" if square == khan_board.HOME else "unplaced"


def pieces_of(state: State) -> list[shapes.Piece]:
    """The pieces on the board, in the order placed."""
    squares: list[list[str]] = [[] for _ in range(state.pieces)]
    for square, piece in enumerate(state.piece_at[:].tolist()):
        if piece != khan_board.NONE:
            squares[piece].append(khan_board.name_of(square))
    kinds, owners = state.piece_type[:].tolist(), state.piece_owners[:].tolist()
    return [
        {"piece": khan_board.TYPE_NAMES[kinds[piece]], "squares": names, "owners": seats_in(owners[piece])}
        for piece, names in enumerate(squares)
    ]


def gain(state: State, action: int) -> shapes.Gain | None:
    """What a conquest would bring, or consent to the one that is proposed."""
    if CONQUER <= action < ANYWHERE:
        return _gain_of(state, action - CONQUER)
    return _gain_of(state, state.proposal) if action == CONSENT_GIVEN else None


def _gain_of(state: State, site: int) -> shapes.Gain:
    """Who would own a piece, and the points for each of them (KHAN-6.3, 10.1)."""
    counts = sum(1 << NIBBLE * state.holder[square] for square in khan_board.SITE_SQUARES[site])
    owners = seats_in(plainly(sharers_of)(state, counts))
    return {"owners": owners, "points": share(khan_board.TYPE_NAMES[khan_board.SITE_TYPES[site]], len(owners))}


def share(piece: PieceType, owners: int) -> int:
    """The points that each of so many owners of a piece gets, rounded up (KHAN-10.1)."""
    return -(-POINTS[piece] // owners)


def _protected(regions: int) -> Region | Literal["all"]:
    """What a Gods card protects."""
    return "all" if regions == khan_board.ALL_REGIONS else khan_board.REGION_NAMES[regions.bit_length() - 1]


def _consented(state: State) -> list[int]:
    """The protectors who have consented to the proposal."""
    if state.proposal == khan_board.NONE:
        return []
    form = plainly(form_of)(state.proposal)
    broken = plainly(broken_by)(state, state.turn, form, plainly(anchor_of)(state.proposal))
    return seats_in(broken & ~state.to_ask)


def _fled(state: State) -> shapes.Fled | None:
    """The flight of a ruler that happened last."""
    if state.fled == khan_board.NONE:
        return None
    card = khan_board.CARD_NAMES[state.fled_card]
    return {"card": card, "ruler": khan_board.RULER_NAMES[state.fled], "from": khan_board.name_of(state.fled_from)}


def _last(state: State) -> shapes.Last | None:
    """The decision made last."""
    if state.last_action == khan_board.NONE:
        return None
    return {"seat": state.last_seat + 1, "action": write_action(state.last_action)}


def view(state: State, seat: int) -> shapes.View:
    """What a table shows a seat, from a state concealed for it; seat -1 is a spectator."""
    items = breakdown(state)
    return {
        **_table(state),
        "seat": seat + 1 if seat >= 0 else None,
        "offer": _gain_of(state, state.proposal) if state.proposal != khan_board.NONE else None,
        "hands": [
            {"cards": _hand(state, owner) if owner == seat else None, "held": state.held[owner]}
            for owner in range(state.seats)
        ],
        "deck": state.deck_left,
        "beside": {name: state.piece_left[kind] for kind, name in enumerate(khan_board.TYPE_NAMES)},
        "flight": _flights(state),
        "breakdown": items,
        "result": {**outcome(state), "breakdown": items} if state.end != ends.RUNNING else None,
    }


def _hand(state: State, seat: int) -> list[str]:
    return [khan_board.CARD_NAMES[state.hand[seat, place]] for place in range(state.held[seat])]


def _flights(state: State) -> dict[Ruler, dict[Direction, str | None]]:
    """[ruler, direction] where a ruler would go if he were driven out in it, None if he would go home (KHAN-5, 6.2)."""
    found = np.full((khan_board.RULERS, khan_board.DIRECTIONS), khan_board.NO_SQUARE, np.int64)
    find_refuges(alone(state), found)
    refuges, rulers, courts = found.tolist(), state.ruler[:].tolist(), state.court[:].tolist()
    return {
        name: _flight(
            [khan_board.NO_SQUARE] * khan_board.DIRECTIONS
            if state.drive_out_home and courts[ruler] == 1
            else refuges[ruler]
        )
        for ruler, name in enumerate(khan_board.RULER_NAMES)
        if rulers[ruler] >= 0
    }


def _flight(refuges: list[int]) -> dict[Direction, str | None]:
    return {
        name: khan_board.name_of(square) if square != khan_board.NO_SQUARE else None
        for name, square in zip(khan_board.DIRECTION_NAMES, refuges, strict=True)
    }


def reveal(state: State) -> shapes.Everything:
    """Everything, hidden things included."""
    return {
        **_table(state),
        "hands": [_hand(state, seat) for seat in range(state.seats)],
        "drawn": [[state.drawn[seat, place] for place in range(state.held[seat])] for seat in range(state.seats)],
        "bounds": [[_bound(state, seat, place) for place in range(state.held[seat])] for seat in range(state.seats)],
        "deck": [khan_board.CARD_NAMES[card] for card in state.deck[khan_board.CARDS - state.deck_left :]],
    }


def _bound(state: State, seat: int, place: int) -> dict[Symbol, Ruler]:
    """What all know of a card: [symbol] the ruler after whom its own comes if it shows the symbol (KHAN-3.3)."""
    out = [plainly(ruled_out)(state.bound[seat, place], symbol) for symbol in range(khan_board.SYMBOLS)]
    return {
        khan_board.SYMBOL_NAMES[symbol]: khan_board.RULER_NAMES[rulers - 1]
        for symbol, rulers in enumerate(out)
        if rulers
    }


def sizes_of(state: State, seat: int) -> list[int]:
    """The sizes of a seat's territories, once measured."""
    return [size for size in state.sizes[:].tolist()[seat] if size > 0]


def breakdown(state: State) -> list[shapes.Item]:
    """The points of pieces, and the bonuses as they would be if the game ended now, item by item (KHAN-10)."""
    pieces = [item for number, piece in enumerate(pieces_of(state)) for item in _piece_items(number, piece)]
    return [*pieces, *territory_items(state)]


def territory_items(state: State) -> Iterator[shapes.TerritoryItem]:
    """What the territories bring each seat (KHAN-10.2)."""
    one, found = copy_of(state), np.zeros((2, khan_board.MOST_SEATS), np.int64)
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


def _piece_items(number: int, piece: shapes.Piece) -> list[shapes.PieceItem]:
    """What a piece brings each of its owners (KHAN-10.1)."""
    full, owners = POINTS[piece["piece"]], piece["owners"]
    points = share(piece["piece"], len(owners))
    return [
        {"kind": "piece", "of": number, "when": "scored", "seat": seat, "points": points, "full": full, **piece}
        for seat in owners
    ]


def largest_territory(state: State, seat: int) -> list[str]:
    """The squares of a seat's largest territory; of several the first in reading order."""
    rest, best = set(khan_board.squares_of(state.territory[seat])), set[int]()
    while len(rest) > len(best):
        group, edge = set[int](), {min(rest)}
        while edge:
            group |= edge
            edge = {side for square in edge for side in khan_board.beside(square) if side in rest} - group
        rest -= group
        best = max(best, group, key=len)
    return [khan_board.name_of(square) for square in sorted(best)]


def result(state: State) -> shapes.Result:
    """How a finished game ended (KHAN-10.4)."""
    return {**outcome(state), "breakdown": breakdown(state)}


def outcome(state: State) -> shapes.Outcome:
    """Why a finished game is over, and who won."""
    places: Any = [0] * state.seats
    plainly(standing)(state, places)
    return {
        "reason": ends.NAMES[state.end],
        "scores": [state.score[seat] for seat in range(state.seats)],
        "winners": [seat for seat, place in enumerate(places, 1) if place == max(places)],
        "territories": [sizes_of(state, seat) for seat in range(state.seats)],
    }
