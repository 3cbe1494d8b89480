"""Whole games, played as people play them: by clicking, and by tapping."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.matches import nearly_over
from tests.browser.visitor import Visitor, words

# Sentences without a space between them, and words that are not there.
BADLY_SAID = re.compile(r"[.!?][^\W\d_]|[{}]|\.log\.")


def check_end(visitor: Visitor) -> None:
    """The table says who won, tells every point and whose it is, and the log has every move."""
    match, page = visitor.match, visitor.page
    result = match.result
    assert result is not None
    assert visitor.sentence not in ("", words()["ui.over"])
    visitor.tab("score")
    expect(page.locator(".breakdown tbody tr")).to_have_count(sum(item["points"] != 0 for item in match.breakdown()))
    totals = [int(text) for text in page.locator(".breakdown tfoot td").all_inner_texts()]
    assert totals == ([result["score"]] if "score" in result else match.scores)
    visitor.tab("log")
    expect(page.locator(".log li")).to_have_count(match.ply)
    assert [line for line in visitor.log() if BADLY_SAID.search(line)] == []


GAMES = {
    "han, market places, phone": ("han", ("me", "random"), ("market_places",), "narrow"),
    "hanabi": ("hanabi", ("me", "beginner", "beginner"), (), "desktop"),
    "khan, phone": ("khan", ("me", "random"), (), "narrow"),
    "ming, neutral family": ("ming", ("me", "random"), (), "desktop"),
}
MORE_GAMES = {
    "han, fortifications": ("han", ("me", "random", "random"), ("fortifications",), "desktop"),
    "hanabi, alone": ("hanabi", ("me", "me", "me"), (), "desktop"),
    "hanabi, final bouquet, phone": (
        "hanabi",
        ("me", "beginner", "beginner", "beginner"),
        ("final_bouquet",),
        "narrow",
    ),
    "khan, rulers placed": ("khan", ("me", "random"), ("place_rulers",), "desktop"),
    "ming, secret hands, phone": ("ming", ("me", "random", "random"), ("secret_hands",), "narrow"),
}
EVERY_GAME = [pytest.param(*game, id=name) for name, game in GAMES.items()] + [
    pytest.param(*game, id=name, marks=pytest.mark.thorough) for name, game in MORE_GAMES.items()
]


@pytest.mark.parametrize(("game", "seats", "options", "size"), EVERY_GAME)
def test_a_whole_game(visit: Visit, game: str, seats: tuple[str, ...], options: tuple[str, ...], size: str) -> None:
    visitor = visit(size=size)
    visitor.set_table(game, *seats, seed=11, options=options)
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(f"{game} {size}"))
    check_end(visitor)
    assert visitor.sideways() == []


@pytest.mark.thorough
def test_a_whole_game_of_hanabi_by_intent(visit: Visit) -> None:
    """With all its variants, and long enough that they matter: the clicks play just what was meant."""
    visitor = visit()
    visitor.set_table("hanabi", "me", "me", seed=5, options=("flares", "multicolour", "black_powder"))
    visitor.play_wisely("beginner")
    check_end(visitor)
    assert len(visitor.match.history) > 40


def test_the_variants_of_hanabi_by_intent(visit: Visit) -> None:
    """The end of a game with all of them: the clicks play just what was meant."""
    visitor = visit()
    options = {"flares": True, "multicolour": True, "black_powder": True}
    visitor.order("hanabi", "me", "me", saved=nearly_over("hanabi", 2, 5, "beginner", 8, **options).save())
    visitor.play_wisely("beginner")
    check_end(visitor)
    assert len(visitor.match.history) > 40
