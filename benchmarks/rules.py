"""Games that are not played as a team, in moves a second: compiled, beside the same rules as plain Python.

    python -m benchmarks.rules [GAME ...] [--rounds N]

A move is one player's decision, such as a piece placed or a card drawn; deals are paid for but not counted. One core is
measured in processor time, all cores by the clock. All take turns, and the best of several short rounds counts: the
machine may be busy. The bot sees only what its seat sees, which is paid for too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import lantern
from benchmarks.rounds import best_of, figure, head, rate, row
from lantern.kernel.batch import Batch, cores
from lantern.kernel.game import Game
from lantern.kernel.record import Records
from lantern.kernel.rule import entry, plainly
from lantern.players import bot
from lantern.players.arena.deals import Seating, Tables

GAMES = 500
"""Games in a batch played at random: few enough for their records to stay in the processor's cache."""
BOT = "club"
GAMES_OF_BOTS = 5
"""Games in a batch played by bots, who take longer."""

Table = dict[str, Any]
TABLES: dict[str, tuple[Table, ...]] = {
    "han": (
        *({"players": players, "map": "border-disputes"} for players in (3, 4, 5)),
        *({"players": players, "map": "border-disputes", "fortifications": True} for players in (3, 4, 5)),
        *({"players": players, "map": "ways-of-diplomacy"} for players in (2, 3, 4)),
        *({"players": players, "map": "ways-of-diplomacy", "market_places": True} for players in (2, 3, 4)),
    ),
    "khan": (*({"players": players} for players in (2, 3, 4)), {"players": 3, "place_rulers": True}),
}
"""Options to measure a game with; one that is not here is measured with every number of players."""

COLUMNS = ("table", "random", "plain Python", "ratio", "all cores", "moves a game", "bot", "its moves a game")


def tables_of(game: Game) -> tuple[Table, ...]:
    """The options to measure a game with."""
    return TABLES.get(game.name) or tuple({"players": players} for players in game.sheet.seats)


def name_of(table: Table) -> str:
    """A table as a row of the results names it."""
    chosen = (_words(name, value) for name, value in table.items() if name != "players")
    return ", ".join([f"{table['players']} players", *chosen])


def _words(name: str, value: bool | str) -> str:
    words = name.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"no {words}"
    return value


def batch_of(game: Game, table: Table, games: int, threads: int) -> Batch:
    """Games to play."""
    batch = game.batch(games, seed=1, **table)
    batch.threads = threads
    return batch


def by_bots(game: Game, table: Table) -> Callable[[], int]:
    """Play some games with a bot on every seat; how many moves it took."""
    tables = Tables(game, game.options(**table), [bot(game, BOT)], [Seating((0,) * table["players"])])
    seeds = count(1, GAMES_OF_BOTS)
    return lambda: int(tables.play(GAMES_OF_BOTS, next(seeds)).outcomes["length"].sum())


def in_plain_python(game: Game, batch: Batch) -> Callable[[], int]:
    """Play a game of a batch at random, the rules run by Python itself; how many moves it took."""
    rules = game.sheet.rules
    new_game, ending = plainly(rules.new_game), plainly(rules.ending)
    random_action, apply = plainly(rules.random_action), plainly(rules.apply)
    state, chance, choice = batch.states[0], batch.chance[0], batch.choice[0]

    def play() -> int:
        moves = 0
        new_game(state, chance)
        while ending(state) == 0:
            apply(state, random_action(state, choice), chance)
            moves += 1
        return moves

    return play


def measure(game: Game, table: Table, rounds: int) -> dict[str, float]:
    """A table's figures."""
    alone, wide = batch_of(game, table, GAMES, 1), batch_of(game, table, GAMES * cores(), cores())
    play_bots, play_plain = by_bots(game, table), in_plain_python(game, batch_of(game, table, 1, 1))
    for play in (alone.play_out, play_bots):
        play()
    best = best_of(
        rounds,
        {
            "random": lambda: rate(alone.play_out, time.process_time),
            "plain Python": lambda: rate(play_plain, time.process_time),
            "all cores": lambda: rate(wide.play_out, time.perf_counter),
            "bot": lambda: rate(play_bots, time.process_time),
        },
    )
    best["ratio"] = best["random"] / best["plain Python"]
    best["moves a game"] = mean_length(alone.play_out, 20 * GAMES, GAMES)
    best["its moves a game"] = mean_length(play_bots, 20 * GAMES_OF_BOTS, GAMES_OF_BOTS)
    return best


def mean_length(play: Callable[[], int], games: int, at_once: int) -> float:
    """Moves a game, over some games."""
    return sum(play() for _ in range(games // at_once)) / games


def cells(table: Table, best: dict[str, float]) -> Iterator[str]:
    """A row of the results."""
    yield name_of(table)
    for name in COLUMNS[1:]:
        if name == "ratio":
            yield f"{best[name]:,.0f} x"
        else:
            yield f"{best[name]:.1f}" if "a game" in name else figure(best[name])


@entry("benchmark: record copies")
def copy_all(states: Records, out: Records) -> int:
    """Copy every record; how many."""
    for i in range(len(states)):
        out[i] = states[i]
    return len(states)


def copies_a_second(game: Game, rounds: int) -> float:
    """How often a record of a game under way can be copied in compiled code."""
    batch = batch_of(game, tables_of(game)[0], GAMES, 1)
    batch.reset()
    out = batch.states.copy()
    copy_all(batch.states, out)
    return best_of(rounds, {"copies": lambda: rate(lambda: copy_all(batch.states, out), time.process_time)})["copies"]


def main() -> None:
    """Measure and print tables that can be pasted into the documentation."""
    own = [name for name in lantern.names() if not lantern.game(name).sheet.team]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", metavar="GAME", nargs="*", default=own, help=f"{', '.join(own)} [all of them]")
    parser.add_argument("--rounds", type=int, default=20)
    arguments = parser.parse_args()
    for game in [lantern.game(name) for name in arguments.games]:
        size = batch_of(game, tables_of(game)[0], 1, 1).states.itemsize
        print(f"{game.sheet.title}, moves a second; best of {arguments.rounds} rounds; {cores()} cores.")
        print(f"A record has {size:,} bytes; {figure(copies_a_second(game, arguments.rounds))} copies a second.\n")
        print(head(BOT if name == "bot" else name for name in COLUMNS))
        for table in tables_of(game):
            print(row(cells(table, measure(game, table, arguments.rounds))), flush=True)


if __name__ == "__main__":
    main()
