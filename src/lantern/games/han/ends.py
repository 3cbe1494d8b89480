"""Why a game is over; RUNNING while it is not."""

from __future__ import annotations

from typing import Literal, get_args

RUNNING, LAST_ROUND_OVER, NOTHING_TO_PLACE = range(3)
End = Literal["", "last round over", "nothing can be placed"]
NAMES: tuple[End, ...] = get_args(End)
