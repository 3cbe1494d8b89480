"""Away from the page: it opens without a network, and browsers are told that it is somebody's turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import lantern
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.server.push_service import LOOPBACK, Browser, PushService
from tests.server.running import Running, wait_for

DISCONNECTED = "net::ERR_INTERNET_DISCONNECTED"
SUBSCRIBE = """(subscription) => {
  PushManager.prototype.subscribe = async (wanted) => {
    window.wanted = wanted;
    return {
      endpoint: subscription.endpoint,
      toJSON: () => ({ keys: { p256dh: subscription.key, auth: subscription.secret } }),
      unsubscribe: async () => true,
    };
  };
}"""
"""A push service of a browser's maker can't be had here: the subscription is the test's."""


@pytest.fixture
def away_house(tmp_path: Path) -> Iterator[Running]:
    with Running(tmp_path, thinkers=0, notify_to=(LOOPBACK,)) as running:
        yield running


def come_again(visitor: Visitor) -> None:
    """Come for the second time: from then on the page is kept."""
    page = visitor.page
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    page.evaluate("sessionStorage.clear()")
    page.reload()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    known = 1 + len(lantern.names())
    wait_for(lambda: page.evaluate("async () => (await (await caches.open('told')).keys()).length") == known)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_who_came_before_opens_the_page_and_the_rules_without_a_network(visit: Visit) -> None:
    visitor = visit(worker=True)
    visitor.forgive(DISCONNECTED, "Failed to load resource", "WebSocket connection")
    come_again(visitor)
    page = visitor.page
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_text(visitor.words["ui.you_are_offline"])).to_be_visible()
    expect(page.get_by_role("heading", name="Khan")).to_be_visible()
    for game in ("han", "khan"):
        page.goto(f"/rules/{game}")
        expect(page.locator("main h2").first).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text(visitor.words["ui.you_are_offline"])).to_have_count(0)


def test_a_finished_match_that_was_looked_at_is_there_without_a_network(visit: Visit) -> None:
    visitor = visit(worker=True)
    visitor.forgive(DISCONNECTED, "Failed to load resource", "WebSocket connection")
    come_again(visitor)
    page = visitor.page
    order = {"game": "khan", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]}
    table = page.request.post("/api/tables", data=order).json()["table"]
    for number in range(30):
        seen = page.request.get(f"/api/tables/{table}").json()
        move = {
            "seat": seen["to_act"], "action": seen["actions"][0]["action"], "expected_version": seen["version"],
            "move_id": str(number),
        }  # fmt: skip
        assert page.request.post(f"/api/tables/{table}/moves", data=move).ok
    for seat in (1, 2):
        assert page.request.post(f"/api/tables/{table}/abandon", data={"seat": seat}).ok
    page.goto(f"/table/{table}")
    wait_for(lambda: page.evaluate("JSON.parse(localStorage.getItem('lantern.kept_matches') ?? '[]').length") == 1)
    page.context.set_offline(True)
    page.goto("/games")
    page.get_by_role("link", name="Ada").click()
    step = page.locator(".replay input")
    expect(step).to_have_value("30")
    expect(page.locator(".status.over")).to_be_visible()
    for ply in (29, 28):
        page.keyboard.press("ArrowLeft")
        expect(step).to_have_value(str(ply))
    expect(page.locator(".status .problem")).to_have_count(0)


def test_notices_are_switched_on_tried_shown_and_switched_off(visit: Visit, away_house: Running) -> None:
    with PushService() as service:
        visitor, browser = visit(at=away_house, worker=True), Browser(service, "here")
        say = visitor.words
        visitor.context.grant_permissions(["notifications"])
        page = visitor.page
        page.add_init_script(f"({SUBSCRIBE})({json.dumps(browser.subscription)})")
        page.goto("/games")
        page.get_by_role("button", name=say["ui.notices_on"]).click()
        notices = page.locator(".notices")
        expect(notices.locator("li")).to_contain_text(say["ui.notices_this"])
        assert page.evaluate("window.wanted.userVisibleOnly") is True
        notices.get_by_role("button", name=say["ui.notices_try"]).first.click()
        expect(notices.get_by_text(say["ui.notices_arrived"])).to_be_visible()
        assert browser.heard[0]["text"] == say["notice.trial"]
        assert shown_by_the_worker(visitor, browser) == ["Lantern", say["notice.trial"], "/games"]
        notices.get_by_role("button", name=say["ui.notices_off"]).click()
        expect(notices.locator("li")).to_have_count(0)


def shown_by_the_worker(visitor: Visitor, browser: Browser) -> list[str]:
    """What the worker shows when the push service delivers what was sent; this browser has no place to show it."""
    worker = visitor.context.service_workers[0]
    worker.evaluate(
        """(data) => {
          self.shown = [];
          self.registration.showNotification = async (title, { body, data }) => void self.shown.push(title, body, data);
          self.dispatchEvent(new PushEvent('push', { data }));
        }""",
        json.dumps(browser.heard[0]),
    )
    wait_for(lambda: worker.evaluate("self.shown.length"))
    shown: list[str] = worker.evaluate("self.shown")
    return shown


def test_an_address_quiet_hours_and_what_one_is_told_of_are_kept(visit: Visit, away_house: Running) -> None:
    with PushService() as service:
        visitor = visit(at=away_house)
        say, page = visitor.words, visitor.page
        page.goto("/games")
        page.get_by_label(say["ui.notices_of_talk"]).check()
        page.get_by_label(say["ui.notices_quiet"]).check()
        page.get_by_label(say["ui.notices_from"], exact=True).fill("23:15")
        page.get_by_label(say["ui.notices_also"]).select_option("webhook")
        page.get_by_label(say["ui.notices_address"]).fill("https://10.0.0.1/hook")
        page.get_by_role("button", name=say["ui.notices_save"]).click()
        visitor.forgive("422")
        expect(page.locator(".notices .problem")).to_contain_text("open internet")
        page.get_by_label(say["ui.notices_address"]).fill(f"{service.url}/hook")
        page.get_by_role("button", name=say["ui.notices_save"]).click()
        expect(page.get_by_text(say["ui.notices_saved"])).to_be_visible()
        page.reload()
        expect(page.get_by_label(say["ui.notices_of_talk"])).to_be_checked()
        expect(page.get_by_label(say["ui.notices_from"], exact=True)).to_have_value("23:15")
        expect(page.get_by_label(say["ui.notices_address"])).to_have_value(f"{service.url}/hook")
        page.get_by_role("button", name=say["ui.notices_try"]).click()
        expect(page.get_by_text(say["ui.notices_arrived"])).to_be_visible()
        assert json.loads(service.got[0].body)["text"] == say["notice.trial"]


def test_a_table_at_which_turns_take_days_leads_to_notices(visit: Visit) -> None:
    visitor = visit()
    page, say = visitor.page, visitor.words
    page.goto("/")
    for turn_s, offers in ((600, 0), (86_400, 1)):
        clock = {"kind": "turn", "turn_s": turn_s}
        order = {"game": "khan", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": clock}
        page.goto(f"/table/{page.request.post('/api/tables', data=order).json()['table']}")
        expect(page.get_by_text(say["ui.waiting_for_players"])).to_be_visible()
        expect(page.get_by_role("link", name=say["ui.notices_how"])).to_have_count(offers)
    page.get_by_role("link", name=say["ui.notices_how"]).click()
    expect(page.get_by_role("heading", name=say["ui.notices"])).to_be_in_viewport()
