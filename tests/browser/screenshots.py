"""Pictures of every page and every game: light and dark, desktop and phone.

python -m tests.browser.screenshots FOLDER
"""

from __future__ import annotations

import logging
import random
import sys
import tempfile
from pathlib import Path

import structlog
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import launch
from tests.browser.visitor import Visitor, words
from tests.server.judges import quick_judges
from tests.server.running import Running
from tests.under_way import almost_over, begun, good_bot

PLAYERS = {"han": 3, "hanabi": 4, "khan": 3, "ming": 3}
PLIES = {"han": 90, "hanabi": 36, "khan": 70, "ming": 90}
SEED = 12

# Seen from the top, with nothing in focus; fonts and pictures are there, nothing moves any more, and all is drawn.
SETTLED = """async () => {
  document.activeElement?.blur();
  scrollTo(0, 0);
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode()));
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""


class Photographer:
    """Takes the pictures in one size and one theme."""

    def __init__(self, browser: Browser, house: Running, folder: Path, size: str, scheme: str) -> None:
        self.visitor = Visitor(browser, house, size=size, scheme=scheme)
        self.folder = folder
        self.look = f"{scheme}-{size}"

    def take(self, saved: dict[str, str], ended: dict[str, str]) -> None:
        """All pictures."""
        visitor = self.visitor
        visitor.introduce("Ada")
        visitor.page.wait_for_load_state("networkidle")
        self.shoot("start")
        for name, match in saved.items():
            visitor.open(f"/rules/{name}")
            visitor.page.wait_for_selector(".clause")
            self.shoot(f"{name}-rules")
            others = [good_bot(name)] * (PLAYERS[name] - 1)
            visitor.order(name, "me", *others, saved=match, name="Ada")
            visitor.wait_for_turn()
            self.shoot(name)
            visitor.order(name, "me", *others, saved=ended[name], name="Ada")
            visitor.play_at_random(random.Random(SEED))
            visitor.page.wait_for_selector(".finish .moment")
            self.shoot(f"{name}-end")
        for name in saved:
            visitor.open(f"/compose/{name}")
            visitor.page.locator(".composing .panel").wait_for()
            self.shoot(f"{name}-editor")
        visitor.choose_game("han").get_by_text(words()["ui.more_options"]).click()
        self.shoot("order")
        visitor.leave()

    def shoot(self, what: str) -> None:
        """One picture; on a phone of the whole page."""
        file = self.folder / f"{what}-{self.look}.png"
        self.visitor.page.evaluate(SETTLED)
        self.visitor.page.screenshot(path=file, full_page=self.visitor.touches)
        print(file)


def main() -> int:
    """Take the pictures."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    saved = {name: begun(name, PLAYERS[name], SEED, PLIES[name], good_bot(name)).save() for name in PLAYERS}
    ended = {name: almost_over(name, PLAYERS[name], SEED, good_bot(name)).save() for name in PLAYERS}
    with (
        tempfile.TemporaryDirectory() as place,
        quick_judges(),
        Running(Path(place), thinkers=0) as house,
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        for size in ("desktop", "phone"):
            for scheme in ("light", "dark"):
                Photographer(browser, house, folder, size, scheme).take(saved, ended)
    return 0


if __name__ == "__main__":
    sys.exit(main())
