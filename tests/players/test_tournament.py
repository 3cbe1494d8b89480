"""Many games on any executor: what was played is the same on threads, processes and a cluster, whoever is lost."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lantern
from lantern import BadInput
from lantern.players import bot
from lantern.players.arena.dataset import GamesFile, Origin, read_games
from lantern.players.arena.deals import TRIES, Seating, Tables, run_elsewhere, simulate
from lantern.players.arena.ladder import compete
from lantern.players.arena.plan import Plan, plan
from lantern.players.arena.tasks import Lost
from lantern.players.arena.tournament import Processes, cluster
from tests.kernel.table import TOY
from tests.players.test_ladder import figures

HANABI = lantern.game("hanabi")
SEED = 5
slow = pytest.mark.plain_only(reason="the command line's tests have processes with compiled rules")


def planned(names: list[str], games: int) -> Plan:
    return plan(HANABI, HANABI.options(2), names, games, SEED)


QUICK = planned(["random"], 120)
PAIR = planned(["random", "beginner"], 4)


def contest(
    folder: Path,
    asked: Plan,
    executor: Executor | None = None,
    workers: int = 2,
    progress: Callable[[int], None] = lambda done: None,
    enough: Callable[[], bool] = lambda: False,
) -> tuple[object, bytes]:
    """The figures of a contest, and all of its games as they are written to a file."""
    tables, ladder = asked.tables(others=PAIR.bots())
    path = folder / f"games-{len(list(folder.iterdir()))}.parquet"
    with GamesFile(path, Origin(asked.game, asked.options, asked.seed, tables.names())) as file:
        compete(ladder, tables, asked.games, asked.seed, workers, progress, enough, executor, file.add)
    seeds = [(game.number, game.seed, game.seating) for game in read_games(path)]
    turns = len(tables.seatings)
    assert seeds == [(number + 1, SEED + number // turns, number % turns) for number in range(ladder.games)]
    return figures(ladder), path.read_bytes()


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> tuple[object, bytes]:
    """A contest as this process plays it."""
    return contest(tmp_path_factory.mktemp("local"), QUICK)


class Flaky(Executor):
    """Threads that lose things: what is submitted as one of these numbers fails, or is forgotten."""

    def __init__(self, failing: set[int], forgotten: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        self.threads, self.failing, self.forgotten = ThreadPoolExecutor(2), failing, forgotten
        self.submitted = 0

    def submit(self, job: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        self.submitted += 1
        if self.submitted in self.forgotten:
            lost: Future[Any] = Future()
            lost.cancel()
            return lost
        return self.threads.submit(_fail if self.submitted in self.failing else job, *arguments, **named)


def _fail(*arguments: object) -> None:
    raise ConnectionError("the line is dead")


# Any executor.


@pytest.mark.parametrize("workers", [1, 3])
def test_an_executor_plays_the_same_games(tmp_path: Path, workers: int) -> None:
    with ThreadPoolExecutor(workers) as executor:
        assert contest(tmp_path, PAIR, executor, workers) == contest(tmp_path, PAIR)


def test_what_is_lost_is_played_again_and_counts_once(tmp_path: Path, quick: object) -> None:
    flaky = Flaky(failing={1, 2, 20}, forgotten={3, 7})
    assert contest(tmp_path, QUICK, flaky) == quick
    assert flaky.submitted > 7


def test_what_is_lost_every_time_is_told() -> None:
    tables, ladder = PAIR.tables()
    with pytest.raises(Lost, match=f"lost {TRIES} times .*the line is dead"):
        compete(ladder, tables, 4, SEED, 1, executor=Flaky(set(range(1, 99))))
    assert ladder.deals == 0


def test_what_another_refuses_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tables, ladder = PAIR.tables()
    monkeypatch.setattr(tables, "fixture", lambda: replace(Tables.fixture(tables), version="0.0.7"))
    flaky = Flaky(set())
    with pytest.raises(BadInput, match=r"lantern 0\.0\.7"):
        compete(ladder, tables, 2, SEED, 1, executor=flaky)
    assert flaky.submitted == 2, "one for each seating"


def test_an_executor_stops_with_whole_deals_when_it_is_enough(tmp_path: Path) -> None:
    tables, ladder = QUICK.tables(others=PAIR.bots())
    with ThreadPoolExecutor(2) as executor:
        compete(ladder, tables, 10**9, SEED, 2, enough=lambda: ladder.deals >= 2, executor=executor)
    assert 2 <= ladder.deals < 10**6
    again = QUICK.tables()[1]
    compete(again, tables, ladder.games, SEED)
    assert figures(ladder) == figures(again)


def test_simulations_take_an_executor_too() -> None:
    options = HANABI.options(3)
    with ThreadPoolExecutor(2) as executor:
        tallies = [
            simulate(HANABI, options, ["random"] * 3, 50, SEED, workers=2, executor=one) for one in (executor, None)
        ]
    first, second = ({key: value for key, value in tally.as_json().items() if "second" not in key} for tally in tallies)
    assert first == second


def test_games_travel_between_processes() -> None:
    tables, _ = PAIR.tables()
    played = tables.play(2, SEED)
    there = pickle.loads(pickle.dumps(played))
    assert there.outcomes.tobytes() == played.outcomes.tobytes()
    assert there.wins().tolist() == played.wins().tolist()
    assert replace(there, outcomes=played.outcomes) == played


def test_bots_without_a_name_of_their_own_stay_here() -> None:
    changed = replace(bot(HANABI, "random"), choose=bot(HANABI, "beginner").choose)
    with pytest.raises(BadInput, match="random is not known by its name"):
        Tables(HANABI, HANABI.options(2), [changed], [Seating((0, 0))]).fixture()
    with pytest.raises(BadInput, match="no game 'toy'"):
        Tables(TOY, TOY.options(2), [bot(TOY, "random")], [Seating((0, 0))]).fixture()


@pytest.mark.parametrize("change", [{"version": "9.9"}, {"rules": 77}])
def test_a_worker_with_other_rules_refuses(change: dict[str, Any]) -> None:
    fixture = replace(QUICK.tables()[0].fixture(), **change)
    with pytest.raises(BadInput, match=f"a worker has lantern {lantern.__version__} .* {next(iter(change.values()))}"):
        run_elsewhere(fixture, None)  # type: ignore[arg-type]


# Processes.


@slow
@pytest.mark.timeout(300)
def test_a_process_that_is_killed_loses_no_game(tmp_path: Path, quick: object) -> None:
    killed: list[int] = []

    def kill_one(done: int) -> None:
        children = [child.pid for child in multiprocessing.active_children() if child.pid]
        if not killed and children:
            killed.append(children[0])
            os.kill(children[0], signal.SIGKILL)

    with Processes(2) as processes:
        assert contest(tmp_path, QUICK, processes, progress=kill_one) == quick
    assert killed
    assert not multiprocessing.active_children()


def test_processes_that_die_idle_are_replaced() -> None:
    with Processes(2) as processes:
        assert processes.submit(abs, -1).result() == 1
        for child in multiprocessing.active_children():
            child.kill()
        deadline = time.monotonic() + 60
        while processes._pool.active and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not processes._pool.active, "nobody noticed"
        assert processes.submit(abs, -2).result() == 2
    with pytest.raises(RuntimeError):
        processes.submit(abs, -3)
    assert not multiprocessing.active_children()


# A cluster.


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command of Dask's."""
    process = subprocess.Popen([sys.executable, "-m", "dask", *arguments], stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait(60)


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """The address of a Dask scheduler."""
    file = folder / "scheduler.json"
    with running(
        "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)
    ) as process:
        deadline = time.monotonic() + 120
        while not file.exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]


def worker(address: str) -> Any:
    return running("worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")


@slow
@pytest.mark.timeout(400)
@pytest.mark.filterwarnings("default")
def test_a_worker_of_a_cluster_that_is_killed_loses_no_game(
    tmp_path: Path, quick: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    with scheduler(tmp_path) as address, worker(address) as first, worker(address) as second:
        monkeypatch.setattr("lantern.players.arena.tournament.ANSWER_S", 120)
        counted: list[int] = []

        def kill_one(done: int) -> None:
            counted.append(done)
            if first.poll() is None and sum(counted) > 20:
                first.kill()
                first.wait()

        with cluster(address, HANABI) as (executor, _):
            assert contest(tmp_path / "games", QUICK, executor, progress=kill_one) == quick
        assert sum(counted) == QUICK.games
        assert (first.returncode, second.poll()) == (-signal.SIGKILL, None)
        monkeypatch.setattr("lantern.players.arena.tournament.__version__", "9.9")
        with pytest.raises(BadInput, match=rf"has lantern {lantern.__version__} .* here it is lantern 9\.9"):
            cluster(address, HANABI).__enter__()
        with pytest.raises(BadInput, match=r"can't play The Toy: .*no game 'toy'"):
            cluster(address, TOY).__enter__()
        second.kill()
        second.wait()
        monkeypatch.setattr("lantern.players.arena.tournament.ANSWER_S", 2)
        with pytest.raises(BadInput, match="has no workers; start some with: dask worker"):
            cluster(address, HANABI).__enter__()


@pytest.mark.filterwarnings("default")
def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lantern.players.arena.tournament.ANSWER_S", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(BadInput, match=f"no Dask scheduler answers at {address} within 1 s"):
            cluster(address, HANABI).__enter__()
    with pytest.raises(BadInput, match=f"no Dask scheduler answers at {address} within 1 s"):
        cluster(address, HANABI).__enter__()


def test_what_is_no_address_is_told() -> None:
    with pytest.raises(BadInput, match="'somewhere' is no address"):
        cluster("somewhere", HANABI).__enter__()


def test_without_distributed_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"needs distributed: pip install 'lantern-table\[research\]'"):
        cluster("tcp://127.0.0.1:8786", HANABI).__enter__()
