"""Ming Dynastie: the fact sheet."""

from __future__ import annotations

from lantern.games.ming import bounds
from lantern.kernel.contract import Studied
from lantern.kernel.gathering import gather

SHEET = gather(
    __name__,
    title="Ming Dynastie",
    summary="Princes travel six provinces and leave their families behind, for palaces, tiles and monasteries.",
    rules_version=1,
    seats=range(2, 5),
    longest=bounds.longest,
    studied=Studied(one_each=("prince",)),
)
