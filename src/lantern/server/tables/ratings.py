"""How well somebody solves puzzles: his rating, what he has found in a row, and which puzzle comes next.

Only the first try at a puzzle counts. It is a game against the puzzle, whose rating follows from its level.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from math import sqrt

from lantern.learning.puzzles import LEVELS, Puzzle
from lantern.server.tables.glicko import Game, Rating, after

EASIEST, STEP = 700.0, 250.0
SURE = 75.0
"""How sure the rating of a puzzle is: those of a level are not all alike."""
SPREAD = 400.0
"""How far from one's own rating puzzles may be drawn though others are nearer."""
OF_RULES = 0.2
"""Which part of puzzles of any theme ask what is allowed."""
NEW = Rating()


@dataclass(frozen=True)
class Attempt:
    """A first try that was noted, and the rating after it."""

    puzzle: str
    day: str | None
    """The day of which it was the puzzle, if it was tried as that."""
    counts: bool
    """Whether it was the first time that he saw it; otherwise it counts for the day alone."""
    right: bool
    at: int
    rating: Rating


def rating_of(level: int) -> Rating:
    """How strong the puzzles of a level are."""
    return Rating(EASIEST + STEP * (level - LEVELS.start), SURE)


def rated(before: Sequence[Attempt]) -> Rating:
    """Somebody's rating after what he has tried."""
    return before[-1].rating if before else NEW


def tried(before: Sequence[Attempt], puzzle: Puzzle, day: str | None, right: bool, at: int) -> Attempt | None:
    """What is noted of a first try; None if there is nothing new in it."""
    if any(one.puzzle == puzzle.name and one.day in (day, None) and day in (one.day, None) for one in before):
        return None
    counts = all(one.puzzle != puzzle.name for one in before)
    rating = rated(before)
    if counts:
        rating = after(rating, [Game(rating_of(puzzle.level), float(right))])
    return Attempt(puzzle.name, day, counts, right, at, rating)


def streaks(before: Iterable[Attempt]) -> tuple[int, int]:
    """How many puzzles were found in a row at the first try: those of late, and the most ever."""
    now = best = 0
    for one in before:
        if one.counts:
            now = now + 1 if one.right else 0
            best = max(best, now)
    return now, best


def days_in_a_row(before: Iterable[Attempt], today: date) -> int:
    """On how many days in a row, until today or yesterday, the puzzle of the day was tried."""
    days = {one.day for one in before if one.day is not None}
    day = today if today.isoformat() in days else today - timedelta(days=1)
    count = 0
    while day.isoformat() in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def next_of(puzzles: Iterable[Puzzle], seen: Collection[str], guest: str, rating: float) -> Puzzle | None:
    """A puzzle that somebody has not tried: first its theme is drawn, then it is one about as strong as he is.

    The lot is his own, and the same until he has tried another one.
    """
    new = [puzzle for puzzle in puzzles if puzzle.name not in seen]
    if not new:
        return None
    shares = theme_shares(new)
    theme = random.Random(f"{guest} {len(seen)}").choices([*shares], [*shares.values()])[0]
    of_theme = (puzzle for puzzle in new if puzzle.theme == theme)
    return min(of_theme, key=lambda puzzle: _distance(puzzle, guest, rating))


def theme_shares(puzzles: Iterable[Puzzle]) -> dict[str, float]:
    """How often each theme is drawn: one of four times as many puzzles twice as often; what is allowed, in all seldom.

    Such questions are plenty, and what one comes for are moves.
    """
    counts = Counter((puzzle.is_of_rules, puzzle.theme) for puzzle in puzzles)
    weights = {kind: sqrt(count) for kind, count in counts.items()}
    total = {of_rules: sum(weights[kind] for kind in weights if kind[0] is of_rules) for of_rules in (False, True)}
    parts = {True: OF_RULES if total[False] else 1.0, False: 1 - OF_RULES if total[True] else 1.0}
    shares: dict[str, float] = {}
    for (of_rules, theme), weight in sorted(weights.items()):
        shares[theme] = shares.get(theme, 0.0) + parts[of_rules] * weight / total[of_rules]
    return shares


def _distance(puzzle: Puzzle, guest: str, rating: float) -> float:
    """How far a puzzle is from somebody's rating, and by chance a little further; for him always the same."""
    drawn = sha256(f"{guest} {puzzle.name}".encode()).digest()
    return abs(rating_of(puzzle.level).rating - rating) + SPREAD * int.from_bytes(drawn[:4]) / 2**32
