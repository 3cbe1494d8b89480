"""Chapter 7 of the rules of Ming Dynastie: palaces and tiles, sets, the return, cities, monasteries."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lantern import Match
from lantern.kernel.contract import Json
from tests.matches import phase, play_all, seat_number, to_act
from tests.ming.box import DISTRICTS, GAME, PLAYERS, PROVINCES, SEATS, in_whole_games
from tests.ming.shown import (
    choices,
    city,
    in_palaces,
    in_province,
    items,
    monasteries,
    points,
    province_scored,
    round_of,
    standing,
    stock,
    tiles,
)
from tests.ming.table import last_to_pass, new_match, random_game, scored, scoring, through
from tests.refusals import assert_impossible, assert_no_action, assert_not_undone, assert_refused, assert_undone

FIVE_COLOURS = "orange green pink yellow blue"
"""All but white."""

# 7.0: the order


def test_all_districts_come_before_the_first_city() -> None:
    """7.0: palaces, tiles and sets of all 18 districts; then the cities."""
    match = scoring("W1 AB | O1 A | G2 A | P3 A | Y1 A | B3 A")
    assert (phase(match), province_scored(match), to_act(match)) == ("return", "white", "A")
    assert [in_palaces(match, where) for where in ("W1", "O1", "G2", "P3", "Y1", "B3")] == ["AB", *"AAAAA"]
    assert match.scores == [28, 0, 0, 0]
    assert [tiles(match, seat) for seat in "AB"] == [{}, {"white": 1}]


def test_a_province_is_scored_wholly_before_the_next() -> None:
    """7.0: return, points and removal; white, orange, green, pink, yellow, blue."""
    match = scoring("B1 D | W1 A | P2 BB | O3 AC | Y2 C | G1 B")
    order = []
    while phase(match) == "return":
        order.append((province_scored(match), to_act(match), match.scores))
        assert all(city(match, province) == "" for province in PROVINCES[: PROVINCES.index(order[-1][0])])
        match.play("return 0")
    assert order == [
        ("white", "A", [0, 0, 0, 0]),
        ("orange", "A", [8, 0, 0, 0]),
        ("orange", "C", [8, 0, 0, 0]),
        ("green", "B", [14, 0, 6, 0]),
        ("pink", "B", [14, 8, 6, 0]),
        ("yellow", "C", [14, 20, 6, 0]),
        ("blue", "D", [14, 20, 14, 0]),
    ]
    assert match.scores == [14, 20, 14, 8]


def test_the_board_tells_the_schedule() -> None:
    """7.0, 7.3, 7.5 and 7.8: when there are scorings, and what a set, a palace and a monastery bring."""
    board = new_match().board()
    assert (board["rounds"], board["monastery"]) == (6, 4)
    assert board["scorings"] == [
        {"round": 2, "set": 28, "palace": 4},
        {"round": 4, "set": 24, "palace": 3},
        {"round": 6, "set": 20, "palace": 0},
    ]


def test_monasteries_come_after_the_cities() -> None:
    """7.0."""
    match = scoring("B3 A", monasteries="W1 B")
    assert match.scores == [0, 0, 0, 0]
    assert through(match).scores == [8, 4, 0, 0]


def test_after_round_6_sets_of_five_and_single_tiles_come_last() -> None:
    """7.0 and 7.3: they are there while cities are scored."""
    match = scoring("W1 A", round=6, tiles={"A": "white orange green pink yellow"})
    assert (match.scores, tiles(match, "A")) == ([0] * 4, dict.fromkeys(PROVINCES[:5], 1) | {"white": 2})
    assert through(match).scores == [4 + 10 + 1, 0, 0, 0]


def test_a_scoring_without_anybody_in_a_city_asks_nothing() -> None:
    """7.0: the next round begins."""
    match = scoring("", monasteries="W1 A | B3 A")
    assert (phase(match), round_of(match), match.scores) == ("members", 3, [8, 0, 0, 0])


# 7.1: palaces

PALACES = {
    "nobody": ("", ""),
    "one member": ("A", "A"),
    "two members": ("AA", "AA"),
    "many members": ("AAAAA", "AA"),
    "sole most and sole second": ("AAB", "AAB"),
    "sole most and sole second with several": ("AAAABBB", "AAB"),
    "the seats do not matter": ("DDDB", "BDD"),
    "two for second": ("AABC", "AA"),
    "two for second and a third place": ("AAABBCCD", "AA"),
    "three for second": ("AAABBCCDD", "AA"),
    "a sole second and others behind": ("AAABBC", "AAB"),
    "a sole second and two behind": ("AAABBCD", "AAB"),
    "two for most with one each": ("AB", "AB"),
    "two for most": ("AABB", "AB"),
    "two for most and a second": ("AABBC", "AB"),
    "two for most and two for second": ("AABBCD", "AB"),
    "three for most with one each": ("BCD", "BCD"),
    "three for most": ("AABBCC", "ABC"),
    "three for most and a second": ("AABBCCD", "ABC"),
    "four for most with one each": ("ABCD", ""),
    "four for most": ("AAABBBCCCDDD", ""),
}


def last_district(text: str, **more: Any) -> Match:
    """The palaces filled, with these members in B3, and D asked about the city of white before that of blue."""
    return scoring(f"W1 D | B3 {text}" if text else "W1 D", **more)


@pytest.mark.parametrize(("text", "moved"), PALACES.values(), ids=PALACES)
def test_who_moves_to_the_palaces(text: str, moved: str) -> None:
    """7.1: and 7.2, each who does earns a tile."""
    match = last_district(text)
    assert in_palaces(match, "B3") == moved
    assert Counter(standing(match, "B3")) == Counter(text) - Counter(moved)
    assert [tiles(match, seat).get("blue", 0) for seat in SEATS] == [moved.count(seat) for seat in SEATS]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AAAB", [(1, 2, "most"), (2, 1, "second")]),
        ("A", [(1, 1, "most")]),
        ("CCABB", [(2, 1, "tied"), (3, 1, "tied")]),
        ("BCD", [(2, 1, "tied"), (3, 1, "tied"), (4, 1, "tied")]),
        ("AABC", [(1, 2, "most")]),
        ("ABCD", []),
    ],
)
def test_what_the_next_scoring_would_move_is_shown(text: str, expected: list[tuple[int, int, str]]) -> None:
    """7.1: members and tiles."""
    found = items(last_to_pass(f"O2 {text}", round=3), "tile", when="preview")
    assert sorted((item["seat"], item["members"], item["why"]) for item in found) == expected
    for item in found:
        assert (item["round"], item["of"], item["points"], item["tiles"]) == (4, "O2", 0, item["members"])


def test_members_on_monasteries_neither_count_nor_move() -> None:
    """7.1: with the one on the monastery A would have most alone."""
    match = scoring("W1 AB | W2 B", monasteries="W1 A | W2 A")
    assert (in_palaces(match, "W1"), in_palaces(match, "W2")) == ("AB", "B")
    assert monasteries(match) == {"W1": "A", "W2": "A"}


def test_members_on_province_spaces_do_not_count() -> None:
    """7.1: only the open area."""
    match = scoring("W1 B", spaces="white AAAAA")
    assert in_palaces(match, "W1") == "B"


def test_every_district_for_itself() -> None:
    """7.1: the same player may have palaces in all three."""
    match = scoring("W1 AAA | W2 AAB | W3 AB")
    assert [in_palaces(match, where) for where in ("W1", "W2", "W3")] == ["AA", "AAB", "AB"]
    assert city(match, "white") == "AAAAABB"


# 7.2: tiles

SCARCE = {
    "enough": ("W1 AAAB", "A", 3, "AAB"),
    "none for second": ("W1 AAAB", "A", 2, "AA"),
    "one for first": ("W1 AAAB", "A", 1, "A"),
    "none": ("W1 AAAB", "A", 0, ""),
    "first place before the start player": ("W1 AAAB", "B", 1, "A"),
    "tied, the start player": ("W1 AB", "B", 1, "B"),
    "tied, clockwise from the start player": ("W1 AC", "B", 1, "C"),
    "tied, clockwise past the last seat": ("W1 AB", "C", 1, "A"),
    "tied, from the last seat": ("W1 AB", "D", 1, "A"),
    "three tied, two tiles": ("W1 ABC", "B", 2, "BC"),
    "three tied, two tiles, past the last seat": ("W1 ABC", "C", 2, "AC"),
    "three tied, one tile": ("W1 ABC", "C", 1, "C"),
    "in the order of the districts": ("W1 B | W2 A", "A", 1, "B"),
    "in the order of the districts, all three": ("W3 A | W1 C | W2 B", "A", 2, "BC"),
}


@pytest.mark.parametrize(("text", "start", "left", "got"), SCARCE.values(), ids=SCARCE)
def test_tiles_go_round_while_they_last(text: str, start: str, left: int, got: str) -> None:
    """7.2: ruling; a member still moves when no tile is left."""
    match = scoring(text, start=start, tiles={"D": "white " * (18 - left)})
    assert "".join(seat * tiles(match, seat).get("white", 0) for seat in "ABC") == got
    assert stock(match)["white"] == left - len(got)
    assert city(match, "white") == city(scoring(text, start=start), "white")


def test_tiles_are_of_the_districts_colour() -> None:
    """7.2."""
    match = scoring("W1 A | O2 B | B3 AA")
    assert [tiles(match, seat) for seat in "AB"] == [{"white": 1, "blue": 2}, {"orange": 1}]


def test_a_completed_set_goes_back_before_the_next_tile_is_taken() -> None:
    """7.2: ruling; A completes a set with the last white tile and takes it again for the second member."""
    match = scoring("W1 AAAB", tiles={"A": FIVE_COLOURS, "D": "white " * 17})
    assert (match.scores, tiles(match, "A"), tiles(match, "B")) == ([28, 0, 0, 0], {"white": 1}, {})
    assert stock(match) == dict.fromkeys(PROVINCES, 18) | {"white": 0}


def test_the_tile_of_a_completed_set_goes_to_the_next() -> None:
    """7.2: tied players clockwise from the start player."""
    match = scoring("W1 AB", tiles={"A": FIVE_COLOURS, "D": "white " * 17})
    assert (match.scores, tiles(match, "A"), tiles(match, "B")) == ([28, 0, 0, 0], {}, {"white": 1})
    match = scoring("W1 AB", start="B", tiles={"A": FIVE_COLOURS, "D": "white " * 17})
    assert (match.scores, tiles(match, "B")) == ([0, 0, 0, 0], {"white": 1})
    assert tiles(match, "A") == dict.fromkeys(FIVE_COLOURS.split(), 1)


# 7.3: sets


@pytest.mark.parametrize(("number", "worth"), [(2, 28), (4, 24), (6, 20)])
def test_the_moment_one_owns_all_six_colours(number: int, worth: int) -> None:
    """7.3: the set is returned for points, in the middle of the scoring."""
    match = scoring("W1 A", round=number, tiles={"A": FIVE_COLOURS})
    assert (match.scores, tiles(match, "A")) == ([worth, 0, 0, 0], {})
    assert stock(match) == dict.fromkeys(PROVINCES, 18)
    assert match.view(1)["worth"] == worth
    (item,) = items(match, "set")
    assert item == {
        "kind": "set",
        "when": "scored",
        "round": number,
        "of": "set",
        "seat": 1,
        "points": worth,
        "members": 1,
    }


def test_a_set_is_completed_by_tiles_of_several_districts() -> None:
    """7.3: with the last of them."""
    match = scoring("W1 A | B3 A", tiles={"A": "orange green pink yellow"})
    assert (match.scores[0], tiles(match, "A")) == (28, {})


def test_two_sets_in_one_scoring() -> None:
    """7.3: each for itself."""
    match = scoring("W1 AAA", tiles={"A": f"{FIVE_COLOURS} {FIVE_COLOURS} blue"})
    assert (match.scores[0], tiles(match, "A")) == (56, {"blue": 1})
    assert sum(item["members"] for item in items(match, "set")) == 2


def test_sets_of_several_players() -> None:
    """7.3: each his own."""
    match = scoring("W1 AAB", tiles={"A": FIVE_COLOURS, "B": FIVE_COLOURS})
    assert match.scores == [28, 28, 0, 0]
    assert tiles(match, "A") == {"white": 1}


def test_five_colours_are_no_set_before_the_end() -> None:
    """7.3: after rounds 2 and 4 nothing for sets of five or single tiles."""
    for number in (2, 4):
        match = scored("W1 A", round=number, tiles={"A": "orange green pink yellow"})
        assert points(match, "set") == points(match, "five") == points(match, "single") == [0] * 4
        assert tiles(match, "A") == dict.fromkeys(PROVINCES[:5], 1)


@pytest.mark.parametrize(
    ("held", "five", "single"),
    [
        ("", 0, 0),
        ("white", 0, 1),
        ("white white white", 0, 3),
        ("white orange green pink", 0, 4),
        ("white orange green pink yellow", 10, 0),
        (FIVE_COLOURS, 10, 0),
        (f"{FIVE_COLOURS} blue blue", 10, 2),
        (f"{FIVE_COLOURS} {FIVE_COLOURS}", 20, 0),
        (f"{FIVE_COLOURS} {FIVE_COLOURS} orange green pink yellow", 20, 4),
        (f"{FIVE_COLOURS} {FIVE_COLOURS} {FIVE_COLOURS} pink", 30, 1),
    ],
)
def test_sets_of_five_and_single_tiles_after_round_6(held: str, five: int, single: int) -> None:
    """7.3: 10 for each set of five different colours, 1 for each tile left."""
    match = scored(round=6, tiles={"B": held})
    assert (points(match, "five")[1], points(match, "single")[1]) == (five, single)
    assert match.scores == [0, five + single, 0, 0]
    for item in items(match, "five") + items(match, "single"):
        assert item["points"] == item["members"] * (10 if item["kind"] == "five" else 1)
        assert (item["round"], item["seat"], item["of"]) == (6, 2, item["kind"])


def test_sets_of_six_sets_of_five_and_single_tiles() -> None:
    """7.3: a set of six comes first, in the middle of the scoring."""
    match = scored("W1 A", round=6, tiles={"A": f"{FIVE_COLOURS} {FIVE_COLOURS} blue"})
    assert (points(match, "set")[0], points(match, "five")[0], points(match, "single")[0]) == (20, 10, 1)
    assert points(match, "palaces") == [0] * 4
    assert match.scores[0] == 20 + 10 + 1 + 4


# 7.4: the return


def chosen(match: Match) -> list[Any]:
    """What was chosen, or is still to go back."""
    return list(match.reveal()["scoring"]["chosen"])


def test_every_seat_with_members_in_the_city_is_asked_in_turn_from_the_start_player() -> None:
    """7.4: and no other."""
    match = scoring("W1 AAAC | W2 D", start="C")
    order = []
    while phase(match) == "return":
        order.append(to_act(match))
        assert set(match.actions()) == {f"return {number}" for number in range(7)}
        match.play("return 0")
    assert order == ["C", "D", "A"]


def test_a_single_member_is_asked_for_too() -> None:
    """7.4: never forced, since what one chooses may be above one's members."""
    match = scoring("G1 A")
    assert (phase(match), province_scored(match)) == ("return", "green")
    assert choices(match, "return") == set("0123456")


@pytest.mark.parametrize("text", ["return 7", "return -1", "return 10"])
def test_sums_of_return_cards(text: str) -> None:
    """7.4 and 1.4: 0 to 6."""
    assert_impossible(scoring("W1 AAA"), text, "7.4")


@pytest.mark.parametrize("text", ["return", "return all", "return 1 2", "return W1"])
def test_what_is_no_return(text: str) -> None:
    """7.4: one number."""
    assert_no_action(scoring("W1 AAA"), text)


def test_nothing_else_is_done_while_return_cards_are_chosen() -> None:
    """7.4: and none are chosen at other times."""
    match = scoring("W1 AAA")
    for action in ("back W1", "pass", "member white", "start 1", "deploy 0", "stop", "take white", "neutral W1"):
        assert_refused(match, action)
    assert_refused(last_to_pass(), "return 0")
    assert_refused(last_to_pass(), "back W1")


def test_choices_become_known_together() -> None:
    """7.4: nothing goes back before the last has chosen."""
    match = play_all(scoring("W1 AAAB"), "return 1")
    assert (chosen(match)[:2], in_palaces(match, "W1"), to_act(match)) == ([1, None], "AAB", "B")


@pytest.mark.parametrize("total", range(7))
def test_the_sum_is_how_many_go_back(total: int) -> None:
    """7.4: a sum above one's members returns them all; here four of A from one city."""
    match = play_all(scoring("W1 AAA | W2 AAA"), f"return {total}")
    through(match)
    assert in_province(match, "white") == "A" * (2 + min(total, 4))
    assert points(match, "palaces")[0] == 4 * (4 - min(total, 4))


def test_he_picks_which() -> None:
    """7.4: one by one."""
    match = play_all(scoring("W1 AAA | W2 AAAB"), "return 2", "return 0")
    assert (phase(match), to_act(match), set(match.actions())) == ("back", "A", {"back W1", "back W2"})
    assert chosen(match)[0] == 2
    match.play("back W2")
    assert (phase(match), chosen(match)[0], in_palaces(match, "W2"), standing(match, "W2")) == ("back", 1, "AB", "AA")
    match.play("back W1")
    assert (standing(match, "W1"), standing(match, "W2")) == ("AA", "AA")
    assert points(match, "palaces") == [8, 4, 0, 0]


def test_members_go_back_to_the_district_whose_palace_they_stood_on() -> None:
    """7.4: to its open area."""
    match = play_all(scoring("W1 AB | W2 BB | W3 A"), "return 1", "return 2")
    play_all(match, "back W3", "back W1")
    assert [standing(match, where) for where in ("W1", "W2", "W3")] == ["B", "B", "A"]


def test_seats_pick_in_turn_from_the_start_player() -> None:
    """7.4: each all of his."""
    match = play_all(scoring("W1 AAAB | W2 BBBA", start="B"), "return 2", "return 1")
    order = []
    while phase(match) == "back":
        order.append(to_act(match))
        match.play("back W1" if "back W1" in match.actions() else "back W2")
    assert order == ["B", "A"]


@pytest.mark.parametrize("where", ["W2", "O1", "B3"])
def test_not_from_a_district_where_one_has_nobody_on_a_palace(where: str) -> None:
    """7.4: others may have, or one may have members in its open area; and only of this province."""
    match = play_all(scoring("W1 AA | W3 AAA | W2 BBCCA | O1 AA"), "return 1", "return 0", "return 0")
    assert set(match.actions()) == {"back W1", "back W3"}
    assert_refused(match, f"back {where}", "7.4")


def test_nothing_else_is_done_while_members_go_back() -> None:
    """7.4: he must."""
    match = play_all(scoring("W1 AA | W2 AA"), "return 1")
    for action in ("return 0", "pass", "stop", "member white", "deploy 0"):
        assert_refused(match, action)


def test_cards_are_taken_back_after_each_province() -> None:
    """7.4: ruling; the same sum may be chosen again."""
    match = scoring("W1 AA | O1 AA | G1 AA")
    for province in ("white", "orange", "green"):
        assert province_scored(match) == province
        assert choices(match, "return") == set("0123456")
        match.play("return 6")
    assert [standing(match, where) for where in ("W1", "O1", "G1")] == ["AA", "AA", "AA"]


def test_in_round_6_return_cards_are_still_played() -> None:
    """7.6: ruling."""
    match = scoring("W1 AAB", round=6)
    assert (phase(match), to_act(match)) == ("return", "A")


def test_who_goes_back_where_there_is_no_choice() -> None:
    """7.4: one district left, or all go back."""
    match = play_all(scoring("W1 AAA | O1 A"), "return 1")
    assert (province_scored(match), standing(match, "W1")) == ("orange", "AA")
    match = play_all(scoring("W1 AAA | W2 AA | O1 A"), "return 4")
    assert (province_scored(match), standing(match, "W1"), standing(match, "W2")) == ("orange", "AAA", "AA")
    match = play_all(scoring("W1 AAA | W2 AA | O1 A"), "return 3", "back W1", "back W1")
    assert (province_scored(match), standing(match, "W1"), standing(match, "W2")) == ("orange", "AAA", "A")


# 7.5: members in the city


@pytest.mark.parametrize(("number", "each"), [(2, 4), (4, 3), (6, 0)])
def test_each_member_still_in_the_city_scores(number: int, each: int) -> None:
    """7.5: 4, 3 or 0 points."""
    match = scored("W1 AAAB | W2 AC", "white A1", round=number)
    assert points(match, "palaces", "white") == [2 * each, each, each, 0]
    found = items(match, "palaces")
    assert {(item["seat"], item["members"]) for item in found} == ({(1, 2), (2, 1), (3, 1)} if each else set())
    assert all((item["of"], item["round"]) == ("white", number) for item in found)


def test_returned_members_score_nothing() -> None:
    """7.5: but stay in the game."""
    match = scored("W1 AA", "white A6")
    assert (match.scores, standing(match, "W1")) == ([0] * 4, "AA")


# 7.6: most members in the city

MAJORITY: dict[str, tuple[str, str, str, list[int], str]] = {
    # members, monasteries, returns, points, why
    "alone": ("W1 A", "", "", [4, 0, 0, 0], "city"),
    "most": ("W1 AAAB", "", "", [4, 0, 0, 0], "city"),
    "most in three districts": ("W1 AAAB | W2 BBC | W3 B", "", "", [0, 4, 0, 0], "city"),
    "most after the return": ("W1 AAAB", "", "A2", [0, 4, 0, 0], "city"),
    "most, though others have more in the districts": ("W1 AA | W2 B", "W1 B | W2 B | W3 B", "", [4, 0, 0, 0], "city"),
    "a tie, most in the open areas": ("W1 AAAAB | W2 BBA", "", "", [4, 0, 0, 0], "province"),
    "a tie, most with a monastery": ("W1 AB", "W3 B", "", [0, 4, 0, 0], "province"),
    "a tie, most with those just returned": ("W1 AAB | W2 AB", "", "A1", [4, 0, 0, 0], "province"),
    "a tie, open area against monastery": ("W1 AAAAB | W2 BBA", "W3 B", "", [4, 0, 0, 0], "province"),
    "a tie, and a tie": ("W1 AABB", "", "", [2, 2, 0, 0], "shared"),
    "a tie, and a tie with monasteries": ("W1 AB", "W1 B | W2 A", "", [2, 2, 0, 0], "shared"),
    "a tie, open areas as many as monasteries": ("W1 AAAAB | W2 BBA", "W2 B | W3 B", "", [2, 2, 0, 0], "shared"),
    "a tie of three, one has most": ("W1 ABC", "W2 C", "", [0, 0, 4, 0], "province"),
    "a tie of three, two have most": ("W1 ABC", "W2 C | W3 A", "", [2, 0, 2, 0], "shared"),
    "a tie of three": ("W1 ABC", "", "", [1, 1, 1, 0], "shared"),
    "a tie of four": ("W1 AB | W2 CD", "", "", [1, 1, 1, 1], "shared"),
    "a tie of four, three have most": ("W1 AB | W2 CD", "W1 A | W2 B | W3 D", "", [1, 1, 0, 1], "shared"),
    "a tie of four, one has most": ("W1 AB | W2 CCDD", "W1 D", "", [0, 0, 0, 4], "province"),
    "a tie of two, others have more in the districts": (
        "W1 AAB | W2 BBA | W3 DDDDCCC",
        "W1 C | W2 C",
        "",
        [2, 2, 0, 0],
        "shared",
    ),
    "monasteries of other provinces do not count": ("W1 AB", "O1 B | B1 B", "", [2, 2, 0, 0], "shared"),
    "open areas of other provinces do not count": ("W1 AB | O1 BBB", "", "", [2, 2, 0, 0], "shared"),
    "nobody left": ("W1 AAAB", "", "A2 B1", [0, 0, 0, 0], ""),
    "nobody left of one": ("W1 A", "", "A6", [0, 0, 0, 0], ""),
}


@pytest.mark.parametrize("number", [2, 4, 6])
@pytest.mark.parametrize(("text", "held", "back", "expected", "why"), MAJORITY.values(), ids=MAJORITY)
def test_most_members_in_the_city(text: str, held: str, back: str, expected: list[int], why: str, number: int) -> None:
    """7.6: 4 points, in round 6 too; divided among those still tied, rounded down."""
    match = scored(text, f"white {back}", monasteries=held, round=number)
    assert points(match, "majority", "white") == expected
    found = items(match, "majority", of="white")
    assert sorted(item["seat"] for item in found) == [seat for seat, got in enumerate(expected, start=1) if got]
    assert all((item["why"], item["round"]) == (why, number) for item in found)


def test_the_members_that_had_most_are_told() -> None:
    """7.6: how many were in the city."""
    (item,) = items(scored("W1 AAAB | W2 A", "white A1"), "majority")
    assert item == {
        "kind": "majority",
        "when": "scored",
        "round": 2,
        "of": "white",
        "seat": 1,
        "points": 4,
        "members": 2,
        "why": "city",
    }


# 7.7: out of the game


def test_members_left_in_cities_are_removed_from_the_game() -> None:
    """7.7: only those returned and those never moved are still there."""
    match = scored("W1 AAAAB | O1 BBC", "white A1 | orange C1")
    assert match.reveal()["palaces"] == {}
    assert (standing(match, "W1"), standing(match, "O1")) == ("AAA", "C")
    for province in PROVINCES:
        assert match.reveal()["spaces"][province] == [0, 0, 0, 0]


# 7.8: monasteries


@pytest.mark.parametrize("number", [2, 4, 6])
def test_four_points_for_each_member_on_a_monastery(number: int) -> None:
    """7.8: they stay."""
    held = "W1 A | O2 A | B3 A | G1 C"
    match = scored(round=number, monasteries=held)
    assert points(match, "monasteries") == match.scores == [12, 0, 4, 0]
    assert monasteries(match) == {"W1": "A", "O2": "A", "B3": "A", "G1": "C"}
    assert {(item["seat"], item["members"], item["of"]) for item in items(match, "monasteries")} == {
        (1, 3, "monasteries"),
        (3, 1, "monasteries"),
    }


def test_all_eighteen_monasteries() -> None:
    """7.8."""
    held = " | ".join(f"{where} {SEATS[number % 3]}" for number, where in enumerate(DISTRICTS))
    assert scored(monasteries=held).scores == [24, 24, 24, 0]


# The breakdown


def totals(match: Match) -> list[int]:
    """What the scored items of the breakdown add up to."""
    total = [0] * match.options["players"]
    for item in items(match):
        total[item["seat"] - 1] += item["points"]
    return total


@in_whole_games
@pytest.mark.parametrize("players", PLAYERS)
def test_the_breakdown_adds_up_to_the_scores(players: int) -> None:
    """7: always."""
    for match in random_game(players, seed=31):
        assert totals(match) == match.scores
        assert all(item["points"] > 0 for item in items(match))
    assert {item["round"] for item in items(match)} <= {2, 4, 6}


def scored_items(match: Match, when: str, number: int) -> list[Json]:
    """What a scoring brings, in an order of its own; sets are counted together."""
    found = [
        {name: part for name, part in item.items() if name != "when"}
        for item in items(match, when=when)
        if item["round"] == number and item["kind"] != "tile"
    ]
    merged: dict[tuple[Any, ...], Json] = {}
    for item in found:
        key = (item["kind"], item["of"], item["seat"], item.get("why"))
        known = merged.get(key)
        merged[key] = (
            item
            if known is None
            else known | {"points": known["points"] + item["points"], "members": known["members"] + item["members"]}
        )
    return sorted(merged.values(), key=repr)


@in_whole_games
@pytest.mark.parametrize("players", PLAYERS)
def test_the_preview_is_what_comes_if_nobody_returns_anything(players: int) -> None:
    """7: in rounds 2, 4 and 6, when all have passed."""
    compared = set()
    for seed in range(4):
        for match in random_game(players, seed=40 + seed):
            last = len(match.reveal()["passed"]) == players - 1
            if phase(match) == "move" and last and round_of(match) % 2 == 0:
                number = round_of(match)
                again = GAME.position(match.reveal(), seed=1)
                expected = scored_items(again, "preview", number)
                again.play("pass")
                through(again)
                assert scored_items(again, "scored", number) == expected
                compared.add(number)
    assert compared


def test_no_preview_while_a_scoring_is_going_on_or_after_the_end() -> None:
    """7: what is scored is scored."""
    assert items(scoring("W1 AAB"), when="preview") == []
    assert items(scored("W1 AAB", round=6), when="preview") == []


@pytest.mark.parametrize(("number", "worth"), [(1, 28), (2, 28), (3, 24), (4, 24), (5, 20), (6, 20)])
def test_the_preview_is_of_the_next_scoring(number: int, worth: int) -> None:
    """7.3: this round's, or that of the next even round."""
    match = last_to_pass("W1 A", round=number, tiles={"A": FIVE_COLOURS})
    assert match.view(1)["worth"] == worth
    (item,) = items(match, "set", when="preview")
    assert (item["points"], item["round"], item["seat"]) == (worth, number + number % 2, seat_number("A"))


# Taking back


def test_choices_of_return_cards_are_not_taken_back() -> None:
    """7.4: the next seat has been asked, or all is revealed."""
    match = play_all(scoring("W1 AAAB | W2 AA"), "return 1")
    assert_not_undone(match)
    match.play("return 0")
    assert (phase(match), to_act(match)) == ("back", "A")
    assert_not_undone(match)


def test_a_single_choice_shows_its_player_nothing() -> None:
    """7.4: nobody else chose, so it can be taken back."""
    match = scoring("W1 AAA | W2 AAA")
    assert_undone(match, "return 1")
    match.play("return 1")
    assert (phase(match), to_act(match)) == ("back", "A")


def test_members_that_go_back_are_taken_back_one_by_one() -> None:
    """7.4: up to the reveal."""
    match = play_all(scoring("W1 AAAB | W2 AAA"), "return 2", "return 0")
    assert (phase(match), to_act(match)) == ("back", "A")
    assert_undone(match, "back W1")
    match.play("back W2")
    match.undo()
    assert_not_undone(match)
