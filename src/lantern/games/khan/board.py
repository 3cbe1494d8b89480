"""The material of Khan: board, cards and pieces, as tables that the rules read.

A square is a number, fourteen to a row of the board; the last of each row is no square, nor are those the board lacks:

    A1 is 0   B1 is 1   …   M1 is 12   (13)   A2 is 14   …   M13 is 180   (181)

Sets of squares are three chunks of 63 bits, square n being bit n % 63 of chunk n // 63. A form is a piece turned and
mirrored in one way; its squares are offsets from the first of them in reading order, its anchor. Forms are a tree: each
grows by one square from another, which comes before it, so that where the smaller one does not fit none of those that
grow from it need be tried. A site is a form at a place where it fits the board: conquests are numbered by it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

import numpy as np


def _data(name: str) -> Any:
    return json.loads((files(__package__) / "data" / f"{name}.json").read_text("utf-8"))


BOARD, CARDS_DATA, PIECES_DATA = _data("board"), _data("cards"), _data("pieces")

ROWS: tuple[str, ...] = tuple(BOARD["rows"])
HEIGHT = len(ROWS)
COLUMNS = "ABCDEFGHIJKLM"
"""Columns by their letters, from the west; rows are numbered from 1, from the north."""
WIDTH = len(COLUMNS)
STRIDE = WIDTH + 1
SQUARES = HEIGHT * STRIDE
CHUNK = 63
CHUNKS = 3
FULL = (1 << CHUNK) - 1
"""All bits of a chunk."""

Region = Literal["mountains", "glaciers", "tundra", "stone", "sand", "forest"]
REGION_NAMES: tuple[Region, ...] = get_args(Region)
REGIONS = len(REGION_NAMES)
ALL_REGIONS = (1 << REGIONS) - 1
RIVER = REGIONS
NO_SQUARE = -1

MOST_SEATS = 4
NEUTRAL = MOST_SEATS
OWNERS = MOST_SEATS + 1
"""Those whose yurts stand on the board: the seats, and neutral ones."""
NOBODY = OWNERS

Ruler = Literal["seljuk", "russian", "hungarian", "abbasid", "song", "goryeo", "delhi", "tibetan"]
RULER_NAMES: tuple[Ruler, ...] = tuple(ruler["name"] for ruler in BOARD["rulers"])
RULERS = len(RULER_NAMES)
COURT_YURTS: int = BOARD["court_yurts"]
RULERS_HOME_AT_LAST = 5
"""With so many rulers home the final phase begins (KHAN-5.6)."""
HOME = -1
UNPLACED = -2

Symbol = Region | Literal["river", "neighbours", "khan"]
SYMBOL_NAMES: tuple[Symbol, ...] = tuple(symbol["name"] for symbol in CARDS_DATA["symbols"])
SYMBOLS = len(SYMBOL_NAMES)
RIVER_SYMBOL, NEIGHBOURS, JOKER = range(REGIONS, SYMBOLS)
CARDS = RULERS * SYMBOLS
CARD_NAMES = tuple(f"{ruler} {symbol}" for ruler in RULER_NAMES for symbol in SYMBOL_NAMES)
HAND_SIZE: int = CARDS_DATA["hand"]
NO_CARD = -1
UNKNOWN = -2
NONE = -1
Direction = Literal["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
DIRECTION_NAMES: tuple[Direction, ...] = get_args(Direction)
DIRECTIONS = len(DIRECTION_NAMES)
FARTHEST = 3
"""How far a ruler flees (KHAN-5.1)."""

Special = Literal["morale", "patronage", "gods", "reconnaissance"]
SPECIAL_NAMES: tuple[Special, ...] = tuple(special["name"] for special in CARDS_DATA["special"])
SPECIALS = len(SPECIAL_NAMES)
MORALE, PATRONAGE, GODS, RECONNAISSANCE = range(SPECIALS)

PieceType = str
"""As in data/pieces.json: "domino", "L-4", "bridge-3"."""
TYPE_NAMES: tuple[PieceType, ...] = tuple(piece["name"] for piece in [*PIECES_DATA["tiles"], *PIECES_DATA["bridges"]])
TYPES = len(TYPE_NAMES)
TILE_TYPES = len(PIECES_DATA["tiles"])
MOST_CELLS = 5


def square_of(row: int, column: int) -> int:
    """The number of a square."""
    return row * STRIDE + column


@cache
def name_of(square: int) -> str:
    """A square as people write it, the letter of its column and the number of its row: C7 (KHAN-1.1)."""
    row, column = divmod(square, STRIDE)
    return f"{COLUMNS[column]}{row + 1}"


def _read_board() -> dict[int, int]:
    """[square] its landscape, for all squares of the board, checked against the counts of the book (KHAN-1.1)."""
    numbers = {letter: (*REGION_NAMES, "river").index(kind["name"]) for letter, kind in BOARD["landscapes"].items()}
    found = {
        square_of(row, column): numbers[letter]
        for row, line in enumerate(ROWS)
        for column, letter in enumerate(line)
        if letter != "."
    }
    for letter, kind in BOARD["landscapes"].items():
        count = sum(landscape == numbers[letter] for landscape in found.values())
        if count != kind["squares"]:
            raise ValueError(f"board: {count} squares of {kind['name']}, not {kind['squares']}")
    return found


LANDSCAPE_OF = _read_board()
LAND_SQUARES = tuple(square for square, landscape in LANDSCAPE_OF.items() if landscape != RIVER)
LANDS = len(LAND_SQUARES)
SQUARE_NAMES = {name_of(square): square for square in LANDSCAPE_OF}
STEPS = (-STRIDE, -STRIDE + 1, 1, STRIDE + 1, STRIDE, STRIDE - 1, -1, -STRIDE - 1)
SIDES = (-STRIDE, 1, STRIDE, -1)


def beside(square: int) -> list[int]:
    """The four squares that share a side with one, those off the board included."""
    return [square + step for step in SIDES]


def chunks_of(squares: Any) -> list[int]:
    """A set of squares as chunks."""
    chunks = [0] * CHUNKS
    for square in squares:
        chunks[square // CHUNK] |= 1 << square % CHUNK
    return chunks


def squares_of(chunks: Any) -> list[int]:
    """A set of squares in reading order."""
    found = []
    for number, chunk in enumerate(chunks):
        rest = int(chunk)
        while rest:
            found.append(number * CHUNK + (rest & -rest).bit_length() - 1)
            rest &= rest - 1
    return found


def _at_edge(square: int) -> bool:
    """Whether a land square borders the neighbouring territories (KHAN-1.2)."""
    return name_of(square) not in BOARD["impassable"] and any(side not in LANDSCAPE_OF for side in beside(square))


def _read_banks() -> dict[int, int]:
    """[land square] the land mass it lies on: those that the river separates (KHAN-6.3)."""
    bank: dict[int, int] = {}
    for start in LAND_SQUARES:
        edge = [] if start in bank else [start]
        number = len(set(bank.values()))
        while edge:
            square = edge.pop()
            if square not in bank:
                bank[square] = number
                edge += [side for side in beside(square) if LANDSCAPE_OF.get(side, RIVER) != RIVER]
    return bank


BANK_OF = _read_banks()


@dataclass(frozen=True)
class Form:
    """A piece turned and mirrored in one way, or a step towards others: what is left of one without a square."""

    type: int
    """TYPES for what is only a step towards others."""
    offsets: tuple[int, ...]
    """From its first square in reading order to all: those of the form it grew from, and one more."""
    anchors: tuple[int, ...]
    """Where its first square may be."""
    reach: tuple[int, ...]
    """Where the first square of it, or of a form that grows from it, may be."""
    followers: int
    """How many forms grow from it, in one step or more: they come next."""


Offsets = tuple[int, ...]
Drawn = dict[frozenset[int], int]
"""Forms by their offsets, with the type of each."""


def _turned(shape: list[str]) -> list[frozenset[int]]:
    """All ways to turn and mirror a shape, each once, as offsets from the first square in reading order."""
    cells = [(row, column) for row, line in enumerate(shape) for column, mark in enumerate(line) if mark == "#"]
    forms = set()
    for mirrored in (cells, [(row, -column) for row, column in cells]):
        turned = mirrored
        for _ in range(4):
            turned = [(column, -row) for row, column in turned]
            top, left = min(turned)
            forms.add(frozenset(square_of(row - top, column - left) for row, column in turned))
    return sorted(forms, key=sorted)


def _is_joined(offsets: frozenset[int]) -> bool:
    """Whether squares hang together by their sides."""
    found, edge = set[int](), [0]
    while edge:
        square = edge.pop()
        if square in offsets and square not in found:
            found.add(square)
            edge += beside(square)
    return found == offsets


def crossed(squares: list[int]) -> int:
    """How many river squares a bridge would cross from one bank to another, 0 if it is no crossing (KHAN-6.3)."""
    if not all(square in LANDSCAPE_OF for square in squares):
        return 0
    river = [square for square in squares if LANDSCAPE_OF[square] == RIVER]
    banks = {BANK_OF[square] for square in squares if square in BANK_OF}
    joined = len(river) == 1 or (len(river) == 2 and river[1] in beside(river[0]))
    return len(river) if joined and len(banks) == 2 else 0


def _fits(kind: int, squares: list[int]) -> bool:
    """Whether a piece may lie on some squares, as far as the landscape goes (KHAN-6.3)."""
    if kind < TILE_TYPES:
        return all(LANDSCAPE_OF.get(square, RIVER) != RIVER for square in squares)
    return crossed(squares) in PIECES_DATA["bridges"][kind - TILE_TYPES]["river"]


def _grown_from(offsets: frozenset[int], drawn: Drawn) -> frozenset[int]:
    """The form that another grows from by one square: a drawn one if there is any."""
    smaller = [offsets - {square} for square in sorted(offsets) if square and _is_joined(offsets - {square})]
    return next((form for form in smaller if form in drawn), smaller[0])


def _read_forms(types: range, pieces: list[Any]) -> list[Form]:
    """All forms of pieces, each after the one it grows from, with the places where they fit."""
    drawn = {form: kind for kind, piece in zip(types, pieces, strict=True) for form in _turned(piece["shape"])}
    edge = list(drawn)
    grown: dict[frozenset[int], list[frozenset[int]]] = {}
    while edge:
        form = edge.pop()
        root = _grown_from(form, drawn)
        if root not in drawn and len(root) > 1 and root not in edge:
            drawn[root] = TYPES
            edge.append(root)
        grown.setdefault(root, []).append(form)
    return _in_order(frozenset({0}), (0,), drawn, grown)


def _in_order(
    root: frozenset[int], offsets: Offsets, drawn: Drawn, grown: dict[frozenset[int], list[frozenset[int]]]
) -> list[Form]:
    """The forms that grow from one, each followed by those that grow from it."""
    found = []
    for form in sorted(grown.get(root, ()), key=sorted):
        longer = (*offsets, *(form - root))
        followers = _in_order(form, longer, drawn, grown)
        kind = drawn[form]
        anchors = [
            anchor
            for anchor in range(SQUARES if kind < TYPES else 0)
            if _fits(kind, sorted(anchor + offset for offset in longer))
        ]
        reach = set(anchors).union(*(follower.reach for follower in followers))
        found += [Form(kind, longer, tuple(anchors), tuple(sorted(reach)), len(followers)), *followers]
    return found


TILE_FORMS = _read_forms(range(TILE_TYPES), PIECES_DATA["tiles"])
FORMS = TILE_FORMS + _read_forms(range(TILE_TYPES, TYPES), PIECES_DATA["bridges"])
FORM_COUNT = len(FORMS)
FIRST_BRIDGE_FORM = len(TILE_FORMS)
_PLACES = [(form, anchor) for form in FORMS for anchor in form.anchors]
"""[site] its form and its first square."""
SITES = len(_PLACES)
SITE_SQUARES: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(anchor + offset for offset in form.offsets)) for form, anchor in _PLACES
)
"""[site] the squares covered, in reading order."""
SITE_TYPES: tuple[int, ...] = tuple(form.type for form, _ in _PLACES)
"""[site] the type of piece."""
SITE_OF = {(SITE_TYPES[site], squares): site for site, squares in enumerate(SITE_SQUARES)}


def _check_crossings() -> None:
    """Count the sites of the bridges by the river squares they cross, as the rules do (KHAN-6.3)."""
    for kind, piece in enumerate(PIECES_DATA["bridges"], TILE_TYPES):
        found = [crossed(list(SITE_SQUARES[site])) for site in range(SITES) if SITE_TYPES[site] == kind]
        counts = [found.count(river) for river in piece["river"]]
        if counts != piece["sites"]:
            raise ValueError(f"pieces: {piece['name']} has {counts} sites, not {piece['sites']}")


_check_crossings()

LANDSCAPE = np.array([LANDSCAPE_OF.get(square, NO_SQUARE) for square in range(SQUARES)], np.int64)
"""[square] its region, RIVER or NO_SQUARE."""
LAND = np.array(LAND_SQUARES, np.int64)
"""[land] the square of each land square, in reading order."""
LAND_INDEX = np.array([LAND_SQUARES.index(s) if s in LAND_SQUARES else -1 for s in range(SQUARES)], np.int64)
"""[square] its number among the land squares."""
LAND_CHUNKS = np.array(chunks_of(LAND_SQUARES), np.int64)
RIVER_CHUNKS = np.array(chunks_of(square for square, kind in LANDSCAPE_OF.items() if kind == RIVER), np.int64)
SYMBOL_CHUNKS = np.array(
    [
        *(chunks_of(square for square in LAND_SQUARES if LANDSCAPE_OF[square] == region) for region in range(REGIONS)),
        chunks_of(square for square in LAND_SQUARES if any(LANDSCAPE_OF.get(side) == RIVER for side in beside(square))),
        chunks_of(square for square in LAND_SQUARES if _at_edge(square)),
        chunks_of(LAND_SQUARES),
    ],
    np.int64,
)
"""[symbol, chunk] the land squares that a card lets one invade (KHAN-6.1)."""
STEP = np.array(STEPS, np.int64)
"""[direction] from a square to the next."""
DIRECTION = np.array(
    [
        (CARDS_DATA["turn_per_ruler"] * ruler + symbol["turn"]) % DIRECTIONS
        for ruler in range(RULERS)
        for symbol in CARDS_DATA["symbols"]
    ],
    np.int64,
)
"""[card] the direction it shows (KHAN-2.1)."""
START = np.array([SQUARE_NAMES[ruler["start"]] for ruler in BOARD["rulers"]], np.int64)
"""[ruler] where he stands at first (KHAN-1.3)."""
STARTING_YURTS = np.array([0, 0, *(BOARD["starting_yurts"][str(seats)] for seats in (2, 3, 4))], np.int64)
"""[seats] yurts each seat places before the game (KHAN-3.2)."""
SPECIALS_OF = np.array(
    [[special["players"].get(str(seats), 0) for special in CARDS_DATA["special"]] for seats in range(MOST_SEATS + 1)],
    np.int64,
)
"""[seats, special] special cards of each kind that a seat has (KHAN-2.4)."""
FORM_TYPE = np.array([form.type for form in FORMS], np.int64)
FORM_CELLS = np.array([len(form.offsets) for form in FORMS], np.int64)
FORM_OFFSET = np.array([[*form.offsets, *[0] * (MOST_CELLS - len(form.offsets))] for form in FORMS], np.int64)
"""[form, cell] from its first square to each of its squares, in the order in which it grew."""
FORM_ANCHORS = np.array([chunks_of(form.anchors) for form in FORMS], np.int64)
"""[form, chunk] where its first square may be."""
FORM_REACH = np.array([chunks_of(form.reach) for form in FORMS], np.int64)
"""[form, chunk] where its first square may be, or that of a form that grows from it."""
FORM_TYPES = np.array(
    [
        sum({1 << other.type for other in FORMS[number : number + 1 + form.followers]})
        for number, form in enumerate(FORMS)
    ],
    np.int64,
)
"""[form] the set of types of it and of those that grow from it."""
FORM_LEAP = np.array([number + 1 + form.followers for number, form in enumerate(FORMS)], np.int64)
"""[form] the next one that does not grow from it."""
FIRST_SITE = np.array([sum(len(form.anchors) for form in FORMS[:number]) for number in range(FORM_COUNT)], np.int64)
"""[form] its first site."""
PIECES_OF = np.array([piece["count"] for piece in [*PIECES_DATA["tiles"], *PIECES_DATA["bridges"]]], np.int64)
"""[type] pieces there are (KHAN-2.2)."""
RIVERS_OF: tuple[tuple[int, ...], ...] = tuple(
    tuple(piece.get("river", (0,))) for piece in [*PIECES_DATA["tiles"], *PIECES_DATA["bridges"]]
)
"""[type] how many river squares it may cover (KHAN-6.3)."""
POINTS_OF = np.array([piece["points"] for piece in [*PIECES_DATA["tiles"], *PIECES_DATA["bridges"]]], np.int64)
"""[type] points of a piece (KHAN-2.3)."""
BONUS = np.array(PIECES_DATA["bonuses"], np.int64)
"""[place] points for the largest territories (KHAN-10.2)."""
BONUSES = len(BONUS)
MOST_PIECES = int(PIECES_OF.sum())
