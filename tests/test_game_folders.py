"""A game owns all that is about it: outside its folders nothing names it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lantern import games

ROOT = Path(__file__).parents[1]
SOURCES = ("src/lantern", "client/src")
KINDS = {".py", ".ts", ".svelte", ".css", ".json", ".html"}
NAMES = sorted(path.name for path in Path(games.__file__).parent.iterdir() if (path / "__init__.py").is_file())
OWN = re.compile(rf"(games|learning|players|terminal)/({'|'.join(NAMES)})(/|\.py$)")
NAMED = re.compile(rf"(?<![a-z])({'|'.join(NAMES)})(?![a-z])", re.IGNORECASE)
ELSEWHERE = {
    "src/lantern/server/client/": "the client as it was built",
    "src/lantern/compiled/": "code as it was compiled",
    "client/src/api/schema.d.ts": "made from the types of the server and the games",
    "src/lantern/players/open_hanabi/": "Hanabi with open hands, which Hanabi's bots are measured by",
    "src/lantern/kernel/gpu.py": "the game whose rules showed what a kernel of its own is for",
    "src/lantern/kernel/batch_step.py": "the game whose steps were measured",
}
"""What may name games, and why."""


def lines() -> Iterator[tuple[str, str]]:
    """All lines of the sources that belong to no game, and where they are."""
    for folder in SOURCES:
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.suffix not in KINDS or OWN.search(path) or path.startswith(tuple(ELSEWHERE)):
                continue
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                yield f"{path}:{number}", line


def test_nothing_outside_its_folders_names_a_game() -> None:
    assert [f"{where}: {line.strip()}" for where, line in lines() if NAMED.search(line)] == []


def test_a_name_would_be_found() -> None:
    assert sum(1 for _ in lines()) > 10_000
    assert NAMES == ["han", "hanabi", "khan", "ming"]
    for line in ("HAN-7.2", 'game === "hanabi"', "hanabi.log", "Khan's", "ming_reach", "lantern/Han-v0"):
        assert NAMED.search(line)
    for line in ("hand", "changed", "coming", "tuning"):
        assert not NAMED.search(line)
