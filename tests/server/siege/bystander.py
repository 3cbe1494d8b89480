"""Two people who play at a table, one with a bot, one newcomer after the other, and how long each of them waits."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import orjson

from benchmarks.server import Lines, Person, Table, asked, new_guest

GAMES = ("hanabi", "khan", "han", "ming")
BOT = "beginner"
"""A bot that answers within milliseconds even by plain rules."""
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


class Duet:
    """Somebody who plays Hanabi with a bot that answers at once; neither plays a card before there is nothing else."""

    def __init__(self, lines: Lines, chance: random.Random) -> None:
        self._lines = lines
        self._chance = chance
        self._person = Person(1, "")
        self._name = ""
        self._moves = 0

    async def sit_down(self, cookie: str) -> Duet:
        """Make the table, and connect."""
        order = {"game": "hanabi", "seats": [{"kind": "me"}, {"kind": "bot", "bot": BOT}], "options": {"start": 1}}
        self._name = (await self._lines.read("POST", "/api/tables", order, cookie))["table"]
        self._person = Person(1, cookie)
        await self._person.watch(self._lines.port, self._name)
        return self

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to do."""
        return not self._person.is_to_act

    async def move(self) -> float:
        """One move: seconds until the bot's own move has come over the socket."""
        person = self._person
        actions = [choice["action"] for choice in orjson.loads(person.view)["actions"]]
        action = self._chance.choice([words for words in actions if not words.startswith("play")] or actions)
        self._moves += 1
        body = asked(person.seat, action, person.version, f"{self._name}-{self._moves}")
        began = time.perf_counter()
        played = await self._lines.read("POST", f"/api/tables/{self._name}/moves", body, person.cookie)
        await person.reach(played["version"])
        if b'"status":"playing"' in person.view:
            await person.reach(played["version"] + 1)
        return person.arrived - began

    def leave(self) -> None:
        """Go."""
        self._person.leave()


class Bystander:
    """People at one table after the other, with sockets; each round has its time, and is late if the last one was."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lines = Lines(port)
        self._chance = random.Random(1)
        self._games = 0
        self._table: Table | None = None
        self._duet: Duet | None = None
        self._cookies = ("", "", "")

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
            await self._play_with_bot(waits)
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
            one, other, third = [await new_guest(self._lines) for _ in range(3)]
            self._cookies = one, other, third
        game = GAMES[self._games % len(GAMES)]
        self._games += 1
        self._table = await Table(self._lines, self._chance).sit_down(game, self._cookies[:2])

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

    async def _play_with_bot(self, waits: Waits) -> None:
        """One move with the bot's answer."""
        if self._duet is None or self._duet.is_over:
            if self._duet is not None:
                self._duet.leave()
            self._duet = await Duet(self._lines, self._chance).sit_down(self._cookies[2])
        waited = PATIENCE_S
        try:
            async with asyncio.timeout(PATIENCE_S):
                waited = await self._duet.move()
        finally:
            waits.seconds["a bot answers"].append(waited)

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
        if self._duet is not None:
            self._duet.leave()
            self._duet = None
        self._lines.close()
        self._lines = Lines(self._port)
