"""Rows of houses along the roads (HAN-9.3, 10.3), beside brute force."""

from __future__ import annotations

import random
from itertools import combinations, islice, pairwise
from typing import Any

import pytest

import lantern
from lantern.games.han import view
from lantern.games.han.maps import MOST_ROADS
from lantern.games.han.scoring import row_points as points_of_rows
from lantern.kernel.rule import PLAIN, plainly
from tests.effort import enough
from tests.han.bad_maps import MOST_STEPS, WORST, Roads, climb, position_on, read, steps
from tests.han.test_maps import shipped
from tests.han.test_scoring_twin import check_rows
from tests.han.twin import SHORTEST_ROW, Twin, all_rows, best_rows, board, connected, row_points

HAN = lantern.game("han")
MAPS = ("border-disputes", "ways-of-diplomacy")
POSITIONS = enough(4, thorough=12, plain=2)


def rows_of(houses: list[str], fortified: str | None = None, name: str = "border-disputes") -> list[dict[str, Any]]:
    """Seat 1's rows with its houses on these spaces; they are rows, and none shares a house with another."""
    position = {
        "options": {"players": 3, "map": name, "fortifications": fortified is not None},
        "houses": dict.fromkeys(houses, 1),
        "fortifications": {fortified: 1} if fortified else {},
    }
    match = HAN.position(position)
    rows = [item for item in match.breakdown() if item["kind"] == "row"]
    check_rows(rows, Twin(match.reveal()))
    return rows


def points(houses: str, fortified: str | None = None) -> list[int]:
    """The points of each row, most first."""
    return sorted((row["points"] for row in rows_of(houses.split(), fortified)), reverse=True)


def scattered(name: str, count: int, choices: random.Random) -> list[str]:
    """So many spaces anywhere on the map."""
    return choices.sample(list(board(name).provinces), count)


def together(name: str, count: int, choices: random.Random) -> list[str]:
    """So many spaces grown from one along the roads."""
    roads = board(name).roads
    spaces = [choices.choice(list(roads))]
    while len(spaces) < count:
        spaces.append(choices.choice(sorted(set().union(*(roads[space] for space in spaces)) - set(spaces))))
    return spaces


def greedy(houses: list[str], fortified: str | None, name: str) -> int:
    """A simple total to beat: always the row with the most points of the houses left."""
    left, total, marked = set(houses), 0, {fortified} if fortified else set()
    while rows := all_rows(left, board(name).roads):
        row = max(rows, key=lambda row: (row_points(row, marked), sorted(row)))
        total += row_points(row, marked)
        left -= row
    return total


def test_three_houses_are_no_row() -> None:
    assert points("c2 c1 c3") == []


def test_four_houses_are_a_row() -> None:
    (row,) = rows_of(["c2", "c1", "c3", "bcs"])
    assert row["points"] == 4
    assert row["pieces"] in (
        ["space:c2", "space:c1", "space:c3", "space:bcs"],
        ["space:bcs", "space:c3", "space:c1", "space:c2"],
    )


def test_four_houses_with_a_gap_are_no_row() -> None:
    assert points("c2 c1 bcs s1") == []


def test_a_branch_does_not_count() -> None:
    assert points("c2 c1 c3 bcs s1 s2") == [5]


def test_a_loop_counts_every_house_once() -> None:
    assert points("c1 c2 c4 c3") == [4]
    assert points("c1 c2 c4 c3 bcs s1 s3 s2") == [8]


def test_a_branch_of_four_is_a_row_of_its_own() -> None:
    """Better than the longest row of eight, c1 to q3, which leaves z3 and z4."""
    assert points("c1 c2 z1 z2 z3 z4 z5 q1 q2 q3") == [6, 4]


def test_rows_that_cross_compete_for_a_house() -> None:
    """Four branches of 3, 3, 3 and 2 meet in z2: it joins two of them, the others are too short without it."""
    assert points("z2 z1 c2 c1 z5 q1 q2 bzw w2 w1 z3 z4") == [7]


def test_a_fortification_doubles_its_row_alone() -> None:
    assert points("c1 c2 c3 bcs u4 u2 u1 h3", fortified="c1") == [8, 4]
    assert points("c1 c2 c3 bcs u4 u2 u1 h3 y1", fortified="y1") == [4, 4]


def test_a_fortification_makes_a_shorter_row_the_better_one() -> None:
    """c1 to q2 has seven houses; c1 to w2 has six, but w2 is fortified (HAN-9.3)."""
    houses = "c1 c2 z1 z2 z5 q1 q2 bzw w2"
    assert points(houses) == [7]
    assert points(houses, fortified="w2") == [12]


def test_a_fortification_makes_one_long_row_better_than_two() -> None:
    """Five and four are best without it; with it c1 to q3, eight houses, is better than twice five and four."""
    houses = "c1 c2 z1 z2 z3 z5 q1 q2 q3"
    assert points(houses) == [5, 4]
    assert points(houses, fortified="z1") == [16]


def test_anothers_house_breaks_a_row() -> None:
    position = {"options": {"players": 3}, "houses": {"c2": 1, "c1": 1, "c3": 2, "bcs": 1, "s1": 1}}
    assert not [item for item in HAN.position(position).breakdown() if item["kind"] == "row"]


def test_a_market_place_breaks_a_row() -> None:
    options = {"players": 2, "map": "ways-of-diplomacy", "market_places": True}
    houses = {"x1": 1, "x2": 1, "x3": 1, "j4": 1, "c2": 1}
    market = {"options": options, "houses": houses, "market_places": {"j3": 1}}
    assert not [item for item in HAN.position(market).breakdown() if item["kind"] == "row"]
    house = {"options": options, "houses": {**houses, "j3": 1}}
    assert [item["points"] for item in HAN.position(house).breakdown() if item["kind"] == "row"] == [6]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("grow", [scattered, together], ids=["scattered", "together"])
def test_rows_are_the_best_on_random_positions(name: str, grow: Any) -> None:
    found = 0
    for count in range(4, 15):
        for seed in range(POSITIONS):
            choices = random.Random(100 * count + seed)
            houses = grow(name, count, choices)
            inland = [space for space in houses if len(board(name).provinces[space]) == 1]
            fortifiable = name == "border-disputes" and seed % 2 == 1 and inland
            fortified = choices.choice(inland) if fortifiable else None
            rows = rows_of(houses, fortified, name)
            marked = {fortified} if fortified else set()
            assert sum(row["points"] for row in rows) == best_rows(set(houses), marked, board(name).roads), houses
            found += len(rows)
    assert found > 0


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("seed", range(2 if PLAIN else 10))
@pytest.mark.sampled(3)
def test_all_twenty_houses_together(name: str, seed: int) -> None:
    choices = random.Random(seed)
    houses = together(name, 20, choices)
    assert len(connected(set(houses), board(name).roads)) == 1
    inland = [space for space in houses if len(board(name).provinces[space]) == 1]
    fortified = choices.choice(inland) if name == "border-disputes" and seed % 2 == 1 else None
    rows = rows_of(houses, fortified, name)
    total = sum(row["points"] for row in rows)
    assert SHORTEST_ROW <= greedy(houses, fortified, name) <= total
    assert total == best_rows(set(houses), {fortified} if fortified else set(), board(name).roads)


# Roads of any kind: the search stays right and short.


def random_roads(choices: random.Random, houses: int) -> Roads:
    """Roads that a map may have, between so many houses."""
    roads = Roads(houses, fort=choices.choice([None, choices.randrange(houses)]))
    for _ in range(choices.randrange(houses, 3 * houses)):
        denser = roads.copy()
        one, other = sorted(choices.sample(range(houses), 2))
        denser.roads |= {(one, other)}
        roads = denser if denser.allowed() else roads
    return roads


def most_points(roads: Roads) -> int:
    """The best total, by brute force."""
    joined = {
        f"{space:02}": {f"{other:02}" for other in range(roads.houses) if spaces >> other & 1}
        for space, spaces in enumerate(roads.joined())
    }
    return best_rows(set(joined), {f"{roads.fort:02}"} if roads.fort is not None else set(), joined)


def found_rows(roads: Roads) -> list[list[int]]:
    """The rows that the rules find; every one is a row, and none shares a house with another."""
    rows, joined = view.rows_of(roads.record()[0], 0), roads.joined()
    assert all(len(row) >= SHORTEST_ROW for row in rows)
    assert all(joined[a] >> b & 1 for row in rows for a, b in pairwise(row))
    houses = [house for row in rows for house in row]
    assert len(set(houses)) == len(houses)
    return rows


@pytest.mark.parametrize("houses", range(4, 12 if PLAIN else 15))
@pytest.mark.sampled(3)
def test_rows_are_the_best_on_any_roads(houses: int) -> None:
    for seed in range(enough(15, thorough=60, plain=3)):
        roads = random_roads(random.Random(100 * houses + seed), houses)
        rows = found_rows(roads)
        total = sum(len(row) * (2 if roads.fort in row else 1) for row in rows)
        assert total == most_points(roads), roads
        records = roads.record()
        assert plainly(points_of_rows)(records[0], 0) == total
        assert records.tobytes() == roads.record().tobytes()


SMALLER = [
    ("0:4 1:5 2:3,8,10,13 3:4,6,13 4:7,9 5:7,9,10 6:10,12,13 7:8,11 8:11,12 10:12 11:12,13", None, 1815),
    ("0:6 1:4,8,11,12 2:4,9 3:9,10,13 4:11,12 5:7,9 6:7,11,12 7:8,10 9:12 10:13", 10, 369),
]
"""[roads between 14 houses, fortification, steps]: found by a search for bad ones, and quick enough by plain rules."""


@pytest.mark.parametrize(("text", "fort", "most"), SMALLER)
def test_what_need_not_be_looked_at_is_passed_over(text: str, fort: int | None, most: int) -> None:
    """Without any one of most ways to cut the search short it takes more steps."""
    roads = read(text, fort)
    assert steps(Roads(14, roads.roads, fort)) <= most


@pytest.mark.skipif(PLAIN, reason="takes minutes plain, and the same number of steps")
def test_the_worst_roads_found_take_few_steps() -> None:
    for roads in WORST:
        assert roads.allowed()
        assert steps(roads) <= MOST_STEPS


def test_the_worst_roads_found_can_be_played() -> None:
    few = Roads(6, {(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (1, 4)}, fort=2)
    match = HAN.position(position_on(few))
    assert [item["points"] for item in match.breakdown() if item["kind"] == "row"] == [12, 12]
    for roads in WORST:
        assert HAN.match(players=3, map=position_on(roads)["options"]["map"]).ply == 0


@pytest.mark.parametrize("seed", range(1 if PLAIN else 3))
def test_roads_that_get_worse_and_worse_stay_within_the_bound(seed: int) -> None:
    """The short form of `python -m tests.han.bad_maps`."""
    for taken, _ in islice(climb(random.Random(seed)), 5 if PLAIN else 400):
        assert taken <= MOST_STEPS


@pytest.mark.parametrize(("few", "many"), [(4, 10), (4, 12), (5, 12)])
def test_roads_from_each_to_each_are_refused(few: int, many: int) -> None:
    data = shipped("ways_of_diplomacy")
    ids = [space["id"] for space in data["spaces"]][: few + many]
    data["neighbours"] = [list(pair) for pair in combinations([province["id"] for province in data["provinces"]], 2)]
    data["roads"] = [[a, b] for a in ids[:few] for b in ids[few:]] + [
        [space["id"], ids[0]] for space in data["spaces"][few + many :]
    ]
    with pytest.raises(lantern.BadInput, match=r"has \d+ roads|There are \d+ roads"):
        HAN.match(players=3, map=data)


def test_as_many_roads_as_a_map_may_have_and_one_more() -> None:
    """A ring of all spaces, and roads to the next but one: four at most lead to each."""
    data = shipped("border_disputes")
    ids = [space["id"] for space in data["spaces"]]
    data["neighbours"] = [list(pair) for pair in combinations([province["id"] for province in data["provinces"]], 2)]
    roads = [[a, ids[(number + step) % len(ids)]] for step in (1, 2) for number, a in enumerate(ids)]
    assert HAN.match(players=3, map=data | {"roads": roads[:MOST_ROADS]}).ply == 0
    with pytest.raises(lantern.BadInput, match=f"There are {MOST_ROADS + 1} roads"):
        HAN.match(players=3, map=data | {"roads": roads[: MOST_ROADS + 1]})
