"""How far a search is trusted: chances stay chances, what is said too boldly is drawn in, what is unknown is left."""

from __future__ import annotations

from itertools import product

import pytest

import lantern
from lantern.players.advice.review import evened
from lantern.players.advice.trust import AS_IT_IS, Trust, trust_in

RIVALS = [name for name in lantern.names() if not lantern.game(name).sheet.team]
TABLES = [(name, players) for name in RIVALS for players in lantern.game(name).sheet.seats]
SAID = ([0.8, 0.2], [1.0, 0.0], [0.5, 0.3, 0.2], [0.0, 0.0, 1.0], [0.4, 0.3, 0.2, 0.1])
TRUSTS = (AS_IT_IS, Trust(turn=0.3), Trust(early=0.5, late=1.5), Trust(0.2, 0.0, 1.4, 0.6))


@pytest.mark.parametrize(("trust", "said"), [*product(TRUSTS, SAID)])
def test_chances_stay_chances(trust: Trust, said: list[float]) -> None:
    for seat, progress, skill in product(range(len(said)), (0.0, 0.3, 1.0), (0.0, 0.6, 1.0)):
        drawn = trust.drawn(said, seat, progress, skill)
        assert sum(drawn) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in drawn)
        assert [chance == 0 for chance in drawn] == [chance == 0 for chance in said], "what can't be stays so"


def test_where_nobody_has_found_out_chances_are_taken_as_they_are() -> None:
    for said in SAID:
        assert trust_in(lantern.game("hanabi"), 3).drawn(said, 0, 0.4, 0.5) == said
    assert trust_in(lantern.game("khan"), 9) == AS_IT_IS


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_search_is_trusted_as_was_found_out_for_each_number_of_players(game: str, players: int) -> None:
    trust = trust_in(lantern.game(game), players)
    assert trust != AS_IT_IS
    assert trust.turn > 0, "whoever is to act looks better than he is"


def test_what_is_said_too_boldly_is_drawn_in() -> None:
    bold = Trust(careless=0.5, early=0.5, late=1.0)
    beginning, middle, end = (bold.drawn([0.8, 0.15, 0.05], 0, progress, 0.5) for progress in (0.0, 0.5, 1.0))
    assert 1 / 3 < beginning[0] < middle[0] < end[0]
    assert end == pytest.approx([0.8, 0.15, 0.05])
    assert beginning[0] > beginning[1] > beginning[2], "who is ahead stays ahead"
    assert Trust(early=1.5).drawn([0.8, 0.2], 0, 0.0, 1.0)[0] > 0.8, "and what is said too timidly is drawn out"


def test_what_is_said_of_careless_players_counts_for_less_until_the_end() -> None:
    trust = Trust(careless=0.2, early=1.2, late=1.0)
    careless, middling, careful = (trust.drawn([0.8, 0.2], 0, 0.1, skill)[0] for skill in (0.0, 0.5, 1.0))
    assert 0.5 < careless < middling < 0.8 < careful
    assert trust.drawn([0.8, 0.2], 0, 1.0, 0.0) == pytest.approx([0.8, 0.2])
    nothing = Trust(careless=0.0).drawn([0.7, 0.3, 0.0], 0, 0.0, 0.0)
    assert nothing == [0.5, 0.5, 0.0], "who can't win can't"


def test_the_seat_to_act_has_less_than_it_is_said_to_have() -> None:
    trust = Trust(turn=0.2)
    assert trust.drawn([0.5, 0.5], 0, 0.5, 0.5) == pytest.approx([1 - 0.5498, 0.5498], abs=1e-4)
    before, first, after = trust.drawn([0.2, 0.6, 0.2], 1, 0.5, 0.5)
    assert first < 0.6
    assert before == after > 0.2
    assert trust.drawn([1.0, 0.0], 0, 0.5, 0.5) == [1.0, 0.0], "what is certain is certain"


def test_a_jump_between_two_decisions_is_halved_by_what_lies_around_it() -> None:
    moments = {0: [0.5, 0.5], 2: [0.5, 0.5], 3: [0.7, 0.3], 7: [0.7, 0.3]}
    assert evened(moments) == {
        0: [0.5, 0.5],
        2: pytest.approx([0.55, 0.45]),
        3: pytest.approx([0.65, 0.35]),
        7: [0.7, 0.3],
    }


def test_a_saw_becomes_a_line() -> None:
    saw = {ply: [0.6, 0.4] if ply % 2 else [0.4, 0.6] for ply in range(8)}
    assert [chances[0] for ply, chances in evened(saw).items() if 0 < ply < 7] == pytest.approx([0.5] * 6)
