"""Every game with the tables the battery plays it on: all that the game accepts of player counts and options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import lantern
from lantern.kernel.contract import Json, Words
from lantern.kernel.game import Game
from lantern.kernel.rule import PLAIN

GAMES = 2 if PLAIN else 12
"""Games played on each table: fewer where the rules run as plain Python."""
MOMENTS = 12 if PLAIN else 40
"""Moments of a game at which something is looked at that takes a while."""
TRIES = 3_000 if PLAIN else 15_000
"""Actions tried in a game, at its moments together."""


@dataclass(frozen=True)
class Table:
    """A game with options."""

    game: Game
    options: dict[str, Any] = field(hash=False)

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items() if name != "players"]
        return "-".join([self.game.name, str(self.options["players"]), *chosen])

    @cached_property
    def settled(self) -> Json:
        """All options of this table."""
        return self.game.options(**self.options)

    @cached_property
    def words(self) -> Words:
        """The language of this table."""
        return self.game.sheet.words(self.settled)

    def match(self, seed: int) -> lantern.Match:
        return self.game.match(seed=seed, **self.options)


def tables_of(game: Game) -> Iterator[Table]:
    """The tables of a game, each once."""
    seen: list[Json] = []
    for options in [*_whole_tables(game), *_single_options(game)]:
        table = Table(game, options)
        if table.settled not in seen:
            seen.append(table.settled)
            yield table


def _whole_tables(game: Game) -> Iterator[Json]:
    """All player counts, and every choice but yes or no at each: plain, and with the flags that go together."""
    choices: list[Json] = [{}] + [
        {option.name: choice}
        for option in game.sheet.options
        if not option.is_flag and option.name != "start"
        for choice in option.choices
    ]
    for chosen in choices:
        for players in game.sheet.seats:
            options = {"players": players, **chosen}
            if accepts(game, options):
                yield options
                yield with_flags(game, options)


def with_flags(game: Game, options: Json) -> Json:
    """The options with every yes-or-no option turned round that goes with those before it."""
    for option in game.sheet.options:
        turned = options | {option.name: not option.default}
        if option.is_flag and accepts(game, turned):
            options = turned
    return options


def _single_options(game: Game) -> Iterator[Json]:
    """Every flag alone and a seat that begins, with as many players as accept it, in turn."""
    seats = list(game.sheet.seats)
    for number, option in enumerate(game.sheet.options):
        first = number % len(seats)
        tables: list[Json] = [{"players": players} for players in seats[first:] + seats[:first]]
        if option.is_flag:
            alone = [table | {option.name: not option.default} for table in tables]
            yield from [table for table in alone if accepts(game, table)][:1]
        elif option.name == "start":
            yield tables[0] | {option.name: tables[0]["players"]}


def accepts(game: Game, options: Json) -> bool:
    """Whether a game can be played with these options."""
    try:
        game.options(**options)
    except lantern.BadInput:
        return False
    return True


TABLES = [table for name in lantern.names() for table in tables_of(lantern.game(name))]
PLAYED = TABLES[::3] if PLAIN else TABLES
"""Those the battery plays: a third of them plain, for compiled it compares each with plain rules anyway."""


def random_match(table: Table, seed: int, most: int = 10_000) -> Iterator[lantern.Match]:
    """A match played at random, handed out before every action and at the end."""
    choices = random.Random(seed)
    match = table.match(seed)
    while not match.over and match.ply < most:
        yield match
        match.play(choices.choice(match.numbers()))
    yield match


@cache
def usual_length(table: Table) -> int:
    """How many actions a random match takes."""
    *_, match = random_match(table, 0)
    return match.ply


def is_moment(match: lantern.Match, table: Table, most: int = MOMENTS) -> bool:
    """Whether to look at a match now: so often in a usual one, and at its beginning and end."""
    every = -(-usual_length(table) // most)
    return match.ply == 0 or (match.ply + match.seed) % every == 0 or match.over


def moments(table: Table, seed: int, most: int = MOMENTS) -> Iterator[lantern.Match]:
    """A match played at random, handed out at some moments all over it, the first and the last among them."""
    return (match for match in random_match(table, seed) if is_moment(match, table, most))


def moments_to_try_all(table: Table) -> int:
    """At how many moments of a game all actions can be tried."""
    return max(8, TRIES // table.game.sheet.actions)
