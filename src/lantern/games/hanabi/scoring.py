"""Points and ratings."""

from __future__ import annotations

from lantern.games.hanabi import ends
from lantern.games.hanabi.board import BLACK, DATA, SUITS, VALUES
from lantern.games.hanabi.state import State
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule


@rule
def is_lost(state: State) -> bool:
    """Whether the game ended in defeat (HANABI-3.1, 4.1)."""
    return state.end == ends.THIRD_ERROR or state.end == ends.CARD_LOST


@rule
def firework_points(state: State) -> int:
    """The highest card of every firework; each card missing from black costs a point (HANABI-3.4, 6.4)."""
    points = 0
    for suit in range(SUITS):
        if suit != BLACK:
            points += state.firework[suit]
    if state.black_powder:
        points -= VALUES - state.firework[BLACK]
    return points


@rule
def team_score(state: State) -> int:
    """The points as they stand; a lost game scores nothing unless it was agreed that it keeps them (HANABI-3.1)."""
    if is_lost(state) and not state.score_on_loss:
        return 0
    return firework_points(state)


@rule
def scores(state: State, out: Cells) -> None:
    """One team: every seat has the same score."""
    for seat in range(state.seats):
        out[seat] = team_score(state)


standing = scores
"""A team stands together."""


@rule
def ending(state: State) -> int:
    """Why the game is over, RUNNING while it is not (HANABI-3)."""
    return state.end


def maximum(multicolour: bool) -> int:
    """The best score there is: black adds nothing (HANABI-5.1, 6.4)."""
    return 30 if multicolour else 25


def rating(points: int) -> str:
    """The name of a performance (HANABI-3.4, 5.1)."""
    for step in DATA["ratings"]:
        if points >= step["from"]:
            return str(step["name"])
    raise ValueError(f"no rating for {points} points")
