"""Steps a second through the interfaces that other people's learners use, on one core.

    python -m benchmarks.adapters [--rounds N] [--games NAME ...] [--players N]

A step is one player's move, its observation and mask looked at and a legal action drawn from the mask; deals are paid
for but not counted. Processor time; the interfaces take turns, and the best of several short rounds counts.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from typing import Any

import numpy as np

import lantern
from benchmarks.rounds import best_of, figure, head, rate, row
from lantern.adapters import openspiel, pettingzoo

Work = Callable[[], int]
"""Plays some games and says how many steps they took."""


def play_aec(env: Any, seeds: Iterator[int]) -> int:
    """A game at random through PettingZoo's AEC interface, as its documentation writes the loop."""
    env.reset(seed=next(seeds))
    steps = 0
    for _ in env.agent_iter():
        seen, _, ended, cut_off, _ = env.last()
        if ended or cut_off:
            env.step(None)
        else:
            legal = seen["action_mask"].view(np.bool_).nonzero()[0]
            env.step(legal[int(random.random() * len(legal))])
            steps += 1
    return steps


def through_pettingzoo(name: str, players: int) -> dict[str, Work]:
    """Our environment, and beside it PettingZoo's own Hanabi where it can be played."""
    found: dict[str, Work] = {"PettingZoo": partial(play_aec, pettingzoo.env(name, players), count(1))}
    if name == "hanabi":
        try:
            own: Any = import_module("pettingzoo.classic.hanabi_v5")
            found["PettingZoo's hanabi_v5"] = partial(play_aec, own.env(players=players), count(1))
        except ImportError:
            pass
    return found


def play_spiel(game: Any, looks: bool) -> int:
    """A game at random through OpenSpiel's interface, with or without a look at what the seat to act sees."""
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            if looks:
                state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps


def through_openspiel(name: str, players: int) -> dict[str, Work]:
    """Our game, dealt by chance nodes, and beside it OpenSpiel's own Hanabi."""
    games = {"OpenSpiel": openspiel.load(f"{openspiel.PREFIX}{name}(players={players})")}
    if name == "hanabi":
        games["OpenSpiel's hanabi"] = openspiel.load(f"hanabi(players={players})")
    return {
        label + (", observations" if looks else ", moves alone"): partial(play_spiel, game, looks)
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
