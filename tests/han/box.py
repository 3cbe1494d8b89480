"""What lies in the box of HAN, its maps and cards, and how the tests write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import lantern
from tests.matches import seat_number

GAME = lantern.game("han")
SEATS = "ABCDE"
COLOURS = {"V": "violet", "Y": "yellow", "O": "orange", "G": "green", "R": "red"}
LETTERS = {name: letter for letter, name in COLOURS.items()}
BORDER, WAYS = "border-disputes", "ways-of-diplomacy"
PACK = {"V": 10, "Y": 11, "O": 11, "G": 12, "R": 13}
REMOVED = {BORDER: {5: 0, 4: 1, 3: 2}, WAYS: {4: 3, 3: 4, 2: 5}}
DISPLAY = {BORDER: 4, WAYS: 3}
TABLES = [(map_name, players) for map_name, removed in REMOVED.items() for players in removed]
"""Every map with every number of players it is for."""

COLOUR_OF = {
    BORDER: {
        "zhao": "O",
        "chin": "Y",
        "wei": "R",
        "qi": "Y",
        "lu": "O",
        "han": "G",
        "shu": "R",
        "chu": "V",
        "yue": "G",
    },
    WAYS: {"wm": "G", "em": "O", "xp": "Y", "gg": "Y", "np": "R", "mg": "G", "ar": "O", "wy": "V", "cl": "R"},
}
SPACES = {
    BORDER: {
        "zhao": "z1 z2 z3 z4 z5 bzw",
        "chin": "c1 c2 c3 c4 bcs bch",
        "wei": "w1 w2 w3 w4 w5 w6 bzw",
        "qi": "q1 q2 q3 q4 bql",
        "lu": "l1 l2 l3 bql",
        "han": "h1 h2 h3 h4 bch",
        "shu": "s1 s2 s3 bcs bsu",
        "chu": "u1 u2 u3 u4 u5 u6 bsu buy",
        "yue": "y1 y2 y3 y4 y5 buy",
    },
    WAYS: {
        "wm": "m1 m2 m3 m4",
        "em": "e1 e2 e3 e4",
        "xp": "x1 x2 x3 x4",
        "gg": "g1 g2 g3",
        "np": "n1 n2 n3 n4",
        "mg": "j1 j2 j3 j4 j5",
        "ar": "a1 a2 a3",
        "wy": "v1 v2 v3 v4 v5",
        "cl": "c1 c2 c3 c4 c5",
    },
}
BORDERS = {
    "bcs": ("chin", "shu"),
    "bsu": ("shu", "chu"),
    "bch": ("chin", "han"),
    "bzw": ("zhao", "wei"),
    "bql": ("qi", "lu"),
    "buy": ("chu", "yue"),
}
PORTS = ["z4", "q3", "q4", "l3", "u6", "y4", "y5"]

# Words of the text.


def cards(text: str) -> list[str]:
    """RGG as the names of the cards."""
    return [COLOURS[letter] for letter in text]


def paid(text: str) -> str:
    """RGG as it stands in an action: red green green."""
    return " ".join(cards(text))


def letters(names: Iterable[str]) -> str:
    """The names of cards as letters."""
    return "".join(LETTERS[name] for name in names)


def ordered(text: str) -> str:
    """Letters of cards in the order of the colours."""
    return "".join(sorted(text, key="VYOGR".index))


def parts(text: str) -> list[tuple[str, list[str]]]:
    """`A w1 w2 | B w3` taken apart."""
    split = [part.split() for part in text.split("|") if part.strip()]
    return [(first, rest) for first, *rest in split]


def owners(text: str) -> dict[str, int]:
    """`A w1 w2 | B w3` as spaces with their seats."""
    return {space: seat_number(seat) for seat, spaces in parts(text) for space in spaces}


def envoys(text: str, players: int) -> dict[str, list[int]]:
    """`wei BD` as emissaries per seat."""
    return {where: ["".join(who).count(seat) for seat in SEATS[:players]] for where, who in parts(text)}


def pack(map_name: str, players: int) -> str:
    """Every card of a game, in the order of the colours."""
    removed = REMOVED[map_name][players]
    return "".join(letter * (count - removed) for letter, count in PACK.items())


def without(text: str, gone: str) -> str:
    """Letters of cards with some taken out."""
    left = Counter(text)
    left.subtract(gone)
    assert min(left.values()) >= 0, f"{gone} is not all in {text}"
    return ordered("".join(left.elements()))
