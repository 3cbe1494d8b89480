"""A game as Python users hold it, and its matches. A match is its list of actions; states are its replay."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache, cached_property
from typing import Any

import numpy as np

from lantern.kernel.batch import Batch
from lantern.kernel.chance import Seed, begin, checked_chance, is_spent, place_of, turn_to
from lantern.kernel.composing import Part, parts_from
from lantern.kernel.contract import Event, Json, Sheet, Shown, known
from lantern.kernel.copies import Apart, Uncopied
from lantern.kernel.engine import Engine, build_engine
from lantern.kernel.errors import BadInput, LanternError, Never, Phrase, Refusal, Refused, WrongCall, listing, quoted
from lantern.kernel.gpu import BLOCK, MOST_BLOCK, MOST_REGISTERS, GpuBatch
from lantern.kernel.options import check_depth, checked, shown
from lantern.kernel.reading import Given, check_told, read_count, read_flag, read_object, read_plain
from lantern.kernel.record import Records, copy_of, new_records
from lantern.kernel.rng import MatchStream
from lantern.kernel.saved import FORMAT, read_saved
from lantern.kernel.seeds import checked_seed
from lantern.languages.words import DEFAULT, LANGUAGES, told

NOTHING_TO_UNDO = Refusal("undo", "nothing_to_undo")
MATCH_OVER = Refusal("undo", "match_over")
SETTLED = Refusal("undo", "settled")


class Game(Uncopied):
    """One of the games on the table."""

    cannot = "pickled"
    instead = "ask for it by its name, with lantern.game"

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def __repr__(self) -> str:
        return f"lantern.game({self.name!r})"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    @property
    def name(self) -> str:
        """The name by which the game is asked for."""
        return self.sheet.name

    @cached_property
    def engine(self) -> Engine:
        """The compiled entries; each is compiled when first called."""
        return build_engine(self.sheet)

    def options(self, /, players: int | None = None, **chosen: Any) -> Json:
        """All options with their values, those not chosen at their defaults or as they follow from others.

        Where an option takes data of the user's own, it is given as a mapping, or as the `Path` of a JSON file.
        """
        seats = self.sheet.seats
        players = seats.start if players is None else players
        if not isinstance(players, int) or isinstance(players, bool) or players not in seats:
            raise BadInput(
                "bad.players", game=self.sheet.called, least=seats.start, most=seats.stop - 1, players=quoted(players)
            )
        known = {option.name: option for option in self.sheet.options}
        for name in chosen:
            if name not in known:
                raise BadInput("bad.no_option", game=self.sheet.called, name=quoted(name), options=known)
        values = {name: checked(self.name, option, chosen.get(name, option.default)) for name, option in known.items()}
        return self.sheet.settle({"players": players, **values})

    def match(self, players: int | None = None, seed: Seed | None = None, **chosen: Any) -> Match:
        """A new match. What the game lets one choose of the set-up, such as `deck`, is given like an option.

        Its seed is a number, or a key of 64 hexadecimal digits: then no cards that were seen give away the others.
        """
        setup = {name: chosen.pop(name) for name in self.sheet.setups if chosen.get(name) is not None}
        chosen = {name: value for name, value in chosen.items() if name not in self.sheet.setups}
        return Match(self, self.options(players, **chosen), checked_chance(seed), setup)

    def position(self, data: Mapping[str, Any], seed: Seed | None = None) -> Match:
        """A match that begins from a position written down as data, as `Match.reveal` gives it."""
        if not isinstance(data, Mapping):
            raise BadInput("bad.no_position", data=quoted(data))
        check_depth(data, Phrase("bad.this_position"))
        self._check_name("position", data.get("game", self.name))
        return Match(self, self._options_of(data), checked_chance(seed), {}, dict(data))

    def _options_of(self, position: Mapping[str, Any]) -> Json:
        """The options that a position names."""
        options = position.get("options")
        if not isinstance(options, Mapping) or "players" not in options:
            raise BadInput("bad.position_options")
        return self.options(**_named(options))

    def _check_name(self, what: str, name: object) -> None:
        if not isinstance(name, str) or name != self.name:
            given = name if isinstance(name, str) else quoted(name)
            raise BadInput("bad.other_game", what=what, other=given, game=self.name)

    def load(self, text: str) -> Match:
        """The match that `Match.save` wrote, replayed."""
        saved = read_saved(text)
        self._check_name("match", saved["game"])
        self._check_name("position", (saved["position"] or {}).get("game", self.name))
        if saved["rules"] != self.sheet.rules_version:
            here = self.sheet.rules_version
            raise BadInput("bad.other_rules", version=quoted(saved["rules"]), game=self.sheet.called, here=here)
        if "players" not in saved["options"]:
            raise BadInput("bad.damaged_players")
        for name in saved["setup"]:
            if name not in self.sheet.setups:
                raise BadInput("bad.no_setup", game=self.sheet.called, name=quoted(name), setups=self.sheet.setups)
        options, position = self.options(**saved["options"]), saved["position"]
        if position is not None and self._options_of(position) != options:
            raise BadInput("bad.damaged_options")
        match = Match(self, options, checked_chance(saved["seed"]), saved["setup"], position)
        for number, action in enumerate(saved["actions"], 1):
            try:
                match.play(action)
            except LanternError as error:
                raise BadInput("bad.saved_action", number=number, action=quoted(action), fault=error) from error
        return match

    def parts(self, options: Json) -> Sequence[Part]:
        """What of a position with settled options an editor sets, and how."""
        if self.sheet.parts is not None:
            return self.sheet.parts(options)
        dealt = Match(self, options, 0).reveal()
        return parts_from(self.sheet.shapes["everything"], dealt, options["players"])

    def batch(
        self,
        games: int,
        players: int | None = None,
        seed: int | None = None,
        observations: bool = True,
        masks: bool = True,
        threads: int | None = None,
        **chosen: Any,
    ) -> Batch:
        """Many games at once, as one array of records, dealt."""
        options = self.options(players, **chosen)
        states = self.records(options, games)
        return Batch(self.sheet, self.engine, states, options, checked_seed(seed), threads, observations, masks)

    def gpu_batch(
        self,
        games: int,
        players: int | None = None,
        seed: int | None = None,
        observations: bool = True,
        masks: bool = True,
        block: int = BLOCK,
        registers: int | None = None,
        **chosen: Any,
    ) -> GpuBatch:
        """The same games on a GPU, one thread a game; threads a block and registers a thread change the speed only."""
        options = self.options(players, **chosen)
        states = self.records(options, games)
        see, mask = bool(read_flag(observations, "observations")), bool(read_flag(masks, "masks"))
        threads = read_count(block, "block", 1, MOST_BLOCK)
        room = None if registers is None else read_count(registers, "registers", 1, MOST_REGISTERS)
        return GpuBatch(self.sheet, states, options, checked_seed(seed), see, mask, threads, room)

    def records(self, options: Json, count: int) -> Records:
        """So many records with the options set and nothing dealt yet, if there is room for games of them."""
        each = self.sheet.state.dtype.itemsize + self.sheet.observation_size(options) + self.sheet.actions + BESIDE
        count = read_count(count, "games", 0, memory() // each)
        records = new_records(self.sheet.state, count)
        template = new_records(self.sheet.state, 1)
        self.sheet.set_options(template[0], options)
        records[:] = template[0]
        return records


BESIDE = 256
"""Bytes, about, that a game in a batch takes beside its record, its observation and its mask."""


@cache
def memory() -> int:
    """How many bytes this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _named(options: Mapping[Any, Any]) -> Json:
    """Options by their names, as Python wants them for a call."""
    for name in options:
        if not isinstance(name, str):
            raise BadInput("bad.option_name", name=quoted(name))
    return dict(options)


def read_position(position: Json, options: Json) -> Json:
    """A copy of a position as plain data; its options are those of the match, settled and read from their files."""
    plain: Json = read_plain({key: value for key, value in position.items() if key != "options"}, "position")
    return plain | {"options": options}


class Match(Apart):
    """A match under way or over. Seats count from 1."""

    instead = "save() writes it down, and its game's load() reads it back"

    def __init__(
        self, game: Game, options: Json, seed: Seed, setup: Json | None = None, position: Json | None = None
    ) -> None:
        self.game = game
        self.options = options
        self.words = game.sheet.words(options)
        self.seed = seed
        self.setup: Json = read_plain(dict(setup or {}), Phrase("bad.set_up"))
        self.start: Json | None = position if position is None else read_position(position, options)
        self.log: list[Event] = []
        self._numbers: list[int] = []
        self._events: list[int] = []
        self._listed = np.zeros(game.sheet.most_legal, np.int64)
        self._points = np.zeros(options["players"], np.int64)
        self._chance = new_records(MatchStream, 1)
        begin(self._chance, seed)
        self._state = self._first_state()
        self._first = copy_of(self._state), copy_of(self._chance)
        """State and chance before the first action."""
        self._acting = self._look()
        """The seat, from 0, whose decision it is; negative when the match is over."""
        self._check_position()
        self._past: list[Records] = []
        """The record before each of the last actions, those that can be taken back."""

    def __repr__(self) -> str:
        seat = "over" if self.over else f"seat {self.to_act} to act"
        return f"<match of {self.game.name}, {self.options['players']} players, {self.ply} actions, {seat}>"

    def _first_state(self) -> Records:
        state = self.game.records(self.options, 1)
        if self.start is not None:
            self.words.place(state[0], Given(self.start), self._chance[0])
        else:
            self.game.engine.deal_all(state, self._chance, 0, 1)
            self.words.arrange(state[0], Given(self.setup))
        return state

    def _check_position(self) -> None:
        """A position must be what it says it is; a key that nothing reads is a mistake of who wrote it."""
        if self.start is not None:
            found = self.reveal()
            check_told(read_object(self.start, "a position", found), found)

    def copy(self) -> Match:
        """The same match, to be played on apart from this one."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._state, other._chance = self._state.copy(), self._chance.copy()
        other._past, other._numbers, other._events = [*self._past], [*self._numbers], [*self._events]
        other.log = [*self.log]
        other._listed, other._points = self._listed.copy(), self._points.copy()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def earlier(self, ply: int) -> Match:
        """The match as it was after so many actions, to look at: nothing of it can be taken back."""
        ply = read_count(ply, "ply", 0, self.ply)
        other = self.copy()
        other._state, other._chance = copy_of(self._first[0]), copy_of(self._first[1])
        other._past, other._numbers, other._events = [], [], self._events[:ply]
        other.log = self.log[: sum(other._events)]
        for number in self._numbers[:ply]:
            other._step(number)
            other._numbers.append(number)
        other._acting = other._look()
        return other

    @property
    def state(self) -> Records:
        """The record of the match as an array of one: a copy, hidden things included."""
        return self._state.copy()

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return len(self._numbers)

    @property
    def history(self) -> list[str]:
        """The actions played, as text."""
        return [self.words.write_action(number) for number in self._numbers]

    @property
    def to_act(self) -> int | None:
        """The seat whose decision it is, None when the match is over."""
        return self._acting + 1 if self._acting >= 0 else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.to_act is None

    @property
    def scores(self) -> list[int]:
        """Every seat's points as they stand."""
        self._look()
        return [int(points) for points in self._points]

    @property
    def result(self) -> Json | None:
        """How the match ended, None while it has not."""
        return {**self.words.result(self._state[0])} if self.over else None

    def breakdown(self) -> list[Json]:
        """What has scored and what would score if the match ended now, item by item, as everybody can count it."""
        return [{**item} for item in self.words.breakdown(self.concealed(-1)[0])]

    def numbers(self) -> list[int]:
        """The legal actions as numbers."""
        count = self.game.engine.list_actions(self._state, self._listed)
        return [int(number) for number in self._listed[:count]]

    def actions(self) -> list[str]:
        """The legal actions as text."""
        return [self.words.write_action(number) for number in self.numbers()]

    def why_not(self, action: str | int | Never) -> Refusal | None:
        """Why an action is illegal; None if it is legal."""
        number = self.read(action)
        if isinstance(number, Never):
            return self._forbidden_now(number) or number
        code = self.game.engine.refuse(self._state, number)
        return self.words.refusals[code] if code else None

    def play(self, action: str | int) -> list[Event]:
        """Play an action for the seat to act; what happened. `Refused` if it is illegal: then nothing changed."""
        number = self.read(action)
        if isinstance(number, Never):
            raise Refused(self._forbidden_now(number) or number)
        before, acted = copy_of(self._state), self._acting
        has_drawn = self._step(number)
        self._acting = self._look()
        self._past.append(before)
        if has_drawn or acted != self._acting or self.game.sheet.silent or self._has_shown(before, acted):
            self._past.clear()
        self._numbers.append(number)
        events = self.words.story(before[0], number, self._state[0])
        self._events.append(len(events))
        self.log += events
        return events

    def _forbidden_now(self, never: Never) -> Refusal | None:
        """What forbids anything like that at the moment: the end of the match, or what the game says comes first."""
        code = self.game.engine.refuse(self._state, never.like)
        refusal = self.words.refusals.get(code)
        return refusal if refusal is not None and (self.over or refusal.moment) else None

    def read(self, action: str | int | Never) -> int | Never:
        """An action as a number, or why such a thing can never be done; `BadInput` if it is none."""
        if isinstance(action, str):
            return self.words.read_action(action)
        if isinstance(action, Never):
            return action
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            raise BadInput("bad.action_text", example=quoted(self._example()), action=quoted(action))
        if not 0 <= action < self.game.sheet.actions:
            raise BadInput(
                "bad.action_number",
                action=quoted(int(action)),
                actions=self.game.sheet.actions,
                game=self.game.sheet.called,
            )
        return int(action)

    def _example(self) -> str:
        return self.words.write_action(0)

    def why_not_undo(self) -> Refusal | None:
        """Why the last action can't be taken back: the match is over, another is to act, or it is settled."""
        if not self._numbers:
            return NOTHING_TO_UNDO
        if self.over:
            return MATCH_OVER
        return None if self._past else SETTLED

    @property
    def undoable(self) -> int:
        """How many actions can be taken back, one after the other."""
        return len(self._past)

    def _step(self, number: int) -> bool:
        """Carry out an action, `Refused` if it is illegal; whether something was left to chance."""
        turn_to(self._chance, self.seed, self.ply + 1)
        place = place_of(self._chance)
        code = self.game.engine.step(self._state, self._chance, number)
        if code:
            raise Refused(self.words.refusals[code])
        if is_spent(self._chance):
            raise AssertionError(f"{self.game.name}: an action draws more often than a key has numbers for")
        return place_of(self._chance) != place

    def _has_shown(self, before: Records, seat: int) -> bool:
        """Whether what is hidden from a seat, from 0, is no longer what it was: something was shown, drawn or moved."""
        return self._hidden(before, seat) != self._hidden(self._state, seat)

    def _hidden(self, state: Records, seat: int) -> bytes:
        """What a seat, from 0, can't know of a record: its bytes, with those that the seat knows blank."""
        concealed = copy_of(state)
        self.game.engine.conceal(concealed, seat)
        there, seen = np.frombuffer(state.tobytes(), np.uint8), np.frombuffer(concealed.tobytes(), np.uint8)
        return np.where(there != seen, there.astype(np.int16), -1).tobytes()

    def _look(self) -> int:
        """Count every seat's points; the seat that is to act."""
        return self.game.engine.look(self._state, self._points)

    def undo(self) -> None:
        """Take back the last action; `Refused` past the end of the match or a turn, a reveal or chance."""
        refusal = self.why_not_undo()
        if refusal is not None:
            raise Refused(refusal)
        self._state = self._past.pop()
        self._numbers.pop()
        count = self._events.pop()
        del self.log[len(self.log) - count :]

    def log_of(self, seat: int | None = None) -> list[Event]:
        """What a seat has learnt of what happened; None is a spectator."""
        if seat is not None:
            self._seat(seat)
        return known(self.log, seat)

    def just_happened(self, seat: int | None = None) -> list[Event]:
        """What a seat has learnt of what the last action did; nothing before the first one."""
        earlier = sum(self._events[:-1])
        return known(self.log[earlier:], seat)

    def board(self) -> Json:
        """The fixed things of the table, for who draws it, as plain data: what never changes while it is played."""
        return {**self.words.board()}

    def view(self, seat: int | None = None) -> Json:
        """What a table shows a seat, as plain data; None is a spectator."""
        index = -1 if seat is None else self._seat(seat)
        concealed = self.concealed(index)
        seen = self.words.view(concealed[0], index)
        return {"game": self.game.name, "options": shown(self.options), "ply": self.ply, **seen}

    def concealed(self, index: int) -> Records:
        """A copy of the record with what a seat (from 0; -1 a spectator) can't know blanked: the one way out."""
        state = copy_of(self._state)
        self.game.engine.conceal(state, read_count(index, "index", -1, self.options["players"] - 1))
        return state

    def watched(self, index: int) -> Records:
        """The records of the match from the first to the present one, each as a seat (from 0) saw it."""
        replay = self.earlier(0)
        seen = [replay.concealed(index)]
        for number in self._numbers:
            replay._step(number)
            replay._numbers.append(number)
            seen.append(replay.concealed(index))
        return np.concatenate(seen)

    def _seat(self, seat: int) -> int:
        players = self.options["players"]
        if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= players:
            raise BadInput("bad.number", what="seat", value=quoted(seat), least=1, most=players)
        return seat - 1

    def touch(self, action: str | int) -> tuple[str, ...]:
        """The ids of the things on the table that an action involves."""
        number = self.read(action)
        if isinstance(number, Never):
            raise Refused(number)
        return self.words.touch(self._state[0], number)

    def gain(self, number: int) -> Shown | None:
        """What an action would bring, where that is not plain to see."""
        return self.words.gain(self._state[0], number)

    def reveal(self) -> Json:
        """Everything, hidden things included; `Game.position` takes it back."""
        everything = self.words.reveal(self._state[0])
        return {"game": self.game.name, "options": deepcopy(self.options), **everything}

    def _told_last(self) -> str:
        """The last action as everybody knows it; of a secret one only its kind."""
        last = self.view().get("last")
        return str(last["action"]) if last else self.history[-1]

    def digest(self) -> str:
        """A hash of the whole state, by which replays of the match are compared."""
        return hashlib.sha256(self._state.tobytes()).hexdigest()

    def save(self) -> str:
        """The match as text; `Game.load` reads it back."""
        saved: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.sheet.rules_version,
            "options": self.options,
            "seed": self.seed,
            "setup": self.setup,
            "position": self.start,
            "actions": self.history,
        }
        return json.dumps(saved, indent=1) + "\n"

    def tell(self, events: list[Event], language: str = DEFAULT, names: Sequence[str] = ()) -> str:
        """Events as sentences, in English or another language, with the names of the players if there are any."""
        if not isinstance(events, (list, tuple)) or not all(isinstance(event, Event) for event in events):
            raise WrongCall(f"events are some of a match's log, not {quoted(events)}")
        if not isinstance(language, str) or language not in LANGUAGES:
            raise WrongCall(f"language is {quoted(language)}; there is {listing(LANGUAGES)}")
        if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
            raise WrongCall(f"names are those of the players from seat 1 on, not {quoted(names)}")
        try:
            log = f"{self.game.name}.log"
            return " ".join(told(language, f"{log}.{event.key}", event.arguments, names) for event in events)
        except KeyError as error:
            raise WrongCall(f"{error} is no event of {self.game.sheet.title}") from None

    def transcript(self) -> str:
        """The whole match for people: every action with what it did, and how it stands; secrets only after the end."""
        replay = Match(self.game, self.options, self.seed, self.setup, self.start)
        chosen = ", ".join(
            f"{name}={value}" for name, value in shown(self.options).items() if value not in (None, False)
        )
        lines = [f"{self.game.sheet.title}: {chosen}, seed {self.seed}", ""]
        for action in self.history:
            head = f"{replay.ply + 1:3} seat {replay.to_act} of {len(replay.numbers()):2} choices: "
            events = replay.play(action)
            lines += [head + (action if self.over else replay._told_last())]
            lines += [f"    {self.tell(events if self.over else known(events, None))}"]
        lines += ["", json.dumps(replay.result or replay.view(), sort_keys=True)]
        return "\n".join(lines) + "\n"
