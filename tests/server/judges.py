"""Judges for tests: they answer at once, and what they say follows from what they see and nothing else."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
import pytest

import lantern
from lantern.kernel.game import Game
from lantern.kernel.record import Records
from lantern.players.advice.judge import Judge, Judgement
from lantern.players.compiling import JUDGE
from lantern.server.bots import thinking

TRIES = 50


@dataclass
class Quick(Judge):
    """Any action is best, as the bytes that it sees will have it."""

    game: Game
    go: threading.Event = field(default_factory=threading.Event)
    """It waits for this before it answers."""
    asked: int = 0
    fails: bool = False

    @property
    def watches(self) -> bool:
        return True

    def load(self, seen: Records) -> bool:
        """There is nothing to load."""
        return True

    def judge(self, seen: Records, seat: int) -> Judgement:
        self.go.wait()
        self.asked += 1
        if self.fails:
            raise ValueError("no idea")
        listed = np.zeros(self.game.sheet.most_legal, np.int64)
        actions = listed[: self.game.engine.list_actions(seen[-1:], listed)].tolist()
        shares = [number(seen, place) for place in range(max(len(actions), int(seen[-1].seats)))]
        worths = dict(zip(actions, [(share, TRIES) for share in shares], strict=False))
        best = max(worths, key=lambda action: worths[action])
        seats = 1 if self.game.sheet.team else int(seen[-1].seats)
        return Judgement(best, worths, [share / sum(shares[:seats]) for share in shares[:seats]])


def number(seen: Records, place: int) -> float:
    """A number from 0 to 1 that follows from all that was seen."""
    return int.from_bytes(hashlib.sha256(seen.tobytes() + bytes([place % 256])).digest()[:4]) / 2**32


def ready(game: str, name: str) -> Quick:
    """A judge that is not held back, where the workers of the server can find it."""
    judge = Quick(lantern.game(game))
    judge.go.set()
    return judge


@contextmanager
def quick_judges() -> Iterator[dict[Game, Quick]]:
    """Let the servers of this process ask quick judges, which are held back until told to go."""
    judges: dict[Game, Quick] = {}

    def judge_of(game: Game) -> Quick:
        if game not in judges:
            judges[game] = ready(game.name, JUDGE)
        return judges[game]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "judge_of", judge_of)
        thinking._made.cache_clear()
        try:
            yield judges
        finally:
            thinking._made.cache_clear()
