"""What of a position can be set, and where: data from which an editor is made, for every game alike.

A game says it in `composing.py`: its `parts`, each a key of what `Words.reveal` gives with the shape of what stands
there. For a game that says nothing they are read off the type of what it reveals (`parts_from`).

Cards that are counted together are a pool: whatever is put into one of its parts is taken from the rest, such as the
deck, and goes back there, so that no card is ever missing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from typing_extensions import TypedDict, is_typeddict

from lantern.kernel.errors import Fault
from lantern.languages.words import DEFAULT

MOST_NUMBER = 9_999


class Number(TypedDict):
    """A whole number within bounds."""

    kind: Literal["number"]
    least: int
    most: int
    optional: bool


class Flag(TypedDict):
    """Yes or no."""

    kind: Literal["flag"]


class Name(TypedDict):
    """One of some names; where these are places of the board, `things` says what they are there."""

    kind: Literal["name"]
    names: list[str]
    of: str
    """As what the words of the game name them."""
    things: str
    also: list[str]
    """What it may be besides places."""
    optional: bool


class Names(TypedDict):
    """Some of some names."""

    kind: Literal["names"]
    names: list[str]
    of: str


class OneSeat(TypedDict):
    """A seat, or one of a few other owners."""

    kind: Literal["seat"]
    also: list[str]
    optional: bool


class Seats(TypedDict):
    """Some seats."""

    kind: Literal["seats"]


class Cards(TypedDict):
    """Cards by name, in a row; `rest` is what is left of a pool, whose order is the order in which they are drawn."""

    kind: Literal["cards"]
    names: list[str]
    of: str
    most: int
    rest: bool


class Amounts(TypedDict):
    """How many cards there are of each name; those that are `free` belong to no pool."""

    kind: Literal["amounts"]
    names: list[str]
    of: str
    most: int
    free: list[str]


class Rows(TypedDict):
    """Rows that have got so far: the first values of each, which are cards called after the row and the value."""

    kind: Literal["rows"]
    rows: dict[str, list[int]]
    of: str


class Marked(TypedDict):
    """Cards in a row, each with hints that touched it and hints that passed it by."""

    kind: Literal["marked"]
    names: list[str]
    of: str
    most: int
    hints: list[str]
    fits: dict[str, list[str]]
    """[card] the hints that touch it."""


class Pieces(TypedDict):
    """Pieces that lie on several places each and belong to some seats."""

    kind: Literal["pieces"]
    of: str
    sizes: dict[str, int]
    """[piece] how many places it covers."""


class Plain(TypedDict):
    """Something that nobody has described: it is written as JSON."""

    kind: Literal["plain"]


class BySeat(TypedDict):
    """The same for every seat."""

    kind: Literal["by_seat"]
    each: Shape


class ByName(TypedDict):
    """The same for each of some names; where nothing is said of one, there is none."""

    kind: Literal["by_name"]
    names: list[str]
    of: str
    each: Shape


Shape = (
    Number | Flag | Name | Names | OneSeat | Seats | Cards | Amounts | Rows | Marked | Pieces | Plain | BySeat | ByName
)
"""What stands somewhere in a position."""

Group = Literal["board", "turn", "cards", "points", "more"]


class Part(TypedDict):
    """A part of a position that can be set."""

    key: str
    """Where it stands; "turn.placed" is within something else."""
    group: Group
    shape: Shape
    things: str
    """What its places are on the board: "space" for things such as "space:e4"; empty if it is not set there."""
    pool: bool
    """Whether its cards are among those that are counted together."""
    resets: list[str]
    """The parts that are left open when it changes; "courts.*" is one of them under the same name."""
    along: list[str]
    """The parts in which the same is put at the same place."""
    clears: list[str]
    """The parts from which whatever is at its place goes."""


def part(
    key: str,
    shape: Shape,
    group: Group = "more",
    *,
    things: str = "",
    pool: bool = False,
    resets: Iterable[str] = (),
    along: Iterable[str] = (),
    clears: Iterable[str] = (),
) -> Part:
    """A part of a position that can be set."""
    return Part(
        key=key,
        group=group,
        shape=shape,
        things=things,
        pool=pool,
        resets=[*resets],
        along=[*along],
        clears=[*clears],
    )


def number(least: int, most: int, *, optional: bool = False) -> Number:
    """A whole number within bounds."""
    return Number(kind="number", least=least, most=most, optional=optional)


def flag() -> Flag:
    """Yes or no."""
    return Flag(kind="flag")


def name(
    names: Iterable[str], of: str = "", *, things: str = "", also: Iterable[str] = (), optional: bool = False
) -> Name:
    """One of some names."""
    return Name(kind="name", names=[*names], of=of, things=things, also=[*also], optional=optional)


def names(some: Iterable[str], of: str = "") -> Names:
    """Some of some names."""
    return Names(kind="names", names=[*some], of=of)


def seat(*also: str, optional: bool = False) -> OneSeat:
    """A seat, or one of a few other owners."""
    return OneSeat(kind="seat", also=[*also], optional=optional)


def seats() -> Seats:
    """Some seats."""
    return Seats(kind="seats")


def cards(some: Iterable[str], of: str, most: int, *, rest: bool = False) -> Cards:
    """Cards by name, in a row."""
    return Cards(kind="cards", names=[*some], of=of, most=most, rest=rest)


def amounts(some: Iterable[str], of: str, most: int, *, free: Iterable[str] = ()) -> Amounts:
    """How many cards there are of each name."""
    return Amounts(kind="amounts", names=[*some], of=of, most=most, free=[*free])


def by_seat(each: Shape) -> BySeat:
    """The same for every seat."""
    return BySeat(kind="by_seat", each=each)


def by_name(some: Iterable[str], each: Shape, of: str = "") -> ByName:
    """The same for each of some names."""
    return ByName(kind="by_name", names=[*some], of=of, each=each)


# Of which part a fault speaks.


def spoken_of(fault: Fault, keys: Collection[str]) -> str | None:
    """The part of a position that a fault speaks of, which its sentence begins with; None if it begins otherwise."""
    first = WORD.match(fault.told(DEFAULT))
    return first[0] if first and first[0] in keys else None


WORD = re.compile(r"\w+")

# A game that says nothing of it.


def parts_from(everything: Any, sample: Mapping[str, Any], seats_there: int) -> list[Part]:
    """Parts read off the type of what a game reveals, and a position of it."""
    hints = get_type_hints(everything) if is_typeddict(everything) else {}
    left_out = {"game", "options"}
    return [
        part(key, _shape_of(hints.get(key, object), value, seats_there))
        for key, value in sample.items()
        if key not in left_out
    ]


def _shape_of(hint: Any, value: object, seats_there: int) -> Shape:
    hint, optional = _without_none(hint)
    if get_origin(hint) is Literal:
        return name([str(one) for one in get_args(hint)], optional=optional)
    if hint is bool or isinstance(value, bool):
        return flag()
    if hint is int or isinstance(value, int):
        return number(0, MOST_NUMBER, optional=optional)
    if isinstance(value, list) and len(value) == seats_there and get_origin(hint) is list:
        return by_seat(_shape_of(get_args(hint)[0], value[0], seats_there))
    if get_origin(hint) is list and get_origin(get_args(hint)[0]) is Literal:
        return cards([str(one) for one in get_args(get_args(hint)[0])], "", MOST_NUMBER)
    return Plain(kind="plain")


def _without_none(hint: Any) -> tuple[Any, bool]:
    """A type without None, and whether None was among what it allows."""
    if get_origin(hint) not in (Union, UnionType):
        return hint, False
    rest = [one for one in get_args(hint) if one is not NoneType]
    literal = Literal[*[said for one in rest for said in get_args(one)]] if _all_literal(rest) else None
    return (literal if literal is not None else rest[0] if len(rest) == 1 else object), NoneType in get_args(hint)


def _all_literal(hints: Sequence[Any]) -> bool:
    return all(get_origin(hint) is Literal for hint in hints)
