"""The matches behind docs/bots.md, and the page that is written from their results."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import lantern
from benchmarks import bots_page, matches
from benchmarks.bots_page import PAGE, SOURCE, page
from benchmarks.matches import GROUPS, RESULTS, Match, Results, game_called, play, play_group
from lantern.players import bot
from tests.kernel.table import TOY
from tests.players.toys import toys

__all__ = ["toys"]
EVERY = [match for group in GROUPS.values() for match in group()]
SMALL = Match("ladder", "toy", {"players": 2}, ("witness", "random"), 12)
TIMED = Match("strength", "toy", {"players": 2}, ("voter:seconds=0.3", "voter:seconds=0.1"), 4)
OPEN = Match("hanabi", "open_hanabi", {"players": 3}, ("cheating",), 4)
COMPANY = Match("mixed", "hanabi", {"players": 3}, ("club", "beginner"), 5, mixed=True)
FACTS = {"games": 7, "seed": 1, "date": "2026-11-15", "machine": {"model": "A", "cores": 2}, "command": "c"}
SIDE = {"points": 24.9, "points_error": 0.004, "perfect": 0.95}
in_plain = pytest.mark.plain_only(reason="played with plain rules: compiling takes minutes")


@pytest.fixture
def toy(toys: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lantern, "game", lambda name: TOY)


def test_the_page_is_what_its_text_and_the_results_make() -> None:
    assert PAGE.read_text("utf-8") == page(SOURCE.read_text("utf-8"), Results(RESULTS)), "run make bots-page"


def test_every_match_can_be_played() -> None:
    for match in EVERY:
        game = game_called(match.game)
        assert game.options(**match.table)["players"] >= len(match.bots)
        for name in match.bots:
            bot(game, name)


def test_no_two_matches_have_one_place() -> None:
    assert len({(match.file, match.key) for match in EVERY}) == len(EVERY)


def test_every_level_meets_the_one_below_it_at_every_table() -> None:
    at_three = [match for match in GROUPS["ladder"]() if match.game == "khan" and match.table == {"players": 3}]
    assert [match.bots for match in at_three] == [("beginner", "random"), ("club", "beginner"), ("expert", "club")]
    assert all(match.games >= 400 for match in GROUPS["ladder"]())
    assert all(match.games >= 20_000 for match in GROUPS["hanabi"]())


@pytest.mark.usefixtures("toy")
def test_a_match_is_kept_and_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = Results(tmp_path)
    play_group([SMALL], results, 2, None)
    assert "toy, 2 players: witness against random: " in capsys.readouterr().out
    assert results.is_whole(SMALL)
    before = (tmp_path / "ladder-toy.json").read_bytes()
    play_group([SMALL], results, 2, None)
    assert (capsys.readouterr().out, (tmp_path / "ladder-toy.json").read_bytes()) == ("", before)


@pytest.mark.usefixtures("toy")
def test_a_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    whole = play(SMALL, Results(tmp_path / "whole"), 1, None)
    results = Results(tmp_path / "parts")
    part = play(SMALL, results, 1, time.monotonic())
    assert 0 < part["games"] < SMALL.games
    while not results.is_whole(SMALL):
        play(SMALL, results, 1, time.monotonic())
    last = results.of(SMALL)
    assert last is not None
    assert (last["results"], last["sums"]) == (whole["results"], whole["sums"])


@pytest.mark.usefixtures("toy")
def test_nothing_is_begun_when_the_time_is_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play_group([SMALL], Results(tmp_path), 1, -1)
    assert "the time is over" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("toy")
def test_a_bots_pace_is_found_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paces = iter([1000.0])
    monkeypatch.setattr(matches, "rounds_a_second", lambda *_: next(paces))
    played = play(TIMED, Results(tmp_path), 1, None)
    assert played["lineup"] == ["voter:rounds=300", "voter:rounds=100"]
    assert played["asked"] == list(TIMED.bots)
    assert Results(tmp_path).read("pace.json")["toy, 2 players, voter"]["rounds_a_second"] == 1000


@pytest.mark.usefixtures("toy")
def test_a_mark_becomes_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Match("ladder", "toy", {"players": 2}, ("random", "hasty"), 12)
    monkeypatch.setattr(bots_page, "chosen", lambda group, games: [SMALL, other])
    results = Results(tmp_path)
    played = play(SMALL, results, 1, None)
    share = f"{100 * played['results'][0]['share']:.1f} ± {100 * played['results'][0]['share_error']:.1f}"
    lines = page("before\n\n[[ladder toy]]\nafter\n", results).splitlines()
    assert lines[2:7] == [
        "before",
        "",
        "| table | fair | witness : random | random : hasty |",
        "|---|---|---|---|",
        f"| 2 players | 50.0 | {share} | — |",
    ]
    assert lines[8].startswith("12 games each, seed 1, 20")
    assert lines[8].endswith("The first: `lantern arena toy --players 2 --bots witness,random --games 12 --seed 1`.")
    assert lines[9] == "after"


def hanabi_matches_of(name: str) -> list[Match]:
    return [match for match in GROUPS["hanabi"]() if match.bots == (name,)]


def test_hanabi_has_a_row_for_every_variant_with_the_ceiling_beside_it(tmp_path: Path) -> None:
    results = Results(tmp_path)
    at_three, open_at_two = hanabi_matches_of("expert")[0], hanabi_matches_of("cheating")[0]
    results.keep(at_three.file, at_three.key, FACTS | {"results": [SIDE]})
    results.keep(open_at_two.file, open_at_two.key, FACTS | {"results": [SIDE | {"points": 24.987}]})
    lines = page("[[hanabi expert]]", results).splitlines()
    assert lines[2] == "| options | 2 | 3 | 4 | 5 | cheating, 2 to 5 |"
    assert lines[4] == "| the original game | — | 24.900 ± 0.004, 95.0 % | — | — | 24.99 / — / — / — |"
    assert lines[-3].startswith("| final bouquet |")
    assert lines[-1] == "7 games each, seed 1, 2026-11-15, A (2 cores). The first: `c`. Fewer than 20,000: 3 players 7."
    assert page("[[hanabi cheating]]", results).splitlines()[2] == "| options | 2 | 3 | 4 | 5 |"


def test_thought_has_a_row_for_every_number_of_rounds(tmp_path: Path) -> None:
    results = Results(tmp_path)
    first, *others = GROUPS["thought"]()
    results.keep(first.file, first.key, FACTS | {"results": [SIDE]})
    lines = page("[[thought hanabi]]", results).splitlines()
    assert lines[2] == "| rounds a move | 2 players |"
    assert lines[4] == "| 10 | 24.900 ± 0.004, 95.0 % |"
    assert lines[5 : 5 + len(others)] == ["| 40 | — |", "| 160 | — |"]


def test_mixed_company_has_a_row_for_every_pair(tmp_path: Path) -> None:
    results = Results(tmp_path)
    first = next(iter(GROUPS["mixed"]()))
    results.keep(first.file, first.key, FACTS | {"results": [SIDE]})
    lines = page("[[mixed hanabi]]", results).splitlines()
    assert lines[2] == "| bots | 2 | 3 | 4 | 5 |"
    assert lines[4] == "| one expert, the others club | 24.900 ± 0.004 | — | — | — |"
    assert lines[7].startswith("| one expert, the others random |")


def test_hanabis_quick_bots_play_before_the_expert_and_its_main_tables_before_others() -> None:
    names = list(dict.fromkeys(match.bots[0] for match in GROUPS["hanabi"]()))
    assert names == ["cheating", "hats", "beginner", "club", "expert"]
    assert all(len(hanabi_matches_of(name)) == 44 for name in names)
    tables = [match.table for match in hanabi_matches_of("expert")]
    assert [table["players"] for table in tables[:12]] == [3, 4, 5, 2, 3, 4, 5, 2, 4, 5, 3, 2]
    assert tables[8] == {"players": 4, "multicolour": True}


@in_plain
def test_open_hands_name_a_command_that_plays_them(tmp_path: Path) -> None:
    played = play(OPEN, Results(tmp_path), 1, None)
    assert played["games"] == 4
    assert (played["command"], played["one_game"]) == ("python -m benchmarks.matches hanabi open_hanabi", None)


@in_plain
def test_mixed_company_plays_every_deal_from_every_seat(tmp_path: Path) -> None:
    played = play(COMPANY, Results(tmp_path), 1, None)
    assert (played["deals"], played["games"]) == (2, 6)
    assert played["results"][0]["name"] == "club + beginner + beginner"
    assert played["command"] == ("lantern arena hanabi --players 3 --bots club,beginner --games 5 --seed 1 --mixed")
    assert Results(tmp_path).is_whole(COMPANY)
