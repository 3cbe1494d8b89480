"""Games between bots played again move by move, to see what was used in them and what their points are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.chance import begin
from lantern.kernel.contract import Json, Words
from lantern.kernel.game import Game
from lantern.kernel.record import Records, copy_of, new_records
from lantern.kernel.rng import MatchStream
from lantern.players.arena.deals import WHOLE, Played

ACTIONS = "action"
"""The group of the kinds of action among the things that are used."""

Numbers = NDArray[Any]
Use = tuple[str, str]
"""A group of things, and one of them."""


@dataclass(frozen=True)
class Seen:
    """How a game went, as it was seen when it was played again."""

    first: int
    """The seat that began."""
    turns: int
    """How often the decision came to a seat that had not made the last one."""
    uses: Counter[tuple[Use, int]]
    """[use, seat] how often."""
    points: Counter[tuple[Use, int]]
    """[source and part of it, seat] points; a team's all stand at its first seat."""
    at_end: dict[str, int]
    lost: bool
    """Whether a team lost."""


class Observer:
    """Plays games of a table again and sees what is done in them."""

    def __init__(self, game: Game, options: Json) -> None:
        self._game, self._options = game, options
        self._words: Words = game.sheet.words(options)
        self._studied = game.sheet.studied
        self.kind_of = cache(lambda action: self._words.write_action(action).partition(" ")[0])

    def watch(self, seed: int, actions: Sequence[int]) -> Seen:
        """Play a game again."""
        engine, seats = self._game.engine, self._options["players"]
        state, chance = self._game.records(self._options, 1), new_records(MatchStream, 1)
        points = np.zeros(seats, np.int64)
        begin(chance, seed)
        engine.deal_all(state, chance, 0, 1)
        first = seat = engine.look(state, points)
        turns, uses = 1, Counter[tuple[Use, int]]()
        for action in actions:
            before = copy_of(state)
            if engine.step(state, chance, action):
                raise AssertionError(f"a game that was played can't be played again: seed {seed}")
            uses.update((use, seat) for use in self._uses(before, action, state, seat))
            acted, seat = seat, engine.look(state, points)
            turns += 0 <= seat != acted
        return Seen(first, turns, uses, self._points(state), self._at_end(state), self._lost(state))

    def _uses(self, before: Records, action: int, after: Records, seat: int) -> Iterator[Use]:
        """What an action uses: its kind, and the things on the table."""
        yield ACTIONS, self.kind_of(action)
        for thing in self._words.touch(before[0], action):
            use = use_of(thing, seat + 1, self._options["players"], self._studied.one_each)
            if use is not None:
                yield use
        deeds = self._studied.deeds
        for event in self._words.story(before[0], action, after[0]) if deeds else ():
            if event.key in deeds:
                yield event.key, str(event.arguments[deeds[event.key]])

    def _points(self, state: Records) -> Counter[tuple[Use, int]]:
        """What a finished game's points are made of."""
        parts, found = self._studied.parts, Counter[tuple[Use, int]]()
        for item in self._words.breakdown(state[0]):
            kind, seat = item["kind"], item.get("seat", 1)
            if seat is not None:
                found[(kind, str(item.get(parts.get(kind, "of"), ""))), seat - 1] += item["points"]
        return found

    def _at_end(self, state: Records) -> dict[str, int]:
        names = self._studied.at_end
        everything = self._words.reveal(state[0]) if names else {}
        return {name: everything[name] for name in names}

    def _lost(self, state: Records) -> bool:
        return self._game.sheet.team and bool(self._words.result(state[0]).get("lost"))


def use_of(thing: str, seat: int, seats: int, one_each: Sequence[str] = ()) -> Use | None:
    """A thing on the table as it is counted: another seat by how far it sits, one's own things without one's seat.

    None for what has no name of its own: the kind of the action says as much.
    """
    group, _, name = thing.partition(":")
    if group == "seat":
        return group, f"+{(int(name) - seat) % seats}"
    if name == str(seat) and group in one_each:
        return None
    return (group, name.removeprefix(f"{seat}.")) if name else None


@dataclass
class Games:
    """Games that were played and played again; each list has one entry a game, deal by deal."""

    seatings: int
    """Games of a deal."""
    played: list[Played] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)

    def add(self, played: Played, seen: Sequence[Seen]) -> None:
        """Take some more games."""
        self.played.append(played)
        self.seen += seen

    def __len__(self) -> int:
        return len(self.seen)

    @property
    def seats(self) -> int:
        """How many play."""
        return self.played[0].seats

    @property
    def deals(self) -> Numbers:
        """[game] the number of its deal."""
        return np.arange(len(self)) // self.seatings

    @property
    def points(self) -> Numbers:
        """[game, seat]."""
        return np.concatenate([part.points for part in self.played])

    @property
    def wins(self) -> Numbers:
        """[game, seat] the part of the win that a seat has."""
        return np.concatenate([part.wins() for part in self.played]) / WHOLE

    def outcome(self, name: str) -> Numbers:
        """[game] its length or ending."""
        return np.concatenate([part.outcomes[name] for part in self.played])

    @property
    def margins(self) -> Numbers:
        """[game] by how many points the best seat was ahead of the next."""
        ranked = np.sort(self.points, axis=1)
        return np.asarray(ranked[:, -1] - ranked[:, -2])

    def in_order(self, values: Numbers) -> Numbers:
        """[game, place] what is [game, seat], from the seat that began."""
        first = np.array([game.first for game in self.seen])
        return np.take_along_axis(values, (first[:, None] + np.arange(self.seats)) % self.seats, axis=1)

    def uses(self) -> dict[Use, Numbers]:
        """[use] [game, seat] how often."""
        return self._tables(lambda game: game.uses)

    def sources(self) -> dict[Use, Numbers]:
        """[source and part of it] [game, seat] points."""
        return self._tables(lambda game: game.points)

    def _tables(self, counted: Callable[[Seen], Counter[tuple[Use, int]]]) -> dict[Use, Numbers]:
        """[use] [game, seat] what was counted."""
        tables: dict[Use, Numbers] = {}
        for number, game in enumerate(self.seen):
            for (use, seat), count in counted(game).items():
                tables.setdefault(use, np.zeros((len(self), self.seats), np.int64))[number, seat] = count
        return dict(sorted(tables.items()))
