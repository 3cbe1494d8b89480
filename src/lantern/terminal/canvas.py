"""A canvas of characters with their styles, for maps that are written cell by cell."""

from __future__ import annotations

from itertools import groupby

from rich.cells import cell_len
from rich.text import Text


class Canvas:
    """Characters with their styles, row by row."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [[(" ", "")] * width for _ in range(height)]

    def write(self, row: int, column: int, text: Text) -> None:
        """Put a text there; a wide character takes the place of two."""
        styles = [""] * len(text.plain)
        for start, end, style in [(0, len(styles), text.style), *text.spans]:
            styles[start:end] = [str(style)] * (end - start)
        for character, style in zip(text.plain, styles, strict=True):
            self.rows[row][column] = (character, style)
            for beside in range(1, cell_len(character)):
                self.rows[row][column + beside] = ("", "")
            column += cell_len(character)

    def text(self) -> Text:
        """All of it."""
        lines = [
            [("".join(it[0] for it in run), style) for style, run in groupby(row, lambda it: it[1])]
            for row in self.rows
        ]
        return Text("\n", no_wrap=True).join(Text.assemble(*line) for line in lines)
