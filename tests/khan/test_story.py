"""What is told of an action that ends a turn, or a whole row of turns: all of it, in order."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from lantern.kernel.contract import Event, known
from tests.khan.box import FOUR_HOME
from tests.khan.table import ending, position, step_one

NO_SPECIALS = {"A": "", "B": ""}


def told(match: Match, action: str, seat: int | None = None) -> list[str]:
    """The sentences that a seat is told, or a spectator."""
    return [match.tell([event]) for event in learnt(match, action, seat)]


def learnt(match: Match, action: str, seat: int | None = None) -> list[Event]:
    """The events that a seat learns of, or a spectator."""
    return known(match.play(action), seat)


def test_a_ruler_driven_out_as_the_turn_ends_is_told_before_the_next_one_flees() -> None:
    """6.2, 5.1: without step 4 the next turn's card follows at once."""
    match = position(actions_left=1, phase="actions", specials=NO_SPECIALS, top="song north, seljuk mountains")
    assert told(match, "drive song") == [
        "Seat 1 drives out the Song ruler.",
        "Turned over: sand desert (Song), north.",
        "The Song ruler flees north, from L10 to L9.",
        "It is Seat 2's turn.",
        "Turned over: mountains (Seljuk), north.",
        "The Seljuk ruler flees north, from B7 to B6.",
    ]


def test_the_same_ruler_flees_twice() -> None:
    """6.2, 5.1: he is driven out, and the next card shows him."""
    match = position(actions_left=1, phase="actions", specials=NO_SPECIALS, top="delhi north, song north")
    flights = [event.arguments for event in learnt(match, "drive song") if event.key == "fled"]
    assert [(one["origin"], one["square"]) for one in flights] == [("L10", "L9"), ("L9", "L7")]


def test_cards_turned_up_in_vain_are_told() -> None:
    """5.5: the rulers of the first two are home."""
    match = step_one("seljuk tundra, russian tundra, song tundra", turn="B", home="seljuk russian")
    keys = [(event.key, event.arguments.get("cards")) for event in match.log[2:4]]
    assert keys == [("in_vain", ["seljuk tundra", "russian tundra"]), ("card", None)]


def test_a_deck_that_runs_out_in_the_middle_of_step_1_is_told_where_it_does() -> None:
    """3.3, 5.5: the card turned up in vain lies on the discard pile first."""
    hand = {"A": "mountains, glaciers, tundra, stone", "B": "mountains, glaciers, tundra, stone"}
    match = position(phase="special", actions_left=0, home="seljuk", deck="seljuk sand", hands=hand)
    keys = [event.key for event in learnt(match, "pass")]
    assert keys[:4] == ["passed", "turn", "in_vain", "reshuffled"]
    assert keys[-2:] in (["card", "fled"], ["tried", "fled"])


def test_cards_drawn_are_counted_for_all_and_named_to_their_owner() -> None:
    """8: step 5."""
    match = position("sand", phase="special", actions_left=0)
    others, own = learnt(match.copy(), "pass", 2), learnt(match, "pass", 1)
    assert [event.arguments for event in others if event.key == "refilled"] == [{"seat": 1, "cards": 3}]
    assert "drew" not in [event.key for event in others]
    [drawn] = [event.arguments["cards"] for event in own if event.key == "drew"]
    assert len(drawn) == 3


def test_who_can_conquer_nothing_is_passed_over_and_what_he_had_in_force_ends() -> None:
    """9.3: B has no yurt; his Patronage lapses as his turn begins."""
    match = ending(yurts="A A5 B5 A9 B9 C13 D13", patronage="B")
    match.play("conquer domino A5 B5")
    assert told(match, "conquer domino A9 B9") == [
        "Seat 1 conquers A9 B9 (domino): 2 points.",
        "It is Seat 2's turn.",
        "Seat 2 loses the patronage of the Great Khan.",
        "Seat 2 can't conquer anything and is skipped.",
        "It is Seat 1's turn.",
    ]


def test_a_turn_that_comes_round_the_whole_table() -> None:
    """9.3: A can conquer only once B's Gods card has lapsed, and neither B nor C can."""
    match = ending(players=3, turn="C", yurts="A A5 | n B5 | C A9 B9", gods={"B": "all"})
    keys = [(event.key, event.arguments.get("seat")) for event in learnt(match, "conquer domino A9 B9")]
    assert keys == [
        ("conquered", 3),
        ("nothing_more", 3),
        ("turn", 1),
        ("passed_over", 1),
        ("turn", 2),
        ("gods_ended", 2),
        ("passed_over", 2),
        ("turn", 3),
        ("passed_over", 3),
        ("turn", 1),
    ]
    assert match.to_act == 1


def test_the_last_protections_leave_with_step_3() -> None:
    """7.1: told where the actions are done, though the turn goes on."""
    match = position(phase="actions", actions_left=1, patronage="A")
    told_keys = [event.key for event in learnt(match, "drive song")]
    assert told_keys[-1] == "patronage_ended"


@pytest.mark.parametrize(
    ("force", "told_of"), [({"patronage": "A"}, "patronage_ended"), ({"gods": {"A": "all"}}, "gods_ended")]
)
def test_a_protection_that_left_with_step_3_bars_nobody_in_the_final_phase(force: Any, told_of: str) -> None:
    """7.1, 9.2, 9.3: A's last action begins the final phase without a step 4, and B can conquer at once."""
    yurts = "B A5 B5 A9 B9"
    match = position(
        phase="actions", actions_left=1, home=FOUR_HOME, courts={"song": 1}, yurts=yurts, specials=NO_SPECIALS, **force
    )
    keys = [(event.key, event.arguments.get("seat")) for event in learnt(match, "drive song")]
    assert keys[-3:] == [("final_phase", None), (told_of, 1), ("turn", 2)]
    assert match.to_act == 2


def test_undo_takes_the_story_back() -> None:
    """The log is as long as it was."""
    match = position(phase="actions", actions_left=2)
    before = list(match.log)
    action = next(action for action in match.actions() if action.startswith("invade"))
    match.play(action)
    assert len(match.log) == len(before) + 1
    match.undo()
    assert match.log == before
