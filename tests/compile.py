"""Compiles what the tests call, before they run: the entries of a game in one process, two games at a time.

    LANTERN_RULES=checked python -m tests.compile

Most of an entry is rules that other entries of its game call too, and a process compiles a rule once. Left to the
tests, each of their processes compiles some entries of every game, and some rules are compiled twice. What is missing
here is compiled when a test calls it.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import c_double
from typing import Any

import lantern
from lantern.kernel import progress, waiting
from lantern.learning.making import making_of
from lantern.learning.making.walk import making
from lantern.players import LEVELS, bots
from lantern.players.advice.judge import Judge
from lantern.players.arena.deals import simulate
from lantern.players.batch_bot import BatchBot
from lantern.players.compiling import call_rules
from lantern.players.hanabi.hats.bot import HATS
from lantern.players.player import Player
from tests.hanabi import test_club, test_hats
from tests.hanabi.watched import MEMBER
from tests.kernel.table import TOY

PROCESSES = 2
SLOWEST_FIRST = ["hanabi", "han", "khan", "ming"]
NAMES = sorted([*lantern.names(), TOY.name], key=lambda name: [*SLOWEST_FIRST, name].index(name))
WORK = {"hanabi": 436e3, "han": 339e3, "khan": 398e3, "ming": 341e3, TOY.name: 42e3}
"""[game] how much work it is to compile all of it, as `progress` counted it once."""
USUAL_WORK = 350e3
"""The same for a game of which that is not known."""
USUAL_DONE, USUAL_S = 200e3, 20.0
"""Some work and the time it takes, to go by in the beginning."""
REPORTED_S = 0.2
"""How often a process says how much it has done."""
TESTED = [(game, name) for game in lantern.names() for name in bots(lantern.game(game))]
"""The bots that tests ask, each by its game and name."""
MIXED = {"hanabi": ["beginner", "random"]}
"""The games of bots that tests play."""
IN_BATCHES = {"hanabi": "beginner"}
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
    for maker in making(name).makers if making_of(game) else ():
        maker.find(game.match(seed=1))
    if name in IN_BATCHES:
        batch = game.batch(1, seed=1)
        batch.reset()
        BatchBot(batch, IN_BATCHES[name]).choose()
    for number in range(1, len(MIXED.get(name, [])) + 1):
        simulate(game, game.options(2), (MIXED[name][:number] * 2)[:2], 1, seed=1)
    if name == "hanabi":
        call_entries_of_hanabis_tests()


def call_entries_of_hanabis_tests() -> None:
    """Call the entries that tests of Hanabi's bots have for themselves, for they hold all rules of a bot."""
    for table in (test_club.TABLE, test_hats.BY_HATS, test_hats.AHEAD):
        table.watched([MEMBER] * 2, seed=1)
    match = lantern.game("hanabi").match(seed=1)
    watcher = test_hats.Watcher(match, 0)
    match.play(match.numbers()[0])
    watcher.see(match)
    Player(lantern.game("hanabi"), HATS, 1).load(match.state)


class Done:
    """How much work is done, of which processes tell each other."""

    def __init__(self, done: Any) -> None:
        self._done, self._began = done, time.monotonic()
        self._all = [WORK.get(name, USUAL_WORK) for name in NAMES]

    def look(self) -> tuple[float, float]:
        """How much is done, from 0 to 1, and how many seconds the rest will take: as long as the longest game left."""
        left = [max(0.0, work - done) for work, done in zip(self._all, self._done, strict=True)]
        done = sum(self._all) - sum(left)
        pace = (USUAL_S + (time.monotonic() - self._began) * PROCESSES) / (USUAL_DONE + done)
        return done / sum(self._all), max(*left, sum(left) / PROCESSES) * pace


_done: Any = None
"""[game] how much of the work is done, in memory that all processes share."""


def begin(done: Any) -> None:
    """In a process of the pool: say nothing, but tell how much is done."""
    global _done
    waiting.announce, _done = lambda message: None, done


@contextmanager
def reported(number: int) -> Iterator[None]:
    """While a game is compiled, tell how much is done; it is all of it in the end."""
    over, before = threading.Event(), progress.done_so_far()

    def report() -> None:
        while not over.wait(REPORTED_S):
            _done[number] = progress.done_so_far() - before

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    yield
    over.set()
    reporter.join()
    _done[number] = WORK.get(NAMES[number], USUAL_WORK)


def compile_game(name: str) -> str:
    """Compile all of a game that is not on disk yet; how long it took."""
    began = time.process_time()
    with reported(NAMES.index(name)):
        call_entries(name)
    return f"{name} compiled, or read from disk, in {time.process_time() - began:.0f} s"


def main() -> None:
    spawn, began = multiprocessing.get_context("spawn"), time.monotonic()
    done = spawn.RawArray(c_double, len(NAMES))
    with spawn.Pool(PROCESSES, begin, [done]) as pool:
        lines = pool.imap_unordered(compile_game, NAMES)
        if waiting.has_terminal():
            with waiting.Bar("lantern: compiling rules and bots", Done(done).look):
                list(lines)
            print(f"lantern: rules and bots compiled, or read from disk, in {time.monotonic() - began:.0f} s")
            return
        print("lantern: compiling rules and bots, some two minutes; a few seconds when they are on disk", flush=True)
        for number, line in enumerate(lines, 1):
            print(f"lantern: {number} of {len(NAMES)}: {line}", flush=True)


if __name__ == "__main__":
    main()
