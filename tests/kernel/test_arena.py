"""What many games come to: who won them, and how sure that is."""

from __future__ import annotations

import math

import numpy as np
import pytest

import lantern
from lantern.kernel.record import new_records
from lantern.players.arena import deals
from lantern.players.arena.contest import Outcome
from lantern.players.arena.deals import WHOLE, Played, Tally, simulate
from tests.kernel.table import TOY


def test_standings_are_those_of_the_matches() -> None:
    batch = TOY.batch(20, 3, seed=7)
    batch.play_out()
    assert batch.standings.dtype == np.int64
    assert batch.standings.tolist() == batch.scores.tolist()
    assert TOY.batch(0, 3).standings.shape == (0, 3)


def won(standings: list[list[int]]) -> list[float]:
    """[seat] games won."""
    outcomes = new_records(Outcome, len(standings))
    outcomes["standing"][:, : len(standings[0])] = standings
    played = Played(outcomes, len(standings[0]), None, 1.0)
    wins: list[float] = (played.wins().sum(axis=0) / WHOLE).tolist()
    return wins


@pytest.mark.parametrize(
    ("standings", "wins"),
    [
        ([[5, 3, 4]], [1, 0, 0]),
        ([[5, 5, 4]], [0.5, 0.5, 0]),
        ([[0, 0, 0], [-3, -2, -2]], [1 / 3, 1 / 3 + 0.5, 1 / 3 + 0.5]),
        ([[1, 1, 1, 1, 1]], [0.2] * 5),
        ([[1, 1, 1, 1, 0]], [0.25] * 4 + [0]),
    ],
)
def test_a_shared_win_is_counted_in_equal_parts(standings: list[list[int]], wins: list[float]) -> None:
    assert won(standings) == pytest.approx(wins)


def test_wins_are_those_of_the_results() -> None:
    tally = simulate(TOY, TOY.options(2), ["random"] * 2, 50, seed=3)
    batch = TOY.batch(50, 2, seed=3)
    batch.play_out()
    wins = [0.0, 0.0]
    for number in range(50):
        scores = batch.scores[number].tolist()
        winners = [seat for seat in range(2) if scores[seat] == max(scores)]
        for seat in winners:
            wins[seat] += 1 / len(winners)
    assert tally.win_shares == [won / 50 for won in wins]
    assert tally.as_json()["win_shares"] == tally.win_shares
    assert tally.as_json()["win_errors"] == tally.win_errors


@pytest.mark.parametrize("workers", [1, 3])
def test_wins_add_up_over_several_parts(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    whole = simulate(TOY, TOY.options(3), ["random"] * 3, 50, seed=3)
    monkeypatch.setattr(deals, "PART", 7)
    done: list[int] = []
    tally = simulate(TOY, TOY.options(3), ["random"] * 3, 50, 3, done.append, workers)
    assert sum(done) == tally.games == 50
    assert max(done) <= 7
    assert sum(tally.win_shares) == pytest.approx(1)
    tally.seconds = whole.seconds
    assert tally == whole


def test_the_error_bar_covers_95_of_100_counts() -> None:
    assert Tally(games=100, won=[50 * WHOLE] * 2).win_errors == pytest.approx([0.0961, 0.0961], abs=1e-4)
    error = Tally(games=396, won=[98 * WHOLE, 298 * WHOLE]).win_errors[0]
    assert error == pytest.approx(1.96 * math.sqrt(0.25 * 0.75 / 400))
    assert all(error > 0.01 for error in Tally(games=100, won=[100 * WHOLE, 0]).win_errors)


def test_a_team_has_no_winners() -> None:
    game = lantern.game("hanabi")
    tally = simulate(game, game.options(2), ["random"] * 2, 5, seed=3)
    assert (tally.won, tally.win_shares) == ([], [])
    assert "win_shares" not in tally.as_json()
