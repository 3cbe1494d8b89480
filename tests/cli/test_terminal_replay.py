"""Leafing through a saved match."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

import lantern
from lantern.cli import main
from lantern.kernel.game import Match
from lantern.terminal.replay import Replay, after, steps
from lantern.terminal.saved import save
from tests.cli.conftest import Keys, Run

GAME = lantern.game("hanabi")


@pytest.fixture
def finished() -> Match:
    match = GAME.match(3, seed=6, start=1)
    while not match.over:
        match.play("play 1")
    return match


@pytest.fixture
def begun() -> Match:
    match = GAME.match(3, seed=6, start=1)
    for action in ("hint 2 red", "discard 1", "hint 1 ones"):
        match.play(action)
    return match


def leafed(match: Match, monkeypatch: pytest.MonkeyPatch, *keys: str, seat: int | None = None) -> str:
    """What is on the screen after some keys and `q`."""
    screen = Console(file=io.StringIO(), force_terminal=True, width=80, highlight=False, _environ={"NO_COLOR": "1"})
    prompts = []

    def pressed(prompt: str) -> str:
        prompts.append(prompt)
        return [*keys, "q"][len(prompts) - 1]

    monkeypatch.setattr("builtins.input", pressed)
    Replay(match, seat, seat is None, screen).leaf_through()
    return screen.file.getvalue().split("\x1b[3J")[-1] + prompts[-1]  # type: ignore[attr-defined, no-any-return]


def test_every_step_tells_its_story(begun: Match) -> None:
    first, second, third = steps(begun)
    assert first.told(begun, 1).startswith("  1  Seat 1 hints ")
    assert second.told(begun, None).startswith("  2  Seat 2 discards")
    assert third.told(begun, 1, everything=True).startswith("  3  Seat 3 hints ")
    assert after(begun, 2).history == begun.history[:2]


def test_keys_go_forward_back_and_to_a_number(begun: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    where = {(): 0, ("",): 1, ("", ""): 2, ("", "", "b"): 1, ("b",): 0, ("3", "b"): 2, ("99",): 3, ("", "x"): 1}
    for keys, place in where.items():
        assert f"{place} of 3. Enter forward" in leafed(begun, monkeypatch, *keys)


def test_the_end_shows_the_result(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "The game is over" not in leafed(finished, monkeypatch)
    assert "The game is over" in leafed(finished, monkeypatch, "999")


def test_a_seat_sees_what_it_saw(begun: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    own = after(begun, 3).reveal()["hands"][0]
    faces = [card["card"].split()[0][0].upper() + card["card"].split()[1] for card in own]
    assert all(face in leafed(begun, monkeypatch, "3") for face in faces)
    hidden = leafed(begun, monkeypatch, "3", seat=1)
    (hand,) = (line for line in hidden.splitlines() if "seat 1, you" in line)
    assert len(re.findall(r"\?[?1]", hand)) == 5
    assert not any(face in hand for face in faces)


def test_the_end_of_input_ends_the_replay(begun: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    Replay(begun, None, True, Console(file=io.StringIO())).leaf_through()


def test_without_a_terminal_everything_is_printed(finished: Match, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(finished.save())
    outcome = run(["replay", str(path)])
    assert outcome.status == 0
    for step in steps(finished):
        assert " ".join(step.told(finished, None).split()) in " ".join(outcome.out.split())
    assert "3 players, seed 6" in outcome.out
    assert "??" not in outcome.out
    assert "??" in run(["replay", str(path), "--seat", "2"]).out


def test_an_unfinished_match_is_seen_from_the_own_seat_unless_all_is_asked(
    begun: Match, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    save(path, begun, ["random", "you", "random"])
    assert "seat 2, you" in run(["replay", str(path)]).out
    assert "??" not in run(["replay", str(path), "--all"]).out


def test_a_seat_that_is_not_there_is_bad_input(begun: Match, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(begun.save())
    outcome = run(["replay", str(path), "--seat", "7"])
    assert outcome.status == 2
    assert "seat is 7" in outcome.err


def test_at_a_terminal_the_command_leafs(
    begun: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_text(begun.save())
    monkeypatch.setattr("sys.stdin", Keys("\n\nq\n"))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert main(["replay", str(path), "--all"]) == 0
    assert "2 of 3. Enter forward" in capsys.readouterr().out
