"""Hanabi with open hands: the ceiling that its bots are measured by, and nobody's to choose."""

from __future__ import annotations

import numpy as np
import pytest

import lantern
from lantern.games.hanabi.board import UNKNOWN
from lantern.kernel.errors import BadInput
from lantern.kernel.rule import plainly
from lantern.players import bot, bots
from lantern.players.arena.deals import simulate
from lantern.players.open_hanabi import CHEATING, OPEN_HANABI


def test_all_hands_are_open_and_the_deck_is_not() -> None:
    whole = lantern.game("hanabi").match(5, seed=1).state
    seen = whole.copy()
    plainly(OPEN_HANABI.sheet.rules.conceal)(seen[0], 0)
    assert np.array_equal(seen["hand"], whole["hand"])
    assert (seen[0].deck[seen[0].drawn : seen[0].deck_size] == UNKNOWN).all()


def test_it_can_not_be_chosen_at_a_table() -> None:
    assert CHEATING.name in bots(OPEN_HANABI)
    with pytest.raises(BadInput, match="Hanabi has no bot 'cheating'"):
        bot(lantern.game("hanabi"), CHEATING.name)
    with pytest.raises(BadInput):
        lantern.game(OPEN_HANABI.name)


@pytest.mark.plain_only(reason="shown with plain rules: compiling takes longer than playing")
def test_who_sees_his_own_hand_loses_few_points() -> None:
    tally = simulate(OPEN_HANABI, OPEN_HANABI.options(3), [CHEATING.name] * 3, 10, seed=1)
    assert tally.mean_scores[0] > 24
