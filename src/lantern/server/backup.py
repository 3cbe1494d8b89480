"""`lantern backup` and `lantern restore`: all that a server keeps in one file, and back, while the server runs."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sqlalchemy import Connection

from lantern.kernel.errors import BadInput, Phrase
from lantern.kernel.files import ASIDE, check_new, told_of, whole_file
from lantern.server.errors import Denied
from lantern.server.storage.dump import Head, check_dump, is_empty, read_dump, write_dump
from lantern.server.storage.migrations import is_known
from lantern.server.storage.opening import open_store, read_at_once
from lantern.server.verify import verify

NAME = "lantern-%Y%m%dT%H%M%SZ.jsonl.gz"
"""What a backup in a folder of backups is called, by Greenwich."""
NAMED = re.compile(r"lantern-\d{8}T\d{6}Z\.jsonl\.gz")
FORGOTTEN_S = 86_400
"""After how long a file that was begun and not ended is removed."""

Say = Callable[[Phrase], None]


def back_up(database: str, path: Path, say: Say, replays: bool = True) -> bool:
    """Keep all of a database in a new file; whether every match could be played again from it."""
    check_new(path)
    with told_of(path), whole_file(path) as file:
        os.fchmod(file.fileno(), 0o600)
        head = asyncio.run(read_at_once(database, lambda connection: write_dump(connection, file, _now())))
        file.flush()
        whole = not replays or _try_out(Path(file.name), say)
    say(
        Phrase(
            "backup.kept", path=path, tables=head.count("tables"), guests=head.count("guests"), kilobytes=_size(path)
        )
    )
    return whole


def back_up_into(database: str, folder: Path, keep: int | None, say: Say, replays: bool = True) -> bool:
    """Keep all of a database in a file of a folder, called after the time, and only the newest files there."""
    _make(folder)
    while (path := folder / time.strftime(NAME, time.gmtime())).exists():
        time.sleep(0.1)
    whole = back_up(database, path, say, replays)
    for old in [] if keep is None else kept(folder)[keep:]:
        old.unlink(missing_ok=True)
        say(Phrase("backup.removed", path=old))
    return whole


def kept(folder: Path) -> list[Path]:
    """The backups in a folder, the newest first."""
    found = [path for path in folder.iterdir() if NAMED.fullmatch(path.name)] if folder.is_dir() else []
    return sorted(found, key=lambda path: path.name, reverse=True)


def restore(path: Path, database: str, replace: bool, say: Say, replays: bool = True) -> bool:
    """Put all that a file holds into a database; whether every match could be played again there."""
    with told_of(path):
        head = check_dump(path)
    asyncio.run(_restore(path, head, database, replace))
    say(Phrase("backup.restored", tables=head.count("tables"), guests=head.count("guests"), version=head.version))
    return not replays or _replays(database, head, say)


async def _restore(path: Path, head: Head, database: str, replace: bool) -> None:
    if not is_known(head.form):
        raise BadInput("bad.database.newer", revision=head.form)
    store = open_store(database)
    await store.start()
    try:
        await store.run(partial(_fill, path=path, form=head.form, replace=replace, shared=store.shared))
    except Denied as denied:
        raise BadInput("bad.database.unusable", path=database, error=denied.__cause__) from denied
    finally:
        await store.close()


def _fill(connection: Connection, path: Path, form: str, replace: bool, shared: bool) -> None:
    """Put what a file holds in place of what is in a database, where that is allowed."""
    if shared:
        from lantern.server.storage.postgres import used_by_others

        if used_by_others(connection):
            raise BadInput("bad.backup.in_use")
    if not replace and not is_empty(connection):
        raise BadInput("bad.backup.not_empty")
    read_dump(connection, path, form)


# Played again


def _try_out(path: Path, say: Say) -> bool:
    """Whether the matches of a file can be played again, in a database that is made of it."""
    head = check_dump(path)
    with tempfile.TemporaryDirectory(prefix="lantern-backup-") as folder:
        database = f"sqlite:///{folder}/lantern.db"
        asyncio.run(_restore(path, head, database, replace=True))
        return _replays(database, head, say)


def _replays(database: str, head: Head, say: Say) -> bool:
    """Whether all matches of a database can be played again."""
    say(Phrase("backup.replaying", tables=head.count("tables")))
    return verify(database, say)


# Files


def _now() -> int:
    return round(time.time() * 1000)


def _size(path: Path) -> int:
    """How large a file is, in kB."""
    return -(-path.stat().st_size // 1000)


def _make(folder: Path) -> None:
    """Make a folder for backups, which only its owner can read, if it is not there, and remove what nobody ended."""
    with told_of(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for begun in folder.glob(f"{ASIDE}*"):
            if time.time() - begun.stat().st_mtime > FORGOTTEN_S:
                begun.unlink(missing_ok=True)
