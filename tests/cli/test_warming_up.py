"""At the terminal nobody waits for the compiler: people play by plain rules while another process compiles."""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

import lantern
from lantern.kernel import rule, waiting
from lantern.kernel.game import Game
from lantern.kernel.record import Records
from lantern.players import compiling
from lantern.players.compiling import RULES, Beside, needed
from lantern.players.player import Player
from lantern.terminal.saved import load
from lantern.terminal.table import Table
from tests.cli.conftest import Keys

HANABI = lantern.game("hanabi")
PATIENCE_S = 60.0
STUB = "import sys; print(0.4, flush=True); sys.stdin.read()"
"""A process that has compiled some of it, and never goes on."""
PLAY = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # also in a job that ignores it
from lantern.players import compiling
compiling.PROGRAM = os.environ.get("STUB", compiling.PROGRAM)
from lantern.cli import main
sys.exit(main(sys.argv[1:]))
"""


def wait_for(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


class Typist:
    """Somebody at a real terminal."""

    def __init__(self, arguments: str, **environment: str) -> None:
        self.screen, theirs = pty.openpty()
        env = os.environ | {"COLUMNS": "100", "TERM": "xterm", "LANTERN_RULES": "compiled"} | environment
        command = [sys.executable, "-c", PLAY, *arguments.split()]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, process_group=0)
        os.close(theirs)
        self.seen = ""

    def read_until(self, words: str) -> str:
        """What comes on the screen up to some words."""
        while words not in self.seen:
            try:
                self.seen += os.read(self.screen, 65536).decode(errors="replace")
            except OSError:  # nobody writes any more
                raise AssertionError(f"there is no {words!r} in {self.seen}") from None
        before, _, self.seen = self.seen.partition(words)
        return before

    def type(self, line: str) -> None:
        os.write(self.screen, f"{line}\n".encode())

    def helpers(self) -> list[int]:
        """The processes that it has started."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in listed.split()]


@contextmanager
def typist(arguments: str, **environment: str) -> Iterator[Typist]:
    somebody = Typist(arguments, **environment)
    try:
        yield somebody
    finally:
        somebody.process.kill()
        somebody.process.wait()
        os.close(somebody.screen)


def is_gone(pid: int) -> bool:
    """Whether a process has ended; nobody may have asked yet how."""
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_the_first_question_comes_before_anything_is_compiled(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with typist("play hanabi --seed 3 --start 2 --bots expert", LANTERN_CACHE=str(cache), STUB=STUB) as somebody:
        shown = somebody.read_until("your move: ")
        assert not cache.exists() or not [*cache.iterdir()]
        assert len(re.findall(r"\(Expert is still warming up: a quicker bot chose this\.\)", shown)) == 2
        assert "warming up: " in shown
        somebody.type("?")
        assert "warming up: ▓▓▓▓░░░░░░ 40 %" in somebody.read_until("your move: ")
        (helper,) = somebody.helpers()
        somebody.type("quit")
        somebody.read_until("Continue later")
        assert somebody.process.wait(PATIENCE_S) == 0
        assert is_gone(helper)
        assert not cache.exists() or not [*cache.iterdir()]


def test_a_cache_that_cannot_be_written_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    with typist("play hanabi --seed 3", LANTERN_CACHE=str(tmp_path / "cache"), STUB=STUB) as somebody:
        shown = somebody.read_until("your move: ")
        assert shown.count("compiled code can't be kept in") == 1


def leave(somebody: Typist) -> None:
    somebody.type("quit")


def interrupt(somebody: Typist) -> None:
    """Press Ctrl-C until it is heard: line editing may miss one that comes just before it listens."""
    while somebody.process.poll() is None:
        os.killpg(somebody.process.pid, signal.SIGINT)
        time.sleep(0.5)


def kill(somebody: Typist) -> None:
    somebody.process.kill()


@pytest.mark.parametrize("end", [leave, interrupt, kill])
def test_the_process_beside_goes_with_the_game(tmp_path: Path, end: Callable[[Typist], None]) -> None:
    with typist("play hanabi --seed 3", LANTERN_CACHE=str(tmp_path / "cache")) as somebody:
        somebody.read_until("your move: ")
        (helper,) = somebody.helpers()
        wait_for(lambda: os.getpriority(os.PRIO_PROCESS, helper) >= compiling.NICE)
        end(somebody)
        somebody.process.wait(PATIENCE_S)
        wait_for(lambda: is_gone(helper))


def test_with_plain_rules_nothing_is_compiled_beside(tmp_path: Path) -> None:
    with typist("play hanabi --seed 3 --start 2 --bots club", LANTERN_RULES="plain", STUB=STUB) as somebody:
        shown = somebody.read_until("your move: ")
        assert somebody.helpers() == []
        assert "warming up" not in shown


ARRIVING = """
import builtins, os, sys, time
from lantern.kernel import rule
from lantern.players import compiling
compiling.Beside._begin = lambda beside, pairs: None
from lantern.cli import main
lines, compiled = sys.stdin.read().split("|"), os.environ["COMPILED"]
def answer(prompt):
    if len(lines) == 4 and compiled:
        os.environ["LANTERN_CACHE"] = compiled  # from now on compiled code is there
        time.sleep(2 * rule.AGAIN_S)
    return lines.pop(0)
builtins.input = answer
status = main(sys.argv[1:])
import lantern
engine = lantern.game("hanabi").engine
print("CODE", [len(door.overloads) for door in (engine.step, engine.conceal)] if not rule.PLAIN else [])
sys.exit(status)
"""


@pytest.mark.skipif(rule.PLAIN, reason="there is no compiled code that could arrive")
def test_a_match_goes_on_as_the_same_match_when_compiled_code_arrives(tmp_path: Path) -> None:
    from lantern.kernel import cache

    for pair in needed(HANABI, ["club"]):
        compiling.make_ready(pair)
    said, actions = {}, {}
    lines = ["hint 2 blue", "play 1", "discard 1", "hint 3 red", "discard 2", "play 2", "discard 1", "quit"]
    for mode, there in ((rule.MODE, str(cache.folder())), ("plain", "")):
        path = tmp_path / f"{mode}.json"
        environment = {"LANTERN_RULES": mode, "LANTERN_CACHE": str(tmp_path / "empty"), "COMPILED": there}
        ended = subprocess.run(
            [sys.executable, "-c", ARRIVING, "play", "hanabi", "--seed", "8", "--save", str(path)],
            input="|".join(lines),
            capture_output=True,
            text=True,
            env=os.environ | environment,
            check=True,
        )
        told, _, code = ended.stdout.partition("CODE")
        assert code.strip() == ("[]" if mode == "plain" else "[1, 1]")
        said[mode], actions[mode] = told.replace(str(path), "FILE"), load(path).match.history
    assert len(actions["plain"]) > 9
    assert actions[rule.MODE] == actions["plain"]
    assert said[rule.MODE] == said["plain"]


class Says(Player):
    """Stands in when told to."""

    standing = True

    def choose_on(self, seen: Records) -> int:
        action = super().choose_on(seen)
        self.stood_in = self.standing
        return action


def at_table(monkeypatch: pytest.MonkeyPatch, file: Path, progress: list[float], *lines: str) -> str:
    """What a person sees who types some lines, with a bot for which somebody stands in."""

    def seat(game: Game, name: str, seed: int) -> Player:
        return Says(game, lantern.players.bot(game, name), seed)

    monkeypatch.setattr("lantern.terminal.table.seat_bot", seat)
    monkeypatch.setattr("sys.stdin", Keys("".join(f"{line}\n" for line in lines)))
    shown = io.StringIO()
    screen = Console(file=shown, width=100, force_terminal=True, color_system=None)
    match = HANABI.match(2, seed=3, start=1)
    assert Table(match, ["you", "club"], file, screen, lambda: progress.pop(0)).run() == 0
    return shown.getvalue()


def test_the_bar_is_gone_when_all_is_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown = at_table(monkeypatch, tmp_path / "match.json", [0.0, 0.999, 1.0], "?", "?", "quit")
    bars = re.findall(r"warming up: (\S+ \d+ %)", shown)
    assert bars == ["░░░░░░░░░░ 0 %", "▓▓▓▓▓▓▓▓▓░ 99 %"]


def test_a_quick_players_move_is_told_as_one_until_the_bot_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line = "(Medium is still warming up: a quicker bot chose this.)"
    assert line in at_table(monkeypatch, tmp_path / "one.json", [1.0] * 9, "play 1", "quit")
    monkeypatch.setattr(Says, "standing", False)
    assert line not in at_table(monkeypatch, tmp_path / "two.json", [1.0] * 9, "play 1", "quit")


def test_who_stands_in_is_compiled_before_who_is_stood_in_for() -> None:
    assert needed(HANABI, []) == [("hanabi", RULES)]
    assert needed(HANABI, ["random", "random"]) == [("hanabi", RULES), ("hanabi", "random")]
    han = lantern.game("han")
    named = [name for _, name in needed(han, ["expert:seconds=3", "beginner"])]
    assert named == [RULES, "club", "expert:seconds=3", "beginner"]


@pytest.fixture
def at_work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Beside]]:
    """A process that does as it is told."""
    monkeypatch.undo()  # nothing is held back here
    begun: list[Beside] = []

    def begin(program: str) -> Beside:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compiling, "PROGRAM", program)
            patch.setattr(compiling, "PLAIN", False)
            patch.setattr(compiling, "is_compiled", lambda game: False)
            begun.append(Beside(HANABI, ["club"]))
        return begun[-1]

    yield begin
    for beside in begun:
        beside.__exit__(None, None, None)


def test_how_far_it_is(at_work: Callable[[str], Beside]) -> None:
    beside = at_work("import sys; print(0.2, flush=True); print(0.5, flush=True); sys.stdin.read()")
    wait_for(lambda: beside.progress == 0.5)
    assert beside.progress == 0.5


@pytest.mark.parametrize("program", ["pass", "raise SystemExit(3)", "import os; os.abort()"])
def test_one_that_has_ended_is_waited_for_no_more(at_work: Callable[[str], Beside], program: str) -> None:
    beside = at_work(program)
    wait_for(lambda: beside.progress == 1.0)


def test_one_that_cannot_be_started_is_done_without(
    at_work: Callable[[str], Beside], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert at_work("pass").progress == 1.0


def test_it_says_how_far_it_is_once_something_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def compile_it(pair: compiling.Pair) -> None:
        if pair[1] == "club":
            waiting.announce("compiling")

    monkeypatch.setattr(waiting, "announce", print)
    monkeypatch.setattr(compiling, "make_ready", compile_it)
    compiling.compile_all([("hanabi", RULES), ("hanabi", "random")])
    assert capsys.readouterr().out == ""
    compiling.compile_all([("hanabi", RULES), ("hanabi", "random"), ("hanabi", "club")])
    assert [float(line) for line in capsys.readouterr().out.split()] == [0.75, 1.0]
