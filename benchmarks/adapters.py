"""Steps a second through the interfaces that other people's learners use, on one core.

    python -m benchmarks.adapters [--rounds N] [--games NAME ...] [--players N]

A step is one player's move, its observation and mask looked at and a legal action drawn from the mask; deals are paid
for but not counted. Processor time; the interfaces take turns, and the best of several short rounds counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import lantern
from benchmarks.contestants import SEED, Work, play_aec, play_spiel
from benchmarks.rounds import best_of, figure, head, rate, row
from lantern.adapters import openspiel, pettingzoo


def through_pettingzoo(name: str, players: int) -> dict[str, Work]:
    """Our environment, and beside it PettingZoo's own Hanabi where it can be played."""
    found: dict[str, Work] = {"PettingZoo": partial(play_aec, pettingzoo.env(name, players), Random(SEED))}
    if name == "hanabi":
        try:
            own: Any = import_module("pettingzoo.classic.hanabi_v5")
            found["PettingZoo's hanabi_v5"] = partial(play_aec, own.env(players=players), Random(SEED))
        except ImportError:
            pass
    return found


def through_openspiel(name: str, players: int) -> dict[str, Work]:
    """Our game, dealt by chance nodes, and beside it OpenSpiel's own Hanabi."""
    games = {"OpenSpiel": openspiel.load(f"{openspiel.PREFIX}{name}(players={players})")}
    if name == "hanabi":
        games["OpenSpiel's hanabi"] = openspiel.load(f"hanabi(players={players})")
    return {
        label + (", observations" if looks else ", moves alone"): partial(play_spiel, game, Random(SEED), looks)
        for label, game in games.items()
        for looks in (True, False)
    }


INTERFACES: list[Callable[[str, int], dict[str, Work]]] = [through_pettingzoo, through_openspiel]


def measure(name: str, players: int, rounds: int) -> dict[str, float]:
    """[interface] the best of several rounds in which all take their turn, each warmed up before."""
    works = {label: work for interface in INTERFACES for label, work in interface(name, players).items()}
    for work in works.values():
        work()
    return best_of(rounds, {label: partial(rate, work, time.process_time, 0.2) for label, work in works.items()})


def main() -> None:
    """Measure and print a table that can be pasted into the documentation."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", nargs="*", default=lantern.names())
    parser.add_argument("--players", type=int)
    arguments = parser.parse_args()
    print(f"Random games, steps a second; best of {arguments.rounds} rounds.\n")
    print(head(["game", "players", "interface", "steps a second"]))
    for name in arguments.games:
        seats = lantern.game(name).sheet.seats
        for players in [arguments.players] if arguments.players else [seats.start, seats.stop - 1]:
            for label, speed in measure(name, players, arguments.rounds).items():
                print(row([name, str(players), label, figure(speed)]), flush=True)


if __name__ == "__main__":
    main()
