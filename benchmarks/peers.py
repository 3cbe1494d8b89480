"""Batches in steps a second: Hanabi beside its peers, and all games against size, players and options.

    python -m benchmarks.peers peers      Hanabi's implementations on one core
    python -m benchmarks.peers batches    all games in batches on the processor
    python -m benchmarks.peers gpu        all games in batches on a GPU, and JaxMARL there
                                          [--games GAME …] [--sizes N …] [--rounds N] [--json FILE] [--python PATH]

A step is one player's move, random and legal; deals are paid for but not counted. One core is measured in processor
time, all cores and a GPU by the clock. In one run all take turns, and the best of several short rounds counts: the
machine may be busy. `--python` is a Python with jax and jaxmarl. What was measured is written to docs/results, and the
page and its picture are made from that.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import lantern
from benchmarks import speed_page
from benchmarks.contestants import CONTESTANTS, SEED, stepping
from benchmarks.gpu import gpu_name
from benchmarks.rounds import best_of, figure, rate
from benchmarks.rules import Table, name_of
from lantern.kernel.batch import cores
from lantern.kernel.contract import Json
from lantern.kernel.files import write_whole
from lantern.kernel.game import Game
from lantern.players.arena.plan import machine

SIZES = (1, 16, 256, 4096, 65536)
GPU_SIZES = (1024, 16384, 131072, 1048576, 4194304)
USUAL_SIZE = 256
"""Games in a batch where players and options are compared."""
GPU_USUAL_SIZE = 131072
LAUNCHES = 16
"""Pieces of work that a GPU is given before anybody waits for it."""
MOST_BYTES, GPU_MOST_BYTES = 2**29, 2**34
"""How much memory a batch may take."""
JAX_GAMES, JAX_GPU_GAMES = 1024, 65536
JAX_SECONDS = 0.3
JAX_NAMES = {"JaxMARL": False, "JaxMARL, told": True}
"""Whether it makes observations."""
EVERYTHING = {"multicolour": True, "black_powder": True, "flares": True}
TABLES: dict[str, tuple[Table, ...]] = {
    "hanabi": (*({"players": players} for players in (2, 3, 4, 5)), {"players": 4, **EVERYTHING}),
    "han": (
        *({"players": players, "map": "ways-of-diplomacy"} for players in (2, 3, 4)),
        *({"players": players, "map": "border-disputes"} for players in (3, 5)),
        {"players": 5, "map": "border-disputes", "fortifications": True},
        {"players": 4, "map": "ways-of-diplomacy", "market_places": True},
    ),
    "khan": (*({"players": players} for players in (2, 3, 4)), {"players": 3, "place_rulers": True}),
    "ming": tuple({"players": players} for players in (2, 3, 4)),
}
"""Players and main options; one that is not here is measured with every number of players."""

Contest = dict[str, Callable[[], float]]


class Jax:
    """JaxMARL in a process of its own, asked for one rate at a time."""

    def __init__(self, python: str, players: list[int]) -> None:
        self.players = players
        script = str(Path(__file__).with_name("jaxmarl_hanabi.py"))
        self.process = subprocess.Popen([python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def rate(self, players: int, games: int, observations: bool, clock: str) -> float:
        """Steps a second, 0 if it can't be run."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        asked = {"players": players, "games": games, "observations": observations}
        try:
            self.process.stdin.write(json.dumps({**asked, "seconds": JAX_SECONDS, "clock": clock}) + "\n")
            self.process.stdin.flush()
            return float(json.loads(self.process.stdout.readline())["rate"])
        except (BrokenPipeError, ValueError):
            return 0.0

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def contest(players: int) -> Contest:
    """The implementations of Hanabi that are installed here, each measured in processor time."""
    found: Contest = {}
    for name, make in CONTESTANTS.items():
        try:
            found[name] = partial(rate, make(players), time.process_time)
        except ImportError as error:
            print(f"{name}: not installed ({error})", file=sys.stderr)
    return found


def jax_contest(jax: Jax | None, players: int, games: int, clock: str) -> Contest:
    """JaxMARL, if it is at hand."""
    if jax is None or players not in jax.players:
        return {}
    return {name: partial(jax.rate, players, games, told, clock) for name, told in JAX_NAMES.items()}


def measure_peers(players: int, rounds: int, jax: Jax | None) -> Json:
    """Hanabi's implementations in one run."""
    best = best_of(rounds, {**contest(players), **jax_contest(jax, players, JAX_GAMES, "processor")})
    names = [*CONTESTANTS, *JAX_NAMES]
    return {"players": players, "rates": {name: best.get(name) or None for name in names}}


def tables_of(game: Game) -> tuple[Table, ...]:
    """The options to measure a game with."""
    return TABLES.get(game.name) or tuple({"players": players} for players in game.sheet.seats)


def bytes_of(game: Game, table: Table) -> int:
    """About how much memory a game of a batch takes."""
    sheet = game.sheet
    told = sheet.observation_size(game.options(**table)) + sheet.actions + 2 * sheet.most_legal
    return int(sheet.state.dtype.itemsize + told + 256)


def measure_batch(game: Game, table: Table, size: int, rounds: int) -> Json:
    """A batch of one size, with and without something to see, on one core and on all."""
    contestants: Contest = {}
    for told in (False, True):
        for threads, clock, where in ((1, time.process_time, "core"), (cores(), time.perf_counter, "cores")):
            batch = game.batch(size, seed=SEED, threads=threads, observations=told, masks=told, **table)
            contestants[f"{'told' if told else 'untold'}, {where}"] = partial(rate, stepping(batch), clock)
    return found(game, table, size, best_of(rounds, contestants))


def measure_gpu_batch(game: Game, table: Table, size: int, rounds: int) -> Json:
    """The same on a GPU."""
    contestants: Contest = {}
    for told in (False, True):
        batch = lantern.batch(game.name, size, seed=SEED, device="gpu", observations=told, masks=told, **table)
        work = waiting(batch, stepping(batch))
        contestants["told, gpu" if told else "untold, gpu"] = partial(rate, work, time.perf_counter)
    return found(game, table, size, best_of(rounds, contestants))


def waiting(batch: Any, work: Callable[[], int]) -> Callable[[], int]:
    """Work that is done only when the GPU has done it."""

    def done() -> int:
        steps = sum(work() for _ in range(LAUNCHES))
        batch.wait()
        return steps

    return done


def found(game: Game, table: Table, size: int, rates: dict[str, float]) -> Json:
    """A row of the results."""
    numbers = game.sheet.observation_size(game.options(**table))
    return {
        "game": game.name,
        "table": name_of(table),
        "size": size,
        "numbers": numbers,
        "actions": game.sheet.actions,
        "rates": rates,
    }


def batches(game: Game, sizes: Iterable[int], usual: int, most: int) -> Iterator[tuple[Table, int]]:
    """What to measure of a game: its first table at every size that fits, the others at the usual one."""
    first, *others = tables_of(game)
    for size in sizes:
        if size * bytes_of(game, first) <= most:
            yield first, size
    for table in others:
        yield table, usual


def all_peers(given: argparse.Namespace, jax: Jax | None) -> Json:
    """Hanabi's implementations, for every number of players."""
    return {"peers": [tell(measure_peers(players, given.rounds, jax)) for players in (2, 3, 4, 5)]}


def all_batches(given: argparse.Namespace, jax: Jax | None) -> Json:
    """Batches of all games on the processor."""
    rows = [
        tell(measure_batch(game, table, size, given.rounds))
        for game in map(lantern.game, given.games)
        for table, size in batches(game, given.sizes or SIZES, USUAL_SIZE, MOST_BYTES)
    ]
    return {"batches": rows, "cores": cores()}


def all_on_gpu(given: argparse.Namespace, jax: Jax | None) -> Json:
    """Batches of all games on a GPU, and JaxMARL there."""
    rows = [
        tell(measure_gpu_batch(game, table, size, given.rounds))
        for game in map(lantern.game, given.games)
        for table, size in batches(game, given.sizes or GPU_SIZES, GPU_USUAL_SIZE, GPU_MOST_BYTES)
    ]
    peers = [
        tell({"players": players, "rates": best_of(given.rounds, jax_contest(jax, players, JAX_GPU_GAMES, "clock"))})
        for players in (jax.players if jax else ())
    ]
    return {"peers": peers, "batches": rows}


MEASURED: dict[str, tuple[Callable[[argparse.Namespace, Jax | None], Json], Path]] = {
    "peers": (all_peers, speed_page.PEERS_RESULTS),
    "batches": (all_batches, speed_page.CPU_RESULTS),
    "gpu": (all_on_gpu, speed_page.GPU_RESULTS),
}
"""How something is measured, and where it is kept."""


def tell(row: Json) -> Json:
    """Say what was measured as soon as it is."""
    told = ", ".join(f"{name} {figure(value) if value else 'not installed'}" for name, value in row["rates"].items())
    where = f"{row['game']}, {row['table']}, {row['size']} games" if "game" in row else f"{row['players']} players"
    print(f"{where}: {told}", flush=True)
    return row


def main() -> None:
    """Measure, keep what was found, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=MEASURED)
    parser.add_argument("--games", metavar="GAME", nargs="+", default=lantern.names(), help="only these [all]")
    parser.add_argument("--sizes", type=int, nargs="+", help="games in a batch")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--json", type=Path, help="where to keep the results [a file in docs/results]")
    parser.add_argument("--python", help="a Python with jax and jaxmarl")
    parser.add_argument("--jax-players", type=int, nargs="+", default=[2], help="each takes a minute to compile")
    arguments = parser.parse_args()
    measure, file = MEASURED[arguments.what]
    jax = Jax(arguments.python, arguments.jax_players) if arguments.python else None
    results = measure(arguments, jax)
    if jax:
        jax.close()
    about = {
        "command": " ".join(["python -m benchmarks.peers", *sys.argv[1:]]),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {**machine(), "model": gpu_name()} if arguments.what == "gpu" else machine(),
        "rounds": arguments.rounds,
    }
    path = arguments.json or file
    write_whole(path, (json.dumps({**about, **results}, indent=1) + "\n").encode())
    if path == file:
        speed_page.write()


if __name__ == "__main__":
    main()
