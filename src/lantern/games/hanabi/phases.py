"""The phases: an ordinary turn, or the decision that a bonus tile asks for (HANABI-7.2)."""

from __future__ import annotations

from typing import Literal, get_args

TURN, COLOUR_HINT, VALUE_HINT, RETURN, REKINDLE = range(5)
Phase = Literal["turn", "colour hint", "value hint", "return", "rekindle"]
NAMES: tuple[Phase, ...] = get_args(Phase)
