"""Hanabi's table as a terminal shows it, drawn from a seat's view alone.

Every card is a tile with its suit's letter, so that it reads without colour too. A card that the seat can't see is
drawn as its owner knows it: `??`, `R?`, `?3`, or `R3` when nothing else is possible. Below each card stands what its
owner was told: `+R` it is red, `-12` it is neither 1 nor 2, `=R3` it is certain.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.terminal.blocks import GAP, facts
from lantern.terminal.marks import ending, game_title, label, moves, none, say, told_last

LETTERS = {"white": "W", "red": "R", "blue": "B", "yellow": "Y", "green": "G", "multicolour": "M", "black": "K"}
DIGITS = {"ones": "1", "twos": "2", "threes": "3", "fours": "4", "fives": "5"}
INKS = {
    "white": "bold #000000 on #dcdcdc",
    "red": "bold #ffffff on #b71c1c",
    "blue": "bold #ffffff on #1f4fb5",
    "yellow": "bold #000000 on #f5c518",
    "green": "bold #ffffff on #1b7a34",
    "black": "bold #ffffff on #3a3a3a",
}
RAINBOW = ("red", "yellow", "green", "blue")
UNKNOWN_INK = "bold #ffffff on #6a6f78"
TOKENS, ERRORS, VALUES = 8, 3, 5
LABEL, COLUMN, WIDTH = 15, 12, 80
FEW = 4
"""A card with so few possibilities has them listed."""

EXTRAS = {
    "multicolour": True,
    "black_powder": True,
    "flares": True,
    "final_bouquet": True,
    "empty_hints": False,
    "score_on_loss": True,
}
"""Options worth a word in the title, with the value that earns it."""


def draw(view: Json) -> RenderableType:
    """The whole table as one seat sees it."""
    parts: list[RenderableType] = [_counters(view), Text(), _heap(view), Text(), _hands(view), Text(), _last_move(view)]
    return Panel(
        Group(*parts),
        title=_title(view),
        subtitle=_status(view),
        title_align="left",
        subtitle_align="left",
        box=box.ROUNDED,
        width=WIDTH,
    )


def uncover(view: Json, everything: Json) -> Json:
    """A view with every hand face up, as all may look when the game is over."""
    hands = [
        [seen | {"card": card["card"]} for seen, card in zip(*pair, strict=True)]
        for pair in zip(view["hands"], everything["hands"], strict=True)
    ]
    return view | {"hands": hands}


def sum_up(view: Json) -> RenderableType:
    """The result of a finished game and what it is made of."""
    result = view["result"]
    black = bool(view["options"].get("black_powder"))
    points = say(view, "hanabi.result", points=result["score"], black=black, most=result["maximum"])
    rating = say(view, f"hanabi.rating.{result['rating']}")
    over = say(view, "drawing.game_over", reason=ending(view, result["reason"]))
    return Group(Text.assemble(f"{over} ", (points, "bold"), f": {rating}."), _breakdown(view))


def _breakdown(view: Json) -> Text:
    """What every firework gives."""
    line = Text()
    lost = view["result"]["lost"]
    if lost and view["score"] == 0:
        line.append(f"{say(view, 'hanabi.nothing_counts')} ")
    for item in view["breakdown"]:
        if item["kind"] == "firework" and not (lost and item["of"] == "black"):
            line.append_text(_tile(LETTERS[item["of"]], item["of"])).append(f" {item['points']}  ")
    return line


def _title(view: Json) -> Text:
    """The game, what is played beyond the basic rules, and how far it is."""
    options = view["options"]
    extras = [say(view, f"hanabi.extra.{name}") for name, value in EXTRAS.items() if options.get(name) is value]
    return Text(" · ".join([game_title(view), *extras, moves(view)]), "bold")


def _status(view: Json) -> Text:
    """Whose turn it is and what is asked."""
    if view["to_act"] is None:
        return Text(say(view, "drawing.over", reason=ending(view, view["end"])), "bold")
    mine = view["to_act"] == view["seat"]
    who = say(view, "drawing.your_turn") if mine else say(view, "hanabi.to_act", number=view["to_act"])
    asked = say(view, f"hanabi.type.{view['phase'].replace(' ', '_')}")
    return Text(f"{who}: {asked}", "bold")


def _counters(view: Json) -> Text:
    """Tokens, errors, deck and score in one line, the last round and the bonus tiles in another."""
    tokens, errors = view["tokens"], view["errors"]
    line = Text.assemble(
        f"{say(view, 'hanabi.counter.hints')} {'●' * tokens}{'○' * (TOKENS - tokens)} {tokens}",
        f"    {say(view, 'hanabi.counter.errors')} ",
        (f"{'✗' * errors}{'·' * (ERRORS - errors)} {errors}", "bold" if errors else ""),
        f"    {say(view, 'drawing.deck')} {view['deck']}    ",
        (say(view, "hanabi.counter.score", points=view["score"], most=view["maximum"]), "bold"),
    )
    for remark in _remarks(view):
        line.append("\n").append_text(remark)
    return line


def _remarks(view: Json) -> Iterable[Text]:
    """What is not always there: the last round's countdown and the bonus tiles."""
    if view["turns_left"]:
        yield Text(say(view, "hanabi.turns_left", turns=view["turns_left"]), "bold reverse")
    if view["options"].get("flares"):
        turned = [say(view, f"hanabi.tile_short.{tile.replace(' ', '_')}") for tile in view["tiles"]["turned"]]
        shown = ", ".join(turned) or say(view, "drawing.none")
        yield Text(say(view, "hanabi.bonus_tiles", left=view["tiles"]["left"], turned=shown))


def _heap(view: Json) -> Table:
    """Fireworks and discards."""
    words = {"hanabi.counter.fireworks": _fireworks(view), "drawing.discards": _discards(view)}
    return facts([(say(view, word), line) for word, line in words.items()], LABEL - GAP)


def _fireworks(view: Json) -> Text:
    """Every firework with the cards built and dots for those missing."""
    marked = _landed(view, "firework")
    line = Text()
    for suit, values in view["fireworks"].items():
        built = "".join(str(value) for value in values)
        lit = bool(values) and f"{suit} {values[-1]}" == marked
        line.append_text(_tile(LETTERS[suit] + built, suit, (" ", "")))
        line.append("·" * (VALUES - len(values)), "dim").append("◂" if lit else " ")
    return line


def _discards(view: Json) -> Text:
    """The discards, suit by suit."""
    marked = _landed(view, "discards")
    line = Text()
    for suit, letter in LETTERS.items():
        values = "".join(name.split()[1] for name in view["discards"] if name.split()[0] == suit)
        if marked and marked.split()[0] == suit:
            place = values.rindex(marked.split()[1]) + 1
            values = f"{values[:place]}◂{values[place:]}"
        if values:
            line.append_text(_tile(letter, suit)).append(f"{values}  ")
    return line or Text.assemble(" ", none(view))


def _landed(view: Json, where: str) -> str | None:
    """The card moved last if it lies there for certain."""
    last = view["last"]
    if not last or not last["card"] or last["action"].split()[0] not in ("play", "discard"):
        return None
    card: str = last["card"]
    suit, value = card.split()
    on_top = last["action"].startswith("play") and view["fireworks"][suit][-1:] == [int(value)]
    discarded = card in view["discards"]
    if on_top == discarded:
        return None
    return card if on_top == (where == "firework") else None


def _hands(view: Json) -> Table:
    """All hands in the order of play, the own one last."""
    grid = Table.grid()
    grid.add_column(min_width=LABEL, no_wrap=True)
    most = max((len(hand) for hand in view["hands"]), default=0)
    for _ in range(most):
        grid.add_column(width=COLUMN)
    grid.add_row("", *(Text(f" {place + 1}", "dim") for place in range(most)))
    seats = len(view["hands"])
    after = view["seat"] or 0
    for step in range(seats):
        _add_hand(grid, view, (after + step) % seats + 1)
    return grid


def _add_hand(grid: Table, view: Json, seat: int) -> None:
    """The rows of one hand: its cards, what was told of them, and what few things they can still be."""
    hand = view["hands"][seat - 1]
    hint = _hint_given(view, seat)
    grid.add_row(_label(view, seat), *(_card(card, hint) for card in hand))
    marks = [_marks(card) for card in hand]
    choices = [_choices(card) for card in hand]
    if any(marks) or seat != view["seat"]:
        grid.add_row("", *marks)
    if any(choices):
        grid.add_row("", *choices)


def _label(view: Json, seat: int) -> Text:
    turn = seat == view["to_act"]
    return Text(f"{'▶' if turn else ' '} {label(view, seat)}", "bold" if turn or seat == view["seat"] else "")


def unaided(view: Json) -> Json:
    """The view with what was said of cards, and nothing that follows from it."""
    return {**view, "hands": [[{**card, "possible": []} for card in hand] for hand in view["hands"]]}


def _card(card: Json, hint: str | None) -> Text:
    """A card as the seat sees it, or as its owner knows it; arrows where the last hint touched it."""
    edges = ("▸", "◂") if hint in card["told"] else (" ", " ")
    if card["card"] is None:
        suit, face = _known(card)
        return _tile(face, suit, edges)
    suit, value = card["card"].split()
    return _tile(LETTERS[suit] + value, suit, edges)


def _known(card: Json) -> tuple[str | None, str]:
    """What the owner knows of a card: its suit, or the colour told, and its face."""
    suits, values = _possible_suits(card), _possible_values(card)
    told = [hint for hint in card["told"] if hint in LETTERS]
    suit = suits[0] if len(suits) == 1 else told[0] if len(told) == 1 else None
    letter = LETTERS[suit] if suit else "?"
    return suit, letter + (values[0] if len(values) == 1 else "?")


def _possible_suits(card: Json) -> list[str]:
    return list(dict.fromkeys(name.split()[0] for name in card["possible"]))


def _possible_values(card: Json) -> list[str]:
    return list(dict.fromkeys(name.split()[1] for name in card["possible"]))


def _marks(card: Json) -> Text:
    """What was told of a card and what was not; once a suit or value is certain, what it is not is left out."""
    if len(card["possible"]) == 1:
        return Text.assemble(" ", ("=" + _short(card["possible"][0]), "bold"))
    told = "".join(_mark(hint) for hint in card["told"])
    hidden = {*LETTERS} if len(_possible_suits(card)) == 1 else set()
    hidden |= {*DIGITS} if len(_possible_values(card)) == 1 else set()
    passed = "".join(_mark(hint) for hint in card["not"] if hint not in hidden)
    if not told and not passed:
        return Text()
    return Text.assemble(" ", (f"+{told} " if told else "", "bold"), f"-{passed}" if passed else "")


def _choices(card: Json) -> Text:
    """The few things that a card one can't see can still be."""
    if card["card"] is not None or not 1 < len(card["possible"]) <= FEW:
        return Text()
    return Text("".join(f" {_short(name)}" for name in card["possible"]), "dim")


def _short(name: str) -> str:
    suit, value = name.split()
    return LETTERS[suit] + value


def _mark(hint: str) -> str:
    return LETTERS.get(hint) or DIGITS[hint]


def _hint_given(view: Json, seat: int) -> str | None:
    """The hint that the last move gave to a seat."""
    match view["last"]["action"].split() if view["last"] else []:
        case ["hint", to, hint] if int(to) == seat:
            return str(hint)
    return None


def _last_move(view: Json) -> Text:
    return Text.assemble(f"{say(view, 'hanabi.last_move')} " if view["last"] else "", told_last(view))


def _tile(face: str, suit: str | None, edges: tuple[str, str] = (" ", " ")) -> Text:
    """A small tile in a suit's colour, grey where the suit is not known."""
    text = edges[0] + face + edges[1]
    if suit != "multicolour":
        return Text.assemble((text, INKS[suit] if suit else UNKNOWN_INK))
    return Text.assemble(*((letter, INKS[RAINBOW[place % len(RAINBOW)]]) for place, letter in enumerate(text)))
