"""HAN's points as a terminal shows them: what gives how many to whom, and the sheet of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.terminal.han.marks import STRONG, card, count, letter, mark, province_of, ranked, seats_of

SOURCES = {"province": "houses", "alliance": "alliances", "row": "roads", "ports": "ports"}
"""What points come from, in the order of scoring."""


def items_of(view: Json, kind: str, of: object = None) -> list[Json]:
    """What the breakdown says of one source, or of one thing in it."""
    return [item for item in view["breakdown"] if item["kind"] == kind and of in (None, item["of"])]


def earned(view: Json, kind: str, of: object) -> Text:
    """The points that a province, an alliance or the ports give to each seat."""
    items = items_of(view, kind, of)
    return ranked({seat: total(items, seat) for seat in seats_of(view)}, tie=" ")


def total(items: Iterable[Json], seat: int) -> int:
    """A seat's points in some items."""
    return sum(item["points"] for item in items if item["seat"] == seat)


def row_of(item: Json) -> str:
    """The spaces of a row of houses, in order."""
    return " ".join(piece.partition(":")[2] for piece in item["pieces"])


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
    """The pieces left of those with the most points, where they decide."""
    result = view["result"]
    tied = [seat for seat in seats_of(view) if result["scores"][seat - 1] == max(result["scores"])]
    if len(tied) > 1:
        left = ", ".join(f"{letter(seat)} {result['pieces_left'][seat - 1]}" for seat in tied)
        yield Text(f"Equal points, so the pieces left in the supply decide: {left}.")


def _sheet(view: Json) -> Table:
    """Everything that was scored, item by item, with a sum for every source and seat."""
    result, seats = view["result"], seats_of(view)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    table.add_column("")
    for seat in seats:
        table.add_column(Text.assemble(mark(seat), f" {_name(view, seat)}"), justify="right")
    for kind, words in SOURCES.items():
        items = [item for item in result["breakdown"] if item["kind"] == kind]
        if items:
            table.add_row(Text(words, STRONG), *(Text(str(total(items, seat)), STRONG) for seat in seats))
            for of in dict.fromkeys(item["of"] for item in items):
                own = [item for item in items if item["of"] == of]
                table.add_row(_item_name(view, own[0]), *(_item_points(own, seat) for seat in seats))
            table.add_row()
    table.add_row(Text("points", STRONG), *(Text(str(points), STRONG) for points in result["scores"]))
    return table


def _item_name(view: Json, item: Json) -> Text:
    if item["kind"] == "province":
        province = province_of(view, item["of"])
        return Text.assemble("  ", card(province["colour"]), f" {province['name']}")
    if item["kind"] == "alliance":
        return Text(f"  {item['of']:3}  " + "-".join(province_of(view, name)["name"] for name in item["provinces"]))
    return Text(f"  {row_of(item)}" if item["kind"] == "row" else "  all of them")


def _item_points(items: list[Json], seat: int) -> Text:
    """A seat's points, with the houses they are for, and whether a fortification doubled them."""
    own = [item for item in items if item["seat"] == seat]
    doubled = " x2" if any(item["doubled"] for item in own) else ""
    houses = "".join(f"({item['houses']}⌂{doubled}) " for item in own if item["kind"] != "alliance")
    return Text(f"{houses}{total(own, seat)}" if own else "")
