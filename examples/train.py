"""Trains a small network to play HAN, Khan or Ming Dynastie, and measures it against the bot `club`.

    pip install torch
    python -m examples.train han --players 3 --variant fortifications --minutes 10 --out trained

At first it watches `club` play itself and learns to do alike. Then it plays many games at once: some of them against
itself, the others against `club` on all seats but one. It learns what to do from all its own decisions by PPO with the
masks of legal actions, and what every seat may expect from everybody's. It is measured on the same deals from every
seat again and again. docs/training.md says how it works and what it reached.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

import lantern
from examples.advantages import Play, advantages
from examples.curve import Curves, Point, as_json, draw
from examples.learner import Decisions, Learner, Net, best, choose, expected
from examples.tables import (
    OPPONENT,
    PLAIN,
    Kind,
    Table,
    against_club,
    against_itself,
    kinds,
    lesson,
    moves_of_a_game,
    spread,
)
from lantern.kernel.batch import cores
from lantern.players.arena.deals import WHOLE, share_error, wins_of

TRUST = 0.95
"""How far what came later counts more than what was expected, from a seat's decision to its next."""
APART = 10**9
"""How far the seeds of different tables are apart."""
EVALUATION_SEED = 1_000_000_000_000
"""The deals it is measured by; training never reaches them."""
SMALL = {"updates": 4, "watch": 0.5, "games": 8, "steps": 8, "width": 16, "points": 1, "deals": 1, "last_deals": 1}
"""The settings that show that it runs."""


def tables_for(some: list[Kind], asked: argparse.Namespace, device: torch.device) -> list[Table]:
    """Tables for training: as many games of every kind, a part of them against the opponent."""
    each = asked.games // len(some)
    theirs = round(each * asked.club)
    seeds = count(asked.seed, APART)
    found = []
    for kind in some:
        if theirs < each:
            found.append(against_itself(kind, each - theirs, next(seeds), device, asked.play_on == "cuda"))
        if theirs > 0:
            found.append(against_club(kind, theirs, next(seeds), device))
    return found


def lessons_for(some: list[Kind], games: int, seed: int, device: torch.device) -> list[Table]:
    """Tables to watch: as many games of every kind."""
    return [lesson(kind, games // len(some), seed + number * APART, device) for number, kind in enumerate(some)]


def collect(net: Net, table: Table, steps: int) -> Decisions:
    """Play some steps in all games; all decisions, the learner's and those of others."""
    lists: list[list[Tensor]] = [[] for _ in range(8)]
    seen, legal, likely, values, actions, seats, rewards, ended = lists
    mine = []
    for _ in range(steps):
        seen.append(table.told("observations").clone())
        legal.append(table.told("masks").clone())
        seats.append(table.told("seats").clone())
        mine.append(table.mine())
        chosen, chance, value = choose(net, seen[-1], legal[-1])
        likely.append(chance)
        values.append(value)
        actions.append(table.step(chosen))
        rewards.append(table.told("rewards").clone())
        ended.append(table.told("ended").float())
    seats.append(table.told("seats").clone())
    values.append(expected(net, table.told("observations"), table.told("masks")))
    play = Play(*map(torch.stack, (seats, values, rewards, ended)))
    better, worth = advantages(play, TRUST ** (1 / rewards[0].shape[1]))
    own = torch.as_tensor(np.stack(mine), device=table.device).float()
    told = (*map(torch.stack, (seen, legal, actions, likely)), own, better, worth)
    return Decisions(*(each.flatten(0, 1) for each in told))


def together(parts: list[Decisions]) -> Decisions:
    """Decisions of several tables."""
    return Decisions(*(torch.cat(each) for each in zip(*parts, strict=True)))


def measure(net: Net, kind: Kind, deals: int, device: torch.device) -> tuple[float, float]:
    """The share it wins against the opponent, each deal played from every seat, and how far that may be off."""
    shares = np.mean([won_from(net, kind, seat, deals, device) for seat in range(kind.seats)], axis=0)
    return float(shares.mean()), share_error(float(shares.sum()), float((shares**2).sum()), deals)


def won_from(net: Net, kind: Kind, seat: int, deals: int, device: torch.device) -> NDArray[np.float64]:
    """[deal] 1 where it wins from a seat, a part where the win is shared, 0 where it loses."""
    table = against_club(kind, deals, EVALUATION_SEED, device, seat)
    won = np.full(deals, np.nan)
    while np.isnan(won).any():
        table.step(best(net, table.told("observations"), table.told("masks")))
        over = (table.batch.ended > 0) & np.isnan(won)
        won[over] = wins_of(table.batch.standings)[over, seat] / WHOLE
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


def train(some: list[Kind], asked: argparse.Namespace) -> Iterator[tuple[Net, Curves]]:
    """Train for the time asked at some kinds of tables; the network and its curve at each, whenever it is measured."""
    device = torch.device(asked.device)
    torch.manual_seed(asked.seed)
    tables = tables_for(some, asked, device)
    lessons = lessons_for(some, asked.games, asked.seed + len(tables) * APART, device) if asked.watch > 0 else []
    for table in tables + lessons:
        spread(table, asked.spread)
    net = Net(some[0].seen, some[0].actions, asked.width, some[0].seats).to(device)
    learner = Learner(net, asked.rate, asked.epochs, asked.minibatch)
    watch, learnt, updates = Stopwatch(), 0, 0
    curves: Curves = {kind.name: [] for kind in some}
    while True:
        spent = updates / asked.updates if asked.updates else watch.clock_s / (60 * asked.minutes)
        if spent >= len(curves[PLAIN]) / asked.points or spent >= 1:
            deals = asked.deals if spent < 1 else asked.last_deals
            for kind in some:
                share = measure(net, kind, deals, device)
                point = Point(watch.clock_s, watch.processor_s, learnt, kind.seats * deals, *share)
                curves[kind.name].append(point)
                report(kind, point)
            yield net, curves
        if spent >= 1:
            return
        with watch:
            watching = spent < asked.watch
            decisions = together([collect(net, table, asked.steps) for table in (lessons if watching else tables)])
            if watching:
                learner.imitate(decisions)
            else:
                learner.improve(decisions, 1 - spent)
        learnt, updates = learnt + len(decisions), updates + 1


def report(kind: Kind, point: Point) -> None:
    """Say how far it is."""
    share = f"{100 * point.share:5.1f} % ± {100 * point.error:.1f}"
    print(f"{point.seconds / 60:5.1f} min {point.decisions:11,} decisions   {share} against {OPPONENT}, {kind.name}",
          flush=True)  # fmt: skip


def device_name(device: str) -> str:
    """What it was trained on."""
    if device == "cuda":
        return str(torch.cuda.get_device_name())
    return f"{platform.machine()} processor, {cores()} cores"


def save(net: Net, curves: Curves, some: list[Kind], asked: argparse.Namespace) -> None:
    """Write weights, curves and picture."""
    plain, *variants = some
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), asked.out / "weights.pt")
    settings = {name: value for name, value in vars(asked).items() if name not in ("out", "check")}
    facts: dict[str, Any] = {
        "game": plain.game,
        "options": plain.options,
        "opponent": OPPONENT,
        "device": device_name(asked.device),
        "torch": torch.__version__,
        "lantern": lantern.__version__,
        "date": time.strftime("%Y-%m-%d"),
        "settings": settings,
        "curve": as_json(curves[PLAIN]),
        "variants": {kind.name: {"options": kind.options, "curve": as_json(curves[kind.name])} for kind in variants},
    }
    (asked.out / "curve.json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    title = f"{lantern.game(plain.game).sheet.title} for {plain.seats}: games won against {OPPONENT}"
    picture = draw(curves, f"{title} ({device_name(asked.device)})", 1 / plain.seats)
    (asked.out / "curve.svg").write_text(picture, "utf-8")


def arguments(given: list[str]) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="python -m examples.train", description="Train a network to play a game.")
    parser.add_argument("game", metavar="GAME", help="han, khan or ming")
    parser.add_argument("--players", type=int, help="seats at the table; as few as the game allows if not given")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--variant", action="append", default=[], metavar="NAME",
                        help="a yes-or-no option that as many games are played with; may be given again")  # fmt: skip
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to train, measuring not counted")
    parser.add_argument("--updates", type=int, default=0, help="train for so many updates instead")
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--club", type=float, default=0.5, help=f"part of the games that is against {OPPONENT}")
    parser.add_argument("--steps", type=int, default=32, help="steps in every game between two updates")
    parser.add_argument("--spread", type=int, help="moves by which games are apart; a whole game if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--watch", type=float, default=0.25, help=f"part of the time to watch {OPPONENT} first")
    parser.add_argument("--width", type=int, default=128, help="neurons in a layer")
    parser.add_argument("--rate", type=float, default=1e-3, help="how fast it learns at first")
    parser.add_argument("--epochs", type=int, default=2, help="how often each decision is learnt from")
    parser.add_argument("--minibatch", type=int, default=512)
    parser.add_argument("--points", type=int, default=10, help="how often it is measured")
    parser.add_argument("--deals", type=int, default=128, help="deals it is measured by, each from every seat")
    parser.add_argument("--last-deals", type=int, default=1000, help="the same at the end")
    usual = "cuda" if torch.cuda.is_available() else "cpu"
    parser.add_argument("--device", choices=("cpu", "cuda"), default=usual, help="where to train")
    parser.add_argument("--play-on", choices=("cpu", "cuda"),
                        help="where to play games against itself, usually where it is trained")  # fmt: skip
    parser.add_argument("--out", type=Path, help="a folder for weights, curve.json and curve.svg")
    parser.add_argument("--check", action="store_true", help="only a few small updates")
    asked = parser.parse_args(given)
    if not 0 <= asked.club <= 1:
        parser.error(f"--club is a part, from 0 to 1, not {asked.club}")
    asked.play_on = asked.play_on or asked.device
    if asked.check:
        vars(asked).update(SMALL)
    if asked.games < 1 + len(asked.variant):
        parser.error(f"--games is {asked.games}: too few for {1 + len(asked.variant)} kinds of tables")
    return asked


def main(given: list[str] | None = None) -> None:
    """Train, and write down what came of it."""
    asked = arguments(sys.argv[1:] if given is None else given)
    try:
        some = kinds(asked.game, asked.players, asked.option, asked.variant)
    except lantern.BadInput as problem:
        sys.exit(str(problem))
    if asked.spread is None:
        asked.spread = moves_of_a_game(some[0], asked.seed)
    for net, curves in train(some, asked):
        if asked.out:
            save(net, curves, some, asked)


if __name__ == "__main__":
    main()
