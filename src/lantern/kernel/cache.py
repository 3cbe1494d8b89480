"""Compiled entries and shared rules kept on disk, one file each, named after all that went into them.

The name holds a digest of the function's code, of every rule it can reach, of every table those rules read, and of
the compiler and processor. So an edit anywhere below an entry gives it a new name, and a stale file is never read.
Files appear whole (written aside, then renamed), and a lock lets one process compile while others wait for it.

A file holds machine code, and the names of the files of shared rules that it calls. What is in no folder may have come
with the package (`shipped`), under a name that says nothing of compiler and processor.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import hashlib
import os
import pickle
import platform
import re
import shutil
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import _Cache

from lantern.kernel import linking, shipped
from lantern.kernel.digest import digest_of
from lantern.kernel.files import ASIDE, write_whole
from lantern.kernel.haste import NotCompiled, is_hurried, reads_from_disk
from lantern.kernel.linking import Whole
from lantern.kernel.shipped import CHECKSUM

numba_core: Any = numba.core
"""The parts of the compiler that have no types."""

KEPT_PER_ENTRY, KEPT_PER_SHARED_RULE = 8, 32
"""How many versions of an entry stay on disk; older ones go when a new one is written. There are more of a shared rule,
for several games may have one of the same name."""

ABANDONED_S = 3600.0
"""Nobody writes a file for so long: who began it was killed."""

NOT_KEPT = "cannot keep compiled code"

_loaded: dict[str, Whole] = {}
"""[file, or the first name it is called by] the machine code that is in this process already."""


CHOSEN = "LANTERN_CACHE"
"""Names the folders of compiled code, separated as in PATH."""


def folders() -> list[Path]:
    """Where compiled code is looked for: in those that LANTERN_CACHE names, or in the user's cache folder."""
    chosen = os.environ.get(CHOSEN)
    if not chosen:
        return [Path(platformdirs.user_cache_dir("lantern")) / "compiled"]
    return [Path(one) for one in chosen.split(os.pathsep) if one]


def folder() -> Path:
    """Where compiled code is written to: the first of them."""
    return folders()[0]


def find_room() -> str | None:
    """See that compiled code can be kept, for this process and those it starts; what is wrong, if it can't be.

    Then it is kept in a folder that goes with this process, and what lies in the other one is still read.
    """
    try:
        folder().mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder()).close()
    except OSError as error:
        room = tempfile.mkdtemp(prefix="lantern-compiled-")
        atexit.register(shutil.rmtree, room, ignore_errors=True)
        wrong = f"compiled code can't be kept in {folder()} ({error.strerror}): it is compiled anew at every start"
        os.environ[CHOSEN] = os.pathsep.join([room, *map(str, folders())])
        return wrong
    return None


def announce(message: str) -> None:
    """Tell a person at the terminal what takes time. Replace it to tell it elsewhere."""
    print(message, file=sys.stderr, flush=True)


def keep_on_disk(dispatcher: Any, label: str, mode: str, *, shared: bool = False) -> Any:
    """Give a compiled function a place on disk, under a label that people understand."""
    cache = dispatcher._cache = EntryCache(dispatcher.py_func, label, mode, shared)
    compile_entry = dispatcher._compiler.compile

    def compile_or_let_go(*arguments: Any) -> Any:
        try:
            with _without_collecting():
                return compile_entry(*arguments)
        except BaseException:
            cache.let_go()
            raise

    dispatcher._compiler.compile = compile_or_let_go
    return dispatcher


@contextmanager
def _without_collecting() -> Iterator[None]:
    """While something is compiled, what it leaves behind stays: to look for it takes a twentieth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class EntryCache(_Cache):
    """What numba asks before it compiles an entry, and tells when it has."""

    def __init__(self, function: types.FunctionType, label: str, mode: str, shared: bool = False) -> None:
        self.function = function
        self.label = label
        self.mode = mode
        self.shared = shared
        self.name = re.sub(r"[^a-z0-9]+", "-", label.lower().replace("<locals>", ""))
        self._digest: str | None = None
        self._locks: dict[Path, IO[str]] = {}
        self._began = 0.0

    @property
    def cache_path(self) -> str:
        """The folder, as numba wants to know it."""
        return str(folder())

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Forget every version of this entry."""
        for path in folder().glob(f"{self.name}.*.bin"):
            path.unlink(missing_ok=True)

    def is_kept(self, signature: Any, target: Any) -> bool:
        """Whether the compiled entry is on disk."""
        return _where(self._path(signature, target.codegen()).name) is not None

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled entry from disk, or None when it has to be compiled now; `NotCompiled` if nobody waits."""
        if not reads_from_disk():
            raise NotCompiled(self.label)
        if is_hurried() and not self.is_kept(signature, target):
            raise NotCompiled(self.label)
        target.refresh()  # takes half a second the first time
        shipped.check_calls()
        if not is_hurried() and (trouble := shipped.trouble()):
            announce(f"lantern: {trouble}")
        path = self._path(signature, target.codegen())
        found = self._read(path, target)
        if found is None and is_hurried():
            raise NotCompiled(self.label)
        if found is None and self._lock(path):
            found = self._read(path, target, told=True)
            if found is not None:
                self._unlock(path)
        if found is None:
            self._began = time.monotonic()
            self._say(f"lantern: compiling {self.label} (first use only) ...")
        return found

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a freshly compiled entry."""
        self._say(f"lantern: ... done in {time.monotonic() - self._began:.1f} s")
        path = self._path(signature, result.codegen)
        _remember(path.name, result.library)
        try:
            _write(path, result, result.library._get_compiled_object(), lambda file: file)
            for level, code in result.library.elsewhere.items():
                _write(path.parent / level.name / portable(path.name), result, code, portable)
            self._prune()
        except OSError as error:
            announce(f"lantern: {NOT_KEPT} in {folder()}: {error}; it will be compiled again next time")
        finally:
            self._unlock(path)

    def _say(self, message: str) -> None:
        """Announce something; of a shared rule nothing, for it is part of an entry that was announced."""
        if not self.shared:
            announce(message)

    def _path(self, signature: Any, codegen: Any) -> Path:
        if self._digest is None:
            self._digest = digest_of(self.function)
        code, machine = (self._digest, self.mode, str(signature)), (codegen.magic_tuple(), *_versions())
        return folder() / f"{self.name}.{_short(code, 24)}.{_short(machine, 12)}.bin"

    def _read(self, path: Path, target: Any, *, told: bool = False) -> Any:
        try:
            return _unpacked(path.name, target)
        except FileNotFoundError:
            return None
        except Exception as error:
            if not told:
                announce(f"lantern: {_where(path.name) or path} can't be read ({error}); compiling again")
            return None

    def _prune(self) -> None:
        """Keep the newest few versions of this entry."""
        versions = sorted(folder().glob(f"{self.name}.*.bin"), key=_age, reverse=True)
        kept = KEPT_PER_SHARED_RULE if self.shared else KEPT_PER_ENTRY
        left = [path for path in folder().glob(f"{ASIDE}*") if _age(path) > ABANDONED_S]
        for path in [*versions[: max(0, len(versions) - kept)], *left]:
            with suppress(OSError):  # somebody else's, who keeps it
                path.unlink(missing_ok=True)
                path.with_suffix(".lock").unlink(missing_ok=True)

    def _lock(self, path: Path) -> bool:
        """Wait until no other process compiles this entry; False where files can't be locked."""
        if path in self._locks:
            return True
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = path.with_suffix(".lock").open("w")
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError:
            return False
        self._locks[path] = lock
        return True

    def let_go(self) -> None:
        """Let others try what could not be compiled here."""
        for path in list(self._locks):
            self._unlock(path)

    def _unlock(self, path: Path) -> None:
        lock = self._locks.pop(path, None)
        if lock is not None:
            lock.close()


def _short(parts: tuple[Any, ...], digits: int) -> str:
    """Some digits of a digest."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:digits]


def portable(file: str) -> str:
    """A file's name without what it says of compiler and processor."""
    label, code, *_ = file.split(".")
    return f"{label}.{code}.bin"


def _write(path: Path, result: Any, code: bytes, named: Callable[[str], str]) -> None:
    """Write a compiled function: its machine code, the files it needs as they are named there, how it is called."""
    library, description = result.library, result.fndesc
    description.typemap = description.calltypes = None  # for the compiler alone, and large
    needed = [named(other.file) for other in library.needed]
    parts = library.name, code, library.symbols, needed, description, result.environment, result.signature
    data: bytes = numba_core.serialize.dumps(parts)
    write_whole(path, hashlib.sha256(data).digest() + data)


def _remember(file: str, library: Whole) -> None:
    """Machine code is in this process now."""
    library.file = file
    _loaded[file] = _loaded[library.symbols[0]] = library


def _find(file: str) -> Path | None:
    """Where a file lies that can be read."""
    return next((path for path in (one / file for one in folders()) if os.access(path, os.R_OK)), None)


def _came(file: str) -> shipped.Shipment | None:
    """The compiled code that came with the package, if it holds what a file would."""
    came = shipped.shipment()
    return came if came is not None and came.holds(portable(file)) else None


def _where(file: str) -> Path | None:
    """Where a file, or what would be in it, can be read."""
    came = _came(file)
    return _find(file) or (came.folder / portable(file) if came is not None else None)


def _contents(file: str) -> bytes:
    """A file from one of the folders, or what came with the package."""
    path, came = _find(file), _came(file)
    if path is not None:
        return path.read_bytes()
    if came is None:
        raise FileNotFoundError(file)
    return came.read(portable(file))


def _unpacked(file: str, target: Any) -> Any:
    """A compiled function from its file, with the shared rules it calls."""
    whole = _contents(file)
    checksum, data = whole[:CHECKSUM], whole[CHECKSUM:]
    if hashlib.sha256(data).digest() != checksum:
        raise ValueError("it is damaged")
    name, code, symbols, needed, description, environment, signature = pickle.loads(data)
    library = _loaded.get(file) or _loaded.get(symbols[0])
    if library is None:
        others = [_loaded.get(other) or _unpacked(other, target).library for other in needed]
        library = Whole.loaded(target.codegen(), name, code, symbols, others)
        _remember(file, library)
    return numba_core.compiler.compile_result(
        typing_context=target.typing_context,
        target_context=target,
        entry_point=target.get_executable(library, description, environment),
        fndesc=description,
        environment=environment,
        signature=signature,
        library=library,
        objectmode=False,
    )


def _age(path: Path) -> float:
    """Seconds since a file was written; a file that vanished is the oldest."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return float("inf")


@cache
def _versions() -> tuple[str, ...]:
    """The tools whose change asks for a fresh compilation; what this package does to the compiler is one of them."""
    ours = hashlib.sha256(Path(linking.__file__).read_bytes()).hexdigest()
    return platform.python_version(), np.__version__, numba.__version__, llvmlite.__version__, ours
