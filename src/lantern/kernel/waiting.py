"""What somebody who waits for the compiler is told: on a terminal a bar and the time that is left, elsewhere two lines.

Whoever knows in which language they read, such as the command line, says so (`told_in`); else they are told in English.

A bar is one line that is written again and again, by a thread that ends with it. It leaves the cursor where the line
begins, so that what others write there can be read.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field

from lantern.kernel.errors import Phrase
from lantern.languages.words import DEFAULT, Tongue, formed

REDRAWN_S = 0.1
"""How often a bar is drawn."""
FIRST_LOOK_S = 1.0
"""How long it takes until there is something to say of the time that is left."""
MOST_CELLS, FEWEST_CELLS = 24, 6
"""How wide a bar is; where there is room for less there is none."""
MOST_SECONDS = 100
"""More are told as minutes."""
LONGEST_S = 12 * 60.0
"""What is left when the words for it are longest."""
COLUMNS = 80
"""How wide a terminal is that does not say."""
FORGET = "\r\x1b[K"
"""Clears the line on which the cursor is."""

Look = Callable[[], tuple[float, float]]
"""How much is done, from 0 to 1, and how many seconds the rest will take."""


class Reader:
    """Who is told."""

    language = DEFAULT


@dataclass(frozen=True)
class Label:
    """What an entry is called: "chess: deal", or "chess: bot {level}" with its parts."""

    pattern: str
    parts: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """As it is named on disk and in English by those who program."""
        return self.pattern.format(**self.parts)

    def told(self, language: str) -> str:
        """As people read it; what nobody has worded as it is."""
        game, _, what = self.pattern.rpartition(": ")
        tongue, key = Tongue(language), re.sub("[^a-z]+", "_", what.lower()).strip("_")
        parts = {part: ", ".join(map(tongue.bot, bots.split(", "))) for part, bots in self.parts.items()}
        words = formed(language, f"entry.{key}", parts, what.format(**self.parts))
        if not game:
            return words
        return f"{tongue.title(game, game)}: {formed(language, f'{game}.entry.{key}', parts, words)}"


def say(words: Phrase) -> None:
    """Tell people something in their language."""
    announce(line_of(words))


def line_of(words: Phrase) -> str:
    """Words in the reader's language, as they stand on a line of their own."""
    return f"lantern: {words.told(Reader.language)}"


def tell(message: str) -> None:
    """Tell a person at the terminal something."""
    print(f"{FORGET if Bar.shown else ''}{message}\n", end="", file=sys.stderr, flush=True)


announce: Callable[[str], None] = tell
"""How people are told what takes time, and what went wrong. Replace it to tell it elsewhere; there is no bar then."""

make_room: Callable[[], AbstractContextManager[None]] = nullcontext
"""How others who draw on the terminal leave it to a bar for a while."""


@contextmanager
def told(label: Label, look: Look) -> Iterator[None]:
    """While something is compiled, somebody waits: tell him."""
    began, what = time.monotonic(), label.told(Reader.language)
    with make_room():
        if has_terminal():
            with Bar(line_of(Phrase("compiling.now", what=what)), look):
                yield
            say(Phrase("compiling.was", what=what, seconds=_seconds_since(began)))
            return
    say(Phrase("compiling.begun", what=what))
    yield
    say(Phrase("compiling.done", seconds=_seconds_since(began)))


def _seconds_since(began: float) -> str:
    return Tongue(Reader.language).number(time.monotonic() - began, ".1f")


def has_terminal() -> bool:
    """Whether a bar can be shown: on a terminal, which no other process, no other bar and nobody else writes to."""
    errors = sys.__stderr__
    alone = announce is tell and sys.stderr is errors and not Bar.shown and multiprocessing.parent_process() is None
    return alone and errors is not None and errors.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def told_in(language: str) -> Iterator[None]:
    """Tell people in a language for a while."""
    before, Reader.language = Reader.language, language
    try:
        yield
    finally:
        Reader.language = before


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
    figures = _figures(share, left_s)
    width = min(columns - 1 - len(words) - len(_figures(1.0, LONGEST_S)) - 2 - 1, MOST_CELLS)
    if width < FEWEST_CELLS:
        return f"{words[: max(0, columns - 1 - len(figures) - 1)]} {figures}"[: columns - 1]
    full = int(width * share)
    return f"{words}  {cells[0] * full}{cells[1] * (width - full)} {figures}"


def _figures(share: float, left_s: float | None) -> str:
    """What stands behind a bar: how much is done, and how long the rest will take."""
    done = f"{min(round(100 * share), 99):3} %"
    return done if left_s is None else f"{done}, {_left(left_s)}"


def _left(seconds: float) -> str:
    if seconds < MOST_SECONDS:
        return Phrase("compiling.seconds_left", seconds=max(1, round(seconds))).told(Reader.language)
    return Phrase("compiling.minutes_left", minutes=round(seconds / 60)).told(Reader.language)


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
