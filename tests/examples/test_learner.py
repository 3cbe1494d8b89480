"""The network and how it is changed; only where there is torch."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from examples import learner  # noqa: E402

SEEN, LEGAL = torch.eye(4)[torch.arange(128) % 4], torch.ones(128, 3)
ALL, NOTHING = torch.ones(128), torch.zeros(128)
SEATS = 3
UNPAID = torch.zeros(128, SEATS)


def pupil() -> learner.Learner:
    torch.manual_seed(1)
    return learner.Learner(learner.Net(4, 3, 16, SEATS), 1e-2, 2, 64)


def test_it_learns_to_do_as_it_was_shown() -> None:
    one, shown = pupil(), torch.arange(128) % 4 % 3
    for _ in range(40):
        one.imitate(learner.Decisions(SEEN, LEGAL, shown, NOTHING, ALL, NOTHING, UNPAID))
    assert learner.best(one.net, SEEN, LEGAL).tolist() == shown.tolist()


def test_it_learns_what_pays_and_what_every_seat_may_expect() -> None:
    one = pupil()
    for _ in range(40):
        actions, likely, values = learner.choose(one.net, SEEN, LEGAL)
        paid = (actions == 2).float()
        worth = torch.stack([paid, -paid, 0 * paid], dim=1)
        one.improve(learner.Decisions(SEEN, LEGAL, actions, likely, ALL, paid - values[:, 0], worth), 1.0)
    assert learner.best(one.net, SEEN, LEGAL).tolist() == [2] * 128
    values = learner.expected(one.net, SEEN, LEGAL)
    assert values[:, 0].min() > 0.5
    assert values[:, 1].max() < -0.5
    assert values[:, 2].abs().max() < 0.3


@pytest.mark.parametrize("way", ["improve", "imitate"])
def test_others_choices_change_what_it_expects_and_not_what_it_does(way: str) -> None:
    one = pupil()
    policy = one.net.policy.weight.clone(), one.net.policy.bias.clone()
    actions = torch.zeros(128, dtype=torch.int64)
    others = learner.Decisions(SEEN, LEGAL, actions, NOTHING - 1e9, NOTHING, ALL, UNPAID + 1)
    for _ in range(40):
        one.improve(others, 1.0) if way == "improve" else one.imitate(others)
    assert torch.equal(one.net.policy.weight, policy[0])
    assert torch.equal(one.net.policy.bias, policy[1])
    assert learner.expected(one.net, SEEN, LEGAL).min() > 0.5


def test_actions_are_drawn_by_their_chances() -> None:
    one = pupil()
    with torch.no_grad():
        one.net.policy.weight.zero_()
        one.net.policy.bias.copy_(torch.tensor([0.2, 0.3, 0.5]).log())
    actions, likely, _ = learner.choose(one.net, SEEN.repeat(200, 1), LEGAL.repeat(200, 1))
    shares = torch.bincount(actions) / len(actions)
    assert shares.tolist() == pytest.approx([0.2, 0.3, 0.5], abs=0.02)
    assert likely.exp().tolist() == pytest.approx(torch.tensor([0.2, 0.3, 0.5])[actions].tolist())


def test_what_is_illegal_is_never_chosen() -> None:
    only = torch.zeros(128, 3)
    only[:, 1] = 1
    assert learner.choose(pupil().net, SEEN, only)[0].tolist() == [1] * 128
