"""Positions written by hand: read back as what they were, and refused by name where something is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from lantern import BadInput, Game, Match
from lantern.kernel.contract import Json

Build = Callable[[], Json]


def changed(base: Build, *path: Any, to: Any) -> Build:
    """A position with the thing at this path changed."""

    def build() -> Json:
        data = copy.deepcopy(base())
        inner = data
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = to
        return data

    return build


def assert_same_when_written(match: Match) -> None:
    """Written down and read, a position is the same position: for the rules, for scores and for every seat."""
    other = match.game.position(json.loads(json.dumps(match.reveal())))
    assert other.reveal() == match.reveal()
    assert other.state.tobytes() == match.state.tobytes()
    assert other.actions() == match.actions()
    assert (other.scores, other.result, other.breakdown()) == (match.scores, match.result, match.breakdown())
    for seat in range(1, match.options["players"] + 1):
        views = match.view(seat), other.view(seat)
        assert len({json.dumps({**view, "ply": 0}, sort_keys=True) for view in views}) == 1


def assert_same_when_saved(match: Match) -> None:
    """Saved and loaded, a match from a position is the same match."""
    assert match.game.load(match.save()).reveal() == match.reveal()


def assert_refused_by_name(game: Game, data: Json, named: str) -> None:
    """A wrong position is refused, and what is wrong is named."""
    with pytest.raises(BadInput, match=f"(?i){named}"):
        game.position(data, seed=1)
