"""Random play in moves a second, beside the Hanabi Learning Environment (HLE) in the same run.

    python -m benchmarks.speed [--rounds N] [--players N ...]

A move is one player's; deals are paid for but not counted. One core is measured in processor time, all cores by the
clock. The implementations take turns, and the best of several short rounds counts: the machine may be busy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator

import lantern
from benchmarks import hle
from benchmarks.rounds import SECONDS, best_of, figure, head, rate, row
from lantern.kernel.batch import Batch, cores

GAMES = 500
"""Games in a batch: few enough for their records to stay in the processor's cache."""

COLUMNS = ("players", "by the book", "HLE's rule", "HLE, C++", "ratio", "HLE, Python", "all cores", "moves a game")


def table_of(players: int, empty_hints: bool, games: int, threads: int) -> Batch:
    """Games to play, with everything compiled."""
    batch = lantern.batch(
        "hanabi", games, players, 1, observations=False, masks=False, threads=threads, empty_hints=empty_hints
    )
    batch.play_out()
    return batch


def measure(players: int, rounds: int) -> dict[str, float]:
    """The best of several rounds in which all take their turn."""
    book, same = table_of(players, True, GAMES, 1), table_of(players, False, GAMES, 1)
    wide = table_of(players, True, GAMES * cores(), cores())
    contestants: dict[str, Callable[[], float]] = {
        "by the book": lambda: rate(book.play_out, time.process_time),
        "HLE's rule": lambda: rate(same.play_out, time.process_time),
        "HLE, C++": lambda: hle.moves_per_second(players, SECONDS),
        "HLE, Python": lambda: hle.moves_per_second_python(players, SECONDS),
        "all cores": lambda: rate(wide.play_out, time.perf_counter),
    }
    best = best_of(rounds, contestants)
    best["ratio"] = best["HLE's rule"] / best["HLE, C++"]
    best["moves a game"] = float(same.lengths.mean())
    return best


def cells(players: int, best: dict[str, float]) -> Iterator[str]:
    """A row of the table."""
    yield str(players)
    for name in COLUMNS[1:]:
        if name == "ratio":
            yield f"{best[name]:.0f} x"
        elif name == "moves a game":
            yield f"{best[name]:.1f}"
        else:
            yield figure(best[name])


def main() -> None:
    """Measure and print a table that can be pasted into the documentation."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    arguments = parser.parse_args()
    print(f"Hanabi, random play, moves a second; best of {arguments.rounds} rounds; {cores()} cores.")
    print("'by the book': hints that fit no card are allowed; \"HLE's rule\": they are not, as in HLE.\n")
    print(head(COLUMNS))
    for players in arguments.players:
        print(row(cells(players, measure(players, arguments.rounds))), flush=True)


if __name__ == "__main__":
    main()
