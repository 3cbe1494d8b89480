"""Compiled code kept on disk: found again, never stale, and no harm when the disk does not play along.

Every test writes a small package of rules and runs it in processes of its own, with a cache of its own; many begin with
a copy of one that was filled before.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from lantern.kernel.rule import PLAIN

if PLAIN:
    pytest.skip("plain rules are not compiled", allow_module_level=True)

from lantern.kernel.cache import KEPT_PER_ENTRY, EntryCache, folder
from tests.kernel.workshop import COMPILING, Workshop, assert_compiled, finish


def test_a_second_process_loads_what_the_first_compiled(workshop: Workshop) -> None:
    printed, announced = workshop.run()
    assert printed == "12\n"
    assert_compiled(announced)
    assert [path.name.split(".")[0] for path in workshop.files()] == ["small-door"]
    assert workshop.run() == ("12\n", [])
    assert len(workshop.files()) == 1


def test_what_is_on_disk_is_known_before_it_is_read(used: Workshop) -> None:
    code = """
from lantern.kernel.rule import is_prepared
from small.door import door, other
print(is_prepared(door, 1), is_prepared(door, 1.5), is_prepared(other, 1))
"""
    assert used.run(code) == ("True False False\n", [])
    used.edit("inner.py", "x + 1", "x + 2")
    assert used.run(code) == ("False False False\n", [])


def test_an_edit_below_an_entry_leads_to_a_new_compilation(used: Workshop) -> None:
    used.edit("inner.py", "x + 1", "x + 2")
    printed, announced = used.run()
    assert printed == "13\n"
    assert_compiled(announced)
    used.edit("table.py", "[10,", "[50,")
    printed, announced = used.run()
    assert printed == "53\n"
    assert_compiled(announced)
    assert len(used.files()) == 3
    used.edit("inner.py", "x + 2", "x + 1")
    used.edit("table.py", "[50,", "[10,")
    assert used.run() == ("12\n", []), "the first version is still there"


def test_comments_and_other_files_lead_to_none(used: Workshop) -> None:
    used.edit("inner.py", "    return", "    # what it does\n    return")
    (used.package / "another.py").write_text("VALUE = 1\n")
    assert used.run() == ("12\n", [])


def test_checked_and_compiled_code_lie_side_by_side(used: Workshop) -> None:
    assert_compiled(used.run(LANTERN_RULES="checked")[1])
    assert used.run(LANTERN_RULES="checked") == used.run() == ("12\n", [])
    assert used.run(LANTERN_RULES="plain") == ("12\n", [])
    assert len(used.files()) == 2


def test_a_deleted_folder_is_made_again(used: Workshop) -> None:
    for path in used.files("*"):
        path.unlink()
    used.cache.rmdir()
    assert_compiled(used.run()[1])
    assert len(used.files()) == 1


def test_a_folder_deleted_between_two_calls_is_made_again(workshop: Workshop) -> None:
    code = """
import os, shutil
from small.door import door, other
print(door(1))
shutil.rmtree(os.environ["LANTERN_CACHE"])
print(door(1), other(1), door(1.5))
"""
    printed, announced = workshop.run(code)
    assert printed == "12\n12 2 12.5\n"
    assert len([line for line in announced if "compiling" in line]) == 3
    assert len(workshop.files()) == 2
    assert workshop.run("from small.door import other; print(other(1))") == ("2\n", [])


def test_a_folder_deleted_while_something_compiles_is_made_again(workshop: Workshop) -> None:
    code = """
import os, shutil
from lantern.kernel import waiting
def announce(message):
    if "compiling" in message:
        shutil.rmtree(os.environ["LANTERN_CACHE"])
waiting.announce = announce
from small.door import door
print(door(1))
"""
    assert workshop.run(code) == ("12\n", [])
    assert workshop.run() == ("12\n", [])


@pytest.mark.parametrize(
    "damage",
    [
        "truncated",
        "another object",
        *(pytest.param(damage, marks=pytest.mark.thorough) for damage in ("empty", "garbage")),
    ],
)
def test_a_damaged_file_is_compiled_again(used: Workshop, damage: str) -> None:
    (path,) = used.files()
    whole = path.read_bytes()
    damaged = {
        "truncated": whole[: len(whole) // 2],
        "empty": b"",
        "garbage": b"lantern" * 100,
        "another object": b"\x80\x04K\x05.",
    }
    path.write_bytes(damaged[damage])
    printed, announced = used.run()
    assert printed == "12\n"
    assert any(f"lantern: {path} can't be read (" in line and "compiling again" in line for line in announced)
    assert COMPILING in announced
    assert used.run() == ("12\n", []), "it was mended"


def test_a_file_with_a_wrong_byte_is_compiled_again(used: Workshop) -> None:
    (path,) = used.files()
    whole = path.read_bytes()
    place = whole.index(b"\x7fELF") + 5
    path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
    printed, announced = used.run()
    assert printed == "12\n"
    assert COMPILING in announced


def test_without_a_folder_to_write_to_there_is_a_warning_and_a_result(workshop: Workshop) -> None:
    workshop.cache.write_text("a file where the folder should be")
    printed, announced = workshop.run()
    assert printed == "12\n"
    assert COMPILING in announced
    warning = [line for line in announced if line.startswith("lantern: cannot keep compiled code in ")]
    assert len(warning) == 1
    assert str(workshop.cache) in warning[0]
    assert warning[0].endswith("; it will be compiled again next time")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_only_be_read_is_read(used: Workshop) -> None:
    used.cache.chmod(0o555)
    try:
        assert used.run() == ("12\n", [])
        used.edit("inner.py", "x + 1", "x + 2")
        printed, announced = used.run()
    finally:
        used.cache.chmod(0o755)
    assert printed == "13\n"
    assert any("cannot keep compiled code" in line for line in announced)


AT_ONCE = """
import os, pathlib, sys, time
from small.door import door
here = pathlib.Path(os.environ["LANTERN_CACHE"]).parent
(here / sys.argv[-1]).touch()
while not (here / "go").exists():
    time.sleep(0.01)
print(door(1))
"""


def test_of_two_processes_started_at_once_one_compiles(workshop: Workshop) -> None:
    processes = [workshop.start(AT_ONCE.replace("sys.argv[-1]", repr(name))) for name in ("one", "two")]
    while not all((workshop.folder / name).exists() for name in ("one", "two")):
        assert all(process.running for process in processes)
        time.sleep(0.01)
    (workshop.folder / "go").touch()
    results = [finish(process) for process in processes]
    assert [printed for printed, _ in results] == ["12\n", "12\n"]
    assert [line for _, announced in results for line in announced].count(COMPILING) == 1
    assert len(workshop.files()) == 1


KILLED = """
import os
{hook} = lambda *arguments: os.kill(os.getpid(), 9)
from small.door import door
door(1)
"""


@pytest.mark.parametrize("moment", ["while it compiles", "while it writes"])
def test_who_is_killed_keeps_nobody_from_compiling(workshop: Workshop, moment: str) -> None:
    writes = moment == "while it writes"
    hook = "os.replace" if writes else "from lantern.kernel import waiting; waiting.announce"
    killed = workshop.start(KILLED.format(hook=hook))
    killed.communicate()
    assert killed.returncode == -9
    assert len(workshop.files(".writing-*")) == writes
    printed, announced = workshop.run()
    assert printed == "12\n"
    assert_compiled(announced)
    assert workshop.run() == ("12\n", [])
    for left in workshop.files(".writing-*"):
        os.utime(left, (0, 0))
    workshop.run("from small.door import other; other(1)")
    assert workshop.files(".writing-*") == [], "what was left in the middle goes some day"


AS_ANOTHER_USER = """
import os
from pathlib import Path
from lantern.kernel import cache
mine = Path(os.environ["LANTERN_CACHE"])
def forbidden(path, *arguments, **named):
    raise PermissionError(1, "Operation not permitted", str(path))
"""


def test_files_of_another_user_that_can_not_be_removed_stay(workshop: Workshop) -> None:
    """In a folder that several users write to, each removes only his own."""
    code = (
        AS_ANOTHER_USER
        + """
cache.KEPT_PER_ENTRY, cache.IN_USE_S = 1, -1.0
Path.unlink = forbidden
from small.door import door
print(door(1), door(1.5))
"""
    )
    printed, announced = workshop.run(code)
    assert printed == "12 12.5\n"
    assert len(announced) == 4, "nothing but that something was compiled"
    assert len(workshop.files("small-door.*.bin")) == 2


def test_a_file_of_another_user_that_can_not_be_read_is_not_there(used: Workshop) -> None:
    code = (
        AS_ANOTHER_USER
        + """
access = os.access
os.access = lambda path, mode: Path(path).parent != mine and access(path, mode)
from lantern.kernel.haste import hurry, take_time
from lantern.kernel.rule import is_prepared
from small.door import door
hurry()
print(is_prepared(door, 1), door(1))
take_time()
os.environ["LANTERN_CACHE"] = os.pathsep.join([str(mine.parent / "own"), str(mine)])
print(door(1.0))
"""
    )
    printed, announced = used.run(code)
    assert printed == "False 12\n12.0\n"
    assert [line for line in announced if "can't be read" in line] == []


def test_only_the_newest_versions_are_kept(workshop: Workshop) -> None:
    code = """
import numpy as np
from lantern.kernel import cache
from small.door import door
cache.IN_USE_S = -1.0
kinds = [1, 1.5, 1j, np.int8(1), np.int16(1), np.int32(1), np.uint8(1), np.uint16(1), np.uint32(1), np.float32(1)]
for kind in kinds:
    door(kind)
print(len(kinds))
"""
    printed, announced = workshop.run(code)
    assert printed == "10\n"
    assert len([line for line in announced if line == COMPILING]) == 10
    assert len(workshop.files("small-door.*.bin")) == KEPT_PER_ENTRY
    assert {path.stem for path in workshop.files("*.lock")} == {path.stem for path in workshop.files("*.bin")}
    assert workshop.files(".writing-*") == []


def test_the_oldest_versions_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))
    names = [f"small-door.{number:02}.bin" for number in range(KEPT_PER_ENTRY + 3)]
    for age, name in enumerate(names):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1_000_000 - age, 1_000_000 - age))
    for other in ("small-other-door.00.bin", "small.00.bin"):
        (tmp_path / other).touch()
        os.utime(tmp_path / other, (0, 0))
    cache = EntryCache(lambda: None, "Small: door", "compiled")  # type: ignore[arg-type]
    cache._prune()
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == [*names[:KEPT_PER_ENTRY], "small-other-door.00.bin", "small.00.bin"]
    cache.flush()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small-other-door.00.bin", "small.00.bin"]


def test_the_folder_is_chosen_or_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))
    assert folder() == tmp_path
    monkeypatch.delenv("LANTERN_CACHE")
    assert folder().parts[-2:] == ("lantern", "compiled")


def test_rules_that_cannot_be_compiled_say_why(workshop: Workshop) -> None:
    process = workshop.start("from small.broken import broken; broken(1)")
    announced = process.communicate()[1]
    assert process.returncode == 1
    assert "lantern: compiling Small: broken" in announced
    assert "TypingError" in announced


def test_rules_that_cannot_be_compiled_keep_nobody_waiting(workshop: Workshop) -> None:
    code = """
import sys
from small.broken import broken
try:
    broken(1)
except Exception as error:
    print(type(error).__name__, flush=True)
sys.stdin.read()
"""
    first = workshop.start(code)
    assert first.stdout.readline() == "TypingError\n"
    second = workshop.start("from small.broken import broken; broken(1)")
    try:
        assert "TypingError" in second.communicate()[1]
    finally:
        second.kill()
        first.kill()
        first.communicate()


SHARED = ["small-shared-common.*.bin", "small-shared-deeper.*.bin"]


def shared_files(workshop: Workshop) -> list[tuple[str, int]]:
    return [(path.name, path.stat().st_mtime_ns) for pattern in SHARED for path in workshop.files(pattern)]


def test_what_entries_share_is_compiled_once(workshop: Workshop) -> None:
    printed, announced = workshop.run("from small.shared import first; print(first(1))")
    assert printed == "21\n"
    assert [line for line in announced if "compiling" in line] == [
        "lantern: compiling Small: first (first use only) ..."
    ], "a shared rule is compiled as a part of what is announced"
    kept = shared_files(workshop)
    assert len(kept) == 2
    printed, announced = workshop.run("from small.shared import second; print(second(1))")
    assert (printed, len(announced)) == ("41\n", 2)
    assert shared_files(workshop) == kept, "another process reads what is there"
    both = "from small.shared import first, second; print(first(2), second(2))"
    assert workshop.run(both) == ("31 61\n", [])


@pytest.mark.parametrize(
    ("pattern", "spoil"),
    [
        (SHARED[0], "lost"),
        (SHARED[1], "damaged"),
        pytest.param(SHARED[0], "damaged", marks=pytest.mark.thorough),
        pytest.param(SHARED[1], "lost", marks=pytest.mark.thorough),
    ],
)
def test_an_entry_whose_shared_rule_is_gone_is_compiled_again(workshop: Workshop, pattern: str, spoil: str) -> None:
    call = "from small.shared import first; print(first(1))"
    workshop.run(call)
    [path] = workshop.files(pattern)
    if spoil == "lost":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-1])
    printed, announced = workshop.run(call)
    assert printed == "21\n"
    assert "lantern: compiling Small: first (first use only) ..." in announced
    assert workshop.run(call) == ("21\n", [])


def test_a_shared_rule_is_called_alike_by_processes_that_have_seen_other_records(workshop: Workshop) -> None:
    """An entry finds the rule that another process has compiled anew, however many records that one knew before."""
    before = "import numpy as np, numba; numba.from_dtype(np.dtype([('other', np.int64)])); "
    call = "import numpy as np; from small.records import PILE, {0}; print({0}(np.zeros(1, PILE)))"
    assert workshop.run(call.format("one"))[0] == "1\n"
    [made] = workshop.files("small-records-put.*.bin")
    made.unlink()
    assert workshop.run(before + call.format("two"))[0] == "3\n"
    assert workshop.run(call.format("one")) == ("1\n", [])


def test_an_edit_below_a_shared_rule_is_noticed_by_all_who_call_it(workshop: Workshop) -> None:
    call = "from small.shared import first, second; print(first(1), second(1))"
    assert workshop.run(call)[0] == "21 41\n"
    workshop.edit("inner.py", "x + 1", "x + 2")
    assert workshop.run(call)[0] == "31 61\n"


def test_rules_that_call_each_other_in_a_circle_are_refused(workshop: Workshop) -> None:
    process = workshop.start("from small.circle import circle; circle(5)")
    _, announced = process.communicate()
    assert process.returncode == 1
    assert "rules that call each other in a circle" in announced or "circle" in announced.splitlines()[-1]


def test_all_folders_are_read_and_the_first_is_written_to(used: Workshop) -> None:
    first = used.folder / "first"
    both = os.pathsep.join([str(first), str(used.cache)])
    assert used.run(LANTERN_CACHE=both) == ("12\n", [])
    used.run("from small.door import other; print(other(1))", LANTERN_CACHE=both)
    assert [path.name.split(".")[0] for path in first.glob("*.bin")] == ["small-other-door"]
    [kept] = used.files("small-door.*.bin")
    (first / kept.name).write_bytes(b"junk")
    printed, announced = used.run(LANTERN_CACHE=both)
    assert printed == "12\n"
    assert COMPILING in announced, "what is written to is believed first, and mended"


def test_room_is_found_where_the_folder_can_not_be_written_to(used: Workshop) -> None:
    code = """
import os
import re
from pathlib import Path
from lantern.kernel.cache import find_room, folder, folders
print(find_room() is None, len(folders()))
os.environ["LANTERN_CACHE"] = str(Path(os.environ["LANTERN_CACHE"], "a file"))
Path(os.environ["LANTERN_CACHE"]).write_text("")
print(find_room(), len(folders()), folder().is_dir())
from small.door import door
print(door(1), len(list(folder().glob("*.bin"))))
print(folder())
"""
    printed, _ = used.run(code)
    first, second, third, room = printed.splitlines()
    assert first == "True 1"
    assert re.fullmatch("compiled code can't be kept in .+/a file \\(.+\\): .+ 2 True", second)
    assert third == "12 1"
    assert not Path(room).exists(), "it goes with the process"
