"""Compiled code that came with the package, made elsewhere for processors that many people have.

A wheel for one kind of machine has a folder for each level of its processors: the files of `cache`, and a manifest that
says what they need. What does not fit this machine is never read, and people are told once why everything is compiled
here instead. A source tree and the wheel for any machine have no such folder.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import binding
from numba.core import codegen

from lantern.kernel.errors import BadInput, Phrase, of_system
from lantern.kernel.files import write_whole

_compiler: Any = codegen
"""It has no types."""

FOLDER = Path(__file__).parents[1] / "compiled"
"""Where such code lies, if any came."""
MANIFEST = "manifest.json"
CHECKSUM = 32
"""A file of compiled code begins with so many bytes that say whether the rest is whole."""


@dataclass(frozen=True)
class Level:
    """Processors for which code can be made on any machine."""

    name: str
    machine: str
    """As `platform.machine` calls it."""
    triple: str
    processor: str
    """As LLVM calls the least of them."""
    relocation: str
    """How addresses are written, as the compiler has it on that machine."""
    features: frozenset[str]
    """All that the code may use beyond what every such machine has."""


_V2 = frozenset({"cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"})
_V3 = _V2 | {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}
_X86, _ARM = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"
LEVELS: tuple[Level, ...] = (
    Level("x86-64-v3", "x86_64", _X86, "x86-64-v3", "static", _V3),
    Level("x86-64-v2", "x86_64", _X86, "x86-64-v2", "static", _V2),
    Level("aarch64", "aarch64", _ARM, "generic", "default", frozenset()),
)
"""What is shipped, of each machine the best level first."""


def versions() -> dict[str, str]:
    """What is the same wherever compiled code is to be read, and what it is here.

    Of Python and numpy the first two numbers count: what the code relies on changes with these alone. Of the compiler
    every number does, for its own library is called.
    """
    return {
        "system": sys.platform,
        "machine": platform.machine(),
        "python": f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}{sys.abiflags}",
        "numpy": ".".join(np.__version__.split(".")[:2]),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
    }


@dataclass(frozen=True)
class Manifest:
    """What some compiled code needs, and which files it is."""

    versions: dict[str, str]
    features: frozenset[str]
    symbols: tuple[str, ...]
    """What it calls and does not bring."""
    files: dict[str, str]
    """[file] the checksum it begins with, as hexadecimal digits."""

    def write(self, folder: Path) -> None:
        """Put it beside its files, with a checksum of its own in the last line."""
        data = {
            "versions": self.versions,
            "features": sorted(self.features),
            "symbols": sorted(self.symbols),
            "files": dict(sorted(self.files.items())),
        }
        text = json.dumps(data, indent=1).encode()
        write_whole(folder / MANIFEST, text + b"\n" + hashlib.sha256(text).hexdigest().encode() + b"\n")

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """The manifest of a folder; `ValueError` if it is damaged."""
        text, _, checksum = (folder / MANIFEST).read_bytes().rstrip().rpartition(b"\n")
        if hashlib.sha256(text).hexdigest().encode() != checksum:
            raise BadInput("compiled.damaged")
        data: Any = json.loads(text)
        return cls(data["versions"], frozenset(data["features"]), tuple(data["symbols"]), data["files"])

    def unfit(self) -> Phrase | None:
        """What it needs that is not here, in words; None if it fits."""
        here = versions()
        wrong = [
            f"{name} {made}, not {here.get(name)}" for name, made in self.versions.items() if made != here.get(name)
        ]
        if wrong or self.versions.keys() != here.keys():
            made_for = Phrase("compiled.made_for", versions=", ".join(wrong))
            return made_for if wrong else Phrase("compiled.made_by_another")
        missing = sorted(self.features - _features())
        return Phrase("compiled.lacking", features=", ".join(missing)) if missing else None


def _features() -> frozenset[str]:
    """What this processor can do, as far as the compiler is allowed to use it."""
    return frozenset(one[1:] for one in _compiler.get_host_cpu_features().split(",") if one.startswith("+"))


@dataclass(frozen=True)
class Shipment:
    """A folder of compiled code that fits this machine."""

    folder: Path
    manifest: Manifest

    def holds(self, file: str) -> bool:
        """Whether a file belongs to it."""
        return file in self.manifest.files

    def read(self, file: str) -> bytes:
        """A file as it was shipped; `ValueError` if it is another one."""
        data = (self.folder / file).read_bytes()
        if data[:CHECKSUM].hex() != self.manifest.files[file]:
            raise BadInput("compiled.foreign")
        return data


class _Known:
    """What is known in this process."""

    reason: Phrase | None = None
    """Why nothing that came is used."""
    said = False
    """Whether somebody was told."""
    checked = False
    """Whether all that it calls was looked for."""


_known = _Known()


def shipment() -> Shipment | None:
    """The best compiled code that came and fits this machine, if any does."""
    fits = _look(FOLDER)
    return None if _known.reason else fits


@cache
def _look(folder: Path) -> Shipment | None:
    reason: Phrase | None = None
    for one in [folder / level.name for level in LEVELS if (folder / level.name).is_dir()]:
        try:
            manifest = Manifest.read(one)
            reason = manifest.unfit()
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            said = of_system(error) if isinstance(error, OSError) else error
            reason = Phrase("compiled.unread", file=one / MANIFEST, error=said)
        if reason is None:
            return Shipment(one, manifest)
    _known.reason = reason
    return None


def check_calls() -> None:
    """See once that all it calls is in this process, when the compiler is: the linker would end the process."""
    came = shipment()
    if came is None or _known.checked:
        return
    _known.checked = True
    missing = [name for name in came.manifest.symbols if binding.address_of_symbol(name) is None]
    if missing:
        _known.reason = Phrase("compiled.calls", missing=", ".join(missing))


def trouble() -> Phrase | None:
    """Why compiled code that came is not used, if so and if nobody was told yet."""
    shipment()
    if _known.reason is None or _known.said:
        return None
    _known.said = True
    return Phrase("compiled.not_used", reason=_known.reason)
