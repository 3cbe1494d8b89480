"""The commands that need no table, and what happens to bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import lantern
from lantern import cli
from lantern.cli import contests
from lantern.languages import LANGUAGES
from tests.cli.conftest import Run
from tests.kernel.table import OWN_PRIZES, PRIZED
from tests.languages.spoken import latin_words

GAME_COMMANDS = ("play", "simulate", "arena", "study", "transcript")
LANTERN = [sys.executable, "-c", "import sys; from lantern.cli import main; sys.exit(main())"]
PLAINLY = os.environ | {"LANTERN_RULES": "plain"}
"""What such a process is told: it begins in half the time, and plays few moves."""


def process(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LANTERN, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=PLAINLY | environment,
        check=False,
    )


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"lantern {lantern.__version__}\n"


def test_nothing_asked_prints_the_commands(run: Run) -> None:
    outcome = run("")
    assert outcome.status == 0
    for command in ("games", "play", "replay", "simulate", "arena", "transcript"):
        assert command in outcome.out


@pytest.mark.parametrize(
    "command",
    ["", "games", "replay"] + [f"{name}{game}" for name in GAME_COMMANDS for game in ("", " hanabi", " han")],
)
def test_every_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([*command.split(), "--help"])
    assert left.value.code == 0
    examples = capsys.readouterr().out.partition("examples:\n")[2].splitlines()
    assert 2 <= len(examples) <= 3
    assert all(line.startswith("  lantern ") for line in examples)


def test_games_lists_options_and_bots(run: Run) -> None:
    outcome = run("games")
    assert outcome.status == 0
    for words in ("Hanabi", "2\u20135 players", "--black-powder", "Black Powder", "[off]", "random", "beginner"):
        assert words in outcome.out


def test_games_as_json(run: Run) -> None:
    (hanabi,) = (game for game in json.loads(run("games --json").out) if game["name"] == "hanabi")
    assert hanabi["players"] == [2, 3, 4, 5]
    assert [option["name"] for option in hanabi["options"]] == [o.name for o in lantern.game("hanabi").sheet.options]
    assert hanabi["options"][0] == {
        "name": "multicolour",
        "flag": "--multicolour",
        "summary": "Avalanche of Colours: a sixth firework whose cards are of every colour",
        "default": False,
        "choices": [False, True],
        "own": "",
    }
    assert hanabi["bots"][0]["name"] == "random"


def test_simulate_tells_speed_scores_and_endings(run: Run) -> None:
    outcome = run("simulate hanabi --players 2 --games 60 --bots random")
    assert outcome.status == 0
    for words in ("60 games", "moves a second", "mean score", "third error", " %", "█"):
        assert words in outcome.out
    assert outcome.out.startswith("Hanabi: random, random, seed 1\n")


def test_simulate_as_json_is_the_same_for_the_same_seed(run: Run) -> None:
    command = "simulate hanabi --games 40 --seed 5 --bots random --multicolour --no-empty-hints --black-values ordinary"
    first, second = (json.loads(run(f"{command} --json").out) for _ in range(2))
    for timing in ("seconds", "moves_per_second"):
        del first[timing], second[timing]
    assert first == second
    assert first["options"] == lantern.game("hanabi").options(
        3, multicolour=True, empty_hints=False, black_values="ordinary"
    )
    assert first["bots"] == ["random"] * 3
    assert sum(first["scores"].values()) == sum(first["endings"].values()) == first["games"] == 40


def test_bots_play_the_same_games_again_however_many_threads_share_them(run: Run) -> None:
    command = "simulate hanabi --players 2 --games 301 --bots beginner --json --workers"
    figures = [json.loads(run(f"{command} {workers}").out) for workers in (1, 2, 3)]
    assert figures[0]["bots"] == ["beginner", "beginner"]
    assert figures[0]["scores"] == figures[1]["scores"] == figures[2]["scores"]


def test_simulate_takes_a_bot_for_every_seat(run: Run) -> None:
    outcome = run("simulate hanabi --players 2 --games 5 --bots beginner,random --json")
    assert json.loads(outcome.out)["bots"] == ["beginner", "random"]


@pytest.mark.parametrize("name", lantern.names())
def test_people_meet_the_club_if_they_name_nobody(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["play", name, "--help"])
    assert "[club]" in capsys.readouterr().out


def test_simulate_can_be_stopped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(contests, "simulate", interrupted)
    outcome = run("simulate hanabi --games 5 --bots random")
    assert (outcome.status, outcome.err) == (130, "lantern: stopped\n")


def test_transcript_is_the_same_every_time(run: Run) -> None:
    first = run("transcript hanabi")
    assert first.status == 0
    assert first.out == run("transcript hanabi").out
    assert first.out.startswith("Hanabi: players=3")
    assert "seed 1" in first.out.splitlines()[0]
    assert json.loads(first.out.splitlines()[-1])["reason"] in lantern.game("hanabi").sheet.endings


def test_transcript_follows_its_flags(run: Run) -> None:
    head = run("transcript hanabi --players 2 --seed 9 --flares --start 2").out.splitlines()[0]
    assert head == "Hanabi: players=2, flares=True, empty_hints=True, black_values=mirrored, start=2, seed 9"


@pytest.fixture
def prized(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one game is the toy with prizes."""
    monkeypatch.setattr(lantern, "names", lambda: ["toy"])
    monkeypatch.setattr(lantern, "game", lambda name: PRIZED)


@pytest.mark.usefixtures("prized")
def test_an_option_takes_a_choice_or_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "corners.json"
    path.write_text(json.dumps(OWN_PRIZES))
    for given, named in [("few", "few"), (str(path), "corners")]:
        head = run(["transcript", "toy", "--players", "2", "--prizes", given]).out.splitlines()[0]
        assert head == f"The Toy: players=2, prizes={named}, seed 1"
        figures = run(["simulate", "toy", "--games", "3", "--prizes", given, "--json"]).out
        assert json.loads(figures)["options"]["prizes"] == named


@pytest.mark.usefixtures("prized")
def test_simulate_tells_who_won(run: Run) -> None:
    assert "seat 2 won" in run("simulate toy --players 2 --games 9").out
    assert len(json.loads(run("simulate toy --players 2 --games 9 --json").out)["win_shares"]) == 2


@pytest.mark.usefixtures("prized")
def test_a_choice_that_is_none_is_a_file_that_is_not_there(run: Run) -> None:
    outcome = run("transcript toy --prizes fwe")
    allowed = "it may be None, 'few' or 'many', or your own prizes"
    assert (outcome.status, outcome.err) == (
        2,
        f"lantern: option prizes: fwe: No such file or directory; {allowed}\n",
    )


@pytest.mark.usefixtures("prized")
def test_help_and_fact_sheet_name_what_one_may_bring(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    words = "what squares are worth: few or many, or a file of your own [not set]"
    assert words in " ".join(run("games").out.split())
    assert json.loads(run("games --json").out)[0]["options"][1]["own"] == "your own prizes"
    with pytest.raises(SystemExit):
        cli.main(["play", "toy", "--help"])
    assert f"--prizes NAME|FILE {words}" in " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("prized")
def test_a_deal_with_own_data_is_not_offered_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "corners.json"
    path.write_text(json.dumps(OWN_PRIZES))
    lines = [line for square in range(1, 10) for line in ("", f"place {square}", "end turn")]
    for given, offered in [("few", True), (str(path), False)]:
        out = run(["play", "toy", "--hot-seat", "--players", "2", "--prizes", given], *lines).out
        assert ("See it again" in out, "The same deal" in out) == (True, offered)


BAD = {
    "frob": "'frob'",
    "play": "GAME",
    "play chess": "'chess'",
    "play hanabi --players 9": "9",
    "play hanabi --players two": "'two'",
    "play hanabi --multi": "--multi",
    "play hanabi --black-values grey": "'grey'",
    "play hanabi --players 2 --start 3": "only 2 players",
    "play hanabi --seed -1": "-1",
    "play hanabi --seed 99999999999999999999": "99999999999999999999",
    "play hanabi --seat 4": "--seat is 4",
    "play hanabi --seat 0": "--seat is 0",
    "play hanabi --seats you,genius": "'genius'",
    "play hanabi --seats you,random --players 3": "2 seats",
    "play hanabi --seats random,random": "nobody",
    "play hanabi --seats you,random,random,random,random,random": "6",
    "play hanabi --bots genius": "'genius'",
    "play hanabi --hot-seat --bots random": "--bots",
    "play hanabi --hot-seat --seat 2": "--seat",
    "play hanabi --resume nowhere.json": "nowhere.json",
    "play hanabi --resume nowhere.json --seed 3": "leave them out",
    "replay": "FILE",
    "replay nowhere.json": "No such file",
    "simulate hanabi --games 0": "0",
    "simulate hanabi --games many": "'many'",
    "simulate hanabi --bots random,random": "2 bots for 3 seats",
    "simulate hanabi --bots genius": "'genius'",
    "simulate hanabi --seed -4": "-4",
    "transcript hanabi --bots genius": "'genius'",
    "transcript hanabi --seed -4": "-4",
}


@pytest.mark.parametrize(("command", "named"), BAD.items())
def test_bad_input_is_one_line_that_names_what_is_wrong(run: Run, command: str, named: str) -> None:
    assert named in run(command).complaint


@pytest.mark.parametrize("content", [b"\xff\xfe", b"{}", b'{"format": "lantern match 1"}', b"[1"])
def test_a_file_that_is_no_match_is_told_so(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    assert run(["replay", str(path)]).complaint.startswith(f"lantern: {path}: this ")


def test_bad_input_is_red_on_a_terminal() -> None:
    done = process("play", "chess", FORCE_COLOR="1")
    assert done.returncode == 2
    assert "\x1b[31mlantern: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_pipe_is_no_error() -> None:
    script = f"{' '.join(LANTERN[:2])} '{LANTERN[2]}' transcript hanabi | head -n 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=PLAINLY, check=False)
    assert done.stdout.startswith("Hanabi:")
    assert "Traceback" not in done.stderr
    assert "Error" not in done.stderr


def test_a_terminal_without_unicode_shows_what_it_can() -> None:
    done = process("play", "hanabi", "--seed", "4", typed="log\nquit\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "seat 1, you" in done.stdout


def test_bytes_that_are_no_text_are_no_action() -> None:
    done = subprocess.run(
        [*LANTERN, "play", "hanabi", "--seed", "4"],
        input=b"pl\xe4y 1\nquit\n",
        capture_output=True,
        env=PLAINLY,
        check=False,
    )
    assert done.returncode == 0
    assert b"is no action of Hanabi" in done.stdout


@pytest.mark.parametrize(
    "command", ["", "games", "replay", "serve", "verify", *(f"{name} han" for name in GAME_COMMANDS)]
)
def test_a_help_is_told_in_every_language(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in Latin letters in Russian is typed, so it stands in all other languages too."""
    monkeypatch.setenv("COLUMNS", "1000")
    words = {}
    for language in LANGUAGES:
        monkeypatch.setenv("LC_ALL", language)
        with pytest.raises(SystemExit):
            cli.main([*command.split(), "--help"])
        words[language] = latin_words(capsys.readouterr().out.replace("[", " ").split())
    assert words["ru"] == set.intersection(*words.values()) != words["en"]


MISTAKES = {
    "frob": "COMMAND — 'frob'; выберите из 'games', ",
    "play": "не указано: GAME",
    "play hanabi --players two": "--players — 'two'; нужно целое число",
    "play hanabi --multi": "--multi здесь непонятно",
    "play hanabi --seat": "после --seat нужно значение",
    "play hanabi --hot-seat --seat 2": "--seat нельзя использовать вместе",
    "arena hanabi --minutes few": "--minutes — 'few'; нужно число",
}


@pytest.mark.parametrize(("command", "told"), MISTAKES.items())
def test_mistakes_in_a_command_are_told_in_every_language(
    run: Run, command: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    complaint = run(command).complaint
    assert complaint.startswith(f"lantern: {told}")
    assert complaint.endswith("--help)\n")


def test_what_a_file_can_not_do_is_told_in_the_language_that_was_asked_for(run: Run, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.json"
    assert run(["replay", str(nowhere), "--language", "it"]).complaint == (
        f"lantern: {nowhere}: file o cartella inesistente\n"
    )
