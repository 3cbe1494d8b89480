"""A bot that goes by first impressions: what looks better is more likely to be done, and nothing is thought over."""

from __future__ import annotations

from math import exp
from typing import Any

from lantern.kernel.contract import Sheet
from lantern.kernel.record import Cells, Records, State, long, real, record
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule
from lantern.players import BEGINNER, Bot, Memory
from lantern.players.search.tree import Guide

MILLION = 1_000_000


def beginner(sheet: Sheet, guide: Guide, sharpness: float = 1.0) -> Bot:
    """A bot that chooses at random, an action being e times as likely if its prior is by 1 / sharpness higher."""
    legal_actions, prior = sheet.rules.legal_actions, guide.prior

    @record
    class Impressions:
        """The legal actions, and how likely each is."""

        listed: Cells = long(sheet.most_legal)
        weight: Cells = real(sheet.most_legal)
        sharpness: float = real()

    @rule
    def choose(state: State, mind: Records, rng: Stream, scratch: Records) -> int:
        seen = mind[0]
        count = legal_actions(state, seen.listed)
        total = weigh(state, seen, count)
        rest = total * draw(rng, MILLION) / MILLION
        for place in range(count):
            rest -= seen.weight[place]
            if rest < 0.0:
                return int(seen.listed[place])
        return int(seen.listed[count - 1])

    @rule
    def weigh(state: State, seen: Any, count: int) -> float:
        """How likely each action is, and all of them together."""
        best = -1e9
        for place in range(count):
            seen.weight[place] = seen.sharpness * prior(state, seen.listed[place])
            best = max(best, seen.weight[place])
        total = 0.0
        for place in range(count):
            seen.weight[place] = exp(seen.weight[place] - best)
            total += seen.weight[place]
        return total

    summary = "does what looks good at first sight"
    return Bot(BEGINNER, summary, choose, Memory(Impressions), settings={"sharpness": sharpness})
