"""Two versions of Lantern beside each other: how fast the one is in the other's terms.

    python -m benchmarks.beside OTHER [--rounds N] [--games GAME ...]

OTHER is another checkout, such as one of the last release. Both run as processes of their own and work by turns, on the
same things: whole games at random, steps of a batch that tells everything, games between bots of the club, and rounds
of the expert. The best of several short rounds counts, in processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lantern
from benchmarks.rounds import SECONDS, best_of, figure, head, rate, row
from lantern.kernel.game import Game
from lantern.players import ROUNDS, bot
from lantern.players.arena.deals import simulate
from lantern.players.player import Player

Work = Callable[[], int]
GAMES = 200
PLIES = 12
"""How far into a match the expert is asked."""
THOUGHT = {"hanabi": 20, "han": 200, "khan": 50, "ming": 100}
"""Rounds the expert thinks at a time."""


def random_play(game: Game) -> Work:
    """Whole games at random."""
    batch = game.batch(GAMES, seed=1, observations=False, masks=False, threads=1)
    return lambda: int(batch.play_out())


def steps(game: Game) -> Work:
    """Steps of a batch with observations and masks."""
    batch = game.batch(GAMES, seed=1, threads=1)
    batch.reset()

    def work() -> int:
        batch.step(batch.random_actions())
        return GAMES

    return work


def contests(game: Game) -> Work:
    """Decisions in games between bots of the club."""
    options, seeds = game.options(3), iter(range(1, 1 << 30))

    def work() -> int:
        return simulate(game, options, ["club"] * 3, 20, seed=next(seeds), workers=1).moves

    return work


def thought(game: Game) -> Work:
    """Rounds of the expert in the middle of a match."""
    match, club = game.match(3, seed=2), Player(game, bot(game, "club"), 1)
    while match.ply < PLIES:
        match.play(club.choose(match))
    player = Player(game, bot(game, f"expert:{ROUNDS}={THOUGHT[game.name]}"), 1, thorough=True)

    def work() -> int:
        player.choose(match)
        return max(player.thought, 1)

    return work


KINDS: dict[str, Callable[[Game], Work]] = {
    "random play": random_play,
    "steps": steps,
    "club": contests,
    "expert": thought,
}


def serve() -> None:
    """In one of the two processes: measure what is asked for, a line each."""
    ready: dict[tuple[str, str], Work] = {}
    for line in sys.stdin:
        name, kind, seconds = json.loads(line)
        if (name, kind) not in ready:
            ready[name, kind] = KINDS[kind](lantern.game(name))
            ready[name, kind]()
        print(json.dumps(rate(ready[name, kind], time.process_time, seconds)), flush=True)


class Version:
    """One of the two, in a process."""

    def __init__(self, checkout: Path) -> None:
        here = Path(__file__).parents[1]
        environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
        command = [sys.executable, "-m", "benchmarks.beside", "--serve", "."]
        self._process: Any = subprocess.Popen(
            command, cwd=here, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def measure(self, name: str, kind: str, seconds: float) -> float:
        """So many a second."""
        print(json.dumps([name, kind, seconds]), file=self._process.stdin, flush=True)
        return float(json.loads(self._process.stdout.readline()))

    def end(self) -> None:
        """Let it go."""
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """Print a row for each game and kind of work."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", nargs="*", default=list(THOUGHT))
    parser.add_argument("--kinds", nargs="*", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        return serve()
    here, there = Version(Path(__file__).parents[1]), Version(asked.other.resolve())
    print(head(["game", "what", "here", "there", "here / there"]))
    for game in asked.games:
        for kind in asked.kinds:
            by_turns = {
                "here": lambda game=game, kind=kind: here.measure(game, kind, SECONDS),
                "there": lambda game=game, kind=kind: there.measure(game, kind, SECONDS),
            }
            best = best_of(asked.rounds, by_turns)
            ratio = best["here"] / best["there"]
            print(row([game, kind, figure(best["here"]), figure(best["there"]), f"{ratio:.3f}"]), flush=True)
    here.end()
    there.end()
    return None


if __name__ == "__main__":
    main()
