"""The toy: the fact sheet of the smallest game there is, written as every game is. Its rules are in rules.md."""

from __future__ import annotations

from lantern.kernel.gathering import gather

SHEET = gather(
    __name__,
    title="The Toy",
    summary="Stones on a row of squares, and secret cards that say which squares are worth more.",
    rules_version=1,
    seats=range(2, 4),
    longest=lambda state: 27,
)
