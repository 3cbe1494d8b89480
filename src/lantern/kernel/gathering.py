"""A game's fact sheet, gathered from the files that every game has; docs/architecture.md says what is in which."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from lantern.kernel.contract import Json, Rules, Sheet, Words
from lantern.kernel.errors import refusals_of

RULES = {
    "play": ("new_game", "seat_to_act", "apply"),
    "legality": ("refusal", "legal_actions", "random_action"),
    "scoring": ("ending", "scores", "standing"),
    "knowledge": ("conceal", "determinize"),
    "observation": ("observe",),
}
WORDS = {
    "position": ("arrange", "place"),
    "view": ("board", "view", "reveal", "result", "breakdown"),
    "actions": ("write_action", "read_action"),
    "touch": ("touch",),
    "story": ("story",),
}
OWN_WORDS = ("gain", "looking_back")
"""What stands in `view` of those games that have it."""
SHAPES = ("Board", "View", "Everything", "Result", "Item", "Events")


def gather(package: str, **facts: Any) -> Sheet:
    """The fact sheet of the game in a package: what its files say, and facts that stand beside that or in its place."""
    position, actions, shapes = (_file(package, name) for name in ("position", "actions", "shapes"))
    words, gain = words_in(package), getattr(shapes, "Gain", None)
    found: Json = {
        "name": package.rpartition(".")[2],
        "options": position.OPTIONS,
        "setups": position.SETUPS,
        "settle": position.settle,
        "set_options": position.set_options,
        "state": _file(package, "state").State,
        "actions": actions.ACTIONS,
        "most_legal": actions.ACTIONS,
        "observation_size": _file(package, "observation").observation_size,
        "endings": _file(package, "ends").NAMES,
        "rules": Rules(**_named(package, RULES)),
        "shapes": {name.lower(): getattr(shapes, name) for name in SHAPES} | {"gain": gain and gain | None},
        "words": lambda options: words,
        "parts": _file(package, "composing").parts if find_spec(f"{package}.composing") else None,
    }
    return Sheet(**found | facts)


def words_in(package: str) -> Words:
    """The language of a game's tables, where it is the same at all of them."""
    view = _file(package, "view")
    found = {name: getattr(view, name) for name in OWN_WORDS if hasattr(view, name)}
    return Words(**_named(package, WORDS), **found, refusals=refusals_of(package.rpartition(".")[2]))


def _named(package: str, names: dict[str, tuple[str, ...]]) -> Json:
    """What stands in some of a game's files, by its name."""
    return {name: getattr(_file(package, file), name) for file, inside in names.items() for name in inside}


def _file(package: str, name: str) -> Any:
    return import_module(f"{package}.{name}")
