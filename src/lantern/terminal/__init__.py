"""The table at a terminal: how games are drawn there, played there and replayed there."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from lantern.games import home
from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.languages import DEFAULT


@dataclass(frozen=True)
class Drawing:
    """How a game looks. It is given plain data and knows no rules."""

    draw: Callable[[Json], RenderableType]
    """(view): the table as a seat sees it."""
    uncover: Callable[[Json, Json], Json]
    """(view, everything): the view with all that is hidden shown."""
    sum_up: Callable[[Json], RenderableType]
    """(view): the result of a finished game and what it is made of."""
    unaided: Callable[[Json], Json] = lambda view: view
    """(view): the view without what the table works out for a seat, so that there is something to find."""


def tidy(data: Json) -> Text:
    """Plain data as people can read it."""
    return Text(json.dumps(data, indent=2, ensure_ascii=False))


PLAIN = Drawing(
    draw=tidy, uncover=lambda view, everything: view | everything, sum_up=lambda view: tidy(view.get("result") or {})
)
"""The picture of a game that has none of its own."""


def drawing(game: str) -> Drawing:
    """How a game is drawn: by its own module, if it has one."""
    module = home(game, "terminal")
    if not find_spec(module):
        return PLAIN
    own = import_module(module)
    drawn = Drawing(own.draw, own.uncover, own.sum_up)
    return replace(drawn, unaided=own.unaided) if hasattr(own, "unaided") else drawn


def seen(match: Match, seat: int | None = None, language: str = DEFAULT) -> Json:
    """What a drawing takes: a seat's view, a language, the fixed things of the table, and the last action as told."""
    told = match.tell(match.just_happened(seat)[:1], language)
    return {"game": match.game.name, "language": language, "map": match.board(), "told": told, **match.view(seat)}


def open_view(match: Match, seat: int | None = None, language: str = DEFAULT) -> Json:
    """The same with nothing hidden."""
    return drawing(match.game.name).uncover(seen(match, seat, language), match.reveal())


def console(file: TextIO | None = None) -> Console:
    """A console that prints text as it is, on standard output unless told otherwise."""
    return Console(file=file or sys.stdout, highlight=False, markup=False, emoji=False)


def clear(screen: Console) -> None:
    """Empty the screen and what can be scrolled back to; nothing on what is not a terminal."""
    if screen.is_terminal:
        screen.clear()
        screen.file.write("\x1b[3J")
        screen.file.flush()


def program() -> str:
    """How this program is called, for commands that people copy."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "lantern" and not shutil.which("lantern") else "lantern"
