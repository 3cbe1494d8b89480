"""Every game with the tables the battery plays it on: all that the game accepts of player counts and options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import lantern
from lantern.kernel.chance import Seed
from lantern.kernel.contract import Event, Json, Words
from lantern.kernel.game import Game
from lantern.kernel.record import Records
from lantern.kernel.rule import PLAIN
from lantern.languages.words import DEFAULT, catalogue
from tests.effort import enough

# What one check of the battery may spend on a game, whatever its tables, its length and its actions: each table has its
# share. So a game with many tables costs no more than one with few. Plain rules have less, for they are slow.
MOVES = enough(800, thorough=6_000, plain=300)
"""Moves of the random matches that are played."""
SLOW_MOVES = enough(300, thorough=2_500, plain=100)
"""Moves of those that plain rules play once more beside the compiled ones."""
LOOKS = enough(100, thorough=600, plain=40)
"""Moments at which the matches are looked at."""
TRIES = enough(250_000, thorough=2_000_000, plain=40_000)
"""Actions that are tried at such moments."""
MOST_MATCHES = 12
"""The most random matches on a table."""


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

    def match(self, seed: Seed) -> lantern.Match:
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


@cache
def all_tables(game: Game) -> list[Table]:
    """The tables of a game, in their order."""
    return list(tables_of(game))


def played_tables(game: Game) -> list[Table]:
    """Those the battery plays: a third of them plain, for compiled it compares each with plain rules anyway."""
    return all_tables(game)[:: 3 if PLAIN else 1]


ALL_GAMES = [lantern.game(name) for name in lantern.names()]
TABLES = [table for game in ALL_GAMES for table in all_tables(game)]
PLAYED = [table for game in ALL_GAMES for table in played_tables(game)]


def share(table: Table, amount: int) -> int:
    """A table's share of what its game may spend."""
    return amount // len(played_tables(table.game))


def play_at_random(table: Table, seed: Seed) -> lantern.Match:
    """A match played to its end."""
    choices = random.Random(seed)
    match = table.match(seed)
    moments = [_moment(match)]
    while not match.over:
        match.play(choices.choice(match.numbers()))
        moments.append(_moment(match))
    MOMENTS[match] = moments
    return match


class Moment(NamedTuple):
    """What a match held after some action."""

    state: Records
    chance: Records
    past: list[Records]


MOMENTS: WeakKeyDictionary[lantern.Match, list[Moment]] = WeakKeyDictionary()
"""[match played at random] every moment of it."""


def _moment(match: lantern.Match) -> Moment:
    return Moment(match._state.copy(), match._chance.copy(), [*match._past])


def recorded_matches(game: Game) -> list[lantern.Match]:
    """The matches in tests/<game>/recorded, played again."""
    folder = Path(__file__).parent / game.name / "recorded"
    return [_play_again(game.load(path.read_text())) for path in sorted(folder.glob("*.json"))]


def _play_again(saved: lantern.Match) -> lantern.Match:
    """A saved match with every moment of it."""
    match = lantern.Match(saved.game, saved.options, saved.seed, saved.setup, saved.start)
    moments = [_moment(match)]
    for number in saved._numbers:
        match.play(number)
        moments.append(_moment(match))
    MOMENTS[match] = moments
    return match


@cache
def played(table: Table, seed: Seed) -> lantern.Match:
    """A match played at random to its end, once; only to be read."""
    return play_at_random(table, seed)


def seeds(table: Table, moves: int = MOVES) -> range:
    """The seeds of a table's random matches, other ones than those of the next table."""
    first = 100 * all_tables(table.game).index(table)
    matches = share(table, moves) // played(table, first).ply
    return range(first, first + min(max(1, matches), MOST_MATCHES))


def at(match: lantern.Match, ply: int) -> lantern.Match:
    """A match that was played at random as it was after so many actions, to do with as one likes."""
    earlier = match.copy()
    state, chance, past = MOMENTS[match][ply]
    earlier._state, earlier._chance, earlier._past = state.copy(), chance.copy(), [*past]
    earlier._numbers, earlier._events = match._numbers[:ply], match._events[:ply]
    earlier._acting = earlier._look()
    earlier.log = match.log[: sum(earlier._events)]
    return earlier


def every_moment(table: Table, seed: Seed) -> Iterator[lantern.Match]:
    """A match played at random, before every action and at the end."""
    match = played(table, seed)
    return (at(match, ply) for ply in range(match.ply + 1))


def spread(length: int, number: int) -> list[int]:
    """So many numbers from 0 to a length, evenly apart, both ends among them."""
    steps = max(1, min(number - 1, length))
    return [step * length // steps for step in range(steps + 1)]


def places(table: Table, number: int = LOOKS) -> Iterator[tuple[lantern.Match, int]]:
    """A table's share of so many places in its game's random matches, match and ply: three of one match at least."""
    number = max(3, share(table, number))
    chosen = seeds(table)[: max(1, number // 6)]
    for seed in chosen:
        match = played(table, seed)
        for ply in spread(match.ply, number // len(chosen)):
            yield match, ply


def looks(table: Table, number: int = LOOKS) -> Iterator[lantern.Match]:
    """A table's share of so many looks at its game's random matches: at three moments of one match at least."""
    return (at(match, ply) for match, ply in places(table, number))


def story_of(match: lantern.Match, ply: int) -> list[Event]:
    """What happened with the action after so many others."""
    first = sum(match._events[:ply])
    return match.log[first : first + match._events[ply]]


def looks_to_try_all(table: Table) -> int:
    """How many looks let a check try every action each time."""
    return min(LOOKS, TRIES // table.game.sheet.actions)


def sentences_of(game: Game) -> dict[str, str]:
    """[kind of event] its sentence in English."""
    log = f"{game.name}.log."
    return {key.removeprefix(log): said for key, said in catalogue(game.name, DEFAULT).items() if key.startswith(log)}
