"""The rules inside a GPU kernel: equal to the processor's, byte for byte, and how fast.

    python -m benchmarks.gpu [GAME] [--games N] [--rounds N]

needs an NVIDIA GPU and the packages numba and numba-cuda. Every table first plays `--games` whole games on both
machines and compares all final records, streams included; then each thread plays `--rounds` games in a row, timed.
"""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from typing import Any

import numpy as np

import lantern
from lantern.kernel.batch import Batch
from lantern.kernel.game import Game
from lantern.kernel.gpu import build_gpu_playout

cuda: Any = import_module("numba.cuda")

THREADS = 128
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


class OnGpu:
    """A batch copied to the GPU."""

    def __init__(self, batch: Batch, kernel: Any) -> None:
        self.arrays = [cuda.to_device(a) for a in (batch.states, batch.chance, batch.choice, batch.lengths)]
        self.launch = kernel[-(-len(batch) // THREADS), THREADS]

    def play(self, rounds: int) -> float:
        """Play so many games a thread; how many seconds it took."""
        cuda.synchronize()
        began = time.perf_counter()
        self.launch(*self.arrays, rounds)
        cuda.synchronize()
        return time.perf_counter() - began

    def bytes(self) -> list[bytes]:
        """Records, streams and lengths."""
        return [array.copy_to_host().tobytes() for array in self.arrays]

    def moves(self) -> int:
        """Moves made in the last play, all threads together."""
        return int(self.arrays[3].copy_to_host().sum(dtype=np.int64))


def compare(game: Game, table: dict[str, Any], games: int, kernel: Any) -> OnGpu:
    """Play the same games on both machines; they must end alike to the last byte."""
    batch = game.batch(games, seed=1, **table)
    gpu = OnGpu(batch, kernel)
    gpu.play(1)
    batch.play_out()
    wanted = [array.tobytes() for array in (batch.states, batch.chance, batch.choice, batch.lengths)]
    if gpu.bytes() != wanted:
        raise SystemExit(f"the GPU's games differ from the processor's: {table}")
    return gpu


def main() -> None:
    """Compare, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="hanabi", choices=list(TABLES))
    parser.add_argument("--games", type=int, default=2**20)
    parser.add_argument("--rounds", type=int, default=50)
    arguments = parser.parse_args()
    device = cuda.get_current_device().name
    print(f"{arguments.game}: {device}, {arguments.games:,} games at once, {THREADS} threads a block\n")
    print("| table | byte for byte | moves a second |\n|---|---|---|")
    game = lantern.game(arguments.game)
    kernel = build_gpu_playout(game.sheet)
    for table in TABLES[game.name]:
        gpu = compare(game, table, arguments.games, kernel)
        rates = []
        for _ in range(3):
            seconds = gpu.play(arguments.rounds)
            rates.append(gpu.moves() / seconds)
        chosen = ", ".join(f"{name}={value}" for name, value in table.items())
        print(f"| {chosen} | equal in {arguments.games:,} games | {max(rates) / 1e6:,.0f} M |", flush=True)


if __name__ == "__main__":
    main()
