"""What somebody can ask about himself: everything that is kept about him, and that it be removed."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from lantern.kernel.contract import Json
from lantern.server.errors import Denied
from lantern.server.live.administration import Administration
from lantern.server.live.table_service import TableService
from lantern.server.storage import people
from lantern.server.tables import decisions
from lantern.server.tables.table import PLAYING, SEATING

FORGOTTEN = "forgotten"
"""The notice that a guest is no more, with the tables at which he has no name any longer."""


class People:
    """Those who have been here."""

    def __init__(self, tables: TableService, administration: Administration) -> None:
        self._tables = tables
        self._administration = administration

    async def everything(self, guest: str) -> Json:
        """All that is kept about a guest."""
        found = await self._tables.store.run(partial(people.everything_of, guest=guest))
        if found is None:
            raise Denied("no_guest")
        return found

    async def forget(self, guest: str) -> None:
        """Have a guest leave his seats, and remove all that is kept about him."""
        for table_id in await self._tables.store.run(partial(people.tables_of, guest=guest)):
            with suppress(Denied):
                await self._leave(table_id, guest)
        forgotten = await self._tables.store.run(partial(people.forget, guest=guest))
        self._drop(guest, forgotten.changed)
        await self._administration.tell_removed(forgotten.removed)
        for table_id in forgotten.changed:
            await self._tables.project(table_id)
        await self._tables.store.tell(" ".join([FORGOTTEN, self._tables.process, guest, *forgotten.changed]))

    async def _leave(self, table_id: str, guest: str) -> None:
        """Bots stand in for him where others play on."""
        async with self._tables.at(table_id) as table:
            seats = table.seats_of(guest) if table.status in (SEATING, PLAYING) else []
        for seat in seats:
            await self._tables.act(table_id, partial(decisions.leave, guest=guest, number=seat))

    def hear(self, notice: str) -> None:
        """Another process has something to tell."""
        kind, *rest = notice.split(" ")
        if kind == FORGOTTEN and rest[0] != self._tables.process:
            self._drop(rest[1], rest[2:])

    def _drop(self, guest: str, changed: list[str]) -> None:
        self._tables.forget_guest(guest)
        self._tables.forget(changed)
