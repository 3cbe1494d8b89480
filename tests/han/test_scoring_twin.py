"""The breakdown of the scores against the twin's scoring, on random positions."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import lantern
from lantern.kernel.rule import PLAIN
from tests.effort import enough
from tests.han.twin import EMISSARIES, HOUSES, Twin, board, is_row, row_points

HAN = lantern.game("han")
POSITIONS = enough(20, thorough=40, plain=3)
KINDS = ["province", "alliance", "row", "ports"]
TABLES: list[dict[str, Any]] = [
    {"players": players, "map": name, variant: chosen}
    for name, variant, seats in (
        ("border-disputes", "fortifications", (3, 4, 5)),
        ("ways-of-diplomacy", "market_places", (2, 3, 4)),
    )
    for players in seats
    for chosen in (False, True)
]


def table_name(options: dict[str, Any]) -> str:
    return "-".join(name if value is True else str(value) for name, value in options.items() if value)


def random_position(options: dict[str, Any], choices: random.Random, share: float) -> dict[str, Any]:
    """A position with about this share of the spaces taken, by all the pieces there are."""
    map_board, seats = board(options["map"]), range(1, options["players"] + 1)
    spaces = [space for space in map_board.provinces if choices.random() < share]
    choices.shuffle(spaces)
    bold = choices.random()  # how much seat 1 has of the board: rows, and places far apart
    position: dict[str, Any] = {"options": options, "houses": {}, "fortifications": {}, "market_places": {}}
    houses, left = position["houses"], dict.fromkeys(seats, EMISSARIES)
    for space in spaces:
        seat = 1 if choices.random() < bold else choices.choice(seats)
        if list(houses.values()).count(seat) < HOUSES:
            houses[space] = seat
    for seat in seats:
        own = [space for space in spaces if houses.get(space) == seat and len(map_board.provinces[space]) == 1]
        if options.get("fortifications") and own and choices.random() < 0.8:
            position["fortifications"][choices.choice(own)] = seat
        for _ in range(2 if options["players"] == 2 else 1):
            if options.get("market_places") and own and choices.random() < 0.8:
                space = own.pop()
                del houses[space]
                position["market_places"][space] = seat
                left[seat] -= 1
    position["emissaries"] = random_emissaries(options, houses, left, choices)
    return position


def random_emissaries(
    options: dict[str, Any], houses: dict[str, int], left: dict[int, int], choices: random.Random
) -> dict[str, list[int]]:
    """Emissaries on the dragon spaces, within the cap (HAN-5.2) and the supplies."""
    map_board, emissaries = board(options["map"]), {}
    for province in map_board.colour:
        counts = Counter(houses[space] for space in map_board.spaces(province) if space in houses)
        here = [0] * options["players"]
        for _ in range(max(counts.values(), default=0)):
            seat = choices.choice(list(left))
            if left[seat] > 0 and choices.random() < 0.8:
                left[seat] -= 1
                here[seat - 1] += 1
        emissaries[province] = here
    return emissaries


def check_breakdown(breakdown: list[dict[str, Any]], twin: Twin) -> None:
    """Every item as the twin has it; the best rows may not be the only ones, but must be rows and as good."""
    expected = twin.breakdown()
    for kind in KINDS:
        ours = [item for item in breakdown if item["kind"] == kind]
        theirs = [item for item in expected if item["kind"] == kind]
        if kind == "row":
            check_rows(ours, twin)
            assert points_by_seat(ours) == points_by_seat(theirs)
        else:
            assert list(dict.fromkeys(item["of"] for item in ours)) == list(
                dict.fromkeys(item["of"] for item in theirs)
            )
            assert in_one_order(ours) == in_one_order(theirs)
    assert [item["kind"] for item in breakdown] == sorted((item["kind"] for item in breakdown), key=KINDS.index)


def in_one_order(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Items by source and seat, each one's pieces sorted."""
    return [
        {**item, "pieces": sorted(item["pieces"])}
        for item in sorted(items, key=lambda item: (str(item["of"]), item["seat"]))
    ]


def points_by_seat(items: list[dict[str, Any]]) -> Counter[int]:
    points: Counter[int] = Counter()
    for item in items:
        points[item["seat"]] += item["points"]
    return points


def check_rows(rows: list[dict[str, Any]], twin: Twin) -> None:
    """Unbroken rows of the seat's own houses, none in two of them, each with the points it is worth (HAN-9.3)."""
    used: list[str] = []
    for item in rows:
        path = [piece.removeprefix("space:") for piece in item["pieces"]]
        fortified = twin.fortified(item["seat"])
        assert is_row(path, twin.spaces_of(item["seat"]), twin.board.roads), path
        assert item["points"] == row_points(path, fortified)
        assert item["doubled"] == bool(fortified & set(path))
        assert (item["of"], item["when"], item["why"], item["houses"]) == (path[0], "final", "row", len(path))
        used += path
    assert len(set(used)) == len(used), used


@pytest.mark.parametrize("options", TABLES, ids=table_name)
def test_the_twin_scores_random_positions_alike(options: dict[str, Any]) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(POSITIONS):
        choices = random.Random(seed)
        position = random_position(options, choices, share=choices.uniform(0.3, 1.0))
        match = HAN.position(position)
        breakdown = match.breakdown()
        check_breakdown(breakdown, Twin(match.reveal()))
        kinds.update(f"{item['kind']} {item['when']}" for item in breakdown)
        kinds.update(f"{item['kind']} doubled" for item in breakdown if item["doubled"])
    if not PLAIN:
        expected = {"province scored", "province final", "alliance final", "row final"}
        if options["map"] == "border-disputes":
            expected.add("ports final")
        if options.get("fortifications"):
            expected |= {"province doubled", "row doubled", "ports doubled"}
        assert set(kinds) == expected


def last_discard(position: dict[str, Any]) -> tuple[lantern.Match, Twin]:
    """A game that a discard has just ended, and its twin."""
    match = HAN.position(position)
    twin = Twin(match.reveal())
    action = next(action for action in match.actions() if action.startswith("discard"))
    match.play(action)
    twin.play(action, [])
    return match, twin


def test_ties_go_to_the_larger_supply_or_are_shared() -> None:
    """Games whose scores so far make all seats end alike (HAN-9.5)."""
    winners = set()
    for seed in range(6 if PLAIN else 60):
        choices, options = random.Random(seed), TABLES[seed % len(TABLES)]
        position = random_position(options, choices, share=choices.uniform(0.1, 0.5))
        position |= {"to_act": options["players"], "emperor": 1, "exhausted": 2, "deck": []}
        totals = last_discard(position)[1].scores
        match, twin = last_discard({**position, "scores": [max(totals) - total for total in totals]})
        result = match.result
        assert result is not None
        assert result["scores"] == twin.scores == [max(totals)] * options["players"]
        assert (result["pieces_left"], result["winners"]) == (twin.pieces_left(), twin.winners())
        winners.add(len(twin.winners()))
    assert PLAIN or {1, 2} <= winners
