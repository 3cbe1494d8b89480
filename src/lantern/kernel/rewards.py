"""What a seat is paid: points as they come where all win or lose together, elsewhere the win, once the game is over."""

from __future__ import annotations

from typing import Any

from lantern.kernel.record import Cells
from lantern.kernel.rule import rule


@rule
def pay_points(points: Cells, before: int, rewards: Any) -> None:
    """Pay every seat of a team what its points have grown by."""
    for seat in range(len(rewards)):
        rewards[seat] = points[seat] - before


@rule
def pay_win(standing: Cells, rewards: Any) -> None:
    """Pay a win: 1 to a sole winner, shared where several are ahead, and what they get the others pay alike."""
    seats = len(rewards)
    best = standing[0]
    for seat in range(1, seats):
        best = max(best, standing[seat])
    ahead = 0
    for seat in range(seats):
        ahead += standing[seat] == best
    for seat in range(seats):
        rewards[seat] = (seats / ahead - 1) / (seats - 1) if standing[seat] == best else -1 / (seats - 1)
