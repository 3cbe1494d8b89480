"""Writes the golden transcripts: one whole game of each kind of table, in words.

    make golden

A change of the rules shows as a readable difference in these files.
"""

from __future__ import annotations

from pathlib import Path

import lantern
from tests.tables import TABLES, Table, play_at_random

FOLDER = Path(__file__).parent / "golden"
SEED = 2026


def golden_tables() -> list[Table]:
    """Of every game: the fewest players without options, and the most with all yes-or-no ones that go together."""
    tables = []
    for name in lantern.names():
        own = [table for table in TABLES if table.game.name == name]
        tables += [own[0], max(own, key=lambda table: (flags_of(table), -len(table.options), table.options["players"]))]
    return tables


def flags_of(table: Table) -> int:
    """How many yes-or-no options were chosen."""
    return sum(isinstance(value, bool) for value in table.options.values())


def longest(table: Table) -> lantern.Match:
    """Of some matches the one that goes on as long as random play lets it."""
    return max((play_at_random(table, SEED + number) for number in range(20)), key=lambda match: match.ply)


def seed_of(transcript: str) -> int:
    """The seed that stands at the end of a transcript's first line."""
    return int(transcript.splitlines()[0].split()[-1])


def path_of(table: Table) -> Path:
    options = "" if len(table.options) == 1 else "-all-options"
    return FOLDER / f"{table.game.name}-{table.options['players']}{options}.txt"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for table in golden_tables():
        path_of(table).write_text(longest(table).transcript())
        print(f"wrote {path_of(table)}")


if __name__ == "__main__":
    main()
