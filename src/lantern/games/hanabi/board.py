"""The material of Hanabi: cards, hints and bonus tiles, as tables that the rules read.

A kind of card is a number, suit by suit and value by value:

    white 1..5   red 1..5   blue 1..5   yellow 1..5   green 1..5   multicolour 1..5   black 1..5
       0..4        5..9      10..14       15..19       20..24          25..29          30..34

A hint is a number too: 0 to 4 the five colours in the order above, 5 to 9 the values 1 to 5.
"""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import product
from typing import Literal, get_args

import numpy as np

DATA = json.loads((files(__package__) / "data" / "cards.json").read_text("utf-8"))

Suit = Literal["white", "red", "blue", "yellow", "green", "multicolour", "black"]
Colour = Literal["white", "red", "blue", "yellow", "green"]
ValueWord = Literal["ones", "twos", "threes", "fours", "fives"]
Hint = Colour | ValueWord
Tile = Literal["token", "repair", "colour hint", "value hint", "return", "rekindle"]
Card = str
"""Suit and value: "white 1"."""

SUIT_NAMES: tuple[Suit, ...] = tuple(suit["name"] for suit in DATA["suits"])
COLOUR_NAMES: tuple[Colour, ...] = get_args(Colour)
HINT_NAMES: tuple[Hint, ...] = (*COLOUR_NAMES, *get_args(ValueWord))
TILE_NAMES: tuple[Tile, ...] = get_args(Tile)

SUITS = 7
MULTICOLOUR = 5
BLACK = 6
VALUES = 5
KINDS = SUITS * VALUES
NO_CARD = -1
UNKNOWN = -2

COLOURS = 5
HINTS = COLOURS + VALUES
COLOUR_HINTS = 0b00000_11111
VALUE_HINTS = 0b11111_00000
ALL_HINTS = 0b11111_11111

MOST_SEATS = 5
MOST_HELD = 5
MOST_CARDS = 70
ALL_TOKENS = 8
ALL_ERRORS = 3

TILES = 6
TOKEN_TILE, REPAIR_TILE, COLOUR_HINT_TILE, VALUE_HINT_TILE, RETURN_TILE, REKINDLE_TILE = range(TILES)

KIND_NAMES = tuple(f"{suit} {value}" for suit, value in product(SUIT_NAMES, range(1, VALUES + 1)))
KIND_OF_NAME = {name: kind for kind, name in enumerate(KIND_NAMES)}


def _hints_that_fit(kind: int) -> int:
    """The set of hints that touch a card: its value, and its colour, all colours or none (HANABI-5.2, 6.3)."""
    suit, value = divmod(kind, VALUES)
    fitting = 1 << (COLOURS + value)
    for colour in DATA["suits"][suit]["hinted_by"]:
        fitting |= 1 << COLOUR_NAMES.index(colour)
    return fitting


def _kinds_touched(hint: int) -> int:
    """The set of kinds that a hint touches."""
    return sum(1 << kind for kind in range(KINDS) if _hints_that_fit(kind) >> hint & 1)


def _copies(ordinary_black: int, kind: int) -> int:
    """How many cards of a kind there are (HANABI-1.1, 5.1, 6.1)."""
    suit, value = divmod(kind, VALUES)
    mirrored = suit == BLACK and not ordinary_black
    return int(DATA["mirrored_black_copies" if mirrored else "copies"][value])


def _sorted_deck(multicolour: int, black_powder: int, ordinary_black: int) -> list[int]:
    """All cards in play, sorted, filled up to the longest deck with NO_CARD."""
    suits = [*range(COLOURS), *[MULTICOLOUR] * multicolour, *[BLACK] * black_powder]
    kinds = (suit * VALUES + value for suit in suits for value in range(VALUES))
    cards = [kind for kind in kinds for _ in range(_copies(ordinary_black, kind))]
    return cards + [NO_CARD] * (MOST_CARDS - len(cards))


FITTING = np.array([*(_hints_that_fit(kind) for kind in range(KINDS)), 0, 0], np.int64)
"""[kind] the set of hints that touch it; none for UNKNOWN and NO_CARD, which count from the end."""

TOUCHED = np.array([_kinds_touched(hint) for hint in range(HINTS)], np.int64)
"""[hint] the set of kinds it touches."""

COPIES = np.array([[_copies(ordinary, kind) for kind in range(KINDS)] for ordinary in (0, 1)], np.int64)
"""[ordinary_black, kind] the number of cards of a kind."""

SORTED_DECK = np.array(
    [[[_sorted_deck(m, b, o) for o in (0, 1)] for b in (0, 1)] for m in (0, 1)],
    np.int64,
)
"""[multicolour, black_powder, ordinary_black, place] the cards in play, sorted."""
