"""The games: each folder beside this file is one, with its fact sheet in `SHEET`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from lantern.kernel.errors import BadInput, listing
from lantern.kernel.game import Game


def names() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def game(name: str) -> Game:
    """A game by its name."""
    if name not in names():
        raise BadInput(f"there is no game {name!r}; there is {listing(names())}")
    return _game(name)


@cache
def _game(name: str) -> Game:
    return Game(import_module(f"{__name__}.{name}").SHEET)
