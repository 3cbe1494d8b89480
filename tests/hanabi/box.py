"""What lies in the box of Hanabi, and how the tests write it."""

from __future__ import annotations

from typing import Any

import lantern
from lantern.kernel.contract import Json

GAME = lantern.game("hanabi")
SUITS = {"W": "white", "R": "red", "B": "blue", "Y": "yellow", "G": "green", "M": "multicolour", "K": "black"}
LETTERS = {suit: letter for letter, suit in SUITS.items()}
COLOURS = ["white", "red", "blue", "yellow", "green"]
VALUES = ["ones", "twos", "threes", "fours", "fives"]
TILES = ["token", "repair", "colour hint", "value hint", "return", "rekindle"]
PLAYERS = [2, 3, 4, 5]
RISING = "1112233445"
FALLING = "5554433221"


def cards(text: str) -> list[str]:
    """R1 W3 as the names of the cards."""
    return [f"{SUITS[short[0]]} {short[1]}" for short in text.split()]


def shorten(names: list[str]) -> str:
    """The names of cards as R1 W3."""
    return " ".join(LETTERS[suit] + value for suit, value in (name.split() for name in names))


def suits_of(options: Json) -> dict[str, str]:
    """The suits in play, by letter, with the values of their cards."""
    suits = dict.fromkeys("WRBYG", RISING)
    if options.get("multicolour"):
        suits["M"] = RISING
    if options.get("black_powder"):
        suits["K"] = RISING if options.get("black_values") == "ordinary" else FALLING
    return suits


def all_cards(**options: Any) -> list[str]:
    """Every card of a game with these options, suit by suit."""
    return [suit + value for suit, values in suits_of(options).items() for value in values]


def hand_size(players: int) -> int:
    """Five cards with two or three players, four with more."""
    return 5 if players <= 3 else 4


def hints(seats: list[int], about: list[str]) -> list[str]:
    """A hint to each of the seats about each of the things."""
    return [f"hint {seat} {thing}" for seat in seats for thing in about]


def steps(top: str) -> list[str]:
    """The cards of a firework up to its last one."""
    suit, last = top[0], int(top[1])
    values = range(5, last - 1, -1) if suit == "K" else range(1, last + 1)
    return [f"{suit}{value}" for value in values]


def lit(points: int, suits: str = "WRBYG") -> str:
    """Fireworks worth so many points."""
    tops = [(suit, min(5, max(0, points - 5 * index))) for index, suit in enumerate(suits)]
    return " ".join(f"{suit}{top}" for suit, top in tops if top)
