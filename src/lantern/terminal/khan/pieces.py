"""Khan's pieces beside the board: how many there are of each, what they are worth, and how they look."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from lantern.games.khan.view import POINTS
from lantern.kernel.contract import Json
from lantern.terminal.blocks import GAP
from lantern.terminal.khan.marks import mark
from lantern.terminal.marks import FAINT, STRONG

SHAPES = {
    "domino": ["##"],
    "I-3": ["###"],
    "V-3": ["##", "#."],
    "I-4": ["####"],
    "O-4": ["##", "##"],
    "T-4": ["###", ".#."],
    "S-4": [".##", "##."],
    "L-4": ["###", "#.."],
    "F-5": [".##", "##.", ".#."],
    "I-5": ["#####"],
    "L-5": ["####", "#..."],
    "N-5": ["##..", ".###"],
    "P-5": ["###", ".##"],
    "T-5": ["###", ".#.", ".#."],
    "U-5": ["#.#", "###"],
    "V-5": ["#..", "#..", "###"],
    "W-5": ["#..", "##.", ".##"],
    "X-5": [".#.", "###", ".#."],
    "Y-5": ["####", ".#.."],
    "Z-5": ["##.", ".#.", ".##"],
    "bridge-3": ["###"],
    "bridge-4": ["####"],
    "bridge-L": ["###", "#.."],
}
"""Every piece as it looks, lying as flat as it can."""
HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
"""Two squares of a shape, one above the other, in a character."""
NAME, SHAPE = 8, 5
PIECE = NAME + len(" 4x2 ") + SHAPE
"""Columns for a piece."""


def pieces_beside(view: Json, width: int) -> Table:
    """All pieces, in as many columns as fit."""
    entries = [_entry(view, name) for name in view["beside"]]
    columns = max((width + GAP) // (PIECE + GAP), 1)
    height = -(-sum(map(len, entries)) // columns)
    table = Table.grid(padding=(0, GAP, 0, 0))
    stacks: list[list[Text]] = [[]]
    for entry in entries:
        if len(stacks[-1]) >= height:
            stacks.append([])
        stacks[-1] += entry
    table.add_row(*(Text("\n", no_wrap=True).join(stack) for stack in stacks))
    return table


def _entry(view: Json, name: str) -> list[Text]:
    """A piece in a line or two: how many are left, its points, who reserved it, and its shape."""
    left = view["beside"][name]
    reserved = [mark(int(seat)) for seat, piece in view["reserved"].items() if piece == name] or [Text(" ")]
    first, *more = _drawn(SHAPES.get(name, []))
    head = Text.assemble((f"{name:{NAME}}", STRONG), f" {left}x{POINTS[name]}", reserved[0])
    lines = [head.append(first), *(Text(" " * (PIECE - SHAPE) + line) for line in more)]
    for line in lines if not left else []:
        line.stylize(FAINT)
    return lines


def _drawn(shape: list[str]) -> list[str]:
    """A shape in half as many lines as it has rows, all equally wide."""
    rows = [row.ljust(SHAPE, ".") for row in [*shape, ""]]
    pairs = zip(rows[0::2], rows[1::2], strict=False)
    return ["".join(HALVES[one + other] for one, other in zip(*pair, strict=True)) for pair in pairs] or [" " * SHAPE]
