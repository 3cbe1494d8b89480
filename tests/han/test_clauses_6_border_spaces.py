"""Chapter 6 of the rules of HAN: border spaces."""

from __future__ import annotations

import pytest

from tests.han.box import BORDER, BORDERS, COLOUR_OF, paid
from tests.han.shown import emissaries, hand, houses, points, supply
from tests.han.table import position, ways
from tests.matches import play_all
from tests.refusals import assert_legal, assert_refused

# 6.1: what a border house costs


@pytest.mark.parametrize("space", BORDERS)
def test_two_cards_one_of_each_or_two_of_one(space: str) -> None:
    """6.1: the colours of the two provinces, in either way."""
    one, other = (COLOUR_OF[BORDER][where] for where in BORDERS[space])
    for payment in (one + other, one + one, other + other):
        match = position(payment)
        assert_legal(match, f"house {space} with {paid(payment)}")
        match.play(f"house {space} with {paid(payment)}")
        assert (houses(match), hand(match, "A")) == ({space: "A"}, "")
        assert supply(match, "A") == (19, 8, 0)


@pytest.mark.parametrize("space", BORDERS)
def test_one_card_is_not_enough(space: str) -> None:
    """6.1: two cards."""
    for where in BORDERS[space]:
        card = COLOUR_OF[BORDER][where]
        assert_refused(position(card * 3), f"house {space} with {paid(card)}", "6.1")


@pytest.mark.parametrize("space", BORDERS)
def test_a_wild_pair_alone_is_not_enough(space: str) -> None:
    """6.1 and 3.7: it stands for one of the two cards."""
    colours = {COLOUR_OF[BORDER][where] for where in BORDERS[space]}
    for card in sorted(set("VYOGR") - colours):
        assert_refused(position(card * 3), f"house {space} with {paid(card * 2)}")


def test_there_are_six_border_spaces_and_none_on_ways_of_diplomacy() -> None:
    """6: Border Disputes alone has them."""
    shared = {
        space["id"]: tuple(space["provinces"]) for space in position().board()["spaces"] if len(space["provinces"]) == 2
    }
    assert shared == BORDERS
    assert all(len(space["provinces"]) == 1 for space in ways().board()["spaces"])


# 6.2: it belongs to both provinces


@pytest.mark.parametrize(("space", "where"), [(space, where) for space, both in BORDERS.items() for where in both])
def test_a_border_house_stands_in_both_provinces(space: str, where: str) -> None:
    """6.2: it is a piece there, counts for the cap, and scores."""
    match = position(COLOUR_OF[BORDER][where] * 3, houses=f"C {space}")
    assert where not in match.reveal()["turn"]["empty"]
    standing = match.view()["standing"][where]
    assert (standing["houses"], standing["cap"], standing["most_houses"]) == ([0, 0, 1, 0], 1, [3])
    assert points(match, "province", where) == [0, 0, 1, 0]
    assert_legal(match, f"emissary {where} with {paid(COLOUR_OF[BORDER][where])}")


@pytest.mark.parametrize("where", ["zhao", "wei"])
def test_a_border_house_lets_two_pieces_into_either_province(where: str) -> None:
    """6.2 and 3.2: neither is empty any more."""
    card = COLOUR_OF[BORDER][where]
    first, second = (f"house {where[0]}{number} with {paid(card)}" for number in (1, 2))
    match = play_all(position(card * 3, houses="B bzw"), first, second)
    assert len(houses(match)) == 3


def test_a_border_house_is_one_house_of_the_supply() -> None:
    """6.2: otherwise a house like any other."""
    match = position(houses="C bzw bql buy")
    assert supply(match, "C") == (17, 8, 0)


def test_a_border_house_adds_to_the_cap_of_both() -> None:
    """6.2 and 5.2: the most houses of one colour."""
    standing = position(houses="B bzw w1 z1 z2 | C w2").view()["standing"]
    assert (standing["wei"]["cap"], standing["zhao"]["cap"]) == (2, 3)


# 6.3: one more piece in one of the two provinces


SECOND = {
    "a house in zhao": ("O", "house z2 with orange", "zhao"),
    "an emissary in zhao": ("O", "emissary zhao with orange", "zhao"),
    "a house in wei": ("R", "house w2 with red", "wei"),
    "an emissary in wei": ("R", "emissary wei with red", "wei"),
}
BOTH, ZHAO_ONLY, WEI_ONLY, NEITHER = "B z1 w1", "B z1", "B w1", ""
STANDING = {"both": BOTH, "zhao only": ZHAO_ONLY, "wei only": WEI_ONLY, "neither": NEITHER}
FILLED = {BOTH: {"zhao", "wei"}, ZHAO_ONLY: {"zhao"}, WEI_ONLY: {"wei"}, NEITHER: set()}


@pytest.mark.parametrize(("third", "second", "where"), SECOND.values(), ids=SECOND)
@pytest.mark.parametrize("standing", STANDING.values(), ids=STANDING)
def test_a_second_piece_goes_only_where_something_stood(standing: str, third: str, second: str, where: str) -> None:
    """6.3: the border house is a piece placed in both, and an empty province takes one."""
    match = play_all(position(f"OR{third}", houses=standing), "house bzw with orange red")
    if where in FILLED[standing]:
        assert_legal(match, second)
    else:
        assert_refused(match, second, "3.2")


@pytest.mark.parametrize(("third", "first", "where"), SECOND.values(), ids=SECOND)
@pytest.mark.parametrize("standing", STANDING.values(), ids=STANDING)
def test_the_border_house_may_come_second(standing: str, third: str, first: str, where: str) -> None:
    """6.3: ruling; either order, as long as one province holds both pieces."""
    match = position(f"OR{third}", houses=standing)
    if where not in FILLED[standing] and first.startswith("emissary"):
        assert_refused(match, first, "5.2")
        return
    match.play(first)
    if where in FILLED[standing]:
        assert_legal(match, "house bzw with orange red")
    else:
        assert_refused(match, "house bzw with orange red", "3.2")


def test_with_both_provinces_empty_there_is_no_second_piece() -> None:
    """6.3: nothing but the end of the turn."""
    match = play_all(position("ORR"), "house bzw with orange red")
    assert match.actions() == ["end"]


@pytest.mark.parametrize(
    ("paying", "third", "second"),
    [
        ("RR", "R", "house w2 with red"),
        ("RR", "O", "house z2 with orange"),
        ("OO", "R", "emissary wei with red"),
        ("OO", "O", "emissary zhao with orange"),
    ],
)
def test_the_second_piece_need_not_be_in_the_colour_of_the_first_payment(paying: str, third: str, second: str) -> None:
    """6.3: the third card decides, not how the border house was paid."""
    match = play_all(position(paying + third, houses=BOTH), f"house bzw with {paid(paying)}")
    assert_legal(match, second)


@pytest.mark.parametrize("second", ["house s1 with red", "emissary shu with red", "house s2 with red"])
def test_the_second_piece_stays_in_one_of_the_two_provinces(second: str) -> None:
    """6.3 and 3.1: not in another red province."""
    match = play_all(position("ORR", houses="B z1 w1 s3"), "house bzw with orange red")
    assert_refused(match, second, "3.1")


@pytest.mark.parametrize("first", ["house s1 with red", "emissary shu with red"])
def test_a_border_house_does_not_follow_a_piece_of_another_province(first: str) -> None:
    """6.3 and 3.1: one province holds both."""
    match = play_all(position("ORR", houses="B z1 w1 s3"), first)
    assert_refused(match, "house bzw with orange red", "3.1")


def test_a_piece_in_shu_may_be_followed_by_either_border_house_of_shu() -> None:
    """6.3: a province with two border spaces."""
    match = play_all(position("RRR", houses="B s1"), "house s2 with red")
    assert_legal(match, "house bcs with red red", "house bsu with red red")


def test_after_two_pieces_one_province_is_left() -> None:
    """6.3: the one that holds both."""
    match = play_all(position("ORR", houses=BOTH), "house bzw with orange red")
    assert sorted(match.reveal()["turn"]["provinces"]) == ["wei", "zhao"]
    match.play("house w2 with red")
    assert match.reveal()["turn"]["provinces"] == ["wei"]
    assert match.reveal()["turn"]["placed"] == 2


def test_the_border_house_counts_for_the_cap_of_the_emissary() -> None:
    """6.3: at the moment of placing."""
    match = position("ORR", houses="A w1 | B z1", emissaries="wei C")
    assert_refused(match, "emissary wei with red", "5.2")
    play_all(match, "house bzw with orange red", "emissary wei with red")
    assert emissaries(match, "wei") == "AC"


def test_the_border_house_counts_for_the_cap_in_either_province() -> None:
    """6.3: here it raises the one and not the other."""
    match = play_all(
        position("ORO", houses="A z1 | B w1 w2", emissaries="zhao C | wei CD"), "house bzw with orange red"
    )
    assert_legal(match, "emissary zhao with orange")
    match = play_all(
        position("ORR", houses="A z1 | B w1 w2", emissaries="zhao C | wei CD"), "house bzw with orange red"
    )
    assert_refused(match, "emissary wei with red", "5.2")


def test_an_emissary_in_a_province_that_the_border_house_opens() -> None:
    """6.3: the border house is the one piece that an empty province takes, though it would raise the cap."""
    match = play_all(position("ORO", houses="B w1"), "house bzw with orange red")
    assert match.view()["standing"]["zhao"]["cap"] == 1
    assert_refused(match, "emissary zhao with orange", "3.2")


def test_all_three_cards_for_the_border_house_leave_nothing_for_a_second_piece() -> None:
    """6.3 and 3.7: three cards in a turn."""
    match = play_all(position("RGG", houses=BOTH), "house bzw with red green green")
    assert (hand(match, "A"), match.actions()) == ("", ["end"])


def test_a_border_house_with_both_provinces_taken_may_be_all() -> None:
    """6.3: one more piece may be placed, it need not."""
    match = play_all(position("ORR", houses=BOTH), "house bzw with orange red")
    assert_legal(match, "end")


def test_a_scored_province_takes_its_part_in_a_border_turn() -> None:
    """6.3: Qi complete but for the border space; an emissary follows into it."""
    match = position("YYY", houses="B q1 q2 q3 q4", emissaries="qi B")
    play_all(match, "house bql with yellow yellow", "emissary qi with yellow")
    assert match.reveal()["scored"] == ["qi"]
    assert emissaries(match, "qi") == "AB"
