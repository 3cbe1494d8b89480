"""The phases of a game of Khan.

Setting up (KHAN-3), the two actions and the discards after D (KHAN-6), the special card and High Morale's action
(KHAN-7), an asked protector's answer (KHAN-7.7), conquests of the final phase (KHAN-9).
"""

from __future__ import annotations

from typing import Literal, get_args

PLACE_RULERS, PLACE_YURTS, ACTIONS, DISCARDS, SPECIAL, THIRD_ACTION, CONSENT, FINAL = range(8)
Phase = Literal["rulers", "yurts", "actions", "discard", "special", "morale", "consent", "final"]
NAMES: tuple[Phase, ...] = get_args(Phase)
