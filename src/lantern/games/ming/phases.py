"""The phases of a game of Ming Dynastie.

Setting up (MING-2, 9.1), members (4), cards (5), moving and deploying (6), returning (7.4, 9.3), the choice of the
start player (8.1).
"""

from __future__ import annotations

from typing import Literal, get_args

NEUTRALS, PRINCES, MEMBERS, CARDS, MOVE, WALK, DEPLOY, RETURN, BACK, NEUTRALS_BACK, START = range(11)
Phase = Literal[
    "neutrals", "princes", "members", "cards", "move", "walk", "deploy", "return", "back", "neutrals back", "start"
]
NAMES: tuple[Phase, ...] = get_args(Phase)
