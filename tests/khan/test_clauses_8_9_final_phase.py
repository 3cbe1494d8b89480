"""Chapters 8 and 9 of the rules of Khan: refilling the hand, and the final phase."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from lantern.kernel.contract import Json
from tests.khan.board import region
from tests.khan.box import FOUR_HOME, NO_SPECIALS, PIECES, RULERS, SPECIALS, STARTS
from tests.khan.shown import (
    choices,
    deck,
    discards,
    hand,
    in_force,
    left,
    pieces,
    ruler,
    specials,
    symbols,
    turn,
    yurts,
)
from tests.khan.table import CALM, ending, idle, over, position, special, step_one, third_action
from tests.matches import outcome, phase, play_all, to_act
from tests.refusals import assert_legal, assert_not_undone, assert_refused, assert_undone

HELD = "stone, sand, river, khan"

# 8: step 5


@pytest.mark.parametrize("count", range(5))
def test_the_hand_is_refilled_to_four(count: int) -> None:
    """8: with the next cards of the deck."""
    match = position(HELD, specials=NO_SPECIALS, top=CALM)
    kept = sorted(hand(match, "A"))[count:]
    symbols_kept = {card.split()[1] for card in kept}
    before = deck(match)
    play_all(match, "anywhere B10")
    for card in sorted(hand(match, "A"))[:count]:
        match.play(f"discard {card.split()[1]}")
    if count < 4:
        match.play("stop")
    assert len(hand(match, "A")) == 4
    assert set(hand(match, "A")) == {*kept, *before[:count]}
    assert symbols_kept <= set(symbols(match, "A"))
    assert deck(match)[0] == before[count + 1]


def test_a_full_hand_is_not_refilled() -> None:
    """8: nothing is drawn."""
    match = position(HELD, specials=NO_SPECIALS, top="north, north, hungarian south")
    before = hand(match, "A")
    play_all(match, "drive song", "drive song")
    assert (to_act(match), hand(match, "A")) == ("B", before)


def test_the_cards_of_high_morale_are_refilled_too() -> None:
    """8: up to three cards are played in a turn."""
    match = position("stone, sand, river, khan", top=CALM)
    play_all(match, "invade A5 with stone", "invade A10 with sand", "morale", "invade A6 with khan")
    assert len(hand(match, "A")) == 4
    assert len(discards(match)) == 4


def test_hands_of_others_are_not_refilled() -> None:
    """8: they are full anyway; the active player alone draws."""
    match = position(HELD, players=3, specials=NO_SPECIALS, top=CALM)
    before = hand(match, "B"), hand(match, "C")
    idle(match)
    assert (hand(match, "B"), hand(match, "C")) == before


# 9.1: the fifth ruler is home

LAST: Json = {"home": FOUR_HOME, "courts": {"song": 1}}
"""Four are home, and Song is about to be the fifth; Goryeo, Delhi and Tibet are still on the board."""
FIELD = "A A5 B5 A6 B6 | B A9 B9 A10 B10"
"""Both have something to conquer."""


def everybody_is_home(match: Match) -> bool:
    """Whether all rulers and no court yurts are left, and neutral yurts stand where the last rulers stood."""
    reveal = match.reveal()
    swapped = [yurts(match).get(STARTS[who]) for who in ("song", "goryeo", "delhi", "tibetan")]
    return (
        bool(reveal["final"])
        and set(reveal["rulers"].values()) == {"home"}
        and set(reveal["courts"].values()) == {0}
        and swapped == ["n"] * 4
    )


def test_the_remaining_rulers_swap_with_a_yurt_and_go_home_in_step_1() -> None:
    """9.1: the moment the fifth is home, before anything else."""
    match = step_one("song north", yurts=FIELD, **LAST)
    assert everybody_is_home(match)


def test_the_remaining_rulers_swap_with_a_yurt_and_go_home_in_step_2() -> None:
    """9.1: by B as well."""
    match = play_all(position(HELD, yurts=FIELD, top="north", **LAST), "drive song")
    assert everybody_is_home(match)


def test_the_remaining_rulers_swap_with_a_yurt_and_go_home_in_step_4() -> None:
    """9.1: and by High Morale."""
    match = play_all(special(HELD, yurts=FIELD, top="north", **LAST), "morale", "drive song")
    assert everybody_is_home(match)


def test_the_fifth_may_be_cornered() -> None:
    """5.4 and 9.1: all directions fail."""
    occupied = "n C12 C11 C10 D12 E11 F10 D13 E13 F13 B12 A11"
    match = position(yurts=f"{FIELD} | {occupied}", rulers={"song": "C13"}, home=FOUR_HOME, top="north")
    match.play("drive song")
    assert match.reveal()["final"]
    assert yurts(match)["C13"] == "n"
    assert set(match.reveal()["courts"].values()) == {0}


def test_the_swapped_yurts_may_be_conquered() -> None:
    """9.1: they are neutral yurts like others."""
    match = play_all(position(HELD, yurts="A G5", top="north", **LAST), "drive song")
    assert_legal(match, "conquer domino G5 H5")


def test_a_card_that_shows_the_fifth_after_others_at_home() -> None:
    """5.5 and 9.1: in the middle of turning up further cards."""
    match = step_one("seljuk north, russian east, song north", yurts=FIELD, **LAST)
    assert everybody_is_home(match)
    assert len(discards(match)) == 3


# 9.2: entered in step 1


def test_in_step_1_the_turn_ends_and_the_same_player_opens_the_final_phase() -> None:
    """9.2: without steps 2 to 5."""
    match = step_one("song north", yurts=FIELD, **LAST)
    assert (phase(match), turn(match), to_act(match), left(match)) == ("final", "A", "A", 2)
    for action in ("drive delhi", "anywhere C13", "morale", "patronage", "gods", "reserve domino", "pass"):
        assert_refused(match, action)
    assert {action.split()[0] for action in match.actions()} == {"conquer"}
    play_all(match, "conquer domino A5 B5", "conquer domino A6 B6")
    assert (phase(match), turn(match), left(match)) == ("final", "B", 2)


@pytest.mark.parametrize("force", [{"patronage": "A"}, {"gods": {"A": "all"}}, {"reserved": {"A": "domino"}}])
def test_in_step_1_ones_own_restrictions_lapse(force: Json) -> None:
    """9.2: it counts as the next turn."""
    match = step_one("song north", yurts=FIELD, **LAST, **force)
    assert [in_force(match, what) for what in ("patronage", "gods", "reserved")] == ["", "", ""]


@pytest.mark.parametrize("force", [{"patronage": "B"}, {"gods": {"B": "all"}}, {"reserved": {"B": "domino"}}])
def test_in_step_1_the_restrictions_of_others_stay(force: Json) -> None:
    """9.2 and 9.3: until their turns begin; B used his in the turn before."""
    use = {"patronage": "patronage", "gods": "gods", "reserved": "reserve domino"}[next(iter(force))]
    match = special(turn="B", yurts=FIELD, top="song north", **LAST)
    match.play(use)
    assert (phase(match), turn(match)) == ("final", "A")
    assert "".join(in_force(match, what) for what in ("patronage", "gods", "reserved")) == "B"
    if use == "reserve domino":
        assert_refused(match, "conquer domino A5 B5", "7.5")
    play_all(match, "conquer O-4 A5 B5 A6 B6")
    assert turn(match) == "B"
    assert "".join(in_force(match, what) for what in ("patronage", "gods", "reserved")) == ""


def test_in_step_1_a_player_with_nothing_to_conquer_passes_by_himself() -> None:
    """9.3: the next one plays."""
    match = step_one("song north", yurts="B A9 B9", **LAST)
    assert (phase(match), turn(match), left(match)) == ("final", "B", 2)


def test_in_step_1_the_game_may_be_over_at_once() -> None:
    """9.3: the end is tested from the first turn of the final phase on."""
    match = step_one("song north", yurts="A A5 | B A9", **LAST)
    assert (phase(match), match.over) == ("over", True)
    assert outcome(match)["reason"] == match.reveal()["end"] == "nothing left to conquer"


# 9.2: entered in step 2


def entered(hand: str = HELD, **more: Any) -> Match:
    """A's first action has begun the final phase."""
    return play_all(position(hand, **({"top": "north, north, north, north"} | LAST | more)), "drive song")


def test_in_step_2_the_turn_continues_with_a_or_c() -> None:
    """9.2: B is barred, and D was never the second action."""
    match = entered(yurts=FIELD)
    assert (phase(match), to_act(match), left(match)) == ("actions", "A", 1)
    assert_legal(match, "invade C5 with stone", "conquer domino A5 B5")
    for who in RULERS:
        assert_refused(match, f"drive {who}")
    assert_refused(match, "anywhere C13")
    assert_refused(match, "pass")


@pytest.mark.parametrize("action", ["invade C5 with stone", "conquer domino A5 B5"])
def test_in_step_2_steps_3_to_5_follow_and_the_next_player_opens_the_final_phase(action: str) -> None:
    """9.2: the card in force leaves, another may be used, the hand is refilled."""
    match = entered(yurts=FIELD, patronage="A")
    match.play(action)
    assert (phase(match), to_act(match), in_force(match, "patronage")) == ("special", "A", "")
    match.play("gods")
    assert (phase(match), turn(match), left(match)) == ("final", "B", 2)
    assert len(hand(match, "A")) == 4
    assert in_force(match, "gods") == "A"


def test_in_step_2_as_the_second_action() -> None:
    """9.2: steps 3 to 5 follow."""
    match = position(HELD, yurts=FIELD, top="north", **LAST)
    play_all(match, "invade C5 with stone", "drive song")
    assert (phase(match), to_act(match), left(match)) == ("special", "A", 0)
    match.play("pass")
    assert (phase(match), turn(match)) == ("final", "B")
    assert len(hand(match, "A")) == 4


@pytest.mark.parametrize("use", ["patronage", "gods", "reserve domino"])
def test_in_step_2_special_cards_run_into_the_final_phase(use: str) -> None:
    """9.2 and 9.3: their restrictions bind others until one's next turn."""
    match = position(HELD, yurts="A A5 C9 | B A9 B9 A10 B10 | n C10", top="north", **LAST)
    play_all(match, "invade C5 with stone", "drive song", use)
    assert (phase(match), turn(match)) == ("final", "B")
    if use == "patronage":
        assert_refused(match, "conquer I-3 A9 B9 C9", "7.7")
        assert_legal(match, "conquer I-3 A10 B10 C10")
    elif use == "gods":
        assert_refused(match, "conquer I-3 A10 B10 C10", "7.7")
        assert_legal(match, "conquer I-3 A9 B9 C9")
    else:
        assert_refused(match, "conquer domino A9 B9", "7.5")
        assert_legal(match, "conquer I-3 A9 B9 C9")


def test_in_step_2_high_morale_may_follow_but_not_with_b() -> None:
    """9.2: A or C."""
    match = entered(yurts=FIELD)
    play_all(match, "conquer domino A5 B5", "morale")
    for who in RULERS:
        assert_refused(match, f"drive {who}")
    assert_legal(match, "invade C10 with sand", "conquer domino A6 B6")
    match.play("conquer domino A6 B6")
    assert (phase(match), turn(match)) == ("final", "B")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_next_player_opens_the_final_phase(players: int) -> None:
    """9.2: whoever has a conquest; others pass by themselves."""
    match = entered(yurts="A A5 B5 | B A9 B9", players=players, specials=NO_SPECIALS)
    match.play("invade C5 with stone")
    assert (phase(match), turn(match)) == ("final", "B")


def test_no_ruler_flees_as_the_next_turn_begins() -> None:
    """9.3: no cards are turned up any more."""
    match = entered(yurts=FIELD, specials=NO_SPECIALS)
    match.play("conquer domino A5 B5")
    assert (phase(match), len(discards(match))) == ("final", 1)


def test_the_end_is_not_tested_in_the_turn_that_started_the_final_phase() -> None:
    """9.3: though nobody could conquer, the remaining action and steps 3 to 5 are played first."""
    match = entered(yurts="A A5 | B A9")
    assert not match.over
    assert_legal(match, "invade B5 with stone", "invade C13 with khan")
    match.play("invade B5 with stone")
    assert (phase(match), match.over) == ("special", False)
    match.play("pass")
    assert (phase(match), turn(match), to_act(match)) == ("final", "A", "A")
    match.play("conquer domino A5 B5")
    assert match.over


def test_the_game_is_over_when_that_turn_is_and_nobody_can_conquer() -> None:
    """9.3: the first turn of the final phase finds nothing."""
    match = play_all(entered(yurts="A A5 | B A9"), "invade C13 with khan", "pass")
    assert (match.over, match.reveal()["end"]) == (True, "nothing left to conquer")


# 6 and 9.2: the action that lapses

MOUNTAINS = "n " + " ".join(where for where in region("mountains") if where != STARTS["goryeo"])
NO_A = "mountains, mountains, mountains, mountains"
"""Cards that can't be played once the mountains are full."""


def test_an_action_lapses_when_no_a_and_no_c_remains() -> None:
    """6: step 4 follows by itself."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 | B A9")
    assert (phase(match), to_act(match), left(match)) == ("special", "A", 0)
    assert len(hand(match, "A")) == 4


def test_an_action_lapses_and_the_turn_ends_if_there_is_nothing_in_step_4() -> None:
    """6: both by themselves."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 | B A9 B9", specials=NO_SPECIALS)
    assert (phase(match), turn(match)) == ("final", "B")


def test_an_action_does_not_lapse_while_a_conquest_is_possible() -> None:
    """6: C must be done then."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 B5 | B A9")
    assert (phase(match), left(match)) == ("actions", 1)
    assert match.actions() == ["conquer domino A5 B5"]
    assert_refused(match, "pass", "6")


def test_an_action_does_not_lapse_while_an_invasion_is_possible() -> None:
    """6: A must be done then, though a conquest might be proposed."""
    match = entered("mountains, mountains, mountains, sand", yurts=f"{MOUNTAINS} | A A5 | B B5", patronage="B")
    assert_refused(match, "pass", "6")
    assert_legal(match, "invade A10 with sand", "conquer domino A5 B5")


def test_a_conquest_that_needs_consent_may_still_be_proposed_or_the_action_lapses() -> None:
    """6: he may, he need not."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 | B B5", patronage="B")
    assert (phase(match), left(match)) == ("actions", 1)
    assert set(match.actions()) == {"pass", "conquer domino A5 B5"}
    match.play("pass")
    assert (phase(match), to_act(match)) == ("special", "A")


def test_a_proposal_instead_of_a_lapse_is_consented_to() -> None:
    """6 and 7.7: then the action is done."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 | B B5", patronage="B")
    play_all(match, "conquer domino A5 B5", "consent")
    assert (phase(match), to_act(match), len(pieces(match))) == ("special", "A", 1)


def test_a_proposal_instead_of_a_lapse_is_refused() -> None:
    """6 and 7.7: nothing more can be proposed, so the action lapses by itself; with more to propose it need not."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 | B B5", patronage="B")
    play_all(match, "conquer domino A5 B5", "refuse")
    assert (phase(match), to_act(match), pieces(match)) == ("special", "A", [])
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 C5 | B B5", patronage="B")
    play_all(match, "conquer domino A5 B5", "refuse")
    assert set(match.actions()) == {"pass", "conquer domino B5 C5"}


def test_a_lapse_is_taken_back_in_step_4() -> None:
    """6: nothing was shown."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 | B B5", patronage="B")
    assert_undone(match, "pass")


def test_high_morale_needs_an_action_that_is_possible() -> None:
    """7.2: after the fifth ruler B is none; neither is a conquest that needs consent."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 | B A9")
    assert_refused(match, "morale", "7.2")
    assert_legal(match, "patronage", "gods", "reserve domino", "pass")
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 | B B5", patronage="B")
    match.play("pass")
    assert_refused(match, "morale", "7.2")


def test_high_morale_with_an_action_that_is_possible() -> None:
    """7.2: an invasion, or a conquest without consent, though the action of step 2 lapsed or was done."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 B5 A6 B6 | B A9")
    match.play("conquer domino A5 B5")
    assert_legal(match, "morale")
    play_all(match, "morale", "conquer domino A6 B6")
    assert match.over


def test_high_morale_alone_and_nothing_to_do_with_it_is_no_decision() -> None:
    """7.2 and 9.2: step 4 passes by itself."""
    match = entered(NO_A, yurts=f"{MOUNTAINS} | A A5 | B A9 B9", specials={"A": "morale"})
    assert (phase(match), turn(match)) == ("final", "B")


def test_high_morale_kept_after_a_refusal_when_nothing_else_is_possible() -> None:
    """7.2: A and C, then a proposal in the third action; refused, the card is kept."""
    match = entered("mountains, mountains, mountains, sand", yurts=f"{MOUNTAINS} | A A5 A9 B9 | B B5 C5", patronage="B")
    play_all(match, "invade F10 with sand", "morale", "conquer domino A5 B5", "refuse")
    assert specials(match, "A")["morale"] == 2
    assert_legal(match, "pass")
    third_action(match).play("conquer domino A9 B9")
    assert specials(match, "A")["morale"] == 1


# 9.2: entered by High Morale


def test_in_step_4_step_5_follows_and_the_next_player_opens_the_final_phase() -> None:
    """9.2: ruling; the card leaves, the hand is refilled."""
    match = position(HELD, yurts=FIELD, top="north", **LAST)
    play_all(match, "invade C5 with stone", "invade C10 with sand", "morale", "drive song")
    assert (phase(match), turn(match), left(match)) == ("final", "B", 2)
    assert (len(hand(match, "A")), specials(match, "A")) == (4, SPECIALS[2] | {"morale": 1})
    assert everybody_is_home(match)


def test_in_step_4_the_end_is_tested_as_the_next_turn_begins() -> None:
    """9.3: nobody can conquer."""
    match = play_all(special(HELD, yurts="A A5", top="north", **LAST), "morale", "drive song")
    assert match.over


# 9.3: two conquests


def test_a_turn_is_two_conquests_and_nothing_else() -> None:
    """9.3: no cards are played or drawn."""
    match = ending(yurts=FIELD)
    before = match.reveal()
    assert {action.split()[0] for action in match.actions()} == {"conquer"}
    for action in (
        "invade C5 with stone",
        "drive song",
        "anywhere C5",
        "discard stone",
        "stop",
        "morale",
        "patronage",
    ):
        assert_refused(match, action)
    play_all(match, "conquer domino A5 B5")
    assert (phase(match), turn(match), left(match)) == ("final", "A", 1)
    play_all(match, "conquer domino A6 B6")
    assert (phase(match), turn(match), left(match)) == ("final", "B", 2)
    after = match.reveal()
    for what in ("hands", "deck", "discards", "specials"):
        assert after[what] == before[what]


def test_conquests_possible_without_consent_must_be_made() -> None:
    """9.3: ruling; the first and the second."""
    match = ending(yurts=FIELD)
    assert_refused(match, "pass", "9.3")
    match.play("conquer domino A5 B5")
    assert_refused(match, "pass", "9.3")


def test_a_second_conquest_need_not_be_left_possible() -> None:
    """9.3: ruling; the first may be chosen freely, and then the turn is over if there is no second."""
    match = ending(yurts=FIELD)
    match.play("conquer O-4 A5 B5 A6 B6")
    assert (phase(match), turn(match), left(match)) == ("final", "B", 2)


def test_who_makes_none_passes_by_himself() -> None:
    """9.3: and so round the table to the next who can."""
    match = ending(players=4, turn="B", yurts="B A9 B9 | A A5 B5")
    match.play("conquer domino A9 B9")
    assert (turn(match), left(match)) == ("A", 2)


def test_one_who_passed_may_conquer_in_a_later_round() -> None:
    """9.3: B's reservation bars A, who passes by himself and conquers when it has lapsed as B's turn began."""
    match = ending(players=3, turn="C", yurts="C A9 B9 A10 B10 | A A5 B5", reserved={"B": "domino"})
    match.play("conquer O-4 A9 B9 A10 B10")
    assert (turn(match), in_force(match, "reserved")) == ("A", "")
    match.play("conquer domino A5 B5")
    assert match.over


@pytest.mark.parametrize("force", [{"patronage": "B"}, {"gods": {"B": "all"}}, {"reserved": {"B": "I-4"}}])
def test_restrictions_lapse_as_their_owners_turn_begins(force: Json) -> None:
    """9.3: not before."""
    match = ending(players=3, yurts="A A5 B5 A6 B6 | B A9 B9", **force)
    match.play("conquer domino A5 B5")
    assert "".join(in_force(match, what) for what in ("patronage", "gods", "reserved")) == "B"
    match.play("conquer domino A6 B6")
    assert (turn(match), "".join(in_force(match, what) for what in ("patronage", "gods", "reserved"))) == ("B", "")


@pytest.mark.parametrize("force", [{"patronage": "B"}, {"gods": {"B": "all"}}, {"reserved": {"B": "I-4"}}])
def test_restrictions_lapse_even_if_their_owner_then_passes(force: Json) -> None:
    """9.3: his turn has begun; here by itself."""
    match = ending(players=3, yurts="A A5 B5 A6 B6 | C A9 B9", **force)
    play_all(match, "conquer domino A5 B5", "conquer domino A6 B6")
    assert turn(match) == "C"
    assert "".join(in_force(match, what) for what in ("patronage", "gods", "reserved")) == ""


def test_restrictions_of_those_still_to_come_stay() -> None:
    """9.3: C's binds A and B."""
    match = ending(players=3, yurts="A A5 B5 A6 B6 | B A9 B9 C9 | C D9", patronage="C")
    play_all(match, "conquer domino A5 B5", "conquer domino A6 B6")
    assert (turn(match), in_force(match, "patronage")) == ("B", "C")
    assert_refused(match, "conquer I-4 A9 B9 C9 D9", "7.7")
    assert_legal(match, "conquer I-3 A9 B9 C9")


# 9.3: proposals in the final phase


def test_a_conquest_that_needs_consent_is_never_compulsory() -> None:
    """9.3: he may pass."""
    match = ending(players=3, yurts="A A5 | B B5 | C A9 B9", patronage="B")
    assert set(match.actions()) == {"pass", "conquer domino A5 B5"}
    match.play("pass")
    assert (turn(match), in_force(match, "patronage")) == ("B", "")
    assert match.actions() == ["conquer domino A5 B5"]


def test_a_proposal_does_not_replace_a_compulsory_conquest() -> None:
    """9.3: while there is one without consent nobody passes; either may be done."""
    match = ending(yurts="A A5 A9 B9 | B B5", patronage="B")
    assert_refused(match, "pass", "9.3")
    assert set(match.actions()) == {"conquer domino A5 B5", "conquer domino A9 B9"}


def test_a_proposal_in_the_final_phase_is_consented_to() -> None:
    """7.7 and 9.3: it is one of the two conquests."""
    match = ending(yurts="A A5 A6 | B B5 D6 | n B6", patronage="B")
    match.play("conquer domino A5 B5")
    assert (phase(match), to_act(match), match.reveal()["asked_in"], left(match)) == ("consent", "B", "final", 2)
    match.play("consent")
    assert (phase(match), turn(match), left(match)) == ("final", "A", 1)
    assert pieces(match) == [("domino", "AB", "A5 B5")]


def test_a_proposal_in_the_final_phase_is_refused() -> None:
    """7.7 and 9.3: nothing else can be done, so he passes by himself."""
    match = ending(yurts="A A5 | B B5", patronage="B")
    play_all(match, "conquer domino A5 B5", "refuse")
    assert (phase(match), turn(match), left(match)) == ("final", "B", 2)
    assert match.reveal()["refused"] == []
    assert match.actions() == ["conquer domino A5 B5"]


def test_after_a_refusal_something_else_may_be_proposed_or_passed() -> None:
    """7.7 and 9.3."""
    match = ending(yurts="A A5 C5 | B B5", patronage="B")
    play_all(match, "conquer domino A5 B5", "refuse")
    assert set(match.actions()) == {"pass", "conquer domino B5 C5"}
    assert_refused(match, "conquer domino A5 B5", "7.7")


def test_a_second_conquest_that_needs_consent_is_not_compulsory_either() -> None:
    """9.3: after the first he may pass."""
    match = ending(yurts="A A9 B9 A5 | B B5", patronage="B")
    match.play("conquer domino A9 B9")
    assert (turn(match), left(match)) == ("A", 1)
    assert set(match.actions()) == {"pass", "conquer domino A5 B5"}
    match.play("pass")
    assert turn(match) == "B"


def test_who_opens_the_final_phase_is_not_bound_by_his_own_cards() -> None:
    """9.2 and 9.3: they lapse as his turn begins; B's stay."""
    match = step_one("song north", players=3, turn="B", yurts="B A5 B5 | C C5 | A A9", patronage="B", **LAST)
    assert (phase(match), turn(match), in_force(match, "patronage")) == ("final", "B", "")


# 9.3: the end


def test_the_game_ends_in_mid_turn() -> None:
    """9.3: as soon as nobody could conquer."""
    match = ending(yurts="A A5 B5 | B A9")
    match.play("conquer domino A5 B5")
    assert (match.over, phase(match), to_act(match)) == (True, "over", None)
    assert match.reveal()["end"] == outcome(match)["reason"] == "nothing left to conquer"
    assert match.actions() == []
    assert_not_undone(match)


def test_the_game_ends_after_the_second_conquest() -> None:
    """9.3: of the last one who could."""
    match = ending(yurts="A A5 B5 A6 B6 | B A9")
    play_all(match, "conquer domino A5 B5", "conquer domino A6 B6")
    assert match.over


def test_the_game_goes_on_while_anybody_could_conquer() -> None:
    """9.3: also if it is not the one whose turn it is."""
    match = ending(yurts="A A5 B5 | B A9 B9")
    match.play("conquer domino A5 B5")
    assert (match.over, turn(match), left(match)) == (False, "B", 2)


def test_restrictions_do_not_end_the_game() -> None:
    """9.3: a reservation of B bars the last conquest of A, who waits for B's turn to begin."""
    match = ending(yurts="A A5 B5 A6 A9 B9", reserved={"B": "domino"})
    match.play("conquer V-3 A5 B5 A6")
    assert not match.over
    assert (turn(match), match.actions()) == ("A", ["conquer domino A9 B9"])


def test_gods_do_not_end_the_game() -> None:
    """9.3: A's last conquest covers a neutral yurt that B protects until his turn begins."""
    match = ending(yurts="A A5 B5 A9 | n B9", gods={"B": "all"})
    match.play("conquer domino A5 B5")
    assert not match.over
    assert (turn(match), left(match), match.actions()) == ("A", 2, ["conquer domino A9 B9"])


def test_patronage_does_not_end_the_game() -> None:
    """9.3: dominoes are used up, so three squares with two of A's and one of B's are all there is."""
    laid = "domino A A11 B11 | domino A B12 C12 | domino B C13 D13 | domino B E10 F10"
    match = ending(yurts="A A5 B5 A6 A9 B9 | B C9", pieces=laid, patronage="B")
    match.play("conquer V-3 A5 B5 A6")
    assert not match.over
    assert (turn(match), left(match), match.actions()) == ("A", 2, ["conquer I-3 A9 B9 C9"])


def test_refusals_do_not_end_the_game() -> None:
    """9.3: what was refused could be conquered in another turn."""
    match = ending(players=3, yurts="A A5 | B B5", patronage="B")
    play_all(match, "conquer domino A5 B5", "refuse")
    assert (match.over, turn(match)) == (False, "B")


def test_the_game_ends_though_yurts_stand_side_by_side() -> None:
    """9.3: neutral ones, or no fitting piece is left."""
    laid = "domino A A11 B11 | domino A B12 C12 | domino B C13 D13"
    match = ending(yurts="A A5 B5 A9 B9 | n A10 F10", pieces=laid)
    match.play("conquer domino A5 B5")
    assert not match.over
    match = ending(yurts="A A5 B5 A9 B9", pieces=laid)
    match.play("conquer domino A5 B5")
    assert match.over


def test_two_neutral_yurts_are_nothing_to_conquer() -> None:
    """9.3 and 6.3: nobody has a majority there."""
    match = ending(yurts="A A5 B5 | n A9 B9 A10 B10")
    match.play("conquer domino A5 B5")
    assert match.over


def test_conquering_together_keeps_the_game_going() -> None:
    """9.3: any player's conquest counts."""
    match = ending(yurts="A A5 B5 A9 | B B9")
    match.play("conquer domino A5 B5")
    assert (match.over, turn(match), match.actions()) == (False, "A", ["conquer domino A9 B9"])


def test_nothing_is_done_after_the_end() -> None:
    """9.3."""
    match = over(pieces="domino A A5 B5")
    assert match.over
    for action in ("pass", "conquer domino A9 B9", "drive song", "consent"):
        assert_refused(match, action)


# Taking back in the final phase


def test_the_first_conquest_is_taken_back() -> None:
    """9.3: within the turn."""
    assert_undone(ending(yurts=FIELD), "conquer domino A5 B5")


def test_the_second_conquest_is_not_taken_back() -> None:
    """9.3: the turn is over with it, and so it is when there is no second."""
    assert_not_undone(play_all(ending(yurts=FIELD), "conquer domino A5 B5", "conquer domino A6 B6"))
    assert_not_undone(play_all(ending(yurts=FIELD), "conquer O-4 A5 B5 A6 B6"))


def test_passing_is_not_taken_back() -> None:
    """9.3: the turn is over."""
    match = ending(players=3, yurts="A A5 | B B5", patronage="B")
    assert_not_undone(play_all(match, "pass"))


def test_what_is_shown_in_the_final_phase() -> None:
    """9.1: nobody flees any more, and pieces lie beside the board as before."""
    match = ending(yurts=FIELD)
    assert match.view()["flight"] == {}
    assert set(match.view()["beside"]) == set(PIECES)
    assert all(ruler(match, who) == "home" for who in RULERS)
    assert choices(match, "conquer") == set(match.actions())


ALONE: Json = {"yurts": "A A5 B5 A6 B6", **LAST}
"""In the final phase B has nothing to conquer and is passed over."""


STEP_4 = {"phase": "special", "actions_left": 0}
LAST_ACTION = {"specials": NO_SPECIALS, "actions_left": 1}


@pytest.mark.parametrize(
    ("more", "action"),
    [
        (STEP_4, "pass"),
        (STEP_4, "patronage"),
        ({"specials": NO_SPECIALS}, "stop"),
        (LAST_ACTION | {"top": "north, song north"}, "invade A7 with stone"),
        (LAST_ACTION, "conquer domino A5 B5"),
    ],
)
def test_the_card_that_begins_the_final_phase_is_not_taken_back(more: Json, action: str) -> None:
    """9.1: all have seen it, though the same seat decides next."""
    top: Json = {"top": "song north"}
    match = position(HELD, **top | ALONE | more)
    if action == "stop":
        match.play("anywhere B10")
    match.play(action)
    assert (phase(match), to_act(match)) == ("final", "A")
    assert_not_undone(match)


def test_cards_drawn_at_the_end_of_the_turn_that_began_the_final_phase_are_not_taken_back() -> None:
    """8: though the same seat decides next."""
    match = play_all(position(HELD, top="north", **ALONE), "invade A7 with stone", "drive song", "pass")
    assert (phase(match), to_act(match)) == ("final", "A")
    assert_not_undone(match)
