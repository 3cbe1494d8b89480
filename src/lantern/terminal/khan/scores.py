"""Khan's points as a terminal shows them: pieces, territories, and the sheet of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.terminal.khan.marks import mark, marks
from lantern.terminal.marks import STRONG, called, say, seats_of
from lantern.terminal.scores import Line, Source, by_thing, items_of, summary, total


def territory(view: Json, item: Json) -> Text:
    """A seat's territories by size, and what they bring."""
    points = say(view, "drawing.points", points=item["points"])
    return Text.assemble(mark(item["seat"]), f" {sizes(view, item['sizes'])} → {points}")


def sizes(view: Json, territories: Iterable[int]) -> str:
    """The sizes of territories, the largest first."""
    return "-".join(map(str, territories)) or say(view, "drawing.none")


def sum_up(view: Json) -> RenderableType:
    """The result of a finished game and the sheet of all that was scored."""
    held = view["result"]["territories"]
    return summary(view, _sources(view), mark, ("khan.tie", lambda seat: sizes(view, held[seat - 1])))


def _sources(view: Json) -> Iterator[Source]:
    """The pieces, and the bonuses for the largest territories."""
    pieces, territories = (items_of(view["result"]["breakdown"], kind) for kind in ("piece", "territory"))
    yield Source(say(view, "khan.report.source.piece"), pieces, _pieces(view, pieces))
    yield Source(say(view, "khan.report.source.territory"), territories, _territories(view, territories))


def _pieces(view: Json, items: list[Json]) -> Iterator[Line]:
    for own in by_thing(items):
        yield _piece(view, own[0]), [_points(own, seat) for seat in seats_of(view)]


def _territories(view: Json, items: list[Json]) -> Iterator[Line]:
    for seat in seats_of(view):
        held = Text.assemble(mark(seat), f" {sizes(view, view['result']['territories'][seat - 1])}")
        yield held, [_points(items, seat) if other == seat else Text() for other in seats_of(view)]


def _points(items: list[Json], seat: int) -> Text:
    return Text(str(total(items, seat) or ""))


def _piece(view: Json, item: Json) -> Text:
    """A piece, where it lies, and how it is shared."""
    line = Text.assemble((called(view, "piece", item["piece"]), STRONG), f" {' '.join(item['squares'])}")
    if len(item["owners"]) == 1:
        return line
    return line.append(f", {say(view, 'khan.full', points=item['full'])} ").append_text(marks(item["owners"]))
