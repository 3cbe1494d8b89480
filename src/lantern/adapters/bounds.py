"""What no game exceeds, worked out from the rules clause by clause: its length, and the points of a team."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lantern.kernel.record import State


@dataclass(frozen=True)
class Bounds:
    """What no game exceeds, worked out from the rules; rows are records with the options set."""

    longest: Callable[[State], int]
    """(row): decisions of seats."""
    points: Callable[[State], tuple[int, int]] = lambda row: (0, 0)
    """(row): the least and the most points of a team."""


def longest_han(row: State) -> int:
    """Six decisions for every card, less three a seat.

    All that is ever drawn is the deck twice, less the hands dealt. A turn plays at least one card; it has at most one
    placement for each card it plays, one decision that ends it, and one draw for each card (HAN-2, 8).
    """
    cards, seats = sum(row.copies), row.seats
    drawn = 2 * cards - 3 * seats
    return int(drawn + 2 * (drawn + 3 * seats))


def longest_hanabi(row: State) -> int:
    """Plays and discards until the deck is empty, the hints they pay for, tiles, and the last round (HANABI-2, 3, 7).

    In Final Bouquet every card may leave a hand. Between two decisions at an empty deck all others may pass (HANABI-4).
    """
    fireworks = 5 + row.multicolour + row.black_powder
    cards = 10 * fireworks
    hands = row.seats * (5 if row.seats <= 3 else 4)
    tiles = 6 * row.flares
    used = (cards if row.final_bouquet else cards - hands) + row.flares
    hints = 8 + used + fireworks
    passes = (row.seats - 1) * (hands + 8 + hands + fireworks) if row.final_bouquet else 0
    return int(used + hints + tiles + row.seats + passes)


def points_of_hanabi(row: State) -> tuple[int, int]:
    """Five a firework; black only costs points (HANABI-3.4, 5.1, 6.4)."""
    return -5 * row.black_powder, 25 + 5 * row.multicolour


def longest_khan(row: State) -> int:
    """At most 36 turns before the final phase, proposals refused while a card protects somebody, and 38 conquests.

    A ruler flees four times in step 1 before he goes home, and with the fifth at home the final phase begins: the 37th
    flight at the latest (KHAN-5). A turn is two actions, each with the consent of all others, or one and four discards;
    then a special card, and the action that it may give (KHAN-6, 7). A card of Patronage or of the Gods protects for
    one turn of each other seat, in which 16 proposals may be refused, each with as many answers, and High Morale chosen
    again (KHAN-7.7). In the final phase nobody's protection is renewed, and a seat passes once at most (KHAN-9).
    """
    seats = row.seats
    yurts, protecting = {2: (6, 8), 3: (6, 6), 4: (4, 8)}[seats]
    turn = max(2 * seats, 5) + 1 + seats
    refused = protecting * (seats - 1) * 16 * (seats + 1)
    return int(8 * row.place_rulers + yurts + 36 * turn + refused + 38 * seats + seats)


def longest_ming(row: State) -> int:
    """Six rounds with five members, five cards and their use for each seat, three scorings, and setting up.

    A card is used by a step, a stop and a deployment at most, and a seat passes once a round (MING-4 to 6). In a city
    each seat chooses once, and nine members at most stand there to go back (MING-7). Neutral members come three times,
    three for each of two seats (MING-9.1); two start players are chosen (MING-8.1).
    """
    seats = row.seats
    return int(seats + 18 + 6 * seats * (5 + 5 + 15 + 1) + 3 * 6 * (seats + 9) + 2)


BOUNDS = {
    "han": Bounds(longest_han),
    "hanabi": Bounds(longest_hanabi, points_of_hanabi),
    "khan": Bounds(longest_khan),
    "ming": Bounds(longest_ming),
}
