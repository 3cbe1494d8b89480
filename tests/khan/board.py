"""Khan's board: its squares, regions and banks, as chapter 1 of the rules gives them."""

from __future__ import annotations

from collections.abc import Iterable

Square = tuple[int, int]
Squares = frozenset[Square]


ROWS = [
    "..GGGGGGTT...",
    ".GGGGGGGTTMM.",
    "GGGGGGGTTMMMM",
    "~~~~~TTTTMMMM",
    "SSSS~TTTTMMMM",
    "SSSS~TTTTMMMM",
    "SSSS~TTTTMMMM",
    "SSSS~~~~~~~~~",
    "SSSSSD~FFFFFF",
    "DDDDDD~FFFFFF",
    "DDDDDD~FFFFF.",
    ".DDDDD~FFFFF.",
    "..DDDD~FFF...",
]
LETTER = {"mountains": "M", "glaciers": "G", "tundra": "T", "stone": "S", "sand": "D", "forest": "F", "river": "~"}
REGIONS = ["mountains", "glaciers", "tundra", "stone", "sand", "forest"]
STEPS = {
    "north": (-1, 0),
    "northeast": (-1, 1),
    "east": (0, 1),
    "southeast": (1, 1),
    "south": (1, 0),
    "southwest": (1, -1),
    "west": (0, -1),
    "northwest": (-1, -1),
}
DIRECTIONS = list(STEPS)
IMPASSABLE = "M4 M5 M6 M7 D13 E13 F13 H13 I13 J13 K12"


def square(text: str) -> Square:
    """`H5` as a row and a column."""
    return int(text[1:]) - 1, ord(text[0]) - ord("A")


def name(where: Square) -> str:
    """A row and a column as `H5`."""
    return f"{chr(ord('A') + where[1])}{where[0] + 1}"


def names(squares: Iterable[Square]) -> list[str]:
    """The names of squares, in reading order."""
    return [name(where) for where in sorted(squares)]


def ground(where: Square) -> str:
    """The letter of a square, `.` where there is none."""
    row, column = where
    return ROWS[row][column] if 0 <= row < len(ROWS) and 0 <= column < len(ROWS[row]) else "."


ALL = [(row, column) for row, line in enumerate(ROWS) for column, letter in enumerate(line) if letter != "."]
LAND = [where for where in ALL if ground(where) != "~"]
RIVER = [where for where in ALL if ground(where) == "~"]


def sides(where: Square) -> list[Square]:
    """The four squares, there or not, that share a side with one."""
    return [(where[0] + down, where[1] + right) for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))]


def region(landscape: str) -> list[str]:
    """The squares of a region."""
    return names(where for where in LAND if ground(where) == LETTER[landscape])


def connected(squares: Iterable[Square]) -> list[Squares]:
    """Squares parted into what hangs together by sides, the largest first."""
    left = set(squares)
    found = []
    while left:
        part = {left.pop()}
        frontier = set(part)
        while frontier:
            frontier = {near for where in frontier for near in sides(where)} & left
            left -= frontier
            part |= frontier
        found.append(frozenset(part))
    return sorted(found, key=lambda part: (-len(part), sorted(part)))


BANKS = connected(LAND)
"""The land masses that the river parts."""
