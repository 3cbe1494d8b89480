"""Pictures as text, for the tests of every game's drawing; and matches at random to take pictures of."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console

from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.terminal import drawing


def text_of(picture: Any, width: int = 80, **settings: Any) -> str:
    """A picture as it is printed, without colour unless that is asked for."""
    screen = Console(file=io.StringIO(), width=width, highlight=False, **({"no_color": True} | settings))
    screen.print(picture)
    return screen.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def drawn(view: Json, width: int = 80, **settings: Any) -> list[str]:
    """The lines of a table as it is drawn."""
    return text_of(drawing(view["game"]).draw(view), width, **settings).splitlines()


def status(view: Json, width: int = 80) -> str:
    """What stands in the lower frame: whose turn it is and what is asked."""
    return drawn(view, width)[-1].strip("╰─╯ ")


def lines_of(view: Json, width: int = 80) -> list[str]:
    """The lines of a table without the frame."""
    return [line[2:-2].rstrip() for line in drawn(view, width)]


def line_of(view: Json, start: str, width: int = 80) -> str:
    """The only line of a table that begins like this."""
    (line,) = (line for line in lines_of(view, width) if line.startswith(start))
    return line


def moments(match: Match, seed: int, liked: Callable[[str], bool], share: float) -> Iterator[Match]:
    """A match at random that prefers some actions so often, before every action and at the end."""
    chance = random.Random(seed)
    while not match.over:
        yield match
        actions = match.actions()
        preferred = [action for action in actions if liked(action)]
        match.play(chance.choice(preferred if preferred and chance.random() < share else actions))
    yield match
