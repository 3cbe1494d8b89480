"""HAN's seats, cards and provinces as a terminal writes them.

Seats are the letters A to E, cards the letters V Y O G R; colour only helps.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from lantern.kernel.contract import Json
from lantern.terminal.marks import called, letter, none, ranked_by

CARDS = {"violet": "V", "yellow": "Y", "orange": "O", "green": "G", "red": "R"}
INKS = {
    "violet": "bold #ffffff on #6a3fa0",
    "yellow": "bold #000000 on #f5c518",
    "orange": "bold #000000 on #f08c28",
    "green": "bold #ffffff on #1b7a34",
    "red": "bold #ffffff on #b71c1c",
}
UNKNOWN_INK = "bold #ffffff on #6a6f78"
LAND = {
    "violet": "#000000 on #d6c8f2",
    "yellow": "#000000 on #f8ebaa",
    "orange": "#000000 on #f9d3a6",
    "green": "#000000 on #c3e3b8",
    "red": "#000000 on #f4bab4",
}
"""Free spaces and names on the map, in the colour of the province."""
PIECES = (
    "bold #ffffff on #1f4fb5",
    "bold #ffffff on #14703a",
    "bold #ffffff on #7a2fb0",
    "bold #ffffff on #b3161b",
    "bold #000000 on #ffd400",
)
"""The pieces of the seats: blue, green, violet, red, yellow."""


def mark(seat: int) -> Text:
    """A seat's letter in the colour of its pieces."""
    return Text.assemble((letter(seat), PIECES[seat - 1]))


def card(colour: str) -> Text:
    """A card as a small tile."""
    return Text.assemble((f" {CARDS[colour]} ", INKS[colour]))


def cards_in_words(view: Json, colours: Iterable[str]) -> Text:
    """Cards as tiles with their names, after the letter that one types where a name is no word of actions."""
    return Text(" ").join(Text.assemble((f" {_card_name(view, it)} ", INKS[it])) for it in colours) or none(view)


def _card_name(view: Json, colour: str) -> str:
    name = called(view, "card", colour)
    return name if name == colour else f"{CARDS[colour]} {name}"


def ranked(counts: dict[int, int], tie: str = "=") -> Text:
    """Which seat has how many, the most first; what stands between those who have equally many can be chosen."""
    return ranked_by(mark, counts, tie)


def by_seat(counts: Iterable[int]) -> dict[int, int]:
    """A list with a number for every seat, by seat."""
    return dict(enumerate(counts, 1))


def province_of(view: Json, name: str) -> Json:
    """A province by its id."""
    found: Json = next(province for province in view["map"]["provinces"] if province["id"] == name)
    return found


def province_name(view: Json, province: Json) -> str:
    """A province by its name."""
    return called(view, "where", province["name"])


def typed(view: Json, province: Json) -> str:
    """The id of a province where it isn't just the letters of its name."""
    letters = "".join(filter(str.isalpha, province_name(view, province))).lower()
    return "" if letters == province["id"] else province["id"]


def tick(view: Json, province: Json) -> str:
    """A mark if the province's houses were scored, otherwise a space."""
    return "✓" if province["id"] in view["scored"] else " "


def has_ports(view: Json) -> bool:
    """Whether there are ports on the map."""
    return any(space["port"] for space in view["map"]["spaces"])
