"""A process that is in a hurry: plain rules answer until compiled ones are on disk, and nobody can tell which did."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import lantern
from lantern.kernel.rule import PLAIN

if PLAIN:
    pytest.skip("plain rules are not compiled", allow_module_level=True)

from lantern.kernel.cache import folder
from tests.kernel.forks import Fork
from tests.kernel.workshop import CALL, Workshop, finish

HURRIED = """
from lantern.kernel import rule
from lantern.kernel.haste import hurry, leave_reading_to_others
from small.door import door
hurry()
rule.AGAIN_S = 0
"""


def test_who_is_in_a_hurry_compiles_nothing(workshop: Workshop) -> None:
    assert workshop.run(HURRIED + "print(door(1), len(door.overloads))") == ("12 0\n", [])
    assert workshop.files() == []


def test_compiled_code_is_taken_up_when_it_is_there(workshop: Workshop) -> None:
    code = f"""{HURRIED}
print(door(1), len(door.overloads), flush=True)
input()
print(door(1), len(door.overloads))
"""
    process = workshop.start(code)
    assert process.stdout.readline() == "12 0\n"
    workshop.run(CALL)
    assert process.communicate("\n") == ("12 1\n", "")


def test_a_thread_that_reads_nothing_uses_what_another_has_read(used: Workshop) -> None:
    code = f"""{HURRIED}
import threading
leave_reading_to_others()
print(door(1), len(door.overloads))
thread = threading.Thread(target=door, args=[1])
thread.start()
thread.join()
print(door(1), len(door.overloads))
"""
    assert used.run(code) == ("12 0\n12 1\n", [])


def test_a_damaged_file_is_as_good_as_none(used: Workshop) -> None:
    [path] = used.files("small-door.*.bin")
    path.write_bytes(b"junk")
    printed, announced = used.run(HURRIED + "print(door(1), len(door.overloads))")
    assert printed == "12 0\n"
    assert [line for line in announced if "can't be read" in line]
    assert path.read_bytes() == b"junk"


def test_what_is_wrong_with_an_argument_is_told_as_ever(workshop: Workshop) -> None:
    process = workshop.start(HURRIED + "door('x')")
    assert "TypeError" in process.communicate()[1]


MATCH = """
import os, random
import lantern
from lantern.kernel import rule
from lantern.kernel.haste import hurry
name, compiled, plies = {name!r}, {compiled!r}, 8
hurry()
rule.AGAIN_S = 0
game, choices = lantern.game(name), random.Random(7)
match = game.match(3, seed=11)
compiled_at = []
while match.ply < plies and not match.over:
    if match.ply == plies // 2:
        os.environ["LANTERN_CACHE"] = compiled
    match.play(choices.choice(match.numbers()))
    match.view(match.to_act)
    compiled_at.append(len(game.engine.step.overloads))
assert compiled_at[plies // 2 - 1] == 0, "the first half is played plainly"
assert compiled_at[-1] > 0, "and the second compiled"
print(match.state.tobytes().hex())
print(match.save())
"""


@pytest.mark.parametrize("name", lantern.names())
def test_a_match_begun_plainly_goes_on_compiled(name: str, tmp_path: Path) -> None:
    game = lantern.game(name)
    match = game.match(3, seed=11)
    match.play(match.numbers()[0])  # so that it is compiled
    match.view(1)
    environment = os.environ | {"LANTERN_CACHE": str(tmp_path / "empty")}
    printed, _ = finish(Fork(MATCH.format(name=name, compiled=str(folder())), environment))
    assert not (tmp_path / "empty").exists()
    state, _, saved = printed.partition("\n")
    again = game.load(saved)
    assert again.ply == 8
    assert again.state.tobytes().hex() == state, "compiled all the way, it is the same match"


def test_who_stands_back_does_so_behind_other_sessions_too() -> None:
    group = Path("/proc/self/autogroup")
    if not group.exists():
        pytest.skip("this system does not share its cores out by sessions")
    code = f"""
import os
from lantern.kernel.haste import stand_back_as_a_session
os.nice(7)
stand_back_as_a_session()
print(os.getsid(0) == os.getpid(), open({str(group)!r}).read().split()[-1])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"True {min(19, os.nice(0) + 7)}\n"
