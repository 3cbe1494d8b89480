"""Khan: the fact sheet."""

from __future__ import annotations

from lantern.games.khan import bounds
from lantern.kernel.contract import Studied
from lantern.kernel.gathering import gather

SHEET = gather(
    __name__,
    title="Khan",
    summary="Yurts across the steppe, fleeing rulers, and pieces laid over what you hold: the largest realm wins.",
    rules_version=1,
    seats=range(2, 5),
    longest=bounds.longest,
    studied=Studied(parts={"piece": "piece", "territory": "place"}, lying={"squares": ("square", "region")}),
)
