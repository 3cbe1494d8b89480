"""What every seat is paid from a decision on, and how much better the decision was than expected.

Written with plain arithmetic, so that it works on arrays of numpy and on tensors alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Play(NamedTuple):
    """Some steps of a batch, step by step, and the moment after the last one."""

    seats: Any
    """[step + 1, game] the seat to act."""
    values: Any
    """[step + 1, game, seat] what each seat was expected to be paid, as seen by the one to act and counted from it."""
    rewards: Any
    """[step, game, seat] what the step earned, seat by seat as they sit."""
    ended: Any
    """[step, game] 1 where it ended the game."""


def advantages(play: Play, trust: float) -> tuple[Any, Any]:
    """([step, game], [step, game, seat]): how much better a decision was for who made it, and what each seat is paid.

    Seats are counted from the one that acted.
    """
    worth = from_mover(lambda_returns(play, trust), play.seats[:-1])
    return worth[..., 0] - play.values[:-1][..., 0], worth


def lambda_returns(play: Play, trust: float) -> Any:
    """[step, game, seat] what each seat is paid from a step on, as they sit: TD(lambda), from decision to decision.

    Whoever decides next says what every seat may expect then. With `trust` 1 only what was paid counts, and what is
    expected where the steps end before the game; with 0 only what was expected at the next decision.
    """
    values = as_they_sit(play.values, play.seats)
    found, ahead = values[:-1] * 0, values[-1]
    for step in reversed(range(len(play.rewards))):
        goes_on = 1 - play.ended[step][:, None]
        ahead = play.rewards[step] + goes_on * ((1 - trust) * values[step + 1] + trust * ahead)
        found[step] = ahead
    return found


def as_they_sit(values: Any, movers: Any) -> Any:
    """Numbers for all seats, counted from the seat to act, in the order of the seats."""
    return _turned(values, movers, -1)


def from_mover(values: Any, movers: Any) -> Any:
    """Numbers for all seats in their order, counted from the seat to act: its own first, then round the table."""
    return _turned(values, movers, 1)


def _turned(values: Any, movers: Any, way: int) -> Any:
    seats = values.shape[-1]
    found = values * 0
    for mover in range(seats):
        places = [(place + way * mover) % seats for place in range(seats)]
        found = found + values[..., places] * (movers == mover)[..., None]
    return found
