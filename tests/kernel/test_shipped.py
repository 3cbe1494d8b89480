"""Compiled code that came with the package: read where it fits, never where it does not.

A workshop's rules are compiled for a level of processors that this machine has, as for a wheel, and other processes,
with empty folders of their own, are told where that lies.
"""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lantern.kernel.rule import PLAIN

if PLAIN:
    pytest.skip("plain rules are not compiled", allow_module_level=True)

from lantern.kernel import shipped
from lantern.kernel.shipped import LEVELS, MANIFEST, Manifest
from scripts.wheels import called_by
from tests.kernel.workshop import COMPILING, Workshop

OURS = [level for level in LEVELS if level.machine == platform.machine()]
if not OURS:
    pytest.skip("nothing is shipped for such a machine", allow_module_level=True)
HERE = OURS[-1]
"""What every machine of this kind can run."""

MAKE = """
from lantern.kernel import linking, shipped
linking.elsewhere[:] = shipped.LEVELS
from small.door import door, other
from small.shared import first, second
print(door(1), other(1), first(1), second(1))
from lantern.kernel.cache import folder
from scripts.wheels import write_manifests
write_manifests(folder())
"""
USE = """
from pathlib import Path
from lantern.kernel import shipped
shipped.FOLDER = Path({folder!r})
"""
CALL = "from small.door import door, other; print(door(1), other(1))"
CALL_SHARED = "from small.shared import first, second; print(first(1), second(1))"
NOT_USED = "lantern: the compiled code that came with Lantern is not used, and rules are compiled here: "


@pytest.fixture(scope="session")
def shipment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiled code for all levels."""
    workshop = Workshop(tmp_path_factory.mktemp("shipped"))
    assert workshop.run(MAKE)[0] == "12 2 21 41\n"
    return workshop.cache


class Installed:
    """A workshop for whose machine compiled code came."""

    def __init__(self, workshop: Workshop, shipment: Path) -> None:
        self.workshop, self.came = workshop, workshop.folder / "came"
        self.folder = self.came / HERE.name
        shutil.copytree(shipment / HERE.name, self.folder)

    def run(self, code: str = CALL) -> tuple[str, list[str]]:
        return self.workshop.run(USE.format(folder=str(self.came)) + code)

    def change(self, change: Callable[[Manifest], Manifest]) -> None:
        change(Manifest.read(self.folder)).write(self.folder)

    def file(self, name: str) -> Path:
        [path] = self.folder.glob(f"{name}.*.bin")
        return path


@pytest.fixture
def installed(workshop: Workshop, shipment: Path) -> Installed:
    return Installed(workshop, shipment)


def test_what_came_and_fits_is_used_and_nothing_is_compiled(installed: Installed) -> None:
    assert installed.run() == ("12 2\n", [])
    assert installed.run(CALL_SHARED) == ("21 41\n", [])
    assert installed.workshop.files("*") == []


def test_who_is_in_a_hurry_has_it_at_once(installed: Installed) -> None:
    code = """
from lantern.kernel.haste import hurry
from lantern.kernel.rule import is_at_hand, is_prepared
hurry()
from small.door import door
print(is_prepared(door, 1), is_at_hand(door, 1), is_at_hand(door, 1.5), door(1), len(door.overloads))
"""
    assert installed.run(code) == ("True True False 12 1\n", [])


def test_what_was_compiled_here_and_what_came_go_together(installed: Installed) -> None:
    """Both hold the rule that the two entries share; it is in a process once."""
    assert installed.workshop.run("from small.shared import first; print(first(1))")[0] == "21\n"
    code = """
from lantern.kernel.cache import _loaded
from small.shared import first, second
print(first(1), second(1), len({id(whole) for whole in _loaded.values()}))
"""
    assert installed.run(code) == ("21 41 4\n", [])


def test_what_did_not_come_is_compiled_and_kept_beside_it(installed: Installed) -> None:
    code = "from small.door import door; print(door(1.5))"
    printed, announced = installed.run(code)
    assert (printed, announced[0]) == ("12.5\n", COMPILING)
    assert installed.run(code) == ("12.5\n", [])
    mixed = "from lantern.kernel.rule import entry\nfrom small.shared import common\n"
    (installed.workshop.package / "mixed.py").write_text(
        mixed + "@entry('Small: mixed')\ndef mixed(x):\n    return common(x)\n"
    )
    code = "from small.mixed import mixed; print(mixed(1))"
    assert "lantern: compiling Small: mixed (first use only) ..." in installed.run(code)[1]
    assert installed.run(code) == ("20\n", [])
    shutil.rmtree(installed.came)
    printed, announced = installed.run(code)
    assert printed == "20\n"
    assert "lantern: compiling Small: mixed (first use only) ..." in announced, "the rule that came is gone"
    assert installed.run(code) == ("20\n", [])


def test_edited_rules_are_compiled_though_code_came(installed: Installed) -> None:
    installed.workshop.edit("inner.py", "x + 1", "x + 2")
    printed, announced = installed.run()
    assert printed == "13 3\n"
    assert COMPILING in announced


def needs(**others: str) -> Callable[[Manifest], Manifest]:
    return lambda manifest: replace(manifest, versions=manifest.versions | others)


MISFITS: dict[str, tuple[Callable[[Manifest], Manifest], str]] = {
    "another Python": (needs(python="cpython 3.99"), "it was made for python cpython 3.99, not cpython 3."),
    "another numpy": (needs(numpy="1.26"), "it was made for numpy 1.26, not "),
    "another compiler": (needs(numba="0.1.0", llvmlite="0.2.0"), "it was made for numba 0.1.0, not "),
    "another machine": (needs(machine="vax"), "it was made for machine vax, not "),
    "another system": (needs(system="win32"), "it was made for system win32, not linux"),
    "something unheard of": (needs(moon="full"), "it was made for moon full, not None"),
    "a better processor": (
        lambda manifest: replace(manifest, features=manifest.features | {"avx9000"}),
        "this processor lacks avx9000",
    ),
}


@pytest.mark.parametrize("misfit", MISFITS)
def test_what_does_not_fit_is_known_by_its_manifest(shipment: Path, misfit: str) -> None:
    manifest = Manifest.read(shipment / HERE.name)
    assert manifest.unfit() is None
    change, reason = MISFITS[misfit]
    assert str(change(manifest).unfit()).startswith(reason)


UNFIT = {
    "a better processor": MISFITS["a better processor"],
    "a function that is not there": (
        lambda manifest: replace(manifest, symbols=(*manifest.symbols, "no_such_function")),
        "it calls no_such_function, which is not here",
    ),
}


@pytest.mark.parametrize("misfit", UNFIT)
def test_what_does_not_fit_is_not_read_and_one_line_says_why(installed: Installed, misfit: str) -> None:
    change, reason = UNFIT[misfit]
    installed.change(change)
    for file in installed.folder.glob("*.bin"):
        file.write_bytes(b"whoever reads this fails")
    printed, announced = installed.run()
    assert printed == "12 2\n"
    assert [line for line in announced if "came" in line] == [announced[0]]
    assert announced[0].startswith(NOT_USED + reason)
    assert COMPILING in announced
    assert len(installed.workshop.files()) == 2
    assert installed.run() == ("12 2\n", [announced[0]]), "it was compiled here"


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "changed", "of another kind"])
def test_a_damaged_manifest_is_not_believed(
    shipment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    shutil.copytree(shipment / HERE.name, tmp_path / HERE.name)
    path = tmp_path / HERE.name / MANIFEST
    whole = path.read_bytes()
    if damage == "missing":
        path.unlink()
    elif damage == "of another kind":
        Manifest({}, frozenset(), (), {}).write(path.parent)
    else:
        path.write_bytes({"empty": b"", "cut": whole[:-100], "changed": whole.replace(b"linux", b"linus")}[damage])
    known = shipped._Known()
    monkeypatch.setattr(shipped, "_known", known)
    assert shipped._look(tmp_path) is None
    assert "can't be read" in str(known.reason) or str(known.reason) == "it was made by another version of Lantern"


def test_damaged_and_foreign_files_are_compiled_instead(installed: Installed, shipment: Path) -> None:
    elsewhere = next(level for level in LEVELS if level.machine != HERE.machine)
    names = ["small-door", "small-other-door", "small-first", "small-second"]
    changed, another, foreign, missing = [installed.file(name) for name in names]
    another.write_bytes(changed.read_bytes())
    whole = changed.read_bytes()
    changed.write_bytes(whole[:-20] + bytes([whole[-20] ^ 1]) + whole[-19:])
    foreign.write_bytes((shipment / elsewhere.name / foreign.name).read_bytes())
    missing.unlink()
    call = (CALL + "\n" + CALL_SHARED, "12 2\n21 41\n")
    printed, announced = installed.run(call[0])
    assert printed == call[1]
    assert len([line for line in announced if "compiling Small" in line]) == 4
    for path in (changed, another, foreign):
        assert len([line for line in announced if line.startswith(f"lantern: {path} can't be read (")]) == 1
    assert installed.run(call[0]) == (call[1], [])


def test_a_damaged_shared_rule_is_compiled_instead(installed: Installed) -> None:
    installed.file("small-shared-common").write_bytes(b"junk")
    printed, announced = installed.run(CALL_SHARED)
    assert printed == "21 41\n"
    assert "lantern: compiling Small: first (first use only) ..." in announced
    assert installed.run(CALL_SHARED) == ("21 41\n", [])


def test_the_best_level_that_fits_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = ({"one", "two", "three"}, "vax-3"), ({"one", "two"}, "vax-2")
    levels = tuple(replace(HERE, name=name, features=frozenset(features)) for features, name in usual)
    monkeypatch.setattr(shipped, "LEVELS", levels)
    for level in levels:
        Manifest(shipped.versions(), level.features, (), {}).write(tmp_path / level.name)
    for features, best in [("one two three four", "vax-3"), ("one two", "vax-2"), ("one three", None)]:
        monkeypatch.setattr(shipped, "_features", lambda features=features: frozenset(features.split()))
        monkeypatch.setattr(shipped, "_known", shipped._Known())
        shipped._look.cache_clear()
        found = shipped._look(tmp_path)
        assert (found.folder.name if found else None) == best
    assert str(shipped._known.reason) == "this processor lacks two"
    shipped._look.cache_clear()


def machine_code(file: Path) -> bytes:
    data = file.read_bytes()
    return data[data.index(b"\x7fELF") :]


ELF_MACHINES = {"x86_64": 62, "aarch64": 183}


def test_code_is_made_for_every_level_on_any_machine(shipment: Path) -> None:
    calls = []
    for level in LEVELS:
        manifest = json.loads((shipment / level.name / MANIFEST).read_text().rstrip().rpartition("\n")[0])
        assert manifest["versions"]["machine"] == level.machine
        for file in (shipment / level.name).glob("*.bin"):
            code = machine_code(file)
            assert int.from_bytes(code[18:20], "little") == ELF_MACHINES[level.machine]
        calls.append((sorted(manifest["files"]), "Py_IncRef" in manifest["symbols"]))
        [door] = (shipment / level.name).glob("small-first.*.bin")
        [shared] = (shipment / level.name).glob("small-shared-deeper.*.bin")
        assert shared.name.encode() in door.read_bytes(), "it names the file it needs"
        assert any("deeper" in name for name in called_by(machine_code(door))), "and calls what is in there"
    assert len(calls) == len(LEVELS)
    assert calls == [calls[0]] * len(LEVELS)
