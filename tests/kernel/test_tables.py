"""The tables of the battery: all that a game accepts, each once."""

from __future__ import annotations

from tests.kernel.table import PRIZED, TOY
from tests.tables import TABLES, Table, is_moment, moments, random_match, tables_of


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


def test_moments_are_few_and_include_the_first_and_the_last() -> None:
    table = Table(TOY, {"players": 2})
    for seed in range(5):
        length = sum(1 for _ in random_match(table, seed)) - 1
        plies = [match.ply for match in moments(table, seed, 4)]
        assert (plies[0], plies[-1]) == (0, length)
        assert len(plies) < length
        assert all(is_moment(match, table, 1000) for match in random_match(table, seed))
