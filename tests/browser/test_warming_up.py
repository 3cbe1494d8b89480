"""While bots are compiled: how far that is, who plays for whom, and that it is in nobody's way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from lantern.kernel.record import Records
from lantern.players.advice.judge import Judgement
from lantern.players.compiling import Pair
from tests.browser.conftest import Visit
from tests.browser.test_stillness import AREAS, PLACES, ROOM, THINGS
from tests.browser.visitor import Visitor, words
from tests.server.judges import Quick, ready
from tests.server.running import Running

POLL_MS = 2000
"""How often the page asks how far it is, `client/src/readiness.svelte.ts`; its clock is set on by so much."""
BAR = ".top [role=progressbar]"
COVERED = """(selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return !document.querySelector(selector).contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


@dataclass
class Told:
    """Compiles nothing, and is as far as it is told."""

    progress: float = 0.0

    def start(self) -> None: ...

    def want(self, pair: Pair) -> None: ...

    async def have(self, pair: Pair) -> None: ...

    async def close(self) -> None: ...


class Unready(Quick):
    """Knows what a quick player would do, and nothing else."""

    def judge(self, seen: Records, seat: int) -> Judgement:
        return Judgement(super().judge(seen, seat).best, {}, [], stood_in=True)


def unready(game: str, name: str) -> Unready:
    judge = Unready(ready(game, name).game)
    judge.go.set()
    return judge


@pytest.fixture
def preparer(house: Running) -> Iterator[Told]:
    """The house compiles its bots, as far as a test says."""
    told = Told()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.app.state.services.thinkers, "preparer", told)
        yield told


def at_percent(page: Page, percent: int) -> None:
    page.clock.fast_forward(POLL_MS)
    expect(page.locator(BAR)).to_have_attribute("aria-valuenow", str(percent))


def places(visitor: Visitor, game: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = visitor.page.evaluate(PLACES, [[*AREAS[game], "header.top", ".slot"], THINGS[game]])
    return found


@pytest.mark.parametrize(
    ("language", "line"),
    [
        pytest.param("en", "40%", marks=pytest.mark.thorough),
        pytest.param("it", "40%", marks=pytest.mark.thorough),
        ("ru", "40\xa0%"),
    ],
)
def test_the_start_page_says_how_far_it_is(visit: Visit, preparer: Told, language: str, line: str) -> None:
    visitor = visit(size="narrow", language=language)
    page, label = visitor.page, words(language)["ui.warming"]
    preparer.progress = 0.4
    page.clock.install()
    visitor.open()
    bar = page.get_by_role("progressbar", name=label)
    expect(bar).to_have_text(f"{label}: {line}")
    assert bar.locator(".line").evaluate("it => it.scrollWidth <= it.clientWidth"), "the line is cut off"
    assert not page.evaluate(COVERED, ".brand")
    assert not page.evaluate(COVERED, ".settings summary")
    assert visitor.sideways() == []
    preparer.progress = 0.999
    at_percent(page, 99)
    preparer.progress = 1.0
    page.clock.fast_forward(POLL_MS)
    expect(bar).to_have_count(0)


def test_nobody_is_asked_when_all_is_done(visit: Visit, preparer: Told) -> None:
    visitor = visit()
    preparer.progress = 1.0
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.page.clock.install()
    visitor.open()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.clock.run_for(15_000)
    visitor.page.wait_for_load_state("networkidle")
    assert len([url for url in asked if url.endswith("/api/readiness")]) == 1
    assert len([url for url in asked if url.endswith("which=own")]) > 1  # the page is awake
    expect(visitor.page.locator(BAR)).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "size", "language", "scheme"),
    [
        ("hanabi", "narrow", "ru", "light"),
        pytest.param("ming", "narrow", "it", "dark", marks=pytest.mark.thorough),
        pytest.param("han", "narrow", "en", "light", marks=pytest.mark.thorough),
        ("khan", "desktop", "it", "dark"),
    ],
)
def test_the_board_stays_where_it_is(
    visit: Visit, house: Running, preparer: Told, game: str, size: str, language: str, scheme: str
) -> None:
    visitor = visit(size=size, language=language, scheme=scheme)
    page = visitor.page
    page.clock.install()
    visitor.order(game, "me", "random", seed="7", options={"start": 1})
    visitor.wait_for_turn()
    at_percent(page, 0)
    before = places(visitor, game)
    hub, loop = house.app.state.services.hub, house._server.servers[0].get_loop()

    # A bot is not there yet, or the judge, who is none to play with: one line, on which nothing hangs.
    line = page.locator(".status .preparing")
    lines = "it => it.getBoundingClientRect().height / parseFloat(getComputedStyle(it).lineHeight)"
    expert = words(language)["ui.preparing"].replace("{bot}", words(language)["bot.expert"])
    for bot, told in (("expert:seconds=3", expert), ("judge", words(language)["ui.preparing_judge"])):
        loop.call_soon_threadsafe(hub._tell_preparing, visitor.table, bot, hub.process)
        expect(line).to_have_text(told)
        assert line.evaluate(lines) == pytest.approx(1, abs=0.1)
        assert line.evaluate("it => it.scrollWidth - it.clientWidth") == 0, "the line is cut off"
        said, room = page.evaluate(ROOM)
        assert said <= room + 0.6
        assert places(visitor, game) == before
    loop.call_soon_threadsafe(hub._tell_preparing, visitor.table, None, hub.process)
    expect(line).to_have_count(0)

    preparer.progress = 0.5
    at_percent(page, 50)
    assert places(visitor, game) == before
    preparer.progress = 1.0
    page.clock.fast_forward(POLL_MS)
    expect(page.locator(BAR)).to_have_count(0)
    assert places(visitor, game) == before


def test_a_server_that_does_not_say_is_asked_no_more(visit: Visit, preparer: Told) -> None:
    visitor = visit()
    visitor.forgive("/api/readiness")
    visitor.page.clock.install()
    visitor.open()
    at_percent(visitor.page, 0)
    visitor.page.route("**/api/readiness", lambda route: route.abort())
    visitor.page.clock.fast_forward(POLL_MS)
    expect(visitor.page.locator(BAR)).to_have_count(0)


def test_a_quick_players_suggestion_says_so_and_has_no_numbers_and_a_strong_players_does_not(
    visit: Visit, house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.app.state.services.thinkers, "judging", unready)
    visitor = visit(size="narrow")
    page = visitor.page
    visitor.order("han", "me", "random", seed="4", options={"start": 1})
    visitor.wait_for_turn()
    page.get_by_role("button", name=words()["ui.suggestion"], exact=True).click()
    box = page.get_by_role("region", name=words()["ui.suggestion"], exact=True)
    expect(box.get_by_text(words()["ui.suggestion_stood_in"])).to_be_visible()
    expect(box.locator(".worth, .chances, details")).to_have_count(0)
    expect(box.get_by_role("button", name=words()["ui.suggestion_play"])).to_be_enabled()

    monkeypatch.setattr(house.app.state.services.thinkers, "judging", ready)
    visitor.order("han", "me", "random", seed="4", options={"start": 1})
    visitor.wait_for_turn()
    page.get_by_role("button", name=words()["ui.suggestion"], exact=True).click()
    expect(box.locator(".worth").first).to_be_visible()
    expect(box.get_by_text(words()["ui.suggestion_stood_in"])).to_have_count(0)
