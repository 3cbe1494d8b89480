"""The same rules inside GPU kernels: one thread a game, which does what `gpu_step` says.

A step is one kernel where records are small, and up to three elsewhere: one plays, one tells what the seat to act sees,
one what it may do. That is faster there. It also leaves less room for a fault of NVIDIA's assembler (CUDA 13.0), which
made a single kernel of an older version of Khan write wrong masks and then stop with an illegal address: after a call
in which threads of a warp went different ways, some went on without the others. docs/benchmarks.md tells what was found
(Batches on a GPU). Khan's rules of today are right in one kernel too, as far as they were compared.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from lantern.kernel.batch_step import DEAL, PLAY_ON, Tables
from lantern.kernel.contract import Json, Rules, Sheet
from lantern.kernel.copies import Uncopied
from lantern.kernel.errors import WrongCall
from lantern.kernel.gpu_step import as_longs, as_records, build_gpu_step, longs_of, telling
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.seeds import CHANCE, CHOICE, checked_seed, seed_all

MOST_BLOCK, MOST_REGISTERS = 1024, 255
"""What every GPU that CUDA knows can have."""
REGISTERS = 40
"""Registers a thread may use in a playout: fewer let more threads run at once, which pays more than keeping the record
in them."""
STEP_REGISTERS, SMALL_STEP_REGISTERS = 64, 96
"""Registers a thread may use in a step, which writes what there is to see: more of them where records are small."""
SMALL = 512
"""How many bytes a small record has at most: a thread keeps it at hand while it tells everything."""
BLOCK = 256
"""Threads a block."""


def the_gpu() -> Any:
    """The compiler's module for GPUs, where there is one."""
    try:
        cuda: Any = import_module("numba.cuda")
        found = cuda.is_available()
    except ImportError:
        found = False
    if not found:
        raise WrongCall("a batch on a GPU needs an NVIDIA GPU and numba-cuda")
    warnings.filterwarnings("ignore", ".*Grid size", module="numba")  # few games are nobody's mistake
    return cuda


def step_registers(layout: np.dtype[Any]) -> int:
    """Registers a thread may use in a step, as they came out fastest."""
    return SMALL_STEP_REGISTERS if layout.itemsize <= SMALL else STEP_REGISTERS


@dataclass(frozen=True)
class Kernels:
    """What the threads of a GPU do; each is compiled when it is first launched."""

    advance: Any
    observe: Any
    mark: Any
    choose: Any
    play_out: Any
    copy: Any


@cache
def build_kernels(
    cuda: Any,
    rules: Rules,
    played: Rules,
    layout: np.dtype[Any],
    team: bool,
    registers: int | None,
    play_registers: int | None,
) -> Kernels:
    """The kernels of a game: each thread finds its game, and memory for it."""
    step = build_gpu_step(rules, played, layout, team)
    advance_one, choose_one, play_one = step.advance, step.choose, step.play_out
    observe_one, mark_one = step.observe, step.mark
    count = longs_of(layout)

    def advance(longs: Any, chance: Any, actions: Any, seed: int, task: int, tables: Tables, listed: Any) -> None:
        i = cuda.grid(1)
        if i < len(chance):
            memory = cuda.local.array(count, np.int64)
            stream = cuda.local.array(1, np.int64)
            advance_one(i, memory, stream, longs, chance, actions, seed, task, tables, listed)

    def observe(longs: Any, seats: Any, observations: Any) -> None:
        i = cuda.grid(1)
        if i < len(seats):
            memory = cuda.local.array(count, np.int64)
            observe_one(i, memory, longs, seats, observations)

    def mark(longs: Any, masks: Any, listed: Any) -> None:
        i = cuda.grid(1)
        if i < len(masks):
            memory = cuda.local.array(count, np.int64)
            mark_one(i, memory, longs, masks, listed)

    def choose(longs: Any, choice: Any, actions: Any) -> None:
        i = cuda.grid(1)
        if i < len(choice):
            memory = cuda.local.array(count, np.int64)
            stream = cuda.local.array(1, np.int64)
            choose_one(i, memory, stream, longs, choice, actions)

    def play_out(longs: Any, chance: Any, choice: Any, scores: Any, standings: Any, lengths: Any, endings: Any) -> None:
        i = cuda.grid(1)
        if i < len(chance):
            memory = cuda.local.array(count, np.int64)
            streams = cuda.local.array(2, np.int64)
            play_one(i, memory, streams, longs, chance, choice, scores, standings, lengths, endings)

    def copy(given: Any, actions: Any) -> None:
        i = cuda.grid(1)
        if i < len(actions):
            actions[i] = given[i]

    compile_step, compile_play = cuda.jit(max_registers=registers), cuda.jit(max_registers=play_registers)
    return Kernels(
        compile_step(advance),
        compile_step(observe),
        compile_step(mark),
        compile_step(choose),
        compile_play(play_out),
        compile_step(copy),
    )


class GpuBatch(Uncopied):
    """Many games on a GPU, the same ones as in a `Batch` of the same seed, with the same tables, byte for byte.

    All arrays stay on the GPU, made once and written anew by every step; other libraries share them without a copy:
    `torch.as_tensor(batch.observations, device="cuda")`, `cupy.asarray(batch.masks)`, and
    `jax.dlpack.from_dlpack(torch.as_tensor(batch.masks, device="cuda").T).T`. Element [game i, column k] lies beside
    [game i + 1, column k]. `states` are longs, [long, game], and `records()` copies them back as records; `chance` and
    `choice` are the longs of their streams. As is usual on a GPU, a step returns before it is done; what is asked of
    the GPU after it comes after it, and `wait()` waits for it.
    """

    instead = "a batch of the same seed plays the same games"

    def __init__(
        self,
        sheet: Sheet,
        states: Records,
        options: Json,
        seed: int,
        observations: bool = True,
        masks: bool = True,
        block: int = BLOCK,
        registers: int | None = None,
    ) -> None:
        cuda = self.cuda = the_gpu()
        self.sheet, self.options, self.seed, self.block = sheet, options, seed, block
        self.layout = states.dtype
        self._at_once = self.layout.itemsize <= SMALL
        self.kernels = build_kernels(
            cuda,
            sheet.rules,
            telling(sheet.rules, observations and self._at_once, masks and self._at_once),
            self.layout,
            sheet.team,
            registers or step_registers(self.layout),
            registers or REGISTERS,
        )
        self.states = cuda.to_device(as_longs(states))
        self.chance, self.choice = (self._zeros(np.int64) for _ in (CHANCE, CHOICE))
        self.actions = self._zeros(np.int64)
        self.tables = tables = Tables.allocate(sheet, options, observations, masks, self._zeros, self._table)
        self.seats, self.codes, self.deals = tables.seats, tables.codes, tables.deals
        self.observations, self.masks = tables.observations, tables.masks
        self.rewards, self.ended, self.scores = tables.rewards, tables.ended, tables.scores
        self.standings, self.lengths, self.endings = tables.standings, tables.lengths, tables.endings
        nothing = self._table(np.int8, 0)
        self._played = self.tables if self._at_once else self.tables._replace(observations=nothing, masks=nothing)
        self._listed = self._table(np.int16, sheet.most_legal if masks else 0)
        self._dealt = False
        self._begin()

    def __len__(self) -> int:
        return int(self.states.shape[1])

    def reset(self, seed: int | None = None) -> None:
        """Deal the first game of every row, or the next one; with a seed, the first one of that seed."""
        if seed is not None:
            self.seed = checked_seed(seed)
            self._begin()
        self._advance(DEAL, self.actions)
        self._dealt = True

    def step(self, actions: Any) -> Any:
        """Play one action in every game; the refusal codes, 0 where it was legal, and nothing changed elsewhere.

        The actions are an array on the GPU, of this library or another, or one of numpy.
        """
        if hasattr(actions, "block_until_ready"):  # JAX's own queue, which may still read what this step writes
            actions.block_until_ready()
        on_gpu = self.cuda.is_cuda_array(actions)
        given: Any = self.cuda.as_cuda_array(actions) if on_gpu else np.asarray(actions)
        if given.shape != (len(self),):
            raise WrongCall(f"actions must be one number a game, shape ({len(self)},), not {given.shape}")
        if given.dtype.kind not in "iu":
            raise WrongCall(f"actions must be whole numbers, not {given.dtype}")
        self._check_dealt()
        self._advance(PLAY_ON, self._as_longs(given) if on_gpu else self._from_host(given))
        return self.codes

    def _as_longs(self, given: Any) -> Any:
        """Actions on the GPU as the kernel takes them, copied where they are of another size or lie apart."""
        if given.dtype == np.int64 and given.is_c_contiguous():
            return given
        self._launch(self.kernels.copy, given, self.actions)
        return self.actions

    def _from_host(self, given: Any) -> Any:
        return self.cuda.to_device(np.ascontiguousarray(given, np.int64))

    def random_actions(self) -> Any:
        """A random legal action for every game, written to `actions`."""
        self._check_dealt()
        self._launch(self.kernels.choose, self.states, self.choice, self.actions)
        return self.actions

    def play_out(self) -> int:
        """Deal and play one game in every row to its end, at random; how many moves it took.

        The rows are left as the games ended; what `reset` deals does not depend on it.
        """
        told = self.scores, self.standings, self.lengths, self.endings
        self._launch(self.kernels.play_out, self.states, self.chance, self.choice, *told)
        self._dealt = False
        return int(self.lengths.copy_to_host().sum())

    def records(self) -> Records:
        """The states, copied back from the GPU as records."""
        return as_records(self.states.copy_to_host(), self.layout)

    def wait(self) -> None:
        """Wait until the GPU has done all that it was asked."""
        self.cuda.synchronize()

    def _advance(self, task: int, actions: Any) -> None:
        kernels, longs = self.kernels, self.states
        self._launch(kernels.advance, longs, self.chance, actions, self.seed, task, self._played, self._listed)
        if self.observations.shape[1] > 0 and not self._at_once:
            self._launch(kernels.observe, longs, self.seats, self.observations)
        if self.masks.shape[1] > 0 and not self._at_once:
            self._launch(kernels.mark, longs, self.masks, self._listed)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        if len(self) > 0:
            kernel[-(-len(self) // self.block), self.block](*arguments)

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise WrongCall("nothing is dealt: reset() deals")

    def _begin(self) -> None:
        """Nothing was dealt yet, and nothing drawn."""
        self.deals.copy_to_device(np.full(len(self), -1, np.int64))
        for longs, number in ((self.chance, CHANCE), (self.choice, CHOICE)):
            streams = new_records(Stream, len(self))
            seed_all(streams, self.seed, number, 0, len(self))
            longs.copy_to_device(streams.view(np.int64))

    def _zeros(self, kind: Any, *columns: int) -> Any:
        """A table of zeros, a row a game."""
        return self.cuda.to_device(np.zeros((len(self), *columns), kind, order="F"))

    def _table(self, kind: Any, columns: int) -> Any:
        """A table that every step writes whole."""
        return self.cuda.device_array((len(self), columns), kind, order="F")
