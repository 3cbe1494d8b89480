"""Chapter 1 of the rules of Khan: the board, the rulers, the yurts."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.khan import board
from tests.khan.board import region, square
from tests.khan.box import BESIDE, BRIDGES, PACK, PLAYERS, RULERS, STARTS, SYMBOLS, direction_of, forms
from tests.khan.shown import court, invaded, ruler, yurts
from tests.khan.table import new_match, position
from tests.refusals import assert_legal, assert_refused

# 1.1: the squares


@pytest.mark.parametrize("players", PLAYERS)
def test_the_board_is_the_one_drawn(players: int) -> None:
    """1.1: north is up, a dot is no square, columns have letters, rows numbers."""
    regions = {it["square"]: it["region"] for it in new_match(players=players).board()["squares"]}
    letters = {
        f"{column}{row}": letter
        for row, line in enumerate(board.ROWS, 1)
        for column, letter in zip("ABCDEFGHIJKLM", line, strict=True)
    }
    assert {square: board.LETTER[region] for square, region in regions.items()} == {
        square: letter for square, letter in letters.items() if letter != "."
    }


def test_there_are_154_squares() -> None:
    """1.1: mountains 22, glaciers 20, tundra 22, stone 21, sand 22, forest 25, river 22."""
    counts = Counter(board.LETTER[it["region"]] for it in new_match().board()["squares"])
    assert counts == {"M": 22, "G": 20, "T": 22, "S": 21, "D": 22, "F": 25, "~": 22}
    assert (counts.total(), len(board.ALL), len(board.LAND), len(board.RIVER)) == (154, 154, 132, 22)


def test_the_board_drawn_has_every_square_with_its_symbols() -> None:
    """1.1, 1.2 and 6.1: the region, the river beside it, the edge of the board, and the joker's."""
    squares = {it["square"]: it for it in new_match().board()["squares"]}
    assert list(squares) == board.names(board.ALL)
    for landscape in board.LETTER:
        where = board.names(each for each in board.ALL if board.ground(each) == board.LETTER[landscape])
        assert [name for name, it in squares.items() if it["region"] == landscape] == where
    for symbol in SYMBOLS:
        match = position(f"{symbol}, {'sand' if symbol == 'river' else 'river'}, mountains, glaciers")
        reached = {name for name, it in squares.items() if symbol in it["symbols"]}
        assert invaded(match, symbol) == reached - set(STARTS.values())


def test_the_pieces_drawn_can_be_turned_and_mirrored() -> None:
    """2.2: every form once, as rows and columns from the first of its squares."""
    pieces = new_match().board()["pieces"]
    assert [(it["piece"], it["count"]) for it in pieces] == list(BESIDE.items())
    assert [it["piece"] for it in pieces if it["bridge"]] == BRIDGES
    for it in pieces:
        firsts = [(form, min(form)) for form in forms(it["piece"])]
        expected = [sorted([row - top, column - left] for row, column in form) for form, (top, left) in firsts]
        assert sorted(it["forms"]) == sorted(expected)


def test_the_cards_drawn_show_their_directions() -> None:
    """2.1: all 72, each with its own."""
    cards = {it["card"]: it["direction"] for it in new_match().board()["cards"]}
    assert cards == {card: direction_of(card) for card in PACK}


@pytest.mark.parametrize("landscape", board.LETTER)
def test_each_landscape_is_one_connected_region(landscape: str) -> None:
    """1.1: the river too."""
    assert len(board.connected(where for where in board.ALL if board.ground(where) == board.LETTER[landscape])) == 1


@pytest.mark.parametrize("landscape", board.REGIONS)
def test_a_card_of_a_landscape_reaches_exactly_its_region(landscape: str) -> None:
    """1.1 and 6.1: the board that the rules use is the one shown."""
    match = position(f"{landscape}, river, river, river")
    standing = {STARTS[who] for who in RULERS}
    assert invaded(match, landscape) == set(region(landscape)) - standing


def test_any_land_square_is_reached_by_the_joker_and_no_other() -> None:
    """1.1 and 6.1: 132 squares less the 8 on which rulers stand."""
    match = position("khan, river, river, river")
    assert invaded(match, "khan") == set(board.names(board.LAND)) - set(STARTS.values())
    for where in board.names(board.RIVER):
        assert_refused(match, f"invade {where} with khan", "6.1")


def test_the_river_parts_three_land_masses() -> None:
    """1.1 and 6.3: 64 squares in the north and east, 43 in the south-west, 25 of forest."""
    assert [len(bank) for bank in board.BANKS] == [64, 43, 25]


# 1.2: the neighbouring territories


def test_which_squares_border_the_neighbouring_territories() -> None:
    """1.2: every land square with a side on the outside, except eleven."""
    match = position("neighbours, river, river, river", rulers={"russian": "G6"})
    outside = {where for where in board.LAND if any(board.ground(near) == "." for near in board.sides(where))}
    assert invaded(match, "neighbours") == set(board.names(outside)) - set(board.IMPASSABLE.split())


@pytest.mark.parametrize("where", board.IMPASSABLE.split())
def test_sea_and_impassable_land_are_no_neighbours(where: str) -> None:
    """1.2: 4 mountain squares, 3 of sand and 4 of forest have a side on the outside that does not count."""
    assert any(board.ground(near) == "." for near in board.sides(square(where)))
    assert_refused(position("neighbours, khan, river, river"), f"invade {where} with neighbours", "6.1")
    assert_legal(position("neighbours, khan, river, river"), f"invade {where} with khan")


def test_how_many_squares_are_impassable() -> None:
    """1.2: 4 in the mountains, 3 in the sand desert, 4 in the forest."""
    assert Counter(board.ground(square(where)) for where in board.IMPASSABLE.split()) == {"M": 4, "D": 3, "F": 4}


@pytest.mark.parametrize("where", ["C1", "B2", "A3", "A5", "M10", "L11", "L12", "C13", "M3", "L2", "B12"])
def test_corners_border_the_neighbouring_territories(where: str) -> None:
    """1.2: a side on the outside is enough."""
    assert_legal(position("neighbours, river, river, river"), f"invade {where} with neighbours")


@pytest.mark.parametrize("where", ["B10", "J3", "G6", "G2", "I9", "D3", "K11"])
def test_squares_inside_do_not(where: str) -> None:
    """1.2: a corner on the outside is no side."""
    assert_refused(position("neighbours, river, river, river"), f"invade {where} with neighbours", "6.1")


@pytest.mark.parametrize("where", ["A4", "M8", "G13"])
def test_the_ends_of_the_river_are_no_land(where: str) -> None:
    """1.2: yurts stand on land only, though the river leaves the board there."""
    assert_refused(position("neighbours, river, khan, khan"), f"invade {where} with neighbours", "6.1")


# 1.3: rulers and courts


@pytest.mark.parametrize("players", PLAYERS)
def test_eight_rulers_on_their_squares_with_five_yurts_at_each_court(players: int) -> None:
    """1.3: grey Seljuk, light-blue Russian and six of ours."""
    reveal = new_match(players=players).reveal()
    assert reveal["rulers"] == STARTS
    assert list(reveal["rulers"]) == RULERS
    assert reveal["courts"] == dict.fromkeys(RULERS, 5)
    assert reveal["yurts"] == {}


def test_every_ruler_starts_on_land() -> None:
    """1.3: each on a square of his own."""
    assert all(board.ground(square(where)) not in ".~" for where in STARTS.values())
    assert len(set(STARTS.values())) == 8


# 1.4: yurts


def crowd(who: str, free: int) -> str:
    """All land squares but those of the rulers and the last so many, with yurts."""
    squares = [where for where in board.names(board.LAND) if where not in STARTS.values()]
    return f"{who} {' '.join(squares[: len(squares) - free])}"


def test_players_yurts_are_unlimited() -> None:
    """1.4: with 123 own yurts on the board there is one more."""
    match = position("khan, river, river, river", yurts=crowd("A", 1))
    (where,) = invaded(match, "khan")
    match.play(f"invade {where} with khan")
    assert list(yurts(match).values()).count("A") == 124


def test_neutral_yurts_never_run_out() -> None:
    """1.4: ruling; with all 60 and more on the board a ruler still leaves one behind."""
    match = position(yurts=crowd("n", 2), top="north")
    free = set(board.names(board.LAND)) - set(yurts(match)) - set(STARTS.values())
    assert len(free) == 2
    before = len(yurts(match))
    match.play("drive delhi")
    assert len(yurts(match)) == before + 1
    assert ruler(match, "delhi") in {*free, "home"}


def test_covered_neutral_yurts_return_to_the_common_supply() -> None:
    """1.4: ruling; they do not return to a court."""
    match = position(yurts="A A5 | n B5", courts={"seljuk": 3})
    match.play("conquer domino A5 B5")
    assert yurts(match) == {}
    assert court(match, "seljuk") == 3
