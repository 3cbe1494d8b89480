"""What a table of Ming Dynastie shows, as types. A district is named by its province's letter and a number: "W1"."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from lantern.games.ming.board import Card, Province, Symbol
from lantern.games.ming.ends import End
from lantern.games.ming.phases import Phase
from lantern.games.ming.state import Why
from lantern.kernel.contract import Length

District = str
Owner = str
""" "seat 1", or "neutral"."""
Point = Annotated[list[float], Length(2)]
"""Across and down on the drawing."""


class DrawnProvince(TypedDict):
    """A province."""

    id: Province
    letter: str
    name: str
    hanzi: str
    city_name: str
    order: int
    city: Point


class DrawnDistrict(TypedDict):
    """A district; `room` is how far from its centre its open area reaches.

    Its name is written from `label` to the right, and who is there stands round `people`.
    """

    id: District
    province: Province
    name: str
    outline: list[Point]
    centre: Point
    room: float
    label: Point
    people: Point
    monastery: Point
    palaces: list[Point]


class DrawnBorder(TypedDict):
    """A border with the symbol that crosses it, and whether it is inside a province."""

    between: Annotated[list[District], Length(2)]
    symbol: Symbol
    at: Point
    inside: bool
    line: list[Point]


class Lettering(TypedDict):
    """A name written on the map."""

    name: str
    at: Point
    angle: float
    size: float
    colour: str
    w: float


class Scenery(TypedDict):
    """What lies round the provinces."""

    sea: list[Point]
    sea_coast: list[Point]
    shore: list[Point]
    land_edge: list[Point]
    wall: list[Point]
    names: list[Lettering]
    islands: list[list[Point]]


class Sizes(TypedDict):
    """How large things are drawn."""

    city: float
    ring: float
    symbol: float
    monastery: float
    palace: float


class Scoring(TypedDict):
    """After which round there is a scoring, and what a set and a member in a palace bring."""

    round: int
    set: int
    palace: int


class Board(TypedDict):
    """The map and the schedule."""

    name: str
    size: Point
    sizes: Sizes
    provinces: list[DrawnProvince]
    districts: list[DrawnDistrict]
    borders: list[DrawnBorder]
    scenery: Scenery
    rounds: int
    scorings: list[Scoring]
    monastery: int
    """What each brings at a scoring."""


Kind = Literal["earlier", "set", "palaces", "majority", "monasteries", "five", "single"]


class Scored(TypedDict):
    """What a seat has got; `of` is a province, or the kind once more."""

    kind: Kind
    round: int
    of: str
    seat: int
    points: int
    members: int
    """Or tiles, or sets of them."""
    why: NotRequired[Why]
    """For a majority."""


class ScoredItem(Scored):
    """What a seat has got, or would get at the next scoring."""

    when: Literal["scored", "preview"]


class TileItem(TypedDict):
    """Who would go to the palaces of a district, and the tiles that it would bring; None is the neutral family."""

    kind: Literal["tile"]
    round: int
    of: District
    seat: int | None
    points: int
    members: int
    tiles: int
    why: Literal["most", "tied", "second"]
    when: Literal["preview"]


Item = ScoredItem | TileItem


class Outcome(TypedDict):
    """Why a finished match is over, and who won."""

    reason: End
    scores: list[int]
    winners: list[int]


class Result(Outcome):
    """How a match ended."""

    breakdown: list[Item]


class CityScored(TypedDict):
    """The city that is being scored; what was chosen in secret may be hidden."""

    province: Province
    chosen: list[int | Literal["hidden"] | None]
    neutrals_lead: bool
    neutrals_back: int


class Last(TypedDict):
    """The decision made last; of a secret one only its kind."""

    seat: int
    action: str


class Table(TypedDict):
    """What lies open, and what is written in the same words for everybody."""

    start_player: int
    round: int
    phase: Phase | Literal["over"]
    to_act: int | None
    princes: list[District | None]
    spaces: dict[Province, list[int]]
    """Every seat's members; likewise in open areas and palaces."""
    open: dict[District, list[int]]
    monasteries: dict[District, int]
    palaces: dict[District, list[int]]
    neutrals: dict[District, int]
    neutral_palaces: dict[District, int]
    display: dict[Province, Symbol | None]
    discards: dict[Symbol, int]
    dragons: int
    tiles: list[dict[Province, int]]
    passed: list[int]
    scoring: CityScored | None
    scores: list[int]
    end: End | None
    to_place: list[int]
    scored: list[Scored]
    last: Last | None


class View(Table):
    """What a table shows a seat; `seat` is None for a spectator."""

    seat: int | None
    deck: int
    hands: list[dict[Card, int] | int]
    """How many cards there are, where they are not shown."""
    stock: dict[Province, int]
    neutral_stock: int
    reach: list[dict[District, int] | None]
    """Where a prince could end a walk, each with the fewest cards."""
    worth: int
    """What a set brings at the next scoring."""
    breakdown: list[Item]
    result: Result | None


class Everything(Table):
    """Everything, hidden things included."""

    deck: list[Symbol]
    hands: list[dict[Card, int]]


class BySeat(TypedDict):
    """What a seat did, or what happened to it."""

    seat: int


class InDistrict(BySeat):
    """Something in a district."""

    district: District


class InProvince(BySeat):
    """Something in a province."""

    province: Province


class PrincePlaced(InDistrict):
    """A prince placed, and the tile he brings."""

    province: Province


class Took(InProvince):
    """A card taken."""

    card: Card


class TurnedUp(TypedDict):
    """The card that lies at a province now."""

    province: Province
    card: Symbol


class NewDeck(TypedDict):
    """How many cards the new deck has."""

    cards: int


class WithCard(InDistrict):
    """A step, or staying, for a card."""

    card: Card


class Deployed(InDistrict):
    """Members deployed."""

    members: int


class Ousted(Deployed):
    """A monastery taken over."""

    other: int


class Chose(BySeat):
    """What was chosen in secret."""

    members: int


class StartChosen(BySeat):
    """Who begins."""

    start: int


class CityNext(TypedDict):
    """The city that is scored next, and whether neutral members lead there."""

    province: Province
    neutrals_lead: bool


class Revealed(TypedDict):
    """What all have chosen."""

    province: Province
    sums: dict[Owner, int]


class Returned(TypedDict):
    """All members of an owner went back."""

    owner: Owner
    province: Province
    members: int


class NeutralsToReturn(TypedDict):
    """How many neutral members must go back."""

    province: Province
    members: int


class LeftCity(TypedDict):
    """Who leaves the board."""

    province: Province
    members: dict[Owner, int]


class Palaces(TypedDict):
    """Who goes to the palaces of a district, and the tiles it brings."""

    district: District
    moves: dict[Owner, int]
    tiles: dict[Owner, int]


class Round(TypedDict):
    """A round, and who begins."""

    round: int
    start: int


class Ended(TypedDict):
    """The end."""

    reason: End
    winners: list[int]
    points: int


class Events(TypedDict):
    """[kind of event] its arguments."""

    neutral_placed: InDistrict
    prince_placed: PrincePlaced
    member_placed: InProvince
    took: Took
    turned_up: TurnedUp
    dragon: InProvince
    reshuffled: NewDeck
    stepped: WithCard
    stopped: InDistrict
    stayed: WithCard
    passed: InDistrict
    no_cards: BySeat
    deployed: Deployed
    deployed_monastery: Deployed
    ousted: Ousted
    chose: BySeat
    chose_sum: Chose
    scoring_city: CityNext
    revealed: Revealed
    sent_back: InDistrict
    returned: Returned
    neutrals_to_return: NeutralsToReturn
    left_city: LeftCity
    neutral_back: InDistrict
    palaces: Palaces
    set: Scored
    scored_palaces: Scored
    majority: Scored
    monasteries: Scored
    five: Scored
    single: Scored
    chooses_start: BySeat
    start_chosen: StartChosen
    round: Round
    won: Ended
    shared: Ended
