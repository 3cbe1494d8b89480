"""Two people who play at a table, one newcomer after the other, and how long each of them waits."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from benchmarks.server import Lines, Table, new_guest

GAMES = ("hanabi", "khan", "han", "ming")
MOST_S = 0.1
"""How long 95 of 100 answers may take."""
PACE_S = 0.4
"""How often somebody moves and somebody new looks in: below all limits on how often one may ask."""
PATIENCE_S = 20.0
"""How long somebody waits before he gives up."""


@dataclass
class Waits:
    """How long people waited for what, and what they did not get at all."""

    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failures: list[str] = field(default_factory=list)

    def share(self, kind: str, share: float) -> float:
        """Within how many seconds such a share of the answers of a kind came."""
        waits = sorted(self.seconds[kind])
        return waits[max(0, math.ceil(share * len(waits)) - 1)]

    @property
    def held_up(self) -> list[str]:
        """What people had to wait for, or did not get; nothing is held up if somebody did something at all."""
        slow = [
            f"{kind}: 95 % within {self.share(kind, 0.95) * 1000:.0f} ms"
            for kind in self.seconds
            if self.share(kind, 0.95) > MOST_S
        ]
        failed = [f"{times} times {what}" for what, times in Counter(self.failures).items()]
        return [*slow, *failed] if self.seconds else ["nobody got anything done", *failed]


class Bystander:
    """People at one table after the other, with sockets; each round has its time, and is late if the last one was."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lines = Lines(port)
        self._chance = random.Random(1)
        self._games = 0
        self._table: Table | None = None
        self._cookies = ("", "")

    async def play(self, until: float) -> Waits:
        """Move, look and come in until a time by `time.monotonic()`; who is far behind then gives up."""
        waits = Waits()
        due = time.monotonic()
        while due < until and time.monotonic() < until + PATIENCE_S:
            await asyncio.sleep(due - time.monotonic())
            await self._round(waits, due)
            due += PACE_S
        return waits

    async def _round(self, waits: Waits, due: float) -> None:
        try:
            if self._table is None or self._table.is_over:
                await self._timed(waits, "sit down at a table", self._sit_down, due)
            else:
                await self._move(waits, due)
            await self._timed(waits, "come in anew", self._come_in)
        except Exception as error:  # whatever it is, somebody did not get what he asked for
            waits.failures.append(f"{type(error).__name__}: {error}"[:300])
            self.leave()

    async def _timed(
        self, waits: Waits, kind: str, work: Callable[[], Awaitable[None]], due: float | None = None
    ) -> None:
        began = time.monotonic() if due is None else due
        try:
            async with asyncio.timeout(PATIENCE_S):
                await work()
        finally:
            waits.seconds[kind].append(time.monotonic() - began)

    async def _sit_down(self) -> None:
        """Make a table, join it, and connect; whoever is new has to be known first."""
        self.leave()
        if not self._cookies[0]:
            self._cookies = await new_guest(self._lines), await new_guest(self._lines)
        game = GAMES[self._games % len(GAMES)]
        self._games += 1
        self._table = await Table(self._lines, self._chance).sit_down(game, self._cookies)

    async def _move(self, waits: Waits, due: float) -> None:
        """One move, until its answer and until both have seen it."""
        assert self._table is not None
        late = time.monotonic() - due
        answered, seen = PATIENCE_S, PATIENCE_S
        try:
            async with asyncio.timeout(PATIENCE_S):
                answered, seen = await self._table.move()
        finally:
            waits.seconds["move"].append(late + answered)
            waits.seconds["see it over the socket"].append(late + seen)

    async def _come_in(self) -> None:
        """Somebody looks at the table over a connection that is new."""
        assert self._table is not None
        lines = Lines(self._port)
        try:
            await lines.ask("GET", f"/api/tables/{self._table.name}", cookie=self._cookies[0])
        finally:
            lines.close()

    def leave(self) -> None:
        """Hang up."""
        if self._table is not None:
            self._table.leave()
            self._table = None
        self._lines.close()
        self._lines = Lines(self._port)
