"""Friends who come by a link: how they are called, how the link reaches them, what is said, and who only looks on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_a_friend_comes_by_a_link(visit: Visit) -> None:
    """He is asked for his name, says something that she is told of, and a third looks on."""
    ada, ben, eve = visit(name="Ada"), visit(), visit()
    link = ada.invite("hanabi")
    box = ada.page.locator(".handing")
    expect(box.get_by_role("img", name=ada.words["ui.qr_code"])).to_be_visible()
    assert len(str(box.locator("path").get_attribute("d"))) > 2000
    expect(box.locator("code")).to_have_text("lantern serve --host 0.0.0.0")

    ben.page.goto(link)
    assert ben.page.request.get(f"/api/tables/{ada.table}").json()["mine"] == [], (
        "he sits down when he has said who he is"
    )
    ben.page.get_by_label(ben.words["ui.your_name"]).fill("Ben")
    ben.button("ui.join")
    expect(ada.page.locator(".seats .name")).to_have_text(["Ada", "Ben"])
    assert ben.page.evaluate("localStorage.getItem('lantern.name')") == '"Ben"'

    ben.tab("talk")
    ben.button("greeting.hello")
    mark = ada.page.locator(".unread")
    expect(mark).to_have_text("1")
    expect(ben.page.locator(".unread")).to_have_count(0)
    ada.tab("talk")
    expect(mark).to_have_count(0)

    eve.open(link.split("#")[0])
    expect(eve.page.locator(".status .sentence")).to_contain_text(eve.words["ui.you_watch"])
    assert eve.words["ui.you_watch"] not in ada.sentence
