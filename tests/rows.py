"""A learner's row of numbers, cut into the parts that its module documents, and how views are written in such parts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lantern import Game, Match


def row_of(match: Match, seat: int) -> list[int]:
    """What a learner in a seat is shown."""
    size = match.game.sheet.observation_size(match.options)
    out = np.full(size, 7, np.int8)
    assert match.game.engine.observe(match.state, seat - 1, out) == size
    return [int(number) for number in out]


def lengths(observation: ModuleType, letters: dict[str, int]) -> list[tuple[str, int]]:
    """The parts of a row and their lengths, as the module's documentation gives them."""
    assert observation.__doc__ is not None
    lines = re.findall(r"^    (\w+(?: \w+)?) {2,}(\S.*?) {2,}\S", observation.__doc__, re.MULTILINE)
    return [(part, int(eval(size.replace(" x ", " * "), {}, letters))) for part, size in lines]


def cut(row: list[int], layout: Sequence[tuple[str, int]]) -> list[tuple[str, list[int]]]:
    """A row cut into its parts."""
    parts, first = [], 0
    for part, size in layout:
        parts.append((part, row[first : first + size]))
        first += size
    assert first == len(row)
    return parts


def one_of(things: Sequence[Any], thing: object) -> list[int]:
    """A one where the thing stands."""
    return [int(other == thing) for other in things]


def some_of(things: Sequence[Any], chosen: Any) -> list[int]:
    """A one for each thing that was chosen."""
    return [int(thing in chosen) for thing in things]


def so_many(count: int, most: int) -> list[int]:
    """So many ones and then zeros."""
    return [1] * count + [0] * (most - count)


def in_binary(number: int, digits: int) -> list[int]:
    """The ones first."""
    return [number // 2**place % 2 for place in range(digits)]


def recorded(game: Game) -> list[Path]:
    """The games in tests/<game>/recorded."""
    return sorted((Path(__file__).parent / game.name / "recorded").glob("*.json"))


def replayed(game: Game, path: Path) -> Iterator[tuple[Match, str]]:
    """A recorded game before every action, with the action, and at its end."""
    saved = json.loads(path.read_text())
    actions, saved["actions"] = saved["actions"], []
    match = game.load(json.dumps(saved))
    for action in actions:
        yield match, action
        match.play(action)
    yield match, ""
