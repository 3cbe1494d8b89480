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
import stat
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

from lantern.kernel import linking, progress, shipped, waiting
from lantern.kernel.digest import digest_of
from lantern.kernel.errors import BadInput, Phrase, of_system
from lantern.kernel.files import ASIDE, write_whole
from lantern.kernel.haste import NotCompiled, from_disk, in_time, is_hurried, reads_from_disk
from lantern.kernel.linking import Whole
from lantern.kernel.shipped import CHECKSUM
from lantern.kernel.waiting import Label

numba_core: Any = numba.core
"""The parts of the compiler that have no types."""

KEPT_PER_ENTRY, KEPT_PER_SHARED_RULE = 8, 32
"""How many versions of an entry stay on disk; older ones go when a new one is written. There are more of a shared rule,
for several games may have one of the same name."""

IN_USE_S = 3600.0
"""Whatever somebody has read for the first time or written since then stays, however many versions there are."""
NOTED_S = 600.0
"""How often it is noted that a file is read."""

ABANDONED_S = 3600.0
"""Nobody writes a file for so long: who began it was killed."""

LEAST_BYTES = 16_000_000
"""How much must be free on a disk to keep compiled code there: as much as that of all games, and some more."""
LOOKING_S = 1.0
"""How long a start may wait for a disk."""

FORMAT = 2
"""The form of the files."""

NOT_KEPT = "cannot keep compiled code"
"""What begins the English sentence that a disk takes no more."""

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


def find_room() -> Phrase | None:
    """See that compiled code can be kept, for this process and those it starts; what is wrong, if it can't be.

    Then it is kept in a folder that goes with this process, and what lies in the other one is still read. A disk that
    takes long to answer is not waited for.
    """
    answer = in_time(_trouble_with, folder(), limit_s=LOOKING_S)
    if answer is None or not answer.result():
        return None
    where, reason = folder(), answer.result()
    try:
        room = Path(tempfile.mkdtemp(prefix="lantern-compiled-"))
    except OSError:
        return Phrase("compiled.kept_nowhere", folder=where, reason=reason)
    atexit.register(shutil.rmtree, room, ignore_errors=True)
    if _trouble_with(room):
        return Phrase("compiled.kept_nowhere", folder=where, reason=reason)
    os.environ[CHOSEN] = os.pathsep.join([str(room), *map(str, folders())])
    return Phrase("compiled.not_kept", folder=where, reason=reason)


def _trouble_with(place: Path) -> Phrase | None:
    """Why compiled code can't be kept in a folder; None if it can."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=place).close()
        total, _, free = shutil.disk_usage(place)
        everybodys = bool(place.stat().st_mode & stat.S_ISVTX)
    except OSError as error:
        return of_system(error)
    if total > 0 and free < LEAST_BYTES:  # some systems know of no total
        return Phrase("compiled.little_room", free=f"{free / 1e6:.1f}", needed=f"{LEAST_BYTES / 1e6:.0f}")
    if everybodys and not all(os.access(path, os.R_OK) for path in place.glob("*.bin")):
        return Phrase("compiled.others_files")
    return None


def keep_on_disk(dispatcher: Any, label: Label, mode: str, *, shared: bool = False) -> Any:
    """Give a compiled function a place on disk, under a label that people understand."""
    cache = dispatcher._cache = EntryCache(dispatcher.py_func, label, mode, shared)
    compile_entry = dispatcher._compiler.compile

    def compile_or_let_go(*arguments: Any) -> Any:
        try:
            with _without_collecting(), cache.compiling():
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

    def __init__(self, function: types.FunctionType, label: Label, mode: str, shared: bool = False) -> None:
        self.function = function
        self.label = label
        self.mode = mode
        self.shared = shared
        self.name = re.sub(r"[^a-z0-9]+", "-", str(label).lower().replace("<locals>", ""))
        self._digest: str | None = None
        self._locks: dict[Path, IO[str]] = {}

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
        """Whether the compiled entry is on disk; in a hurry no as well while the disk has not answered."""
        try:
            return from_disk(_where, self._path(signature, target.codegen()).name) is not None
        except NotCompiled:
            return False

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled entry from disk, or None when it has to be compiled now; `NotCompiled` if nobody waits."""
        if not reads_from_disk():
            raise NotCompiled(str(self.label))
        if is_hurried() and not self.is_kept(signature, target):
            raise NotCompiled(str(self.label))
        target.refresh()  # takes half a second the first time
        shipped.check_calls()
        if not is_hurried() and (trouble := shipped.trouble()):
            waiting.say(trouble)
        path = self._path(signature, target.codegen())
        found = self._read(path, target)
        if found is None and is_hurried():
            raise NotCompiled(str(self.label))
        if found is None and self._lock(path):
            found = self._read(path, target, quietly=True)
            if found is not None:
                self._unlock(path)
        if found is not None:
            progress.read(self.function)
        return found

    @contextmanager
    def compiling(self) -> Iterator[None]:
        """While it is compiled, whoever waits is told; a shared rule is part of what he waits for."""
        if self.shared:
            with progress.making(self.function):
                yield
        else:
            with progress.work_on(self.function) as work, waiting.told(self.label, work.look):
                yield

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a freshly compiled entry."""
        path = self._path(signature, result.codegen)
        _remember(path.name, result.library)
        try:
            _write(path, result, result.library._get_compiled_object(), lambda file: file)
            for level, code in result.library.elsewhere.items():
                _write(path.parent / level.name / portable(path.name), result, code, portable)
            self._prune()
        except OSError as error:
            _tell_once(Phrase("compiled.lost", folder=folder(), reason=of_system(error)))
        finally:
            self._unlock(path)

    def _path(self, signature: Any, codegen: Any) -> Path:
        if self._digest is None:
            self._digest = digest_of(self.function)
        code, machine = (self._digest, self.mode, str(signature)), (codegen.magic_tuple(), *_versions())
        return folder() / f"{self.name}.{_short(code, 24)}.{_short(machine, 12)}.bin"

    def _read(self, path: Path, target: Any, *, quietly: bool = False) -> Any:
        try:
            return _unpacked(path.name, target)
        except (FileNotFoundError, NotCompiled):
            return None
        except Exception as error:
            if not quietly:
                _tell_once(Phrase("compiled.spoilt", file=_where(path.name) or path, error=error))
            return None

    def _prune(self) -> None:
        """Keep the versions of this entry that were in use last, and all that are in use."""
        kept = KEPT_PER_SHARED_RULE if self.shared else KEPT_PER_ENTRY
        versions = sorted(folder().glob(f"{self.name}.*.bin"), key=_age)[kept:]
        locks = [path for path in folder().glob(f"{self.name}.*.lock") if not path.with_suffix(".bin").exists()]
        left = [path for path in [*folder().glob(f"{ASIDE}*"), *locks] if _age(path) > ABANDONED_S]
        for path in [*(path for path in versions if _age(path) > IN_USE_S), *left]:
            with suppress(OSError):  # somebody else's, who keeps it
                path.unlink(missing_ok=True)
                path.with_suffix(".lock").unlink(missing_ok=True)

    def _lock(self, path: Path) -> bool:
        """Wait until no other process compiles this entry; False where files can't be locked."""
        if path in self._locks:
            return True
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = _opened(path.with_suffix(".lock"))
            self._wait_for(lock)
        except OSError:
            return False
        self._locks[path] = lock
        return True

    def _wait_for(self, lock: IO[str]) -> None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not self.shared:
                what = self.label.told(waiting.Reader.language)
                waiting.say(Phrase("compiling.elsewhere", what=what))
            fcntl.flock(lock, fcntl.LOCK_EX)

    def let_go(self) -> None:
        """Let others try what could not be compiled here."""
        for path in list(self._locks):
            self._unlock(path)

    def _unlock(self, path: Path) -> None:
        lock = self._locks.pop(path, None)
        if lock is not None:
            lock.close()


def _opened(lock: Path) -> IO[str]:
    """A file to lock; that of another user can be read at least."""
    try:
        return lock.open("w")
    except PermissionError:
        return lock.open()


_told: set[str] = set()


def _tell_once(words: Phrase) -> None:
    """Tell something that is so again and again."""
    message = waiting.line_of(words)
    if message not in _told:
        _told.add(message)
        waiting.announce(message)


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
    write_whole(path, _checksum(path.name, data) + data)
    with suppress(OSError):  # whoever shares the folder may read it
        path.chmod(0o644)


def _checksum(file: str, data: bytes) -> bytes:
    """That of what is in a file, whose name is part of it: under another name it is another function."""
    return hashlib.sha256(b"\0".join([file.encode(), data])).digest()


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
    """What a file from one of the folders holds, or what came with the package."""
    path, came = _find(file), _came(file)
    if path is not None:
        whole = path.read_bytes()
        _note_use(path)
    elif came is not None:
        file = portable(file)
        whole = came.read(file)
    else:
        raise FileNotFoundError(file)
    checksum, data = whole[:CHECKSUM], whole[CHECKSUM:]
    if _checksum(file, data) != checksum:
        raise BadInput("compiled.damaged")
    return data


def _note_use(path: Path) -> None:
    """What is read is not old."""
    if _age(path) > NOTED_S:
        with suppress(OSError):  # somebody else's
            os.utime(path)


def _unpacked(file: str, target: Any) -> Any:
    """A compiled function from its file, with the shared rules it calls."""
    data = from_disk(_contents, file)
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
    """Seconds since a file was written or first read again; a file that vanished is the oldest."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return float("inf")


@cache
def _versions() -> tuple[str, ...]:
    """The tools whose change asks for a fresh compilation; what this package does to the compiler is one of them."""
    ours = hashlib.sha256(Path(linking.__file__).read_bytes()).hexdigest()
    return str(FORMAT), platform.python_version(), np.__version__, numba.__version__, llvmlite.__version__, ours
