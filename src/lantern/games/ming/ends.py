"""Why a game is over; RUNNING while it is not."""

from __future__ import annotations

from typing import Literal, get_args

RUNNING, SIX_ROUNDS = range(2)
End = Literal["", "six rounds"]
NAMES: tuple[End, ...] = get_args(End)
