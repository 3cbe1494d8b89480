"""The page for administrators, and what others see of what is done there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from lantern.languages.words import catalogue
from lantern.server.http.bearer import hashed
from tests.browser.conftest import Visit
from tests.server.running import Running
from tests.server.test_admin import TOKEN, Admin, pair

SAID = catalogue("admin", "en")
HARMLESS = "Down <b>at ten</b> for a minute."


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Running]:
    with Running(tmp_path, admin=hashed(TOKEN)) as running:
        yield running


def test_a_match_is_ended_and_all_are_told(visit: Visit, hosted: Running) -> None:
    _, ben, table = pair(hosted)
    host, player, stranger = visit(hosted), visit(hosted), visit(hosted, size="phone")
    player.context.add_cookies(
        [{"name": name, "value": value, "url": hosted.url} for name, value in ben.client.cookies.items()]
    )
    player.open(f"/table/{table}")
    player.page.locator(".status").wait_for()
    stranger.open("/")
    host.open("/admin")
    field = host.page.get_by_label(SAID["admin.token"])
    field.fill(TOKEN)
    field.press("Enter")
    expect(host.page.locator(".facts dd").first).to_be_visible()
    assert (
        host.page.evaluate("[localStorage.length && JSON.stringify(localStorage), document.cookie, location.href]")
        != []
    )
    assert TOKEN not in host.page.evaluate("JSON.stringify([{...localStorage}, document.cookie, location.href])")

    host.page.locator("#admin-tables").click()
    row = host.page.locator(".rows > li").filter(has_text=table)
    row.get_by_role("button", name=SAID["admin.act.end"], exact=True).click()
    row.get_by_role("button", name=SAID["admin.yes.end"]).click()
    expect(player.page.locator(".sentence").first).to_have_text("The administrator of this server has ended the match.")

    host.page.locator("#admin-message").click()
    host.page.get_by_label(SAID["admin.message_text"]).fill(HARMLESS)
    host.page.get_by_role("button", name=SAID["admin.show"]).click()
    for somebody in (host, player, stranger):
        expect(somebody.page.locator(".bulletin .text")).to_have_text(HARMLESS)
    assert stranger.sideways() == []
    stranger.page.locator(".bulletin button").click()
    stranger.page.reload()
    expect(stranger.page.locator(".start h1")).to_be_visible()
    host.page.get_by_role("button", name=SAID["admin.take_back"]).click()
    expect(player.page.locator(".bulletin")).to_have_count(0)
    assert stranger.page.locator(".bulletin").count() == 0, "what was put away stays away"

    host.page.locator("#admin-tables").click()
    row.get_by_role("button", name=SAID["admin.act.delete"], exact=True).click()
    row.get_by_role("button", name=SAID["admin.yes.delete"]).click()
    expect(player.page.locator("h1")).to_contain_text("has removed this table")
    host.page.locator("#admin-log").click()
    expect(host.page.locator(".rows > li")).to_have_count(4)
    assert [deed["what"] for deed in Admin(hosted).get("log")["deeds"]] == ["delete", "retract", "message", "end"]


def test_the_page_is_read_by_everybody_on_a_phone_too(visit: Visit, hosted: Running) -> None:
    pair(hosted)
    Admin(hosted).post("bars", {"address": "203.0.113.7", "reason": "Mind the others."}, 201)
    host = visit(hosted, size="narrow", language="ru")
    host.open("/admin")
    host.page.locator("input[type=password]").fill(TOKEN)
    host.page.keyboard.press("Enter")
    host.page.locator(".facts").wait_for()
    for tab in ("overview", "tables", "people", "bars", "message", "clearing", "log"):
        host.page.locator(f"#admin-{tab}").click()
        host.page.wait_for_load_state("networkidle")
        assert "admin." not in host.page.locator("main").inner_text()
        assert [one for one in host.sideways() if one.startswith("HTML")] == [], tab
    host.page.get_by_role("button", name=catalogue("admin", "ru")["admin.leave"]).click()
    expect(host.page.locator("input[type=password]")).to_be_visible()
    assert TOKEN not in host.page.evaluate("JSON.stringify({...sessionStorage})")
