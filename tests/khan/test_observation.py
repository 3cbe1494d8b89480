"""The learner's row of numbers, read by its documented layout and built again from what a table shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from lantern import Match
from lantern.games.khan import observation
from lantern.kernel.contract import Json
from lantern.kernel.rule import PLAIN
from tests.effort import enough
from tests.khan.board import ALL, REGIONS, names
from tests.khan.box import BESIDE, GAME, PACK, PIECES, PLAYERS, RULERS, SPECIALS
from tests.khan.table import CALM, ending, over, position, special
from tests.rows import cut, in_binary, lengths, one_of, recorded, replayed, row_of, so_many, some_of

SQUARES = names(ALL)
KINDS = list(SPECIALS[2])
PHASES = ["rulers", "yurts", "actions", "discard", "special", "morale", "consent", "final"]
EVERY = enough(21, thorough=7, plain=60)
"""How many actions lie between two looks."""


# The layout.


def layout(players: int) -> list[tuple[str, int]]:
    """The parts of a row and their lengths."""
    return lengths(observation, {"P": players})


def parts_of(match: Match, seat: int) -> dict[str, list[int]]:
    """A seat's row cut into its parts."""
    return dict(cut(row_of(match, seat), layout(match.options["players"])))


# The same from a view.


def in_force(view: Json, seat: int) -> list[int]:
    """A seat's Patronage, what its Gods protect, and the type of piece that it has reserved."""
    gods, reserved = view["gods"].get(str(seat)), view["reserved"].get(str(seat))
    regions = REGIONS if gods == "all" else [gods]
    return [int(seat in view["patronage"]), *some_of(REGIONS, regions), *one_of(PIECES, reserved)]


def expected_parts(view: Json) -> dict[str, list[int]]:
    """What every part of a row must be for the seat that sees this view."""
    players, seat, over = view["options"]["players"], view["seat"], view["phase"] == "over"
    seats = [(seat - 1 + distance) % players + 1 for distance in range(players)]
    owners = {where: piece["owners"] for piece in view["pieces"] for where in piece["squares"]}
    _, proposed, *covered = (view["proposal"] or "conquer none").split()
    return {
        "yurts": [bit for where in SQUARES for bit in one_of([*seats, "neutral"], view["yurts"].get(where))],
        "pieces": [bit for where in SQUARES for bit in (*some_of(seats, owners.get(where, [])), int(where in owners))],
        "rulers": [bit for ruler in RULERS for bit in one_of([*SQUARES, "home"], view["rulers"][ruler])],
        "courts": [bit for ruler in RULERS for bit in so_many(view["courts"][ruler], 5)],
        "hand": some_of(PACK, view["hands"][seat - 1]["cards"]),
        "held": [bit for other in seats for bit in so_many(view["hands"][other - 1]["held"], 4)],
        "discards": some_of(PACK, view["discards"]),
        "deck": so_many(view["deck"], 72),
        "beside": [bit for piece, most in BESIDE.items() for bit in so_many(view["beside"][piece], most)],
        "special": [bit for other in seats for kind in KINDS for bit in so_many(view["specials"][other - 1][kind], 2)],
        "in force": [bit for other in seats for bit in in_force(view, other)],
        "last special": [
            bit for other in seats for bit in one_of(["patronage", "gods"], view["last_special"][other - 1])
        ],
        "proposal": some_of(SQUARES, covered) + one_of(PIECES, proposed),
        "points": [bit for other in seats for bit in in_binary(view["scores"][other - 1], 8)],
        "moment": [
            *one_of(seats, view["to_act"]),
            *one_of(seats, None if over else view["turn"]),
            *one_of(PHASES, view["phase"]),
            *so_many(view["actions_left"], 2),
            int(view["final"]),
        ],
    }


def compare(match: Match, seat: int) -> None:
    """A row is what the seat's view says."""
    parts, expected = parts_of(match, seat), expected_parts(match.view(seat))
    assert list(parts) == list(expected)
    for part, bits in parts.items():
        assert bits == expected[part], part


def compare_all(match: Match) -> None:
    for seat in range(1, match.options["players"] + 1):
        compare(match, seat)


def played(options: Json, seed: int) -> Iterator[Match]:
    """A game at random, handed out now and then, and at its end."""
    match, choices = GAME.match(seed=seed, **options), random.Random(seed)
    while not match.over:
        if match.ply % EVERY == seed % EVERY:
            yield match
        match.play(choices.choice(match.numbers()))
    yield match


@pytest.mark.parametrize("players", PLAYERS)
def test_the_documented_layout_is_as_long_as_a_row(players: int) -> None:
    assert sum(size for _, size in layout(players)) == GAME.sheet.observation_size(GAME.options(players=players))


@pytest.mark.parametrize("players", [3] if PLAIN else PLAYERS)
@pytest.mark.parametrize("place_rulers", [True] if PLAIN else [False, True])
def test_a_row_says_what_the_table_shows(players: int, place_rulers: bool) -> None:
    options: Json = {"players": players, "place_rulers": place_rulers}
    for match in played(options, players):
        compare(match, match.ply % players + 1)


@pytest.mark.parametrize("path", recorded(GAME), ids=lambda path: path.stem)
def test_a_row_says_what_the_table_shows_in_recorded_games(path: Path) -> None:
    """They are there for their answers to proposals: those are looked at, and some of the rest."""
    for match, action in replayed(GAME, path):
        if match.ply % EVERY == 0 or action in ("consent", "refuse"):
            compare(match, match.ply % match.options["players"] + 1)
    compare_all(match)


def test_all_seats_see_the_same_table_from_their_own_places() -> None:
    compare_all(
        position(
            "stone, sand, river, khan",
            turn="B",
            players=4,
            yurts="A A5 C5 | B B5 | C A10 | D B10 | n A9",
            pieces="L-4 AC C1 D1 E1 C2 | bridge-3 D D6 E6 F6 | domino B H11 I11",
            rulers={"hungarian": "A3", "delhi": "H9"},
            home="goryeo tibetan",
            courts={"seljuk": 2, "song": 1},
            gods={"A": "tundra", "D": "stone"},
            patronage="C",
        )
    )


def test_a_piece_that_is_reserved() -> None:
    match = special("stone, sand, river, khan", players=3, reserved={"C": "bridge-L"}, top=CALM)
    match.play("reserve W-5")
    compare_all(match)
    assert sum(sum(parts_of(match, 1)["in force"][place * 30 + 7 :][:23]) for place in range(3)) == 2


def test_a_proposal_waits_for_consent() -> None:
    match = ending(players=3, yurts="A A5 | B B5 | n A6 B6", patronage="B")
    assert not any(parts_of(match, 2)["proposal"])
    match.play("conquer domino A5 B5")
    compare_all(match)
    assert sum(parts_of(match, 2)["proposal"]) == 3


def test_after_invading_anywhere_cards_are_discarded() -> None:
    match = position("stone, sand, river, khan", players=2, top=CALM)
    for action in ("anywhere A10", "discard sand", "discard khan"):
        match.play(action)
        compare_all(match)


def test_once_the_game_is_over_nobodys_decision_is_described() -> None:
    match = over(players=3, pieces="domino A A5 B5")
    for seat in (1, 2, 3):
        compare(match, seat)
        assert not any(parts_of(match, seat)["moment"][:-1])


def test_what_others_hold_is_in_no_row() -> None:
    """Seat 2 holds another card, taken from the deck: seats 1 and 3 see no difference, seat 2 does."""
    match = position("stone, sand, river, khan", players=3)
    data = match.reveal()
    data["hands"][1][0], data["deck"][5] = data["deck"][5], data["hands"][1][0]
    other = GAME.position(data)
    assert row_of(match, 1) == row_of(other, 1)
    assert row_of(match, 3) == row_of(other, 3)
    assert row_of(match, 2) != row_of(other, 2)
