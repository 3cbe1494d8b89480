"""A folder of compiled code that is slow, full, foreign, or not one's own; and who is stopped while he fills it.

Each time people play on or it is compiled again, and what is wrong is told once.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lantern.kernel.rule import PLAIN

if PLAIN:
    pytest.skip("plain rules are not compiled", allow_module_level=True)

from lantern.kernel import cache, haste
from lantern.kernel.cache import ABANDONED_S, IN_USE_S, KEPT_PER_ENTRY, LEAST_BYTES, NOTED_S, EntryCache, find_room
from lantern.kernel.errors import Phrase
from tests.kernel.workshop import CALL, COMPILING, Workshop, assert_compiled, finish

NOT_KEPT = "lantern: cannot keep compiled code in "

SLOW = """
import os, threading, time
from pathlib import Path
from lantern.kernel import haste, rule
from small.door import door
haste.hurry()
rule.AGAIN_S, haste.DISK_S = 0, 0.02
answer, read, access = threading.Event(), Path.read_bytes, os.access
def read_bytes(path):
    if path.suffix == ".bin":
        answer.wait(20)
    return read(path)
def slow_access(path, mode):
    answer.wait(20)
    return access(path, mode)
"""


@pytest.mark.parametrize("slow", ["Path.read_bytes = read_bytes", "os.access = slow_access"])
def test_who_is_in_a_hurry_does_not_wait_for_a_slow_disk(used: Workshop, slow: str) -> None:
    code = f"""{SLOW}
{slow}
print(door(1), door(1), len(door.overloads), haste._process.waited_in_vain > 0)
answer.set()
while not door.overloads:
    door(1)
print(door(1))
"""
    assert used.run(code) == ("12 12 0 True\n12\n", [])


def test_one_question_at_a_time_is_put_to_a_slow_disk(used: Workshop) -> None:
    code = f"""{SLOW}
os.access = slow_access
print([int(door(number)) for number in range(9)], threading.active_count())
"""
    assert used.run(code) == (f"{list(range(11, 20))} 2\n", [])


def test_a_thread_for_which_nobody_waits_waits_for_the_disk(used: Workshop) -> None:
    code = f"""{SLOW}
answer.wait = lambda limit_s: time.sleep(10 * haste.DISK_S)
Path.read_bytes = read_bytes
with haste.waiting_for_disks():
    print(door(1), len(door.overloads))
"""
    assert used.run(code) == ("12 1\n", [])


def test_who_leaves_reading_to_others_asks_no_disk(used: Workshop) -> None:
    code = f"""{SLOW}
haste.leave_reading_to_others()
os.access = Path.read_bytes = Path.stat = None
print(door(1), len(door.overloads))
"""
    assert used.run(code) == ("12 0\n", [])


def test_a_file_that_never_answers_is_as_good_as_none(used: Workshop) -> None:
    """A pipe that nobody writes to is opened for ever."""
    [path] = used.files("small-door.*.bin")
    path.unlink()
    os.mkfifo(path)
    code = f"""{SLOW}
end = threading.Timer(20, lambda: os.close(os.open({str(path)!r}, os.O_WRONLY)))
end.daemon = True
end.start()
print(door(1), door(1), len(door.overloads), end.is_alive())
"""
    assert used.run(code) == ("12 12 0 True\n", [])


def test_what_a_disk_says_late_is_heard_when_it_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(haste, "_process", haste._Process())
    answer, asked = threading.Event(), []

    def ask(name: str) -> str:
        asked.append(name)
        answer.wait()
        if name == "lost":
            raise FileNotFoundError(name)
        return name.upper()

    assert haste.in_time(ask, "one", limit_s=0.01) is haste.in_time(ask, "lost", limit_s=0.01) is None
    assert haste.in_time(ask, "one", limit_s=0.01) is None
    answer.set()
    found, lost = (haste.in_time(ask, name, limit_s=9) or haste.in_time(ask, name) for name in ("one", "lost"))
    assert found is not None
    assert lost is not None
    assert found.result() == "ONE"
    with pytest.raises(FileNotFoundError):
        lost.result()
    assert asked == ["one", "lost"]
    again = haste.in_time(ask, "one")
    assert again is not None
    assert asked == ["one", "lost", "one"], "what was heard is asked anew"


def test_a_start_does_not_wait_for_a_slow_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))
    monkeypatch.setattr(haste, "_process", haste._Process())
    monkeypatch.setattr(cache, "LOOKING_S", 0.01)
    answer = threading.Event()
    monkeypatch.setattr(cache, "_trouble_with", lambda place: Phrase("late") if answer.wait(20) else None)
    began = time.monotonic()
    assert find_room() is None
    assert time.monotonic() - began < 20
    assert os.environ["LANTERN_CACHE"] == str(tmp_path)
    answer.set()


@pytest.fixture
def _no_rooms_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is found goes with the test."""
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path / "cache"))
    (tmp_path / "rooms").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "rooms"))


def disk(full: Callable[[Path], bool]) -> Callable[[Path], tuple[int, int, int]]:
    return lambda place: (LEAST_BYTES * 9, 0, LEAST_BYTES // 10 if full(place) else LEAST_BYTES)


@pytest.mark.usefixtures("_no_rooms_left")
def test_on_a_disk_that_is_almost_full_room_is_found_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "disk_usage", disk(lambda place: place.name == "cache"))
    told = str(find_room())
    assert told == (
        f"compiled code can't be kept in {tmp_path / 'cache'} (only 1.6 MB are free there, and it may take 16): "
        "it is compiled anew at every start"
    )
    room, old = cache.folders()
    assert (room.parent, old) == (tmp_path / "rooms", tmp_path / "cache")
    assert find_room() is None


@pytest.mark.usefixtures("_no_rooms_left")
@pytest.mark.parametrize("nowhere", ["full", "forbidden"])
def test_where_there_is_no_room_at_all_people_play_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, nowhere: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", disk(lambda place: True))
    if nowhere == "forbidden":
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nothing"))
    told = str(find_room())
    assert told.endswith("nor in a temporary folder: games are slower, and quick players stand in for bots that think")
    assert cache.folders() == [tmp_path / "cache"]


FULL = """
import resource, signal
from lantern.kernel import cache
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))  # of any file: what is longer fails in the middle
"""


def test_a_disk_that_fills_in_the_middle_of_writing_is_told_once(workshop: Workshop) -> None:
    code = FULL + "from small.door import door, other; print(door(1), other(1), door(1.5))"
    printed, announced = workshop.run(code)
    assert printed == "12 2 12.5\n"
    assert len([line for line in announced if "compiling" in line]) == 3
    assert [line for line in announced if "cannot keep" in line] == [
        f"{NOT_KEPT}{workshop.cache}: {os.strerror(errno.EFBIG)}; it will be compiled again next time"
    ]
    assert workshop.files() == workshop.files(".writing-*") == []
    assert_compiled(workshop.run()[1])


def test_a_damaged_file_that_nobody_mends_is_told_once(used: Workshop) -> None:
    [path] = used.files("small-door.*.bin")
    path.write_bytes(b"junk")
    code = f"""{SLOW}
haste.DISK_S = 20
print(door(1), door(2), door(3), len(door.overloads))
"""
    printed, announced = used.run(code)
    assert printed == "12 13 14 0\n"
    assert announced == [f"lantern: {path} can't be read (it is damaged); compiling again"]


def test_a_whole_file_under_the_name_of_another_is_not_believed(used: Workshop) -> None:
    used.run("from small.door import other; other(1)")
    [door], [other] = used.files("small-door.*.bin"), used.files("small-other-door.*.bin")
    door.write_bytes(other.read_bytes())
    printed, announced = used.run()
    assert printed == "12\n"
    assert announced[0] == f"lantern: {door} can't be read (it is damaged); compiling again"
    assert used.run() == ("12\n", [])


def test_a_folder_where_a_file_should_be_is_left_alone(used: Workshop) -> None:
    [path] = used.files("small-door.*.bin")
    path.unlink()
    (path / "within").mkdir(parents=True)
    printed, announced = used.run()
    assert printed == "12\n"
    assert [line.startswith(f"lantern: {path} can't be read (") for line in announced].count(True) == 1
    assert [line.startswith(NOT_KEPT) for line in announced].count(True) == 1
    assert (path / "within").is_dir()


# Several users.


class Shared:
    """A folder that several users reach, and what they do there."""

    def __init__(self, folder: Path, compiled: Path) -> None:
        self.workshop = Workshop(folder)
        shutil.copytree(compiled, self.workshop.cache)
        folder.chmod(0o755)

    def run(self, user: int, code: str = CALL, mask: int = 0o022) -> tuple[str, list[str]]:
        """What somebody does in his own name, who can read no more of Python and the packages from then on."""
        become = f"import os; os.umask({mask}); os.setgroups([]); os.setgid({user}); os.setuid({user})"
        return self.workshop.run(f"from small.door import door, other\nimport tempfile\n{become}\n{code}")


ADA, BOB = 54321, 54322


@pytest.fixture
def shared(compiled: Path) -> Iterator[Shared]:
    if os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    with tempfile.TemporaryDirectory(prefix="lantern-shared-") as folder:
        yield Shared(Path(folder), compiled)


def test_a_folder_of_another_user_is_read_and_not_written_to(shared: Shared) -> None:
    there = shared.workshop.files("*")
    assert shared.run(ADA) == ("12\n", [])
    printed, announced = shared.run(ADA, "print(door(1), other(1), other(1.5))")
    assert printed == "12 2 2.5\n"
    assert len([line for line in announced if "compiling" in line]) == 2
    assert [line for line in announced if "cannot keep" in line] == [
        f"{NOT_KEPT}{shared.workshop.cache}: {os.strerror(errno.EACCES)}; it will be compiled again next time"
    ]
    assert shared.workshop.files("*") == there
    code = "from lantern.kernel.cache import find_room, folder; print(find_room(), folder().stat().st_uid)"
    told, owner = shared.run(ADA, code)[0].rsplit(maxsplit=1)
    assert f"can't be kept in {shared.workshop.cache} ({os.strerror(errno.EACCES)})" in told
    assert int(owner) == ADA


def test_what_one_user_compiles_another_may_read(shared: Shared) -> None:
    shared.workshop.cache.chmod(0o777)
    assert "compiling" in shared.run(ADA, "other(1)", mask=0o077)[1][0]
    assert shared.run(BOB, "print(other(1))", mask=0o077) == ("2\n", [])


def test_a_file_that_only_its_owner_may_read_is_compiled_again_and_mended(shared: Shared) -> None:
    shared.workshop.cache.chmod(0o777)
    [path] = shared.workshop.files()
    path.chmod(0o600)
    assert_compiled(shared.run(ADA)[1])
    assert shared.run(BOB) == ("12\n", [])


def test_where_others_keep_what_can_not_be_read_nor_replaced_there_is_room_elsewhere(shared: Shared) -> None:
    shared.workshop.cache.chmod(0o1777)
    [path] = shared.workshop.files()
    path.chmod(0o600)
    code = """
from lantern.kernel.cache import find_room
print(find_room())
print(door(1))
"""
    printed, announced = shared.run(ADA, code)
    reason = "others keep files there that can't be read"
    assert printed.splitlines() == [
        f"compiled code can't be kept in {shared.workshop.cache} ({reason}): it is compiled anew at every start",
        "12",
    ]
    assert_compiled(announced)


def test_who_can_not_write_to_a_lock_waits_for_it_all_the_same(shared: Shared) -> None:
    shared.workshop.cache.chmod(0o1777)
    [path] = shared.workshop.files()
    path.unlink()
    code = f"""
import fcntl
from lantern.kernel import cache, waiting
asked = []
def flock(lock, how):
    asked.append(lock.name)
    return locks(lock, how)
locks, fcntl.flock = fcntl.flock, flock
print(door(1), asked == [{str(path.with_suffix(".lock"))!r}])
"""
    path.with_suffix(".lock").touch(0o644)
    printed, announced = shared.run(ADA, code)
    assert printed == "12 True\n"
    assert_compiled(announced)


# Several versions.


def aged(path: Path, seconds: float) -> None:
    at = time.time() - seconds
    os.utime(path, (at, at))


def test_two_versions_of_the_compiler_keep_side_by_side(used: Workshop) -> None:
    other = "import numba; numba.__version__ = '0.0.1'\n" + CALL
    assert_compiled(used.run(other)[1])
    assert used.run() == used.run(other) == ("12\n", [])
    assert len(used.files()) == 2


def test_what_is_read_again_and_again_is_not_old(used: Workshop) -> None:
    [path] = used.files()
    for age, is_noted in [(NOTED_S / 2, False), (NOTED_S * 2, True), (IN_USE_S * 9, True)]:
        aged(path, age)
        before = path.stat().st_mtime
        assert used.run() == ("12\n", [])
        assert (path.stat().st_mtime > before) == is_noted


def test_who_may_not_note_that_a_file_is_read_reads_it(shared: Shared) -> None:
    [path] = shared.workshop.files()
    aged(path, IN_USE_S)
    assert shared.run(ADA) == ("12\n", [])


def test_many_versions_in_use_do_not_drive_each_other_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))
    entry = EntryCache(lambda: None, "Small: door", "compiled")  # type: ignore[arg-type]
    names = [f"small-door.{number:02}" for number in range(3 * KEPT_PER_ENTRY)]
    for number, name in enumerate(names):
        for suffix in (".bin", ".lock"):
            (tmp_path / f"{name}{suffix}").touch()
            aged(tmp_path / f"{name}{suffix}", number)
    entry._prune()
    assert len(list(tmp_path.iterdir())) == 2 * len(names), "all are in use"
    for path in [*tmp_path.iterdir()][::2]:
        aged(path, IN_USE_S + 9)
    in_use = {path for path in tmp_path.glob("*.bin") if time.time() - path.stat().st_mtime < IN_USE_S}
    entry._prune()
    left = set(tmp_path.glob("*.bin"))
    assert in_use <= left
    assert len(left) == max(len(in_use), KEPT_PER_ENTRY)


def test_locks_of_the_killed_go_some_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_CACHE", str(tmp_path))
    for name in ("small-door.old", "small-door.new", "small-door.kept", "small.old"):
        (tmp_path / f"{name}.lock").touch()
        aged(tmp_path / f"{name}.lock", 0 if name.endswith("new") else ABANDONED_S + 9)
    (tmp_path / "small-door.kept.bin").touch()
    EntryCache(lambda: None, "Small: door", "compiled")._prune()  # type: ignore[arg-type]
    assert {path.stem for path in tmp_path.glob("*.lock")} == {"small-door.new", "small-door.kept", "small.old"}


# A start that is stopped.

STOPPED = {
    "when it has the lock": "cache.EntryCache._wait_for = then(cache.EntryCache._wait_for)",
    "when it is lowered": "linking.Whole.finalize = then(linking.Whole.finalize)",
    "before it writes": "cache._write = then(cache._write)",
    "when it is half written": "os.fsync = then(os.fsync)",
    "when it is in place": "os.replace = then(os.replace)",
}


@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT"])
@pytest.mark.parametrize("moment", STOPPED)
@pytest.mark.sampled(4)
def test_a_first_start_that_is_stopped_is_as_good_as_none(workshop: Workshop, moment: str, how: str) -> None:
    code = f"""
import fcntl, os, signal
from lantern.kernel import cache, linking
signal.signal(signal.SIGINT, signal.default_int_handler)
def then(step):
    def stop(*arguments):
        if {moment == "when it is in place"}:
            step(*arguments)
        os.kill(os.getpid(), signal.{how})
        return step(*arguments)
    return stop
{STOPPED[moment]}
from small.door import door
try:
    door(1)
except KeyboardInterrupt:
    for lock in cache.folder().glob("*.lock"):
        fcntl.flock(lock.open(), fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody has it, in this process either
"""
    stopped = workshop.start(code)
    _, errors = stopped.communicate()
    assert stopped.returncode == (-9 if how == "SIGKILL" else 0), errors
    assert len(workshop.files(".writing-*")) == (how == "SIGKILL" and moment == "when it is half written")
    printed, announced = workshop.run()
    assert printed == "12\n"
    assert announced == [] if moment == "when it is in place" else announced[0] == COMPILING
    assert workshop.run() == ("12\n", [])


@pytest.mark.parametrize("number", range(3))
@pytest.mark.sampled(1)
def test_a_first_start_may_be_killed_at_any_moment(workshop: Workshop, number: int) -> None:
    killed = workshop.start("from small.shared import first, second; print(first(1), second(1))")
    time.sleep(0.1 * (number + 1))
    killed.kill()
    killed.communicate()
    printed, announced = workshop.run("from small.shared import first, second; print(first(1), second(1))")
    assert printed == "21 41\n"
    assert not [line for line in announced if "can't be read" in line]
    assert finish(workshop.start("from small.shared import first, second; print(first(1), second(1))")) == (
        "21 41\n",
        [],
    )
