"""Positions rebuilt from what was told: a view before an action and its events must give the view after it.

Every game has a `Chronicle` in tests/<game>/chronicle.py: a method `on_<key>` for each event, which says what of a view
the event changes and holds its arguments against what the view shows. Nothing else may change a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from importlib import import_module
from typing import Any, ClassVar

from lantern.kernel.contract import Event, Json


class Hearsay:
    """A view that goes along with what is told."""

    FOLLOWS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """[part] the parts that it follows from; it may change if one of them does, and is not rebuilt."""

    def __init__(self, board: Json, view: Json) -> None:
        self.board = board
        self.view: Json = deepcopy(view)
        self.view["ply"] += 1

    def hear(self, events: Iterable[Event]) -> None:
        """Let the view follow what is told; a contradiction is an assertion that fails."""
        for event in events:
            getattr(self, f"on_{event.key}")(**event.arguments)
        self.end()

    def end(self) -> None:
        """All has been told."""

    def contradicts(self, after: Json) -> list[str]:
        """What was told and is not to be seen in the view after."""
        return []

    @classmethod
    def parts(cls, view: Json) -> Json:
        """The parts of a view that are compared."""
        return view

    def next_seat(self, seat: int) -> int:
        """The seat to the left of one."""
        return int(seat % self.view["options"]["players"] + 1)


class Contest(Hearsay):
    """A view of a game that somebody wins."""

    def on_won(self, reason: str, winners: list[int], points: int) -> None:
        assert len(winners) == 1
        self.finish(reason, winners, points)

    def on_shared(self, reason: str, winners: list[int], points: int) -> None:
        assert len(winners) > 1
        self.finish(reason, winners, points)

    def finish(self, reason: str, winners: list[int], points: int) -> None:
        """The game is over."""
        raise NotImplementedError


def chronicle_of(game: str) -> type[Hearsay]:
    """The chronicle of a game."""
    found: type[Hearsay] = import_module(f"tests.{game}.chronicle").Chronicle
    return found


def untold(board: Json, before: Json, events: Iterable[Event], after: Json) -> list[str]:
    """What of a view after an action the events don't account for; what they contradict."""
    chronicle = chronicle_of(before["game"])
    hearsay = chronicle(board, before)
    try:
        hearsay.hear(events)
    except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError) as odd:
        return [f"contradiction: {type(odd).__name__} {odd}"]
    told, seen, old = chronicle.parts(hearsay.view), chronicle.parts(after), chronicle.parts(before)
    wrong = [
        f"{part}: told {told.get(part)}, seen {seen[part]}"
        for part in seen
        if part not in chronicle.FOLLOWS and told.get(part) != seen[part]
    ]
    wrong += hearsay.contradicts(after)
    return wrong + [
        f"{part}: changed though nothing did that it follows from"
        for part, bases in chronicle.FOLLOWS.items()
        if seen[part] != old[part] and all(seen[base] == old[base] for base in bases)
    ]


def falsified(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}?"
    if isinstance(value, list | tuple):
        return [*value[:-1], falsified(value[-1])] if value else ["?"]
    key = next(iter(value), "?")
    return {**value, key: falsified(value.get(key))}
