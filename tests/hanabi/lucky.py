"""A player that looks at its own cards: games by it go on long enough to reach every corner of the rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import lantern
from tests.hanabi.twin import full_deck


def next_cards(reveal: dict[str, Any]) -> set[str]:
    """The cards that fit a firework now."""
    fitting = set()
    for suit, values in reveal["fireworks"].items():
        if len(values) < 5:
            fitting.add(f"{suit} {5 - len(values) if suit == 'black' else len(values) + 1}")
    return fitting


def built_cards(reveal: dict[str, Any]) -> set[str]:
    """The cards that lie in a firework."""
    return {f"{suit} {value}" for suit, values in reveal["fireworks"].items() for value in values}


def last_copies(reveal: dict[str, Any]) -> set[str]:
    """Cards of which no second copy is left."""
    left = Counter(full_deck(reveal["options"]))
    left.subtract(reveal["discards"])
    return {card for card, count in left.items() if count == 1}


def lucky_action(match: lantern.Match, choices: random.Random, luck: float) -> str:
    """With probability `luck` a sensible action by one who sees everything, else any legal one."""
    actions = match.actions()
    if choices.random() >= luck:
        return choices.choice(actions)
    reveal = match.reveal()
    own = [card["card"] for card in reveal["hands"][reveal["to_act"] - 1]]
    good = [f"play {place}" for place, card in enumerate(own, 1) if card in next_cards(reveal)]
    if not good:
        safe = built_cards(reveal) | (set(own) - last_copies(reveal))
        good = [f"discard {place}" for place, card in enumerate(own, 1) if card in safe]
        good += [action for action in actions if action.startswith("hint")]
    good = [action for action in good if action in actions]
    return choices.choice(good or actions)


def lucky_match(match: lantern.Match, seed: int, luck: float = 0.97) -> lantern.Match:
    """Play a match to its end."""
    choices = random.Random(seed)
    while not match.over:
        match.play(lucky_action(match, choices, luck))
    return match
