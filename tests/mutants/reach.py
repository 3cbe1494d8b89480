"""Which tests run which lines of the rules and the server, with plain rules, and how long each test takes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from coverage import CoverageData

from lantern.kernel.files import write_whole
from tests.mutants.workshop import Workshop

MAPPED = [
    *(
        f"tests/{folder}"
        for folder in ("han", "hanabi", "khan", "ming", "kernel", "languages", "fuzz", "cli", "server")
    ),
    *(f"tests/test_{name}.py" for name in ("battery", "golden", "copies", "order_of_refusals")),
]
"""What is run to find out; other tests come when these have found nothing."""
LONGEST_S = 3 * 3600
FARTHEST = 10
"""How many lines before another one its statement may begin."""
PYTEST = ["python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.mutants.plugin", "--tb=short"]


class Reach:
    """[file, line] tests, the quickest first."""

    def __init__(self, folder: Path) -> None:
        self._digests: dict[str, str] = json.loads((folder / "digests").read_text())
        self.seconds: dict[str, float] = json.loads((folder / "seconds").read_text())
        self._data = CoverageData(str(folder / "reached"))
        self._data.read()
        self._files = {name.partition("/checkout/")[2]: name for name in self._data.measured_files()}

    def tests(self, path: str, text: str, line: int) -> list[str]:
        """The tests that run a line; if it runs when its file is read, or nobody knows, those that run any of it."""
        by_line = self._data.contexts_by_lineno(self._files[path]) if path in self._files else {}
        first = next((one for one in range(line, max(0, line - FARTHEST), -1) if one in by_line), line)
        of_line = set(by_line.get(first, []))
        if _digest(text) != self._digests.get(path) or "" in of_line:
            of_line = {name for names in by_line.values() for name in names}
        return sorted(of_line & self.seconds.keys(), key=lambda name: (self.seconds[name], name))

    def together(self, names: Iterable[str]) -> float:
        """How long some tests take."""
        return sum(self.seconds[name] for name in names)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def find_out(workshop: Workshop, folder: Path, paths: list[str], tests: list[str]) -> None:
    """Run these tests once, watched."""
    (workshop.folder / "reach").touch()
    workshop.choose(None)
    command = [*PYTEST, "-p", "no:schemathesis", "-m", "not thorough", *tests]
    outcome = workshop.run(command, LONGEST_S)
    (workshop.folder / "reach").unlink()
    if outcome.status not in (0, 1):
        raise SystemExit(outcome.output[-3000:] + "\nlantern: the tests could not be run")
    for name in outcome.failed:
        print(f"lantern: {name} fails without any change, and is left out")
    for name in ("reached", "seconds"):
        write_whole(folder / name, (workshop.folder / name).read_bytes())
    write_whole(folder / "digests", json.dumps({path: _digest(workshop.text(path)) for path in paths}).encode())


def reach(workshop: Workshop, folder: Path, paths: list[str]) -> Reach:
    """What is known, found out if it is not."""
    if not (folder / "digests").exists():
        print("lantern: finding out which tests run which lines; this takes a quarter of an hour", flush=True)
        find_out(workshop, folder, paths, MAPPED)
    return Reach(folder)
