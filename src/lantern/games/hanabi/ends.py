"""Why a game is over; RUNNING while it is not."""

from __future__ import annotations

from typing import Literal, get_args

RUNNING, THIRD_ERROR, ALL_COMPLETE, LAST_ROUND_OVER, CARD_LOST = range(5)
End = Literal["", "third error", "all fireworks complete", "last round over", "card lost"]
NAMES: tuple[End, ...] = get_args(End)
