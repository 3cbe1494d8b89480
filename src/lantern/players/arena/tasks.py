"""Parts of a piece of work that others do: each is answered once, and begun again if it is lost with who had it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

from lantern.kernel.errors import Fault, LanternError

LOOK_S = 0.1
"""How often it is asked whether it is enough."""
Answer = TypeVar("Answer")


class Lost(Fault):
    """Something that was begun again and again, and never answered."""


class Task(Generic[Answer]):
    """Something that somebody does; who is lost with it is replaced, until it was begun so many times."""

    def __init__(self, begin: Callable[[], Future[Answer]], tries: int) -> None:
        self._begin, self._tries, self._begun = begin, tries, 1
        self.future = begin()
        self.dropped = False
        """Whether nobody wants to know any more."""

    def look_after(self) -> None:
        """Begin it again if it was lost."""
        if self._begun < self._tries and self._lost():
            self._begun += 1
            self.future = self._begin()

    def _lost(self) -> bool:
        """Whether it ended without an answer. What Lantern refuses is one: another would refuse it too."""
        if self.dropped or not self.future.done():
            return False
        return self.future.cancelled() or not isinstance(self.future.exception(), LanternError | None)

    def drop(self) -> None:
        """Give it up, unless somebody is known to be at it, who may as well finish."""
        if not self.future.running() and self.future.cancel():
            self.dropped = True

    def answer(self) -> Answer:
        """What it came to."""
        if self._tries > 1 and self._lost():
            reason = None if self.future.cancelled() else self.future.exception()
            raise Lost("bad.lost", times=self._begun, reason=repr(reason)) from reason
        return self.future.result()


Part = Sequence[Task[Answer]]
"""Tasks that count together or not at all."""


def finished(waiting: Sequence[Part[Answer]], enough: Callable[[], bool]) -> bool:
    """Wait for the first part; when it is enough, what is not begun is dropped. Whether the first part is whole."""
    while not _look_after(waiting):
        wait([task.future for task in waiting[0]], LOOK_S)
        if enough():
            drop(waiting)
    return not any(task.dropped for task in waiting[0])


def _look_after(waiting: Sequence[Part[Answer]]) -> bool:
    """Begin again what was lost; whether the first part is done."""
    for part in waiting:
        for task in part:
            task.look_after()
    return all(task.future.done() for task in waiting[0])


def drop(waiting: Iterable[Part[Answer]]) -> None:
    """Give up what is not begun, the last first."""
    for part in reversed(list(waiting)):
        for task in part:
            task.drop()
