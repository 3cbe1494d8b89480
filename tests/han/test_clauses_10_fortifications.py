"""Chapter 10 of the rules of HAN: the variant Fortifications, on Border Disputes."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from tests.han.box import BORDER, BORDERS, COLOUR_OF, GAME, PORTS, SEATS, SPACES, paid
from tests.han.shown import discards, emissaries, hand, houses, items, points, supply
from tests.han.table import finished, position
from tests.matches import phase, play_all
from tests.refusals import assert_legal, assert_refused


def fortified(hand: str, **more: Any) -> Match:
    """A position in which the variant is played."""
    return position(hand, variant=True, **more)


# 10.1: where, and for what


@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_marker_each(players: int) -> None:
    """10.1: in the supply at the start."""
    match = GAME.match(players=players, fortifications=True, seed=1)
    assert [supply(match, seat) for seat in SEATS[:players]] == [(20, 8, 1)] * players


def test_a_marker_with_a_house_on_top() -> None:
    """10.1: for two cards of the colour; the house is free."""
    match = fortified("YYV", houses="B q2", discards="")
    match.play("fortify q1 with yellow yellow")
    assert match.reveal()["fortifications"] == {"q1": 1}
    assert houses(match) == {"q2": "B", "q1": "A"}
    assert (hand(match, "A"), discards(match)) == ("V", "YY")
    assert supply(match, "A") == (19, 8, 0)


@pytest.mark.parametrize("where", SPACES[BORDER])
def test_a_fortification_goes_on_any_free_space_but_not_on_a_border(where: str) -> None:
    """10.1: in every province, ports included."""
    card = COLOUR_OF[BORDER][where]
    first, *rest = SPACES[BORDER][where].split()
    match = fortified(card * 2, houses=f"B {first}")
    for space in rest:
        if space in BORDERS:
            assert_refused(match, f"fortify {space} with {paid(card * 2)}", "10.1")
        else:
            assert_legal(match, f"fortify {space} with {paid(card * 2)}")
    listed = [action.split()[1] for action in match.actions() if action.startswith("fortify")]
    assert sorted(listed) == sorted(space for space in rest if space not in BORDERS)


@pytest.mark.parametrize("space", BORDERS)
@pytest.mark.parametrize("payment", ["VV", "YY", "OO", "GG", "RR"])
def test_no_fortification_on_a_border_space_however_it_is_paid(space: str, payment: str) -> None:
    """10.1: never a border space."""
    one, other = BORDERS[space]
    board = f"B {SPACES[BORDER][one].split()[0]} {SPACES[BORDER][other].split()[0]}"
    assert_refused(fortified(payment, houses=board), f"fortify {space} with {paid(payment)}")


def test_no_fortification_on_a_border_space_for_one_card_of_each_province() -> None:
    """10.1: never a border space."""
    assert_refused(fortified("YOV", houses="B q2 l2"), "fortify bql with yellow orange")


@pytest.mark.parametrize("owner", "AB")
def test_no_fortification_on_an_occupied_space(owner: str) -> None:
    """10.1: a free house space; not under a house that stands, not even one's own."""
    assert_refused(fortified("YYV", houses=f"{owner} q1"), "fortify q1 with yellow yellow")


def test_a_fortified_space_is_occupied() -> None:
    """10.1 and 4.1: nobody else builds there."""
    match = fortified("YYV", markers="B q1")
    assert_refused(match, "house q1 with yellow", "4.1")
    assert_refused(match, "fortify q1 with yellow yellow")


@pytest.mark.parametrize("payment", ["yellow", "yellow red", "red red"])
def test_two_cards_of_the_colour(payment: str) -> None:
    """10.1: not one, and not a wild pair alone."""
    assert_refused(fortified("YRR", houses="B q2"), f"fortify q1 with {payment}")


def test_a_wild_pair_may_stand_for_one_of_the_two_cards() -> None:
    """10.1 and 3.7: all three cards then."""
    match = play_all(fortified("YRR", houses="B q2"), "fortify q1 with yellow red red")
    assert hand(match, "A") == ""


def test_only_one_fortification_for_a_player() -> None:
    """10.1: the marker is spent."""
    match = fortified("YYV", houses="B q2", markers="A w1")
    assert supply(match, "A")[2] == 0
    assert_refused(match, "fortify q1 with yellow yellow")
    assert not [action for action in match.actions() if action.startswith("fortify")]


def test_others_still_have_their_own() -> None:
    """10.1: each player has one."""
    match = fortified("YYV", to_act="B", houses="B q2", markers="A q1 | C w1")
    match.play("fortify q3 with yellow yellow")
    assert match.reveal()["fortifications"] == {"q1": 1, "w1": 3, "q3": 2}


def test_no_house_left_no_fortification() -> None:
    """10.1: a house must go on top."""
    own = "A z1 z2 z3 z5 c1 c2 c3 c4 w1 w2 w3 w4 l1 l2 h1 h2 h3 h4 s1 s2"
    match = fortified("YYV", houses=f"{own} | B q2")
    assert supply(match, "A") == (0, 8, 1)
    assert_refused(match, "fortify q1 with yellow yellow")


def test_the_last_house_may_go_on_the_fortification() -> None:
    """10.1: one house is enough."""
    own = "A z1 z2 z3 z5 c1 c2 c3 c4 w1 w2 w3 w4 l1 l2 h1 h2 h3 h4 s1"
    match = fortified("YYV", houses=f"{own} | B q2")
    match.play("fortify q1 with yellow yellow")
    assert supply(match, "A") == (0, 8, 0)


def test_houses_may_be_placed_without_a_fortification() -> None:
    """10.1: as without the variant."""
    assert_legal(fortified("YYV", houses="B q2"), "house q1 with yellow", "house bql with yellow yellow")


def test_the_house_counts_once_for_the_cap() -> None:
    """10.1 and 5.2: one house."""
    match = fortified("YYV", markers="B q1", emissaries="qi C")
    assert match.view()["standing"]["qi"]["cap"] == 1
    assert_refused(match, "emissary qi with yellow", "5.2")


# 10.2: two pieces


@pytest.mark.parametrize("action", ["house q3 with yellow", "emissary qi with yellow"])
def test_nothing_else_after_a_fortification(action: str) -> None:
    """10.2: marker and house are the two pieces."""
    match = play_all(fortified("YYY", houses="B q2 q4"), "fortify q1 with yellow yellow")
    assert match.reveal()["turn"]["placed"] == 2
    assert_refused(match, action)
    assert match.actions() == ["end"]


@pytest.mark.parametrize("action", ["house q3 with yellow", "emissary qi with yellow"])
def test_no_fortification_after_another_piece(action: str) -> None:
    """10.2: it would be the second and third piece."""
    match = play_all(fortified("YYY", houses="B q2 q4"), action)
    assert_refused(match, "fortify q1 with yellow yellow")
    assert not [action for action in match.actions() if action.startswith("fortify")]


@pytest.mark.parametrize("where", SPACES[BORDER])
def test_not_into_a_province_that_was_empty(where: str) -> None:
    """10.2: ruling; an empty province takes one piece."""
    card = COLOUR_OF[BORDER][where]
    match = fortified(card * 3)
    assert_refused(match, f"fortify {SPACES[BORDER][where].split()[0]} with {paid(card * 2)}")
    assert not [action for action in match.actions() if action.startswith("fortify")]


def test_a_border_house_makes_a_province_fit_for_a_fortification() -> None:
    """10.2 and 6.2: it is no longer empty."""
    assert_legal(fortified("YYV", houses="B bql"), "fortify q1 with yellow yellow")


def test_the_turn_ends_by_decision_and_the_hand_is_refilled() -> None:
    """10.2 and 2.3: as after any two pieces."""
    match = play_all(fortified("YYV", houses="B q2"), "fortify q1 with yellow yellow", "end")
    assert phase(match) == "draw"
    play_all(match, "draw", "draw")
    assert match.to_act == 2


# 10.3: double points for the owner


DOUBLED = {
    "the first": ("A w1 w2 w5 w6 | B w3 w4 | D bzw", "A w1", [14, 4, 0, 2]),
    "the second": ("A w1 w2 w5 w6 | B w3 w4 | D bzw", "B w3", [7, 8, 0, 2]),
    "two of them": ("A w1 w2 w5 w6 | B w3 w4 | D bzw", "A w1 | B w3", [14, 8, 0, 2]),
    "the third": ("A w1 w2 w5 w6 | B w3 bzw | D w4", "D w4", [7, 4, 0, 4]),
    "one of those level": ("A w1 w5 | B w2 w6 | C w3 w4 | D bzw", "B w2", [7, 14, 7, 2]),
    "alone": ("C w1 w2 w3 w4 w5 w6 bzw", "C w1", [0, 0, 14, 0]),
}


@pytest.mark.parametrize(("board", "markers", "scored"), DOUBLED.values(), ids=DOUBLED)
def test_the_owners_points_for_the_province_are_doubled(board: str, markers: str, scored: list[int]) -> None:
    """10.3: ruling; ranks and what others earn do not change."""
    match = finished(houses=board, markers=markers)
    assert points(match, "province", "wei", "scored") == scored


def test_points_double_the_moment_the_province_is_full() -> None:
    """10.3 and 7.1: in house scoring."""
    match = fortified("YYV", to_act="D", houses="B q2 | C q3 q4", markers="B q1")
    match.play("house bql with yellow yellow")
    assert match.scores == [0, 10, 5, 2]
    assert [(item["seat"], item["points"], item["doubled"]) for item in items(match, "province", "qi")] == [
        (2, 10, True),
        (3, 5, False),
        (4, 2, False),
    ]
    assert [item["counted"] for item in items(match, "province", "qi")] == [5, 5, 2]


def test_a_fortification_may_complete_its_province() -> None:
    """10.3 and 7.1: its own points are doubled already."""
    match = fortified("RRV", houses="B w1 w2 w3 w4 | C w5 bzw")
    match.play("fortify w6 with red red")
    assert match.scores == [4, 7, 4, 0]
    assert match.actions() == ["end"]


def test_points_double_at_the_end_too() -> None:
    """10.3 and 9.1: in provinces not complete."""
    match = finished(houses="A w3 | B w2", markers="A w1")
    assert points(match, "province", "wei") == [6, 2, 0, 0]


def test_other_provinces_are_not_doubled() -> None:
    """10.3: for that province alone."""
    match = finished(houses="A z1 q1", markers="A w1")
    assert points(match, "province", "wei") == [2, 0, 0, 0]
    assert points(match, "province", "zhao") == [1, 0, 0, 0]
    assert points(match, "province", "qi") == [1, 0, 0, 0]


def test_a_neighbour_over_a_border_house_is_not_doubled() -> None:
    """10.3: the fortification stands in one province, though the owner's border house is in both."""
    match = finished(houses="A bzw", markers="A w1")
    assert points(match, "province", "wei") == [4, 0, 0, 0]
    assert points(match, "province", "zhao") == [1, 0, 0, 0]


def test_another_players_points_are_not_doubled() -> None:
    """10.3: only the owner's; the place above counts its houses, not its points."""
    match = finished(houses="B w2 w3 w5 | C w4", markers="A w1")
    assert points(match, "province", "wei") == [6, 5, 3, 0]


FORT_ROWS = {
    "a row with the fortification": ("A c1 c2 z1", "A z2", 8),
    "at its end": ("A c2 z1 z2", "A c1", 8),
    "another row": ("A c1 c2 z1 z2", "A y5", 4),
    "one of two rows": ("A c1 c2 z1 y2 y1 y3 y5", "A z2", 12),
    "three houses are no row": ("A c1 c2", "A z1", 0),
    "the branch with the fortification counts": ("A c2 z1 z2 z3 z4", "A z5", 8),
    "one long row, not two": ("A c1 c2 z1 z2 z5 q1 q2", "A q3", 16),
    "the doubled row takes what it can": ("A c3 c1 c2 z1 z2 z3 z4", "A z5", 12),
}


@pytest.mark.parametrize(("board", "markers", "scored"), FORT_ROWS.values(), ids=FORT_ROWS)
def test_the_row_with_the_fortification_is_doubled(board: str, markers: str, scored: int) -> None:
    """10.3 and 9.3: doubling comes first, and the best doubled total counts."""
    match = finished(houses=board, markers=markers)
    assert points(match, "row") == [scored, 0, 0, 0]
    for item in items(match, "row"):
        with_marker = f"space:{markers.split()[1]}" in item["pieces"]
        assert item["doubled"] == with_marker
        assert item["points"] == item["houses"] * (2 if with_marker else 1)


def test_without_the_fortification_the_same_houses_make_other_rows() -> None:
    """10.3: the branch is left out where it brings nothing."""
    assert points(finished(houses="A c2 z1 z2 z3 z4 z5"), "row") == [5, 0, 0, 0]
    assert points(finished(houses="A c3 c1 c2 z1 z2 z3 z4 z5"), "row") == [8, 0, 0, 0]


def test_another_players_row_is_not_doubled() -> None:
    """10.3: only the owner's."""
    match = finished(houses="B c1 c2 z1 z2", markers="A z5")
    assert points(match, "row") == [0, 4, 0, 0]


@pytest.mark.parametrize("port", PORTS)
def test_the_ports_are_doubled_if_it_stands_on_one(port: str) -> None:
    """10.3 and 9.4: for its owner."""
    others = [space for space in PORTS if space != port]
    match = finished(houses=f"A {others[0]} | B {others[1]}", markers=f"A {port}")
    assert points(match, "ports") == [6, 2, 0, 0]
    assert [item["doubled"] for item in items(match, "ports")] == [True, False]


def test_the_ports_are_not_doubled_if_it_stands_elsewhere() -> None:
    """10.3: though the owner has a port in the same province."""
    match = finished(houses="A q3 q4", markers="A q1")
    assert points(match, "ports") == [2, 0, 0, 0]
    assert points(match, "province", "qi") == [6, 0, 0, 0]


def test_a_fortification_on_a_port_may_count_three_times() -> None:
    """10.3: province, row and ports."""
    match = finished(houses="A z1 z2 z3", markers="A z4")
    assert points(match, "province", "zhao") == [8, 0, 0, 0]
    assert points(match, "row") == [8, 0, 0, 0]
    assert points(match, "ports") == [2, 0, 0, 0]
    assert match.scores == [18, 0, 0, 0]


def test_alliances_are_not_doubled() -> None:
    """10.3: house, road and port scoring alone."""
    match = finished(markers="A w1", houses="A c1", emissaries="wei A | chin A")
    assert points(match, "alliance") == [2, 0, 0, 0]
    assert emissaries(match, "wei") == "A"
    assert not items(match, "alliance")[0]["doubled"]
