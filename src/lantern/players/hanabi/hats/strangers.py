"""The expert among strangers, who do not play by hats: it keeps the notes of the club, and plays as the club does.

What it says by hats the club reads by its convention, rightly or not. So the notes are of all hints, from the first
turn on: they say what partners from the club take their cards for when nobody plays by hats any more.
"""

from __future__ import annotations

from typing import Any

from lantern.games.hanabi.state import State
from lantern.kernel.rule import rule
from lantern.players.hanabi.club.reading import start_notes, watch
from lantern.players.hanabi.hats.hearing import hear
from lantern.players.hanabi.public import start_tables


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
