"""What a match of Hanabi shows."""

from __future__ import annotations

from collections import Counter

from lantern import Match
from lantern.kernel.contract import Json
from tests.hanabi.box import LETTERS, shorten


def tokens(match: Match) -> int:
    """How many hint tokens lie there."""
    return int(match.reveal()["tokens"])


def errors(match: Match) -> int:
    """How many error tiles are turned."""
    return int(match.reveal()["errors"])


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
