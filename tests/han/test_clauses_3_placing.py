"""Chapter 3 of the rules of HAN: placing, and the 3-2-1 rule."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import lantern
from tests.han.box import BORDER, BORDERS, COLOUR_OF, SPACES, WAYS, letters, paid
from tests.han.shown import discards, emissaries, hand, houses, supply
from tests.han.table import position
from tests.matches import phase, play_all
from tests.refusals import assert_legal, assert_refused

PROVINCES = [(map_name, where) for map_name in (BORDER, WAYS) for where in COLOUR_OF[map_name]]


def ordinary(map_name: str, where: str) -> list[str]:
    """The spaces of a province that are no border spaces."""
    return [space for space in SPACES[map_name][where].split() if space not in BORDERS]


# 3.1: at most 3 cards, 2 pieces, 1 province


FULL_TURNS = {
    "two houses": ["house w3 with red", "house w4 with red"],
    "two emissaries": ["emissary wei with red", "emissary wei with red"],
    "a house and an emissary": ["house w3 with red", "emissary wei with red"],
    "an emissary and a house": ["emissary wei with red", "house w3 with red"],
}


@pytest.mark.parametrize("placed", FULL_TURNS.values(), ids=FULL_TURNS)
@pytest.mark.parametrize("third", ["house w5 with red", "emissary wei with red"])
def test_no_third_piece(placed: list[str], third: str) -> None:
    """3.1: two pieces are the most, though a card is left."""
    match = play_all(position("RRR", houses="B w1 w2 w6"), *placed)
    assert_refused(match, third, "3.1")
    assert match.actions() == ["end"]


def test_no_third_piece_after_a_border_house_and_another() -> None:
    """3.1 and 6.3: the border house is one of the two; no card is left either."""
    match = play_all(position("RRR", houses="B w1"), "house bzw with red red", "house w2 with red")
    assert (hand(match, "A"), match.actions()) == ("", ["end"])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("house w2 with red", "house s2 with red"),
        ("house w2 with red", "emissary shu with red"),
        ("emissary wei with red", "house s2 with red"),
        ("emissary wei with red", "emissary shu with red"),
        ("house s2 with red", "house w2 with red"),
        ("emissary shu with red", "emissary wei with red"),
    ],
)
def test_not_two_provinces_of_one_colour(first: str, second: str) -> None:
    """3.1: one province in a turn."""
    match = play_all(position("RRV", houses="B w1 | C s1"), first)
    assert_refused(match, second, "3.1")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("house w2 with red", "house u2 with violet"),
        ("house u2 with violet", "house w2 with red"),
        ("house w2 with red", "emissary chu with violet"),
        ("emissary chu with violet", "house s2 with red"),
        ("house h1 with red red", "house u2 with violet"),
    ],
)
def test_not_two_provinces_of_different_colours(first: str, second: str) -> None:
    """3.1: one province in a turn."""
    match = play_all(position("RRV", houses="B w1 | C s1 | D u1"), first)
    assert_refused(match, second, "3.1")


def test_the_turn_says_which_provinces_hold_its_pieces() -> None:
    """3.1: all of them before the first piece, one after it, both of a border house."""
    match = position("RRV", houses="B w1")
    assert sorted(match.reveal()["turn"]["provinces"]) == sorted(SPACES[BORDER])
    match.play("house w2 with red")
    assert match.reveal()["turn"]["provinces"] == ["wei"]
    assert match.reveal()["turn"]["placed"] == 1
    match.undo()
    match.play("house bzw with red red")
    assert sorted(match.reveal()["turn"]["provinces"]) == ["wei", "zhao"]
    assert match.reveal()["turn"]["placed"] == 1


@pytest.mark.parametrize("text", ["house bzw with red red red red", "house w1 with green green green green"])
def test_no_more_than_three_cards(text: str) -> None:
    """3.1: a hand has no more."""
    with pytest.raises(lantern.LanternError):
        position("RRR").play(text)


COSTS = {
    "one card": ("RVY", ["house w2 with red"], "VY"),
    "one and one": ("RRY", ["house w2 with red", "emissary wei with red"], "Y"),
    "a pair": ("VVY", ["house w2 with violet violet"], "Y"),
    "one and a pair": ("RVV", ["house w2 with red", "house w3 with violet violet"], ""),
    "a pair and one": ("RVV", ["house w3 with violet violet", "house w2 with red"], ""),
    "a border house": ("ORV", ["house bzw with orange red"], "V"),
    "a border house and one": ("ORR", ["house bzw with orange red", "house w2 with red"], ""),
    "one and a border house": ("ORR", ["emissary wei with red", "house bzw with orange red"], ""),
    "a border house with a pair": ("RVV", ["house bzw with red violet violet"], ""),
}


@pytest.mark.parametrize(("held", "placed", "left"), COSTS.values(), ids=COSTS)
def test_every_way_to_spend_up_to_three_cards(held: str, placed: list[str], left: str) -> None:
    """3.1: three cards are the most."""
    match = position(held, houses="B w1", discards="")
    for action in placed:
        assert_legal(match, action)
        match.play(action)
    assert hand(match, "A") == left
    assert len(discards(match)) == 3 - len(left)


# 3.2: an empty province takes one piece in the turn


@pytest.mark.parametrize(("map_name", "where"), PROVINCES)
def test_only_one_piece_in_a_province_that_was_empty(map_name: str, where: str) -> None:
    """3.2: no second house and no emissary, in every province."""
    card = COLOUR_OF[map_name][where]
    first, second, *_ = ordinary(map_name, where)
    match = position(card * 3, map_name=map_name)
    match.play(f"house {first} with {paid(card)}")
    assert_refused(match, f"house {second} with {paid(card)}", "3.2")
    assert_refused(match, f"emissary {where} with {paid(card)}", "3.2")
    assert match.actions() == ["end"]


@pytest.mark.parametrize("pair", ["house w2 with green green", "emissary wei with green green"])
def test_a_wild_pair_pays_for_no_second_piece_in_an_empty_province(pair: str) -> None:
    """3.2: however it is paid."""
    match = play_all(position("RGG"), "house w1 with red")
    assert_refused(match, pair, "3.2")


@pytest.mark.parametrize("standing", ["A w1", "B w1", "D w1", "B bzw", "A bzw", "A w1 | B w2 | C w3"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("house w4 with red", "house w5 with red"),
        ("house w4 with red", "emissary wei with red"),
        ("emissary wei with red", "house w4 with red"),
    ],
)
def test_two_pieces_where_anything_stands(standing: str, first: str, second: str) -> None:
    """3.2: whoever owns it, a border house included."""
    match = position("RRV", houses=standing)
    for action in (first, second):
        assert_legal(match, action)
        match.play(action)


def test_two_emissaries_where_houses_stand() -> None:
    """3.2: pieces of any kind."""
    match = position("RRV", houses="B w1 w2")
    play_all(match, "emissary wei with red", "emissary wei with red")
    assert emissaries(match, "wei") == "AA"


@pytest.mark.parametrize(("map_name", "where"), PROVINCES)
def test_two_pieces_in_every_province_where_one_stands(map_name: str, where: str) -> None:
    """3.2: otherwise up to two."""
    card = COLOUR_OF[map_name][where]
    first, second, third, *_ = ordinary(map_name, where)
    match = position(card * 3, map_name=map_name, houses=f"B {first}")
    play_all(match, f"house {second} with {paid(card)}", f"house {third} with {paid(card)}")
    assert houses(match) == {first: "B", second: "A", third: "A"}


def test_two_pieces_are_allowed_and_not_required() -> None:
    """3.2: up to two."""
    match = play_all(position("RRV", houses="B w1"), "house w2 with red", "end")
    assert phase(match) == "draw"


# 3.3: one card of the province's colour for a piece


@pytest.mark.parametrize(("map_name", "where"), PROVINCES)
@pytest.mark.parametrize("card", "VYOGR")
def test_a_house_costs_one_card_of_the_colour(map_name: str, where: str, card: str) -> None:
    """3.3: on every ordinary space of the province."""
    match = position(card, map_name=map_name)
    for space in ordinary(map_name, where):
        if card == COLOUR_OF[map_name][where]:
            assert_legal(match, f"house {space} with {paid(card)}")
        else:
            assert_refused(match, f"house {space} with {paid(card)}", "3.3")


@pytest.mark.parametrize(("map_name", "where"), PROVINCES)
@pytest.mark.parametrize("card", "VYOGR")
def test_an_emissary_costs_one_card_of_the_colour(map_name: str, where: str, card: str) -> None:
    """3.3: emissaries too."""
    match = position(card, map_name=map_name, houses=f"B {ordinary(map_name, where)[0]}")
    if card == COLOUR_OF[map_name][where]:
        assert_legal(match, f"emissary {where} with {paid(card)}")
    else:
        assert_refused(match, f"emissary {where} with {paid(card)}", "3.3")


def test_a_card_must_be_in_the_hand() -> None:
    """3.3: one's own cards."""
    match = position("VVO", houses="B w1 w2")
    assert_refused(match, "house w3 with red")
    assert_refused(match, "emissary wei with red")
    assert_refused(match, "house w3 with green green")
    assert_refused(match, "house bzw with orange red")


def test_a_card_that_was_played_is_gone() -> None:
    """3.3: one card for each piece."""
    match = play_all(position("RVY", houses="B w1"), "house w2 with red")
    assert_refused(match, "house w3 with red")
    assert match.actions() == ["end"]


# 3.4: a wild pair


@pytest.mark.parametrize(("map_name", "where"), PROVINCES)
@pytest.mark.parametrize("card", "VYOGR")
def test_a_pair_stands_for_any_other_colour(map_name: str, where: str, card: str) -> None:
    """3.4: two cards of one colour for one of a different colour; never for their own (3.6)."""
    first, second, *_ = ordinary(map_name, where)
    match = position(card * 2, map_name=map_name, houses=f"B {first}")
    for action in (f"house {second} with {paid(card * 2)}", f"emissary {where} with {paid(card * 2)}"):
        if card == COLOUR_OF[map_name][where]:
            assert_refused(match, action, "3.3", "3.4", "3.6")
        else:
            assert_legal(match, action)


@pytest.mark.parametrize(("one", "other"), [(a, b) for a, b in product("VYOG", repeat=2) if a < b])
def test_a_pair_is_of_one_colour(one: str, other: str) -> None:
    """3.4: two different cards stand for nothing."""
    match = position(one + other + "R", houses="B w1")
    assert_refused(match, f"house w2 with {paid(one + other)}", "3.3", "3.4", "3.6")
    assert_refused(match, f"emissary wei with {paid(one + other)}", "3.3", "3.4", "3.6")


def test_a_pair_stands_for_one_card() -> None:
    """3.4: any one card, so that the third card pays a second piece only if it fits."""
    match = play_all(position("GGG", houses="B w1"), "house w2 with green green")
    assert_refused(match, "house w3 with green", "3.3")
    assert match.actions() == ["end"]


# 3.5: pieces used up


ALL_HOUSES = "A z1 z2 z3 z5 c1 c2 c3 c4 q1 q2 q3 q4 l1 l2 h1 h2 h3 h4 s1 s2"
"""Alex's twenty houses."""


@pytest.mark.parametrize(
    ("held", "action"),
    [
        ("RRV", "house w1 with red"),
        ("GGV", "house w1 with green green"),
        ("ORV", "house bzw with orange red"),
        ("VVV", "house buy with violet violet"),
    ],
)
def test_no_house_once_all_are_placed(held: str, action: str) -> None:
    """3.5: also not on a border space."""
    match = position(held, houses=f"{ALL_HOUSES} | B w6")
    assert supply(match, "A")[0] == 0
    assert_refused(match, action, "3.5")


def test_emissaries_may_still_be_placed_without_houses_left() -> None:
    """3.5: that type alone is used up."""
    match = position("RRV", houses=f"{ALL_HOUSES} | B w1")
    assert_legal(match, "emissary wei with red")
    assert not [action for action in match.actions() if action.startswith("house")]


def test_others_place_houses_when_one_has_none_left() -> None:
    """3.5: each has a supply of his own."""
    assert_legal(position("RRV", to_act="B", houses=f"{ALL_HOUSES} | B w6"), "house w1 with red")


@pytest.mark.parametrize(
    ("held", "action"), [("RRV", "emissary wei with red"), ("GGV", "emissary wei with green green")]
)
def test_no_emissary_once_all_are_placed(held: str, action: str) -> None:
    """3.5: eight of them."""
    match = position(held, houses="B w1 c1 c2 c3 c4 q1 q2 q3 q4", emissaries="chin AAAA | qi AAAA")
    assert supply(match, "A")[1] == 0
    assert_refused(match, action, "3.5")
    assert_legal(position(held, to_act="B", houses="B w1"), action)


# 3.6: the cards played


def test_cards_go_face_up_to_the_discard_pile() -> None:
    """3.6: all of them, at once."""
    match = position("RGG", houses="B w1", discards="")
    match.play("house w2 with red")
    assert match.view(3)["discards"] == ["red"]
    match.play("house w3 with green green")
    assert match.view(3)["discards"] == ["green", "green", "red"]


@pytest.mark.parametrize("action", ["house w2 with red", "house w2 with green green", "emissary wei with green green"])
def test_a_pair_may_be_played_though_the_right_card_is_there(action: str) -> None:
    """3.6: ruling; one may pay more than one has to."""
    assert_legal(position("RGG", houses="B w1"), action)


@pytest.mark.parametrize(
    "payment", ["red green green", "red green", "red red", "red red red", "green green green", "red red green"]
)
@pytest.mark.parametrize("piece", ["house w2", "emissary wei"])
def test_no_card_too_many(piece: str, payment: str) -> None:
    """3.6: ruling; every card is required or half of a pair that stands for a required one."""
    held = {"red green": "RGG", "red red": "RRG"}.get(payment) or "".join(word[0].upper() for word in payment.split())
    match = position(held, houses="B w1")
    assert_refused(match, f"{piece} with {payment}", "3.3", "3.4", "3.6")


def test_a_pair_never_stands_for_its_own_colour() -> None:
    """3.6: ruling; three red cards place two pieces in a red province, not one for two and one for one."""
    match = position("RRR", houses="B w1 w6")
    assert_refused(match, "house w2 with red red", "3.3", "3.4", "3.6")
    play_all(match, "house w2 with red")
    assert_refused(match, "house w3 with red red", "3.3", "3.4", "3.6")


# 3.7: a wild pair in a payment of two cards


def border_payments(one: str, other: str) -> set[str]:
    """What a border house between two colours costs: both, two of one, or one of them with any pair for a second.

    A pair of either colour is among them: it stands for a second card of the other one.
    """
    plain = {one + other, one + one, other + other}
    wild = {card + pair * 2 for card in (one, other) for pair in "VYOGR"}
    return {"".join(sorted(payment)) for payment in plain | wild}


@pytest.mark.parametrize("space", BORDERS)
def test_every_payment_for_a_border_house(space: str) -> None:
    """3.7: for each border space, every payment of up to three cards is legal or not as the ruling says."""
    one, other = (COLOUR_OF[BORDER][where] for where in BORDERS[space])
    legal = border_payments(one, other)
    for payment in {"".join(sorted(chosen)) for count in (1, 2, 3) for chosen in product("VYOGR", repeat=count)}:
        match = position(payment)
        why_not = match.why_not(f"house {space} with {paid(payment)}")
        assert (why_not is None) == (payment in legal), payment
        border = [action for action in match.actions() if action.startswith(f"house {space} ")]
        within = {chosen for chosen in legal if not Counter(chosen) - Counter(payment)}
        assert {"".join(sorted(action_cards(action))) for action in border} == within, payment
        assert len(border) == len(within), payment


def action_cards(action: str) -> str:
    """The cards an action plays, as letters."""
    return letters(action.split(" with ")[1].split())


@pytest.mark.parametrize(
    ("held", "payment"),
    [
        ("ORV", "orange red"),
        ("OOV", "orange orange"),
        ("RRV", "red red"),
        ("OVV", "orange violet violet"),
        ("OYY", "orange yellow yellow"),
        ("OGG", "orange green green"),
        ("OOO", "orange orange orange"),
        ("RVV", "red violet violet"),
        ("RYY", "red yellow yellow"),
        ("RGG", "red green green"),
        ("RRR", "red red red"),
        ("ORR", "orange red red"),
        ("ROO", "red orange orange"),
    ],
)
def test_the_payments_for_bzw(held: str, payment: str) -> None:
    """3.7: between orange Zhao and red Wei; a pair of the first colour may stand for the second."""
    match = position(held, discards="")
    assert_legal(match, f"house bzw with {payment}")
    match.play(f"house bzw with {payment}")
    assert houses(match) == {"bzw": "A"}
    assert len(discards(match)) == len(payment.split())


@pytest.mark.parametrize("payment", ["V", "O", "R", "VV", "GG", "OV", "RG", "VVV", "GGV", "OVG", "ORV", "OOV", "RRG"])
def test_what_pays_for_no_border_house(payment: str) -> None:
    """3.7 and 6.1: a pair stands for one of the two cards, not for both; no card is played for nothing."""
    assert_refused(position(payment), f"house bzw with {paid(payment)}")


MARKERS = {
    "fortify q1": (BORDER, "B q2", "YY YVV YOO YGG YRR", "Y V VV YV YYY YYV VVV YVG VVG VGR"),
    "market j2": (WAYS, "B j1", "GG GVV GYY GOO GRR", "G V VV GV GGG GGV VVV YVG VVO VYR"),
}
"""For an action of each variant: the map, the house that stands there, and what pays and what does not."""


@pytest.mark.parametrize("action", MARKERS)
def test_the_payments_for_a_marker(action: str) -> None:
    """3.7: two of the province's colour, or one and a pair that stands for the other; 10.1 and 11.1: nothing else."""
    map_name, standing, pays, pays_not = MARKERS[action]
    for payment in pays.split():
        match = position(payment, map_name=map_name, houses=standing, variant=True)
        assert_legal(match, f"{action} with {paid(payment)}")
    for payment in pays_not.split():
        match = position(payment, map_name=map_name, houses=standing, variant=True)
        assert_refused(match, f"{action} with {paid(payment)}")
