"""Bots against bots (or with them): many games in compiled code."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.batch import Batch
from lantern.kernel.contract import Json, Rules
from lantern.kernel.errors import BadInput
from lantern.kernel.game import Game
from lantern.kernel.playout import Playout, playout
from lantern.kernel.record import Cells, Records, State
from lantern.kernel.rng import Stream
from lantern.kernel.rule import rule
from lantern.players import Bot, bot

PART = 4096
"""Games played between two reports of progress."""


@dataclass
class Tally:
    """What many games came to."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    scores: Counter[int] = field(default_factory=Counter)
    """[points] how many games seat 1 ended with them."""
    endings: Counter[str] = field(default_factory=Counter)
    """[reason] how many games ended so."""
    totals: list[int] = field(default_factory=list)
    """[seat] points over all games."""
    wins: list[float] = field(default_factory=list)
    """[seat] games won, a shared win counted in equal parts; empty where all seats win or lose together."""

    @property
    def mean_scores(self) -> list[float]:
        """[seat] points a game."""
        return [total / self.games for total in self.totals]

    @property
    def win_shares(self) -> list[float]:
        """[seat] games won of those played."""
        return [won / self.games for won in self.wins]

    @property
    def win_errors(self) -> list[float]:
        """[seat] how far the true share may lie from the one counted, in 95 of 100 such counts (Agresti and Coull's).

        A shared win varies less than one won or lost whole, so this is rather too much than too little.
        """
        likely = [(won + 2) / (self.games + 4) for won in self.wins]
        return [1.96 * math.sqrt(share * (1 - share) / (self.games + 4)) for share in likely]

    @property
    def moves_per_second(self) -> float:
        """Moves made in a second of wall time, all cores together, compiling not counted."""
        return self.moves / self.seconds if self.seconds else 0.0

    def add(self, batch: Batch, endings: tuple[str, ...]) -> None:
        """Count a finished batch."""
        self.games += len(batch)
        self.moves += int(batch.lengths.sum())
        self.scores.update(Counter(batch.scores[:, 0].tolist()))
        self.endings.update(Counter(endings[code] for code in batch.endings().tolist()))
        sums = batch.scores.sum(axis=0, dtype=np.int64).tolist()
        self.totals = [a + b for a, b in zip(self.totals or [0] * len(sums), sums, strict=True)]
        if not batch.sheet.team:
            won = games_won(batch.standings())
            self.wins = [a + b for a, b in zip(self.wins or [0.0] * len(won), won, strict=True)]

    def as_json(self) -> Json:
        """As plain data."""
        wins = {"win_shares": self.win_shares, "win_errors": self.win_errors} if self.wins else {}
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


def games_won(standings: NDArray[np.int64]) -> list[float]:
    """[seat] games won, from [game, seat] standings; those who share a win have equal parts of it."""
    ahead = standings == standings.max(axis=1, keepdims=True)
    won: list[float] = (ahead / ahead.sum(axis=1, keepdims=True)).sum(axis=0).tolist()
    return won


def simulate(
    game: Game,
    options: Json,
    lineup: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Play games seed, seed + 1, … with a bot on every seat, and count how they end."""
    if len(lineup) != options["players"]:
        raise BadInput(f"{len(lineup)} bots for {options['players']} seats: name one bot, or one for every seat")
    if games < 1:
        raise BadInput(f"games is {games}; at least one must be played")
    players = sorted(set(lineup))
    seats = [players.index(name) for name in lineup]
    play = playout_of(game, [bot(game, name) for name in players])
    _part(game, options, 1, seed).play_out(play, seats)
    tally = Tally()
    for first in range(0, games, PART):
        batch = _part(game, options, min(PART, games - first), seed + first)
        began = time.perf_counter()
        batch.play_out(play, seats)
        tally.seconds += time.perf_counter() - began
        tally.add(batch, game.sheet.endings)
        progress(len(batch))
    return tally


def _part(game: Game, options: Json, games: int, seed: int) -> Batch:
    return game.batch(games, seed=seed, **options)


def playout_of(game: Game, players: list[Bot]) -> Playout:
    """The compiled playout of tables with these bots, each choosing on a state concealed for its seat."""
    if [bot.name for bot in players] == ["random"]:
        return game.engine.play_out
    choose = _seated(game.sheet.rules, _any_of([bot.choose for bot in players]))
    return playout(f"{game.name}: games of {', '.join(bot.name for bot in players)}", game.sheet.rules, choose)


def _any_of(choosers: list[Callable[..., int]]) -> Callable[..., int]:
    """A rule that chooses as the bot with a given number would."""
    first, number = choosers[-1], len(choosers) - 1
    if number == 0:

        @rule
        def choose_only(which: int, state: State, rng: Stream) -> int:
            return first(state, rng)

        return choose_only
    others = _any_of(choosers[:-1])

    @rule
    def choose_one(which: int, state: State, rng: Stream) -> int:
        return first(state, rng) if which == number else others(which, state, rng)

    return choose_one


def _seated(rules: Rules, choose_as: Callable[..., int]) -> Callable[..., int]:
    """A rule that conceals the state for the seat to act and lets the bot sitting there choose."""
    seat_to_act, conceal = rules.seat_to_act, rules.conceal

    @rule
    def choose(state: State, rng: Stream, lineup: Cells, scratch: Records) -> int:
        seat = seat_to_act(state)
        scratch[0] = state
        conceal(scratch[0], seat)
        return choose_as(lineup[seat], scratch[0], rng)

    return choose
