"""Of several reasons against an action the one that docs/rulings.md puts first is given."""

from __future__ import annotations

from typing import Any

import pytest

import lantern
from tests.hanabi.box import GAME as HANABI
from tests.khan.table import ending
from tests.khan.table import position as khan_position
from tests.tables import ALL_GAMES, played, played_tables, seeds

NEVER = {
    "han": ["house {space} with violet violet violet violet"],
    "hanabi": ["hint 2 multicolour", "hint 2 black"],
    "khan": [
        "invade C1 with sand",
        "invade A4 with river",
        "anywhere A4",
        "ruler song A4",
        "yurt A4",
        "conquer domino C1 F1",
        "conquer domino A4 B4",
        "conquer bridge-3 C1 D1 E1",
    ],
    "ming": [],
}
"""[game] what nobody can ever do."""


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_nothing_comes_before_the_end_of_the_game(game: lantern.Game) -> None:
    table = played_tables(game)[0]
    match = played(table, seeds(table)[0])
    space = match.board()["spaces"][0]["id"] if game.name == "han" else ""
    for text in [*NEVER[game.name], match.words.write_action(0)]:
        refusal = match.why_not(text.format(space=space))
        assert refusal is not None
        assert (text, refusal.key) == (text, "game_over")


@pytest.mark.parametrize(
    ("position", "action", "key"),
    [
        ({"phase": "yurts"}, "invade C1 with sand", "place_yurt_first"),
        ({"phase": "yurts"}, "anywhere A4", "place_yurt_first"),
        ({"phase": "yurts"}, "yurt A4", "yurt_in_river"),
        ({"phase": "yurts"}, "ruler song A4", "place_yurt_first"),
        ({"phase": "special", "actions_left": 0}, "invade C1 with sand", "special_or_pass"),
        ({"phase": "special", "actions_left": 0}, "conquer domino C1 F1", "special_or_pass"),
        ({"phase": "actions", "actions_left": 2}, "invade C1 with sand", "wrong_symbol"),
        ({"phase": "actions", "actions_left": 2}, "conquer domino C1 F1", "wrong_shape"),
        ({"phase": "actions", "actions_left": 2}, "yurt A4", "not_setting_up"),
    ],
)
def test_khan_says_first_what_the_phase_asks_for(position: dict[str, Any], action: str, key: str) -> None:
    match = khan_position(**position)
    refusal = match.why_not(action)
    assert refusal is not None
    assert refusal.key == key
    with pytest.raises(lantern.Refused) as refused:
        match.play(action)
    assert refused.value.refusal == refusal


def test_khan_in_the_final_phase() -> None:
    match = ending(yurts="A A5 B5")
    keys = [match.why_not(action) for action in ("invade C1 with sand", "conquer domino C1 F1")]
    assert [refusal.key for refusal in keys if refusal] == ["only_conquests", "wrong_shape"]


def test_hanabi_counts_tokens_before_it_looks_for_the_card() -> None:
    match = HANABI.match(players=4, seed=1)
    refusal = match.why_not("discard 5")
    assert refusal is not None
    assert refusal.key == "all_tokens_there"
    assert match.why_not("play 5") is not None
