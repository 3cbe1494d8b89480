"""Chapter 9 of the rules of Ming Dynastie: two players and the neutral members."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lantern import Match
from tests.matches import phase, play_all, to_act
from tests.ming.box import DISTRICTS, PROVINCES, SEATS
from tests.ming.shown import (
    choices,
    city,
    in_palaces,
    in_province,
    items,
    monasteries,
    neutral_stock,
    points,
    province_scored,
    round_of,
    standing,
    start_player,
    stock,
    tiles,
)
from tests.ming.table import last_to_pass, new_match, position, random_game, scored, scoring, through
from tests.refusals import assert_legal, assert_not_undone, assert_refused, assert_undone


def two(open: str = "", **more: Any) -> Match:
    """The scoring of two players up to its first decision."""
    return scoring(open, players=2, **more)


def two_scored(open: str = "", returns: str = "", **more: Any) -> Match:
    """The match of two players after the scoring."""
    return scored(open, returns, players=2, **more)


def neutrals(match: Match, province: str) -> int:
    """The neutral members in the open areas of a province."""
    return in_province(match, province).count("n")


# 9.1: neutral members before the game


def test_one_in_each_district_and_the_rest_is_the_stock() -> None:
    """9.1: 31 in all; no prince."""
    match = new_match(players=2)
    assert (phase(match), to_act(match)) == ("neutrals", "A")
    assert [standing(match, where) for where in DISTRICTS] == ["n"] * 18
    assert neutral_stock(match) == 13
    assert match.reveal()["princes"] == [None, None]
    assert match.reveal()["to_place"] == [3, 3]


@pytest.mark.parametrize("start", SEATS[:2])
def test_each_adds_three_one_at_a_time_before_the_princes(start: str) -> None:
    """9.1: in turn from the start player."""
    match = new_match(players=2, start=SEATS.index(start) + 1)
    other = "B" if start == "A" else "A"
    for number, where in enumerate(["W1", "W1", "O2", "O2", "B3", "P1"]):
        assert (phase(match), to_act(match)) == ("neutrals", (start, other)[number % 2])
        match.play(f"neutral {where}")
    assert (phase(match), to_act(match), neutral_stock(match)) == ("princes", start, 7)
    expected = dict.fromkeys(DISTRICTS, 1) | {"W1": 3, "O2": 3, "B3": 2, "P1": 2}
    assert match.reveal()["neutrals"] == expected


def test_at_most_three_neutrals_in_a_district() -> None:
    """9.1: the limit."""
    match = new_match(players=2)
    assert choices(match, "neutral") == set(DISTRICTS)
    play_all(match, "neutral W1", "neutral W1")
    assert standing(match, "W1") == "nnn"
    assert_refused(match, "neutral W1", "9.1")
    assert choices(match, "neutral") == set(DISTRICTS) - {"W1"}


def test_members_of_players_do_not_count_for_the_limit() -> None:
    """9.1: neutrals only."""
    match = position(players=2, phase="neutrals", round=3, princes="W1 B1", open="W1 AAAABBnn | W2 nnn")
    assert_legal(match, "neutral W1")
    assert_refused(match, "neutral W2", "9.1")


def test_nothing_else_is_done_while_neutrals_are_placed() -> None:
    """9.1: and no neutral is placed at other times or with more players."""
    match = new_match(players=2)
    for action in ("prince W1", "pass", "member white", "back W1"):
        assert_refused(match, action)
    assert_refused(position(players=2, phase="members", round=1), "neutral W1")
    assert_refused(new_match(players=3), "neutral W1")


def test_neutrals_never_stand_on_monasteries() -> None:
    """9.1: nor do they hold any, whatever happens."""
    for match in random_game(2, seed=2):
        assert set(monasteries(match).values()) <= {"A", "B"}
        counts = match.reveal()["neutrals"]
        assert all(1 <= count <= 3 for count in counts.values())
        assert sum(counts.values()) + sum(match.reveal()["neutral_palaces"].values()) + neutral_stock(match) == 31


# 9.1: neutral members before rounds 3 and 5


@pytest.mark.parametrize("number", [2, 4])
@pytest.mark.parametrize("start", SEATS[:2])
def test_before_rounds_3_and_5_each_again_adds_three(start: str, number: int) -> None:
    """9.1: after phase 5, alternating from the new start player."""
    match = two_scored(round=number, start=start)
    other = "B" if start == "A" else "A"
    assert start_player(match) == other
    for place in range(6):
        assert (phase(match), to_act(match)) == ("neutrals", (other, start)[place % 2])
        match.play(f"neutral {DISTRICTS[3 * place]}")
    assert (phase(match), to_act(match), round_of(match)) == ("members", other, number + 1)
    assert neutral_stock(match) == 25


@pytest.mark.parametrize("number", [1, 3, 5])
def test_not_before_rounds_2_4_and_6(number: int) -> None:
    """9.1."""
    match = play_all(last_to_pass(players=2, round=number), "pass")
    assert (phase(match), round_of(match)) == ("members", number + 1)


def test_not_after_round_6() -> None:
    """9.1: the game is over."""
    assert two_scored(round=6).over


def test_rounds_before_which_neutrals_are_placed() -> None:
    """9.1: in a whole game, three each and each time."""
    placed: Counter[tuple[int, int]] = Counter()
    before = ("", 0, 0)
    for match in random_game(2, seed=7):
        if before[0] == "neutrals":
            placed[before[1:]] += 1
        reveal = match.reveal()
        before = (reveal["phase"], reveal["round"], reveal["to_act"] or 0)
    assert placed == {(number, seat): 3 for number in (1, 3, 5) for seat in (1, 2)}


# 9.2: the palaces

PALACES = {
    "a neutral alone": ("n", "n"),
    "neutrals alone": ("nnn", "nn"),
    "tied with a player": ("An", "An"),
    "tied with both": ("ABn", "ABn"),
    "tied with both, several": ("AABBnn", "ABn"),
    "most": ("nnA", "Ann"),
    "most, two for second": ("nnAB", "nn"),
    "most, two for second, several": ("nnnAABB", "nn"),
    "most, a sole second": ("nnnAAB", "Ann"),
    "a sole second": ("AAn", "AAn"),
    "a sole second before a third": ("AAAnnB", "AAn"),
    "third": ("AAABBn", "AAB"),
    "tied for second": ("AAnB", "AA"),
    "behind two tied": ("AABBn", "AB"),
    "tied with A before B": ("AAnnB", "An"),
}


@pytest.mark.parametrize(("text", "moved"), PALACES.values(), ids=PALACES)
def test_neutrals_take_part_like_a_player(text: str, moved: str) -> None:
    """9.2: but take no tiles."""
    match = two(f"W1 A | B3 {text}")
    assert "".join(sorted(in_palaces(match, "B3"))) == moved
    assert Counter(standing(match, "B3")) == Counter(text) - Counter(moved)
    assert [tiles(match, seat).get("blue", 0) for seat in "AB"] == [moved.count(seat) for seat in "AB"]
    assert stock(match)["blue"] == 18 - len(moved.replace("n", ""))


def test_neutrals_leave_the_last_tile() -> None:
    """9.2 and 7.2: though they come first."""
    for text in ("W1 nnA", "W1 nA"):
        match = two(text, tiles={"B": "white " * 17})
        assert (tiles(match, "A"), stock(match)["white"]) == ({"white": 1}, 0)


def test_what_neutrals_would_move_is_shown() -> None:
    """9.2: nobody's seat, no tiles."""
    match = last_to_pass("W1 nnA | W2 n", players=2)
    found = {
        (item["of"], item["seat"]): (item["members"], item["tiles"], item["why"])
        for item in items(match, "tile", when="preview")
    }
    assert found[("W1", 1)] == (1, 1, "second")
    assert found[("W1", None)][0] == 2
    assert found[("W2", None)][0] == 1
    assert found[("W1", None)][2] == found[("W2", None)][2] == "most"
    assert {item["kind"] for item in match.breakdown() if item["seat"] is None} == {"tile"}


# 9.3: neutrals in the city

STANDING: dict[str, tuple[str, str, int, list[int], list[int]]] = {
    # members, returns, neutrals back in the province, points of 7.5, points of 7.6
    "sole most, exactly one more": ("W1 nnnAA", "", 1, [4, 0], [0, 0]),
    "sole most, nobody left": ("W1 nnnAA", "A1", 2, [0, 0], [0, 0]),
    "sole most of four, two left": ("W1 nnA | W2 nnA", "", 1, [8, 0], [0, 0]),
    "sole most of four, one left": ("W1 nnA | W2 nnA", "A1", 2, [4, 0], [0, 0]),
    "sole most of four, none left": ("W1 nnA | W2 nnA", "A6", 3, [0, 0], [0, 0]),
    "sole most, both players left": ("W1 nnA | W2 nnB", "", 2, [4, 4], [0, 0]),
    "sole most, the larger number": ("W1 nnA | W2 nnA | W3 nnB", "", 3, [8, 4], [0, 0]),
    "sole most, the larger number after returns": ("W1 nnA | W2 nnA | W3 nnB", "A2", 4, [0, 4], [0, 0]),
    "sole most, both return": ("W1 nnA | W2 nnB", "A1 B1", 3, [0, 0], [0, 0]),
    "sole most against two with one": ("W1 nA | W2 nB", "", 0, [4, 4], [0, 0]),
    "tied for most": ("W1 nA", "", 1, [4, 0], [4, 0]),
    "tied for most with both": ("W1 nAB", "", 1, [4, 4], [2, 2]),
    "tied for most, though the player returns": ("W1 nA", "A1", 1, [0, 0], [0, 0]),
    "tied for most in two districts": ("W1 nA | W2 nA", "A1", 2, [4, 0], [4, 0]),
    "fewer": ("W1 AAn", "", 1, [8, 0], [4, 0]),
    "fewer, though the player returns": ("W1 AAn", "A2", 1, [0, 0], [0, 0]),
    "fewer than one, more than the other": ("W1 AAn | W2 nB | W3 A", "", 2, [12, 4], [4, 0]),
    "none in the city": ("W1 AABBn", "", 1, [4, 4], [2, 2]),
    "no player, one": ("W1 n", "", 0, [0, 0], [0, 0]),
    "no player, two": ("W1 nn", "", 1, [0, 0], [0, 0]),
    "no player, three districts": ("W1 n | W2 n | W3 n", "", 2, [0, 0], [0, 0]),
    "no player, all they can be": ("W1 nnn | W2 nnn | W3 nnn", "", 8, [0, 0], [0, 0]),
}


@pytest.mark.parametrize(("text", "back", "left", "palaces", "majority"), STANDING.values(), ids=STANDING)
def test_how_many_neutrals_stay(text: str, back: str, left: int, palaces: list[int], majority: list[int]) -> None:
    """9.3: m+1 of a sole most, else none; where some stay nobody scores the majority."""
    match = two_scored(text, f"white {back}")
    assert neutrals(match, "white") == left
    assert points(match, "palaces", "white") == palaces
    assert points(match, "majority", "white") == majority
    assert neutral_stock(match) == 31 - left


@pytest.mark.parametrize("number", [4, 6])
def test_the_same_in_later_rounds(number: int) -> None:
    """9.3: with the points of those rounds."""
    match = two_scored("W1 nnA | W2 nnA", "white A1", round=number)
    assert points(match, "palaces", "white") == [3 if number == 4 else 0, 0]
    assert (neutrals(match, "white"), points(match, "majority")) == (2, [0, 0])


@pytest.mark.parametrize("start", SEATS[:2])
def test_the_start_player_chooses_which_neutrals_go_back(start: str) -> None:
    """9.3: after the players' returns, whoever is in the city."""
    match = two("W1 nnA | W2 nnA", start=start)
    match.play("return 1")
    assert (phase(match), to_act(match), set(match.actions())) == ("back", "A", {"back W1", "back W2"})
    match.play("back W1")
    assert (phase(match), to_act(match), set(match.actions())) == ("neutrals back", start, {"back W1", "back W2"})
    assert match.reveal()["scoring"]["neutrals_back"] == 2
    assert match.reveal()["scoring"]["neutrals_lead"] is True
    assert (standing(match, "W1"), city(match, "white")) == ("A", "Annnn")
    play_all(match, "back W2")
    assert (match.reveal()["scoring"]["neutrals_back"], in_palaces(match, "W2")) == (1, "An")
    match.play("back W1")
    assert (standing(match, "W1"), standing(match, "W2")) == ("An", "n")


def test_neutrals_go_back_to_the_district_whose_palace_they_stood_on() -> None:
    """9.3 and 7.4: one district only, if he likes."""
    match = play_all(two("W1 nnA | W2 nnA"), "return 1", "back W1", "back W2", "back W2")
    assert (standing(match, "W1"), standing(match, "W2")) == ("A", "nn")


@pytest.mark.parametrize("where", ["W3", "O1", "B3"])
def test_not_from_a_district_without_neutrals_on_a_palace(where: str) -> None:
    """9.3: of this province; a player's member there does not help."""
    match = play_all(two("W1 nn | W2 nn | W3 A | O1 nn"), "return 0")
    assert (phase(match), set(match.actions())) == ("neutrals back", {"back W1", "back W2"})
    assert_refused(match, f"back {where}", "9.3")


def test_where_there_is_no_choice_neutrals_go_back_by_themselves() -> None:
    """9.3: one district, or all of them."""
    match = play_all(two("W1 nnnAA | O1 A"), "return 1")
    assert (province_scored(match), standing(match, "W1")) == ("orange", "AAnn")
    match = play_all(two("W1 nA | W2 nA | O1 A"), "return 0")
    assert (province_scored(match), neutrals(match, "white")) == ("orange", 2)
    match = play_all(two("W1 nA | W2 nn | O1 A"), "return 1", "back W1")
    assert (province_scored(match), standing(match, "W1"), standing(match, "W2")) == ("orange", "An", "n")


def test_neutrals_of_a_city_without_players() -> None:
    """9.4: the start player chooses, though nobody is asked for a return."""
    match = two(" | ".join(f"{where} n" for where in DISTRICTS), start="B")
    for province in PROVINCES:
        assert (phase(match), to_act(match), province_scored(match)) == ("neutrals back", "B", province)
        assert len(match.actions()) == 3
        match.play(match.actions()[0])
        assert (phase(match), len(match.actions())) == ("neutrals back", 2)
        match.play(match.actions()[0])
    assert [neutrals(match, province) for province in PROVINCES] == [2] * 6
    assert (neutral_stock(match), match.scores) == (31 - 12, [0, 0])


def test_the_standing_is_judged_before_any_return() -> None:
    """9.3: tied with A, all neutrals go back though A returns all."""
    match = two("W1 nAB | W2 nA")
    assert match.reveal()["scoring"]["neutrals_lead"] is False
    play_all(match, "return 2", "return 0")
    assert neutrals(match, "white") == 2
    assert points(match, "majority", "white") == [0, 4]


def test_neutrals_do_not_count_in_ties_of_players() -> None:
    """7.6 and 9.3: those that went back stand in the districts, as nobody's."""
    match = two_scored("W1 ABn | W2 n", monasteries="W3 B")
    assert points(match, "majority", "white") == [0, 0]
    match = two_scored("W1 ABn | W2 AABBn", monasteries="W3 B")
    assert points(match, "majority", "white") == [0, 4]


def test_neutrals_score_nothing() -> None:
    """9.2: scores are of the two players."""
    match = two_scored(" | ".join(f"{where} nnn" for where in DISTRICTS[:10]))
    assert match.scores == [0, 0]
    assert items(match) == []


# 9.4: the stock


def test_removed_neutrals_return_to_the_stock() -> None:
    """9.4: ruling; and may be placed again."""
    match = two("W1 nnA | W2 nnA")
    assert neutral_stock(match) == 27
    play_all(match, "return 0", "back W1")
    assert (phase(match), neutral_stock(match)) == ("neutrals", 30)


def full_board(count: int) -> str:
    """So many neutral members, at most three in a district."""
    return " | ".join(
        f"{where} {'n' * min(3, count - 3 * number)}" for number, where in enumerate(DISTRICTS) if count > 3 * number
    )


@pytest.mark.parametrize(
    ("left", "order"), [(1, "B"), (2, "BA"), (3, "BAB"), (5, "BABAB"), (6, "BABABA"), (9, "BABABA")]
)
def test_if_the_stock_empties_placing_simply_stops(left: int, order: str) -> None:
    """9.4: ruling; even if unequal."""
    match = position(players=2, phase="neutrals", round=3, princes="W1 B1", start="B", open=full_board(31 - left))
    seen = ""
    while phase(match) == "neutrals":
        seen += str(to_act(match))
        match.play("neutral B3" if "neutral B3" in match.actions() else "neutral B2")
    assert (seen, phase(match), to_act(match)) == (order, "members", "B")
    assert neutral_stock(match) == max(0, left - 6)


def test_with_an_empty_stock_no_neutrals_are_placed() -> None:
    """9.4: 31 on the board, and none of them stays in a city, being tied everywhere."""
    triples = [f"{where} nnnAAA" for where in DISTRICTS[:6]] + [f"{where} nnnBBB" for where in DISTRICTS[6:10]]
    match = two_scored(" | ".join([*triples, "P2 nB"]), round=4)
    assert (neutral_stock(match), phase(match), round_of(match)) == (0, "members", 5)
    assert to_act(match) == "B"


# Taking back


def test_a_neutral_is_not_taken_back() -> None:
    """9.1: it is the other's turn."""
    assert_not_undone(play_all(new_match(players=2), "neutral W1"))


def test_neutrals_that_go_back_are_taken_back_one_by_one() -> None:
    """9.3: up to another seat's decision or the reveal."""
    match = play_all(two("W1 nnA | W2 nnA | W3 B"), "return 2", "return 0")
    assert (phase(match), to_act(match)) == ("neutrals back", "A")
    assert_undone(match, "back W1")
    assert_not_undone(match)


def test_through_a_scoring_of_neutrals() -> None:
    """9.3: whatever is chosen, as many stay."""
    one = through(two("W1 nnA | W2 nnA | W3 nn"))
    other = two("W1 nnA | W2 nnA | W3 nn")
    other.play("return 0")
    while phase(other) == "neutrals back":
        other.play(other.actions()[-1])
    assert neutrals(one, "white") == neutrals(other, "white") == 3
    assert one.scores == other.scores
