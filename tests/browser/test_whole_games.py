"""Whole games, played as people play them: by clicking, and by tapping."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, words

WILD = {"flares": True, "multicolour": True, "black_powder": True}


def sit_down(visitor: Visitor, game: str, seats: tuple[str, ...], options: dict[str, Any], seed: int) -> None:
    visitor.house.desk.seed = lambda: seed
    visitor.set_table(game, *seats, **options)


def check_end(visitor: Visitor) -> None:
    """All points are told, item by item, and the table says who won."""
    match = visitor.match
    assert match.over
    result = match.result
    assert result is not None
    visitor.tab("score")
    if match.breakdown():
        assert visitor.page.locator(".breakdown tbody tr").count() == len(match.breakdown())
        totals = [int(text) for text in visitor.page.locator(".breakdown tfoot td").all_inner_texts()]
        if "winners" in result:
            assert totals == match.scores
    else:
        assert words()["ui.nothing_scores"] in visitor.page.locator(".panel").inner_text()
    assert visitor.sentence not in ("", words()["ui.over"])
    visitor.tab("log")
    assert visitor.page.locator(".log li").count() == match.ply


def fits_the_screen(visitor: Visitor) -> bool:
    """Nothing has to be scrolled sideways."""
    fits: bool = visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return fits


BY_CHANCE = {
    "han": ("han", ("me", "random", "random"), {"fortifications": True}, "desktop"),
    "hanabi": ("hanabi", ("me", "me", "me"), {}, "desktop"),
    "khan": ("khan", ("me", "random"), {"place_rulers": True}, "desktop"),
    "ming": ("ming", ("me", "random"), {}, "desktop"),
    "hanabi, phone": ("hanabi", ("me", "random", "random", "random"), {"final_bouquet": True}, "phone"),
    "ming, phone": ("ming", ("me", "random", "random"), {"secret_hands": True}, "phone"),
}


@pytest.mark.parametrize(("game", "seats", "options", "size"), BY_CHANCE.values(), ids=BY_CHANCE.keys())
def test_a_whole_game_by_chance(
    visit: Visit, game: str, seats: tuple[str, ...], options: dict[str, Any], size: str
) -> None:
    visitor = visit(size=size)
    sit_down(visitor, game, seats, options, 11)
    visitor.play_at_random(random.Random(f"{game} {size}"))
    check_end(visitor)
    assert fits_the_screen(visitor)


def test_a_whole_game_of_hanabi_by_intent(visit: Visit) -> None:
    """With all its variants, and long enough that they matter: the clicks play just what was meant."""
    visitor = visit()
    sit_down(visitor, "hanabi", ("me", "me"), WILD, 5)
    visitor.wait_for_turn()
    match = visitor.match
    visitor.play_wisely("careful")
    check_end(visitor)
    assert len(match.history) > 40


BY_TAPPING = {
    "han": ("han", ("me", "random"), {"market_places": True}, 40),
    "khan": ("khan", ("me", "random"), {}, 30),
}


@pytest.mark.parametrize(("game", "seats", "options", "plies"), BY_TAPPING.values(), ids=BY_TAPPING.keys())
def test_a_stretch_on_a_phone(
    visit: Visit, game: str, seats: tuple[str, ...], options: dict[str, Any], plies: int
) -> None:
    visitor = visit(size="phone")
    sit_down(visitor, game, seats, options, 3)
    visitor.play_at_random(random.Random(game), until=plies)
    assert fits_the_screen(visitor)
    assert len(visitor.log()) >= plies
