"""Chapter 2 of the rules of Khan: cards, tiles and bridges, points, special cards."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.khan import box
from tests.khan.board import DIRECTIONS, RIVER, STEPS, name, names, square
from tests.khan.shown import census, choices, items, pieces, ruler, specials
from tests.khan.table import ending, new_match, over, position, special, step_one
from tests.refusals import assert_legal, assert_refused

# 2.1: cards


@pytest.mark.parametrize("players", box.PLAYERS)
def test_72_cards_one_of_each_symbol_for_each_ruler(players: int) -> None:
    """2.1: six landscapes, river, neighbouring territories and the Khan, nine for each of eight."""
    match = position(players=players)
    assert census(match) == box.PACK
    assert len(box.PACK) == 72
    assert Counter(card.split()[0] for card in census(match)) == dict.fromkeys(box.RULERS, 9)
    assert Counter(card.split()[1] for card in census(match)) == dict.fromkeys(box.SYMBOLS, 8)


def test_every_direction_is_shown_nine_times() -> None:
    """2.1: and every ruler has each of them."""
    assert Counter(box.direction_of(card) for card in box.PACK) == dict.fromkeys(DIRECTIONS, 9)
    for who in box.RULERS:
        assert {box.direction_of(card) for card in box.PACK if card.startswith(who)} == set(DIRECTIONS)


@pytest.mark.parametrize(
    ("card", "direction"),
    [
        ("seljuk mountains", "north"),
        ("seljuk glaciers", "southeast"),
        ("seljuk khan", "north"),
        ("russian mountains", "southeast"),
        ("hungarian tundra", "south"),
        ("abbasid stone", "east"),
        ("song sand", "north"),
        ("goryeo forest", "west"),
        ("delhi river", "south"),
        ("tibetan neighbours", "east"),
        ("tibetan khan", "southwest"),
    ],
)
def test_the_direction_of_a_card_follows_from_ruler_and_symbol(card: str, direction: str) -> None:
    """2.1: worked out by hand, (3 * ruler + k) mod 8."""
    assert box.direction_of(card) == direction


def towards(where: str, direction: str) -> str:
    """The next square in a direction."""
    row, column = square(where)
    down, right = STEPS[direction]
    return name((row + down, column + right))


@pytest.mark.parametrize("card", box.PACK)
def test_a_card_turned_up_shows_ruler_and_direction(card: str) -> None:
    """2.1 and 5.1: in the open every direction leads one square on."""
    who = card.split(maxsplit=1)[0]
    others = {} if who == "tibetan" else {"tibetan": "B10"}
    match = step_one(card, rulers={**others, who: "G6"})
    standing = box.STARTS | others
    for each in box.RULERS:
        assert ruler(match, each) == (towards("G6", box.direction_of(card)) if each == who else standing[each])


@pytest.mark.parametrize("card", box.PACK)
def test_a_card_turned_up_by_an_action_shows_the_direction_alone(card: str) -> None:
    """2.1 and 6.2: for any ruler named, here the Tibetan."""
    match = position(top=card, rulers={"tibetan": "G6"})
    match.play("drive tibetan")
    assert ruler(match, "tibetan") == towards("G6", box.direction_of(card))


# 2.2: pieces


@pytest.mark.parametrize("players", box.PLAYERS)
def test_29_tiles_and_9_bridges(players: int) -> None:
    """2.2: of each as many as there are."""
    beside = new_match(players=players).view()["beside"]
    assert beside == box.BESIDE
    assert list(beside) == box.PIECES
    assert sum(beside[piece] for piece in box.TILES) == 29
    assert sum(beside[piece] for piece in box.BRIDGES) == 9
    sizes = Counter(dict.fromkeys((2, 3, 4, 5), 0))
    for piece in box.TILES:
        sizes[box.SHAPES[piece].count("#")] += beside[piece]
    assert sizes == {2: 4, 3: 8, 4: 5, 5: 12}


def test_the_free_pentominoes_are_all_there() -> None:
    """2.2: twelve of them, 63 forms turned and mirrored; five tetrominoes, 19."""
    assert sum(len(box.forms(piece)) for piece in box.TILES if piece.endswith("5")) == 63
    assert sum(len(box.forms(piece)) for piece in box.TILES if piece.endswith("4")) == 19


WATER = set(names(RIVER))
FIELD = [f"{column}{row}" for row in range(3, 8) for column in "HIJKLM"]
"""Thirty land squares in the north-east, five rows of six."""


@pytest.mark.parametrize("piece", box.TILES)
def test_pieces_may_be_turned_and_mirrored(piece: str) -> None:
    """2.2: every form wherever it fits into a field of own yurts, and nothing else."""
    match = ending(yurts=f"A {' '.join(FIELD)}")
    found = {action for action in choices(match, "conquer") if action.split()[1] == piece}
    assert found == box.conquests(piece, FIELD)
    room = [(5 - max(row for row, _ in form)) * (6 - max(column for _, column in form)) for form in box.forms(piece)]
    assert len(found) == sum(room)


@pytest.mark.parametrize("piece", ["L-4", "S-4", "F-5", "L-5", "N-5", "P-5", "Y-5", "Z-5"])
def test_pieces_that_have_a_mirror_image(piece: str) -> None:
    """2.2: both hands are the same piece."""
    match = ending(yurts=f"A {' '.join(FIELD)}")
    plain = box.forms(piece)[0]
    mirrored = sorted((row, max(c for _, c in plain) - column) for row, column in plain)
    for form in (plain, mirrored):
        squares = sorted((row + 2, column + 7) for row, column in form)
        assert_legal(match, f"conquer {piece} {' '.join(name(where) for where in squares)}")


@pytest.mark.parametrize(
    "action",
    [
        "conquer domino A5 C5",
        "conquer I-3 A5 B5 B6",
        "conquer V-3 A5 B5 C5",
        "conquer O-4 A5 B5 C5 D5",
        "conquer T-4 A5 B5 C5 A6",
        "conquer L-4 A5 B5 C5 B6",
        "conquer S-4 A5 B5 A6 B6",
        "conquer X-5 A5 B5 C5 D5 B6",
        "conquer domino A5 B6",
    ],
)
def test_a_piece_has_its_own_shape(action: str) -> None:
    """2.2: other squares are not under it, though yurts stand on all of them."""
    assert_refused(position(yurts="A A5 B5 C5 D5 A6 B6 C6 D6"), action)


LINE = ["A5 B5", "C5 D5", "A6 B6", "C6 D6", "A9 B9"]


@pytest.mark.parametrize("used", range(5))
def test_there_are_four_dominoes(used: int) -> None:
    """2.2: a piece on the board is beside it no more."""
    laid = " | ".join(f"domino B {squares}" for squares in LINE[:used])
    match = position(yurts="A E3 F3", pieces=laid)
    assert match.view()["beside"]["domino"] == 4 - used
    if used < 4:
        assert_legal(match, "conquer domino E3 F3")
    else:
        assert_refused(match, "conquer domino E3 F3", "6.3")


def where_to_lie(piece: str, count: int, taken: set[str]) -> list[str]:
    """So many places for a piece that do not overlap nor cover a square that is taken."""
    found: list[str] = []
    for site in box.sites(piece):
        if len(found) < count and not taken & set(site):
            taken |= set(site)
            found.append(" ".join(site))
    return found


@pytest.mark.parametrize("piece", box.PIECES)
def test_each_piece_is_used_up(piece: str) -> None:
    """2.2: as many times as there are, each may be laid; then it is gone."""
    taken = set(box.STARTS.values())
    *laid, last = where_to_lie(piece, box.BESIDE[piece], taken)
    pieces_laid = " | ".join(f"{piece} B {squares}" for squares in laid)
    yurts = " ".join(where for where in last.split() if where not in WATER)
    match = position(yurts=f"A {yurts}", pieces=pieces_laid, specials={"A": "morale"})
    assert match.view()["beside"][piece] == 1
    match.play(f"conquer {piece} {last}")
    assert match.view()["beside"][piece] == 0
    assert pieces(match)[-1] == (piece, "A", last)
    more = where_to_lie(piece, 1, taken)
    if more:
        (extra,) = more
        land = " ".join(where for where in extra.split() if where not in WATER)
        again = position(yurts=f"A {land}", pieces=f"{pieces_laid} | {piece} A {last}")
        assert_refused(again, f"conquer {piece} {extra}", "6.3")


# 2.3: points


@pytest.mark.parametrize("players", box.PLAYERS)
def test_points_of_the_pieces(players: int) -> None:
    """2.3: tiles of 2, 3, 4 and 5 squares 2, 4, 6 and 9; bridges of 3 and 4 squares 4 and 6."""
    pieces = new_match(players=players).board()["pieces"]
    assert {piece["piece"]: piece["points"] for piece in pieces} == {
        piece: box.points_of(piece) for piece in box.PIECES
    }
    assert [box.points_of(piece) for piece in ("domino", "I-3", "V-3", "O-4", "X-5")] == [2, 4, 4, 6, 9]
    assert [box.points_of(piece) for piece in box.BRIDGES] == [4, 6, 6]


@pytest.mark.parametrize("piece", box.PIECES)
def test_a_piece_scores_its_points(piece: str) -> None:
    """2.3 and 10.1: for the one who has his yurt on it."""
    (site,) = where_to_lie(piece, 1, set(box.STARTS.values()))
    match = position(pieces=f"{piece} B {site}")
    assert match.scores == [0, box.points_of(piece)]
    (item,) = items(match, "piece")
    assert (item["piece"], item["points"], item["full"]) == (piece, box.points_of(piece), box.points_of(piece))
    assert (item["of"], item["seat"], item["owners"], item["squares"]) == (0, 2, [2], site.split())


# 2.4: special cards


@pytest.mark.parametrize("players", box.PLAYERS)
def test_special_cards_lie_open(players: int) -> None:
    """2.4: everybody sees how many each has."""
    match = special(players=players, specials={"B": "morale gods"})
    for viewer in (*range(1, players + 1), None):
        shown = match.view(viewer)["specials"]
        assert shown == match.reveal()["specials"]
        assert shown[1] == {"morale": 1, "patronage": 0, "gods": 1, "reconnaissance": 0}
    assert [specials(match, seat) for seat in box.SEATS[:players] if seat != "B"] == [box.SPECIALS[players]] * (
        players - 1
    )


@pytest.mark.parametrize(
    ("action", "card"),
    [("morale", "morale"), ("patronage", "patronage"), ("gods", "gods"), ("reserve domino", "reconnaissance")],
)
def test_a_special_card_that_is_not_there_is_not_used(action: str, card: str) -> None:
    """2.4: each player has his own."""
    others = {"morale", "patronage", "gods", "reconnaissance"} - {card}
    assert_refused(special(specials={"A": " ".join(others)}), action, "2.4")
    assert_legal(special(specials={"A": card}), action)


def test_pieces_that_lie_score_for_their_owners_at_the_end_as_well() -> None:
    """2.3: with the bonus of 10.2."""
    match = over(pieces="domino A A5 B5")
    assert match.scores == [2 + 10, 0]
