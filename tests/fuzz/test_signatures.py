"""Every public function of the package with good values and junk, made from its signature.

Whatever it is given, it answers, or raises an error of Lantern's with a short message, and then nothing has changed.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lantern
from tests.fuzz import EFFORT, tries
from tests.fuzz.spoiling import OTHER_JUNK, PLAIN_JUNK, fresh
from tests.fuzz.test_positions import check_message
from tests.tables import ALL_GAMES

gymnasium = pytest.importorskip("lantern.adapters.gymnasium")
pettingzoo = pytest.importorskip("lantern.adapters.pettingzoo")
from gymnasium.error import Error as GymnasiumError  # noqa: E402

EXAMPLES = 15
JUNK = st.sampled_from(range(len(PLAIN_JUNK + OTHER_JUNK))).map(lambda place: fresh((PLAIN_JUNK + OTHER_JUNK)[place]))
NAMES = [game.name for game in ALL_GAMES]

# What is not asked here, and why.
MADE_INSIDE = {
    "Event": "a record that the package makes",
    "Refusal": "a record that the package makes",
    "Refused": "an error that the package makes",
    "BadInput": "an error that the package makes",
    "LanternError": "an error that the package makes",
    "Game": "made by lantern.game",
    "Match": "made by a game",
    "Batch": "made by a game",
    "Player": "made by lantern.bot",
    "Puzzle": "a record that the package makes",
}
FOR_ENGINES = {
    (lantern.Game, "records"): "takes options that are settled",
    (lantern.Game, "parts"): "takes options that are settled",
    (lantern.Game, "gpu_batch"): "needs a GPU; it reads its arguments as `batch` does",
    (lantern.Match, "gain"): "takes the number of a legal action",
    (lantern.Player, "load"): "takes records of the game",
    (lantern.Player, "choose_on"): "takes records of the game",
}
FOREIGN: dict[str, tuple[type[Exception], ...]] = {
    "reset": (GymnasiumError,),
    "step": (ValueError, AttributeError),
    "observe": (AttributeError,),
    "render": (AttributeError,),
}
"""What Gymnasium and PettingZoo have an environment raise: for wrong seeds, and before the first reset."""


def public_methods(kind: type) -> Iterator[str]:
    """The names of the methods that a class of ours has itself."""
    for name, member in vars(kind).items():
        if not name.startswith("_") and inspect.isfunction(member) and (kind, name) not in FOR_ENGINES:
            yield name


# Good values, by the name of a parameter; every parameter of every public function must be here.


@cache
def a_match(name: str, seed: int) -> lantern.Match:
    """A match some moves after its beginning."""
    match, choices = lantern.game(name).match(seed=seed), random.Random(seed)
    for _ in range(8):
        if match.over:
            break
        match.play(choices.choice(match.numbers()))
    return match


SMALL = st.integers(-2, 8)
GOOD: dict[str, st.SearchStrategy[Any]] = {
    "name": st.sampled_from([*NAMES, "random", "club", "beginner", "expert:rounds=5", "expert:x=1", "club:seconds=1"]),
    "game": st.sampled_from([*NAMES, *ALL_GAMES]),
    "games": st.sampled_from([0, 1, 3, 10**18, np.int64(2)]),
    "num_envs": st.sampled_from([1, 2, 10**18, 2**63]),
    "players": st.sampled_from([None, 2, 3, 4, 5, 6]),
    "seed": st.sampled_from([None, 0, 1, 2**62 - 1, 2**62, 2**70, -1, "x"]),
    "device": st.sampled_from(["cpu", "cpu", "tpu"]),
    "observations": st.booleans(),
    "masks": st.booleans(),
    "copy": st.booleans(),
    "strict": st.booleans(),
    "threads": st.sampled_from([None, 1, 2, -3, 0, "x", 10**18]),
    "data": st.sampled_from([(name, seed) for name in NAMES for seed in range(3)]).map(
        lambda which: a_match(*which).reveal()
    ),
    "text": st.sampled_from(NAMES).map(lambda name: a_match(name, 0).save()),
    "path": st.sampled_from(["missing.csv", "missing.parquet", ".", "/", "x", Path("missing.csv"), "\0.csv"]),
    "action": SMALL | st.sampled_from(["play 1", "discard 1", "pass", "draw", "end turn", "dance", "1", 10**30]),
    "actions": st.integers(0, 4).flatmap(lambda n: st.lists(SMALL, min_size=n, max_size=n).map(np.array)),
    "seat": st.none() | SMALL,
    "index": SMALL,
    "ply": SMALL,
    "events": st.sampled_from(NAMES).map(lambda name: a_match(name, 0).log),
    "match": st.sampled_from(NAMES).map(lambda name: a_match(name, 1)),
    "play": st.none(),
    "bots": st.sampled_from(["random", "club", ["random"], ["random", "club"], ("club",) * 3, "dragon"]),
    "render_mode": st.sampled_from([None, "ansi", "human ", "rgb_array"]),
    "options": st.none() | st.just({}),
    "language": st.sampled_from(["en", "it", "ru", "xx"]),
    "names": st.sampled_from([[], ["Ann", "Bob"], ("Ann",), "Ann"]),
    "agent": st.sampled_from(["seat_1", "seat_2", "seat_9"]),
}
OPTIONS = sorted({option.name for game in ALL_GAMES for option in game.sheet.options})
VALUES = [True, False, None, 1, 2, "mirrored", "ways-of-diplomacy", Path("missing.json"), np.zeros(2), {"name": "x"}]
CHOSEN = st.dictionaries(
    st.sampled_from([*OPTIONS, "deck", "tiles", "colour"]), st.sampled_from(VALUES) | JUNK, max_size=2
)


@st.composite
def arguments(draw: Any, function: Callable[..., Any]) -> dict[str, Any]:
    """Arguments for a function: of its good values some are left out and some are junk, often none or one of them."""
    chosen: dict[str, Any] = {}
    junky = draw(st.sampled_from([0.0, 0.3, 1.0]))
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "self":
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            chosen |= draw(st.just({}) | CHOSEN)
        elif parameter.default is parameter.empty or draw(st.booleans()):
            chosen[name] = draw(JUNK if draw(st.floats(0, 1)) < junky else GOOD[name])
    return chosen


def tell_apart(thing: Any) -> Any:
    """All that could change of a thing, in a form that can be compared."""
    if isinstance(thing, lantern.Match):
        return thing.save(), thing.digest(), len(thing.log), thing.undoable
    if isinstance(thing, lantern.Batch):
        return [part.tobytes() for part in (thing.states, thing.chance, thing.choice, thing.deals, thing.seats)]
    if isinstance(thing, lantern.Player):
        return thing.thought
    batch = getattr(thing, "batch", None) or getattr(getattr(thing, "_table", None), "batch", None)
    return tell_apart(batch) if isinstance(batch, lantern.Batch) else None


def ask(function: Callable[..., Any], given: Mapping[str, Any], owner: Any = None) -> Any:
    """Call a function; an error of Lantern's must be short and leave everything as it was."""
    before = tell_apart(owner)
    try:
        answer = function(**given)
        return list(answer) if inspect.isgenerator(answer) else answer
    except lantern.LanternError as refused:
        check_message(refused)
        assert tell_apart(owner) == before
    except Exception as error:
        if not isinstance(owner, tuple(ENVIRONMENTS)) or not isinstance(error, FOREIGN.get(function.__name__, ())):
            raise


def trying(examples: int) -> settings:
    """So many examples, always the same ones unless more effort is asked for."""
    return settings(
        max_examples=examples,
        derandomize=not EFFORT,
        database=None,
        deadline=None,
        suppress_health_check=[*HealthCheck],
    )


FUNCTIONS = [name for name in lantern.__all__ if name not in MADE_INSIDE]
CLASSES: list[type] = [lantern.Game, lantern.Match, lantern.Batch, lantern.Player]
ENVIRONMENTS: list[type] = [gymnasium.SeatEnv, gymnasium.VectorEnv, pettingzoo.Environment]
METHODS = [(kind, name) for kind in (*CLASSES, *ENVIRONMENTS) for name in public_methods(kind)]
ASKING = [(kind, name) for kind, name in METHODS if len(inspect.signature(getattr(kind, name)).parameters) > 1]
"""Those that are given something."""


def made(kind: type, draw: Any) -> Any:
    """One of a class, in the midst of what it does."""
    name, seed = draw(st.sampled_from(NAMES)), draw(st.integers(0, 2))
    match kind.__name__:
        case "Game":
            return lantern.game(name)
        case "Match":
            return a_match(name, seed).copy()
        case "Batch":
            batch = lantern.batch(name, 3, seed=seed, threads=1)
            if draw(st.booleans()):
                batch.reset()
            return batch
        case "Player":
            return lantern.bot(name, "random", seed=seed)
        case "SeatEnv":
            environment = gymnasium.SeatEnv(name, bots="random")
        case "VectorEnv":
            environment = gymnasium.VectorEnv(name, 3)
        case _:
            environment = pettingzoo.env(name)
    if draw(st.booleans()):
        environment.reset(seed=seed)
    return environment


@pytest.mark.parametrize("name", FUNCTIONS)
@trying(tries(EXAMPLES))
@given(data=st.data())
def test_a_function(name: str, data: Any) -> None:
    function = getattr(lantern, name)
    ask(function, data.draw(arguments(function)))


@pytest.mark.parametrize("kind", ENVIRONMENTS, ids=lambda kind: kind.__name__)
@trying(tries(EXAMPLES))
@given(data=st.data())
def test_an_environment_is_made(kind: type, data: Any) -> None:
    ask(kind, data.draw(arguments(kind)))


@pytest.mark.parametrize(("kind", "name"), ASKING, ids=lambda part: getattr(part, "__name__", part))
@trying(tries(EXAMPLES))
@given(data=st.data())
def test_a_method(kind: type, name: str, data: Any) -> None:
    owner = made(kind, data.draw)
    method = getattr(owner, name)
    ask(method, data.draw(arguments(method)), owner)


@pytest.mark.parametrize(
    ("kind", "name"), sorted({*METHODS} - {*ASKING}, key=str), ids=lambda part: getattr(part, "__name__", part)
)
@trying(3)
@given(data=st.data())
def test_a_method_that_is_given_nothing(kind: type, name: str, data: Any) -> None:
    owner = made(kind, data.draw)
    ask(getattr(owner, name), {}, owner)
