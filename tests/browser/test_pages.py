"""The page as a site: addresses that lead nowhere, and what the browser draws around it."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Route, expect

from benchmarks.browser import COVERS, opened
from tests.browser.conftest import Visit
from tests.browser.visitor import words
from tests.under_way import almost_over

# Going there within the page: a browser complains in its console of a document that is not found.
GO = "(address) => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')); }"
# What moves because something else came in.
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries()) shifts.push(sources.map(({ node }) => node?.outerHTML?.slice(0, 80)));
}).observe({ type: "layout-shift", buffered: true });"""
FRAMES = "() => [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)"

LIGHT_KB = 200
"""What the start page may weigh over the wire, for who has never been there (`docs/client.md`, figures)."""


def with_days(route: Route) -> None:
    """The day's puzzles as somebody sees them who has solved some for twelve days."""
    answer = route.fetch()
    route.fulfill(response=answer, json=answer.json() | {"days": 12})


@pytest.mark.parametrize("size", ["desktop", "narrow"])
def test_the_start_page_is_light_and_comes_in_its_place(visit: Visit, size: str) -> None:
    ada = visit(size=size, language="it")
    ada.page.close()
    ada.context.add_init_script(SHIFTS)
    ada.context.route("**/api/puzzles?*", with_days)
    ada.page, opening = opened(ada.context, "/", COVERS)
    assert opening.bytes < LIGHT_KB * 1000
    assert ada.page.evaluate("shifts") == []
    expect(ada.page.locator(".days")).to_contain_text("12")
    head = ada.page.locator("header:has(#daily)").bounding_box()
    assert head is not None
    assert head["height"] < 45, "the days in a row leave the link to all puzzles no room"
    assert ada.sideways() == []


def test_an_address_that_leads_nowhere_says_so_and_leads_home(visit: Visit) -> None:
    ada = visit()
    ada.open("/")
    for address in ("/rules/chess", "/nothing", "/table"):
        ada.page.evaluate(GO, address)
        expect(ada.page.locator("h1")).to_have_text(words()["ui.unknown_page"])
    ada.page.get_by_role("link", name=words()["ui.home"]).last.click()
    expect(ada.page.locator(".start h1")).to_be_visible()


def test_the_frame_of_the_window_has_the_colour_of_the_look_that_was_chosen(visit: Visit) -> None:
    ada = visit()
    ada.open("/")
    light, dark = ada.page.evaluate(FRAMES)
    assert light != dark
    ada.page.locator(".settings summary").click()
    themes = ada.page.locator(".settings select").nth(1)
    for chosen, seen in (("dark", [dark, dark]), ("light", [light, light]), ("auto", [light, dark])):
        themes.select_option(chosen)
        assert ada.page.evaluate(FRAMES) == seen


def test_what_one_has_played_is_there_on_ones_other_devices_too(visit: Visit) -> None:
    ada, phone = visit(), visit(size="phone")
    ada.introduce("Ada")
    ada.order("hanabi", "me", "random", saved=almost_over("hanabi", 2, 3, "random").save(), name="Ada")
    ada.play_at_random(random.Random(1))
    ada.open("/games")
    expect(ada.page.locator("main li")).to_have_count(1)
    expect(ada.page.locator("article h3")).to_have_text("Hanabi")
    ada.page.get_by_role("button", name=words()["ui.make_my_link"]).click()
    link = ada.page.locator(".link input").input_value()
    phone.page.goto(link)
    expect(phone.page).to_have_url(phone.house.url + "/me")  # the secret is out of sight
    phone.page.get_by_role("button", name=words()["ui.be_me_yes"]).click()
    expect(phone.page.locator("main li")).to_have_count(1)
