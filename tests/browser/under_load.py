"""The browser's tests again and again beside busy processes: which of them failed, and how often.

python -m tests.browser.under_load [--runs 10] [--busy 4] [what pytest takes, such as tests/browser/test_access.py]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

ALL = "tests/browser"


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


def run_once(folder: Path, asked: list[str]) -> tuple[set[str], set[str]]:
    """Run the tests once: all that ran, and those that failed or could not be set up."""
    report = folder / "report.xml"
    report.unlink(missing_ok=True)
    chosen = asked if any(one.startswith("tests/") for one in asked) else [*asked, ALL]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", f"--junitxml={report}", *chosen]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if not report.exists():
        raise SystemExit("pytest wrote no report: " + " ".join(command))
    cases = [(f"{one.get('classname')}::{one.get('name')}", one) for one in ElementTree.parse(report).iter("testcase")]
    failed = {name for name, one in cases if one.find("failure") is not None or one.find("error") is not None}
    return {name for name, _ in cases}, failed


def main() -> int:
    """Run them, and print a table of those that ever failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--busy", type=int, default=4)
    own, asked = parser.parse_known_args()
    ran, failed = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder, busy(own.busy):
        for run in range(1, own.runs + 1):
            names, wrong = run_once(Path(folder), asked)
            ran.update(names)
            failed.update(wrong)
            print(f"run {run} of {own.runs}: {len(names)} tests, {len(wrong)} failed", *sorted(wrong), flush=True)
    print(f"\n{len(ran)} tests, {own.runs} runs beside {own.busy} busy processes\n")
    print("| test | failed | runs |\n|---|---|---|")
    for name, times in failed.most_common():
        print(f"| {name} | {times} | {ran[name]} |")
    print(f"| all others ({len(ran) - len(failed)}) | 0 | {own.runs} |")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
