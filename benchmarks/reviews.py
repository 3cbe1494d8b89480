"""What reviews say in the middle of matches, beside how the matches came out.

    python -m benchmarks.reviews play GAME --out ROWS [--minutes M] [--matches N] [--seed S] [--workers W]

A club or an expert sits on all seats of a match, by turns, with every number of players. Of each fifth of its decisions
some that follow each other are judged as a review judges them, each on what its seat had seen.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from threading import local

import numpy as np

import lantern
from lantern.kernel.batch import cores
from lantern.kernel.contract import Json
from lantern.kernel.game import Game, Match
from lantern.players import CLUB, EXPERT
from lantern.players.advice.judge import Judge
from lantern.players.advice.review import Question, outcome_of, questions
from lantern.players.player import Player, seat

PLAYING = (CLUB, EXPERT)
FIFTHS = 5
"""So many parts of a match are judged apart."""
IN_A_ROW = 3
"""How many decisions of each part are judged."""
MATCHES = 100


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
        return {
            "place": place,
            "ply": question.ply,
            "seat": question.seat,
            "expected": question.played == judgement.best,
            "chances": [round(chance, 5) for chance in judgement.chances],
        }


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


def play(game: Game, matches: int, seed: int, workers: int, minutes: float | None, out: Path) -> None:
    """Play and judge matches of every kind until all are there or the time is over; a row for each."""
    deadline = None if minutes is None else time.monotonic() + 60 * minutes
    reviewer = Reviewer(game)
    asked = islice(errands(game, seed), matches * len(game.sheet.seats) * len(PLAYING))
    for _ in PLAYING:  # compiles what all threads need
        write(out, reviewer.row(*next(asked)))

    def work(errand: tuple[int, str, int]) -> None:
        if deadline is None or time.monotonic() < deadline:
            write(out, reviewer.row(*errand))

    with ThreadPoolExecutor(workers) as threads:
        for _ in threads.map(work, asked):
            pass


def write(out: Path, row: Json) -> None:
    """Add a row to a file."""
    with out.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=["play"])
    parser.add_argument("game", choices=lantern.names())
    parser.add_argument("--out", type=Path, required=True, metavar="ROWS", help="where rows are added")
    parser.add_argument("--matches", type=int, default=MATCHES, help="for every number of players and kind of bot")
    parser.add_argument("--minutes", type=float, help="play no longer than about this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores(), help="threads that play [one for every core]")
    asked = parser.parse_args()
    play(lantern.game(asked.game), asked.matches, asked.seed, asked.workers, asked.minutes, asked.out)


if __name__ == "__main__":
    main()
