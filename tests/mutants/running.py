"""How a mutant is tried: alone with the tests that run its line, then with others that these let live by all tests.

Together, because nearly all that are left by then live on: tests run once for all of them, and where some fail each is
tried alone with those. Then all tests run again without the ones that were found, for one change may hide another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.reach import AREAS, LONGEST_S, PYTEST, Reach, areas_of
from tests.mutants.record import AREA, NEAR, WHOLE, Entry, Record
from tests.mutants.sample import Mutant
from tests.mutants.workshop import Outcome, Workshop

NEAR_S = 30.0
"""How long the tests take together that a mutant is tried with alone."""
AT_LEAST_S, TIMES = 30.0, 5.0
"""How long a test, or all of them, may take: so long, and so many times as long as without a change."""
CLIENT_S = 300.0
HANGS_S = 300.0
"""A test that takes so long, where all run, will never end."""
BROWSER_S = 900.0
COMPILING = {f"src/lantern/kernel/{name}.py" for name in ("rule", "cache", "digest", "linking", "haste")}
"""What plain rules do not need."""
FORMS = "src/lantern/server/http/routes"
DESCRIBING = {
    *(f"src/lantern/server/{name}.py" for name in ("errors", "http/fields", "http/messages")),
    *(f"{FORMS}/{path.name}" for path in (Path(__file__).parents[2] / FORMS).glob("*.py")),
}
"""What the client's types are made of; `make check` compares them, as this does."""
SCHEMA = "client/src/api/schema.d.ts"
DESCRIBE = f"""
python -c 'import json; from lantern.server.app import description; print(json.dumps(description()))' >$1.json &&
(cd client && npx openapi-typescript $1.json -o $1) && diff -q $1 {SCHEMA}
"""
GAMES = ("hanabi", "han", "khan", "ming")
WAITING = ("tests/server", "tests/browser")
TIME_OUT, READING, BUILDING = "time-out", "reading or compiling the sources", "building"
VITEST = ["npx", "vitest", "run", "--reporter=dot", "--bail=1"]
TYPES = ["npx", "svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human"]
BUILD = ["npx", "vite", "build", "--logLevel", "warn"]
QUIETLY = [*PYTEST, "-p", "no:schemathesis"]


Step = Callable[[], tuple[str | None, float]]
"""Runs something; what found the mutant, and how long it took."""


@dataclass(frozen=True)
class Suite:
    """Some tests that run as one."""

    arguments: tuple[str, ...]
    rules: str


def suites(stage: str, group: list[Mutant], processes: int) -> list[Suite]:
    """The tests of a stage: for the client, those that its page is clicked in."""
    client = group[0].part == "client"
    beside = ("-n", str(processes), "--dist", "worksteal") if processes > 1 else ()
    where = ("tests/browser",) if client else ()
    if stage == AREA:
        areas = sorted({area for mutant in group for area in areas_of(mutant.path)})
        return [Suite((*beside, "-m", "not thorough", *AREAS[area]), "plain") for area in areas]
    if stage == WHOLE:
        all_compiled = Suite((*beside, "-m", "not thorough", *where), "checked")
        plain = Suite((*beside, "-m", "plain_only and not thorough", *_without("server", "browser", "cli")), "plain")
        return [all_compiled] if client else [all_compiled, plain]
    long = Suite((*beside, "-m", "thorough", *where), "checked")
    return (
        [long]
        if client
        else [long, Suite((*beside, "-m", "not plain_only and not thorough", *_without("cli")), "plain")]
    )


def _without(*folders: str) -> tuple[str, ...]:
    return tuple(f"--ignore=tests/{name}" for name in folders)


def finder(outcome: Outcome) -> str | None:
    """The test that found a change; None if none did."""
    if outcome.late:
        return TIME_OUT
    if outcome.status in (0, 5):  # 5: no test was left to run
        return None
    return outcome.failed[0] if outcome.failed else READING


def game_of(words: str) -> str | None:
    """The game that a path or the name of a test speaks of."""
    return next((game for game in GAMES if re.search(rf"(?<![a-z]){game}(?![a-z])", words)), None)


class Trial:
    """Tries mutants in a workshop, and keeps the record."""

    def __init__(self, workshop: Workshop, reach: Reach, record: Record, processes: int = 1) -> None:
        self.workshop, self.reach, self.record, self.processes = workshop, reach, record, processes

    def entry(self, mutant: Mutant) -> Entry:
        """What is known of a mutant."""
        return self.record.of(mutant, self.workshop.text(mutant.path))

    def tests_of_make_test(self) -> set[str]:
        """The names of all tests that `make test` runs."""
        self.workshop.choose(None)
        command = [*PYTEST, "--collect-only", "--override-ini=addopts=", "-m", "not thorough"]
        return set(re.findall(r"^tests/.*::.*$", self.workshop.run(command, LONGEST_S, rules="checked").output, re.M))

    def alone(self, mutant: Mutant) -> Entry:
        """Try a mutant with the tests that are likeliest to find it, until one does."""
        steps = list(self._client_steps() if mutant.part == "client" else self._python_steps(mutant))
        return self._try(mutant, NEAR, steps)

    def clicked(self, mutant: Mutant) -> Entry:
        """Build the page with a mutant of the client, and click where it is likeliest to be found."""
        game = game_of(mutant.path)
        clicks = ["tests/browser/test_refusals.py", "tests/browser/test_whole_games.py"]
        where = (
            [*clicks, "-k", game] if game else ["tests/browser/test_at_the_table.py", "tests/browser/test_advice.py"]
        )
        command = [*QUIETLY, "-x", "-m", "not thorough", *where]
        return self._try(
            mutant, AREA, [lambda: self._built(BUILD), lambda: self._found(command, BROWSER_S, None, "plain")]
        )

    def _try(self, mutant: Mutant, stage: str, steps: list[Step]) -> Entry:
        entry = self.entry(mutant)
        with self.workshop.changed([mutant]):
            for step in steps:
                found, seconds = step()
                entry.seconds += round(seconds, 1)
                if found:
                    entry.found_by = found
                    break
        entry.tried.append(stage)
        self.record.keep()
        return entry

    def _python_steps(self, mutant: Mutant) -> Iterator[Step]:
        if mutant.path in DESCRIBING:
            yield self._described
        names, seconds, longest = self._likeliest(mutant)
        if names:
            files = dict.fromkeys(name.partition("::")[0] for name in names)
            limit = 2 * AT_LEAST_S + TIMES * seconds
            command = [*QUIETLY, "-x", f"--timeout={AT_LEAST_S + TIMES * longest:.0f}", *files]
            yield lambda: self._found(command, limit, names, "plain")
        if mutant.path in COMPILING:
            yield lambda: self._found([*QUIETLY, "-x", "tests/kernel"], BROWSER_S, None, "checked")

    def _described(self) -> tuple[str | None, float]:
        command = ["sh", "-c", DESCRIBE, "sh", str(self.workshop.folder / "schema.d.ts")]
        outcome = self.workshop.run(command, CLIENT_S)
        return (SCHEMA if outcome.status else None), outcome.seconds

    def _likeliest(self, mutant: Mutant) -> tuple[list[str], float, float]:
        """The tests that run a line, what found something in its file first; how long all and the longest take."""
        tests = self.reach.tests(mutant.path, mutant.mutation.line)
        earlier = [name for name in self.record.finders(mutant.path) if name in tests]
        names: list[str] = []
        seconds = 0.0
        for name in dict.fromkeys([*earlier, *tests]):
            seconds += tests[name]
            if seconds > NEAR_S and names:
                break
            names.append(name)
        return names, seconds, max((tests[name] for name in names), default=0.0)

    def _found(self, command: list[str], limit: float, names: list[str] | None, rules: str) -> tuple[str | None, float]:
        """Run tests until one fails; one that waits for others must fail twice: on a busy machine it may by itself."""
        seconds = 0.0
        while True:
            outcome, found = self._chosen(command, limit, names, rules)
            seconds += outcome.seconds
            if found is None or not found.startswith(WAITING):
                return found, seconds
            as_long = [one for one in command if one.startswith("--timeout")]
            outcome, again = self._chosen([*QUIETLY, *as_long, found.partition("::")[0]], limit, [found], rules)
            seconds += outcome.seconds
            if again or names is None:
                return again, seconds
            names = names[names.index(found) + 1 :]

    def _chosen(
        self, command: list[str], limit: float, names: list[str] | None, rules: str
    ) -> tuple[Outcome, str | None]:
        self.workshop.choose(names)
        outcome = self.workshop.run(command, limit, rules=rules)
        return outcome, finder(outcome)

    def _client_steps(self) -> Iterator[Step]:
        """The client's own tests, and whether its types are right."""
        yield self._vitest
        yield lambda: self._built(TYPES)

    def _vitest(self) -> tuple[str | None, float]:
        outcome = self.workshop.run(VITEST, CLIENT_S, "client")
        failed = re.search(r"FAIL\s+(\S.*)", re.sub(r"\x1b\[[0-9;]*m", "", outcome.output))
        found = TIME_OUT if outcome.late else f"client/{failed[1].strip()}" if failed else "vitest"
        return (found if outcome.status else None), outcome.seconds

    def _built(self, command: list[str]) -> tuple[str | None, float]:
        outcome = self.workshop.run(command, CLIENT_S, "client")
        return (BUILDING if outcome.status else None), outcome.seconds

    def together(self, mutants: list[Mutant], stage: str) -> None:
        """Try mutants with all tests of a stage."""
        for client in (False, True):
            left = [one for one in mutants if (one.part == "client") == client]
            while client and stage == AREA and left:
                print(told(self.clicked(left.pop(0))), flush=True)
            while left:
                group, left = apart(left)
                for suite in suites(stage, group, self.processes):
                    group = self._by_suite(group, stage, suite, client)
                for mutant in group:
                    self.entry(mutant).tried.append(stage)
                self.record.keep()

    def _by_suite(self, group: list[Mutant], stage: str, suite: Suite, client: bool) -> list[Mutant]:
        """Try mutants together; those that nothing finds."""
        while group:
            outcome = self._run(group, suite, client, None)
            if finder(outcome) is None:
                break
            if not outcome.failed and len(group) > 1:  # nothing ran: it is one of them, or one of the others
                half = len(group) // 2
                halves = (group[:half], group[half:])
                return [one for part in halves for one in self._by_suite(part, stage, suite, client)]
            print(f"lantern: {len(outcome.failed)} tests fail with {len(group)} changes; whose are they?", flush=True)
            found = [one for one in group if self._is_found_by(one, outcome.failed, stage, suite, client)]
            if not found:
                print("lantern: nobody's alone:", *outcome.failed, sep="\n  ", flush=True)
                break
            group = [one for one in group if one not in found]
        return group

    def _is_found_by(self, mutant: Mutant, failed: list[str], stage: str, suite: Suite, client: bool) -> bool:
        """Try a mutant alone with tests that failed, those of other games left out."""
        game = game_of(mutant.path)
        names = [name for name in failed if game is None or game_of(name) in (None, game)]
        if failed and not names:
            return False
        outcome = self._run([mutant], suite, client, names or None, "-x")
        found = finder(outcome)
        if found:
            entry = self.entry(mutant)
            entry.found_by = found
            entry.tried.append(stage)
            entry.seconds += round(outcome.seconds, 1)
            self.record.keep()
            print(told(entry), flush=True)
        return found is not None

    def _run(self, group: list[Mutant], suite: Suite, client: bool, names: list[str] | None, *more: str) -> Outcome:
        """Run a suite with some changes, or only some tests of it; build, or compile, what they changed."""
        with self.workshop.changed(group):
            if client:
                built = self.workshop.run(BUILD, CLIENT_S, "client")
                if built.status:
                    return built
            elif suite.rules == "checked" and names is None:
                compiled = self.workshop.run(["python", "-m", "tests.compile"], LONGEST_S, rules="checked")
                if compiled.status:
                    return compiled
            self.workshop.choose(names)
            files = dict.fromkeys(name.partition("::")[0] for name in names or [])
            arguments = [one for one in suite.arguments if not (names and one.startswith("tests/"))]
            command = [*PYTEST, f"--timeout={HANGS_S:.0f}", *arguments, *more, *files]
            return self.workshop.run(command, LONGEST_S, rules=suite.rules)


def apart(mutants: list[Mutant]) -> tuple[list[Mutant], list[Mutant]]:
    """Those that can be made together, for no two change the same line; and the others."""
    lines = set()
    one: list[Mutant] = []
    other: list[Mutant] = []
    for mutant in mutants:
        change = mutant.mutation
        place = mutant.path, change.line
        (other if place in lines else one).append(mutant)
        lines.add(place)
    return one, other


def told(entry: Entry) -> str:
    """One line about a mutant."""
    found = f"found by {entry.found_by}" if entry.found_by else "NOT FOUND"
    return f"{entry.name} {entry.path}:{entry.line} {entry.kind}: {found} ({entry.seconds:.0f} s)"
