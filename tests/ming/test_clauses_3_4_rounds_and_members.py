"""Chapters 3 and 4 of the rules of Ming Dynastie: the rounds with their phases, members to the province spaces."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lantern import Match
from tests.matches import phase, play_all, to_act
from tests.ming.box import PLAYERS, PROVINCES, SEATS, in_whole_games
from tests.ming.shown import choices, held, round_of, space, start_player
from tests.ming.table import last_to_pass, position, random_game
from tests.refusals import assert_no_action, assert_not_undone, assert_refused

PHASE = {"members": 1, "cards": 2, "move": 3, "walk": 3, "deploy": 3, "return": 4, "back": 4, "neutrals back": 4}

# 3: rounds and phases


@in_whole_games
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_six_rounds_of_phases_in_their_order(players: int, seed: int) -> None:
    """3: scoring in rounds 2, 4 and 6 only; then the game is over."""
    seen = []
    for match in random_game(players, seed):
        where = phase(match)
        if where in PHASE:
            seen.append((round_of(match), PHASE[where]))
    assert seen == sorted(seen)
    assert {number for number, part in seen if part == 4} <= {2, 4, 6}
    assert {number for number, part in seen if part == 1} == {number for number, part in seen if part == 3}
    assert {number for number, part in seen if part == 1} == {1, 2, 3, 4, 5, 6}
    assert (2 in {part for _, part in seen}, match.over) == (True, True)


@pytest.mark.parametrize("players", PLAYERS)
def test_each_phase_begins_with_the_start_player(players: int) -> None:
    """3: in phases 1 and 3; in the others unless he has nothing to do in it."""
    before = 0
    for match in random_game(players, seed=3):
        now = PHASE.get(phase(match), 0)
        if now != before and now in (1, 3):
            assert to_act(match) == start_player(match)
        before = now


def test_after_an_odd_round_no_scoring() -> None:
    """3: the next round begins with the members left where they stand."""
    match = play_all(last_to_pass("W1 AAB | W2 CCD", round=1, monasteries="B1 A", spaces="blue A"), "pass")
    assert (phase(match), round_of(match)) == ("members", 2)
    assert match.scores == [0, 0, 0, 0]
    assert (match.reveal()["open"]["W1"], space(match, "blue")) == ([2, 1, 0, 0], "A")
    assert match.reveal()["to_place"] == [5, 5, 5, 5]


@pytest.mark.parametrize("number", [2, 4])
def test_after_an_even_round_there_is_one(number: int) -> None:
    """3: before the next round."""
    match = play_all(last_to_pass("W1 AAB", round=number), "pass")
    assert (phase(match), round_of(match)) == ("return", number)


def test_nobody_begins_a_phase_before_all_have_finished_the_last() -> None:
    """3: A has placed all members, C has not."""
    match = position(phase="members", to_place=[0, 1, 1], turn="B", spaces="white AAAAA | blue BBBB | green CCCC")
    match.play("member blue")
    assert (phase(match), to_act(match)) == ("members", "C")
    assert_refused(match, "take green")
    match.play("member green")
    assert (phase(match), to_act(match)) == ("cards", "A")


# 4: members


@pytest.mark.parametrize(("players", "start"), [(players, seat) for players in PLAYERS for seat in SEATS[:players]])
def test_one_at_a_time_in_turn_until_all_five_are_placed(players: int, start: str) -> None:
    """4: clockwise from the start player."""
    match = position(phase="members", round=1, players=players, start=start)
    for number in range(5 * players):
        seat = SEATS[(SEATS.index(start) + number) % players]
        assert (phase(match), to_act(match)) == ("members", seat)
        left = match.reveal()["to_place"][SEATS.index(seat)]
        assert left == 5 - number // players
        match.play(f"member {PROVINCES[number % 6]}")
        assert match.reveal()["to_place"][SEATS.index(seat)] == (left - 1 if number < 5 * players - 1 else 0)
    assert (phase(match), to_act(match)) == ("cards", start)
    assert sum(len(space(match, province)) for province in PROVINCES) == 5 * players


def test_any_province_space() -> None:
    """4: wherever others or own members stand."""
    match = position(phase="members", round=1, to_place=[4, 5, 5], turn="B", spaces="white A")
    assert set(match.actions()) == {f"member {province}" for province in PROVINCES}


def test_any_number_of_any_colours_on_one_space() -> None:
    """4: here all twenty."""
    match = position(phase="members", round=1, players=4)
    for _ in range(20):
        match.play("member pink")
    assert space(match, "pink") == "AAAAABBBBBCCCCCDDDDD"


def five_each(match: Match) -> Match:
    """The match after phase 1."""
    while phase(match) == "members":
        match.play("member green")
    return match


def test_members_kept_from_earlier_rounds_stay_and_five_more_come() -> None:
    """4 and 6.3."""
    match = five_each(position(phase="members", round=3, spaces="green AA | white B"))
    assert space(match, "green") == "AAAAAAABBBBBCCCCC"
    assert space(match, "white") == "B"


@pytest.mark.parametrize(
    "text", ["member", "member W1", "member red", "member white blue", "member 1", "members white"]
)
def test_what_is_no_province(text: str) -> None:
    """4: six spaces."""
    assert_no_action(position(phase="members", round=1), text)


def test_nothing_else_is_done_in_phase_1() -> None:
    """4: and no member is placed later."""
    match = position(phase="members", round=2, spaces="white AAAAABBBBBCCCCC")
    for action in ("take white", "dragon white", "pass", "stay with dragon", "step W2 with dragon", "deploy 1"):
        assert_refused(match, action)
    assert choices(match, "member") == set(PROVINCES)
    assert_refused(position(), "member white")
    assert_refused(position(phase="cards", spaces="white ABC"), "member white")


def test_a_member_is_not_taken_back_when_the_next_seat_is_to_place() -> None:
    """4: one at a time, in turn."""
    match = play_all(position(phase="members", round=1), "member white")
    assert_not_undone(match)


def test_the_last_member_is_not_taken_back() -> None:
    """4: the start player takes a card."""
    match = position(phase="members", round=1, to_place=[0, 0, 1], turn="C", spaces="white AAAAABBBBBCCCC")
    assert_not_undone(play_all(match, "member white"))


def test_if_everyone_has_five_cards_phase_3_follows_at_once() -> None:
    """3 and 5.2."""
    five = "junk junk ox ox dragon"
    match = position(
        phase="members",
        to_place=[0, 0, 1],
        turn="C",
        spaces="white AAAAABBBBBCCCC",
        hands={"A": five, "B": "horse horse horse sedan sedan", "C": "camel camel dragon dragon rickshaw"},
    )
    match.play("member blue")
    assert (phase(match), to_act(match)) == ("move", "A")
    assert [held(match, seat) for seat in "ABC"] == [5, 5, 5]


def test_rounds_follow_each_other() -> None:
    """3: no round is left out."""
    rounds = [round_of(match) for match in random_game(3, seed=5)]
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(rounds))
    assert (rounds[0], rounds[-1]) == (1, 6)
