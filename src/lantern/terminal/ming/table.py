"""Ming Dynastie's table as a terminal shows it, drawn from a seat's view alone.

The map, with provinces, seats, tiles and points beside it or below; then one's own cards and what else there is to
say. In a narrow terminal the districts stand in a list. Seats are the letters A to D, cards small letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.games.ming.board import COMPONENTS
from lantern.kernel.contract import Json
from lantern.languages.words import listed
from lantern.terminal.blocks import GAP, Headed, Packed, Picture, facts, grid, stacked, width_of
from lantern.terminal.marks import (
    FAINT,
    STRONG,
    called,
    game_title,
    label,
    letter,
    none,
    say,
    seats_of,
    status,
    told_last,
)
from lantern.terminal.ming import marks
from lantern.terminal.ming.board import LEAST, MOST, board, districts, legend
from lantern.terminal.ming.scores import foreseen, next_scoring, pays, points_of
from lantern.terminal.scores import items_of

WIDEST = 160
BLOCK = 40
"""The columns that a block beside the map needs at least."""
MEMBERS, NAME, STATE = 11, 16, 10
"""The least columns for members of four seats, for a seat and for what it has to do."""
PHASES = {
    "neutrals": "neutrals",
    "princes": "princes",
    "members": "1",
    "cards": "2",
    "move": "3",
    "walk": "3",
    "deploy": "3",
    "return": "4",
    "back": "4",
    "neutrals back": "4",
    "start": "5",
}
"""The part of the set-up, or the phase of a round, in which something is asked."""


def draw(view: Json) -> RenderableType:
    """The whole table as one seat sees it, laid out for the terminal's width."""
    return Picture(_title(view), status(view, _asked), WIDEST, lambda width: _parts(view, width))


def uncover(view: Json, everything: Json) -> Json:
    """A view with every hand face up, and what was chosen in secret."""
    return view | {name: everything[name] for name in ("hands", "scoring", "last")}


def _title(view: Json) -> Text:
    """The game, how far it is, and who began the round."""
    parts = [say(view, "ming.round_of", round=view["round"], rounds=COMPONENTS["rounds"])]
    if view["to_act"]:
        begins = say(view, "ming.who_begins", letter=letter(view["start_player"]))
        parts += [say(view, f"ming.phase.{PHASES[view['phase']]}"), begins]
    else:
        parts += [say(view, "drawing.title_over")]
    return Text(" · ".join([game_title(view), *parts]), STRONG)


def _asked(view: Json) -> str:
    """What the seat to act may type."""
    seat, phase, scoring = view["to_act"], view["phase"], view["scoring"]
    here = view["princes"][seat - 1]
    about: dict[str, object] = {"left": view["to_place"][seat - 1], "round": view["round"] + 1}
    if phase == "walk":
        about["shared"] = _is_shared(view, here)
    if phase == "deploy":
        most = min(COMPONENTS["most_deployed"], view["spaces"][marks.PROVINCE_OF[here]][seat - 1])
        about |= {"id": here, "open": _range(view, 0, most), "monastery": _range(view, 1, most)}
    if scoring:
        leaving = scoring["neutrals_back"] if phase == "neutrals back" else scoring["chosen"][seat - 1]
        about |= {"province": scoring["province"], "leaving": leaving, "held": _in_city(view, seat)}
    return say(view, f"ming.type.{phase.replace(' ', '_')}", **about)


def _missing(view: Json, seat: int) -> int:
    """How many cards a seat is still to take."""
    return int(COMPONENTS["hand"]) - _held(view, seat)


def _held(view: Json, seat: int) -> int:
    hand = view["hands"][seat - 1]
    return hand if isinstance(hand, int) else sum(hand.values())


def _in_city(view: Json, seat: int) -> int:
    """How many members a seat has in the city that is scored."""
    return marks.city(view, view["scoring"]["province"]).get(seat, 0)


def _is_shared(view: Json, district: str) -> bool:
    """Whether two princes are in a district."""
    return bool(view["princes"].count(district) > 1)


def _range(view: Json, least: int, most: int) -> str:
    """A number from the least to the most."""
    numbers = [str(number) for number in range(least, most + 1)]
    return listed(view["language"], numbers, "terminal.or")


def _parts(view: Json, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom; blocks stand beside the map where there is room for both."""
    need = max(BLOCK, *map(width_of, (_provinces(view, BLOCK), *_seats(view, BLOCK))))
    aside = max(width - MOST - GAP, need)
    if width >= LEAST + GAP + need:
        blocks = Group(*stacked([_provinces(view, aside), _tiles(view), *_seats(view, aside)]))
        yield from (_beside(board(view, width - aside - GAP), blocks, width - aside - GAP), legend(view))
    else:
        yield board(view, min(width, MOST)) if width >= LEAST else districts(view)
        yield from (legend(view), Text())
        provinces, tiles = _provinces(view, BLOCK), _tiles(view)
        upper = [_beside(provinces, tiles, need)] if width >= 2 * need + GAP else [provinces, tiles]
        yield from stacked([*upper, *_seats(view, width)])
    yield Text()
    yield facts([*_own(view), *_scored(view), *_piles(view), *_last(view)])


def _beside(left: RenderableType, right: RenderableType, width: int) -> Table:
    """Two things side by side, the left one so wide."""
    across = Table.grid(padding=(0, GAP, 0, 0), expand=True)
    across.add_column(width=width)
    across.add_column(ratio=1)
    across.add_row(left, right)
    return across


def _provinces(view: Json, width: int) -> Table:
    """Every province: its card, the members on its space, and its city."""
    columns: dict[str, Callable[[str], Text]] = {
        "card": lambda province: _display(view, province),
        "on_space": lambda province: marks.ranked(marks.by_owner(view["spaces"][province]), MEMBERS),
    }
    if view["to_act"]:
        columns["in_city" if marks.is_scoring(view) else "to_city"] = lambda province: marks.ranked(
            marks.city(view, province), MEMBERS
        )
        if width > BLOCK + MEMBERS and not marks.is_scoring(view):
            columns["points"] = lambda province: points_of(view, province, MEMBERS)
    rows = [
        [marks.province_name(view, province), *(cell(province) for cell in columns.values())]
        for province in marks.PROVINCES
    ]
    heads = ["", *(say(view, f"ming.column.{head}").ljust(0 if head == "card" else MEMBERS) for head in columns)]
    return grid(heads, rows, words=len(heads))


def _display(view: Json, province: str) -> Text:
    """The card that lies open at a province."""
    card = view["display"][province]
    return marks.card_letter(card) if card else none(view)


def _seats(view: Json, width: int) -> list[RenderableType]:
    """Every seat: its cards, what it still has to do, and its points now and if the next scoring came now."""
    seats = seats_of(view)
    heads = [f"* {say(view, 'ming.column.begins')}".ljust(NAME), say(view, "ming.column.cards"), " " * STATE]
    rows = [[_label(view, seat), _hand(view, seat), Text(_state(view, seat))] for seat in seats]
    points, numbers = foreseen(view)
    heading = say(view, "ming.heading.points", round=next_scoring(view)["round"])
    whole = grid([*heads, *points], [[*row, *more] for row, more in zip(rows, numbers, strict=True)], words=3)
    if len(points) == 1 or width_of(whole) <= width:
        return [whole if len(points) == 1 else Headed(heading, whole)]
    marked = grid(["", *points], [[marks.mark(seat), *numbers[seat - 1]] for seat in seats])
    return [grid(heads, rows, words=3), Headed(heading, marked)]


def _label(view: Json, seat: int) -> Text:
    """A seat, with an arrow if it is to act and a star if it is the start player."""
    acts, mine = seat == view["to_act"], seat == view["seat"]
    words = f" {label(view, seat)}{' *' if seat == view['start_player'] else ''}"
    return Text.assemble("▶" if acts else " ", marks.mark(seat), (words, STRONG if acts or mine else ""))


def _hand(view: Json, seat: int) -> Text:
    """A letter for every card, a question mark for one that is not shown."""
    hand = view["hands"][seat - 1]
    if isinstance(hand, int):
        return Text("?" * hand)
    return Text.assemble(*map(marks.card_letter, marks.cards_in(hand)))


def _state(view: Json, seat: int) -> str:
    """What a seat still has to do in this phase, or has done."""
    phase, scoring = view["phase"], view["scoring"]
    if phase in ("neutrals", "members"):
        left = view["to_place"][seat - 1]
        return say(view, "ming.state.to_place", count=left) if left else ""
    if phase == "cards":
        missing = _missing(view, seat)
        return say(view, "ming.state.to_take", count=missing) if missing else ""
    if scoring:
        chosen = scoring["chosen"][seat - 1]
        if phase == "return":
            waits = say(view, "ming.state.chooses") if _in_city(view, seat) else ""
            made = "has_chosen" if chosen == "hidden" else "returns"
            return waits if chosen is None else say(view, f"ming.state.{made}", count=chosen)
        return say(view, "ming.state.to_go", count=chosen) if chosen else ""
    return say(view, "ming.has_passed") if seat in view["passed"] else ""


def _tiles(view: Json) -> Headed:
    """Every seat's tiles, those that the next scoring would bring now, and what a set of six lacks."""
    brought = items_of(marks.coming(view), "tile")
    rows = []
    for seat, tiles in enumerate(view["tiles"], 1):
        more = {
            province: sum(
                it["tiles"] for it in brought if it["seat"] == seat and marks.PROVINCE_OF[it["of"]] == province
            )
            for province in marks.PROVINCES
        }
        cells = [_tile(tiles.get(province, 0), more[province]) for province in marks.PROVINCES]
        lacks = "".join(marks.province_letter(province) for province in marks.PROVINCES if not tiles.get(province))
        rows.append([marks.mark(seat), *cells, Text(f" {lacks}")])
    rows.append(
        [
            Text(say(view, "ming.column.left"), FAINT),
            *(Text(str(view["stock"][it]), FAINT) for it in marks.PROVINCES),
            Text(),
        ]
    )
    letters = [f"  {marks.province_letter(province)}" for province in marks.PROVINCES]
    heading = say(view, "ming.heading.tiles", gained=bool(brought), points=view["worth"])
    return Headed(heading, grid(["", *letters, f" {say(view, 'ming.column.lacks')}"], rows))


def _tile(held: int, more: int) -> Text:
    return Text(f"{held or ''}{f'+{more}' if more else ''}") if held or more else Text("·", FAINT)


def _own(view: Json) -> Iterator[tuple[str, RenderableType]]:
    """The cards of the seat that looks, and the borders of the district where its prince stands."""
    seat = marks.looker(view)
    if seat is None:
        return
    hand, at = view["hands"][seat - 1], view["princes"][seat - 1]
    if not isinstance(hand, int):
        mine = seat == view["seat"]
        whose = say(view, "drawing.your_hand") if mine else say(view, "drawing.hand_of", letter=letter(seat))
        yield whose, Packed([marks.card_word(view, card) for card in marks.cards_in(hand)] or [none(view)], 1)
    if at and not marks.is_scoring(view):
        yield say(view, "ming.fact.ways", id=at), Packed(list(_ways(view, at)))


def _ways(view: Json, district: str) -> Iterator[Text]:
    """The borders of a district; while the prince moves, in brackets what he has no card for."""
    cards = marks.payments(view)
    for other, symbol in marks.ways_from(district).items():
        way = f"{other} {called(view, 'hand', symbol)}"
        if not marks.walks(view):
            yield Text(way)
        elif other not in cards:
            yield Text(f"({way})", FAINT)
        else:
            yield Text(way if cards[other] == symbol else say(view, "ming.by_dragon", way=way), STRONG)


def _scored(view: Json) -> Iterator[tuple[str, Text]]:
    """The city that is scored, and what the next scoring pays."""
    if view["to_act"] is None:
        return
    scoring = view["scoring"]
    if scoring:
        there = marks.ranked(marks.city(view, scoring["province"]), 4 * MEMBERS)
        neutrals = f"; {say(view, 'ming.neutrals_lead')}" if scoring["neutrals_lead"] else ""
        city = Text.assemble(marks.province_name(view, scoring["province"]), " ", there, neutrals)
        yield say(view, "ming.fact.city"), city
    yield (
        say(view, "ming.fact.scoring"),
        Text(say(view, "ming.next", round=next_scoring(view)["round"], pays=pays(view))),
    )


def _piles(view: Json) -> Iterator[tuple[str, Text]]:
    """The deck, the discards, dragons and neutral members."""
    discards = sum(view["discards"].values())
    kinds = Text(" ").join(Text.assemble(marks.card_letter(it), str(number)) for it, number in view["discards"].items())
    left = say(view, "ming.piles", deck=view["deck"], discards=discards)
    stock = say(view, "ming.stock", dragons=view["dragons"])
    if len(view["scores"]) == 2:
        stock = f"{stock}; {say(view, 'ming.neutral_stock', count=view['neutral_stock'])}"
    yield say(view, "ming.fact.stock"), Text.assemble(left, " " if discards else "", kinds, f"; {stock}")


def _last(view: Json) -> Iterator[tuple[str, Text]]:
    """The last action."""
    yield say(view, "drawing.last"), told_last(view)
