"""Hanabi with open hands, and the bot that plays it: no game for a table, but a ceiling to measure Hanabi's bots by.

`lantern.game` does not know it. It is for policies alone: its `determinize` and `observe` are those of hidden hands.
"""

from __future__ import annotations

from dataclasses import replace

from lantern.games.hanabi import SHEET
from lantern.games.hanabi.knowledge import conceal
from lantern.games.hanabi.state import State
from lantern.kernel.game import Game
from lantern.kernel.rule import rule
from lantern.players import Bot
from lantern.players.hanabi.cheating import cheating

NOBODY = SHEET.seats.stop
"""A seat that no table has."""


@rule
def conceal_deck(state: State, seat: int) -> None:
    """Blank what lies face down; all hands are open."""
    conceal(state, NOBODY)


CHEATING = Bot("cheating", "sees its own hand", cheating)
BOTS = [CHEATING]
OPEN_HANABI = Game(
    replace(
        SHEET,
        name="open_hanabi",
        title="Hanabi with open hands",
        rules=replace(SHEET.rules, conceal=conceal_deck),
    )
)
