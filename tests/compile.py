"""Compiles what the tests call, before they run: the entries of a game in one process, two games at a time.

    LANTERN_RULES=checked python -m tests.compile

Most of an entry is rules that other entries of its game call too, and a process compiles a rule once. Left to the
tests, each of their processes compiles some entries of every game, and some rules are compiled twice. What is missing
here is compiled when a test calls it.
"""

from __future__ import annotations

import multiprocessing
import time

import lantern
from lantern.kernel import cache
from lantern.players import LEVELS, bots
from lantern.players.arena import simulate
from lantern.players.crowd import Crowd
from lantern.players.hanabi.hats import HATS
from lantern.players.judge import Judge
from lantern.players.player import Player
from lantern.players.preparing import call_rules
from tests.hanabi import test_convention, test_hats
from tests.hanabi.watched import MEMBER
from tests.kernel.table import TOY

PROCESSES = 2
SLOWEST_FIRST = ["hanabi", "han", "khan", "ming"]
TESTED = [(game, name) for game in lantern.names() for name in bots(lantern.game(game))]
"""The bots that tests ask, each by its game and name."""
MIXED = {"hanabi": ["beginner", "random"]}
"""The games of bots that tests play."""
CROWDS = {"hanabi": "beginner"}
"""The bots that play in all rows of a batch."""


def call_entries(name: str) -> None:
    """Call every entry of a game once."""
    game = TOY if name == TOY.name else lantern.game(name)
    call_rules(game)
    start = game.match(seed=1).state
    for bot in bots(game).values():
        Player(game, bot, 1).load(start)
    if LEVELS[-1] in bots(game):
        Judge(game).load(start)
    if name in CROWDS:
        batch = game.batch(1, seed=1)
        batch.reset()
        Crowd(batch, CROWDS[name]).choose()
    for number in range(1, len(MIXED.get(name, [])) + 1):
        simulate(game, game.options(2), (MIXED[name][:number] * 2)[:2], 1, seed=1)
    if name == "hanabi":
        call_entries_of_hanabis_tests()


def call_entries_of_hanabis_tests() -> None:
    """Call the entries that tests of Hanabi's bots have for themselves, for they hold all rules of a bot."""
    for table in (test_convention.TABLE, test_hats.BY_HATS, test_hats.AHEAD):
        table.watched([MEMBER] * 2, seed=1)
    match = lantern.game("hanabi").match(seed=1)
    watcher = test_hats.Watcher(match, 0)
    match.play(match.numbers()[0])
    watcher.see(match)
    Player(lantern.game("hanabi"), HATS, 1).load(match.state)


def compile_game(name: str) -> str:
    """Compile all of a game that is not on disk yet; how long it took."""
    cache.announce = lambda message: None
    began = time.process_time()
    call_entries(name)
    return f"{name} compiled, or read from disk, in {time.process_time() - began:.0f} s"


def main() -> None:
    names = sorted([*lantern.names(), TOY.name], key=lambda name: [*SLOWEST_FIRST, name].index(name))
    print("lantern: compiling rules and bots, some two minutes; a few seconds when they are on disk", flush=True)
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        for number, line in enumerate(pool.imap_unordered(compile_game, names), 1):
            print(f"lantern: {number} of {len(names)}: {line}", flush=True)


if __name__ == "__main__":
    main()
