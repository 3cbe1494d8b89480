"""Batches on a GPU, by a simulation: every thread in its turn, on arrays that lie as they do there."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import lantern
from lantern import BadInput
from lantern.kernel import gpu
from lantern.kernel.batch import Batch
from lantern.kernel.batch_step import DEAL, PLAY_ON, Tables
from lantern.kernel.errors import LEGAL
from lantern.kernel.game import Game
from lantern.kernel.gpu import GpuBatch
from lantern.kernel.gpu_step import as_longs, as_records, build_gpu_step, longs_of, telling
from lantern.kernel.record import byte, long, new_records, record
from lantern.kernel.rule import PLAIN, entry
from tests.kernel.table import TOY
from tests.toy.actions import DRAW, END_TURN
from tests.toy.legality import SQUARE_TAKEN

in_plain = pytest.mark.plain_only(reason="kernels run in Python here, so the rules must too")
compiled = pytest.mark.skipif(PLAIN, reason="what plain rules do on such arrays, the simulated GPU shows")

TOLD = tuple(name for name in Tables._fields if name not in ("moves", "paid"))
"""The tables of a batch that are the same on both machines."""
RUBBISH = 0x5A
"""What new memory of a GPU is full of."""


class OnDevice(np.ndarray[Any, Any]):
    """An array as it lies on a GPU."""

    def copy_to_host(self) -> np.ndarray[Any, Any]:
        return np.array(self, subok=False)

    def copy_to_device(self, host: np.ndarray[Any, Any]) -> None:
        self[...] = host

    def is_c_contiguous(self) -> bool:
        return bool(self.flags["C_CONTIGUOUS"])

    @property
    def __cuda_array_interface__(self) -> Any:
        return self.__array_interface__


class SimulatedGpu:
    """What is asked of `numba.cuda`, one thread after the other."""

    def __init__(self) -> None:
        self.thread = 0
        self.launched: list[tuple[int, int, int | None]] = []
        self.local = SimpleNamespace(array=lambda length, kind: self.device_array((length,), kind))

    def grid(self, dimensions: int) -> int:
        return self.thread

    def jit(self, max_registers: int | None) -> Callable[[Callable[..., None]], Any]:
        return lambda kernel: Launchable(self, kernel, max_registers)

    def to_device(self, host: np.ndarray[Any, Any]) -> OnDevice:
        return np.array(host).view(OnDevice)

    def device_array(self, shape: tuple[int, ...], kind: Any, order: Any = "C") -> OnDevice:
        memory = np.empty(shape, kind, order=order)
        memory.T.reshape(-1, order="F").view(np.uint8)[:] = RUBBISH
        return memory.view(OnDevice)

    def is_cuda_array(self, thing: Any) -> bool:
        return hasattr(thing, "__cuda_array_interface__")

    def as_cuda_array(self, thing: Any) -> OnDevice:
        return np.asarray(thing).view(OnDevice)

    def synchronize(self) -> None:
        """All is done already."""


class Launchable:
    """A kernel: `kernel[blocks, threads](...)` runs every thread of every block."""

    def __init__(self, device: SimulatedGpu, kernel: Callable[..., None], registers: int | None) -> None:
        self.device, self.kernel, self.registers = device, kernel, registers

    def __getitem__(self, shape: tuple[int, int]) -> Callable[..., None]:
        def launch(*arguments: Any) -> None:
            self.device.launched.append((*shape, self.registers))
            for self.device.thread in range(shape[0] * shape[1]):
                self.kernel(*arguments)

        return launch


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> SimulatedGpu:
    device = SimulatedGpu()
    monkeypatch.setattr(gpu, "the_gpu", lambda: device)
    return device


def assert_equal(here: Batch, there: GpuBatch) -> None:
    """Records, streams and all tables are the same to the last byte."""
    assert there.records().tobytes() == here.states.tobytes()
    for name in ("chance", "choice"):
        assert getattr(there, name).copy_to_host().tobytes() == getattr(here, name).tobytes(), name
    for name in TOLD:
        told, expected = getattr(there, name).copy_to_host(), getattr(here, name)
        assert (told.dtype, told.shape) == (expected.dtype, expected.shape), name
        assert told.tobytes("C") == expected.tobytes("C"), name
    for told, expected in zip(there.tables, here.tables, strict=True):
        assert told.copy_to_host().tobytes("C") == expected.tobytes("C")


def both(game: Game, games: int, **options: Any) -> tuple[Batch, GpuBatch]:
    here, there = game.batch(games, seed=100, **options), game.gpu_batch(games, seed=100, block=4, **options)
    here.reset()
    there.reset()
    return here, there


def step_both(here: Batch, there: GpuBatch, steps: int) -> None:
    for _ in range(steps):
        assert there.random_actions() is there.actions
        here.random_actions()
        assert there.actions.copy_to_host().tolist() == here.actions.tolist()
        here.step(here.actions)
        assert there.step(there.actions) is there.codes


PLAYED = [
    pytest.param(TOY, 7, 40, {"players": 3}, id="toy"),
    pytest.param(TOY, 1, 20, {"apart": True}, id="toy, one game"),
    pytest.param(TOY, 5, 20, {"observations": False, "masks": False}, id="toy, nothing to see"),
    pytest.param(TOY, 5, 20, {"observations": False}, id="toy, masks alone"),
    pytest.param(TOY, 5, 20, {"masks": False}, id="toy, observations alone"),
    pytest.param(lantern.game("hanabi"), 5, 45, {"players": 2}, id="hanabi"),
    pytest.param(
        lantern.game("hanabi"), 3, 20, {"players": 5, "black_powder": True, "flares": True}, id="hanabi, more"
    ),
    pytest.param(lantern.game("han"), 3, 12, {"players": 3}, id="han"),
    pytest.param(lantern.game("khan"), 2, 6, {"players": 2}, id="khan"),
    pytest.param(lantern.game("ming"), 3, 12, {"players": 3}, id="ming"),
]


@in_plain
@pytest.mark.parametrize(("game", "games", "steps", "options"), PLAYED)
def test_the_games_are_those_of_a_batch(
    game: Game, games: int, steps: int, options: dict[str, Any], device: SimulatedGpu
) -> None:
    here, there = both(game, games, **options)
    assert_equal(here, there)
    step_both(here, there, steps)
    assert_equal(here, there)


@in_plain
def test_games_end_and_the_next_are_dealt(device: SimulatedGpu) -> None:
    here, there = both(TOY, 5)
    for _ in range(60):
        step_both(here, there, 1)
        assert_equal(here, there)
    assert here.deals.min() > 0


@in_plain
def test_refused_actions_change_nothing(device: SimulatedGpu) -> None:
    here, there = both(TOY, 6)
    for actions in ([3] * 6, [3, 4, END_TURN, DRAW, 3, -7]):
        here.step(np.array(actions))
        there.step(np.array(actions, np.int32))
    assert_equal(here, there)
    assert there.codes.copy_to_host().tolist() == [SQUARE_TAKEN, LEGAL, LEGAL, LEGAL, SQUARE_TAKEN, 1]


@in_plain
@pytest.mark.parametrize("game", [TOY, lantern.game("hanabi")], ids=str)
def test_whole_games(game: Game, device: SimulatedGpu) -> None:
    here, there = game.batch(5, seed=3), game.gpu_batch(5, seed=3)
    for _ in range(2):
        assert there.play_out() == here.play_out()
        assert there.records().tobytes() == here.states.tobytes()
        for name in ("chance", "choice", "scores", "standings", "lengths", "endings"):
            assert getattr(there, name).copy_to_host().tobytes("C") == getattr(here, name).tobytes("C"), name
    with pytest.raises(BadInput, match="reset"):
        there.random_actions()
    here.reset()
    there.reset()
    assert_equal(here, there)


@in_plain
def test_reset_deals_the_next_games_and_a_seed_the_first_ones(device: SimulatedGpu) -> None:
    here, there = both(TOY, 4)
    step_both(here, there, 5)
    for seed in (None, 7, None):
        deals = there.deals
        here.reset(seed)
        there.reset(seed)
        assert_equal(here, there)
        assert there.deals is deals
        step_both(here, there, 5)
        assert_equal(here, there)


@in_plain
def test_what_neighbours_write_lies_side_by_side(device: SimulatedGpu) -> None:
    _, there = both(TOY, 6, players=3)
    assert there.states.strides[1] == there.states.itemsize
    for name in ("observations", "masks", "rewards", "scores", "standings", "_listed"):
        assert getattr(there, name).strides[0] == getattr(there, name).itemsize, name


@in_plain
def test_registers_and_blocks_can_be_chosen(device: SimulatedGpu) -> None:
    there = TOY.gpu_batch(9, seed=1, block=4)
    there.reset()
    there.play_out()
    assert device.launched == [(3, 4, gpu.SMALL_STEP_REGISTERS), (3, 4, gpu.REGISTERS)]
    TOY.gpu_batch(9, seed=1, block=8, registers=72, masks=False).reset()
    assert device.launched[2:] == [(2, 8, 72)]


@in_plain
def test_large_records_are_told_by_kernels_of_their_own(device: SimulatedGpu) -> None:
    wanted = [(True, True, 3), (True, False, 2), (False, True, 2), (False, False, 1)]
    for observations, masks, kernels in wanted:
        device.launched.clear()
        lantern.game("han").gpu_batch(3, seed=1, observations=observations, masks=masks).reset()
        assert device.launched == [(1, gpu.BLOCK, gpu.STEP_REGISTERS)] * kernels


@in_plain
def test_a_batch_of_none(device: SimulatedGpu) -> None:
    here, there = both(TOY, 0)
    there.step(there.random_actions())
    assert_equal(here, there)
    assert there.play_out() == 0
    assert device.launched == []


# What is wrong is named, as in a batch


@in_plain
@pytest.mark.parametrize("shape", [(5,), (6, 1), ()])
def test_actions_of_a_wrong_shape(shape: tuple[int, ...], device: SimulatedGpu) -> None:
    here, there = both(TOY, 6)
    for actions in (np.zeros(shape, np.int64), device.to_device(np.zeros(shape, np.int64))):
        with pytest.raises(BadInput) as expected:
            here.step(np.asarray(actions))
        with pytest.raises(BadInput) as error:
            there.step(actions)
        assert str(error.value) == str(expected.value)


@in_plain
def test_actions_that_are_no_whole_numbers(device: SimulatedGpu) -> None:
    _, there = both(TOY, 6)
    with pytest.raises(BadInput, match="actions must be whole numbers, not float64"):
        there.step(np.zeros(6))
    with pytest.raises(BadInput, match="actions must be whole numbers, not float32"):
        there.step(device.to_device(np.zeros(6, np.float32)))


@in_plain
@pytest.mark.parametrize("lying", ["int32", "apart"])
def test_actions_of_another_size_or_apart_are_copied_on_the_gpu(lying: str, device: SimulatedGpu) -> None:
    here, there = both(TOY, 6)
    for _ in range(30):
        drawn = there.random_actions().copy_to_host()
        narrow, apart = drawn.astype(np.int32), np.repeat(drawn, 2)
        here.step(here.random_actions())
        there.step(device.to_device(narrow) if lying == "int32" else device.to_device(apart)[::2])
    assert_equal(here, there)


@in_plain
def test_nothing_is_dealt_before_reset(device: SimulatedGpu) -> None:
    there = TOY.gpu_batch(6, seed=1)
    for ask in (there.random_actions, lambda: there.step(np.zeros(6, np.int64))):
        with pytest.raises(BadInput, match="reset"):
            ask()
    with pytest.raises(BadInput, match="seed"):
        there.reset(-1)


def test_where_there_is_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    for found in (missing, lambda name: SimpleNamespace(is_available=lambda: False)):
        monkeypatch.setattr(gpu, "import_module", found)
        with pytest.raises(BadInput, match="a batch on a GPU needs an NVIDIA GPU and numba-cuda"):
            lantern.batch("hanabi", 3, device="gpu")


def test_devices_have_names(device: SimulatedGpu) -> None:
    assert isinstance(lantern.batch("hanabi", 3, device="gpu"), GpuBatch)
    assert isinstance(lantern.batch("hanabi", 3, device="cpu"), Batch)
    with pytest.raises(BadInput, match="device is 'tpu'; it is 'cpu' or 'gpu'"):
        lantern.batch("hanabi", 3, device="tpu")  # type: ignore[call-overload]
    with pytest.raises(BadInput, match="games"):
        TOY.gpu_batch(-1)


# Records as longs


@record
class Odd:
    """A record of ten bytes and six."""

    count: int = long()
    cell: Any = byte(5)


@pytest.mark.parametrize("layout", [Odd, *(lantern.game(name).sheet.state for name in lantern.names())])
def test_records_go_to_words_and_back(layout: Any) -> None:
    records = new_records(layout, 5)
    records.view(np.uint8)[:] = np.arange(records.nbytes) % 251
    longs = as_longs(records)
    assert longs.shape == (longs_of(records.dtype), 5)
    assert longs[0].tobytes() == b"".join(records[i : i + 1].tobytes()[:8] for i in range(5))
    assert as_records(longs, records.dtype).tobytes() == records.tobytes()
    assert len(as_records(as_longs(records[:0]), records.dtype)) == 0


# What a thread does, compiled for arrays that lie as on a GPU


@compiled
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "apart"])
def test_turns_compiled_are_those_of_a_batch(at_once: bool) -> None:
    here = TOY.batch(5, seed=100, players=3)
    here.reset()
    size = longs_of(here.states.dtype)
    rules = TOY.sheet.rules
    step = build_gpu_step(rules, telling(rules, at_once, at_once), here.states.dtype, TOY.sheet.team)
    advance, choose, observe, mark = step.advance, step.choose, step.observe, step.mark

    @entry(f"toy: a simulated GPU, told {'at once' if at_once else 'apart'}")
    def steps(
        longs: Any,
        chance: Any,
        choice: Any,
        actions: Any,
        tables: Tables,
        played: Tables,
        listed: Any,
        memory: Any,
        stream: Any,
        count: int,
    ) -> None:
        for step in range(count + 1):
            for i in range(len(actions)):
                if step > 0:
                    choose(i, memory, stream, longs, choice, actions)
                advance(i, memory, stream, longs, chance, actions, 100, PLAY_ON if step else DEAL, played, listed)
                if not at_once:
                    observe(i, memory, longs, tables.seats, tables.observations)
                    mark(i, memory, longs, tables.masks, listed)

    fresh = TOY.batch(5, seed=100, players=3)
    tables = Tables(*(np.asfortranarray(table) for table in fresh.tables))
    nothing = {"observations": tables.observations[:, :0], "masks": tables.masks[:, :0]}
    played = tables if at_once else tables._replace(**nothing)
    longs, listed = as_longs(fresh.states), np.zeros((5, TOY.sheet.most_legal), np.int16, order="F")
    streams = fresh.chance.view(np.int64), fresh.choice.view(np.int64)
    steps(longs, *streams, fresh.actions, tables, played, listed, np.zeros(size, np.int64), np.zeros(1, np.int64), 40)
    for _ in range(40):
        here.step(here.random_actions())
    assert as_records(longs, here.states.dtype).tobytes() == here.states.tobytes()
    for told, expected in zip(tables, here.tables, strict=True):
        assert told.tobytes("C") == expected.tobytes("C")
    assert [fresh.chance.tobytes(), fresh.choice.tobytes()] == [here.chance.tobytes(), here.choice.tobytes()]
