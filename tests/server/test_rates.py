"""How often somebody may do something: counted for each, whoever else comes, and by all processes together."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from lantern.kernel.errors import BadInput
from lantern.server.errors import Denied
from lantern.server.http.rates import AT_ONCE, RATES, Rates, check_limits, most_at_once, new_counts
from tests.server.houses import Services
from tests.server.postgres import Postgres
from tests.server.processes import session
from tests.server.running import Running, wait_for


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.at = 120_000.0

    def __call__(self) -> float:
        return self.at


def rates(clock: Clock, **limits: str) -> Rates:
    return Rates(new_counts(limits), limits, clock)


def may(counted: Rates, what: str, who: str) -> bool:
    try:
        counted.check(what, who)
    except Denied:
        return False
    return True


def test_so_often_and_no_more() -> None:
    counted = rates(Clock(), chat="5/minute")
    assert [may(counted, "chat", "ada") for _ in range(7)] == [True] * 5 + [False] * 2
    assert may(counted, "chat", "ben")
    assert may(counted, "move", "ada")


@pytest.mark.parametrize("began", [0, 1, 30, 59])
def test_never_much_more_than_allowed_in_any_minute(began: int) -> None:
    """A slow twin keeps all times; windows are cut wherever they are cut."""
    clock, done = Clock(), []
    counted = rates(clock, chat="10/minute")
    clock.at += began
    for _ in range(600):
        if may(counted, "chat", "ada"):
            done.append(clock.at)
        clock.at += 0.7
    busiest = max(sum(at - 60 < other <= at for other in done) for at in done)
    assert 10 <= busiest <= 15
    assert 0.8 * 70 <= len(done) <= 1.2 * 70


def test_who_waits_as_long_as_he_was_told_may_again() -> None:
    clock = Clock()
    counted = rates(clock, chat="3/minute")
    for number in range(12):
        while may(counted, "chat", "ada"):
            clock.at += number * 1.7
        with pytest.raises(Denied) as refused:
            counted.check("chat", "ada")
        told = int(refused.value.arguments["seconds"])
        assert 1 <= told <= 90
        clock.at += told + 1
        assert may(counted, "chat", "ada")


def test_what_one_limit_refuses_is_counted_by_none() -> None:
    clock = Clock()
    counted = rates(clock, make="2/minute; 4/hour")
    assert [may(counted, "make", "ada") for _ in range(5)] == [True, True, False, False, False]
    clock.at += 130
    assert [may(counted, "make", "ada") for _ in range(3)] == [True, True, False]
    clock.at += 130
    assert not may(counted, "make", "ada")


def test_thousands_of_others_take_nothing_from_anybody() -> None:
    counted = rates(Clock(), chat="20/minute")
    for number in range(3_000):
        counted.check("chat", f"guest {number}")
    refused = sum(not may(counted, "chat", f"newcomer {number}") for number in range(300))
    assert refused == 0


def test_who_is_not_limited_may_do_anything() -> None:
    counted = Rates(None, {})
    for _ in range(10_000):
        counted.check("make", "ada")


@pytest.mark.parametrize(
    "limits",
    [{"dance": "3/minute"}, {"": ""}, {"move": "often"}, {"move": "0/minute"}, {"move": ""}, {"sockets": "0"},
     {"connections": "-1"}, {"sockets": "many"}, {"sockets": "9" * 5_000}, {"connections": "5/minute"}],
)  # fmt: skip
def test_limits_that_can_not_be_read_are_told(limits: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="--limit"):
        check_limits(limits)


def test_limits_can_be_set() -> None:
    check_limits(RATES | {what: str(most) for what, most in AT_ONCE.items()})
    assert most_at_once({"sockets": "7"}, "sockets") == 7
    assert most_at_once({"sockets": "7"}, "sockets", workers=2) == 4


def test_nobody_who_plays_by_hand_is_slowed_down(tmp_path: Path) -> None:
    """Two hundred clicks at ten a second: moves and their undoing, refusals, steps of the replay."""
    clock = Clock()
    with Running(tmp_path, limited=True) as house:
        house.app.state.services.rates._now = clock
        ada = house.person("Ada")
        table = ada.make("han", "me", "me", options={"start": 1})["table"]
        for click in range(200):
            clock.at += 0.1
            seen = ada.see(table)
            if seen["can_undo"]:
                ada.post(
                    f"/api/tables/{table}/undo",
                    {"seat": 1, "expected_version": seen["version"], "move_id": f"u{click}"},
                )
            else:
                ada.move(table, seen["actions"][0]["action"], seen)
            ada.get(f"/api/tables/{table}/plies/0")
            ada.get(f"/api/tables/{table}/preview", action="end", seat=1)


def test_a_friend_who_says_a_lot_is_heard() -> None:
    """A greeting a second, a hint a second, and a device that goes round every second."""
    clock = Clock()
    counted = rates(clock)
    for _ in range(50):
        clock.at += 1.0
        for what, often in (("chat", 1), ("suggestion", 1), ("socket", 2)):
            assert all(may(counted, what, "ada") for _ in range(often)), what


@pytest.mark.thorough
def test_processes_count_together(tmp_path: Path) -> None:
    """Two processes that were given the same memory, as workers are."""
    program = """
import multiprocessing
from lantern.server.errors import Denied
from lantern.server.http.rates import Rates, new_counts

LIMITS = {"chat": "10/day"}

def ask(counts, granted):
    for _ in range(8):
        try:
            Rates(counts, LIMITS).check("chat", "ada")
        except Denied:
            continue
        granted.put(1)

if __name__ == "__main__":
    spawn = multiprocessing.get_context("spawn")
    counts, granted = new_counts(LIMITS, shared=True), spawn.SimpleQueue()
    for _ in range(2):
        process = spawn.Process(target=ask, args=(counts, granted))
        process.start()
        process.join()
    found = 0
    while not granted.empty():
        found += granted.get()
    print(found)
"""
    file = tmp_path / "counting_together.py"
    file.write_text(program)
    ran = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "10"


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """A server of two workers on PostgreSQL that grants ten joins an hour."""
    with Postgres() as postgres:
        url = postgres.create_database("lantern")
        limits = ("--limit", "join=10/hour", "--limit", "make=1000/minute")
        log, more = tmp_path_factory.mktemp("crowd") / "log", ("--workers", "2", "--thinkers", "0", *limits)
        with Services(url, log=log, arguments=more) as house:
            yield house


def test_workers_count_together_and_end_with_the_first_process(crowd: Services) -> None:
    def join() -> tuple[str, int]:
        with httpx.Client(base_url=crowd.url, timeout=60, verify=False) as client:
            process = client.get("/api/health").json()["process"]
            return process, client.post("/api/tables/nonesuch/join", json={"key": "guessed"}).status_code

    answers: list[tuple[str, int]] = []
    until = time.monotonic() + 60
    while len({process for process, _ in answers}) < 2 or sum(status == 429 for _, status in answers) < 3:
        answers.append(join())
        assert time.monotonic() < until, answers
    assert sum(status != 429 for _, status in answers) == 10
    check_that_workers_log_as_the_first_process_does(crowd.log, {process for process, _ in answers})
    leader = crowd.leaders[-1]
    assert len(session(leader)) >= 3
    crowd.kill9()
    wait_for(lambda: not session(leader))


def check_that_workers_log_as_the_first_process_does(log: Path, workers: set[str]) -> None:
    """In lines of JSON."""
    lines = [line for line in log.read_text("utf-8").splitlines() if not line.startswith("lantern: ")]
    told = [json.loads(line) for line in lines]
    assert workers <= {entry.get("process") for entry in told if entry["event"] == "server_started"}
