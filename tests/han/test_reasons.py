"""Why a move in HAN, in words: houses, alliances, rows, ports and cards, as far as who asks can see."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from lantern.kernel.contract import Json
from tests.explained import explained
from tests.han.box import BORDER, SPACES
from tests.han.table import last_turn, position, ways

# Houses.


def test_the_first_house_of_a_province() -> None:
    assert explained(position("RGG"), "house w1 with red") == ["The first house in Wei, where 6 spaces are still free."]


def test_a_house_takes_the_lead() -> None:
    match = position("RGG", houses="A w1 w2 | B w3 w4")
    assert "Takes the lead in Wei: 3 houses to 2 of Bob." in explained(match, "house w6 with red")


def test_a_house_draws_level() -> None:
    match = position("RGG", houses="B w1 | C w2")
    [level] = explained(match, "house w6 with red")
    assert level == "Draws level with Bob and Cleo in Wei: 1 house each, and all of them score as first."


def test_a_house_keeps_the_lead() -> None:
    match = position("RGG", houses="A w1 w3 | B w4")
    assert "Stays ahead of Bob in Wei: 3 houses to 1." in explained(match, "house w6 with red")


def test_a_lead_that_nobody_can_make_up_any_more() -> None:
    match = position("RGG", houses="A w1 w3 w5 | B w4 | C w2")
    first, *_ = explained(match, "house w6 with red")
    assert first == "Nobody can catch up in Wei any more: 4 houses to 1, with 1 space left."


def test_a_lead_is_secured_once() -> None:
    match = position("YYY", houses="A q1 q2 q3")
    told_of = " ".join(explained(match, "house q4 with yellow"))
    assert "Nobody can catch up" not in told_of
    assert "Alone in Qi so far, with 4 houses: 4 points as it stands." in told_of


def test_a_first_house_behind_others_and_one_more() -> None:
    foothold = position("RGG", houses="B w1 w3 | C w5")
    assert explained(foothold, "house w6 with red") == ["A foothold in Wei: 2 points behind Bob, as it stands."]
    one_more = position("RGG", houses="B w1 w3 w4 | A w5")
    assert explained(one_more, "house w6 with red")[0] == (
        "One more house in Wei: 2 to 3 of Bob, 3 points as it stands."
    )


COMPLETED = [
    ("A l1 l2 | B l3", "Completes Lu: 4 points for the most houses."),
    ("A l1 | B l2 l3", "Completes Lu: 4 points for the most houses, as many as Bob."),
    ("B l1 l2 l3", "Completes Lu: 3 points, and 4 for Bob."),
]


@pytest.mark.parametrize(("houses", "sentence"), COMPLETED)
def test_a_house_completes_a_province(houses: str, sentence: str) -> None:
    assert sentence in explained(position("YOG", houses=houses), "house bql with yellow orange")


def test_a_market_place_completes_a_district_for_others() -> None:
    match = ways("GG", houses="B m1 m2 | C m3", variant=True)
    first, second, *_ = explained(match, "market m4 with green green")
    assert first == "Completes West Market: 3 points for Bob, and nothing more can be built there."
    assert second == "The emissary on the market place counts in West Market at the end, whatever the limit there."


def test_a_fortification_doubles() -> None:
    match = position("RR", houses="A w1 | B w3", variant=True)
    assert "The fortification doubles Wei: 6 points there." in explained(match, "fortify w6 with red red")


def test_a_border_house_counts_twice() -> None:
    found = explained(position("ORG", houses="B w1 z1"), "house bzw with orange red")
    assert found[-1] == "On the border: the house counts in Zhao and Wei."


# Rows and ports.


def neighbours(space: str) -> list[str]:
    """The spaces that roads join to one."""
    roads: list[list[str]] = position("RGG").board()["roads"]
    return [b if a == space else a for a, b in roads if space in (a, b)]


def road_of(length: int) -> list[str]:
    """So many spaces along a road on, none of them a port or on a border."""
    plain = {id_ for spaces in SPACES[BORDER].values() for id_ in spaces.split() if not id_.startswith("b")}
    paths = [[space] for space in sorted(plain)]
    while len(paths[0]) < length:
        paths = [[*path, on] for path in paths for on in neighbours(path[-1]) if on in plain - {*path}]
    return paths[0]


def card_for(space: str) -> str:
    """The card that pays for a house there."""
    board: Json = position("RGG").board()
    return next(str(province["colour"]) for province in board["provinces"] if space in province["spaces"])


def built_on(space: str, houses: str) -> list[str]:
    """Why Ann builds there, with the card that he needs."""
    card = card_for(space)
    return explained(position(card[0].upper(), houses=houses), f"house {space} with {card}")


def test_a_row_of_four_and_a_longer_one() -> None:
    *path, last = road_of(4)
    assert "A row of 4 houses along the roads: 4 points at the end." in built_on(last, f"A {' '.join(path)}")
    *path, last = road_of(5)
    assert "A row of 5 houses along the roads: 5 points at the end." in built_on(last, f"A {' '.join(path)}")


def test_houses_are_joined_by_road() -> None:
    *path, last = road_of(3)
    assert "Joins 3 houses by road; four make a row." in built_on(last, f"A {' '.join(path)}")


def test_a_house_stands_in_the_way_of_a_row() -> None:
    *path, last = road_of(4)
    sentence = "Stands in the way of Bob, who has 3 houses along this road."
    assert sentence in built_on(last, f"B {' '.join(path)}")
    assert sentence not in built_on(last, f"B {' '.join(path[1:])}")


def test_houses_in_ports() -> None:
    assert "In a port: 1 house there, 2 points as it stands." in built_on("q3", "B l3")
    assert "Most houses in ports, 2: 3 points as it stands." in built_on("q3", "A z4 | B l3")


# Emissaries.


def alliance() -> tuple[Json, Json]:
    """Two provinces that have an alliance."""
    board = position("RGG").board()
    one, other = board["alliances"][0]["between"]
    found = {province["id"]: province for province in board["provinces"]}
    return found[one], found[other]


def sent(emissaries: str) -> list[str]:
    """Why Ann sends an emissary to the first of two allied provinces, where Cleo has two houses."""
    one, other = alliance()
    houses = f"C {' '.join(one['spaces'][:3])} {' '.join(other['spaces'][:3])}"
    there = emissaries.format(one=one["id"], other=other["id"])
    match = position(one["colour"][0].upper(), houses=houses, emissaries=there)
    return explained(match, f"emissary {one['id']} with {one['colour']}")


def test_an_alliance_is_gained() -> None:
    one, other = alliance()
    assert sent("{other} A")[0] == f"Gains the alliance of {one['name']} and {other['name']}: 2 points if it lasts."


def test_an_alliance_grows() -> None:
    one, other = alliance()
    assert sent("{one} A | {other} A")[0] == f"The alliance of {one['name']} and {other['name']} grows to 3 points."


def test_an_alliance_is_taken_from_another() -> None:
    one, other = alliance()
    found = sent("{one} BA | {other} B")
    assert found[0] == (f"Takes the alliance of {one['name']} and {other['name']} from Bob, which was worth 3 points.")


@pytest.mark.parametrize(
    ("emissaries", "sentence"),
    [
        ("", "The first emissary in {name}: half of any alliance with it."),
        ("{one} A", "2 emissaries in {name}, where nobody else has any: its alliances are worth more."),
        ("{one} B", "As many emissaries in {name} as Bob, 1: both lead, and alliances count for both."),
        ("{one} BB", "One more emissary in {name}: 1, and 1 fewer than Bob."),
        ("{one} AB", "Most emissaries in {name}: 2 to 1 of Bob."),
    ],
)
def test_emissaries_are_compared(emissaries: str, sentence: str) -> None:
    assert sentence.format(name=alliance()[0]["name"]) in sent(emissaries)


def test_a_dragon_space_that_is_full() -> None:
    full = f"The dragon of {alliance()[0]['name']} is full now: more emissaries need more houses."
    assert full in sent("{one} BB")
    assert full not in sent("{one} B")


# Cards.


def drawing(hand: str, display: str, **more: Any) -> Match:
    """Ann has discarded a violet card and draws."""
    match = position(f"V{hand}", display=display, **more)
    match.play("discard violet")
    return match


def test_a_card_taken_is_for_a_province() -> None:
    match = drawing("GG", "RYOG", houses="A w1 | B w3")
    assert explained(match, "take red", viewer="B") == [
        "One more house takes the lead in Wei, and one red card pays for it."
    ]


def test_a_pair_is_told_to_its_owner_and_to_others_only_once_it_was_seen() -> None:
    pair = "2 red cards in hand now: two of them pay for any other colour."
    assert pair in explained(drawing("RG", "RYOG"), "take red")
    assert pair not in explained(drawing("RG", "RYOG"), "take red", viewer="B")
    assert pair not in explained(drawing("RG", "RYOG"), "take red", viewer="")
    assert pair in explained(drawing("RG", "RYOG", seen={"A": "R"}), "take red", viewer="B")


def test_the_last_free_space_of_a_province() -> None:
    found = explained(drawing("GG", "RYOG", houses="A l1 | B l2 bql"), "take orange")
    assert "Lu has one free space: one orange card can complete it." in found
    assert "The last orange card on the display: Bob could have completed Lu with it." in found


def test_one_card_does_not_pay_for_a_border_house() -> None:
    found = explained(drawing("GG", "RYOG", houses="A l1 | B l2 l3 z1"), "take orange")
    assert found == ["One more house draws level in Zhao, and one orange card pays for it."]


def test_a_card_drawn_blind_tells_nothing_of_itself() -> None:
    for hand in ("RR", "RG"):
        assert explained(drawing(hand, "RYOG"), "draw") == [
            "Draws from the deck: the others don't see which card it is."
        ]


def test_the_last_card_of_the_deck() -> None:
    assert explained(drawing("GG", "RYOG", deck="R"), "draw")[0] == (
        "Takes the last card of the deck: the discards become a new one."
    )
    assert explained(drawing("GG", "RYOG", deck="R", exhausted=1), "draw")[0] == (
        "Takes the last card of the deck: the last round begins."
    )


def test_a_discard_keeps_a_pair_that_only_its_owner_knows() -> None:
    plain = "Places nothing, to exchange one red card for another."
    kept = "Keeps two green cards, which together pay for any other colour."
    assert explained(position("RGG"), "discard red") == [kept, plain]
    assert explained(position("RGG"), "discard red", viewer="B") == [plain]
    assert explained(position("RGG", seen={"A": "GG"}), "discard red", viewer="B") == [kept, plain]


def test_the_end_of_a_turn() -> None:
    match = position("RRG", houses="B w1")
    match.play("house w3 with red")
    assert explained(match, "end") == ["Keeps 2 cards for the next turn.", "Ends the turn."]
    match = position("RRG", houses="B w1")
    match.play("house w3 with red")
    match.play("house w4 with red")
    assert explained(match, "end")[0] == "Two pieces are placed, the most in a turn."
    match = position("RRG")
    match.play("house w3 with red")
    assert explained(match, "end")[0] == "The province was empty when the turn began: it takes only one piece."


def test_what_cannot_be_paid_for_is_told_only_to_who_sees_the_hand() -> None:
    match = position("RVY", houses="B w1")
    match.play("house w3 with red")
    assert explained(match.copy(), "end")[0] == "The cards left can't pay for anything more here."
    assert explained(match, "end", viewer="B")[0] == "Keeps 2 cards for the next turn."


def test_reasons_in_italian_and_russian() -> None:
    match = position("RGG", houses="A w1 w2 | B w3 w4")
    assert "Passa in testa a Wei: 3 case contro 2 di Bob." in explained(
        match.copy(), "house w6 with red", language="it"
    )
    assert "Вэй: выходит вперёд, 3 дома против 2 (Bob)." in explained(match, "house w6 with red", language="ru")


# The end, and cards that are of no use.


def test_the_last_move_of_a_game_that_is_won() -> None:
    match = last_turn("V", houses="D w1 w3 | B q1")
    assert explained(match, "discard violet")[0] == "This ends the game, 1 point ahead of Bob."


def test_the_last_move_of_a_game_that_is_not_won() -> None:
    match = last_turn("V", houses="D w1 | B q1")
    assert explained(match, "discard violet")[-1] == "The last move of the game."


def full(*provinces: str) -> str:
    """Houses of Bob and Cleo on all spaces of some provinces."""
    spaces = dict.fromkeys(space for province in provinces for space in SPACES[BORDER][province].split())
    half = [*spaces][::2]
    return f"B {' '.join(half)} | C {' '.join(space for space in spaces if space not in half)}"


def test_a_card_without_a_province_is_of_use_in_a_pair_only() -> None:
    chu: Json = {"houses": full("chu"), "emissaries": "chu BBBB"}
    assert explained(position("VGG", **chu), "discard violet")[0] == (
        "One violet card can't pay for anything anywhere."
    )
    match = position("RGG", display="VYOG", **chu)
    match.play("discard red")
    assert explained(match, "take violet") == ["Two violet cards would pay for any other colour."]


def test_a_display_of_no_use() -> None:
    match = position("RGG", display="VVVV", houses=full("chu"), emissaries="chu BBBB")
    match.play("discard red")
    assert explained(match, "draw")[0] == "No card on the display pays for a piece by itself."


def test_nothing_can_be_paid_for() -> None:
    match = position("V", houses=full("chu"), emissaries="chu BBBB")
    assert explained(match.copy(), "discard violet")[0] == "These cards can't pay for anything."
    assert explained(match, "discard violet", viewer="B")[0] == "One violet card can't pay for anything anywhere."


def test_a_card_defends_a_lead_or_draws_level() -> None:
    match = drawing("GG", "RYOG", houses="A w1 w3 | B w4 s1")
    assert explained(match, "take red") == [
        "Another red card defends the lead in Wei.",
        "One more house draws level in Shu, and one red card pays for it.",
    ]
