"""The tours of the code pass by everything: no module is left out of the tables that say what lives where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "lantern"
GAMES = [path.parent for path in (SOURCE / "games").glob("*/__init__.py")]
SERVER = [SOURCE / "server", *(path.parent for path in (SOURCE / "server").glob("*/__init__.py"))]


def named(page: str, heading: str) -> set[str]:
    """What a chapter of a page names in its tables, without the folder where that stands before it."""
    chapter = re.split(r"^## ", (ROOT / "docs" / page).read_text(encoding="utf-8"), flags=re.M)
    [text] = [part for part in chapter if part.startswith(heading)]
    rows = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    return {name.rstrip("/").rpartition("/")[2] for name in re.findall(r"`([^`]+)`", rows)}


def modules(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.py")} - {"__init__.py"}


def test_every_module_of_the_kernel_is_on_the_tour() -> None:
    assert modules(SOURCE / "kernel") - named("architecture.md", "The kernel") == set()


def test_every_file_that_all_games_have_is_on_the_tour() -> None:
    files = [{path.name for path in game.iterdir()} - {"__pycache__"} for game in GAMES]
    assert len(files) > 3
    assert set.intersection(*files) - named("architecture.md", "A game, file by file") == set()


def test_every_module_of_learning_is_on_the_tour() -> None:
    learning = SOURCE / "learning"
    files = modules(learning) | modules(learning / "making") | set.union(*map(modules, learning.glob("*/")))
    assert files - named("architecture.md", "Learning") == set()


@pytest.mark.parametrize("folder", SERVER, ids=lambda folder: folder.name)
def test_every_module_of_the_server_is_on_its_tour(folder: Path) -> None:
    names = {name.removesuffix(".py") for name in modules(folder)}
    assert names - named("server.md", "How it is built") == set()
