"""Everything about oneself: downloaded, and removed."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_what_is_kept_comes_as_a_file_and_goes_for_good(visit: Visit) -> None:
    visitor = visit()
    page, words = visitor.page, visitor.words
    visitor.order("hanabi", "me", "random", seed="5", options={"start": 1})
    table = page.url
    visitor.open("/games")
    with page.expect_download() as download:
        page.get_by_role("link", name=words["ui.about_me_download"]).click()
    told = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert [one["game"] for one in told["tables"]] == ["hanabi"]
    page.get_by_role("button", name=words["ui.about_me_remove"]).click()
    page.get_by_role("button", name=words["ui.cancel"]).click()
    page.get_by_role("button", name=words["ui.about_me_remove"]).click()
    page.get_by_role("button", name=words["ui.about_me_yes"]).click()
    page.wait_for_url("**/")
    expect(page.get_by_role("heading", name=words["ui.welcome"])).to_be_visible()
    visitor.forgive("/api/tables", "/table/")
    page.goto(table)
    expect(page.get_by_text(words["server.no_table"])).to_be_visible()
