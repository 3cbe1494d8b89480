"""Compares the compiled code of a wheel with plain rules, byte for byte, over many arbitrary actions.

    python -m tests.shipped WHEEL [--actions 100000] [--level x86-64-v2] [hanabi khan …]

The wheel is unpacked and used beside the packages of this environment, with an empty folder for compiled code; nothing
may be compiled. Half of the actions are any numbers, most of which are refused, and half are legal; they are spread
over all tables of a game. Bots choose as plain bots do. `make wheels` runs this with the wheel for its own machine. A
machine without this environment needs numba, numpy and platformdirs, and the sources: it unpacks the wheel itself and
names the folder instead.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
LOOK_EVERY = 200
"""Actions between two looks at what seats know, the learning view, and scores."""
CHOICES = 6
"""Moments at which every bot of a game is asked."""
ROUNDS = 12
"""How many rounds those think that do; plain ones are slow."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wheel", type=Path, help="a wheel, or the folder it was unpacked to")
    parser.add_argument("games", nargs="*", help="the games; all if none is named")
    parser.add_argument("--actions", type=int, default=100_000, help="for each game")
    parser.add_argument("--level", help="the processors whose code is tried; the best that fits if none is named")
    chosen = parser.parse_args()
    if chosen.wheel.is_dir():
        compare_all(chosen.wheel, chosen.games, chosen.actions, chosen.level)
        return
    with tempfile.TemporaryDirectory(prefix="lantern-shipped-") as folder:
        zipfile.ZipFile(chosen.wheel).extractall(folder)
        given = ["--level", chosen.level] if chosen.level else []
        command = [sys.executable, "-m", "tests.shipped", folder, *chosen.games, "--actions", str(chosen.actions)]
        path = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
        empty = os.environ | {"LANTERN_CACHE": str(Path(folder, "empty")), "LANTERN_RULES": "compiled"}
        sys.exit(subprocess.run([*command, *given], cwd=ROOT, env=empty | {"PYTHONPATH": path}, check=False).returncode)


def compare_all(folder: Path, names: list[str], actions: int, level: str | None) -> None:
    """Compare some games, or all; an `AssertionError` where something differs, or had to be compiled."""
    import lantern
    from lantern.kernel import shipped, waiting

    assert Path(lantern.__file__).is_relative_to(folder.resolve()), f"{lantern.__file__} is not the wheel's"
    said: list[str] = []

    def note(message: str) -> None:
        said.append(message)

    waiting.announce = note
    if level is not None:
        shipped.LEVELS = tuple(one for one in shipped.LEVELS if one.name == level)
    came = shipped.shipment()
    assert came is not None, shipped.trouble() or "no compiled code came"
    print(f"lantern: {came.folder.name}, {len(came.manifest.files)} files", flush=True)
    for name in names or lantern.names():
        began = time.monotonic()
        moves = compare_rules(lantern.game(name), actions)
        asked = compare_bots(lantern.game(name))
        print(
            f"lantern: {name}: {actions:,} actions, {moves:,} of them moves, and {asked} choices of bots are equal "
            f"({time.monotonic() - began:.0f} s)",
            flush=True,
        )
        assert not said, said


def compare_rules(game: Any, actions: int) -> int:
    """Play arbitrary actions on all tables of a game, compiled and plainly; how many of them were moves."""
    from tests.tables import tables_of

    tables = list(tables_of(game))
    rng, moves = random.Random(game.name), 0
    for number, table in enumerate(tables):
        share = actions * (number + 1) // len(tables) - actions * number // len(tables)
        moves += Beside(game, table.settled, rng).play(share)
    return moves


class Beside:
    """A table where compiled and plain rules are played side by side."""

    def __init__(self, game: Any, options: Any, rng: random.Random) -> None:
        from lantern.kernel.record import new_records
        from lantern.kernel.rng import MatchStream, Stream
        from lantern.kernel.rule import plainly

        self.game, self.options, self.rng, self.engine = game, options, rng, game.engine
        self.states = [game.records(options, 1), game.records(options, 1)]
        self.chances = [new_records(MatchStream, 1), new_records(MatchStream, 1)]
        self.choices = [new_records(Stream, 1), new_records(Stream, 1)]
        self.listed = [np.zeros(game.sheet.most_legal, np.int64) for _ in range(2)]
        names = "deal_all", "step", "refuse", "list_actions", "look", "conceal", "determinize", "observe"
        self.doors: dict[str, Any] = {
            name: (getattr(self.engine, name), plainly(getattr(self.engine, name))) for name in names
        }

    def both(self, name: str, *arguments: Any) -> Any:
        """Call an entry compiled and plainly, with a pair of whatever is not the same for both; they answer alike."""
        given = [[one[side] if isinstance(one, list) else one for one in arguments] for side in range(2)]
        compiled, plain = (door(*some) for door, some in zip(self.doors[name], given, strict=True))
        assert compiled == plain, (self.game.name, self.options, name, compiled, plain)
        for pair in arguments:
            if isinstance(pair, list):
                assert pair[0].tobytes() == pair[1].tobytes(), (self.game.name, self.options, name)
        return compiled

    def deal(self) -> None:
        from lantern.kernel.chance import begin

        seed = self.rng.randrange(1 << 62)
        fresh = self.game.records(self.options, 1)
        for state, chance in zip(self.states, self.chances, strict=True):
            state[:] = fresh
            begin(chance, seed)
        self.both("deal_all", self.states, self.chances, 0, 1)

    def play(self, actions: int) -> int:
        """Do so many actions; how many of them were moves."""
        self.deal()
        moves, legal = 0, self.legal()
        for number in range(actions):
            if not legal:
                self.deal()
                legal = self.legal()
            any_number = self.rng.random() < 0.5
            action = self.rng.randrange(self.game.sheet.actions) if any_number else self.rng.choice(legal)
            code = self.both("step", self.states, self.chances, action)
            assert (code == 0) == (action in legal), (self.game.name, self.options, action, code)
            if code == 0:
                moves += 1
                legal = self.legal()
            if number % LOOK_EVERY == 0:
                self.look()
        return moves

    def legal(self) -> list[int]:
        """What may be done now; nothing when the game is over."""
        if self.engine.look(self.states[0], np.zeros(self.options["players"], np.int64)) < 0:
            return []
        listed: list[int] = self.listed[0][: self.both("list_actions", self.states, self.listed)].tolist()
        return listed

    def look(self) -> None:
        """What seats know and see, worlds they may be in, and scores."""
        from lantern.kernel.seeds import CHOICE, seed_all

        points = [np.zeros(self.options["players"], np.int64) for _ in range(2)]
        self.both("look", self.states, points)
        size, seat = self.game.sheet.observation_size(self.options), self.rng.randrange(self.options["players"])
        self.both("observe", self.states, seat, [np.zeros(size, np.int8) for _ in range(2)])
        worlds, seed = [state.copy() for state in self.states], self.rng.randrange(1 << 62)
        self.both("conceal", worlds, seat)
        for choice in self.choices:
            seed_all(choice, seed, CHOICE, 0, 1)
        self.both("determinize", worlds, seat, self.choices)


def compare_bots(game: Any) -> int:
    """Ask every bot of a game, compiled and plainly, at some moments of a random match; how often one was asked."""
    from lantern.kernel.rule import plainly
    from lantern.players import bot, bots
    from lantern.players.player import Player, seen_from

    rng, asked = random.Random(game.name), 0
    for name, known in bots(game).items():
        named = f"{name}:rounds={ROUNDS}" if known.thinking else name
        for moment in range(CHOICES):
            match = game.match(seed=moment)
            for _ in range(moment * 3):
                before = match.copy()
                match.play(rng.choice(match.numbers()))
                if match.over:
                    match = before
                    break
            compiled, plain = (Player(game, bot(game, named), moment, 1) for _ in range(2))
            plain._decide, plain._conclude = plainly(plain._decide), plainly(plain._conclude)
            seen = seen_from(match, match.to_act - 1, known.watches)
            choices = compiled.choose_on(seen), plain.choose_on(seen)
            assert choices[0] == choices[1], (game.name, named, moment, choices)
            asked += 1
    return asked


if __name__ == "__main__":
    main()
