"""`lantern puzzles`: moments of matches in which there is something to find."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Any

import lantern
from lantern.cli import arguments
from lantern.cli.arguments import Parser, said
from lantern.cli.output import progress_bar
from lantern.kernel.errors import BadInput
from lantern.kernel.files import check_new, told_of
from lantern.kernel.game import Game
from lantern.kernel.seeds import checked_seed
from lantern.languages import Tongue, of_environment, text
from lantern.learning.making.levels import NOBODY, names_of_bots
from lantern.learning.making.walk import Rated, Wish, check_again, make, rate_again, themes_of
from lantern.learning.puzzles import (
    LEVELS,
    Puzzle,
    check_playable,
    has_puzzles,
    of_the_day,
    puzzles,
    read_puzzles,
    write_puzzles,
)
from lantern.learning.worded import theme_told
from lantern.terminal import console
from lantern.terminal.solving import Solver

EACH = 100
"""How many puzzles of each theme are made."""
EFFORT = 4
"""How many times the usual work a check is."""


def add_puzzles(commands: Any) -> None:
    """`lantern puzzles` with its commands."""
    words = said("puzzles")
    shown = arguments.examples(f"puzzles play {lantern.names()[0]}", f"puzzles play {lantern.names()[-1]} --daily")
    parser = commands.add_parser("puzzles", help=words, description=words, epilog=shown)
    below = parser.add_subparsers(title=said("commands"), metavar="COMMAND", required=True, parser_class=Parser)
    _add_play(below)
    _add_make(below)
    _add_check(below)
    _add_rate(below)


def _add_play(commands: Any) -> None:
    """`lantern puzzles play` with its arguments, for every game."""
    words, say = said("puzzles_play"), Tongue(of_environment())
    shown = arguments.examples(f"puzzles play {lantern.names()[0]}", f"puzzles play {lantern.names()[-1]} --daily")
    parser = commands.add_parser("play", help=words, description=words, epilog=shown)
    below = parser.add_subparsers(title=said("games_there_are"), metavar="GAME", required=True, parser_class=Parser)
    for name in lantern.names():
        game = lantern.game(name)
        title = say.title(name, game.sheet.title)
        of_game = below.add_parser(name, help=say.known(f"{name}.pitch", game.sheet.summary))
        of_game.description = f"{title}: {words}"
        of_game.epilog = arguments.examples(f"puzzles play {name}", f"puzzles play {name} --level 2")
        of_game.add_argument("--theme", metavar="NAME", help=said("puzzle_theme"))
        of_game.add_argument("--level", type=int, choices=LEVELS, metavar="N", help=said("puzzle_level"))
        of_game.add_argument("--daily", action="store_true", help=said("puzzle_daily"))
        of_game.add_argument("--file", type=Path, metavar="FILE", help=said("puzzle_file"))
        arguments.add_language(of_game)
        of_game.set_defaults(run=play, game=game)


def _add_make(commands: Any) -> None:
    """`lantern puzzles make` with its arguments."""
    words, name = said("puzzles_make"), lantern.names()[0]
    shown = arguments.examples(f"puzzles make {name} --out mine.jsonl.gz", f"puzzles make {name} --each 50 --minutes 5")
    parser = commands.add_parser("make", help=words, description=words, epilog=shown)
    _add_game(parser)
    parser.add_argument("--each", type=int, default=EACH, metavar="N", help=said("puzzles_each", usual=EACH))
    parser.add_argument("--minutes", type=float, metavar="M", help=said("puzzles_minutes"))
    parser.add_argument("--theme", action="append", metavar="NAME", help=said("puzzles_theme"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=said("puzzles_out", usual="puzzles-GAME.jsonl.gz"))
    _add_work(parser)
    parser.set_defaults(run=make_them)


def _add_check(commands: Any) -> None:
    """`lantern puzzles check` with its arguments."""
    words, name = said("puzzles_check"), lantern.names()[0]
    shown = arguments.examples(f"puzzles check {name} --count 1000", f"puzzles check {name} --file mine.jsonl.gz")
    parser = commands.add_parser("check", help=words, description=words, epilog=shown)
    _add_game(parser)
    parser.add_argument("--file", type=Path, metavar="FILE", help=said("puzzle_file"))
    parser.add_argument("--count", type=int, metavar="N", help=said("puzzles_count"))
    parser.add_argument("--theme", metavar="NAME", help=said("puzzle_theme"))
    parser.add_argument("--effort", type=int, default=EFFORT, metavar="N", help=said("puzzles_effort", usual=EFFORT))
    parser.add_argument("--keep", type=Path, metavar="FILE", help=said("puzzles_keep"))
    _add_work(parser)
    parser.set_defaults(run=check_them)


def _add_rate(commands: Any) -> None:
    """`lantern puzzles rate` with its arguments."""
    words, name = said("puzzles_rate"), lantern.names()[0]
    shown = arguments.examples(f"puzzles rate {name}", f"puzzles rate {name} --file mine.jsonl.gz --out rated.jsonl.gz")
    parser = commands.add_parser("rate", help=words, description=words, epilog=shown)
    _add_game(parser)
    parser.add_argument("--file", type=Path, metavar="FILE", help=said("puzzle_file"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=said("puzzles_rated"))
    _add_workers(parser)
    parser.set_defaults(run=rate_them)


def _add_game(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", choices=lantern.names(), help=said("which_game"))


def _add_work(parser: Parser) -> None:
    """With what seed, on how many cores, and in which language it is told."""
    arguments.add_seed(parser)
    _add_workers(parser)


def _add_workers(parser: Parser) -> None:
    parser.add_argument("--workers", type=int, metavar="W", help=said("puzzles_workers"))
    arguments.add_language(parser)


def play(chosen: argparse.Namespace) -> int:
    """`lantern puzzles play`."""
    return Solver(console(), chosen.language).solve(_wanted(chosen))


def _wanted(chosen: argparse.Namespace) -> Iterable[Puzzle]:
    """The puzzles that somebody wants, in an order by chance."""
    game: Game = chosen.game
    if chosen.daily:
        if chosen.theme or chosen.level or chosen.file:
            raise BadInput("bad.puzzles.daily", flags=["--theme", "--level", "--file"])
        found = of_the_day(game.name, date.today()) if has_puzzles(game.name) else None
        if found is None:
            raise BadInput("bad.puzzles.none", game=game.sheet.called)
        return [found]
    known = _known(game, chosen.file)
    wanted = [
        puzzle for puzzle in known if chosen.theme in (None, puzzle.theme) and chosen.level in (None, puzzle.level)
    ]
    if not wanted:
        themes = sorted({puzzle.theme for puzzle in known})
        raise BadInput("bad.puzzles.none_such", game=game.sheet.called, themes=themes)
    some = random.sample(wanted, len(wanted))
    return _playable(some, chosen.file) if chosen.file else some


def _known(game: Game, file: Path | None) -> Sequence[Puzzle]:
    """The puzzles of a file, or else those of the package; there are some."""
    known = read_puzzles(file, game.name) if file else puzzles(game.name)
    if not known:
        raise BadInput("bad.puzzles.none", game=game.sheet.called)
    return known


def _playable(puzzles: Iterable[Puzzle], file: Path) -> Iterator[Puzzle]:
    """The puzzles of somebody's file, each looked at before it is asked."""
    for puzzle in puzzles:
        with _told_with(file):
            check_playable(puzzle)
        yield puzzle


@contextmanager
def _told_with(file: Path | None) -> Iterator[None]:
    """What is wrong with puzzles is told with the name of their file, if they are from one."""
    try:
        yield
    except BadInput as fault:
        if file is None:
            raise
        raise BadInput("bad.within", what=file, fault=fault) from fault


def make_them(chosen: argparse.Namespace) -> int:
    """`lantern puzzles make`: what was found until one stops it is kept."""
    game = lantern.game(chosen.game)
    each, workers = arguments.at_least_one("--each", chosen.each), arguments.workers_of(chosen)
    seconds = None if chosen.minutes is None else 60 * chosen.minutes
    wish = Wish(each, seconds, workers, checked_seed(chosen.seed), chosen.theme)
    out = chosen.out or Path(f"puzzles-{game.name}.jsonl.gz")
    check_new(out)
    found: list[Puzzle] = []
    with (
        suppress(KeyboardInterrupt),
        progress_bar(each * len(themes_of(game, chosen.theme)), chosen.language, "command.puzzles") as advance,
    ):
        for puzzle in make(game, wish):
            found.append(puzzle)
            advance(1)
    if not found:
        raise BadInput("bad.puzzles.not_found")
    with told_of(out):
        write_puzzles(out, game, found)
    _tell_counts(Counter(puzzle.theme for puzzle in found), chosen)
    console().print(text(chosen.language, "puzzles.written", count=len(found), file=str(out)), soft_wrap=True)
    return 0


def check_them(chosen: argparse.Namespace) -> int:
    """`lantern puzzles check`: 1 if there are some that don't stand up to it."""
    game = lantern.game(chosen.game)
    wanted = [puzzle for puzzle in _known(game, chosen.file) if chosen.theme in (None, puzzle.theme)]
    if not wanted:
        raise BadInput("bad.puzzles.none", game=game.sheet.called)
    check_new(chosen.keep)
    count = min(len(wanted), arguments.at_least_one("--count", chosen.count or len(wanted)))
    some = random.Random(checked_seed(chosen.seed)).sample(wanted, count)
    effort, workers = arguments.at_least_one("--effort", chosen.effort), arguments.workers_of(chosen)
    good: list[Puzzle] = []
    failed: list[Puzzle] = []
    with progress_bar(count, chosen.language, "command.puzzles") as advance, _told_with(chosen.file):
        for puzzle, stands in check_again(some, chosen.seed, effort, workers):
            (good if stands else failed).append(puzzle)
            advance(1)
    _tell_counts(Counter(puzzle.theme for puzzle in some), chosen)
    for puzzle in failed:
        console().print(f"  {puzzle.name}  {theme_told(game.name, puzzle.theme, chosen.language)}")
    told = text(chosen.language, "puzzles.checked", count=count, failed=len(failed))
    console().print(told, soft_wrap=True)
    if chosen.keep:
        with told_of(chosen.keep):
            write_puzzles(chosen.keep, game, good)
    return 1 if failed else 0


def rate_them(chosen: argparse.Namespace) -> int:
    """`lantern puzzles rate`: the same puzzles, each with the level that bots give it now."""
    game = lantern.game(chosen.game)
    known, workers = _known(game, chosen.file), arguments.workers_of(chosen)
    check_new(chosen.out)
    found: list[Rated] = []
    with progress_bar(len(known), chosen.language, "command.puzzles") as advance, _told_with(chosen.file):
        for rated in rate_again(known, workers):
            found.append(rated)
            advance(1)
    _tell_levels(known, found, chosen)
    if chosen.out:
        with told_of(chosen.out):
            write_puzzles(chosen.out, game, [rated.puzzle for rated in found])
    return 0


def _tell_levels(known: Sequence[Puzzle], found: Sequence[Rated], chosen: argparse.Namespace) -> None:
    """How many puzzles of each theme have which level, before and now, and how many which bot finds first."""
    bots = [*names_of_bots(lantern.game(chosen.game)), text(chosen.language, "puzzles.nobody")]
    for theme in sorted({puzzle.theme for puzzle in known}):
        before = Counter(puzzle.level for puzzle in known if puzzle.theme == theme)
        of_theme = [rated for rated in found if rated.puzzle.theme == theme]
        now = Counter(rated.puzzle.level for rated in of_theme)
        first = Counter(rated.first for rated in of_theme)
        console().print(theme_told(chosen.game, theme, chosen.language))
        _tell_row("puzzles.levels_before", [before[level] for level in LEVELS], chosen)
        _tell_row("puzzles.levels_now", [now[level] for level in LEVELS], chosen)
        if None not in first:
            numbers = [*range(LEVELS.start, LEVELS.start + len(bots) - 1), NOBODY]
            told = [f"{name} {first[number]}" for name, number in zip(bots, numbers, strict=True)]
            _tell_row("puzzles.found_first", told, chosen)


def _tell_row(key: str, told: Sequence[object], chosen: argparse.Namespace) -> None:
    row = text(chosen.language, key, told=", ".join(map(str, told)))
    console().print(f"  {row}", soft_wrap=True)


def _tell_counts(counts: Counter[str], chosen: argparse.Namespace) -> None:
    for theme, count in sorted(counts.items()):
        console().print(f"{count:6}  {theme_told(chosen.game, theme, chosen.language)}")
