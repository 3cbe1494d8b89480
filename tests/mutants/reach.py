"""Which tests run which lines of the rules and the server, with plain rules, and how long each test takes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from coverage import CoverageData

from lantern.kernel.files import write_whole
from tests.mutants.workshop import Workshop

SERVER = (
    "addresses audit bots_alone clocks connections devices suggestions live logs moves own_data rates reasons repeats "
    "restart reviews scheduling seats store tables thinking warming"
)
"""Its other tests are slow, and try everything."""
AREAS = {area: [f"tests/{area}"] for area in ("han", "hanabi", "khan", "ming", "kernel")} | {
    "server": [f"tests/server/test_{name}.py" for name in SERVER.split()],
    "shared": [
        *(f"tests/test_{name}.py" for name in ("battery", "golden", "copies", "order_of_refusals")),
        "tests/languages",
        "tests/fuzz",
    ],
}
"""[area] the tests that run once to find out; other tests come when these have found nothing."""
LONGEST_S = 3 * 3600
FARTHEST = 10
"""How many lines before another one its statement may begin."""
PYTEST = ["python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.mutants.plugin", "--tb=short"]


def areas_of(path: str) -> list[str]:
    """Where the tests of a file are."""
    _, _, part, *rest = path.split("/")
    if part == "server":
        return ["server"]
    return ([rest[0]] if part == "games" and rest[0] in AREAS else ["kernel"]) + ["shared"]


class Area:
    """[file, line] the tests of an area that run it."""

    def __init__(self, folder: Path) -> None:
        self._digests: dict[str, str] = json.loads((folder / "digests").read_text())
        self.seconds: dict[str, float] = json.loads((folder / "seconds").read_text())
        self._data = CoverageData(str(folder / "reached"))
        self._data.read()
        self._files = {name.partition("/checkout/")[2]: name for name in self._data.measured_files()}

    def tests(self, path: str, text: str, line: int) -> set[str]:
        """The tests that run a line; all if it runs when its file is read, those that run any of it if nobody knows."""
        by_line = self._data.contexts_by_lineno(self._files[path]) if path in self._files else {}
        first = next((one for one in range(line, max(0, line - FARTHEST), -1) if one in by_line), line)
        of_line = set(by_line.get(first, []))
        if "" in of_line:
            return set(self.seconds)
        if _digest(text) != self._digests.get(path):
            of_line = {name for names in by_line.values() for name in names}
        return of_line & self.seconds.keys()


class Reach:
    """Which tests run a line, found out area by area when somebody asks, and kept in a folder."""

    def __init__(self, workshop: Workshop, folder: Path) -> None:
        self._workshop, self._folder = workshop, folder
        self._areas: dict[str, Area] = {}

    def tests(self, path: str, line: int) -> dict[str, float]:
        """The tests that run a line and how many seconds each takes, the quickest first."""
        text = self._workshop.text(path)
        found: dict[str, float] = {}
        for name in areas_of(path):
            area = self._area(name)
            found |= {test: area.seconds[test] for test in area.tests(path, text, line)}
        return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))

    def _area(self, name: str) -> Area:
        if name not in self._areas:
            kept = self._folder / name
            if not (kept / "digests").exists():
                print(f"lantern: finding out which tests run which lines ({name}); this takes minutes", flush=True)
                find_out(self._workshop, kept, AREAS[name])
            self._areas[name] = Area(kept)
        return self._areas[name]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def find_out(workshop: Workshop, folder: Path, tests: list[str]) -> None:
    """Run these tests once without any change, and keep what each ran."""
    (workshop.folder / "reach").touch()
    workshop.choose(None)
    outcome = workshop.run([*PYTEST, "-p", "no:schemathesis", "-m", "not thorough", *tests], LONGEST_S)
    (workshop.folder / "reach").unlink()
    if outcome.status not in (0, 1):
        raise SystemExit(f"{outcome.output[-3000:]}\nlantern: the tests could not be run")
    for name in outcome.failed:
        print(f"lantern: {name} fails without any change, and is left out", flush=True)
    for name in ("reached", "seconds"):
        write_whole(folder / name, (workshop.folder / name).read_bytes())
    sources = (path.relative_to(workshop.root).as_posix() for path in workshop.root.glob("src/lantern/**/*.py"))
    digests = {path: _digest(workshop.text(path)) for path in sources}
    write_whole(folder / "digests", json.dumps(digests).encode())
