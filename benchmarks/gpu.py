"""The rules inside GPU kernels: equal to the processor's, byte for byte, and how fast.

    python -m benchmarks.gpu [GAME] [--only equal,whole,steps,playouts] [--games N,N] [--json FILE]
    python -m benchmarks.gpu khan --only equal --at-once --compared 65536 [--unoptimised]

needs an NVIDIA GPU and the packages numba and numba-cuda. Kernels are compiled when they are first called, which takes
from seconds to minutes; what is left out with `--only` is not compiled.

    equal      `--compared` games on both machines, `--steps` steps with legal and with arbitrary actions: all records,
               streams and tables are compared
    whole      as many whole games by `play_out` on both machines, compared
    steps      steps a second of a batch, with actions drawn by the GPU and with actions that are there already
    playouts   `--games` whole games on both machines, final records, streams and lengths compared; then each thread
               plays `--rounds` games in a row, timed

With `--at-once` a step is one kernel, however large a record is. Khan went wrong like that in edbe535, unless it was
compiled with `--unoptimised`, and is right today; docs/benchmarks.md tells why.

Sizes, registers a thread, threads a block and what is to be seen are lists with commas, and all of them are measured.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import lantern
from benchmarks.contestants import spread
from lantern.kernel import gpu as kernels
from lantern.kernel.batch import Batch
from lantern.kernel.batch_step import Tables
from lantern.kernel.contract import Sheet
from lantern.kernel.game import Game
from lantern.kernel.gpu import BLOCK, REGISTERS, GpuBatch, step_registers, the_gpu
from lantern.kernel.gpu_step import STREAM
from lantern.kernel.record import Cells, Records, new_records

EVERYTHING = {"multicolour": True, "black_powder": True, "flares": True}
TABLES: dict[str, tuple[dict[str, Any], ...]] = {
    "hanabi": (
        *({"players": players, "empty_hints": False} for players in (2, 3, 4, 5)),
        *({"players": players} for players in (2, 5)),
        {"players": 4, **EVERYTHING},
        {"players": 3, **EVERYTHING, "final_bouquet": True},
    ),
    "han": (
        *({"players": players} for players in (2, 3, 4, 5)),
        {"players": 4, "map": "ways-of-diplomacy"},
        {"players": 5, "fortifications": True},
        {"players": 2, "market_places": True},
    ),
    "khan": (*({"players": players} for players in (2, 3, 4)), {"players": 3, "place_rulers": True}),
    "ming": tuple({"players": players} for players in (2, 3, 4)),
}
TOLD = tuple(name for name in Tables._fields if name not in ("moves", "paid"))
ENDED = ("scores", "standings", "lengths", "endings")
SEEN = {
    "all": {"observations": True, "masks": True},
    "observations": {"observations": True, "masks": False},
    "masks": {"observations": False, "masks": True},
    "nothing": {"observations": False, "masks": False},
}
ARBITRARY = 7
"""Every so many steps, a comparison plays numbers of which most are refused."""
TIMES = 3
"""The best of so many is reported."""

Figures = dict[str, Any]


def gpu_name() -> str:
    """What the GPU calls itself."""
    name = the_gpu().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def write_table(table: dict[str, Any]) -> str:
    """A table's options in words."""
    return ", ".join(f"{name}={value}" for name, value in table.items())


# Equal to the processor


def check_equal(here: Batch, there: GpuBatch, names: tuple[str, ...], when: str) -> None:
    """Stop where records, streams or tables differ in a single byte."""
    found = {"states": (there.records(), here.states)}
    for name in ("chance", "choice", *names):
        found[name] = (getattr(there, name).copy_to_host(), getattr(here, name))
    for name, (on_gpu, expected) in found.items():
        if on_gpu.tobytes("C") != expected.tobytes("C"):
            rows = [row for row in range(len(here)) if on_gpu[row].tobytes() != expected[row].tobytes()]
            raise SystemExit(f"{when}: {name} differ in {len(rows)} of {len(here)} rows, the first is {rows[0]}")


def compare_steps(game: Game, table: dict[str, Any], seen: str, arguments: argparse.Namespace) -> Figures:
    """Take the same steps on both machines, and look at everything on the way."""
    games, steps, asked = arguments.compared, arguments.steps, {**SEEN[seen], **table}
    here, there = game.batch(games, seed=1, **asked), game.gpu_batch(games, seed=1, **asked)
    here.reset()
    seconds = timed(there, there.reset)
    check_equal(here, there, TOLD, f"{table}, dealt")
    numbers = np.random.default_rng(1)
    for step in range(1, steps + 1):
        if step % ARBITRARY == 0:
            arbitrary = numbers.integers(-1, game.sheet.actions + 1, games)
            here.step(arbitrary)
            there.step(arbitrary)
        else:
            here.step(here.random_actions())
            there.step(there.random_actions())
        if step % (ARBITRARY * 4) in (0, 1) or step == steps:
            check_equal(here, there, TOLD, f"{table}, after step {step}")
    ended = int(here.deals.sum())
    return {"table": write_table(table), "to be seen": seen, "equal in": f"{games:,} games, {steps:,} steps",
            "games ended": ended, "seconds of the first call": seconds}  # fmt: skip


def compare_whole(game: Game, table: dict[str, Any], arguments: argparse.Namespace) -> Figures:
    """Play whole games on both machines, twice."""
    games = arguments.compared
    nothing = SEEN["nothing"]
    here, there = game.batch(games, seed=1, **nothing, **table), game.gpu_batch(games, seed=1, **nothing, **table)
    moves = 0
    for _ in range(2):
        moves += here.play_out()
        there.play_out()
        check_equal(here, there, ENDED, f"{table}, whole games")
    return {"table": write_table(table), "equal in": f"{2 * games:,} games", "moves": moves}


# Steps a second


def timed(batch: GpuBatch, work: Callable[..., None], *given: Any) -> float:
    """How many seconds the GPU took."""
    batch.wait()
    began = time.perf_counter()
    work(*given)
    batch.wait()
    return time.perf_counter() - began


def draw_and_step(batch: GpuBatch, steps: int) -> None:
    """Play at random."""
    for _ in range(steps):
        batch.step(batch.random_actions())


def replay(batch: GpuBatch, actions: list[Any]) -> None:
    """Play what was played."""
    for chosen in actions:
        batch.step(chosen)


def recorded(batch: GpuBatch, steps: int) -> list[Any]:
    """The actions of so many random steps, each an array on the GPU."""
    actions = []
    for _ in range(steps):
        actions.append(batch.cuda.to_device(batch.random_actions().copy_to_host()))
        batch.step(actions[-1])
    return actions


def measure_steps(game: Game, table: dict[str, Any], arguments: argparse.Namespace) -> Iterator[Figures]:
    """Steps a second for every size, register limit, block and choice of what is to be seen."""
    registers = arguments.registers or [step_registers(game.sheet.state.dtype)]
    for seen, limit, block, games in itertools.product(arguments.see, registers, arguments.threads, arguments.games):
        batch = game.gpu_batch(games, seed=1, block=block, registers=limit, **SEEN[seen], **table)
        yield {
            "table": write_table(table),
            "to be seen": seen,
            "games": games,
            "threads": block,
            "registers": limit,
            **step_rates(batch, arguments.timed),
        }


def step_rates(batch: GpuBatch, steps: int) -> Figures:
    """How long the first call took, compiling included, and steps a second after it."""
    first = timed(batch, batch.reset)
    spread(batch)
    told = batch.tables
    kept = batch.states, batch.chance, told.deals, told.moves, told.paid
    before = [(array, array.copy_to_host()) for array in kept]
    actions = recorded(batch, steps)
    drawn = min(timed(batch, draw_and_step, batch, steps) for _ in range(TIMES))
    given = []
    for _ in range(TIMES):
        for array, content in before:
            array.copy_to_device(content)
        given.append(timed(batch, replay, batch, actions))
    if batch.codes.copy_to_host().any():
        raise SystemExit("what was played is refused when it is played again")
    total = len(batch) * steps
    return {
        "seconds of the first call": first,
        "steps a second": total / min(given),
        "with actions drawn": total / drawn,
    }


# Whole games


def build_gpu_playout(sheet: Sheet, registers: int | None = REGISTERS) -> Any:
    """A kernel that plays `rounds` games a thread, from the deal to the end, at random.

    `kernel[blocks, threads](states, chance, choice, lengths, rounds)`: record i is left as the last game ended and
    lengths[i] is the number of moves in all. A thread works on a copy of its records in its own memory, which the
    hardware interleaves with its neighbours'.
    """
    cuda = the_gpu()

    new_game, ending, apply = sheet.rules.new_game, sheet.rules.ending, sheet.rules.apply
    random_action = sheet.rules.random_action
    state_layout = new_records(sheet.state, 0).dtype

    def play_out(states: Records, chance: Records, choice: Records, lengths: Cells, rounds: int) -> None:
        i = cuda.grid(1)
        if i < len(states):
            mine = cuda.local.array(1, state_layout)
            streams = cuda.local.array(2, STREAM)
            mine[0] = states[i]
            streams[0] = chance[i]
            streams[1] = choice[i]
            moves = 0
            for _ in range(rounds):
                new_game(mine[0], streams[0])
                while ending(mine[0]) == 0:
                    apply(mine[0], random_action(mine[0], streams[1]), streams[0])
                    moves += 1
            states[i] = mine[0]
            chance[i] = streams[0]
            choice[i] = streams[1]
            lengths[i] = moves

    return cuda.jit(max_registers=registers)(play_out)


class OnGpu:
    """A batch copied to the GPU, record by record, for whole games."""

    def __init__(self, batch: Batch, kernel: Any, threads: int) -> None:
        self.cuda = the_gpu()
        self.arrays = [self.cuda.to_device(a) for a in (batch.states, batch.chance, batch.choice, batch.lengths)]
        self.launch = kernel[-(-len(batch) // threads), threads]

    def play(self, rounds: int) -> float:
        """Play so many games a thread; how many seconds it took."""
        self.cuda.synchronize()
        began = time.perf_counter()
        self.launch(*self.arrays, rounds)
        self.cuda.synchronize()
        return time.perf_counter() - began

    def bytes(self) -> list[bytes]:
        """Records, streams and lengths."""
        return [array.copy_to_host().tobytes() for array in self.arrays]

    def moves(self) -> int:
        """Moves made in the last play, all threads together."""
        return int(self.arrays[3].copy_to_host().sum(dtype=np.int64))


def compare_playouts(game: Game, table: dict[str, Any], games: int, kernel: Any, threads: int) -> OnGpu:
    """Play the same games on both machines; they must end alike to the last byte."""
    batch = game.batch(games, seed=1, **SEEN["nothing"], **table)
    gpu = OnGpu(batch, kernel, threads)
    gpu.play(1)
    batch.play_out()
    wanted = [array.tobytes() for array in (batch.states, batch.chance, batch.choice, batch.lengths)]
    if gpu.bytes() != wanted:
        raise SystemExit(f"the GPU's games differ from the processor's: {table}")
    return gpu


def measure_playouts(game: Game, arguments: argparse.Namespace) -> Iterator[Figures]:
    """Moves a second of whole games, a kernel for all tables."""
    for limit in arguments.registers or [REGISTERS]:
        kernel = build_gpu_playout(game.sheet, limit)
        for table, threads, games in itertools.product(tables(game, arguments), arguments.threads, arguments.games):
            gpu = compare_playouts(game, table, games, kernel, threads)
            rates = []
            for _ in range(TIMES):
                seconds = gpu.play(arguments.rounds)
                rates.append(gpu.moves() / seconds)
            yield {"table": write_table(table), "byte for byte": f"equal in {games:,} games", "threads": threads,
                   "registers": limit, "moves a second": max(rates)}  # fmt: skip


# Told


def write_cell(value: Any) -> str:
    """A figure as people read it."""
    if isinstance(value, float):
        return f"{value / 1e6:,.1f} M" if value >= 1e6 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def told(part: str, rows: Iterator[Figures]) -> Iterator[Figures]:
    """Print rows as a table, each when it is there."""
    for number, row in enumerate(rows):
        if number == 0:
            print(f"\n{part}\n\n| {' | '.join(row)} |\n|{'---|' * len(row)}")
        print(f"| {' | '.join(write_cell(value) for value in row.values())} |", flush=True)
        yield {"part": part, **row}


def tables(game: Game, arguments: argparse.Namespace) -> tuple[dict[str, Any], ...]:
    """The tables that were asked for."""
    return TABLES[game.name][: arguments.tables]


PARTS: dict[str, Callable[[Game, argparse.Namespace], Iterator[Figures]]] = {
    "equal": lambda game, given: (
        compare_steps(game, table, seen, given) for seen in given.see for table in tables(game, given)
    ),
    "whole": lambda game, given: (compare_whole(game, table, given) for table in tables(game, given)),
    "steps": lambda game, given: (row for table in tables(game, given) for row in measure_steps(game, table, given)),
    "playouts": measure_playouts,
}


def numbers(text: str) -> list[int]:
    """Whole numbers with commas between them."""
    return [int(number) for number in text.split(",")]


def words(allowed: dict[str, Any]) -> Callable[[str], list[str]]:
    """Some of the words that are allowed, with commas between them."""

    def read(text: str) -> list[str]:
        chosen = text.split(",")
        if not set(chosen) <= set(allowed):
            raise argparse.ArgumentTypeError(f"{text!r}: choose from {', '.join(allowed)}")
        return chosen

    return read


def read_arguments() -> argparse.Namespace:
    """What to compare and to measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="hanabi", choices=list(TABLES))
    parser.add_argument("--only", type=words(PARTS), default=list(PARTS), help=f"any of {','.join(PARTS)}")
    parser.add_argument("--tables", type=int, help="only the first so many tables of the game")
    parser.add_argument("--games", type=numbers, default=[2**20], help="games at once")
    parser.add_argument("--rounds", type=int, default=50, help="playouts: games a thread")
    parser.add_argument("--compared", type=int, default=4096, help="equal, whole: games on both machines")
    parser.add_argument("--steps", type=int, default=300, help="equal: steps on both machines")
    parser.add_argument("--timed", type=int, default=50, help="steps: steps that are timed")
    parser.add_argument(
        "--see", type=words(SEEN), default=["all", "nothing"], help=f"equal, steps: any of {','.join(SEEN)}"
    )
    parser.add_argument("--registers", type=numbers, help=f"else what is usual for steps, and {REGISTERS} for playouts")
    parser.add_argument("--threads", type=numbers, default=[BLOCK], help="threads a block")
    parser.add_argument("--at-once", action="store_true", help="a step is one kernel, however large a record is")
    parser.add_argument(
        "--unoptimised", action="store_true", help="kernels are linked and assembled without being optimised"
    )
    parser.add_argument("--json", type=Path, help="write all figures to this file too")
    return parser.parse_args()


def assemble_unoptimised() -> None:
    """Let NVIDIA's linker and assembler optimise nothing from now on."""
    driver = import_module("numba.cuda.cudadrv.driver")
    vars(driver)["LinkerOptions"] = partial(driver.LinkerOptions, optimization_level=0)


def main() -> None:
    """Compare, measure, print."""
    arguments = read_arguments()
    if arguments.at_once:
        kernels.SMALL, kernels.SMALL_STEP_REGISTERS = sys.maxsize, kernels.STEP_REGISTERS
    if arguments.unoptimised:
        assemble_unoptimised()
    device = gpu_name()
    game = lantern.game(arguments.game)
    print(f"{game.name}: {device}")
    figures: list[Figures] = []
    for part in arguments.only:
        for row in told(part, PARTS[part](game, arguments)):
            figures.append(row)
            if arguments.json:
                kept = {"game": game.name, "device": device, "figures": figures}
                arguments.json.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
