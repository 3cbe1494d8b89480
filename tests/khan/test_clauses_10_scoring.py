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
        ("I-3", "AB", 2),
        ("I-3", "ABC", 2),
        ("O-4", "AB", 3),
        ("O-4", "ABC", 2),
        ("O-4", "ABCD", 2),
        ("X-5", "AB", 5),
        ("X-5", "ABC", 3),
        ("X-5", "ABCD", 3),
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
    match = position(pieces="P-5 AB A5 B5 C5 A6 B6 | W-5 AB A9 A10 B10 B11 C11")
    assert match.scores == [10, 10]


def test_points_are_added_up() -> None:
    """10.1: alone and together."""
    match = position(
        players=3, pieces="domino A A5 B5 | I-3 AC A9 B9 C9 | bridge-3 B D7 E7 F7 | O-4 BC A10 B10 A11 B11"
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
    match = special(yurts="A A5 B5 | B A9 | n A10")
    assert match.scores == [0, 0]
    assert match.breakdown() == []


def test_points_stand_as_soon_as_a_piece_is_laid() -> None:
    """10.1: the bonuses come at the end."""
    match = play_all(position(yurts="A A5 | n B5"), "conquer domino A5 B5")
    assert match.scores == [2, 0]
    assert points(match, "territory") == [10, 0]


# 10.2: territories


def sizes(pieces: str, players: int = 2) -> list[list[int]]:
    """The sizes of every seat's territories."""
    return [list(each) for each in outcome(over(players=players, pieces=pieces))["territories"]]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("domino A A5 B5", [2]),
        ("domino A A5 B5 | domino A C5 D5", [4]),
        ("domino A A5 B5 | domino A B6 C6", [4]),
        ("domino A A5 B5 | domino A C6 D6", [2, 2]),
        ("domino A A5 B5 | domino A A9 B9 | I-3 A A11 B11 C11", [3, 2, 2]),
        ("domino A A5 B5 | domino A A7 B7 | domino A A6 B6", [6]),
        ("bridge-3 A D6 E6 F6", [3]),
        ("domino A B6 C6 | bridge-3 A D6 E6 F6 | domino A G6 H6", [7]),
        ("bridge-3 A D6 E6 F6 | bridge-3 A D7 E7 F7", [6]),
        ("bridge-L A E3 E4 D5 E5 | bridge-3 A D6 E6 F6", [7]),
        ("domino A C5 D5 | domino A F5 G5", [2, 2]),
        ("domino A D3 E3 | domino A C5 D5", [2, 2]),
        ("bridge-L A D4 E4 F4 D5 | domino A C3 D3", [6]),
    ],
)
def test_squares_under_ones_pieces_connected_by_sides(pieces: str, expected: list[int]) -> None:
    """10.2: land and river; a corner does not connect, nor does a river that is not bridged."""
    assert sizes(pieces)[0] == expected


def test_a_river_square_under_a_bridge_connects_by_its_sides() -> None:
    """10.2: the river square D4 of one bridge has a side on D3, where another piece lies."""
    assert sizes("bridge-L A D4 E4 F4 D5 | domino A D3 E3")[0] == [6]


def test_two_bridges_connect_on_the_water() -> None:
    """10.2: G9 and G10 are river, and so are E5 and E6."""
    assert sizes("bridge-3 A D5 E5 F5 | bridge-3 A D6 E6 F6")[0] == [6]
    assert sizes("bridge-L A G7 G8 F9 G9 | bridge-3 A F10 G10 H10")[0] == [7]


def test_pieces_of_others_do_not_connect() -> None:
    """10.2: only those that carry one's yurt."""
    assert sizes("domino A A5 B5 | domino B A6 B6 | domino A A7 B7") == [[2, 2], [2]]


def test_shared_pieces_count_for_each() -> None:
    """10.2: they connect for both."""
    assert sizes("domino A A5 B5 | domino AB A6 B6 | domino A A7 B7 | I-3 B A8 B8 C8") == [[6], [3, 2]]
    assert sizes("domino AB A5 B5 | domino AB A6 B6") == [[4], [4]]


def test_sizes_are_listed_from_the_largest() -> None:
    """10.2: all territories of a player."""
    found = sizes("domino A A5 B5 | O-4 A A9 B9 A10 B10 | I-3 A C1 D1 E1 | domino A C13 D13")[0]
    assert found == [4, 3, 2, 2]


# 10.2: bonuses


def bonuses(pieces: str, players: int) -> list[int]:
    """The bonuses at the end."""
    return points(over(players=players, pieces=pieces), "territory")


@pytest.mark.parametrize(
    ("pieces", "players", "expected"),
    [
        ("I-3 A A5 B5 C5 | domino B A9 B9", 2, [10, 6]),
        ("domino A A5 B5 | I-3 B A9 B9 C9", 2, [6, 10]),
        ("I-4 C A5 B5 C5 D5 | I-3 A A9 B9 C9 | domino B A11 B11", 3, [6, 3, 10]),
        (
            "I-5 D A9 B9 C9 D9 E9 | I-4 C A5 B5 C5 D5 | I-3 A A11 B11 C11 | domino B C13 D13",
            4,
            [3, 0, 6, 10],
        ),
        ("domino A A5 B5", 2, [10, 0]),
        ("domino A A5 B5", 4, [10, 0, 0, 0]),
        ("", 3, [0, 0, 0]),
        ("domino A A5 B5 | domino B A9 B9", 2, [10, 10]),
        ("domino A A5 B5 | domino B A9 B9 | I-3 C A11 B11 C11", 3, [6, 6, 10]),
        ("I-3 A A5 B5 C5 | I-3 B A9 B9 C9 | domino C A11 B11", 3, [10, 10, 6]),
        ("domino A A5 B5 | domino B A9 B9 | domino C A11 B11", 3, [10, 10, 10]),
        ("I-3 A A5 B5 C5 | domino B A9 B9 | domino C A11 B11 | V-3 D A6 A7 B7", 4, [10, 6, 6, 10]),
        ("I-4 A A5 B5 C5 D5 | I-3 B A9 B9 C9 | domino C A11 B11 | domino D C13 D13", 4, [10, 6, 3, 3]),
    ],
)
def test_bonuses_for_the_largest_territory(pieces: str, players: int, expected: list[int]) -> None:
    """10.2: 10, 6 and 3; players equal throughout each get the full bonus, the next gets the next bonus."""
    assert bonuses(pieces, players) == expected


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        # the second territory decides
        ("I-3 A A5 B5 C5 | domino A A10 B10 | I-3 B C9 D9 E9", [10, 6]),
        ("I-3 A A5 B5 C5 | I-3 B C9 D9 E9 | domino B A11 B11", [6, 10]),
        ("I-3 A A5 B5 C5 | domino A A10 B10 | I-3 B C9 D9 E9 | V-3 B C1 D1 D2", [6, 10]),
        # the third does
        ("I-3 A A5 B5 C5 | domino A A10 B10 | domino A C1 D1 | I-3 B C9 D9 E9 | domino B C13 D13", [10, 6]),
        # none does
        ("I-3 A A5 B5 C5 | domino A A10 B10 | I-3 B C9 D9 E9 | domino B C13 D13", [10, 10]),
        # many small ones do not replace a large one
        ("domino A A5 B5 | domino A A10 B10 | domino A C1 D1 | I-3 B C9 D9 E9", [6, 10]),
    ],
)
def test_ties_go_to_the_larger_second_territory_then_the_third(pieces: str, expected: list[int]) -> None:
    """10.2: missing territories count 0."""
    assert bonuses(pieces, 2) == expected


def test_one_bonus_a_player() -> None:
    """10.2: the second largest of all is A's too, but B gets the second bonus."""
    assert bonuses("I-4 A A5 B5 C5 D5 | I-3 A A9 B9 C9 | domino B C13 D13", 2) == [10, 6]


def test_a_player_without_territory_gets_no_bonus() -> None:
    """10.2: though places are left."""
    match = over(players=3, pieces="domino B A5 B5")
    assert points(match, "territory") == [0, 10, 0]
    assert [item["seat"] for item in items(match, "territory")] == [2]


def test_a_bonus_is_explained() -> None:
    """10.2: place, sizes and the squares of the largest territory."""
    match = over(pieces="bridge-3 A D6 E6 F6 | domino A C7 D7 | domino A C1 D1 | domino B C13 D13")
    first, second = items(match, "territory")
    assert (first["seat"], first["points"], first["place"], first["sizes"]) == (1, 10, 1, [5, 2])
    assert first["squares"] == ["D6", "E6", "F6", "C7", "D7"]
    assert (second["seat"], second["points"], second["place"], second["sizes"]) == (2, 6, 2, [2])
    assert first["when"] == second["when"] == "final"


def test_two_seats_share_a_place() -> None:
    """10.2: the next one after them has the second place and the second bonus."""
    match = over(players=3, pieces="I-3 A A5 B5 C5 | I-3 B A9 B9 C9 | domino C C13 D13")
    assert [(item["seat"], item["place"], item["points"]) for item in items(match, "territory")] == [
        (1, 1, 10),
        (2, 1, 10),
        (3, 2, 6),
    ]


def test_bonuses_count_in_the_final_scores_alone() -> None:
    """10.2: until then they are shown as if the game ended now."""
    laid = "I-3 A A5 B5 C5 | domino B A9 B9"
    assert position(pieces=laid).scores == [4, 2]
    assert points(position(pieces=laid), "territory") == [10, 6]
    assert over(pieces=laid).scores == [14, 8]


# 10.4: who wins


def winners(pieces: str, players: int = 2) -> list[int]:
    """The seats that win."""
    return list(outcome(over(players=players, pieces=pieces))["winners"])


def test_most_points_win() -> None:
    """10.4: with the bonuses."""
    assert winners("I-3 A A5 B5 C5 | domino B A9 B9") == [1]
    assert winners("I-3 B A5 B5 C5 | domino A A9 B9") == [2]


def test_most_points_win_without_the_largest_territory() -> None:
    """10.4: many pieces far apart; A has 10 more for one territory of five."""
    laid = "I-5 A A9 B9 C9 D9 E9 | O-4 B A5 B5 A6 B6 | T-4 B A11 B11 C11 B12 | S-4 B C1 D1 D2 E2 | L-4 B J3 K3 L3 J4"
    result = outcome(over(pieces=laid))
    assert (result["scores"], result["winners"]) == ([9 + 10, 24 + 6], [2])


def test_a_tie_goes_to_the_larger_territory() -> None:
    """10.4: one of three squares with the first bonus is worth four of two squares with the second."""
    laid = "I-3 A A5 B5 C5 | domino B C1 D1 | domino B A3 B3 | domino B A9 B9 | domino B C13 D13"
    result = outcome(over(pieces=laid))
    assert (result["scores"], result["winners"]) == ([14, 14], [1])
    mirrored = "I-3 B A5 B5 C5 | domino A C1 D1 | domino A A3 B3 | domino A A9 B9 | domino A C13 D13"
    result = outcome(over(pieces=mirrored))
    assert (result["scores"], result["winners"]) == ([14, 14], [2])


def test_equal_points_and_equal_largest_territories() -> None:
    """10.4: ruling; the second larger territory decides: B's three squares against A's two."""
    laid = (
        "I-4 A A5 B5 C5 D5 | domino A A9 B9 | domino A D9 E9 | domino A A11 B11 | domino A E11 F11"
        " | O-4 B C1 D1 C2 D2 | I-3 B C13 D13 E13"
    )
    result = outcome(over(pieces=laid))
    assert result["territories"] == [[4, 2, 2, 2, 2], [4, 3]]
    assert result["scores"] == [6 + 8 + 6, 6 + 4 + 10]
    assert result["winners"] == [2]


def test_still_tied_is_shared() -> None:
    """10.4: ruling; equal points and equal territories throughout."""
    assert winners("domino A A5 B5 | domino B A9 B9") == [1, 2]
    assert winners("domino A A5 B5 | domino B A9 B9 | domino C C13 D13", 3) == [1, 2, 3]
    assert winners("domino AB A5 B5") == [1, 2]


def test_nobody_has_anything() -> None:
    """10.4: all share."""
    result = outcome(over(players=3))
    assert (result["scores"], result["winners"], result["territories"]) == ([0, 0, 0], [1, 2, 3], [[], [], []])


def test_a_third_player_behind_does_not_share() -> None:
    """10.4: only those level at the top."""
    assert winners("I-3 A A5 B5 C5 | I-3 B A9 B9 C9 | domino C C13 D13", 3) == [1, 2]


def test_the_result_of_a_game_that_was_played() -> None:
    """10.1 to 10.4: a last conquest together."""
    match = ending(yurts="A A5 | B B5", pieces="I-3 B A9 B9 C9")
    match.play("conquer domino A5 B5")
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
    match = position(pieces="bridge-3 AB D6 E6 F6", players=3)
    data: Json = match.view(3)
    assert data["breakdown"] == match.breakdown()
    assert data["scores"] == match.scores == [2, 2, 0]
    assert data["result"] is None
