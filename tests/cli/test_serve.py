"""`lantern serve` and `lantern verify`, with the rules compiled as people have them."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from lantern.cli import INTERRUPTED
from tests.cli.conftest import Run

PAUSE_S = 0.1
"""Who asks more often is told to wait."""
PATIENCE_S = 300.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def served(database: Path, *more: str) -> Iterator[tuple[str, list[str]]]:
    """A server as the command starts it: its address and what it said."""
    port = free_port()
    command = [sys.executable, "-m", "lantern", "serve", "--port", str(port), "--database", f"sqlite:///{database}"]
    with subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        said = said_until("waits" if "--demo" in more else "listening", server)
        try:
            yield f"http://127.0.0.1:{port}", said
        finally:
            server.send_signal(signal.SIGINT)
            assert server.wait(PATIENCE_S) in (0, INTERRUPTED)


def said_until(wanted: str, server: subprocess.Popen[str], patience_s: float = PATIENCE_S) -> list[str]:
    """What a process says, up to the line with a word; a failure where it does not come."""
    assert server.stdout is not None
    said: list[str] = []
    too_long = threading.Timer(patience_s, server.kill)
    too_long.start()
    try:
        for line in server.stdout:
            said.append(line)
            if wanted in line:
                return said
    finally:
        too_long.cancel()
    pytest.fail(f"no line with {wanted!r} within {patience_s:.0f} s, but: {''.join(said) or 'nothing'}")


def test_a_server_that_says_other_words_is_not_waited_for_for_ever() -> None:
    command = [sys.executable, "-c", "import time; print('ready', flush=True); time.sleep(600)"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        pytest.raises(pytest.fail.Exception, match="no line with 'listening' within 1 s, but: ready"),
    ):
        said_until("listening", server, 1.0)


def test_a_demo_table_is_joined_played_and_verified(tmp_path: Path, run: Run) -> None:
    database = tmp_path / "lantern.db"
    with served(database, "--demo") as (address, said):
        found = re.search(r"/table/([\w-]+)#key=([\w-]+)", said[-1])
        assert found, said
        table, key = found.groups()
        with httpx.Client(base_url=address, timeout=PATIENCE_S, verify=False) as client:
            assert client.post(f"/api/tables/{table}/join", json={"key": key, "name": "Ada"}).json()["seat"] == 1
            end = time.monotonic() + PATIENCE_S
            plies = 0
            while plies < 6 and time.monotonic() < end:
                view = client.get(f"/api/tables/{table}").json()
                plies = view["ply"]
                if view["actions"]:
                    move = {"seat": 1, "action": view["actions"][0]["action"], "move_id": str(plies)}
                    move |= {"expected_version": view["version"]}
                    assert client.post(f"/api/tables/{table}/moves", json=move).status_code == 200
                else:
                    time.sleep(PAUSE_S)
            assert plies >= 6
    verified = run(["verify", "--database", f"sqlite:///{database}"])
    assert (verified.status, verified.out) == (0, "lantern: 1 table replayed, 0 of them differ from what was stored\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--database mysql://me@here/x", "is no database; one is sqlite:///FILE or postgresql://"),
        ("--database nonsense", "is no database"),
        ("--workers 2", "several workers need PostgreSQL"),
        ("--workers 0", "--workers is 0; it must be at least 1"),
        ("--limit dance=3/minute", "there is none of that name"),
        ("--limit move=often", "is not written like"),
        ("--limit sockets", "is not a number"),
        ("--proxy example", "is no address and no network"),
        ("--database postgresql://nobody@127.0.0.1:1/x", "the database can't be used"),
    ],
)
def test_what_can_not_be_served_is_told_in_a_line(tmp_path: Path, run: Run, arguments: str, words: str) -> None:
    usual = "" if "--database" in arguments else f" --database sqlite:///{tmp_path / 'x.db'}"
    told = run(f"serve --port {free_port()} {arguments}{usual}")
    assert told.status == 2
    assert words in " ".join(told.err.split())


def test_a_port_that_is_taken_is_told(tmp_path: Path, run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = run(f"serve --port {taken.getsockname()[1]} --database sqlite:///{tmp_path / 'x.db'}")
    assert told.status == 2
    assert "can't be listened on" in " ".join(told.err.split())
