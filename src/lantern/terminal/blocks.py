"""What tables of every game are put together from: the frame, and blocks of text inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lantern.terminal.marks import FAINT

FRAME, GAP, LEAST_LABEL = 4, 2, 9
"""Columns of the frame, between things side by side, and for the words in front of facts."""
_ROOMY = Console(width=1000)


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


@dataclass(frozen=True)
class Headed:
    """A table under a heading, which takes as many lines as it must."""

    heading: str
    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.heading, FAINT)
        yield self.table

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.table)


def grid(heads: Sequence[str], rows: Iterable[Iterable[Text]], words: int = 1) -> Table:
    """A table without lines; after the first few columns come numbers."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for place in range(len(heads)):
        table.add_column(justify="left" if place < words else "right", no_wrap=True)
    for row in [[Text(head, FAINT) for head in heads], *rows]:
        table.add_row(*row)
    return table


def width_of(block: RenderableType) -> int:
    """The columns that a block takes where there is room enough."""
    return _ROOMY.measure(block).maximum


def facts(said: Iterable[tuple[str, RenderableType]], least: int = LEAST_LABEL) -> Table:
    """What there is to say, each with a word in front, for which so much room is left at least."""
    table = Table.grid(padding=(0, GAP, 0, 0))
    table.add_column(no_wrap=True, min_width=least)
    table.add_column()
    for word, fact in said:
        table.add_row(Text(word), fact)
    return table


@dataclass(frozen=True)
class Packed:
    """Texts side by side in as few lines as their order allows."""

    parts: Sequence[Text]
    gap: int = GAP

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines: list[Text] = []
        for part in self.parts:
            if lines and lines[-1].cell_len + self.gap + part.cell_len <= options.max_width:
                lines[-1].append(" " * self.gap).append_text(part)
            else:
                lines.append(Text().append_text(part))
        yield Text("\n").join(lines)
