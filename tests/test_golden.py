"""Whole games as they were played before: a difference is a change of the rules, to be meant or mended."""

from __future__ import annotations

import pytest

from tests.golden import golden_tables, path_of, seed_of
from tests.tables import Table, play_at_random


@pytest.mark.parametrize("table", golden_tables(), ids=lambda table: path_of(table).stem)
def test_a_game_goes_as_it_went(table: Table) -> None:
    before = path_of(table).read_text()
    now = play_at_random(table, seed_of(before)).transcript()
    assert now == before, "if this change is meant: make golden, and read the diff"
