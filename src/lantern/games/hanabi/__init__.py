"""Hanabi: the fact sheet."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from lantern.games.hanabi import bounds, view
from lantern.kernel.contract import Json, Studied, Words
from lantern.kernel.gathering import gather, words_in

WORDS = words_in(__name__)


def words_at(options: Json) -> Words:
    """The language of a table: the cards in play are those of its options."""
    return replace(WORDS, board=partial(view.board, options))


SHEET = gather(
    __name__,
    title="Hanabi",
    summary="Together, from cards you can't see: fireworks of every colour, lit in order by hints alone.",
    rules_version=1,
    seats=range(2, 6),
    team=True,
    silent=True,
    most_legal=64,
    words=words_at,
    longest=bounds.longest,
    team_points=bounds.team_points,
    studied=Studied(deeds={"played": "card", "failed": "card", "discarded": "card"}, at_end=("tokens", "errors")),
)
