"""Why the solution of a puzzle is right: reasons for what is played, and what tells an answer from other choices.

What tells a question's choices apart is known to a module `answers` of the game's folder, where it has one:
`why(match, about, choice)` gives the reasons why a choice is the answer, or why it can't be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from lantern.games import home
from lantern.kernel.game import Match
from lantern.learning.puzzles import Puzzle
from lantern.players.advice.reasons import MOST, Reason, proposed

Why = Callable[[Match, str, str], list[Reason]]
MOST_OF_A_TURN = 6
"""About how many reasons are told of a turn; of each of its actions one at least, if there is a new one."""


def of_turn(match: Match, actions: Sequence[str]) -> list[Reason]:
    """Why several actions of the seat to act are good one after the other; nothing is told twice."""
    match, found = match.copy(), list[Reason]()
    most = max(1, min(MOST, MOST_OF_A_TURN // max(1, len(actions))))
    for action in actions:
        number = match.words.read_action(action)
        assert isinstance(number, int), "what solves a puzzle can be done"
        assert match.to_act is not None
        reasons = proposed(match.game, match.concealed(match.to_act - 1), number)
        found += [reason for reason in reasons if reason not in found][:most]
        match.play(number)
    return found


def of_choice(puzzle: Puzzle, match: Match, choice: str) -> list[Reason]:
    """Why a choice is the answer, or why it can't be; none where a game does not say."""
    own = _answers(puzzle.game)
    return [] if own is None or puzzle.about is None else own(match, puzzle.about, choice)[:MOST]


@cache
def _answers(game: str) -> Why | None:
    package = home(game, "learning")
    if find_spec(package) is None or find_spec(f"{package}.answers") is None:
        return None
    own: Why = import_module(f"{package}.answers").why
    return own
