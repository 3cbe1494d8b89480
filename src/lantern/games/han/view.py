"""A game of HAN as people are shown it: the map, a seat's view, everything, the breakdown of points, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from lantern.games.han import board as han_board
from lantern.games.han import ends, phases, shapes
from lantern.games.han.actions import write_action
from lantern.games.han.board import Board, Colour
from lantern.games.han.legality import free_spaces, houses_left, taken_spaces
from lantern.games.han.play import is_last_round
from lantern.games.han.roads import CLOSE
from lantern.games.han.scoring import FIRST_ALLIANCE, PORTS, SOURCES, count_points, find_rows, pieces_left, standing
from lantern.games.han.state import State
from lantern.kernel.record import copy_of, new_records
from lantern.kernel.rule import plainly

MOST_KEPT = 1_000
"""How many seats' rows are kept."""


def board(map_: Board, chosen: str | Mapping[str, Any]) -> shapes.Board:
    """The map, for who draws a table; with a map of a user's own comes what its file says of pictures."""
    return {
        "name": map_.name,
        "display": map_.display,
        "provinces": [
            {
                "id": province.id,
                "name": province.name,
                "colour": han_board.COLOUR_NAMES[province.colour],
                "spaces": map_.space_ids(map_.area(number)),
                "at": list(province.at) if province.at else None,
            }
            for number, province in enumerate(map_.provinces)
        ],
        "spaces": [
            {
                "id": space.id,
                "provinces": [map_.provinces[province].id for province in space.provinces],
                "port": space.port,
                "at": list(space.at) if space.at else None,
            }
            for space in map_.spaces.values()
        ],
        "roads": [[map_.spaces[a].id, map_.spaces[b].id] for a, b in map_.roads],
        "alliances": [
            {"number": number, "between": [map_.provinces[province].id for province in pair]}
            for number, pair in enumerate(map_.alliances, 1)
        ],
        "drawing": None if isinstance(chosen, str) else deepcopy(dict(chosen)),
    }


def _cards(counts: Any) -> list[Colour]:
    """Cards by name, from how many there are of each colour."""
    return [name for name, count in zip(han_board.COLOUR_NAMES, counts.tolist(), strict=True) for _ in range(count)]


def _colours(kinds: int) -> list[Colour]:
    """The colours of a set."""
    return [name for colour, name in enumerate(han_board.COLOUR_NAMES) if kinds >> colour & 1]


def _per_seat(state: State, values: Any) -> list[int]:
    numbers: list[int] = values.tolist()
    return numbers[: state.seats]


def _owners(board: Board, state: State, sets: Any) -> dict[str, int]:
    """[space] the seat whose piece stands there, in the map's order."""
    owned = _per_seat(state, sets)
    owners = {id_: seat for seat, spaces in enumerate(owned, 1) for id_ in board.space_ids(spaces)}
    return {id_: owners[id_] for id_ in board.space_ids(sum(owned))}


def _table(board: Board, state: State) -> shapes.Table:
    """What lies open for everybody."""
    over = state.end != ends.RUNNING
    return {
        "to_act": None if over else state.to_act + 1,
        "phase": "over" if over else phases.NAMES[state.phase],
        "emperor": state.emperor + 1,
        "scores": _per_seat(state, state.score),
        "houses": _owners(board, state, state.house),
        "fortifications": _owners(board, state, state.fort),
        "market_places": _owners(board, state, state.market),
        "emissaries": {name: there for name, there in _emissaries(board, state).items() if any(there)},
        "scored": board.province_ids(complete_provinces(state)),
        "display": _cards(state.display),
        "discards": _cards(state.discard),
        "exhausted": state.exhausted,
        "turn": _turn(board, state),
        "last": _last(board, state),
        "end": ends.NAMES[state.end] or None,
    }


def _emissaries(board: Board, state: State) -> dict[str, list[int]]:
    """[province] every seat's emissaries on its dragon space."""
    there = state.emissary[:].tolist()
    return {province.id: there[number][: state.seats] for number, province in enumerate(board.provinces)}


def _turn(board: Board, state: State) -> shapes.Turn:
    """What was placed this turn, and what matters for what may follow (HAN-3.1, 3.2)."""
    return {
        "placed": state.placed,
        "provinces": board.province_ids(state.site),
        "empty": board.province_ids(state.was_empty),
    }


def _last(board: Board, state: State) -> shapes.Last | None:
    """The decision made last."""
    if state.last_action < 0:
        return None
    return {"seat": state.last_seat + 1, "action": write_action(board, state.last_action)}


def view(board: Board, state: State, seat: int) -> shapes.View:
    """What a table shows a seat, from a state concealed for it; seat -1 is a spectator."""
    items = breakdown(board, state)
    return {
        **_table(board, state),
        "seat": seat + 1 if seat >= 0 else None,
        "hands": [_seen_hand(state, owner, seat) for owner in range(state.seats)],
        "deck": state.deck_left,
        "supply": [_supply(state, owner) for owner in range(state.seats)],
        "standing": _standings(board, state),
        "last_turns": _last_turns(state),
        "breakdown": items,
        "result": {**outcome(state), "breakdown": items} if state.end != ends.RUNNING else None,
    }


def _seen_hand(state: State, owner: int, seat: int) -> shapes.Hand:
    """A hand: one's own open, of another's the cards that all saw taken from the display (HAN-1.6)."""
    return {
        "cards": _cards(state.hand[owner]) if owner == seat else None,
        "seen": _cards(state.seen[owner]),
        "held": state.held[owner],
    }


def _supply(state: State, seat: int) -> shapes.Supply:
    return {
        "houses": plainly(houses_left)(state, seat),
        "emissaries": state.emissaries_left[seat],
        "markers": state.markers_left[seat],
    }


def _standings(board: Board, state: State) -> dict[str, shapes.Standing]:
    """How every province stands: who has how many pieces, who has most, and what is free."""
    free, built, areas = plainly(free_spaces)(state), _per_seat(state, state.house), state.area[:].tolist()
    return {
        name: _standing([(spaces & area).bit_count() for spaces in built], emissaries, board.space_ids(free & area))
        for area, (name, emissaries) in zip(areas, _emissaries(board, state).items(), strict=True)
    }


def _standing(houses: list[int], emissaries: list[int], free: list[str]) -> shapes.Standing:
    return {
        "houses": houses,
        "emissaries": emissaries,
        "most_houses": _most(houses),
        "most_emissaries": _most(emissaries),
        "cap": max(houses),
        "free": free,
    }


def _most(counts: list[int]) -> list[int]:
    """The seats with the most, none where nobody has any."""
    most = max(counts)
    return [seat for seat, count in enumerate(counts, 1) if count == most > 0]


def _last_turns(state: State) -> int | None:
    """How many turns are still to come, the one under way included, once the deck has run out twice (HAN-8.3)."""
    if not plainly(is_last_round)(state):
        return None
    return 0 if state.end != ends.RUNNING else (state.emperor - state.to_act - 1) % state.seats + 1


def reveal(board: Board, state: State) -> shapes.Everything:
    """Everything, hidden things included."""
    return {
        **_table(board, state),
        "hands": [_cards(state.hand[seat]) for seat in range(state.seats)],
        "seen": [_cards(state.seen[seat]) for seat in range(state.seats)],
        "older": [_cards(state.old[seat]) for seat in range(state.seats)],
        "not_older": [_colours(state.not_old[seat]) for seat in range(state.seats)],
        "deck": [han_board.COLOUR_NAMES[card] for card in state.deck[han_board.MOST_CARDS - state.deck_left :]],
    }


def complete_provinces(state: State) -> int:
    """The set of provinces whose spaces are all taken, and whose houses have been scored (HAN-7.1)."""
    open_ = ~plainly(taken_spaces)(state)
    return sum(1 << province for province, area in enumerate(state.area[:].tolist()) if area & open_ == 0)


def breakdown(board: Board, state: State) -> list[shapes.Item]:
    """What has scored and what would score if the game ended now, item by item (HAN-7, 9)."""
    one, found = copy_of(state), np.zeros((SOURCES, han_board.MOST_SEATS), np.int64)
    count_points(one, found)
    points, complete, areas = found.tolist(), complete_provinces(state), state.area[:].tolist()
    built, forts = _per_seat(state, state.house), _per_seat(state, state.fort)
    items: list[shapes.Item] = []
    for number, province in enumerate(board.provinces):
        for item in _houses(board, built, forts, areas[number], points[number]):
            when: Literal["scored", "final"] = "scored" if complete >> number & 1 else "final"
            items.append({"kind": "province", "of": province.id, "when": when, **item})
    for number in range(han_board.ALLIANCES):
        items += _alliance(board, number, points[FIRST_ALLIANCE + number])
    for seat, houses in enumerate(built):
        items += _rows(board, state, seat, forts[seat]) if houses.bit_count() >= han_board.LEAST_ROW else ()
    for item in _houses(board, built, forts, state.ports, points[PORTS]):
        items.append({"kind": "ports", "of": "ports", "when": "final", **item})
    return items


def _houses(
    board: Board, built: list[int], forts: list[int], spaces: int, points: list[int]
) -> Iterator[shapes.HouseCount]:
    """What each seat gets in the house scoring of a province or of the ports (HAN-7.2, 9.4)."""
    counts = [(houses & spaces).bit_count() for houses in built]
    for seat, count in enumerate(counts):
        if points[seat]:
            above = {other for other in counts if other > count}
            yield {
                "seat": seat + 1,
                "points": points[seat],
                "doubled": forts[seat] & spaces != 0,
                "why": "houses",
                "place": len(above) + 1,
                "houses": count,
                "counted": min(above, default=sum(counts)),
                "pieces": [f"space:{id_}" for id_ in board.space_ids(built[seat] & spaces)],
            }


def _alliance(board: Board, number: int, points: list[int]) -> Iterator[shapes.Allied]:
    """What each seat gets for an alliance (HAN-9.2)."""
    for seat, scored in enumerate(points, 1):
        if scored:
            ids = [board.provinces[province].id for province in board.alliances[number]]
            yield {
                "kind": "alliance",
                "of": number + 1,
                "when": "final",
                "seat": seat,
                "points": scored,
                "doubled": False,
                "why": "alliance",
                "provinces": ids,
                "counted": scored,
                "pieces": [f"dragon:{id_}" for id_ in ids],
            }


def _rows(board: Board, state: State, seat: int, forts: int) -> Iterator[shapes.Row]:
    """What a seat gets for its rows, each along its road (HAN-9.3)."""
    for row in rows_of(state, seat):
        doubled = any(forts >> space & 1 for space in row)
        ids = [board.spaces[space].id for space in row]
        yield {
            "kind": "row",
            "of": ids[0],
            "when": "final",
            "seat": seat + 1,
            "points": len(row) * (2 if doubled else 1),
            "doubled": doubled,
            "why": "row",
            "houses": len(row),
            "pieces": [f"space:{id_}" for id_ in ids],
        }


def rows_of(state: State, seat: int) -> list[list[int]]:
    """A seat's best rows, each as its spaces from one end to the other."""
    return [[*row] for row in _best_rows(state.road[:].tobytes(), int(state.house[seat]), int(state.fort[seat]))]


@lru_cache(MOST_KEPT)
def _best_rows(roads: bytes, houses: int, fort: int) -> tuple[tuple[int, ...], ...]:
    """The best rows of some houses on some roads; kept, for all who look at a table see the same ones."""
    one = new_records(State, 1)
    one["road"][0], one["house"][0, 0], one["fort"][0, 0] = np.frombuffer(roads, np.int64), houses, fort
    find_rows(one, 0)
    rows: list[tuple[int, ...]] = []
    row: list[int] = []
    for space in one["best_walk"][0, : one["best_walked"][0]].tolist():
        if space == CLOSE:
            rows.append(tuple(row))
            row = []
        else:
            row.append(space)
    return tuple(rows)


def result(board: Board, state: State) -> shapes.Result:
    """How a finished game ended (HAN-9.5)."""
    return {**outcome(state), "breakdown": breakdown(board, state)}


def outcome(state: State) -> shapes.Outcome:
    """Why a finished game is over, and who won."""
    places: Any = [0] * state.seats
    plainly(standing)(state, places)
    return {
        "reason": ends.NAMES[state.end],
        "scores": _per_seat(state, state.score),
        "winners": _most(places),
        "pieces_left": [plainly(pieces_left)(state, seat) for seat in range(state.seats)],
    }
