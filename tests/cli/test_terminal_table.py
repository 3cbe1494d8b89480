"""A match at the terminal, from the deal to the result."""

from __future__ import annotations

import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

import lantern
from lantern import terminal
from lantern.languages import DEFAULT, LANGUAGES
from lantern.languages.words import catalogue
from lantern.terminal.saved import load
from lantern.terminal.table import Table
from lantern.terminal.typed import abbreviates, begun, grouped, listed_actions, shortened
from tests.cli.conftest import Keys, Run
from tests.languages.spoken import latin_words, listen

GAME = lantern.game("hanabi")


def kept(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_a_whole_game_by_piping_moves(run: Run, matches: Path) -> None:
    outcome = run("play hanabi --seed 3", *["hint 2 red", "discard 1"] * 60)
    assert outcome.status == 0
    match = load(kept(matches)).match
    assert match.over
    assert match.result is not None
    assert f"{match.result['score']} of 25 points: {match.result['rating']}." in outcome.out
    assert f"replay {kept(matches)}" in outcome.out.replace("\n", "")
    assert "play hanabi --players 3 --seed 3" in outcome.out
    for step in match.history:
        assert step.split()[0] in ("hint", "discard", "play")


def test_the_same_deal_is_offered_with_all_its_options(run: Run) -> None:
    flags = "--players 2 --seed 3 --flares --no-empty-hints --black-values ordinary --start 2"
    assert f"play hanabi {flags}\n" in run(f"play hanabi {flags}", *["play 1"] * 60).out


def test_a_file_that_cannot_be_replaced_is_left_as_it_was(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "match.json"
    run(["play", "hanabi", "--save", str(path)])
    content = path.read_text()
    monkeypatch.setattr("os.replace", full)
    outcome = run(["play", "hanabi", "--resume", str(path)], "hint 2 red")
    assert f"The match can't be saved: {path}: No space left on device" in outcome.out.replace("\n", "")
    assert path.read_text() == content
    assert [left.name for left in tmp_path.iterdir() if left.is_file()] == ["match.json"]


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_with_every_expansion(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chosen = {"multicolour": True, "black_powder": seed % 2 == 0, "flares": True, "score_on_loss": seed % 3 == 0}
    match = GAME.match(2 + seed % 4, seed=seed, **chosen)
    screen = Console(file=io.StringIO(), width=80)
    seats = ["you", "random", "you", "random", "random"][: match.options["players"]]
    table = Table(match, seats, tmp_path / "match.json", screen)
    chance = random.Random(seed)
    monkeypatch.setattr("builtins.input", lambda prompt: chance.choice(match.actions()))
    assert table.run() == 0
    assert match.over
    assert "The game is over" in screen.file.getvalue()  # type: ignore[attr-defined]


def test_bots_tell_their_moves_before_the_table_is_drawn(run: Run) -> None:
    out = run("play hanabi --seed 3 --start 2", "quit").out
    assert out.index("Seat 2 ") < out.index("Seat 3 ") < out.index("your turn")


def test_the_seats_are_those_asked_for(run: Run, matches: Path) -> None:
    assert "you play seat 1, bots (Medium) play seats 2 and 3" in run("play hanabi", "quit").out
    assert (
        "you play seat 2, a bot (Random) plays seat 1"
        in run("play hanabi --players 2 --seat 2 --bots random", "quit").out
    )
    assert "people play seats 1 and 3, a bot (Random) plays seat 2" in run("play hanabi --seats you,random,you").out
    assert sorted(len(load(path).seats or []) for path in matches.iterdir()) == [2, 3, 3]


def test_the_same_seed_and_moves_are_the_same_match(run: Run) -> None:
    moves = ["hint 2 blue", "play 1", "discard 1"]
    first, second = (run("play hanabi --seed 8", *moves).out.partition("Continue later")[0] for _ in range(2))
    assert first == second


def test_quit_and_end_of_input_say_how_to_resume(run: Run, matches: Path) -> None:
    for lines in (["hint 2 red", "quit"], ["hint 2 red"]):
        outcome = run("play hanabi --seed 3", *lines)
        assert outcome.status == 0
        path = kept(matches)
        assert f"play hanabi --resume {path}" in outcome.out
        path.unlink()


def test_an_interrupt_says_how_to_resume(run: Run, matches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    outcome = run("play hanabi --seed 3")
    assert outcome.status == 130
    assert f"play hanabi --resume {kept(matches)}" in outcome.out


def test_a_real_interrupt_leaves_cleanly(tmp_path: Path) -> None:
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # also in a job that ignores it
    code = f"{heeding}; import sys; from lantern.cli import main; sys.exit(main())"
    path = tmp_path / "match.json"
    command = [sys.executable, "-c", code, "play", "hanabi", "--start", "2", "--save", str(path)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LANTERN_RULES": "plain"},
    ) as process:
        for _ in range(1200):
            if path.exists() and len(json.loads(path.read_text())["actions"]) == 2:
                break
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"--resume {path}" in out
    assert "Traceback" not in err


def test_a_match_goes_on_where_it_was_left(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my match.json"
    run(["play", "hanabi", "--seed", "3", "--players", "2", "--bots", "random", "--save", str(path)], "hint 2 red")
    before = load(path)
    assert before.seats == ["you", "random"]
    outcome = run(["play", "hanabi", "--resume", str(path)], "hint 2 ones", "quit")
    assert f"continues after {before.match.ply} actions" in outcome.out
    assert f"--resume '{path}'" in outcome.out
    after = load(path).match
    assert after.history[: before.match.ply] == before.match.history
    assert after.history[before.match.ply] == "hint 2 ones"


def test_a_finished_match_resumed_shows_its_result(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    run(["play", "hanabi", "--seed", "3", "--save", str(path)], *["play 1"] * 60)
    assert "The game is over" in run(["play", "hanabi", "--resume", str(path)]).out


def test_others_can_take_the_seats_of_a_resumed_match(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    run(["play", "hanabi", "--seed", "3", "--save", str(path)])
    outcome = run(["play", "hanabi", "--resume", str(path), "--seat", "2", "--bots", "random"])
    assert "you play seat 2, bots (Random) play seats 1 and 3" in outcome.out


def test_a_saved_match_without_seats_gets_the_usual_ones(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(GAME.match(4, seed=2).save())
    assert "you play seat 1, bots (Medium) play seats 2, 3 and 4" in run(["play", "hanabi", "--resume", str(path)]).out


def test_a_file_is_never_overwritten_by_another_match(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    run(["play", "hanabi", "--seed", "3", "--save", str(path)])
    content = path.read_text()
    assert run(["play", "hanabi", "--save", str(path)]).status == 2
    outcome = run("play hanabi --seed 4", f"save {path}", f"save {tmp_path / 'new.json'}", f"save {tmp_path}", "save")
    assert "holds something else" in outcome.out
    assert "Saved in" in outcome.out
    assert "save where?" in outcome.out
    assert path.read_text() == content
    assert load(tmp_path / "new.json").match.seed == 4


def test_an_illegal_action_is_refused_with_its_clause(run: Run) -> None:
    outcome = run("play hanabi --seed 3 --start 1", "discard 1", "hint 1 red", "hint 2 black", "quit")
    said = "You can't discard while all 8 hint tokens are available: give a hint or play a card. (HANABI-2.2)"
    assert said in " ".join(outcome.out.split())
    assert "A hint goes to another player, not to yourself. (HANABI-2.1)" in outcome.out
    assert "(HANABI-6.3)" in outcome.out.replace("\n", " ")


def test_unknown_input_is_answered_with_what_is_understood(run: Run) -> None:
    out = " ".join(run("play hanabi --seed 3", "dance", "play 9", "quit").out.split())
    assert "'dance' is no action of Hanabi; write for example: play 3" in out
    assert "'play 9': a position in a hand is a number from 1 to 5" in out
    assert "why ACTION, log, undo, save FILE or quit" in out


def test_beginnings_of_words_are_enough_when_only_one_action_fits(run: Run, matches: Path) -> None:
    out = run("play hanabi --seed 3 --start 1", "h 2 f", "d 1", "why d 2", "h 2 r", "quit").out
    said = "You can't discard while all 8 hint tokens are available: give a hint or play a card. (HANABI-2.2)"
    assert " ".join(out.split()).count(said) == 2
    assert "discard 2: You can't discard" in out
    assert "'h 2 f' could mean hint 2 fours or hint 2 fives" in out
    assert "to Seat 2 (card" in out
    assert load(kept(matches)).match.history[0] == "hint 2 red"


def test_why_explains(run: Run) -> None:
    out = run("play hanabi --seed 3 --start 1", "why discard 1", "why play 1", "why", "why dance", "quit").out
    assert "discard 1: You can't discard" in out
    assert "play 1 is allowed now." in out
    assert "why what?" in out
    assert "'dance' is no action" in out


def test_help_lists_commands_and_legal_actions(run: Run) -> None:
    out = run("play hanabi --seed 3 --start 1", "?", "quit").out
    for words in ("why ACTION", "save FILE", "  play        1, 2, 3, 4, 5", "  hint 2      white, red, blue"):
        assert words in out
    assert "discard  " not in out


def test_help_groups_actions_by_the_word_in_which_they_differ() -> None:
    actions = ["play 1", "play 2", *(f"hint {seat} {hint}" for seat in (2, 3) for hint in ("red", "blue", "ones"))]
    assert grouped(actions) == {
        "play": ["1", "2"],
        "hint 2": ["red", "blue", "ones"],
        "hint 3": ["red", "blue", "ones"],
    }
    actions = [f"house {space} with {cards}" for cards in ("red", "green") for space in ("w1", "w2", "w3")]
    actions += ["house bzw with red green", "draw", "take red", "end"]
    assert grouped(actions) == {
        "house … with red": ["w1", "w2", "w3"],
        "house … with green": ["w1", "w2", "w3"],
        "house bzw with red green": [""],
        "draw": [""],
        "take red": [""],
        "end": [""],
    }
    assert shortened(actions) == "h w1 w r"
    assert shortened(["take red", "take rose"]) == "take red"


def test_help_stays_readable_with_many_actions(run: Run) -> None:
    out = run("play han --players 3 --seed 5 --start 1 --bots random", "?", "quit").out
    listed = out.partition("You can play now (the first letters of words are enough, as in h c1 w y):\n")[2].partition(
        "your move"
    )[0]
    assert "  house … with yellow    c1, c2, c3, c4, q1, q2, q3, q4" in listed
    assert len(listed.splitlines()) < 10


def test_help_shows_some_where_actions_have_little_in_common() -> None:
    squares = [f"{column}{row}" for row in range(1, 5) for column in "ABCD"]
    pairs = [f"{one} {two}" for one, two in pairwise(squares)]
    actions = [*(f"conquer I2 {pair}" for pair in pairs), "conquer L3 A1 B1 A2", "yurt B2", "yurt C2", "pass"]
    assert listed_actions(actions) == {
        "conquer I2": "A1 B1; … 15 in all",
        "conquer L3": "A1 B1 A2",
        "yurt": "B2, C2",
        "pass": "",
    }
    assert listed_actions(begun(["c", "i2"], actions)) == {"conquer I2": "; ".join(pairs)}
    assert begun(["conquer", "L"], actions) == ["conquer L3 A1 B1 A2"]
    assert begun([], actions) == actions
    assert begun(["pass", "by"], actions) == []


def test_help_on_some_words(run: Run) -> None:
    out = run("play hanabi --seed 3 --start 1", "? p", "? dance", "quit").out
    assert "You can play now (the first letters of words are enough, as in p 1):\n  play        1, 2, 3, 4, 5" in out
    assert "No action that is allowed now begins with 'dance'." in out
    assert "why ACTION" not in out


def test_words_with_a_number_are_not_shortened() -> None:
    assert abbreviates("Y B2", "yurt B2")
    assert not abbreviates("y B2", "yurt B12")
    assert abbreviates("c l-4", "conquer L-4")


def test_log_tells_everything(run: Run, matches: Path) -> None:
    out = run("play hanabi --seed 3 --start 1", "hint 2 red", "log", "quit").out
    match = load(kept(matches)).match
    assert len(re.findall(r"^ +\d+  Seat ", out, re.MULTILINE)) == match.ply


def test_undo_is_refused_where_the_game_forbids_it(run: Run) -> None:
    out = " ".join(run("play hanabi --seed 3", "hint 2 red", "undo", "quit").out.split())
    assert "That can't be taken back" in out


def test_undo_where_the_game_allows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = GAME.match(2, seed=1, start=1)
    table = Table(match, ["you", "you"], tmp_path / "match.json", Console(file=io.StringIO(), width=80))
    table._play("hint 2 red")
    monkeypatch.setattr(match, "undo", match._numbers.pop)
    table._undo(1)
    assert load(tmp_path / "match.json").match.ply == 0
    assert table.stories == []


def test_an_empty_line_draws_the_table_again(run: Run) -> None:
    once, twice = (run("play hanabi --seed 3", *lines).out.count("your turn") for lines in ([], [""]))
    assert (once, twice) == (1, 2)


def test_a_cover_stands_between_people_who_share_the_terminal(run: Run) -> None:
    out = run("play hanabi --seed 3 --start 1 --players 2 --hot-seat", "", "hint 2 red", "", "hint 1 red").out
    first, second, third = (out.index(f"Seat {seat}, press Enter when nobody else is looking", at) for seat, at in
                            ((1, 0), (2, 0), (1, out.index("Seat 2, press"))))  # fmt: skip
    assert first < out.index("seat 1, you") < second < out.index("seat 2, you") < third
    assert out.count("seat 1, you") == out.count("seat 2, you") == 1
    assert "to Seat 2 (card" in out[second:third]


def test_the_cover_clears_the_screen_and_what_can_be_scrolled_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=80, _environ={})
    table = Table(GAME.match(2, seed=1, start=1), ["you", "you"], tmp_path / "match.json", screen)
    monkeypatch.setattr("sys.stdin", io.StringIO("\nhint 2 red\n"))
    table.run()
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    pictures = re.split(r"\x1b\[2J\x1b\[H\x1b\[3J", shown)
    assert len(pictures) == 4
    assert ["seat 1, you" in picture for picture in pictures] == [False, False, True, False]


def test_one_person_alone_is_never_covered(run: Run) -> None:
    assert "press Enter" not in run("play hanabi --seed 3", "hint 2 red", "quit").out


def test_a_match_that_cannot_be_kept_is_played_all_the_same(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_MATCHES", os.devnull)
    outcome = run("play hanabi --seed 3", "hint 2 red", "quit")
    assert outcome.status == 0
    assert outcome.out.count("The match can't be saved") == 1
    assert "Continue later" not in outcome.out


def test_a_game_without_a_picture_is_shown_as_data(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "find_spec", lambda name: None)
    outcome = run("play hanabi --seed 3", *["play 1"] * 60)
    assert '"to_act": 1' in outcome.out
    assert '"reason": ' in outcome.out


def test_the_tab_key_completes_actions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readline = pytest.importorskip("readline")
    monkeypatch.setattr("sys.stdin", Keys("quit\n"))
    match = GAME.match(3, seed=1, start=1)
    Table(match, ["you", "random", "random"], tmp_path / "m.json", Console(file=io.StringIO(), width=80)).run()
    complete = readline.get_completer()
    try:
        assert [complete("hint 2 f", number) for number in range(3)] == ["hint 2 fours", "hint 2 fives", None]
        assert complete("qu", 0) == "quit"
    finally:
        readline.set_completer(None)


def test_a_match_of_another_game_is_not_resumed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    saved = json.loads(GAME.match(2, seed=1).save()) | {"game": "chess"}
    path.write_text(json.dumps(saved))
    outcome = run(["play", "hanabi", "--resume", str(path)])
    assert outcome.status == 2
    assert "there is no game 'chess'" in outcome.err


def test_matches_begun_in_the_same_second_have_a_file_each(run: Run, matches: Path) -> None:
    for _ in range(2):
        run("play hanabi --seed 1 --players 2")
    assert len(list(matches.iterdir())) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_around_the_table_is_told_in_every_language(
    language: str, run: Run, matches: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All sentences of the terminal that this can reach, and in Russian none beside them but what is typed."""
    monkeypatch.setattr("lantern.terminal.table.drawing", lambda name: terminal.PLAIN)
    keys = listen(monkeypatch)
    lines = ["?", "? x", "h 2 f", "fly", "why", "why hint 2 red", "log", "undo", "save", "hint 2 red", "discard 1"]
    outcome = run(f"play hanabi --seed 3 --start 1 --language {language}", *lines, "quit")
    assert outcome.status == 0
    told = {key for key in keys[language] if key.startswith("terminal.")}
    around = {key for key in catalogue("shared", DEFAULT) if key.startswith("terminal.")}
    rare = {
        "people_play",
        "goes_on",
        "warming",
        "cover",
        "stood_in",
        "saved",
        "not_kept",
        "see_again",
        "in_all",
        "same_deal",
    }
    assert around - told <= {f"terminal.{name}" for name in (*rare, "replay", "replay_prompt")}
    sentences = [line for line in outcome.out.splitlines() if line[:1].isalpha()]
    typed = {"club", "fly", "fours", "fives", "hint", "red", "quit", "why", "log", "undo", "save"}
    assert language != "ru" or latin_words(line.split(":")[0] for line in sentences) <= typed
