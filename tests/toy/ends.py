"""Why a game is over, which follows from the row and the deck; RUNNING while it is not."""

from __future__ import annotations

from typing import Literal, get_args

RUNNING, ROW_FULL, LAST_CARD_DRAWN = range(3)
End = Literal["", "row full", "last card drawn"]
NAMES: tuple[End, ...] = get_args(End)
