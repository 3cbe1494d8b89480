"""Who is granted something and never hears of it asks again, by himself or by another click, and gets it once."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.server.running import Running


def grant_and_lose(visitor: Visitor, path: str, times: int | None) -> list[httpx.Response]:
    """Let what is asked at a path reach the server, and its answer nobody."""
    lost: list[httpx.Response] = []

    def happens(route: Route) -> None:
        asked = route.request
        lost.append(httpx.request(asked.method, asked.url, headers=asked.all_headers(), content=asked.post_data))
        route.abort("connectionreset")

    visitor.forgive("net::ERR_CONNECTION_RESET")
    visitor.page.route(path, happens, times=times)
    return lost


def kinds(visitor: Visitor) -> list[str]:
    seats = visitor.page.request.get(f"/api/tables/{visitor.table}").json()["seats"]
    return [seat["kind"] for seat in seats]


def kept(visitor: Visitor) -> list[str]:
    """All that a script could read of what the browser keeps."""
    stored: list[str] = visitor.page.evaluate("() => Object.values({...localStorage, ...sessionStorage})")
    return stored


def table_link(visitor: Visitor) -> str:
    return visitor.expect_friends("hanabi", 4, name="Ada")


def seat_link(visitor: Visitor) -> str:
    table = table_link(visitor).split("#")[0]
    opened = visitor.page.request.post(f"/api/tables/{visitor.table}/seats/2/open")
    return f"{table}#key={opened.json()['key']}"


@pytest.mark.parametrize("link_of", [table_link, pytest.param(seat_link, marks=pytest.mark.thorough)])
def test_the_page_asks_again_for_a_seat(visit: Visit, link_of: Callable[[Visitor], str]) -> None:
    ada, ben = visit(), visit()
    link = link_of(ada)
    lost = grant_and_lose(ben, "**/join", times=1)
    ben.open(link)
    expect(ben.page.locator(".seat-2")).to_contain_text("Guest 2")
    expect(ben.page).to_have_url(link.split("#")[0])
    assert [answer.status_code for answer in lost] == [200]
    assert kinds(ben) == ["person", "person", "open", "open"]
    assert ben.page.request.get(f"/api/tables/{ben.table}").json()["mine"] == [2]


@pytest.mark.parametrize("link_of", [pytest.param(table_link, marks=pytest.mark.thorough), seat_link])
def test_the_link_clicked_again_leads_to_the_same_seat(visit: Visit, link_of: Callable[[Visitor], str]) -> None:
    ada, ben = visit(), visit()
    link = link_of(ada)
    lost = grant_and_lose(ben, "**/join", times=None)
    ben.open(link)
    ben.page.wait_for_event("requestfailed", lambda request: request.url.endswith("/join"))
    assert ben.context.cookies() == []
    ben.page.close()
    ben.page = ben.context.new_page()
    ben.open(link)
    expect(ben.page).to_have_url(link.split("#")[0])
    expect(ben.page.locator(".seat-2")).to_contain_text("Guest 2")
    assert lost[0].status_code == 200
    assert kinds(ben) == ["person", "person", "open", "open"]
    assert ben.page.request.get(f"/api/tables/{ben.table}").json()["mine"] == [2]
    secret = ben.context.cookies()[0]["value"]
    assert f"={secret};" in lost[0].headers["set-cookie"], "the cookie he would have got the first time"
    assert not [value for value in kept(ben) if lost[0].request.headers["lantern-visitor"] in value]


def test_a_table_is_made_once(visit: Visit, house: Running) -> None:
    ada = visit()
    lost = grant_and_lose(ada, "**/api/tables", times=1)
    link = ada.invite("hanabi")
    made = lost[0].json()
    assert link.endswith(f"/table/{made['table']}#key={made['invite']}")
    own = ada.page.request.get("/api/tables").json()["tables"]
    assert [table["table"] for table in own] == [made["table"]]


def test_a_bot_is_seated_once(visit: Visit) -> None:
    ada = visit()
    table_link(ada)
    lost = grant_and_lose(ada, "**/seats/2/bot", times=1)
    ada.page.locator(".seat-2").get_by_role("button", name=ada.words["ui.seat_a_bot"]).click()
    expect(ada.page.locator(".seat-2")).not_to_contain_text(ada.words["ui.seat_a_bot"])
    talk = ada.page.request.get(f"/api/tables/{ada.table}").json()["talk"]
    assert ([answer.status_code for answer in lost], [line["kind"] for line in talk]) == ([200], ["bot"])
