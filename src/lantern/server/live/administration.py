"""What administrators do: tables ended, removed and handed over, people barred, a message to all, clearing; all noted.

A deed is noted in the transaction that does it. Other processes hear of it by notices that say no more than that there
is something to read: `bars`, `bulletin`, and `removed` with the tables that are no more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog
from sqlalchemy import Connection

from lantern.kernel.contract import Json
from lantern.server.errors import Denied
from lantern.server.live.hub import Hub
from lantern.server.live.table_service import TableService
from lantern.server.storage import administration as stored
from lantern.server.storage import clearing
from lantern.server.storage.administration import Bar, Bulletin, Deed
from lantern.server.storage.clearing import Rules
from lantern.server.tables import decisions
from lantern.server.tasks import call_off

AT_ONCE = 100
"""How many tables or guests are cleared in one transaction, and told of in one notice."""
MOST_ENTRIES = 1_000
"""How many entries are read at once."""
SHOWN = 100
"""How many of the tables that would go are named."""

log = structlog.get_logger()


@dataclass(frozen=True)
class Cleared:
    """What has gone, or would."""

    guests: int
    tables: int
    first: list[Json] = field(default_factory=list)
    """The first of those tables, where they have not gone yet."""


class Administration:
    """All that administrators can do."""

    def __init__(self, tables: TableService, hub: Hub, rules: Rules) -> None:
        self._tables = tables
        self._hub = hub
        self.rules = rules
        """What is cleared by the clock."""
        self.on_bars: Callable[[Sequence[Bar]], None] = lambda bars: None
        """Told whom the server does not let in."""
        self._reading: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Know whom not to let in, and what is said to all, before anybody comes."""
        await self._read_bars()
        await self._read_bulletin()

    async def close(self) -> None:
        """Read nothing more."""
        await call_off(*self._reading)

    # Other processes

    def hear(self, notice: str) -> None:
        """Another process has something to tell."""
        kind, _, rest = notice.partition(" ")
        process, *about = rest.split(" ")
        if process == self._tables.process:
            return
        if kind == "bars":
            self._begin(self._read_bars())
        elif kind == "bulletin":
            self._begin(self._read_bulletin())
        elif kind == "removed":
            self._forget(about)

    def missed(self) -> None:
        """Something may have been missed: look again."""
        self._begin(self._read_bars())
        self._begin(self._read_bulletin())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._try(work))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _try(self, work: Coroutine[Any, Any, None]) -> None:
        """Read something; while the database is away nothing new can be known."""
        try:
            await work
        except Denied as denied:
            log.warning("administration_not_read", error=denied.code)

    async def _read_bars(self) -> None:
        self.on_bars(await self._tables.store.run(stored.read_bars))

    async def _read_bulletin(self) -> None:
        self._hub.post(await self._tables.store.run(stored.read_bulletin))

    def _notice(self, kind: str, *about: str) -> str:
        return " ".join([kind, self._tables.process, *about])

    def _deed(self, what: str, about: str | None, by: str | None, **details: object) -> Deed:
        return Deed(self._tables.name(), self._tables.now(), what, about, details, by)

    # Tables

    async def end(self, table_id: str, by: str) -> int:
        """End a match; the version at which it has."""

        def also(connection: Connection) -> None:
            stored.note_deed(connection, self._deed("end", table_id, by, **_told(connection, table_id)))

        _, done = await self._tables.act(table_id, decisions.end, also)
        return done.version

    async def hand_over(self, table_id: str, seat: int, by: str) -> int:
        """Make who sits on a seat the host; the version at which he is."""

        def also(connection: Connection) -> None:
            stored.note_deed(connection, self._deed("hand", table_id, by, seat=seat, **_told(connection, table_id)))

        _, done = await self._tables.act(table_id, lambda table: decisions.hand_over(table, seat), also)
        return done.version

    async def remove(self, table_id: str, by: str) -> list[str]:
        """Remove a table with all other ways of its match; which tables have gone."""

        def work(connection: Connection) -> list[str]:
            told = _told(connection, table_id)
            removed = stored.remove_with_branches(connection, table_id)
            stored.note_deed(connection, self._deed("delete", table_id, by, removed=len(removed), **told))
            return removed

        removed = await self._tables.store.run(work)
        await self.tell_removed(removed)
        return removed

    async def tell_removed(self, removed: Sequence[str]) -> None:
        """Have everybody know, here and in other processes, that tables are no more."""
        self._forget(removed)
        for part in _parts(removed):
            await self._tables.store.tell(self._notice("removed", *part))

    def _forget(self, removed: Sequence[str]) -> None:
        """Tables are no more."""
        self._tables.forget(removed)
        self._hub.removed(removed)

    async def entries(self, table_id: str, after: int, by: str) -> list[Json]:
        """Entries of a table, which may hold what its players must not know; that somebody has read them is noted."""

        def work(connection: Connection) -> list[Json]:
            stored.note_deed(connection, self._deed("read", table_id, by, after=after, **_told(connection, table_id)))
            return stored.list_entries(connection, table_id, after, MOST_ENTRIES)

        return await self._tables.store.run(work)

    # Who is let in

    async def bar(self, network: str | None, guest: str | None, reason: str | None, until: int | None, by: str) -> Bar:
        """Let in no more who comes from some addresses, or a guest; those who are here are shown out."""
        bar = Bar(self._tables.name(), network, guest, reason, self._tables.now(), until)
        deed = self._deed("bar", network or guest, by, reason=reason, until=until)

        def work(connection: Connection) -> None:
            if guest is not None and not stored.knows_guest(connection, guest):
                raise Denied("unknown_guest")
            stored.write_bar(connection, bar)
            stored.note_deed(connection, deed)

        await self._tables.store.run(work, self._notice("bars"))
        await self._read_bars()
        return bar

    async def unbar(self, bar_id: str, by: str) -> None:
        """Let somebody in again."""

        def work(connection: Connection) -> None:
            bar = stored.forget_bar(connection, bar_id)
            if bar is None:
                raise Denied("no_bar")
            stored.note_deed(connection, self._deed("unbar", bar.network or bar.guest, by))

        await self._tables.store.run(work, self._notice("bars"))
        await self._read_bars()

    # A message to all

    async def post(self, text: str, until: int | None, by: str) -> Bulletin:
        """Show a message on every page."""
        bulletin = Bulletin(self._tables.name(), text, self._tables.now(), until)
        deed = self._deed("message", bulletin.id, by, text=text, until=until)

        def work(connection: Connection) -> None:
            stored.write_bulletin(connection, bulletin)
            stored.note_deed(connection, deed)

        await self._tables.store.run(work, self._notice("bulletin"))
        self._hub.post(bulletin)
        return bulletin

    async def retract(self, by: str) -> None:
        """Take the message to all back."""

        def work(connection: Connection) -> None:
            before = stored.write_bulletin(connection, None)
            if before is None:
                raise Denied("no_bulletin")
            stored.note_deed(connection, self._deed("retract", before.id, by, text=before.text))

        await self._tables.store.run(work, self._notice("bulletin"))
        self._hub.post(None)

    # Clearing

    async def would_clear(self, rules: Rules) -> Cleared:
        """What would go by some rules now."""
        now = self._tables.now()

        def work(connection: Connection) -> Cleared:
            tables = clearing.ended_tables(connection, rules, now)
            guests = clearing.unused_guests(connection, rules, now)
            return Cleared(len(guests), len(tables), stored.summarised(connection, tables[:SHOWN]))

        return await self._tables.store.run(work)

    async def clear(self, rules: Rules, by: str | None) -> Cleared:
        """Remove what may go by some rules, a little at a time; by None if the clock wants it."""
        now, run = self._tables.now(), self._tables.store.run
        guests = await run(lambda connection: clearing.unused_guests(connection, rules, now))
        tables = await run(lambda connection: clearing.ended_tables(connection, rules, now))
        gone, removed = 0, 0
        for part in _parts(guests):
            gone += await run(partial(clearing.remove_guests, found=part, rules=rules, now=now))
        for part in _parts(tables):
            ended = await run(partial(clearing.remove_ended, found=part, now=now))
            await self.tell_removed(ended)
            removed += len(ended)
        deed = self._deed("clear", None, by, guests=gone, tables=removed)
        if by is not None or gone or removed:
            await run(lambda connection: stored.note_deed(connection, deed))
        return Cleared(gone, removed)

    async def clear_by_the_clock(self) -> None:
        """Once a day, in one process, clear by the server's rules, and forget bars and messages that are over."""
        now = self._tables.now()
        if await self._tables.store.run(lambda connection: clearing.claim(connection, now)):
            await self._tables.store.run(lambda connection: stored.forget_old_bars(connection, now))
            cleared = await self.clear(self.rules, None)
            if cleared.guests or cleared.tables:
                log.info("cleared", guests=cleared.guests, tables=cleared.tables)


def _told(connection: Connection, table_id: str) -> Json:
    """What the log says of a table, which may be no more when somebody reads it."""
    found = stored.find_table(connection, table_id)
    if found is None:
        raise Denied("no_table")
    names = [seat["name"] or seat["bot"] for seat in found["seats"]]
    return {"game": found["game"], "status": found["status"], "names": [name for name in names if name]}


def _parts(found: Sequence[str]) -> list[Sequence[str]]:
    return [found[first : first + AT_ONCE] for first in range(0, len(found), AT_ONCE)]
