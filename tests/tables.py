"""Every game with the tables the battery plays it on: all player counts, every option alone, and all together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import lantern
from lantern.kernel.contract import Words
from lantern.kernel.game import Game
from lantern.kernel.rule import PLAIN

GAMES = 2 if PLAIN else 12
"""Games played on each table: fewer where the rules run as plain Python."""


@dataclass(frozen=True)
class Table:
    """A game with options."""

    game: Game
    options: dict[str, Any] = field(hash=False)

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items() if name != "players"]
        return "-".join([self.game.name, str(self.options["players"]), *chosen])

    @cached_property
    def words(self) -> Words:
        """The language of this table."""
        return self.game.sheet.words(self.game.options(**self.options))

    def match(self, seed: int) -> lantern.Match:
        return self.game.match(seed=seed, **self.options)


def tables_of(game: Game) -> Iterator[Table]:
    """All player counts plain and with every yes-or-no option turned round; every option alone."""
    flags = {option.name: not option.default for option in game.sheet.options if option.is_flag}
    for players in game.sheet.seats:
        yield Table(game, {"players": players})
        yield Table(game, {"players": players, **flags})
    for number, option in enumerate(game.sheet.options):
        players = game.sheet.seats[number % len(game.sheet.seats)]
        for choice in option.choices:
            absent = option.name == "start" and choice not in range(1, players + 1)
            if choice != option.default and not absent:
                yield Table(game, {"players": players, option.name: choice})


TABLES = [table for name in lantern.names() for table in tables_of(lantern.game(name))]


def random_match(table: Table, seed: int, most: int = 10_000) -> Iterator[lantern.Match]:
    """A match played at random, handed out before every action and at the end."""
    choices = random.Random(seed)
    match = table.match(seed)
    while not match.over and match.ply < most:
        yield match
        match.play(choices.choice(match.numbers()))
    yield match
