"""Why a game is over; RUNNING while it is not."""

from __future__ import annotations

from typing import Literal, get_args

RUNNING, NOTHING_TO_CONQUER = range(2)
End = Literal["", "nothing left to conquer"]
NAMES: tuple[End, ...] = get_args(End)
