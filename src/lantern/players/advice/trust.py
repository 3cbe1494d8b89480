"""How far a search is to be trusted: its word on everybody's chances, put right by how often it came true.

A search knows what it means to do and not what the others will answer, so the seat to act looks better to it than it
is, and a curve of its words is a saw. It takes for granted that everybody plays on as it would: among players who miss
what it finds, what it says early in a match counts for little, and among those who find it, for more than it says.
`python -m benchmarks.reviews` finds out how much, and keeps it in `trust.json` beside a game's bots.
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
    careless: float = 1.0
    """How much differences count in the beginning where nobody plays what is best: below one, chances are drawn towards
    equal shares."""
    early: float = 1.0
    """The same where everybody plays what is best."""
    late: float = 1.0
    """The same in the end, whoever plays."""

    def drawn(self, chances: Sequence[float], seat: int, progress: float, skill: float) -> list[float]:
        """Everybody's chances, put right.

        The seat to act counts from 0, the progress of the match from 0 to 1; skill is the share of its decisions in
        which what was played is best.
        """
        if self == AS_IT_IS:
            return [*chances]
        begun = self.careless + (self.early - self.careless) * skill
        weight = begun + (self.late - begun) * progress
        shares = [chance**weight if chance > 0 else 0.0 for chance in chances]
        shares[seat] *= exp(-self.turn)
        return [share / sum(shares) for share in shares]


AS_IT_IS = Trust()


@cache
def trust_in(game: Game, players: int) -> Trust:
    """How the search of a game is trusted at a table; where nobody has found out, as it is."""
    file = folder(game.name, "players") / TRUST
    if not file.exists():
        return AS_IT_IS
    found = json.loads(file.read_text("utf-8"))
    turns = found.pop("turn")
    return Trust(turns[str(players)], **found) if str(players) in turns else AS_IT_IS
