"""What is legal and what is not, what is not understood, and what can be taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import lantern
from lantern import Match
from lantern.kernel.errors import MOST_LETTERS


def complaint(function: Callable[..., Any], *given: Any, **named: Any) -> str:
    """The message of the error that a call ends in: in a few words, and a `ValueError` too."""
    with pytest.raises(lantern.BadInput) as caught:
        function(*given, **named)
    assert isinstance(caught.value, lantern.LanternError)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) <= MOST_LETTERS
    return str(caught.value)


def all_of(match: Match) -> tuple[Any, ...]:
    """Everything that an action may change."""
    return match.reveal(), match.scores, match.actions(), match.save(), list(match.log)


def assert_legal(match: Match, *actions: str) -> None:
    """Each action, written as the game writes it, is legal now."""
    listed = match.actions()
    for action in actions:
        assert match.why_not(action) is None, f"{action}: {match.why_not(action)}"
        assert action in listed


def assert_refused(match: Match, action: str, *clauses: str) -> None:
    """The action is illegal, by one of these clauses if any is named, and trying it changes nothing."""
    before, game = all_of(match), match.game.name.upper()
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    assert refusal.clause.startswith(f"{game}-")
    assert refusal.message
    wanted = rf"{game}-({'|'.join(map(re.escape, clauses))})(?![.\w])"
    assert not clauses or re.match(wanted, refusal.clause), f"{action}: {refusal}, not {clauses}"
    assert action not in match.actions()
    with pytest.raises(lantern.Refused) as caught:
        match.play(action)
    assert caught.value.refusal == refusal
    assert all_of(match) == before


def assert_no_action(match: Match, action: str) -> None:
    """The text is no action of the game at all, and trying it changes nothing."""
    before = all_of(match)
    with pytest.raises(lantern.BadInput):
        match.play(action)
    with pytest.raises(lantern.BadInput):
        match.why_not(action)
    assert all_of(match) == before


def assert_impossible(match: Match, action: str, *clauses: str) -> None:
    """The text is no action of the game, or one that is illegal by one of these clauses."""
    try:
        match.why_not(action)
    except lantern.BadInput:
        assert_no_action(match, action)
    else:
        assert_refused(match, action, *clauses)


def assert_undone(match: Match, action: str) -> None:
    """The action can be played and taken back, and nothing of it is left."""
    before, position = all_of(match), match.reveal()
    match.play(action)
    assert match.reveal() != position
    assert match.why_not_undo() is None
    match.undo()
    assert all_of(match) == before


def assert_not_undone(match: Match) -> None:
    """The last action can't be taken back, and trying changes nothing."""
    before = all_of(match)
    refusal = match.why_not_undo()
    assert refusal is not None
    assert refusal.message
    with pytest.raises(lantern.Refused):
        match.undo()
    assert all_of(match) == before
