"""What bots keep in mind: one record for the rules of hats and for those of the club, which look at different fields.

A rule is compiled for each kind of record it is given. So whoever plays by either has both kinds of fields.
"""

from __future__ import annotations

import numpy as np

from lantern.kernel.record import Field, record
from lantern.players.hanabi.club.reading import Notes
from lantern.players.hanabi.public import Memory


def fields_of(*declarations: type) -> dict[str, Field]:
    """The fields of several records together, the widest first."""
    fields = [one for declaration in declarations for one in vars(declaration).items() if isinstance(one[1], Field)]
    return dict(sorted(fields, key=lambda one: -np.dtype(one[1].code).itemsize))


Mind = record(type("Mind", (), fields_of(Memory, Notes)))
"""The memory of those who play by hats, and the notes of the club."""
