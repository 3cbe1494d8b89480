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
from lantern.terminal.blocks import GAP, Picture, grid, headed
from lantern.terminal.han import marks
from lantern.terminal.han.board import board
from lantern.terminal.han.scores import earned, row_of
from lantern.terminal.marks import FAINT, STRONG, count, letter, none, seats_of
from lantern.terminal.scores import items_of, total

HAND, MOST_PIECES = 3, 2
NARROW, MEDIUM, WIDE, WIDEST = 76, 96, 116, 172
"""The least room inside the frame for the map, for cards side by side, for the tables beside the map; the most."""
ASIDE, MOST_ASIDE = 42, 68
HEADS = {"province": "houses", "alliance": "allies", "row": "roads", "ports": "ports"}
"""What points come from, in short."""
EXTRAS = {"fortifications": "fortify", "market_places": "market"}
"""The variants, with the action that each adds."""


def draw(view: Json) -> RenderableType:
    """The whole table as one seat sees it, laid out for the terminal's width."""
    return Picture(_title(view), _status(view), WIDEST, lambda width: _parts(view, width))


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
    yield from _rows_and_ports(view)
    yield from _players(view, width)
    yield Text()
    yield _cards(view, width)
    yield from _turn(view)


def _title(view: Json) -> Text:
    """The game, its map, what is played beyond the basic rules, and how far it is."""
    extras = [name.replace("_", " ") for name in EXTRAS if view["options"].get(name)]
    moves = f"move {view['ply'] + 1}" if view["to_act"] else f"{view['ply']} moves"
    return Text(" · ".join(["HAN", view["map"]["name"], *extras, moves]), STRONG)


def _status(view: Json) -> Text:
    """Whose turn it is and what is asked."""
    seat = view["to_act"]
    if seat is None:
        return Text(f"over: {view['end']}", STRONG)
    return Text(
        f"{'your turn' if seat == view['seat'] else f'seat {seat} ({letter(seat)}) to act'}: {_asked(view)}", STRONG
    )


def _asked(view: Json) -> str:
    """What the seat to act may do next."""
    if view["phase"] == "draw":
        missing = HAND - view["hands"][view["to_act"] - 1]["held"]
        return f"take or draw, {count(missing, 'card')} to come"
    if view["turn"]["placed"]:
        return "place one more, or end" if _next_provinces(view) else "end"
    extras = [word for name, word in EXTRAS.items() if view["options"].get(name)]
    return ", ".join(["house", "emissary", *extras]) + " or discard"


def _next_provinces(view: Json) -> list[str]:
    """The provinces where one more piece may stand in a turn in which something was placed."""
    turn = view["turn"]
    if turn["placed"] >= MOST_PIECES:
        return []
    return [name for name in turn["provinces"] if name not in turn["empty"]]


def _provinces(view: Json, width: int) -> Table:
    """Every province: houses, what they are worth now, emissaries, free spaces; in two lines where room is short."""
    table = Table.grid(padding=(0, GAP, 0, 0))
    table.add_column(max_width=width * 2 // 5)
    if width >= NARROW:
        heads = ("province", "houses", "points", "emissaries", "free spaces")
        table.add_row(*(Text(words, FAINT) for words in heads))
        for province in view["map"]["provinces"]:
            table.add_row(_name(view, province, " "), *_state(view, province))
        return table
    for province in view["map"]["provinces"]:
        houses, points, emissaries, free = _state(view, province)
        first = Text.assemble("⌂ ", houses, *((" → ", points) if points else ()))
        second = Text.assemble("♙ ", emissaries, "  · ", free)
        table.add_row(_name(view, province, "\n     "), Group(first, second))
    return headed("⌂ houses → points  ♙ emissaries  · free", table)


def _name(view: Json, province: Json, before_id: str) -> Text:
    """Whether it was scored, its colour, its name, and its id where that has to be known."""
    name, id_ = province["name"], marks.typed(province)
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
    free = Text(" ".join(standing["free"])) if standing["free"] else Text("full", FAINT)
    houses = marks.ranked(marks.by_seat(standing["houses"])) or none()
    return houses, earned(view, "province", province["id"]), _emissaries(view, province), free


def _emissaries(view: Json, province: Json) -> Text:
    """Emissaries by seat with the most that may stand there, and those that come from market places at the end."""
    standing = view["standing"][province["id"]]
    line = marks.ranked(marks.by_seat(standing["emissaries"])) or none()
    if standing["cap"]:
        line.append(f" of {standing['cap']}")
    for space, seat in view["market_places"].items():
        if space in province["spaces"] and view["to_act"]:
            line.append(" $").append_text(marks.mark(seat))
    return line


def _alliances(view: Json, width: int) -> Table:
    """Every alliance with the seats that would score it now, in as many columns as fit."""
    cells = [_alliance(view, alliance) for alliance in view["map"]["alliances"]]
    widest = max(cell.cell_len for cell in cells) + GAP
    rows = -(-len(cells) // max(min(width // widest, 5), 1))
    table = Table.grid(padding=(0, GAP, 0, 0))
    for row in range(rows):
        table.add_row(*cells[row::rows])
    return headed("alliances and their points now", table)


def _alliance(view: Json, alliance: Json) -> Text:
    line = Text.assemble((f"{alliance['number']:2} ", STRONG), "-".join(alliance["between"]))
    points = earned(view, "alliance", alliance["number"])
    return line.append(" ").append_text(points) if points else line


def _rows_and_ports(view: Json) -> Iterator[Text]:
    """The rows of houses along roads and the ports, with their points now."""
    for item in items_of(view["breakdown"], "row"):
        doubled = " doubled" if item["doubled"] else ""
        yield Text.assemble("road   ", marks.mark(item["seat"]), f"{item['points']}{doubled}  {row_of(item)}")
    if marks.has_ports(view):
        free = [it["id"] for it in view["map"]["spaces"] if it["port"] and it["id"] not in view["houses"]]
        line = Text.assemble("ports  ", earned(view, "ports", "ports") or none())
        yield line.append(f"  free: {' '.join(free)}" if free else "")


def _players(view: Json, width: int) -> Iterator[Table]:
    """Every seat: its hand, its supply, its points so far, and what would come if the game ended now."""
    sources = {kind: words for kind, words in HEADS.items() if kind != "ports" or marks.has_ports(view)}
    heads = ["", "hand", "supply", "points", *(f"+{words}" for words in sources.values()), "=now"]
    rows: list[list[Text]] = []
    for seat in seats_of(view):
        coming = [
            total((it for it in items_of(view["breakdown"], kind) if it["when"] == "final"), seat) for kind in sources
        ]
        now = view["scores"][seat - 1] + (sum(coming) if view["to_act"] else 0)
        points = [str(now - sum(coming)), *(f"+{number}" if number else "" for number in coming)]
        cells = [_label(view, seat), _hand(view["hands"][seat - 1]), _supply(view, seat)]
        rows.append([*cells, *map(Text, points), Text(str(now), STRONG)])
    if width >= NARROW:
        yield grid(heads, rows, 3)
    else:
        yield grid(heads[:4], [row[:4] for row in rows], 3)
        yield grid(["if it ended now", *heads[4:]], [[row[0], *row[4:]] for row in rows], 1)


def _label(view: Json, seat: int) -> Text:
    """A seat, with an arrow if it is to act and a crown if it holds the Emperor."""
    acts, mine = seat == view["to_act"], seat == view["seat"]
    words = f" seat {seat}{', you' if mine else ''}{' ♔' if seat == view['emperor'] else ''}"
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
    hand = [] if own is None else [("your hand", marks.cards_in_words(own))]
    face_up = [*hand, ("display", marks.cards_in_words(view["display"]))]
    piles = [("deck", _deck(view)), ("discards", _discards(view))]
    table = Table.grid(padding=(0, GAP, 0, 0))
    for line in (face_up, piles):
        for cells in [line] if width >= MEDIUM else [[cell] for cell in line]:
            table.add_row(*(part for cell in cells for part in cell))
    return table


def _deck(view: Json) -> Text:
    """How many cards are left, how often it ran out, and how many turns are to come once nobody draws any more."""
    if view["last_turns"] is None:
        return Text(count(view["deck"], "card") + (", reshuffled once" if view["exhausted"] else ""))
    turns = count(view["last_turns"], "turn")
    left = (": ", (f"{turns} to come", "bold reverse")) if view["to_act"] else ()
    return Text.assemble("ran out twice, nobody draws", *left)


def _discards(view: Json) -> Text:
    there = {colour: view["discards"].count(colour) for colour in marks.CARDS}
    return (
        Text("  ").join(Text.assemble(marks.card(it), str(number)) for it, number in there.items() if number) or none()
    )


def _turn(view: Json) -> Iterator[Text]:
    """The last action, and where this turn's next piece may go."""
    last, placed = view["last"], view["turn"]["placed"]
    if last:
        yield Text.assemble("last action: ", marks.mark(last["seat"]), f" seat {last['seat']}: {last['action']}")
    else:
        yield Text("nothing has been played yet", FAINT)
    if view["to_act"] and view["phase"] == "place" and placed:
        names = " or ".join(marks.province_of(view, name)["name"] for name in _next_provinces(view))
        further = f"one more may go to {names}" if names else "no more may be placed"
        yield Text(f"this turn: {count(placed, 'piece')} placed, {further}")
