"""The rules that players read: every clause a refusal cites is there in every language, under the same number."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lantern.games.khan.state import MOST_REFUSED
from lantern.languages import KERNEL, LANGUAGES
from tests.languages.test_languages import CYRILLIC, UNTIDY, all_refusals
from tests.tables import ALL_GAMES

PAGES = Path(__file__).parents[2] / "client" / "src" / "games"
GAMES = [game.name for game in ALL_GAMES]


@cache
def chapters(game: str, language: str) -> list[dict[str, Any]]:
    """A page of rules as the client shows it."""
    page: list[dict[str, Any]] = json.loads((PAGES / game / f"rules.{language}.json").read_text(encoding="utf-8"))
    return page


def clauses(game: str, language: str) -> dict[str, str]:
    """The texts of a page by their numbers."""
    return {clause["id"]: clause["text"] for chapter in chapters(game, language) for clause in chapter["clauses"]}


def numbers(game: str, language: str) -> list[list[str]]:
    """The numbers of a page's clauses, chapter by chapter."""
    return [[clause["id"] for clause in chapter["clauses"]] for chapter in chapters(game, language)]


def cited() -> set[tuple[str, str]]:
    """Every clause that some game cites at some table."""
    origins = ((key.partition(".")[0], refusals) for key, refusals in all_refusals().items())
    return {(origin, refusal.clause) for origin, refusals in origins if origin != KERNEL for refusal in refusals}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_that_a_refusal_cites_can_be_read(language: str) -> None:
    assert {game for game, _ in cited()} == set(GAMES)
    assert [clause for game, clause in sorted(cited()) if clause not in clauses(game, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_limit_on_proposals_can_be_read_where_its_refusal_points(language: str) -> None:
    [clause] = {refusal.clause for refusal in all_refusals()["khan.too_many_refusals"]}
    assert f" {MOST_REFUSED} " in clauses("khan", language)[clause]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_same_clauses_in_every_language(game: str) -> None:
    assert all(numbers(game, language) == numbers(game, "en") for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_clauses_and_chapters_are_told_apart(game: str, language: str) -> None:
    ids = [clause for chapter in numbers(game, language) for clause in chapter]
    titles = [chapter["title"] for chapter in chapters(game, language)]
    assert len(ids) == len(set(ids))
    assert len(titles) == len(set(titles))
    assert all(clause.startswith(f"{game.upper()}-") for clause in ids)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_clauses_are_neatly_written_in_their_language(game: str, language: str) -> None:
    for clause, text in clauses(game, language).items():
        assert text == text.strip(), clause
        assert text.isprintable(), clause
        assert text.endswith((".", ".)")), clause
        assert UNTIDY.search(text.replace('"', "")) is None, clause
        assert bool(CYRILLIC.search(text)) == (language == "ru"), clause


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_is_left_in_english(game: str) -> None:
    for language in ("it", "ru"):
        assert not set(clauses(game, language).values()) & set(clauses(game, "en").values())
