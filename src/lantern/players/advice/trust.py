"""How far a search is to be trusted: its word on everybody's chances, put right by how often it came true.

A search knows what it means to do and not what the others will answer, so the seat to act looks better to it than it
is, and a curve of its words is a saw. And it may be too bold or too timid, more so in one part of a match than in
another. `python -m benchmarks.reviews` finds out how much, and keeps it in `trust.json` beside a game's bots.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp

from lantern.games import folder
from lantern.kernel.game import Game

TRUST = "trust.json"


@dataclass(frozen=True)
class Trust:
    """How chances are put right at a table with so many players; as it stands, they are taken as they are."""

    turn: float = 0.0
    """By how much the seat to act looks better than it is, in powers of e."""
    early: float = 1.0
    """How much differences count in the beginning: below one, chances are drawn towards equal shares."""
    late: float = 1.0
    """The same in the end; in between, in between."""

    def drawn(self, chances: Sequence[float], seat: int, progress: float) -> list[float]:
        """Everybody's chances, put right; the seat to act from 0, the progress of the match from 0 to 1."""
        if self == AS_IT_IS:
            return [*chances]
        weight = self.early + (self.late - self.early) * progress
        shares = [chance**weight for chance in chances]
        shares[seat] *= exp(-self.turn)
        return [share / sum(shares) for share in shares]


AS_IT_IS = Trust()


@cache
def trust_in(game: Game, players: int) -> Trust:
    """How the search of a game is trusted at a table; where nobody has found out, as it is."""
    file = folder(game.name, "players") / TRUST
    if not file.exists():
        return AS_IT_IS
    found = json.loads(file.read_text("utf-8")).get(str(players))
    return Trust(**found) if found else AS_IT_IS
