"""How hard a puzzle is: which bots find it, and how much there is to look at.

What is to be played is shown to bots, weaker ones first, and each plays until it is right or wrong. Bots play to win
the match. Where that is what is asked for, the level is that of the first that finds it, and 6 if none does.

Anything else is counted too: for a turn how many actions there are at first, and how many of one's own have to be
played. A bot that passes by the most points at once need not have found them hard to see, so what no bot finds is as
hard as it is by counting. What one finds sooner is half way between both, for a bot counts what is in sight without
effort, and people do not.
"""

from __future__ import annotations

from functools import cached_property

from lantern.kernel.game import Game, Match
from lantern.learning.puzzles import LEVELS, Line
from lantern.players import BEGINNER, CLUB, EXPERT, ROUNDS, bot, bots
from lantern.players.player import Player

TRIES = 3
"""How often a bot plays; it finds what it finds more often than not."""
ROUNDS_TO_FIND = 10, 100, 1000
NOBODY = LEVELS.stop - 1
"""The level of what no bot finds."""
MANY, VERY_MANY = 30, 120
"""So many first actions make a turn harder to count out."""


class Ladder:
    """The bots that say how hard a puzzle is."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def _players(self) -> list[Player]:
        return [Player(self._game, bot(self._game, name), 0) for name in names_of_bots(self._game)]

    def level(self, match: Match, solution: Line, counted: int | None = None) -> int:
        """How hard it is to find; where it is counted, bots from there on need not be asked."""
        return halfway(self.first(match, solution, NOBODY if counted is None else counted), counted)

    def first(self, match: Match, solution: Line, most: int = NOBODY) -> int:
        """The number of the first bot that finds it; `most` if none before that does."""
        numbered = enumerate(self._players, LEVELS.start)
        found = (number for number, player in numbered if number < most and finds(player, match, solution))
        return next(found, most)

    def is_plain(self, match: Match, solution: Line) -> bool:
        """Whether the weakest bot finds it."""
        return finds(self._players[0], match, solution)


def names_of_bots(game: Game) -> list[str]:
    """The bots that say how hard puzzles of a game are, weakest first."""
    thinking = [f"{EXPERT}:{ROUNDS}={rounds}" for rounds in ROUNDS_TO_FIND] if EXPERT in bots(game) else []
    return [BEGINNER, CLUB, *thinking]


def finds(player: Player, match: Match, solution: Line) -> bool:
    """Whether a bot plays a solution to its end more often than not."""
    hits = 0
    for seed in range(TRIES):
        player.reseed(seed)
        hits += is_played(player, match, solution)
    return 2 * hits > TRIES


def is_played(player: Player, match: Match, solution: Line) -> bool:
    """Whether a bot does what is right until nothing is left to do."""
    match = match.copy()
    while solution:
        action = match.words.write_action(player.choose(match))
        if action not in solution:
            return False
        match.play(action)
        solution = solution[action]
    return True


def halfway(first: int, counted: int | None) -> int:
    """The level of what a bot finds first, and of which counting says something or nothing."""
    return first if counted is None else min(counted, (counted + first) // 2)


def of_a_turn(first_actions: int, solution: Line) -> int:
    """How hard a turn is to count out."""
    return min(NOBODY, depth(solution) + (first_actions > MANY) + (first_actions > VERY_MANY))


def depth(solution: Line) -> int:
    """How many actions have to be played, at most."""
    return max((1 + depth(after) for after in solution.values()), default=0)
