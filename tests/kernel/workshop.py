"""A small package of rules in a folder of its own, and processes that use it, with a cache of their own."""

from __future__ import annotations

import os
import pty
import re
import termios
from collections.abc import Mapping
from pathlib import Path

from tests.kernel.forks import Fork

FILES = {
    "__init__.py": "",
    "table.py": "import numpy as np\nTABLE = np.array([10, 20, 30], np.int64)\n",
    "inner.py": """
from lantern.kernel.rule import rule

@rule
def inner(x):
    return x + 1
""",
    "door.py": """
from lantern.kernel.rule import entry
from small.inner import inner
from small.table import TABLE

@entry("Small: door")
def door(x):
    return inner(x) + TABLE[0]

@entry("Small: other door")
def other(x):
    return inner(x)
""",
    "shared.py": """
from lantern.kernel.rule import entry, shared
from small.inner import inner

@shared
def common(x):
    return inner(x) * 10

@shared
def deeper(x):
    return common(x) + 1

@entry("Small: first")
def first(x):
    return deeper(x)

@entry("Small: second")
def second(x):
    return deeper(x) + common(x)
""",
    "records.py": """
import numpy as np
from lantern.kernel.rule import entry, shared

PILE = np.dtype([("stones", np.int64)])

@shared
def put(pile):
    pile["stones"] += 1
    return pile["stones"]

@entry("Small: one")
def one(piles):
    return put(piles[0])

@entry("Small: two")
def two(piles):
    return put(piles[0]) + put(piles[0])
""",
    "circle.py": """
from lantern.kernel.rule import entry, rule

@rule
def down(x):
    return x if x < 0 else up(x)

@rule
def up(x):
    return down(x - 2)

@entry("Small: circle")
def circle(x):
    return down(x)
""",
    "broken.py": """
from lantern.kernel.rule import entry

@entry("Small: broken")
def broken(x):
    return x + "one"
""",
}
CALL = "from small.door import door; print(door(1))"
COMPILING = "lantern: compiling Small: door (first use only) ..."
DONE = r"lantern: \.\.\. done in \d+\.\d s"


class Workshop:
    """A package of rules, a cache, and processes that use them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.package = folder / "small"
        self.package.mkdir()
        for name, text in FILES.items():
            (self.package / name).write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.package / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    def start(self, code: str, **settings: str) -> Fork:
        return Fork(code, self.environment(settings))

    def environment(self, settings: Mapping[str, str]) -> dict[str, str]:
        return {
            **os.environ,
            "LANTERN_CACHE": str(self.cache),
            "LANTERN_RULES": "compiled",
            "PYTHONPATH": os.pathsep.join([str(self.folder), os.environ.get("PYTHONPATH", "")]),
            **settings,
        }

    def run(self, code: str = CALL, **settings: str) -> tuple[str, list[str]]:
        """What a process printed, and what it announced."""
        return finish(self.start(code, **settings))

    def watch(self, code: str = CALL, **settings: str) -> tuple[int | None, str, str]:
        """How a process ended whose errors go to a terminal, what it printed, and all that was written there."""
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(ours, (25, 100))
        process = Fork(code, self.environment({"TERM": "xterm"} | settings), theirs)
        os.close(theirs)
        written = b"".join(iter(lambda: _read(ours), b""))
        os.close(ours)
        printed, _ = process.communicate()
        return process.returncode, printed, written.decode()

    def files(self, pattern: str = "*.bin") -> list[Path]:
        return sorted(self.cache.glob(pattern))


def _read(terminal: int) -> bytes:
    """Something that was written to a terminal; nothing when nobody has it any more."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def finish(process: Fork) -> tuple[str, list[str]]:
    printed, announced = process.communicate()
    assert process.returncode == 0, announced
    return printed, announced.splitlines()


def assert_compiled(announced: list[str]) -> None:
    """Exactly one entry was compiled, and nothing else was said."""
    assert announced[0] == COMPILING
    assert re.fullmatch(DONE, announced[1])
    assert len(announced) == 2
