"""The arena on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import lantern
from tests.cli.conftest import Run
from tests.kernel.table import TOY
from tests.players.toys import toys as of_the_toy

__all__ = ["of_the_toy"]


@pytest.fixture
def toys(of_the_toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one game is the toy, with bots of every kind."""
    monkeypatch.setattr(lantern, "names", lambda: ["toy"])
    monkeypatch.setattr(lantern, "game", lambda name: TOY)
    monkeypatch.setattr("lantern.terminal.saved.game", lambda name: TOY)


def figures(run: Run, command: str) -> dict[str, Any]:
    """A contest as JSON, without what differs from run to run."""
    outcome = run(f"{command} --json")
    assert outcome.status == 0
    told: dict[str, Any] = json.loads(outcome.out)
    return {key: value for key, value in told.items() if "second" not in key and key != "workers"}


@pytest.mark.usefixtures("toys")
def test_rivals_are_told_with_shares_errors_elo_and_speed(run: Run) -> None:
    lines = run("arena toy --players 3 --bots witness,random --games 20 --seed 4").out.splitlines()
    assert lines[0] == "The Toy, 3 players, seed 4"
    assert lines[1].startswith("21 games, ")
    assert lines[1].endswith(" moves a second")
    assert lines[2] == "7 deals, each played 3 times"
    assert lines[4].split() == ["bot", "won", "fair", "Elo", "points"]
    (name, won, percent, sign, error, fair, _, elo, *points) = lines[5].split()
    assert (name, percent, sign, fair) == ("witness", "%", "±", "33.3")
    assert 0 <= float(won) <= 100
    assert 0 < float(error) < 100
    assert elo[0] in "+-"
    assert len(points) == 3
    assert lines[6].split()[0] == "random"
    assert "row full" in " ".join(lines)
    again = "lantern arena toy --players 3 --bots witness,random --games 20 --seed 4 --save-game NUMBER FILE"
    assert again in " ".join(" ".join(lines).split())


@pytest.mark.usefixtures("toys")
def test_the_same_seed_gives_the_same_figures_on_any_number_of_threads(run: Run) -> None:
    command = "arena toy --players 2 --bots voter:rounds=3,witness --games 30 --apart"
    first = figures(run, f"{command} --workers 1")
    assert first == figures(run, f"{command} --workers 3")
    assert first["options"] == TOY.options(2, apart=True)
    assert first["bots"][0] == {"name": "voter:rounds=3", "settings": {"rounds": 3.0}}
    assert sum(side["share"] for side in first["results"]) == pytest.approx(1)


@pytest.mark.usefixtures("toys")
def test_seconds_are_told_in_rounds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lantern.players.arena.plan.rounds_a_second", lambda *_: 100.0)
    told = figures(run, "arena toy --players 2 --bots voter:seconds=0.3,random --games 2")
    assert [side["name"] for side in told["results"]] == ["voter:rounds=30", "random"]
    assert told["asked"] == ["voter:seconds=0.3", "random"]
    assert "--bots voter:rounds=30,random " in told["command"]


@pytest.mark.usefixtures("toys")
def test_the_result_is_written_to_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "result.json"
    outcome = run(["arena", "toy", "--bots", "random", "--games", "3", "--json", "--out", str(path)])
    assert json.loads(path.read_text()) == json.loads(outcome.out)
    refused = run(["arena", "toy", "--bots", "random", "--games", "3", "--out", str(path)])
    assert (refused.status, refused.err) == (2, f"lantern: {path} is there already: choose another name\n")


@pytest.mark.usefixtures("toys")
def test_a_result_that_can_not_be_written_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    outcome = run(["arena", "toy", "--bots", "random", "--games", "3", "--out", str(tmp_path / "file" / "result.json")])
    assert outcome.status == 2
    assert outcome.err.startswith(f"lantern: {tmp_path}/file/result.json: ")


@pytest.mark.usefixtures("toys")
def test_one_game_of_a_contest_is_saved_and_opens_with_replay(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fifth.json"
    command = [
        "arena",
        "toy",
        "--players",
        "2",
        "--bots",
        "voter,witness",
        "--seed",
        "9",
        "--save-game",
        "5",
        str(path),
    ]
    outcome = run(command)
    assert outcome.status == 0
    assert " ".join(outcome.out.split()) == f"game 5: voter, witness; see it with lantern replay {path}"
    saved = json.loads(path.read_text())
    assert (saved["seed"], saved["seats"]) == (11, ["voter", "witness"])
    replayed = run(["replay", str(path)])
    assert replayed.status == 0
    assert run(command).status == 0, "the same game again is the same match"


@pytest.mark.usefixtures("toys")
def test_a_contest_ends_when_its_time_is_over(run: Run) -> None:
    told = figures(run, "arena toy --players 2 --bots hasty,random --games 100000000 --minutes 0")
    assert 0 < told["games"] < 100_000_000
    assert told["games_asked"] == 100_000_000


def test_teams_play_the_same_deals_at_tables_of_their_own(run: Run) -> None:
    outcome = run("arena hanabi --players 2 --bots beginner,random --games 6")
    lines = outcome.out.splitlines()
    assert lines[2] == "3 deals, each played 2 times"
    assert lines[4].split() == ["table", "points", "perfect", "compared", "with", "the", "first"]
    assert lines[5].split()[0] == "beginner"
    assert lines[6].split()[:2] == ["random", "0.000"]
    assert lines[6].split()[-3].startswith("-")
    assert "random: third error 100.0 %" in lines


def test_a_team_can_be_mixed(run: Run) -> None:
    told = figures(run, "arena hanabi --players 3 --bots beginner,random --games 6 --mixed")
    assert [side["name"] for side in told["results"]] == ["beginner + random + random"]
    assert (told["deals"], told["games"]) == (2, 6)


BAD = {
    "arena toy --bots genius": "'genius'",
    "arena toy --bots voter:wit=3": "'wit'",
    "arena toy --bots voter:rounds=many": "rounds=many",
    "arena toy --bots voter:seconds=0": "0 seconds",
    "arena toy --players 2 --bots random,hasty,voter": "3 bots for 2 seats",
    "arena toy --games 0": "games is 0",
    "arena toy --seed -4": "-4",
    "arena toy --workers 0": "--workers is 0",
    "arena toy --mixed": "--mixed",
    "arena toy --save-game 0 somewhere.json": "counted from 1",
    "arena toy --save-game first somewhere.json": "counted from 1",
    "arena toy --bots voter:seconds=1,random --save-game 1 somewhere.json": "rounds",
    "simulate toy --bots voter:wit=3": "'wit'",
    "simulate toy --workers 0 --bots random": "--workers is 0",
    "play toy --bots voter:wit=3": "'wit'",
    "play toy --seats you,voter:seconds=-1": "-1 seconds",
    "transcript toy --bots hasty:rounds=3": "hasty has no setting 'rounds'",
}


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize(("command", "named"), BAD.items())
def test_bad_input_is_one_line_that_names_what_is_wrong(run: Run, command: str, named: str) -> None:
    assert named in run(command).complaint


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("command", ["simulate toy --games 5", "transcript toy"])
def test_settings_are_taken_wherever_a_bot_is_named(run: Run, command: str) -> None:
    assert run(f"{command} --players 2 --bots voter:rounds=2,witness:step=3").status == 0


@pytest.mark.usefixtures("toys")
def test_a_transcript_is_the_same_every_time_whatever_the_clock_says(run: Run) -> None:
    first, second = (run("transcript toy --players 2 --bots voter").out for _ in range(2))
    assert first == second
    assert first != run("transcript toy --players 2 --bots voter:rounds=900").out


@pytest.mark.usefixtures("toys")
def test_a_bot_that_thinks_is_explained(run: Run) -> None:
    words = " ".join(run("games").out.split())
    assert "voter lets chance vote; for 1 s a move, or as in voter:seconds=3" in words
    (game,) = json.loads(run("games --json").out)
    known = {bot["name"]: (bot["level"], bot["settings"]) for bot in game["bots"]}
    assert known["random"] == (True, {})
    assert known["voter"] == (False, {"rounds": 7.0})
