"""What no game exceeds, worked out from the rules clause by clause."""

from __future__ import annotations

from lantern.games.ming.state import State


def longest(state: State) -> int:
    """Six rounds with five members, five cards and their use for each seat, three scorings, and setting up.

    A card is used by a step, a stop and a deployment at most, and a seat passes once a round (MING-4 to 6). In a city
    each seat chooses once, and nine members at most stand there to go back (MING-7). Neutral members come three times,
    three for each of two seats (MING-9.1); two start players are chosen (MING-8.1).
    """
    seats = state.seats
    return int(seats + 18 + 6 * seats * (5 + 5 + 15 + 1) + 3 * 6 * (seats + 9) + 2)
