"""HAN's table as a terminal shows it, drawn from a seat's view alone.

From top to bottom: what is looked up, the map, what is played from. In a wide terminal the map stands on the left and
what is looked up on the right; in a narrow one there is no map. Seats are the letters A to E, cards V Y O G R; `A4=B4
C1` means that seats A and B have 4 each, the most, and seat C has 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.languages.words import listed
from lantern.terminal.blocks import GAP, Headed, Picture, facts, grid, width_of
from lantern.terminal.han import marks
from lantern.terminal.han.board import board
from lantern.terminal.han.scores import SOURCES, earned, row_of
from lantern.terminal.marks import (
    FAINT,
    STRONG,
    called,
    game_title,
    label,
    moves,
    none,
    say,
    seats_of,
    status,
    told_last,
)
from lantern.terminal.scores import items_of, total

HAND, MOST_PIECES = 3, 2
NARROW, MEDIUM, WIDE, WIDEST = 76, 96, 116, 172
"""The least room inside the frame for the map, for cards side by side, for the tables beside the map; the most."""
ASIDE, MOST_ASIDE = 42, 68
HEADS = ("province", "houses", "points", "emissaries", "free")
EXTRAS = ("fortifications", "market_places")
"""The variants, each with an action of its own."""


def draw(view: Json) -> RenderableType:
    """The whole table as one seat sees it, laid out for the terminal's width."""
    return Picture(_title(view), status(view, _asked), WIDEST, lambda width: _parts(view, width))


def uncover(view: Json, everything: Json) -> Json:
    """A view with every hand face up, as all may look when the game is over."""
    pairs = zip(view["hands"], everything["hands"], strict=True)
    return view | {"hands": [hand | {"cards": cards} for hand, cards in pairs]}


def _parts(view: Json, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom, with what is looked up beside the map or above it."""
    aside = min(ASIDE + (width - WIDE) // 2, MOST_ASIDE) if width >= WIDE else 0
    drawn = board(view, width - aside - GAP if aside else width) if width >= NARROW else None
    if aside and drawn:
        across = Table.grid(padding=(0, GAP, 0, 0))
        across.add_column(width=width - aside - GAP)
        across.add_column(width=aside)
        across.add_row(drawn, Group(_provinces(view, aside), Text(), _alliances(view, aside)))
        yield across
    else:
        yield from (_provinces(view, width), Text(), _alliances(view, width))
        yield from (Text(), drawn) if drawn else ()
    yield Text()
    scoring = list(_rows_and_ports(view))
    if scoring:
        yield facts(scoring)
    yield from _players(view, width)
    yield Text()
    yield _cards(view, width)
    yield from _turn(view)


def _title(view: Json) -> Text:
    """The game, its map, what is played beyond the basic rules, and how far it is."""
    extras = [say(view, f"han.report.option.{variant}") for variant in EXTRAS if view["options"].get(variant)]
    return Text(" · ".join([game_title(view), called(view, "map", view["map"]["name"]), *extras, moves(view)]), STRONG)


def _asked(view: Json) -> str:
    """What the seat to act may do next."""
    if view["phase"] == "draw":
        missing = HAND - view["hands"][view["to_act"] - 1]["held"]
        return say(view, "han.type.draw", cards=missing)
    if view["turn"]["placed"]:
        return say(view, "han.type.one_more" if _next_provinces(view) else "han.type.end")
    return say(view, f"han.type.{next(filter(view['options'].get, EXTRAS), 'place')}")


def _next_provinces(view: Json) -> list[str]:
    """The provinces where one more piece may stand in a turn in which something was placed."""
    turn = view["turn"]
    if turn["placed"] >= MOST_PIECES:
        return []
    return [name for name in turn["provinces"] if name not in turn["empty"]]


def _provinces(view: Json, width: int) -> RenderableType:
    """Every province: houses, what they are worth now, emissaries, free spaces; in two lines where room is short."""
    table = Table.grid(padding=(0, GAP, 0, 0))
    table.add_column(max_width=width * 2 // 5)
    if width >= NARROW:
        table.add_row(*(Text(say(view, f"han.head.{head}"), FAINT) for head in HEADS))
        for province in view["map"]["provinces"]:
            table.add_row(_name(view, province, " "), *_state(view, province))
        return table
    for province in view["map"]["provinces"]:
        houses, points, emissaries, free = _state(view, province)
        first = Text.assemble("⌂ ", houses, *((" → ", points) if points else ()))
        second = Text.assemble("♙ ", emissaries, "  · ", free)
        table.add_row(_name(view, province, "\n     "), Group(first, second))
    return Headed(say(view, "han.head.narrow"), table)


def _name(view: Json, province: Json, before_id: str) -> Text:
    """Whether it was scored, its colour, its name, and its id where that has to be known."""
    name, id_ = marks.province_name(view, province), marks.typed(view, province)
    return Text.assemble(
        marks.tick(view, province),
        marks.card(province["colour"]),
        " ",
        (name, STRONG),
        f"{before_id}{id_}" if id_ else "",
    )


def _state(view: Json, province: Json) -> tuple[Text, Text, Text, Text]:
    """Its houses, their points, its emissaries and its free spaces."""
    standing = view["standing"][province["id"]]
    free = Text(" ".join(standing["free"])) if standing["free"] else Text(say(view, "han.full"), FAINT)
    houses = marks.ranked(marks.by_seat(standing["houses"])) or none(view)
    return houses, earned(view, "province", province["id"]), _emissaries(view, province), free


def _emissaries(view: Json, province: Json) -> Text:
    """Emissaries by seat with the most that may stand there, and those that come from market places at the end."""
    standing = view["standing"][province["id"]]
    line = marks.ranked(marks.by_seat(standing["emissaries"])) or none(view)
    if standing["cap"]:
        line.append(f" {say(view, 'han.at_most', cap=standing['cap'])}")
    for space, seat in view["market_places"].items():
        if space in province["spaces"] and view["to_act"]:
            line.append(" $").append_text(marks.mark(seat))
    return line


def _alliances(view: Json, width: int) -> Headed:
    """Every alliance with the seats that would score it now, in as many columns as fit."""
    cells = [_alliance(view, alliance) for alliance in view["map"]["alliances"]]
    widest = max(cell.cell_len for cell in cells) + GAP
    rows = -(-len(cells) // max(min(width // widest, 5), 1))
    table = Table.grid(padding=(0, GAP, 0, 0))
    for row in range(rows):
        table.add_row(*cells[row::rows])
    return Headed(say(view, "han.head.alliances"), table)


def _alliance(view: Json, alliance: Json) -> Text:
    line = Text.assemble((f"{alliance['number']:2} ", STRONG), "-".join(alliance["between"]))
    points = earned(view, "alliance", alliance["number"])
    return line.append(" ").append_text(points) if points else line


def _rows_and_ports(view: Json) -> Iterator[tuple[str, Text]]:
    """The rows of houses along roads and the ports, with their points now."""
    for item in items_of(view["breakdown"], "row"):
        doubled = f" {say(view, 'han.doubled')}" if item["doubled"] else ""
        points = Text.assemble(marks.mark(item["seat"]), f"{item['points']}{doubled}  {row_of(item)}")
        yield say(view, "han.road"), points
    if marks.has_ports(view):
        free = [it["id"] for it in view["map"]["spaces"] if it["port"] and it["id"] not in view["houses"]]
        line = earned(view, "ports", "ports") or none(view)
        line.append(f"  {say(view, 'han.free_ports', spaces=' '.join(free))}" if free else "")
        yield say(view, "han.coming.ports"), line


def _players(view: Json, width: int) -> Iterator[Table]:
    """Every seat: its hand, its supply, its points so far, and what would come if the game ended now."""
    sources = [kind for kind in SOURCES if kind != "ports" or marks.has_ports(view)]
    heads = ["", *(say(view, f"han.head.{head}") for head in ("hand", "supply", "points"))]
    coming_heads = [*(f"+{say(view, f'han.coming.{kind}')}" for kind in sources), f"={say(view, 'drawing.now')}"]
    rows: list[list[Text]] = []
    for seat in seats_of(view):
        coming = [
            total((it for it in items_of(view["breakdown"], kind) if it["when"] == "final"), seat) for kind in sources
        ]
        now = view["scores"][seat - 1] + (sum(coming) if view["to_act"] else 0)
        points = [str(now - sum(coming)), *(f"+{number}" if number else "" for number in coming)]
        cells = [_label(view, seat), _hand(view["hands"][seat - 1]), _supply(view, seat)]
        rows.append([*cells, *map(Text, points), Text(str(now), STRONG)])
    whole = grid([*heads, *coming_heads], rows, 3)
    if width_of(whole) <= width:
        yield whole
    else:
        yield grid(heads, [row[:4] for row in rows], 3)
        yield grid([say(view, "han.head.coming"), *coming_heads], [[row[0], *row[4:]] for row in rows], 1)


def _label(view: Json, seat: int) -> Text:
    """A seat, with an arrow if it is to act and a crown if it holds the Emperor."""
    acts, mine = seat == view["to_act"], seat == view["seat"]
    words = f" {label(view, seat)}{' ♔' if seat == view['emperor'] else ''}"
    return Text.assemble("▶" if acts else " ", marks.mark(seat), (words, STRONG if acts or mine else ""))


def _hand(hand: Json) -> Text:
    """The cards that are known, and a question mark for each that is not."""
    known = hand["seen"] if hand["cards"] is None else hand["cards"]
    hidden = " ? " * (hand["held"] - len(known))
    return Text.assemble(*map(marks.card, known), (hidden, marks.UNKNOWN_INK))


def _supply(view: Json, seat: int) -> Text:
    """Houses, emissaries and markers left."""
    left, options = view["supply"][seat - 1], view["options"]
    marker = "#" if options.get("fortifications") else "$" if options.get("market_places") else ""
    markers = f" {left['markers']}{marker}" if marker else ""
    return Text(f"{left['houses']:2}⌂ {left['emissaries']}♙{markers}")


def _cards(view: Json, width: int) -> Table:
    """The own hand, the display, the deck and the discards, two in a line where there is room."""
    own = view["hands"][view["seat"] - 1]["cards"] if view["seat"] else None
    hand = [] if own is None else [("your_hand", marks.cards_in_words(view, own))]
    face_up = [*hand, ("display", marks.cards_in_words(view, view["display"]))]
    piles = [("deck", _deck(view)), ("discards", _discards(view))]
    table = Table.grid(padding=(0, GAP, 0, 0))
    for line in (face_up, piles):
        for cells in [line] if width >= MEDIUM else [[cell] for cell in line]:
            table.add_row(*(part for name, cards in cells for part in (say(view, f"drawing.{name}"), cards)))
    return table


def _deck(view: Json) -> Text:
    """How many cards are left, how often it ran out, and how many turns are to come once nobody draws any more."""
    if view["last_turns"] is None:
        return Text(say(view, "drawing.deck_left", cards=view["deck"], times=view["exhausted"]))
    left = (" · ", (say(view, "han.last_turns", turns=view["last_turns"]), "bold reverse")) if view["to_act"] else ()
    return Text.assemble(say(view, "han.ran_out"), *left)


def _discards(view: Json) -> Text:
    there = {colour: view["discards"].count(colour) for colour in marks.CARDS}
    return Text("  ").join(
        Text.assemble(marks.card(it), str(number)) for it, number in there.items() if number
    ) or none(view)


def _turn(view: Json) -> Iterator[Text]:
    """The last action, and where this turn's next piece may go."""
    placed = view["turn"]["placed"]
    yield Text.assemble(f"{say(view, 'han.last_action')} " if view["last"] else "", told_last(view))
    if view["to_act"] and view["phase"] == "place" and placed:
        names = [marks.province_name(view, marks.province_of(view, name)) for name in _next_provinces(view)]
        either = listed(view["language"], names, "terminal.or")
        yield Text(say(view, "han.this_turn", pieces=placed, free=len(names), names=either))
