"""Positions of Hanabi written as text, for tests.

A card is a letter and a value: R3 is the red 3. W R B Y G are the five colours, M is multicolour, K is black.
Hands stand in the order of the seats with a bar between them, oldest card first; `...` fills a hand up.
A firework is written as its last card: R3 has red 1, 2 and 3, K3 has black 5, 4 and 3.
"""

from __future__ import annotations

from typing import Any

from lantern import Match
from tests.hanabi.box import GAME, SUITS, TILES, all_cards, cards, hand_size, steps, suits_of


def take(pool: list[str], text: str) -> list[str]:
    """Take the named cards out of the pool."""
    for short in text.split():
        pool.remove(short)
    return text.split()


def fill(hand: list[str], size: int, pool: list[str]) -> list[str]:
    """The hand with `...` replaced by as many of the next cards of the pool as it has room for."""
    if "..." not in hand:
        return hand
    room = size - (len(hand) - 1)
    drawn, pool[:room] = pool[:room], []
    return [short for short in hand if short != "..."] + drawn


def dealt(hands: str, deck_top: str = "", **options: Any) -> Match:
    """A new match in which these hands are dealt and these cards are drawn next; seat 1 begins."""
    pool = all_cards(**options)
    held = [hand.split() for hand in hands.split("|")]
    take(pool, hands.replace("|", " ").replace("...", " "))
    top = take(pool, deck_top)
    held = [fill(hand, hand_size(len(held)), pool) for hand in held]
    order = [short for hand in held for short in hand] + top + pool
    return GAME.match(players=len(held), seed=1, deck=cards(" ".join(order)), **options)


def position(
    hands: str,
    *,
    fireworks: str = "",
    discards: str = "",
    deck_top: str = "",
    deck: str | None = None,
    tiles: list[str] | None = None,
    tokens: int = 4,
    errors: int = 0,
    to_act: int = 1,
    turns_left: int | None = None,
    seed: int = 1,
    **options: Any,
) -> Match:
    """A match as it stands. Cards not named lie in the deck under `deck_top`, or with `deck` given, in the discards."""
    pool = all_cards(**options)
    held = [hand.split() for hand in hands.split("|")]
    take(pool, hands.replace("|", " ").replace("...", " "))
    played = {top[0]: take(pool, " ".join(steps(top))) for top in fireworks.split()}
    drawn = take(pool, deck_top if deck is None else deck)
    dropped = take(pool, discards)
    held = [fill(hand, hand_size(len(held)), pool) for hand in held]
    (drawn if deck is None else dropped).extend(pool)
    data = {
        "options": {"players": len(held), **options},
        "to_act": to_act,
        "phase": "turn",
        "tokens": tokens,
        "errors": errors,
        "fireworks": {SUITS[suit]: [int(short[1]) for short in played.get(suit, [])] for suit in suits_of(options)},
        "hands": [[{"card": name, "told": [], "not": []} for name in cards(" ".join(hand))] for hand in held],
        "deck": cards(" ".join(drawn)),
        "discards": cards(" ".join(dropped)),
        "tiles": (TILES if options.get("flares") else []) if tiles is None else tiles,
        "turns_left": turns_left,
        "end": None,
    }
    return GAME.position(data, seed=seed)


def last_turn(hands: str = "... | ...", fireworks: str = "", **more: Any) -> Match:
    """The last turn of the last round, seat 1 to act."""
    return position(hands, fireworks=fireworks, deck="", turns_left=1, **more)
