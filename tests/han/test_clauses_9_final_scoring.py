"""Chapter 9 of the rules of HAN: final scoring."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from lantern import Match
from tests.han.box import BORDER, GAME, PORTS, SPACES, TABLES, WAYS
from tests.han.shown import items, points
from tests.han.table import crowded, finished, last_turn, position
from tests.matches import outcome, play_all


def alliance(match: Match, number: int) -> list[str]:
    """The provinces of an alliance."""
    (found,) = (each for each in match.board()["alliances"] if each["number"] == number)
    return list(found["between"])


def first_of(map_name: str, *provinces: str) -> str:
    """The first space of each of these provinces."""
    return " ".join(SPACES[map_name][where].split()[0] for where in provinces)


# 9.1: houses of provinces not yet scored


@pytest.mark.parametrize(
    ("houses", "scored"),
    [
        ("A w1", [1, 0, 0, 0]),
        ("A w1 w5 | B w3", [3, 2, 0, 0]),
        ("A w1 w2 w5 w6 | B w3 w4", [6, 4, 0, 0]),
        ("A w1 w5 | B w2 w6 | C w3", [5, 5, 2, 0]),
        ("A w1 | B w2 | C w3 | D w4", [4, 4, 4, 4]),
        ("A w1 w3 w5 | B w2 w6 | C w4 | D bzw", [7, 3, 2, 2]),
    ],
)
def test_incomplete_provinces_are_scored_at_the_end(houses: str, scored: list[int]) -> None:
    """9.1: as in 7.2, with the houses that stand there."""
    match = finished(houses=houses)
    assert points(match, "province", "wei") == scored


def test_every_province_is_scored_for_itself() -> None:
    """9.1: and the points are added up."""
    match = finished(houses="A z1 c1 w1 q1 | B c2 w2 h1 | C w3 l1 | D y1")
    assert {where: points(match, "province", where) for where in SPACES[BORDER]} == {
        "zhao": [1, 0, 0, 0],
        "chin": [2, 2, 0, 0],
        "wei": [3, 3, 3, 0],
        "qi": [1, 0, 0, 0],
        "lu": [0, 0, 1, 0],
        "han": [0, 1, 0, 0],
        "shu": [0, 0, 0, 0],
        "chu": [0, 0, 0, 0],
        "yue": [0, 0, 0, 1],
    }
    assert match.scores == [7, 6, 4, 1]


def test_a_border_house_is_scored_in_both_its_provinces() -> None:
    """9.1 and 6.2: it belongs to both."""
    match = finished(houses="A bzw | B z1 z3 | C w3")
    assert points(match, "province", "zhao") == [2, 3, 0, 0]
    assert points(match, "province", "wei") == [2, 0, 2, 0]


def test_scored_provinces_are_left_out() -> None:
    """9.1: not yet scored."""
    match = finished(houses="A g1 | B g2 | C g3", map_name=WAYS, scores=[3, 3, 3, 0])
    assert match.scores == [3, 3, 3, 0]
    assert items(match, "province", when="final") == []


def test_what_would_be_scored_is_shown_during_the_game() -> None:
    """9: the breakdown says what the board is worth if it ended now."""
    match = position(houses="A w1 w2 w3 w6 | B z4", emissaries="wei A")
    assert {item["when"] for item in match.breakdown()} == {"final"}
    assert match.breakdown() == match.view(2)["breakdown"]
    assert points(match, "province") == [4, 1, 0, 0]
    assert points(match, "row") == [4, 0, 0, 0]
    assert points(match, "ports") == [0, 1, 0, 0]
    assert match.scores == [0, 0, 0, 0]


# 9.2: alliances


@pytest.mark.parametrize("number", range(1, 16))
@pytest.mark.parametrize("map_name", [BORDER, WAYS])
def test_every_alliance(map_name: str, number: int) -> None:
    """9.2: a majority in both provinces scores a point for each emissary in the two."""
    where = alliance(position(map_name=map_name), number)
    match = finished(
        map_name=map_name, houses=f"B {first_of(map_name, *where)}", emissaries=f"{where[0]} A | {where[1]} A"
    )
    assert points(match, "alliance") == points(match, "alliance", number) == [2, 0, 0, 0]
    (item,) = items(match, "alliance")
    assert item == {
        "kind": "alliance",
        "of": number,
        "when": "final",
        "seat": 1,
        "points": 2,
        "doubled": False,
        "why": "alliance",
        "provinces": where,
        "counted": 2,
        "pieces": [f"dragon:{one}" for one in where],
    }


COURTS = {
    "alone in both": ("wei AA | chin A", [3, 0, 0, 0]),
    "all emissaries count": ("wei AAB | chin AABC", [7, 0, 0, 0]),
    "ties count as most": ("wei AB | chin A", [3, 0, 0, 0]),
    "two score in full": ("wei AB | chin AB", [4, 4, 0, 0]),
    "three score in full": ("wei ABC | chin ABC", [6, 6, 6, 0]),
    "four score in full": ("wei ABCD | chin ABCD", [8, 8, 8, 8]),
    "one of the two that tie": ("wei AABB | chin AAB", [7, 0, 0, 0]),
    "a tie in one, the others' in the other": ("wei AB | chin BC", [0, 4, 0, 0]),
    "nobody has both": ("wei AAB | chin ABB", [0, 0, 0, 0]),
    "different seats": ("wei AA | chin BB", [0, 0, 0, 0]),
    "second in one": ("wei AAB | chin BBB", [0, 0, 0, 0]),
    "nothing in one": ("wei AAA", [0, 0, 0, 0]),
    "nothing in the other": ("chin BB", [0, 0, 0, 0]),
    "nothing at all": ("", [0, 0, 0, 0]),
}


@pytest.mark.parametrize(("sent", "scored"), COURTS.values(), ids=COURTS)
def test_who_scores_an_alliance(sent: str, scored: list[int]) -> None:
    """9.2: the most in both, at least one, ties included; each such player in full."""
    match = finished(houses="D w1 w2 w5 w6 c1 c2 c3 c4", emissaries=sent)
    assert points(match, "alliance", 3) == scored
    assert points(match, "alliance") == scored


def test_one_majority_serves_several_alliances() -> None:
    """9.2: Wei and all its neighbours, which are allied among themselves too."""
    around = ["wei", "zhao", "chin", "han", "lu", "qi"]
    match = finished(houses=f"B {first_of(BORDER, *around)}", emissaries=" | ".join(f"{where} A" for where in around))
    assert [item["of"] for item in items(match, "alliance")] == [1, 2, 3, 5, 6, 12, 13, 14, 15]
    assert points(match, "alliance") == [18, 0, 0, 0]


@pytest.mark.parametrize(
    ("map_name", "one", "other"),
    [(BORDER, "zhao", "yue"), (BORDER, "chin", "chu"), (WAYS, "ar", "mg"), (WAYS, "np", "mg"), (WAYS, "wm", "cl")],
)
def test_no_alliance_where_the_map_has_none(map_name: str, one: str, other: str) -> None:
    """9.2: fifteen pairs, on Ways of Diplomacy not all neighbours."""
    match = finished(map_name=map_name, houses=f"B {first_of(map_name, one, other)}", emissaries=f"{one} A | {other} A")
    assert points(match, "alliance") == [0, 0, 0, 0]


def test_alliances_are_scored_in_order() -> None:
    """9.2: 1 to 15."""
    board = crowded(BORDER, 4)
    match = finished(houses=board, emissaries=" | ".join(f"{where} A" for where in list(SPACES[BORDER])[:8]))
    numbers = [item["of"] for item in items(match, "alliance")]
    assert numbers == sorted(numbers)
    assert len(numbers) == 13


def test_houses_do_not_matter_for_alliances() -> None:
    """9.2: emissaries alone."""
    match = finished(houses="A w1 w2 w5 c1 c4", emissaries="wei B | chin B")
    assert points(match, "alliance") == [0, 2, 0, 0]


# 9.3: roads


ROWS = {
    "a single house": ("A c1", []),
    "three in a row": ("A c1 c2 z1", []),
    "four in a row": ("A c1 c2 z1 z2", [4]),
    "five across two borders": ("A c1 c2 z1 z2 bzw", [5]),
    "a gap": ("A c1 c2 z2 z3 z4", []),
    "another's house between": ("A c1 c2 z2 z3 z4 | B z1", []),
    "a house that is no part": ("A c1 c2 z1 z2 y5", [4]),
    "four that are not joined": ("A c1 z1 w4 y5", []),
    "a star has no row of four": ("A l2 l1 l3 u5 y2", []),
    "a branch does not count": ("A c1 c2 z1 z2 z3 z5", [5]),
    "a branch of one does not count": ("A c1 c2 z1 z2 bzw z3 z4", [6]),
    "two rows that meet": ("A c3 c1 c2 z1 z2 bzw z3 z4", [4, 4]),
    "two rows": ("A c1 c2 z1 z2 | A y2 y1 y3 y5", [4, 4]),
    "a loop of four": ("A c1 c2 c4 c3", [4]),
    "a loop with a tail": ("A c1 c2 c4 c3 z1", [5]),
    "a loop with tails at neighbours": ("A c1 c2 c4 c3 w1 bcs", [6]),
    "a loop with tails that are not": ("A c1 c2 c4 c3 z1 bcs", [5]),
    "a branch of four is a row of its own": ("A c3 c1 c2 z1 z2 z3 z4 bzw w2 w1 w4", [4, 7]),
    "a branch of three belongs to another row": ("A c3 c1 c2 z1 z2 z3 z4 bzw w2 w1", [4, 6]),
    "a branch of two does not count": ("A c1 c2 z1 z2 z3 z4 bzw w2 w3", [7]),
    "the longest row is not always best": ("A z1 c2 c1 c3 z2 bzw w2 w1 z5 q1 q2", [4, 7]),
    "eight as one or two": ("A c1 c2 z1 z2 z5 q1 q2 q3", [8]),
}


@pytest.mark.parametrize(("houses", "rows"), ROWS.values(), ids=ROWS)
def test_rows_along_the_roads(houses: str, rows: list[int]) -> None:
    """9.3: the best total over disjoint rows of at least four houses."""
    match = finished(houses=houses)
    assert points(match, "row") == [sum(rows), 0, 0, 0]
    if rows not in ([8],):
        assert sorted(item["houses"] for item in items(match, "row")) == rows


@pytest.mark.parametrize("houses", [houses for houses, rows in ROWS.values() if rows])
def test_a_row_is_a_row(houses: str) -> None:
    """9.3: own houses, each joined to the next by a road, none twice, four or more, a point each."""
    match = finished(houses=houses)
    roads = {frozenset(road[:2]) for road in match.board()["roads"]}
    used: list[str] = []
    for item in items(match, "row"):
        along = [piece.removeprefix("space:") for piece in item["pieces"]]
        assert len(along) == item["houses"] == item["points"] >= 4
        assert item["of"] == along[0]
        assert all(frozenset(pair) in roads for pair in pairwise(along))
        assert all(match.reveal()["houses"][space] == item["seat"] for space in along)
        used += along
    assert len(set(used)) == len(used)


def test_each_player_has_rows_of_his_own() -> None:
    """9.3: side by side."""
    match = finished(houses="A c1 c2 z1 z2 | B w1 w2 w3 w6 l1 | C y2 y1 y3 y5")
    assert points(match, "row") == [4, 5, 4, 0]


@pytest.mark.parametrize(
    ("houses", "scored"),
    [
        ("A m1 m2 e1 e2", 4),
        ("A m1 m2 e1", 0),
        ("A j1 j2 j3 j4 c2 c1", 6),
        ("A v1 v2 v4 v3", 4),
        ("A g1 g2 n1 n4 n2", 5),
    ],
)
def test_rows_on_ways_of_diplomacy(houses: str, scored: int) -> None:
    """9.3: along the streets of the capital."""
    assert points(finished(map_name=WAYS, houses=houses), "row") == [scored, 0, 0, 0]


def test_border_houses_and_ports_are_part_of_rows() -> None:
    """9.3: they are houses like any other."""
    assert points(finished(houses="A c3 bcs s1 s3 bsu u3 u4 u6"), "row") == [8, 0, 0, 0]


# 9.4: ports


PORT_HOUSES = {
    "nobody": ("", [0, 0, 0, 0]),
    "one": ("A", [1, 0, 0, 0]),
    "one each": ("ABCD", [4, 4, 4, 4]),
    "two and one": ("AAB", [3, 2, 0, 0]),
    "all seven of one": ("AAAAAAA", [7, 0, 0, 0]),
    "four, two, one": ("AAAABBC", [7, 4, 2, 0]),
    "three, three, one": ("AAABBBC", [7, 7, 3, 0]),
    "three, two, two": ("AAABBCC", [7, 3, 3, 0]),
    "two, two, two, one": ("AABBCCD", [7, 7, 7, 2]),
    "three, two, one, one": ("DDDCCBA", [2, 2, 3, 7]),
}


@pytest.mark.parametrize(("seats", "scored"), PORT_HOUSES.values(), ids=PORT_HOUSES)
def test_the_ports_are_scored_like_a_province(seats: str, scored: list[int]) -> None:
    """9.4: as in 7.2, whether or not all seven are taken."""
    board = " | ".join(f"{seat} {port}" for seat, port in zip(seats, PORTS, strict=False))
    assert points(finished(houses=board), "ports") == scored


@pytest.mark.parametrize("port", PORTS)
def test_every_port_counts(port: str) -> None:
    """9.4: each of the seven."""
    match = finished(houses=f"C {port}")
    assert points(match, "ports") == [0, 0, 1, 0]
    assert points(match, "province") == [0, 0, 1, 0]
    (item,) = items(match, "ports")
    assert item == {
        "kind": "ports",
        "of": "ports",
        "when": "final",
        "seat": 3,
        "points": 1,
        "doubled": False,
        "why": "houses",
        "place": 1,
        "houses": 1,
        "counted": 1,
        "pieces": [f"space:{port}"],
    }


def test_other_spaces_are_no_ports() -> None:
    """9.4: the port spaces alone."""
    inland = [space for spaces in SPACES[BORDER].values() for space in spaces.split() if space not in PORTS]
    match = finished(houses=f"A {' '.join(inland[:20])}")
    assert points(match, "ports") == [0, 0, 0, 0]


def test_ports_count_also_in_scored_provinces() -> None:
    """9.4: in addition to their province."""
    match = finished(houses="A q1 q2 q3 | B q4 bql", scores=[5, 3, 0, 0])
    assert points(match, "ports") == [2, 2, 0, 0]


def test_there_are_no_ports_on_ways_of_diplomacy() -> None:
    """9.4: Border Disputes alone."""
    match = finished(map_name=WAYS, houses=crowded(WAYS, 4))
    assert items(match, "ports") == []


# 9: the order, and the sum


def test_the_order_of_the_final_scoring() -> None:
    """9: houses, alliances, roads, ports."""
    match = finished(houses="A c1 c2 z1 z2 z4 w1 | B w3 q3", emissaries="wei B | chin B | zhao B")
    kinds = [item["kind"] for item in match.view()["breakdown"]]
    assert list(dict.fromkeys(kinds)) == ["province", "alliance", "row", "ports"]
    provinces = [item["of"] for item in items(match, "province")]
    order = [province["id"] for province in match.board()["provinces"]]
    assert provinces == sorted(provinces, key=order.index)


@pytest.mark.parametrize("map_name", [BORDER, WAYS])
def test_the_breakdown_adds_up(map_name: str) -> None:
    """9: for every seat, to its score; nothing in it is worth nothing."""
    spaces = [space for spaces in SPACES[map_name].values() for space in spaces.split()[1:]]
    board = " | ".join(
        f"{'ABCD'[number * number % 7 % 4]} {space}" for number, space in enumerate(dict.fromkeys(spaces))
    )
    sent = " | ".join(f"{where} {'ABCD'[number % 3]}" for number, where in enumerate(SPACES[map_name]))
    match = finished(map_name=map_name, houses=board, emissaries=sent)
    total = [0, 0, 0, 0]
    for item in outcome(match)["breakdown"]:
        assert item["points"] > 0
        if item["when"] == "final":
            total[item["seat"] - 1] += item["points"]
    assert total == match.scores == outcome(match)["scores"]
    assert outcome(match)["breakdown"] == match.view()["breakdown"] == match.breakdown()


@pytest.mark.parametrize(("map_name", "players"), TABLES)
@pytest.mark.parametrize("variant", [False, True])
def test_every_game_adds_up(map_name: str, players: int, variant: bool) -> None:
    """7 and 9: during a game the scored provinces are the score, at its end all items are, whatever was played."""
    marker = "fortifications" if map_name == BORDER else "market_places"
    match = GAME.match(players=players, map=map_name, seed=8, **{marker: variant})
    choices = random.Random(8)
    while not match.over:
        match.play(choices.choice(match.numbers()))
        if match.ply % 10 == 0 and not match.over:
            assert total(match, "scored") == match.scores
    assert [sum(both) for both in zip(total(match, "scored"), total(match, "final"), strict=True)] == match.scores


def total(match: Match, when: str) -> list[int]:
    """Each seat's points of every kind that were scored, or are at the end."""
    kinds = ("province", "alliance", "row", "ports")
    return [sum(each) for each in zip(*(points(match, kind, when=when) for kind in kinds), strict=True)]


def test_scores_in_a_game_are_those_of_its_scored_provinces() -> None:
    """7 and 9: from the first house to the last count."""
    match = last_turn("YYV", houses="A g1 | B g2", map_name=WAYS)
    match.play("house g3 with yellow")
    assert points(match, "province", when="scored") == match.scores == [3, 3, 0, 3]
    match.play("end")
    assert match.scores == [3, 3, 0, 3]


# 9.5: the winner


def test_most_points_win() -> None:
    """9.5: whoever they are."""
    for seat in range(4):
        match = finished(scores=[5 + 10 * (number == seat) for number in range(4)])
        assert outcome(match)["winners"] == [seat + 1]
        assert outcome(match)["scores"][seat] == 15


def test_a_tie_is_broken_by_pieces_left_in_the_supply() -> None:
    """9.5: houses and emissaries together; fewer on the board is better."""
    match = finished(houses="A w1 w3 | B z1", scores=[0, 1, 0, 0])
    assert match.scores == [2, 2, 0, 0]
    assert outcome(match)["pieces_left"] == [26, 27, 28, 28]
    assert outcome(match)["winners"] == [2]


def test_emissaries_left_count_as_much_as_houses_left() -> None:
    """9.5: a house on the board weighs as much as an emissary."""
    match = finished(houses="A w1 | C h1 h3", emissaries="wei B | han A", scores=[0, 1, 0, 0])
    assert match.scores == [1, 1, 2, 0]
    match = finished(houses="A w1 | D h1 h4", emissaries="han B", scores=[4, 5, 0, 0])
    assert match.scores == [5, 5, 0, 2]
    assert outcome(match)["pieces_left"] == [27, 27, 28, 26]
    assert outcome(match)["winners"] == [1, 2]


def test_a_tie_in_everything_is_a_shared_win() -> None:
    """9.5: two, three or all of them."""
    assert outcome(finished(scores=[7, 7, 0, 0]))["winners"] == [1, 2]
    assert outcome(finished(scores=[7, 0, 7, 7]))["winners"] == [1, 3, 4]
    assert outcome(finished())["winners"] == [1, 2, 3, 4]


def test_pieces_left_break_ties_among_the_best_alone() -> None:
    """9.5: a third player with more pieces but fewer points does not win."""
    match = finished(houses="A w1 w3 | B z1", scores=[8, 9, 9, 0])
    assert match.scores == [10, 10, 9, 0]
    assert outcome(match)["winners"] == [2]


def test_a_tie_of_three_broken_for_two() -> None:
    """9.5: the two with the most pieces share the win."""
    match = finished(houses="A w1 w3 | B z1 | C y1", scores=[0, 1, 1, 0])
    assert match.scores == [2, 2, 2, 0]
    assert outcome(match)["winners"] == [2, 3]


def test_markers_are_not_counted() -> None:
    """9.5: whoever has kept his marker has no piece more for it."""
    match = finished(markers="A w1", scores=[0, 1, 0, 0], houses="B z1")
    assert match.scores == [2, 2, 0, 0]
    assert outcome(match)["pieces_left"] == [27, 27, 28, 28]
    assert outcome(match)["winners"] == [1, 2]


def test_an_emissary_on_a_market_place_is_not_left_in_the_supply() -> None:
    """9.5: it is a piece on the board; its marker does not count."""
    match = finished(map_name=WAYS, houses="A j1", markers="B j2", scores=[0, 1, 0, 0])
    assert match.scores == [1, 1, 0, 0]
    assert outcome(match)["pieces_left"] == [27, 27, 28, 28]
    assert outcome(match)["winners"] == [1, 2]


def test_the_result_says_all_of_it() -> None:
    """9.5: reason, scores, winners, pieces left and breakdown, for everybody."""
    match = play_all(last_turn("V", houses="A w1"), "discard violet")
    result = outcome(match)
    assert set(result) == {"reason", "scores", "winners", "pieces_left", "breakdown"}
    assert (result["reason"], result["scores"], result["winners"]) == ("last round over", [1, 0, 0, 0], [1])
    assert match.view(3)["result"] == match.view()["result"] == result
    assert position().view()["result"] is None
