"""Chapter 6 of the rules of Ming Dynastie: moving and staying, passing, deploying, monasteries."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from tests.matches import phase, play_all, to_act
from tests.ming.box import NEAR, PLAYERS, SEATS, SYMBOLS
from tests.ming.shown import choices, discards, dragons, hand, monasteries, passed, prince, round_of, space, standing
from tests.ming.table import position, random_game
from tests.refusals import (
    assert_impossible,
    assert_legal,
    assert_no_action,
    assert_not_undone,
    assert_refused,
    assert_undone,
)


def moving(hand: str = "camel dragon", **more: Any) -> Match:
    """Phase 3, with A's hand; A has members to deploy in white, orange and pink."""
    hands = {"A": hand} | more.pop("hands", {})
    return position(**{"spaces": "white AAA | orange AAA | pink AA", "hands": hands} | more)


# 6.1: moving over borders


def test_a_border_is_paid_with_its_symbol() -> None:
    """6.1: the prince stands in the next district; the card is discarded."""
    match = play_all(moving("camel junk ox"), "step W2 with camel")
    assert (phase(match), to_act(match), prince(match, "A")) == ("walk", "A", "W2")
    assert (hand(match, "A"), discards(match)) == ({"junk": 1, "ox": 1}, {"camel": 1})


def test_a_border_is_paid_with_a_dragon() -> None:
    """6.1 and 6.6: it goes back to its stack."""
    match = moving("dragon dragon ox")
    before = dragons(match)
    match.play("step W2 with dragon")
    assert (prince(match, "A"), hand(match, "A"), discards(match)) == ("W2", {"dragon": 1, "ox": 1}, {})
    assert dragons(match) == before + 1


def test_a_dragon_may_be_paid_though_one_holds_the_symbol() -> None:
    """6.1: ruling."""
    match = moving("camel dragon")
    assert_legal(match, "step W2 with camel", "step W2 with dragon")
    match.play("step W2 with dragon")
    assert hand(match, "A") == {"camel": 1}


@pytest.mark.parametrize(
    "step",
    [
        "step W2 with junk",
        "step O1 with camel",
        "step W3 with camel",
        "step W2 with ox",
        "step W2 with horse",
        "step W1 with dragon",
        "step W1 with camel",
        "step O2 with dragon",
        "step B3 with dragon",
    ],
)
def test_not_with_another_symbol_nor_a_card_one_lacks_nor_over_no_border(step: str) -> None:
    """6.1: A stands in W1 with a camel, a junk and a dragon."""
    assert_refused(moving("camel junk dragon"), step, "6.1", "1.2")


def test_one_or_more_borders() -> None:
    """6.1: a walk of five, each border paid."""
    match = moving("camel sedan ox junk camel", princes="W1 G1 O1 B2")
    for where, card in (("W2", "camel"), ("P1", "sedan"), ("Y2", "ox"), ("Y3", "junk")):
        match.play(f"step {where} with {card}")
        assert (phase(match), to_act(match), prince(match, "A")) == ("walk", "A", where)
    match.play("step B1 with camel")
    assert (prince(match, "A"), hand(match, "A")) == ("B1", {})
    assert discards(match) == {"camel": 2, "sedan": 1, "ox": 1, "junk": 1}


def test_not_without_a_step() -> None:
    """6.1: at least one."""
    assert_refused(moving(), "stop", "6.1")
    assert_refused(moving(), "deploy 1")


def test_a_walk_ends_where_one_stops() -> None:
    """6.1: the other cards are kept."""
    match = play_all(moving("camel junk ox"), "step W2 with camel", "stop")
    assert (phase(match), to_act(match), hand(match, "A")) == ("deploy", "A", {"junk": 1, "ox": 1})


@pytest.mark.parametrize("action", ["pass", "stay with junk", "deploy 0", "deploy 1", "deploy 1 monastery"])
def test_a_walk_begun_is_ended_first(action: str) -> None:
    """6.1: one of the three, then deploy."""
    assert_refused(play_all(moving("camel junk ox"), "step W2 with camel"), action)


def test_a_walk_may_return_to_where_it_began() -> None:
    """6.1: ruling; two cards, and one deploys there."""
    match = play_all(moving("camel camel ox"), "step W2 with camel", "step W1 with camel", "stop", "deploy 2")
    assert (prince(match, "A"), standing(match, "W1")) == ("W1", "AA")


def test_a_walk_may_enter_a_district_twice() -> None:
    """6.1: nothing forbids it."""
    match = moving("camel camel camel ox junk")
    play_all(match, "step W2 with camel", "step W1 with camel", "step W2 with camel", "stop")
    assert (prince(match, "A"), phase(match)) == ("W2", "deploy")


# 6.1: other princes


def test_a_prince_passes_through_a_district_with_another() -> None:
    """6.1: but does not end there."""
    match = play_all(moving("camel junk ox", princes="W1 W2 B1"), "step W2 with camel")
    assert_refused(match, "stop", "6.1")
    assert set(match.actions()) == {"step W3 with junk", "step P2 with ox"}
    play_all(match, "step W3 with junk", "stop")
    assert [prince(match, seat) for seat in "ABC"] == ["W3", "W2", "B1"]


IN_A_ROW = {
    # one prince in W2, left by camel, junk, sedan and ox
    "one, and no card left": ("W1 W2 B1 B2", "camel", False),
    "one, and a card that leads nowhere": ("W1 W2 B1 B2", "camel horse", False),
    "one, and cards that lead nowhere": ("W1 W2 B1 B2", "camel horse rickshaw rickshaw horse", False),
    "one, and back again": ("W1 W2 B1 B2", "camel camel", True),
    "one, and on": ("W1 W2 B1 B2", "camel junk", True),
    "one, and a dragon": ("W1 W2 B1 B2", "camel dragon", True),
    # two: from W2 to P1 by sedan, and from there on by horse, camel or ox
    "two, and the one card leads to the second": ("W1 W2 P1 B2", "camel sedan", False),
    "two, to and fro between them": ("W1 W2 P1 B2", "camel sedan sedan sedan sedan", False),
    "two, and no way from the second": ("W1 W2 P1 B2", "camel sedan rickshaw", False),
    "two, and on from the second": ("W1 W2 P1 B2", "camel sedan horse", True),
    "two, and another way": ("W1 W2 P1 B2", "camel sedan junk", True),
    "two, and one dragon": ("W1 W2 P1 B2", "camel dragon", True),
    # three: from P1 to P2 by horse, and from there on by rickshaw, camel, ox or sedan
    "three, ending on the third": ("W1 W2 P1 P2", "camel sedan horse", False),
    "three, back from the third to the second": ("W1 W2 P1 P2", "camel sedan horse horse", False),
    "three, and on with the second sedan chair": ("W1 W2 P1 P2", "camel sedan horse sedan horse", True),
    "three, and on from the third": ("W1 W2 P1 P2", "camel sedan horse rickshaw", True),
    "three, and back to the beginning": ("W1 W2 P1 P2", "camel sedan sedan camel", True),
}


@pytest.mark.parametrize(("princes", "hand", "legal"), IN_A_ROW.values(), ids=IN_A_ROW)
def test_a_step_into_an_occupied_district_if_the_walk_can_still_end(princes: str, hand: str, legal: bool) -> None:
    """6.1: ruling; one, two and three princes in a row."""
    match = moving(hand, players=4, princes=princes)
    if legal:
        assert_legal(match, "step W2 with camel")
    else:
        assert_refused(match, "step W2 with camel", "6.1")


def test_through_three_princes_in_a_row() -> None:
    """6.1: with exactly the cards for it there is one way on at each, which is taken by itself."""
    match = moving("camel sedan horse rickshaw", players=4, princes="W1 W2 P1 P2")
    match.play("step W2 with camel")
    assert (prince(match, "A"), hand(match, "A")) == ("W3", {})


def test_step_by_step_through_three_princes_in_a_row() -> None:
    """6.1: a dragon leaves a choice at each; the walk ends at none of them."""
    match = moving("camel sedan horse rickshaw dragon", players=4, princes="W1 W2 P1 P2")
    for step in ("W2 with camel", "P1 with sedan", "P2 with horse"):
        match.play(f"step {step}")
        assert_refused(match, "stop", "6.1")
        assert len(match.actions()) > 1
    play_all(match, "step W3 with rickshaw", "stop")
    assert (prince(match, "A"), hand(match, "A")) == ("W3", {"dragon": 1})


def test_a_dragon_is_kept_if_it_is_needed_to_go_on() -> None:
    """6.1: into W2 by camel, because the dragon is the way out; paying the dragon leaves a camel, the way back."""
    match = moving("camel dragon", princes="W1 W2 B1")
    assert_legal(match, "step W2 with camel", "step W2 with dragon")
    match = moving("horse dragon", princes="W1 W2 B1")
    assert_refused(match, "step W2 with dragon", "6.1")


def test_a_step_that_would_strand_the_walk_is_refused_in_the_middle() -> None:
    """6.1: in W3 with horse and junk, O2 is occupied, and so is P3, to which the junk would lead."""
    match = play_all(moving("ox horse junk", princes="W1 O2 P3"), "step W3 with ox")
    assert_refused(match, "step O2 with horse", "6.1")
    assert set(match.actions()) == {"step W2 with junk", "stop"}


def test_ones_own_prince_bars_nobody() -> None:
    """6.1: the district one left is free; here it is the only way on."""
    match = play_all(moving("camel camel", princes="W1 W2 B1"), "step W2 with camel")
    assert (prince(match, "A"), prince(match, "B")) == ("W1", "W2")


def reach(where: str, cards: dict[str, int], others: set[str]) -> dict[str, int]:
    """Where a walk from here can end and the fewest cards it takes, by trying every walk."""
    found: dict[str, int] = {}
    seen = set()
    frontier = [(where, tuple(sorted(cards.items())), 0)]
    while frontier:
        here, left, paid = frontier.pop(0)
        if paid and here not in others:
            found.setdefault(here, paid)
        for near, symbol in NEAR[here].items():
            for card in {symbol, "dragon"}:
                after = dict(left)
                if after.get(card, 0):
                    after[card] -= 1
                    stage = (near, tuple(sorted(after.items())), paid + 1)
                    if stage not in seen:
                        seen.add(stage)
                        frontier.append(stage)
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_where_a_prince_can_end_a_walk(players: int) -> None:
    """6.1: as the view shows it, and as the first steps allow it."""
    compared = 0
    for match in random_game(players, seed=11):
        if phase(match) != "move":
            continue
        compared += 1
        reveal = match.reveal()
        for seat in range(players):
            others = set(reveal["princes"]) - {reveal["princes"][seat]}
            expected = reach(reveal["princes"][seat], reveal["hands"][seat], others)
            assert match.view(1)["reach"][seat] == expected
        seat = reveal["to_act"] - 1
        taken = set(reveal["princes"]) - {reveal["princes"][seat]}
        steps = set()
        for near, symbol in NEAR[reveal["princes"][seat]].items():
            for card in {symbol, "dragon"} & set(reveal["hands"][seat]):
                left = {**reveal["hands"][seat], card: reveal["hands"][seat][card] - 1}
                if near not in taken or reach(near, left, taken):
                    steps.add(f"{near} with {card}")
        assert choices(match, "step") == steps
        if compared == 40:
            break


def test_reach_of_a_hand_that_is_not_shown() -> None:
    """2.4: with secret hands only one's own."""
    shown = moving(options={"secret_hands": True}).view(1)["reach"]
    assert shown[0] == reach("W1", {"camel": 1, "dragon": 1}, {"G1", "P1"})
    assert shown[1:] == [None, None]


# 6.2: staying


@pytest.mark.parametrize("card", [*SYMBOLS, "dragon"])
def test_one_card_is_discarded_to_stay(card: str) -> None:
    """6.2: any; then one deploys where the prince stands."""
    match = moving(f"{card} {card}")
    before = dragons(match)
    match.play(f"stay with {card}")
    assert (phase(match), to_act(match), prince(match, "A")) == ("deploy", "A", "W1")
    assert hand(match, "A") == {card: 1}
    assert discards(match) == ({} if card == "dragon" else {card: 1})
    assert dragons(match) == before + (card == "dragon")


def test_not_with_a_card_one_lacks() -> None:
    """6.2: one movement or dragon card of one's hand."""
    match = moving("junk junk")
    for card in (*SYMBOLS[1:], "dragon"):
        assert_refused(match, f"stay with {card}", "6.2")
    assert set(match.actions()) >= {"stay with junk", "pass"}


def test_staying_has_no_steps() -> None:
    """6.1 and 6.2: one of the two."""
    match = play_all(moving(), "stay with camel")
    for action in ("step W2 with dragon", "stop", "stay with dragon", "pass"):
        assert_refused(match, action)


@pytest.mark.parametrize("text", ["stay", "stay with", "stay junk", "stay with junk horse", "step W2", "step W2 junk"])
def test_what_is_no_notation(text: str) -> None:
    """6.1 and 6.2: a card is named."""
    assert_no_action(moving("junk horse camel"), text)


# 6.3: passing


def test_passing_keeps_cards_and_members() -> None:
    """6.3: for later rounds; one is out of this phase."""
    match = play_all(moving("camel junk", passed="C"), "pass")
    assert (passed(match), to_act(match), hand(match, "A")) == ("AC", "B", {"camel": 1, "junk": 1})
    assert (space(match, "white"), space(match, "orange"), space(match, "pink")) == ("AAA", "AAA", "AA")


def test_others_go_on_and_who_has_passed_is_skipped() -> None:
    """6.3: until all have."""
    match = moving("camel junk", round=1, hands={"B": "ox ox", "C": "ox ox ox"}, spaces="")
    play_all(match, "stay with camel", "pass")
    assert (to_act(match), passed(match)) == ("C", "B")
    play_all(match, "stay with ox")
    assert to_act(match) == "A"
    play_all(match, "pass")
    assert (to_act(match), passed(match)) == ("C", "AB")
    play_all(match, "stay with ox")
    assert to_act(match) == "C"
    match.play("pass")
    assert (phase(match), round_of(match), passed(match)) == ("members", 2, "")


def test_one_may_pass_at_once() -> None:
    """6.3: all do, and the cards count in the next round."""
    match = moving("camel junk", round=1, spaces="white A", hands={"B": "ox ox", "C": "horse"})
    play_all(match, "pass", "pass", "pass")
    assert (phase(match), round_of(match)) == ("members", 2)
    assert [hand(match, seat) for seat in "ABC"] == [{"camel": 1, "junk": 1}, {"ox": 2}, {"horse": 1}]
    assert space(match, "white") == "A"


@pytest.mark.parametrize(("players", "start"), [(players, seat) for players in PLAYERS for seat in SEATS[:players]])
def test_one_action_each_in_turn(players: int, start: str) -> None:
    """6: clockwise from the start player, round and round."""
    match = position(players=players, start=start, round=1, hands=dict.fromkeys(SEATS, "junk horse ox"))
    for number in range(3 * players):
        seat = SEATS[(SEATS.index(start) + number) % players]
        assert (phase(match), to_act(match)) == ("move", seat)
        match.play(f"stay with {['junk', 'horse', 'ox'][number // players]}")
    assert (phase(match), round_of(match)) == ("members", 2)


# 6.4: deploying


def deploying(spaces: str = "white AAAAA", where: str = "W1", **more: Any) -> Match:
    """A's prince has stayed and deploys; C stands far away."""
    princes = f"{where} {'G1' if where != 'G1' else 'W1'} P1 B1"
    return play_all(moving("camel camel camel", spaces=spaces, princes=princes, **more), "stay with camel")


ALL_WAYS = ["deploy 0", "deploy 1", "deploy 1 monastery", "deploy 2", "deploy 2 monastery"]
ALL_WAYS += ["deploy 3", "deploy 3 monastery"]


@pytest.mark.parametrize(("members", "ways"), [(1, 3), (2, 5), (3, 7), (4, 7), (5, 7)])
def test_up_to_three_and_at_most_one_onto_the_monastery(members: int, ways: int) -> None:
    """6.4: as many as stand on the space; zero may be deployed."""
    match = deploying(f"white {'A' * members}")
    assert set(match.actions()) == set(ALL_WAYS[:ways])
    for action in ALL_WAYS[ways:]:
        assert_refused(match, action, "6.4")


@pytest.mark.parametrize("text", ["deploy 4", "deploy 5", "deploy -1", "deploy 0 monastery", "deploy 4 monastery"])
def test_never_more_than_three_and_no_monastery_with_nobody(text: str) -> None:
    """6.4."""
    assert_impossible(deploying(), text, "6.4")


@pytest.mark.parametrize("text", ["deploy", "deploy all", "deploy 1 palace", "deploy 1 W1", "deploy monastery"])
def test_what_is_no_deployment(text: str) -> None:
    """6.4: a number, and the monastery or not."""
    assert_no_action(deploying(), text)


@pytest.mark.parametrize("action", ALL_WAYS)
def test_a_deployment(action: str) -> None:
    """6.4: from the space to the district; the one on the monastery does not bar the other two."""
    match = play_all(deploying("white AAAAAB"), action)
    count, monastery = int(action.split()[1]), action.endswith("monastery")
    assert space(match, "white") == "A" * (5 - count) + "B"
    assert standing(match, "W1") == "A" * (count - monastery)
    assert monasteries(match) == ({"W1": "A"} if monastery else {})
    assert (phase(match), to_act(match)) == ("move", "B")


def test_only_from_the_space_of_the_districts_province() -> None:
    """6.4: nothing else is possible without members there, so nothing is asked."""
    match = moving("camel camel", spaces="orange AAA | white BBB")
    match.play("stay with camel")
    assert (phase(match), to_act(match)) == ("move", "B")
    assert (standing(match, "W1"), space(match, "orange")) == ("", "AAA")


def test_after_a_walk_from_the_space_of_the_new_province() -> None:
    """6.4: where the prince stands now."""
    match = play_all(moving("junk dragon", spaces="white A | orange AA"), "step O1 with junk", "stop")
    assert set(match.actions()) == set(ALL_WAYS[:5])
    match.play("deploy 2 monastery")
    assert (standing(match, "O1"), monasteries(match)) == ("A", {"O1": "A"})
    assert (space(match, "white"), space(match, "orange")) == ("A", "")


def test_not_at_all_where_the_monastery_holds_ones_own_member() -> None:
    """6.4: neither to the open area nor to the monastery."""
    match = moving("camel camel", monasteries="W1 A")
    match.play("stay with camel")
    assert (phase(match), to_act(match), standing(match, "W1"), space(match, "white")) == ("move", "B", "", "AAA")


def test_in_another_district_of_the_province_one_may() -> None:
    """6.4: the monastery bars its own district alone."""
    match = play_all(moving("camel camel", monasteries="W1 A"), "step W2 with camel", "stop", "deploy 3 monastery")
    assert monasteries(match) == {"W1": "A", "W2": "A"}


def test_members_already_in_the_district_never_move_to_its_monastery() -> None:
    """6.4: though it is empty."""
    match = moving("camel camel", spaces="", open="W1 AAA")
    match.play("stay with camel")
    assert (standing(match, "W1"), monasteries(match), to_act(match)) == ("AAA", {}, "B")


def test_the_next_turn_one_may_deploy_again() -> None:
    """6.4: three at a time."""
    match = deploying("white AAAAA", passed="BC")
    play_all(match, "deploy 3", "stay with camel")
    assert set(match.actions()) == set(ALL_WAYS[:5])
    match.play("deploy 2 monastery")
    assert (standing(match, "W1"), monasteries(match)) == ("AAAA", {"W1": "A"})


def test_after_the_monastery_no_more() -> None:
    """6.4: from the next turn on."""
    match = deploying("white AAAAA", passed="BC")
    play_all(match, "deploy 3 monastery", "stay with camel")
    assert (standing(match, "W1"), space(match, "white"), monasteries(match)) == ("AA", "AA", {"W1": "A"})


def test_the_open_area_holds_any_number() -> None:
    """6.4: of all players."""
    match = deploying("white AAA", open="W1 AAAAAAABBBBBBBBBBCCCCCCCCCC")
    match.play("deploy 3")
    assert standing(match, "W1") == "A" * 10 + "B" * 10 + "C" * 10


# 6.5: monasteries


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_monastery_of_another_is_taken(count: int) -> None:
    """6.5: the member there moves to the district's open area."""
    match = deploying("white AAA", monasteries="W1 B", open="W1 B")
    match.play(f"deploy {count} monastery")
    assert monasteries(match) == {"W1": "A"}
    assert standing(match, "W1") == "A" * (count - 1) + "BB"


def test_a_monastery_of_another_may_be_left_alone() -> None:
    """6.5: it bars nobody else."""
    match = play_all(deploying("white AAA", monasteries="W1 B"), "deploy 3")
    assert (monasteries(match), standing(match, "W1")) == ({"W1": "B"}, "AAA")


def test_who_was_ousted_may_deploy_there_again() -> None:
    """6.5: and take the monastery back, when B's prince has left."""
    match = position(
        players=2,
        round=1,
        princes="W1 W2",
        spaces="white AAABBB",
        hands={"A": "camel ox horse", "B": "junk junk"},
        monasteries="W2 A",
    )
    play_all(match, "stay with ox", "deploy 0", "stay with junk", "deploy 1 monastery")
    assert (monasteries(match), standing(match, "W2")) == ({"W2": "B"}, "A")
    play_all(match, "stay with horse", "deploy 0", "step W3 with junk", "deploy 0", "step W2 with camel")
    assert set(match.actions()) == set(ALL_WAYS)
    match.play("deploy 2 monastery")
    assert (monasteries(match), standing(match, "W2")) == ({"W2": "A"}, "AAB")


def test_one_never_takes_ones_own_member_off_a_monastery() -> None:
    """6.5: nothing does; not even a second monastery elsewhere."""
    match = moving("ox camel", monasteries="W3 A | W2 A")
    play_all(match, "step W3 with ox", "stop")
    assert (monasteries(match), to_act(match), space(match, "white")) == ({"W2": "A", "W3": "A"}, "B", "AAA")


def test_several_monasteries_of_one_seat() -> None:
    """6.5: one member on each."""
    match = position(players=2, round=1, passed="B", spaces="white AAA", hands={"A": "camel junk dragon"})
    play_all(match, "stay with dragon", "deploy 1 monastery", "step W2 with camel", "stop", "deploy 1 monastery")
    play_all(match, "step W3 with junk", "deploy 1 monastery")
    assert monasteries(match) == {"W1": "A", "W2": "A", "W3": "A"}


# 6.6: cards and the end of the phase


def test_used_cards_go_to_the_discards_and_dragons_to_their_stack() -> None:
    """6.6."""
    match = moving("camel dragon ox", deck="junk", spaces="")
    before = discards(match), dragons(match)
    play_all(match, "step W2 with camel", "step P2 with ox", "step W3 with dragon")
    assert discards(match) == before[0] | {"camel": before[0]["camel"] + 1, "ox": before[0]["ox"] + 1}
    assert dragons(match) == before[1] + 1


def test_without_a_card_one_passes_by_oneself() -> None:
    """6.6: when it is one's turn again."""
    match = moving("camel", spaces="", hands={"B": "ox ox", "C": "ox ox"})
    play_all(match, "stay with camel", "stay with ox", "stay with ox")
    assert (passed(match), to_act(match)) == ("A", "B")


def test_the_phase_ends_when_nobody_has_a_card() -> None:
    """6.6: all have passed then."""
    match = position(round=1, hands={"A": "junk", "B": "ox", "C": "dragon"})
    play_all(match, "stay with junk", "stay with ox", "stay with dragon")
    assert (phase(match), round_of(match)) == ("members", 2)


# Forced decisions


def test_the_walk_ends_by_itself_where_no_step_is_legal() -> None:
    """6.1: no card, or none that fits, or none that leads where it could end."""
    for cards in ("camel", "camel horse", "camel horse rickshaw"):
        match = play_all(moving(cards), "step W2 with camel")
        assert (phase(match), to_act(match), prince(match, "A")) == ("deploy", "A", "W2")
    match = play_all(moving("camel sedan", princes="W1 B1 P1"), "step W2 with camel")
    assert (phase(match), prince(match, "A")) == ("deploy", "W2")


def test_a_walk_with_nothing_to_deploy_ends_the_turn() -> None:
    """6.1 and 6.4: nothing is to be decided."""
    match = play_all(moving("camel", spaces=""), "step W2 with camel")
    assert (phase(match), to_act(match), prince(match, "A")) == ("move", "B", "W2")


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_asked_where_there_is_no_choice(players: int) -> None:
    """6: except a single way on from an occupied district."""
    for match in random_game(players, seed=20 + players):
        actions = match.actions()
        if len(actions) == 1:
            assert phase(match) == "walk"
            assert actions[0].startswith("step")
        assert match.over or actions


# Taking back


@pytest.mark.parametrize("action", ["step W2 with camel", "step O1 with dragon", "stay with camel", "stay with dragon"])
def test_a_step_or_staying_is_taken_back(action: str) -> None:
    """6: until the turn is over."""
    assert_undone(moving("camel dragon junk"), action)


def test_a_step_that_ended_the_walk_by_itself_is_taken_back() -> None:
    """6.1: the forced end goes with it."""
    assert_undone(moving("camel"), "step W2 with camel")


def test_a_walk_is_taken_back_step_by_step() -> None:
    """6.1: to its beginning and no further."""
    match = moving("camel sedan ox junk")
    stages = []
    for action in ("step W2 with camel", "step P2 with ox", "step P3 with sedan", "stop"):
        stages.append((match.reveal(), match.actions(), match.save()))
        match.play(action)
    assert phase(match) == "deploy"
    for stage in reversed(stages):
        match.undo()
        assert (match.reveal(), match.actions(), match.save()) == stage
    assert_not_undone(match)


def test_a_deployment_is_not_taken_back_when_the_next_seat_is_to_act() -> None:
    """6: the turn is over, and so it is after a walk with nothing to deploy or after passing."""
    assert_not_undone(play_all(deploying(), "deploy 2"))
    assert_not_undone(play_all(moving("camel", spaces=""), "step W2 with camel"))
    assert_not_undone(play_all(moving(), "pass"))


def test_a_deployment_is_taken_back_while_one_is_alone_in_the_phase() -> None:
    """6.3: no other seat has decided since."""
    match = deploying(passed="BC")
    assert_undone(match, "deploy 2 monastery")


def test_the_last_pass_of_the_phase_is_not_taken_back() -> None:
    """6.3: another begins the next round."""
    match = moving(round=1, start="B", turn="A", passed="BC", spaces="")
    match.play("pass")
    assert phase(match) == "members"
    assert to_act(match) == "C"
    assert_not_undone(match)
