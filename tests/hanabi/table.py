"""Positions of Hanabi written as text, for tests.

A card is a letter and a value: R3 is the red 3. W R B Y G are the five colours, M is multicolour, K is black.
Hands stand in the order of the seats with a bar between them, oldest card first; `...` fills a hand up.
A firework is written as its last card: R3 has red 1, 2 and 3, K3 has black 5, 4 and 3.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import lantern
from lantern import Match
from lantern.kernel.contract import Json

GAME = lantern.game("hanabi")
SUITS = {"W": "white", "R": "red", "B": "blue", "Y": "yellow", "G": "green", "M": "multicolour", "K": "black"}
LETTERS = {suit: letter for letter, suit in SUITS.items()}
COLOURS = ["white", "red", "blue", "yellow", "green"]
VALUES = ["ones", "twos", "threes", "fours", "fives"]
TILES = ["token", "repair", "colour hint", "value hint", "return", "rekindle"]
PLAYERS = [2, 3, 4, 5]
RISING = "1112233445"
FALLING = "5554433221"


def cards(text: str) -> list[str]:
    """R1 W3 as the names of the cards."""
    return [f"{SUITS[short[0]]} {short[1]}" for short in text.split()]


def shorten(names: list[str]) -> str:
    """The names of cards as R1 W3."""
    return " ".join(LETTERS[suit] + value for suit, value in (name.split() for name in names))


def suits_of(options: Json) -> dict[str, str]:
    """The suits in play, by letter, with the values of their cards."""
    suits = dict.fromkeys("WRBYG", RISING)
    if options.get("multicolour"):
        suits["M"] = RISING
    if options.get("black_powder"):
        suits["K"] = RISING if options.get("black_values") == "ordinary" else FALLING
    return suits


def all_cards(**options: Any) -> list[str]:
    """Every card of a game with these options, suit by suit."""
    return [suit + value for suit, values in suits_of(options).items() for value in values]


def hand_size(players: int) -> int:
    """Five cards with two or three players, four with more."""
    return 5 if players <= 3 else 4


def hints(seats: list[int], about: list[str]) -> list[str]:
    """A hint to each of the seats about each of the things."""
    return [f"hint {seat} {thing}" for seat in seats for thing in about]


def steps(top: str) -> list[str]:
    """The cards of a firework up to its last one."""
    suit, last = top[0], int(top[1])
    values = range(5, last - 1, -1) if suit == "K" else range(1, last + 1)
    return [f"{suit}{value}" for value in values]


def lit(points: int, suits: str = "WRBYG") -> str:
    """Fireworks worth so many points."""
    tops = [(suit, min(5, max(0, points - 5 * index))) for index, suit in enumerate(suits)]
    return " ".join(f"{suit}{top}" for suit, top in tops if top)


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


def play_all(match: Match, *actions: str) -> Match:
    """The match after these actions."""
    for action in actions:
        match.play(action)
    return match


def tokens(match: Match) -> int:
    """How many hint tokens lie there."""
    return int(match.reveal()["tokens"])


def errors(match: Match) -> int:
    """How many error tiles are turned."""
    return int(match.reveal()["errors"])


def phase(match: Match) -> str:
    """What is to be decided: a turn, or the choice a bonus tile asks for."""
    return str(match.reveal()["phase"])


def hand(match: Match, seat: int) -> str:
    """A seat's cards, oldest first."""
    return shorten([held["card"] for held in match.reveal()["hands"][seat - 1]])


def hand_sizes(match: Match) -> list[int]:
    """How many cards each seat holds."""
    return [len(held) for held in match.reveal()["hands"]]


def deck(match: Match) -> str:
    """The deck, next card first."""
    return shorten(match.reveal()["deck"])


def deck_size(match: Match) -> int:
    """How many cards are left to draw."""
    return len(match.reveal()["deck"])


def discards(match: Match) -> str:
    """The discards, sorted."""
    return shorten(match.reveal()["discards"])


def fireworks(match: Match) -> str:
    """The fireworks begun, each as its last card."""
    lit: Json = match.reveal()["fireworks"]
    return " ".join(f"{LETTERS[suit]}{values[-1]}" for suit, values in lit.items() if values)


def tiles(match: Match) -> list[str]:
    """The bonus tiles face down, next first."""
    return list(match.reveal()["tiles"])


def told(match: Match, seat: int, hint: str) -> list[int]:
    """The positions in a seat's hand that were named by a hint."""
    held = match.reveal()["hands"][seat - 1]
    return [number for number, card in enumerate(held, 1) if hint in card["told"]]


def not_told(match: Match, seat: int, hint: str) -> list[int]:
    """The positions in a seat's hand that a hint was known to leave out."""
    held = match.reveal()["hands"][seat - 1]
    return [number for number, card in enumerate(held, 1) if hint in card["not"]]


def possible(match: Match, seat: int, number: int) -> str:
    """What a seat's card can be for all the seat itself knows."""
    return shorten(match.view(seat)["hands"][seat - 1][number - 1]["possible"])


def possible_suits(match: Match, seat: int, number: int) -> str:
    """The suits of what a seat's card can be, by letter."""
    return "".join(dict.fromkeys(short[0] for short in possible(match, seat, number).split()))


def census(match: Match) -> Counter[str]:
    """Every card wherever it lies, counted."""
    seen = match.reveal()
    lit = [f"{suit} {value}" for suit, values in seen["fireworks"].items() for value in values]
    held = [card["card"] for hand in seen["hands"] for card in hand]
    return Counter(shorten(lit + held + seen["deck"] + seen["discards"]).split())


def outcome(match: Match) -> Json:
    """The result of a match that is over, less its breakdown, which adds up to the score and stands in every view."""
    assert match.result is not None
    result = dict(match.result)
    items = result.pop("breakdown")
    assert sum(item["points"] for item in items) == result["score"]
    assert items == match.breakdown() == match.view()["breakdown"] == match.view(1)["breakdown"]
    return result


def assert_refused(match: Match, action: str, clause: str) -> None:
    """The action is illegal by this clause, and trying it changes nothing."""
    before = match.reveal(), match.save()
    refusal = match.why_not(action)
    assert refusal is not None
    assert refusal.clause == f"HANABI-{clause}"
    assert action not in match.actions()
    with pytest.raises(lantern.Refused) as caught:
        match.play(action)
    assert caught.value.clause == refusal.clause
    assert (match.reveal(), match.save()) == before
