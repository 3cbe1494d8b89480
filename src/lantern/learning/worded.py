"""What is said of a puzzle, in the reader's language: a game's own words for a theme, or else what is said of all."""

from __future__ import annotations

import re
from typing import Any

from lantern.languages.words import catalogue, told
from lantern.learning.puzzles import Puzzle

DIGITS = 1
"""With how many digits a team's points are told."""


def theme_told(game: str, theme: str, language: str) -> str:
    """What a theme is called; as it is if nobody named it."""
    key = _key(game, theme, "", language)
    return theme.replace("_", " ") if key is None else told(language, key, {})


def level_told(level: int, language: str) -> str:
    """What a level is called."""
    return told(language, f"puzzle_level.{level}", {})


def asked(puzzle: Puzzle, language: str) -> str:
    """What is to be found."""
    return _said(puzzle, "ask", language)


def right(puzzle: Puzzle, language: str) -> str:
    """What is said when it was found."""
    return _said(puzzle, "right", language)


def wrong(puzzle: Puzzle, language: str) -> str:
    """What is said when it was not."""
    return _said(puzzle, "wrong", language)


def _said(puzzle: Puzzle, part: str, language: str) -> str:
    key = _key(puzzle.game, puzzle.theme, f".{part}", language) or f"puzzle.any.{part}"
    return told(language, key, _arguments(puzzle))


def _key(game: str, theme: str, part: str, language: str) -> str | None:
    """The key of what is said of a theme: the game's own, or that of all games."""
    own, shared = f"{game}.puzzle.{theme}{part}", f"puzzle.{theme}{part}"
    if own in catalogue(game, language):
        return own
    return shared if shared in catalogue("puzzle", language) else None


def _arguments(puzzle: Puzzle) -> dict[str, Any]:
    """What the sentences of a theme speak of: what things are worth, and which card or place is meant."""
    best, following = (*puzzle.worth, 0, 0)[:2]
    numbers = re.findall(r"\d+", puzzle.about or "")
    return {"best": _rounded(best), "next": _rounded(following), "place": numbers[-1] if numbers else ""}


def _rounded(worth: float) -> float:
    """Chances with all their digits, for they are told as a percentage; points with few."""
    return worth if abs(worth) <= 1 else round(worth, DIGITS)
