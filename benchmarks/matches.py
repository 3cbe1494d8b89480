"""The matches behind docs/bots.md: played here, kept in docs/results, and taken up again where they were left.

    python -m benchmarks.matches ladder|strength|tuning|hanabi [GAME …] [--workers W] [--minutes M] [--results FOLDER]
    python -m benchmarks.matches compile       all that they call, a process for every game
    python -m benchmarks.matches list          what there is to play, and what has been played of it

Each is a call of the arena; its result names the command. All levels of a game are compiled together and once.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import lantern
from benchmarks.rules import name_of
from lantern.kernel.batch import cores
from lantern.kernel.contract import Json
from lantern.kernel.files import write_whole
from lantern.players import LEVELS, bot, levels
from lantern.players.ladder import compete
from lantern.players.plan import Plan, machine, plan_again, result, rounds_a_second

RESULTS = Path(__file__).parent.parent / "docs" / "results"
SEED = 1
PAIRING_GAMES = 400
DEALS = 20_000
"""Of Hanabi, for every row."""
EXPERT = LEVELS[-1]
SECONDS = (0.1, 0.3, 1.0, 3.0)
TUNING_ROUNDS = 200
TRIED = (
    "exploration=0.15",
    "exploration=0.3",
    "exploration=0.7",
    "exploration=1",
    "exploration=2",
    "width=1",
    "width=2",
    "width=4",
    "width=8",
    "widening=0.3",
    "widening=0.5",
    "widening=0.7",
    "sharpness=0.5",
    "sharpness=2",
    "trust=2",
    "horizon=0",
    "horizon=-1",
    "horizon=10",
    "horizon=1000",
    "worlds=1",
    "worlds=8",
    "paranoia=1",
    "rounds=50",
    "rounds=800",
)
"""Settings of the search that are set against the usual ones."""

Table = dict[str, Any]


def _with(players: Iterable[int], **options: Any) -> list[Table]:
    return [{"players": number, **options} for number in players]


TABLES: Mapping[str, list[Table]] = {
    "han": [
        *_with((3, 4, 5), map="border-disputes"),
        *_with((2, 3, 4), map="ways-of-diplomacy"),
        *_with((3, 4, 5), map="border-disputes", fortifications=True),
        *_with((2, 3, 4), map="ways-of-diplomacy", market_places=True),
    ],
    "khan": [
        *_with((2, 3, 4)),
        *_with((2, 3, 4), place_rulers=True),
        *_with((2, 3, 4), drive_out_home=False),
    ],
    "ming": [*_with((2, 3, 4)), *_with((2, 3, 4), secret_hands=True)],
}
"""The tables of the games of rivals: every number of players with every variant."""

VARIANTS: list[Table] = [
    {},
    {"empty_hints": False},
    {"multicolour": True},
    {"multicolour": True, "empty_hints": False},
    {"black_powder": True},
    {"flares": True},
    {"multicolour": True, "black_powder": True},
    {"multicolour": True, "flares": True},
    {"black_powder": True, "flares": True},
    {"multicolour": True, "black_powder": True, "flares": True},
    {"final_bouquet": True},
]
"""Hanabi's options, each for 2 to 5 players."""


@dataclass(frozen=True)
class Match:
    """A call of the arena."""

    group: str
    game: str
    table: Table
    bots: tuple[str, ...]
    """By their names; those with `seconds` think as long as that makes rounds on the machine."""
    games: int

    @property
    def key(self) -> str:
        """Its name among the results of its group and game."""
        return f"{name_of(self.table)}: {' against '.join(self.bots)}"

    @property
    def file(self) -> str:
        """The file with the results of its group and game."""
        return f"{self.group}-{self.game}.json"


def ladder_matches() -> Iterator[Match]:
    """All pairings of levels at all tables, the stronger one alone against the others.

    Neighbours come first, and usual tables before variants, so that what matters most is played if time runs out.
    """
    pairs = [(LEVELS[higher], LEVELS[lower]) for lower, higher in combinations(range(len(LEVELS)), 2)]
    matches = [
        Match("ladder", game, table, pair, PAIRING_GAMES)
        for pair in pairs
        for game, tables in TABLES.items()
        for table in tables
    ]
    yield from sorted(matches, key=lambda match: (_distance(match), match.table not in usual_tables(match.game)))


def _distance(match: Match) -> int:
    """How many levels lie between two."""
    higher, lower = match.bots
    return LEVELS.index(higher) - LEVELS.index(lower)


def usual_tables(game: str) -> list[Table]:
    """The first table of a game for every number of players."""
    return list({table["players"]: table for table in reversed(TABLES[game])}.values())


def strength_matches() -> Iterator[Match]:
    """More time against the least, in the games of rivals, at their usual tables for two and for three."""
    least, *more = SECONDS
    for seconds in more:
        for game in TABLES:
            for table in usual_tables(game):
                bots = f"{EXPERT}:seconds={seconds:g}", f"{EXPERT}:seconds={least:g}"
                if table["players"] <= 3:
                    yield Match("strength", game, table, bots, PAIRING_GAMES)


def tuning_matches() -> Iterator[Match]:
    """The search with one setting changed against the search as it is, for two and for three."""
    usual = f"{EXPERT}:rounds={TUNING_ROUNDS}"
    for players in (2, 3):
        for setting in TRIED:
            for game in TABLES:
                name, _, value = setting.partition("=")
                if bot(lantern.game(game), usual).settings[name] != float(value):
                    tried = f"{EXPERT}:{setting}" if name == "rounds" else f"{usual}:{setting}"
                    yield Match("tuning", game, {"players": players}, (tried, usual), PAIRING_GAMES)


def hanabi_matches() -> Iterator[Match]:
    """Every level with its like, strongest first, in all variants."""
    for level in reversed(LEVELS[1:]):
        for variant in VARIANTS:
            for players in lantern.game("hanabi").sheet.seats:
                yield Match("hanabi", "hanabi", {"players": players, **variant}, (level,), DEALS)


GROUPS = {
    "ladder": ladder_matches,
    "strength": strength_matches,
    "tuning": tuning_matches,
    "hanabi": hanabi_matches,
}


class Results:
    """Results in a folder, a file for every group and game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, file: str) -> Json:
        """[key] the results in a file."""
        path = self.folder / file
        return json.loads(path.read_text("utf-8")) if path.exists() else {}

    def of(self, match: Match) -> Json | None:
        """What a match has come to so far."""
        return self.read(match.file).get(match.key)

    def keep(self, file: str, key: str, kept: object) -> None:
        """Write one result to its file, which changes as a whole."""
        known = self.read(file) | {key: kept}
        write_whole(self.folder / file, (json.dumps(known, indent=1, sort_keys=True) + "\n").encode())

    def is_whole(self, match: Match) -> bool:
        """Whether all games of a match are played."""
        kept = self.of(match)
        return kept is not None and kept["games"] >= match.games


def play(match: Match, results: Results, workers: int, deadline: float | None) -> Json:
    """Play a match, on from where it was left, until its games are played or the time is over."""
    game, kept = lantern.game(match.game), results.of(match)
    planned = plan_again(game, kept, match.games) if kept else planned_with_pace(match, results)
    tables, ladder = planned.tables(others=list(levels(game).values()))
    ladder = ladder.resumed(kept) if kept else ladder
    before = ladder.deals
    compete(
        ladder, tables, match.games, planned.seed, workers,
        enough=lambda: deadline is not None and ladder.deals > before and time.monotonic() > deadline,
    )  # fmt: skip
    played = result(planned, ladder, workers)
    results.keep(match.file, match.key, played)
    return played


def planned_with_pace(match: Match, results: Results) -> Plan:
    """A match as it is played on this machine: a table's bots have one pace in all matches."""
    game = lantern.game(match.game)
    options = game.options(**match.table)
    names = tuple(_in_rounds(name, match, options, results) for name in match.bots)
    return Plan(game, options, names, match.bots, match.games, SEED)


def _in_rounds(name: str, match: Match, options: Json, results: Results) -> str:
    game = lantern.game(match.game)
    asked = bot(game, name)
    if ":seconds=" not in name or asked.seconds is None:
        return asked.name
    place = f"{match.game}, {name_of(match.table)}, {asked.kind}"
    pace = results.read("pace.json").get(place)
    if pace is None:
        pace = {"rounds_a_second": rounds_a_second(game, options, asked, SEED), "machine": machine()}
        results.keep("pace.json", place, pace)
    return f"{asked.kind}:rounds={max(1, round(asked.seconds * pace['rounds_a_second']))}"


def chosen(group: str, games: Iterable[str]) -> list[Match]:
    """The matches of a group, of some games or of all."""
    return [match for match in GROUPS[group]() if not games or match.game in games]


def play_group(matches: Iterable[Match], results: Results, workers: int, minutes: float | None) -> None:
    """Play all that is not played yet, until the time is over."""
    deadline = None if minutes is None else time.monotonic() + 60 * minutes
    for match in matches:
        if deadline is not None and time.monotonic() > deadline:
            print("the time is over; the same command goes on from here")
            return
        if not results.is_whole(match):
            played = play(match, results, workers, deadline)
            print(f"{match.game}, {match.key}: {_words(played)}", flush=True)


def _words(played: Json) -> str:
    """The first side's figures."""
    first = played["results"][0]
    if "share" in first:
        figures = f"{percent(first, 'share')}, fair {100 * first['fair_share']:.1f} %"
    else:
        figures = f"{first['points']:.3f} ± {first['points_error']:.3f}, perfect {percent(first, 'perfect')}"
    return f"{figures}; {played['games']:,} games, {played['seconds']:.0f} s"


def percent(side: Json, what: str) -> str:
    """A share with its error."""
    return f"{100 * side[what]:.1f} ± {100 * side[what + '_error']:.1f} %"


def compile_game(name: str) -> str:
    """Compile what the matches of a game call."""
    game, began = lantern.game(name), time.monotonic()
    players = game.sheet.seats.start
    known = tuple(levels(game))
    tables, _ = Plan(game, game.options(players), known[:1], known[:1], 1, SEED).tables(list(levels(game).values()))
    tables.prepare()
    return f"{name}: {time.monotonic() - began:.0f} s"


def compile_all(games: list[str]) -> None:
    """Compile the contests of some games, each in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(min(cores(), len(games))) as pool:
        for line in pool.imap_unordered(compile_game, games):
            print(line, flush=True)


def show(results: Results) -> None:
    """What there is to play, and what has been played of it."""
    for group, matches in GROUPS.items():
        every = list(matches())
        whole = sum(results.is_whole(match) for match in every)
        print(f"{group}: {whole} of {len(every)} matches played")
        for match in every:
            kept = results.of(match)
            print(f"  {'x' if results.is_whole(match) else ' '} {match.game}, {match.key}: "
                  f"{kept['games'] if kept else 0:,} of {match.games:,} games")  # fmt: skip


def main() -> None:
    """Play what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=[*GROUPS, "compile", "list"])
    parser.add_argument("games", metavar="GAME", nargs="*", choices=[*lantern.names(), []], help="only these [all]")
    parser.add_argument("--workers", type=int, default=cores(), help="threads that play [one for every core]")
    parser.add_argument("--minutes", type=float, help="play no longer than about this")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where results are kept")
    arguments = parser.parse_args()
    results = Results(arguments.results)
    if arguments.what == "list":
        show(results)
    elif arguments.what == "compile":
        compile_all(arguments.games or lantern.names())
    else:
        matches = chosen(arguments.what, arguments.games)
        play_group(matches, results, arguments.workers, arguments.minutes)


if __name__ == "__main__":
    main()
