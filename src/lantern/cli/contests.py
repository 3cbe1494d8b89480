"""`lantern simulate` and `arena`: many games by bots, on threads, processes or a cluster."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path

from lantern.cli import arguments
from lantern.cli.arguments import Parser, said
from lantern.cli.output import progress_bar, write_json
from lantern.kernel.errors import BadInput, quoted
from lantern.kernel.files import check_new
from lantern.kernel.game import Game
from lantern.kernel.options import shown
from lantern.languages import Tongue
from lantern.players.arena.dataset import GamesFile, Origin
from lantern.players.arena.deals import Played, Tables, check_games, simulate
from lantern.players.arena.ladder import compete
from lantern.players.arena.plan import Plan, plan, result, thinks_by_the_clock
from lantern.terminal import console
from lantern.terminal.figures import report, standings
from lantern.terminal.saved import save

DEFAULT_GAMES = 10_000
DEFAULT_CONTEST = 400


def fill_simulate(parser: Parser, game: Game) -> None:
    """The arguments of `lantern simulate`."""
    name, usual = game.name, arguments.usual_bot(game)
    parser.epilog = arguments.examples(
        f"simulate {name}",
        f"simulate {name} --players 2 --bots {usual},random",
        f"simulate {name} --games 100000 --out games.parquet",
    )
    arguments.add_players(parser, game)
    parser.add_argument(
        "--games", type=int, default=DEFAULT_GAMES, metavar="M", help=said("games_to_play", usual=DEFAULT_GAMES)
    )
    arguments.add_seed_and_bots(parser, game, usual)
    _add_games_file(parser, "--out")
    _add_workers_and_json(parser)
    arguments.add_language(parser)
    parser.set_defaults(run=run_simulation)


def run_simulation(chosen: argparse.Namespace) -> int:
    """`lantern simulate`."""
    game: Game = chosen.game
    say = Tongue(chosen.language)
    options = game.options(chosen.players or arguments.usual_players(game), **arguments.chosen_options(chosen))
    lineup = arguments.lineup_of(chosen, options["players"])
    check_games(chosen.games, chosen.seed)
    origin = Origin(game, options, chosen.seed, [lineup])
    with (
        _crew(chosen) as (executor, workers),
        _games_file(chosen.games_file, origin, say) as keep,
        progress_bar(chosen.games, chosen.language) as advance,
    ):
        tally = simulate(game, options, lineup, chosen.games, chosen.seed, advance, workers, executor, keep)
    if chosen.json:
        facts = {"game": game.name, "options": shown(options), "bots": lineup, "seed": chosen.seed}
        print(json.dumps(facts | tally.as_json(), indent=2))
        return 0
    title = say.title(game.name, game.sheet.title)
    console().print(say("report.summary", title=title, bots=", ".join(lineup), seed=str(chosen.seed)))
    console().print(report(tally, game.name, say))
    return 0


def fill_arena(parser: Parser, game: Game) -> None:
    """The arguments of `lantern arena`."""
    name, usual = game.name, arguments.usual_bot(game)
    rivals = usual if game.sheet.team else f"{usual},random"
    parser.epilog = arguments.examples(
        f"arena {name} --bots {usual},random",
        f"arena {name} --bots {rivals} --games 1000 --out result.json --games-out games.parquet",
        f"arena {name} --bots {rivals} --save-game 7 seventh.json",
    )
    arguments.add_players(parser, game)
    parser.add_argument(
        "--bots", default=rivals, metavar="NAME,…",
        help=said("teams" if game.sheet.team else "rivals", bots=arguments.bot_words(game), usual=rivals),
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=DEFAULT_CONTEST, metavar="M",
        help=said("games_in_all", usual=DEFAULT_CONTEST),
    )  # fmt: skip
    arguments.add_seed(parser)
    if game.sheet.team:
        parser.add_argument("--mixed", action="store_true", help=said("mixed"))
    parser.add_argument("--minutes", type=float, metavar="M", help=said("minutes"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=said("result"))
    _add_games_file(parser, "--games-out")
    parser.add_argument("--save-game", nargs=2, metavar=("NUMBER", "FILE"), help=said("save_game"))
    _add_workers_and_json(parser)
    arguments.add_language(parser)
    parser.set_defaults(run=run_arena, mixed=False)


def run_arena(chosen: argparse.Namespace) -> int:
    """`lantern arena`."""
    game: Game = chosen.game
    say = Tongue(chosen.language)
    options = game.options(chosen.players or arguments.usual_players(game), **arguments.chosen_options(chosen))
    names = arguments.names_in(chosen.bots)
    check_new(chosen.out)
    if chosen.save_game and any(thinks_by_the_clock(name) for name in names):
        raise BadInput("bad.seconds_again")
    planned = plan(game, options, names, chosen.games, chosen.seed, chosen.mixed)
    tables, ladder = planned.tables()
    if chosen.save_game:
        return _save_game(tables, planned, say, *chosen.save_game)
    deadline = None if chosen.minutes is None else time.monotonic() + 60 * chosen.minutes
    origin = Origin(game, options, chosen.seed, tables.names())
    with (
        _crew(chosen) as (executor, workers),
        _games_file(chosen.games_file, origin, say) as keep,
        progress_bar(chosen.games, chosen.language) as advance,
    ):
        compete(
            ladder, tables, chosen.games, chosen.seed, workers, advance,
            lambda: deadline is not None and ladder.deals > 0 and time.monotonic() > deadline,
            executor, keep,
        )  # fmt: skip
    outcome = result(planned, ladder, workers)
    if chosen.out:
        write_json(chosen.out, outcome)
    if chosen.json:
        print(json.dumps(outcome, indent=2))
    else:
        title, players = say.title(game.name, game.sheet.title), options["players"]
        console().print(say("terminal.replay", title=title, players=players, seed=str(chosen.seed)))
        console().print(standings(ladder, planned, say))
    return 0


def _save_game(tables: Tables, planned: Plan, say: Tongue, number: str, file: str) -> int:
    """Play one game of a contest, counted from 1, and save it."""
    if not number.isdecimal() or int(number) < 1:
        raise BadInput("bad.save_game", number=quoted(number))
    match, seats = tables.play_match(int(number) - 1, planned.seed)
    save(Path(file), match, seats)
    console().print(say("command.game_saved", number=number, bots=", ".join(seats), file=file), soft_wrap=True)
    return 0


def _add_games_file(parser: Parser, flag: str) -> None:
    parser.add_argument(flag, dest="games_file", type=Path, metavar="FILE", help=said("games_file"))


@contextmanager
def _games_file(path: Path | None, origin: Origin, say: Tongue) -> Iterator[Callable[[Played], None] | None]:
    """A way to keep games in a file, if they are to be kept."""
    if path is None:
        yield None
        return
    with GamesFile(path, origin) as file:
        yield file.add
    print(say("command.games_written", file=str(path)), file=sys.stderr)


def _add_workers_and_json(parser: Parser) -> None:
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--workers", type=int, metavar="W", help=said("workers"))
    who.add_argument("--processes", type=int, metavar="N", help=said("processes"))
    who.add_argument("--cluster", metavar="ADDRESS", help=said("cluster"))
    parser.add_argument("--json", action="store_true", help=said("json"))


@contextmanager
def _crew(chosen: argparse.Namespace) -> Iterator[tuple[Executor | None, int]]:
    """Who plays, None for threads of this process, and how many games at once."""
    if chosen.cluster is not None:
        from lantern.players.arena.tournament import cluster

        with cluster(chosen.cluster, chosen.game) as crew:
            yield crew
    elif chosen.processes is not None:
        from lantern.players.arena.tournament import Processes

        with Processes(arguments.at_least_one("--processes", chosen.processes)) as processes:
            yield processes, chosen.processes
    else:
        yield None, arguments.workers_of(chosen)
