"""What the bots tell people: how well they play, why a move was made, what they would play, how the game went."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Locator, Response, Route, expect

import lantern
from lantern.server.bots import thinking
from tests.browser.conftest import Visit
from tests.browser.test_access import Inspector
from tests.browser.visitor import Visitor, suggestion_name, words
from tests.server.judges import Quick
from tests.server.running import Json
from tests.under_way import almost_over, begun


def test_the_levels_and_how_long_the_expert_thinks(visit: Visit) -> None:
    visitor = visit(size="narrow")
    form = visitor.choose_game("han", 3)
    level = form.get_by_role("radio", checked=True)
    expect(level).to_have_value("club")
    expect(form.locator(".level p")).to_have_text(words()["level.club"])
    level.press("ArrowRight")
    expect(form.locator(".level p")).to_have_text(words()["level.expert"])
    visitor.field(form, "ui.thinks_for").select_option("3")
    form.get_by_text(words()["ui.more_options"]).click()
    expect(visitor.field(form, "table.seat", 3)).to_have_value("expert")
    visitor.field(form, "table.seat", 3).select_option("beginner")
    assert visitor.sideways() == []

    ordered: list[Json] = []

    def send(route: Route) -> None:
        sent = route.request.post_data_json
        assert sent is not None
        ordered.append(sent)
        # The expert takes long to be made ready.
        bots = [{"kind": "bot", "bot": "random"}] * 2
        route.continue_(post_data=json.dumps(ordered[0] | {"seats": [{"kind": "me"}, *bots]}))

    visitor.page.route("**/api/tables", send)
    form.get_by_role("button", name=words()["ui.open_table"]).click()
    visitor.page.wait_for_url("**/table/*")
    assert [seat.get("bot") for seat in ordered[0]["seats"]] == [None, "expert:seconds=3", "beginner"]
    expect(visitor.page.locator(".seats .tag")).to_have_text(["Random bot", "Random bot"])


def reasons(visitor: Visitor, ply: int, language: str = "en") -> list[str]:
    """Why a move was made, as the server tells it."""
    path = f"/api/tables/{visitor.table}/reasons/{ply}?seat=1"
    told = visitor.page.request.get(path, headers={"Accept-Language": language}).json()
    return [reason["text"] for reason in told["reasons"]]


def test_the_reason_for_a_move(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.order("han", "me", "random", seed="4", options={"start": 1})
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(4), until=5)
    visitor.wait_for_turn()
    last = visitor.match.ply
    lines = visitor.log()
    why, told = page.get_by_role("button", name=words()["ui.why"]), page.locator(".why li")

    # With the keyboard it is the next stop after the line; with a pointer it shows beside the line.
    page.locator(".log .entry").last.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(told).to_have_text(reasons(visitor, last - 1))
    page.keyboard.press("Enter")
    expect(told).to_have_count(0)
    assert visitor.log() == lines
    page.locator(".log .entry").nth(2).click()
    page.locator(".log li.at").get_by_role("button", name=words()["ui.why"]).click()
    expect(told).to_have_text(reasons(visitor, 3))
    expect(why.and_(page.locator("[aria-expanded=true]"))).to_have_count(1)

    # It speaks the language that is chosen.
    page.locator(".settings summary").click()
    page.get_by_label(words()["ui.language"]).select_option("it")
    expect(told).to_have_text(reasons(visitor, 3, "it"))
    assert reasons(visitor, 3, "it") != reasons(visitor, 3)


def is_strong(answer: Response) -> bool:
    """Whether it is the strong player's suggestion; a quick one is asked at the same time."""
    if not answer.url.endswith("/suggestion"):
        return False
    sent: Json = answer.request.post_data_json or {}
    return not sent["quick"]


def picked(visitor: Visitor) -> set[str]:
    """The things that are picked."""
    found: list[str] = visitor.page.locator(".thing.on").evaluate_all("all => all.map((one) => one.dataset.thing)")
    return set(found)


@pytest.mark.parametrize(
    ("size", "games"),
    [
        ("desktop", ("khan",)),
        ("narrow", ("hanabi",)),
        pytest.param("desktop", ("han", "khan"), marks=pytest.mark.thorough),
        pytest.param("narrow", ("hanabi", "ming"), marks=pytest.mark.thorough),
    ],
)
def test_a_suggestion_is_marked_and_plays_nothing(visit: Visit, size: str, games: tuple[str, ...]) -> None:
    visitor = visit(size=size, scheme="dark" if size == "desktop" else "light")
    inspector, page = Inspector(visitor), visitor.page
    for game in games:
        visitor.order(game, "me", "random", seed="4", options={"start": 1})
        visitor.wait_for_turn()
        bulb = page.get_by_role("button", name=suggestion_name(game), exact=True)
        box = page.get_by_role("region", name=suggestion_name(game), exact=True)
        for _ in range(2):
            with page.expect_response(is_strong) as answer:
                bulb.click()
            suggestion: Json = answer.value.json()
            expect(box.locator("ul li")).to_have_text([reason["text"] for reason in suggestion["reasons"]])
            assert picked(visitor) <= set(suggestion["touches"])
            assert picked(visitor) or not suggestion["touches"]
            assert visitor.match.ply == 0
        assert visitor.sideways() == []
        if game == "khan":
            box.locator("summary").click()
            inspector.look(game, ".status", ".suggestion")
            assert inspector.wrong == []
        page.keyboard.press("Escape")
        expect(box).to_have_count(0)
        assert picked(visitor) == set()
        with page.expect_response(is_strong):
            bulb.click()
        expect(box.get_by_text(words()["ui.suggestion_improving"])).to_have_count(0)
        expect(bulb).to_be_enabled()
        box.get_by_role("button", name=words()["ui.suggestion_play"]).click()
        visitor.agree(suggestion["action"], 0)
        visitor.wait_for_ply(1)
        assert visitor.match.history[0] == suggestion["action"]
        expect(box).to_have_count(0)


def test_the_last_line_of_the_log_is_seen_beside_a_suggestion(visit: Visit) -> None:
    visitor = visit()
    visitor.order("khan", "me", "random", saved=begun("khan", 2, 4, 20, "random").save())
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name=suggestion_name("khan"), exact=True).click()
    box = visitor.page.get_by_role("region", name=suggestion_name("khan"), exact=True)
    expect(box.locator("ul li")).not_to_have_count(0)
    expect(visitor.page.locator(".log li").last).to_be_in_viewport(ratio=1)


def test_no_suggestion_among_people(visit: Visit) -> None:
    visitor = visit()
    visitor.order("hanabi", "me", "me", "random", seed="4", options={"start": 1})
    visitor.wait_for_turn()
    assert visitor.page.get_by_role("button", name=suggestion_name("hanabi"), exact=True).count() == 0


def over(visitor: Visitor, game: str) -> None:
    """Play the last ply of a match."""
    visitor.order(game, "me", "random", "random", saved=almost_over(game, 3, 5, "random").save())
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(5))


def moment(visitor: Visitor) -> Locator:
    """The sentence that says at which moment one looks."""
    return visitor.page.locator(".status .sentence")


@pytest.mark.parametrize(
    ("game", "size"), [("han", "narrow"), pytest.param("khan", "desktop", marks=pytest.mark.thorough)]
)
def test_the_review(visit: Visit, game: str, size: str) -> None:
    visitor = visit(size=size)
    page = visitor.page
    judge = thinking.judge_of(lantern.game(game))
    assert isinstance(judge, Quick)
    judge.go.clear()
    over(visitor, game)
    match = visitor.match
    panel = page.get_by_role("tabpanel")
    visitor.button("ui.review_start")
    expect(panel.get_by_role("progressbar")).to_be_visible()
    judge.go.set()
    curve = panel.get_by_role("figure")
    expect(curve).to_be_visible()
    expect(curve.locator(".line")).to_have_count(3)
    review: Json = page.request.get(f"/api/tables/{visitor.table}/review").json()["review"]
    last = match.ply

    # Turning points lead there: by pointer, by keyboard, and from their list.
    points = curve.get_by_role("button")
    expect(points).to_have_count(len(review["turning_points"]))
    first, second = (point["ply"] for point in review["turning_points"][:2])
    points.first.click()
    expect(moment(visitor)).to_have_text(re.compile(rf"\b{first}\b.*\b{last}\b"))
    points.nth(1).press("Enter")
    expect(moment(visitor)).to_have_text(re.compile(rf"\b{second}\b.*\b{last}\b"))
    expect(page.get_by_role("slider")).to_have_value(str(second))

    # What was played and what would have been better, side by side.
    mattered = panel.locator(".moments").last.get_by_role("button")
    expect(mattered.first.locator(".way")).to_have_count(2)
    shown = mattered.first.locator(".head .quiet").inner_text()
    mattered.first.click()
    expect(page.get_by_role("slider")).to_have_value(shown.split()[-1])
    expect(mattered.first.locator("b").last).not_to_be_empty()
    panel.get_by_text(words()["ui.curve_table"]).click()
    expect(panel.locator("tbody tr")).to_have_count(last + 1)
    assert visitor.sideways() == []

    # It is kept with the match.
    asked = judge.asked
    page.reload()
    visitor.tab("review")
    expect(curve.locator(".line")).to_have_count(3)
    assert judge.asked == asked


# In `make test`, that of `test_access` is looked at.
@pytest.mark.thorough
def test_the_review_of_a_team(visit: Visit) -> None:
    """One line: the points that were to be expected."""
    visitor = visit()
    over(visitor, "hanabi")
    visitor.button("ui.review_start")
    curve = visitor.page.get_by_role("figure", name=words()["ui.curve_points"])
    expect(curve.locator(".line")).to_have_count(1)
    expect(curve.locator(".legend")).to_contain_text(words()["ui.points_expected_name"])
