"""What holds for a learner's row of every game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import lantern
from lantern import Match
from lantern.kernel.contract import Json
from tests.khan.table import position
from tests.rows import row_of

OPTIONS: dict[str, Json] = {
    "han": {"players": 2, "market_places": True},
    "khan": {"players": 3},
    "hanabi": {"players": 3, "black_powder": True, "flares": True},
}
DEALT: dict[str, Callable[[], Match]] = {
    "han": lambda: lantern.game("han").match(players=4, seed=3),
    "khan": lambda: position("stone, sand, river, khan", players=4),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_a_batch_observes_for_the_seat_to_act(name: str) -> None:
    game = lantern.game(name)
    batch = game.batch(4, seed=5, **OPTIONS[name])
    batch.reset()
    for number, row in enumerate(batch.observations):
        match = game.match(seed=5 + number, **OPTIONS[name])
        assert match.to_act is not None
        assert row.tolist() == row_of(match, match.to_act)


@pytest.mark.parametrize("name", DEALT)
def test_the_order_of_the_deck_is_in_no_row(name: str) -> None:
    match = DEALT[name]()
    data = match.reveal()
    assert data["deck"] != data["deck"][::-1]
    other = match.game.position(data | {"deck": data["deck"][::-1]})
    for seat in (1, 2, 3, 4):
        assert row_of(match, seat) == row_of(other, seat)
