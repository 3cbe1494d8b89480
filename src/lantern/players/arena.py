"""Bots at many tables: deals played on all cores, in compiled code, and what they came to."""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.batch import Batch, cores
from lantern.kernel.contract import Json
from lantern.kernel.engine import CHANCE, CHOICE, seed_all
from lantern.kernel.errors import BadInput
from lantern.kernel.game import MOST_SEED, Game
from lantern.kernel.match import Match
from lantern.kernel.record import Records, State, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import prepare
from lantern.players import RANDOM, Bot, bot
from lantern.players.contest import Company, Outcome, Room

PART = 4096
"""The most games that a thread plays before it reports."""
PART_S = 0.25
"""About how long it plays before it reports, if a game does not take longer."""
LOOK_S = 0.1
"""How often it is asked whether it is enough."""
MOST_MOVES = 1 << 14
"""Of a game that is written down: far more than any has."""
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

    def __len__(self) -> int:
        return len(self.outcomes)

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


Part = list[Future[Played]]
"""Games that are being played: one for some deals, or one for every seating of a single deal."""


def _finished(waiting: deque[Part], enough: Callable[[], bool]) -> bool:
    """Wait for the first part; when it is enough, nothing more is begun, and a deal that is not whole is dropped."""
    while not all(one.done() for one in waiting[0]):
        wait(waiting[0], LOOK_S)
        if enough():
            for part in reversed(waiting):
                for one in part:
                    one.cancel()
    return not any(one.cancelled() for one in waiting[0])


def _joined(parts: list[Played]) -> Played:
    """The games of one deal that were played apart, or of some that were played together."""
    if len(parts) == 1:
        return parts[0]
    outcomes = np.concatenate([part.outcomes for part in parts])
    return replace(parts[0], outcomes=outcomes, seconds=sum(part.seconds for part in parts))


class Tables:
    """Some bots, and the seatings from which they play every deal.

    Game n of a seed is deal `seed + n // seatings` from seating `n % seatings`: by what numbers it is played depends on
    the deal and the seating alone, so that it comes out the same alone, among others, and on any number of threads.
    """

    def __init__(
        self, game: Game, options: Json, bots: Sequence[Bot], seatings: Sequence[Seating], others: Sequence[Bot] = ()
    ) -> None:
        self.game, self.options, self.seatings = game, options, seatings
        self.bots = bots
        self._company = Company(game, bots, others)
        self._at_random = len(seatings) == 1 and all(bot.name == RANDOM for bot in [*bots, *others])
        self._rooms: SimpleQueue[Room] = SimpleQueue()

    def prepare(self) -> None:
        """Compile what is not on disk yet."""
        if self._at_random:
            self._play_at_random(1, 0)
        else:
            room = self._company.room(self.options["players"])
            prepare(self._company.play, *self._arguments(self.seatings, 1, 0, 0, room), 0, 0)

    def play(self, deals: int, seed: int, seatings: Sequence[Seating] | None = None) -> Played:
        """Play deals seed, seed + 1, … from all seatings, or from some."""
        began = time.perf_counter()
        if self._at_random:
            states, outcomes = self._play_at_random(deals, seed)
        else:
            states, outcomes = self._play(deals, seed, seatings or self.seatings)
        return Played(outcomes, self.options["players"], self._maximum(states[0]), time.perf_counter() - began)

    def _maximum(self, finished: State) -> int | None:
        """The most points that a team can have, if the game says so."""
        sheet = self.game.sheet
        return sheet.words(self.options).result(finished).get("maximum") if sheet.team else None

    def play_match(self, number: int, seed: int) -> tuple[Match, list[str]]:
        """One of the games, from 0, as a match, and the names of those who sat there."""
        deal, place = divmod(number, len(self.seatings))
        seating = self.seatings[place]
        room = self._company.room(self.options["players"])
        *arguments, outcomes, actions = self._arguments([seating], 1, seed + deal, MOST_MOVES, room)
        self._company.play(*arguments, outcomes, actions, 0, 1)
        match = Match(self.game, self.options, seed + deal)
        for action in actions[0, : outcomes["length"][0]].tolist():
            match.play(action)
        return match, [self.bots[bot].name for bot in seating.bots]

    def play_all(
        self, first: int, last: int, seed: int, workers: int | None, enough: Callable[[], bool] = lambda: False
    ) -> Iterator[Played]:
        """Play deals seed + first to before seed + last, in order, some at a time on each thread, unless it is enough.

        How many at a time follows from how long they take; what they come to does not depend on it.
        """
        workers = workers or cores()
        waiting: deque[Part] = deque()
        at_once = 0
        threads = ThreadPoolExecutor(workers, thread_name_prefix="lantern")
        try:
            while waiting or (first < last and not enough()):
                while first < last and sum(map(len, waiting)) < 2 * workers and not enough():
                    deals = max(1, min(at_once, (last - first) // workers))
                    waiting.append(self._begin(threads, deals, seed + first, apart=at_once == 0))
                    first += deals
                if not _finished(waiting, enough):
                    return
                played = _joined([part.result() for part in waiting.popleft()])
                at_once = int(PART_S / max(played.seconds, 1e-6) * len(played)) // len(self.seatings)
                at_once = min(at_once, max(1, PART // len(self.seatings)))
                yield played
        finally:
            threads.shutdown(wait=True, cancel_futures=True)

    def _begin(self, threads: ThreadPoolExecutor, deals: int, seed: int, apart: bool) -> Part:
        """Let a thread play some deals, or, if games take long, let several play one deal's seatings."""
        if apart:
            return [threads.submit(self.play, deals, seed, [seating]) for seating in self.seatings]
        return [threads.submit(self.play, deals, seed)]

    def _play(self, deals: int, seed: int, seatings: Sequence[Seating]) -> tuple[Records, Records]:
        """States and outcomes."""
        try:
            room = self._rooms.get_nowait()
        except Empty:
            room = self._company.room(self.options["players"])
        states, *others, outcomes, actions = self._arguments(seatings, deals, seed, 0, room)
        self._company.play(states, *others, outcomes, actions, 0, len(states))
        self._rooms.put(room)
        return states, outcomes

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
        states = self.game.records(self.options, deals)
        batch = Batch(self.game.sheet, self.game.engine, states, self.options, seed, threads=1)
        batch.play_out()
        outcomes, seats = new_records(Outcome, deals), self.options["players"]
        outcomes["points"][:, :seats], outcomes["standing"][:, :seats] = batch.scores, batch.standings()
        outcomes["length"], outcomes["ending"] = batch.lengths, batch.endings()
        return states, outcomes


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
) -> Tally:
    """Play games seed, seed + 1, … with a bot on every seat, and count how they end."""
    if len(lineup) != options["players"]:
        raise BadInput(f"{len(lineup)} bots for {options['players']} seats: name one bot, or one for every seat")
    check_games(games, seed)
    bots = list({name: bot(game, name) for name in lineup}.values())
    numbers = [bots.index(bot(game, name)) for name in lineup]
    tables = Tables(game, options, bots, [Seating(tuple(numbers))])
    tables.prepare()
    tally = Tally()
    began = time.perf_counter()
    for played in tables.play_all(0, games, seed, workers):
        tally.add(played, game)
        progress(len(played))
    tally.seconds = time.perf_counter() - began
    return tally


def check_games(games: int, seed: int) -> None:
    """At least one game, and a seed that can be one."""
    if games < 1:
        raise BadInput(f"games is {games}; at least one must be played")
    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"seed is {seed!r}; it is a whole number from 0 to 2**62 - 1")
