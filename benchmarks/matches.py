"""The matches behind docs/bots.md: played here, kept in docs/results, and taken up again where they were left.

    python -m benchmarks.matches ladder|strength|tuning|policy_net|hanabi|thought|mixed [GAME …]
                                 [--workers W] [--minutes M] [--results FOLDER]
    python -m benchmarks.matches compile       all that they call, a process for every game
    python -m benchmarks.matches list          what there is to play, and what has been played of it

Each is a call of the arena; its result names the command. All bots of a game are compiled together and once.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import lantern
from benchmarks.rules import name_of
from lantern.kernel.batch import cores
from lantern.kernel.contract import Json
from lantern.kernel.files import write_whole
from lantern.kernel.game import Game
from lantern.players import BEGINNER, CLUB, EXPERT, LEVELS, RANDOM, ROUNDS, SECONDS, Bot, bot, bots
from lantern.players.arena.ladder import compete
from lantern.players.arena.plan import Plan, in_rounds, machine, plan_again, result, rounds_a_second, without_seconds
from lantern.players.open_hanabi import CHEATING, OPEN_HANABI
from lantern.players.search.tree import guides, tables_for

RESULTS = Path(__file__).parent.parent / "docs" / "results"
SEED = 1
PAIRING_GAMES = 400
DEALS = 20_000
"""Of Hanabi, for every row."""
THOUGHT_DEALS = {10: 2_000, 40: 2_000, 160: 2_000}
"""[rounds] deals that Hanabi's expert plays for two, thinking so much about each move."""
MIXED_DEALS = 2_000
MIXED = ((EXPERT, CLUB), (EXPERT, BEGINNER), (CLUB, BEGINNER), (EXPERT, RANDOM))
"""Hanabi's bots at one table: the first on one seat, the second on all others."""
QUICK = ("hats", BEGINNER, CLUB)
"""Hanabi's bots that do not think ahead."""
GAMES = [*lantern.names(), OPEN_HANABI.name]
LEAST_SECONDS = 0.1
MORE_SECONDS = {0.3: 200, 1.0: 80, 3.0: 40}
"""How long an expert thinks about a move, and how many games it plays so: one of 3 s takes minutes."""
TUNING_ROUNDS = 200
TUNING_GAMES = 200
TIMED_GAMES = 80
"""With a policy net against without, both thinking as long."""
TRIED = (
    "exploration=0.3",
    "exploration=1",
    "exploration=2",
    "width=2",
    "width=4",
    "width=8",
    "widening=0.3",
    "widening=0.5",
    "widening=0.7",
    "sharpness=0.5",
    "sharpness=2",
    "horizon=0",
    "horizon=-1",
    "horizon=4",
    "worlds=1",
    "worlds=8",
    "rounds=1",
    "rounds=50",
    "rounds=800",
    "policy_net=0",
)
"""Settings of the search that are set against the usual ones, for two players."""
TRIED_BY_THREE = ("paranoia=1", "rounds=800")
"""Those for three: of two, each plays against the other anyway."""
MEASURED: Mapping[str, tuple[Json, ...]] = {name: guide.MEASURED for name, guide in guides().items()}
"""The tables of the games of rivals."""
VARIANTS: list[Json] = [
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
HANABI_TABLES = [table for variant in VARIANTS for table in tables_for(OPEN_HANABI.sheet.seats, **variant)]
FIRST_TABLES = [
    *tables_for((3, 4, 5, 2)),
    *tables_for((3, 4, 5, 2), empty_hints=False),
    *tables_for((4, 5, 3, 2), multicolour=True),
]
"""Those at which Hanabi's expert plays first."""


def game_called(name: str) -> Game:
    """A game by its name, the one with open hands too."""
    return OPEN_HANABI if name == OPEN_HANABI.name else lantern.game(name)


@dataclass(frozen=True)
class Match:
    """A call of the arena."""

    group: str
    game: str
    table: Json
    bots: tuple[str, ...]
    """By their names; those with `seconds` think as long as that makes rounds on the machine."""
    games: int
    mixed: bool = False
    """Whether a team is made of several bots."""

    @property
    def key(self) -> str:
        """Its name among the results of its group and game."""
        return f"{name_of(self.table)}: {(' with ' if self.mixed else ' against ').join(self.bots)}"

    @property
    def file(self) -> str:
        """The file with the results of its group and game."""
        return f"{self.group}-{self.game}.json"


def ladder_matches() -> Iterator[Match]:
    """Every level against the one below it at all tables, the stronger one alone against the others.

    Usual tables come before variants, so that what matters most is played if time runs out.
    """
    matches = [
        Match("ladder", game, table, (higher, lower), PAIRING_GAMES)
        for lower, higher in pairwise(LEVELS)
        for game, measured in MEASURED.items()
        for table in measured
    ]
    yield from sorted(matches, key=lambda match: match.table not in usual_tables(match.game))


def usual_tables(game: str) -> list[Json]:
    """The first table of a game for every number of players."""
    return list({table["players"]: table for table in reversed(MEASURED[game])}.values())


def strength_matches() -> Iterator[Match]:
    """More time against the least, in the games of rivals, for two players."""
    for seconds, games in MORE_SECONDS.items():
        for game in MEASURED:
            bots = f"{EXPERT}:{SECONDS}={seconds:g}", f"{EXPERT}:{SECONDS}={LEAST_SECONDS:g}"
            yield Match("strength", game, {"players": 2}, bots, games)


def tuning_matches() -> Iterator[Match]:
    """The search with one setting changed against the search as it is."""
    usual = f"{EXPERT}:{ROUNDS}={TUNING_ROUNDS}"
    for players, settings in ((2, TRIED), (3, TRIED_BY_THREE)):
        for setting in settings:
            for game in MEASURED:
                name, _, value = setting.partition("=")
                if matters(game, players, name) and bot(lantern.game(game), usual).settings[name] != float(value):
                    tried = f"{EXPERT}:{setting}" if name == ROUNDS else f"{usual}:{setting}"
                    yield Match("tuning", game, {"players": players}, (tried, usual), TUNING_GAMES)


def matters(game: str, players: int, setting: str) -> bool:
    """Whether a setting makes a difference: a policy net has no horizon."""
    policy_net = has_policy_net(game, {"players": players})
    return {"policy_net": policy_net, "horizon": not policy_net}.get(setting, True)


def policy_net_matches() -> Iterator[Match]:
    """The search with its policy net against that without: at all tables for as many rounds, at some for as long."""
    for game, measured in MEASURED.items():
        learned = [table for table in measured if has_policy_net(game, table)]
        for table in learned:
            yield Match("policy_net", game, table, with_and_without(f"{ROUNDS}={TUNING_ROUNDS}"), TUNING_GAMES)
        for table in usual_tables(game):
            if table in learned:
                yield Match("policy_net", game, table, with_and_without(f"{SECONDS}={LEAST_SECONDS:g}"), TIMED_GAMES)


def with_and_without(thought: str) -> tuple[str, str]:
    """Two experts that think as much, the second without its policy net."""
    return f"{EXPERT}:{thought}", f"{EXPERT}:{thought}:policy_net=0"


def has_policy_net(game: str, table: Json) -> bool:
    """Whether a game has learned a policy net for a table."""
    policy_net, known = guides()[game].GUIDE.policy_net, lantern.game(game)
    return policy_net is not None and policy_net.serving(known.records(known.options(**table), 1)[0]) is not None


def hanabi_matches() -> Iterator[Match]:
    """Every bot with its like in all variants: the quick ones first, then the expert, at some tables before others."""
    for table in HANABI_TABLES:
        yield Match("hanabi", OPEN_HANABI.name, table, (CHEATING.name,), DEALS)
    for name in QUICK:
        for table in HANABI_TABLES:
            yield Match("hanabi", "hanabi", table, (name,), DEALS)
    for table in [*FIRST_TABLES, *(table for table in HANABI_TABLES if table not in FIRST_TABLES)]:
        yield Match("hanabi", "hanabi", table, (EXPERT,), DEALS)


def thought_matches() -> Iterator[Match]:
    """Hanabi's expert for two, which thinks from the first turn on, by how much it does."""
    for rounds, deals in THOUGHT_DEALS.items():
        yield Match("thought", "hanabi", {"players": 2}, (f"{EXPERT}:{ROUNDS}={rounds}",), deals)


def mixed_matches() -> Iterator[Match]:
    """One of Hanabi's bots with partners of another kind, in the original game; it sits on every seat of a deal."""
    for pair in MIXED:
        for table in tables_for(OPEN_HANABI.sheet.seats):
            yield Match("mixed", "hanabi", table, pair, MIXED_DEALS * table["players"], mixed=True)


GROUPS = {
    "ladder": ladder_matches,
    "strength": strength_matches,
    "tuning": tuning_matches,
    "policy_net": policy_net_matches,
    "hanabi": hanabi_matches,
    "thought": thought_matches,
    "mixed": mixed_matches,
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
    game, kept = game_called(match.game), results.of(match)
    planned = plan_again(game, kept, match.games) if kept else planned_with_pace(match, results)
    tables, ladder = planned.tables(others=list(bots(game).values()))
    ladder = ladder.resumed(kept) if kept else ladder
    before = ladder.deals
    compete(
        ladder, tables, match.games, planned.seed, workers,
        enough=lambda: deadline is not None and ladder.deals > before and time.monotonic() > deadline,
    )  # fmt: skip
    played = result(planned, ladder, workers) | _command(match)
    results.keep(match.file, match.key, played)
    return played


def _command(match: Match) -> Json:
    """The command that plays a match `lantern arena` can't play; it saves no games."""
    if match.game != OPEN_HANABI.name:
        return {}
    return {"command": f"python -m benchmarks.matches {match.group} {match.game}", "one_game": None}


def planned_with_pace(match: Match, results: Results) -> Plan:
    """A match as it is played on this machine: a table's bots have one pace in all matches."""
    game = game_called(match.game)
    options = game.options(**match.table)
    pace = partial(_pace, match, options, results)
    names = tuple(in_rounds(bot(game, name), pace) for name in match.bots)
    return Plan(game, options, names, match.bots, match.games, SEED, match.mixed)


def _pace(match: Match, options: Json, results: Results, asked: Bot) -> float:
    """How many rounds a second a bot thinks at a match's table, found out once and kept."""
    place = f"{match.game}, {name_of(match.table)}, {without_seconds(asked.name)}"
    kept = results.read("pace.json").get(place)
    if kept is None:
        pace = rounds_a_second(game_called(match.game), options, asked, SEED)
        kept = {"rounds_a_second": pace, "machine": machine()}
        results.keep("pace.json", place, kept)
    return float(kept["rounds_a_second"])


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
    game, began = game_called(name), time.monotonic()
    known = bots(game)
    first = tuple(known)[:1]
    tables, _ = Plan(game, game.options(), first, first, 1, SEED).tables(list(known.values()))
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
    parser.add_argument("games", metavar="GAME", nargs="*", choices=[*GAMES, []], help="only these [all]")
    parser.add_argument("--workers", type=int, default=cores(), help="threads that play [one for every core]")
    parser.add_argument("--minutes", type=float, help="play no longer than about this")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where results are kept")
    arguments = parser.parse_args()
    results = Results(arguments.results)
    if arguments.what == "list":
        show(results)
    elif arguments.what == "compile":
        compile_all(arguments.games or GAMES)
    else:
        matches = chosen(arguments.what, arguments.games)
        play_group(matches, results, arguments.workers, arguments.minutes)


if __name__ == "__main__":
    main()
