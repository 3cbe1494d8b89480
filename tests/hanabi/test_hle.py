"""The original game against the Hanabi Learning Environment, move by move."""

from __future__ import annotations

import random

import pytest

import lantern
from tests.effort import enough
from tests.hanabi.hle import Foreign
from tests.hanabi.lucky import lucky_action
from tests.hanabi.twin import full_deck

GAME = lantern.game("hanabi")
GAMES = {0.0: enough(60, thorough=300, plain=3), 0.97: enough(20, thorough=80, plain=1)}
"""Games by luck: short ones at random, long ones by a player that sees its cards."""


def compare(match: lantern.Match, foreign: Foreign) -> None:
    """Legal moves, tokens, errors, fireworks, discards, hands, deck, whose turn, end and score."""
    reveal = match.reveal()
    assert set(match.actions()) == foreign.legal()
    assert reveal["tokens"] == foreign.tokens
    assert reveal["errors"] == foreign.errors
    assert {suit: len(values) for suit, values in reveal["fireworks"].items()} == foreign.fireworks
    assert sorted(reveal["discards"]) == sorted(foreign.discards)
    assert [[card["card"] for card in hand] for hand in reveal["hands"]] == foreign.hands
    assert len(reveal["deck"]) == foreign.deck_size
    assert match.over == foreign.over
    assert reveal["score"] == foreign.score
    assert match.over or match.to_act == foreign.to_act


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("luck", GAMES)
@pytest.mark.sampled(2)
def test_another_implementation_agrees_at_every_move(players: int, luck: float) -> None:
    for seed in range(GAMES[luck]):
        choices = random.Random(seed)
        deck = full_deck(GAME.options(players=players))
        choices.shuffle(deck)
        match = GAME.match(players=players, deck=deck, empty_hints=False, seed=seed)
        foreign = Foreign(players, deck)
        while not match.over:
            compare(match, foreign)
            action = lucky_action(match, choices, luck)
            match.play(action)
            foreign.play(action)
        compare(match, foreign)
