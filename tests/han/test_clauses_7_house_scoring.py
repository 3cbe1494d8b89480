"""Chapter 7 of the rules of HAN: house scoring."""

from __future__ import annotations

import pytest

from tests.han.box import BORDER, BORDERS, COLOUR_OF, SEATS, SPACES, WAYS, paid
from tests.han.shown import emissaries, hand, items, points
from tests.han.table import finished, position, ways
from tests.matches import phase, play_all, to_act
from tests.refusals import assert_legal

EVERY = [(map_name, where) for map_name in (BORDER, WAYS) for where in SPACES[map_name]]


def complete(where: str, seats: str, players: int = 4, map_name: str = BORDER) -> list[int]:
    """What everybody scores when a province is completed: its houses in the order of its spaces, one letter a house."""
    spaces = SPACES[map_name][where].split()
    assert len(seats) == len(spaces)
    last = next(number for number, space in enumerate(spaces) if space not in BORDERS)
    card = COLOUR_OF[map_name][where]
    board = " | ".join(
        f"{seat} {space}" for number, (seat, space) in enumerate(zip(seats, spaces, strict=True)) if number != last
    )
    match = position(card, to_act=seats[last], players=players, map_name=map_name, houses=board)
    assert match.reveal()["scored"] == []
    match.play(f"house {spaces[last]} with {paid(card)}")
    assert match.reveal()["scored"] == [where]
    return match.scores


# 7.1: when


@pytest.mark.parametrize(("map_name", "where"), EVERY)
def test_a_province_scores_the_moment_it_is_full(map_name: str, where: str) -> None:
    """7.1: each of the provinces and districts; alone there, one scores a point for every house."""
    size = len(SPACES[map_name][where].split())
    assert complete(where, "B" * size, map_name=map_name) == [0, size, 0, 0]


@pytest.mark.parametrize(("map_name", "where"), EVERY)
def test_one_space_free_is_not_full(map_name: str, where: str) -> None:
    """7.1: every house space of it."""
    first, second, *rest = SPACES[map_name][where].split()
    card = COLOUR_OF[map_name][where]
    match = position(card, map_name=map_name, houses=f"B {' '.join(rest)}")
    match.play(f"house {first} with {paid(card)}")
    assert (match.reveal()["scored"], match.scores) == ([], [0, 0, 0, 0])
    assert match.view()["standing"][where]["free"] == [second]


def test_the_turn_is_interrupted_and_goes_on() -> None:
    """7.1: points at once; then a second piece may follow, and the same seat goes on."""
    match = position("RRR", houses="B w1 w2 w3 w4 | C w5 bzw")
    match.play("house w6 with red")
    assert match.scores == [2, 7, 4, 0]
    assert (to_act(match), phase(match), hand(match, "A")) == ("A", "place", "RR")
    assert_legal(match, "end", "emissary wei with red")
    play_all(match, "emissary wei with red", "end")
    assert phase(match) == "draw"
    assert match.scores == [2, 7, 4, 0]


def test_the_second_piece_may_complete_the_province() -> None:
    """7.1: the moment it is full, whichever piece did it."""
    match = position("RRR", houses="B w1 w2 w3 w4 bzw")
    match.play("house w5 with red")
    assert match.scores == [0, 0, 0, 0]
    match.play("house w6 with red")
    assert match.scores == [5, 7, 0, 0]


@pytest.mark.parametrize("space", BORDERS)
def test_a_border_house_completes_two_provinces_at_once(space: str) -> None:
    """7.1: both score."""
    one, other = BORDERS[space]
    around = {name for where in (one, other) for name in SPACES[BORDER][where].split()} - {space}
    match = position(COLOUR_OF[BORDER][one] * 2, houses=f"B {' '.join(sorted(around))}")
    match.play(f"house {space} with {paid(COLOUR_OF[BORDER][one] * 2)}")
    sizes = {where: len(SPACES[BORDER][where].split()) for where in (one, other)}
    assert sorted(match.reveal()["scored"]) == sorted((one, other))
    assert match.scores == [sum(sizes.values()) - 2, sum(sizes.values()), 0, 0]
    for where, size in sizes.items():
        assert points(match, "province", where, "scored") == [size - 1, size, 0, 0]


def test_a_border_house_completes_two_provinces_with_different_places() -> None:
    """7.1: each is scored for itself."""
    match = position("YOV", to_act="D", houses="A q1 q2 | B q3 q4 | C l1 l2 | D l3")
    match.play("house bql with yellow orange")
    assert points(match, "province", "qi", "scored") == [5, 5, 0, 2]
    assert points(match, "province", "lu", "scored") == [0, 0, 4, 4]
    assert match.scores == [5, 5, 4, 6]


def test_a_border_house_may_complete_one_of_its_provinces_alone() -> None:
    """7.1: the other waits."""
    match = position("YOV", to_act="D", houses="A q1 q2 | B q3 q4 | C l1 l2")
    match.play("house bql with yellow orange")
    assert match.reveal()["scored"] == ["qi"]
    assert match.scores == [5, 5, 0, 2]


def test_a_second_piece_after_two_provinces_were_scored() -> None:
    """7.1 and 6.3: the turn goes on."""
    match = position("YOO", houses="B q1 q2 q3 q4 l1 l2 l3")
    play_all(match, "house bql with yellow orange", "emissary lu with orange", "end")
    assert emissaries(match, "lu") == "A"
    assert phase(match) == "draw"


def test_both_pieces_of_a_turn_may_complete_a_province_each() -> None:
    """7.1: Lu by the border house that leaves Qi one space short, then Qi."""
    match = position("YYO", houses="B q1 q2 q3 l1 l2 l3")
    match.play("house bql with yellow orange")
    assert (match.reveal()["scored"], match.scores) == (["lu"], [3, 4, 0, 0])
    match.play("house q4 with yellow")
    assert sorted(match.reveal()["scored"]) == ["lu", "qi"]
    assert match.scores == [3 + 3, 4 + 5, 0, 0]


def test_a_scored_province_is_marked_and_not_scored_again() -> None:
    """7.1 and 9.1: once and for all."""
    match = finished(houses="A w1 w2 w5 w6 | B w3 w4 bzw", scores=[7, 4, 0, 0])
    assert match.view()["scored"] == ["wei"]
    assert points(match, "province", "wei", "scored") == [7, 4, 0, 0]
    assert points(match, "province", "wei", "final") == [0, 0, 0, 0]
    assert match.scores == [7, 4 + 1, 0, 0]


def test_nothing_is_scored_in_the_game_but_full_provinces() -> None:
    """7.1: emissaries, roads and ports wait for the end."""
    match = play_all(
        position("RRR", houses="A w1 w2 w3 z4 q3", emissaries="wei A"), "house w6 with red", "emissary wei with red"
    )
    assert match.scores == [0, 0, 0, 0]


def test_the_breakdown_tells_what_a_province_gave() -> None:
    """7.2: seat by seat, with its place and what was counted."""
    match = position("RRR", to_act="D", houses="A w1 w2 w3 w4 | B w5 w6")
    match.play("house bzw with red red")
    assert items(match, "province", "wei") == [
        {
            "kind": "province",
            "of": "wei",
            "when": "scored",
            "seat": 1,
            "points": 7,
            "doubled": False,
            "why": "houses",
            "place": 1,
            "houses": 4,
            "counted": 7,
            "pieces": ["space:w1", "space:w2", "space:w3", "space:w4"],
        },
        {
            "kind": "province",
            "of": "wei",
            "when": "scored",
            "seat": 2,
            "points": 4,
            "doubled": False,
            "why": "houses",
            "place": 2,
            "houses": 2,
            "counted": 4,
            "pieces": ["space:w5", "space:w6"],
        },
        {
            "kind": "province",
            "of": "wei",
            "when": "scored",
            "seat": 4,
            "points": 2,
            "doubled": False,
            "why": "houses",
            "place": 3,
            "houses": 1,
            "counted": 2,
            "pieces": ["space:bzw"],
        },
    ]


# 7.2: how much


WEI = {
    "AAAAAAA": [7, 0, 0, 0, 0],
    "AAAAAAB": [7, 6, 0, 0, 0],
    "AAAAABB": [7, 5, 0, 0, 0],
    "AAAAABC": [7, 5, 5, 0, 0],
    "AAAABBB": [7, 4, 0, 0, 0],
    "AAAABBC": [7, 4, 2, 0, 0],
    "AAAABCD": [7, 4, 4, 4, 0],
    "AAABBBC": [7, 7, 3, 0, 0],
    "AAABBCC": [7, 3, 3, 0, 0],
    "AAABBCD": [7, 3, 2, 2, 0],
    "AAABCDE": [7, 3, 3, 3, 3],
    "AABBCCD": [7, 7, 7, 2, 0],
    "AABBCDE": [7, 7, 2, 2, 2],
    "EEEEDDC": [0, 0, 2, 4, 7],
    "BADACAE": [7, 3, 3, 3, 3],
}


@pytest.mark.parametrize(("seats", "scored"), WEI.items())
def test_the_points_of_wei(seats: str, scored: list[int]) -> None:
    """7.2: most houses: all of them; each later place: the houses of a seat directly above; ties share a place."""
    assert complete("wei", seats, players=5) == scored


CHU = {
    "AAAAAAAA": [8, 0, 0, 0, 0],
    "AAAAABBC": [8, 5, 2, 0, 0],
    "AAAABBBC": [8, 4, 3, 0, 0],
    "AAAABBCC": [8, 4, 4, 0, 0],
    "AAAABBCD": [8, 4, 2, 2, 0],
    "AAABBBCC": [8, 8, 3, 0, 0],
    "AAABBBCD": [8, 8, 3, 3, 0],
    "AAABBCCD": [8, 3, 3, 2, 0],
    "AABBCCDD": [8, 8, 8, 8, 0],
    "AABBCCDE": [8, 8, 8, 2, 2],
}


@pytest.mark.parametrize(("seats", "scored"), CHU.items())
def test_the_points_of_chu(seats: str, scored: list[int]) -> None:
    """7.2: the largest province, two of its spaces on borders."""
    assert complete("chu", seats, players=5) == scored


LU = {"ABCD": [4, 4, 4, 4], "AABC": [4, 2, 2, 0], "AABB": [4, 4, 0, 0], "AAAB": [4, 3, 0, 0], "DDDD": [0, 0, 0, 4]}


@pytest.mark.parametrize(("seats", "scored"), LU.items())
def test_the_points_of_lu(seats: str, scored: list[int]) -> None:
    """7.2: all level, all first."""
    assert complete("lu", seats) == scored


CHANGLE = {"AAABB": [5, 3], "AAAAB": [5, 4], "AAAAA": [5, 0], "ABABA": [5, 3], "BBBAB": [4, 5]}


@pytest.mark.parametrize(("seats", "scored"), CHANGLE.items())
def test_the_points_of_a_district_with_two_players(seats: str, scored: list[int]) -> None:
    """7.2: the same on Ways of Diplomacy."""
    assert complete("cl", seats, players=2, map_name=WAYS) == scored


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_house_no_points(players: int) -> None:
    """7.2: whoever is absent gets nothing, though a place is free."""
    assert complete("qi", "AAABB", players=players) == [5, 3] + [0] * (players - 2)


def test_the_ranks_are_dense() -> None:
    """7.2: after a tie for first comes the second place, not the third."""
    match = position("YYY", to_act="C", houses="A q1 q2 | B q3 q4")
    match.play("house bql with yellow yellow")
    assert [(item["seat"], item["place"], item["counted"]) for item in items(match, "province", "qi")] == [
        (1, 1, 5),
        (2, 1, 5),
        (3, 2, 2),
    ]


def test_points_are_added_to_those_scored_before() -> None:
    """7.2: province after province."""
    match = ways("YYY", houses="A g1 | B g2", scores=[10, 20, 30, 40])
    match.play("house g3 with yellow")
    assert match.scores == [13, 22, 30, 40]


# 7.3: the examples to hold


@pytest.mark.parametrize(
    ("where", "seats", "scored"), [("wei", "AAAABBD", [7, 4, 0, 2]), ("qi", "BBCCD", [0, 5, 5, 2])]
)
def test_the_examples_to_hold(where: str, seats: str, scored: list[int]) -> None:
    """7.3: 4-2-1 gives 7, 4, 2; 2-2-1 gives 5, 5, 2."""
    assert complete(where, seats) == scored


@pytest.mark.parametrize("seat", SEATS)
def test_it_does_not_matter_who_completes_a_province(seat: str) -> None:
    """7.1: the seat whose turn it is may get nothing but a place of its own."""
    others = "".join(letter for letter in SEATS if letter != seat)
    assert complete("wei", seat + others[0] * 4 + others[1] * 2, players=5)[SEATS.index(seat)] == 2
