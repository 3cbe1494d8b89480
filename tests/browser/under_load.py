"""The browser's tests again and again beside busy processes: which of them failed, and how often.

python -m tests.browser.under_load [--runs 10] [--busy 4] [--record FILE] [what pytest takes: tests/browser/test_*.py]

A run takes long. With a record it is written down when it is over, and the next call goes on from there.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from lantern.kernel.files import write_whole

ALL = "tests/browser"
Run = dict[str, bool]
"""[test] whether it failed."""


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that do nothing but keep a core busy."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for one in started:
            one.kill()
            one.wait()


def run_once(folder: Path, asked: list[str]) -> Run:
    """Run the tests once: all that ran, and whether they failed or could not be set up; what failed is printed."""
    report = folder / "report.xml"
    report.unlink(missing_ok=True)
    chosen = asked if any(one.startswith("tests/") for one in asked) else [*asked, ALL]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", f"--junitxml={report}", *chosen]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if not report.exists():
        raise SystemExit("pytest wrote no report: " + " ".join(command))
    cases = list(ElementTree.parse(report).iter("testcase"))
    for trouble in (one for case in cases for one in _troubles(case)):
        print(trouble.text, flush=True)
    return {f"{case.get('classname')}::{case.get('name')}": bool(_troubles(case)) for case in cases}


def _troubles(case: ElementTree.Element) -> list[ElementTree.Element]:
    return [*case.findall("failure"), *case.findall("error")]


def recorded(record: Path | None) -> list[Run]:
    """The runs of earlier calls."""
    return json.loads(record.read_text()) if record and record.exists() else []


def table(runs: list[Run], busy_processes: int) -> str:
    """How often each test failed, those that never did in one row."""
    ran, failed = Counter[str](), Counter[str]()
    for run in runs:
        ran.update(list(run))
        failed.update(name for name, wrong in run.items() if wrong)
    rows = [f"| {name} | {times} | {ran[name]} |" for name, times in failed.most_common()]
    return "\n".join(
        [
            f"{len(ran)} tests, {len(runs)} runs beside {busy_processes} busy processes\n",
            "| test | failed | runs |\n|---|---|---|",
            *rows,
            f"| all others ({len(ran) - len(failed)}) | 0 | {len(runs)} |",
        ]
    )


def main() -> int:
    """Run them, and print a table of those that ever failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--busy", type=int, default=4)
    parser.add_argument("--record", type=Path)
    own, asked = parser.parse_known_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # so that the busy processes end too
    runs = recorded(own.record)
    with tempfile.TemporaryDirectory() as folder, busy(own.busy):
        while len(runs) < own.runs:
            began = time.monotonic()
            runs.append(run_once(Path(folder), asked))
            wrong = sorted(name for name, failed in runs[-1].items() if failed)
            minutes = (time.monotonic() - began) / 60
            print(f"run {len(runs)} of {own.runs}: {len(runs[-1])} tests in {minutes:.0f} minutes,", flush=True)
            print(f"  {len(wrong)} failed", *wrong, flush=True)
            if own.record:
                write_whole(own.record, json.dumps(runs, indent=0).encode())
    print("\n" + table(runs, own.busy))
    return 1 if any(any(run.values()) for run in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
