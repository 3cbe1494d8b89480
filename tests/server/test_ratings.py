"""Which puzzle comes next: its theme is drawn by lot, and it is one near the rating."""

from __future__ import annotations

from collections import Counter

import pytest

import lantern
from lantern.learning.puzzles import puzzles
from lantern.server.tables.ratings import next_of, theme_shares
from tests.puzzles import to_answer, to_play

MANY = 300


@pytest.mark.parametrize("game", lantern.names())
def test_of_any_theme_one_in_five_asks_what_is_allowed(game: str) -> None:
    seen: set[str] = set()
    drawn = []
    for number in range(MANY):
        puzzle = next_of(puzzles(game), seen, "ann", 1500)
        assert puzzle is not None
        if number < 10:
            assert puzzle is next_of(puzzles(game), seen, "ann", 1500), "the same until it was tried"
        drawn.append(puzzle)
        seen.add(puzzle.name)
    themes = Counter(puzzle.theme for puzzle in drawn)
    assert (themes["allowed"] + themes["forbidden"]) / MANY == pytest.approx(0 if game == "hanabi" else 0.2, abs=0.06)
    assert min(themes.values()) >= 10
    assert sum(puzzle.level in (3, 4, 5) for puzzle in drawn) > MANY / 2, "near the rating"


def test_shares_of_themes() -> None:
    assert theme_shares([to_answer("khan")]) == {"forbidden": 1}
    assert theme_shares([to_play("khan")]) == {"best": 1}
    assert theme_shares([to_play("khan"), to_answer("khan")]) == {
        "best": pytest.approx(0.8),
        "forbidden": pytest.approx(0.2),
    }
