"""Bots at many tables: deals played on all cores, in compiled code, and what they came to."""

from __future__ import annotations

import json
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lantern.games import game as game_called
from lantern.kernel.batch import Batch, cores
from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, WrongCall
from lantern.kernel.game import Game, Match
from lantern.kernel.record import Records, State, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import is_at_hand
from lantern.kernel.seeds import CHANCE, CHOICE, checked_seed, seed_all
from lantern.players import RANDOM, Bot, bot
from lantern.players.arena.contest import Company, Outcome, Room
from lantern.players.arena.tasks import Part, Task, drop, finished
from lantern.version import __version__

PART = 4096
"""The most games that a thread plays before it reports."""
PART_S = 0.25
"""About how long it plays before it reports, if a game does not take longer."""
WRITTEN_PART = 256
"""The most games that are written down before they are reported."""
MOST_MOVES = 1 << 14
"""Of a game that is written down: far more than any has."""
TRIES = 3
"""How often games are begun that are lost with who plays them."""
SURE = 1.96
"""Standard errors to either side that hold the truth in 95 of 100 such counts."""
WHOLE = 60
"""A win in parts, so that two, three, four or five can share it and counts stay whole numbers."""


class Seating(NamedTuple):
    """Who sits where when a deal is played."""

    bots: tuple[int, ...]
    """[seat] the number of the bot there."""
    turn: int = 0
    """How far the bots have moved round the table; what they leave to chance differs from turn to turn."""


@dataclass(frozen=True)
class Played:
    """Games that were played: deal by deal, each from all seatings."""

    outcomes: Records
    seats: int
    maximum: int | None
    """The most points that a team can have, if the game says so."""
    seconds: float
    """How long they took."""
    actions: NDArray[np.int32] | None = None
    """All actions, game after game, if they were written down."""

    def __len__(self) -> int:
        return len(self.outcomes)

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process records go as bytes."""
        return _unpacked, (self.outcomes.tobytes(), self.seats, self.maximum, self.seconds, self.actions)

    @property
    def points(self) -> NDArray[np.int64]:
        """[game, seat]."""
        points: NDArray[np.int64] = self.outcomes["points"][:, : self.seats]
        return points

    @property
    def standings(self) -> NDArray[np.int64]:
        """[game, seat] the higher is ahead."""
        standings: NDArray[np.int64] = self.outcomes["standing"][:, : self.seats]
        return standings

    def wins(self) -> NDArray[np.int64]:
        """[game, seat] the part of a WHOLE win that a seat has."""
        return wins_of(self.standings)


def _unpacked(outcomes: bytes, *others: Any) -> Played:
    return Played(np.frombuffer(bytearray(outcomes), new_records(Outcome, 0).dtype), *others)


def wins_of(standings: NDArray[np.int64]) -> NDArray[np.int64]:
    """[game, seat] the part of a WHOLE win that a seat has; those who share one have equal parts."""
    ahead = standings == standings.max(axis=1, keepdims=True)
    parts: NDArray[np.int64] = ahead * (WHOLE // ahead.sum(axis=1, keepdims=True))
    return parts


def share_error(total: float, squares: float, count: int) -> float:
    """How far a true share may lie from the mean of some shares from 0 to 1, in 95 of 100 such counts.

    Two that are 1 and two that are 0 are added, so that the error is never nothing (Agresti and Coull).
    """
    count += 4
    likely = (total + 2) / count
    return SURE * math.sqrt(((squares + 2) / count - likely**2) / count)


def _joined(parts: list[Played]) -> Played:
    """The games of one deal that were played apart, or of some that were played together."""
    if len(parts) == 1:
        return parts[0]
    outcomes = np.concatenate([part.outcomes for part in parts])
    written = [part.actions for part in parts if part.actions is not None]
    actions = np.concatenate(written) if written else None
    return replace(parts[0], outcomes=outcomes, seconds=sum(part.seconds for part in parts), actions=actions)


@dataclass(frozen=True)
class Errand:
    """Some deals that are to be played from some seatings."""

    deals: int
    seed: int
    seatings: tuple[Seating, ...]
    written: bool
    """Whether all actions are to be written down."""


Submit = Callable[[Errand], Future[Played]]


@dataclass(frozen=True)
class Fixture:
    """All it takes to set tables up in another process: names, numbers and text."""

    version: str
    game: str
    rules: int
    options: str
    """As JSON."""
    bots: tuple[str, ...]
    others: tuple[str, ...]
    seatings: tuple[Seating, ...]


def run_elsewhere(fixture: Fixture, errand: Errand) -> Played:
    """Run an errand in a process that may never have heard of its tables."""
    return _tables_for(fixture).run(errand)


@lru_cache(maxsize=4)
def _tables_for(fixture: Fixture) -> Tables:
    """The tables of a fixture, if the same games would be played here."""
    game = game_called(fixture.game)
    here = __version__, game.sheet.rules_version
    if here != (fixture.version, fixture.rules):
        raise versions_differ(game, here, (fixture.version, fixture.rules))
    options = game.options(**json.loads(fixture.options))
    known = [[bot(game, name) for name in names] for names in (fixture.bots, fixture.others)]
    tables = Tables(game, options, known[0], fixture.seatings, known[1])
    tables.prepare()
    return tables


def versions_differ(game: Game, there: tuple[str, int], here: tuple[str, int]) -> BadInput:
    """A worker's version of Lantern and of a game's rules is not that of who asks it to play."""
    called = game.sheet.called
    (version, rules), (own, own_rules) = there, here
    return BadInput("bad.cluster.versions", version=version, rules=rules, game=called, here=own, rules_here=own_rules)


class Tables:
    """Some bots, and the seatings from which they play every deal.

    Game n of a seed is deal `seed + n // seatings` from seating `n % seatings`: by what numbers it is played depends on
    the deal and the seating alone, so that it comes out the same alone, among others, and on any number of threads.
    """

    def __init__(
        self, game: Game, options: Json, bots: Sequence[Bot], seatings: Sequence[Seating], others: Sequence[Bot] = ()
    ) -> None:
        self.game, self.options, self.seatings = game, options, seatings
        self.bots, self._others = bots, others
        self._company = Company(game, bots, others)
        self._at_random = len(seatings) == 1 and all(bot.name == RANDOM for bot in [*bots, *others])
        self._rooms: SimpleQueue[Room] = SimpleQueue()

    def fixture(self) -> Fixture:
        """All it takes to set the same tables up elsewhere; games and bots are found there by their names."""
        game = game_called(self.game.name)
        for one in [*self.bots, *self._others]:
            if game is not self.game or bot(game, one.name) != one:
                raise WrongCall(f"{one.name} is not known by its name in {game.sheet.title}: it plays on threads only")
        bots, others = (tuple(one.name for one in some) for some in (self.bots, self._others))
        version, rules = __version__, self.game.sheet.rules_version
        return Fixture(version, game.name, rules, json.dumps(self.options), bots, others, tuple(self.seatings))

    def prepare(self, written: bool = False) -> None:
        """Compile what is not on disk yet."""
        if self._at_random and not written:
            self._play_at_random(1, 0)
        else:
            room = self._new_room()
            is_at_hand(self._company.play, *self._arguments(self.seatings, 1, 0, 0, room), 0, 0)

    def play(self, deals: int, seed: int) -> Played:
        """Play deals seed, seed + 1, … from all seatings."""
        return self.run(Errand(deals, seed, tuple(self.seatings), written=False))

    def run(self, errand: Errand) -> Played:
        """Play some deals from some seatings."""
        began, actions = time.perf_counter(), None
        if self._at_random and not errand.written:
            states, outcomes = self._play_at_random(errand.deals, errand.seed)
        else:
            states, outcomes, actions = self._play(errand)
        maximum = self._maximum(states[0])
        return Played(outcomes, self.options["players"], maximum, time.perf_counter() - began, actions)

    def _maximum(self, finished: State) -> int | None:
        """The most points that a team can have, if the game says so."""
        sheet = self.game.sheet
        return sheet.words(self.options).result(finished).get("maximum") if sheet.team else None

    def play_match(self, number: int, seed: int) -> tuple[Match, list[str]]:
        """One of the games, from 0, as a match, and the names of those who sat there."""
        deal, place = divmod(number, len(self.seatings))
        seating = self.seatings[place]
        room = self._new_room()
        *arguments, outcomes, actions = self._arguments([seating], 1, seed + deal, MOST_MOVES, room)
        self._company.play(*arguments, outcomes, actions, 0, 1)
        match = Match(self.game, self.options, seed + deal)
        for action in actions[0, : outcomes["length"][0]].tolist():
            match.play(action)
        return match, self.names()[place]

    def names(self) -> list[list[str]]:
        """[seating, seat] who sits there."""
        return [[self.bots[bot].name for bot in seating.bots] for seating in self.seatings]

    def play_all(
        self,
        first: int,
        last: int,
        seed: int,
        workers: int | None,
        enough: Callable[[], bool] = lambda: False,
        executor: Executor | None = None,
        written: bool = False,
    ) -> Iterator[Played]:
        """Play deals seed + first to before seed + last, in order, some at a time, unless it is enough.

        By threads of this process, or by an executor that has so many workers. How many deals at a time follows from
        how long they take; what they come to does not depend on it.
        """
        workers = workers or cores()
        most = max(1, (WRITTEN_PART if written else PART) // len(self.seatings))
        waiting: deque[Part[Played]] = deque()
        at_once = 0
        with self._crew(workers, executor) as submit:
            try:
                while waiting or (first < last and not enough()):
                    while first < last and sum(map(len, waiting)) < 2 * workers and not enough():
                        deals = max(1, min(at_once, (last - first) // workers))
                        errands = self._errands(deals, seed + first, at_once == 0, written)
                        waiting.append([_begun(submit, errand, TRIES if executor else 1) for errand in errands])
                        first += deals
                    if not finished(waiting, enough):
                        return
                    played = _joined([task.answer() for task in waiting.popleft()])
                    at_once = int(PART_S / max(played.seconds, 1e-6) * len(played)) // len(self.seatings)
                    at_once = min(at_once, most)
                    yield played
            finally:
                drop(waiting)

    @contextmanager
    def _crew(self, workers: int, executor: Executor | None) -> Iterator[Submit]:
        """A way to have errands run: by threads that sit at these tables, or by others who set up their own."""
        if executor is not None:
            fixture = self.fixture()
            yield lambda errand: executor.submit(run_elsewhere, fixture, errand)
            return
        threads = ThreadPoolExecutor(workers, thread_name_prefix="lantern")
        try:
            yield lambda errand: threads.submit(self.run, errand)
        finally:
            threads.shutdown(wait=True, cancel_futures=True)

    def _errands(self, deals: int, seed: int, apart: bool, written: bool) -> list[Errand]:
        """One for some deals or, if games take long, one for each of a deal's seatings."""
        seatings = [(seating,) for seating in self.seatings] if apart else [tuple(self.seatings)]
        return [Errand(deals, seed, some, written) for some in seatings]

    def _new_room(self) -> Room:
        """Room for one thread to play in."""
        return self._company.room(self.game.records(self.options, 1)[0])

    def _play(self, errand: Errand) -> tuple[Records, Records, NDArray[np.int32] | None]:
        """States, outcomes, and the actions if they are to be written down."""
        try:
            room = self._rooms.get_nowait()
        except Empty:
            room = self._new_room()
        moves = MOST_MOVES if errand.written else 0
        states, *others, outcomes, actions = self._arguments(errand.seatings, errand.deals, errand.seed, moves, room)
        self._company.play(states, *others, outcomes, actions, 0, len(states))
        self._rooms.put(room)
        return states, outcomes, _actions_of(actions, outcomes["length"]) if errand.written else None

    def _arguments(
        self, seatings: Sequence[Seating], deals: int, seed: int, recorded: int, room: Room
    ) -> tuple[Any, ...]:
        """What the contest's entry is handed, all but which games to play; so many moves of each are written down."""
        turns = len(seatings)
        dealt, choice = new_records(Stream, deals), new_records(Stream, deals * turns)
        seed_all(dealt, seed, CHANCE, 0, deals)
        for place, seating in enumerate(seatings):
            mine = new_records(Stream, deals)
            seed_all(mine, seed, CHOICE + seating.turn, 0, deals)
            choice[place::turns] = mine
        lineups = self._company.lineups([seating.bots for seating in seatings])
        return (
            self.game.records(self.options, deals * turns),
            np.repeat(dealt, turns),
            choice,
            np.tile(lineups, (deals, 1, 1)),
            *room,
            new_records(Outcome, deals * turns),
            np.zeros((deals * turns, recorded), np.int64),
        )

    def _play_at_random(self, deals: int, seed: int) -> tuple[Records, Records]:
        """The same games when all choose at random: they need to see nothing, and an entry for them is there."""
        game, options, states = self.game, self.options, self.game.records(self.options, deals)
        batch = Batch(game.sheet, game.engine, states, options, seed, threads=1, observations=False, masks=False)
        batch.play_out()
        outcomes, seats = new_records(Outcome, deals), self.options["players"]
        outcomes["points"][:, :seats], outcomes["standing"][:, :seats] = batch.scores, batch.standings
        outcomes["length"], outcomes["ending"] = batch.lengths, batch.endings
        return states, outcomes


def _begun(submit: Submit, errand: Errand, tries: int) -> Task[Played]:
    return Task(lambda: submit(errand), tries)


def _actions_of(actions: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int32]:
    """All actions of some games, one after the other."""
    assert lengths.max() <= actions.shape[1], "a game is longer than MOST_MOVES"
    return np.concatenate([row[:length] for row, length in zip(actions, lengths, strict=True)]).astype(np.int32)


@dataclass
class Tally:
    """What many games came to, seat by seat."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    scores: Counter[int] = field(default_factory=Counter)
    """[points] how many games seat 1 ended with them."""
    endings: Counter[str] = field(default_factory=Counter)
    """[reason] how many games ended so."""
    totals: list[int] = field(default_factory=list)
    """[seat] points over all games."""
    won: list[int] = field(default_factory=list)
    """[seat] parts of WHOLE games won, a shared win counted in equal parts; empty where all win or lose together."""

    @property
    def mean_scores(self) -> list[float]:
        """[seat] points a game."""
        return [total / self.games for total in self.totals]

    @property
    def win_shares(self) -> list[float]:
        """[seat] games won of those played."""
        return [won / WHOLE / self.games for won in self.won]

    @property
    def win_errors(self) -> list[float]:
        """[seat] how far the true share may lie from the one counted, in 95 of 100 such counts.

        A shared win varies less than one won or lost whole, so this is rather too much than too little.
        """
        return [share_error(won / WHOLE, won / WHOLE, self.games) for won in self.won]

    @property
    def moves_per_second(self) -> float:
        """Moves made in a second of wall time, all cores together, compiling not counted."""
        return self.moves / self.seconds if self.seconds else 0.0

    def add(self, played: Played, game: Game) -> None:
        """Count games."""
        self.games += len(played)
        self.moves += int(played.outcomes["length"].sum())
        self.scores.update(played.points[:, 0].tolist())
        self.endings.update(game.sheet.endings[code] for code in played.outcomes["ending"].tolist())
        self.totals = _sums(self.totals, played.points)
        if not game.sheet.team:
            self.won = _sums(self.won, played.wins())

    def as_json(self) -> Json:
        """As plain data."""
        wins = {"win_shares": self.win_shares, "win_errors": self.win_errors} if self.won else {}
        return {
            "games": self.games,
            "moves": self.moves,
            "seconds": self.seconds,
            "moves_per_second": self.moves_per_second,
            "mean_scores": self.mean_scores,
            **wins,
            "scores": {str(points): count for points, count in sorted(self.scores.items())},
            "endings": dict(sorted(self.endings.items())),
        }


def _sums(so_far: list[int], more: NDArray[np.int64]) -> list[int]:
    """[seat] what was counted so far and [game, seat] what is to be added."""
    added: list[int] = more.sum(axis=0).tolist()
    return [a + b for a, b in zip(so_far or [0] * len(added), added, strict=True)]


def simulate(
    game: Game,
    options: Json,
    lineup: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
    workers: int | None = None,
    executor: Executor | None = None,
    keep: Callable[[Played], None] | None = None,
) -> Tally:
    """Play games seed, seed + 1, … with a bot on every seat, and count how they end.

    On threads or by an executor that has so many workers; `keep` is handed all games, in order, with their actions.
    """
    if len(lineup) != options["players"]:
        raise WrongCall(f"{len(lineup)} bots for {options['players']} seats: name one bot, or one for every seat")
    check_games(games, seed)
    bots = list({name: bot(game, name) for name in lineup}.values())
    numbers = [bots.index(bot(game, name)) for name in lineup]
    tables = Tables(game, options, bots, [Seating(tuple(numbers))])
    tables.prepare(written=keep is not None)
    tally = Tally()
    began = time.perf_counter()
    for played in tables.play_all(0, games, seed, workers, executor=executor, written=keep is not None):
        tally.add(played, game)
        if keep is not None:
            keep(played)
        progress(len(played))
    tally.seconds = time.perf_counter() - began
    return tally


def check_games(games: int, seed: int) -> None:
    """At least one game, and a seed that can be one."""
    if games < 1:
        raise BadInput("bad.at_least_one", what="games", count=games)
    checked_seed(seed)
