"""What happens to the processes of a server: killed, stopped for a while, their database restarted."""

from __future__ import annotations

import asyncio
import random
import time

from tests.server.houses import Services
from tests.server.load import Notes
from tests.server.postgres import Mode, Postgres
from tests.server.processes import last_lines

LONGEST_STOP = 8.0


class Chaos:
    """All processes on one database, and what befalls them."""

    def __init__(self, houses: list[Services], postgres: Postgres | None, notes: Notes, chance: random.Random) -> None:
        self.houses = houses
        self.postgres = postgres
        self.notes = notes
        self.chance = chance
        self.ready: set[Services] = set()
        """Those that have answered since they were started."""
        self.down_on_purpose: set[Services] = set()
        self._began: dict[Services, float] = {}
        self._breaks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start all at once: every one of them finds an empty database."""
        for house in self.houses:
            self._launch(house)

    async def supervise(self) -> None:
        """Start what could not start because the database was away; none that once ran may end by itself."""
        while True:
            for house in self.houses:
                if house in self.down_on_purpose or house.stopped:
                    continue
                if not house.running:
                    self._note_end(house)
                    self._launch(house)
                elif house not in self.ready:
                    await self._look_at(house)
            await asyncio.sleep(0.2)

    async def _look_at(self, house: Services) -> None:
        """Note a process that answers, unless it has been killed while it was asked."""
        began = self._began[house]
        if await asyncio.to_thread(house.answers) and began == self._began[house] and house.running:
            self.ready.add(house)
            self.notes.took("until a process answered after its start", time.monotonic() - began)

    def _note_end(self, house: Services) -> None:
        """A start may fail, but only because the database is away."""
        if house in self.ready:
            self.notes.wrong(f"{house} ended by itself:\n{last_lines(house.log, 20)}")
        elif self.postgres is None:
            self.notes.wrong(f"{house} did not start:\n{last_lines(house.log, 20)}")
        else:
            self.notes.count["starts that failed"] += 1

    def _launch(self, house: Services) -> None:
        self.ready.discard(house)
        self._began[house] = time.monotonic()
        house.launch()

    async def all_ready(self, seconds: float = 60) -> None:
        """Wait until all processes answer."""
        until = time.monotonic() + seconds
        while not all(house.running and not house.stopped and house in self.ready for house in self.houses):
            if time.monotonic() > until:
                logs = "\n".join(last_lines(house.log, 20) for house in self.houses if house not in self.ready)
                raise RuntimeError(f"not all processes answer:\n{logs}")
            await asyncio.sleep(0.1)

    async def _some_ready(self) -> None:
        """Wait until there is a process to play with: a server that is always down proves nothing."""
        while not any(house in self.ready and not house.stopped for house in self.houses):
            await asyncio.sleep(0.1)

    async def run(self, kills: int, stops: int, restarts: int, seconds: float) -> None:
        """So many of each in a random order, with so many seconds between them in all; starts come on top."""
        events = ["kill"] * kills + ["stop"] * stops + ["restart"] * restarts
        self.chance.shuffle(events)
        pause = seconds / max(1, len(events))
        for number, event in enumerate(events, 1):
            await self._some_ready()
            await asyncio.sleep(self.chance.expovariate(1 / pause))
            await self._some_ready()
            match event:
                case "kill":
                    await self._kill()
                case "stop":
                    going = [house for house in self.houses if house.running and not house.stopped]
                    self._breaks.add(asyncio.create_task(self._stop(self.chance.choice(going))))
                case "restart":
                    await self._restart_database()
            if number % 20 == 0:
                print(f"soak: {number} of {len(events)} blows, {len(self.notes.granted)} moves granted", flush=True)
        await asyncio.gather(*self._breaks)

    async def _kill(self) -> None:
        """Kill one process, whatever it is doing, sometimes all; start it at once or a little later."""
        struck = self.houses if self.chance.random() < 0.1 else [self.chance.choice(self.houses)]
        for house in struck:
            self.down_on_purpose.add(house)
            house.kill9()
            self.notes.count["kills"] += 1
        await asyncio.sleep(self.chance.choice([0, 0, self.chance.uniform(0, 2)]))
        for house in struck:
            self._launch(house)
            self.down_on_purpose.discard(house)

    async def _stop(self, house: Services) -> None:
        """Let a process hang; it may be killed meanwhile."""
        self.notes.count["stops"] += 1
        leader = house.leaders[-1]
        house.stop_signal()
        await asyncio.sleep(self.chance.uniform(1, LONGEST_STOP))
        if house.leaders[-1] == leader and house.running:
            house.continue_signal()

    async def _restart_database(self) -> None:
        assert self.postgres is not None
        modes: list[Mode] = ["fast", "immediate"]
        mode = modes[self.notes.count["database restarts"] % 2]
        self.notes.count["database restarts"] += 1
        await asyncio.to_thread(self.postgres.stop, mode)
        await asyncio.sleep(self.chance.uniform(0, 2))
        self.postgres.launch()
        await asyncio.to_thread(self.postgres.wait_ready)

    async def end(self) -> None:
        """Let all processes run and answer."""
        for house in self.houses:
            if house.stopped:
                house.continue_signal()
        await self.all_ready()
