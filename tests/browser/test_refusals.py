"""A click that can't be says why, with the clause, and the rules pages show that place."""

from __future__ import annotations

import random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, words
from tests.under_way import begun

# Things that look as if they could be used, and can't be now.
WRONG = {
    "han": ("space:", ()),
    "hanabi": ("discard", ("card:1.1",)),
    "khan": ("square:", ()),
    "ming": ("district:", ()),
}


@pytest.mark.parametrize(
    "game", ["hanabi", "khan", *(pytest.param(game, marks=pytest.mark.thorough) for game in ("han", "ming"))]
)
def test_an_illegal_click_says_why(visit: Visit, game: str) -> None:
    visitor = visit()
    page = visitor.page
    visitor.order(game, "me", "me", seed="7", options={"start": 1})
    visitor.wait_for_turn()
    kind, before = WRONG[game]
    for thing in before:
        visitor.click(thing)
    found = page.locator(f'.thing:not(.can):not(.on)[data-thing^="{kind}"]')
    while not found.count():
        visitor.play_at_random(random.Random(7), until=visitor.match.ply + 1)
        visitor.wait_for_turn()
    ply = visitor.match.ply
    wrong = [str(found.nth(place).get_attribute("data-thing")) for place in range(min(found.count(), 6))]
    for thing in wrong:
        with page.expect_response(lambda response: "/preview?" in response.url) as preview:
            visitor.click(thing)
        refusal = preview.value.json()["refusal"]
        if refusal is not None:
            break
    problem = page.locator(".status .problem")
    problem.wait_for()
    assert refusal["message"] in problem.inner_text()
    assert visitor.match.ply == ply

    link = problem.locator("a")
    assert link.inner_text() == refusal["clause"]
    with visitor.context.expect_page() as opened:
        link.click()
    rules = opened.value
    rules.wait_for_selector(".rules .sought")
    assert urlsplit(rules.url).path == f"/rules/{game}"
    sought = rules.locator(".sought")
    assert sought.get_attribute("id") == refusal["clause"]
    assert sought.evaluate("""clause => {
        const box = clause.getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight && clause.textContent.length > 20;
    }""")
    rules.close()
    if game == "hanabi":
        check_that_it_is_said_in_the_readers_language(visitor)


def test_a_place_that_does_not_go_with_a_card_says_why_and_the_card_stays_picked(visit: Visit) -> None:
    visitor = visit()
    match = begun("ming", 2, 7, 26, "random")
    assert {"step P3 with sedan", "step W2 with dragon", "stay with sedan"} <= set(match.actions())
    assert "step W2 with sedan" not in match.actions()
    visitor.order("ming", "me", "me", saved=match.save())
    visitor.wait_for_turn()
    visitor.click("hand:sedan")
    picked = visitor.page.locator(".thing.on")
    expect(picked).to_have_attribute("data-thing", "hand:sedan")
    visitor.click("district:W2")
    expect(visitor.page.locator(".status .problem a")).to_have_text("MING-6.1")
    expect(picked).to_have_attribute("data-thing", "hand:sedan")
    assert visitor.match.ply == match.ply


def test_who_clicks_discards_is_told_how_to_discard(visit: Visit) -> None:
    visitor = visit()
    visitor.order("hanabi", "me", "beginner", saved=begun("hanabi", 2, 7, 6, "beginner").save())
    visitor.wait_for_turn()
    assert any(action.startswith("discard") for action in visitor.match.actions())
    ply = visitor.match.ply
    visitor.click("discard:white 1")
    expect(visitor.page.locator(".status .problem")).to_have_text(words("en", "hanabi")["hanabi.discard_how"])
    assert visitor.match.ply == ply


def check_that_it_is_said_in_the_readers_language(visitor: Visitor) -> None:
    page = visitor.page
    page.locator(".status .sentence").press("Escape")
    expect(page.locator(".status .problem")).to_have_count(0)
    page.locator(".settings summary").click()
    said = set()
    for language, former in (("en", "en"), ("it", "en"), ("ru", "it")):
        page.get_by_label(words(former)["ui.language"]).select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        visitor.click("card:1.1")
        visitor.click("discard")
        said.add(page.locator(".status .problem").inner_text())
        page.locator(".status .sentence").press("Escape")
        expect(page.locator(".status .problem")).to_have_count(0)
    assert len(said) == 3
