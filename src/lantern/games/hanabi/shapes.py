"""What a table of Hanabi shows, as types."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from lantern.games.hanabi.board import Card, Colour, Hint, Suit, Tile
from lantern.games.hanabi.ends import End
from lantern.games.hanabi.phases import Phase


class DrawnSuit(TypedDict):
    """A suit in play."""

    name: Suit
    letter: str
    direction: Literal["up", "down"]
    hinted_by: list[Colour]
    copies: list[int]
    """How many cards there are of each value."""


class Board(TypedDict):
    """The cards in play, and how many tokens and errors there are."""

    suits: list[DrawnSuit]
    values: list[int]
    hints: list[Hint]
    tokens: int
    errors: int
    tiles: list[Tile]


Marked = TypedDict("Marked", {"card": Card | None, "told": list[Hint], "not": list[Hint]})
"""A card in a hand with the hints that touched it and those that passed it by; None where it is concealed."""


class Held(Marked):
    """A card in a hand with what it can be, by all that its owner, or who looks on, can know."""

    possible: list[Card]


class Fresh(Marked):
    """A card in a hand that was drawn after a bonus tile returned one to the deck."""

    drawn_since_return: Literal[True]


class Last(TypedDict):
    """The decision made last, and the card that it showed."""

    seat: int
    action: str
    card: Card | None


class Item(TypedDict):
    """What a firework gives; or what a lost game takes away again, with why it is lost."""

    kind: Literal["firework", "lost"]
    of: Suit | End
    points: int
    cards: NotRequired[int]


class Result(TypedDict):
    """How a match ended."""

    reason: End
    score: int
    maximum: int
    lost: bool
    rating: str
    announcement: str
    breakdown: list[Item]


class Table(TypedDict):
    """What lies open for everybody."""

    to_act: int | None
    phase: Phase | Literal["over"]
    tokens: int
    errors: int
    fireworks: dict[Suit, list[int]]
    """The values built, in the order played."""
    discards: list[Card]
    turns_left: int | None
    end: End | None
    score: int
    last: Last | None


class Tiles(TypedDict):
    """The bonus tiles: how many are left, and those turned up, in order."""

    left: int
    turned: list[Tile]


class View(Table):
    """What a table shows a seat; `seat` is None for a spectator."""

    seat: int | None
    hands: list[list[Held]]
    deck: int
    tiles: Tiles
    maximum: int
    breakdown: list[Item]
    result: Result | None


class Everything(Table):
    """Everything, hidden things included."""

    hands: list[list[Marked | Fresh]]
    deck: list[Card]
    tiles: list[Tile]
    turned: list[Tile]
    returned: Card | None
    returned_out: int


class BySeat(TypedDict):
    """What a seat did."""

    seat: int


class OfCard(BySeat):
    """A card that a seat drew, or took from the discards."""

    card: Card


class FromHand(OfCard):
    """A card that left a hand."""

    position: int


class Failed(FromHand):
    """A card that did not fit."""

    errors: int


class Hinted(BySeat):
    """A hint."""

    to: int
    hint: Hint
    positions: list[int]


class Completed(TypedDict):
    """A firework complete."""

    suit: Suit


class OfTile(TypedDict):
    """A bonus tile."""

    tile: Tile


class Tokens(TypedDict):
    """The tokens there are."""

    tokens: int


class Errors(TypedDict):
    """The errors that are left."""

    errors: int


class Turns(TypedDict):
    """The turns still to come."""

    turns: int


class Ended(TypedDict):
    """The end."""

    reason: End
    score: int


class Events(TypedDict):
    """[kind of event] its arguments."""

    played: FromHand
    failed: Failed
    discarded: FromHand
    hinted: Hinted
    hinted_none: Hinted
    passed: BySeat
    declined: BySeat
    returned: OfCard
    rekindled: OfCard
    completed: Completed
    tile: OfTile
    tile_lost: OfTile
    token: Tokens
    repaired: Errors
    drew: BySeat
    saw: OfCard
    last_card: Turns
    ended: Ended
