"""What lies in the box of Ming Dynastie, its board and cards, and how the tests write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

import lantern
from lantern.kernel.contract import Json
from lantern.kernel.rule import PLAIN
from tests.matches import seat_number

GAME = lantern.game("ming")
in_whole_games = pytest.mark.skipif(PLAIN, reason="whole games looked at so closely take too long in plain Python")
SEATS = "ABCD"
PLAYERS = [2, 3, 4]

# The board and the cards as chapter 1 of the rules and its map give them.

PROVINCES = ["white", "orange", "green", "pink", "yellow", "blue"]
DISTRICTS = [f"{letter}{number}" for letter in "WOGPYB" for number in (1, 2, 3)]
SYMBOLS = ["junk", "horse", "rickshaw", "sedan", "ox", "camel"]
PACK = SYMBOLS * 9
BORDERS = {
    "junk": "W2-W3 O1-W1 O2-P3 O3-Y1 Y2-Y3 B1-G2 B2-B3",
    "horse": "O1-O3 O2-W3 G1-G3 P1-P2 P3-Y1 B2-G2 B3-Y3",
    "rickshaw": "O2-O3 G1-G2 G3-O1 P2-W3 P3-Y2 B1-B2 B3-Y1",
    "sedan": "O2-Y1 G1-O1 G2-G3 P1-W2 P2-P3 B1-B3 B2-O3",
    "ox": "W1-W3 O1-O2 P1-Y2 P2-W2 Y1-Y3 B2-G3 B3-O3",
    "camel": "W1-W2 O1-W3 O2-P2 G3-O3 P1-P3 Y1-Y2 B1-Y3",
}
HOMES = "W1 G1 P1 B1"
"""Where the princes stand unless it is said otherwise; no two of these districts have a border."""
IN_SETUP = ("neutrals", "princes")
IN_SCORING = ("return", "back", "neutrals back")


def province_of(district: str) -> str:
    """The province of a district."""
    return PROVINCES["WOGPYB".index(district[0])]


def districts_of(province: str) -> list[str]:
    """The three districts of a province."""
    return [where for where in DISTRICTS if province_of(where) == province]


def neighbours() -> dict[str, dict[str, str]]:
    """Every district with its neighbours and the symbols of the borders between."""
    found: dict[str, dict[str, str]] = {where: {} for where in DISTRICTS}
    for symbol, borders in BORDERS.items():
        for border in borders.split():
            one, other = border.split("-")
            found[one][other] = found[other][one] = symbol
    return found


NEAR = neighbours()


def numbers(letters: str) -> list[int]:
    """Seats from 1."""
    return [seat_number(letter) for letter in letters]


def parts(text: str) -> list[list[str]]:
    """`W1 AAB | O2 C` taken apart."""
    return [part.split() for part in text.split("|") if part.strip()]


def read_members(text: str, players: int) -> Json:
    """`W1 AAB | O2 C` as places with a number for each seat."""
    return {where: ["".join(who).count(seat) for seat in SEATS[:players]] for where, *who in parts(text)}


def read_neutrals(text: str) -> Json:
    """The neutral members of `W1 AAn | O2 n`."""
    found = {where: "".join(who).count("n") for where, *who in parts(text)}
    return {where: count for where, count in found.items() if count}


def letters(counts: Sequence[int], neutrals: int = 0) -> str:
    """A number for each seat as `AAB`, with neutral members as n."""
    return "".join(seat * count for seat, count in zip(SEATS, counts, strict=False)) + "n" * neutrals


def bag(words: str | Sequence[str]) -> dict[str, int]:
    """Words and how often each is there."""
    return dict(Counter(words.split() if isinstance(words, str) else words))


def rest_of_the_pack(*used: Sequence[str]) -> list[str]:
    """The movement cards that are not used, in the fixed order of the pack."""
    left = Counter(PACK)
    for cards in used:
        left.subtract(card for card in cards if card != "dragon")
    rest = []
    for card in PACK:
        if left[card] > 0:
            rest.append(card)
            left[card] -= 1
    return rest
