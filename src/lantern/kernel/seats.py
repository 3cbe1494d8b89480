"""Seats round a table, counted from 0."""

from __future__ import annotations

from lantern.kernel.rule import rule


@rule
def seat_after(seats: int, seat: int, distance: int) -> int:
    """The seat so many places (0 to seats - 1) after another."""
    there = seat + distance
    return there if there < seats else there - seats


@rule
def places_after(seats: int, first: int, seat: int) -> int:
    """How many places after the first a seat sits."""
    distance = seat - first
    return distance if distance >= 0 else distance + seats
