"""Short rounds in which contestants take turns, so that a busy machine is busy for all of them; the best counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

SECONDS = 0.05
"""How long a contestant works in a round, or longer if one piece of work takes longer."""


def rate(work: Callable[[], int], clock: Callable[[], float], seconds: float = SECONDS) -> float:
    """What is done in a second by a clock, working on until so many seconds are over; `work` says how much it did."""
    began, done = clock(), 0
    while clock() - began < seconds:
        done += work()
    return done / (clock() - began)


def best_of(rounds: int, contestants: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """[contestant] the best of several rounds in which all take their turn."""
    best = dict.fromkeys(contestants, 0.0)
    for _ in range(rounds):
        for name, run in contestants.items():
            best[name] = max(best[name], run())
    return best


def figure(a_second: float) -> str:
    """So many a second, short."""
    return f"{a_second / 1e6:.2f} M" if a_second >= 1e6 else f"{a_second / 1e3:.{0 if a_second >= 1e5 else 1}f} k"


def row(cells: Iterable[str]) -> str:
    """A row of a table that can be pasted into the documentation."""
    return "| " + " | ".join(cells) + " |"


def head(columns: Iterable[str]) -> str:
    """The first two rows of such a table."""
    names = list(columns)
    return f"{row(names)}\n|{'---|' * len(names)}"
