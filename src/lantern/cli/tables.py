"""`lantern play`, `replay` and `transcript`: one match, played, seen again, or printed."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from lantern.cli import arguments
from lantern.cli.arguments import Parser, said
from lantern.kernel.chance import read_chance
from lantern.kernel.errors import BadInput, Phrase, quoted
from lantern.kernel.game import Game, Match
from lantern.kernel.haste import hurry, take_time
from lantern.kernel.rule import PLAIN
from lantern.players import Bot, bot
from lantern.players.arena.dataset import is_games_file, read_game
from lantern.players.arena.plan import thinks_by_the_clock
from lantern.players.compiling import Beside
from lantern.players.player import Player
from lantern.terminal import console
from lantern.terminal.replay import Replay
from lantern.terminal.saved import Saved, load, new_file
from lantern.terminal.table import YOU, Table


def fill_play(parser: Parser, game: Game) -> None:
    """The arguments of `lantern play`."""
    name, usual = game.name, arguments.usual_bot(game)
    parser.epilog = arguments.examples(
        f"play {name}", f"play {name} --players 2 --hot-seat", f'play {name} --seats "you,{usual},random"'
    )
    arguments.add_players(parser, game)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seat", type=int, metavar="K", help=said("your_seat"))
    who.add_argument("--seats", metavar="NAMES", help=said("seats", example=f'"{YOU},{usual},{YOU}"'))
    who.add_argument("--hot-seat", action="store_true", help=said("hot_seat"))
    parser.add_argument("--bots", metavar="NAME", help=said("other_seats", bots=arguments.bot_words(game), usual=usual))
    parser.add_argument("--seed", type=read_chance, metavar="S", help=said("deal"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=said("save"))
    parser.add_argument("--resume", type=Path, metavar="FILE", help=said("resume"))
    arguments.add_language(parser)
    parser.set_defaults(run=play)


def play(chosen: argparse.Namespace) -> int:
    """`lantern play`. Nobody at the table waits for the compiler."""
    hurry()
    try:
        return _play(chosen)
    finally:
        take_time()


def _play(chosen: argparse.Namespace) -> int:
    if chosen.save and chosen.save.exists():
        raise BadInput("bad.taken_match", path=chosen.save)
    if chosen.resume:
        return _resume(chosen)
    game: Game = chosen.game
    seats = _seating(chosen, _players_asked(chosen))
    match = game.match(len(seats), seed=chosen.seed, **arguments.chosen_options(chosen))
    return _sit_down(match, seats, chosen.save or new_file(game.name), chosen.language)


def _resume(chosen: argparse.Namespace) -> int:
    """Go on with a saved match, with those who sat there unless others are named."""
    if chosen.seed is not None or chosen.players or arguments.chosen_options(chosen):
        raise BadInput("bad.resumed_with_options")
    saved = load(chosen.resume)
    game: Game = chosen.game
    if saved.match.game.name != game.name:
        other = Phrase("bad.other_game", what="match", other=saved.match.game.name, game=game.name)
        raise BadInput("bad.within", what=chosen.resume, fault=other)
    reseated = chosen.seat or chosen.seats or chosen.hot_seat or chosen.bots or saved.seats is None
    seats = _seating(chosen, saved.match.options["players"]) if reseated else saved.seats or []
    _check_seats(game, seats)
    return _sit_down(saved.match, seats, chosen.save or chosen.resume, chosen.language)


def _sit_down(match: Match, seats: list[str], file: Path, language: str) -> int:
    """Play a match, while another process compiles what the table needs."""
    if not PLAIN:
        from lantern.kernel import cache, shipped

        for trouble in (shipped.trouble(), cache.find_room()):
            if trouble:
                console(sys.stderr).print(f"lantern: {trouble.told(language)}", soft_wrap=True)
    with Beside(match.game, [name for name in seats if name != YOU]) as beside:
        return Table(match, seats, file, console(), lambda: beside.progress, language).run()


def _players_asked(chosen: argparse.Namespace) -> int:
    """How many players, from --players or from the names in --seats."""
    named = len(arguments.names_in(chosen.seats)) if chosen.seats else 0
    return chosen.players or named or arguments.usual_players(chosen.game)


def _seating(chosen: argparse.Namespace, players: int) -> list[str]:
    """Who sits where: you on one seat and bots on the others, unless something else was asked for."""
    game: Game = chosen.game
    usual = chosen.bots or arguments.usual_bot(game)
    if chosen.bots and (chosen.seats or chosen.hot_seat):
        raise BadInput("bad.bots_with_seats")
    if chosen.seats:
        seats = arguments.names_in(chosen.seats)
        if len(seats) != players:
            raise BadInput("bad.seats_named", named=len(seats), players=players)
    elif chosen.hot_seat:
        seats = [YOU] * players
    else:
        yours = 1 if chosen.seat is None else chosen.seat
        if not 1 <= yours <= players:
            raise BadInput("bad.number", what="--seat", value=yours, least=1, most=players)
        seats = [YOU if place == yours else usual for place in range(1, players + 1)]
    _check_seats(game, seats)
    return seats


def _check_seats(game: Game, seats: list[str]) -> None:
    """At least one person, and on every other seat a bot that exists."""
    for name in seats:
        if name != YOU:
            bot(game, name)
    if YOU not in seats:
        raise BadInput("bad.nobody_plays", game=game.sheet.called, you=quoted(YOU), name=game.name)


def add_replay(commands: Any) -> None:
    """`lantern replay` with its arguments."""
    words = said("replay")
    shown = arguments.examples(
        "replay evening.json",
        "replay evening.json --seat 2",
        "replay games.parquet --number 7",
    )
    parser = commands.add_parser("replay", help=words, description=words, epilog=shown)
    parser.add_argument("file", metavar="FILE", type=Path, help=said("saved"))
    parser.add_argument("--number", type=int, metavar="N", help=said("number"))
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=int, metavar="K", help=said("eyes"))
    eyes.add_argument("--all", action="store_true", help=said("everything"))
    arguments.add_language(parser)
    parser.set_defaults(run=replay)


def replay(chosen: argparse.Namespace) -> int:
    """`lantern replay`."""
    saved = _saved(chosen.file, chosen.number)
    match = saved.match
    seat = chosen.seat
    everything = chosen.all or (match.over and seat is None)
    if seat is None and not everything and saved.seats and YOU in saved.seats:
        seat = saved.seats.index(YOU) + 1
    match.view(seat)  # a seat that is not there is told before anything is shown
    shown = Replay(match, seat, everything, console(), chosen.language)
    if sys.stdin.isatty() and sys.stdout.isatty():
        shown.leaf_through()
    else:
        shown.print_all()
    return 0


def _saved(path: Path, number: int | None) -> Saved:
    """The match in a file, or the game with a number in a file of many."""
    if not is_games_file(path):
        if number is not None:
            raise BadInput("bad.games.one", path=path)
        return load(path)
    if number is None:
        raise BadInput("bad.games.many", path=path)
    found = read_game(path, number)
    return Saved(found.match(), found.bots)


def fill_transcript(parser: Parser, game: Game) -> None:
    """The arguments of `lantern transcript`."""
    name = game.name
    parser.epilog = arguments.examples(
        f"transcript {name}",
        f"transcript {name} --players 2 --seed 7",
        f"transcript {name} --bots {arguments.usual_bot(game)}",
    )
    arguments.add_players(parser, game)
    arguments.add_seed_and_bots(parser, game, "random")
    parser.set_defaults(run=transcript)


def transcript(chosen: argparse.Namespace) -> int:
    """`lantern transcript`."""
    game: Game = chosen.game
    players = chosen.players or arguments.usual_players(game)
    lineup = arguments.lineup_of(chosen, players)
    match = game.match(players, seed=chosen.seed, **arguments.chosen_options(chosen))
    players_at = [Player(game, _without_clock(game, name), chosen.seed + place) for place, name in enumerate(lineup)]
    while match.to_act is not None:
        match.play(players_at[match.to_act - 1].choose(match))
    print(match.transcript(), end="")
    return 0


def _without_clock(game: Game, name: str) -> Bot:
    """A bot that thinks for its usual number of rounds unless seconds are asked for: the same game every time."""
    known = bot(game, name)
    return known if thinks_by_the_clock(name) else replace(known, seconds=None)
