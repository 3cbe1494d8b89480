"""On every page axe finds nothing wrong and nothing has to be scrolled sideways: light and dark, wide and narrow."""

from __future__ import annotations

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, suggestion_name, words
from tests.effort import THOROUGH
from tests.under_way import after, almost_over

pytestmark = pytest.mark.usefixtures("judges")
LIGHT, DARK = ("light", "desktop"), ("dark", "narrow")


def more(*case: object) -> Any:
    """A case that is left to `make thorough`."""
    return pytest.param(*case, marks=pytest.mark.thorough)


# Drawings of thousands of paths take axe longer than all the rest, and nobody reads or reaches anything in them.
# Whether that is so is seen here, and what is left of them is an empty picture.
EMPTY_PICTURES = """() => [...document.querySelectorAll('.picture > *')].flatMap((drawing) => {
  const reached = [...drawing.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]')];
  const hidden = drawing.getAttribute('aria-hidden') === 'true' || drawing.getAttribute('role') === 'img';
  drawing.replaceChildren();
  return [...reached.map((one) => `${one.tagName} in a picture`), ...(hidden ? [] : ['a picture that is read out'])];
})"""


AXE = Axe().axe_script
VIOLATIONS = """async (parts) =>
  (await axe.run(parts ? { include: parts } : document, { resultTypes: ['violations'] })).violations"""


class Inspector:
    """Looks at pages, and collects what is wrong with them."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.wrong: list[str] = []

    def look(self, at: str, *parts: str) -> None:
        """Look at all of a page, or at parts of it if the rest was looked at before."""
        page = self.visitor.page
        self.wrong += [f"{at}: {part}" for part in page.evaluate(EMPTY_PICTURES)]
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE)
        found = page.evaluate(VIOLATIONS, [[part] for part in parts] or None)
        self.wrong += [
            f"{at}: {one['id']} ({one['impact']}): {node['html'][:200]} {node['failureSummary'][:300]}"
            for one in found
            for node in one["nodes"][:3]
        ]
        self.look_sideways(at)

    def look_sideways(self, at: str) -> None:
        """Look whether anything has to be scrolled."""
        self.wrong += [f"{at}: {part}" for part in self.visitor.sideways()]


@pytest.mark.parametrize(("scheme", "size"), [LIGHT, more(*DARK)])
def test_a_table_is_ordered(visit: Visit, scheme: str, size: str) -> None:
    visitor = visit(scheme=scheme, size=size)
    inspector = Inspector(visitor)
    form = visitor.choose_game("hanabi", 5)
    form.get_by_text(words()["ui.more_options"]).click()
    inspector.look("order")
    visitor.button("ui.invite_friends")
    visitor.page.get_by_label(words()["ui.invite_link"]).wait_for()
    inspector.look("seating")
    assert inspector.wrong == []


@pytest.mark.parametrize(("scheme", "size"), [DARK, more(*LIGHT)])
def test_the_pages_around_the_tables(visit: Visit, scheme: str, size: str) -> None:
    visitor = visit(scheme=scheme, size=size)
    inspector = Inspector(visitor)
    visitor.order("hanabi", "me", "open", seed="5")
    visitor.open()
    visitor.page.get_by_role("heading", name=words()["ui.own_tables"]).wait_for()
    inspector.look("start, with a table")
    visitor.open("/rules/han")
    visitor.page.wait_for_selector(".clause")
    inspector.look("rules")
    visitor.open("/maps/han")
    visitor.page.get_by_text(words("en", "han")["han.editor.ready"]).wait_for()
    inspector.look("map editor")
    visitor.open("/table/nowhere")
    visitor.forgive("404")
    visitor.page.get_by_role("link", name=words()["ui.home"]).last.wait_for()
    inspector.look("a table that is not there")
    visitor.page.get_by_label(words()["ui.settings"]).click()
    inspector.look("settings", "header")
    assert inspector.wrong == []


# Each game has one theme and one size in `make test`, and all have both between them; Ming has its end, below.
TABLES = [("han", *DARK), ("hanabi", *LIGHT), ("khan", *DARK)]
MORE_TABLES = [
    more("ming", *LIGHT),
    more("han", *LIGHT),
    more("hanabi", *DARK),
    more("khan", *LIGHT),
    more("ming", *DARK),
]


@pytest.mark.parametrize(("game", "scheme", "size"), TABLES + MORE_TABLES)
def test_a_table(visit: Visit, game: str, scheme: str, size: str) -> None:
    visitor = visit(scheme=scheme, size=size)
    inspector = Inspector(visitor)
    bot = "beginner" if game == "hanabi" else "random"  # whoever plays Hanabi at random may soon have lost it
    visitor.order(game, "me", "me", bot, bot, saved=after(game, 4, 5, 6, bot).save())
    while not (look := visitor.wait_for_turn()).can:
        assert not look.over
        visitor.play_wisely(bot, until=look.ply + 1)
    visitor.click(look.can[0])
    visitor.tab("talk")
    inspector.look("something picked, and the talk")
    if game == "hanabi" or THOROUGH:  # what stands around the board is the same for all games
        visitor.page.keyboard.press("Escape")
        visitor.tab("log")
        look_at_an_earlier_moment(inspector)
    assert inspector.wrong == []


def look_at_an_earlier_moment(inspector: Inspector) -> None:
    """Look a move back, and ask why it was made."""
    visitor = inspector.visitor
    visitor.page.keyboard.press("[")
    visitor.page.get_by_role("button", name=words()["ui.back_to_now"]).wait_for()
    visitor.page.locator(".log li.at").get_by_role("button", name=words()["ui.why"]).click()
    visitor.page.wait_for_selector(".why li")
    inspector.look("an earlier moment, the log, and why", ".status", ".side")


# In `make test`, axe looks at the suggestions of `test_advice`.
@pytest.mark.parametrize(
    ("game", "scheme", "size"), [more("khan", "dark", "desktop"), more("hanabi", "light", "narrow")]
)
def test_a_suggestion(visit: Visit, game: str, scheme: str, size: str) -> None:
    visitor = visit(scheme=scheme, size=size)
    inspector = Inspector(visitor)
    visitor.order(game, "me", "random", seed="5", options={"start": 1})
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name=suggestion_name(game), exact=True).click()
    visitor.page.locator(".suggestion summary").click()
    inspector.look(game, ".status", ".suggestion")
    assert inspector.wrong == []


def over(visitor: Visitor, game: str) -> None:
    """Play the last ply of a match."""
    visitor.order(game, "me", "me", "me", saved=almost_over(game, 3, 5, "random").save())
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(5))


def review(visitor: Visitor, game: str) -> None:
    """Have the match reviewed, and look at its curve: a line for each seat, or what a team was to expect."""
    visitor.button("ui.review_start")
    expect(visitor.page.locator("figure .line")).to_have_count(1 if game == "hanabi" else 3)
    if game == "hanabi":
        curve = visitor.page.get_by_role("figure", name=visitor.words["ui.curve_points"])
        expect(curve.locator(".legend")).to_contain_text(visitor.words["ui.points_expected_name"])
    visitor.page.wait_for_load_state("networkidle")


# Scores and reviews are drawn alike in all games, but for those of a team. The tables of all games are looked at in
# both languages by test_stillness too, the other way round.
ENDS = [
    ("hanabi", "dark", "narrow", "it"),
    ("ming", "light", "narrow", "ru"),
    more("hanabi", "light", "desktop", "en"),
    more("ming", "light", "desktop", "en"),
    more("han", "light", "narrow", "ru"),
    more("khan", "dark", "desktop", "en"),
    more("khan", "dark", "narrow", "it"),
]


@pytest.mark.parametrize(("game", "scheme", "size", "language"), ENDS)
def test_the_end(visit: Visit, game: str, scheme: str, size: str, language: str) -> None:
    """Also with the longest words nothing has to be scrolled sideways, on no tab."""
    visitor = visit(scheme=scheme, size=size, language=language)
    inspector = Inspector(visitor)
    over(visitor, game)
    for tab in ("log", "talk"):
        visitor.tab(tab)
        inspector.look_sideways(f"{game}, {tab}")
    visitor.tab("score")
    inspector.look(game)
    review(visitor, game)
    inspector.look(f"{game}, reviewed", ".status", ".side")
    assert inspector.wrong == []


@pytest.mark.parametrize(("language", "games"), [more("it", ("khan", "hanabi")), ("ru", ("han", "ming"))])
def test_long_words_fit_a_narrow_screen(visit: Visit, language: str, games: tuple[str, str]) -> None:
    visitor = visit(language=language, size="narrow")
    wide: dict[str, list[str]] = {}
    visitor.open()
    for game in games:
        visitor.choose_game(game).get_by_text(visitor.words["ui.more_options"]).click()
        wide[f"order of {game}"] = visitor.sideways()
    for game in games:
        visitor.open(f"/rules/{game}")
        visitor.page.wait_for_selector(".clause")
        wide[f"rules of {game}"] = visitor.sideways()
    assert {page: parts for page, parts in wide.items() if parts} == {}
