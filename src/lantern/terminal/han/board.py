"""HAN's map as a terminal shows it, to scale.

Every space carries its id and who stands there: `(w1·)` is free, `[w1A]` has a house of seat A, `≈z4·≈` is a port,
`<bzw·>` a border space, `#w1A#` a fortification, `$j4A$` a market place. Roads between two houses of one seat are
heavy. Below a province's name stand its colour, a tick once it was scored, and its emissaries with a dot for each that
still has room.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Group
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.terminal.blocks import Packed
from lantern.terminal.canvas import Canvas
from lantern.terminal.han.marks import (
    CARDS,
    LAND,
    PIECES,
    by_seat,
    has_ports,
    province_name,
    province_of,
    ranked,
    tick,
    typed,
)
from lantern.terminal.marks import FAINT, STRONG, letter, say
from lantern.terminal.roadmap import HEAVY, LIGHT, Plan, Sign, plan

ROAD = "#767676"
WAYS = ("#4f83ff", "#2e9e4f", "#a05fd8", "#e0443e", "#b8960c")
"""The roads between two houses of a seat."""
MOST_ROWS = 26
EMISSARIES_SHOWN = 5
"""Room below a province's name for so many emissaries as letters."""
LONGEST_NAME = 14
LEGEND_GAP = 3


def board(view: Json, width: int) -> Group | None:
    """The map and how to read it; None where it can't be drawn: without positions, or without room."""
    made = _plan(view, width) if _has_positions(view) else None
    if made is None:
        return None
    canvas = Canvas(made.width, made.height)
    for road in made.roads:
        owner = _owner(view, *road.ends)
        for cell, sides in road.strokes:
            canvas.write(*cell, Text(HEAVY[sides], WAYS[owner - 1]) if owner else Text(LIGHT[sides], ROAD))
    for space in view["map"]["spaces"]:
        spot = made.boxes[_place(space)]
        canvas.write(spot.row, spot.column, _space(view, space))
    for province in view["map"]["provinces"]:
        if _name(province) in made.boxes:
            spot = made.boxes[_name(province)]
            lines = _province(view, province, spot.width)
            for row, line in zip(range(spot.row, spot.row + spot.height), lines, strict=False):
                canvas.write(row, spot.column, line)
    return Group(canvas.text(), Packed([Text(part, FAINT) for part in _legend(view, made)], LEGEND_GAP))


def _has_positions(view: Json) -> bool:
    """Whether the map says where all its spaces and provinces are."""
    return all(thing.get("at") for kind in ("spaces", "provinces") for thing in view["map"][kind])


def _plan(view: Json, width: int) -> Plan | None:
    """Where everything stands."""
    drawn = view["map"]
    places = [Sign(_place(it), it["at"][0], it["at"][1], len(it["id"]) + 3) for it in drawn["spaces"]]
    names = [
        Sign(
            _name(it),
            it["at"][0],
            it["at"][1],
            _width(view, it),
            2,
            frozenset(f"space {name}" for name in it["spaces"]),
        )
        for it in drawn["provinces"]
    ]
    roads = [(f"space {one}", f"space {other}") for one, other, *_ in drawn["roads"]]
    return plan(tuple(places), tuple(names), tuple(roads), width, MOST_ROWS)


def _place(space: Json) -> str:
    return f"space {space['id']}"


def _name(province: Json) -> str:
    return f"province {province['id']}"


def _width(view: Json, province: Json) -> int:
    """Room for the name, and below it for the id, the colour and some emissaries."""
    below = cell_len(_id_before(view, province)) + len("R ") + EMISSARIES_SHOWN
    return max(min(cell_len(province_name(view, province)), LONGEST_NAME), below)


def _id_before(view: Json, province: Json) -> str:
    return f"{typed(view, province)} ".lstrip()


def _owner(view: Json, one: str, other: str) -> int | None:
    """The seat whose houses stand on both ends of a road."""
    seats = {view["houses"].get(end.removeprefix("space ")) for end in (one, other)}
    return seats.pop() if len(seats) == 1 else None


def _space(view: Json, space: Json) -> Text:
    """A space with its id and who stands there; a free border space in the colours of both provinces."""
    name = space["id"]
    seat = view["houses"].get(name) or view["market_places"].get(name)
    brackets = _brackets(view, space, bool(seat))
    text = brackets[0] + name + (letter(seat) if seat else "·") + brackets[1]
    if seat:
        moved = view["last"] and name in view["last"]["action"].split()
        return Text(text, PIECES[seat - 1] + (" underline" if moved else ""))
    lands = [LAND[province_of(view, owner)["colour"]] for owner in space["provinces"]]
    half = len(text) // 2
    return Text.assemble((text[:half], lands[0]), (text[half:], lands[-1]))


def _brackets(view: Json, space: Json, built: bool) -> str:
    """What stands on both sides of a space's id: the kind of space, or the marker on it."""
    border = len(space["provinces"]) > 1
    kind = "≈≈" if space["port"] else "<>" if border else "[]" if built else "()"
    marker = "#" if space["id"] in view["fortifications"] else "$" if space["id"] in view["market_places"] else ""
    if not marker:
        return kind
    return kind[0] + marker if space["port"] or border else marker * 2


def _province(view: Json, province: Json, width: int) -> Iterator[Text]:
    """The two lines of a province: its name; its id where needed, its colour and its emissaries."""
    land = f"bold {LAND[province['colour']]}"
    name = Text(province_name(view, province), land)
    name.truncate(width, overflow="ellipsis")
    yield name
    line = Text.assemble((_id_before(view, province), STRONG), (CARDS[province["colour"]], land), tick(view, province))
    yield line.append_text(_emissaries(view["standing"][province["id"]], width - line.cell_len))


def _emissaries(standing: Json, room: int) -> Text:
    """A letter for every emissary and a dot for every one that may still come, or just numbers where room is short."""
    there = by_seat(standing["emissaries"])
    letters = Text.assemble(*((letter(seat) * number, PIECES[seat - 1]) for seat, number in there.items()))
    letters.append("·" * (standing["cap"] - len(letters.plain)))
    numbers = ranked(there, tie=" ")
    return next((line for line in (letters, numbers) if line.cell_len <= room), Text(str(sum(there.values()))))


def _legend(view: Json, made: Plan) -> list[str]:
    """How to read the map."""
    spaces, options = view["map"]["spaces"], view["options"]
    name = spaces[0]["id"]
    signs = {"free": f"({name}·)", "house": f"[{name}A]"}
    signs |= {"fortification": f"#{name}A#"} if options.get("fortifications") else {}
    signs |= {"market_place": f"${name}A$"} if options.get("market_places") else {}
    parts = [f"{sign} {say(view, f'han.legend.{meaning}')}" for meaning, sign in signs.items()]
    parts += [f"≈ {say(view, 'han.legend.port')} ≈"] if has_ports(view) else []
    parts += [f"< {say(view, 'han.legend.border')} >"] if any(len(it["provinces"]) > 1 for it in spaces) else []
    parts += [f"━ {say(view, 'han.legend.road')}", f"R✓AB· {say(view, 'han.legend.dragon')}"]
    missing = " ".join("-".join(end.removeprefix("space ") for end in ends) for ends in made.missing)
    parts += [say(view, "han.legend.missing", roads=missing)] if missing else []
    return parts
