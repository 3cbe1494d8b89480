"""What no game exceeds, worked out from the rules clause by clause."""

from __future__ import annotations

from lantern.games.khan.state import State


def longest(state: State) -> int:
    """At most 36 turns before the final phase, proposals refused while a card protects somebody, and 38 conquests.

    A ruler flees four times in step 1 before he goes home, and with the fifth at home the final phase begins: the 37th
    flight at the latest (KHAN-5). A turn is two actions, each with the consent of all others, or one and four discards;
    then a special card, and the action that it may give (KHAN-6, 7). A card of Patronage or of the Gods protects for
    one turn of each other seat, in which 16 proposals may be refused, each with as many answers, and High Morale chosen
    again (KHAN-7.7). In the final phase nobody's protection is renewed, and a seat passes once at most (KHAN-9).
    """
    seats = state.seats
    yurts, protecting = {2: (6, 8), 3: (6, 6), 4: (4, 8)}[seats]
    turn = max(2 * seats, 5) + 1 + seats
    refused = protecting * (seats - 1) * 16 * (seats + 1)
    return int(8 * state.place_rulers + yurts + 36 * turn + refused + 38 * seats + seats)
