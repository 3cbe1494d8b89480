"""Games written to files by simulate and arena, opened again by replay; processes in place of threads."""

from __future__ import annotations

from pathlib import Path

import pytest

import lantern
from lantern.players.arena.dataset import read_games
from tests.cli.conftest import Run
from tests.cli.test_arena import figures, of_the_toy, toys

__all__ = ["of_the_toy", "toys"]


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_contest_is_kept_game_by_game(run: Run, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"games.{form}"
    told = figures(run, f"arena toy --players 3 --bots witness,random --games 20 --seed 4 --games-out {path}")
    games = list(read_games(path))
    assert (len(games), told["games"]) == (21, 21)
    assert [game.seed for game in games[:4]] == [4, 4, 4, 5]
    assert [game.bots.index("witness") for game in games[:4]] == [0, 1, 2, 0]
    assert sum(game.length for game in games) == told["moves"]
    won = sum(game.wins[game.bots.index("witness")] for game in games)
    assert won / 21 == pytest.approx(told["results"][0]["share"])


def test_a_simulation_is_kept_and_a_game_of_it_replayed(run: Run, tmp_path: Path) -> None:
    path, saved = tmp_path / "games.csv", tmp_path / "third.json"
    written = run(f"simulate hanabi --players 2 --games 5 --bots beginner,random --seed 7 --out {path}")
    assert written.status == 0
    assert f"every game is in {path}" in written.err
    third = list(read_games(path))[2].match()
    shown = run(f"replay {path} --number 3")
    assert shown.status == 0
    assert third.seed == 9
    assert shown.out.count("Seat") >= third.ply
    run(f"arena hanabi --players 2 --bots beginner,random --mixed --seed 7 --save-game 5 {saved}")
    assert shown.out == run(f"replay {saved}").out
    assert run(f"replay {path} --number 3 --seat 1").out != shown.out


def test_processes_play_what_threads_play(run: Run, tmp_path: Path) -> None:
    """With compiled rules, where each process sets up its own tables."""
    command = "arena hanabi --players 2 --bots beginner,random --games 300"
    files = [tmp_path / "threads.parquet", tmp_path / "processes.parquet"]
    threads = figures(run, f"{command} --games-out {files[0]}")
    assert figures(run, f"{command} --processes 2 --games-out {files[1]}") == threads
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_contest_on_processes_ends_when_its_time_is_over(run: Run) -> None:
    told = figures(run, "arena hanabi --players 2 --bots random --games 100000000 --minutes 0 --processes 1")
    assert 0 < told["games"] < 100_000_000


BAD = {
    "arena toy --processes 0": "--processes is 0; it must be at least 1",
    "arena toy --processes 1 --workers 2": "--workers can't be used together with --processes",
    "arena toy --cluster somewhere": "'somewhere' is no address",
    "simulate toy --bots random --out games.json": "games are written to files that end in .csv or .parquet",
    "arena toy --bots random --games-out games": "games: games are written to files that end in .csv or .parquet",
    "replay games.csv": "choose one with --number",
    "replay games.csv --number 1": "games.csv: No such file",
    "replay match.json --number 1": "--number is for files that end in",
}


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize(("command", "named"), BAD.items())
def test_bad_input_is_one_line_that_names_what_is_wrong(run: Run, command: str, named: str) -> None:
    assert named in run(command).complaint


@pytest.mark.usefixtures("toys")
def test_a_file_that_is_there_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("mine")
    assert f"{path} is there already" in run(f"arena toy --bots random --games 2 --games-out {path}").err
    assert path.read_text() == "mine"


def test_readers_need_nothing_but_the_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    run(f"simulate hanabi --players 2 --games 2 --bots beginner,random --multicolour --out {path}")
    first, second = lantern.read_games(path)
    assert first.options["multicolour"]
    assert second.match().scores == second.scores
