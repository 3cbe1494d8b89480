"""HAN's points as a terminal shows them: what gives how many to whom, and the sheet of a finished game."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.terminal.han.marks import card, mark, province_name, province_of, ranked
from lantern.terminal.marks import say, seats_of
from lantern.terminal.scores import Line, Source, by_thing, items_of, summary, total

SOURCES = ("province", "alliance", "row", "ports")
"""What points come from, in the order of scoring."""


def earned(view: Json, kind: str, of: object) -> Text:
    """The points that a province, an alliance or the ports give to each seat."""
    items = [item for item in items_of(view["breakdown"], kind) if item["of"] == of]
    return ranked({seat: total(items, seat) for seat in seats_of(view)}, tie=" ")


def row_of(item: Json) -> str:
    """The spaces of a row of houses, in order."""
    return " ".join(piece.partition(":")[2] for piece in item["pieces"])


def sum_up(view: Json) -> RenderableType:
    """The result of a finished game and the sheet of all that was scored."""
    left = view["result"]["pieces_left"]
    return summary(view, _sources(view), mark, ("han.tie", lambda seat: left[seat - 1]))


def _sources(view: Json) -> Iterator[Source]:
    """Those that anybody has points from."""
    for kind in SOURCES:
        items = items_of(view["result"]["breakdown"], kind)
        if items:
            yield Source(say(view, f"han.report.source.{kind}"), items, _lines(view, items))


def _lines(view: Json, items: list[Json]) -> Iterator[Line]:
    for own in by_thing(items):
        yield _item_name(view, own[0]), [_item_points(own, seat) for seat in seats_of(view)]


def _item_name(view: Json, item: Json) -> Text:
    if item["kind"] == "province":
        province = province_of(view, item["of"])
        return Text.assemble(card(province["colour"]), f" {province_name(view, province)}")
    if item["kind"] == "alliance":
        names = (province_name(view, province_of(view, name)) for name in item["provinces"])
        return Text(f"{item['of']:3}  {'-'.join(names)}")
    return Text(row_of(item) if item["kind"] == "row" else say(view, "han.all_ports"))


def _item_points(items: list[Json], seat: int) -> Text:
    """A seat's points, with the houses they are for, and whether a fortification doubled them."""
    own = [item for item in items if item["seat"] == seat]
    doubled = " x2" if any(item["doubled"] for item in own) else ""
    houses = "".join(f"({item['houses']}⌂{doubled}) " for item in own if item["kind"] != "alliance")
    return Text(f"{houses}{total(own, seat)}" if own else "")
