"""The Hanabi Learning Environment (HLE) as a yardstick: random legal play, rules only or with observations.

A step is one player's move; deals are paid for but not counted. Time is CPU time.
"""

from ctypes import CDLL, c_int, c_void_p
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
from numba import njit

from benchmarks.rounds import rate

pyhanabi: Any = import_module("hanabi_learning_environment.pyhanabi")

SEED = 1
GAMES = 200
CHANCE = -1
NOT_FINISHED = 0

Handle = np.ndarray[tuple[int], np.dtype[np.uintp]]
"""A one-word buffer: each of HLE's C structs holds a single pointer."""

LIBRARY = CDLL(str(Path(pyhanabi.__file__).with_name("libpyhanabi.so")))


def c_function(name: str, returns: type | None, *takes: type) -> Any:
    """A function of HLE's C interface, typed so that compiled code calls it straight."""
    function = getattr(LIBRARY, name)
    function.restype, function.argtypes = returns, takes
    return function


new_state = c_function("NewState", None, c_void_p, c_void_p)
delete_state = c_function("DeleteState", None, c_void_p)
end_of_game = c_function("StateEndOfGameStatus", c_int, c_void_p)
to_act = c_function("StateCurPlayer", c_int, c_void_p)
deal = c_function("StateDealRandomCard", None, c_void_p)
legal_moves = c_function("StateLegalMoves", c_void_p, c_void_p)
delete_moves = c_function("DeleteMoveList", None, c_void_p)
count_moves = c_function("NumMoves", c_int, c_void_p)
take_move = c_function("GetMove", None, c_void_p, c_int, c_void_p)
apply_move = c_function("StateApplyMove", None, c_void_p, c_void_p)
delete_move = c_function("DeleteMove", None, c_void_p)
new_observation = c_function("NewObservation", None, c_void_p, c_int, c_void_p)
delete_observation = c_function("DeleteObservation", None, c_void_p)
encode_observation = c_function("EncodeObservation", c_void_p, c_void_p, c_void_p)
delete_string = c_function("DeleteString", None, c_void_p)


@njit(inline="always")
def move_at_random(state: Handle, move: Handle) -> None:
    """One legal move; what it takes to find it is freed again."""
    legal = legal_moves(state.ctypes.data)
    take_move(legal, np.random.randint(count_moves(legal)), move.ctypes.data)
    apply_move(state.ctypes.data, move.ctypes.data)
    delete_move(move.ctypes.data)
    delete_moves(legal)


@njit()
def play_in_core(game: Handle, games: int) -> int:
    """Play random games over HLE's C interface, compiled, and return their moves."""
    state, move = np.zeros(1, np.uintp), np.zeros(1, np.uintp)
    moves = 0
    for _ in range(games):
        new_state(game.ctypes.data, state.ctypes.data)
        while end_of_game(state.ctypes.data) == NOT_FINISHED:
            if to_act(state.ctypes.data) == CHANCE:
                deal(state.ctypes.data)
                continue
            move_at_random(state, move)
            moves += 1
        delete_state(state.ctypes.data)
    return moves


@njit()
def watch_in_core(game: Handle, encoder: Handle, games: int) -> int:
    """The same with the observation of the seat to act before every move, as text: the interface has no other."""
    state, move, seen = np.zeros(1, np.uintp), np.zeros(1, np.uintp), np.zeros(1, np.uintp)
    moves = 0
    for _ in range(games):
        new_state(game.ctypes.data, state.ctypes.data)
        while end_of_game(state.ctypes.data) == NOT_FINISHED:
            seat = to_act(state.ctypes.data)
            if seat == CHANCE:
                deal(state.ctypes.data)
                continue
            new_observation(state.ctypes.data, seat, seen.ctypes.data)
            delete_string(encode_observation(encoder.ctypes.data, seen.ctypes.data))
            delete_observation(seen.ctypes.data)
            move_at_random(state, move)
            moves += 1
        delete_state(state.ctypes.data)
    return moves


def play_in_python(game: Any, rng: Random) -> int:
    """Play one random game through pyhanabi and return its moves."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.cur_player() == CHANCE:
            state.deal_random_card()
        else:
            state.apply_move(rng.choice(state.legal_moves()))
            moves += 1
    return moves


def game_for(players: int) -> Any:
    """HLE's game for so many players."""
    return pyhanabi.HanabiGame({"players": players, "seed": SEED})


def handle_of(thing: Any) -> Handle:
    """The pointer in one of HLE's C structs."""
    return np.array([int(pyhanabi.ffi.cast("uintptr_t", thing))], np.uintp)


def moves_per_second(players: int, seconds: float) -> float:
    """HLE's core driven by a compiled loop, without Python's cost of a call."""
    game = game_for(players)
    handle = handle_of(game.c_game.game)
    play_in_core(handle, 1)
    return rate(lambda: play_in_core(handle, GAMES), process_time, seconds)


def moves_per_second_python(players: int, seconds: float) -> float:
    """HLE through its own Python interface, pyhanabi."""
    game, rng = game_for(players), Random(SEED)
    return rate(lambda: play_in_python(game, rng), process_time, seconds)


if __name__ == "__main__":
    for seats in range(2, 6):
        core, python = moves_per_second(seats, 2), moves_per_second_python(seats, 2)
        print(f"{seats} players: {core:10,.0f} moves a second compiled, {python:8,.0f} in Python")
