"""Khan's table as a terminal shows it, drawn from a seat's view alone.

The board, with the pieces beside it; where there is room, players, cards and rulers too, otherwise they stand below.
Seats are the letters A to D.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.languages.words import listed
from lantern.terminal.blocks import FRAME, GAP, Headed, Packed, Picture, facts, grid, stacked, width_of
from lantern.terminal.khan.board import BOARD_WIDTH, board, legend
from lantern.terminal.khan.marks import card, mark, ruler_name, symbol_name
from lantern.terminal.khan.pieces import PIECE, pieces_beside
from lantern.terminal.khan.scores import territory
from lantern.terminal.marks import (
    FAINT,
    STRONG,
    game_title,
    label,
    letter,
    moves,
    none,
    say,
    seats_of,
    status,
    told_last,
)
from lantern.terminal.scores import items_of, total

WIDEST = 142
COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
SPECIALS = {"morale": "morale", "patronage": "patronage", "gods": "gods", "reconnaissance": "reserve"}
"""The special cards, with the words that one types."""
FINAL = 5
"""So many rulers at home begin the final phase."""


def draw(view: Json) -> RenderableType:
    """The whole table as one seat sees it, laid out for the terminal's width."""
    mine = "drawing.your_turn" if view["turn"] == view["seat"] else "drawing.you_are_asked"
    return Picture(_title(view), status(view, _asked, mine), WIDEST, lambda width: _parts(view, width))


def uncover(view: Json, everything: Json) -> Json:
    """A view with every hand face up, as all may look when the game is over."""
    pairs = zip(view["hands"], everything["hands"], strict=True)
    return view | {"hands": [hand | {"cards": cards} for hand, cards in pairs]}


def _parts(view: Json, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom; the wider it is, the more stands beside the board."""
    aside = width - BOARD_WIDTH - GAP
    blocks = {
        _pieces: PIECE,
        _players: max(map(width_of, (_points(view), _specials(view)))),
        _rulers: width_of(_courts(view, COMPASS)),
    }
    beside = [block for block, need in blocks.items() if aside >= need]
    if beside:
        across = Table.grid(padding=(0, GAP, 0, 0))
        across.add_column(width=BOARD_WIDTH)
        across.add_column(width=aside)
        across.add_row(board(view), Group(*stacked(block(view, aside) for block in beside)))
        yield across
    elif width >= BOARD_WIDTH:
        yield board(view)
    too_narrow = Text(say(view, "khan.too_narrow", columns=BOARD_WIDTH + FRAME), FAINT)
    yield legend(view) if width >= BOARD_WIDTH else too_narrow
    for block in blocks:
        if block not in beside:
            yield from (Text(), block(view, width))
    yield Text()
    yield facts([*_cards(view), *_in_force(view), *_turn(view)])


def _title(view: Json) -> Text:
    """The game, how far it is, and whose turn."""
    final = [say(view, "khan.final_phase")] if view["final"] else []
    return Text(" · ".join([game_title(view), moves(view), *final]), STRONG)


def _asked(view: Json) -> str:
    """What the seat to act may type."""
    actions = ["invade", *([] if view["final"] else ["drive"]), "conquer"]
    actions += ["anywhere"] if view["phase"] == "actions" and view["actions_left"] > 1 and not view["final"] else []
    held = [word for name, word in SPECIALS.items() if view["specials"][view["to_act"] - 1][name]]
    words = {"actions": _either(view, actions), "specials": _either(view, held), "left": view["actions_left"]}
    return say(view, f"khan.type.{view['phase']}", **words)


def _either(view: Json, words: list[str]) -> str:
    return listed(view["language"], words, "terminal.or")


def _pieces(view: Json, width: int) -> Headed:
    """What lies beside the board."""
    return Headed(say(view, "khan.head.pieces"), pieces_beside(view, width))


def _rulers(view: Json, width: int) -> RenderableType:
    """Where every ruler is, the yurts left at his court, and where he would flee in every direction."""
    if set(view["rulers"].values()) == {"home"}:
        return Text(say(view, "khan.all_home"), FAINT)
    whole = _courts(view, COMPASS)
    fits = width_of(whole) <= width
    home = sum(place == "home" for place in view["rulers"].values())
    heading = say(view, "khan.head.rulers", flights=fits, home=home, final=FINAL)
    return Headed(heading, whole if fits else _courts(view, ()))


def _courts(view: Json, ways: Sequence[str]) -> Table:
    """Every ruler with his court, and his refuges in some directions."""
    heads = ["khan.head.ruler", "khan.head.at", "khan.head.court", *(f"khan.compass.{way}" for way in ways)]
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_row(*(Text(say(view, head), FAINT) for head in heads))
    for ruler, place in view["rulers"].items():
        flight = view["flight"].get(ruler)
        refuges = [_place(view, flight[way] or "home") for way in ways] if flight else []
        court = f"{view['courts'][ruler]}⌂" if place != "home" else ""
        where = Text(_place(view, place), STRONG if flight else FAINT)
        table.add_row(ruler_name(view, ruler), where, Text(court), *map(Text, refuges))
    return table


def _place(view: Json, place: str) -> str:
    """A square, or a word where a ruler is on none."""
    return say(view, f"khan.place.{place}") if place in ("home", "unplaced") else place


def _players(view: Json, width: int) -> RenderableType:
    """Every seat: its hand, its points so far, what its territories would bring now, and its special cards."""
    whole = _points(view, specials=True)
    parts = [whole] if width_of(whole) <= width else [_points(view), _specials(view)]
    lands = [territory(view, item) for item in items_of(view["breakdown"], "territory")] or [none(view)]
    return Group(*stacked(parts), Packed([Text(say(view, "khan.head.territories"), FAINT), *lands]))


def _points(view: Json, specials: bool = False) -> Table:
    """The hands and points of all seats, with their special cards if wanted."""
    territories = items_of(view["breakdown"], "territory")
    rows: list[list[Text]] = []
    for seat in seats_of(view):
        coming = total(territories, seat)
        now = view["scores"][seat - 1] + (coming if view["to_act"] else 0)
        numbers = [str(view["hands"][seat - 1]["held"]), str(now - coming), f"+{coming}" if coming else ""]
        left = _specials_left(view, seat) if specials else []
        rows.append([_label(view, seat), *map(Text, numbers), Text(str(now), STRONG), *left])
    now_head = f"={say(view, 'drawing.now')}"
    heads = ["", *(say(view, f"khan.head.{head}") for head in ("hand", "piece_points", "territory")), now_head]
    return grid([*heads, *(_special_heads(view) if specials else [])], rows)


def _specials(view: Json) -> Table:
    """The special cards of all seats."""
    return grid(["", *_special_heads(view)], [[mark(seat), *_specials_left(view, seat)] for seat in seats_of(view)])


def _special_heads(view: Json) -> list[str]:
    return [say(view, f"khan.head.{name}") for name in SPECIALS]


def _specials_left(view: Json, seat: int) -> list[Text]:
    return [Text(str(view["specials"][seat - 1][name] or "-")) for name in SPECIALS]


def _label(view: Json, seat: int) -> Text:
    """A seat, with an arrow if it is to act and a star if it is its turn."""
    acts, mine = seat == view["to_act"], seat == view["seat"]
    sign = "▶" if acts else "*" if seat == view["turn"] and view["to_act"] else " "
    return Text.assemble(sign, mark(seat), (f" {label(view, seat)}", STRONG if acts or mine else ""))


def _cards(view: Json) -> Iterator[tuple[str, RenderableType]]:
    """Every hand that lies open, the deck and the discards."""
    for seat, hand in enumerate(view["hands"], 1):
        if hand["cards"] is not None:
            mine = seat == view["seat"]
            whose = say(view, "drawing.your_hand") if mine else say(view, "drawing.hand_of", letter=letter(seat))
            yield whose, Packed([card(view, name) for name in hand["cards"]] or [none(view)])
    left = say(view, "drawing.deck_left", cards=view["deck"], times=view["reshuffles"])
    yield say(view, "drawing.deck"), Text(f"{left}, {say(view, 'khan.discarded', cards=len(view['discards']))}")


def _in_force(view: Json) -> Iterator[tuple[str, Text]]:
    """Special cards that bind the others, a proposal that waits for consent, and proposals refused this turn."""
    force = say(view, "khan.fact.in_force")
    for seat in view["patronage"]:
        yield force, Text.assemble(mark(seat), f" {say(view, 'khan.force.patronage', letter=letter(seat))}")
    for seat, region in view["gods"].items():
        gods = "gods" if region == "all" else "gods_region"
        where = "" if region == "all" else symbol_name(view, region)
        yield force, Text.assemble(mark(int(seat)), f" {say(view, f'khan.force.{gods}', where=where)}")
    for seat, piece in view["reserved"].items():
        yield force, Text.assemble(mark(int(seat)), f" {say(view, 'khan.force.reserve', id=piece)}")
    if view["proposal"]:
        consented = [say(view, "khan.consents", letter=letter(seat)) for seat in view["consented"]]
        answers = "; ".join([view["proposal"], *consented, say(view, "khan.is_asked", letter=letter(view["to_act"]))])
        yield say(view, "khan.fact.proposal"), Text.assemble(mark(view["turn"]), f" {answers}")
    for action in view["refused"]:
        yield say(view, "khan.fact.refused"), Text.assemble(mark(view["turn"]), f" {action}")


def _turn(view: Json) -> Iterator[tuple[str, Text]]:
    """The last flight and the last action."""
    if fled := view["fled"]:
        refuge = _place(view, view["rulers"][fled["ruler"]])
        way = say(view, "khan.fled", ruler=fled["ruler"], origin=fled["from"], refuge=refuge)
        yield say(view, "khan.fact.fled"), Text(way)
    yield say(view, "drawing.last"), told_last(view)
