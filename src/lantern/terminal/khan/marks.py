"""Khan's seats, yurts, rulers, landscapes and cards as a terminal writes them.

Seats are the letters A to D, rulers two letters of their names, landscapes small letters; colour only helps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.text import Text

from lantern.games.khan.board import COLUMNS
from lantern.kernel.contract import Json
from lantern.terminal.marks import FAINT, called, letter, say, typed

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


def ruler_letters(view: Json, ruler: str) -> str:
    """Two letters of a ruler's name: no two rulers have the same."""
    return say(view, f"khan.mark.{ruler}")


def ruler_name(view: Json, ruler: str) -> Text:
    """A ruler by his letters, in the colour of his court, and the word that one types."""
    return Text.assemble((ruler_letters(view, ruler), RULER_INKS[ruler]), f" {ruler}")


def symbol_name(view: Json, symbol: str) -> str:
    """A landscape, or another symbol of the cards, in a word, with the one that is typed."""
    return typed(say(view, f"khan.short.{symbol}"), symbol)


def card(view: Json, name: str) -> Text:
    """A card: its symbol and its ruler."""
    ruler, symbol = name.split()
    return Text.assemble(
        (f" {symbol_name(view, symbol)} ", SYMBOL_INKS[symbol]), (f" {called(view, 'ruler', ruler)}", FAINT)
    )


def squares_in(words: str) -> list[Square]:
    """The squares that an action names."""
    return [(int(row) - 1, COLUMNS.index(column)) for column, row in re.findall(r"\b([A-M])(\d+)\b", words)]
