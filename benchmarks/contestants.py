"""Implementations of Hanabi, each playing random legal moves through an interface that people use.

A contestant is made for a number of players and plays a piece of work; how many moves that were. Deals are paid for
but not counted. What is not installed here says so by an ImportError.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

import lantern
from lantern.kernel.batch import Batch

SEED = 1
GAMES = 256
"""Games in a batch: few enough for their records to stay in the processor's cache."""
MOVES = 4096
"""Moves of a batch in a piece of work, or one step of it if that is more."""
HLE_GAMES = 20
LENGTHS, USUAL_LENGTH = {"hanabi": 16, "han": 140, "khan": 133, "ming": 290}, 100
"""About how many moves a random game has."""
NO_ACTION = -1
CHANCE = -1

Work = Callable[[], int]


def spread(batch: Any, length: int | None = None) -> None:
    """Leave the games of a batch at all moments between deal and end: each begins at another of so many steps.

    Games that begin together stay together for long, and a batch would be measured at its openings alone. An action
    that is refused changes nothing.
    """
    length = length or LENGTHS.get(batch.sheet.name, USUAL_LENGTH)
    begins = np.arange(len(batch)) % length
    batch.reset()
    for step in range(length):
        actions = batch.random_actions()
        on_host = actions.copy_to_host() if hasattr(actions, "copy_to_host") else actions
        batch.step(np.where(begins <= step, on_host, NO_ACTION))


def stepping(batch: Any) -> Work:
    """Play steps of a batch by random legal actions; how many moves that were."""
    spread(batch)
    rounds = max(1, MOVES // len(batch))

    def steps() -> int:
        for _ in range(rounds):
            batch.step(batch.random_actions())
        return rounds * len(batch)

    steps()
    return steps


def batch_of_hanabi(players: int, told: bool) -> Batch:
    """A batch by HLE's rule, by which hints that fit no card are forbidden, on one core."""
    return lantern.batch("hanabi", GAMES, players, SEED, threads=1, observations=told, masks=told, empty_hints=False)


def our_batch(players: int) -> Work:
    """Lantern's batch with nothing to see."""
    return stepping(batch_of_hanabi(players, told=False))


def our_batch_told(players: int) -> Work:
    """Lantern's batch with observations and masks."""
    return stepping(batch_of_hanabi(players, told=True))


def hle_core(players: int) -> Work:
    """HLE's C++ core through its C interface."""
    hle = import_module("benchmarks.hle")
    game = hle.game_for(players)
    handle = hle.handle_of(game.c_game.game)
    hle.play_in_core(handle, 1)

    def play(game: Any = game) -> int:
        return int(hle.play_in_core(handle, HLE_GAMES))

    return play


def hle_core_told(players: int) -> Work:
    """HLE's C++ core with the observation of the seat to act, as text."""
    hle = import_module("benchmarks.hle")
    game = hle.game_for(players)
    encoder = hle.pyhanabi.ObservationEncoder(game)
    handle, encoding = hle.handle_of(game.c_game.game), hle.handle_of(encoder._encoder.encoder)
    hle.watch_in_core(handle, encoding, 1)

    def play(game: Any = game, encoder: Any = encoder) -> int:
        return int(hle.watch_in_core(handle, encoding, HLE_GAMES))

    return play


def hle_python(players: int) -> Work:
    """HLE through its Python interface, pyhanabi."""
    hle, rng = import_module("benchmarks.hle"), Random(SEED)
    game = hle.game_for(players)
    return lambda: int(hle.play_in_python(game, rng))


def hle_environment(players: int) -> Work:
    """HLE's own environment for learners, with observations of all seats."""
    rl_env: Any = import_module("hanabi_learning_environment.rl_env")
    env, rng = rl_env.HanabiEnv({"players": players, "seed": SEED}), Random(SEED)

    def play() -> int:
        seen, done, moves = env.reset(), False, 0
        while not done:
            own = seen["player_observations"][seen["current_player"]]
            seen, _, done, _ = env.step(rng.choice(own["legal_moves_as_int"]))
            moves += 1
        return moves

    return play


def openspiel(players: int) -> Work:
    """OpenSpiel's game, which is HLE's core, through Python."""
    return _openspiel(players, told=False)


def openspiel_told(players: int) -> Work:
    """OpenSpiel's game with the observation of the seat to act."""
    return _openspiel(players, told=True)


def _openspiel(players: int, told: bool) -> Work:
    pyspiel: Any = import_module("pyspiel")
    return partial(play_spiel, pyspiel.load_game("hanabi", {"players": players}), Random(SEED), told)


def play_spiel(game: Any, rng: Random, told: bool) -> int:
    """A game at random through OpenSpiel's interface, with or without a look at what the seat to act sees."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            if told:
                state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves


def pettingzoo(players: int) -> Work:
    """PettingZoo's hanabi_v5, which is HLE's environment, with observations and masks."""
    module: Any = import_module("pettingzoo.classic.hanabi.hanabi")
    return partial(play_aec, module.env(players=players, hand_size=5 if players <= 3 else 4), Random(SEED))


def play_aec(env: Any, rng: Random) -> int:
    """A game at random through PettingZoo's AEC interface, as its documentation writes the loop."""
    env.reset(seed=rng.randrange(2**31))
    moves = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            legal = seen["action_mask"].view(np.bool_).nonzero()[0]
            env.step(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves


CONTESTANTS: dict[str, Callable[[int], Work]] = {
    "Lantern": our_batch,
    "Lantern, told": our_batch_told,
    "HLE, C++": hle_core,
    "HLE, C++, told": hle_core_told,
    "HLE, pyhanabi": hle_python,
    "HLE, rl_env, told": hle_environment,
    "OpenSpiel": openspiel,
    "OpenSpiel, told": openspiel_told,
    "PettingZoo, told": pettingzoo,
}
"""By name; "told" has observations, at least of the seat to act, and its legal actions."""
