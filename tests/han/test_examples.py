"""The worked examples of the rulebook, on our maps (HAN-13).

Alex is A, Barbara B, Chris C and Doris D.
"""

from __future__ import annotations

import pytest

from tests.han.shown import discards, display, emissaries, hand, houses, items, points, supply
from tests.han.table import finished, last_turn, position, ways
from tests.matches import phase, play_all, to_act
from tests.refusals import assert_legal, assert_refused

WEI = "A w1 w2 w5 w6 | B w3 w4"
CHIN = "D c3 bcs | B c4 bch"
LATER = "A w1 w2 w5 w6 | B w3 w4 c4 bch | D bzw c1 c2 c3 bcs s1 s2"
COURTS = "wei DB | chin DDBA | shu CCD"


# Example 1: the 3-2-1 rule


def test_example_1_barbara_places_one_piece_in_an_empty_province() -> None:
    match = position("VRR", to_act="B")
    match.play("house w1 with red")
    assert_refused(match, "house w2 with red", "3.2")
    assert_refused(match, "emissary wei with red", "3.2")
    assert match.actions() == ["end"]
    match.play("end")
    assert (to_act(match), phase(match), hand(match, "B")) == ("B", "draw", "VR")


@pytest.mark.parametrize("action", ["house s1 with red", "house u1 with violet", "emissary shu with red"])
def test_example_1_barbara_finishes_her_turn_in_one_province(action: str) -> None:
    match = play_all(position("VRR", to_act="B"), "house w1 with red")
    assert_refused(match, action)


def test_example_1_alex_places_two_pieces_where_barbara_stands() -> None:
    match = position("RGG", houses="B w1", discards="")
    play_all(match, "house w2 with red", "house w3 with green green")
    assert houses(match) == {"w1": "B", "w2": "A", "w3": "A"}
    assert (hand(match, "A"), discards(match)) == ("", "GGR")


def test_example_1_alex_may_send_an_emissary_with_the_wild_pair() -> None:
    match = position("RGG", houses="B w1")
    play_all(match, "house w2 with red", "emissary wei with green green")
    assert emissaries(match, "wei") == "A"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("house w2 with green green", "house w3 with red"),
        ("emissary wei with red", "house w2 with green green"),
        ("emissary wei with green green", "house w2 with red"),
    ],
)
def test_example_1_alex_may_place_in_any_order(first: str, second: str) -> None:
    match = play_all(position("RGG", houses="B w1"), first)
    assert_legal(match, second)


def test_example_1_two_emissaries_of_alex_would_exceed_the_cap() -> None:
    match = play_all(position("RGG", houses="B w1"), "emissary wei with red")
    assert_refused(match, "emissary wei with green green", "5.2")


@pytest.mark.parametrize("spaces", [("q2", "q3"), ("c2", "c3")])
def test_example_1_doris_places_two_pieces_and_no_third(spaces: tuple[str, str]) -> None:
    match = position("YYY", to_act="D", houses="A q1 | B c1")
    play_all(match, *(f"house {space} with yellow" for space in spaces))
    third = {"q3": "q4", "c3": "c4"}[spaces[1]]
    assert_refused(match, f"house {third} with yellow", "3.1")
    assert match.actions() == ["end"]


def test_example_1_doris_stays_in_one_of_the_two_yellow_provinces() -> None:
    match = position("YYY", to_act="D", houses="A q1 | B c1")
    assert_refused(play_all(match, "house q2 with yellow"), "house c2 with yellow", "3.1")
    match.undo()
    assert_refused(play_all(match, "house c2 with yellow"), "house q2 with yellow", "3.1")


def test_example_1_doris_uses_two_cards_as_a_wild_pair() -> None:
    match = position("YYY", to_act="D", houses="A q1 | B c1")
    assert_refused(match, "house h1 with yellow", "3.3")
    match.play("house h1 with yellow yellow")
    assert houses(match)["h1"] == "D"
    assert_refused(match, "house q2 with yellow", "3.1")
    assert match.actions() == ["end"]


@pytest.mark.parametrize("space", ["bch", "bcs", "bql"])
def test_example_1_doris_may_place_a_border_house_too(space: str) -> None:
    assert_legal(position("YYY", to_act="D", houses="A q1 | B c1"), f"house {space} with yellow yellow")


# Examples 2 and 3: emissaries


def test_example_2_two_more_emissaries_fit_into_wei() -> None:
    match = position("RRY", to_act="D", houses=WEI, emissaries="wei BD")
    standing = match.view()["standing"]["wei"]
    assert (standing["cap"], standing["most_houses"], standing["most_emissaries"]) == (4, [1], [2, 4])
    play_all(match, "emissary wei with red", "emissary wei with red")
    assert emissaries(match, "wei") == "BDDD"
    assert hand(match, "D") == "Y"


def test_example_2_a_third_emissary_would_be_too_many() -> None:
    match = position("RRY", to_act="D", houses=WEI, emissaries="wei BDDD")
    assert_refused(match, "emissary wei with red", "5.2")


def test_example_2_a_third_piece_in_the_turn_is_refused_anyway() -> None:
    match = position("RRR", to_act="D", houses=WEI, emissaries="wei BD")
    play_all(match, "emissary wei with red", "emissary wei with red")
    assert_refused(match, "emissary wei with red")
    assert match.actions() == ["end"]


CHIN_CHOICES = {
    "two emissaries": ("emissary chin with yellow", "emissary chin with red red"),
    "two houses": ("house c1 with yellow", "house c2 with red red"),
    "an emissary and c1": ("emissary chin with yellow", "house c1 with red red"),
    "an emissary and c2": ("emissary chin with red red", "house c2 with yellow"),
}


@pytest.mark.parametrize("pair", CHIN_CHOICES.values(), ids=CHIN_CHOICES)
@pytest.mark.parametrize("turned", [False, True])
def test_example_3_two_pieces_for_chin(pair: tuple[str, str], turned: bool) -> None:
    match = position("RRY", to_act="D", houses=f"{WEI} | {CHIN}", emissaries="wei BD")
    first, second = reversed(pair) if turned else pair
    assert_legal(match, first)
    assert_legal(play_all(match, first), second)
    assert hand(play_all(match, second), "D") == ""


def test_example_3_doris_and_barbara_share_the_majority_of_two() -> None:
    match = position("RRY", to_act="D", houses=f"{WEI} | {CHIN}", emissaries="wei BD")
    standing = match.view()["standing"]["chin"]
    assert (standing["houses"], standing["most_houses"], standing["cap"]) == ([0, 2, 0, 2], [2, 4], 2)
    play_all(match, "emissary chin with yellow", "emissary chin with red red")
    assert emissaries(match, "chin") == "DD"


def test_example_3_no_more_than_two_emissaries_in_chin() -> None:
    match = position("RRY", to_act="D", houses=f"{WEI} | {CHIN}", emissaries="wei BD | chin DD")
    assert_refused(match, "emissary chin with yellow", "5.2")
    assert_refused(match, "emissary chin with red red", "5.2")


# Examples 4 and 5: house scoring


@pytest.mark.parametrize("payment", ["red red", "orange red"])
def test_example_4_wei_is_full(payment: str) -> None:
    match = position("ORR", to_act="D", houses=WEI, emissaries="wei BD")
    match.play(f"house bzw with {payment}")
    assert match.scores == [7, 4, 0, 2]
    assert match.reveal()["scored"] == ["wei"]
    assert points(match, "province", "wei", "scored") == [7, 4, 0, 2]
    assert [(item["seat"], item["place"], item["counted"]) for item in items(match, "province", "wei")] == [
        (1, 1, 7),
        (2, 2, 4),
        (4, 3, 2),
    ]


@pytest.mark.parametrize("payment", ["yellow orange", "yellow yellow", "orange orange"])
def test_example_5_two_players_tie_for_most_in_qi(payment: str) -> None:
    held = "YYO" if payment == "yellow yellow" else "YOO"
    match = position(held, to_act="D", houses="B q1 q2 | C q3 q4")
    match.play(f"house bql with {payment}")
    assert match.scores == [0, 5, 5, 2]
    assert match.reveal()["scored"] == ["qi"]
    assert [(item["seat"], item["place"]) for item in items(match, "province", "qi")] == [(2, 1), (3, 1), (4, 2)]


# Examples 6 and 7: alliances and roads


def test_example_6_doris_has_the_majority_in_wei_and_chin() -> None:
    match = finished(houses=LATER, emissaries=COURTS)
    assert points(match, "alliance", 3) == [0, 0, 0, 6]
    (item,) = items(match, "alliance")
    assert (item["of"], item["seat"], item["counted"]) == (3, 4, 6)
    assert sorted(item["provinces"]) == ["chin", "wei"]


def test_example_6_no_alliance_between_chin_and_shu() -> None:
    match = finished(houses=LATER, emissaries=COURTS)
    standing = match.view()["standing"]
    assert standing["wei"]["most_emissaries"] == [2, 4]
    assert standing["chin"]["most_emissaries"] == [4]
    assert standing["shu"]["most_emissaries"] == [3]
    assert points(match, "alliance", 4) == [0, 0, 0, 0]


def test_example_7_the_branch_in_shu_does_not_count() -> None:
    match = finished(houses=LATER, emissaries=COURTS)
    (row,) = items(match, "row")
    assert (row["seat"], row["points"], row["houses"]) == (4, 5, 5)
    along = [piece.removeprefix("space:") for piece in row["pieces"]]
    along = along if along[0] == "c2" else along[::-1]
    assert along[:4] == ["c2", "c1", "c3", "bcs"]
    assert along[4] in ("s1", "s2")


def test_example_7_with_s3_the_loop_has_seven() -> None:
    match = finished(houses=f"{LATER} | D s3", emissaries=COURTS)
    assert points(match, "row") == [0, 0, 0, 7]


def test_examples_4_6_and_7_are_one_game() -> None:
    """Wei and Ch'in were scored in the game, the rest is scored at its end."""
    match = finished(houses=LATER, emissaries=COURTS, scores=[7, 8, 0, 8])
    assert points(match, "province", "wei", "scored") == [7, 4, 0, 2]
    assert points(match, "province", "chin", "scored") == [0, 4, 0, 6]
    assert points(match, "province", "shu", "final") == [0, 0, 0, 3]
    assert points(match, "province", "zhao", "final") == [0, 0, 0, 1]
    assert points(match, "province", "han", "final") == [0, 1, 0, 0]
    assert points(match, "ports") == [0, 0, 0, 0]
    assert match.scores == [7, 9, 0, 8 + 3 + 1 + 6 + 5]


# Example 8: ports


def test_example_8_six_of_the_seven_ports_are_occupied() -> None:
    match = finished(houses="D z4 q3 l3 u6 | A y4 y5")
    assert points(match, "ports") == [4, 0, 0, 6]
    assert [(item["seat"], item["place"], item["houses"], item["counted"]) for item in items(match, "ports")] == [
        (1, 2, 2, 4),
        (4, 1, 4, 6),
    ]


# Example 9: fortifications


def test_example_9_a_fortification_with_its_house_ends_the_placing() -> None:
    match = position("YYY", to_act="D", houses="B q2", variant=True)
    assert_legal(match, "fortify q1 with yellow yellow")
    match.play("fortify q1 with yellow yellow")
    assert houses(match) == {"q2": "B", "q1": "D"}
    assert match.reveal()["fortifications"] == {"q1": 4}
    assert supply(match, "D") == (19, 8, 0)
    assert hand(match, "D") == "Y"
    for action in ("house q3 with yellow", "emissary qi with yellow"):
        assert_refused(match, action)
    assert match.actions() == ["end"]


def test_example_9_no_fortification_on_a_border_space() -> None:
    match = position("YYY", to_act="D", houses="B q2", variant=True)
    assert_refused(match, "fortify bql with yellow yellow", "10.1")


def test_example_9_no_fortification_in_an_empty_province() -> None:
    match = position("YYY", to_act="D", variant=True)
    assert_refused(match, "fortify q1 with yellow yellow")


# Example 10: market places


def test_example_10_the_dragon_space_of_mingguang_is_full() -> None:
    match = ways("GGV", to_act="D", houses="B j1 j2 j3", emissaries="mg BBD", variant=True)
    assert match.view()["standing"]["mg"]["cap"] == 3
    assert_refused(match, "emissary mg with green", "5.2")


def test_example_10_a_market_place_takes_an_emissary_all_the_same() -> None:
    match = ways("GGV", to_act="D", houses="B j1 j2 j3", emissaries="mg BBD", variant=True)
    assert_legal(match, "market j4 with green green")
    match.play("market j4 with green green")
    assert emissaries(match, "mg") == "BBD"
    assert match.reveal()["market_places"] == {"j4": 4}
    assert supply(match, "D") == (20, 6, 0)
    assert match.view()["standing"]["mg"]["most_emissaries"] == [2]
    assert match.actions() == ["end"]


def test_example_10_before_the_final_scoring_doris_draws_level() -> None:
    match = last_turn(
        "GG", map_name="ways-of-diplomacy", houses="B j1 j2 j3 | D c1", emissaries="mg BBD | cl D", variant=True
    )
    play_all(match, "market j4 with green green", "end")
    assert match.over
    assert emissaries(match, "mg") == "BBDD"
    assert match.view()["standing"]["mg"]["most_emissaries"] == [2, 4]
    assert points(match, "alliance", 14) == [0, 0, 0, 5]


# Examples 2, 3, 4, 6 and 7 are moments of one game.


def test_the_examples_follow_from_one_another() -> None:
    """From example 3 over the house on bzw to the board of examples 6 and 7, turn by turn."""
    match = position("RRY", to_act="D", houses=f"{WEI} | {CHIN}", emissaries="wei BD", display="VVVV")
    play_all(match, "emissary chin with yellow", "emissary chin with red red", "end")
    play_all(match, "take violet", "take violet", "take violet")
    assert (hand(match, "D"), len(display(match)), to_act(match)) == ("VVV", 4, "A")
    assert houses(match) | {"bzw": "D", "c1": "D", "c2": "D", "s1": "D", "s2": "D"} == {
        space: seat for seat, spaces in (part.split(" ", 1) for part in LATER.split(" | ")) for space in spaces.split()
    }
