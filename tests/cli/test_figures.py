"""Figures for people."""

from __future__ import annotations

from collections import Counter

from lantern.players.arena.deals import WHOLE, Tally
from lantern.terminal.figures import chart, report
from tests.cli.pictures import text_of


def lines_of(picture: object) -> list[str]:
    return [line.rstrip() for line in text_of(picture).splitlines()]


def test_a_bar_for_every_number_of_points() -> None:
    assert [line.split() for line in lines_of(chart(Counter({-1: 10, 1: 30})))] == [
        ["-1", "█" * 13 + "▍", "10", "25.0", "%"],
        ["0", "0", "0.0", "%"],
        ["1", "█" * 40, "30", "75.0", "%"],
    ]


def test_many_points_share_rows() -> None:
    rows = lines_of(chart(Counter(range(100))))
    assert len(rows) == 25
    assert rows[0].startswith("  0 to 3 ")


def test_the_share_of_games_won_is_told_with_its_error() -> None:
    tally = Tally(
        100, 800, 0.5, Counter({30: 100}), Counter({"deck empty": 100}), [3000, 3000], [90 * WHOLE, 10 * WHOLE]
    )
    lines = lines_of(report(tally))
    assert [line.split() for line in lines[2:4]] == [
        ["seat", "1", "won", "90.0", "%", "±", "6.1"],
        ["seat", "2", "won", "10.0", "%", "±", "6.1"],
    ]


def test_a_team_has_no_share_of_games_won() -> None:
    tally = Tally(2, 80, 0.5, Counter({30: 2}), Counter({"deck empty": 2}), [60, 60])
    assert not any("won" in line for line in lines_of(report(tally)))


def test_seats_that_differ_are_told_apart() -> None:
    tally = Tally(2, 80, 0.5, Counter({30: 1, 40: 1}), Counter({"deck empty": 2}), [70, 90])
    lines = lines_of(report(tally))
    assert lines[0] == "2 games, 80 moves in 0.50 s: 160 moves a second"
    assert "mean scores: seat 1 35.00, seat 2 45.00" in lines
    assert lines[-1].split() == ["deck", "empty", "2", "100.0", "%"]
