"""Copies of things that change as they are played: each goes on by itself, or there is none."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar, NoReturn, Self, SupportsIndex

from lantern.kernel.errors import WrongCall


class Uncopied:
    """Something that can't be copied or pickled: its copy would go on wrongly and say nothing."""

    cannot: ClassVar[str] = "copied or pickled"
    instead: ClassVar[str] = "make a new one"
    """What to do in its place."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise WrongCall(f"a {type(self).__name__} can't be {self.cannot}: {self.instead}")


class Apart(Uncopied):
    """Something of which every copy, `copy.copy` or `copy.deepcopy`, goes on by itself; it can't be pickled."""

    cannot = "pickled"
    shared: ClassVar[tuple[str, ...]] = ()
    """What never changes, and so is the same thing in all copies."""

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = object.__new__(type(self))
        memo[id(self)] = other
        for name, value in vars(self).items():
            other.__dict__[name] = value if name in self.shared else deepcopy(value, memo)
        return other
