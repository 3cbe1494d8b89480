"""The rules that players read are well written in every language; which clauses they have says test_clauses.py."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lantern.games.khan.state import MOST_REFUSED
from lantern.languages import LANGUAGES
from tests.languages.test_words import CYRILLIC, UNTIDY, all_refusals
from tests.tables import ALL_GAMES

PAGES = Path(__file__).parents[2] / "client" / "src" / "games"
GAMES = [game.name for game in ALL_GAMES if (PAGES / game.name).is_dir()]
"""Those that are drawn."""


@cache
def chapters(game: str, language: str) -> list[dict[str, Any]]:
    """A page of rules as the client shows it."""
    page: list[dict[str, Any]] = json.loads((PAGES / game / f"rules.{language}.json").read_text(encoding="utf-8"))
    return page


def shown(game: str, language: str) -> list[tuple[str, str]]:
    """The numbers and texts of a page; a game that is not drawn needs none."""
    if game not in GAMES:
        return []
    return [(clause["id"], clause["text"]) for chapter in chapters(game, language) for clause in chapter["clauses"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_limit_on_proposals_can_be_read_where_its_refusal_points(language: str) -> None:
    [clause] = {refusal.clause for refusal in all_refusals()["khan.too_many_refusals"]}
    assert f" {MOST_REFUSED} " in dict(shown("khan", language))[clause]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_chapters_are_told_apart_and_hold_what_they_hold_in_english(game: str, language: str) -> None:
    titles = [chapter["title"] for chapter in chapters(game, language)]
    assert len(titles) == len(set(titles))
    assert [len(chapter["clauses"]) for chapter in chapters(game, language)] == [
        len(chapter["clauses"]) for chapter in chapters(game, "en")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_clauses_are_neatly_written_in_their_language(game: str, language: str) -> None:
    for clause, text in shown(game, language):
        assert text == text.strip(), clause
        assert text.isprintable(), clause
        assert text.endswith((".", ".)")), clause
        assert UNTIDY.search(text.replace('"', "")) is None, clause
        assert bool(CYRILLIC.search(text)) == (language == "ru"), clause


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_is_left_in_english(game: str) -> None:
    for language in ("it", "ru"):
        assert not set(dict(shown(game, language)).values()) & set(dict(shown(game, "en")).values())
