"""Puzzles at the terminal: drawn, asked, right or wrong with why, and files that are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import lantern
from lantern.languages import LANGUAGES
from lantern.learning.puzzles import Puzzle, of_the_day, read_puzzles, write_puzzles
from tests.cli.conftest import Run
from tests.languages.spoken import latin_words
from tests.puzzles import having, of_two, to_answer, to_play

PLAYED, QUESTION, TWO = to_play("khan"), to_answer("hanabi"), of_two("han")


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path) -> Iterator[None]:
    with having(tmp_path / "shelf", PLAYED, QUESTION, TWO):
        yield


def right(puzzle: Puzzle) -> str:
    """What is typed to answer a question."""
    return str([*puzzle.choices].index(puzzle.answer or "") + 1)


def other(puzzle: Puzzle) -> str:
    """An action that is allowed, and wrong."""
    return next(action for action in puzzle.match().actions() if action not in puzzle.solution)


def test_what_is_right_is_said_at_once_with_why(run: Run) -> None:
    outcome = run("puzzles play khan", *PLAYED.shown())
    assert outcome.status == 0
    for words in (
        "Best move (very easy)",
        PLAYED.name,
        "Find the best move.",
        "Solved at the first try!",
        "75%",
        "50%",
    ):
        assert words in outcome.out
    assert "Solved at the first try: 1 of 1." in outcome.out


def test_what_is_wrong_may_be_tried_again_and_does_not_count(run: Run) -> None:
    outcome = run("puzzles play khan", other(PLAYED), *PLAYED.shown())
    assert "There is a better move." in outcome.out
    assert "Right.\n" in outcome.out
    assert "Solved at the first try: 0 of 1." in outcome.out


def test_what_is_forbidden_is_no_try(run: Run) -> None:
    outcome = run("puzzles play khan", to_answer("khan").answer or "", "fly away", *PLAYED.shown())
    assert "(KHAN-" in outcome.out
    assert "or ?, show, next or quit" in outcome.out
    assert "Solved at the first try: 1 of 1." in outcome.out


def test_a_turn_of_several_actions(run: Run) -> None:
    outcome = run("puzzles play han", *TWO.shown())
    assert "Right so far. Go on." in outcome.out
    assert "You end the turn with 12 points; beginning with anything else, with 8 at most." in outcome.out


def test_a_question_is_answered_by_a_number_and_told_with_its_clause(run: Run) -> None:
    wrong = next(str(number) for number, one in enumerate(QUESTION.choices, 1) if one != QUESTION.answer)
    outcome = run("puzzles play hanabi", "9", "nonsense", wrong, right(QUESTION))
    assert outcome.out.count("Answer with a number from 1 to 4") == 2
    assert "No, that one is allowed." in outcome.out
    assert "Right, that is not allowed." in outcome.out
    assert f"{QUESTION.answer}: " in outcome.out
    assert "(HANABI-" in outcome.out


def test_the_solution_can_be_asked_for(run: Run) -> None:
    for puzzle in (TWO, QUESTION):
        outcome = run(f"puzzles play {puzzle.game}", "show")
        assert f"The solution: {', '.join(puzzle.shown())}" in outcome.out
        assert "Solved at the first try: 0 of 1." in outcome.out


def test_help_why_next_and_leaving(run: Run) -> None:
    forbidden = to_answer("khan").answer
    outcome = run("puzzles play khan", "?", f"why {forbidden}", f"why {other(PLAYED)}", "why nonsense", "", "quit")
    assert "You can play now" in outcome.out
    assert f"{forbidden}: " in outcome.out
    assert "is allowed now." in outcome.out
    assert outcome.out.count(f"You are seat {PLAYED.match().to_act}.") == 2, "an empty line shows the position again"
    assert "first try" not in outcome.out
    assert "There are no more puzzles of this kind." in run("puzzles play khan", "next").out


def test_the_puzzle_of_the_day(run: Run) -> None:
    found = of_the_day("khan", date.today())
    assert found is not None
    assert found.name in run("puzzles play khan --daily", "quit").out
    assert "leave out --theme, --level or --file" in run("puzzles play khan --daily --level 1").complaint


def test_by_theme_and_level(run: Run) -> None:
    assert PLAYED.name in run("puzzles play khan --theme best --level 1", "quit").out
    assert "themes best and levels" in run("puzzles play khan --theme chess").complaint
    assert "Ming Dynastie has no puzzles" in run("puzzles play ming").complaint
    assert "Ming Dynastie has no puzzles" in run("puzzles play ming --daily").complaint


def test_a_file_of_ones_own(run: Run, tmp_path: Path) -> None:
    mine = to_play("khan", level=5, seed=77)
    path = tmp_path / "mine.gz"
    write_puzzles(path, lantern.game("khan"), [mine])
    outcome = run(["puzzles", "play", "khan", "--file", str(path)], "quit")
    assert mine.name in outcome.out
    assert "for 'khan', not for HAN" in run(["puzzles", "play", "han", "--file", str(path)]).complaint
    path.write_bytes(path.read_bytes()[:-5])
    assert "is damaged, or no file of puzzles" in run(["puzzles", "play", "khan", "--file", str(path)]).complaint
    assert "No such file" in run(["puzzles", "play", "khan", "--file", str(tmp_path / "none")]).complaint


def broken() -> list[Puzzle]:
    """Puzzles of which the solution, the rest of it or what led there is not allowed."""
    never = to_answer("khan").answer or ""
    two = of_two("khan")
    (first,) = two.solution
    return [
        replace(PLAYED, solution={never: {}}),
        replace(two, solution={first: {never: {}}}),
        replace(PLAYED, source=replace(PLAYED.source, actions=(*PLAYED.source.actions[:-1], never))),
    ]


@pytest.mark.parametrize("puzzle", broken())
def test_a_puzzle_that_can_not_be_played_is_named_and_not_told(run: Run, tmp_path: Path, puzzle: Puzzle) -> None:
    path = tmp_path / "mine.gz"
    write_puzzles(path, lantern.game("khan"), [puzzle])
    (of_file,) = read_puzzles(path, "khan")
    for command in ("play", "check", "rate"):
        outcome = run(["puzzles", command, "khan", "--file", str(path)], "show")
        assert outcome.status == 2
        assert f"mine.gz: puzzle {of_file.name} can't be played" in outcome.complaint
        assert str(to_answer("khan").answer) not in outcome.complaint + outcome.out


def test_a_theme_that_nobody_makes_can_be_played_but_not_checked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.gz"
    write_puzzles(path, lantern.game("khan"), [to_play("khan", theme="chess")])
    for command in ("check", "rate"):
        outcome = run(["puzzles", command, "khan", "--file", str(path)])
        assert "mine.gz: Khan has no theme 'chess'; there are " in outcome.complaint
    assert "chess (very easy)" in run(["puzzles", "play", "khan", "--file", str(path)], "quit").out


def test_levels_are_given_anew(run: Run, tmp_path: Path) -> None:
    mine = Puzzle(PLAYED.source, PLAYED.ply, "best", 4, {action: {} for action in PLAYED.match().actions()})
    given, out = tmp_path / "mine.gz", tmp_path / "rated.gz"
    write_puzzles(given, lantern.game("khan"), [mine, to_answer("khan", level=2)])
    outcome = run(["puzzles", "rate", "khan", "--file", str(given), "--out", str(out)])
    assert outcome.status == 0
    for words in (
        "Best move\n  levels 1 to 6 before: 0, 0, 0, 1, 0, 0\n  levels 1 to 6 now: 1, 0, 0, 0, 0, 0\n",
        "  found first by beginner 1, club 0, expert:rounds=10 0,",
        "What is forbidden?\n  levels 1 to 6 before: 0, 1, 0, 0, 0, 0\n  levels 1 to 6 now: 0, 1, 0, 0, 0, 0\n",
    ):
        assert words in outcome.out
    assert outcome.out.count("found first by") == 1, "every bot knows the rules"
    before, after = read_puzzles(given, "khan"), read_puzzles(out, "khan")
    assert [puzzle.name for puzzle in after] == [puzzle.name for puzzle in before]
    assert [puzzle.level for puzzle in after] == [1, 2]
    assert "already" in run(["puzzles", "rate", "khan", "--out", str(out)]).complaint


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language == "ru"])
def test_all_is_said_in_the_language_that_is_wanted(run: Run, language: str) -> None:
    outcome = run(f"puzzles play khan --language {language}", other(PLAYED), "show")
    said = outcome.out.replace(PLAYED.name, "")
    for action in PLAYED.match().actions():
        said = said.replace(action, "")
    assert "Есть ход лучше." in said
    assert not latin_words(said.splitlines()[-6:])
