"""Khan's table as a terminal shows it, drawn from a seat's view alone.

The board, with the pieces beside it; where there is room, players, cards and rulers too, otherwise they stand below.
Seats are the letters A to D.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.terminal.blocks import FRAME, GAP, Picture, facts, grid, headed, packed, stacked
from lantern.terminal.khan.board import board, board_width, legend
from lantern.terminal.khan.marks import card, mark, ruler_name
from lantern.terminal.khan.pieces import PIECE, pieces_beside
from lantern.terminal.khan.scores import territory
from lantern.terminal.marks import FAINT, STRONG, count, letter, none, seats_of
from lantern.terminal.scores import items_of, total

WIDEST, LABEL = 142, 11
PLAYERS, RULERS = 37, 66
"""The columns that the tables of players and of rulers need."""
COMPASS = {
    "north": "N",
    "northeast": "NE",
    "east": "E",
    "southeast": "SE",
    "south": "S",
    "southwest": "SW",
    "west": "W",
    "northwest": "NW",
}
SPECIALS = {"morale": "morale", "patronage": "patronage", "gods": "gods", "reconnaissance": "reserve"}
"""The special cards, with the words that one types."""
FINAL = 5
"""So many rulers at home begin the final phase."""


def draw(view: Json) -> RenderableType:
    """The whole table as one seat sees it, laid out for the terminal's width."""
    return Picture(_title(view), _status(view), WIDEST, lambda width: _parts(view, width))


def uncover(view: Json, everything: Json) -> Json:
    """A view with every hand face up, as all may look when the game is over."""
    pairs = zip(view["hands"], everything["hands"], strict=True)
    return view | {"hands": [hand | {"cards": cards} for hand, cards in pairs]}


def _parts(view: Json, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom; the wider it is, the more stands beside the board."""
    wide = board_width(view)
    aside = width - wide - GAP
    blocks = {_pieces: PIECE, _players: PLAYERS, _rulers: RULERS}
    beside = [block for block, need in blocks.items() if aside >= need]
    if beside:
        across = Table.grid(padding=(0, GAP, 0, 0))
        across.add_column(width=wide)
        across.add_column(width=aside)
        across.add_row(board(view), Group(*stacked(block(view, aside) for block in beside)))
        yield across
    elif width >= wide:
        yield board(view)
    yield legend(view, width) if width >= wide else Text(f"The board needs {wide + FRAME} columns.", FAINT)
    for block in blocks:
        if block not in beside:
            yield from (Text(), block(view, width))
    yield Text()
    yield facts([*_cards(view, width - LABEL), *_in_force(view), *_turn(view)], LABEL)


def _title(view: Json) -> Text:
    """The game, how far it is, and whose turn."""
    moves = f"move {view['ply'] + 1}" if view["to_act"] else f"{view['ply']} moves"
    return Text(" · ".join(["Khan", moves, *(["final phase"] if view["final"] else [])]), STRONG)


def _status(view: Json) -> Text:
    """Whose decision it is and what is asked."""
    seat = view["to_act"]
    if seat is None:
        return Text(f"over: {view['end']}", STRONG)
    who = "your turn" if seat == view["seat"] == view["turn"] else f"seat {seat} ({letter(seat)}) to act"
    return Text(f"{'you are asked' if seat == view['seat'] != view['turn'] else who}: {_asked(view)}", STRONG)


def _asked(view: Json) -> str:
    """What the seat to act may type."""
    phase, left = view["phase"], view["actions_left"]
    actions = ["invade", *([] if view["final"] else ["drive"]), "conquer"]
    if phase == "actions":
        actions += ["anywhere"] if left > 1 and not view["final"] else []
        return f"{_either(actions)} ({count(left, 'action')} left)"
    held = [words for name, words in SPECIALS.items() if view["specials"][view["to_act"] - 1][name]]
    words = {
        "rulers": "ruler RULER SQUARE",
        "yurts": "yurt SQUARE, in a region without yurts",
        "discard": "discard SYMBOL, or stop",
        "special": f"a special card ({_either(held)}), or pass",
        "morale": f"{_either(actions)} as a third action",
        "consent": "consent or refuse",
        "final": f"conquer ({left} left), or pass where none is compulsory",
    }
    return words[phase]


def _either(words: list[str]) -> str:
    return " or ".join([*([", ".join(words[:-1])] if words[:-1] else []), *words[-1:]])


def _pieces(view: Json, width: int) -> Table:
    """What lies beside the board."""
    return headed("left x points", pieces_beside(view, width))


def _rulers(view: Json, width: int) -> RenderableType:
    """Where every ruler is, the yurts left at his court, and where he would flee in every direction."""
    if set(view["rulers"].values()) == {"home"}:
        return Text("all rulers are home", FAINT)
    ways = list(COMPASS) if width >= RULERS else []
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_row(*(Text(head, FAINT) for head in ["ruler", "at", "court", *(COMPASS[way] for way in ways)]))
    for ruler, place in view["rulers"].items():
        flight = view["flight"].get(ruler)
        refuges = [flight[way] or "home" for way in ways] if flight else []
        court = f"{view['courts'][ruler]}⌂" if place != "home" else ""
        table.add_row(ruler_name(ruler), Text(place, STRONG if flight else FAINT), Text(court), *map(Text, refuges))
    home = sum(place == "home" for place in view["rulers"].values())
    flees = " and where each would flee" if ways else ""
    return headed(f"rulers{flees}; {home} home, {FINAL} begin the final phase", table)


def _players(view: Json, width: int) -> RenderableType:
    """Every seat: its hand, its points so far, what its territories would bring now, and its special cards."""
    territories = items_of(view["breakdown"], "territory")
    rows: list[list[Text]] = []
    for seat in seats_of(view):
        coming = total(territories, seat)
        now = view["scores"][seat - 1] + (coming if view["to_act"] else 0)
        numbers = [str(view["hands"][seat - 1]["held"]), str(now - coming), f"+{coming}" if coming else ""]
        left = [str(view["specials"][seat - 1][name] or "-") for name in SPECIALS]
        rows.append([_label(view, seat), *map(Text, numbers), Text(str(now), STRONG), *map(Text, left)])
    heads, cards = ["", "hand", "pieces", "+terr.", "=now"], list(SPECIALS.values())
    parts: list[RenderableType]
    if width >= PLAYERS + len(" ".join(cards)):
        parts = [grid([*heads, *cards], rows)]
    else:
        parts = [
            grid(heads, [row[:5] for row in rows]),
            grid(["", *cards], [[mark(seat), *row[5:]] for seat, row in enumerate(rows, 1)]),
        ]
    lands = [territory(item) for item in territories] or [none()]
    return Group(*stacked(parts), packed([Text("territories now", FAINT), *lands], width))


def _label(view: Json, seat: int) -> Text:
    """A seat, with an arrow if it is to act and a star if it is its turn."""
    acts, mine = seat == view["to_act"], seat == view["seat"]
    sign = "▶" if acts else "*" if seat == view["turn"] and view["to_act"] else " "
    return Text.assemble(sign, mark(seat), (f" seat {seat}{', you' if mine else ''}", STRONG if acts or mine else ""))


def _cards(view: Json, width: int) -> Iterator[tuple[str, Text]]:
    """Every hand that lies open, the deck and the discards."""
    for seat, hand in enumerate(view["hands"], 1):
        if hand["cards"] is not None:
            whose = "your hand" if seat == view["seat"] else f"{letter(seat)}'s hand"
            yield whose, packed([card(name) for name in hand["cards"]] or [none()], width)
    shuffled = f", reshuffled {_times(view['reshuffles'])}" if view["reshuffles"] else ""
    yield "deck", Text(f"{count(view['deck'], 'card')}, discards {len(view['discards'])}{shuffled}")


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _in_force(view: Json) -> Iterator[tuple[str, Text]]:
    """Special cards that bind the others, a proposal that waits for consent, and proposals refused this turn."""
    for seat in view["patronage"]:
        yield "in force", Text.assemble(mark(seat), f" patronage: others may not cover {letter(seat)}'s yurts")
    for seat, region in view["gods"].items():
        where = "anywhere" if region == "all" else f"in the region {region}"
        yield "in force", Text.assemble(mark(int(seat)), f" gods: others may not cover neutral yurts {where}")
    for seat, piece in view["reserved"].items():
        yield "in force", Text.assemble(mark(int(seat)), f" reserve: {piece}")
    if view["proposal"]:
        consented = "".join(f"; {letter(seat)} consents" for seat in view["consented"])
        asked = f"; {letter(view['to_act'])} is asked"
        yield "proposal", Text.assemble(mark(view["turn"]), f" {view['proposal']}{consented}{asked}")
    for action in view["refused"]:
        yield "refused", Text.assemble(mark(view["turn"]), f" {action}")


def _turn(view: Json) -> Iterator[tuple[str, Text]]:
    """The last flight and the last action."""
    last, fled = view["last"], view["fled"]
    if fled:
        yield "fled", Text(f"{fled['ruler']} from {fled['from']} to {view['rulers'][fled['ruler']]}")
    if last:
        yield "last", Text.assemble(mark(last["seat"]), f" {last['action']}")
    else:
        yield "last", Text("nothing has been played yet", FAINT)
