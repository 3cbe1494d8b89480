"""The cluster that other tests lean on: it keeps what was committed over a stop and a crash, and ends with them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres as module
from tests.server.postgres import Mode, NoPostgres, Postgres
from tests.server.processes import gone_within, session


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with Postgres() as postgres:
        yield postgres


def test_a_database_of_its_own(cluster: Postgres) -> None:
    assert cluster.create_database("own") == f"postgresql://lantern@127.0.0.1:{cluster.port}/own"
    assert cluster.query("own", "select current_database(), current_user") == "own|lantern"
    with pytest.raises(RuntimeError, match="already exists"):
        cluster.create_database("own")


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_what_was_committed_is_there_after_a_restart(cluster: Postgres, mode: Mode) -> None:
    cluster.create_database(mode)
    cluster.query(mode, "create table kept (number int)")
    cluster.query(mode, "insert into kept values (7)")
    port = cluster.port
    cluster.restart(mode)
    assert (cluster.port, cluster.query(mode, "select number from kept")) == (port, "7")


def test_nothing_is_left_behind() -> None:
    with Postgres(durable=True) as postgres:
        assert postgres.query("postgres", "show fsync") == "on"
        assert postgres._process
        leader = postgres._process.pid
        assert session(leader)
    assert gone_within(leader, 10)
    assert not postgres.folder.exists()


def test_it_ends_with_a_process_that_was_killed(tmp_path: Path) -> None:
    script = """
import os, signal
from tests.server.postgres import Postgres
postgres = Postgres()
postgres.start()
print(postgres._process.pid, postgres.folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    leader, folder = killed.stdout.split()
    assert gone_within(int(leader), 20)
    subprocess.run(["rm", "-r", folder], check=True)


def test_a_machine_without_postgresql_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "PACKAGES", tmp_path)
    with pytest.raises(NoPostgres, match="apt-get install postgresql"):
        Postgres()
