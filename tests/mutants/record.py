"""What became of each mutant, kept after every one of them, and the report."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from lantern.kernel.files import write_whole
from tests.mutants.sample import PARTS, Mutant

STAGES = NEAR, AREA, WHOLE, THOROUGH = "near", "area", "whole", "thorough"
"""What a mutant is tried with, one after the other: tests that run its line; those of its game or of the server, with
plain rules; all of `make test`; what `make thorough` has beyond it."""

SAME, WRITTEN = "same", "written"
"""How a judgement begins: nothing can tell it from what was there; the test that finds it was written for it."""


@dataclass
class Entry:
    """A mutant, and what is known of it."""

    name: str
    part: str
    path: str
    line: int
    kind: str
    difference: str
    tried: list[str] = field(default_factory=list)
    found_by: str | None = None
    seconds: float = 0.0
    judged: str | None = None
    """What a person made of one that no test found: why none can, or that one was written then."""

    def lose(self, tests: Container[str]) -> None:
        """Forget that a test found it, if that is not among those there are; a file that can't be read is no test."""
        if self.found_by and "::" in self.found_by and self.found_by not in tests:
            self.tried, self.found_by = [], None


class Record:
    """All mutants of a seed that were ever tried."""

    def __init__(self, file: Path) -> None:
        self._file = file
        known = json.loads(file.read_text()) if file.exists() else []
        self.entries = {one["name"]: Entry(**one) for one in known}

    def of(self, mutant: Mutant, text: str) -> Entry:
        """What is known of a mutant."""
        change = mutant.mutation
        fresh = Entry(mutant.name, mutant.part, mutant.path, change.line, change.kind, mutant.difference(text))
        entry = self.entries.setdefault(mutant.name, fresh)
        entry.line = change.line
        return entry

    def keep(self) -> None:
        """Write everything down."""
        entries = [asdict(entry) for entry in self.entries.values()]
        write_whole(self._file, json.dumps(entries, indent=1, ensure_ascii=False).encode() + b"\n")

    def finders(self, path: str) -> list[str]:
        """The tests that found other mutants of a file, the latest first."""
        found = (one.found_by for one in reversed(self.entries.values()) if one.path == path and one.found_by)
        return list(dict.fromkeys(found))


def report(entries: Iterable[Entry]) -> str:
    """How many were found in each part, and by what; then those that were not."""
    tried = [one for one in entries if one.tried]
    rows = [
        "| part | tried | found by tests of the line | of the area | by the rest of `make test` "
        "| by `make thorough` alone | by a test written for it | not found | of these judged the same | share of all "
        "| share without the same |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for part in [*PARTS, "all"]:
        rows.append("| " + " | ".join([part, *_counts([one for one in tried if part in (one.part, "all")])]) + " |")
    return "\n".join([*rows, "", *_survivors(tried)])


def _counts(entries: list[Entry]) -> Iterator[str]:
    """One that was found by a test that was written for it says nothing about the tests, and is no part of a share."""
    written = [one for one in entries if one.found_by and (one.judged or "").startswith(WRITTEN)]
    found = [one.tried[-1] for one in entries if one.found_by and one not in written]
    left = [one for one in entries if not one.found_by]
    same = sum((one.judged or "").startswith(SAME) for one in left)
    yield str(len(entries))
    for stage in STAGES:
        yield str(found.count(stage))
    for count in (len(written), len(left), same):
        yield str(count)
    by_tests = len(found) - found.count(THOROUGH)
    for all_ in (len(entries), len(entries) - same):
        yield f"{by_tests / max(1, all_):.0%}"


def _survivors(entries: list[Entry]) -> Iterator[str]:
    for one in entries:
        if not one.found_by:
            yield f"{one.name} {one.path}:{one.line} ({one.kind}; tried: {', '.join(one.tried)})"
            yield one.difference
            yield f"  {one.judged}\n" if one.judged else ""
