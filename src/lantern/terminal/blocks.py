"""What tables of every game are put together from: the frame, and blocks of text inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lantern.terminal.marks import FAINT

FRAME, GAP = 4, 2
"""Columns of the frame, and between things side by side."""


@dataclass(frozen=True)
class Picture:
    """A table in its frame; its width is known when it is printed."""

    title: Text
    status: Text
    widest: int
    parts: Callable[[int], Iterable[RenderableType]]
    """(width): the table from top to bottom."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, self.widest)
        yield Panel(
            Group(*self.parts(width - FRAME)),
            title=self.title,
            subtitle=self.status,
            title_align="left",
            subtitle_align="left",
            box=box.ROUNDED,
            width=width,
        )


def stacked(blocks: Iterable[RenderableType]) -> Iterator[RenderableType]:
    """Blocks with an empty line between them."""
    for place, block in enumerate(blocks):
        yield from (Text(), block) if place else (block,)


def headed(heading: str, table: RenderableType) -> Table:
    """A block under a heading."""
    whole = Table.grid()
    whole.add_row(Text(heading, FAINT))
    whole.add_row(table)
    return whole


def grid(heads: Sequence[str], rows: Iterable[Iterable[Text]], words: int = 1) -> Table:
    """A table without lines; after the first few columns come numbers."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for place in range(len(heads)):
        table.add_column(justify="left" if place < words else "right", no_wrap=True)
    for row in [[Text(head, FAINT) for head in heads], *rows]:
        table.add_row(*row)
    return table


def facts(said: Iterable[tuple[str, Text]], label: int) -> Table:
    """What there is to say, each with a word in front."""
    table = Table.grid()
    table.add_column(width=label)
    for word, fact in said:
        table.add_row(Text(word), fact)
    return table


def packed(parts: Iterable[Text], width: int, gap: int = GAP) -> Text:
    """Texts side by side in as few lines as their order allows."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + gap + part.cell_len <= width:
            lines[-1].append(" " * gap).append_text(part)
        else:
            lines.append(Text().append_text(part))
    return Text("\n").join(lines)
