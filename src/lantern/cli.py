"""The command line: `games`, `play`, `replay`, `simulate`, `arena`, `study`, `serve`, `verify` and `transcript`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from io import TextIOWrapper
from itertools import chain, count
from pathlib import Path
from typing import Any, NoReturn

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import lantern
from lantern.kernel.batch import cores
from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput, LanternError
from lantern.kernel.files import write_whole
from lantern.kernel.game import Game
from lantern.kernel.options import shown
from lantern.players import LEVELS, Bot, bot, bots
from lantern.players.arena import Played, Tables, simulate
from lantern.players.dataset import GamesFile, Origin, is_games_file, read_game
from lantern.players.ladder import compete
from lantern.players.plan import Plan, plan, result, thinks_by_the_clock
from lantern.players.player import Player
from lantern.players.study import PLAYERS, Asked, choices_of, study
from lantern.report.page import page
from lantern.terminal import console
from lantern.terminal.figures import fact_sheet, flag_name, named_choices, option_words, report, standings
from lantern.terminal.replay import Replay
from lantern.terminal.saved import Saved, load, new_file, save
from lantern.terminal.study import summary
from lantern.terminal.table import YOU, Table

BAD_INPUT, INTERRUPTED, CLOSED = 2, 130, 141
DEFAULT_GAMES = 10_000
DEFAULT_CONTEST = 400
DEFAULT_STUDY = 1000
USUAL_LEVEL = "club"
"""The bot that people meet if they name none."""
DEFAULT_SEED = 1
PREFIX = "option."
"""What the names of a game's own options begin with among the parsed arguments."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    _never_fail_on_a_letter()
    try:
        chosen = build_parser().parse_args(arguments)
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except LanternError as error:
        console(sys.stderr).print(f"lantern: {error}", style="red", soft_wrap=True)
        return BAD_INPUT
    except KeyboardInterrupt:
        console(sys.stderr).print("lantern: stopped")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    return status


def _never_fail_on_a_letter() -> None:
    """Let a terminal that can't show or send a letter show or send a question mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        usual: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
        super().__init__(*arguments, **usual | settings)

    def error(self, message: str) -> NoReturn:
        """Leave it to `main` to tell."""
        raise BadInput(f"{message} (see {self.prog} --help)")


def build_parser() -> Parser:
    """All commands, with a parser for every game below those that are about one."""
    parser = Parser(prog="lantern", description=lantern.__doc__, epilog=_examples("play hanabi", "games", "play -h"))
    parser.add_argument("--version", action="version", version=f"lantern {lantern.__version__}")
    parser.set_defaults(run=lambda chosen: _print_help(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    _add_games(commands)
    _add_game_command(commands, "play", "play a game against bots or with friends at this terminal", _fill_play)
    _add_replay(commands)
    _add_game_command(commands, "simulate", "let bots play many games and count the results", _fill_simulate)
    _add_game_command(commands, "arena", "let bots play the same deals from every seat and compare them", _fill_arena)
    _add_game_command(commands, "study", "let bots play, and report who wins, by what, and what is used", _fill_study)
    _add_serve(commands)
    _add_verify(commands)
    _add_game_command(commands, "transcript", "print a whole game by bots, move by move", _fill_transcript)
    return parser


def _examples(*commands: str) -> str:
    return "examples:\n" + "\n".join(f"  lantern {command}" for command in commands)


def _print_help(parser: Parser) -> int:
    parser.print_help()
    return 0


def _add_games(commands: Any) -> None:
    words = "list the games with their options and bots"
    parser = commands.add_parser("games", help=words, description=words, epilog=_examples("games", "games --json"))
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=show_games)


def _add_replay(commands: Any) -> None:
    words = "step through a saved match, or a game of many; without a terminal, print all of it"
    examples = _examples(
        "replay evening.json",
        "replay evening.json --seat 2",
        "replay games.parquet --number 7",
    )
    parser = commands.add_parser("replay", help=words, description=words, epilog=examples)
    parser.add_argument("file", metavar="FILE", type=Path, help="a saved match, or games that simulate or arena wrote")
    parser.add_argument("--number", type=int, metavar="N", help="which of the games in a file of many, from 1")
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=int, metavar="K", help="see only what this seat saw")
    eyes.add_argument("--all", action="store_true", help="see everything (as is usual for a finished match)")
    parser.set_defaults(run=replay)


def _add_serve(commands: Any) -> None:
    words = "open the table for browsers, here or for everybody who reaches this machine"
    examples = _examples(
        "serve", "serve --demo", "serve --host 0.0.0.0 --database postgresql://me@db/lantern --workers 4"
    )
    parser = commands.add_parser("serve", help=words, description=words, epilog=examples)
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (usually 127.0.0.1: this machine)"
    )
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on (usually 8000)")
    _add_database(parser)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that serve; needs PostgreSQL")
    parser.add_argument("--thinkers", type=int, default=1, metavar="N", help="processes in which bots think, for each")
    parser.add_argument("--thinking", type=float, default=15.0, metavar="SECONDS", help="how long a bot may think")
    parser.add_argument("--origin", action="append", default=[], metavar="URL", help="another address of this server")
    parser.add_argument("--no-limits", action="store_true", help="slow nobody down who asks too often (for load tests)")
    parser.add_argument("--open", action="store_true", help="show the table in the browser of this machine")
    parser.add_argument("--demo", action="store_true", help="open a table against bots at once")
    parser.add_argument("--verbose", action="store_true", help="log every request")
    parser.set_defaults(run=run_server)


def _add_verify(commands: Any) -> None:
    words = "replay every match in a database and see that each comes to the state it had"
    parser = commands.add_parser("verify", help=words, description=words, epilog=_examples("verify"))
    _add_database(parser)
    parser.set_defaults(run=verify_matches)


def _add_database(parser: Parser) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST:PORT/NAME (usually SQLite in your data folder)",
    )


def _add_game_command(commands: Any, name: str, words: str, fill: Callable[[Parser, Game], None]) -> None:
    """A command about one game: below it a parser for every game, with that game's options."""
    games = [lantern.game(game) for game in lantern.names()]
    examples = _examples(*(f"{name} {game.name}" for game in games[:2]), f"{name} {games[0].name} --help")
    parser = commands.add_parser(name, help=words, description=words, epilog=examples)
    below = parser.add_subparsers(title="games", metavar="GAME", required=True, parser_class=Parser)
    for game in games:
        of_game = below.add_parser(game.name, help=game.sheet.summary, description=f"{game.sheet.title}: {words}")
        of_game.usage = "%(prog)s [options]"
        of_game.set_defaults(game=game)
        fill(of_game, game)
        _add_options(of_game, game)


def _add_options(parser: Parser, game: Game) -> None:
    """One flag for every option of a game."""
    group = parser.add_argument_group(f"options of {game.sheet.title}")
    for option in game.sheet.options:
        settings: Json = {"dest": PREFIX + option.name, "default": argparse.SUPPRESS}
        settings["help"] = option_words(option).replace("%", "%%")
        if option.is_flag:
            group.add_argument(flag_name(option), action=argparse.BooleanOptionalAction, **settings)
        elif option.own:
            group.add_argument(flag_name(option), metavar="NAME|FILE", **settings)
        else:
            group.add_argument(flag_name(option), choices=list(named_choices(option)), **settings)


def _add_players(parser: Parser, game: Game) -> None:
    seats = game.sheet.seats
    parser.add_argument(
        "--players", type=int, choices=list(seats), metavar="N",
        help=f"{seats.start} to {seats.stop - 1} [{_usual_players(game)}]",
    )  # fmt: skip


def _fill_play(parser: Parser, game: Game) -> None:
    name, usual = game.name, _usual_bot(game)
    parser.epilog = _examples(
        f"play {name}", f"play {name} --players 2 --hot-seat", f'play {name} --seats "you,{usual},random"'
    )
    _add_players(parser, game)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seat", type=int, metavar="K", help="your seat [1]")
    who.add_argument("--seats", metavar="NAMES", help=f'who sits where, for example "{YOU},{usual},{YOU}"')
    who.add_argument("--hot-seat", action="store_true", help="people on all seats, taking turns at this terminal")
    parser.add_argument("--bots", metavar="NAME", help=f"the bot on the other seats: {_bot_words(game)} [{usual}]")
    parser.add_argument("--seed", type=int, metavar="S", help="deal this game [a new one]")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the match in this file [one of its own]")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved match")
    parser.set_defaults(run=play)


def _fill_simulate(parser: Parser, game: Game) -> None:
    name, usual = game.name, _usual_bot(game)
    parser.epilog = _examples(
        f"simulate {name}",
        f"simulate {name} --players 2 --bots {usual},random",
        f"simulate {name} --games 100000 --out games.parquet",
    )
    _add_players(parser, game)
    parser.add_argument(
        "--games", type=int, default=DEFAULT_GAMES, metavar="M", help=f"how many games [{DEFAULT_GAMES:,}]"
    )
    _add_seed_and_bots(parser, game, usual)
    _add_games_file(parser, "--out")
    _add_workers_and_json(parser)
    parser.set_defaults(run=run_simulation)


def _fill_arena(parser: Parser, game: Game) -> None:
    name, usual = game.name, _usual_bot(game)
    rivals = usual if game.sheet.team else f"{usual},random"
    parser.epilog = _examples(
        f"arena {name} --bots {usual},random",
        f"arena {name} --bots {rivals} --games 1000 --out result.json --games-out games.parquet",
        f"arena {name} --bots {rivals} --save-game 7 seventh.json",
    )
    _add_players(parser, game)
    parser.add_argument(
        "--bots", default=rivals, metavar="NAME,…",
        help=f"{_sides_words(game)}: {_bot_words(game)} [{rivals}]",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=DEFAULT_CONTEST, metavar="M",
        help=f"how many games, counted over all seatings [{DEFAULT_CONTEST}]",
    )  # fmt: skip
    _add_seed(parser)
    if game.sheet.team:
        parser.add_argument("--mixed", action="store_true", help="all of them at one table, from every seat")
    parser.add_argument("--minutes", type=float, metavar="M", help="play no longer than about this")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the result, with all it depends on, to a file")
    _add_games_file(parser, "--games-out")
    parser.add_argument(
        "--save-game", nargs=2, metavar=("NUMBER", "FILE"), help="play only this game, and save it for lantern replay"
    )
    _add_workers_and_json(parser)
    parser.set_defaults(run=run_arena, mixed=False)


def _fill_study(parser: Parser, game: Game) -> None:
    name, usual = game.name, _usual_bot(game)
    parser.epilog = _examples(
        f"study {name}",
        f"study {name} --games 5000 --out {name}.html --json {name}.json",
        f"study {name} --compare {PLAYERS}",
    )
    _add_players(parser, game)
    parser.add_argument(
        "--bots", default=usual, metavar="NAME,…",
        help=f"who plays; the last one takes all seats that are left: {_bot_words(game)} [{usual}]",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=DEFAULT_STUDY, metavar="M", help=f"how many games [{DEFAULT_STUDY:,}]"
    )
    _add_seed(parser)
    parser.add_argument(
        "--compare", metavar="OPTION", help=f"play every choice of an option, or of {PLAYERS}, on the same deals"
    )
    parser.add_argument("--workers", type=int, metavar="W", help="how many threads play [one for every core]")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help=f"the report, a page for a browser [study-{name}.html]"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file as JSON, too")
    parser.set_defaults(run=run_study)


def _sides_words(game: Game) -> str:
    if game.sheet.team:
        return "each plays the same deals with its like"
    return "who meets; the last one takes all seats that are left"


def _bot_words(game: Game) -> str:
    """The names of a game's bots, for a help."""
    thinking = next((known.name for known in bots(game).values() if known.thinking), None)
    return ", ".join(bots(game)) + (f", also {thinking}:seconds=3" if thinking else "")


def _add_games_file(parser: Parser, flag: str) -> None:
    words = "write every game, with its seed and all actions, to a file that ends in .parquet or .csv"
    parser.add_argument(flag, dest="games_file", type=Path, metavar="FILE", help=words)


def _add_workers_and_json(parser: Parser) -> None:
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--workers", type=int, metavar="W", help="how many threads play [one for every core]")
    who.add_argument("--processes", type=int, metavar="N", help="so many processes play, in place of threads")
    who.add_argument("--cluster", metavar="ADDRESS", help="the workers of a Dask cluster play; tcp://HOST:PORT")
    parser.add_argument("--json", action="store_true", help="as JSON")


def _fill_transcript(parser: Parser, game: Game) -> None:
    name = game.name
    parser.epilog = _examples(
        f"transcript {name}", f"transcript {name} --players 2 --seed 7", f"transcript {name} --bots {_usual_bot(game)}"
    )
    _add_players(parser, game)
    _add_seed_and_bots(parser, game, "random")
    parser.set_defaults(run=transcript)


def _add_seed_and_bots(parser: Parser, game: Game, usual: str) -> None:
    _add_seed(parser)
    words = f"one for all seats or one for each: {_bot_words(game)} [{usual}]"
    parser.add_argument("--bots", default=usual, metavar="NAME,…", help=words)


def _add_seed(parser: Parser) -> None:
    parser.add_argument(
        "--seed", type=int, default=DEFAULT_SEED, metavar="S", help=f"the same seed, the same games [{DEFAULT_SEED}]"
    )


def _usual_players(game: Game) -> int:
    """One more than the fewest, if so many may play."""
    return min(game.sheet.seats.start + 1, game.sheet.seats.stop - 1)


def _usual_bot(game: Game) -> str:
    return USUAL_LEVEL if USUAL_LEVEL in bots(game) else list(bots(game))[-1]


def _chosen_options(chosen: argparse.Namespace) -> Json:
    """The options of the game that were named, with their values."""
    game: Game = chosen.game
    known = {option.name: option for option in game.sheet.options}
    named = {name.removeprefix(PREFIX): value for name, value in vars(chosen).items() if name.startswith(PREFIX)}
    return {name: _value(known[name], value) for name, value in named.items()}


def _value(option: Option, given: bool | str) -> Any:
    """An option's value from what was written on the command line: what is no choice there is a file."""
    return given if option.is_flag else named_choices(option).get(str(given), Path(str(given)))


def show_games(chosen: argparse.Namespace) -> int:
    """`lantern games`."""
    games = [lantern.game(name) for name in lantern.names()]
    if chosen.json:
        print(json.dumps([_as_json(game) for game in games], indent=2))
        return 0
    for game in games:
        console().print(fact_sheet(game))
    return 0


def _as_json(game: Game) -> Json:
    """A game's fact sheet as plain data."""
    sheet = game.sheet
    return {
        "name": sheet.name,
        "title": sheet.title,
        "summary": sheet.summary,
        "rules_version": sheet.rules_version,
        "players": list(sheet.seats),
        "options": [
            {
                "name": option.name,
                "flag": flag_name(option),
                "summary": option.summary,
                "default": option.default,
                "choices": list(option.choices),
                "own": option.own,
            }
            for option in sheet.options
        ],
        "bots": [
            {"name": known.name, "summary": known.summary, "level": known.name in LEVELS, "settings": known.settings}
            for known in bots(game).values()
        ],
    }


def play(chosen: argparse.Namespace) -> int:
    """`lantern play`."""
    if chosen.save and chosen.save.exists():
        raise BadInput(f"{chosen.save} is there already: go on with it by --resume, or choose another name")
    if chosen.resume:
        return _resume(chosen)
    game: Game = chosen.game
    seats = _seating(chosen, _players_asked(chosen))
    match = game.match(len(seats), seed=chosen.seed, **_chosen_options(chosen))
    return Table(match, seats, chosen.save or new_file(game.name), console()).run()


def _resume(chosen: argparse.Namespace) -> int:
    """Go on with a saved match, with those who sat there unless others are named."""
    if chosen.seed is not None or chosen.players or _chosen_options(chosen):
        raise BadInput("a saved match brings its own players, seed and options: leave them out with --resume")
    saved = load(chosen.resume)
    game: Game = chosen.game
    if saved.match.game.name != game.name:
        raise BadInput(f"{chosen.resume}: this is a match of {saved.match.game.name}, not of {game.name}")
    reseated = chosen.seat or chosen.seats or chosen.hot_seat or chosen.bots or saved.seats is None
    seats = _seating(chosen, saved.match.options["players"]) if reseated else saved.seats or []
    _check_seats(game, seats)
    return Table(saved.match, seats, chosen.save or chosen.resume, console()).run()


def _players_asked(chosen: argparse.Namespace) -> int:
    """How many players, from --players or from the names in --seats."""
    named = len(_names(chosen.seats)) if chosen.seats else 0
    return chosen.players or named or _usual_players(chosen.game)


def _seating(chosen: argparse.Namespace, players: int) -> list[str]:
    """Who sits where: you on one seat and bots on the others, unless something else was asked for."""
    game: Game = chosen.game
    usual = chosen.bots or _usual_bot(game)
    if chosen.bots and (chosen.seats or chosen.hot_seat):
        raise BadInput("--bots is for the seats that --seat leaves: with --seats name the bots there")
    if chosen.seats:
        seats = _names(chosen.seats)
        if len(seats) != players:
            raise BadInput(f"--seats names {len(seats)} seats, but there are {players} players")
    elif chosen.hot_seat:
        seats = [YOU] * players
    else:
        yours = 1 if chosen.seat is None else chosen.seat
        if not 1 <= yours <= players:
            raise BadInput(f"--seat is {yours}, but the seats are 1 to {players}")
        seats = [YOU if place == yours else usual for place in range(1, players + 1)]
    _check_seats(game, seats)
    return seats


def _check_seats(game: Game, seats: list[str]) -> None:
    """At least one person, and on every other seat a bot that exists."""
    for name in seats:
        if name != YOU:
            bot(game, name)
    if YOU not in seats:
        raise BadInput(f"nobody plays {game.sheet.title}: name a seat {YOU!r}, or see lantern transcript {game.name}")


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def replay(chosen: argparse.Namespace) -> int:
    """`lantern replay`."""
    saved = _saved(chosen.file, chosen.number)
    match = saved.match
    seat = chosen.seat
    everything = chosen.all or (match.over and seat is None)
    if seat is None and not everything and saved.seats and YOU in saved.seats:
        seat = saved.seats.index(YOU) + 1
    match.view(seat)  # a seat that is not there is told before anything is shown
    shown = Replay(match, seat, everything, console())
    if sys.stdin.isatty() and sys.stdout.isatty():
        shown.leaf_through()
    else:
        shown.print_all()
    return 0


def _saved(path: Path, number: int | None) -> Saved:
    """The match in a file, or the game with a number in a file of many."""
    if not is_games_file(path):
        if number is not None:
            raise BadInput(f"{path} holds one match: --number is for files that end in .parquet or .csv")
        return load(path)
    if number is None:
        raise BadInput(f"{path} holds many games: choose one with --number, from 1")
    found = read_game(path, number)
    return Saved(found.match(), found.bots)


def _lineup(chosen: argparse.Namespace, players: int) -> list[str]:
    """A bot for every seat from one name or one for each."""
    names = _names(chosen.bots)
    lineup = names * players if len(names) == 1 else names
    if len(lineup) != players:
        raise BadInput(f"--bots names {len(names)} bots for {players} seats: name one, or one for every seat")
    return [bot(chosen.game, name).name for name in lineup]


def run_simulation(chosen: argparse.Namespace) -> int:
    """`lantern simulate`."""
    game: Game = chosen.game
    options = game.options(chosen.players or _usual_players(game), **_chosen_options(chosen))
    lineup = _lineup(chosen, options["players"])
    if chosen.games < 1:
        raise BadInput(f"--games is {chosen.games}; at least one must be played")
    origin = Origin(game, options, chosen.seed, [lineup])
    with (
        _crew(chosen) as (executor, workers),
        _games_file(chosen.games_file, origin) as keep,
        _bar(chosen.games) as advance,
    ):
        tally = simulate(game, options, lineup, chosen.games, chosen.seed, advance, workers, executor, keep)
    if chosen.json:
        facts = {"game": game.name, "options": shown(options), "bots": lineup, "seed": chosen.seed}
        print(json.dumps(facts | tally.as_json(), indent=2))
        return 0
    console().print(f"{game.sheet.title}: {', '.join(lineup)}, seed {chosen.seed}")
    console().print(report(tally))
    return 0


@contextmanager
def _bar(games: int) -> Iterator[Callable[[int], None]]:
    """A bar that shows on a terminal how many games are played."""
    errors = console(sys.stderr)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.advance(task, done)


@contextmanager
def _crew(chosen: argparse.Namespace) -> Iterator[tuple[Executor | None, int]]:
    """Who plays, None for threads of this process, and how many games at once."""
    if chosen.cluster is not None:
        from lantern.players.tournament import cluster

        with cluster(chosen.cluster, chosen.game) as crew:
            yield crew
    elif chosen.processes is not None:
        from lantern.players.tournament import Processes

        with Processes(_at_least_one("--processes", chosen.processes)) as processes:
            yield processes, chosen.processes
    else:
        yield None, _workers(chosen)


def _workers(chosen: argparse.Namespace) -> int:
    """How many threads play."""
    return cores() if chosen.workers is None else _at_least_one("--workers", chosen.workers)


def _at_least_one(flag: str, workers: int) -> int:
    if workers < 1:
        raise BadInput(f"{flag} is {workers}; at least one must play")
    return workers


@contextmanager
def _games_file(path: Path | None, origin: Origin) -> Iterator[Callable[[Played], None] | None]:
    """A way to keep games in a file, if they are to be kept."""
    if path is None:
        yield None
        return
    with GamesFile(path, origin) as file:
        yield file.add
    print(f"every game is in {path}; `lantern replay {path} --number 1` shows the first", file=sys.stderr)


def run_arena(chosen: argparse.Namespace) -> int:
    """`lantern arena`."""
    game: Game = chosen.game
    options = game.options(chosen.players or _usual_players(game), **_chosen_options(chosen))
    names = _names(chosen.bots)
    if chosen.out and chosen.out.exists():
        raise BadInput(f"{chosen.out} is there already: choose another name")
    if chosen.save_game and any(thinks_by_the_clock(name) for name in names):
        raise BadInput("a game is played again with the rounds that its result names: write rounds=… for seconds=…")
    planned = plan(game, options, names, chosen.games, chosen.seed, chosen.mixed)
    tables, ladder = planned.tables()
    if chosen.save_game:
        return _save_game(tables, planned, *chosen.save_game)
    deadline = None if chosen.minutes is None else time.monotonic() + 60 * chosen.minutes
    origin = Origin(game, options, chosen.seed, tables.names())
    with (
        _crew(chosen) as (executor, workers),
        _games_file(chosen.games_file, origin) as keep,
        _bar(chosen.games) as advance,
    ):
        compete(
            ladder, tables, chosen.games, chosen.seed, workers, advance,
            lambda: deadline is not None and ladder.deals > 0 and time.monotonic() > deadline,
            executor, keep,
        )  # fmt: skip
    outcome = result(planned, ladder, workers)
    if chosen.out:
        _write_result(chosen.out, outcome)
    if chosen.json:
        print(json.dumps(outcome, indent=2))
    else:
        console().print(f"{game.sheet.title}, {options['players']} players, seed {chosen.seed}")
        console().print(standings(ladder, planned))
    return 0


def run_study(chosen: argparse.Namespace) -> int:
    """`lantern study`."""
    game: Game = chosen.game
    players = chosen.players or _usual_players(game)
    compared = chosen.compare and chosen.compare.replace("-", "_")
    asked = Asked(
        game, players, _chosen_options(chosen), tuple(_names(chosen.bots)), chosen.games, chosen.seed, compared
    )
    workers, out = _workers(chosen), chosen.out or _free_name(Path(f"study-{game.name}.html"))
    for path in filter(None, (out, chosen.json)):
        if path.exists():
            raise BadInput(f"{path} is there already: choose another name")
    choices, _ = choices_of(asked)
    with _bar(chosen.games * len(choices)) as advance:
        found = study(asked, workers, advance)
    boards = [game.sheet.words(options).board() for options in choices.values()]
    _write(out, page(found, boards))
    if chosen.json:
        _write_result(chosen.json, found)
    console().print(summary(found))
    console().print(f"\nthe whole report: {out}", soft_wrap=True)
    return 0


def _free_name(path: Path) -> Path:
    """A file's name, with a number if it is taken."""
    numbered = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(one for one in chain([path], numbered) if not one.exists())


def _save_game(tables: Tables, planned: Plan, number: str, file: str) -> int:
    """Play one game of a contest, counted from 1, and save it."""
    if not number.isdecimal() or int(number) < 1:
        raise BadInput(f"--save-game {number}: games are counted from 1")
    match, seats = tables.play_match(int(number) - 1, planned.seed)
    save(Path(file), match, seats)
    console().print(f"game {number}: {', '.join(seats)}; see it with lantern replay {file}", soft_wrap=True)
    return 0


def _write_result(path: Path, outcome: Json) -> None:
    _write(path, json.dumps(outcome, indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None


def transcript(chosen: argparse.Namespace) -> int:
    """`lantern transcript`."""
    game: Game = chosen.game
    players = chosen.players or _usual_players(game)
    lineup = _lineup(chosen, players)
    match = game.match(players, seed=chosen.seed, **_chosen_options(chosen))
    players_at = [Player(game, _without_clock(game, name), chosen.seed + place) for place, name in enumerate(lineup)]
    while match.to_act is not None:
        match.play(players_at[match.to_act - 1].choose(match))
    print(match.transcript(), end="")
    return 0


def _without_clock(game: Game, name: str) -> Bot:
    """A bot that thinks for its usual number of rounds unless seconds are asked for: the same game every time."""
    known = bot(game, name)
    return known if thinks_by_the_clock(name) else replace(known, seconds=None)


def run_server(chosen: argparse.Namespace) -> int:
    """`lantern serve`."""
    from lantern.server.serve import serve
    from lantern.server.settings import Settings
    from lantern.server.store import default_url

    settings = Settings(
        host=chosen.host,
        port=chosen.port,
        database=chosen.database or default_url(),
        workers=chosen.workers,
        thinkers=chosen.thinkers,
        thinking_s=chosen.thinking,
        origins=tuple(chosen.origin),
        limited=not chosen.no_limits,
        verbose=chosen.verbose,
    )
    serve(settings, _say, chosen.demo, chosen.open)
    return 0


def _say(words: str) -> None:
    print(f"lantern: {words}", flush=True)


def verify_matches(chosen: argparse.Namespace) -> int:
    """`lantern verify`."""
    from lantern.server.store import default_url
    from lantern.server.verify import verify

    return 0 if verify(chosen.database or default_url(), _say) else 1
