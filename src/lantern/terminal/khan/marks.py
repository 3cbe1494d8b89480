"""Khan's seats, yurts, rulers, landscapes and cards as a terminal writes them.

Seats are the letters A to D, rulers the first two letters of their names, landscapes small letters; colour only helps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.text import Text

from lantern.terminal.marks import FAINT, letter

SEAT_INKS = (
    "bold #ffffff on #1f4fb5",
    "bold #ffffff on #14703a",
    "bold #000000 on #ffd400",
    "bold #ffffff on #b3161b",
)
"""The yurts of the seats: blue, green, yellow, red."""
NEUTRAL_INK = "bold #ffffff on #303030"
SHARED_INK = "bold #000000 on #a9a9a9"
"""A piece that several seats conquered together, between their letters."""
RIVER_INK = "#000000 on #8fc1f0"
LANDSCAPES = {"G": "glaciers", "T": "tundra", "M": "mountains", "S": "stone", "D": "sand", "F": "forest", "~": "river"}
"""What the letters of the board stand for, in the words that one types."""
LAND_INKS = {
    "mountains": "#000000 on #cdb9a5",
    "glaciers": "#000000 on #e4f1fa",
    "tundra": "#000000 on #cfdcab",
    "stone": "#000000 on #cbcbcb",
    "sand": "#000000 on #f6e3a4",
    "forest": "#000000 on #a3d39a",
    "river": RIVER_INK,
}
SYMBOL_INKS = LAND_INKS | {"neighbours": "#000000 on #f2c2da", "khan": "bold #ffffff on #303030"}
RULER_INKS = {
    "seljuk": "bold #000000 on #b8b8b8",
    "russian": "bold #000000 on #8fd0f5",
    "hungarian": "bold #000000 on #ffffff",
    "abbasid": "bold #000000 on #f08c28",
    "song": "bold #ffffff on #6a3fa0",
    "goryeo": "bold #000000 on #f5a6c8",
    "delhi": "bold #ffffff on #6b4423",
    "tibetan": "bold #000000 on #40d0c0",
}
"""The rulers in the colours of their courts."""

Square = tuple[int, int]


def mark(seat: int) -> Text:
    """A seat's letter in the colour of its yurts."""
    return Text.assemble((letter(seat), SEAT_INKS[seat - 1]))


def marks(seats: Iterable[int]) -> Text:
    """The letters of several seats, as on a piece that they share."""
    return Text("+").join(mark(seat) for seat in seats)


def ruler_letters(ruler: str) -> str:
    """The first letters of a ruler's name: no two rulers have the same."""
    return ruler[:2].capitalize()


def ruler_name(ruler: str) -> Text:
    """A ruler's name as it is typed, its first letters in the colour of his court."""
    return Text.assemble((ruler[:2], RULER_INKS[ruler]), ruler[2:])


def card(name: str) -> Text:
    """A card: the symbol, which is what one types, and its ruler."""
    ruler, symbol = name.split()
    return Text.assemble((f" {symbol} ", SYMBOL_INKS[symbol]), (f" {ruler}", FAINT))


def squares_in(words: str) -> list[Square]:
    """The squares that an action names."""
    return [(int(row), int(column)) for row, column in re.findall(r"(\d+),(\d+)", words)]
