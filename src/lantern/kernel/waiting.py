"""What somebody who waits for the compiler is told: on a terminal a bar and the time that is left, elsewhere two lines.

A bar is one line that is written again and again, by a thread that ends with it. It leaves the cursor where the line
begins, so that what others write there can be read.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress

REDRAWN_S = 0.1
"""How often a bar is drawn."""
FIRST_LOOK_S = 1.0
"""How long it takes until there is something to say of the time that is left."""
MOST_CELLS, FEWEST_CELLS = 24, 6
"""How wide a bar is; where there is room for less there is none."""
FIGURES = len(" 45 %, some 12 min left")
"""How wide what stands behind it may get."""
COLUMNS = 80
"""How wide a terminal is that does not say."""
FORGET = "\r\x1b[K"
"""Clears the line on which the cursor is."""

Look = Callable[[], tuple[float, float]]
"""How much is done, from 0 to 1, and how many seconds the rest will take."""


def tell(message: str) -> None:
    """Tell a person at the terminal something."""
    print(f"{FORGET if Bar.shown else ''}{message}\n", end="", file=sys.stderr, flush=True)


announce: Callable[[str], None] = tell
"""How people are told what takes time, and what went wrong. Replace it to tell it elsewhere; there is no bar then."""

make_room: Callable[[], AbstractContextManager[None]] = nullcontext
"""How others who draw on the terminal leave it to a bar for a while."""


@contextmanager
def told(label: str, look: Look) -> Iterator[None]:
    """While something is compiled, somebody waits: tell him."""
    began, words = time.monotonic(), f"lantern: compiling {label}"
    with make_room():
        if has_terminal():
            with Bar(words, look):
                yield
            announce(f"{words} (first use only) ... done in {time.monotonic() - began:.1f} s")
            return
    announce(f"{words} (first use only) ...")
    yield
    announce(f"lantern: ... done in {time.monotonic() - began:.1f} s")


def has_terminal() -> bool:
    """Whether a bar can be shown: on a terminal, which no other process, no other bar and nobody else writes to."""
    errors = sys.__stderr__
    alone = announce is tell and sys.stderr is errors and not Bar.shown and multiprocessing.parent_process() is None
    return alone and errors is not None and errors.isatty() and os.environ.get("TERM") != "dumb"


class Bar:
    """A bar on the terminal, gone at the end: `with Bar("lantern: compiling", look):`."""

    shown = False
    """Whether there is one."""

    def __init__(self, words: str, look: Look) -> None:
        self._words, self._look = words, look
        self._began, self._most = time.monotonic(), 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._draw_on, name="lantern-bar", daemon=True)

    def __enter__(self) -> Bar:
        Bar.shown = True
        self._draw()
        self._thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._over.set()
        self._thread.join()
        Bar.shown = False
        _write(FORGET)

    def _draw_on(self) -> None:
        while not self._over.wait(REDRAWN_S):
            self._draw()

    def _draw(self) -> None:
        share, left_s = self._look()
        self._most = max(self._most, share)
        early = time.monotonic() - self._began < FIRST_LOOK_S
        _write(f"\r{line(self._words, self._most, None if early else left_s, _columns(), _cells())}\x1b[K\r")


def line(words: str, share: float, left_s: float | None, columns: int, cells: str = "█░") -> str:
    """A bar with words before it and figures behind it, in a terminal so many columns wide."""
    figures = f"{min(round(100 * share), 99):3} %" + ("" if left_s is None else f", some {_duration(left_s)} left")
    width = min(columns - 1 - len(words) - FIGURES - 2 - 1, MOST_CELLS)
    if width < FEWEST_CELLS:
        return f"{words[: max(0, columns - 1 - len(figures) - 1)]} {figures}"[: columns - 1]
    full = int(width * share)
    return f"{words}  {cells[0] * full}{cells[1] * (width - full)} {figures}"


def _duration(seconds: float) -> str:
    return f"{max(1, round(seconds))} s" if seconds < 100 else f"{round(seconds / 60)} min"


def _columns() -> int:
    with suppress(OSError):
        return os.get_terminal_size(sys.stderr.fileno()).columns or COLUMNS
    return COLUMNS


def _cells() -> str:
    """What bars are drawn with: full and empty cells."""
    try:
        "█░".encode(sys.stderr.encoding)
    except UnicodeError:
        return "#."
    return "█░"


def _write(text: str) -> None:
    with suppress(OSError, ValueError):  # the terminal is gone
        sys.stderr.write(text)
        sys.stderr.flush()
