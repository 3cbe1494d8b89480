"""Why a move in Khan, in words: conquests, yurts, rulers and cards, as far as who asks can see."""

from __future__ import annotations

import pytest

from tests.explained import explained
from tests.khan.board import region
from tests.khan.box import drawn
from tests.khan.table import ending, new_match, position, special

# Conquests.


def test_a_conquest_of_ones_own() -> None:
    match = position(yurts=drawn("A5", "A A n n"), pieces="domino B A3 B3")
    assert explained(match, "conquer I-4 A5 B5 C5 D5") == [
        "Conquers 4 squares (straight four): 6 points, shared with nobody.",
        "The largest territory now, 4 squares: 10 points if it stays so.",
    ]


def test_a_conquest_that_is_shared() -> None:
    match = position(yurts=drawn("A5", "A B n"), players=3)
    assert explained(match, "conquer I-3 A5 B5 C5")[0] == (
        "Conquers 3 squares (straight three): 2 points each, with Bob."
    )


def test_a_conquest_joins_territory() -> None:
    match = position(yurts=drawn("A5", "A A ."), pieces="I-3 A A6 B6 C6 | domino B A3 B3")
    assert explained(match, "conquer domino A5 B5") == [
        "Conquers 2 squares (domino): 2 points, shared with nobody.",
        "Joins territory: 5 squares together.",
    ]


def test_a_second_place_among_the_territories() -> None:
    match = position(yurts=drawn("A5", "A A ."), pieces="I-3 B A3 B3 C3", players=3)
    assert explained(match, "conquer domino A5 B5")[1] == (
        "Now the 2nd largest territory, with 2 squares: 6 points if it stays so."
    )


def test_a_conquest_covers_yurts_of_others_and_forestalls_them() -> None:
    match = position(yurts=drawn("A5", "A A B B"), pieces="L-5 A C13 D13 E13 F13 F12 | domino B A3 B3")
    found = explained(match, "conquer I-3 A5 B5 C5")
    assert found[1:] == [
        "Otherwise Bob could have made a conquest here for 4 points.",
        "Covers 1 yurt of Bob without sharing the points.",
    ]


def test_a_bridge_joins_the_banks() -> None:
    match = position(yurts="A D5 F5", pieces="domino B A3 B3")
    assert "The bridge joins both banks of the river." in explained(match, "conquer bridge-3 D5 E5 F5")


def test_the_last_piece_of_its_kind() -> None:
    laid = "domino B A3 B3 | domino B E2 F2 | domino B H9 I9"
    match = position(yurts=drawn("A5", "A A"), pieces=f"{laid} | I-3 A B12 C12 D12")
    assert "It is the last piece of its kind (domino)." in explained(match, "conquer domino A5 B5")


def test_the_last_conquest_of_all() -> None:
    match = ending(yurts=drawn("A5", "A A"))
    assert explained(match, "conquer domino A5 B5")[0] == (
        "After this nothing is left to conquer: the game ends, 12 points ahead of Bob."
    )
    match = ending(yurts=drawn("A5", "A A"), pieces="I-5 B A10 B10 C10 D10 E10", scores=[0, 9])
    assert explained(match, "conquer domino A5 B5")[-1] == "After this nothing is left to conquer: the game ends."


# Yurts and rulers.


def test_a_yurt_makes_a_conquest_possible() -> None:
    match = position("stone, stone, stone, stone", yurts="A B5 | n C5")
    assert explained(match, "invade A5 with stone") == [
        "Makes a conquest of 3 squares possible (straight three): 4 points, shared with nobody.",
        "Next to 1 own yurt, so a larger piece can follow.",
        "On the bank of the river, where a bridge can begin.",
    ]


def test_a_yurt_makes_a_conquest_possible_that_is_shared() -> None:
    match = position("stone, stone, stone, stone", yurts="B B5 | n C5", players=3)
    first, *_ = explained(match, "invade A5 with stone", viewer="")
    assert first == "Makes a conquest of 3 squares possible (straight three): 2 points each, with Bob."


def test_what_is_beside_a_yurt() -> None:
    match = position("tundra, tundra, tundra, tundra", yurts="B H4", pieces="I-3 A H7 G7 F7")
    assert explained(match, "invade I4 with tundra")[1:] == ["Next to 1 yurt of Bob, which a piece could cover too."]
    match = position("tundra, tundra, tundra, tundra", pieces="I-3 A H7 G7 F7")
    assert explained(match, "invade G6 with tundra") == ["Next to own territory, which a piece here would extend."]
    match = position("tundra, tundra, tundra, tundra")
    assert explained(match, "invade I5 with tundra") == [
        "Next to a ruler (Tibetan), who leaves a neutral yurt when he flees."
    ]
    match = position("river, tundra, tundra, tundra")
    assert explained(match, "invade G7 with river") == ["On the bank of the river, where a bridge can begin."]
    match = position("tundra, tundra, tundra, tundra")
    assert explained(match, "invade I2 with tundra") == ["A yurt far from any others: tundra."]


def test_an_invasion_anywhere_needs_no_card() -> None:
    found = explained(position(), "anywhere I2")
    assert found[-1] == "Takes both actions, but needs no card for this square (tundra)."


def test_a_ruler_who_is_driven_out_makes_a_conquest_possible() -> None:
    match = position(yurts="A A7 | n C7")
    assert explained(match, "drive seljuk")[:2] == [
        "The yurt that the Seljuk ruler leaves makes a conquest of 3 squares possible (straight three): 4 points, "
        "shared with nobody.",
        "The Seljuk ruler leaves a neutral yurt next to 1 own yurt.",
    ]


def test_a_ruler_who_goes_home() -> None:
    match = position(courts={"seljuk": 1}, home="russian hungarian", options={"drive_out_home": True})
    assert "The Seljuk ruler goes home for good, as number 3 of five." in explained(match, "drive seljuk")
    match = position(courts={"seljuk": 1}, home="russian hungarian abbasid song", options={"drive_out_home": True})
    assert "The Seljuk ruler goes home as the fifth: the final phase begins." in explained(match, "drive seljuk")


@pytest.mark.parametrize("top", ["north", "south", "west"])
def test_where_a_ruler_flees_to_is_not_told(top: str) -> None:
    assert explained(position(top=top), "drive seljuk") == [
        "The Seljuk ruler leaves a neutral yurt on his square (stone desert)."
    ]


def test_the_set_up() -> None:
    assert explained(new_match(start=1), "yurt D6") == [
        "1 ruler is nearby and will leave neutral yurts to cover.",
        "On the bank of the river, where a bridge can begin.",
        "The first yurt in a region: stone desert.",
    ]
    match = new_match(start=1, place_rulers=True)
    assert explained(match, "ruler seljuk C6") == [
        "When the Seljuk ruler flees he leaves a neutral yurt here (stone desert)."
    ]
    assert explained(match, "ruler song B6")[0] == (
        "Next to another ruler (Seljuk): their yurts may end up side by side."
    )


# Cards.


def test_cards_are_discarded_after_an_invasion_anywhere() -> None:
    match = position("stone, stone, tundra, river")
    match.play("anywhere I2")
    plain = "Makes room for a new card in place of this one: stone desert."
    spare = "Another such card stays in hand: stone desert."
    assert explained(match.copy(), "discard stone") == [spare, plain]
    assert explained(match.copy(), "discard stone", viewer="B") == [plain]
    assert explained(match, "stop") == ["Keeps 4 cards for the next turn."]


def test_patronage_protects_own_yurts() -> None:
    match = special(yurts=drawn("A5", "A B B"), players=2)
    assert explained(match, "patronage") == [
        "Protects 1 yurt: until the next turn nobody covers it without consent.",
        "Otherwise Bob could cover some of them, for 4 points.",
    ]


def test_the_gods_protect_neutral_yurts() -> None:
    match = special(yurts=drawn("A5", "A n n"), players=4)
    assert explained(match.copy(), "gods stone") == [
        "A conquest of 3 squares is possible (straight three): 4 points, shared with nobody.",
        "Until the next turn nobody covers 2 neutral yurts without consent: stone desert.",
    ]
    assert explained(match, "gods sand") == [
        "There are no neutral yurts there yet; any that appear before the next turn are protected."
    ]
    assert explained(special(yurts="n A5"), "gods") == [
        "Until the next turn nobody covers 1 neutral yurt without consent."
    ]


def test_a_piece_is_reserved_that_fits() -> None:
    match = special(yurts=drawn("A5", "A n n"))
    assert explained(match, "reserve I-3") == [
        "A conquest of 3 squares is possible (straight three): 4 points, shared with nobody.",
        "Nobody else can use this piece until the next turn: straight three.",
    ]


def test_a_third_action() -> None:
    match = special(yurts=drawn("A5", "A n n"))
    assert explained(match.copy(), "morale")[-1] == "A third action at once."
    assert explained(match, "pass") == ["Keeps the special cards for later."]


def test_a_proposal_and_its_answers() -> None:
    match = position(yurts=drawn("A5", "A B n"), patronage="B", players=3)
    assert explained(match, "conquer I-3 A5 B5 C5") == [
        "Asks Bob to agree to a conquest of 3 squares (straight three): 2 points each."
    ]
    assert explained(match.copy(), "consent") == ["A share in the conquest: 2 points."]
    assert explained(match, "refuse") == ["Keeps its yurts and denies Ann 2 points."]


def test_a_proposal_is_refused_for_something_better() -> None:
    match = position(yurts=drawn("A5", "A B n", ". B ."), patronage="B", players=3)
    match.play("conquer I-3 A5 B5 C5")
    assert explained(match, "refuse")[0] == "A conquest without Ann could bring 6 points here instead of 2."


def test_reasons_in_italian_and_russian() -> None:
    match = position(yurts=drawn("A5", "A B n"), players=3)
    action = "conquer I-3 A5 B5 C5"
    assert explained(match.copy(), action, language="it")[0] == (
        "Conquista 3 caselle (fila da tre): 2 punti a testa, con Bob."
    )
    assert explained(match, action, language="ru")[0] == (
        "Завоёвывает 3 участка (прямая из трёх): 2 очка, столько же получает Bob."
    )


def test_a_card_without_an_empty_square() -> None:
    match = position("stone, tundra, tundra, tundra", yurts=f"n {' '.join(region('stone'))}", home="seljuk")
    match.play("anywhere I2")
    assert explained(match, "discard stone")[0] == "No empty square is left for such a card: stone desert."


def test_passing_where_everything_needs_consent() -> None:
    match = ending(yurts=drawn("A5", "A B"), patronage="B")
    assert explained(match, "pass") == ["Nothing can be done without asking someone."]
