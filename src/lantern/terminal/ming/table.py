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
from lantern.terminal.blocks import GAP, Picture, facts, grid, headed, packed, stacked
from lantern.terminal.marks import FAINT, STRONG, count, letter, none, seats_of
from lantern.terminal.ming import marks
from lantern.terminal.ming.board import LEAST, MOST, board, districts, legend
from lantern.terminal.ming.scores import foreseen, next_scoring, pays, points_of
from lantern.terminal.scores import items_of

WIDEST, LABEL = 160, 11
BLOCK = 40
TWO_BLOCKS = 2 * BLOCK + GAP
SEATS = 72
"""The columns that a block beside the map needs, and all about the seats in one table."""
CARD, MEMBERS, NAME, STATE = 8, 11, 16, 10
"""The columns for a card, for members of four seats, for a seat and for what it has to do."""
PHASES = {
    "neutrals": "set-up: neutral members",
    "princes": "set-up: princes",
    "members": "phase 1: members",
    "cards": "phase 2: cards",
    "move": "phase 3: princes",
    "walk": "phase 3: princes",
    "deploy": "phase 3: princes",
    "return": "phase 4: scoring",
    "back": "phase 4: scoring",
    "neutrals back": "phase 4: scoring",
    "start": "phase 5: start player",
}


def draw(view: Json) -> RenderableType:
    """The whole table as one seat sees it, laid out for the terminal's width."""
    return Picture(_title(view), _status(view), WIDEST, lambda width: _parts(view, width))


def uncover(view: Json, everything: Json) -> Json:
    """A view with every hand face up, and what was chosen in secret."""
    return view | {name: everything[name] for name in ("hands", "scoring", "last")}


def _title(view: Json) -> Text:
    """The game, how far it is, and who began the round."""
    begins = f"{letter(view['start_player'])} begins"
    parts = [f"round {view['round']} of {COMPONENTS['rounds']}", PHASES.get(view["phase"], "over"), begins]
    return Text(" · ".join(["Ming Dynastie", *(parts[: None if view["to_act"] else -1])]), STRONG)


def _status(view: Json) -> Text:
    """Whose decision it is and what is asked."""
    seat = view["to_act"]
    if seat is None:
        return Text(f"over: {view['end']}", STRONG)
    who = "your turn" if seat == view["seat"] else f"seat {seat} ({letter(seat)}) to act"
    return Text(f"{who}: {_asked(view, seat)}", STRONG)


def _asked(view: Json, seat: int) -> str:
    """What the seat to act may type."""
    phase, scoring = view["phase"], view["scoring"]
    left = view["to_place"][seat - 1]
    here = view["princes"][seat - 1]
    words: dict[str, Callable[[], str]] = {
        "neutrals": lambda: f"neutral DISTRICT ({left} left)",
        "princes": lambda: "prince DISTRICT, for a tile of its colour",
        "members": lambda: f"member PROVINCE ({left} left)",
        "cards": lambda: "take PROVINCE, or dragon PROVINCE for a member there",
        "move": lambda: "step DISTRICT with CARD, stay with CARD, or pass",
        "walk": lambda: f"step DISTRICT with CARD{'' if _is_shared(view, here) else ', or stop'}",
        "deploy": lambda: _deployments(view, seat),
        "return": lambda: f"return 0 to 6, in secret, of {_in_city(view, seat)} in the {scoring['province']} city",
        "back": lambda: f"back DISTRICT, {scoring['chosen'][seat - 1]} to leave the {scoring['province']} city",
        "neutrals back": lambda: (
            f"back DISTRICT, {count(scoring['neutrals_back'], 'neutral')} to leave the {scoring['province']} city"
        ),
        "start": lambda: f"start SEAT, who begins round {view['round'] + 1}",
    }
    return words[phase]()


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


def _deployments(view: Json, seat: int) -> str:
    here = view["princes"][seat - 1]
    most = min(COMPONENTS["most_deployed"], view["spaces"][marks.PROVINCE_OF[here]][seat - 1])
    return f"deploy {_range(0, most)} into {here}, or deploy {_range(1, most)} monastery"


def _range(least: int, most: int) -> str:
    return str(most) if most == least else f"{least} {'or' if most == least + 1 else 'to'} {most}"


def _parts(view: Json, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom; blocks stand beside the map where there is room for both."""
    aside = max(width - MOST - GAP, BLOCK)
    if width >= LEAST + GAP + BLOCK:
        blocks = Group(*stacked([_provinces(view, aside), _tiles(view), *_seats(view, aside)]))
        yield from (_beside(board(view, width - aside - GAP), blocks, width - aside - GAP), legend(view, width))
    else:
        yield board(view, min(width, MOST)) if width >= LEAST else districts(view)
        yield from (legend(view, width), Text())
        provinces, tiles = _provinces(view, BLOCK), _tiles(view)
        upper = [_beside(provinces, tiles, BLOCK)] if width >= TWO_BLOCKS else [provinces, tiles]
        yield from stacked([*upper, *_seats(view, width)])
    yield Text()
    yield facts([*_own(view, width - LABEL), *_scored(view), *_piles(view), *_last(view)], LABEL)


def _beside(left: RenderableType, right: RenderableType, width: int) -> Table:
    """Two things side by side, the left one so wide."""
    across = Table.grid(padding=(0, GAP, 0, 0))
    across.add_column(width=width)
    across.add_column()
    across.add_row(left, right)
    return across


def _provinces(view: Json, width: int) -> Table:
    """Every province: its card, the members on its space, and its city."""
    columns: dict[str, Callable[[str], Text]] = {
        "card": lambda province: marks.card_word(view["display"][province]) if view["display"][province] else none(),
        "on space": lambda province: marks.ranked(marks.by_owner(view["spaces"][province]), MEMBERS),
    }
    if view["to_act"]:
        columns["in city" if marks.is_scoring(view) else "to city"] = lambda province: marks.ranked(
            marks.city(view, province), MEMBERS
        )
        if width > BLOCK + MEMBERS and not marks.is_scoring(view):
            columns["points"] = lambda province: points_of(view, province, MEMBERS)
    rows = [
        [Text.assemble((province, f"bold {marks.LAND_INKS[province]}")), *(cell(province) for cell in columns.values())]
        for province in marks.PROVINCES
    ]
    heads = ["", *(head.ljust(CARD if head == "card" else MEMBERS) for head in columns)]
    return grid(heads, rows, words=len(heads))


def _seats(view: Json, width: int) -> Iterator[Table]:
    """Every seat: its cards, what it still has to do, and its points now and if the next scoring came now."""
    seats = seats_of(view)
    heads = ["* begins".ljust(NAME), "cards", " " * STATE]
    rows = [[_label(view, seat), _hand(view, seat), Text(_state(view, seat))] for seat in seats]
    points, numbers = foreseen(view)
    heading = f"points, if round {next_scoring(view)['round']} were scored now"
    if len(points) == 1 or width >= SEATS:
        whole = grid([*heads, *points], [[*row, *more] for row, more in zip(rows, numbers, strict=True)], words=3)
        yield whole if len(points) == 1 else headed(heading, whole)
    else:
        yield grid(heads, rows, words=3)
        yield headed(heading, grid(["", *points], [[marks.mark(seat), *numbers[seat - 1]] for seat in seats]))


def _label(view: Json, seat: int) -> Text:
    """A seat, with an arrow if it is to act and a star if it is the start player."""
    acts, mine = seat == view["to_act"], seat == view["seat"]
    words = f" seat {seat}{', you' if mine else ''}{' *' if seat == view['start_player'] else ''}"
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
        return f"{left} to place" if left else ""
    if phase == "cards":
        return f"{_missing(view, seat)} to take" if _missing(view, seat) else ""
    if scoring:
        chosen = scoring["chosen"][seat - 1]
        if phase == "return":
            waits = "chooses" if _in_city(view, seat) else ""
            return waits if chosen is None else "has chosen" if chosen == "hidden" else f"returns {chosen}"
        return f"{chosen} to go" if chosen else ""
    return "passed" if seat in view["passed"] else ""


def _tiles(view: Json) -> Table:
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
        lacks = "".join(province[0].upper() for province in marks.PROVINCES if not tiles.get(province))
        rows.append([marks.mark(seat), *cells, Text(f" {lacks}")])
    rows.append([Text("left", FAINT), *(Text(str(view["stock"][it]), FAINT) for it in marks.PROVINCES), Text()])
    heads = ["", *(f"  {province[0].upper()}" for province in marks.PROVINCES), " lacks"]
    gained = ", + if scored now" if brought else ""
    return headed(f"tiles{gained}; all six pay {view['worth']}", grid(heads, rows))


def _tile(held: int, more: int) -> Text:
    return Text(f"{held or ''}{f'+{more}' if more else ''}") if held or more else Text("·", FAINT)


def _own(view: Json, width: int) -> Iterator[tuple[str, Text]]:
    """The cards of the seat that looks, and the borders of the district where its prince stands."""
    seat = marks.looker(view)
    if seat is None:
        return
    hand, at = view["hands"][seat - 1], view["princes"][seat - 1]
    if not isinstance(hand, int):
        whose = "your hand" if seat == view["seat"] else f"{letter(seat)}'s hand"
        yield whose, packed([marks.card_word(card) for card in marks.cards_in(hand)] or [none()], width, 1)
    if at and not marks.is_scoring(view):
        yield f"from {at}", packed(_ways(view, at), width)


def _ways(view: Json, district: str) -> Iterator[Text]:
    """The borders of a district; while the prince moves, in brackets what he has no card for."""
    cards = marks.payments(view)
    for other, symbol in marks.ways_from(district).items():
        if not marks.walks(view):
            yield Text(f"{other} {symbol}")
        elif other not in cards:
            yield Text(f"({other} {symbol})", FAINT)
        else:
            yield Text(f"{other} {symbol}" if cards[other] == symbol else f"{other} {symbol} by dragon", STRONG)


def _scored(view: Json) -> Iterator[tuple[str, Text]]:
    """The city that is scored, and what the next scoring pays."""
    if view["to_act"] is None:
        return
    scoring = view["scoring"]
    if scoring:
        there = marks.ranked(marks.city(view, scoring["province"]), 4 * MEMBERS)
        neutrals = "; the neutral family leads and keeps one more than any seat" if scoring["neutrals_lead"] else ""
        yield (
            "city",
            Text.assemble((scoring["province"], f"bold {marks.LAND_INKS[scoring['province']]}"), " ", there, neutrals),
        )
    yield "scoring", Text(f"after round {next_scoring(view)['round']}: {pays(view)}")


def _piles(view: Json) -> Iterator[tuple[str, Text]]:
    """The deck, the discards, dragons and neutral members."""
    discards = sum(view["discards"].values())
    kinds = Text(" ").join(Text.assemble(marks.card_letter(it), str(number)) for it, number in view["discards"].items())
    dragons = f"; {count(view['dragons'], marks.DRAGON)}"
    neutrals = f"; {count(view['neutral_stock'], 'neutral member')}" if len(view["scores"]) == 2 else ""
    left = f"{count(view['deck'], 'card')} in the deck, {discards} discarded "
    yield "stock", Text.assemble(left.rstrip() if not discards else left, kinds, dragons, neutrals)


def _last(view: Json) -> Iterator[tuple[str, Text]]:
    """The last action."""
    last = view["last"]
    if last:
        yield "last", Text.assemble(marks.mark(last["seat"]), f" {last['action']}")
    else:
        yield "last", Text("nothing has been played yet", FAINT)
