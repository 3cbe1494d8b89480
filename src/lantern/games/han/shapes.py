"""What a table of HAN shows, as types. Places are named by the ids that the map gives them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from lantern.games.han.board import Colour
from lantern.games.han.ends import End
from lantern.games.han.phases import Phase
from lantern.kernel.contract import Length

Space = str
Province = str
Point = Annotated[list[float], Length(2)]
"""Across and down on the drawing."""
Road = Annotated[list[Space], Length(2)]
"""The spaces at its ends."""
Alliance = Annotated[list[Province], Length(2)]
"""The provinces that it joins."""


class DrawnProvince(TypedDict):
    """A province, or a district of the capital."""

    id: Province
    name: str
    colour: Colour
    spaces: list[Space]
    at: Point | None


class DrawnSpace(TypedDict):
    """A house space."""

    id: Space
    provinces: list[Province]
    port: bool
    at: Point | None


class DrawnAlliance(TypedDict):
    """An alliance."""

    number: int
    between: Alliance


class Board(TypedDict):
    """The map."""

    name: str
    display: int
    """How many cards lie open."""
    provinces: list[DrawnProvince]
    spaces: list[DrawnSpace]
    roads: list[Road]
    alliances: list[DrawnAlliance]
    drawing: dict[str, Any] | None
    """The file of a map of a user's own, for pictures; those of the box come with whoever draws."""


class Points(TypedDict):
    """What a seat has points for, and the things on the table that bring them."""

    seat: int
    points: int
    doubled: bool
    """Whether by a fortification."""
    pieces: list[str]


class HouseCount(Points):
    """Houses, and what they count for (HAN-7.2)."""

    why: Literal["houses"]
    place: int
    houses: int
    counted: int
    """The houses of the place above, or of all for the first."""


class Houses(HouseCount):
    """The houses of a province, or on ports (HAN-7.2, 9.4)."""

    kind: Literal["province", "ports"]
    of: Province
    """The province, or "ports"."""
    when: Literal["scored", "final"]


class Allied(Points):
    """An alliance (HAN-9.2)."""

    kind: Literal["alliance"]
    of: int
    when: Literal["final"]
    why: Literal["alliance"]
    provinces: list[Province]
    counted: int


class Row(Points):
    """A row of houses along a road (HAN-9.3)."""

    kind: Literal["row"]
    of: Space
    """Where it begins."""
    when: Literal["final"]
    why: Literal["row"]
    houses: int


Item = Houses | Allied | Row


class Outcome(TypedDict):
    """Why a finished match is over, and who won."""

    reason: End
    scores: list[int]
    winners: list[int]
    pieces_left: list[int]


class Result(Outcome):
    """How a match ended."""

    breakdown: list[Item]


class Turn(TypedDict):
    """What was placed this turn, and what matters for what may follow (HAN-3.1, 3.2)."""

    placed: int
    provinces: list[Province]
    empty: list[Province]
    """Those that had no piece when the turn began."""


class Last(TypedDict):
    """The decision made last."""

    seat: int
    action: str


class Table(TypedDict):
    """What lies open for everybody."""

    to_act: int | None
    phase: Phase | Literal["over"]
    emperor: int
    scores: list[int]
    houses: dict[Space, int]
    """Whose piece stands there; likewise fortifications and market places."""
    fortifications: dict[Space, int]
    market_places: dict[Space, int]
    emissaries: dict[Province, list[int]]
    """Every seat's, where there are any."""
    scored: list[Province]
    display: list[Colour]
    discards: list[Colour]
    exhausted: int
    """How often the deck has run out."""
    turn: Turn
    last: Last | None
    end: End | None


class Hand(TypedDict):
    """A hand: its cards where they are shown, those that all saw taken, and how many there are."""

    cards: list[Colour] | None
    seen: list[Colour]
    held: int


class Supply(TypedDict):
    """The pieces that a seat has left."""

    houses: int
    emissaries: int
    markers: int


class Standing(TypedDict):
    """How a province stands: every seat's pieces, who has most, and what is free."""

    houses: list[int]
    emissaries: list[int]
    most_houses: list[int]
    most_emissaries: list[int]
    cap: int
    """How many emissaries a seat may have there (HAN-5.2)."""
    free: list[Space]


class View(Table):
    """What a table shows a seat; `seat` is None for a spectator."""

    seat: int | None
    hands: list[Hand]
    deck: int
    supply: list[Supply]
    standing: dict[Province, Standing]
    last_turns: int | None
    breakdown: list[Item]
    result: Result | None


class Everything(Table):
    """Everything, hidden things included."""

    hands: list[list[Colour]]
    seen: list[list[Colour]]
    older: list[list[Colour]]
    not_older: list[list[Colour]]
    deck: list[Colour]


class BySeat(TypedDict):
    """What a seat did."""

    seat: int


class OfCard(BySeat):
    """A card drawn, taken or discarded."""

    card: Colour


class Sent(BySeat):
    """An emissary sent to a province."""

    provinces: list[Province]
    places: list[str]
    cards: list[Colour]


class Left(BySeat):
    """An emissary that leaves its market place."""

    space: Space
    provinces: list[Province]
    places: list[str]


class Built(Left):
    """A piece placed on a space."""

    cards: list[Colour]


class Cards(TypedDict):
    """How many cards."""

    cards: int


class Colours(TypedDict):
    """Which cards."""

    cards: list[Colour]


class Nothing(TypedDict):
    """No arguments."""


class HousesScored(Houses):
    """Points for houses, with the province's name."""

    places: list[str]


class AllianceScored(Allied):
    """Points for an alliance, with the provinces' names."""

    places: list[str]


class RowScored(Row):
    """Points for a row; it has no `places`."""

    places: list[str]


class Ended(TypedDict):
    """The end."""

    reason: End
    winners: list[int]
    points: int


class Events(TypedDict):
    """[kind of event] its arguments."""

    house: Built
    fortification: Built
    market_place: Built
    emissary: Sent
    discarded: OfCard
    turn_ended: BySeat
    took: OfCard
    drew_blind: BySeat
    drew: OfCard
    reshuffled: Cards
    ran_out: Nothing
    laid_open: Colours
    last_turn: BySeat
    left_market: Left
    scored_province: HousesScored
    province: HousesScored
    alliance: AllianceScored
    row: RowScored
    ports: HousesScored
    won: Ended
    shared: Ended
