"""What tests of every game ask of a match; seats are letters, A to E for 1 to 5."""

from __future__ import annotations

from lantern import Match
from lantern.kernel.contract import Json

SEATS = "ABCDE"


def seat_number(letter: str) -> int:
    """A seat from 1."""
    return SEATS.index(letter) + 1


def play_all(match: Match, *actions: str) -> Match:
    """The match after these actions."""
    for action in actions:
        match.play(action)
    return match


def phase(match: Match) -> str:
    """What is decided."""
    return str(match.reveal()["phase"])


def to_act(match: Match) -> str | None:
    """The seat whose decision it is."""
    return None if match.to_act is None else SEATS[match.to_act - 1]


def outcome(match: Match) -> Json:
    """The result of a match that is over."""
    assert match.over
    assert match.result is not None
    return match.result
