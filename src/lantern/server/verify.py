"""`lantern verify`: every stored match, replayed by the rules of today."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from lantern.kernel.errors import Phrase
from lantern.server.live.table_service import TableService
from lantern.server.storage import records
from lantern.server.storage.opening import open_store


def verify(database: str, say: Callable[[Phrase], None]) -> bool:
    """Replay all matches; whether each came to the state it had when its last move was made."""
    count, wrong = asyncio.run(_replay_all(database))
    for fault in wrong:
        say(fault)
    say(Phrase("serve.replayed", tables=count, wrong=len(wrong)))
    return not wrong


async def _replay_all(database: str) -> tuple[int, list[Phrase]]:
    """How many matches there are, and what is wrong with some."""
    store = open_store(database, make=False)
    await store.start()
    try:
        stored = await store.run(records.all_tables)
        found = [await _difference(TableService(store), table_id, digest) for table_id, digest in stored]
    finally:
        await store.close()
    return len(stored), [fault for fault in found if fault is not None]


async def _difference(tables: TableService, table_id: str, digest: str | None) -> Phrase | None:
    """What is wrong with the replay of a table; None if nothing is."""
    try:
        async with tables.at(table_id) as table:
            rules, today = table.setting.rules, table.game.sheet.rules_version
            if digest is not None and table.digest() != digest:
                game = table.setting.game
                return Phrase("serve.another_state", table=table_id, game=game, rules=rules, today=today)
    except Exception as error:  # whatever it is, the match can't be replayed
        return Phrase("serve.not_replayed", table=table_id, error=f"{type(error).__name__}: {error}")
    return None
