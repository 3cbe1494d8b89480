"""How long it takes to begin: the first page, table, bot's move and suggestion, and compiling everything.

    python -m benchmarks.starting [--cache FOLDER]

A real `lantern serve` with an empty folder for compiled code, or the one named, and somebody who opens the page, sits
down at a table of every game against two experts, and asks for a suggestion. Then a contest of experts whose bots are
compiled. Times are by the clock, from the start of the command; what compiling spends is processor time of all
processes, whose work a busy machine does not change much.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

import lantern
from benchmarks.rounds import head, row
from tests.server.running import Person

LOOK_S = 0.02
MOST_S = 900.0
SET_CHILD_SUBREAPER = 36
"""Linux's number for it."""


def wait_until(is_so: Any) -> None:
    """Wait until something is so."""
    end = time.monotonic() + MOST_S
    while not is_so():
        if time.monotonic() > end:
            raise SystemExit("waited in vain")
        time.sleep(LOOK_S)


def answers(url: str) -> bool:
    """Whether the page can be opened."""
    try:
        return httpx.get(url, verify=False).status_code == httpx.codes.OK
    except httpx.HTTPError:
        return False


def a_port() -> int:
    """One that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def spent() -> float:
    """Processor seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def adopt() -> None:
    """Become the parent of whatever outlives its own, so that what it spends is counted."""
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1)


def wait_for_all() -> None:
    """Wait until no process is left that was started."""
    with suppress(ChildProcessError):
        while True:
            os.wait()


def visit(url: str, name: str) -> tuple[float, float, float]:
    """How long a table takes to be made, two experts to have moved, and a suggestion to come."""
    ada = Person(url, "Ada")
    began = time.monotonic()
    table = ada.make(name, "me", "expert", "expert")["table"]
    view = ada.wait_for_turn(table)
    made = time.monotonic() - began
    asked = time.monotonic()
    ada.post(f"/api/tables/{table}/suggestion", {"seat": view["to_act"], "expected_version": view["version"]})
    suggestion = time.monotonic() - asked
    moved = time.monotonic()
    while view["status"] == "playing" and view["to_act"] in view["mine"]:
        ada.move(table, view["actions"][0]["action"], view)
        view = ada.see(table)
    ada.wait_for_turn(table)
    return made, suggestion, time.monotonic() - moved


def measure(cache: Path, folder: Path) -> None:
    """Start a server, visit it, and print what it took."""
    port = a_port()
    url = f"http://127.0.0.1:{port}"
    environment = os.environ | {"LANTERN_CACHE": str(cache)}
    command = [sys.executable, "-m", "lantern", "serve", "--port", str(port), "--database", f"sqlite:///{folder}/x.db"]
    before, began = spent(), time.monotonic()
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    wait_until(lambda: answers(url))
    rows = [["the first page", f"{time.monotonic() - began:.1f} s"]]
    for name in lantern.names():
        made, suggestion, moved = visit(url, name)
        rows.append(
            [f"{name}: a table, a suggestion, the experts' moves", f"{made:.1f}, {suggestion:.1f}, {moved:.1f} s"]
        )
    wait_until(lambda: httpx.get(f"{url}/api/readiness", verify=False).json()["done"] == 1)
    rows.append(["everything is compiled", f"{time.monotonic() - began:.0f} s"])
    server.send_signal(signal.SIGINT)
    server.wait()
    wait_for_all()
    rows.append(["processor time of the server and all it started", f"{spent() - before:.0f} s"])
    began = time.monotonic()
    arena = [sys.executable, "-m", "lantern", "arena", "hanabi", "--bots", "expert", "--games", "100"]
    subprocess.run(arena, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    rows.append(["lantern arena hanabi --bots expert --games 100", f"{time.monotonic() - began:.1f} s"])
    rows.append(["size of the compiled code", f"{sum(path.stat().st_size for path in cache.iterdir()) / 1e6:.1f} MB"])
    print(head(["what", "how long"]), *(row(cells) for cells in rows), sep="\n")


def main() -> None:
    """Measure with an empty folder, or with one that is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, help="where compiled code lies [an empty folder]")
    asked = parser.parse_args()
    adopt()
    with tempfile.TemporaryDirectory() as folder:
        measure(asked.cache or Path(folder) / "cache", Path(folder))


if __name__ == "__main__":
    main()
