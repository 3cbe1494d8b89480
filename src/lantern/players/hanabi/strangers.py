"""The expert among strangers, who do not play by hats: it keeps the notes of the club, and plays as the club does.

What it says by hats the club reads by its convention, rightly or not. So the notes are of all hints, from the first
turn on: they say what partners from the club take their cards for when nobody plays by hats any more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lantern.games.hanabi.state import State
from lantern.kernel.record import Field, record
from lantern.kernel.rule import rule
from lantern.players.hanabi.convention_reading import Notes, start_notes, watch
from lantern.players.hanabi.hearing import hear
from lantern.players.hanabi.public import Memory, start_tables


def fields_of(*declarations: type) -> dict[str, Field]:
    """The fields of several records together, the widest first."""
    fields = [one for declaration in declarations for one in vars(declaration).items() if isinstance(one[1], Field)]
    return dict(sorted(fields, key=lambda one: -np.dtype(one[1].code).itemsize))


Mind = record(type("Mind", (), fields_of(Memory, Notes)))
"""A record for the rules of hats and for those of the club: they look at different fields."""


@rule
def begin(mind: Any, state: State, seat: int) -> None:
    """Before the first turn."""
    start_tables(mind, state)
    start_notes(mind, state, seat)


@rule
def see(mind: Any, before: State, after: State, seat: int) -> None:
    """What somebody did says something by hats, and something by the convention."""
    hear(mind, before, after, seat)
    watch(mind, before, after, seat)
