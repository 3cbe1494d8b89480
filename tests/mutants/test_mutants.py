"""The mutants of a toy project: changes in their places, the same for a seed, found and not found, and nothing left."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.mutants import reach, running
from tests.mutants.mutations import in_python, in_typescript, is_sound
from tests.mutants.reach import Reach
from tests.mutants.record import AREA, NEAR, Entry, Record, report
from tests.mutants.running import Trial, apart, game_of
from tests.mutants.sample import Mutant, mutants_in, sample
from tests.mutants.workshop import Workshop

ROOT = Path(__file__).parent.parent.parent
RULES = '''"""Points of a toy, so to say: é."""

from logging import getLogger

log = getLogger()
LEAST: int = 2


def is_enough(count: int, least: int = LEAST) -> bool:
    """Whether 3 > 2."""
    if count >= least and not count == 7:  # „Größe“
        log.info("enough: %s", 1)
        return True
    return False


def unused(points: list[int]) -> None:
    points.append(4)
'''
TESTS = """from lantern.games.toy.rules import is_enough


def test_two_are_enough():
    assert is_enough(2)


def test_one_is_not():
    assert not is_enough(1)
"""


TEST_NAMES = ["test_two_are_enough", "test_one_is_not"]


def changed(text: str) -> set[str]:
    """The lines that changes make of some others."""
    made = set()
    for one in in_python("rules.py", text):
        after = one.applied(text).split("\n")
        before = text.split("\n")
        made |= {line.strip() for line in after if line not in before}
    return made


def test_changes_are_made_where_something_runs() -> None:
    assert changed(RULES) == {
        "LEAST: int = (2 + 1)",
        "LEAST: int = (2 - 1)",
        "if (not (count >= least and not count == 7)):  # „Größe“",
        "if count > least and not count == 7:  # „Größe“",
        "if count < least and not count == 7:  # „Größe“",
        "if count >= least or not count == 7:  # „Größe“",
        "if count >= least and count == 7:  # „Größe“",
        "if count >= least and not count != 7:  # „Größe“",
        "if count >= least and not count == (7 + 1):  # „Größe“",
        "if count >= least and not count == (7 - 1):  # „Größe“",
        "return False",
        "return True",
        "pass",
        "points.append((4 + 1))",
        "points.append((4 - 1))",
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("for i in range(n): f()", ["range((n) + 1)", "range((n) - 1)", "range(1, n)", "pass"]),
        ("x = f(a, b, c)", ["f(a, c, b)"]),
        ("a[0] += 1", ["a[0] -= 1", "a[(0 + 1)] += 1", "a[0] += (1 - 1)", "pass"]),
        ("x = -y if all(z) else a is not b", ["= y", "not (all(z))", "any(z)", "a is b"]),
        ("log.warning('x', 1)", []),
        ("x: tuple[int, 3] = f'{1 + 1}'", []),
    ],
)
def test_kinds_of_changes(line: str, expected: list[str]) -> None:
    text = f"def f() -> int:\n    {line}\n"
    made = [one.applied(text) for one in in_python("x.py", text)]
    assert all(any(piece in one for one in made) for piece in expected)
    assert bool(made) == bool(expected)
    assert all(is_sound(one, text) for one in in_python("x.py", text))


def test_changes_in_the_client(tmp_path: Path) -> None:
    (tmp_path / "client").mkdir()
    (tmp_path / "client" / "node_modules").symlink_to((ROOT / "client" / "node_modules").resolve())
    text = 'const ü: 1 = "é";\nif (a && !b) f(x, y + 1, z);\n'
    (tmp_path / "client" / "a.ts").write_text(text)
    made = {one.applied(text).split("\n")[1] for one in in_typescript(tmp_path, ["client/a.ts"])}
    assert made == {
        "if (!(a && !b)) f(x, y + 1, z);",
        "if (a || !b) f(x, y + 1, z);",
        "if (a && b) f(x, y + 1, z);",
        "if (a && !b) ;",
        "if (a && !b) f(x, z, y + 1);",
        "if (a && !b) f(x, y - 1, z);",
        "if (a && !b) f(x, y + (1 + 1), z);",
        "if (a && !b) f(x, y + (1 - 1), z);",
    }


def test_the_same_seed_makes_the_same_changes() -> None:
    chosen = mutants_in(ROOT, "kernel", 5, 12)
    assert chosen == mutants_in(ROOT, "kernel", 5, 12)
    assert chosen[:4] == mutants_in(ROOT, "kernel", 5, 4)
    assert chosen != mutants_in(ROOT, "kernel", 6, 12)
    assert len({one.name for one in chosen}) == 12


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one game with one file of rules."""
    monkeypatch.setattr(reach, "areas_of", lambda path: ["toy"])
    monkeypatch.setattr(running, "areas_of", lambda path: ["toy"])
    monkeypatch.setitem(reach.AREAS, "toy", ["tests/test_toy.py"])
    root = tmp_path / "project"
    files = {f"src/lantern/{name}__init__.py": "" for name in ("", "games/", "games/toy/", "kernel/", "server/")}
    files["src/lantern/games/toy/rules.py"] = RULES
    for name, text in {**files, "tests/test_toy.py": TESTS, ".gitignore": ".venv"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "tests" / "mutants").mkdir()
    (root / "tests" / "mutants" / "plugin.py").write_text((Path(__file__).parent / "plugin.py").read_text())
    (root / "pytest.ini").write_text("[pytest]\nmarkers = thorough\npythonpath = . src\n")
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=root, check=True)
    (root / ".venv").symlink_to(sys.prefix)
    return root


@pytest.mark.thorough
def test_a_change_is_found_by_a_test_that_runs_it_or_lives_on(toy: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in toy.rglob("*") if path.is_file()}
    record = Record(tmp_path / "record.json")
    with Workshop(toy) as workshop:
        folder = workshop.folder
        trial = Trial(workshop, Reach(workshop, tmp_path / "reach"), record)
        mutants = sample(toy, 1, 40)
        for mutant in mutants:
            trial.alone(mutant)
        assert trial.tests_of_make_test() == {f"tests/test_toy.py::{name}" for name in TEST_NAMES}
    assert not folder.exists()
    assert {path: path.read_bytes() for path in toy.rglob("*") if path.is_file()} == before
    by_line = {entry.line: entry.found_by for entry in Record(tmp_path / "record.json").entries.values()}
    assert set(by_line) == {6, 11, 13, 14, 18}
    assert by_line[13] == "tests/test_toy.py::test_two_are_enough"
    assert by_line[14] == "tests/test_toy.py::test_one_is_not"
    assert by_line[18] is None
    assert all(entry.tried == [NEAR] for entry in record.entries.values())
    said = report(record.entries.values())
    assert "| games | 5 | " in said
    assert "-    points.append(4)" in said


@pytest.mark.thorough
def test_changes_that_are_made_together_are_found_one_by_one(toy: Path, tmp_path: Path) -> None:
    record = Record(tmp_path / "record.json")
    with Workshop(toy) as workshop:
        Trial(workshop, Reach(workshop, tmp_path / "reach"), record).together(sample(toy, 1, 40), AREA)
    by_line = {entry.line: entry.found_by for entry in record.entries.values()}
    assert by_line[13] == "tests/test_toy.py::test_two_are_enough"
    assert by_line[14] == "tests/test_toy.py::test_one_is_not"
    assert by_line[18] is None
    assert all(entry.tried == [AREA] for entry in record.entries.values())


def test_a_test_that_was_written_for_a_mutant_is_no_part_of_the_share() -> None:
    entries = [Entry(str(n), "games", "a.py", n, "", "", [NEAR], f"test_{n}" if n < 3 else None) for n in range(5)]
    entries[2].judged = "written: no test found it before"
    entries[4].judged = "same: nobody reads it"
    assert "| games | 5 | 2 | 0 | 0 | 0 | 1 | 2 | 1 | 40% | 50% |" in report(entries)


def test_what_was_found_by_a_test_that_is_gone_is_tried_again() -> None:
    found = {"a": "tests/a.py::test_a", "b": "tests/a.py::test_b", "c": "tests/c.py", "d": "building", "e": None}
    entries = {name: Entry(name, "games", "a.py", 1, "", "", [NEAR], test) for name, test in found.items()}
    for entry in entries.values():
        entry.lose({"tests/a.py::test_a"})
    assert [name for name, entry in entries.items() if not entry.tried] == ["b"]
    assert entries["b"].found_by is None


def test_a_command_that_never_ends_is_ended_with_all_it_started(toy: Path) -> None:
    with Workshop(toy) as workshop:
        began = time.monotonic()
        outcome = workshop.run(["sh", "-c", "setsid sleep 1000 & sleep 1000"], 0.5)
        assert outcome.late
        workshop.run(["true"], 5)
        mark = f"LANTERN_MUTANTS={workshop.folder}".encode()
        left = [one for one in Path("/proc").glob("[0-9]*/environ") if _holds(one, mark)]
        assert left == []
        assert time.monotonic() - began < 900


def _holds(environ: Path, mark: bytes) -> bool:
    try:
        return mark in environ.read_bytes()
    except OSError:
        return False


def test_two_changes_of_a_line_are_not_made_together(toy: Path) -> None:
    path = "src/lantern/games/toy/rules.py"
    on_one_line = [one for one in in_python(path, RULES) if one.line == 11][:2]
    mutants = [Mutant("games", one, str(place)) for place, one in enumerate(on_one_line)]
    assert apart(mutants) == ([mutants[0]], [mutants[1]])


def test_games_are_told_apart() -> None:
    assert game_of("src/lantern/games/han/play.py") == "han"
    assert game_of("tests/test_battery.py::test_undo[hanabi-2]") == "hanabi"
    assert game_of("tests/kernel/test_change.py") is None
