"""The shapes of what is asked and answered, for checking and for the description of the interface."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from lantern.server.errors import STATUS
from lantern.server.tables.decisions import GREETINGS

CODES = tuple(STATUS)
"""What a problem may be called."""
MOST_SEATS = 8
MOST_VERSION = 2**31 - 1
MOST_PLIES = 24
"""Earlier moments that are shown at once."""
MOST_SAVED = 240_000

Seat = Annotated[int, Field(ge=1, le=MOST_SEATS)]
Version = Annotated[int, Field(ge=0, le=MOST_VERSION)]
MoveId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$", description="made by the client, new for each move")]
Key = Annotated[str, Field(min_length=1, max_length=64)]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Seed = Annotated[
    str,
    Field(
        pattern=r"^([0-9]{1,19}|[0-9a-f]{64})$",
        description="a whole number from 0 to 2**62 - 1, as text; or a key of 64 hexadecimal digits, as tables have",
    ),
]
Plain = dict[str, Any]
SHOWN = "x-shown"
"""Marks what has the type that each game gives it; see description.py."""
GameView = Annotated[Plain, Field(json_schema_extra={SHOWN: "view"})]
GameEverything = Annotated[Plain, Field(json_schema_extra={SHOWN: "everything"})]
GameBoard = Annotated[Plain, Field(json_schema_extra={SHOWN: "board"})]
GameGain = Annotated[Plain | None, Field(json_schema_extra={SHOWN: "gain"})]


class Asked(BaseModel):
    """Something that is asked: nothing is converted, nothing unknown is let in."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Answered(BaseModel):
    """Something that is answered."""

    model_config = ConfigDict(extra="forbid")


class BankClock(Asked):
    """A time for the whole match, and an increment for every turn."""

    kind: Literal["bank"]
    bank_s: int = Field(ge=1, le=30 * 86_400)
    increment_s: int = Field(default=0, ge=0, le=86_400)
    grace_s: int = Field(default=30, ge=0, le=86_400)
    at_zero: Literal["bot", "abandon", "nothing"] = "bot"


class TurnClock(Asked):
    """A time for every turn."""

    kind: Literal["turn"]
    turn_s: int = Field(ge=1, le=30 * 86_400)
    grace_s: int = Field(default=30, ge=0, le=86_400)
    at_zero: Literal["bot", "abandon", "nothing"] = "bot"


class Spectators(Asked):
    """What those who don't play may see; `delayed` and `seat` only where players may not talk.

    Nobody who plays learns from it what he doesn't know: of hands, `delayed` shows the cards that have left them since,
    and `seat` is that seat's view while all others are bots, otherwise the public one.
    """

    view: Literal["none", "public", "delayed", "seat"] = "public"
    seat: Seat | None = None


class OrderedSeat(Asked):
    """A seat of a new table: one's own, an open one, or a bot's."""

    kind: Literal["me", "open", "bot"]
    bot: str | None = Field(default=None, max_length=40)
    name: Name | None = None


class TableOrder(Asked):
    """A new table. There are as many players as seats; several seats of one's own make a hot-seat table."""

    game: str = Field(max_length=40)
    options: Plain = Field(default_factory=dict)
    seats: list[OrderedSeat] = Field(min_length=1, max_length=MOST_SEATS)
    clock: Annotated[BankClock | TurnClock, Field(discriminator="kind")] | None = None
    spectators: Spectators = Field(default_factory=Spectators)
    listed: bool = Field(default=False, description="whether anybody may take an open seat")
    seed: Seed | None = None
    saved: str | None = Field(default=None, max_length=MOST_SAVED, description="a saved match that goes on here")
    name: Name | None = None


class GuestName(Asked):
    """What one wants to be called."""

    name: Name


class Joining(Asked):
    """Taking a seat: with the secret of a link, or none where anybody may."""

    key: Key | None = None
    seat: Seat | None = None
    name: Name | None = None


class KeyOrder(Asked):
    """A new secret for one's seat."""

    alone: bool = Field(default=False, description="whether all other devices lose the seat")


class BotChoice(Asked):
    """A bot by its name, perhaps with the time it thinks: expert:seconds=3; without one, the usual bot."""

    bot: str | None = Field(default=None, max_length=40)


class Move(Asked):
    """An action, by who saw the table at a version."""

    seat: Seat
    action: str = Field(min_length=1, max_length=400)
    expected_version: Version
    move_id: MoveId


class Undo(Asked):
    """Taking back the last action, or the whole turn so far."""

    seat: Seat
    expected_version: Version
    move_id: MoveId
    whole_turn: bool = False


class SuggestionOrder(Asked):
    """Wanting to know what a strong player would do, by who saw the table at a version."""

    seat: Seat
    expected_version: Version


class Agreement(Asked):
    """Wanting the match to end unfinished, or no longer wanting it."""

    seat: Seat
    agree: bool = True


class Rematch(Asked):
    """Playing again; with the same deal or another."""

    same_deal: bool = False


class Words(Asked):
    """Something said at the table: words, or a greeting."""

    seat: Seat
    text: str | None = Field(default=None, max_length=2000)
    greeting: Literal[GREETINGS] | None = None  # type: ignore[valid-type]


class Problem(Answered):
    """Why something was not done. Nothing has changed."""

    error: Literal[CODES] = Field(description="a code, such as stale or refused")  # type: ignore[valid-type]
    message: str = Field(description="the same in the reader's language")
    clause: str | None = Field(default=None, description="the clause of the rules that refuses an action")
    key: str | None = Field(default=None, description="the refusal's key")
    arguments: Plain = Field(default_factory=dict)
    version: int | None = Field(default=None, description="of the table, where the request was stale")


class Refusal(Answered):
    """Why the rules forbid an action."""

    clause: str
    key: str
    message: str
    arguments: Plain


class OptionSheet(Answered):
    """An option of a game."""

    name: str
    summary: str
    default: bool | int | str | None
    choices: list[bool | int | str | None]
    own: str = Field(description="what data of one's own may be given instead; empty if none")


class BotSheet(Answered):
    """A level of a game's bots."""

    name: str
    summary: str
    seconds: float | None = Field(description="how long it thinks about a move; null if it answers at once")


class GameSheet(Answered):
    """A game's fact sheet."""

    name: str
    title: str
    summary: str
    rules: int
    least: int
    most: int
    team: bool
    silent: bool
    options: list[OptionSheet]
    bots: list[BotSheet] = Field(description="weakest first")
    usual_bot: str = Field(description="the bot that plays where none is named")


class ArgumentNames(Answered):
    """By what names the arguments of a game's messages are told."""

    arguments: dict[str, str]
    parts: dict[str, list[str]]
    forms: dict[str, list[str]]
    made: dict[str, str]
    things: dict[str, str]


class GameWords(Answered):
    """What a game says in a language: ICU messages by key."""

    words: dict[str, str]
    names: ArgumentNames


class Games(Answered):
    """All games."""

    games: list[GameSheet]
    most_seconds: float = Field(description="the longest time a bot may be given: expert:seconds=3")


class Guest(Answered):
    """Who one is here."""

    name: str | None


class SeatView(Answered):
    """Who sits on a seat; at a person's seat, `bot` is the one that stands in."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    bot: str | None
    agrees: bool


class TableMade(Answered):
    """A new table. The secrets belong into the fragment of links."""

    table: str
    version: int
    seats: list[int]
    invite: str | None
    keys: dict[str, str]


class TableSummary(Answered):
    """A table in a list."""

    table: str
    game: str
    status: Literal["seating", "playing", "over", "abandoned"]
    version: int
    to_act: int | None
    seats: list[SeatView]
    mine: list[int]
    your_turn: bool
    created_at: int
    updated_at: int


class TableList(Answered):
    """Tables, last changed first."""

    tables: list[TableSummary]


class Seated(Answered):
    """A seat taken, with the secret for one's other devices; null when one came again."""

    seat: int
    key: str | None
    version: int


class Changed(Answered):
    """The version at which something is done."""

    version: int


class NewKey(Changed):
    """A new secret for a seat's link."""

    key: str


class NewInvite(Changed):
    """A new secret for the table's link."""

    invite: str


class Played(Changed):
    """The version and the number of actions after a move or an undo."""

    ply: int


class Ended(Changed):
    """Whether the match has ended."""

    status: str = Field(pattern="^(playing|abandoned)$")


class Followed(Answered):
    """The table at which people play again, and one's seats there."""

    table: str
    seats: list[int]


class ClockView(Answered):
    """The clocks: what each seat has left at the moment since which one of them runs."""

    kind: Literal["bank", "turn"]
    increment_ms: int
    grace_ms: int
    at_zero: str
    left_ms: list[int]
    running: int | None
    since: int | None
    deadline: int | None


class EventView(Answered):
    """Something that happened: a key and arguments, to be worded in the reader's language."""

    key: str
    arguments: Plain


class PlyLog(Answered):
    """What an action did."""

    ply: int
    version: int
    seat: int
    at: int
    events: list[EventView]


class Talk(Answered):
    """Something that was said or done beside the game."""

    version: int
    at: int
    kind: str
    seat: int | None
    data: Plain


class Action(Answered):
    """An action, the things on the table that it involves, and what it would bring where that is not plain to see."""

    action: str
    touches: list[str]
    gain: GameGain


class Next(Answered):
    """The tables at which people play again."""

    rematch: str | None
    same_deal: str | None


class TableView(Answered):
    """A table for one viewer."""

    table: str
    version: int
    status: Literal["seating", "playing", "over", "abandoned"]
    game: str
    rules: int
    options: Plain
    seats: list[SeatView]
    clock: ClockView | None
    silent: bool = Field(description="whether the players may not talk about the game while it runs")
    spectators: Spectators
    listed: bool
    commitment: str = Field(description="SHA-256 of salt:seed, both of which are published at the end")
    seed_chosen: bool = Field(description="whether somebody knew the deal beforehand")
    seed: str | None
    salt: str | None
    can_review: bool = Field(description="whether the match can be reviewed: it is over, and somebody can judge it")
    next: Next
    previous: str | None
    created_at: int
    updated_at: int
    host: bool
    mine: list[int]
    seat: int | None = Field(description="the seat this view is for; null for a spectator")
    ply: int
    to_act: int | None
    view: GameView | None = Field(description="the game as this viewer sees it; null before it begins")
    actions: list[Action] = Field(description="what this viewer may do now")
    can_undo: int = Field(description="how many actions this viewer may take back")
    can_suggest: bool = Field(
        description="whether this viewer may ask for a suggestion: it is his turn, all others are bots"
    )
    everything: GameEverything | None = Field(description="what was hidden, after the end")
    keep: int = Field(description="how many actions of the log the client keeps; `log` goes on from there")
    log: list[PlyLog]
    talk: list[Talk] = Field(description="since the version asked for")


class PlyView(Answered):
    """The game after an earlier action."""

    ply: int
    view: GameView
    everything: GameEverything | None
    actions: list[Action] = Field(description="those that were asked about, as far as they could be done then")
    log: list[PlyLog]


class PlyViews(Answered):
    """The game after each of several earlier actions."""

    plies: list[PlyView]


class Preview(Answered):
    """What an action would do."""

    action: str
    touches: list[str]
    refusal: Refusal | None
    view: GameView | None = Field(description="the game after it; null where it could not be taken back")


class ReasonView(Answered):
    """Why an action: a key with what it speaks of, and the sentence in the reader's language."""

    key: str
    values: Plain
    text: str


class Reasons(Answered):
    """Why an action was taken, as far as this viewer can see."""

    ply: int
    seat: int
    reasons: list[ReasonView]


Unit = Literal["chance", "points"]


class Worth(Action):
    """An action and what it is worth."""

    worth: float | None


class Suggestion(Worth):
    """What a strong player would do, on what this seat has seen."""

    version: int
    seat: int
    unit: Unit = Field(description="whether worths are chances to win from 0 to 1, or points of the team")
    chances: list[float] = Field(description="everybody's chances now; in a team game one number, its points")
    others: list[Worth] = Field(description="the next best, best first")
    reasons: list[ReasonView]
    stood_in: bool = Field(description="whether a quick bot says so, because the strong one is not compiled yet")


class Decision(Answered):
    """A decision of a finished match."""

    ply: int = Field(description="the number of the action in the log, from 1")
    seat: int
    choices: int
    played: str
    best: str
    worth_played: float
    worth_best: float


class TurningPoint(Answered):
    """An action after which somebody's chances were others."""

    ply: int
    seat: int | None = Field(description="whose; null in a team game")
    change: float


class Review(Answered):
    """A finished match, looked at again."""

    unit: Unit
    chances: list[list[float]] = Field(description="[actions played] everybody's; in a team game one number")
    decisions: list[Decision] = Field(description="those at which there was a choice")
    turning_points: list[TurningPoint]
    mattered: list[int] = Field(description="the plies of decisions that were clearly worse than the best")


class ReviewState(Answered):
    """How far a review is."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    done: int
    of: int = Field(description="how many decisions there are; 0 while nobody has counted")
    review: Review | None


class Export(Answered):
    """A finished match."""

    saved: str
    seats: list[str | None]


class Health(Answered):
    """How the server is."""

    status: Literal["ok"]
    version: str
    process: str


class Readiness(Answered):
    """How far the server is with compiling; until it is done, some bots play as quicker ones do."""

    done: float = Field(ge=0, le=1, description="from 0 to 1")


class TableMessage(TableView):
    """Down the socket of a table: how it stands."""

    type: Literal["table"]


class PresenceMessage(Answered):
    """Down the socket of a table: which seats are connected, and how many spectators."""

    type: Literal["presence"]
    seats: list[int]
    spectators: int


class PreparingMessage(Answered):
    """Down the socket of a table: the bot that is being made ready, which may take minutes once; null when it is."""

    type: Literal["preparing"]
    bot: str | None


class PongMessage(Answered):
    """Down a socket: the answer to a ping, with the version of the last view that was sent."""

    type: Literal["pong"]
    version: int


class ClosedMessage(Answered):
    """Down a socket, the last message: why it is closed."""

    type: Literal["closed"]
    error: Literal[CODES]  # type: ignore[valid-type]
    message: str


class YourTurnMessage(Answered):
    """Down the socket of a guest: a table waits for him."""

    type: Literal["your_turn"]
    table: str
    seat: int | None
    version: int


class PingMessage(Asked):
    """Up a socket, to see whether the other side is there."""

    type: Literal["ping"]


AT_TABLE = (TableMessage, PresenceMessage, PreparingMessage, PongMessage, ClosedMessage)
"""What travels down the socket of a table."""
ANYWHERE = (PongMessage, ClosedMessage, YourTurnMessage)
"""What travels down the socket of a guest."""
UP = (PingMessage,)
MESSAGES: tuple[type[BaseModel], ...] = tuple(dict.fromkeys([*AT_TABLE, *ANYWHERE, *UP]))
"""What travels on sockets."""
