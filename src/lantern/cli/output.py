"""What commands that take long show and leave behind: a bar, files."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lantern.kernel import waiting
from lantern.kernel.contract import Json
from lantern.kernel.files import told_of, write_whole
from lantern.languages import DEFAULT, Tongue
from lantern.terminal import console


@contextmanager
def progress_bar(most: int, language: str = DEFAULT, what: str = "command.games") -> Iterator[Callable[[int], None]]:
    """A bar that shows on a terminal how many games are played, or how much of something else is done."""
    errors = console(sys.stderr)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar, _polite(bar):
        task = bar.add_task(Tongue(language)(what), total=most)
        yield lambda done: bar.advance(task, done)


@contextmanager
def _polite(bar: Progress) -> Iterator[None]:
    """Have a bar go away while something is compiled, which has a bar of its own."""

    @contextmanager
    def gone() -> Iterator[None]:
        bar.stop()
        try:
            yield
        finally:
            bar.start()

    if bar.disable:
        yield
        return
    waiting.make_room = gone
    try:
        yield
    finally:
        waiting.make_room = nullcontext


def write_json(path: Path, outcome: Json) -> None:
    """Write figures to a file."""
    write_text(path, json.dumps(outcome, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file as a whole; where that can't be, say why."""
    with told_of(path):
        write_whole(path, text.encode())
