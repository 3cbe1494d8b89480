"""Chapter 10 of the rules of Khan: points of pieces, the largest territories, who wins."""

from __future__ import annotations

import pytest

from lantern.kernel.contract import Json
from tests.khan.box import PIECES, SEATS, STARTS, mapped, points_of, sites
from tests.khan.shown import items, points
from tests.khan.table import ending, over, position, special
from tests.matches import outcome, play_all

# 10.1: points of pieces


def somewhere(piece: str) -> str:
    """Where a piece may lie, away from the rulers."""
    return " ".join(next(site for site in sites(piece) if not set(site) & set(STARTS.values())))


@pytest.mark.parametrize("piece", PIECES)
def test_the_points_of_a_piece_go_to_the_one_whose_yurt_is_on_it(piece: str) -> None:
    """10.1: all of them."""
    match = over(players=3, pieces=f"{piece} C {somewhere(piece)}")
    assert points(match, "piece") == [0, 0, points_of(piece)]


@pytest.mark.parametrize(
    ("piece", "owners", "each"),
    [
        ("domino", "AB", 1),
        ("I3", "AB", 2),
        ("I3", "ABC", 2),
        ("O4", "AB", 3),
        ("O4", "ABC", 2),
        ("O4", "ABCD", 2),
        ("X5", "AB", 5),
        ("X5", "ABC", 3),
        ("X5", "ABCD", 3),
        ("bridge-3", "AB", 2),
        ("bridge-4", "AB", 3),
        ("bridge-4", "ABC", 2),
        ("bridge-L", "BCD", 2),
    ],
)
def test_the_points_of_a_shared_piece_are_divided_equally_and_rounded_up(piece: str, owners: str, each: int) -> None:
    """10.1: 9 between two are 5 each, between four 3 each."""
    match = over(players=4, pieces=f"{piece} {owners} {somewhere(piece)}")
    assert points(match, "piece") == [each if seat in owners else 0 for seat in SEATS]
    for item in items(match, "piece"):
        assert (item["piece"], item["full"], item["points"]) == (piece, points_of(piece), each)
        assert item["owners"] == [SEATS.index(seat) + 1 for seat in owners]
    assert [item["seat"] for item in items(match, "piece")] == [SEATS.index(seat) + 1 for seat in owners]


def test_each_shared_piece_is_rounded_up_separately() -> None:
    """10.1: twice 9 between two are 5 and 5, not 9."""
    match = position(pieces="P5 AB 4,0 4,1 4,2 5,0 5,1 | W5 AB 8,0 9,0 9,1 10,1 10,2")
    assert match.scores == [10, 10]


def test_points_are_added_up() -> None:
    """10.1: alone and together."""
    match = position(
        players=3, pieces="domino A 4,0 4,1 | I3 AC 8,0 8,1 8,2 | bridge-3 B 6,3 6,4 6,5 | O4 BC 9,0 9,1 10,0 10,1"
    )
    assert match.scores == [2 + 2, 4 + 3, 2 + 3]
    assert [(item["of"], item["seat"], item["points"]) for item in items(match, "piece")] == [
        (0, 1, 2),
        (1, 1, 2),
        (1, 3, 2),
        (2, 2, 4),
        (3, 2, 3),
        (3, 3, 3),
    ]
    assert all(item["when"] == "scored" for item in items(match, "piece"))


def test_nothing_else_scores() -> None:
    """10.1: neither yurts on the board nor special cards nor cards in hand."""
    match = special(yurts="A 4,0 4,1 | B 8,0 | n 9,0")
    assert match.scores == [0, 0]
    assert match.breakdown() == []


def test_points_stand_as_soon_as_a_piece_is_laid() -> None:
    """10.1: the bonuses come at the end."""
    match = play_all(position(yurts="A 4,0 | n 4,1"), "conquer domino 4,0 4,1")
    assert match.scores == [2, 0]
    assert points(match, "territory") == [10, 0]


# 10.2: territories


def sizes(pieces: str, players: int = 2) -> list[list[int]]:
    """The sizes of every seat's territories."""
    return [list(each) for each in outcome(over(players=players, pieces=pieces))["territories"]]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("domino A 4,0 4,1", [2]),
        ("domino A 4,0 4,1 | domino A 4,2 4,3", [4]),
        ("domino A 4,0 4,1 | domino A 5,1 5,2", [4]),
        ("domino A 4,0 4,1 | domino A 5,2 5,3", [2, 2]),
        ("domino A 4,0 4,1 | domino A 8,0 8,1 | I3 A 10,0 10,1 10,2", [3, 2, 2]),
        ("domino A 4,0 4,1 | domino A 6,0 6,1 | domino A 5,0 5,1", [6]),
        ("bridge-3 A 5,3 5,4 5,5", [3]),
        ("domino A 5,1 5,2 | bridge-3 A 5,3 5,4 5,5 | domino A 5,6 5,7", [7]),
        ("bridge-3 A 5,3 5,4 5,5 | bridge-3 A 6,3 6,4 6,5", [6]),
        ("bridge-L A 2,4 3,4 4,3 4,4 | bridge-3 A 5,3 5,4 5,5", [7]),
        ("domino A 4,2 4,3 | domino A 4,5 4,6", [2, 2]),
        ("domino A 2,3 2,4 | domino A 4,2 4,3", [2, 2]),
        ("bridge-L A 3,3 3,4 3,5 4,3 | domino A 2,2 2,3", [6]),
    ],
)
def test_squares_under_ones_pieces_connected_by_sides(pieces: str, expected: list[int]) -> None:
    """10.2: land and river; a corner does not connect, nor does a river that is not bridged."""
    assert sizes(pieces)[0] == expected


def test_a_river_square_under_a_bridge_connects_by_its_sides() -> None:
    """10.2: the river square 3,3 of one bridge has a side on 2,3, where another piece lies."""
    assert sizes("bridge-L A 3,3 3,4 3,5 4,3 | domino A 2,3 2,4")[0] == [6]


def test_two_bridges_connect_on_the_water() -> None:
    """10.2: 8,6 and 9,6 are river, and so are 4,4 and 5,4."""
    assert sizes("bridge-3 A 4,3 4,4 4,5 | bridge-3 A 5,3 5,4 5,5")[0] == [6]
    assert sizes("bridge-L A 6,6 7,6 8,5 8,6 | bridge-3 A 9,5 9,6 9,7")[0] == [7]


def test_pieces_of_others_do_not_connect() -> None:
    """10.2: only those that carry one's yurt."""
    assert sizes("domino A 4,0 4,1 | domino B 5,0 5,1 | domino A 6,0 6,1") == [[2, 2], [2]]


def test_shared_pieces_count_for_each() -> None:
    """10.2: they connect for both."""
    assert sizes("domino A 4,0 4,1 | domino AB 5,0 5,1 | domino A 6,0 6,1 | I3 B 7,0 7,1 7,2") == [[6], [3, 2]]
    assert sizes("domino AB 4,0 4,1 | domino AB 5,0 5,1") == [[4], [4]]


def test_sizes_are_listed_from_the_largest() -> None:
    """10.2: all territories of a player."""
    found = sizes("domino A 4,0 4,1 | O4 A 8,0 8,1 9,0 9,1 | I3 A 0,2 0,3 0,4 | domino A 12,2 12,3")[0]
    assert found == [4, 3, 2, 2]


# 10.2: bonuses


def bonuses(pieces: str, players: int) -> list[int]:
    """The bonuses at the end."""
    return points(over(players=players, pieces=pieces), "territory")


@pytest.mark.parametrize(
    ("pieces", "players", "expected"),
    [
        ("I3 A 4,0 4,1 4,2 | domino B 8,0 8,1", 2, [10, 6]),
        ("domino A 4,0 4,1 | I3 B 8,0 8,1 8,2", 2, [6, 10]),
        ("I4 C 4,0 4,1 4,2 4,3 | I3 A 8,0 8,1 8,2 | domino B 10,0 10,1", 3, [6, 3, 10]),
        (
            "I5 D 8,0 8,1 8,2 8,3 8,4 | I4 C 4,0 4,1 4,2 4,3 | I3 A 10,0 10,1 10,2 | domino B 12,2 12,3",
            4,
            [3, 0, 6, 10],
        ),
        ("domino A 4,0 4,1", 2, [10, 0]),
        ("domino A 4,0 4,1", 4, [10, 0, 0, 0]),
        ("", 3, [0, 0, 0]),
        ("domino A 4,0 4,1 | domino B 8,0 8,1", 2, [10, 10]),
        ("domino A 4,0 4,1 | domino B 8,0 8,1 | I3 C 10,0 10,1 10,2", 3, [6, 6, 10]),
        ("I3 A 4,0 4,1 4,2 | I3 B 8,0 8,1 8,2 | domino C 10,0 10,1", 3, [10, 10, 6]),
        ("domino A 4,0 4,1 | domino B 8,0 8,1 | domino C 10,0 10,1", 3, [10, 10, 10]),
        ("I3 A 4,0 4,1 4,2 | domino B 8,0 8,1 | domino C 10,0 10,1 | V3 D 5,0 6,0 6,1", 4, [10, 6, 6, 10]),
        ("I4 A 4,0 4,1 4,2 4,3 | I3 B 8,0 8,1 8,2 | domino C 10,0 10,1 | domino D 12,2 12,3", 4, [10, 6, 3, 3]),
    ],
)
def test_bonuses_for_the_largest_territory(pieces: str, players: int, expected: list[int]) -> None:
    """10.2: 10, 6 and 3; players equal throughout each get the full bonus, the next gets the next bonus."""
    assert bonuses(pieces, players) == expected


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        # the second territory decides
        ("I3 A 4,0 4,1 4,2 | domino A 9,0 9,1 | I3 B 8,2 8,3 8,4", [10, 6]),
        ("I3 A 4,0 4,1 4,2 | I3 B 8,2 8,3 8,4 | domino B 10,0 10,1", [6, 10]),
        ("I3 A 4,0 4,1 4,2 | domino A 9,0 9,1 | I3 B 8,2 8,3 8,4 | V3 B 0,2 0,3 1,3", [6, 10]),
        # the third does
        ("I3 A 4,0 4,1 4,2 | domino A 9,0 9,1 | domino A 0,2 0,3 | I3 B 8,2 8,3 8,4 | domino B 12,2 12,3", [10, 6]),
        # none does
        ("I3 A 4,0 4,1 4,2 | domino A 9,0 9,1 | I3 B 8,2 8,3 8,4 | domino B 12,2 12,3", [10, 10]),
        # many small ones do not replace a large one
        ("domino A 4,0 4,1 | domino A 9,0 9,1 | domino A 0,2 0,3 | I3 B 8,2 8,3 8,4", [6, 10]),
    ],
)
def test_ties_go_to_the_larger_second_territory_then_the_third(pieces: str, expected: list[int]) -> None:
    """10.2: missing territories count 0."""
    assert bonuses(pieces, 2) == expected


def test_one_bonus_a_player() -> None:
    """10.2: the second largest of all is A's too, but B gets the second bonus."""
    assert bonuses("I4 A 4,0 4,1 4,2 4,3 | I3 A 8,0 8,1 8,2 | domino B 12,2 12,3", 2) == [10, 6]


def test_a_player_without_territory_gets_no_bonus() -> None:
    """10.2: though places are left."""
    match = over(players=3, pieces="domino B 4,0 4,1")
    assert points(match, "territory") == [0, 10, 0]
    assert [item["seat"] for item in items(match, "territory")] == [2]


def test_a_bonus_is_explained() -> None:
    """10.2: place, sizes and the squares of the largest territory."""
    match = over(pieces="bridge-3 A 5,3 5,4 5,5 | domino A 6,2 6,3 | domino A 0,2 0,3 | domino B 12,2 12,3")
    first, second = items(match, "territory")
    assert (first["seat"], first["points"], first["place"], first["sizes"]) == (1, 10, 1, [5, 2])
    assert sorted(first["squares"]) == ["5,3", "5,4", "5,5", "6,2", "6,3"]
    assert (second["seat"], second["points"], second["place"], second["sizes"]) == (2, 6, 2, [2])
    assert first["when"] == second["when"] == "final"


def test_two_seats_share_a_place() -> None:
    """10.2: the next one after them has the second place and the second bonus."""
    match = over(players=3, pieces="I3 A 4,0 4,1 4,2 | I3 B 8,0 8,1 8,2 | domino C 12,2 12,3")
    assert [(item["seat"], item["place"], item["points"]) for item in items(match, "territory")] == [
        (1, 1, 10),
        (2, 1, 10),
        (3, 2, 6),
    ]


def test_bonuses_count_in_the_final_scores_alone() -> None:
    """10.2: until then they are shown as if the game ended now."""
    laid = "I3 A 4,0 4,1 4,2 | domino B 8,0 8,1"
    assert position(pieces=laid).scores == [4, 2]
    assert points(position(pieces=laid), "territory") == [10, 6]
    assert over(pieces=laid).scores == [14, 8]


# 10.4: who wins


def winners(pieces: str, players: int = 2) -> list[int]:
    """The seats that win."""
    return list(outcome(over(players=players, pieces=pieces))["winners"])


def test_most_points_win() -> None:
    """10.4: with the bonuses."""
    assert winners("I3 A 4,0 4,1 4,2 | domino B 8,0 8,1") == [1]
    assert winners("I3 B 4,0 4,1 4,2 | domino A 8,0 8,1") == [2]


def test_most_points_win_without_the_largest_territory() -> None:
    """10.4: many pieces far apart; A has 10 more for one territory of five."""
    laid = (
        "I5 A 8,0 8,1 8,2 8,3 8,4 | O4 B 4,0 4,1 5,0 5,1 | T4 B 10,0 10,1 10,2 11,1 | S4 B 0,2 0,3 1,3 1,4"
        " | L4 B 2,9 2,10 2,11 3,9"
    )
    result = outcome(over(pieces=laid))
    assert (result["scores"], result["winners"]) == ([9 + 10, 24 + 6], [2])


def test_a_tie_goes_to_the_larger_territory() -> None:
    """10.4: one of three squares with the first bonus is worth four of two squares with the second."""
    laid = "I3 A 4,0 4,1 4,2 | domino B 0,2 0,3 | domino B 2,0 2,1 | domino B 8,0 8,1 | domino B 12,2 12,3"
    result = outcome(over(pieces=laid))
    assert (result["scores"], result["winners"]) == ([14, 14], [1])
    mirrored = "I3 B 4,0 4,1 4,2 | domino A 0,2 0,3 | domino A 2,0 2,1 | domino A 8,0 8,1 | domino A 12,2 12,3"
    result = outcome(over(pieces=mirrored))
    assert (result["scores"], result["winners"]) == ([14, 14], [2])


def test_equal_points_and_equal_largest_territories() -> None:
    """10.4: ruling; the second larger territory decides: B's three squares against A's two."""
    laid = (
        "I4 A 4,0 4,1 4,2 4,3 | domino A 8,0 8,1 | domino A 8,3 8,4 | domino A 10,0 10,1 | domino A 10,4 10,5"
        " | O4 B 0,2 0,3 1,2 1,3 | I3 B 12,2 12,3 12,4"
    )
    result = outcome(over(pieces=laid))
    assert result["territories"] == [[4, 2, 2, 2, 2], [4, 3]]
    assert result["scores"] == [6 + 8 + 6, 6 + 4 + 10]
    assert result["winners"] == [2]


def test_still_tied_is_shared() -> None:
    """10.4: ruling; equal points and equal territories throughout."""
    assert winners("domino A 4,0 4,1 | domino B 8,0 8,1") == [1, 2]
    assert winners("domino A 4,0 4,1 | domino B 8,0 8,1 | domino C 12,2 12,3", 3) == [1, 2, 3]
    assert winners("domino AB 4,0 4,1") == [1, 2]


def test_nobody_has_anything() -> None:
    """10.4: all share."""
    result = outcome(over(players=3))
    assert (result["scores"], result["winners"], result["territories"]) == ([0, 0, 0], [1, 2, 3], [[], [], []])


def test_a_third_player_behind_does_not_share() -> None:
    """10.4: only those level at the top."""
    assert winners("I3 A 4,0 4,1 4,2 | I3 B 8,0 8,1 8,2 | domino C 12,2 12,3", 3) == [1, 2]


def test_the_result_of_a_game_that_was_played() -> None:
    """10.1 to 10.4: a last conquest together."""
    match = ending(yurts="A 4,0 | B 4,1", pieces="I3 B 8,0 8,1 8,2")
    match.play("conquer domino 4,0 4,1")
    result = outcome(match)
    assert result["reason"] == "nothing left to conquer"
    assert result["territories"] == [[2], [3, 2]]
    assert result["scores"] == match.scores == [1 + 6, 1 + 4 + 10]
    assert result["winners"] == [2]
    assert result["breakdown"] == match.breakdown()


def test_everything_in_the_breakdown_adds_up() -> None:
    """10.1 and 10.2: pieces and territories are all there is."""
    picture = """
  aabb
 cc.b
cc
~~~~~
dddd~ee
ff..~ee
.f..~
hhh.~~~~~~~~~
"""
    laid = mapped(picture, "a A | b AB | c B | d ABC | e C | f A | h BC")
    match = over(players=3, pieces=laid)
    totals = [sum(item["points"] for item in match.breakdown() if item["seat"] == seat) for seat in (1, 2, 3)]
    assert totals == match.scores == outcome(match)["scores"]
    assert {item["kind"] for item in match.breakdown()} == {"piece", "territory"}


def test_a_view_shows_the_breakdown() -> None:
    """10.1: it lies open."""
    match = position(pieces="bridge-3 AB 5,3 5,4 5,5", players=3)
    data: Json = match.view(3)
    assert data["breakdown"] == match.breakdown()
    assert data["scores"] == match.scores == [2, 2, 0]
    assert data["result"] is None
