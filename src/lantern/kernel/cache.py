"""Compiled entries kept on disk, one file each, named after all that went into them.

The name holds a digest of the entry's code, of every rule it can reach, of every table those rules read, and of
the compiler and processor. So an edit anywhere below an entry gives it a new name, and a stale file is never read.
Files appear whole (written aside, then renamed), and a lock lets one process compile while others wait for it.
"""

from __future__ import annotations

import dis
import fcntl
import hashlib
import os
import pickle
import platform
import re
import sys
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import _Cache
from numba.core.dispatcher import Dispatcher

from lantern.kernel.files import write_whole

numba_core: Any = numba.core
"""The parts of the compiler that have no types."""

CHECKSUM = 32
"""A file begins with so many bytes that say whether the rest is whole."""

KEPT_PER_ENTRY = 8
"""How many versions of one entry stay on disk; older ones go when a new one is written."""


def folder() -> Path:
    """Where compiled entries lie: LANTERN_CACHE, or the user's cache folder."""
    chosen = os.environ.get("LANTERN_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("lantern")) / "compiled"


def announce(message: str) -> None:
    """Tell a person at the terminal what takes time. Replace it to tell it elsewhere."""
    print(message, file=sys.stderr, flush=True)


def keep_on_disk(dispatcher: Any, label: str, mode: str) -> Any:
    """Give a compiled function a place on disk, under a label that people understand."""
    cache = dispatcher._cache = EntryCache(dispatcher.py_func, label, mode)
    compile_entry = dispatcher._compiler.compile

    def compile_or_let_go(*arguments: Any) -> Any:
        try:
            return compile_entry(*arguments)
        except BaseException:
            cache.let_go()
            raise

    dispatcher._compiler.compile = compile_or_let_go
    return dispatcher


class EntryCache(_Cache):
    """What numba asks before it compiles an entry, and tells when it has."""

    def __init__(self, function: types.FunctionType, label: str, mode: str) -> None:
        self.function = function
        self.label = label
        self.mode = mode
        self.name = re.sub(r"[^a-z0-9]+", "-", label.lower())
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
        return self._path(signature, target.codegen()).exists()

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled entry from disk, or None when it has to be compiled now."""
        target.refresh()
        path = self._path(signature, target.codegen())
        found = self._read(path, target)
        if found is None and self._lock(path):
            found = self._read(path, target)
            if found is not None:
                self._unlock(path)
        if found is None:
            self._began = time.monotonic()
            announce(f"lantern: compiling {self.label} (first use only) ...")
        return found

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a freshly compiled entry."""
        announce(f"lantern: ... done in {time.monotonic() - self._began:.1f} s")
        path = self._path(signature, result.codegen)
        try:
            data = numba_core.serialize.dumps(result._reduce())
            write_whole(path, hashlib.sha256(data).digest() + data)
            self._prune()
        except OSError as error:
            announce(f"lantern: cannot keep compiled code in {folder()}: {error}; it will be compiled again next time")
        finally:
            self._unlock(path)

    def _path(self, signature: Any, codegen: Any) -> Path:
        if self._digest is None:
            self._digest = digest_of(self.function)
        parts = (self._digest, self.mode, str(signature), repr(codegen.magic_tuple()), *_versions())
        return folder() / f"{self.name}.{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}.bin"

    def _read(self, path: Path, target: Any) -> Any:
        try:
            whole = path.read_bytes()
            checksum, data = whole[:CHECKSUM], whole[CHECKSUM:]
            if hashlib.sha256(data).digest() != checksum:
                raise ValueError("it is damaged")
            return numba_core.compiler.CompileResult._rebuild(target, *pickle.loads(data))
        except FileNotFoundError:
            return None
        except Exception as error:
            announce(f"lantern: {path} can't be read ({error}); compiling again")
            return None

    def _prune(self) -> None:
        """Keep the newest few versions of this entry."""
        versions = sorted(folder().glob(f"{self.name}.*.bin"), key=_age, reverse=True)
        for path in versions[: max(0, len(versions) - KEPT_PER_ENTRY)]:
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


def _age(path: Path) -> float:
    """Seconds since a file was written; a file that vanished is the oldest."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return float("inf")


def _versions() -> tuple[str, ...]:
    """The tools whose change asks for a fresh compilation."""
    return platform.python_version(), np.__version__, numba.__version__, llvmlite.__version__


def digest_of(function: Callable[..., Any]) -> str:
    """A digest of a function, of all rules it can reach and of every constant and table they use."""
    digest = hashlib.sha256()
    for part in _parts(function, set()):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


def _parts(function: Any, seen: set[types.FunctionType]) -> Iterator[bytes]:
    """Everything that decides what a function compiles to."""
    if function in seen:
        return
    seen.add(function)
    code = function.__code__
    yield f"{function.__module__}.{function.__qualname__}".encode()
    yield from _code_parts(code)
    yield from _value_parts(function.__defaults__, f"{function.__qualname__}'s defaults", seen)
    for name in sorted(_names(code)):
        if name in function.__globals__:
            yield name.encode()
            yield from _value_parts(function.__globals__[name], f"{function.__module__}.{name}", seen)
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        yield name.encode()
        yield from _value_parts(cell.cell_contents, f"{function.__qualname__}.{name}", seen)


def _code_parts(code: types.CodeType) -> Iterator[bytes]:
    """Instructions, names and constants of a piece of code, docstring aside."""
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_parts(constant)
        elif not isinstance(constant, str):
            yield repr(constant).encode()


def _names(code: types.CodeType) -> set[str]:
    """Every global name a piece of code may look up."""
    names = {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def _value_parts(value: Any, name: str, seen: set[types.FunctionType]) -> Iterator[bytes]:
    """What a global or closed-over value adds to the digest."""
    if isinstance(value, Dispatcher):
        yield from _parts(value.py_func, seen)
    elif isinstance(value, np.ndarray):
        yield repr((value.dtype.descr, value.shape)).encode()
        yield value.tobytes()
    elif isinstance(value, tuple):
        yield f"{len(value)} values".encode()
        for number, part in enumerate(value):
            yield from _value_parts(part, f"{name}[{number}]", seen)
    elif isinstance(value, (bool, int, float, str, np.generic, np.dtype)) or value is None:
        yield repr(value).encode()
    elif value is np or _is_plain(value):
        yield value.__name__.encode()
    else:
        raise TypeError(f"a rule uses {name}, {value!r}: rules use other rules, numbers and numpy tables only")


def _is_plain(value: Any) -> bool:
    """Whether a value is one of Python's or numpy's types, or a function of `math`."""
    if isinstance(value, types.BuiltinFunctionType):
        return value.__module__ == "math"
    return isinstance(value, type) and value.__module__ in ("builtins", "numpy")
