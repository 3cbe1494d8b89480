"""Chapter 11 of the rules of HAN: the variant Market places, on Ways of Diplomacy."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from tests.han.box import COLOUR_OF, GAME, SEATS, SPACES, WAYS, paid
from tests.han.shown import discards, emissaries, hand, houses, items, points, supply
from tests.han.table import courts, crowded, finished, last_turn, ways
from tests.matches import phase, play_all
from tests.refusals import assert_legal, assert_refused


def market(hand: str, **more: Any) -> Match:
    """A position in which the variant is played."""
    return ways(hand, variant=True, **more)


# 11.1: where, and for what


@pytest.mark.parametrize(("players", "markers"), [(2, 2), (3, 1), (4, 1)])
def test_one_marker_each_or_two_with_two_players(players: int, markers: int) -> None:
    """11.1: in the supply at the start."""
    match = GAME.match(players=players, map=WAYS, market_places=True, seed=1)
    assert [supply(match, seat) for seat in SEATS[:players]] == [(20, 8, markers)] * players


def test_a_marker_with_an_emissary_on_top() -> None:
    """11.1: for two cards of the colour; the emissary is free."""
    match = market("GGV", houses="B j1", discards="")
    match.play("market j2 with green green")
    assert match.reveal()["market_places"] == {"j2": 1}
    assert (houses(match), emissaries(match, "mg")) == ({"j1": "B"}, "")
    assert (hand(match, "A"), discards(match)) == ("V", "GG")
    assert supply(match, "A") == (20, 7, 0)


@pytest.mark.parametrize("where", SPACES[WAYS])
def test_a_market_place_goes_on_any_free_space(where: str) -> None:
    """11.1: in every district."""
    card = COLOUR_OF[WAYS][where]
    first, *rest = SPACES[WAYS][where].split()
    match = market(card * 2, houses=f"B {first}")
    assert_legal(match, *(f"market {space} with {paid(card * 2)}" for space in rest))
    listed = [action.split()[1] for action in match.actions() if action.startswith("market")]
    assert sorted(listed) == rest


@pytest.mark.parametrize("owner", "AB")
def test_not_on_an_occupied_space(owner: str) -> None:
    """11.1: a free house space."""
    assert_refused(market("GGV", houses=f"{owner} j1"), "market j1 with green green")


@pytest.mark.parametrize("payment", ["green", "green red", "red red"])
def test_two_cards_of_the_colour(payment: str) -> None:
    """11.1: not one, and not a wild pair alone."""
    assert_refused(market("GRR", houses="B j1"), f"market j2 with {payment}")


def test_a_wild_pair_may_stand_for_one_of_the_two_cards() -> None:
    """11.1 and 3.7: all three cards then."""
    match = play_all(market("GRR", houses="B j1"), "market j2 with green red red")
    assert hand(match, "A") == ""


@pytest.mark.parametrize(
    ("houses_there", "sent"), [("B j1", "B"), ("B j1 j2", "BC"), ("B j1 j2 j3", "BBD"), ("B j1", "")]
)
def test_the_cap_does_not_matter(houses_there: str, sent: str) -> None:
    """11.1: regardless of 5.2; the dragon space may be full."""
    match = market("GGV", houses=houses_there, emissaries=f"mg {sent}" if sent else "")
    match.play("market j5 with green green")
    assert emissaries(match, "mg") == sent


def test_no_emissary_left_no_market_place() -> None:
    """11.1: an emissary must go on top."""
    match = market("GGV", houses="B v1 v2 v3 v4 c1 c2 c3 c4 j1", emissaries="wy AAAA | cl AAAA")
    assert supply(match, "A") == (20, 0, 1)
    assert_refused(match, "market j2 with green green")


def test_the_last_emissary_may_go_on_the_market_place() -> None:
    """11.1: one is enough."""
    match = market("GGV", houses="B v1 v2 v3 v4 c1 c2 c3 c4 j1", emissaries="wy AAAA | cl AAA")
    match.play("market j2 with green green")
    assert supply(match, "A") == (20, 0, 0)


def test_no_house_is_needed_for_a_market_place() -> None:
    """11.1: all twenty houses may be on the board."""
    own = "A m1 m2 m3 m4 e1 e2 e3 e4 x1 x2 x3 x4 n1 n2 n3 n4 v1 v2 v3 v4"
    match = market("GGV", houses=f"{own} | B j1")
    assert supply(match, "A") == (0, 8, 1)
    assert_legal(match, "market j2 with green green")
    assert_refused(match, "house j2 with green", "3.5")


@pytest.mark.parametrize("players", [3, 4])
def test_only_one_market_place_with_more_than_two_players(players: int) -> None:
    """11.1: the marker is spent."""
    match = market("GGV", players=players, houses="B j1", markers="A x1")
    assert_refused(match, "market j2 with green green")
    assert not [action for action in match.actions() if action.startswith("market")]


def test_two_market_places_with_two_players_and_no_third() -> None:
    """11.1: two markers each; both may stand in one district."""
    match = market("GGV", players=2, houses="B j1", markers="A j2")
    match.play("market j3 with green green")
    assert match.reveal()["market_places"] == {"j2": 1, "j3": 1}
    assert supply(match, "A") == (20, 6, 0)
    spent = market("GGV", players=2, houses="B j1", markers="A j2 j3")
    assert_refused(spent, "market j4 with green green")


def test_others_still_have_their_own() -> None:
    """11.1: each player has one."""
    match = market("GGV", to_act="B", houses="B j1", markers="A j2")
    match.play("market j3 with green green")
    assert match.reveal()["market_places"] == {"j2": 1, "j3": 2}


@pytest.mark.parametrize("action", ["house j3 with green", "emissary mg with green"])
def test_nothing_else_after_a_market_place(action: str) -> None:
    """11.1: marker and emissary are the two pieces."""
    match = play_all(market("GGG", houses="B j1 j2"), "market j4 with green green")
    assert match.reveal()["turn"]["placed"] == 2
    assert_refused(match, action)
    assert match.actions() == ["end"]


@pytest.mark.parametrize("action", ["house j3 with green", "emissary mg with green"])
def test_no_market_place_after_another_piece(action: str) -> None:
    """11.1: it would be the second and third piece."""
    match = play_all(market("GGG", houses="B j1 j2"), action)
    assert_refused(match, "market j4 with green green")
    assert not [action for action in match.actions() if action.startswith("market")]


@pytest.mark.parametrize("where", SPACES[WAYS])
def test_not_into_a_district_that_was_empty(where: str) -> None:
    """11.1: ruling; an empty district takes one piece."""
    card = COLOUR_OF[WAYS][where]
    match = market(card * 3)
    assert_refused(match, f"market {SPACES[WAYS][where].split()[0]} with {paid(card * 2)}")
    assert not [action for action in match.actions() if action.startswith("market")]


def test_the_turn_ends_by_decision_and_the_hand_is_refilled() -> None:
    """11.1 and 2.3: as after any two pieces."""
    match = play_all(market("GGV", houses="B j1"), "market j2 with green green", "end")
    assert phase(match) == "draw"
    play_all(match, "draw", "draw")
    assert match.to_act == 2


def test_houses_and_emissaries_may_be_placed_as_ever() -> None:
    """11.1: a market place is no duty."""
    assert_legal(market("GGV", houses="B j1"), "house j2 with green", "emissary mg with green")


# 11.2: no house, but it occupies its space


def test_a_market_place_is_no_house() -> None:
    """11.2 and 5.2: it does not raise the cap."""
    match = market("GGV", houses="B j1", markers="B j2")
    standing = match.view()["standing"]["mg"]
    assert (standing["houses"], standing["cap"]) == ([0, 1, 0, 0], 1)
    match.play("emissary mg with green")
    assert_refused(match, "emissary mg with green", "5.2")


@pytest.mark.parametrize("owner", "AB")
def test_a_market_place_occupies_its_space(owner: str) -> None:
    """11.2: no house and no other market place there."""
    match = market("GGV", players=2, houses="B j1", markers=f"{owner} j2")
    assert_refused(match, "house j2 with green", "4.1")
    assert_refused(match, "market j2 with green green")
    assert match.view()["standing"]["mg"]["free"] == ["j3", "j4", "j5"]


def test_a_market_place_completes_a_district() -> None:
    """11.2: ruling; all spaces taken by houses or market places."""
    match = market("YYV", to_act="C", houses="A g1 | B g2")
    match.play("market g3 with yellow yellow")
    assert match.reveal()["scored"] == ["gg"]
    assert match.scores == [2, 2, 0, 0]
    assert match.actions() == ["end"]


def test_a_house_completes_a_district_with_a_market_place() -> None:
    """11.2: the market place is not counted among the houses, whoever owns it."""
    match = market("YYV", houses="B g1", markers="C g2")
    match.play("house g3 with yellow")
    assert match.reveal()["scored"] == ["gg"]
    assert match.scores == [2, 2, 0, 0]


def test_a_district_of_one_house_and_market_places() -> None:
    """11.2: it affects only when it scores, not how much."""
    match = market("YYV", to_act="C", houses="A g1", markers="B g2")
    match.play("market g3 with yellow yellow")
    assert match.scores == [1, 0, 0, 0]


def test_the_owner_of_a_market_place_alone_scores_no_houses() -> None:
    """11.2: no house, no points, also at the end."""
    match = finished(map_name=WAYS, houses="A j1 j2 | B j3", markers="C j4")
    assert points(match, "province", "mg") == [3, 2, 0, 0]


def test_a_market_place_breaks_a_row() -> None:
    """11.2 and 9.3: it is no house, not even its owner's."""
    assert points(finished(map_name=WAYS, houses="A j1 j2 j3 j4"), "row") == [4, 0, 0, 0]
    assert points(finished(map_name=WAYS, houses="A j1 j2 j4 c2", markers="A j3"), "row") == [0, 0, 0, 0]
    assert points(finished(map_name=WAYS, houses="A j1 j2 j4 c2", markers="B j3"), "row") == [0, 0, 0, 0]


def test_a_complete_district_still_takes_emissaries() -> None:
    """11.2 and 5.3: up to the cap of its houses."""
    match = market("YYV", houses="A g1 | B g2", markers="C g3")
    play_all(match, "emissary gg with yellow")
    assert_refused(match, "emissary gg with yellow", "5.2")


# 11.3: the emissary on the market place


def test_the_emissary_does_not_count_on_the_dragon_space_during_the_game() -> None:
    """11.3: neither for the cap nor for the majority."""
    match = market("GGV", houses="B j1", markers="C j2")
    standing = match.view()["standing"]["mg"]
    assert (standing["emissaries"], standing["most_emissaries"]) == ([0, 0, 0, 0], [])
    match.play("emissary mg with green")
    assert match.view()["standing"]["mg"]["most_emissaries"] == [1]


def test_the_emissary_is_not_in_the_supply() -> None:
    """11.3 and 1.2: eight in all, those on market places among them."""
    match = market("GGV", houses="B v1 v2 v3 v4 c1 c2 c3 j1", emissaries="wy AAAA | cl AAA", markers="A j2")
    assert supply(match, "A") == (20, 0, 0)
    assert_refused(match, "emissary mg with green", "3.5")


def test_the_emissary_moves_before_the_final_scoring() -> None:
    """11.3: regardless of the cap, and counts for alliances."""
    match = finished(map_name=WAYS, houses="B j1 c1", emissaries="mg B | cl D", markers="D j2")
    assert emissaries(match, "mg") == "BD"
    assert points(match, "alliance", 14) == [0, 0, 0, 3]
    assert match.view()["standing"]["mg"]["most_emissaries"] == [2, 4]


def test_emissaries_of_several_market_places_move() -> None:
    """11.3: all of them, district by district."""
    match = finished(map_name=WAYS, houses="B j1 c1 v1", markers="A j2 | C j3 | D c2")
    assert (emissaries(match, "mg"), emissaries(match, "cl"), emissaries(match, "wy")) == ("AC", "D", "")


def test_two_emissaries_of_one_seat_move_in_a_two_player_game() -> None:
    """11.3: two markers each."""
    match = finished(map_name=WAYS, players=2, houses="B j1 c1", markers="A j2 j3 | B c2 c3", emissaries="mg B | cl A")
    assert (emissaries(match, "mg"), emissaries(match, "cl")) == ("AAB", "ABB")
    assert points(match, "alliance", 14) == [0, 0]


def test_an_emissary_that_moves_may_take_a_majority_away() -> None:
    """11.3: alliances are counted after it moved."""
    board = {"map_name": WAYS, "houses": "B j1 j2 c1", "emissaries": "mg B | cl B", "markers": "A j3"}
    assert points(finished(**board), "alliance", 14) == [0, 3, 0, 0]
    assert emissaries(finished(**board), "mg") == "AB"
    alone = board | {"emissaries": "cl B"}
    assert points(finished(**alone), "alliance", 14) == [0, 0, 0, 0]
    assert points(finished(**(alone | {"emissaries": "cl A"})), "alliance", 14) == [2, 0, 0, 0]


def test_the_emissary_moves_when_nothing_can_be_placed_too() -> None:
    """11.3 and 8.4: whatever ended the game."""
    board = crowded(WAYS, 4, "e4")
    match = market("OOV", to_act="D", houses=board, emissaries=courts(WAYS, 4, board))
    before = emissaries(match, "em")
    match.play("market e4 with orange orange")
    assert match.over
    assert sorted(emissaries(match, "em")) == sorted(before + "D")


def test_what_would_be_scored_counts_the_emissary_where_it_will_stand() -> None:
    """11.3 and 9: the breakdown of a game under way."""
    board: dict[str, Any] = {"map_name": WAYS, "houses": "B j1 c1", "emissaries": "mg B | cl D", "markers": "D j2"}
    before = last_turn("VV", **board)
    assert points(before, "alliance", 14) == [0, 0, 0, 3]
    after = play_all(before, "discard violet")
    assert items(after, "alliance") == items(finished(**board), "alliance")


def test_market_places_are_seen_by_all() -> None:
    """11.1: they stand on the board."""
    match = market("GGV", houses="B j1", markers="C j2")
    for seat in (1, 2, 3, 4, None):
        assert match.view(seat)["market_places"] == {"j2": 3}
