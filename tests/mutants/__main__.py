"""Makes small changes and sees which tests find them.

    python -m tests.mutants [--seed 1] [--count 200] [--part client] [--minutes M] [--until near|area|whole]
                            [--thorough] [--again] [--moved] [--report]

The same seed makes the same changes. Each is tried in a copy of the checkout, alone with the tests that run its line;
those that live on are tried together with the tests of their areas, with all of `make test`, and with `--thorough` with
what it leaves to `make thorough`. What became of each is kept, and the next call goes on from there.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from pathlib import Path

from tests.mutants.reach import Reach
from tests.mutants.record import NEAR, STAGES, THOROUGH, WHOLE, Record, report
from tests.mutants.running import Trial, told
from tests.mutants.sample import PARTS, Mutant, sample
from tests.mutants.workshop import Workshop

ROOT = Path(__file__).parent.parent.parent


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--part", choices=PARTS, help="only those of a part")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin nothing new after so many")
    parser.add_argument("--until", choices=STAGES, default=WHOLE, help="how much they are tried with")
    parser.add_argument("--thorough", action="store_true", help="the same as --until thorough")
    parser.add_argument("--again", action="store_true", help="try those that lived on once more")
    parser.add_argument("--moved", action="store_true", help="and those found by a test that make test has no longer")
    parser.add_argument("--report", action="store_true", help="only say what became of all that were ever tried")
    parser.add_argument("--processes", type=int, default=2, help="for all of make test")
    parser.add_argument("--record", type=Path, default=ROOT / "docs" / "results" / "mutants.json")
    parser.add_argument("--reach", type=Path, default=ROOT / ".venv" / "mutants", help="which tests run which lines")
    return parser.parse_args()


def main() -> None:
    """Try them all, and say what became of them."""
    asked = read_arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # so that the workshop is cleared
    record = Record(asked.record)
    if asked.report:
        entries = list(record.entries.values())
    else:
        with Workshop(ROOT) as workshop:
            drawn = sample(workshop.root, asked.seed, asked.count)
            mutants = [one for one in drawn if asked.part in (None, one.part)]
            try_all(asked, workshop, record, mutants)
        entries = [record.entries[one.name] for one in mutants]
    print(report(one for one in entries if asked.part in (None, one.part)))


def try_all(asked: argparse.Namespace, workshop: Workshop, record: Record, mutants: list[Mutant]) -> None:
    """Try alone whatever was not, then together whatever lives on."""
    end = time.monotonic() + 60 * asked.minutes
    trial = Trial(workshop, Reach(workshop, asked.reach), record, asked.processes)
    entries = {one.name: trial.entry(one) for one in mutants}
    if asked.again:
        for entry in entries.values():
            entry.tried = entry.tried if entry.found_by else []
    if asked.moved:
        tests = trial.tests_of_make_test()
        for entry in entries.values():
            entry.lose(tests)
    for number, mutant in enumerate(mutants, 1):
        if not entries[mutant.name].tried and time.monotonic() < end:
            print(f"{number}/{len(mutants)}", told(trial.alone(mutant)), flush=True)
    until = THOROUGH if asked.thorough else asked.until
    for stage in STAGES[1 : STAGES.index(until) + 1]:
        left = [one for one in mutants if NEAR in entries[one.name].tried and not entries[one.name].found_by]
        left = [one for one in left if stage not in entries[one.name].tried]
        if left and time.monotonic() < end:
            print(f"lantern: {len(left)} live on, and are tried together ({stage})", flush=True)
            trial.together(left, stage)


if __name__ == "__main__":
    main()
