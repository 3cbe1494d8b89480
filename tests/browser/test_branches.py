"""Other ways of a finished match, and going on from any of its moments with other people, by clicks."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_warming_up import Told
from tests.browser.visitor import Visitor
from tests.server.running import Running
from tests.under_way import almost_over

IN_SIGHT = """ply => {
  const line = document.querySelector(`.log .at[data-ply="${ply}"]`)?.getBoundingClientRect();
  const { top, bottom } = document.querySelector('.panel .scroll').getBoundingClientRect();
  return line && line.top < bottom && line.bottom > top;
}"""


def look_at(visitor: Visitor, ply: int) -> None:
    """Go back to a moment of the match."""
    visitor.put_result_aside()
    visitor.page.locator(".replay input").fill(str(ply))
    visitor.page.locator(f".game[data-ply='{ply}']").wait_for()


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "ru")])
def test_what_if(visit: Visit, size: str, language: str) -> None:
    """Something else is tried for whoever was to move, named, taken back, and found again beside the match."""
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
    turn = visitor.page.request.get(f"/api/tables/{table}/plies/9").json()["view"]["to_act"]
    assert (begun, visitor.match.history) == (9, played[:9])
    variation = visitor.page.get_by_role("region", name=visitor.words["ui.branch"], exact=True)
    expect(variation).to_contain_text(visitor.words["ui.branch_as"].format(seat=turn))
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


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_moment_is_in_sight_in_the_log(visit: Visit, size: str) -> None:
    """When one goes to it, and while the match goes on from there; its ways on say what they are, on a phone too."""
    visitor = visit(size=size)
    visitor.order("khan", "me", "me", saved=almost_over("khan", 2, 5, "random").save())
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(5))
    look_at(visitor, 9)
    visitor.tab("log")
    visitor.page.wait_for_function(IN_SIGHT, arg=9)
    for key, short in [("ui.what_if", "ui.what_if"), ("ui.play_from_here", "ui.play_from_here_short")]:
        way_on = visitor.page.locator(".buttons").get_by_label(visitor.words[key], exact=True)
        said = visitor.words[short if size == "phone" else key]
        expect(way_on.get_by_text(said).filter(visible=True)).to_have_count(1)
    look_at(visitor, 60)
    visitor.page.wait_for_function(IN_SIGHT, arg=60)
    visitor.button("ui.play_on_from_here")
    visitor.page.wait_for_function(IN_SIGHT, arg=62)


def test_who_waits_for_a_verdict_sees_how_far_the_bots_are(
    visit: Visit, house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visit()
    visitor.order("khan", "me", "me", saved=almost_over("khan", 2, 5, "random").save())
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(5))
    answer = visitor.page.request.post(f"/api/tables/{visitor.table}/branches", data={"ply": 8, "again": True})
    assert answer.ok, answer.text()
    monkeypatch.setattr(house.app.state.services.thinkers, "preparer", Told(progress=0.4))
    visitor.page.route("**/verdict", lambda route: None)
    visitor.open(f"/table/{answer.json()['table']}")
    visitor.wait_for_turn()
    panel = visitor.page.get_by_role("region", name=visitor.words["ui.try_again"], exact=True)
    expect(panel.get_by_role("progressbar")).to_have_count(0)
    visitor.button("ui.again_show")
    expect(panel.get_by_role("status")).to_have_text(visitor.words["ui.again_judging"])
    expect(panel.get_by_role("progressbar")).to_have_text(f"{visitor.words['ui.warming']}: 40%")


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
