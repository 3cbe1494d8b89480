"""People play while processes are killed: python -m tests.server.soak --database postgres --kills 200 --minutes 10.

Afterwards everything is compared with the database: what was granted is there, once and where it was said to be, what
was denied is not, everybody has been told all of it, no table is stuck, and the rules replay it to the same position.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import CoroutineType
from typing import Any

import httpx

from lantern.kernel.game import Match
from tests.server.audit import Books, check_table
from tests.server.chaos import Chaos
from tests.server.houses import Services
from tests.server.load import OVER, TELL_TIMEOUT, Client, Json, Notes, Table, Watch
from tests.server.postgres import Postgres

SETTLING = 90.0
"""Seconds that bots and sockets get at the end."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.server.soak", description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--kills", type=int, default=200, help="how often a process is killed")
    parser.add_argument("--stops", type=int, help="how often one hangs for 1 to 8 s [postgres: a third of the kills]")
    parser.add_argument("--restarts", type=int, help="how often the database restarts [postgres: a tenth of the kills]")
    parser.add_argument("--minutes", type=float, default=10, help="how long is played between all that")
    parser.add_argument("--processes", type=int, help="how many servers [sqlite 1, postgres 3]")
    parser.add_argument("--thinkers", type=int, default=1, help="processes in which bots think, for each server")
    parser.add_argument("--tables", type=int, default=8, help="how many tables are played at once")
    parser.add_argument("--pace", type=float, default=0.3, help="seconds a person thinks on average")
    parser.add_argument("--rules", choices=["plain", "compiled"], default="plain", help="what the servers run")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    shared = chosen.database == "postgres"
    chosen.processes = chosen.processes or (3 if shared else 1)
    chosen.stops = (chosen.kills // 3 if shared else 0) if chosen.stops is None else chosen.stops
    chosen.restarts = (chosen.kills // 10 if shared else 0) if chosen.restarts is None else chosen.restarts
    if not shared and (chosen.processes > 1 or chosen.restarts):
        parser.error("several processes and restarts of the database are for --database postgres")
    return chosen


class Soak:
    """A load, its chaos, and the checks at the end."""

    def __init__(self, chosen: argparse.Namespace, chaos: Chaos, books: Callable[[], Books]) -> None:
        self.chosen = chosen
        self.chaos = chaos
        self.books = books
        self.notes = chaos.notes
        self.addresses = [house.url for house in chaos.houses]
        self.tables: list[Table] = []
        self.done = asyncio.Event()

    async def run(self) -> None:
        self.chaos.start()
        supervisor = asyncio.create_task(self.chaos.supervise())
        try:
            await self.chaos.all_ready()
            await self._play()
            await self._settle()
            await self._check()
        finally:
            supervisor.cancel()
            await asyncio.gather(supervisor, *(table.leave() for table in self.tables), return_exceptions=True)

    async def _play(self) -> None:
        async with httpx.AsyncClient(timeout=30, verify=False) as http:
            games: list[Json] = (await http.get(f"{self.addresses[0]}/api/games")).json()["games"]
        chosen = self.chosen
        players = [asyncio.create_task(self._keep_playing(games, number)) for number in range(chosen.tables)]
        await self.chaos.run(chosen.kills, chosen.stops, chosen.restarts, chosen.minutes * 60)
        await self.chaos.end()
        self.done.set()
        ended, hanging = await asyncio.wait(players, timeout=SETTLING)
        for task in hanging:
            self.notes.wrong(f"a table's people still wait in {_place(task)}")
            task.cancel()
        for task in ended:
            if task.exception():
                self.notes.wrong(f"a table broke off: {task.exception()!r}")

    async def _keep_playing(self, games: list[Json], number: int) -> None:
        """One table after the other, the games in turn."""
        turn = number
        while not self.done.is_set():
            chance = random.Random(f"{self.chosen.seed} {turn}")
            table = Table(games[turn % len(games)], self.addresses, self.notes, chance, self.chosen.pace)
            self.tables.append(table)
            await table.run(self.done)
            turn += self.chosen.tables + 1

    async def _settle(self) -> None:
        """Wait until no bot is to act and nothing changes any more."""
        until, entries = time.monotonic() + SETTLING, -1
        while True:
            books = await asyncio.to_thread(self.books)
            if not books.bots_to_act() and books.total() == entries:
                return
            entries = books.total()
            if time.monotonic() > until:
                self.notes.wrong(f"bots do not move at {books.bots_to_act()}, or entries are made without end")
                return
            await asyncio.sleep(0.5)

    async def _check(self) -> None:
        books = await asyncio.to_thread(self.books)
        self.notes.count["entries in the database"] = books.total()
        matches = {}
        for name in books.tables:
            granted = [ack for ack in self.notes.granted if ack.table == name]
            matches[name] = check_table(books, name, granted, self.notes)
        for ack in self.notes.granted:
            if ack.table not in books.tables:
                self.notes.wrong(f"LOST: the table of {ack}")
        await self._check_told()
        for table in self.tables:
            for client in table.clients:
                await self._check_shown(client, matches[client.table])
        for house in self.chaos.houses:
            if orphans := house.orphans():
                self.notes.wrong(f"{house} left processes behind: {orphans}")

    async def _check_told(self) -> None:
        """What everybody was told is what every process tells now."""
        watches = [watch for table in self.tables for client in table.clients for watch in client.watches]
        until = time.monotonic() + TELL_TIMEOUT
        while watches:
            late = time.monotonic() > until
            watches = [watch for watch in watches if await self._is_behind(watch, late)]
            if late:
                return
            await asyncio.sleep(0.2)

    async def _is_behind(self, watch: Watch, tell: bool) -> bool:
        behind = False
        for address in self.addresses:
            difference = _difference(watch.whole(), await self._fresh(watch, address))
            behind |= bool(difference)
            if difference and tell:
                self.notes.wrong(f"{watch} was told otherwise than {address} says: {difference}")
        return behind

    async def _check_shown(self, client: Client, match: Match | None) -> None:
        """What a person is shown is what the rules say."""
        for watch in client.watches:
            fresh = await self._fresh(watch, self.addresses[-1])
            if match is None:
                continue
            seen = json.loads(json.dumps(match.view(watch.seat)))
            if fresh["view"] != seen or fresh["ply"] != match.ply:
                self.notes.wrong(f"{watch}: its view is not that of the replayed match")
            if fresh["status"] == "playing" and match.to_act == watch.seat:
                offered = [action["action"] for action in fresh["actions"]]
                if sorted(offered) != sorted(match.actions()):
                    self.notes.wrong(f"{watch} is to act and may {offered}, by the rules {match.actions()}")
            if fresh["status"] in OVER:
                status, content = await client.person.ask("GET", f"/api/tables/{client.table}/export")
                if status != httpx.codes.OK or json.loads(content["saved"])["actions"] != match.history:
                    self.notes.wrong(f"{watch}: the export is not the match: {status} {content!s:.200}")

    async def _fresh(self, watch: Watch, address: str) -> Json:
        answer = await watch.person.http.get(f"{address}/api/tables/{watch.table}?seat={watch.seat}", timeout=30)
        fresh: Json = answer.json()
        return fresh


def _difference(told: Any, fresh: Any) -> str:
    """Where two views differ first, with a little of both."""
    if isinstance(told, dict) and isinstance(fresh, dict):
        pairs = [(name, told.get(name), fresh.get(name)) for name in sorted(told.keys() | fresh.keys())]
    elif isinstance(told, list) and isinstance(fresh, list) and len(told) == len(fresh):
        pairs = list(zip(range(len(told)), told, fresh, strict=True))
    else:
        return f"{told!s:.300} | {fresh!s:.300}" if told != fresh else ""
    return next((f"{name}: {_difference(a, b)}" for name, a, b in pairs if a != b and name != "keep"), "")


def _place(task: asyncio.Task[Any]) -> str:
    """Where a task waits, from its first call to its last."""
    calls: list[str] = []
    waiting: Any = task.get_coro()
    while isinstance(waiting, CoroutineType) and waiting.cr_frame is not None:
        calls.append(f"{waiting.__name__}:{waiting.cr_frame.f_lineno}")
        waiting = waiting.cr_await
    return f"{' > '.join(calls)}, for {waiting}"


def report(notes: Notes, seconds: float) -> str:
    lines = [f"soak: {seconds:.0f} s"]
    lines += [f"  {count:6} {what}" for what, count in sorted(notes.count.items())]
    lines += [f"  {worst:6.1f} s at worst {what}" for what, worst in sorted(notes.worst.items())]
    lines += [f"  {len(notes.violations):6} violations", *(f"    {line}" for line in notes.violations)]
    return "\n".join(lines)


def main() -> int:
    chosen = arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    notes, chance, began = Notes(), random.Random(chosen.seed), time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lantern-soak-")))
        postgres = stack.enter_context(Postgres(durable=True)) if chosen.database == "postgres" else None
        url = postgres.create_database("soak") if postgres else f"sqlite:///{folder}/soak.db"
        env, settings = {"LANTERN_RULES": chosen.rules}, ("--no-limits", "--thinkers", str(chosen.thinkers))
        houses = [
            Services(url, env=env, arguments=settings, log=folder / f"house-{number}.log")
            for number in range(chosen.processes)
        ]
        for house in houses:
            stack.callback(house.remove)

        def books() -> Books:
            return Books.of_postgres(postgres, "soak") if postgres else Books.of_sqlite(folder / "soak.db")

        async def soak() -> None:
            await Soak(chosen, Chaos(houses, postgres, notes, chance), books).run()

        with suppress(KeyboardInterrupt):
            asyncio.run(soak())
        print(report(notes, time.monotonic() - began), flush=True)
        if notes.violations:
            kept = tempfile.mkdtemp(prefix="lantern-soak-logs-")
            shutil.copytree(folder, kept, dirs_exist_ok=True)
            print(f"soak: what the servers wrote is in {kept}")
    return 1 if notes.violations or not notes.granted else 0


if __name__ == "__main__":
    raise SystemExit(main())
