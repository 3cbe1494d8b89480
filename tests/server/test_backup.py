"""Backups: everything in one file while the server runs, and back, into either kind of database; never half of it."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from lantern import cli
from lantern.kernel.errors import BadInput, Phrase
from lantern.kernel.files import ASIDE
from lantern.server import backups
from lantern.server.backup import back_up, back_up_into, kept, restore
from lantern.server.backups import Schedule, make_by_the_clock
from lantern.server.storage import dump
from lantern.server.storage.migrations import FORM
from tests.server.houses import Services
from tests.server.postgres import Postgres
from tests.server.running import Running, Ticker, wait_for
from tests.server.test_restart import looks, return_to, to_first_form


def address(path: Path) -> str:
    return f"sqlite:///{path}"


def quietly(phrase: Phrase) -> None:
    """Whatever is said is heard by nobody."""


def rows_of(path: Path) -> list[bytes]:
    """The lines of a backup between the first, which has the time, and the last."""
    return gzip.decompress(path.read_bytes()).splitlines()[1:-1]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with Postgres() as postgres:
        yield postgres


@pytest.fixture
def database(tmp_path: Path, ticker: Ticker) -> Path:
    """A database with two tables, at one of which somebody waits, and notes."""
    with Running(tmp_path, now=ticker) as house:
        ada = house.person("Ада \N{FIRE} 'O\"")
        table = ada.make("hanabi", "me", "me")["table"]
        ada.move(table, ada.see(table)["actions"][0]["action"])
        ada.client.put(f"/api/tables/{table}/notes", json={"seat": 1, "about": "ply:1", "text": "a \\u0041"})
        ada.make("khan", "me", "open", listed=True)
    return tmp_path / "lantern.db"


@pytest.fixture
def backup(tmp_path: Path, database: Path) -> Path:
    assert back_up(address(database), tmp_path / "whole.gz", quietly)
    return tmp_path / "whole.gz"


# There and back


def test_all_is_there_again_for_everybody_after_a_backup_of_a_running_server(tmp_path: Path, ticker: Ticker) -> None:
    said: list[Phrase] = []
    with Running(tmp_path, now=ticker) as house:
        ada, ben = house.person("Ada"), house.person("Ben")
        made = ada.make("khan", "me", "open")
        table = made["table"]
        ben.join(table, made["invite"])
        for person in (ada, ben, ada, ben):
            if actions := person.see(table)["actions"]:
                person.move(table, actions[0]["action"])
        ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "Anybody?"})
        before = [looks(person, table) for person in (ada, ben)]
        jars = [dict(person.client.cookies) for person in (ada, ben)]
        assert back_up(house.settings.database, tmp_path / "whole.gz", said.append)
        ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "This came after it."})
    assert [str(line) for line in said[:2]] == [
        "playing 1 match again from it",
        "1 table replayed, 0 of them differ from what was stored",
    ]
    assert str(said[2]).startswith(f"{tmp_path / 'whole.gz'}: 1 table and 2 people, ")
    assert restore(tmp_path / "whole.gz", address(tmp_path / "new" / "lantern.db"), replace=False, say=quietly)
    with Running(tmp_path, address(tmp_path / "new" / "lantern.db"), now=ticker) as house:
        assert [looks(return_to(house, jar), table) for jar in jars] == before


def test_it_goes_from_sqlite_to_postgresql_and_back(
    tmp_path: Path, backup: Path, cluster: Postgres, ticker: Ticker
) -> None:
    shared = cluster.create_database("there")
    assert restore(backup, shared, replace=False, say=quietly)
    with Running(tmp_path, shared, now=ticker), pytest.raises(BadInput, match="a server is using this database"):
        restore(backup, shared, replace=True, say=quietly)
    assert restore(backup, shared, replace=True, say=quietly), "nobody serves it any more"
    assert back_up(shared, tmp_path / "again.gz", quietly)
    assert restore(tmp_path / "again.gz", address(tmp_path / "back.db"), replace=False, say=quietly)
    assert back_up(address(tmp_path / "back.db"), tmp_path / "back.gz", quietly)
    assert sorted(rows_of(tmp_path / "again.gz")) == sorted(rows_of(backup))
    assert rows_of(tmp_path / "back.gz") == rows_of(backup)


def test_a_backup_of_an_older_form_is_brought_up(tmp_path: Path, database: Path, ticker: Ticker) -> None:
    to_first_form(database, tmp_path / "first.db")
    assert back_up(address(tmp_path / "first.db"), tmp_path / "first.gz", quietly)
    assert dump.check_dump(tmp_path / "first.gz").form == "0001"
    assert restore(tmp_path / "first.gz", address(tmp_path / "now.db"), replace=False, say=quietly)
    with sqlite3.connect(tmp_path / "now.db") as now:
        assert now.execute("SELECT version_num FROM alembic_version").fetchone() == (FORM,)
        assert now.execute("SELECT count(*) FROM entries").fetchone() > (0,)


def test_a_match_that_comes_out_otherwise_is_named_and_the_copy_kept(tmp_path: Path, database: Path) -> None:
    with sqlite3.connect(database) as open_database:
        open_database.execute("UPDATE tables SET digest = 'odd' WHERE game = 'hanabi'")
    said: list[Phrase] = []
    assert not back_up(address(database), tmp_path / "odd.gz", said.append)
    assert any("another state" in str(line) for line in said)
    assert not restore(tmp_path / "odd.gz", address(tmp_path / "odd.db"), replace=False, say=quietly)
    assert back_up(address(database), tmp_path / "trusting.gz", quietly, replays=False)


def test_only_its_owner_can_read_a_backup(backup: Path) -> None:
    assert backup.stat().st_mode & 0o077 == 0


# What is refused


def test_nothing_is_written_over(tmp_path: Path, backup: Path, database: Path) -> None:
    before = backup.read_bytes(), database.read_bytes()
    with pytest.raises(BadInput, match="is there already"):
        back_up(address(database), backup, quietly)
    with pytest.raises(BadInput, match="holds tables already"):
        restore(backup, address(database), replace=False, say=quietly)
    assert (backup.read_bytes(), database.read_bytes()) == before


def test_a_database_that_a_server_uses_is_left_alone(tmp_path: Path, backup: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker) as house, pytest.raises(BadInput, match="another server uses"):
        restore(backup, house.settings.database, replace=True, say=quietly)


def cut(whole: bytes) -> bytes:
    return whole[: len(whole) * 2 // 3]


def without_its_end(whole: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(whole).splitlines(keepends=True)[:-1]))


def another_name(whole: bytes) -> bytes:
    return gzip.compress(gzip.decompress(whole).replace(b"hanabi", b"hanaby"))


def a_row_less(whole: bytes) -> bytes:
    lines = gzip.decompress(whole).splitlines(keepends=True)
    return gzip.compress(b"".join([*lines[:3], *lines[4:]]))


def rows_of_no_table(whole: bytes) -> bytes:
    lines = gzip.decompress(whole).splitlines(keepends=True)
    return gzip.compress(b"".join([lines[0], *lines[2:]]))


def a_flipped_byte(whole: bytes) -> bytes:
    middle = len(whole) // 2
    return whole[:middle] + bytes([whole[middle] ^ 0x55]) + whole[middle + 1 :]


def nonsense(whole: bytes) -> bytes:
    return b"this is somebody's diary\n" * 40


def other_json(whole: bytes) -> bytes:
    return gzip.compress(b'{"format": "lantern 1", "game": "han"}\n')


def very_deep(whole: bytes) -> bytes:
    return gzip.compress(gzip.decompress(whole).splitlines()[0] + b"\n" + b"[" * 100_000)


def newer(whole: bytes) -> bytes:
    return of_form(whole, b"9999")


def of_form(whole: bytes, form: bytes) -> bytes:
    """The same with another form, and all sums right."""
    lines = gzip.decompress(whole).replace(f'"form":"{FORM}"'.encode(), b'"form":"' + form + b'"').splitlines(True)
    last = json.loads(lines[-1]) | {"sha256": hashlib.sha256(b"".join(lines[:-1])).hexdigest()}
    return gzip.compress(b"".join(lines[:-1]) + json.dumps(last, separators=(",", ":")).encode())


BROKEN: list[tuple[Callable[[bytes], bytes], str]] = [
    (cut, "is damaged, or not all of it is there"),
    (without_its_end, "is damaged, or not all of it is there"),
    (another_name, "is damaged, or not all of it is there"),
    (a_row_less, "is damaged, or not all of it is there"),
    (rows_of_no_table, "is damaged, or not all of it is there"),
    (a_flipped_byte, "is damaged, or not all of it is there"),
    (very_deep, "is damaged, or not all of it is there"),
    (nonsense, "is not a backup made by Lantern"),
    (other_json, "is not a backup made by Lantern"),
    (newer, "made by a newer version of Lantern"),
    (lambda whole: of_form(whole, b"0001"), "is damaged, or not all of it is there"),
    (lambda whole: b"", "is damaged, or not all of it is there"),
]


def test_a_broken_or_foreign_file_is_refused_and_changes_nothing(
    tmp_path: Path, backup: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, before = backup.read_bytes(), rows_of(backup)
    for number, (spoil, words) in enumerate(BROKEN):
        path = tmp_path / f"broken{number}.gz"
        path.write_bytes(spoil(whole))
        assert cli.main(["restore", str(path), "--replace", "--database", address(database)]) == cli.BAD_INPUT
        assert words in capsys.readouterr().err.replace("\n", " "), spoil
    assert back_up(address(database), tmp_path / "after.gz", quietly, replays=False)
    assert rows_of(tmp_path / "after.gz") == before


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_file_or_database_that_is_not_there_is_named(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = [command, str(tmp_path / "none.gz"), "--database", address(tmp_path / "none.db")]
    assert cli.main(missing) == cli.BAD_INPUT
    assert "none." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# Killed in the middle


def killed_at(count: int, patched: str, monkeypatch: pytest.MonkeyPatch, work: Callable[[], Any]) -> bool:
    """Do something in a process that is killed when a function is called for the nth time; whether it came to that."""
    calls = iter(range(count))
    whole = getattr(dump, patched)

    def counted(*given: Any) -> Any:
        if next(calls, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(*given)

    child = os.fork()
    if child == 0:
        monkeypatch.setattr(dump, patched, counted)
        work()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL)
    return bool(status)


def test_a_backup_that_is_killed_is_none_and_the_next_one_is_whole(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, kills = tmp_path / "backups", 0
    while killed_at(kills, "_line", monkeypatch, lambda: back_up_into(address(database), folder, 1, quietly, False)):
        kills += 7
        assert kept(folder) == []
    assert kills > 20
    assert len(kept(folder)) == 1
    assert restore(kept(folder)[0], address(tmp_path / "new.db"), replace=False, say=quietly)
    for begun in folder.glob(f"{ASIDE}*"):
        os.utime(begun, (0, 0))
    back_up_into(address(database), folder, 1, quietly)
    assert list(folder.glob(f"{ASIDE}*")) == []


def every_kind(tmp_path: Path, cluster: Postgres, name: str) -> list[str]:
    return [address(tmp_path / f"{name}.db"), cluster.create_database(name)]


def test_a_restore_that_is_killed_leaves_what_was_there(
    tmp_path: Path, backup: Path, database: Path, cluster: Postgres, monkeypatch: pytest.MonkeyPatch, ticker: Ticker
) -> None:
    with Running(tmp_path, address(tmp_path / "other.db"), now=ticker) as house:
        house.person("Eve").make("ming", "me", "me")
    assert back_up(address(tmp_path / "other.db"), tmp_path / "other.gz", quietly)
    for number, target in enumerate(every_kind(tmp_path, cluster, "target")):
        assert restore(tmp_path / "other.gz", target, replace=False, say=quietly)
        kills = 0
        while killed_at(kills, "_row", monkeypatch, partial(restore, backup, target, True, quietly, False)):
            kills += 7
            then = tmp_path / f"{number}-{kills}.gz"
            assert back_up(target, then, quietly, replays=False)
            assert sorted(rows_of(then)) == sorted(rows_of(tmp_path / "other.gz"))
        assert kills > 8
        assert back_up(target, tmp_path / f"{number}-end.gz", quietly)
        assert sorted(rows_of(tmp_path / f"{number}-end.gz")) == sorted(rows_of(backup))


def test_a_backup_is_whole_though_its_server_is_killed_meanwhile(
    tmp_path: Path, database: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = dump._line
    with Services(address(database), arguments=("--thinkers", "0")) as house:

        def killing(line: dump.Line) -> bytes:
            if isinstance(line, dict) and line.get("table") == "tables":
                house.kill9()
            return whole(line)

        monkeypatch.setattr(dump, "_line", killing)
        assert back_up(address(database), tmp_path / "meanwhile.gz", quietly)
    assert [line for line in rows_of(tmp_path / "meanwhile.gz") if b"hanabi" in line] == [
        line for line in rows_of(backup) if b"hanabi" in line
    ]


# By the clock


def test_only_the_newest_stay(tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "backups"
    names = iter(f"lantern-2026010{day}T000000Z.jsonl.gz" for day in range(1, 6))
    monkeypatch.setattr("lantern.server.backup.time.strftime", lambda *_: next(names))
    folder.mkdir()
    (folder / "mine.gz").write_text("somebody's own")
    for _ in range(5):
        assert back_up_into(address(database), folder, 2, quietly, replays=False)
    assert [path.name for path in kept(folder)] == [
        "lantern-20260105T000000Z.jsonl.gz",
        "lantern-20260104T000000Z.jsonl.gz",
    ]
    assert (folder / "mine.gz").exists()


def test_backups_are_made_by_the_clock(tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = Schedule(tmp_path / "backups", every_s=3600, keep=1)
    monkeypatch.setattr(threading.Thread, "start", lambda thread: None)
    make_by_the_clock(schedule, address(database))
    monkeypatch.undo()
    assert schedule.age() == float("inf")
    assert backups._make(schedule, address(database))
    assert schedule.age() < 3600
    assert dump.check_dump(kept(schedule.folder)[0]).count("tables") == 2
    (tmp_path / "a file").touch()
    assert not backups._make(Schedule(tmp_path / "a file", 3600, 1), address(database))


def test_a_server_makes_them_and_says_how_old_the_newest_is(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    options = ("--thinkers", "0", "--backups", str(folder), "--backups-kept", "1")
    with Services(address(tmp_path / "lantern.db"), arguments=options) as house:
        wait_for(lambda: len(kept(folder)) == 1)
        told = httpx.get(f"{house.url}/metrics").text
    age = next(line for line in told.splitlines() if line.startswith("lantern_backup_age_seconds"))
    assert float(age.split()[1]) < 600
