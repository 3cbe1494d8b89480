"""A small network that learns to play by proximal policy optimisation (PPO), from the decisions of many games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

CLIP = 0.2
"""How far the chance of an action may move in one update before it stops to count."""
VALUE_WEIGHT, ENTROPY_WEIGHT = 0.5, 0.01
MOST_GRADIENT = 0.5
IMPOSSIBLE = -1e9
LEAST_RATE = 0.05
"""Of the rate at first, at the end."""
LEAST_NOISE = 1e-20


class Net(nn.Module):  # type: ignore[misc]  # torch is not among the project's own packages
    """What a seat sees goes in; how good each legal action looks and what every seat may expect to be paid come out."""

    def __init__(self, seen: int, actions: int, width: int, seats: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(seen, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, seats)
        for layer, gain in ((self.body[0], 2**0.5), (self.body[2], 2**0.5), (self.policy, 0.01), (self.value, 0.01)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """(logits, values), a row a decision.

        The logits of illegal actions leave them no chance. There is a value for every seat: first that of the seat to
        act, then round the table.
        """
        inner = self.body(seen.float())
        return self.policy(inner).masked_fill(legal == 0, IMPOSSIBLE), torch.tanh(self.value(inner))


class Decisions(NamedTuple):
    """Decisions to learn from, a row each."""

    seen: Tensor
    legal: Tensor
    actions: Tensor
    likely: Tensor
    """The logarithm of the chance that the action had, if it is the learner's."""
    mine: Tensor
    """1 where the choice is to be learnt from, 0 where only what it led to is."""
    better: Tensor
    """How much better the action was than expected."""
    worth: Tensor
    """[decision, seat] what every seat was paid, counted from the one that acted."""

    def __len__(self) -> int:
        return len(self.actions)


def choose(net: Net, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Actions drawn by their chances, the logarithms of these, and what every seat may expect.

    The largest of the logits, each with noise of the right kind (Gumbel's), is a draw by their chances, and a GPU need
    not be waited for to make it.
    """
    with torch.no_grad():
        logits, values = net(seen, legal)
        noise = torch.empty_like(logits).exponential_().clamp_(min=LEAST_NOISE).log_()
        actions = (logits - noise).argmax(dim=-1)
        return actions, _of(torch.log_softmax(logits, dim=-1), actions), values


def best(net: Net, seen: Tensor, legal: Tensor) -> Tensor:
    """The likeliest actions."""
    with torch.no_grad():
        return net(seen, legal)[0].argmax(dim=-1)


def expected(net: Net, seen: Tensor, legal: Tensor) -> Tensor:
    """[decision, seat] what every seat may expect, counted from the one to act."""
    with torch.no_grad():
        values: Tensor = net(seen, legal)[1]
        return values


Loss = Callable[[Tensor, Decisions], Tensor]
"""(logarithms of the chances of all actions, decisions): what is to become less."""


class Learner:
    """A network and the way it is changed."""

    def __init__(self, net: Net, rate: float, epochs: int, minibatch: int) -> None:
        self.net, self.epochs, self.minibatch, self.rate = net, epochs, minibatch, rate
        self.optimiser = torch.optim.Adam(net.parameters(), lr=rate, eps=1e-5)

    def improve(self, decisions: Decisions, left: float) -> None:
        """Learn from its own decisions what to do more often, with this part of the whole time left."""
        self._learn(decisions, self.epochs, left, _regret)

    def imitate(self, decisions: Decisions) -> None:
        """Learn to decide as somebody else did."""
        self._learn(decisions, 1, 1.0, _difference)

    def _learn(self, decisions: Decisions, epochs: int, left: float, loss: Loss) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * max(left, LEAST_RATE)
        for _ in range(epochs):
            order = torch.randperm(len(decisions), device=decisions.actions.device)
            for rows in order.split(self.minibatch):
                self._step(loss, Decisions(*(each[rows] for each in decisions)))

    def _step(self, loss: Loss, some: Decisions) -> None:
        logits, values = self.net(some.seen, some.legal)
        missed = (values - some.worth).pow(2).mean()
        total: Any = loss(torch.log_softmax(logits, dim=-1), some) + VALUE_WEIGHT * missed
        self.optimiser.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), MOST_GRADIENT)
        self.optimiser.step()


def _regret(chances: Tensor, some: Decisions) -> Tensor:
    """What is gained by choosing as it does now and not as it did, turned round, and less the more it still tries."""
    ratio = ((_of(chances, some.actions) - some.likely) * some.mine).exp()
    apart = some.better - _mean(some.better, some.mine)
    better = apart / (_mean(apart.pow(2), some.mine).sqrt() + 1e-8)
    gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better)
    entropy = -(chances.exp() * chances).sum(dim=-1)
    return -_mean(gain + ENTROPY_WEIGHT * entropy, some.mine)


def _difference(chances: Tensor, some: Decisions) -> Tensor:
    """How unlikely it holds what was decided."""
    return -_mean(_of(chances, some.actions), some.mine)


def _of(chances: Tensor, actions: Tensor) -> Tensor:
    """The chance of each row's action."""
    return chances.gather(1, actions[:, None]).squeeze(1)


def _mean(numbers: Tensor, mine: Tensor) -> Tensor:
    """The mean over those decisions that count."""
    return (numbers * mine).sum() / mine.sum().clamp(min=1)
