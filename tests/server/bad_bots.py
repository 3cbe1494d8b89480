"""Bots that misbehave, where the workers of the server can find them; nobody knows how long they take.

They say that they have begun by a file in the folder `LANTERN_BAD_BOTS`, which holds the number of their process, and
some go on when a file `go` lies there.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import lantern
from lantern.kernel.record import Records, State
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule
from lantern.players import Bot, bot
from lantern.players.player import Player
from lantern.server.bots.fair_queue import Claim
from lantern.server.bots.thinking import Thinkers, by_name

SLOW_S = 3.0
"""How long the bot that is slow to load takes for it."""


def folder() -> Path:
    return Path(os.environ["LANTERN_BAD_BOTS"])


def begin() -> None:
    """Say that a bot has begun: the file is there whole, or not at all."""
    aside = folder() / f"{os.getpid()}"
    aside.write_text(str(os.getpid()))
    aside.rename(folder() / "begun")


def wait_to_go() -> None:
    while not (folder() / "go").exists():
        time.sleep(0.01)


@rule
def without_end(state: State, rng: Stream) -> int:
    """Think for ever; a stream is never zero."""
    while rng.word[0] != 0:
        draw(rng, 2)
    return 0


class Endless(Player):
    """It heeds no signal when compiled."""

    def __init__(self, game: lantern.Game) -> None:
        super().__init__(game, Bot("endless", "thinks for ever", without_end), 1)

    def choose_on(self, concealed: Records) -> int:
        begin()
        return super().choose_on(concealed)


class Bad(Player):
    """The random bot, to be made worse."""

    def __init__(self, game: lantern.Game) -> None:
        super().__init__(game, bot(game, "random"), 1)
        self.game = game


class Patient(Bad):
    def choose_on(self, concealed: Records) -> int:
        begin()
        wait_to_go()
        return super().choose_on(concealed)


class Obedient(Bad):
    """It ends when it is told to, or may go."""

    def choose_on(self, concealed: Records) -> int:
        begin()
        while time.monotonic() < self.latest() and not (folder() / "go").exists():
            time.sleep(0.01)
        action = super().choose_on(concealed)
        self.hurried = not (folder() / "go").exists()
        return action


class SlowToLoad(Bad):
    def load(self, concealed: Records) -> bool:
        time.sleep(SLOW_S)
        return super().load(concealed)


class NeverLoaded(Bad):
    def load(self, concealed: Records) -> bool:
        wait_to_go()
        return super().load(concealed)


class Raising(Bad):
    def choose_on(self, concealed: Records) -> int:
        class Odd(Exception):
            """It can't be sent to another process."""

        raise Odd("what went\nwrong")


class Quitting(Bad):
    def choose_on(self, concealed: Records) -> int:
        sys.exit("enough")


class Crashing(Bad):
    def choose_on(self, concealed: Records) -> int:
        os._exit(3)


class CrashingOnLoading(Bad):
    def load(self, concealed: Records) -> bool:
        os._exit(3)


class Cheating(Bad):
    """It takes the first action that is refused."""

    def choose_on(self, concealed: Records) -> int:
        return next(
            action for action in range(self.game.sheet.actions) if self.game.engine.refuse(concealed, action) != 0
        )


class Confused(Bad):
    def choose_on(self, concealed: Records) -> int:
        return self.game.sheet.actions


class Scribbling(Bad):
    """It leaves its record in a mess, in which its choice would be refused."""

    def choose_on(self, concealed: Records) -> int:
        action = super().choose_on(concealed)
        concealed.view(np.uint8)[:] = 0
        return action


BAD: dict[str, Callable[[lantern.Game], Player]] = {
    "fine": Bad,
    "endless": Endless,
    "patient": Patient,
    "obedient": Obedient,
    "slow to load": SlowToLoad,
    "never loaded": NeverLoaded,
    "raising": Raising,
    "quitting": Quitting,
    "crashing": Crashing,
    "crashing on loading": CrashingOnLoading,
    "cheating": Cheating,
    "confused": Confused,
    "scribbling": Scribbling,
}


def seating(game: str, name: str) -> Player:
    """A bot, bad or one of the game's."""
    return BAD[name](lantern.game(game)) if name in BAD else by_name(game, name)


async def think_for_ever() -> None:
    """One worker of two thinks without end."""
    thinkers = Thinkers(2, 3600, seating)
    await thinkers.start()
    match = lantern.game("hanabi").match(2, seed=1)
    await thinkers.choose(match.game, "endless", match.concealed(0), Claim("ada"))


def main() -> None:
    """A server to be killed."""
    asyncio.run(think_for_ever())
