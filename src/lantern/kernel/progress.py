"""How far the compiler is with an entry, and how long the rest will take.

A rule is lowered once, and made into machine code in every whole that takes it in (`linking`). Both take time in
proportion to the length of its code, so that is what is counted. What is read from disk is no work, nor is what only it
reaches.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import NamedTuple

from lantern.kernel.digest import rules_called_by

LOWERING, MACHINE_CODE = 3.0, 1.0
"""How much work each is for a byte of a rule's code."""
USUAL_WORK, USUAL_S = 5000.0, 0.5
"""A little work and the time it takes, to go by until there is something of one's own to go by."""
STEADY = 0.8
"""How much of a long step counts as done when the time for that much is over; beyond, each second counts less."""


class Whole(NamedTuple):
    """An entry or a shared rule."""

    parts: frozenset[FunctionType]
    """The rules it takes in."""
    shared: frozenset[FunctionType]
    """The shared rules it calls."""


class Moment(NamedTuple):
    """How things stood when a step was done last."""

    at: float
    done: float
    left: float
    ahead: float
    """How much of what is left is one long step that was begun then: the machine code of a whole."""
    pace: float
    """Seconds for a piece of work."""

    def so_far(self) -> float:
        """How much is done by now, with what is probably done of a long step."""
        if not self.ahead:
            return self.done
        return self.done + self.ahead * _eased((time.monotonic() - self.at) / self.pace / self.ahead)


class Work:
    """What there is to do until an entry is compiled. One thread does it, others may look."""

    def __init__(self, entry: FunctionType) -> None:
        self._entry = entry
        self._wholes: dict[FunctionType, Whole] = {}
        self._there: set[FunctionType] = set()
        """Rules that are lowered, and shared ones that are machine code."""
        self._begun: list[FunctionType] = []
        """The wholes that are being compiled, the innermost last."""
        self._left = self._needed()
        self._moment = Moment(time.monotonic(), 0.0, sum(self._left.values()), 0.0, _process.pace(0.0, 0.0))
        self._began = self._moment.at

    def look(self) -> tuple[float, float]:
        """How much is done, from 0 to 1, and how many seconds the rest will take."""
        moment = self._moment
        done, all_of_it = moment.so_far(), moment.done + moment.left
        return done / all_of_it, (all_of_it - done) * moment.pace

    def so_far(self) -> float:
        """How much work is done."""
        return self._moment.so_far()

    def begin(self, whole: FunctionType) -> None:
        """A whole is compiled from now on."""
        self._begun.append(whole)
        self._note(0.0)

    def end(self) -> None:
        """The whole that was begun last is compiled, or can't be."""
        self._begun.pop()

    def finish(self, rule: FunctionType, *, read: bool = False) -> None:
        """A rule is compiled, or was read from disk: then it is no work, and it takes less to finish."""
        weight = self._left.pop(rule, 0.0)
        self._there.add(rule)
        if rule in self._wholes:
            self._left = self._needed()
        self._note(0.0 if read else weight)

    def _note(self, more: float) -> None:
        now, done = time.monotonic(), self._moment.done + more
        pace = _process.pace(now - self._began, done)
        self._moment = Moment(now, done, sum(self._left.values()), self._ahead(), pace)

    def _ahead(self) -> float:
        """How much work the innermost whole is if all that it is made of is there."""
        if not self._begun or self._begun[-1] not in self._left:
            return 0.0
        whole = self._wholes[self._begun[-1]]
        return self._left[self._begun[-1]] if whole.parts | whole.shared <= self._there else 0.0

    def _needed(self) -> dict[FunctionType, float]:
        """[rule] how much work it is, of all that is not there and is not reached through shared rules that are."""
        needed: dict[FunctionType, float] = {}
        wholes = [one for one in [self._entry] if one not in self._there]
        for one in wholes:
            whole = self._whole(one)
            wholes.extend(whole.shared - self._there - set(wholes))
            needed.update((part, LOWERING * _size(part)) for part in whole.parts - self._there)
            needed[one] = LOWERING * _size(one) + MACHINE_CODE * sum(map(_size, {one, *whole.parts}))
        return needed

    def _whole(self, function: FunctionType) -> Whole:
        """What a whole is made of."""
        if function not in self._wholes:
            parts, shared, todo = set[FunctionType](), set[FunctionType](), [function]
            while todo:
                for rule in rules_called_by(todo.pop()):
                    if rule.overloads:
                        self._there.add(rule.py_func)
                    if getattr(rule, "shared", False):
                        shared.add(rule.py_func)
                    elif rule.py_func not in parts:
                        parts.add(rule.py_func)
                        todo.append(rule.py_func)
            self._wholes[function] = Whole(frozenset(parts - {function}), frozenset(shared - {function}))
        return self._wholes[function]


def _size(rule: FunctionType) -> int:
    """The length of a rule's code in bytes."""
    return len(rule.__code__.co_code)


def _eased(part: float) -> float:
    """How much of a step to call done when so much of the time is over that it should take; never all of it."""
    late = (part - STEADY) / (1 - STEADY)
    return part if late <= 0 else 1 - (1 - STEADY) * math.exp(-late)


class _Process:
    """What is being compiled in this process, and what was before."""

    work: Work | None = None
    done, seconds = 0.0, 0.0

    def pace(self, seconds: float, done: float) -> float:
        """Seconds for a piece of work, by all that was done so far."""
        return (USUAL_S + self.seconds + seconds) / (USUAL_WORK + self.done + done)


_process = _Process()


@contextmanager
def work_on(entry: FunctionType) -> Iterator[Work]:
    """While an entry is compiled: what there is to do."""
    before, began = _process.work, time.monotonic()
    work = _process.work = Work(entry)
    try:
        with making(entry):
            yield work
        work.finish(entry)
    finally:
        _process.work = before
        _process.done += work.so_far()
        _process.seconds += time.monotonic() - began


@contextmanager
def making(whole: FunctionType) -> Iterator[None]:
    """While a shared rule is compiled."""
    work = _process.work
    if work is None:
        yield
        return
    work.begin(whole)
    try:
        yield
    finally:
        work.end()


def compiled(rule: FunctionType) -> None:
    """A rule is lowered, or a shared one is there."""
    if _process.work is not None:
        _process.work.finish(rule)


def read(rule: FunctionType) -> None:
    """A shared rule was read from disk."""
    if _process.work is not None:
        _process.work.finish(rule, read=True)


def done_so_far() -> float:
    """How much work was done in this process."""
    work = _process.work
    return _process.done + (work.so_far() if work is not None else 0.0)
