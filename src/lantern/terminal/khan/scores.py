"""Khan's points as a terminal shows them: pieces, territories, and the sheet of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.terminal.khan.marks import mark, marks
from lantern.terminal.marks import STRONG, count, seats_of
from lantern.terminal.scores import Line, Source, by_thing, items_of, summary, total


def territory(item: Json) -> Text:
    """A seat's territories by size, and what they bring."""
    return Text.assemble(mark(item["seat"]), f" {sizes(item['sizes'])} → {count(item['points'], 'point')}")


def sizes(territories: Iterable[int]) -> str:
    """The sizes of territories, the largest first."""
    return "-".join(map(str, territories)) or "none"


def sum_up(view: Json) -> RenderableType:
    """The result of a finished game and the sheet of all that was scored."""
    held = view["result"]["territories"]
    return summary(view, _sources(view), mark, ("the territories", lambda seat: sizes(held[seat - 1])))


def _sources(view: Json) -> Iterator[Source]:
    """The pieces, and the bonuses for the largest territories."""
    pieces, territories = (items_of(view["result"]["breakdown"], kind) for kind in ("piece", "territory"))
    yield Source("pieces", pieces, _pieces(view, pieces))
    yield Source("largest territory", territories, _territories(view, territories))


def _pieces(view: Json, items: list[Json]) -> Iterator[Line]:
    for own in by_thing(items):
        yield _piece(own[0]), [_points(own, seat) for seat in seats_of(view)]


def _territories(view: Json, items: list[Json]) -> Iterator[Line]:
    for seat in seats_of(view):
        held = Text.assemble(mark(seat), f" {sizes(view['result']['territories'][seat - 1])}")
        yield held, [_points(items, seat) if other == seat else Text() for other in seats_of(view)]


def _points(items: list[Json], seat: int) -> Text:
    return Text(str(total(items, seat) or ""))


def _piece(item: Json) -> Text:
    """A piece, where it lies, and how it is shared."""
    line = Text.assemble((item["piece"], STRONG), f" {' '.join(item['squares'])}")
    return (
        line if len(item["owners"]) == 1 else line.append(f", {item['full']} for ").append_text(marks(item["owners"]))
    )
