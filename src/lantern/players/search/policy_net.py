"""Policy nets: what a seat would do at once, and what everybody may expect, as learned from millions of decisions.

A net of two inner layers for every kind of table that a game has trained one for (examples/train.py). It is shown what
the seat to act sees, as any learner is (docs/games). The weights of the net that serves a table lie in the record of a
search there, so that rules work it out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import tanh
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lantern.games import folder
from lantern.kernel.contract import Rules, Sheet
from lantern.kernel.record import Records, State
from lantern.kernel.rule import PLAIN, rule

WIDTH = 256
"""How many numbers a layer has."""

Net = dict[str, NDArray[np.float16]]


@dataclass(frozen=True)
class PolicyNets:
    """The nets of a game, by the tables they were trained at."""

    nets: dict[str, Net]
    serving: Callable[[State], str | None]
    """(state): which of them serves its table, None if none does."""

    @property
    def most_seen(self) -> int:
        """The longest observation."""
        return max(len(net["first_weights"]) for net in self.nets.values())

    @property
    def most_seats(self) -> int:
        """The most seats at a table."""
        return max(len(net["value_bias"]) for net in self.nets.values())

    def fill(self, mind: Records, state: State) -> None:
        """Write the net that serves a state's table into the records of a search, unless it lies there already."""
        served = self.serving(state)
        number = 0 if served is None else 1 + list(self.nets).index(served)
        if (mind["net"] == number).all():
            return
        mind["net"] = number
        if served is not None:
            mind["seen_by"] = len(self.nets[served]["first_weights"])
            for name, values in self.nets[served].items():
                mind[name][(slice(None), *map(slice, values.shape))] = values


def policy_nets_of(game: str, tables: tuple[str, ...], serving: Callable[[State], str | None]) -> PolicyNets:
    """The nets of a game for some kinds of table, which their files are named after."""
    return PolicyNets({name: read_net(net_file(game, name)) for name in tables}, serving)


def net_file(game: str, table: str) -> Path:
    """Where a net is kept."""
    return folder(game, "players") / f"policy_net-{table}.npz"


def read_net(file: Path) -> Net:
    """A net from its file."""
    with np.load(file) as kept:
        return {name: kept[name] for name in kept.files}


def check_fits(policy_net: PolicyNets, sheet: Sheet) -> None:
    """Nets whose arrays have the shapes that a game's actions and this module want."""
    for net in policy_net.nets.values():
        seen, seats = len(net["first_weights"]), len(net["value_bias"])
        wanted = {
            "first_weights": (seen, WIDTH),
            "first_bias": (WIDTH,),
            "second_weights": (WIDTH, WIDTH),
            "second_bias": (WIDTH,),
            "policy_weights": (sheet.actions, WIDTH),
            "policy_bias": (sheet.actions,),
            "value_weights": (seats, WIDTH),
            "value_bias": (seats,),
        }
        assert {name: values.shape for name, values in net.items()} == wanted, "a net has other arrays than it should"


# Worked out in the record of a search.

if PLAIN:  # numpy, as loops of Python's own would take a hundred times as long

    def add(layer: Any, weights: Any, amount: float) -> None:
        """Add as much of some weights to a layer."""
        layer += np.float32(amount) * weights

    def meeting(layer: Any, weights: Any) -> float:
        """A layer's numbers by their weights, added up."""
        return float(layer @ weights)

else:

    @rule
    def add(layer: Any, weights: Any, amount: float) -> None:
        """Add as much of some weights to a layer."""
        for place in range(WIDTH):
            layer[place] += np.float32(amount) * weights[place]

    @rule
    def meeting(layer: Any, weights: Any) -> float:
        """A layer's numbers by their weights, added up."""
        one = two = three = four = np.float32(0.0)
        for place in range(0, WIDTH, 4):
            one += layer[place] * weights[place]
            two += layer[place + 1] * weights[place + 1]
            three += layer[place + 2] * weights[place + 2]
            four += layer[place + 3] * weights[place + 3]
        return float(one + two + three + four)


@rule
def copy(numbers: Any, layer: Any) -> None:
    """Begin a layer with some numbers."""
    for place in range(WIDTH):
        layer[place] = numbers[place]


@rule
def work_out(mind: Any) -> None:
    """The inner layers, for what is in `mind.observed`; what is not above zero counts as nothing."""
    copy(mind.first_bias, mind.first_layer)
    for number in range(mind.seen_by):
        if mind.observed[number] != 0:
            add(mind.first_layer, mind.first_weights[number], 1.0)
    copy(mind.second_bias, mind.second_layer)
    for number in range(WIDTH):
        amount = mind.first_layer[number]
        if amount > 0.0:
            add(mind.second_layer, mind.second_weights[number], amount)
    for place in range(WIDTH):
        mind.second_layer[place] = max(mind.second_layer[place], 0.0)


@rule
def urge(mind: Any, action: int) -> float:
    """How much it is drawn to an action; differences count, one is a factor of e."""
    return float(mind.policy_bias[action] + meeting(mind.second_layer, mind.policy_weights[action]))


@rule
def expected_pay(mind: Any, ahead: int) -> float:
    """What the seat so many places ahead of the one to act may expect to be paid, from -1 to 1."""
    return tanh(float(mind.value_bias[ahead] + meeting(mind.second_layer, mind.value_weights[ahead])))


def build_policy_net(rules: Rules) -> tuple[Callable[..., None], Callable[..., None]]:
    """Rules (world, mind): look at a world as the seat to act does; write into `mind.value` what each seat may expect.

    A winner is paid 1 and each of the n - 1 others -1 / (n - 1), so a pay is a share of the win; all add up to one.
    """
    observe, seat_to_act = rules.observe, rules.seat_to_act

    @rule
    def sense(world: State, mind: Any) -> None:
        observe(world, seat_to_act(world), mind.observed)
        work_out(mind)

    @rule
    def expect(world: State, mind: Any) -> None:
        sense(world, mind)
        first, seats = seat_to_act(world), world.seats
        total = 0.0
        for ahead in range(seats):
            share = max((expected_pay(mind, ahead) * (seats - 1) + 1.0) / seats, 0.0)
            mind.value[(first + ahead) % seats] = share
            total += share
        for seat in range(seats):
            mind.value[seat] = mind.value[seat] / total if total > 0.0 else 1.0 / seats

    return sense, expect
