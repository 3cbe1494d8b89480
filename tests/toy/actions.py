"""Every decision as a number.

0..8  place a stone on a square
9     draw a card
10    end the turn
"""

from __future__ import annotations

from lantern.kernel.errors import BadInput, Never
from tests.toy.board import SQUARES

PLACE = 0
DRAW = PLACE + SQUARES
END_TURN = DRAW + 1
ACTIONS = END_TURN + 1

NOTATION = "write for example: place 3, draw, end turn"
SQUARE_WORDS = tuple(str(square + 1) for square in range(SQUARES))
NO_MOVING = Never("TOY-2.3", "no_moving")


def write_action(action: int) -> str:
    """An action's notation: "place 3", "draw", "end turn"."""
    if action < DRAW:
        return f"place {SQUARE_WORDS[action]}"
    return "draw" if action == DRAW else "end turn"


def read_action(text: str) -> int | Never:
    """The action a notation stands for, or why nobody can ever do such a thing."""
    match text.lower().split():
        case ["place", square] if square in SQUARE_WORDS:
            return PLACE + SQUARE_WORDS.index(square)
        case ["place", square]:
            raise BadInput(f"{text!r}: {square!r} is no square; squares are numbers from 1 to {SQUARES}")
        case ["move", _, _]:
            return NO_MOVING
        case ["draw"]:
            return DRAW
        case ["end", "turn"]:
            return END_TURN
    raise BadInput(f"{text!r} is no action of the Toy; {NOTATION}")
