"""JaxMARL's Hanabi as a yardstick, in a process of its own: it needs jax and jaxmarl, and nothing of ours.

    PATH/TO/python benchmarks/jaxmarl_hanabi.py

Every line it reads is a JSON object {"players", "games", "observations", "seconds", "clock"}; every line it writes is
{"rate": steps a second}. All seats' legal moves are worked out at every step, as JaxMARL does it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from typing import Any

STEPS = 16
"""Steps in one call of a compiled loop."""

with redirect_stdout(sys.stderr):  # it says what it does not find
    jax: Any = import_module("jax")
    jaxmarl: Any = import_module("jaxmarl")


@cache
def player(players: int, games: int, observations: bool) -> Callable[[], int]:
    """Play some steps of random games in a batch; how many. Observations that nobody wants are not worked out."""
    env = jaxmarl.make("hanabi", num_agents=players)

    def choose(key: Any, state: Any) -> Any:
        legal = env.get_legal_moves(state)
        keys = jax.random.split(key, players)
        return {
            agent: jax.random.categorical(keys[seat], jax.numpy.where(legal[agent] > 0, 0.0, -1e9))
            for seat, agent in enumerate(env.agents)
        }

    def step(carry: Any, _: None) -> tuple[Any, None]:
        key, states, seen = carry
        key, for_choice, for_step = jax.random.split(key, 3)
        actions = jax.vmap(choose)(jax.random.split(for_choice, games), states)
        told, states, _, _, _ = jax.vmap(env.step)(jax.random.split(for_step, games), states, actions)
        return (key, states, told if observations else seen), None

    play = jax.jit(lambda carry: jax.lax.scan(step, carry, None, STEPS)[0])
    seen, states = jax.vmap(env.reset)(jax.random.split(jax.random.PRNGKey(1), games))
    latest = [jax.block_until_ready(play((jax.random.PRNGKey(2), states, seen if observations else ())))]

    def steps() -> int:
        latest[0] = jax.block_until_ready(play(latest[0]))
        return STEPS * games

    steps()  # what comes out has other types than what went in at first, for which it is compiled again
    return steps


def rate(work: Callable[[], int], clock: Callable[[], float], seconds: float) -> float:
    """What is done in a second by a clock, working on until so many seconds are over."""
    began, done = clock(), 0
    while clock() - began < seconds:
        done += work()
    return done / (clock() - began)


def main() -> None:
    """Answer until there is nothing more to read."""
    for line in sys.stdin:
        asked = json.loads(line)
        work = player(asked["players"], asked["games"], asked["observations"])
        clock = {"processor": time.process_time, "clock": time.perf_counter}[asked["clock"]]
        print(json.dumps({"rate": rate(work, clock, asked["seconds"])}), flush=True)


if __name__ == "__main__":
    main()
