"""What bots keep in mind: one record for the rules of hats and for those of the club, which look at different fields.

A rule is compiled for each kind of record it is given. So whoever plays by either has both kinds of fields.
"""

from __future__ import annotations

import numpy as np

from lantern.games.hanabi.board import KINDS, MOST_HELD, MOST_SEATS
from lantern.kernel.record import Cells, Field, byte, long, record
from lantern.players.hanabi.public import Memory


@record
class Notes:
    """What a seat notes of a match, for itself and, as far as it can tell, for the others."""

    meant: Cells = long(MOST_SEATS, MOST_HELD)  # [seat, position] the kinds that hints pointed at, ANYTHING if none did
    told: Cells = long(MOST_SEATS, MOST_HELD)  # [seat, position] the kinds it can be for its owner, by what hints say
    known: Cells = long(MOST_SEATS, MOST_HELD)  # [seat, position] the same, by what they mean
    giver: Cells = byte(MOST_SEATS, MOST_HELD)  # [seat, position] who last hinted at it by the convention, or NOBODY
    odd: Cells = byte(MOST_SEATS)  # [seat] odd things done since it last played a card that was pointed at
    copies: Cells = byte(KINDS)  # [kind] room to count in
    members: int = byte()  # the set of seats that keep to the convention


def fields_of(*declarations: type) -> dict[str, Field]:
    """The fields of several records together, the widest first."""
    fields = [one for declaration in declarations for one in vars(declaration).items() if isinstance(one[1], Field)]
    return dict(sorted(fields, key=lambda one: -np.dtype(one[1].code).itemsize))


Mind = record(type("Mind", (), fields_of(Memory, Notes)))
"""The memory of those who play by hats, and the notes of the club."""
