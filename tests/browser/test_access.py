"""On every page axe finds nothing wrong and nothing has to be scrolled sideways: light and dark, wide and narrow."""

from __future__ import annotations

import random

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Visit
from tests.browser.matches import after, almost_over
from tests.browser.visitor import Visitor, words

pytestmark = pytest.mark.usefixtures("judges")
LOOKS = pytest.mark.parametrize(("scheme", "size"), [("light", "desktop"), ("dark", "narrow")])
TABLES = [
    ("han", "dark", "narrow"),
    ("hanabi", "light", "desktop"),
    ("khan", "dark", "narrow"),
    ("ming", "light", "desktop"),
]
MORE_TABLES = [
    ("han", "light", "desktop"),
    ("hanabi", "dark", "narrow"),
    ("khan", "light", "desktop"),
    ("ming", "dark", "narrow"),
]
"""The other way round: each game has one theme and one size in `make test`, and all have both between them."""


# Drawings of thousands of paths take axe longer than all the rest, and nobody reads or reaches anything in them.
# Whether that is so is seen here, and what is left of them is an empty picture.
EMPTY_PICTURES = """() => [...document.querySelectorAll('.picture > *')].flatMap((drawing) => {
  const reached = [...drawing.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]')];
  const hidden = drawing.getAttribute('aria-hidden') === 'true' || drawing.getAttribute('role') === 'img';
  drawing.replaceChildren();
  return [...reached.map((one) => `${one.tagName} in a picture`), ...(hidden ? [] : ['a picture that is read out'])];
})"""


class Inspector:
    """Looks at pages, and collects what is wrong with them."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.wrong: list[str] = []

    def look(self, at: str, *parts: str) -> None:
        """Look at all of a page, or at parts of it if the rest was looked at before."""
        page = self.visitor.page
        self.wrong += [f"{at}: {part}" for part in page.evaluate(EMPTY_PICTURES)]
        context = {"include": [[part] for part in parts]} if parts else None
        found = Axe().run(page, context, {"resultTypes": ["violations"]}).response["violations"]
        self.wrong += [
            f"{at}: {one['id']} ({one['impact']}): {node['html'][:200]} {node['failureSummary'][:300]}"
            for one in found
            for node in one["nodes"][:3]
        ]
        self.wrong += [f"{at}: {part}" for part in self.visitor.sideways()]


@LOOKS
def test_the_pages_around_the_tables(visit: Visit, scheme: str, size: str) -> None:
    visitor = visit(scheme=scheme, size=size)
    inspector = Inspector(visitor)
    visitor.open()
    visitor.page.wait_for_selector("h3")
    inspector.look("start")
    visitor.page.get_by_label(words()["ui.settings"]).click()
    inspector.look("settings", "header")
    visitor.page.get_by_label(words()["ui.settings"]).click()
    form = visitor.choose_game("hanabi", 5)
    form.get_by_text(words()["ui.more_options"]).click()
    inspector.look("order")
    visitor.button("ui.invite_friends")
    visitor.page.get_by_label(words()["ui.invite_link"]).wait_for()
    inspector.look("seating")
    visitor.open("/rules/han")
    visitor.page.wait_for_selector(".clause")
    inspector.look("rules")
    visitor.open()
    visitor.page.get_by_role("heading", name=words()["ui.own_tables"]).wait_for()
    inspector.look("start, with a table")
    visitor.open("/table/nowhere")
    visitor.forgive("404")
    visitor.page.get_by_role("link", name=words()["ui.home"]).last.wait_for()
    inspector.look("a table that is not there")
    assert inspector.wrong == []


@pytest.mark.parametrize(
    ("game", "scheme", "size"), [*TABLES, *(pytest.param(*one, marks=pytest.mark.thorough) for one in MORE_TABLES)]
)
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
    visitor.tab("log")
    visitor.page.keyboard.press("[")
    visitor.page.get_by_role("button", name=words()["ui.back_to_now"]).wait_for()
    visitor.page.locator(".log li.at").get_by_role("button", name=words()["ui.why"]).click()
    visitor.page.wait_for_selector(".why li")
    inspector.look("an earlier moment, the log, and why", ".status", ".side")
    assert inspector.wrong == []


@pytest.mark.parametrize(("game", "scheme", "size"), [("hanabi", "light", "narrow"), ("khan", "dark", "desktop")])
def test_a_hint(visit: Visit, game: str, scheme: str, size: str) -> None:
    visitor = visit(scheme=scheme, size=size)
    inspector = Inspector(visitor)
    visitor.order(game, "me", "random", seed="5", options={"start": 1})
    visitor.wait_for_turn()
    visitor.button("ui.hint")
    visitor.page.locator(".hint summary").click()
    inspector.look(game)
    assert inspector.wrong == []


def review(visitor: Visitor) -> None:
    """Have the match reviewed, and look at its curve."""
    visitor.button("ui.review_start")
    visitor.page.wait_for_selector("figure .line")
    visitor.page.wait_for_load_state("networkidle")


ENDS = [
    ("han", "light", "narrow"),
    ("hanabi", "dark", "narrow"),
    ("khan", "dark", "desktop"),
    ("ming", "light", "desktop"),
]


@pytest.mark.parametrize(("game", "scheme", "size"), ENDS)
def test_the_end(visit: Visit, game: str, scheme: str, size: str) -> None:
    visitor = visit(scheme=scheme, size=size)
    inspector = Inspector(visitor)
    visitor.order(game, "me", "me", "me", saved=almost_over(game, 3, 5, "random").save())
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(5))
    visitor.tab("score")
    inspector.look(game)
    review(visitor)
    inspector.look(f"{game}, reviewed", ".status", ".side")
    assert inspector.wrong == []


@pytest.mark.parametrize(("language", "games"), [("it", ("khan", "hanabi")), ("ru", ("han", "ming"))])
def test_long_words_fit_a_narrow_screen(visit: Visit, language: str, games: tuple[str, str]) -> None:
    visitor = visit(language=language, size="narrow")
    wide: dict[str, list[str]] = {}
    for game in games:
        visitor.open()
        visitor.choose_game(game).get_by_text(visitor.words["ui.more_options"]).click()
        wide[f"order of {game}"] = visitor.sideways()
        visitor.open(f"/rules/{game}")
        visitor.page.wait_for_selector(".clause")
        wide[f"rules of {game}"] = visitor.sideways()
        visitor.order(game, "me", "me", "me", saved=almost_over(game, 3, 5, "random").save())
        visitor.wait_for_turn()
        wide[game] = visitor.sideways()
        visitor.play_at_random(random.Random(5))
        for tab in ("log", "talk", "score"):
            visitor.tab(tab)
            wide[f"{game}, over, {tab}"] = visitor.sideways()
        review(visitor)
        wide[f"{game}, reviewed"] = visitor.sideways()
    assert {page: parts for page, parts in wide.items() if parts} == {}
