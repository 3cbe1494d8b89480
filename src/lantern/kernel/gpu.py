"""The same rules inside a GPU kernel: one thread a game."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lantern.kernel.contract import Sheet
from lantern.kernel.record import Cells, Records, new_records
from lantern.kernel.rng import Stream

REGISTERS = 40
"""Registers a thread may use: fewer let more threads run at once, which pays more than keeping the record in them."""


def build_gpu_playout(sheet: Sheet) -> Any:
    """A kernel that plays `rounds` games a thread, from the deal to the end, at random.

    `kernel[blocks, threads](states, chance, choice, lengths, rounds)`: record i is left as the last game ended and
    lengths[i] is the number of moves in all. A thread works on a copy of its records in its own memory, which the
    hardware interleaves with its neighbours'.
    """
    cuda: Any = import_module("numba.cuda")

    new_game, ending, apply = sheet.rules.new_game, sheet.rules.ending, sheet.rules.apply
    random_action = sheet.rules.random_action
    state_layout, stream_layout = new_records(sheet.state, 0).dtype, new_records(Stream, 0).dtype

    def play_out(states: Records, chance: Records, choice: Records, lengths: Cells, rounds: int) -> None:
        i = cuda.grid(1)
        if i < len(states):
            mine = cuda.local.array(1, state_layout)
            streams = cuda.local.array(2, stream_layout)
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

    return cuda.jit(max_registers=REGISTERS)(play_out)
