"""The games: each folder beside this file is one, with its fact sheet in `SHEET`.

A game in another distribution is one as well if it says so in its pyproject.toml:

    [project.entry-points."lantern.games"]
    go = "go_for_lantern"
"""

from __future__ import annotations

import pkgutil
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Literal, overload

from lantern.kernel.batch import Batch
from lantern.kernel.errors import BadInput, WrongCall, quoted
from lantern.kernel.game import Game
from lantern.kernel.gpu import GpuBatch


def names() -> list[str]:
    """The names of all games."""
    return sorted(_folders() | _registered(tuple(sys.path)).keys())


def home(name: str, part: str) -> str:
    """The package of what a game has besides its rules, such as its "players": Lantern's, or beside the rules."""
    elsewhere = _elsewhere(name)
    return f"lantern.{part}.{name}" if elsewhere is None else f"{elsewhere}.{part}"


def game(name: str) -> Game:
    """A game by its name."""
    if not isinstance(name, str) or name not in names():
        raise BadInput("bad.game", name=quoted(name), games=[*names()])
    return _game(name)


def folder(name: str, part: str) -> Path:
    """Where the package of such a part lies."""
    elsewhere = _elsewhere(name)
    if elsewhere is None:
        return Path(__file__).parents[1] / part / name
    return Path(next(iter(import_module(elsewhere).__path__))) / part


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
        raise WrongCall(f"device is {quoted(device)}; it is 'cpu' or 'gpu'")
    begin = game(name).gpu_batch if device == "gpu" else game(name).batch
    return begin(games, players, seed, **chosen)


@cache
def _game(name: str) -> Game:
    game = Game(import_module(_elsewhere(name) or f"{__name__}.{name}").SHEET)
    assert game.name == name, f"a game called {game.name!r} is registered as {name!r}"
    return game


def _folders() -> set[str]:
    """The names of the games beside this file."""
    return {module.name for module in pkgutil.iter_modules(__path__) if module.ispkg}


def _elsewhere(name: str) -> str | None:
    """The package of a game that another distribution brings; None of one that lies here, or nowhere."""
    return None if name in _folders() else _registered(tuple(sys.path)).get(name)


@cache
def _registered(path: tuple[str, ...]) -> dict[str, str]:
    """[game] the packages of games that other distributions on a path bring."""
    return {found.name: found.value for found in entry_points(group=__name__)}
