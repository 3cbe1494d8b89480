"""Bots against bots on equal deals: every deal is played from every seating, so that seats and luck cancel out.

In a game of rivals the sides are the bots, and a side is asked for its share of the wins. In a game of a team a side is
a table: all of one bot or, if asked for, a mixed one; sides are asked for their points, and play the same deals.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput
from lantern.kernel.game import Game
from lantern.players import Bot
from lantern.players.arena.deals import SURE, WHOLE, Played, Seating, Tables, check_games, share_error

ELO_POINTS = 400.0
ELO_ROUNDS = 200


@dataclass
class Sums:
    """What a side's games add up to, all of it whole numbers: the order in which they were counted leaves no trace.

    Squares are of a deal's sums. A deal's games have their luck in common, so that only deals are independent of each
    other, and errors are reckoned from them.
    """

    won: int = 0
    """Parts of WHOLE wins."""
    won_squared: int = 0
    points: int = 0
    points_squared: int = 0
    gained: int = 0
    """Points more than the first side had on the same deals, both multiplied by the other's seats."""
    gained_squared: int = 0
    perfect: int = 0
    """Games in which a team had all points that there are."""
    endings: dict[str, int] = field(default_factory=dict)
    """[reason] games of the side that ended so."""


@dataclass(frozen=True)
class Side:
    """Some seats of some seatings."""

    name: str
    here: NDArray[np.bool_]
    """[seating, seat] whether it sits there."""

    @property
    def games(self) -> int:
        """In how many games of a deal it takes part."""
        return int(self.here.any(axis=1).sum())

    @property
    def seats(self) -> int:
        """How many seats it has over all games of a deal."""
        return int(self.here.sum())


@dataclass
class Ladder:
    """What the games of some sides came to."""

    sides: list[Side]
    team: bool
    deals: int = 0
    moves: int = 0
    seconds: float = 0.0
    sums: list[Sums] = field(default_factory=list)
    """[side]"""
    ahead: list[list[int]] = field(default_factory=list)
    """[side, other] how often a seat was ahead of the other's at a table, twice; a tie counts once."""

    def __post_init__(self) -> None:
        self.sums = self.sums or [Sums() for _ in self.sides]
        self.ahead = self.ahead or [[0] * len(self.sides) for _ in self.sides]

    @property
    def games(self) -> int:
        """Games played."""
        return self.deals * len(self.sides[0].here)

    @property
    def moves_per_second(self) -> float:
        """Moves made in a second of wall time, compiling not counted."""
        return self.moves / self.seconds if self.seconds else 0.0

    def add(self, played: Played, endings: Sequence[str]) -> None:
        """Count games, deal by deal."""
        seatings, seats = self.sides[0].here.shape
        deals = len(played) // seatings
        self.deals += deals
        self.moves += int(played.outcomes["length"].sum())
        shape = deals, seatings, seats
        points, wins = played.points.reshape(shape), played.wins().reshape(shape)
        first = self.sides[0]
        of_first = points[:, first.here].sum(axis=1)
        for side, sums in zip(self.sides, self.sums, strict=True):
            won, mine = wins[:, side.here].sum(axis=1), points[:, side.here].sum(axis=1)
            gained = mine * first.seats - of_first * side.seats
            sums.won += int(won.sum())
            sums.won_squared += int((won**2).sum())
            sums.points += int(mine.sum())
            sums.points_squared += int((mine**2).sum())
            sums.gained += int(gained.sum())
            sums.gained_squared += int((gained**2).sum())
            took_part = side.here.any(axis=1)
            if played.maximum is not None:
                sums.perfect += int((points[:, took_part, 0] == played.maximum).sum())
            codes = played.outcomes["ending"].reshape(deals, seatings)[:, took_part]
            sums.endings = dict(Counter(sums.endings) + Counter(endings[code] for code in codes.ravel().tolist()))
        self._compare(played.standings.reshape(shape))

    def _compare(self, standings: NDArray[np.int64]) -> None:
        """Count who was ahead of whom; standings are [deal, seating, seat]."""
        difference = np.sign(standings[..., :, None] - standings[..., None, :]) + 1
        for number, side in enumerate(self.sides):
            for other, rival in enumerate(self.sides):
                pairs = side.here[:, :, None] & rival.here[:, None, :]
                if other != number:
                    self.ahead[number][other] += int((difference * pairs).sum())

    def share(self, number: int) -> tuple[float, float]:
        """A side's share of the wins, and how far the true one may lie from it."""
        sums, most = self.sums[number], WHOLE * self.sides[number].games
        share, squares = sums.won / most / self.deals, sums.won_squared / most**2
        return share, share_error(share * self.deals, squares, self.deals)

    def fair_share(self, number: int) -> float:
        """The share of a side that plays as well as all others."""
        side, players = self.sides[number], len(self.sides[number].here[0])
        return side.seats / (side.games * players)

    def mean(self, number: int) -> tuple[float, float]:
        """A side's points a game and seat, and how far the true mean may lie from them."""
        sums, side = self.sums[number], self.sides[number]
        return mean_and_error(sums.points, sums.points_squared, self.deals, side.seats)

    def gain(self, number: int) -> tuple[float, float]:
        """How many points a game a side has more than the first on the same deals, and how far that may be off."""
        sums, scale = self.sums[number], self.sides[0].seats * self.sides[number].seats
        return mean_and_error(sums.gained, sums.gained_squared, self.deals, scale)

    def perfect(self, number: int) -> tuple[float, float]:
        """A team's share of perfect games, and how far the true one may lie from it."""
        games, perfect = self.deals * self.sides[number].games, self.sums[number].perfect
        return perfect / games, share_error(perfect, perfect, games)

    def elo(self) -> list[float]:
        """[side] all on one scale, the last at 0: 400 points are ten to one (Bradley and Terry)."""
        return elo_of(np.array(self.ahead, np.float64) / 2)

    def results(self) -> list[Json]:
        """[side] its figures as plain data."""
        return [self._result(number) for number in range(len(self.sides))]

    def _result(self, number: int) -> Json:
        side, points = self.sides[number], self.mean(number)
        figures: Json = {"name": side.name, "games": self.deals * side.games}
        if self.team:
            perfect, gain = self.perfect(number), self.gain(number)
            figures |= {"points": points[0], "points_error": points[1]}
            figures |= {"perfect": perfect[0], "perfect_error": perfect[1]}
            figures |= {"gain": gain[0], "gain_error": gain[1]} if number > 0 else {}
        else:
            share = self.share(number)
            figures |= {"share": share[0], "share_error": share[1], "fair_share": self.fair_share(number)}
            figures |= {"elo": self.elo()[number]} if len(self.sides) > 1 else {}
            figures |= {"points": points[0], "points_error": points[1]}
        return figures | {"endings": dict(sorted(self.sums[number].endings.items()))}

    def as_json(self) -> Json:
        """All that was counted, and what follows from it, as plain data; `resumed` takes it back."""
        return {
            "deals": self.deals,
            "games": self.games,
            "moves": self.moves,
            "seconds": self.seconds,
            "moves_per_second": self.moves_per_second,
            "results": self.results(),
            "sums": [asdict(sums) for sums in self.sums],
            "ahead": self.ahead,
        }

    def resumed(self, data: Json) -> Ladder:
        """The same ladder with what was counted another day."""
        sums = [Sums(**saved) for saved in data["sums"]]
        return Ladder(self.sides, self.team, data["deals"], data["moves"], data["seconds"], sums, data["ahead"])


def mean_and_error(total: int, squares: int, count: int, scale: int) -> tuple[float, float]:
    """The mean of some numbers divided by a scale, and how far the true one may lie from it."""
    spread = (squares - total**2 / count) / max(count - 1, 1)
    return total / count / scale, SURE * math.sqrt(max(spread, 0.0) / count) / scale


def elo_of(ahead: NDArray[np.float64]) -> list[float]:
    """Ratings by who was ahead of whom, half a game each way added so that nobody is infinitely far ahead."""
    counted = ahead + 0.5 * (1 - np.eye(len(ahead)))
    meetings, strength = counted + counted.T, np.ones(len(counted))
    for _ in range(ELO_ROUNDS):
        expected = (meetings / (strength[:, None] + strength[None, :])).sum(axis=1)
        strength = counted.sum(axis=1) / expected
        strength /= strength[-1]
    ratings: list[float] = (ELO_POINTS * np.log10(strength)).tolist()
    return ratings


def seated(names: Sequence[str], players: int) -> list[str]:
    """The bots at a table; the last one named takes all seats that are left."""
    if not 1 <= len(names) <= players:
        raise BadInput("bad.bots_seated", named=len(names), seats=players)
    return [*names, *[names[-1]] * (players - len(names))]


def turns_of(lineup: Sequence[int]) -> list[Seating]:
    """The seatings that come of a lineup when all move round the table, each that differs once."""
    turned = [(*lineup[-turn:], *lineup[:-turn]) if turn else tuple(lineup) for turn in range(len(lineup))]
    return [Seating(bots, turn) for turn, bots in enumerate(turned) if bots not in turned[:turn]]


def seatings_of(game: Game, names: Sequence[str], players: int, mixed: bool) -> list[Seating]:
    """The seatings from which every deal is played; a team plays at tables of one bot, unless mixed."""
    known = list(dict.fromkeys(names))
    if game.sheet.team and not mixed:
        return [Seating((number,) * players) for number in range(len(known))]
    return turns_of([known.index(name) for name in seated(names, players)])


def sides_of(game: Game, names: Sequence[str], seatings: Sequence[Seating], mixed: bool) -> list[Side]:
    """The sides whose figures are counted."""
    seats = np.array([seating.bots for seating in seatings])
    if game.sheet.team and mixed:
        return [Side(" + ".join(names[number] for number in seatings[0].bots), seats >= 0)]
    return [Side(name, seats == number) for number, name in enumerate(names)]


def deals_for(games: int, seatings: Sequence[Seating]) -> int:
    """How many deals it takes to play so many games or a few more."""
    return -(-games // len(seatings))


def compete(
    ladder: Ladder,
    tables: Tables,
    games: int,
    seed: int,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    enough: Callable[[], bool] = lambda: False,
    executor: Executor | None = None,
    keep: Callable[[Played], None] | None = None,
) -> None:
    """Play deals seed, seed + 1, … from every seating and count them, on from where the ladder is.

    Until so many games are counted, or a few more to make the last deal whole, or it is enough. On threads or by an
    executor that has so many workers; `keep` is handed all games, in order, with their actions.
    """
    check_games(games, seed)
    tables.prepare(written=keep is not None)
    began, before = time.perf_counter(), ladder.seconds
    last, written = deals_for(games, tables.seatings), keep is not None
    for played in tables.play_all(ladder.deals, last, seed, workers, enough, executor, written):
        ladder.add(played, tables.game.sheet.endings)
        if keep is not None:
            keep(played)
        ladder.seconds = before + time.perf_counter() - began
        progress(len(played))


def tables_of(
    game: Game, options: Json, bots: Sequence[Bot], names: Sequence[str], mixed: bool, others: Sequence[Bot] = ()
) -> tuple[Tables, Ladder]:
    """Tables for some bots, and a ladder on which nothing is counted yet."""
    seatings = seatings_of(game, names, options["players"], mixed)
    sides = sides_of(game, [bot.name for bot in bots], seatings, mixed)
    return Tables(game, options, bots, seatings, others), Ladder(sides, game.sheet.team)
