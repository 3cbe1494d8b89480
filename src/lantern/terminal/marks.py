"""What tables of every game write alike: words in the reader's language, seats as letters, who is asked, counts.

What one types is the same in every language: the words of actions, ids of places, and letters of cards and seats.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from lantern.kernel.contract import Json
from lantern.languages import Tongue, text
from lantern.languages.words import named

SEATS = "ABCDE"
FAINT, STRONG = "dim", "bold"


def say(view: Json, key: str, /, **arguments: object) -> str:
    """A sentence or a word in the reader's language."""
    return text(view["language"], key, **arguments)


def called(view: Json, group: str, thing: str) -> str:
    """A thing of the game by its name in the reader's language."""
    return named(view["language"], view["game"], group, thing)


def typed(name: str, word: str) -> str:
    """A thing by its name, with the word that one types where that is another."""
    return word if name.lower() == word else f"{name} ({word})"


def game_title(view: Json) -> str:
    """What the game is called."""
    return say(view, f"{view['game']}.title")


def ending(view: Json, reason: str) -> str:
    """Why the game is over."""
    return Tongue(view["language"]).ending(view["game"], reason)


def moves(view: Json) -> str:
    """Which move is to come, or how many there were."""
    return (
        say(view, "ui.move", ply=view["ply"] + 1) if view["to_act"] else say(view, "drawing.moves", count=view["ply"])
    )


def letter(seat: int) -> str:
    """The letter of a seat."""
    return SEATS[seat - 1]


def seats_of(view: Json) -> range:
    """All seats."""
    return range(1, len(view["scores"]) + 1)


def seat_name(view: Json, seat: int) -> str:
    """A seat by its number."""
    return say(view, "report.wins.seat", number=seat)


def name(view: Json, seat: int) -> str:
    """A seat as it is spoken of to who looks on."""
    return say(view, "drawing.you") if seat == view["seat"] else seat_name(view, seat)


def label(view: Json, seat: int) -> str:
    """A seat by its number, and whether it is one's own."""
    return say(view, "drawing.own_seat", number=seat) if seat == view["seat"] else seat_name(view, seat)


def status(view: Json, asked: Callable[[Json], str], mine: str = "drawing.your_turn") -> Text:
    """Whose decision it is and what may be typed, or why the game is over."""
    seat = view["to_act"]
    if seat is None:
        return Text(say(view, "drawing.over", reason=ending(view, view["end"])), STRONG)
    who = say(view, mine) if seat == view["seat"] else say(view, "drawing.to_act", number=seat, letter=letter(seat))
    return Text(f"{who}: {asked(view)}", STRONG)


def told_last(view: Json) -> Text:
    """The last action as the log begins to tell it; as it is typed where nobody saw it, in a position written down."""
    last = view["last"]
    if not last:
        return Text.assemble((say(view, "drawing.nothing_played"), FAINT))
    return Text(view["told"] or f"{seat_name(view, last['seat'])}: {last['action']}")


def none(view: Json) -> Text:
    """The word where there is nothing."""
    return Text.assemble((say(view, "drawing.none"), FAINT))


def ranked_by(mark: Callable[[int], Text], counts: dict[int, int], tie: str = "=") -> Text:
    """Who has how many, the most first: `A4=B4 C1`; what stands between equals can be chosen."""
    there = sorted((-count, owner) for owner, count in counts.items() if count)
    line = Text()
    for place, (less, owner) in enumerate(there):
        joint = "" if not place else tie if there[place - 1][0] == less else " "
        line.append(joint).append_text(mark(owner)).append(str(-less))
    return line
