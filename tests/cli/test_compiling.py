"""A command that waits for the compiler says so in the language of its reader, as do the processes that play for it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lantern.kernel.rule import PLAIN
from tests.kernel.table import REGISTERED

if PLAIN:
    pytest.skip("plain rules are not compiled", allow_module_level=True)

ROOT = REGISTERED.parents[1]
SAID = {
    "de": (
        "lantern: compiling The Toy: random games (first use only) ...",
        r"lantern: \.\.\. done in \d+\.\d s",
    ),
    "it": (
        "lantern: compilo Il gioco di prova: partite casuali (solo al primo uso) ...",
        r"lantern: \.\.\. fatto in \d+,\d s",
    ),
    "ru": (
        "lantern: компилируется Пробная игра: случайные партии (только в первый раз) ...",
        r"lantern: \.\.\. готово за \d+,\d \w",
    ),
}


def said(cache: Path, language: str, *more: str) -> list[str]:
    """What a command says of its waiting."""
    command = [sys.executable, "-m", "lantern", "simulate", "toy", "--bots", "random", "--games", "2", *more]
    env = os.environ | {
        "LANTERN_CACHE": str(cache),
        "LANTERN_RULES": "compiled",
        "PYTHONPATH": os.pathsep.join([str(REGISTERED), str(ROOT), os.environ.get("PYTHONPATH", "")]),
        "LC_ALL": f"{language}_XX.UTF-8",
    }
    ended = subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8", check=True)
    return ended.stderr.splitlines()


@pytest.mark.parametrize("language", list(SAID))
@pytest.mark.sampled(3)
def test_a_command_waits_in_the_language_of_its_reader(language: str, tmp_path: Path) -> None:
    begun, done = SAID[language]
    lines = said(tmp_path, language, "--processes" if language == "it" else "--workers", "1")
    assert begun in lines
    assert any(re.fullmatch(done, line) for line in lines)
    assert said(tmp_path, language, "--workers", "1") == [], "there is nothing to wait for"
