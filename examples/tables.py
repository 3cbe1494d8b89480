"""Tables at which a learner plays many games at once: against itself, against a bot, or watching the bot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

import lantern
from lantern.kernel.errors import BadInput, listing
from lantern.players.batch_bot import BatchBot

OPPONENT = "club"
PLAIN = "plain"
SAMPLE = 16
"""Games that tell how long one is."""


class Kind(NamedTuple):
    """A game with its options."""

    name: str
    """The variant that is played, or PLAIN."""
    game: str
    options: dict[str, Any]

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return int(self.options["players"])

    @property
    def seen(self) -> int:
        """How many numbers a seat sees."""
        return lantern.game(self.game).sheet.observation_size(self.options)

    @property
    def actions(self) -> int:
        """How many actions have a number."""
        return lantern.game(self.game).sheet.actions

    def batch(self, games: int, seed: int, **wanted: Any) -> Any:
        """So many games of it."""
        return lantern.batch(self.game, games, seed=seed, **self.options, **wanted)


def kinds(name: str, players: int | None, options: Sequence[str], variants: Sequence[str]) -> list[Kind]:
    """The plain game with some options, each as NAME=VALUE, and the same with one variant each.

    A variant is a yes-or-no option that is not as it is in the plain game. All must look alike to a network.
    """
    game = lantern.game(name)
    if game.sheet.team:
        raise BadInput(f"{game.sheet.title} is won or lost by all together: there is no {OPPONENT} to win against")
    chosen = dict(_option(game, text) for text in options)
    found = [Kind(PLAIN, name, game.options(players, **chosen))]
    flags = [option.name for option in game.sheet.options if option.is_flag]
    for variant in dict.fromkeys(variants):
        if variant not in flags:
            raise BadInput(f"{variant!r} is no variant of {game.sheet.title}; it has {listing(flags)}")
        other = {**chosen, variant: not found[0].options[variant]}
        found.append(Kind(variant, name, game.options(players, **other)))
        if found[-1].seen != found[0].seen:
            raise BadInput(f"with {variant} a seat sees {found[-1].seen} numbers, without it {found[0].seen}: "
                           "one network can't play both")  # fmt: skip
    return found


def _option(game: lantern.Game, text: str) -> tuple[str, Any]:
    """An option's name and value from NAME=VALUE; what is no choice is a file where that may be, or will be refused."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadInput(f"an option is given as NAME=VALUE, not {text!r}")
    for option in game.sheet.options:
        if option.name == name:
            written = {str(choice).lower(): choice for choice in option.choices}
            return name, written.get(value.lower(), Path(value) if option.own else value)
    return name, value


class Table:
    """Many games in which the learner sits on one seat of each, or on all."""

    def __init__(
        self,
        batch: Any,
        device: torch.device,
        seats: NDArray[np.int64] | None = None,
        opponent: BatchBot | None = None,
    ) -> None:
        self.batch, self.device = batch, device
        self.seats = seats
        """[game] the learner's seat; nothing where it has all."""
        self.opponent = opponent
        """Plays the other seats; where the learner has all, it shows it how."""
        self.on_processor = isinstance(batch.seats, np.ndarray)
        batch.reset()

    def told(self, name: str) -> Tensor:
        """One of the batch's arrays, shared with it where both are on one device: the next step writes it anew."""
        return torch.as_tensor(getattr(self.batch, name), device=self.device)

    def mine(self) -> NDArray[np.bool_]:
        """[game] whether the learner is to act."""
        if self.seats is None:
            return np.ones(len(self.batch), np.bool_)
        found: NDArray[np.bool_] = self.batch.seats == self.seats
        return found

    def step(self, actions: Tensor) -> Tensor:
        """Play the learner's actions where it is to act, the opponent's elsewhere; all that was played."""
        if not self.on_processor:
            self.batch.step(actions)
            return actions
        numbers = actions.cpu().numpy()
        if self.opponent:
            self.opponent.choose(numbers, None if self.seats is None else ~self.mine())
        self.batch.step(numbers)
        return torch.as_tensor(numbers, device=self.device)


def against_itself(kind: Kind, games: int, seed: int, device: torch.device, on_gpu: bool = False) -> Table:
    """Games in which the learner has all seats, played on the GPU or on the processor."""
    return Table(kind.batch(games, seed, device="gpu" if on_gpu else "cpu"), device)


def lesson(kind: Kind, games: int, seed: int, device: torch.device) -> Table:
    """Games in which the opponent plays itself."""
    batch = kind.batch(games, seed)
    return Table(batch, device, opponent=BatchBot(batch, OPPONENT))


def against_club(kind: Kind, games: int, seed: int, device: torch.device, seat: int | None = None) -> Table:
    """Games against the opponent on all other seats: the learner has a seat, or each in turn."""
    batch = kind.batch(games, seed)
    seats = np.arange(games) % kind.seats if seat is None else np.full(games, seat)
    return Table(batch, device, seats, BatchBot(batch, OPPONENT))


def moves_of_a_game(kind: Kind, seed: int) -> int:
    """About how many moves a random game has."""
    moves: int = kind.batch(SAMPLE, seed, observations=False, masks=False).play_out()
    return round(moves / SAMPLE)


def spread(table: Table, steps: int) -> Table:
    """Let games be at different moments: a row plays from 0 to so many steps at random, and is refused the rest.

    Rows that are dealt together would go through the same part of the game together, and what is learnt from one part
    is forgotten in the next.
    """
    rows = torch.arange(len(table.batch), device=table.device)
    ahead = rows * steps // len(rows)
    for step in range(steps):
        some = torch.as_tensor(table.batch.random_actions(), device=table.device)
        actions = torch.where(ahead > step, some, table.told("masks").argmin(dim=1))
        table.batch.step(actions.cpu().numpy() if table.on_processor else actions)
    return table
