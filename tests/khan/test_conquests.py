"""Legal conquests against the twin's: every piece, turned and mirrored, at every place, clause by clause."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import lantern
from lantern.kernel.rule import PLAIN
from tests.effort import enough
from tests.khan.board import ALL, BANKS, ground
from tests.khan.board import names as names_of
from tests.khan.board import square as square_of
from tests.khan.box import PIECES, forms
from tests.khan.test_scoring_twin import random_position
from tests.khan.twin import LAND, RIVER, Twin, sites
from tests.tables import at, recorded_matches, story_of

KHAN = lantern.game("khan")
POSITIONS = enough(8, thorough=24, plain=2)


def conquests(match: lantern.Match) -> list[str]:
    return [action for action in match.actions() if action.startswith("conquer")]


def full_board() -> lantern.Match:
    """Seat 1's yurts everywhere; the final phase."""
    position = {"options": {"players": 2}, "phase": "final", "final": True, "yurts": dict.fromkeys(names_of(LAND), 1)}
    return KHAN.position(position)


def over_river(action: str) -> int:
    """How many river squares a conquest would cover."""
    return len(set(map(square_of, action.split()[2:])) & RIVER)


def test_the_twin_has_the_board_of_the_rules() -> None:
    """KHAN-1.1."""
    assert len(ALL) == 154
    assert Counter(map(ground, ALL)) == {"M": 22, "G": 20, "T": 22, "S": 21, "D": 22, "F": 25, "~": 22}
    assert [len(bank) for bank in BANKS] == [64, 43, 25]


def test_the_bridges_have_the_sites_of_the_rules() -> None:
    """KHAN-6.3: 19, 37, 62 over one river square and 6 over two; with the twin and on a full board."""
    expected = {("bridge-3", 1): 19, ("bridge-4", 1): 37, ("bridge-L", 1): 62, ("bridge-L", 2): 6}
    bridges = [piece for piece in PIECES if piece.startswith("bridge")]
    assert Counter((piece, len(squares & RIVER)) for piece in bridges for squares in sites(piece)) == expected
    actions = [action for action in conquests(full_board()) if over_river(action)]
    assert Counter((action.split()[1], over_river(action)) for action in actions) == expected


def test_forms_that_cover_the_same_squares_are_one_action() -> None:
    """On a full board each of the eight drawings of a piece fits often; each set of squares is there once."""
    match = full_board()
    actions = conquests(match)
    covering = [(action.split()[1], frozenset(action.split()[2:])) for action in actions]
    assert len(set(covering)) == len(covering) == sum(len(sites(piece)) for piece in PIECES)
    assert set(actions) == Twin(match.reveal()).legal()
    distinct = {piece: len({tuple(form) for form in forms(piece)}) for piece in PIECES}
    assert (distinct["O-4"], distinct["X-5"], distinct["I-5"], distinct["T-4"], distinct["P-5"]) == (1, 1, 2, 4, 8)


def what_matters(twin: Twin) -> set[str]:
    """Names for what decides about a conquest somewhere on this board."""
    met = set()
    legal = twin.conquests()
    for text, asked in legal.items():
        piece, squares = text.split()[1], frozenset(map(square_of, text.split()[2:]))
        met |= {piece, f"shared by {len(twin.majority(squares))}", f"{len(asked)} to ask"}
        if piece in [reserved for seat, reserved in twin.reserved.items() if seat != twin.turn]:
            met.add("one of several alike reserved")
    for piece, site, majority in twin.conquerable(twin.turn):
        broken = {seat for seat, squares in twin.protections().items() if squares & site.land}
        if twin.is_reserved(piece):
            met.add("reserved")
        elif not broken <= majority:
            met.add("protected by one who would not share")
            if broken & majority:
                met.add("protected by one who would share and one who would not")
    if twin.turn in twin.patronage or twin.turn in twin.gods:
        met.add("one's own protection")
    return met


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_finds_the_same_conquests_on_crowded_boards(players: int) -> None:
    met: set[str] = set()
    for seed in range(POSITIONS):
        choices = random.Random(seed)
        pieces, share = choices.choice([0, 3, 9, 30]), choices.uniform(0.4, 1.0)
        position = random_position({"players": players}, choices, pieces, share, final=seed % 3 == 0)
        for seat in range(1, players + 1):
            match = KHAN.position(with_turn_of(seat, position))
            twin = Twin(match.reveal())
            actions = conquests(match)
            assert len(set(actions)) == len(actions)
            assert set(actions) == set(twin.conquests())
            assert set(match.actions()) == twin.legal()
            met |= what_matters(twin)
    if not PLAIN:
        expected = {*PIECES, "reserved", "protected by one who would not share", "one's own protection"}
        expected |= {f"shared by {number}" for number in range(1, players + 1)}
        expected |= {f"{number} to ask" for number in range(min(players, 3))}
        if players > 2:
            expected.add("protected by one who would share and one who would not")
        if players == 4:
            expected.add("one of several alike reserved")
        assert expected - met == set()


def with_turn_of(seat: int, position: dict[str, Any]) -> dict[str, Any]:
    """The same board with another seat's turn; what lapses as a turn begins has lapsed (KHAN-7.5, 9.3)."""
    position = {**position, "turn": seat, "to_act": seat}
    lapsing = ("reserved", "gods") if position["final"] else ("reserved",)
    for key in lapsing:
        position[key] = {holder: what for holder, what in position[key].items() if holder != str(seat)}
    if position["final"]:
        position["patronage"] = [holder for holder in position["patronage"] if holder != seat]
    return position


def test_what_a_conquest_would_bring_is_what_it_brings() -> None:
    """KHAN-6.3, 7.7, 10.1: owners and points as told before and after; what needs consent is offered first."""
    seen = set()
    for match in recorded_matches(KHAN):
        for ply in range(match.ply):
            gain = at(match, ply).gain(match._numbers[ply])
            offer, events = at(match, ply + 1).view()["offer"], {event.key: event for event in story_of(match, ply)}
            laid = events.get("conquered") or events.get("conquered_together")
            if gain is not None:
                seen.add((laid and laid.key, offer is not None))
                told = {"owners": laid.arguments["owners"], "points": laid.arguments["points"]} if laid else offer
                assert told == gain
            else:
                assert laid is None
    assert seen == {("conquered", False), ("conquered_together", False), (None, True)}
