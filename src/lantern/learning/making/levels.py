"""How hard a puzzle is: which bots find it, or how much there is to look at.

Best moves are shown to bots, weaker ones first: the level is that of the first that finds it, and 6 if none does. What
is counted out is no question of playing well: there the level follows from how many actions there are at first, and
how many of one's own have to be played.
"""

from __future__ import annotations

from functools import cached_property

from lantern.kernel.game import Game, Match
from lantern.learning.making import Found
from lantern.learning.puzzles import LEVELS, Line
from lantern.players import BEGINNER, CLUB, EXPERT, ROUNDS, bot, bots
from lantern.players.player import Player

TRIES = 3
"""How often a bot is asked; it finds what it finds more often than not."""
ROUNDS_TO_FIND = 10, 100, 1000
MANY, VERY_MANY = 30, 120
"""So many first actions make a turn harder to count out."""


class Ladder:
    """The bots that say how hard a puzzle is."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def _players(self) -> list[Player]:
        names = [BEGINNER, CLUB]
        if EXPERT in bots(self._game):
            names += [f"{EXPERT}:{ROUNDS}={rounds}" for rounds in ROUNDS_TO_FIND]
        return [Player(self._game, bot(self._game, name), 0) for name in names]

    def level(self, match: Match, found: Found) -> int:
        """The number of the first bot that finds it."""
        for number, player in enumerate(self._players, LEVELS.start):
            if self._finds(player, match, found.solution):
                return number
        return LEVELS.stop - 1

    def is_plain(self, match: Match, solution: Line) -> bool:
        """Whether the weakest bot finds it."""
        return self._finds(self._players[0], match, solution)

    def _finds(self, player: Player, match: Match, solution: Line) -> bool:
        hits = 0
        for seed in range(TRIES):
            player.reseed(seed)
            hits += match.words.write_action(player.choose(match)) in solution
        return 2 * hits > TRIES


def of_a_turn(first_actions: int, solution: Line) -> int:
    """How hard a turn is to count out."""
    return min(LEVELS.stop - 1, depth(solution) + (first_actions > MANY) + (first_actions > VERY_MANY))


def depth(solution: Line) -> int:
    """How many actions have to be played, at most."""
    return max((1 + depth(after) for after in solution.values()), default=0)
