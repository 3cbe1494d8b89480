"""Maps as characters: everything has its place, and roads join what they should."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from lantern.terminal.roadmap import LIGHT, Plan, Sign, plan


def drawn(made: Plan) -> list[str]:
    """A plan as text: every sign a box of its first letter."""
    rows = [[" "] * made.width for _ in range(made.height)]
    for road in made.roads:
        for (row, column), sides in road.strokes:
            assert rows[row][column] == " "
            rows[row][column] = LIGHT[sides]
    for name, box in made.boxes.items():
        for row, column in box.cells():
            assert rows[row][column] == " "
            rows[row][column] = name[0]
    return ["".join(row).rstrip() for row in rows]


def square(*roads: tuple[str, str], names: tuple[Sign, ...] = (), width: int = 23) -> Plan:
    corners = {"a": (0, 0), "b": (100, 0), "c": (0, 100), "d": (100, 100)}
    made = plan(tuple(Sign(name, *at, 3) for name, at in corners.items()), names, roads, width, 9)
    assert made is not None
    return made


def test_roads_along_rows_and_columns_are_straight() -> None:
    assert drawn(square(("a", "b"), ("a", "c"), ("c", "d"))) == [
        "aaa─────────────────bbb",
        *[" │"] * 7,
        "ccc─────────────────ddd",
    ]


def test_a_slanting_road_turns_corners() -> None:
    assert drawn(square(("a", "d"))) == [
        "aaa──╮              bbb",
        "     │",
        "     │",
        "     ╰──────╮",
        "            │",
        "            │",
        "            ╰───────╮",
        "                    │",
        "ccc                 ddd",
    ]


def test_names_stand_clear_of_the_roads() -> None:
    name = Sign("Nowhere", 0, 50, 6, 2, frozenset("ac"))
    made = square(("a", "c"), ("a", "b"), names=(name,))
    assert drawn(made)[3:7] == [" │", " │ NNNNNN", " │ NNNNNN", " │"]


def test_a_name_without_room_is_cut_or_left_out() -> None:
    tall = Sign("Tall", 50, 50, 4, 20)
    assert square(names=(tall,)).boxes["Tall"].height == 1
    wide = Sign("Wide", 50, 50, 99, 2)
    assert "Wide" not in square(names=(wide,)).boxes


def test_places_that_do_not_fit_make_no_map() -> None:
    assert plan(tuple(Sign(f"p{number}", 5, 5, 5) for number in range(200)), (), (), 40, 20) is None


def test_places_in_one_spot_or_line_are_no_error() -> None:
    assert plan((Sign("p", 7, 7, 4),), (), (), 40, 20) is not None
    made = plan((Sign("p", 7, 7, 4), Sign("q", 7, 7, 4)), (), (("p", "q"),), 40, 20)
    assert made is None or not set.intersection(*(box.cells() for box in made.boxes.values()))
    assert plan((Sign("p", 7, 0, 4), Sign("q", 7, 9, 4)), (), (("p", "q"),), 40, 20) is not None


def test_a_road_without_room_is_named() -> None:
    places = tuple(Sign(name, x, 0, 3) for x, name in enumerate("abcd"))
    made = plan(places, (), (("a", "c"), ("b", "d"), ("a", "b")), 17, 1)
    assert made is not None
    assert made.height == 1
    assert made.missing == (("a", "c"), ("b", "d"))
    assert [road.ends for road in made.roads] == [("a", "b")]


@pytest.mark.parametrize("seed", range(8))
def test_roads_lead_from_end_to_end_and_never_meet(seed: int) -> None:
    chance = random.Random(seed)
    places = [Sign(f"p{n}", chance.randrange(1200), chance.randrange(900), 4 + n % 3) for n in range(30)]
    names = [Sign(f"n{n}", chance.randrange(1200), chance.randrange(900), 9, 2) for n in range(6)]
    nearest = {sign.name: sorted(places, key=lambda it: abs(it.x - sign.x) + abs(it.y - sign.y)) for sign in places}
    roads = tuple((name, other.name) for name, others in nearest.items() for other in others[1:3] if name < other.name)
    made = plan(tuple(places), tuple(names), roads, 90, 30)
    assert made is not None
    drawn(made)
    assert {road.ends for road in made.roads} | set(made.missing) == set(roads)
    for road in made.roads:
        cells = [cell for cell, _ in road.strokes]
        for cell, following in pairwise(cells):
            assert following in beside(cell)
        for end, cell in zip(road.ends, (cells[0], cells[-1]), strict=True):
            assert made.boxes[end].cells() & beside(cell)


def beside(cell: tuple[int, int]) -> set[tuple[int, int]]:
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
