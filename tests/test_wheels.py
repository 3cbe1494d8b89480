"""Wheels with compiled code: the pure one and the code of one kind of machine, which says what it needs."""

from __future__ import annotations

import base64
import csv
import hashlib
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from lantern.kernel.rule import PLAIN

if PLAIN:
    pytest.skip("plain rules are not compiled", allow_module_level=True)

import numba

from lantern.kernel.shipped import LEVELS
from scripts.wheels import with_code

METADATA = """Metadata-Version: 2.4
Name: small
Requires-Python: >=3.11
Requires-Dist: numba>=0.61
Requires-Dist: numpy>=2.0
Requires-Dist: rich>=13
Requires-Dist: numba-cuda>=0.30; extra == 'gpu'

# Small

Requires-Dist: numba>=0.61 is said in the text too.
"""
ABOUT = "small-1.dist-info"


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_a_wheel_for_a_machine_is_the_pure_one_with_code(tmp_path: Path, machine: str) -> None:
    pure, code = tmp_path / "small-1-py3-none-any.whl", tmp_path / "code"
    with zipfile.ZipFile(pure, "w") as wheel:
        wheel.writestr("lantern/__init__.py", "")
        wheel.writestr(f"{ABOUT}/METADATA", METADATA)
        wheel.writestr(f"{ABOUT}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{ABOUT}/RECORD", "")
    for level in LEVELS:
        (code / level.name).mkdir(parents=True)
        (code / level.name / "step.bin").write_bytes(level.name.encode())
    made = with_code(pure, code, machine)
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-manylinux_2_27_{machine}"
    assert made.name == f"small-1-{tag}.whl"
    with zipfile.ZipFile(made) as wheel:
        parts = {name: wheel.read(name) for name in wheel.namelist()}
    brought = {f"lantern/compiled/{level.name}/step.bin" for level in LEVELS if level.machine == machine}
    assert {name for name in parts if "compiled" in name} == brought
    assert parts["lantern/__init__.py"] == b""
    about = message_from_bytes(parts[f"{ABOUT}/WHEEL"])
    assert (about.get_all("Tag"), about["Root-Is-Purelib"]) == ([tag], "false")
    needs = message_from_bytes(parts[f"{ABOUT}/METADATA"])
    wanted = needs.get_all("Requires-Dist") or []
    assert f"numba=={numba.__version__}" in wanted
    assert {"rich>=13", "numba-cuda>=0.30; extra == 'gpu'"} < set(wanted)
    assert {one.split("=")[0].rstrip(">") for one in wanted} == {"numba", "llvmlite", "numpy", "rich", "numba-cuda"}
    assert needs["Requires-Python"] == f"=={sys.version_info.major}.{sys.version_info.minor}.*"
    assert "is said in the text too" in str(needs.get_payload())
    listed = {name: digest for name, digest, _ in csv.reader(parts[f"{ABOUT}/RECORD"].decode().splitlines())}
    assert listed.keys() == parts.keys()
    for name, data in parts.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        assert listed[name] == ("" if name.endswith("RECORD") else f"sha256={digest}")
