"""What a match of HAN shows."""

from __future__ import annotations

from lantern import Match
from lantern.kernel.contract import Json
from tests.han.box import SEATS, letters, ordered
from tests.matches import seat_number


def hand(match: Match, seat: str) -> str:
    """A seat's cards."""
    return letters(match.reveal()["hands"][seat_number(seat) - 1])


def seen(match: Match, seat: str) -> str:
    """Those of a seat's cards that were taken from the display."""
    return letters(match.reveal()["seen"][seat_number(seat) - 1])


def display(match: Match) -> str:
    """The cards face up."""
    return letters(match.reveal()["display"])


def deck(match: Match) -> str:
    """The deck, next card first."""
    return letters(match.reveal()["deck"])


def discards(match: Match) -> str:
    """The discard pile, sorted."""
    return letters(match.reveal()["discards"])


def census(match: Match) -> str:
    """Every card wherever it lies, sorted."""
    held = "".join(hand(match, seat) for seat in SEATS[: match.options["players"]])
    return ordered(held + display(match) + deck(match) + discards(match))


def exhausted(match: Match) -> int:
    """How often the deck has run out."""
    return int(match.reveal()["exhausted"])


def houses(match: Match) -> dict[str, str]:
    """The houses on the board: space and seat."""
    return {space: SEATS[seat - 1] for space, seat in match.reveal()["houses"].items()}


def emissaries(match: Match, province: str) -> str:
    """The emissaries on a dragon space, seat by seat."""
    counts = match.reveal()["emissaries"].get(province, [])
    return "".join(SEATS[seat] * count for seat, count in enumerate(counts))


def supply(match: Match, seat: str) -> tuple[int, int, int]:
    """A seat's houses, emissaries and markers that are not on the board."""
    left = match.view()["supply"][seat_number(seat) - 1]
    return left["houses"], left["emissaries"], left["markers"]


def items(match: Match, kind: str, of: object = None, when: str | None = None) -> list[Json]:
    """Items of the breakdown."""
    return [
        item
        for item in match.view()["breakdown"]
        if item["kind"] == kind and (of is None or item["of"] == of) and (when is None or item["when"] == when)
    ]


def points(match: Match, kind: str, of: object = None, when: str | None = None) -> list[int]:
    """Each seat's points of some kind."""
    total = [0] * match.options["players"]
    for item in items(match, kind, of, when):
        total[item["seat"] - 1] += item["points"]
    return total
