"""What tables of every game write alike: seats as letters, counts, what is strong and what is faint."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from lantern.kernel.contract import Json

SEATS = "ABCDE"
FAINT, STRONG = "dim", "bold"


def letter(seat: int) -> str:
    """The letter of a seat."""
    return SEATS[seat - 1]


def seats_of(view: Json) -> range:
    """All seats."""
    return range(1, len(view["scores"]) + 1)


def name(view: Json, seat: int) -> str:
    """A seat as it is spoken of to who looks on."""
    return "you" if seat == view["seat"] else f"seat {seat}"


def none() -> Text:
    """The word where there is nothing."""
    return Text.assemble(("none", FAINT))


def count(number: int, thing: str) -> str:
    """A number of things in words."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def ranked_by(mark: Callable[[int], Text], counts: dict[int, int], tie: str = "=") -> Text:
    """Who has how many, the most first: `A4=B4 C1`; what stands between equals can be chosen."""
    there = sorted((-count, owner) for owner, count in counts.items() if count)
    line = Text()
    for place, (less, owner) in enumerate(there):
        joint = "" if not place else tie if there[place - 1][0] == less else " "
        line.append(joint).append_text(mark(owner)).append(str(-less))
    return line
