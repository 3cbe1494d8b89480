"""`greedy`: its prince goes where members bring most, it does nothing in vain, and beats who plays at random."""

from __future__ import annotations

import pytest

from lantern import BadInput
from lantern.players import bot
from lantern.players.ming.greedy import greedy
from tests.greedy import chosen, games_won, in_many_games, player
from tests.ming.box import GAME
from tests.ming.table import position, scoring


def test_it_passes_where_nothing_can_be_deployed() -> None:
    """No member waits on a space, so a step would only cost a card."""
    assert chosen(position(hands={"A": "camel junk ox"}, princes="W1 B1 B3")) == "pass"


def test_it_goes_to_the_province_where_its_members_wait() -> None:
    match = position(hands={"A": "junk camel"}, princes="W1 B1 B3", spaces="orange AAA")
    assert chosen(match) == "step O1 with junk"


def test_it_keeps_the_dragon_where_the_symbol_pays() -> None:
    match = position(hands={"A": "junk dragon"}, princes="W1 B1 B3", spaces="orange AAA")
    assert chosen(match) == "step O1 with junk"


def test_it_deploys_all_where_that_makes_it_first() -> None:
    """Two of B's are outnumbered by three, not by fewer."""
    match = position(phase="deploy", hands={"A": ""}, princes="W1 B1 B3", spaces="white AAA", open="W1 BB", round=6)
    assert chosen(match) in ("deploy 3", "deploy 3 monastery")


def test_in_the_last_round_it_takes_what_is_worth_points_now() -> None:
    """A single member is worth more on the monastery than last in the open area."""
    match = position(phase="deploy", hands={"A": ""}, princes="W1 B1 B3", spaces="white A", open="W1 BBB", round=6)
    assert chosen(match) == "deploy 1 monastery"


def test_in_the_last_round_it_keeps_its_majority_in_the_city() -> None:
    match = scoring("W1 AAA | W2 AA", players=3, round=6)
    assert chosen(match) == "return 0"


def test_its_choice_does_not_depend_on_what_is_hidden() -> None:
    """The deck turned round, and another's return cards."""
    match = position(phase="cards", spaces="white AABB | blue ACC", hands={"A": "dragon"})
    data = match.reveal()
    assert chosen(GAME.position(data | {"deck": data["deck"][::-1]})) == chosen(match)
    choices = set()
    for number in range(7):
        match = scoring("W1 AAB | W2 BBA", players=3)
        match.play(f"return {number}")
        choices.add(chosen(match))
    assert len(choices) == 1


def test_it_has_nothing_to_choose_once_a_match_is_over() -> None:
    match = position(phase="over", round=6, end="six rounds")
    with pytest.raises(BadInput, match="the match is over"):
        player(GAME).choose(match)


def test_it_plays_at_the_club() -> None:
    assert bot(GAME, "club").choose is greedy


@in_many_games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_by_far(players: int) -> None:
    assert games_won(GAME, 12, players) >= 10
