"""How soon a wheel that brings compiled code is there for people, in a new environment and with an empty cache folder.

    python -m benchmarks.installed WHEEL [--runs 5]

The wheel is installed with pip, then tried again and again, each time in a home folder of its own: the first page of
`lantern serve`, the moment when all bots and judges have been read, contests of Hanabi's experts of one and of 1,000
games. Times are by the clock, from the start of the command. Nothing may be written to a home folder: nothing is
compiled.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from benchmarks.rounds import head, row
from benchmarks.starting import a_port

LOOK_S = 0.01


class Home:
    """Somebody who has never used Lantern."""

    def __init__(self, lantern: Path, folder: Path) -> None:
        self.lantern, self.folder = lantern, folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("LANTERN", "PYTHON", "XDG"))}
        self._environment = kept | {"HOME": str(folder)}

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Begin a command."""
        quiet = subprocess.DEVNULL
        return subprocess.Popen([self.lantern, *arguments], env=self._environment, cwd="/", stdout=quiet, stderr=quiet)

    def serve(self) -> dict[str, float]:
        """How long it takes until a server answers, and until it has read everything."""
        port, began = a_port(), time.monotonic()
        url = f"http://127.0.0.1:{port}"
        with tempfile.TemporaryDirectory() as elsewhere:
            server = self.start("serve", "--port", str(port), "--database", f"sqlite:///{elsewhere}/tables.db")
            page = _seconds_until(lambda: bool(_answer(url)), began)
            ready = _seconds_until(lambda: json.loads(_answer(f"{url}/api/readiness"))["done"] == 1, began)
            server.send_signal(signal.SIGINT)
            server.wait()
        return {"lantern serve: the first page": page, "lantern serve: all bots and judges are read": ready}

    def contest(self, games: int) -> dict[str, float]:
        """How long a contest of experts takes."""
        command, began = f"arena hanabi --bots expert --games {games}", time.monotonic()
        assert self.start(*command.split()).wait() == 0
        return {f"lantern {command}": time.monotonic() - began}


def _answer(url: str) -> bytes:
    """What a server says; nothing if it is not there."""
    try:
        with urllib.request.urlopen(url) as response:
            said: bytes = response.read()
            return said
    except OSError:
        return b""


def _seconds_until(is_so: Callable[[], bool], began: float) -> float:
    while not is_so():
        time.sleep(LOOK_S)
    return time.monotonic() - began


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel in a new environment; where its command is."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    subprocess.run([folder / "bin/pip", "install", "--quiet", wheel], check=True)
    return folder / "bin/lantern"


def main() -> None:
    """Install, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    took: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="lantern-installed-") as folder:
        lantern = install(asked.wheel, Path(folder, "environment"))
        for number in range(asked.runs):
            home = Home(lantern, Path(folder, f"home-{number}"))
            home.folder.mkdir()
            for what, seconds in (home.serve() | home.contest(1) | home.contest(1000)).items():
                took.setdefault(what, []).append(seconds)
            written = [path for path in home.folder.rglob("*") if path.is_file()]
            assert not written, f"{written[0]} was written"
    print(head(["what", "median", "fastest to slowest"]))
    for what, times in took.items():
        print(row([what, f"{statistics.median(times):.1f} s", f"{min(times):.1f} to {max(times):.1f} s"]))
    print(f"{asked.wheel.name}, {asked.runs} runs, load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
