"""What lies in the box of Khan, its cards and pieces, and how the tests write it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import lantern
from lantern.kernel.contract import Json
from tests.khan.board import BANKS, DIRECTIONS, REGIONS, RIVER, Square, ground, name, names, sides, square
from tests.matches import seat_number

GAME = lantern.game("khan")
SEATS = "ABCD"
PLAYERS = [2, 3, 4]
SYMBOLS = [*REGIONS, "river", "neighbours", "khan"]
STARTS = {
    "seljuk": "B7",
    "russian": "G1",
    "hungarian": "C2",
    "abbasid": "D11",
    "song": "L10",
    "goryeo": "L4",
    "delhi": "I10",
    "tibetan": "H5",
}
RULERS = list(STARTS)
TURNS_OF_SYMBOL = dict(zip(SYMBOLS, [0, 3, 6, 1, 4, 7, 2, 5, 0], strict=True))
SHAPES = {
    "domino": "##",
    "I-3": "###",
    "V-3": "## #",
    "I-4": "####",
    "O-4": "## ##",
    "T-4": "### .#",
    "S-4": "## .##",
    "L-4": "### #",
    "F-5": ".## ## .#",
    "I-5": "#####",
    "L-5": "#### #",
    "N-5": "## .###",
    "P-5": "## ## #",
    "T-5": "### .# .#",
    "U-5": "#.# ###",
    "V-5": "# # ###",
    "W-5": "# ## .##",
    "X-5": ".# ### .#",
    "Y-5": "#### .#",
    "Z-5": "## .# .##",
    "bridge-3": "###",
    "bridge-4": "####",
    "bridge-L": "### #",
}
PIECES = list(SHAPES)
TILES = [piece for piece in PIECES if not piece.startswith("bridge")]
BRIDGES = [piece for piece in PIECES if piece.startswith("bridge")]
BESIDE = dict.fromkeys(PIECES, 1) | {"domino": 4, "I-3": 4, "V-3": 4, "bridge-3": 5, "bridge-4": 2, "bridge-L": 2}
SPECIALS = {
    2: {"morale": 2, "patronage": 2, "gods": 2, "reconnaissance": 2},
    3: {"morale": 2, "patronage": 1, "gods": 1, "reconnaissance": 1},
    4: {"morale": 1, "patronage": 1, "gods": 1, "reconnaissance": 1},
}
NO_SPECIALS = dict.fromkeys(SEATS, "")
"""Nobody has a special card left, so that a turn ends by itself after step 2."""
FOUR_HOME = "seljuk russian hungarian abbasid"
"""Four rulers at home; song, goryeo, delhi and tibetan are still on the board."""


def points_of(piece: str) -> int:
    """A piece's points."""
    size = SHAPES[piece].count("#")
    return {3: 4, 4: 6}[size] if piece in BRIDGES else {2: 2, 3: 4, 4: 6, 5: 9}[size]


@cache
def forms(piece: str) -> list[list[Square]]:
    """A piece turned and mirrored, each form once, from its own corner."""
    found = set()
    cells = [
        (row, column)
        for row, line in enumerate(SHAPES[piece].split())
        for column, letter in enumerate(line)
        if letter == "#"
    ]
    for turned in range(8):
        cells = [(column, -row) for row, column in cells]
        seen = [(row, -column) for row, column in cells] if turned >= 4 else cells
        top, left = min(row for row, _ in seen), min(column for _, column in seen)
        found.add(tuple(sorted((row - top, column - left) for row, column in seen)))
    return [list(form) for form in sorted(found)]


def bridges(squares: Iterable[Square], piece: str) -> bool:
    """Whether a bridge on these squares crosses the river as 6.3 asks."""
    over = [where for where in squares if ground(where) == "~"]
    stands_on = {bank for bank in BANKS for where in squares if where in bank}
    one = len(over) == 1
    two = piece == "bridge-L" and len(over) == 2 and over[1] in sides(over[0])
    return (one or two) and len(stands_on) == 2


@cache
def sites(piece: str) -> list[tuple[str, ...]]:
    """Where on the empty board a piece could lie, each place as its squares in reading order."""
    found = []
    for row, column in [(row, column) for row in range(13) for column in range(13)]:
        for form in forms(piece):
            squares = [(row + down, column + right) for down, right in form]
            if any(ground(where) == "." for where in squares):
                continue
            crossing = bridges(squares, piece)
            if crossing if piece in BRIDGES else all(ground(where) != "~" for where in squares):
                found.append(tuple(names(squares)))
    return sorted(found)


def conquests(piece: str, within: Iterable[str]) -> set[str]:
    """Every way to lay a piece so that its land squares are among those given, as actions."""
    allowed = set(within) | set(names(RIVER))
    return {f"conquer {piece} {' '.join(site)}" for site in sites(piece) if allowed.issuperset(site)}


def numbers(letters: str) -> list[int]:
    """Seats from 1."""
    return [seat_number(letter) for letter in letters]


def parts(text: str) -> list[list[str]]:
    """`A F5 G5 | n F7` taken apart."""
    return [part.split() for part in text.split("|") if part.strip()]


def read_yurts(text: str) -> Json:
    """`A F5 G5 | n F7` as squares with their owners."""
    return {where: "neutral" if who == "n" else seat_number(who) for who, *squares in parts(text) for where in squares}


def read_pieces(text: str) -> list[Json]:
    """`L-4 AB F5 G5 H5 F6` as a piece with its owners."""
    return [{"piece": piece, "squares": squares, "owners": numbers(owners)} for piece, owners, *squares in parts(text)]


def drawn(corner: str, *rows: str) -> str:
    """Yurts drawn row by row from a corner of the board, `A n .`, as text."""
    top, left = square(corner)
    found = [
        f"{who} {name((top + down, left + right))}"
        for down, row in enumerate(rows)
        for right, who in enumerate(row.split())
        if who not in ".~"
    ]
    return " | ".join(found)


def mapped(picture: str, owners: str) -> str:
    """Pieces drawn on a map of the whole board, a letter each, with their owners, `a AB | b C`, as text."""
    squares: dict[str, list[Square]] = {}
    for row, line in enumerate(picture.strip("\n").splitlines()):
        for column, letter in enumerate(line):
            if letter.isalpha():
                squares.setdefault(letter, []).append((row, column))
    return " | ".join(
        f"{piece_on(squares[letter])} {who} {' '.join(names(squares[letter]))}" for letter, who in parts(owners)
    )


def piece_on(squares: Sequence[Square]) -> str:
    """The piece that has the form of these squares."""
    top, left = min(row for row, _ in squares), min(column for _, column in squares)
    form = sorted((row - top, column - left) for row, column in squares)
    kind = BRIDGES if any(ground(where) == "~" for where in squares) else TILES
    return next(piece for piece in kind if form in forms(piece))


# Cards.


def direction_of(card: str) -> str:
    """The direction that a card shows."""
    ruler, symbol = card.split()
    return DIRECTIONS[(3 * RULERS.index(ruler) + TURNS_OF_SYMBOL[symbol]) % 8]


PACK = [f"{ruler} {symbol}" for ruler in RULERS for symbol in SYMBOLS]


def fits(card: str, text: str) -> bool:
    """Whether a card is what the text says: `seljuk tundra`, `seljuk southwest`, `tundra` or `southwest`."""
    return set(text.split()) <= {*card.split(), direction_of(card)}


def cards(text: str) -> list[str]:
    """The texts of cards, taken apart."""
    return [part.strip() for part in text.split(",") if part.strip()]


def dealt_out(lots: Sequence[Sequence[str]]) -> tuple[list[list[str]], list[str]]:
    """Cards for lots of texts, none twice, and the rest; what is said exactly is dealt first."""
    free = list(PACK)
    dealt: list[list[str]] = [[""] * len(lot) for lot in lots]
    wanted = [(lot, place) for lot, texts in enumerate(lots) for place in range(len(texts))]
    for lot, place in sorted(wanted, key=lambda each: sum(fits(card, lots[each[0]][each[1]]) for card in PACK)):
        dealt[lot][place] = next(card for card in reversed(free) if fits(card, lots[lot][place]))
        free.remove(dealt[lot][place])
    return dealt, free
