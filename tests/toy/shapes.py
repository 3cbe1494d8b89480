"""What a table shows, as types. Seats, squares and cards count from 1."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from tests.toy.ends import End


class Board(TypedDict):
    """The row."""

    squares: list[int]
    owners: list[str]
    """The fields of a view whose numbers are seats, for a page that draws it."""


class Item(TypedDict):
    """What somebody has points for."""

    kind: Literal["stones", "cards"]
    seat: int
    points: int


class Result(TypedDict):
    """How a match ended."""

    reason: End
    scores: list[int]
    winners: list[int]


class Table(TypedDict):
    """What everybody sees."""

    to_act: int | None
    end: End
    row: list[int | None]
    """[square] whose stone lies there."""
    placed: list[int]
    """Where stones were placed this turn."""
    has_drawn: bool


class View(Table):
    """What a table shows a seat; `seat` is None for a spectator."""

    seat: int | None
    hands: list[list[int | None]]
    """None for a card that is concealed."""
    deck: int
    scores: list[int]
    breakdown: list[Item]
    result: Result | None


class Everything(Table):
    """Everything, hidden things included."""

    turn: int
    hands: list[list[int | None]]
    deck: list[int]


class BySeat(TypedDict):
    """What a seat did."""

    seat: int


class Placed(BySeat):
    """A stone laid."""

    square: int


class Drew(BySeat):
    """A card drawn."""

    left: int


class Saw(BySeat):
    """The card drawn, for its owner."""

    card: int


class Shown(BySeat):
    """A hand, at the end."""

    cards: list[int | None]


class Over(TypedDict):
    """The end."""

    reason: End
    scores: list[int]


class Events(TypedDict):
    """[kind of event] its arguments."""

    placed: Placed
    drew: Drew
    saw: Saw
    turn_ended: BySeat
    shown: Shown
    over: Over
