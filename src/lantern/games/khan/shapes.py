"""What a table of Khan shows, as types. A square is written "C7", by column and row, a card "ruler symbol"."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from lantern.games.khan.board import Direction, PieceType, Region, Ruler, Special, Symbol
from lantern.games.khan.ends import End
from lantern.games.khan.phases import Phase
from lantern.kernel.contract import Length

Square = str
Card = str
Cell = Annotated[list[int], Length(2)]
"""Row and column."""
Owner = int | Literal["neutral"]
"""A seat, or nobody."""


class DrawnSquare(TypedDict):
    """A square of the board with the symbols of the cards that lead there."""

    square: Square
    region: Region | Literal["river"]
    symbols: list[Symbol]


class DrawnPiece(TypedDict):
    """A type of piece; a form is its squares, from the first of them."""

    piece: PieceType
    bridge: bool
    rivers: list[int]
    """How many river squares it may cover: none, or for a bridge one, or some."""
    count: int
    points: int
    forms: list[list[Cell]]


class DrawnCard(TypedDict):
    """A card of the deck, and where a ruler flees when it is turned up."""

    card: Card
    direction: Direction


class Board(TypedDict):
    """Board, pieces and cards."""

    squares: list[DrawnSquare]
    pieces: list[DrawnPiece]
    cards: list[DrawnCard]


class Piece(TypedDict):
    """A piece on the board."""

    piece: PieceType
    squares: list[Square]
    owners: list[int]


class PieceItem(Piece):
    """What a piece brings one of its owners (KHAN-10.1)."""

    kind: Literal["piece"]
    of: int
    """Its number, in the order placed."""
    when: Literal["scored"]
    seat: int
    points: int
    full: int


class TerritoryItem(TypedDict):
    """What the territories bring a seat (KHAN-10.2)."""

    kind: Literal["territory"]
    of: int
    when: Literal["final"]
    seat: int
    points: int
    place: int
    sizes: list[int]
    squares: list[Square]
    """The largest."""


Item = PieceItem | TerritoryItem


class Outcome(TypedDict):
    """Why a finished match is over, and who won."""

    reason: End
    scores: list[int]
    winners: list[int]
    territories: list[list[int]]
    """Every seat's, the largest first."""


class Result(Outcome):
    """How a match ended."""

    breakdown: list[Item]


class Gain(TypedDict):
    """What a conquest brings: who would own the piece, and the points for each of them (KHAN-6.3)."""

    owners: list[int]
    points: int


Fled = TypedDict("Fled", {"card": Card, "ruler": Ruler, "from": Square})
"""The flight of a ruler that happened last."""


class Last(TypedDict):
    """The decision made last."""

    seat: int
    action: str


class Table(TypedDict):
    """What lies open for everybody."""

    start_player: int
    turn: int
    to_act: int | None
    phase: Phase | Literal["over"]
    actions_left: int
    asked_in: Phase | None
    """The phase that goes on once a proposal is answered."""
    final: bool
    scores: list[int]
    yurts: dict[Square, Owner]
    rulers: dict[Ruler, Square]
    """His square, "home" or "unplaced"."""
    courts: dict[Ruler, int]
    """The yurts left there."""
    pieces: list[Piece]
    discards: list[Card]
    reshuffles: int
    specials: list[dict[Special, int]]
    patronage: list[int]
    """The seats for which it is in force."""
    gods: dict[str, Region | Literal["all"]]
    """[seat] what they protect."""
    reserved: dict[str, PieceType]
    """[seat] what it has reserved."""
    last_special: list[Literal["patronage", "gods"] | None]
    proposal: str | None
    """The conquest that is proposed."""
    consented: list[int]
    refused: list[str]
    fled: Fled | None
    last: Last | None
    end: End | None


class Hand(TypedDict):
    """A hand: its cards where they are shown, and how many there are."""

    cards: list[Card] | None
    held: int


class View(Table):
    """What a table shows a seat; `seat` is None for a spectator."""

    seat: int | None
    hands: list[Hand]
    deck: int
    beside: dict[PieceType, int]
    """The pieces beside the board."""
    offer: Gain | None
    """What the conquest that is proposed would bring."""
    flight: dict[Ruler, dict[Direction, Square | None]]
    """Where a ruler would go if he were driven out; None is home."""
    breakdown: list[Item]
    result: Result | None


class Everything(Table):
    """Everything, hidden things included."""

    hands: list[list[Card]]
    drawn: list[list[int]]
    bounds: list[list[dict[Symbol, Ruler]]]
    deck: list[Card]


class BySeat(TypedDict):
    """What a seat did, or what happened to it."""

    seat: int


class RulerPlaced(BySeat):
    """A ruler placed."""

    ruler: Ruler
    square: Square


class OnSquare(BySeat):
    """A yurt placed."""

    square: Square


class GivenUp(BySeat):
    """A card that left a hand."""

    symbol: Symbol
    card: Card


class Invaded(GivenUp):
    """A square invaded with a card."""

    square: Square


class DrivenOut(BySeat):
    """A ruler driven out."""

    ruler: Ruler


class Proposed(BySeat):
    """A conquest that needs consent."""

    piece: PieceType
    squares: list[Square]


class Conquered(Piece):
    """A piece laid."""

    seat: int
    points: int


class OfRegion(BySeat):
    """A region named."""

    region: Region


class Reserved(BySeat):
    """A piece reserved."""

    piece: PieceType


class Nothing(TypedDict):
    """No arguments."""


class CountDrawn(BySeat):
    """How many cards a seat drew."""

    cards: int


class Drew(BySeat):
    """Which cards, for their owner."""

    cards: list[Card]


class InVain(TypedDict):
    """Cards turned up of rulers who are home."""

    cards: list[Card]


class TurnedUp(TypedDict):
    """The card by which a ruler flees."""

    card: Card
    direction: Direction


class Barrier(TypedDict):
    """The edge of the board."""

    by: Literal["edge"]


class BarrierOn(TypedDict):
    """What is in the way on a square."""

    by: Literal["piece", "river", "ruler", "yurt"]
    square: Square


class Tried(TypedDict):
    """A direction in which there is no refuge."""

    ruler: Ruler
    direction: Direction
    blocked: list[Barrier | BarrierOn]


class WentHome(TypedDict):
    """A ruler who went home."""

    ruler: Ruler
    origin: Square


class Fleeing(WentHome):
    """A ruler who fled."""

    direction: Direction
    square: Square


class NewDeck(TypedDict):
    """How many cards the new deck has."""

    cards: int


class FinalPhase(TypedDict):
    """The rulers who go home too."""

    rulers: list[Ruler]


class Ended(TypedDict):
    """The end."""

    reason: End
    winners: list[int]
    points: int


class Events(TypedDict):
    """[kind of event] its arguments."""

    ruler_placed: RulerPlaced
    yurt_placed: OnSquare
    dealt: Nothing
    refilled: CountDrawn
    drew: Drew
    turn: BySeat
    invaded: Invaded
    invaded_anywhere: OnSquare
    driven_out: DrivenOut
    discarded: GivenUp
    stopped: BySeat
    proposed: Proposed
    consented: BySeat
    refused: BySeat
    conquered: Conquered
    conquered_together: Conquered
    morale: BySeat
    patronage: BySeat
    gods: BySeat
    gods_region: OfRegion
    reserved: Reserved
    passed: BySeat
    patronage_ended: BySeat
    gods_ended: BySeat
    reservation_ended: Reserved
    nothing_more: BySeat
    passed_over: BySeat
    in_vain: InVain
    card: TurnedUp
    tried: Tried
    fled: Fleeing
    went_home: WentHome
    reshuffled: NewDeck
    final_phase: FinalPhase
    territory: TerritoryItem
    won: Ended
    shared: Ended
