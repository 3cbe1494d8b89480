"""What commands are asked with: parsers, the arguments that several of them have, and what these come to."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import lantern
from lantern.kernel.batch import cores
from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput, Phrase, quoted
from lantern.kernel.game import Game
from lantern.languages import LANGUAGES, Tongue, of_environment, text
from lantern.players import bot, bots
from lantern.terminal.figures import flag_name, named_choices, option_words

MISTAKES = {
    "choice": r"argument (?P<what>.+?): invalid choice: (?P<value>.+?) \(choose from (?P<choices>.+)\)",
    "value": r"argument (?P<what>.+?): invalid (?P<kind>\w+) value: (?P<value>.+)",
    "together": r"argument (?P<what>.+?): not allowed with argument (?P<other>.+)",
    "lacks": r"argument (?P<what>.+?): expected .*arguments?",
    "unknown": r"unrecognized arguments: (?P<given>.+)",
    "missing": r"the following arguments are required: (?P<what>.+)",
}
"""What `argparse` says, in English alone, of mistakes that people make."""
SWITCHED = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("0", "false", "no", "off"), False)
"""[what a variable of the environment says, in small letters] whether it switches something on."""
TOKEN = "LANTERN_ADMIN_TOKEN"
"""The variable of the environment with the token of administrators; anything else could be read by others."""
USUAL_LEVEL = "club"
DEFAULT_SEED = 1
PREFIX = "option."
"""What the names of a game's own options begin with among the parsed arguments."""


def said(key: str, /, **arguments: object) -> str:
    """What a help says, in the language of the environment, as `argparse` takes it."""
    return text(of_environment(), f"help.{key}", **arguments).replace("%", "%%")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Helps as `argparse` writes them, with the first word in the reader's language."""

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """How a command is written."""
        super().add_usage(usage, actions, groups, f"{said('usage')} " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        usual: dict[str, Any] = {"formatter_class": Formatter, "allow_abbrev": False, "add_help": False}
        super().__init__(*arguments, **usual | settings)
        self._positionals.title, self._optionals.title = said("arguments"), said("options")
        self.add_argument("-h", "--help", action="help", help=said("help"))
        self.variables: dict[str, argparse.Action] = {}
        """[variable of the environment] what it sets."""

    def add_setting(self, flag: str, **settings: Any) -> None:
        """An argument that a variable of the environment can set as well, such as LANTERN_PORT for --port."""
        action = self.add_argument(flag, **settings)
        self.variables["LANTERN_" + flag.removeprefix("--").replace("-", "_").upper()] = action

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Take what the environment sets, and what is written over it."""
        for variable, action in self.variables.items():
            if text := os.environ.get(variable, "").strip():
                action.default = _set(variable, action, text)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Leave it to `main` to tell."""
        raise BadInput("bad.command.help", mistake=_mistake(message), command=self.prog)


def _set(variable: str, action: argparse.Action, text: str) -> Any:
    """What a variable of the environment sets: flags are on or off, several values have commas between them."""
    if action.nargs == 0:
        if text.lower() not in SWITCHED:
            raise BadInput("bad.command.switch", what=variable, value=quoted(text))
        return SWITCHED[text.lower()]
    if action.choices is not None and text not in action.choices:
        raise BadInput("bad.command.choice", what=variable, value=quoted(text), choices=", ".join(action.choices))
    if isinstance(action.default, list):
        return names_in(text)
    kind: Any = action.type or str
    try:
        return kind(text)
    except ValueError:
        raise BadInput("bad.command.value", what=variable, value=quoted(text), kind=kind.__name__) from None


def _mistake(message: str) -> Phrase:
    """What is wrong with a command, in the reader's language."""
    found = ((kind, re.fullmatch(pattern, message)) for kind, pattern in MISTAKES.items())
    kind, arguments = next(((kind, match.groupdict()) for kind, match in found if match), ("other", {}))
    return Phrase(f"bad.command.{kind}", message, **arguments)


def examples(*commands: str) -> str:
    """Commands to try, for the end of a help."""
    return f"{said('examples')}\n" + "\n".join(f"  lantern {command}" for command in commands)


def add_game_command(commands: Any, name: str, fill: Callable[[Parser, Game], None]) -> None:
    """A command about one game: below it a parser for every game, with that game's options."""
    games = [lantern.game(game) for game in lantern.names()]
    shown = examples(*(f"{name} {game.name}" for game in games[:2]), f"{name} {games[0].name} --help")
    words, say = said(name), Tongue(of_environment())
    parser = commands.add_parser(name, help=words, description=words, epilog=shown)
    below = parser.add_subparsers(title=said("games_there_are"), metavar="GAME", required=True, parser_class=Parser)
    for game in games:
        summary, title = say.known(f"{game.name}.pitch", game.sheet.summary), say.title(game.name, game.sheet.title)
        of_game = below.add_parser(game.name, help=summary, description=f"{title}: {words}")
        of_game.usage = f"%(prog)s [{said('options')}]"
        of_game.set_defaults(game=game)
        fill(of_game, game)
        _add_options(of_game, game)


def _add_options(parser: Parser, game: Game) -> None:
    """One flag for every option of a game."""
    say = Tongue(of_environment())
    group = parser.add_argument_group(said("options_of", game=say.title(game.name, game.sheet.title)))
    for option in game.sheet.options:
        settings: Json = {"dest": PREFIX + option.name, "default": argparse.SUPPRESS}
        settings["help"] = option_words(say, game.name, option).replace("%", "%%")
        if option.is_flag:
            group.add_argument(flag_name(option), action=argparse.BooleanOptionalAction, **settings)
        elif option.own:
            group.add_argument(flag_name(option), metavar="NAME|FILE", **settings)
        else:
            group.add_argument(flag_name(option), choices=list(named_choices(option)), **settings)


def add_players(parser: Parser, game: Game) -> None:
    """How many sit at the table."""
    seats = game.sheet.seats
    parser.add_argument(
        "--players", type=int, choices=list(seats), metavar="N",
        help=said("players", least=seats.start, most=seats.stop - 1, usual=usual_players(game)),
    )  # fmt: skip


def add_seed_and_bots(parser: Parser, game: Game, usual: str) -> None:
    """Which games, and who plays them."""
    add_seed(parser)
    words = said("bots", bots=bot_words(game), usual=usual)
    parser.add_argument("--bots", default=usual, metavar="NAME,…", help=words)


def add_seed(parser: Parser) -> None:
    """Which games."""
    words = said("seed", usual=DEFAULT_SEED)
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, metavar="S", help=words)


def add_language(parser: Parser) -> None:
    """In which language people are told."""
    usual = of_environment()
    words = said("language", languages=", ".join(LANGUAGES), usual=usual)
    parser.add_setting("--language", choices=LANGUAGES, default=usual, metavar="L", help=words)


def bot_words(game: Game) -> str:
    """The names of a game's bots, for a help."""
    thinking = next((known.name for known in bots(game).values() if known.thinking), None)
    names = ", ".join(bots(game))
    return said("bots_and", bots=names, example=f"{thinking}:seconds=3") if thinking else names


def usual_players(game: Game) -> int:
    """One more than the fewest, if so many may play."""
    return min(game.sheet.seats.start + 1, game.sheet.seats.stop - 1)


def usual_bot(game: Game) -> str:
    """The bot that people meet if they name none."""
    return USUAL_LEVEL if USUAL_LEVEL in bots(game) else list(bots(game))[-1]


def chosen_options(chosen: argparse.Namespace) -> Json:
    """The options of the game that were named, with their values."""
    game: Game = chosen.game
    known = {option.name: option for option in game.sheet.options}
    named = {name.removeprefix(PREFIX): value for name, value in vars(chosen).items() if name.startswith(PREFIX)}
    return {name: _value(known[name], value) for name, value in named.items()}


def _value(option: Option, given: bool | str) -> Any:
    """An option's value from what was written on the command line: what is no choice there is a file."""
    return given if option.is_flag else named_choices(option).get(str(given), Path(str(given)))


def names_in(text: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",")]


def lineup_of(chosen: argparse.Namespace, players: int) -> list[str]:
    """A bot for every seat from one name or one for each."""
    names = names_in(chosen.bots)
    lineup = names * players if len(names) == 1 else names
    if len(lineup) != players:
        raise BadInput("bad.bots_named", named=len(names), seats=players)
    return [bot(chosen.game, name).name for name in lineup]


def workers_of(chosen: argparse.Namespace) -> int:
    """How many threads play."""
    return cores() if chosen.workers is None else at_least_one("--workers", chosen.workers)


def at_least_one(flag: str, workers: int) -> int:
    """A number of workers, or an error that names the flag."""
    if workers < 1:
        raise BadInput("bad.at_least_one", what=flag, count=workers)
    return workers
