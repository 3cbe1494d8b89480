"""How much better a decision was than expected, for every seat from what came after its own decisions.

Written with plain arithmetic, so that it works on arrays of numpy and on tensors alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Play(NamedTuple):
    """Some steps of a batch, step by step."""

    seats: Any
    """[step, game] the seat that acted."""
    mine: Any
    """[step, game] 1 where the learner acted for it, 0 where somebody else did."""
    values: Any
    """[step, game] what the learner expected to be paid from there on; nothing where it did not act."""
    rewards: Any
    """[step, game, seat] what the step earned."""
    ended: Any
    """[step, game] 1 where it ended the game."""


def advantages(play: Play, seats: Any, mine: Any, values: Any, rows: Any, trust: float) -> tuple[Any, Any]:
    """[step, game] how much better each decision of the learner was than expected, and 1 where that is known.

    `seats`, `mine` and `values` are those of the moment after the last step, `rows` the numbers of the games. A seat's
    decision is followed by its own next one, whatever others do in between. A decision after which the seat was not
    asked again while its game went on is not known. With `trust` 1 only what was paid counts, with 0 only what was
    expected at the next decision (generalised advantage estimation).
    """
    pending, ahead, gained, known = (play.rewards[0] * 0 for _ in range(4))
    """[game, seat] paid since, expected at the next decision, its advantage, and whether there is one."""
    ahead[rows, seats] = values * mine
    known[rows, seats] = ahead[rows, seats] * 0 + mine
    found, sure = play.values * 0, play.values * 0
    for step in reversed(range(len(play.seats))):
        on = 1 - play.ended[step][:, None]
        pending, ahead, gained = pending * on + play.rewards[step], ahead * on, gained * on
        known = known * on + (1 - on)
        at, acted = (rows, play.seats[step]), play.mine[step]
        surprise = pending[at] + ahead[at] - play.values[step]
        found[step] = (surprise + trust * gained[at]) * acted
        sure[step] = known[at] * acted
        gained[at] = found[step] * sure[step] + gained[at] * (1 - acted)
        ahead[at] = play.values[step] * acted + ahead[at] * (1 - acted)
        pending[at] = pending[at] * (1 - acted)
        known[at] = acted + known[at] * (1 - acted)
    return found, sure
