"""Ming Dynastie's map as a terminal shows it: every district a frame, every border a road with its symbol.

    ┌W1─♔A──♖B»2┐    the prince of seat A; the monastery of seat B; one's own prince can end here for 2 cards
    │A3=B3 C1   │    the members in the open area, the most first
    └→AB────────┘    who would go to the palaces if the scoring came now; `⌂AB` who stands there while it is going on

The frame around one's own prince is heavy, and so are the roads that he can pay for. Where there is no room for a map,
the districts stand in a list, each with its borders.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from lantern.games.ming.board import MAP
from lantern.kernel.contract import Json
from lantern.terminal.blocks import Packed
from lantern.terminal.canvas import Canvas
from lantern.terminal.marks import FAINT, STRONG, say
from lantern.terminal.ming import marks
from lantern.terminal.roadmap import DOWN, HEAVY, LEFT, LIGHT, RIGHT, UP, Plan, Road, Sign, Stroke, plan

LEAST, MOST, MOST_ROWS = 74, 100, 32
"""The columns that the map needs, and the most columns and rows that it takes."""
INSIDE, BOX_ROWS = 11, 3
"""Characters inside the frame of a district, and its rows."""
PRINCES = 4
"""Characters for the princes in a district: one may pass through where another stands."""
TALLER = 1.2
"""So much taller than wide the map is drawn, for room between the frames."""
ROAD = "#767676"
STRAIGHT = (frozenset((LEFT, RIGHT)), frozenset((UP, DOWN)))
FRAMES = {False: "┌┐└┘─│", True: "┏┓┗┛━┃"}
"""The corners of a frame in reading order, then its lines: light, and heavy."""


def board(view: Json, width: int) -> Text:
    """The map, so many columns wide."""
    made = _plan(view, width)
    canvas = Canvas(made.width, made.height)
    open_ways = {frozenset((_prince(view), other)) for other in marks.payments(view)}
    for road in made.roads:
        _lay(canvas, road, HEAVY if frozenset(road.ends) in open_ways else LIGHT)
    for district in marks.PROVINCE_OF:
        spot = made.boxes[district]
        for row, line in enumerate(_framed(view, district), spot.row):
            canvas.write(row, spot.column, line)
    for province in marks.PROVINCES:
        spot = made.boxes[province]
        canvas.write(spot.row, spot.column, marks.city_name(view, province))
    return canvas.text()


def legend(view: Json) -> Packed:
    """How to read the map."""
    cards = [
        Text.assemble(marks.card_letter(card), (marks.card_name(view, card)[1:], FAINT))
        for card in marks.CARD_INKS
        if card != marks.DRAGON
    ]
    signs = {"prince": f"{marks.PRINCE}A", "monastery": f"{marks.MONASTERY}A", "free_monastery": f"{marks.MONASTERY}·"}
    signs |= {"members": "A3=B3 C1"} | ({"neutral": "n"} if len(view["scores"]) == 2 else {})
    if view["to_act"]:
        scoring = marks.is_scoring(view)
        signs |= {"on_palaces": f"{marks.PALACE}AB"} if scoring else {"to_palaces": f"{marks.COMES}AB"}
    signs |= {"reach": f"{marks.REACH}2", "payable": "━"} if marks.walks(view) else {}
    words = [Text(f"{sign} {say(view, f'ming.legend.{meaning}')}", FAINT) for meaning, sign in signs.items()]
    return Packed([*cards, *words])


def districts(view: Json) -> Table:
    """The districts in a list, each with its borders."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=INSIDE)
    table.add_column(width=INSIDE)
    table.add_column(width=4)
    table.add_column()
    for district in marks.PROVINCE_OF:
        open_area = marks.ranked(marks.in_open(view, district), INSIDE)
        table.add_row(_head(view, district, " "), open_area, _palaces(view, district), _ways(district))
    return table


def _ways(district: str) -> Text:
    ways = marks.ways_from(district).items()
    return Text(" ").join(Text.assemble(other, marks.card_letter(symbol)) for other, symbol in ways)


def _plan(view: Json, width: int) -> Plan:
    """Where everything stands."""
    places = [
        Sign(it["id"], it["centre"][0], it["centre"][1] * TALLER, INSIDE + 2, BOX_ROWS) for it in MAP["districts"]
    ]
    names = [
        Sign(
            name,
            it["city"][0],
            it["city"][1] * TALLER,
            marks.city_name(view, name).cell_len,
            near=frozenset(marks.PROVINCES[name]),
        )
        for name, it in ((it["id"], it) for it in MAP["provinces"])
    ]
    made = plan(tuple(places), tuple(names), tuple(marks.BORDERS), width, MOST_ROWS)
    assert made is not None
    return made


def _prince(view: Json) -> str | None:
    """Where the prince looked at stands."""
    seat = marks.looker(view)
    at: str | None = view["princes"][seat - 1] if seat else None
    return at


def _lay(canvas: Canvas, road: Road, lines: dict[frozenset[tuple[int, int]], str]) -> None:
    """Write a road, with its symbol as near to its middle as it runs straight."""
    for (row, column), sides in road.strokes:
        canvas.write(row, column, Text(lines[sides], STRONG if lines is HEAVY else ROAD))
    row, column = _middle(road.strokes)
    canvas.write(row, column, marks.card_letter(marks.BORDERS[road.ends]))


def _middle(strokes: tuple[Stroke, ...]) -> tuple[int, int]:
    def off(place: int) -> tuple[bool, float]:
        return strokes[place][1] not in STRAIGHT, abs(place - (len(strokes) - 1) / 2)

    return strokes[min(range(len(strokes)), key=off)][0]


def _framed(view: Json, district: str) -> Iterable[Text]:
    """The three lines of a district."""
    land = marks.LAND_INKS[marks.PROVINCE_OF[district]]
    lines = FRAMES[_prince(view) == district]
    middle = marks.ranked(marks.in_open(view, district), INSIDE)
    middle.pad_right(INSIDE - middle.cell_len)
    bottom = _palaces(view, district)
    bottom.append(lines[4] * (INSIDE - bottom.cell_len))
    yield Text.assemble(lines[0], _head(view, district, lines[4]), lines[1], style=land)
    yield Text.assemble(lines[5], middle, lines[5], style=land)
    yield Text.assemble(lines[2], bottom, lines[3], style=land)


def _head(view: Json, district: str, gap: str) -> Text:
    """A district's name, the princes there, its monastery, and how many cards its distance is."""
    moved = view["last"] and district in view["last"]["action"].split()
    name = Text.assemble(
        (district, f"bold{' underline' if moved else ''} {marks.LAND_INKS[marks.PROVINCE_OF[district]]}")
    )
    here = [marks.mark(seat) for seat, at in enumerate(view["princes"], 1) if at == district]
    princes = Text.assemble(marks.PRINCE, *here) if here else Text()
    monk = view["monasteries"].get(district)
    monastery = Text.assemble(marks.MONASTERY, marks.mark(monk) if monk else "·")
    line = Text.assemble(name, gap, princes, gap * (PRINCES - princes.cell_len), monastery)
    return line.append(_distance(view, district) or gap * (INSIDE - line.cell_len))


def _distance(view: Json, district: str) -> str:
    seat = marks.looker(view)
    cards = view["reach"][seat - 1].get(district) if seat and marks.walks(view) else None
    return f"{marks.REACH}{cards}" if cards else ""


def _palaces(view: Json, district: str) -> Text:
    """Who stands on the palaces, or would come there."""
    sign, there = (
        (marks.PALACE, marks.in_palaces(view, district))
        if marks.is_scoring(view)
        else (marks.COMES, marks.movers(view, district))
    )
    return Text.assemble(sign, marks.each(there)) if there else Text()
