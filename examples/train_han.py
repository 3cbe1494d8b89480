"""Trains a small network to play HAN for two, and measures it against the bot `club`.

    pip install torch
    python -m examples.train_han --minutes 10 --out trained

At first it watches `club` play itself and learns to do alike. Then it plays many games at once: half of them against
itself, half against `club`, which sits on either seat. It learns from all its decisions by PPO with the masks of legal
actions, and is measured on the same deals from both seats again and again. docs/training.md says how it works and what
it reached.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

import lantern
from examples.advantages import Play, advantages
from examples.curve import Point, as_json, draw
from examples.learner import Decisions, Learner, Net, best, choose
from lantern.kernel.batch import cores
from lantern.players.arena import share_error
from lantern.players.crowd import Crowd

GAME = "han"
OPTIONS: dict[str, Any] = {"players": 2, "map": "ways-of-diplomacy"}
OPPONENT = "club"
FOR_ALL = -1
TRUST = 0.95
APART = 10**9
"""How far the seeds of different tables are apart."""
EVALUATION_SEED = 1_000_000_000_000
"""The deals it is measured by; training never reaches them."""


class Table:
    """Many games in which the learner sits on one seat of each, or on all."""

    def __init__(
        self, batch: Any, device: torch.device, seats: Tensor, crowd: Crowd | None = None, taught: bool = False
    ) -> None:
        self.batch, self.device, self.crowd, self.taught = batch, device, crowd, taught
        """Where it is taught, the opponent plays the learner's seats too."""
        self.seats = seats.to(device)
        """[game] the learner's seat, or FOR_ALL."""
        self.rows = torch.arange(len(batch), device=device)
        batch.reset()

    def told(self, name: str) -> Tensor:
        """One of the batch's arrays."""
        return torch.as_tensor(getattr(self.batch, name), device=self.device)

    def mine(self) -> Tensor:
        """[game] whether the learner is to act."""
        return (self.seats == FOR_ALL) | (self.told("seats") == self.seats)

    def step(self, actions: Tensor, mine: Tensor) -> Tensor:
        """Play the learner's actions where it is to act, the opponent's elsewhere; all that was played."""
        numbers = on_its_side(actions, self.batch)
        if self.crowd:
            self.crowd.choose(numbers, None if self.taught else ~mine.cpu().numpy())
        self.batch.step(numbers)
        return torch.as_tensor(numbers, device=self.device)


def on_its_side(actions: Tensor, batch: Any) -> Any:
    """Actions as a batch takes them: in an array for one on the processor, as they are for one on the GPU."""
    return actions.cpu().numpy() if isinstance(batch.seats, np.ndarray) else actions


def against_itself(games: int, seed: int, device: torch.device) -> Table:
    """Games in which the learner has all seats, on the GPU if there is one."""
    where: Any = "gpu" if device.type == "cuda" else "cpu"
    batch = lantern.batch(GAME, games, seed=seed, device=where, **OPTIONS)
    return Table(batch, device, torch.full((games,), FOR_ALL))


def lesson(games: int, seed: int, device: torch.device) -> Table:
    """Games in which the opponent plays itself."""
    batch = lantern.batch(GAME, games, seed=seed, **OPTIONS)
    return Table(batch, device, torch.full((games,), FOR_ALL), Crowd(batch, OPPONENT), taught=True)


def against_club(games: int, seed: int, device: torch.device, seat: int | None = None) -> Table:
    """Games against the opponent: the learner has a seat, or each in turn."""
    batch = lantern.batch(GAME, games, seed=seed, **OPTIONS)
    seats = torch.arange(games) % OPTIONS["players"] if seat is None else torch.full((games,), seat)
    return Table(batch, device, seats, Crowd(batch, OPPONENT))


def spread(table: Table, steps: int) -> Table:
    """Let games be at different moments: a row plays from 0 to so many steps at random, and is refused the rest.

    Rows that are dealt together would go through the same part of the game together, and what is learnt from one part
    is forgotten in the next.
    """
    ahead = table.rows * steps // len(table.rows)
    for step in range(steps):
        some = torch.as_tensor(table.batch.random_actions(), device=table.device)
        table.batch.step(on_its_side(torch.where(ahead > step, some, table.told("masks").argmin(dim=1)), table.batch))
    return table


def collect(net: Net, table: Table, steps: int) -> Decisions:
    """Play some steps in all games; the decisions of the learner whose worth is known."""
    lists: list[list[Tensor]] = [[] for _ in range(9)]
    seen, legal, likely, values, actions, mine, seats, rewards, ended = lists
    for _ in range(steps):
        turn = table.mine()
        chosen, chance, value = (torch.zeros(len(turn), dtype=kind, device=table.device)
                                 for kind in (torch.int64, torch.float32, torch.float32))  # fmt: skip
        seen.append(table.told("observations").clone())
        legal.append(table.told("masks").clone())
        chosen[turn], chance[turn], value[turn] = choose(net, seen[-1][turn], legal[-1][turn])
        seats.append(table.told("seats").clone())
        actions.append(table.step(chosen, turn))
        rewards.append(table.told("rewards").clone())
        ended.append(table.told("ended").float())
        likely.append(chance)
        values.append(value)
        mine.append(turn.float())
    play = Play(*map(torch.stack, (seats, mine, values, rewards, ended)))
    turn = table.mine()
    _, expected = _look(net, table)
    better, known = advantages(play, table.told("seats"), turn.float(), expected * turn, table.rows, TRUST)
    rows = known > 0
    told = (*map(torch.stack, (seen, legal, actions, likely, values)), better)
    return Decisions(*(each[rows] for each in told))


def _look(net: Net, table: Table) -> tuple[Tensor, Tensor]:
    with torch.no_grad():
        found: tuple[Tensor, Tensor] = net(table.told("observations"), table.told("masks"))
        return found


def together(parts: list[Decisions]) -> Decisions:
    """Decisions of several tables."""
    return Decisions(*(torch.cat(each) for each in zip(*parts, strict=True)))


def measure(net: Net, deals: int, device: torch.device) -> tuple[float, float]:
    """The share it wins against the opponent, each deal played from every seat, and how far that may be off."""
    shares = np.mean([won_from(net, seat, deals, device) for seat in range(OPTIONS["players"])], axis=0)
    return float(shares.mean()), share_error(float(shares.sum()), float((shares**2).sum()), deals)


def won_from(net: Net, seat: int, deals: int, device: torch.device) -> Any:
    """[deal] 1 where it wins from a seat, 0.5 where the win is shared, 0 where it loses."""
    table = against_club(deals, EVALUATION_SEED, device, seat)
    won = np.full(deals, np.nan)
    while np.isnan(won).any():
        mine = table.mine()
        actions = torch.zeros(deals, dtype=torch.int64, device=device)
        if mine.any():
            actions[mine] = best(net, table.told("observations")[mine], table.told("masks")[mine])
        table.step(actions, mine)
        over = (table.batch.ended > 0) & np.isnan(won)
        won[over] = (table.batch.rewards[over, seat] + 1) / 2
    return won


class Stopwatch:
    """Time spent on something, by the clock and of the processor."""

    def __init__(self) -> None:
        self.clock_s = self.processor_s = 0.0

    def __enter__(self) -> None:
        self._began = time.monotonic(), time.process_time()

    def __exit__(self, *problem: object) -> None:
        self.clock_s += time.monotonic() - self._began[0]
        self.processor_s += time.process_time() - self._began[1]


def train(asked: argparse.Namespace) -> tuple[Net, list[Point]]:
    """Train for the time asked; the network and its curve."""
    device = torch.device(asked.device)
    torch.manual_seed(asked.seed)
    half = asked.games // 2
    tables = [against_itself(half, asked.seed, device), against_club(asked.games - half, asked.seed + APART, device)]
    lessons = [lesson(asked.games, asked.seed + 2 * APART, device)]
    for table in tables + lessons:
        spread(table, asked.spread)
    sheet = lantern.game(GAME).sheet
    size = sheet.observation_size(lantern.game(GAME).options(**OPTIONS))
    net = Net(size, sheet.actions, asked.width).to(device)
    learner = Learner(net, asked.rate, asked.epochs, asked.minibatch)
    watch, learnt, updates = Stopwatch(), 0, 0
    curve: list[Point] = []
    while True:
        spent = updates / asked.updates if asked.updates else watch.clock_s / (60 * asked.minutes)
        if spent >= len(curve) / asked.points or spent >= 1:
            deals = asked.deals if spent < 1 else asked.last_deals
            curve.append(Point(watch.clock_s, watch.processor_s, learnt, 2 * deals, *measure(net, deals, device)))
            report(curve[-1])
        if spent >= 1:
            return net, curve
        with watch:
            watching = spent < asked.watch
            decisions = together([collect(net, table, asked.steps) for table in (lessons if watching else tables)])
            if watching:
                learner.imitate(decisions)
            else:
                learner.improve(decisions, 1 - spent)
        learnt, updates = learnt + len(decisions), updates + 1


def report(point: Point) -> None:
    """Say how far it is."""
    print(f"{point.seconds / 60:5.1f} min {point.decisions:10,} decisions   "
          f"{100 * point.share:5.1f} % ± {100 * point.error:.1f} against {OPPONENT}", flush=True)  # fmt: skip


def device_name(device: str) -> str:
    """What it was trained on."""
    if device == "cuda":
        return str(torch.cuda.get_device_name())
    return f"{platform.machine()} processor, {cores()} cores"


def save(net: Net, curve: list[Point], asked: argparse.Namespace) -> None:
    """Write weights, curve and picture."""
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), asked.out / "weights.pt")
    settings = {name: value for name, value in vars(asked).items() if name not in ("out", "check")}
    facts = {
        "game": GAME,
        "options": OPTIONS,
        "opponent": OPPONENT,
        "device": device_name(asked.device),
        "torch": torch.__version__,
        "lantern": lantern.__version__,
        "date": time.strftime("%Y-%m-%d"),
        "settings": settings,
        "curve": as_json(curve),
    }
    (asked.out / "curve.json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    title = f"HAN for two: games won against {OPPONENT} ({device_name(asked.device)})"
    (asked.out / "curve.svg").write_text(draw(curve, title), "utf-8")


def arguments(given: list[str]) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="python -m examples.train_han", description="Train a network to play HAN.")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to train, measuring not counted")
    parser.add_argument("--updates", type=int, default=0, help="train for so many updates instead")
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--steps", type=int, default=32, help="steps in every game between two updates")
    parser.add_argument("--spread", type=int, default=115, help="moves by which games are apart: about a whole game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--watch", type=float, default=0.25, help=f"part of the time to watch {OPPONENT} first")
    parser.add_argument("--width", type=int, default=128, help="neurons in a layer")
    parser.add_argument("--rate", type=float, default=1e-3, help="how fast it learns at first")
    parser.add_argument("--epochs", type=int, default=2, help="how often each decision is learnt from")
    parser.add_argument("--minibatch", type=int, default=512)
    parser.add_argument("--points", type=int, default=10, help="how often it is measured")
    parser.add_argument("--deals", type=int, default=128, help="deals it is measured by, each from both seats")
    parser.add_argument("--last-deals", type=int, default=1000, help="the same at the end")
    usual = "cuda" if torch.cuda.is_available() else "cpu"
    parser.add_argument("--device", choices=("cpu", "cuda"), default=usual, help="where to train")
    parser.add_argument("--out", type=Path, help="a folder for weights, curve.json and curve.svg")
    parser.add_argument("--check", action="store_true", help="only a few small updates")
    asked = parser.parse_args(given)
    if asked.check:
        small = {
            "updates": 4,
            "watch": 0.5,
            "games": 8,
            "steps": 8,
            "width": 16,
            "points": 2,
            "deals": 2,
            "last_deals": 2,
        }
        vars(asked).update(small)
    return asked


def main(given: list[str] | None = None) -> None:
    """Train, and write down what came of it."""
    asked = arguments(sys.argv[1:] if given is None else given)
    net, curve = train(asked)
    if asked.out:
        save(net, curve, asked)


if __name__ == "__main__":
    main()
