"""A contest as it is planned, and its result as it is kept: with all it takes to play it, or one game of it, again."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lantern.kernel.batch import cores
from lantern.kernel.contract import Json
from lantern.kernel.errors import WrongCall
from lantern.kernel.game import Game
from lantern.kernel.options import shown
from lantern.players import ROUNDS, SECONDS, Bot, bot
from lantern.players.arena.deals import Tables, check_games
from lantern.players.arena.ladder import Ladder, seatings_of, tables_of
from lantern.players.player import Player, seen_from
from lantern.version import __version__

FORMAT = "lantern arena 1"
TRIAL_S = 0.05
"""How long a bot thinks about each move of the game by which its pace is found out."""


@dataclass(frozen=True)
class Plan:
    """Who plays which deals of what."""

    game: Game
    options: Json
    names: tuple[str, ...]
    """The bots, with their settings; the last one takes all seats that are left."""
    asked: tuple[str, ...]
    """The same bots as they were asked for, some perhaps by seconds."""
    games: int
    seed: int
    mixed: bool = False
    """Whether a team is made of several bots."""

    def bots(self) -> list[Bot]:
        """Every bot once."""
        return [bot(self.game, name) for name in dict.fromkeys(self.names)]

    def tables(self, others: Sequence[Bot] = ()) -> tuple[Tables, Ladder]:
        """The tables that are played at, and a ladder on which nothing is counted yet."""
        return tables_of(self.game, self.options, self.bots(), self.names, self.mixed, others)

    def command(self, verb: str = "arena") -> str:
        """The command that plays it."""
        usual = self.game.options(self.options["players"])
        flags = [_flag(name, value) for name, value in shown(self.options).items() if value != usual[name]]
        words = [f"lantern {verb} {self.game.name} --players {self.options['players']}", *flags]
        words += [f"--bots {','.join(self.names)} --games {self.games} --seed {self.seed}"]
        return " ".join([*words, *(["--mixed"] if self.mixed else [])])

    def facts(self) -> Json:
        """The plan as plain data."""
        return {
            "game": self.game.name,
            "rules": self.game.sheet.rules_version,
            "options": self.options,
            "bots": [{"name": known.name, "settings": known.settings} for known in self.bots()],
            "lineup": list(self.names),
            "asked": list(self.asked),
            "mixed": self.mixed,
            "seed": self.seed,
            "games_asked": self.games,
        }


def _flag(name: str, value: object) -> str:
    """An option as it is written on the command line."""
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        return f"--{flag}" if value else f"--no-{flag}"
    return f"--{flag} {value}"


def plan(game: Game, options: Json, names: Sequence[str], games: int, seed: int, mixed: bool = False) -> Plan:
    """A contest as it is asked for; bots that think by the clock think as many rounds as that makes on this machine."""
    if mixed and not game.sheet.team:
        raise WrongCall(f"{game.sheet.title} is not played by a team: its tables are mixed anyway")
    check_games(games, seed)
    known = [bot(game, name) for name in names]
    asked = tuple(one.name for one in known)
    seatings_of(game, asked, options["players"], mixed)  # refuses too many bots before any of them is timed
    by_rounds = {one.name: in_rounds(one, lambda one: rounds_a_second(game, options, one, seed)) for one in known}
    return Plan(game, options, tuple(by_rounds[name] for name in asked), asked, games, seed, mixed)


def plan_again(game: Game, data: Json, games: int) -> Plan:
    """The plan that a result was made by, for more games."""
    options = game.options(**data["options"])
    return Plan(game, options, tuple(data["lineup"]), tuple(data["asked"]), games, data["seed"], data["mixed"])


def without_seconds(name: str) -> str:
    """A bot's name without how long it is to think."""
    kind, *settings = name.split(":")
    return ":".join([kind, *(text for text in settings if not text.startswith(f"{SECONDS}="))])


def thinks_by_the_clock(name: str) -> bool:
    """Whether a bot is asked to think for some seconds."""
    return without_seconds(name) != name


def in_rounds(asked: Bot, pace: Callable[[Bot], float]) -> str:
    """A bot's name with `rounds` in place of `seconds`, by its rounds a second: what it does depends on no clock."""
    if not thinks_by_the_clock(asked.name) or asked.seconds is None:
        return asked.name
    kind, *settings = without_seconds(asked.name).split(":")
    rounds = max(1, round(asked.seconds * pace(asked)))
    return ":".join([kind, f"{ROUNDS}={rounds}", *settings])


def rounds_a_second(game: Game, options: Json, asked: Bot, seed: int) -> float:
    """How many rounds a bot thinks in a second on one thread of this machine, in a game with itself."""
    player = Player(game, replace(asked, seconds=TRIAL_S), seed, threads=1)
    match = game.match(seed=seed, **options)
    player.load(match.state)
    rounds, seconds = 0, 0.0
    while match.to_act is not None:
        seen = seen_from(match, match.to_act - 1, asked.watches)
        began = time.perf_counter()
        action = player.choose_on(seen)
        if player.thought:
            rounds += player.thought
            seconds += time.perf_counter() - began
        match.play(action)
    return rounds / seconds if seconds else 1.0


def result(plan: Plan, ladder: Ladder, workers: int) -> Json:
    """What a contest came to, with all that it depends on."""
    return {
        "format": FORMAT,
        "version": __version__,
        "date": time.strftime("%Y-%m-%d"),
        "machine": machine(),
        "workers": workers,
        "command": plan.command(),
        "one_game": f"{plan.command()} --save-game NUMBER FILE",
        **plan.facts(),
        **ladder.as_json(),
    }


def machine() -> Json:
    """The machine in words."""
    return {"cores": cores(), "model": _model(), "system": platform.system(), "python": platform.python_version()}


def _model() -> str:
    """The processor, as it calls itself where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()
