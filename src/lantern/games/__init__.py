"""The games: each folder beside this file is one, with its fact sheet in `SHEET`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any, Literal, overload

from lantern.kernel.batch import Batch
from lantern.kernel.errors import BadInput, listing, quoted
from lantern.kernel.game import Game
from lantern.kernel.gpu import GpuBatch


def names() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def game(name: str) -> Game:
    """A game by its name."""
    if not isinstance(name, str) or name not in names():
        raise BadInput(f"there is no game {quoted(name)}; there is {listing(names())}")
    return _game(name)


@overload
def batch(
    name: str,
    games: int,
    players: int | None = None,
    seed: int | None = None,
    device: Literal["cpu"] = "cpu",
    **chosen: Any,
) -> Batch: ...


@overload
def batch(
    name: str, games: int, players: int | None = None, seed: int | None = None, *, device: Literal["gpu"], **chosen: Any
) -> GpuBatch: ...


def batch(
    name: str, games: int, players: int | None = None, seed: int | None = None, device: str = "cpu", **chosen: Any
) -> Batch | GpuBatch:
    """Many games at once: `Game.batch` of the game of that name, or its `Game.gpu_batch`."""
    if not isinstance(device, str) or device not in ("cpu", "gpu"):
        raise BadInput(f"device is {quoted(device)}; it is 'cpu' or 'gpu'")
    begin = game(name).gpu_batch if device == "gpu" else game(name).batch
    return begin(games, players, seed, **chosen)


@cache
def _game(name: str) -> Game:
    return Game(import_module(f"{__name__}.{name}").SHEET)
