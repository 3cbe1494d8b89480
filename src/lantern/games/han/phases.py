"""The phases of a turn: placing pieces or discarding a card (HAN-2.1), then drawing (HAN-8.1)."""

from __future__ import annotations

from typing import Literal, get_args

PLACE, DRAW = range(2)
Phase = Literal["place", "draw"]
NAMES: tuple[Phase, ...] = get_args(Phase)
