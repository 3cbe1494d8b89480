"""`lantern games`: what can be played."""

from __future__ import annotations

import argparse
import json
from typing import Any

import lantern
from lantern.cli.arguments import add_language, examples, said
from lantern.kernel.contract import Json
from lantern.kernel.game import Game
from lantern.languages import Tongue
from lantern.players import LEVELS, bots
from lantern.terminal import console
from lantern.terminal.figures import fact_sheet, flag_name


def add_games(commands: Any) -> None:
    """The command with its arguments."""
    words = said("games")
    parser = commands.add_parser("games", help=words, description=words, epilog=examples("games", "games --json"))
    parser.add_argument("--json", action="store_true", help=said("json"))
    add_language(parser)
    parser.set_defaults(run=show_games)


def show_games(chosen: argparse.Namespace) -> int:
    """`lantern games`."""
    games = [lantern.game(name) for name in lantern.names()]
    if chosen.json:
        print(json.dumps([_as_json(game) for game in games], indent=2))
        return 0
    for game in games:
        console().print(fact_sheet(game, Tongue(chosen.language)))
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
