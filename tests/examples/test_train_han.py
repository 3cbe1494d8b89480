"""The training example: a few updates, and its parts; only where there is torch."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lantern
from examples.curve import Point
from lantern.kernel.rule import PLAIN
from lantern.players.crowd import Crowd

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.skipif(not PLAIN, reason="shown with plain rules: compiling takes longer than playing")

from examples import learner, train_han  # noqa: E402

CPU = torch.device("cpu")


def net() -> learner.Net:
    sheet = lantern.game(train_han.GAME).sheet
    size = sheet.observation_size(lantern.game(train_han.GAME).options(**train_han.OPTIONS))
    return learner.Net(size, sheet.actions, 16)


def test_a_few_updates_write_weights_a_curve_and_a_picture(tmp_path: Path) -> None:
    train_han.main(["--check", "--out", str(tmp_path)])
    facts = json.loads((tmp_path / "curve.json").read_text("utf-8"))
    curve = [Point(**point) for point in facts["curve"]]
    assert curve[0].decisions == 0 < curve[-1].decisions
    assert all(0 <= point.share <= 1 for point in curve)
    assert (tmp_path / "curve.svg").read_text("utf-8").startswith("<svg")
    assert torch.load(tmp_path / "weights.pt")


def test_only_legal_actions_are_chosen() -> None:
    table = train_han.against_itself(6, 5, CPU)
    for _ in range(10):
        decisions = train_han.collect(net(), table, 2)
        assert not table.batch.codes.any()
        assert decisions.legal.gather(1, decisions.actions[:, None]).all()


def test_against_the_opponent_only_own_decisions_are_learnt_from() -> None:
    table = train_han.against_club(6, 5, CPU)
    assert table.seats.tolist() == [0, 1, 0, 1, 0, 1]
    own = 0
    for _ in range(8):
        mine = table.mine()
        assert mine.tolist() == [seat == row % 2 for row, seat in enumerate(table.batch.seats.tolist())]
        train_han.collect(net(), table, 1)
        own += int(mine.sum())
        assert not table.batch.codes.any()
    assert 0 < own < 48


def test_games_are_spread_over_different_moments() -> None:
    table = train_han.spread(train_han.against_club(4, 5, CPU), 8)
    assert table.batch.tables.moves.tolist() == [0, 2, 4, 6]


def test_a_lesson_is_what_the_opponent_does() -> None:
    lesson, games = train_han.lesson(4, 5, CPU), lantern.batch(train_han.GAME, 4, seed=5, **train_han.OPTIONS)
    games.reset()
    crowd = Crowd(games, train_han.OPPONENT)
    for _ in range(6):
        expected = crowd.choose().copy()
        games.step(expected)
        played = lesson.step(torch.zeros(4, dtype=torch.int64), lesson.mine())
        assert played.tolist() == expected.tolist()


SEEN, LEGAL = torch.eye(4)[torch.arange(128) % 4], torch.ones(128, 3)


def pupil() -> learner.Learner:
    torch.manual_seed(1)
    return learner.Learner(learner.Net(4, 3, 16), 1e-2, 2, 64)


def test_it_learns_to_do_as_it_was_shown() -> None:
    one, shown, nothing = pupil(), torch.arange(128) % 4 % 3, torch.zeros(128)
    for _ in range(40):
        one.imitate(learner.Decisions(SEEN, LEGAL, shown, nothing, nothing, nothing))
    assert learner.best(one.net, SEEN, LEGAL).tolist() == shown.tolist()


def test_it_learns_what_pays_and_what_to_expect() -> None:
    one = pupil()
    for _ in range(40):
        actions, likely, values = learner.choose(one.net, SEEN, LEGAL)
        paid = (actions == 2).float()
        one.improve(learner.Decisions(SEEN, LEGAL, actions, likely, values, paid - values), 1.0)
    assert learner.best(one.net, SEEN, LEGAL).tolist() == [2] * 128
    assert learner.choose(one.net, SEEN, LEGAL)[2].min() > 0.5


def test_what_is_illegal_is_never_chosen() -> None:
    only = torch.zeros(128, 3)
    only[:, 1] = 1
    assert learner.choose(pupil().net, SEEN, only)[0].tolist() == [1] * 128


def test_the_measure_counts_every_deal_from_both_seats() -> None:
    won = [train_han.won_from(net(), seat, 2, CPU) for seat in range(2)]
    assert all(set(each.tolist()) <= {0.0, 0.5, 1.0} for each in won)
