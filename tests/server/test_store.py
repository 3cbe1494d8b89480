"""A database that can't be used: the server says what is wrong and how to mend it, and ends; health tells the truth."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy import Connection, make_url, text

from lantern.kernel.errors import BadInput
from lantern.server import tasks
from lantern.server.errors import Denied
from lantern.server.storage import postgres, sqlite
from lantern.server.storage.opening import open_store
from lantern.server.storage.postgres import PostgresStore
from lantern.server.storage.sqlite import SqliteStore
from lantern.server.verify import verify
from tests.server.houses import Services
from tests.server.postgres import Postgres
from tests.server.running import PATIENCE_S, Running, Ticker, wait_for

LANTERN = str(Path(sys.executable).parent / "lantern")


def address(path: Path) -> str:
    return f"sqlite:///{path}"


def start_and_stop(path: Path) -> None:
    async def run() -> None:
        store = open_store(address(path))
        await store.start()
        await store.close()

    asyncio.run(run())


@pytest.fixture
def database(tmp_path: Path, ticker: Ticker) -> Path:
    """A database with some tables in it."""
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ada")
        for _ in range(6):
            ada.make("hanabi", "me", "me")
    return tmp_path / "lantern.db"


# What is wrong with it


def nonsense(path: Path) -> None:
    path.write_bytes(b"this is no database, but somebody's diary\n" * 200)


def a_flipped_page(path: Path) -> None:
    """Whatever is behind the first page is another."""
    whole = bytearray(path.read_bytes())
    for place in range(4096, len(whole)):
        whole[place] ^= 0xA5
    path.write_bytes(whole)


def its_last_page(path: Path) -> None:
    """Nothing that a start needs is there: only who looks at all pages finds out."""
    whole = bytearray(path.read_bytes())
    whole[-4096:] = bytes(byte ^ 0xA5 for byte in whole[-4096:])
    path.write_bytes(whole)


def half_of_it(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 // 4096 * 4096])


def some_bytes_of_it(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:1000])


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def a_folder_for_its_lock(path: Path) -> None:
    lock = path.with_name(f"{path.name}.lock")
    lock.unlink()
    lock.mkdir()


BROKEN: list[tuple[Callable[[Path], None], str]] = [
    (nonsense, r"is damaged \(file is not a database\).*\.recover"),
    (a_flipped_page, r"is damaged .*Put a copy of it back"),
    (its_last_page, r"is damaged .*Put a copy of it back"),
    (half_of_it, r"is damaged .*Put a copy of it back"),
    (some_bytes_of_it, r"is damaged .*Put a copy of it back"),
    (a_folder, r"is a folder; name a file: --database sqlite:///.*lantern\.db/lantern\.db"),
    (a_pipe, r"is no file; name a file"),
    (a_loop, r"can't be used"),
    (a_folder_for_its_lock, r"can't be used: .*Is a directory"),
]


@pytest.mark.parametrize(("breaks", "words"), BROKEN, ids=lambda part: getattr(part, "__name__", ""))
def test_a_broken_database_is_told_and_the_end(database: Path, breaks: Callable[[Path], None], words: str) -> None:
    breaks(database)
    with pytest.raises(BadInput, match=words):
        start_and_stop(database)
    with pytest.raises(BadInput, match=words):
        verify(address(database), lambda line: None)


def test_a_database_that_another_program_holds_is_told_and_the_end(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 50)
    other = sqlite3.connect(database)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BadInput, match=r"another program has locked it; close that"):
        start_and_stop(database)
    other.close()
    start_and_stop(database)


def test_a_database_that_can_not_be_written_is_told_and_the_end(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write whatever is read-only, so SQLite is told not to."""
    monkeypatch.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "query_only=1"))
    fresh = database.with_name("fresh.db")
    with pytest.raises(BadInput, match=r"it can't be written; let this user write the file"):
        start_and_stop(fresh)


def test_verify_makes_no_database(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no database"):
        verify(address(tmp_path / "typo.db"), lambda line: None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["serve", "verify"])
def test_the_command_says_it_in_a_line_and_ends(database: Path, command: str) -> None:
    nonsense(database)
    more = ["--port", "0", "--thinkers", "0"] if command == "serve" else []
    ended = subprocess.run(
        [LANTERN, command, *more, "--database", address(database)],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"LANTERN_RULES": "plain"},
        check=False,
    )
    assert ended.returncode not in (0, None)
    assert "is damaged" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_whoever_waits_for_a_file_that_can_not_be_opened_hears_so(tmp_path: Path) -> None:
    """The thread of the database answers whatever it is asked, open or not."""

    async def ask() -> None:
        store = SqliteStore(tmp_path)  # a folder
        store._loop = asyncio.get_running_loop()
        store._thread.start()
        for _ in range(2):
            with pytest.raises(Denied):
                await store.run(lambda connection: None)
        await store.close()

    asyncio.run(ask())


def test_who_asks_after_the_end_does_not_wait_for_ever(tmp_path: Path) -> None:
    """What was asked before it is done."""

    async def ask() -> None:
        store = open_store(address(tmp_path / "lantern.db"))
        await store.start()
        asked = asyncio.create_task(store.run(lambda connection: 7))
        await asyncio.sleep(0)
        await store.close()
        assert await asked == 7
        with pytest.raises(Denied):
            await store.run(lambda connection: None)

    asyncio.run(ask())


# Who may read it


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_nobody_else_may_read_the_files(tmp_path: Path, ticker: Ticker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for the moment between making a file and shutting it."""
    folder = tmp_path / "new" / "deep"
    monkeypatch.setattr(Path, "chmod", lambda *given: pytest.fail("it was made open"))
    with Running(tmp_path, address(folder / "lantern.db"), now=ticker) as house:
        house.person().make("hanabi", "me", "me")
        found = modes(folder)
    assert found.keys() >= {"lantern.db", "lantern.db-wal", "lantern.db-shm", "lantern.db.lock"}
    assert set(found.values()) == {0o600}
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent)] == [0o700, 0o700]


def test_files_that_others_could_read_are_shut(database: Path, ticker: Ticker) -> None:
    database.chmod(0o644)
    with Running(database.parent, now=ticker):
        assert set(modes(database.parent).values()) == {0o600}


# Health


def health(house: Running) -> int:
    return house.person().client.get("/api/health").status_code


def removed(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    path.rename(path.with_name("old.db"))
    path.write_bytes(path.with_name("old.db").read_bytes())


def without_its_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


@pytest.mark.parametrize("happens", [removed, replaced, without_its_log])
def test_nothing_is_granted_into_a_file_that_is_gone(house: Running, tmp_path: Path, happens: object) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    assert health(house) == 200
    seen = ada.see(table)
    happens(tmp_path / "lantern.db")  # type: ignore[operator]
    assert health(house) == 503
    assert ada.move(table, seen["actions"][0]["action"], seen, status=503)["error"] == "unavailable"


def test_health_is_bad_where_the_file_is_read_only_or_the_disk_is_full(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda path, mode: False)
        assert health(house) == 503
    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "LEAST_ROOM", 1 << 62)
        assert health(house) == 503
    assert health(house) == 200


def test_a_disk_that_fills_and_empties_again(tmp_path: Path) -> None:
    """No file of the process may grow, as on a full disk, its log included; then there is room again."""
    with Services(
        address(tmp_path / "lantern.db"), log=tmp_path / "log", arguments=("--no-limits", "--thinkers", "0")
    ) as house:
        order = {"game": "hanabi", "seats": [{"kind": "me"}, {"kind": "me"}]}
        assert httpx.post(f"{house.url}/api/tables", json=order, verify=False).status_code == 201
        assert house._process is not None
        unlimited = resource.prlimit(house._process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(house._process.pid, resource.RLIMIT_FSIZE, (1000, unlimited[1]))
        wait_for(lambda: httpx.get(f"{house.url}/api/health", verify=False).status_code == 503)
        assert httpx.post(f"{house.url}/api/tables", json=order, verify=False).status_code == 503
        resource.prlimit(house._process.pid, resource.RLIMIT_FSIZE, unlimited)
        wait_for(house.answers)
        assert httpx.post(f"{house.url}/api/tables", json=order, verify=False).status_code == 201


class DeafConnection:
    """One that is made just when it is called off, and swallows that."""

    @classmethod
    async def make(cls, *_: Any, **__: Any) -> DeafConnection:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return cls()

    def add_termination_listener(self, _: object) -> None:
        pass

    async def add_listener(self, *_: object) -> None:
        pass

    async def close(self) -> None:
        pass


def test_a_store_is_closed_though_a_connection_is_made_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncpg, "connect", DeafConnection.make)
    monkeypatch.setattr(tasks, "AGAIN_S", 0.1)

    async def open_and_close() -> None:
        store = PostgresStore(make_url("postgresql://nobody@127.0.0.1/nowhere"))
        await store.listen(lambda change: None, lambda: None)
        await asyncio.sleep(0)
        closed, _ = await asyncio.wait({asyncio.create_task(store.close())}, timeout=PATIENCE_S)
        assert closed

    asyncio.run(open_and_close())


@pytest.fixture(scope="module")
def evening() -> Iterator[tuple[Postgres, str]]:
    """A cluster, and the address of a database in it."""
    with Postgres() as cluster:
        yield cluster, cluster.create_database("evening")


def _connected(cluster: Postgres) -> list[int]:
    """The processes of PostgreSQL that serve a store."""
    found = cluster.query("evening", "SELECT pid FROM pg_stat_activity WHERE application_name = 'lantern'")
    return [int(pid) for pid in found.split()]


def _sleep(connection: Connection) -> str:
    """Work that takes a moment."""
    connection.execute(text("SELECT pg_sleep(0.2)"))
    return "done"


def test_a_closed_store_has_done_what_was_under_way_and_opens_no_connection(evening: tuple[Postgres, str]) -> None:
    cluster, url = evening

    async def work_and_close() -> None:
        store, begun = PostgresStore(make_url(url)), asyncio.Event()

        def begin(connection: Connection) -> str:
            begun.set()
            return _sleep(connection)

        under_way = asyncio.create_task(store.run(begin))
        await begun.wait()
        await store.close()
        assert await under_way == "done"
        await store.tell("alive")
        with pytest.raises(Denied, match="unavailable"):
            await store.run(_sleep)
        assert _connected(cluster) == []

    asyncio.run(work_and_close())


def test_a_store_is_closed_though_its_database_says_nothing_more(
    evening: tuple[Postgres, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster, url = evening
    monkeypatch.setattr(postgres, "GOODBYE_S", 0.2)

    async def freeze_and_close() -> None:
        store = PostgresStore(make_url(url))
        await asyncio.gather(*(store.run(_sleep) for _ in range(3)))
        under_way = asyncio.create_task(store.run(_sleep))
        frozen = _connected(cluster)
        for pid in frozen:
            os.kill(pid, signal.SIGSTOP)
        try:
            async with asyncio.timeout(10):
                await store.close()
                with pytest.raises(Denied):
                    await under_way
            assert len(frozen) == 3
            assert all(connection.is_closed() for connection in store._open)
        finally:
            for pid in frozen:
                os.kill(pid, signal.SIGCONT)

    asyncio.run(freeze_and_close())
