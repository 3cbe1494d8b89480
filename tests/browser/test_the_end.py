"""The end of a match: who won or what was reached, what points are made of, where it turned, and what comes next."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, expect

import lantern
from lantern.server.bots import thinking
from tests.browser.conftest import Visit
from tests.browser.test_stillness import Watchful
from tests.browser.visitor import Visitor, words
from tests.server.judges import Quick
from tests.server.running import Json
from tests.under_way import almost_over


def end(visitor: Visitor) -> Locator:
    """What is told of the end."""
    return visitor.page.locator(".finish")


def check_rivals(visitor: Visitor, result: Json) -> None:
    """The best stand above the others, and what points are made of adds up."""
    best = result["scores"].index(max(result["scores"])) + 1
    expect(end(visitor).locator(f".podium .place-1.seat-{best} b")).to_contain_text(str(max(result["scores"])))
    expect(end(visitor).locator(".podium li")).to_have_count(3)
    rows = [row.locator("td").all_inner_texts() for row in end(visitor).locator(".sources tbody tr").all()]
    assert len(rows) > 1
    cells = [[int(cell) if cell.strip().isdigit() else 0 for cell in row] for row in rows]
    assert [sum(column) for column in zip(*cells, strict=True)] == result["scores"]


def check_team(visitor: Visitor, result: Json) -> None:
    """How much was reached, how that is rated, and why it is over."""
    said = words("en", "hanabi")
    expect(end(visitor).locator(".reached .points")).to_contain_text(f"{result['score']} / {result['maximum']}")
    expect(end(visitor).get_by_role("heading", level=2)).to_have_text(said[f"hanabi.rating.{result['rating']}"])
    expect(end(visitor).get_by_text(said["hanabi.end." + result["reason"].replace(" ", "_")])).to_be_visible()


@pytest.mark.parametrize(("game", "players", "size"), [("khan", 3, "phone"), ("hanabi", 2, "desktop")])
def test_the_end_is_told_and_nothing_moves(visit: Visit, game: str, players: int, size: str) -> None:
    visitor = visit(kind=Watchful, size=size)
    page = visitor.page
    judge = thinking.judge_of(lantern.game(game))
    assert isinstance(judge, Quick)
    judge.go.clear()
    visitor.order(game, *["me"] * players, saved=almost_over(game, players, 5, "random").save())
    visitor.wait_for_turn()
    assert isinstance(visitor, Watchful)
    visitor.watch(game)
    visitor.play_at_random(random.Random(5))
    expect(end(visitor)).to_be_visible()
    visitor.wanted = None
    visitor.compare()
    assert visitor.moved == []
    visitor.rest()

    result = visitor.match.result
    assert result is not None
    (check_team if "score" in result else check_rivals)(visitor, result)

    # Where it turned comes when it is known, and leads there.
    expect(end(visitor).get_by_role("progressbar")).to_be_visible()
    judge.go.set()
    expect(end(visitor).locator(".moment, .never")).to_be_visible()
    review: Json = page.request.get(f"/api/tables/{visitor.table}/review").json()["review"]
    if review["turning_points"]:
        most = max(review["turning_points"], key=lambda point: abs(point["change"]))
        end(visitor).locator(".moment").click()
        expect(page.get_by_role("slider")).to_have_value(str(most["ply"]))
        if most["ply"] < visitor.match.ply:
            visitor.button("ui.back_to_now")
    assert bool(review["turning_points"]) == ("winners" in result)

    # On a phone it lies over the table, and is put aside and fetched again, by keyboard too.
    fetch = page.get_by_role("button", name=words()["ui.result"], exact=True)
    if size == "phone":
        expect(page.locator(".finish.open")).to_have_count(0)
        fetch.press("Enter")
        expect(page.locator(".finish.open")).to_be_visible()
        expect(end(visitor).get_by_role("heading", level=2)).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(".finish.open")).to_have_count(0)
        expect(fetch).to_be_focused()

    # The link that is shared shows the match to others from its beginning, and tells nothing of its end before that is
    # reached; they can't play on from it.
    visitor.button("ui.share")
    link = page.get_by_label(words()["ui.link_to_replay"]).input_value()
    watcher = visit(size=size)
    watcher.open(link)
    seen = watcher.page
    seen.locator(".game[data-ply='0']").wait_for()
    assert watcher.sentence == words()["ui.watch_about"]
    assert (watcher.log(), seen.get_by_role("tab").count(), end(watcher).count()) == ([], 2, 0)
    seen.get_by_role("button", name=words()["ui.later"], exact=True).click()
    seen.locator(".game[data-ply='1']").wait_for()
    assert (len(watcher.log()), end(watcher).count()) == (1, 0)
    watcher.button("ui.to_the_end")
    expect(end(watcher).get_by_role("heading", level=2)).to_have_text(
        end(visitor).get_by_role("heading", level=2).inner_text(), ignore_case=True
    )
    expect(end(watcher).locator(".moment, .never")).to_be_visible()
    assert watcher.can("ui.share")
    assert not watcher.can("ui.rematch")
