"""Khan's board as a terminal shows it: a row of squares takes a line, and what separates it from the next takes one.

A square is three characters wide: ` g ` an empty square of the glaciers, `g⌂A` one with a yurt of seat A, `g⌂ ` with a
neutral one, `♔Ru` a ruler, `~~~` the river. Thin lines separate landscapes; a heavy outline holds a piece, and on each
of its squares stand the seats whose yurts it carries: ` A `, `A+B`, `ABC`; over the river `~A~`, `A~B`, `~~~`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice

from rich.text import Text

from lantern.games.khan.board import COLUMNS, ROWS
from lantern.kernel.contract import Json
from lantern.terminal.blocks import Packed
from lantern.terminal.khan import marks
from lantern.terminal.khan.marks import Square
from lantern.terminal.marks import FAINT, STRONG, letter, say

OUTSIDE, RIVER = ".", "~"
SQUARE = 3
NUMBERS = 3
"""Characters for a square, and for the number of a row."""
NO_LINE, THIN, HEAVY = range(3)
LINES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Every meeting of no line, thin and heavy ones; the first digit to base 3 is up, then right, down and left."""
LINE_INKS = ("", "#767676", STRONG)


BOARD_WIDTH = NUMBERS + len(ROWS[0]) * (SQUARE + 1) + 1
"""How many columns the board takes."""


def board(view: Json) -> Text:
    """The board with the letters of its columns and the numbers of its rows."""
    plan = _Plan(view)
    letters = Text(" " * NUMBERS + "".join(f"  {column} " for column in COLUMNS), STRONG)
    lines = [letters]
    for row in range(plan.rows):
        lines += [plan.line_above(row), plan.line_of(row)]
    return Text("\n", no_wrap=True).join([*lines, plan.line_above(plan.rows), letters])


def legend(view: Json) -> Packed:
    """How to read the board."""
    parts = [f"{key.lower()} {marks.symbol_name(view, name)}" for key, name in marks.LANDSCAPES.items()]
    ruler = f"♔{marks.ruler_letters(view, 'russian')}"
    signs = {"⌂A": "yurt", "⌂": "neutral_yurt", ruler: "ruler", "┏A+B┓": "piece", "~A~": "bridge"}
    signs |= {"?": "proposed"} if view["proposal"] else {}
    parts += [f"{sign} {say(view, f'khan.legend.{meaning}')}" for sign, meaning in signs.items()]
    return Packed([Text(part, FAINT) for part in parts])


@dataclass
class _Plan:
    """What lies on every square."""

    view: Json
    pieces: dict[Square, int] = field(init=False)
    contents: dict[Square, Text] = field(init=False)

    def __post_init__(self) -> None:
        view = self.view
        self.pieces = {
            square: number for number, piece in enumerate(view["pieces"]) for square in _squares(piece["squares"])
        }
        self.contents = dict(_contents(view))
        for square in _moved(view) & self.contents.keys():
            self.contents[square].stylize("underline")

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(ROWS)

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return len(ROWS[0])

    def landscape(self, square: Square) -> str:
        """The letter of a square's landscape."""
        row, column = square
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return ROWS[row][column] if inside else OUTSIDE

    def border(self, one: Square, other: Square) -> int:
        """The line between two squares."""
        pieces = self.pieces.get(one), self.pieces.get(other)
        if pieces[0] != pieces[1]:
            return HEAVY
        same = pieces[0] is not None or self.landscape(one) == self.landscape(other)
        return NO_LINE if same else THIN

    def ground(self, *squares: Square) -> str:
        """The ink between squares: that of the piece that covers them all."""
        pieces = {self.pieces.get(square) for square in squares}
        number = pieces.pop() if len(pieces) == 1 else None
        return "" if number is None else _piece_ink(self.view["pieces"][number])

    def line_above(self, row: int) -> Text:
        """The line between two rows of squares."""
        line = Text(" " * NUMBERS)
        for column in range(self.columns + 1):
            corner = [(row + down, column + right) for down in (-1, 0) for right in (-1, 0)]
            line.append_text(self._corner(*corner))
            if column < self.columns:
                above, below = corner[1], corner[3]
                weight = self.border(above, below)
                line.append(" ─━"[weight] * SQUARE, LINE_INKS[weight] or self.ground(above, below))
        return line

    def _corner(self, one: Square, two: Square, three: Square, four: Square) -> Text:
        """Where four squares meet, given in reading order."""
        sides = self.border(one, two), self.border(two, four), self.border(three, four), self.border(one, three)
        up, right, down, left = sides
        ink = LINE_INKS[max(sides)] or self.ground(one, two, three, four)
        return Text.assemble((LINES[((up * 3 + right) * 3 + down) * 3 + left], ink))

    def line_of(self, row: int) -> Text:
        """A row of squares."""
        line = Text.assemble((f"{row + 1:2} ", STRONG))
        for column in range(self.columns + 1):
            before, square = (row, column - 1), (row, column)
            weight = self.border(before, square)
            line.append(" │┃"[weight], LINE_INKS[weight] or self.ground(before, square))
            if column < self.columns:
                line.append_text(self.contents.get(square) or Text(" " * SQUARE))
        return line


def _squares(names: Iterable[str]) -> list[Square]:
    return marks.squares_in(" ".join(names))


def _moved(view: Json) -> set[Square]:
    """The squares of the last action and of the last flight."""
    words = view["last"]["action"] if view["last"] else ""
    if view["fled"]:
        words = f"{words} {view['fled']['from']} {view['rulers'][view['fled']['ruler']]}"
    return set(marks.squares_in(words))


def _contents(view: Json) -> Iterator[tuple[Square, Text]]:
    """What every square shows, the topmost last."""
    proposed = set(marks.squares_in(view["proposal"] or ""))
    for row, letters in enumerate(ROWS):
        for column, landscape in enumerate(letters):
            if landscape != OUTSIDE:
                yield (row, column), _empty(landscape, (row, column) in proposed)
    for (square,), owner in ((marks.squares_in(name), owner) for name, owner in view["yurts"].items()):
        yield square, _yurt(ROWS[square[0]][square[1]], owner, square in proposed)
    for ruler, place in view["rulers"].items():
        for square in marks.squares_in(place):
            yield square, Text.assemble((f"♔{marks.ruler_letters(view, ruler)}", marks.RULER_INKS[ruler]))
    for piece in view["pieces"]:
        yield from _covered(view, piece)


def _empty(landscape: str, proposed: bool) -> Text:
    if landscape == RIVER:
        return Text.assemble(("~?~" if proposed else "~~~", marks.RIVER_INK))
    return Text.assemble((f" {landscape.lower()} ", marks.LAND_INKS[marks.LANDSCAPES[landscape]]))


def _yurt(landscape: str, owner: int | str, proposed: bool) -> Text:
    """A yurt on its landscape, with a question mark where somebody wants to put a piece."""
    words, ink = (
        ("⌂ ", marks.NEUTRAL_INK) if isinstance(owner, str) else (f"⌂{letter(owner)}", marks.SEAT_INKS[owner - 1])
    )
    return Text.assemble(
        ("?" if proposed else landscape.lower(), marks.LAND_INKS[marks.LANDSCAPES[landscape]]), (words, ink)
    )


def _piece_ink(piece: Json) -> str:
    owners = piece["owners"]
    return marks.SEAT_INKS[owners[0] - 1] if len(owners) == 1 else marks.SHARED_INK


def _covered(view: Json, piece: Json) -> Iterator[tuple[Square, Text]]:
    """The squares of a piece with the seats whose yurts it carries; four of them take turns, two to a square."""
    owners = piece["owners"]
    shown = [owners] if len(owners) < 4 else [owners[:2], owners[2:]]
    squares = _squares(piece["squares"])
    for square, seats in zip(squares, islice(cycle(shown), len(squares)), strict=True):
        river = ROWS[square[0]][square[1]] == RIVER
        yield square, _carried(seats, river, _piece_ink(piece))


def _carried(seats: list[int], river: bool, ink: str) -> Text:
    """Up to three seats on a square of a piece."""
    ground = RIVER if river else " "
    if len(seats) > 2 and river:
        return Text.assemble((RIVER * SQUARE, ink))
    inks = [(letter(seat), marks.SEAT_INKS[seat - 1]) for seat in seats]
    if len(seats) == 1:
        return Text.assemble((ground, ink), inks[0], (ground, ink))
    return Text.assemble(inks[0], (ground if river else "+", ink), inks[1]) if len(seats) == 2 else Text.assemble(*inks)
