"""Whole games played in one compiled call."""

from __future__ import annotations

from collections.abc import Callable

from lantern.kernel.contract import Rules
from lantern.kernel.record import Cells, Records
from lantern.kernel.rule import entry

Playout = Callable[[Records, Records, Records, Cells, Cells, Cells, Cells, int, int], int]


def playout(label: str, rules: Rules, choose: Callable[..., int]) -> Playout:
    """An entry that plays games from the deal to the end.

    `choose(state, rng)` is a rule that decides for the seat to act. Chance and choice have streams of their own, so
    that the same deals can be played by others.
    """
    new_game, ending, apply = rules.new_game, rules.ending, rules.apply
    scores, standing = rules.scores, rules.standing

    @entry(label)
    def play_out(
        states: Records,
        chance: Records,
        choice: Records,
        points: Cells,
        standings: Cells,
        lengths: Cells,
        endings: Cells,
        first: int,
        last: int,
    ) -> int:
        total = 0
        for i in range(first, last):
            state = states[i]
            new_game(state, chance[i])
            moves = 0
            while ending(state) == 0:
                apply(state, choose(state, choice[i]), chance[i])
                moves += 1
            scores(state, points[i])
            standing(state, standings[i])
            lengths[i] = moves
            endings[i] = ending(state)
            total += moves
        return total

    return play_out
