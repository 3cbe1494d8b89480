"""One attack after the other on a server of its own; fails if it holds up a bystander: python -m tests.server.siege."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from benchmarks.rounds import head, row
from tests.server.houses import Services
from tests.server.processes import bound, last_lines
from tests.server.siege.attacker import attacks
from tests.server.siege.bystander import MOST_S, Bystander, Waits

CALM_S = 8.0
"""How long people play before an attack begins."""
FIRST = -15
"""What lets a process go before others."""
COMPILING_S = 600.0
"""How long the server may take to start: compiled rules are compiled first."""
GRACE_S = 30.0
"""How long an attack may take to end after its time."""


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.siege", description=__doc__)
    parser.add_argument("attack", nargs="*", choices=[*attacks(), []], help="which attacks [all]")
    parser.add_argument("--seconds", type=float, default=30, help="how long each goes on")
    parser.add_argument("--rules", choices=["plain", "compiled"], default="plain", help="what the server runs")
    return parser.parse_args()


def prefer(process: int) -> None:
    """Let a process and those of its session go before others on this machine, if we may: they are not the attack."""
    with suppress(OSError):
        Path(f"/proc/{process}/autogroup").write_text(str(FIRST))


class Spent:
    """What a server spends from now on, by its process: where the machine is busy, people wait for that too."""

    def __init__(self, house: Services) -> None:
        self._process = Path(f"/proc/{house.leaders[-1]}")
        self._began, self._held = time.monotonic(), self._memory()
        self._ran, self._queued = self._times()

    def _memory(self) -> float:
        return float(re.findall(r"VmRSS:\s+(\d+) kB", (self._process / "status").read_text())[0]) / 1024

    def _times(self) -> tuple[float, float]:
        """Seconds in which its first thread, that of the event loop, ran, and in which it waited for a core."""
        ran, queued, _ = (self._process / "schedstat").read_text().split()
        return int(ran) / 1e9, int(queued) / 1e9

    def __str__(self) -> str:
        lasted, (ran, queued) = time.monotonic() - self._began, self._times()
        return (
            f"the server held {self._held:.0f} MiB before and {self._memory():.0f} after, was at work "
            f"{(ran - self._ran) / lasted:.0%} of the time and waited for a core {(queued - self._queued) / lasted:.0%}"
        )


async def besiege(house: Services, name: str, seconds: float) -> tuple[Waits, Waits, str, str]:
    """How long people wait before and during an attack, what it cost, and what the attack says if it breaks off."""
    bystander = Bystander(house.port)
    await bystander.play(time.monotonic() + CALM_S / 2)  # what is done for the first time takes longer
    calm = await bystander.play(time.monotonic() + CALM_S)
    spent = Spent(house)
    command = [sys.executable, "-m", "tests.server.siege.attacker", name, str(house.port), str(seconds)]
    attacker = await asyncio.create_subprocess_exec(*bound(command), stderr=asyncio.subprocess.PIPE)
    try:
        waits = await bystander.play(time.monotonic() + seconds)
        cost = str(spent)
        async with asyncio.timeout(GRACE_S):
            _, said = await attacker.communicate()
    finally:
        bystander.leave()
        if attacker.returncode is None:
            attacker.kill()
            await attacker.wait()
    return calm, waits, cost, said.decode() if attacker.returncode else ""


def run(name: str, attack: ModuleType, seconds: float, rules: str, folder: Path) -> list[str]:
    """One attack; what was wrong."""
    house = Services(
        f"sqlite:///{folder / name}.db",
        env={"LANTERN_RULES": getattr(attack, "RULES", rules)},
        arguments=getattr(attack, "ARGUMENTS", ()),
        files=getattr(attack, "FILES", None),
        patience=COMPILING_S,
    )
    with house:
        prefer(house.leaders[-1])
        prefer(os.getpid())
        calm, waits, cost, broken = asyncio.run(besiege(house, name, seconds))
        print(f"\n{name}, {seconds:.0f} s; {cost}\n")
        tell(calm, waits)
        wrong = [*waits.held_up, *([f"the attack broke off: {broken[-2000:]}"] if broken else [])]
        if wrong:
            print(*wrong, last_lines(house.log, 10), sep="\n")
    return wrong


def tell(calm: Waits, waits: Waits) -> None:
    """Print how long people waited, in milliseconds."""
    print(head(("to", "times", "p50", "p95", "longest", "p95 before it")))
    for kind in waits.seconds:
        shares = [f"{waits.share(kind, share) * 1000:.0f}" for share in (0.5, 0.95, 1.0)]
        before = f"{calm.share(kind, 0.95) * 1000:.0f}" if calm.seconds[kind] else "-"
        print(row((kind, str(len(waits.seconds[kind])), *shares, before)), flush=True)


def main() -> int:
    """All attacks that were asked for."""
    chosen = arguments()
    known = attacks()
    with tempfile.TemporaryDirectory(prefix="lantern-siege-") as folder:
        wrong = {
            name: run(name, known[name], chosen.seconds, chosen.rules, Path(folder)) for name in chosen.attack or known
        }
    failed = [name for name in wrong if wrong[name]]
    print(f"\nsiege: {len(wrong)} attacks, {len(failed)} held people up for more than {MOST_S * 1000:.0f} ms", *failed)
    return 1 if failed else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
