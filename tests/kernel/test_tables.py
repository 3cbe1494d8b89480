"""The tables of the battery: all that a game accepts, each once."""

from __future__ import annotations

import pytest

from tests.kernel.table import PRIZED, TOY
from tests.kernel.table import TABLES as TOY_TABLES
from tests.tables import TABLES, at, looks, played, played_tables, seeds, spread, tables_of


def test_only_tables_that_the_game_accepts() -> None:
    assert [table.options for table in tables_of(PRIZED)] == [
        {"players": 2},
        {"players": 2, "apart": True},
        {"players": 3},
        {"players": 3, "apart": True},
        {"players": 3, "prizes": "few"},
        {"players": 3, "prizes": "few", "apart": True},
    ]


def test_no_table_comes_twice() -> None:
    settled = [(table.game.name, *table.settled.items()) for table in TABLES]
    assert len(set(settled)) == len(settled)


def test_every_option_of_every_game_is_played() -> None:
    for game in {table.game for table in TABLES}:
        own = [table for table in TABLES if table.game is game]
        for option in (option for option in game.sheet.options if option.name != "start"):
            played = {table.settled[option.name] for table in own}
            assert played | {None} == {None, *option.choices}


def test_the_looks_are_at_three_moments_of_a_match_at_least() -> None:
    for table in TOY_TABLES:
        plies = [match.ply for match in looks(table, 0)]
        assert plies == spread(played(table, seeds(table)[0]).ply, 3)


def test_looks_are_shared_out_over_the_tables_of_a_game() -> None:
    tables = played_tables(TOY)
    whole = sum(len(list(looks(table, 60 * len(tables)))) for table in tables)
    assert 50 * len(tables) < whole <= 60 * len(tables)


@pytest.mark.parametrize(("length", "number"), [(10, 3), (10, 4), (10, 50), (1, 3), (200, 12)])
def test_what_is_spread_has_both_ends_and_nothing_twice(length: int, number: int) -> None:
    plies = spread(length, number)
    assert (plies[0], plies[-1]) == (0, length)
    assert len(set(plies)) == len(plies) == min(number, length + 1)


def test_no_two_tables_play_the_same_seeds() -> None:
    played_seeds = [seed for table in TOY_TABLES for seed in seeds(table)]
    assert len(set(played_seeds)) == len(played_seeds)


def test_a_match_as_it_was_is_the_match_played_so_far() -> None:
    """It can be played on and taken back, and what was played stays as it is."""
    whole = played(TOY_TABLES[0], seeds(TOY_TABLES[0])[0])
    saved, match = whole.save(), TOY_TABLES[0].match(whole.seed)
    for ply, number in enumerate(whole._numbers):
        earlier = at(whole, ply)
        assert (earlier.state.tobytes(), earlier.save(), earlier.log) == (
            match.state.tobytes(),
            match.save(),
            match.log,
        )
        earlier.play(earlier.numbers()[-1])
        match.play(number)
    assert whole.save() == saved == match.save()
    assert whole.log == match.log
