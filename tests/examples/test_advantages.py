"""How much better decisions were than expected, beside sums written down step by step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from examples.advantages import Play, advantages

ROWS, STEPS, SEATS = 40, 25, 3


class Sample(NamedTuple):
    play: Play
    seats: NDArray[Any]
    mine: NDArray[Any]
    values: NDArray[Any]

    def found(self, trust: float) -> tuple[NDArray[Any], NDArray[Any]]:
        return advantages(self.play, self.seats, self.mine, self.values, np.arange(ROWS), trust)


def sample(seed: int) -> Sample:
    """Steps in which everything is drawn at random."""
    rng = np.random.default_rng(seed)
    mine = (rng.random((STEPS, ROWS)) < 0.7).astype(float)
    play = Play(
        rng.integers(SEATS, size=(STEPS, ROWS)),
        mine,
        rng.normal(size=(STEPS, ROWS)) * mine,
        rng.normal(size=(STEPS, ROWS, SEATS)),
        (rng.random((STEPS, ROWS)) < 0.1).astype(float),
    )
    last = (rng.random(ROWS) < 0.7).astype(float)
    return Sample(play, rng.integers(SEATS, size=ROWS), last, rng.normal(size=ROWS) * last)


def slowly(one: Sample, row: int, step: int, trust: float) -> float | None:
    """The same for one decision, step by step; None where what follows it is not known."""
    play, seat, paid = one.play, one.play.seats[step, row], 0.0
    for later in range(step, STEPS):
        paid += play.rewards[later, row, seat]
        if play.ended[later, row]:
            return float(paid - play.values[step, row])
        after = later + 1
        if after < STEPS and play.mine[after, row] and play.seats[after, row] == seat:
            surprise = paid + play.values[after, row] - play.values[step, row]
            return float(surprise + trust * (slowly(one, row, after, trust) or 0.0))
    if one.mine[row] and one.seats[row] == seat:
        return float(paid + one.values[row] - play.values[step, row])
    return None


@pytest.mark.parametrize("trust", [0.0, 0.9, 1.0])
def test_it_is_what_is_paid_until_the_seats_next_decision(trust: float) -> None:
    one = sample(3)
    better, known = one.found(trust)
    seen = set()
    for step in range(STEPS):
        for row in range(ROWS):
            expected = slowly(one, row, step, trust) if one.play.mine[step, row] else None
            assert known[step, row] == (expected is not None)
            if expected is not None:
                assert better[step, row] == pytest.approx(expected)
            seen.add((expected is None, bool(one.play.mine[step, row])))
    assert seen == {(True, False), (True, True), (False, True)}


def test_with_full_trust_a_finished_game_counts_as_it_was_paid() -> None:
    one = sample(4)
    one.play.ended[-1] = 1
    better, known = one.found(1.0)
    assert (known == one.play.mine).all()
    for row in range(ROWS):
        ends = np.flatnonzero(one.play.ended[:, row])
        for step in np.flatnonzero(one.play.mine[:, row]):
            end = ends[ends >= step][0]
            paid = one.play.rewards[step : end + 1, row, one.play.seats[step, row]].sum()
            assert better[step, row] + one.play.values[step, row] == pytest.approx(paid)


def test_what_others_decide_is_not_learnt_from() -> None:
    one = sample(5)
    one.play.mine[:] = 0
    better, known = one.found(0.9)
    assert not known.any()
    assert not better.any()
