"""What reviews say in the middle of matches, beside how the matches came out, and how far they are to be trusted.

    python -m benchmarks.reviews play GAME --rows ROWS [--minutes M] [--matches N] [--seed S] [--workers W]
    python -m benchmarks.reviews fit GAME --rows ROWS

Clubs or experts sit on all seats of a match, by turns, with every number of players. Of each fifth of its decisions
some that follow each other are judged as a review judges them, each on what its seat had seen. `fit` finds how such
words are put right (`players/advice/trust.py`) and writes that beside the game's bots, and the figures to docs/results.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import count, islice, pairwise
from pathlib import Path
from threading import local

import numpy as np

import lantern
from benchmarks.matches import RESULTS, Results
from lantern.games import folder
from lantern.kernel.batch import cores
from lantern.kernel.contract import Json
from lantern.kernel.files import write_whole
from lantern.kernel.game import Game, Match
from lantern.players import CLUB, EXPERT, ROUNDS
from lantern.players.advice.judge import Judge
from lantern.players.advice.review import Question, evened, outcome_of, questions
from lantern.players.advice.trust import AS_IT_IS, TRUST, Trust
from lantern.players.player import Player, seat

PLAYING = (CLUB, f"{EXPERT}:{ROUNDS}=100")
FIFTHS = 5
"""So many parts of a match are judged apart."""
IN_A_ROW = 3
"""How many decisions of each part are judged."""
MATCHES = 100
WEIGHTS = [step / 10 for step in range(21)]
"""How much differences of chances may count."""
TURNS = [step / 100 for step in range(-20, 101)]
"""How much better the seat to act may look."""
WEIGHED = ("careless", "early", "late")
DOUBT = 0.3
"""How much a weight other than one costs: squared, as much as an error of one in so many matches."""
PASSES = 4
BOUNDS = (0, 0.2, 0.4, 0.6, 0.8, 1.01)
"""Between which chances are counted together."""

Chances = Sequence[float]


# Playing.


class Reviewer(local):
    """Plays matches and judges some of their decisions; every thread has bots and a judge of its own."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._judge = Judge(game)
        self._players: dict[str, Player] = {}

    def row(self, players: int, name: str, seed: int) -> Json:
        """A match between bots of one kind, and what was thought on its way."""
        match = self._played(players, name, seed)
        asked = questions(match, self._judge.watches)
        return {
            "players": players,
            "bots": name,
            "seed": seed,
            "length": match.ply,
            "outcome": outcome_of(match),
            "moments": [self._moment(asked[place], place) for place in chosen(len(asked), seed)],
        }

    def _played(self, players: int, name: str, seed: int) -> Match:
        match = self._game.match(players, seed)
        if name not in self._players:
            self._players[name] = seat(self._game, name, seed)
        player = self._players[name]
        player.reseed(seed)
        while not match.over:
            match.play(player.choose(match))
        return match

    def _moment(self, question: Question, place: int) -> Json:
        judgement = self._judge.judge(question.seen, question.seat)
        chances = [round(chance, 5) for chance in judgement.chances]
        is_best = question.played == judgement.best
        return {"place": place, "ply": question.ply, "seat": question.seat, "expected": is_best, "chances": chances}


def chosen(decisions: int, seed: int) -> list[int]:
    """Which decisions of a match are judged: in every fifth some that follow each other."""
    chance = np.random.default_rng(seed)
    found: set[int] = set()
    for fifth in range(FIFTHS):
        first, last = decisions * fifth // FIFTHS, decisions * (fifth + 1) // FIFTHS
        begun = int(chance.integers(first, max(first, last - IN_A_ROW) + 1))
        found.update(range(begun, min(begun + IN_A_ROW, last)))
    return sorted(found)


def errands(game: Game, seed: int) -> Iterator[tuple[int, str, int]]:
    """(players, bots, seed) the matches, all kinds by turns."""
    for number in count(seed):
        for players in game.sheet.seats:
            for name in PLAYING:
                yield players, name, number


def play(game: Game, matches: int, seed: int, workers: int, minutes: float | None, rows: Path) -> None:
    """Play and judge matches of every kind until all are there or the time is over; a row for each."""
    deadline = None if minutes is None else time.monotonic() + 60 * minutes
    reviewer = Reviewer(game)
    asked = islice(errands(game, seed), matches * len(game.sheet.seats) * len(PLAYING))
    for _ in PLAYING:  # compiles what all threads need
        add(rows, reviewer.row(*next(asked)))

    def work(errand: tuple[int, str, int]) -> None:
        if deadline is None or time.monotonic() < deadline:
            add(rows, reviewer.row(*errand))

    with ThreadPoolExecutor(workers) as threads:
        for _ in threads.map(work, asked):
            pass


def add(rows: Path, row: Json) -> None:
    """Add a row to a file."""
    with rows.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


# What was said, and what came.


@dataclass(frozen=True)
class Moment:
    """A decision that was judged."""

    place: int
    """Which of the match's decisions."""
    seat: int
    progress: float
    is_best: bool
    """Whether what was played is best."""
    chances: list[float]


@dataclass(frozen=True)
class Seen:
    """A match and what was thought on its way."""

    players: int
    expert: bool
    outcome: list[float]
    moments: list[Moment]

    @classmethod
    def of(cls, row: Json) -> Seen:
        """What a row tells."""
        length = row["length"]
        moments = [
            Moment(one["place"], one["seat"], (one["ply"] - 1) / length, one["expected"], one["chances"])
            for one in row["moments"]
            if one["chances"]
        ]
        return cls(row["players"], row["bots"] != CLUB, row["outcome"], moments)

    @cached_property
    def skill(self) -> float:
        """In what share of the moments the best was played."""
        return mean([one.is_best for one in self.moments])

    def trusted(self, moment: Moment, trust: Trust) -> list[float]:
        """What was said, put right."""
        return trust.drawn(moment.chances, moment.seat, moment.progress, self.skill)

    @cached_property
    def pairs(self) -> list[tuple[Moment, Moment]]:
        """Moments that follow each other."""
        return [pair for pair in pairwise(self.moments) if pair[1].place == pair[0].place + 1]

    @property
    def passings(self) -> list[tuple[Moment, Moment]]:
        """Those between which the turn has passed."""
        return [(before, after) for before, after in self.pairs if before.seat != after.seat]

    @cached_property
    def middles(self) -> list[tuple[Moment, Moment, Moment]]:
        """Moments with what came before and after."""
        return [(first[0], *second) for first, second in pairwise(self.pairs) if first[1] is second[0]]


Groups = Mapping[int, Sequence[Seen]]
"""[players] matches."""
Trusts = dict[int, Trust]
"""[players] how far to trust what is said there."""


def error(chances: Chances, outcome: Chances) -> float:
    """Brier's: squares of what was said amiss, all seats added up."""
    return sum((said - came) ** 2 for said, came in zip(chances, outcome, strict=True))


def error_of(seen: Sequence[Seen], trust: Trust) -> float:
    """The error of a match, on average over its moments, added up over all."""
    return sum(mean([error(match.trusted(one, trust), match.outcome) for one in match.moments]) for match in seen)


def mean(numbers: Sequence[float]) -> float:
    """Their mean; of none, nothing."""
    return sum(numbers) / max(1, len(numbers))


def won_by_turn(seen: Sequence[Seen], trust: Trust) -> float:
    """What passing the turn gives to who gets it and takes from who had it, on average."""
    gains = []
    for match in seen:
        for before, after in match.passings:
            then, now = match.trusted(before, trust), match.trusted(after, trust)
            gains.append(now[after.seat] - then[after.seat] - now[before.seat] + then[before.seat])
    return mean(gains)


def fit(groups: Groups) -> Trusts:
    """How far to trust what was said in some matches.

    Where the turn passes between experts, who give nothing away, nothing changes on average; else the error is least.
    """
    trusts = dict.fromkeys(groups, AS_IT_IS)
    for _ in range(PASSES):
        trusts = {players: fit_turn(groups[players], trust) for players, trust in trusts.items()}
        for name in WEIGHED:
            tried = [
                {players: replace(trust, **{name: weight}) for players, trust in trusts.items()} for weight in WEIGHTS
            ]
            trusts = min(tried, key=lambda some: cost_of(groups, some))
    return trusts


def fit_turn(seen: Sequence[Seen], trust: Trust) -> Trust:
    """The same trust with what the seat to act is said to have too much."""
    experts = [match for match in seen if match.expert]
    return min((replace(trust, turn=turn) for turn in TURNS), key=lambda one: abs(won_by_turn(experts, one)))


def cost_of(groups: Groups, trusts: Trusts) -> float:
    """The error of all matches, and the doubt whether weights should be other than one."""
    weights = [getattr(trust, name) for trust in trusts.values() for name in WEIGHED]
    doubt = mean([(weight - 1) ** 2 for weight in weights]) * len(WEIGHED)
    return sum(error_of(groups[players], trust) for players, trust in trusts.items()) + DOUBT * doubt


# Figures.


FIGURES = ("even", "said", "trusted", "evened", "jump_said", "jump_trusted")


def figures(halves: Sequence[Sequence[Seen]], trusts: Sequence[Trust]) -> Json:
    """The figures of matches of as many players, each half of them with a trust of its own."""
    told = [_figures(match, trust) for half, trust in zip(halves, trusts, strict=True) for match in half]
    means = {name: round(mean([number for one in told for number in one[name]]), 4) for name in FIGURES}
    return {"matches": len(told), **means, "came": [pair for one in told for pair in one["came"]]}


def _figures(match: Seen, trust: Trust) -> Json:
    """Errors in a match, jumps where the turn passes, and what was said and came in each fifth.

    Errors are those of moments whose neighbours are known: even shares, as said, put right, and evened too.
    """
    said = {one.place: one.chances for one in match.moments}
    trusted = {one.place: match.trusted(one, trust) for one in match.moments}
    equal, middles = [1 / match.players] * match.players, [one.place for _, one, _ in match.middles]
    passings = [(before.place, after.place) for before, after in match.passings]
    return {
        "even": [error(equal, match.outcome) for _ in middles],
        "said": [error(said[place], match.outcome) for place in middles],
        "trusted": [error(trusted[place], match.outcome) for place in middles],
        "evened": [error(evened_of(three, trusted), match.outcome) for three in match.middles],
        "jump_said": [jump(said[before], said[after]) for before, after in passings],
        "jump_trusted": [jump(trusted[before], trusted[after]) for before, after in passings],
        "came": [
            (min(FIFTHS - 1, int(one.progress * FIFTHS)), *told)
            for one in match.moments
            for told in zip(one.chances, trusted[one.place], match.outcome, strict=True)
        ],
    }


def jump(before: Chances, after: Chances) -> float:
    """How much chances change, on average over the seats."""
    return mean([abs(now - then) for then, now in zip(before, after, strict=True)])


def evened_of(three: Sequence[Moment], trusted: dict[int, list[float]]) -> list[float]:
    """What a review shows at the middle one of three moments."""
    return evened({one.place: trusted[one.place] for one in three})[three[1].place]


def counted(came: Sequence[tuple[int, float, float, float]]) -> Json:
    """[fifth][range] what was said on average, what came, and how often: as said, and put right."""
    return {
        name: [
            [_cell([(one[place], one[3]) for one in came if one[0] == fifth], *bounds) for bounds in pairwise(BOUNDS)]
            for fifth in range(FIFTHS)
        ]
        for name, place in (("said", 1), ("trusted", 2))
    }


def _cell(told: Sequence[tuple[float, float]], least: float, most: float) -> list[float]:
    inside = [pair for pair in told if least <= pair[0] < most]
    return [round(mean([said for said, _ in inside]), 3), round(mean([came for _, came in inside]), 3), len(inside)]


def write_fitted(game: Game, rows: Path) -> None:
    """Write how far the game's search is trusted, and the figures; each half by what was fitted to the other."""
    seen = [Seen.of(json.loads(line)) for line in rows.read_text("utf-8").splitlines()]
    groups = {players: [one for one in seen if one.players == players] for players in game.sheet.seats}
    halves = [{players: half_of(group, half) for players, group in groups.items()} for half in (0, 1)]
    trusts, others = fit(groups), [fit(half) for half in reversed(halves)]
    weights = asdict(next(iter(trusts.values())))
    kept = weights | {"turn": {str(players): trust.turn for players, trust in trusts.items()}}
    write_whole(folder(game.name, "players") / TRUST, (json.dumps(kept, indent=1) + "\n").encode())
    results, came = Results(RESULTS), []
    for players, trust in trusts.items():
        found = figures([half[players] for half in halves], [other[players] for other in others])
        came += found.pop("came")
        results.keep(f"reviews-{game.name}.json", str(players), found | {"trust": asdict(trust)})
    results.keep(f"reviews-{game.name}.json", "came", counted(came))


def half_of(group: Sequence[Seen], half: int) -> list[Seen]:
    """Every other pair of matches: one of clubs, one of experts."""
    return [one for place, one in enumerate(group) if place // len(PLAYING) % 2 == half]


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("game", choices=lantern.names())
    parser.add_argument("--rows", type=Path, required=True, help="the file with a line for every match")
    parser.add_argument("--matches", type=int, default=MATCHES, help="for every number of players and kind of bot")
    parser.add_argument("--minutes", type=float, help="play no longer than about this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores(), help="threads that play [one for every core]")
    asked = parser.parse_args()
    game = lantern.game(asked.game)
    if asked.what == "fit":
        write_fitted(game, asked.rows)
    else:
        play(game, asked.matches, asked.seed, asked.workers, asked.minutes, asked.rows)


if __name__ == "__main__":
    main()
