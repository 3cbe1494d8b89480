"""Khan's points as a terminal shows them: pieces, territories, and the sheet of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.terminal.khan.marks import STRONG, count, letter, mark, marks, seats_of


def items_of(items: Iterable[Json], kind: str) -> list[Json]:
    """What a breakdown says of one source of points."""
    return [item for item in items if item["kind"] == kind]


def total(items: Iterable[Json], seat: int) -> int:
    """A seat's points in some items."""
    return sum(item["points"] for item in items if item["seat"] == seat)


def territory(item: Json) -> Text:
    """A seat's territories by size, and what they bring."""
    return Text.assemble(mark(item["seat"]), f" {sizes(item['sizes'])} → {count(item['points'], 'point')}")


def sizes(territories: Iterable[int]) -> str:
    """The sizes of territories, the largest first."""
    return "-".join(map(str, territories)) or "none"


def sum_up(view: Json) -> RenderableType:
    """The result of a finished game and the sheet of all that was scored."""
    return Group(_verdict(view), *_tie_break(view), Text(), _sheet(view))


def _verdict(view: Json) -> Text:
    """Who won, with how many points."""
    result = view["result"]
    winners = result["winners"]
    names = [f"{_name(view, seat)} ({letter(seat)})" for seat in winners]
    words = " and ".join([*([", ".join(names[:-1])] if names[:-1] else []), names[-1]])
    verb = "share the win" if len(winners) > 1 else "win" if winners == [view["seat"]] else "wins"
    points = count(max(result["scores"]), "point")
    verdict = f"{words[0].upper()}{words[1:]} {verb} with {points}."
    return Text.assemble(f"The game is over, {result['reason']}. ", (verdict, STRONG))


def _name(view: Json, seat: int) -> str:
    return "you" if seat == view["seat"] else f"seat {seat}"


def _tie_break(view: Json) -> Iterator[Text]:
    """The territories of those with the most points, where they decide."""
    result = view["result"]
    tied = [seat for seat in seats_of(view) if result["scores"][seat - 1] == max(result["scores"])]
    if len(tied) > 1:
        held = ", ".join(f"{letter(seat)} {sizes(result['territories'][seat - 1])}" for seat in tied)
        yield Text(f"Equal points, so the territories decide: {held}.")


def _sheet(view: Json) -> Table:
    """Every piece and every territory with the points that it brings, and sums for every seat."""
    result, seats = view["result"], seats_of(view)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    table.add_column("")
    for seat in seats:
        table.add_column(Text.assemble(mark(seat), f" {_name(view, seat)}"), justify="right")
    pieces, territories = (items_of(result["breakdown"], kind) for kind in ("piece", "territory"))
    table.add_row(Text("pieces", STRONG), *_sums(pieces, seats))
    for of in dict.fromkeys(item["of"] for item in pieces):
        own = [item for item in pieces if item["of"] == of]
        table.add_row(_piece(own[0]), *(Text(str(total(own, seat) or "")) for seat in seats))
    table.add_row()
    table.add_row(Text("largest territory", STRONG), *_sums(territories, seats))
    for seat in seats:
        held = Text.assemble("  ", mark(seat), f" {sizes(result['territories'][seat - 1])}")
        table.add_row(held, *(Text(str(total(territories, seat) or "") if it == seat else "") for it in seats))
    table.add_row()
    table.add_row(Text("points", STRONG), *(Text(str(points), STRONG) for points in result["scores"]))
    return table


def _sums(items: list[Json], seats: range) -> Iterator[Text]:
    return (Text(str(total(items, seat)), STRONG) for seat in seats)


def _piece(item: Json) -> Text:
    """A piece, where it lies, and how it is shared."""
    line = Text.assemble("  ", (item["piece"], STRONG), f" {' '.join(item['squares'])}")
    return (
        line if len(item["owners"]) == 1 else line.append(f", {item['full']} for ").append_text(marks(item["owners"]))
    )
