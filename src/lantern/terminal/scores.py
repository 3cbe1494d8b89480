"""The end of a game with points, for people: who won, what broke a tie, and the sheet of all that was scored.

Nothing here knows a game. Each brings its seats' marks and what its points come from, line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.languages.words import listed
from lantern.terminal.marks import STRONG, ending, letter, name, say, seats_of

Line = tuple[Text, Iterable[Text]]
"""A line of the sheet: what it is about, and a cell for every seat."""
TieBreak = tuple[str, Callable[[int], object]]
"""The key of what is said where something else decides among those with the most points, and what a seat has of it."""


@dataclass(frozen=True)
class Source:
    """Something that points come from."""

    words: str
    items: Iterable[Json]
    """What the breakdown says of it."""
    lines: Iterable[Line]


def items_of(items: Iterable[Json], kind: str) -> list[Json]:
    """What a breakdown says of one source of points."""
    return [item for item in items if item["kind"] == kind]


def by_thing(items: Iterable[Json]) -> list[list[Json]]:
    """The items of each thing that scored, in their order."""
    things: dict[object, list[Json]] = {}
    for item in items:
        things.setdefault(item["of"], []).append(item)
    return list(things.values())


def total(items: Iterable[Json], seat: int) -> int:
    """A seat's points in some items."""
    return sum(item["points"] for item in items if item["seat"] == seat)


def summary(
    view: Json, sources: Iterable[Source], mark: Callable[[int], Text], tie_break: TieBreak | None = None
) -> RenderableType:
    """The result of a finished game."""
    decided = _tie_break(view, *tie_break) if tie_break else ()
    return Group(_verdict(view), *decided, Text(), _sheet(view, sources, mark))


def _verdict(view: Json) -> Text:
    """Who won, with how many points."""
    result = view["result"]
    winners = result["winners"]
    names = listed(view["language"], [f"{name(view, seat)} ({letter(seat)})" for seat in winners])
    who = "shared" if len(winners) > 1 else "you" if winners == [view["seat"]] else "one"
    verdict = say(view, "drawing.verdict", who=who, names=names, points=max(result["scores"]))
    over = say(view, "drawing.game_over", reason=ending(view, result["reason"]))
    return Text.assemble(f"{over} ", (verdict[0].upper() + verdict[1:], STRONG))


def _tie_break(view: Json, decides: str, held: Callable[[int], object]) -> Iterator[Text]:
    """What those with the most points have of what decides between them."""
    scores = view["result"]["scores"]
    tied = [seat for seat in seats_of(view) if scores[seat - 1] == max(scores)]
    if len(tied) > 1:
        each = ", ".join(f"{letter(seat)} {held(seat)}" for seat in tied)
        yield Text(say(view, decides, each=each))


def _sheet(view: Json, sources: Iterable[Source], mark: Callable[[int], Text]) -> Table:
    """Everything that was scored, line by line, with a sum for every source and seat."""
    seats = seats_of(view)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    table.add_column("")
    for seat in seats:
        table.add_column(Text.assemble(mark(seat), f" {name(view, seat)}"), justify="right")
    for source in sources:
        table.add_row(Text(source.words, STRONG), *(Text(str(total(source.items, seat)), STRONG) for seat in seats))
        for head, cells in source.lines:
            table.add_row(Text.assemble("  ", head), *cells)
        table.add_row()
    table.add_row(
        Text(say(view, "report.figure.points"), STRONG),
        *(Text(str(points), STRONG) for points in view["result"]["scores"]),
    )
    return table
