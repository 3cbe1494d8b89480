"""Chapter 5 of the rules of Ming Dynastie: movement cards and dragons are taken until everyone holds five."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from tests.matches import phase, play_all, to_act
from tests.ming.box import PLAYERS, PROVINCES, SEATS, SYMBOLS, bag
from tests.ming.shown import census, deck, discards, display, dragons, hand, held, space
from tests.ming.table import position
from tests.refusals import assert_legal, assert_no_action, assert_not_undone, assert_refused, assert_undone

FIVE = {"A": "junk junk dragon dragon dragon", "B": "horse horse dragon dragon dragon", "C": "ox ox ox ox ox"}
"""Three full hands."""


def taking(spaces: str = "white ABC | blue AAC", **more: Any) -> Match:
    """Phase 2."""
    return position(phase="cards", spaces=spaces, **more)


# 5.1: one card in turn


def test_a_face_up_card_from_a_space_with_ones_own_member_or_a_dragon_for_a_member() -> None:
    """5.1: nothing else."""
    assert set(taking().actions()) == {"take white", "take blue", "dragon white", "dragon blue"}
    assert set(taking(turn="B").actions()) == {"take white", "dragon white"}


def test_the_card_is_taken_and_replaced_at_once() -> None:
    """5.1a: from the deck; the member stays."""
    match = taking(top="rickshaw ox", display="sedan horse rickshaw sedan ox camel")
    before = deck(match)
    match.play("take white")
    assert hand(match, "A") == {"sedan": 1, "dragon": 1}
    assert display(match) == dict(
        zip(PROVINCES, ["rickshaw", "horse", "rickshaw", "sedan", "ox", "camel"], strict=True)
    )
    assert deck(match) == before[1:]
    assert (space(match, "white"), dragons(match), discards(match)) == ("ABC", 15, {})


def test_the_new_card_may_be_taken_by_the_next_player() -> None:
    """5.1a: it lies there at once."""
    match = play_all(taking(top="rickshaw ox"), "take white", "take white")
    assert (hand(match, "B"), display(match)["white"]) == ({"rickshaw": 1, "dragon": 1}, "ox")


@pytest.mark.parametrize("province", ["orange", "green", "pink", "yellow"])
def test_no_card_from_a_space_without_ones_own_member(province: str) -> None:
    """5.1a: though others have members there."""
    match = taking("white A | blue A | orange BB | green C", turn="A")
    assert_refused(match, f"take {province}", "5.1")
    assert_refused(match, f"dragon {province}", "5.1")


def test_the_members_may_be_of_an_earlier_round() -> None:
    """5.1a: any that stand there."""
    assert_legal(taking("white AABC | pink AAAAAA", round=4), "take white", "take pink", "dragon white", "dragon pink")


def test_a_dragon_costs_a_member_who_leaves_the_game() -> None:
    """5.1b: from any province space where one has one."""
    match = play_all(taking(), "dragon blue")
    assert hand(match, "A") == {"dragon": 2}
    assert (space(match, "blue"), space(match, "white"), dragons(match)) == ("AC", "ABC", 14)
    assert display(match) == display(taking())


def test_a_space_without_members_left_gives_no_more_cards() -> None:
    """5.1: the last member there was given for a dragon."""
    match = taking("white A | blue A", hands=FIVE | {"A": "junk"})
    play_all(match, "dragon white")
    assert_refused(match, "take white", "5.1")
    assert_refused(match, "dragon white", "5.1")
    assert_legal(match, "take blue", "dragon blue")


def test_a_card_is_taken_by_province_not_by_kind() -> None:
    """5.1: each space has its own card."""
    match = taking("white A | blue ABC", display="junk horse rickshaw sedan ox junk")
    assert_legal(match, "take white", "take blue")
    for text in ("take junk", "take W1", "take dragon", "dragon W1", "dragon", "take", "take red"):
        assert_no_action(match, text)


def test_nothing_else_is_done_in_phase_2() -> None:
    """5.1: taking is compulsory."""
    for action in ("pass", "stay with dragon", "step W2 with dragon", "stop", "deploy 1", "member white", "return 0"):
        assert_refused(taking(), action)
    assert_refused(position(spaces="white AAA"), "take white")
    assert_refused(position(spaces="white AAA"), "dragon white")


# 5.2: five cards


@pytest.mark.parametrize(("players", "start"), [(players, seat) for players in PLAYERS for seat in SEATS[:players]])
def test_in_turn_until_everyone_has_exactly_five(players: int, start: str) -> None:
    """5.2 and 1.4: the dragon of the start counts, so four each; then phase 3 with the start player."""
    match = taking(f"white {SEATS[:players]}", players=players, start=start, round=1)
    for number in range(4 * players):
        seat = SEATS[(SEATS.index(start) + number) % players]
        assert (phase(match), to_act(match), held(match, seat)) == ("cards", seat, 1 + number // players)
        match.play("take white")
    assert (phase(match), to_act(match)) == ("move", start)
    assert [held(match, seat) for seat in SEATS[:players]] == [5] * players


def test_who_has_five_is_skipped() -> None:
    """5.2: cards kept from earlier rounds count."""
    match = taking("white ABC", hands={"A": "junk junk junk", "B": "ox ox ox ox", "C": "horse"})
    order = []
    while phase(match) == "cards":
        order.append(to_act(match))
        match.play("take white")
    assert order == ["A", "B", "C", "A", "C", "C", "C"]


def test_who_begins_with_five_takes_none() -> None:
    """5.2: the start player included."""
    match = position(
        phase="members",
        to_place=[0, 0, 1],
        turn="C",
        spaces="white AABBCC",
        hands={"A": FIVE["A"], "B": "ox ox ox", "C": "horse horse horse horse"},
    )
    match.play("member white")
    assert (phase(match), to_act(match)) == ("cards", "B")
    play_all(match, "take white", "take white", "take white")
    assert (phase(match), to_act(match)) == ("move", "A")


def test_five_may_be_of_any_kind() -> None:
    """5.2: dragons too."""
    match = taking("white AAAAA | blue B", players=2, hands={"B": "ox ox ox ox ox"})
    play_all(match, *["dragon white"] * 4)
    assert (phase(match), hand(match, "A"), space(match, "white")) == ("move", {"dragon": 5}, "A")


def test_taking_is_always_possible() -> None:
    """5.2: even the last member of a seat lets it take movement cards to the end."""
    match = taking("white A", hands={"A": "", "B": FIVE["B"], "C": FIVE["C"]})
    for _ in range(5):
        assert_legal(match, "take white", "dragon white")
        match.play("take white")
    assert (phase(match), space(match, "white"), held(match, "A")) == ("move", "A", 5)


# 5.3: the deck


def test_the_last_card_of_the_deck_is_drawn_and_nothing_is_shuffled() -> None:
    """5.3: the deck stays empty until a card must be drawn."""
    match = taking(deck="camel")
    before = discards(match)
    match.play("take white")
    assert (display(match)["white"], deck(match), discards(match)) == ("camel", [], before)


@pytest.mark.parametrize("seed", range(3))
def test_when_a_card_must_be_drawn_the_discards_are_the_new_deck(seed: int) -> None:
    """5.3: then one of them is drawn."""
    match = taking(deck="camel", seed=seed)
    pile = sum(discards(match).values())
    play_all(match, "take white", "take white")
    assert (len(deck(match)), discards(match)) == (pile - 1, {})
    assert hand(match, "B") == {"camel": 1, "dragon": 1}
    assert census(match) == dict.fromkeys(SYMBOLS, 9) | {"dragon": 18}


def test_an_empty_deck_may_be_left_so() -> None:
    """5.3: a dragon needs no card from it."""
    match = taking(deck="")
    before = discards(match)
    match.play("dragon white")
    assert (deck(match), discards(match)) == ([], before)


def test_the_new_deck_is_shuffled() -> None:
    """5.3: other seeds give other orders, and all cards may come up."""
    orders = set()
    for seed in range(5):
        match = play_all(taking(deck="", seed=seed), "take white")
        orders.add((display(match)["white"], *deck(match)))
    assert len(orders) == 5


def test_the_new_deck_is_the_discards_and_nothing_else() -> None:
    """5.3: neither hands nor the other face-up cards."""
    match = taking(deck="", hands={"B": "horse horse horse horse"})
    before = discards(match)
    match.play("take white")
    assert bag([display(match)["white"], *deck(match)]) == before


# 5.3: the dragons

MANY = {"A": "dragon " * 5, "B": "dragon " * 5, "C": "dragon " * 5}


def test_no_dragon_from_an_empty_stack() -> None:
    """5.3: all 18 are in hands."""
    match = taking("white D | blue D", players=4, turn="D", hands=MANY | {"D": "dragon dragon dragon"})
    assert dragons(match) == 0
    assert set(match.actions()) == {"take white", "take blue"}
    assert_refused(match, "dragon white", "5.3")
    assert_refused(match, "dragon blue", "5.3")


def test_the_last_dragon_may_be_taken() -> None:
    """5.3."""
    match = taking("white D | blue D", players=4, turn="D", hands=MANY | {"D": "dragon dragon"})
    match.play("dragon white")
    assert (dragons(match), hand(match, "D").get("dragon")) == (0, 3)


def test_a_dragon_that_was_used_lies_on_the_stack_again() -> None:
    """5.3 and 6.6."""
    hands = MANY | {"D": "dragon dragon dragon"}
    match = play_all(position(players=4, hands=hands), "stay with dragon")
    assert dragons(match) == 1


# Forced decisions


def test_the_only_card_that_can_be_taken_is_taken() -> None:
    """5.2: without dragons and with one space left nothing is to be decided."""
    match = taking("white D | blue D", players=4, turn="D", hands=MANY | {"D": "dragon dragon"}, top="ox horse")
    match.play("dragon blue")
    assert (phase(match), to_act(match)) == ("move", "A")
    assert hand(match, "D") == {"dragon": 3, "junk": 1, "ox": 1}
    assert display(match)["white"] == "horse"


def test_one_space_is_still_a_choice_while_there_are_dragons() -> None:
    """5.1: a card or a dragon."""
    match = taking("white A", hands=FIVE | {"A": "junk"})
    assert set(match.actions()) == {"take white", "dragon white"}


# Taking back


def test_taking_a_face_up_card_is_not_taken_back() -> None:
    """5.1a: a card was turned up, even if the same seat takes the next one too."""
    assert_not_undone(play_all(taking(), "take white"))
    match = play_all(taking(hands=FIVE | {"A": "junk"}), "take white")
    assert to_act(match) == "A"
    assert_not_undone(match)


def test_a_dragon_is_taken_back_while_the_same_seat_is_to_take() -> None:
    """5.1b: nothing was shown."""
    match = taking(hands=FIVE | {"A": "junk"})
    assert_undone(match, "dragon blue")
    assert_not_undone(play_all(taking(), "dragon blue"))


def test_a_dragon_after_a_card_is_taken_back_but_not_the_card() -> None:
    """5.1: one decision at a time."""
    match = play_all(taking(hands=FIVE | {"A": "junk"}), "take white")
    assert_undone(match, "dragon blue")
    assert_not_undone(match)


def test_the_new_card_is_not_taken_back_when_the_discards_were_shuffled() -> None:
    """5.3: chance came in."""
    assert_not_undone(play_all(taking(deck="", hands=FIVE | {"A": "junk"}), "take white"))


def test_a_dragon_after_which_cards_are_taken_by_themselves_is_not_taken_back() -> None:
    """5.3: the last one, with one space left: the cards that were turned up have been seen."""
    match = taking("white DDDD", players=4, turn="D", start="D", hands=MANY | {"D": "dragon dragon"})
    match.play("dragon white")
    assert (phase(match), to_act(match)) == ("move", "D")
    assert_not_undone(match)
