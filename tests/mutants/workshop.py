"""A copy of the checkout in which changes are made and tests run; the checkout itself is left alone."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from lantern.kernel import cache
from tests.mutants.sample import Mutant

LINKED = (".venv", "client/node_modules")
BUILT = "src/lantern/server/client"
MARK = "LANTERN_MUTANTS"
"""Names the workshop to all processes that run in it, so that none is forgotten."""


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    status: int
    """None of the system's own if it ran out of time."""
    seconds: float
    output: str
    failed: list[str]
    """The tests that failed, in the order in which they did."""

    @property
    def late(self) -> bool:
        return self.status == LATE


LATE = -1000


class Workshop:
    """`with Workshop(root) as workshop:`, gone at the end."""

    def __init__(self, root: Path) -> None:
        self.origin = root
        self.folder = Path(tempfile.mkdtemp(prefix="lantern-mutants-"))
        self.root = self.folder / "checkout"
        self._texts: dict[str, str] = {}

    def __enter__(self) -> Workshop:
        try:
            self._copy()
        except BaseException:
            shutil.rmtree(self.folder)
            raise
        return self

    def _copy(self) -> None:
        """Copy what belongs to the checkout, and link what is installed."""
        listed = ["git", "-C", str(self.origin), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, capture_output=True, check=True).stdout.decode().split("\0")
        for name in filter(None, names):
            source, copy = self.origin / name, self.root / name
            if name not in LINKED and source.is_file():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, copy)
        for name in LINKED:
            if (self.origin / name).exists():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                (self.root / name).symlink_to((self.origin / name).resolve())
        if (self.origin / BUILT).exists():
            shutil.copytree(self.origin / BUILT, self.root / BUILT)

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._end_all()
        shutil.rmtree(self.folder, ignore_errors=True)

    def text(self, path: str) -> str:
        """A file as it is without changes, even if somebody edits it in the checkout meanwhile."""
        if path not in self._texts:
            self._texts[path] = (self.root / path).read_text("utf-8")
        return self._texts[path]

    @contextmanager
    def changed(self, mutants: Iterable[Mutant]) -> Iterator[None]:
        """The copy with some changes, none of which may overlap."""
        last_first = sorted(mutants, key=lambda one: -one.mutation.start)
        texts = {one.path: self.text(one.path) for one in last_first}
        for one in last_first:
            texts[one.path] = one.mutation.applied(texts[one.path])
        try:
            for path, text in texts.items():
                self._write(path, text)
            yield
        finally:
            for path in texts:
                self._write(path, self.text(path))

    def _write(self, path: str, text: str) -> None:
        """Write a file, and leave nothing that was made of the old one: bytecode goes by the second alone."""
        file = self.root / path
        file.write_text(text, "utf-8")
        for made in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
            made.unlink()

    def run(self, command: list[str], limit: float, cwd: str = ".", rules: str = "plain") -> Outcome:
        """Run a command in the copy; what it started is ended with it."""
        for left in ("failed", "reached", "seconds"):
            (self.folder / left).unlink(missing_ok=True)
        shutil.rmtree(self.root / ".hypothesis", ignore_errors=True)
        began = time.monotonic()
        with (self.folder / "output").open("w+") as output:
            process = subprocess.Popen(
                command,
                cwd=self.root / cwd,
                env=self._environment(rules),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                status = process.wait(limit)
            except subprocess.TimeoutExpired:
                status = LATE
            finally:
                self._end_all()
                process.wait()
            output.seek(0)
            said = output.read()
        failed = self.folder / "failed"
        names = list(dict.fromkeys(failed.read_text().splitlines())) if failed.exists() else []
        return Outcome(status, time.monotonic() - began, said, names)

    def _environment(self, rules: str) -> dict[str, str]:
        """The sources of the copy come first; what is compiled from them is kept in the workshop."""
        kept = [str(self.folder / "compiled"), *map(str, cache.folders())]
        mine = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        return mine | {
            "PYTHONPATH": str(self.root / "src"),
            "PATH": os.pathsep.join([f"{sys.prefix}/bin", os.environ["PATH"]]),
            "PYTHONDONTWRITEBYTECODE": "",
            "LANTERN_RULES": rules,
            cache.CHOSEN: os.pathsep.join(kept),
            MARK: str(self.folder),
        }

    def _end_all(self) -> None:
        """End every process that was started here, by whatever was tested too."""
        mark = f"{MARK}={self.folder}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if int(process.name) != os.getpid() and mark in (process / "environ").read_bytes().split(b"\0"):
                    os.kill(int(process.name), signal.SIGKILL)

    def choose(self, names: Iterable[str] | None) -> None:
        """Let these tests run and no others, in this order; None: all."""
        chosen = self.folder / "chosen"
        chosen.unlink(missing_ok=True)
        if names is not None:
            chosen.write_text("".join(f"{name}\n" for name in names))
