"""What every seat is paid and how much better decisions were than expected: by hand, and beside a slow twin."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from examples.advantages import Play, advantages, as_they_sit, from_mover, lambda_returns

ROWS, STEPS, SEATS = 40, 25, 3


def one_game(seats: list[int], values: list[list[float]], rewards: list[list[float]], ended: list[int]) -> Play:
    """Steps of a batch of one game."""
    told: list[Any] = [np.array(seats), np.array(values), np.array(rewards), np.array(ended, float)]
    return Play(*(each[:, None] for each in told))


def test_two_seats_and_a_game_that_goes_on() -> None:
    """Seat 1 expects 0.4 of its decision, so seat 0 expects -0.4 then; later seat 0 expects 0.6."""
    play = one_game([0, 1, 0], [[0.2, -0.2], [0.4, -0.4], [0.6, -0.6]], [[0, 0], [0, 0]], [0, 0])
    better, worth = advantages(play, 0.5)
    assert worth[:, 0] == pytest.approx(np.array([[0.1, -0.1], [-0.6, 0.6]]))
    assert better[:, 0] == pytest.approx([0.1 - 0.2, -0.6 - 0.4])


def test_two_seats_and_a_game_that_ends_within_the_steps() -> None:
    """Seat 0 loses by its own decision; what the next game promises is no part of it."""
    play = one_game([0, 1, 0], [[0.2, -0.2], [0.5, -0.25], [0.75, -0.5]], [[-1, 1], [0, 0]], [1, 0])
    better, worth = advantages(play, 0.9)
    assert worth[:, 0] == pytest.approx(np.array([[-1, 1], [-0.5, 0.75]]))
    assert better[:, 0] == pytest.approx([-1.2, -1.0])


def test_three_seats_and_a_win_of_seat_0() -> None:
    """Seat 2 acts, then seat 0, which wins; between them 0.5, -0.2 and -0.3 were expected."""
    values = [[0.3, 0.1, -0.4], [0.5, -0.2, -0.3], [0.9, 0.9, 0.9]]
    play = one_game([2, 0, 1], values, [[0, 0, 0], [1, -0.5, -0.5]], [0, 1])
    assert lambda_returns(play, 0.5)[:, 0] == pytest.approx(np.array([[0.75, -0.35, -0.4], [1, -0.5, -0.5]]))
    better, worth = advantages(play, 0.5)
    assert worth[:, 0] == pytest.approx(np.array([[-0.4, 0.75, -0.35], [1, -0.5, -0.5]]))
    assert better[:, 0] == pytest.approx([-0.7, 0.5])


def test_three_seats_and_a_game_that_goes_on() -> None:
    """Seat 1 acts, and then again: it is what it expects then, whatever the trust."""
    play = one_game([1, 1], [[0.1, 0.2, -0.3], [0.4, -0.1, -0.3]], [[0, 0, 0]], [0])
    for trust in (0.0, 0.5, 1.0):
        assert lambda_returns(play, trust)[0, 0] == pytest.approx([-0.3, 0.4, -0.1])
        assert advantages(play, trust)[0][0, 0] == pytest.approx(0.3)


def test_seats_are_counted_round_the_table() -> None:
    seats = np.array([0, 1, 2])
    counted = from_mover(np.array([[10, 11, 12]] * 3), seats)
    assert counted.tolist() == [[10, 11, 12], [11, 12, 10], [12, 10, 11]]
    assert as_they_sit(counted, seats).tolist() == [[10, 11, 12]] * 3


def sample(seed: int) -> Play:
    """Steps in which everything is drawn at random."""
    rng = np.random.default_rng(seed)
    return Play(
        rng.integers(SEATS, size=(STEPS + 1, ROWS)),
        rng.normal(size=(STEPS + 1, ROWS, SEATS)),
        rng.normal(size=(STEPS, ROWS, SEATS)),
        (rng.random((STEPS, ROWS)) < 0.1).astype(float),
    )


def slowly(play: Play, step: int, row: int, seat: int, trust: float) -> float:
    """What one seat is paid from a step on."""
    paid = float(play.rewards[step, row, seat])
    if play.ended[step, row]:
        return paid
    expected = float(play.values[step + 1, row, (seat - play.seats[step + 1, row]) % SEATS])
    later = slowly(play, step + 1, row, seat, trust) if step + 1 < STEPS else expected
    return paid + (1 - trust) * expected + trust * later


@pytest.mark.parametrize("trust", [0.0, 0.9, 1.0])
def test_it_is_what_is_paid_and_expected_step_by_step(trust: float) -> None:
    play = sample(3)
    better, worth = advantages(play, trust)
    for step in range(STEPS):
        for row in range(ROWS):
            mover = play.seats[step, row]
            paid = [slowly(play, step, row, (mover + place) % SEATS, trust) for place in range(SEATS)]
            assert worth[step, row] == pytest.approx(paid)
            assert better[step, row] == pytest.approx(paid[0] - play.values[step, row, 0])


def test_with_full_trust_a_finished_game_counts_as_it_was_paid() -> None:
    play = sample(4)
    play.ended[-1] = 1
    found = lambda_returns(play, 1.0)
    for row in range(ROWS):
        ends = np.flatnonzero(play.ended[:, row])
        for step in range(STEPS):
            end = ends[ends >= step][0]
            paid: NDArray[Any] = play.rewards[step : end + 1, row].sum(axis=0)
            assert found[step, row] == pytest.approx(paid)


def test_tensors_give_the_same() -> None:
    torch = pytest.importorskip("torch")
    play = sample(5)
    for ours, theirs in zip(advantages(play, 0.9), advantages(Play(*map(torch.as_tensor, play)), 0.9), strict=True):
        assert theirs.numpy() == pytest.approx(ours)
