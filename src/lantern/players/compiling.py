"""Compiling ahead of time: what a table needs is put on disk, from where those in a hurry (`kernel.haste`) read it.

A server has its own processes for that (`server.bots.compiling`). Who plays at a terminal has one beside him
(`Beside`), which ends with the game. It does not wait to be asked for anything, so two pipes are all that it needs: its
input ends when whoever started it is no more, and its output says how far it is.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from types import TracebackType

import numpy as np

from lantern import games
from lantern.kernel import waiting
from lantern.kernel.game import Game
from lantern.kernel.haste import stand_back_as_a_session
from lantern.kernel.record import new_records
from lantern.kernel.rng import MatchStream, Stream
from lantern.kernel.rule import PLAIN, is_prepared
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.players import CLUB, EXPERT, bot, stand_in
from lantern.players.advice.judge import Judge
from lantern.players.advice.reasons import proposed
from lantern.players.player import Player

Pair = tuple[str, str]
"""A game and one of its bots, by their names, or what else is compiled for it."""
RULES, JUDGE = "rules", "judge"
"""Stand for a bot in the names of what a game's tables need, and of its judge."""
NICE = 10
"""How far compiling stands back behind those who play, serve and think."""
SHARES = {RULES: 5, CLUB: 2, EXPERT: 6}
"""How much of the work something is; everything else is one part."""


def share(pair: Pair) -> int:
    """How much of the work something is."""
    return SHARES.get(pair[1].split(":")[0], 1)


def is_compiled(game: Game) -> bool:
    """Whether the rules of a move, which are most of what a table needs, are on disk."""
    return is_prepared(game.engine.step, game.records(game.options(), 1), new_records(MatchStream, 1), 0)


def use(game: Game) -> None:
    """Do once all that is done at a table."""
    match = game.match(seed=1)
    assert match.to_act is not None
    action = match.numbers()[0]
    match.why_not(action)
    proposed(game, match.concealed(match.to_act - 1), action)
    match.play(action)
    match.view(match.to_act)
    match.view(None)
    match.breakdown()


def call_rules(game: Game) -> None:
    """Call once every entry of a game that matches and batches have; bots have their own."""
    match = game.match(seed=1)
    match.why_not(0)
    while not match.over:
        match.play(match.numbers()[0])
    game.position(match.reveal())
    match.breakdown()
    match = game.match(seed=1)
    game.position(match.reveal())
    match.view(1)
    world, choice = match.state, new_records(Stream, 1)
    seed_all(choice, 1, CHOICE, 0, 1)
    game.engine.conceal(world, 0)
    game.engine.determinize(world, 0, choice)
    game.engine.observe(world, 0, np.zeros(game.sheet.observation_size(match.options), np.int8))
    batch = game.batch(1, seed=1)
    batch.reset()
    batch.step(batch.random_actions())
    batch.play_out()


def make_ready(pair: Pair) -> None:
    """Compile something, or read it from disk."""
    game, name = games.game(pair[0]), pair[1]
    if name == RULES:
        use(game)
        return
    seen = game.match(seed=1).concealed(0)
    loaded = Judge(game) if name == JUDGE else Player(game, bot(game, name), 0, 1)
    loaded.load(seen)
    game.engine.refuse(seen[-1:], 0)


def needed(game: Game, bots: Iterable[str]) -> list[Pair]:
    """What a table with some bots needs, what is needed first before the rest; who stands in for a bot before it."""
    names = [*bots]
    quick = [stand_in(game).name] if any(bot(game, name).thinking for name in names) else []
    return [(game.name, name) for name in dict.fromkeys([RULES, *quick, *names])]


class Beside:
    """A process that compiles what a table needs, while people play there: `with Beside(game, bots) as beside:`.

    It stands back, says nothing on the screen, and is gone with the game. If it can't be started or dies, people play
    by plain rules. With plain rules, and with nothing to compile, there is none.
    """

    def __init__(self, game: Game, bots: Iterable[str]) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._progress = 1.0
        if not PLAIN:
            self._progress = 1.0 if is_compiled(game) else 0.0
            self._begin(needed(game, bots))

    def _begin(self, pairs: list[Pair]) -> None:
        places = [place or os.getcwd() for place in sys.path]
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", PROGRAM, *("=".join(pair) for pair in pairs)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(places)},
                start_new_session=True,  # Ctrl-C is for who plays
            )
        except OSError:
            self._progress = 1.0
            return
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)

    @property
    def progress(self) -> float:
        """How much is done, from 0 to 1; 1 as well when nothing more will be."""
        if self._process is not None and self._process.stdout is not None:
            said = self._process.stdout.read()  # None if it has said nothing since
            if said:
                self._progress = float(said.split()[-1])
            elif said == b"":
                self._progress = 1.0
        return self._progress

    def __enter__(self) -> Beside:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            with self._process:  # closes its pipes and waits until it is gone
                pass
            self._process = None


PROGRAM = f"import os; os.nice({NICE}); from lantern.players.compiling import main; main()"
"""What such a process runs: it stands back before it reads what takes long to read."""


def main() -> None:
    """What such a process does."""
    stand_back_as_a_session()
    threading.Thread(target=_follow, daemon=True).start()
    compile_all([(game, bot) for game, _, bot in (named.partition("=") for named in sys.argv[1:])])


def compile_all(pairs: list[Pair]) -> None:
    """Compile some things, and say how far it is from the moment on in which something has to be compiled."""
    done, compiles = 0, False

    def say(message: str = "") -> None:
        nonlocal compiles
        compiles = True
        print(done / sum(map(share, pairs)), flush=True)

    waiting.announce = say
    for pair in pairs:
        make_ready(pair)
        done += share(pair)
        if compiles:
            say()


def _follow() -> None:
    """Be gone when whoever started this is."""
    sys.stdin.buffer.read()
    os._exit(1)
