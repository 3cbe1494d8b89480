"""Other ways of a finished match, and going on from any of its moments with other people, by clicks."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.under_way import almost_over


def look_at(visitor: Visitor, ply: int) -> None:
    """Go back to a moment of the match."""
    visitor.put_result_aside()
    visitor.page.locator(".replay input").fill(str(ply))
    visitor.page.locator(f".game[data-ply='{ply}']").wait_for()


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "ru")])
def test_what_if(visit: Visit, size: str, language: str) -> None:
    """Something else is tried, named, taken back, and found again beside the match."""
    visitor = visit(size=size, language=language)
    visitor.order("khan", "me", "me", saved=almost_over("khan", 2, 5, "random").save())
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(5))
    played, table = visitor.match.history, visitor.table
    look_at(visitor, 9)
    visitor.button("ui.what_if")
    visitor.page.wait_for_url(lambda address: "/table/" in address and table not in address)
    visitor.wait_for_turn()
    begun = visitor.match.ply
    assert visitor.match.history[:9] == played[:9]
    visitor.play_at_random(random.Random(7), until=begun + 1)
    visitor.wait_for_turn()
    visitor.button("ui.undo")
    visitor.page.wait_for_function("ply => Number(document.querySelector('.replay input').max) === ply", arg=begun)
    name = visitor.page.get_by_label(visitor.words["ui.branch_name"])
    name.fill("North")
    name.press("Enter")
    visitor.page.get_by_role("link", name=visitor.words["ui.to_the_game"]).click()
    visitor.page.wait_for_url(f"**/table/{table}#ply=9")
    assert visitor.match.history == played
    visitor.page.get_by_text(visitor.words["ui.branches"]).click()
    expect(visitor.page.get_by_role("link", name="North")).to_be_visible()


def test_a_moment_becomes_a_new_table(visit: Visit) -> None:
    visitor = visit()
    visitor.order("hanabi", "me", "me", saved=almost_over("hanabi", 2, 5, "random").save())
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(5))
    played, table = visitor.match.history, visitor.table
    look_at(visitor, 4)
    visitor.page.get_by_role("link", name=visitor.words["ui.play_from_here"]).click()
    expect(visitor.page.get_by_label(visitor.words["ui.saved_until"])).to_have_value("4")
    visitor.button("ui.play_alone")
    visitor.page.wait_for_url(lambda address: "/table/" in address and table not in address)
    visitor.wait_for_turn()
    assert visitor.match.history[:4] == played[:4]
