"""The best move, found by long searches: clearly better than any other, and missed by a beginner.

A short search says where it is worth while to look. What a longer one finds is searched again with other seeds and
four times as long: each of these must choose the same, and all of them together must find the next best action worse
by a wide margin and by five standard errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from lantern.kernel.game import Game, Match
from lantern.learning.making import Found, Maker
from lantern.learning.making.levels import Ladder
from lantern.learning.puzzles import Line
from lantern.players.advice.judge import Judgement, Searching
from lantern.players.player import seen_from

FEWEST = 4
"""How many actions there must be."""
GLANCE, LOOK, CHECK = 300, 5_000, 20_000
"""How many rounds searches think: to see whether it is worth while, to find, to check."""
CLEARLY = 0.15
"""By how much of a chance to win the best must be better."""
AT_A_GLANCE, STILL = 0.8, 2 / 3
"""Which part of that a glance must show, and the searches that check."""
SURE = 5.0
"""By how many standard errors it must be better."""
SEARCHES = 2
"""How often it is searched to check."""
LEAST_TRIES = 10
"""Of what was tried less often nothing is known."""


@dataclass(frozen=True)
class Compared:
    """The best action of a position beside the next best."""

    best: int
    worth: float
    following: float
    error: float
    """The standard error of their difference."""


class Searches:
    """Searches of a game, each as long as the others of its kind."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._opinions: dict[int, Searching] = {}

    def judge(self, match: Match, rounds: int, seed: int) -> Judgement:
        """What a search of so many rounds finds for the seat to act."""
        assert match.to_act is not None
        if rounds not in self._opinions:
            self._opinions[rounds] = Searching(self._game, rounds)
        opinion, seat = self._opinions[rounds], match.to_act - 1
        return opinion.judge(seen_from(match, seat, opinion.watches), seat, seed)


def compared(found: Sequence[Judgement]) -> Compared | None:
    """What several searches of a position found together; None if they do not agree, or found nothing beside it."""
    bests = {judgement.best for judgement in found}
    if len(bests) != 1:
        return None
    worths = {action: _pooled([one.worths[action] for one in found if action in one.worths]) for action in _all(found)}
    (best,) = bests
    others = [(worth, tries) for action, (worth, tries) in worths.items() if action != best and tries >= LEAST_TRIES]
    if best not in worths or not others:
        return None
    (worth, tries), (following, fewer) = worths[best], max(others)
    error = sqrt(_spread(worth) / tries + _spread(following) / fewer)
    return Compared(best, worth, following, error)


def _all(found: Sequence[Judgement]) -> set[int]:
    return {action for judgement in found for action in judgement.worths}


def _pooled(parts: Sequence[tuple[float, int]]) -> tuple[float, int]:
    tries = sum(count for _, count in parts)
    return sum(worth * count for worth, count in parts) / tries, tries


def _spread(worth: float) -> float:
    """The most that chances can be spread round their mean."""
    return max(0.0, worth * (1 - worth))


def is_clear(one: Compared | None, sure: float = 0.0, part: float = 1.0) -> bool:
    """Whether the best is better by a wide margin, and by so many standard errors."""
    return one is not None and one.worth - one.following >= max(CLEARLY * part, sure * one.error)


def best_maker(game: Game) -> Maker:
    """A maker for best moves."""
    searches, ladder = Searches(game), Ladder(game)

    def find(match: Match) -> Found | None:
        if len(match.numbers()) < FEWEST or not is_clear(compared([searches.judge(match, GLANCE, 0)]), 0, AT_A_GLANCE):
            return None
        one = compared([searches.judge(match, LOOK, 1)])
        if one is None or not is_clear(one):
            return None
        solution: Line = {match.words.write_action(one.best): {}}
        if ladder.is_plain(match, solution):
            return None
        return Found(solution, worth=(round(one.worth, 3), round(one.following, 3)))

    def check(match: Match, found: Found, seed: int, effort: int) -> bool:
        several = [searches.judge(match, CHECK * effort, seed + number) for number in range(SEARCHES)]
        one = compared(several)
        return is_clear(one, SURE, STILL) and one is not None and match.words.write_action(one.best) in found.solution

    return Maker("best", find, check)
