"""Makes wheels: one for any machine, and one that brings compiled code for each kind of Linux machine.

    python scripts/wheels.py [--into dist] [--check ACTIONS]

Everything that tables, bots, contests and batches call is compiled once, in an empty folder, and machine code is made
of it for all levels of processors (`kernel.shipped`), whatever machine this is. A wheel with compiled code is the pure
one and that folder beside it. It asks for the very compiler that it was made with, for other versions may call things
by other names; who needs another one installs the pure wheel.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import io
import multiprocessing
import os
import pickle
import platform
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROCESSES = 2
SLOWEST_FIRST = ["hanabi", "khan", "han", "ming"]
MOST_BYTES = 25_000_000
"""A wheel may be so large."""
OLDEST_GLIBC = "manylinux_2_27"
"""What numba's own wheels ask for; the compiled code itself calls nothing that is younger."""
WHEEL_DATE = (2020, 1, 1, 0, 0, 0)
"""The date of what is added, so that the same code makes the same wheel."""


def call_everything(name: str) -> None:
    """Compile all entries of a game that people meet."""
    import numpy as np

    import lantern
    from lantern.players import LEVELS, bots
    from lantern.players.arena.deals import Seating, Tables
    from lantern.players.compiling import JUDGE, RULES, call_rules, make_ready

    game = lantern.game(name)
    for pair in [RULES, *bots(game), JUDGE]:
        make_ready((name, pair))
    call_rules(game)
    match = game.match(seed=1)
    game.engine.standing_all(match.state, np.zeros((1, match.options["players"]), np.int64), 0, 1)
    others = [(one,) for one in bots(game) if one not in LEVELS]
    for named in [*others, *(some for count in range(1, len(LEVELS) + 1) for some in combinations(LEVELS, count))]:
        invited = [bots(game)[one] for one in named]
        Tables(game, game.options(), invited, [Seating((0,) * game.options()["players"])]).prepare(written=True)
    Tables(game, game.options(), [bots(game)["random"]], [Seating((0,) * game.options()["players"])]).prepare()


def compile_game(name: str) -> str:
    """Compile a game for all levels; how long it took."""
    from lantern.kernel import linking, shipped, waiting

    waiting.announce = lambda message: None
    linking.elsewhere[:] = shipped.LEVELS
    began = time.process_time()
    call_everything(name)
    return f"lantern: {name} compiled in {time.process_time() - began:.0f} s"


def compile_all(folder: Path) -> None:
    """Compile all games into an empty folder, with a folder for each level in it, and write the manifests."""
    import lantern

    names = sorted(lantern.names(), key=lambda name: [*SLOWEST_FIRST, name].index(name))
    with multiprocessing.get_context("spawn").Pool(PROCESSES, maxtasksperchild=1) as pool:
        for line in pool.imap_unordered(compile_game, names, chunksize=1):
            print(line, flush=True)
    write_manifests(folder)


def write_manifests(folder: Path) -> None:
    """Say of each level's files what they need."""
    from lantern.kernel import shipped

    for level in shipped.LEVELS:
        files = sorted((folder / level.name).glob("*.bin"))
        if not files:
            continue
        brought, called = set[str](), set[str]()
        for file in files:
            _, code, symbols, needed, *_ = pickle.loads(file.read_bytes()[shipped.CHECKSUM :])
            brought.update(symbols)
            called.update(called_by(code))
            lost = [other for other in needed if not (folder / level.name / other).exists()]
            assert not lost, f"{file.name} needs {lost}"
        checksums = {file.name: file.read_bytes()[: shipped.CHECKSUM].hex() for file in files}
        versions = shipped.versions() | {"system": "linux", "machine": level.machine}
        shipped.Manifest(versions, level.features, tuple(called - brought), checksums).write(folder / level.name)


def called_by(machine_code: bytes) -> Iterator[str]:
    """The names that an ELF object of 64 bits uses and does not define."""

    def number(at: int, size: int) -> int:
        return int.from_bytes(machine_code[at : at + size], "little")

    first, size, count = number(0x28, 8), number(0x3A, 2), number(0x3C, 2)
    sections = [first + size * place for place in range(count)]
    for section in sections:
        if number(section + 4, 4) != 2:  # a table of symbols
            continue
        names = number(sections[number(section + 0x28, 4)] + 0x18, 8)
        begin, length = number(section + 0x18, 8), number(section + 0x20, 8)
        for symbol in range(begin + 24, begin + length, 24):  # the first stands for none
            if number(symbol + 6, 2) == 0:
                at = names + number(symbol, 4)
                yield machine_code[at : machine_code.index(b"\0", at)].decode()


def pure_wheel(into: Path) -> Path:
    """Build the wheel for any machine, with the page in it."""
    into.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)]
    subprocess.run(command, cwd=ROOT, check=True)
    return max(into.glob("*-py3-none-any.whl"), key=lambda path: path.stat().st_mtime)


def with_code(pure: Path, code: Path, machine: str) -> Path:
    """The same wheel for one kind of machine, with the compiled code of its levels."""
    from lantern.kernel import shipped

    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{OLDEST_GLIBC}_{machine}"
    made = pure.with_name(pure.name.replace("py3-none-any", tag))
    with zipfile.ZipFile(pure) as given:
        parts = {name: given.read(name) for name in given.namelist() if not name.endswith("/")}
    about = next(name.rpartition("/")[0] for name in parts if name.endswith(".dist-info/WHEEL"))
    parts[f"{about}/WHEEL"] = tagged(parts[f"{about}/WHEEL"], tag)
    parts[f"{about}/METADATA"] = pinned(parts[f"{about}/METADATA"])
    del parts[f"{about}/RECORD"]
    for level in shipped.LEVELS:
        if level.machine == machine:
            for path in sorted((code / level.name).iterdir()):
                parts[f"lantern/compiled/{level.name}/{path.name}"] = path.read_bytes()
    parts[f"{about}/RECORD"] = record_of(parts, f"{about}/RECORD")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, data in parts.items():
            one = zipfile.ZipInfo(name, WHEEL_DATE)
            one.external_attr, one.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            wheel.writestr(one, data)
    size = made.stat().st_size
    assert size < MOST_BYTES, f"{made} has {size} bytes"
    return made


def tagged(text: bytes, tag: str) -> bytes:
    """What a wheel says of itself, with another tag; it goes where pure ones go, which is one place on Linux."""
    kept = [line for line in text.decode().splitlines() if line and not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    return "\n".join([*kept, "Root-Is-Purelib: false", f"Tag: {tag}", ""]).encode()


def pinned(metadata: bytes) -> bytes:
    """What a wheel needs, with the very compiler that its code was made with."""
    import llvmlite
    import numba
    import numpy as np

    least = ".".join(np.__version__.split(".")[:2])
    exact = {"numba": f"=={numba.__version__}", "llvmlite": f"=={llvmlite.__version__}", "numpy": f"=={least}.*"}
    head, _, body = metadata.decode().partition("\n\n")
    lines = [
        line for line in head.splitlines() if line.split(">=")[0] not in {f"Requires-Dist: {one}" for one in exact}
    ]
    wanted = [f"Requires-Dist: {name}{version}" for name, version in exact.items()]
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    lines = [f"Requires-Python: =={python}.*" if line.startswith("Requires-Python:") else line for line in lines]
    return "\n".join([*lines, *wanted, "", body]).encode()


def record_of(parts: dict[str, bytes], own: str) -> bytes:
    """The list of a wheel's files with their checksums."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    for name, data in parts.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.writerow([name, f"sha256={digest}", len(data)])
    lines.writerow([own, "", ""])
    return text.getvalue().encode()


def main() -> None:
    """Build all wheels, and compare what is compiled for this machine, at all levels that fit it, with plain rules."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="the folder of the wheels")
    parser.add_argument("--check", type=int, default=100_000, help="how many actions of each game are compared")
    parser.add_argument("--code", type=Path, help="a folder for compiled code that stays, and is not made again")
    chosen = parser.parse_args()
    pure = pure_wheel(chosen.into)
    with tempfile.TemporaryDirectory(prefix="lantern-wheels-") as temporary:
        code = chosen.code or Path(temporary)
        os.environ |= {"LANTERN_CACHE": str(code), "LANTERN_RULES": "compiled"}
        from lantern.kernel import shipped

        if not all((code / level.name / shipped.MANIFEST).exists() for level in shipped.LEVELS):
            print("lantern: compiling everything for all levels of processors", flush=True)
            compile_all(code)
        fits = [level.name for level in shipped.LEVELS if not shipped.Manifest.read(code / level.name).unfit()]
        machines = list(dict.fromkeys(level.machine for level in shipped.LEVELS))
        made = {machine: with_code(pure, code, machine) for machine in machines}
    for wheel in (pure, *made.values()):
        print(f"lantern: {wheel} has {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
    for level in fits if chosen.check else []:
        command = [sys.executable, "-m", "tests.shipped", str(made[platform.machine()]), "--level", level]
        subprocess.run([*command, "--actions", str(chosen.check)], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
