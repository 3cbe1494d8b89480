"""What a turn can bring at most, counted out: every way to play it is tried, in one compiled call.

A turn ends where another seat is to act. What is hidden, and what chance brings, is dealt in several ways: a way to
play counts only if it brings the same in all of them, and where one does better by luck there is no puzzle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.chance import begin
from lantern.kernel.engine import shared_rules
from lantern.kernel.game import Game, Match
from lantern.kernel.record import Cells, Records, State, copy_of, new_records
from lantern.kernel.rng import MatchStream, Stream
from lantern.kernel.rule import entry, rule
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.learning.making import Found, Maker
from lantern.learning.making.levels import of_a_turn
from lantern.learning.puzzles import Line
from lantern.players import MOST_SEATS

MOST_DEEP = 14
"""How many actions a turn may have."""
MOST_NODES = 400_000
"""How many actions are tried to count a turn out."""
WORLDS = 4
"""In how many ways what is hidden is dealt."""
WORLDS_TO_CHECK = 16
MOST_ACTIONS = 60
"""How many actions a solution may have, all its ways together."""
FEW = 4
"""At most one first action in so many may be right: otherwise it is no puzzle."""
NOTHING = -1_000_000
UNKNOWN = 1_000_000
"""What cannot be counted at the end of a turn, so that a way to play that leads there is no puzzle."""

Numbers = NDArray[np.int64]
Measure = Callable[[State, int, Cells], int]
"""(state, seat, room for points): what a turn has brought; a rule."""
Weigh = Callable[[Records, Records, int, Records, Numbers, Numbers, Numbers, Numbers, int], int]
Ways: TypeAlias = "dict[int, Ways]"
"""The actions that lead to a target, each with those that do after it."""


@dataclass(frozen=True)
class Counted:
    """What first actions bring at most, in every world."""

    actions: list[int]
    values: Numbers
    """[world, place]"""

    @property
    def surely(self) -> Numbers:
        """[place] what an action brings whatever is hidden."""
        least: Numbers = self.values.min(axis=0)
        return least

    def is_lucky(self, target: int) -> bool:
        """Whether something may bring as much in one world and not in another."""
        return bool(((self.values >= target).any(axis=0) & (self.values != target).any(axis=0)).any())


class TooMuch(Exception):
    """There is more to try than there is time for, or chance has a say in it."""


class Turns:
    """Counts out turns of a game."""

    def __init__(self, game: Game, measure: Measure) -> None:
        self._game, self._measure = game, measure
        self._points = np.zeros(MOST_SEATS, np.int64)

    @cached_property
    def _weigh(self) -> Weigh:
        return counting(self._game, self._measure)

    @cached_property
    def _room(self) -> tuple[Records, Numbers, Numbers]:
        most = self._game.sheet.most_legal
        stack = new_records(self._game.sheet.state, MOST_DEEP + 1)
        return stack, np.zeros((MOST_DEEP, most), np.int64), np.zeros((MOST_DEEP, 3), np.int64)

    def count(self, worlds: list[Records], seat: int) -> Counted:
        """What every first action brings at most."""
        values, listed = [], []
        for number, world in enumerate(worlds):
            out = np.zeros(self._game.sheet.most_legal, np.int64)
            chance = new_records(MatchStream, 1)
            begin(chance, number)
            stack, lists, places = self._room
            count = self._weigh(world, chance, seat, stack, lists, places, self._points, out, MOST_NODES)
            if count < 0:
                raise TooMuch
            listed.append(lists[0, :count].tolist())
            values.append(out[:count])
        if any(actions != listed[0] for actions in listed):
            raise TooMuch
        return Counted(listed[0], np.array(values))

    def solve(self, worlds: list[Records], seat: int, target: int) -> tuple[Ways, int]:
        """All ways to play that bring a target, and of how many actions they are."""
        counted = self.count(worlds, seat)
        if counted.is_lucky(target):
            raise TooMuch
        right = [action for action, value in zip(counted.actions, counted.surely, strict=True) if value == target]
        if len(right) == len(counted.actions):
            return {}, 0
        ways: Ways = {}
        size = len(right)
        for action in right:
            after = [self._after(world, action) for world in worlds]
            goes_on = {int(self._game.engine.look(world, self._points)) == seat for world in after}
            if len(goes_on) > 1:
                raise TooMuch
            found, more = self.solve(after, seat, target) if goes_on == {True} else ({}, 0)
            ways[action], size = found, size + more
            if size > MOST_ACTIONS:
                raise TooMuch
        return ways, size

    def _after(self, world: Records, action: int) -> Records:
        after, chance = copy_of(world), new_records(MatchStream, 1)
        begin(chance, 0)
        self._game.engine.step(after, chance, action)
        return after


def worlds_of(match: Match, count: int, seed: int) -> list[Records]:
    """The match in several ways that the seat to act can't tell apart."""
    assert match.to_act is not None
    choice = new_records(Stream, 1)
    seed_all(choice, seed, CHOICE, 0, 1)
    found = []
    for _ in range(count):
        world = match.concealed(match.to_act - 1)
        match.game.engine.determinize(world, match.to_act - 1, choice)
        found.append(world)
    return found


def counting(game: Game, measure: Measure) -> Weigh:
    """An entry that tries all ways to play a turn."""
    rules = shared_rules(game.sheet)
    seat_to_act, legal_actions, apply = rules.seat_to_act, rules.legal_actions, rules.apply

    @entry(f"{game.name}: what a turn brings")
    def weigh(
        world: Records,
        chance: Records,
        seat: int,
        stack: Records,
        lists: Cells,
        places: Cells,
        points: Cells,
        out: Cells,
        most: int,
    ) -> int:
        """[place] what every first action brings at most; how many there are, -1 if there is too much to try.

        `places` has for each depth how many actions there are, which is tried now, and the most found there so far.
        """
        stack[0] = world[0]
        places[0, 0], places[0, 1], places[0, 2] = legal_actions(stack[0], lists[0]), 0, NOTHING
        depth = tried = 0
        while depth > 0 or places[0, 1] < places[0, 0]:
            if places[depth, 1] == places[depth, 0]:
                value = places[depth, 2]
                depth -= 1
            else:
                tried += 1
                if tried > most:
                    return -1
                stack[depth + 1] = stack[depth]
                apply(stack[depth + 1], lists[depth, places[depth, 1]], chance[0])
                if seat_to_act(stack[depth + 1]) == seat:
                    depth += 1
                    if depth == MOST_DEEP:
                        return -1
                    places[depth, 0], places[depth, 1] = legal_actions(stack[depth], lists[depth]), 0
                    places[depth, 2] = NOTHING
                    continue
                value = measure(stack[depth + 1], seat, points)
            if depth == 0:
                out[places[0, 1]] = value
            places[depth, 2] = max(places[depth, 2], value)
            places[depth, 1] += 1
        return places[0, 0]

    return weigh


def own_points(game: Game) -> Measure:
    """The points of a seat as they stand."""
    scores = game.sheet.rules.scores

    @rule
    def measure(state: State, seat: int, points: Cells) -> int:
        scores(state, points)
        return points[seat]

    return measure


def victory(game: Game) -> Measure:
    """2 for a win, 1 for a shared one, 0 for none, where the game is over."""
    standing, ending = game.sheet.rules.standing, game.sheet.rules.ending

    @rule
    def measure(state: State, seat: int, points: Cells) -> int:
        if ending(state) == 0:
            return UNKNOWN
        standing(state, points)
        above = level = 0
        for other in range(state.seats):
            above += points[other] > points[seat]
            level += points[other] == points[seat]
        return 0 if above > 0 else 2 if level == 1 else 1

    return measure


def always(match: Match) -> bool:
    """At any moment."""
    return True


def how_much(match: Match, solution: Line) -> int:
    """How hard a turn is to count out at a moment."""
    return of_a_turn(len(match.numbers()), solution)


def turn_maker(
    game: Game,
    theme: str,
    measure: Measure,
    clearly: int,
    when: Callable[[Match], bool] = always,
    often: float = 1.0,
    count: Callable[[Match, Line], int] | None = how_much,
) -> Maker:
    """A maker for turns in which one way to play brings clearly more than others, at moments of a kind."""
    turns = Turns(game, measure)

    def find(match: Match) -> Found | None:
        if not when(match):
            return None
        try:
            return solved(turns, match, clearly)
        except TooMuch:
            return None

    def check(match: Match, found: Found, seed: int, effort: int) -> bool:
        try:
            again = solved(turns, match, clearly, WORLDS_TO_CHECK * effort, seed)
        except TooMuch:
            return False
        return again is not None and (again.solution, [*again.worth]) == (found.solution, [*found.worth])

    return Maker(theme, find, check, often=often, count=count)


def solved(turns: Turns, match: Match, clearly: int, worlds: int = WORLDS, seed: int = 0) -> Found | None:
    """The best ways to play a turn, if there are few and the others bring clearly less."""
    assert match.to_act is not None
    seat = match.to_act - 1
    if len(match.numbers()) < FEW:
        return None
    dealt = worlds_of(match, worlds, seed)
    first = turns.count(dealt[:1], seat)
    if not _is_sharp(first, clearly):
        return None
    counted = turns.count(dealt, seat)
    target = int(counted.surely.max())
    if not _is_sharp(counted, clearly) or counted.is_lucky(target):
        return None
    ways, _ = turns.solve(dealt, seat, target)
    less = [int(value) for value in counted.surely if value < target]
    return Found(_written(ways, match.words.write_action), worth=(target, max(less)))


def _is_sharp(counted: Counted, clearly: int) -> bool:
    """Whether few first actions lead to the most, all others bring clearly less, and some much less."""
    surely = counted.surely
    target = int(surely.max())
    best = surely == target
    return (
        0 < target < UNKNOWN
        and bool((surely[~best] <= target - clearly).all())
        and int(best.sum()) * FEW <= len(surely)
    )


def _written(ways: Ways, write: Callable[[int], str]) -> Line:
    return {write(action): _written(after, write) for action, after in ways.items()}
