"""Chapter 8 of the rules of Ming Dynastie: the start player's marker, choosing the start player, who wins."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lantern import Match
from tests.matches import outcome, phase, play_all, to_act
from tests.ming.box import PLAYERS, SEATS, parts
from tests.ming.shown import monasteries, round_of, start_player
from tests.ming.table import last_to_pass, random_game, scored
from tests.refusals import assert_impossible, assert_no_action, assert_not_undone, assert_refused, assert_undone


def ended(number: int, **more: Any) -> Match:
    """The end of a round in which nobody is in a city."""
    return play_all(last_to_pass(round=number, **more), "pass")


# 8.1: the marker


@pytest.mark.parametrize("number", [1, 3, 5])
@pytest.mark.parametrize(("players", "start"), [(players, seat) for players in PLAYERS for seat in SEATS[:players]])
def test_the_marker_moves_left(players: int, start: str, number: int) -> None:
    """8.1: to the next seat clockwise; only after rounds 4 and 5 with four players it is chosen."""
    if (players, number) == (4, 5):
        number = 2
    match = ended(number, players=players, start=start)
    following = SEATS[(SEATS.index(start) + 1) % players]
    assert (start_player(match), to_act(match), round_of(match)) == (following, following, number + 1)


@pytest.mark.parametrize("number", [4, 5])
@pytest.mark.parametrize("players", [2, 3])
def test_with_two_or_three_players_nobody_chooses(players: int, number: int) -> None:
    """8.1: the marker moves."""
    match = ended(number, players=players, scores=list(range(players)))
    assert (phase(match) in ("members", "neutrals"), start_player(match)) == (True, "B")


@pytest.mark.parametrize("players", PLAYERS)
def test_start_players_of_a_game(players: int) -> None:
    """8.1: after each round the next, unless he is chosen."""
    starts: dict[int, str] = {}
    for match in random_game(players, seed=8):
        if phase(match) == "members":
            starts[round_of(match)] = start_player(match)
    for number in range(2, 7 if players < 4 else 5):
        assert SEATS.index(starts[number]) == (SEATS.index(starts[number - 1]) + 1) % players


# 8.1: choosing with four players

LOWEST: dict[str, tuple[list[int], str, str, str]] = {
    # scores, monasteries, start player, who chooses the start player of round 6
    "alone": ([5, 3, 9, 7], "", "A", "B"),
    "alone, whoever began": ([5, 3, 9, 7], "", "C", "B"),
    "alone, though others have monasteries": ([5, 3, 9, 7], "W1 A | W2 A | W3 D", "A", "B"),
    "two, more monasteries": ([3, 3, 9, 7], "W1 B", "A", "B"),
    "two, more monasteries though both have some": ([3, 3, 9, 7], "W1 B | W2 A | O1 B", "A", "B"),
    "two, the start player": ([3, 3, 9, 7], "", "B", "B"),
    "two, the first clockwise": ([3, 9, 3, 7], "", "B", "C"),
    "two, the first clockwise past the last seat": ([3, 3, 9, 7], "", "C", "A"),
    "two, as many monasteries": ([3, 9, 3, 7], "W1 A | W2 C", "D", "A"),
    "two, monasteries of others do not count": ([3, 3, 9, 7], "W1 C | W2 C", "B", "B"),
    "three, two with most monasteries": ([3, 3, 3, 7], "W1 C | W2 B", "A", "B"),
    "three, two with most monasteries, the later first": ([3, 3, 3, 7], "W1 C | W2 B", "C", "C"),
    "all four": ([0, 0, 0, 0], "", "D", "D"),
    "all four, one with a monastery": ([0, 0, 0, 0], "B1 C", "D", "C"),
}


@pytest.mark.parametrize(("scores", "held", "start", "chooser"), LOWEST.values(), ids=LOWEST)
def test_after_round_5_the_lowest_chooses(scores: list[int], held: str, start: str, chooser: str) -> None:
    """8.1: ties by members on monasteries, then clockwise from the start player of the round just finished."""
    match = ended(5, scores=scores, monasteries=held, start=start)
    assert (phase(match), to_act(match)) == ("start", chooser)


def holders(text: str) -> dict[str, str]:
    """`W1 A | B1 C` as districts and seats."""
    return {where: who for where, *words in parts(text) for who in words}


SECOND_LOWEST: dict[str, tuple[list[int], str, str, str]] = {
    # scores with those of the monasteries, monasteries, start player, who chooses the start player of round 5
    "alone": ([5, 3, 9, 7], "", "A", "A"),
    "alone, whoever began": ([5, 3, 9, 7], "", "C", "A"),
    "two lowest": ([3, 3, 9, 7], "", "B", "B"),
    "two lowest, clockwise": ([3, 3, 9, 7], "", "C", "A"),
    "two lowest, more monasteries": ([8, 8, 19, 17], "W1 B", "A", "B"),
    "two second": ([3, 5, 5, 9], "", "A", "B"),
    "two second, the first clockwise": ([3, 5, 5, 9], "", "C", "C"),
    "two second, more monasteries": ([3, 15, 15, 19], "W1 C", "A", "C"),
    "three second": ([5, 3, 5, 5], "", "B", "C"),
    "three second, more monasteries": ([25, 3, 25, 25], "W1 D | W2 D | W3 A | O1 C", "B", "D"),
    "three lowest": ([3, 9, 3, 3], "", "B", "C"),
    "all four": ([0, 0, 0, 0], "", "B", "B"),
    "all four, one with most monasteries": ([20, 20, 20, 20], "W1 A | W2 B | W3 C | B1 C", "A", "C"),
    "monasteries of the lowest do not count": ([8, 19, 19, 30], "W1 A | W2 A", "C", "C"),
}


@pytest.mark.parametrize(("scores", "held", "start", "chooser"), SECOND_LOWEST.values(), ids=SECOND_LOWEST)
def test_after_round_4_the_second_lowest_chooses(scores: list[int], held: str, start: str, chooser: str) -> None:
    """8.1: the one in position 2, scores sorted upwards, after the scoring of the round."""
    count = Counter(holders(held).values())
    before = [score - 4 * count[seat] for score, seat in zip(scores, SEATS, strict=True)]
    match = ended(4, scores=before, monasteries=held, start=start)
    assert match.scores == scores
    assert monasteries(match) == holders(held)
    assert (phase(match), to_act(match)) == ("start", chooser)


@pytest.mark.parametrize("number", [4, 5])
@pytest.mark.parametrize("seat", SEATS)
def test_any_player_may_be_chosen(seat: str, number: int) -> None:
    """8.1: oneself too; the choice replaces moving the marker."""
    match = ended(number, scores=[9, 3, 3, 12], start="C")
    assert to_act(match) == "C"
    assert set(match.actions()) == {"start 1", "start 2", "start 3", "start 4"}
    match.play(f"start {SEATS.index(seat) + 1}")
    assert (phase(match), round_of(match)) == ("members", number + 1)
    assert (start_player(match), to_act(match)) == (seat, seat)


@pytest.mark.parametrize("number", [1, 2, 3, 6])
def test_after_other_rounds_nobody_chooses(number: int) -> None:
    """8.1: with four players."""
    match = ended(number, scores=[1, 2, 3, 4])
    assert phase(match) == ("over" if number == 6 else "members")


def test_what_is_no_choice() -> None:
    """8.1: one of the four."""
    match = ended(5)
    for text in ("start 0", "start 5"):
        assert_impossible(match, text, "8.1")
    for text in ("start", "start A", "start 1 2"):
        assert_no_action(match, text)
    for action in ("pass", "member white", "return 0"):
        assert_refused(match, action)
    assert_refused(last_to_pass(), "start 1")


def test_the_choice_is_after_the_scoring() -> None:
    """8.1: before the points of round 4 it was B who was second-lowest."""
    match = scored("W1 DD", round=4, scores=[20, 12, 15, 10])
    assert match.scores == [20, 12, 15, 20]
    assert (phase(match), to_act(match)) == ("start", "C")


def test_after_the_choice_of_round_5_the_lowest_chooses_though_he_began() -> None:
    """8.1: the start player of the round just finished is first among equals."""
    match = play_all(ended(4), "start 4")
    assert (start_player(match), to_act(match)) == ("D", "D")
    while round_of(match) == 5 and phase(match) != "start":
        actions = match.actions()
        match.play("pass" if "pass" in actions else actions[0])
    assert (phase(match), to_act(match)) == ("start", "D")


def test_the_choice_is_taken_back_only_by_the_one_who_begins_himself() -> None:
    """8.1: otherwise it is another seat's turn."""
    assert_not_undone(play_all(ended(5, scores=[0, 5, 5, 5]), "start 2"))
    assert_undone(ended(5, scores=[0, 5, 5, 5]), "start 1")


# 8.2: who wins

WINNERS: dict[str, tuple[list[int], list[int]]] = {
    "one": ([5, 9, 7, 3], [2]),
    "two": ([9, 3, 9, 3], [1, 3]),
    "three": ([1, 9, 9, 9], [2, 3, 4]),
    "all": ([0, 0, 0, 0], [1, 2, 3, 4]),
    "past 100": ([99, 101, 100, 50], [2]),
}


@pytest.mark.parametrize(("scores", "winners"), WINNERS.values(), ids=WINNERS)
def test_most_points_wins_and_ties_share(scores: list[int], winners: list[int]) -> None:
    """8.2: after round 6."""
    match = ended(6, scores=scores)
    assert (outcome(match)["scores"], outcome(match)["winners"]) == (scores, winners)
    assert outcome(match)["reason"] == match.reveal()["end"] == "six rounds"


def test_monasteries_do_not_break_a_tie_for_the_win() -> None:
    """8.2: ties share."""
    match = ended(6, scores=[4, 8, 0, 0], monasteries="W1 A")
    assert outcome(match)["winners"] == [1, 2]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_game_is_over_after_round_6(players: int) -> None:
    """8.2: nothing is asked any more."""
    match = ended(6, players=players)
    assert (match.over, match.to_act, phase(match), match.actions()) == (True, None, "over", [])
    assert len(outcome(match)["scores"]) == players
    for action in ("pass", "member white", "start 1"):
        assert_refused(match, action)
    assert_not_undone(match)


def test_the_result_has_the_breakdown() -> None:
    """8.2: of what was scored."""
    match = scored("W1 AAB", round=6, tiles={"C": "white"}, monasteries="B3 D")
    assert outcome(match)["scores"] == match.scores == [4 + 2, 1, 1, 4]
    assert outcome(match)["winners"] == [1]
    assert outcome(match)["breakdown"] == match.breakdown()
    assert match.view(1)["result"] == outcome(match)
