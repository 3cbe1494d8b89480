"""The learner's row of numbers, read by its documented layout and built again from what a table shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from lantern import Match
from lantern.games.han import observation
from lantern.kernel.contract import Json
from lantern.kernel.rule import PLAIN
from tests.effort import enough
from tests.han.box import BORDER, COLOURS, GAME, PACK, TABLES, WAYS
from tests.han.table import finished, position, ways
from tests.han.test_maps import border
from tests.matches import play_all
from tests.rows import cut, in_binary, lengths, one_of, recorded, replayed, row_of, so_many

NAMES = list(COLOURS.values())
PHASES = ["place", "draw"]
MOST = {"houses": 20, "emissaries": 8, "markers": 2}
EVERY = enough(12, thorough=4, plain=45)
"""How many actions lie between two looks."""
VARIANT = {BORDER: "fortifications", WAYS: "market_places"}


def own_map() -> Json:
    """The border spaces first, a space less and a display of five: nothing is where the shipped maps have it."""
    data = border()
    data["spaces"] = sorted(data["spaces"], key=lambda space: -len(space["provinces"]))
    data["spaces"] = [space for space in data["spaces"] if space["id"] != "u5"]
    data["roads"] = [road for road in data["roads"] if "u5" not in road[:2]]
    return data | {"name": "Mine", "display": 5}


ALL_TABLES: list[Json] = [
    *({"players": players, "map": name} for name, players in TABLES),
    *({"players": players, "map": name, VARIANT[name]: True} for name, players in TABLES),
    {"players": 3, "map": own_map(), "fortifications": True},
]


def table_name(options: Json) -> str:
    """A table in the name of a test."""
    return "-".join(str(value["name"] if isinstance(value, dict) else value) for value in options.values())


# The layout.


def layout(match: Match) -> list[tuple[str, int]]:
    """The parts of a row and their lengths, as the module's documentation gives them."""
    board = match.board()
    letters = {"P": match.options["players"], "N": len(board["spaces"]), "D": board["display"]}
    return lengths(observation, letters)


def parts_of(match: Match, seat: int) -> list[tuple[str, list[int]]]:
    """A seat's row cut into its parts."""
    return cut(row_of(match, seat), layout(match))


# The same from a view.


def by_colour(cards: list[str], most: list[int]) -> list[int]:
    """So many cards of each colour, of at most so many."""
    return [bit for name, limit in zip(NAMES, most, strict=True) for bit in so_many(cards.count(name), limit)]


def spaces_in_order(board: Json) -> list[str]:
    """Ordinary spaces first, then border spaces, each as the map lists them."""
    return [space["id"] for count in (1, 2) for space in board["spaces"] if len(space["provinces"]) == count]


def open_provinces(turn: Json) -> list[str]:
    """Where the next piece of the turn may go: none after two, and no second one where there was none (3.1, 3.2)."""
    if turn["placed"] == 2:
        return []
    return [id_ for id_ in turn["provinces"] if turn["placed"] == 0 or id_ not in turn["empty"]]


def expected_parts(view: Json, board: Json) -> list[tuple[str, list[int]]]:
    """What every part of a row must be for the seat that sees this view."""
    players, seat, turn, over = view["options"]["players"], view["seat"], view["turn"], view["phase"] == "over"
    seats = [(seat - 1 + distance) % players + 1 for distance in range(players)]
    hands = [view["hands"][other - 1] for other in seats]
    supplies = [view["supply"][other - 1] for other in seats]
    provinces = [province["id"] for province in board["provinces"]]
    spaces, markers = spaces_in_order(board), view["fortifications"] | view["market_places"]
    envoys = {id_: view["emissaries"].get(id_, [0] * players) for id_ in provinces}
    return [
        ("houses", [bit for id_ in spaces for bit in one_of(seats, view["houses"].get(id_))]),
        ("markers", [bit for id_ in spaces for bit in one_of(seats, markers.get(id_))]),
        ("emissaries", [bit for id_ in provinces for other in seats for bit in so_many(envoys[id_][other - 1], 8)]),
        ("hand", by_colour(hands[0]["cards"], [3] * 5)),
        ("seen", [bit for hand in hands[1:] for bit in by_colour(hand["seen"], [3] * 5)]),
        ("held", [bit for hand in hands for bit in so_many(hand["held"], 3)]),
        ("display", by_colour(view["display"], [board["display"]] * 5)),
        ("discards", by_colour(view["discards"], list(PACK.values()))),
        ("deck", so_many(view["deck"], 57)),
        ("exhausted", so_many(view["exhausted"], 2)),
        *((kind, [bit for supply in supplies for bit in so_many(supply[kind], most)]) for kind, most in MOST.items()),
        ("points", [bit for other in seats for bit in in_binary(view["scores"][other - 1], 9)]),
        ("turn", [
            *so_many(turn["placed"], 2),
            *(int(id_ in open_provinces(turn)) for id_ in provinces),
            *(int(id_ in turn["empty"]) for id_ in provinces),
        ]),
        ("phase", one_of(PHASES, view["phase"])),
        ("to act", one_of(seats, view["to_act"])),
        ("emperor", one_of(seats, None if over else view["emperor"])),
    ]  # fmt: skip


def compare(match: Match, seat: int) -> None:
    """A row is what the seat's view says."""
    parts, expected = parts_of(match, seat), expected_parts(match.view(seat), match.board())
    assert len(parts) == len(expected)
    for (part, bits), (name, wanted) in zip(parts, expected, strict=True):
        assert part.startswith(name)
        assert bits == wanted, part


def played(options: Json, seed: int) -> Iterator[Match]:
    """A game at random, handed out now and then, after every marker, and at its end."""
    match, choices = GAME.match(seed=seed, **options), random.Random(seed)
    while not match.over:
        if match.ply % EVERY == seed % EVERY or (match.ply and match.history[-1].startswith(("fortify", "market"))):
            yield match
        match.play(choices.choice(match.numbers()))
    yield match


@pytest.mark.parametrize("options", ALL_TABLES, ids=table_name)
def test_the_documented_layout_is_as_long_as_a_row(options: Json) -> None:
    match = GAME.match(seed=1, **options)
    sizes = [size for _, size in layout(match)]
    assert sum(sizes) == GAME.sheet.observation_size(match.options)


@pytest.mark.parametrize("options", ALL_TABLES[::4] if PLAIN else ALL_TABLES, ids=table_name)
def test_a_row_says_what_the_table_shows(options: Json) -> None:
    for match in played(options, ALL_TABLES.index(options)):
        compare(match, match.ply % options["players"] + 1)


@pytest.mark.parametrize("path", recorded(GAME), ids=lambda path: path.stem)
def test_a_row_says_what_the_table_shows_in_recorded_games(path: Path) -> None:
    for match, action in replayed(GAME, path):
        compare(match, match.ply % match.options["players"] + 1 if action else 1)


def test_all_seats_see_the_same_table_from_their_own_places() -> None:
    match = position(
        "RGG",
        to_act="C",
        emperor="B",
        houses="A w1 w2 bzw | B w3 c1 | D q1",
        emissaries="wei BD | chin D",
        markers="D q2",
        hands={"A": "VYO", "B": "GGR", "D": "RRR"},
        seen={"A": "V", "D": "RR"},
        scores=[0, 1, 300, 511],
    )
    play_all(match, "house w4 with red")
    for seat in (1, 2, 3, 4):
        compare(match, seat)


def test_both_draws_and_the_last_turns() -> None:
    """Between two draws of one turn, and when the deck has run out twice."""
    match = play_all(position("RGG", houses="B w1", display="VYOG"), "house w2 with red", "house w3 with green green")
    for action in ("end", "take violet", "draw"):
        match.play(action)
        compare(match, 1)
    for seat in (1, 2, 3, 4):
        compare(finished(houses="A w1 w2 | B w3 bzw", emissaries="wei AB"), seat)


def test_market_places_are_markers_and_their_emissaries_are_not_yet_on_the_dragon_space() -> None:
    match = ways("GGR", variant=True, houses="B j1 j2", emissaries="mg B", players=3)
    play_all(match, "market j4 with green green")
    for seat in (1, 2, 3):
        compare(match, seat)
    parts = dict(parts_of(match, 1))
    assert sum(parts["markers"]) == 1
    assert sum(parts_of(match, 1)[2][1]) == 1


def test_once_the_game_is_over_nobodys_decision_is_described() -> None:
    match = finished(houses="A w1 | B w2")
    for seat in (1, 2, 3, 4):
        parts = dict(parts_of(match, seat))
        assert not any(parts["phase"] + parts["to act"] + parts["emperor"])


def test_what_others_drew_blind_is_in_no_row() -> None:
    """Seat 2 holds other cards, taken from the deck: seats 1 and 3 see no difference, seat 2 does."""
    match = position("RGG", players=3, houses="B w1", hands={"B": "VYO", "C": "OOO"}, seen={"B": "V"})
    data = match.reveal()
    place = data["deck"].index("red")
    data["hands"][1][1], data["deck"][place] = data["deck"][place], data["hands"][1][1]
    other = GAME.position(data)
    assert row_of(match, 1) == row_of(other, 1)
    assert row_of(match, 3) == row_of(other, 3)
    assert row_of(match, 2) != row_of(other, 2)
