"""`lantern study`: what bots' games say about a game."""

from __future__ import annotations

import argparse
from itertools import chain, count
from pathlib import Path

from lantern.cli.arguments import (
    Parser,
    add_language,
    add_players,
    add_seed,
    bot_words,
    chosen_options,
    examples,
    names_in,
    said,
    usual_bot,
    usual_players,
    workers_of,
)
from lantern.cli.output import progress_bar, write_json, write_text
from lantern.kernel.files import check_new
from lantern.kernel.game import Game
from lantern.languages import text
from lantern.players.study.figures import PLAYERS, Asked, choices_of, study
from lantern.report.page import page
from lantern.terminal import console
from lantern.terminal.study import summary

DEFAULT_STUDY = 1000


def fill_study(parser: Parser, game: Game) -> None:
    """The arguments of `lantern study`."""
    name, usual = game.name, usual_bot(game)
    parser.epilog = examples(
        f"study {name}",
        f"study {name} --games 5000 --out {name}.html --json {name}.json",
        f"study {name} --compare {PLAYERS}",
    )
    add_players(parser, game)
    parser.add_argument(
        "--bots", default=usual, metavar="NAME,…",
        help=said("rivals", bots=bot_words(game), usual=usual),
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=DEFAULT_STUDY, metavar="M", help=said("games_to_play", usual=DEFAULT_STUDY)
    )
    add_seed(parser)
    parser.add_argument("--compare", metavar="OPTION", help=said("compare", players=PLAYERS))
    parser.add_argument("--workers", type=int, metavar="W", help=said("workers"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=said("report", usual=f"study-{name}.html"))
    parser.add_argument("--json", type=Path, metavar="FILE", help=said("figures"))
    add_language(parser)
    parser.set_defaults(run=run_study)


def run_study(chosen: argparse.Namespace) -> int:
    """`lantern study`."""
    game: Game = chosen.game
    players = chosen.players or usual_players(game)
    compared = chosen.compare and chosen.compare.replace("-", "_")
    asked = Asked(
        game, players, chosen_options(chosen), tuple(names_in(chosen.bots)), chosen.games, chosen.seed, compared,
        chosen.language,
    )  # fmt: skip
    workers, out = workers_of(chosen), chosen.out or _free_name(Path(f"study-{game.name}.html"))
    for path in (out, chosen.json):
        check_new(path)
    choices, _ = choices_of(asked)
    with progress_bar(chosen.games * len(choices), chosen.language) as advance:
        found = study(asked, workers, advance)
    boards = [dict(game.sheet.words(options).board()) for options in choices.values()]
    write_text(out, page(game.sheet, found, boards, chosen.language))
    if chosen.json:
        write_json(chosen.json, found)
    console().print(summary(found, chosen.language))
    console().print("\n" + text(chosen.language, "report.summary.written", file=str(out)), soft_wrap=True)
    return 0


def _free_name(path: Path) -> Path:
    """A file's name, with a number if it is taken."""
    numbered = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(one for one in chain([path], numbered) if not one.exists())
