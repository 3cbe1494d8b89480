"""What only a browser shows of HAN's and Hanabi's tables: what glows, what is folded and asked, the show at the end."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import FOLDED, Visitor, words
from tests.under_way import almost_over, begun, good_bot

# How many places on the map glow, how many could be chosen, and how wide the map is.
GLOWING = """() => {
  const places = [...document.querySelectorAll('.han-place > .can')];
  const glows = places.filter((one) => getComputedStyle(one.querySelector('.glow')).stroke !== 'none');
  return [glows.length, places.length];
}"""


def test_provinces_glow_before_their_places_and_the_status_line_follows(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.order("han", "me", "random", "random", seed="7", options={"start": 1})
    visitor.wait_for_turn()
    asked = visitor.sentence
    page.mouse.move(2, 2)
    glowing, places = page.evaluate(GLOWING)
    assert glowing == 0 < places
    assert page.locator(".land .open").count() > 0
    page.locator("[data-province]").first.hover(position={"x": 60, "y": 60}, force=True)
    glowing, places = page.evaluate(GLOWING)
    assert 0 < glowing < places
    card = next(thing for thing in visitor.look().can if thing.startswith("hand:"))
    visitor.click(card)
    expect(page.locator(".status .sentence")).not_to_have_text(asked)
    assert "lit place" in visitor.sentence
    page.keyboard.press("Escape")

    side, map_ = page.locator(".side"), page.locator(".han .map")
    before = map_.bounding_box()
    fold = page.get_by_role("button", name=words()["ui.log_beside"])
    fold.click()
    expect(page.locator(".side .panel")).to_be_hidden()
    assert before is not None
    assert side.bounding_box()["width"] < 30  # type: ignore[index]
    fold.click()
    expect(page.locator(".side .panel")).to_be_visible()
    assert map_.bounding_box() == before


BOARDS = {"han": ".han .map", "khan": ".khan-table .scroll", "ming": ".table-of-provinces"}


@pytest.mark.parametrize("game", BOARDS)
def test_on_a_small_desktop_the_log_is_a_drawer_and_the_board_has_its_room(visit: Visit, game: str) -> None:
    visitor = visit()
    page = visitor.page
    page.set_viewport_size({"width": 1024, "height": 768})
    visitor.order(game, "me", *["random"] * 2, seed="7", options={"start": 1} if game != "khan" else {})
    visitor.wait_for_turn()
    panel, board = page.locator(".side .panel"), page.locator(BOARDS[game])
    expect(panel).to_be_hidden()
    place, room = board.bounding_box(), page.locator(".game").bounding_box()
    assert place is not None
    assert room is not None
    assert place["height"] > 0.97 * room["height"], "as high as there is room"
    assert place["width"] > 0.97 * place["height"]

    fold = page.get_by_role("button", name=words()["ui.log_beside"])
    fold.click()
    expect(panel).to_be_visible()
    assert board.bounding_box() == place, "the drawer lies over what is beside it"
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator(".suggestion")).to_be_visible()
    assert board.bounding_box() == place


def test_empty_hints_are_folded_and_discards_are_asked_about_where_one_wishes(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    match = begun("hanabi", 2, 5, 20, good_bot("hanabi"))
    visitor.order("hanabi", "me", good_bot("hanabi"), saved=match.save())
    visitor.wait_for_turn()
    chips = page.locator('.choices [data-thing^="hint:"]')
    shown = chips.count()
    assert 0 < shown < 10
    visitor.press(FOLDED)
    expect(chips).to_have_count(10)

    harmless = next(
        place
        for place, held in enumerate(match.view(1)["hands"][0], 1)
        if not held["told"] and len(held["possible"]) > 3
    )
    page.locator(".settings summary").click()
    page.get_by_label(words("en", "hanabi")["hanabi.ask_discards"]).check()
    page.locator(".settings summary").click()
    discard(visitor, harmless)
    expect(page.locator(".choices .yes")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".settings summary").click()
    page.get_by_label(words("en", "hanabi")["hanabi.ask_discards"]).uncheck()
    page.locator(".settings summary").click()
    ply = visitor.match.ply
    discard(visitor, harmless)
    visitor.wait_for_ply(ply + 1)


def discard(visitor: Visitor, place: int) -> None:
    visitor.click(f"card:1.{place}")
    visitor.click("discard")


def test_a_game_of_hanabi_ends_with_a_show_that_a_click_ends(visit: Visit) -> None:
    almost = (almost_over("hanabi", 2, seed, good_bot("hanabi")) for seed in range(1, 20))
    saved = next(match for match in almost if match.to_act == 1).save()
    for speed, shows in (("usual", 1), ("at_once", 0)):
        visitor = visit(speed=speed)
        visitor.order("hanabi", "me", good_bot("hanabi"), saved=saved)
        visitor.wait_for_turn()
        visitor.play_at_random(random.Random(1))
        expect(visitor.page.locator(".verdict").first).to_be_visible()
        expect(visitor.page.locator(".show")).to_have_count(shows)
        if shows:
            visitor.page.locator(".show").click()
            expect(visitor.page.locator(".show")).to_have_count(0)
