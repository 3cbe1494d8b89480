"""The fast rules against a slow twin written from the rulebook alone, move by move."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import lantern
from lantern.kernel.rule import PLAIN
from tests.hanabi.lucky import lucky_action
from tests.hanabi.twin import Twin, full_deck, maximum

GAME = lantern.game("hanabi")
FLAGS = ("multicolour", "black_powder", "flares", "final_bouquet", "empty_hints", "score_on_loss")
COMBINATIONS = [dict(zip(FLAGS, values, strict=True)) for values in product((False, True), repeat=len(FLAGS))]
PLAYED = COMBINATIONS[::9] if PLAIN else COMBINATIONS


def twin_of(match: lantern.Match) -> Twin:
    """A twin at the start of the same game."""
    reveal = match.reveal()
    dealt = [card["card"] for hand in reveal["hands"] for card in hand]
    return Twin(match.options, dealt + reveal["deck"], reveal["tiles"], reveal["to_act"])


def compare(match: lantern.Match, twin: Twin) -> None:
    """Everything the twin knows must be so."""
    reveal, expected = match.reveal(), twin.reveal()
    for hand in reveal["hands"]:
        for card in hand:
            card.pop("drawn_since_return", None)
    assert {key: reveal[key] for key in expected} == expected
    assert set(match.actions()) == twin.actions()


def play_both(match: lantern.Match, twin: Twin, action: str) -> None:
    """Play an action in both; what chance shuffles is told to the twin."""
    seat = match.to_act
    assert seat is not None
    match.play(action)
    deck = None
    if action.startswith("return"):
        reveal = match.reveal()
        deck = [reveal["hands"][seat - 1][-1]["card"], *reveal["deck"]]
    twin.play(action, deck)


@pytest.mark.parametrize("flags", PLAYED, ids=lambda flags: "-".join(f for f in FLAGS if flags[f]) or "none")
@pytest.mark.sampled(3)
def test_the_twin_agrees_at_every_move(flags: dict[str, bool]) -> None:
    """With every number of players, and every kind of luck with some number of them."""
    number = COMBINATIONS.index(flags)
    for players in (2, 3, 4, 5):
        seed = 4 * number + players
        black_values = ("mirrored", "ordinary")[(number + players) % 2]
        match = GAME.match(players=players, seed=seed, black_values=black_values, **flags)
        follow(match, seed, luck=(0.0, 0.8, 0.97, 1.0)[(players + sum(flags.values())) % 4])


def follow(match: lantern.Match, seed: int, luck: float) -> None:
    """Play a match to its end with the twin beside it."""
    choices, twin = random.Random(seed), twin_of(match)
    compare(match, twin)
    while not match.over:
        play_both(match, twin, lucky_action(match, choices, luck))
        compare(match, twin)
    assert match.result is not None
    assert match.result["maximum"] == maximum(match.options)


def count_lines(match: lantern.Match, depth: int) -> int:
    """How many sequences of so many actions there are."""
    if depth == 0 or match.over:
        return 1
    if depth == 1:
        return len(match.numbers())
    total = 0
    for action in match.numbers():
        after = GAME.load(match.save())
        after.play(action)
        total += count_lines(after, depth - 1)
    return total


def count_twin_lines(options: dict[str, Any], deck: list[str], line: list[str], depth: int) -> int:
    twin = Twin(options, deck, [], 1)
    for action in line:
        twin.play(action)
    actions = twin.actions()
    if depth == 1 or not actions:
        return len(actions) or 1
    return sum(count_twin_lines(options, deck, [*line, action], depth - 1) for action in sorted(actions))


@pytest.mark.parametrize(
    ("players", "empty_hints", "depth", "lines"),
    [(2, True, 3, 5125), (2, False, 3, 2180), (3, False, 2, 395), (4, False, 2, 575), (5, True, 2, 2096)],
)
def test_the_number_of_lines_from_a_fixed_deal(players: int, empty_hints: bool, depth: int, lines: int) -> None:
    """Counted once, pinned here, and counted again by the twin."""
    options = GAME.options(players=players, empty_hints=empty_hints)
    deck = full_deck(options)
    random.Random(8).shuffle(deck)
    match = GAME.match(players=players, empty_hints=empty_hints, deck=deck, seed=1)
    assert count_lines(match, depth) == count_twin_lines(options, deck, [], depth) == lines
