"""Notes on cards and moves, which stay with the match."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import words


def test_notes_on_a_card_and_on_a_move_are_there_again(visit: Visit) -> None:
    """The note on a card goes with it when the hand closes up."""
    visitor = visit()
    page, game = visitor.page, words("en", "hanabi")
    visitor.order("hanabi", "me", "random", seed="5", options={"start": 1})
    visitor.wait_for_turn()
    visitor.click("card:1.3")
    with page.expect_response("**/notes"):
        page.get_by_label(game["hanabi.note_on"].replace("{position}", "3")).fill("a red 1?")
    visitor.ask_for("play 1")
    visitor.wait_for_ply(1)
    on_the_move = page.get_by_label(visitor.words["ui.note_on_move"].replace("{ply}", "1"))
    page.locator(".log li").first.hover()
    page.get_by_role("button", name=visitor.words["ui.note"], exact=True).first.click()
    with page.expect_response("**/notes"):
        on_the_move.fill("too early")
    page.reload()
    visitor.wait_for_turn()
    expect(on_the_move).to_have_value("too early")
    expect(page.get_by_role("button", name=game["hanabi.note_is"].replace("{note}", "a red 1?"))).to_be_visible()
    expect(page.locator(".held", has_text="a red 1?")).to_have_attribute("data-thing", "card:1.2")
