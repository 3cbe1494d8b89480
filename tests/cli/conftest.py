"""What the tests of the command line share: a folder for matches, a keyboard, and a way to run a command."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from lantern.cli import main
from lantern.kernel.errors import WrongCall
from lantern.kernel.game import Game, Match
from lantern.languages import DEFAULT
from tests.effort import enough

LAST_PLIES = enough(25, thorough=1_000_000, plain=25)


@dataclass
class Outcome:
    status: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """What is said of bad input: it is all that is said, and one line."""
        assert (self.status, self.out) == (2, "")
        assert self.err.startswith("lantern: ")
        assert self.err.count("\n") == 1
        return self.err


class Keys(io.StringIO):
    """Lines typed at a terminal."""

    def isatty(self) -> bool:
        return True


Run = Callable[..., Outcome]


def towards_its_end(game: Game, seed: int) -> Match:
    """A match of three at random as it was some plies before its end."""
    whole, chance = game.match(3, seed=seed), random.Random(seed)
    while not whole.over:
        whole.play(chance.choice(whole.numbers()))
    match = game.match(3, seed=seed)
    for action in whole.history[:-LAST_PLIES]:
        match.play(action)
    return match


@pytest.fixture(autouse=True)
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "matches"
    monkeypatch.setenv("LANTERN_MATCHES", str(folder))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LC_ALL", "C")
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture(autouse=True)
def nobody_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody at the command line is told what only those read who program."""

    def told(wrong: WrongCall, language: str = DEFAULT) -> str:
        raise AssertionError(wrong.args[0])

    monkeypatch.setattr(WrongCall, "told", told)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests wait for compiled rules: nothing is compiled beside a match, and nobody stands in for anybody."""
    monkeypatch.setattr("lantern.cli.tables.hurry", lambda: None)
    monkeypatch.setattr("lantern.players.compiling.Beside._begin", lambda beside, pairs: None)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with some lines on standard input."""

    def command(arguments: str | list[str], *lines: str) -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        status = main(arguments.split() if isinstance(arguments, str) else arguments)
        caught = capsys.readouterr()
        return Outcome(status, caught.out, caught.err)

    return command
