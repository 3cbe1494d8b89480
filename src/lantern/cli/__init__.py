"""The command line: `games`, `play`, `replay`, `puzzles`, `simulate`, `arena`, `study`, `serve`, and so on.

A file here holds the commands that are about the same, each with its arguments and what it does.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import lantern
from lantern.cli.administration import add_admin
from lantern.cli.arguments import Parser, add_game_command, examples, said
from lantern.cli.contests import fill_arena, fill_simulate
from lantern.cli.games import add_games
from lantern.cli.puzzles import add_puzzles
from lantern.cli.serving import add_backup, add_restore, add_serve, add_verify
from lantern.cli.studies import fill_study
from lantern.cli.tables import add_replay, fill_play, fill_transcript
from lantern.kernel import waiting
from lantern.kernel.errors import LanternError
from lantern.languages import of_environment, text
from lantern.terminal import console

BAD_INPUT, INTERRUPTED, CLOSED = 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status. What is left at the end of the process is not looked through once more."""
    atexit.register(gc.freeze)
    _never_fail_on_a_letter()
    language = of_environment()
    try:
        chosen = build_parser().parse_args(arguments)
        language = getattr(chosen, "language", language)
        with waiting.told_in(language):
            status: int = chosen.run(chosen)
        sys.stdout.flush()
    except LanternError as error:
        console(sys.stderr).print(f"lantern: {error.told(language)}", style="red", soft_wrap=True)
        return BAD_INPUT
    except KeyboardInterrupt:
        console(sys.stderr).print(f"lantern: {text(language, 'command.stopped')}")
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


def build_parser() -> Parser:
    """All commands, with a parser for every game below those that are about one."""
    shown = examples(f"play {lantern.names()[0]}", "games", "play -h")
    parser = Parser(prog="lantern", description=said("lantern"), epilog=shown)
    version = f"lantern {lantern.__version__}"
    parser.add_argument("--version", action="version", version=version, help=said("version"))
    parser.set_defaults(run=lambda chosen: _print_help(parser))
    commands = parser.add_subparsers(title=said("commands"), metavar="COMMAND", parser_class=Parser)
    add_games(commands)
    add_game_command(commands, "play", fill_play)
    add_replay(commands)
    add_puzzles(commands)
    add_game_command(commands, "simulate", fill_simulate)
    add_game_command(commands, "arena", fill_arena)
    add_game_command(commands, "study", fill_study)
    add_serve(commands)
    add_verify(commands)
    add_backup(commands)
    add_restore(commands)
    add_admin(commands)
    add_game_command(commands, "transcript", fill_transcript)
    return parser


def _print_help(parser: Parser) -> int:
    parser.print_help()
    return 0
