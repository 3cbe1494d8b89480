"""What a thread of a GPU does for its game, as rules.

What neighbouring threads read and write must lie side by side. So the tables of a batch lie column by column, and its
records as longs, numbers of 64 bits: long k of game i is `longs[k, i]`. A thread takes the longs of its game into
memory of its own, works on them as on any record, and puts them back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.batch_step import Tables, build_batch_step, marking
from lantern.kernel.contract import Rules
from lantern.kernel.record import Cells, Records, State, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import rule

Longs = NDArray[np.int64]
STREAM = new_records(Stream, 0).dtype


# Records as longs


def longs_of(layout: np.dtype[Any]) -> int:
    """How many longs a record takes, the last one filled up where it does not end with it."""
    return -(-layout.itemsize // 8)


def as_longs(records: Records) -> Longs:
    """Records as longs, [long, game]."""
    size = records.dtype.itemsize
    padded = np.zeros((len(records), 8 * longs_of(records.dtype)), np.int8)
    padded[:, :size] = np.frombuffer(records.tobytes(), np.int8).reshape(-1, size)
    return np.ascontiguousarray(padded.view(np.int64).T)


def as_records(longs: Longs, layout: np.dtype[Any]) -> Records:
    """The records that lie in longs."""
    padded = np.ascontiguousarray(longs.T).view(np.int8)
    return np.frombuffer(bytearray(padded[:, : layout.itemsize].tobytes()), layout)


@rule
def take(longs: Any, i: int, memory: Any) -> None:
    """Copy the longs of game i to a thread's memory."""
    for k in range(len(memory)):
        memory[k] = longs[k, i]


@rule
def put_back(memory: Any, longs: Any, i: int) -> None:
    """Copy a thread's memory to the longs of game i."""
    for k in range(len(memory)):
        longs[k, i] = memory[k]


# What a thread does for its game


@rule
def observe_nothing(state: State, seat: int, out: Cells) -> int:
    """In place of a game's own where what there is to see is not told."""
    return 0


@rule
def list_nothing(state: State, out: Cells) -> int:
    """In place of a game's own where what is legal is not told."""
    return 0


def telling(rules: Rules, observations: bool, masks: bool) -> Rules:
    """Rules that tell only so much: what is not called is not compiled, and takes no registers."""
    return replace(
        rules,
        observe=rules.observe if observations else observe_nothing,
        legal_actions=rules.legal_actions if masks else list_nothing,
    )


@dataclass(frozen=True)
class GpuStep:
    """What a thread does for game i, with memory of its own for the record and for streams of random numbers."""

    advance: Callable[..., None]
    """(i, memory, stream, longs, chance, actions, seed, task, tables, listed): deal or play, as `batch_step` does."""
    observe: Callable[..., None]
    """(i, memory, longs, seats, observations): tell what the seat to act sees."""
    mark: Callable[..., None]
    """(i, memory, longs, masks, listed): tell what is legal."""
    choose: Callable[..., None]
    """(i, memory, stream, longs, choice, actions): draw a legal action, if the game is not over."""
    play_out: Callable[..., None]
    """(i, memory, streams, longs, chance, choice, scores, standings, lengths, endings): a whole game at random."""


def build_gpu_step(rules: Rules, played: Rules, layout: np.dtype[Any], team: bool) -> GpuStep:
    """What a thread does, as rules; a game is played by those that tell as much as is to be told at once."""
    size = layout.itemsize
    advance = build_batch_step(played, team)
    observe, mark_legal = rules.observe, marking(rules)
    new_game, ending, apply, random_action = rules.new_game, rules.ending, rules.apply, rules.random_action
    seat_to_act, count_points, standing = rules.seat_to_act, rules.scores, rules.standing

    @rule
    def advance_one(
        i: int,
        memory: Any,
        stream: Any,
        longs: Any,
        chance: Any,
        actions: Cells,
        seed: int,
        task: int,
        tables: Tables,
        listed: Any,
    ) -> None:
        take(longs, i, memory)
        stream[0] = chance[i]
        states = memory.view(np.int8)[:size].view(layout)
        advance(states, stream.view(STREAM), actions, i, seed, task, tables, listed[i], i, i + 1)
        put_back(memory, longs, i)
        chance[i] = stream[0]

    @rule
    def observe_one(i: int, memory: Any, longs: Any, seats: Cells, observations: Any) -> None:
        take(longs, i, memory)
        observe(memory.view(np.int8)[:size].view(layout)[0], max(seats[i], 0), observations[i])

    @rule
    def mark_one(i: int, memory: Any, longs: Any, masks: Any, listed: Any) -> None:
        take(longs, i, memory)
        mark_legal(memory.view(np.int8)[:size].view(layout)[0], masks[i], listed[i])

    @rule
    def choose_one(i: int, memory: Any, stream: Any, longs: Any, choice: Any, actions: Cells) -> None:
        take(longs, i, memory)
        state = memory.view(np.int8)[:size].view(layout)[0]
        if seat_to_act(state) >= 0:
            stream[0] = choice[i]
            actions[i] = random_action(state, stream.view(STREAM)[0])
            choice[i] = stream[0]

    @rule
    def play_one(
        i: int,
        memory: Any,
        streams: Any,
        longs: Any,
        chance: Any,
        choice: Any,
        scores: Any,
        standings: Any,
        lengths: Cells,
        endings: Cells,
    ) -> None:
        take(longs, i, memory)
        streams[0] = chance[i]
        streams[1] = choice[i]
        state = memory.view(np.int8)[:size].view(layout)[0]
        drawn = streams.view(STREAM)
        new_game(state, drawn[0])
        moves = 0
        while ending(state) == 0:
            apply(state, random_action(state, drawn[1]), drawn[0])
            moves += 1
        count_points(state, scores[i])
        standing(state, standings[i])
        lengths[i] = moves
        endings[i] = ending(state)
        put_back(memory, longs, i)
        chance[i] = streams[0]
        choice[i] = streams[1]

    return GpuStep(advance_one, observe_one, mark_one, choose_one, play_one)
