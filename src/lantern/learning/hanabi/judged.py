"""What does best for the team, by games that the club plays to the end in worlds that fit what is seen."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lantern.games.hanabi import phases
from lantern.games.hanabi.board import MOST_SEATS
from lantern.kernel.game import Game, Match
from lantern.kernel.record import Records, copy_of, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.learning.making import Found, Maker
from lantern.players.hanabi.judging import TRIAL, weigh
from lantern.players.hanabi.mind import Mind

Points = NDArray[np.float64]
"""[round, place] what an action reaches on average."""
FEW_LEFT = 24
"""With more cards in the deck hardly anything leads by a point, and games take long."""
ONE_IN, ONE_IN_WITHOUT_TOKENS = 8, 2
"""Of so many decisions one is looked at."""
STAGES = (64, 4, 1, 0.5), (8, 12, 3, 0.6), (6, 12, 8, 0.8), (4, 12, 50, 1.0)
"""How many actions go on, in how many rounds of how many worlds each, and by how much the best must lead."""
CHECKING = (64, 12, 8, 0.5), (6, 12, 130, 1.0)
CERTAINLY = 3.0
"""By how many standard errors the best must lead."""
LEAST_ACTIONS = 5
DIGITS = 2


class Judged:
    """Finds what does best."""

    def __init__(self, game: Game) -> None:
        self._notes = new_records(Mind, MOST_SEATS)
        self._minds = new_records(Mind, 2 * MOST_SEATS)
        self._scratch = new_records(game.sheet.state, TRIAL + 1)
        self._choice = new_records(Stream, 1)

    def find(self, match: Match) -> Found | None:
        """An action that does clearly better than any other."""
        assert match.to_act is not None
        seen = match.concealed(match.to_act - 1)
        state = seen[0]
        one_in = ONE_IN if state.tokens else ONE_IN_WITHOUT_TOKENS
        is_early = state.deck_size - state.drawn > FEW_LEFT
        if state.phase != phases.TURN or is_early or zlib.crc32(seen.tobytes()) // 11 % one_in:
            return None
        return self.best(match, STAGES, 0)

    def check(self, match: Match, found: Found, seed: int, effort: int) -> bool:
        """Whether it does so in other worlds, and more of them."""
        stages = [(most, rounds, effort * worlds, lead) for most, rounds, worlds, lead in CHECKING]
        again = self.best(match, stages, seed + 1)
        return again is not None and again.solution == found.solution

    def best(self, match: Match, stages: Sequence[tuple[int, int, int, float]], seed: int) -> Found | None:
        """What does best, if it leads in every stage, and certainly in the last."""
        assert match.to_act is not None
        seat, actions = match.to_act - 1, match.numbers()
        if len(actions) < LEAST_ACTIONS:
            return None
        seen = match.watched(seat)
        seed_all(self._choice, seed, CHOICE, 0, 1)
        points: Points = np.zeros((1, len(actions)))
        for most, rounds, worlds, lead in stages:
            actions = actions[:most]
            points = self._tried(seen, seat, actions, rounds, worlds)
            order = np.argsort(-points.mean(axis=0), kind="stable")
            actions, points = [actions[place] for place in order], points[:, order]
            if leads(points).min() < lead:
                return None
        if (leads(points) < CERTAINLY * errors(points)).any():
            return None
        worth = [round(float(value), DIGITS) for value in points.mean(axis=0)[:2]]
        return Found({match.words.write_action(actions[0]): {}}, worth=worth)

    def _tried(self, seen: Records, seat: int, actions: Sequence[int], rounds: int, worlds: int) -> Points:
        """What actions reach on average, round by round, in so many worlds each."""
        points = np.zeros((rounds, len(actions)), np.int64)
        for one in points:
            room = self._notes, self._minds, self._choice, self._scratch
            weigh(seen, copy_of(seen), seat, np.array(actions, np.int64), worlds, *room, one)
        return points / worlds


def leads(points: Points) -> Points:
    """By how much the first action leads every other, on average."""
    found: Points = (points[:, :1] - points[:, 1:]).mean(axis=0)
    return found


def errors(points: Points) -> Points:
    """How far such a lead may be due to chance: its standard error."""
    found: Points = (points[:, :1] - points[:, 1:]).std(axis=0, ddof=1) / np.sqrt(len(points))
    return found


def best_maker(game: Game) -> Maker:
    """A maker for what does best."""
    judged = Judged(game)
    return Maker("best", judged.find, judged.check)
