"""A table as the replay of its entries: who sits where, the match, the clocks, the talk."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import lantern
from lantern.kernel.chance import Seed
from lantern.kernel.contract import Event, Json
from lantern.kernel.game import Game, Match
from lantern.learning.lessons import Lesson, lesson
from lantern.server.tables import entries as kinds
from lantern.server.tables.clocks import Clocks
from lantern.server.tables.entries import Entry
from lantern.server.tables.solving import Solving, solving

SEATING, PLAYING, OVER, ABANDONED = "seating", "playing", "over", "abandoned"
OPEN, PERSON, BOT = "open", "person", "bot"


@dataclass(frozen=True)
class Setting:
    """What was decided when the table was made; it never changes."""

    table: str
    game: str
    rules: int
    options: Json
    seed: Seed
    """A key, unless somebody chose the deal: then nobody can compute cards from those he has seen."""
    salt: str
    """Mixed into the published hash of the seed, so that the seed can't be found by trying."""
    seed_chosen: bool
    """Whether somebody knows the deal beforehand: a seed or a saved match was given."""
    setup: Json
    position: Json | None
    actions: list[str]
    """The actions of a saved match that goes on here."""
    clock: Json | None
    spectators: Json
    listed: bool
    """Whether anybody may take an open seat."""
    host: str
    """The guest who made the table, and is its host at first."""
    seats: list[Json]
    """[seat - 1] who sits there at first: kind, name, bot, guests, key (a hash)."""
    invite: str | None
    """The hash of the table's first link."""
    previous: str | None
    """The table whose people go on here."""
    created_at: int
    lesson: bool = False
    """Whether it is the game's guided first game."""
    branch: Json | None = None
    """What it is another way of: table, ply; again, if something better is to be found there than was played."""
    puzzle: Json | None = None
    """The puzzle whose moment it begins with: its name; the day, if it was taken as the puzzle of that day."""


@dataclass
class Seat:
    """A place at the table."""

    number: int
    kind: str
    name: str | None = None
    bot: str | None = None
    """The bot that plays here; at a person's seat, the one that stands in."""
    guests: list[str] = field(default_factory=list)
    """The guests who may play here: the devices of one person, in the order in which they came."""
    key: str | None = None
    """The hash of the key that opens the seat."""
    agrees: bool = False
    """Whether the person wants the match to end."""

    @property
    def waits_for_person(self) -> bool:
        """Whether a person is to play here, and no bot for him."""
        return self.kind == PERSON and self.bot is None


@dataclass(frozen=True)
class Ply:
    """An action that stands, and what it did."""

    version: int
    seat: int
    at: int
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Done:
    """A request that was granted: what was asked, and the answer."""

    asked: tuple[Any, ...]
    version: int
    ply: int
    first: Entry | None = None
    """The entry it made, or the first of them."""


class Table:
    """A table under way or over; `apply` is the one way it changes."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.game: Game = lantern.game(setting.game)
        self.words = self.game.sheet.words(setting.options)
        self.version = 0
        self.played = 0
        """The version of the last entry that changed the match."""
        self.status = SEATING
        self.seats = [
            Seat(number, seat["kind"], seat["name"], seat["bot"], [*seat["guests"]], seat["key"])
            for number, seat in enumerate(setting.seats, 1)
        ]
        self.host = setting.host
        """The guest who is the host now."""
        self.invite = setting.invite
        self.match: Match | None = None
        self.ended = 0
        """The version at which the match ended; 0 while it has not."""
        self.bots_changed = 0
        """The version at which a bot last sat down or went."""
        self.plies: list[Ply] = []
        self.trail: list[tuple[int, int]] = []
        """(version, ply after it) of every entry that changed the match."""
        self.talk: list[Entry] = []
        self.done: dict[str, Done] = {}
        """[move id, or the mark of another request] what was granted."""
        self._last: Entry | None = None
        self.next: dict[str, str] = {}
        """[rematch or same_deal] the table that follows."""
        self.label: str | None = None
        """What a branch is called by who made it."""
        self.solving: Solving | None = solving(setting.game, setting.puzzle)
        """The puzzle of the table, if it has one."""
        self.clocks = Clocks.set_to(setting.clock, len(self.seats)) if setting.clock else None
        self.updated_at = setting.created_at
        self.shown: dict[Any, Any] = {}
        """What has been made for viewers at this version; emptied by every change."""

    @cached_property
    def board(self) -> Json:
        """The fixed things of the table, for drawing."""
        return {**self.words.board()}

    @cached_property
    def lesson(self) -> Lesson | None:
        """What is taught here, if anything is."""
        return lesson(self.setting.game) if self.setting.lesson else None

    @property
    def step(self) -> int | None:
        """The step of the lesson, from 0, that is to be done; None where nothing is taught, or no more."""
        if self.lesson is None or self.match is None:
            return None
        step = self.lesson.step_at(self.match.ply)
        return step if step < len(self.lesson.steps) else None

    @property
    def to_act(self) -> int | None:
        """The seat whose decision it is while the match runs."""
        return self.match.to_act if self.match is not None and self.status == PLAYING else None

    @property
    def bot_to_act(self) -> str | None:
        """The bot that is to decide now; none while the match waits for a puzzle, or at the end of a lesson."""
        if self.waits or self.is_just_taught:
            return None
        return self.seats[self.to_act - 1].bot if self.to_act is not None else None

    @property
    def is_just_taught(self) -> bool:
        """Whether a lesson has come to its end and nobody has gone on: nothing happens behind what it says last."""
        taught, match = self.lesson, self.match
        return taught is not None and match is not None and match.ply == taught.begins(len(taught.steps))

    @property
    def waits(self) -> bool:
        """Whether the match waits until a puzzle is done with."""
        return self.solving is not None and self.solving.waits

    @property
    def takes_moves(self) -> bool:
        """Whether actions are what is asked for: not while a question is, nor before one goes on after a puzzle."""
        return self.solving is None or not self.solving.waits or self.solving.is_played

    @property
    def bots_alone(self) -> bool:
        """Whether no person is waited for at any seat, now or later: all have a bot, be it one that stands in."""
        return not any(seat.waits_for_person for seat in self.seats)

    @property
    def finished(self) -> bool:
        """Whether the match has ended, so that nothing is secret any more."""
        return self.match is not None and self.status != PLAYING

    @property
    def full(self) -> bool:
        """Whether no seat is open."""
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def running_match(self) -> Match:
        """The match, where there must be one."""
        assert self.match is not None
        return self.match

    def undoable(self, seat: int) -> int:
        """How many actions of its own a seat can take back, one after the other; not those of a saved match."""
        if self.to_act != seat or not self.takes_moves:
            return 0
        if self.lesson is not None and self.step is not None:
            return self.running_match.ply - self.lesson.begins(max(0, self.step - 1))
        if self.is_free:
            return self._since_last_own(seat)
        return min(self.running_match.undoable, self.running_match.ply - len(self.setting.actions))

    @property
    def is_free(self) -> bool:
        """Whether all can be taken back, whatever was learnt by it: in a lesson, and by who tries something alone."""
        if self.step is not None or self.waits:
            return True
        return self.setting.branch is not None and sum(seat.kind != BOT for seat in self.seats) == 1

    def is_tried_by(self, guest: str | None) -> bool:
        """Whether a guest tries alone how a finished match might have gone on, with nothing to be found."""
        branch = self.setting.branch
        people = [seat for seat in self.seats if seat.kind != BOT]
        return branch is not None and not branch.get("again") and len(people) == 1 and guest in people[0].guests

    def _since_last_own(self, seat: int) -> int:
        """How many actions stand since a seat's last one, with that one; none if it has not acted here."""
        for count, ply in enumerate(reversed(self.plies[len(self.setting.actions) :]), 1):
            if ply.seat == seat:
                return count
        return 0

    def who_sits_where(self) -> list[Json]:
        """The seats as everybody may see them."""
        return [
            {"seat": seat.number, "kind": seat.kind, "name": seat.name, "bot": seat.bot, "agrees": seat.agrees}
            for seat in self.seats
        ]

    def outcome(self) -> Json | None:
        """How the match ended, as lists tell it: everybody's points, who won, or what all have reached together."""
        match = self.match if self.status == OVER else None
        if match is None or match.result is None:
            return None
        return {"scores": [*match.scores], "winners": match.result.get("winners"), "score": match.result.get("score")}

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats a guest may play."""
        return [seat.number for seat in self.seats if guest is not None and guest in seat.guests]

    def ply_at(self, version: int) -> int:
        """How many actions stood at a version."""
        place = bisect_right(self.trail, (version, 1 << 60))
        return self.trail[place - 1][1] if place else 0

    def kept_since(self, version: int) -> int:
        """How many actions of the log are as they were at a version; none once the end has opened what was hidden."""
        if not self.ended <= version <= self.version:
            return 0
        place = bisect_right(self.trail, (version, 1 << 60))
        return min([self.ply_at(version)] + [ply for _, ply in self.trail[place:]])

    def apply(self, entry: Entry) -> None:
        """Carry out an entry that was granted. An error here means that the entries are not of this table."""
        if entry.version != self.version + 1:
            raise ValueError(f"entry {entry.version} does not follow version {self.version}")
        self.version, self.updated_at = entry.version, entry.at
        self.shown.clear()
        bots = [seat.kind == BOT for seat in self.seats]
        APPLY[entry.kind](self, entry)
        if bots != [seat.kind == BOT for seat in self.seats]:
            self.bots_changed = entry.version
        self._note_done(entry)
        if entry.kind in kinds.TOLD:
            self.talk.append(entry)

    def _note_done(self, entry: Entry) -> None:
        """Note what was granted to who marked his request; what follows from it by itself belongs to the answer."""
        if entry.move_id is not None:
            self.done.setdefault(entry.move_id, self.now(entry))
        elif self._last is not None and self._last.move_id is not None and _follows(self._last, entry):
            self.done[self._last.move_id] = self.now(self._last)
        self._last = entry

    def now(self, first: Entry | None = None) -> Done:
        """The answer to who asked for what was done last."""
        return Done((), self.version, self.match.ply if self.match is not None else 0, first)

    def seat_of(self, entry: Entry) -> Seat:
        """The seat an entry is about."""
        assert entry.seat is not None
        return self.seats[entry.seat - 1]

    def changed_match(self, entry: Entry, asked: tuple[Any, ...] = ()) -> None:
        """Note that an entry changed the match, and the answer to who asked for it."""
        self.played = entry.version
        self.trail.append((entry.version, self.running_match.ply))
        if entry.move_id is not None:
            self.done[entry.move_id] = Done(asked, entry.version, self.running_match.ply)
        if self.running_match.over:
            self.status, self.ended = OVER, entry.version

    def turn_clock(self, entry: Entry, played: bool = False) -> None:
        """Let the clock of who is to act run, if it is a person."""
        if self.clocks is not None:
            seat = self.to_act
            waits = seat is not None and self.seats[seat - 1].waits_for_person
            self.clocks.turn_to(seat if waits else None, entry.at, played)

    def digest(self) -> str | None:
        """A hash of the match's whole state, by which a later replay is checked."""
        return self.match.digest() if self.match is not None else None


def _follows(first: Entry, second: Entry) -> bool:
    """Whether an entry was made by the request that made the one before: all are seated, or all want the end."""
    if second.kind == kinds.BEGIN:
        return first.kind in (kinds.SIT, kinds.BOT)
    return (
        second.kind == kinds.ABANDON and second.data["why"] == "agreed" and first.kind in (kinds.AGREE, kinds.STAND_IN)
    )


def sit(table: Table, entry: Entry) -> None:
    """A person takes a seat."""
    seat = table.seat_of(entry)
    seat.kind, seat.name, seat.key = PERSON, entry.data["name"], entry.data["key"]
    seat.guests = [entry.data["guest"]]
    seat.bot = None
    table.turn_clock(entry)


def device(table: Table, entry: Entry) -> None:
    """A person comes with another device, and perhaps loses the oldest."""
    seat = table.seat_of(entry)
    seat.guests = [guest for guest in seat.guests if guest != entry.data.get("instead_of")] + [entry.data["guest"]]


def leave(table: Table, entry: Entry) -> None:
    """A seat is given up before the match."""
    _empty(table.seat_of(entry), None)


def _empty(seat: Seat, key: str | None) -> None:
    seat.kind, seat.name, seat.bot, seat.key, seat.agrees = OPEN, None, None, key, False
    seat.guests = []


def take_bot(table: Table, entry: Entry) -> None:
    """A bot takes a seat."""
    seat = table.seat_of(entry)
    _empty(seat, None)
    seat.kind, seat.bot = BOT, entry.data["bot"]
    table.turn_clock(entry)


def stand_in(table: Table, entry: Entry) -> None:
    """A bot plays for a person."""
    table.seat_of(entry).bot = entry.data["bot"]
    table.turn_clock(entry)


def come_back(table: Table, entry: Entry) -> None:
    """A person plays again."""
    seat = table.seat_of(entry)
    seat.bot = None
    if table.clocks is not None:
        table.clocks.give_grace(seat.number)
    table.turn_clock(entry)


def open_seat(table: Table, entry: Entry) -> None:
    """The host opens a seat; what was agreed at it is void."""
    _empty(table.seat_of(entry), entry.data["key"])
    table.turn_clock(entry)


def change_host(table: Table, entry: Entry) -> None:
    """Somebody else is the host."""
    table.host = entry.data["guest"]


def invite(table: Table, entry: Entry) -> None:
    """The table's link is another."""
    table.invite = entry.data["key"]


def rekey(table: Table, entry: Entry) -> None:
    """A seat's key is another, and perhaps fewer devices have it."""
    seat = table.seat_of(entry)
    seat.key, seat.guests = entry.data["key"], [*entry.data["guests"]]


def rename(table: Table, entry: Entry) -> None:
    """A person's name is another."""
    table.seat_of(entry).name = entry.data["name"]


def begin(table: Table, entry: Entry) -> None:
    """The match begins, or goes on where a saved one stood."""
    setting = table.setting
    table.match = Match(table.game, setting.options, setting.seed, setting.setup, setting.position)
    table.status = PLAYING
    for action in setting.actions:
        _play(table, entry, action)
    table.changed_match(entry)
    table.turn_clock(entry)


def _play(table: Table, entry: Entry, action: str | int) -> None:
    seat = table.running_match.to_act
    events = table.running_match.play(action)
    table.plies.append(Ply(entry.version, seat or 0, entry.at, tuple(events)))


def move(table: Table, entry: Entry) -> None:
    """An action is played."""
    _play(table, entry, entry.data["action"] if entry.action is None else entry.action)
    table.changed_match(entry, ("move", entry.seat, entry.data["action"]))
    table.turn_clock(entry, played=True)


def undo(table: Table, entry: Entry) -> None:
    """Actions are taken back."""
    count = entry.data["count"]
    if table.is_free:
        table.match = table.running_match.earlier(table.running_match.ply - count)
    else:
        for _ in range(count):
            table.running_match.undo()
    del table.plies[len(table.plies) - count :]
    table.changed_match(entry, ("undo", entry.seat, entry.data["whole_turn"]))
    table.turn_clock(entry)


def agree(table: Table, entry: Entry) -> None:
    """A person wants the match to end, or no longer does."""
    table.seat_of(entry).agrees = entry.data["agree"]


def abandon(table: Table, entry: Entry) -> None:
    """The match ends unfinished."""
    table.status, table.ended = ABANDONED, entry.version
    table.turn_clock(entry)


def pause(table: Table, entry: Entry) -> None:
    """The server was down."""
    if table.clocks is not None:
        table.clocks.pause(entry.data["since"], entry.data["ms"])


def chat(table: Table, entry: Entry) -> None:
    """Words change nothing."""


def follow(table: Table, entry: Entry) -> None:
    """The people go on elsewhere."""
    table.next[entry.data["which"]] = entry.data["table"]


def label(table: Table, entry: Entry) -> None:
    """A branch is called otherwise."""
    table.label = entry.data["label"]


def try_out(table: Table, entry: Entry) -> None:
    """The puzzle is solved, or an answer is wrong."""
    if entry.move_id is not None:
        asked = ("move", entry.seat, entry.data["answer"])
        table.done[entry.move_id] = Done(asked, entry.version, table.running_match.ply, entry)
    if table.solving is not None:
        if entry.data["right"]:
            table.solving.solved = True
        else:
            table.solving.wrong.append(entry.data["answer"])


def show(table: Table, entry: Entry) -> None:
    """The solution of the puzzle is told."""
    if table.solving is not None:
        table.solving.shown = True


def go_on(table: Table, entry: Entry) -> None:
    """The match goes on after its puzzle."""
    if table.solving is not None:
        table.solving.goes_on = True


APPLY = {
    kinds.SIT: sit,
    kinds.DEVICE: device,
    kinds.LEAVE: leave,
    kinds.BOT: take_bot,
    kinds.STAND_IN: stand_in,
    kinds.RETURN: come_back,
    kinds.OPEN: open_seat,
    kinds.HOST: change_host,
    kinds.INVITE: invite,
    kinds.KEY: rekey,
    kinds.NAME: rename,
    kinds.BEGIN: begin,
    kinds.MOVE: move,
    kinds.UNDO: undo,
    kinds.AGREE: agree,
    kinds.ABANDON: abandon,
    kinds.PAUSE: pause,
    kinds.CHAT: chat,
    kinds.NEXT: follow,
    kinds.LABEL: label,
    kinds.TRY: try_out,
    kinds.SHOW: show,
    kinds.GO_ON: go_on,
}
"""[kind] what an entry does."""
