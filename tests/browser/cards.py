"""Draws what a link to a page is shown as, and the icons: client/public/cards and client/public/icons.

python -m tests.browser.cards
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path

import structlog
from playwright.sync_api import Page, sync_playwright

import lantern
from tests.browser.chromium import launch
from tests.browser.visitor import Visitor
from tests.server.running import Running

PUBLIC = Path(__file__).parents[2] / "client" / "public"
CARD = {"width": 1200, "height": 630}
QUALITY = 82
ICONS = {
    "180": (180, 0.12, "#f3ecdd"),
    "192": (192, 0, None),
    "512": (512, 0, None),
    "maskable": (512, 0.16, "#f3ecdd"),
}
"""[file] points a side, the part of them that is margin on each side, and what is behind the lantern."""

# The covers of the start page, one of them or all, fill a page of their own with a name written over them.
STAGE = """([names, title]) => {
  const covers = [...document.querySelectorAll('.card .picture.cover')].filter((_, place) => names.includes(place));
  const stage = document.createElement('div');
  stage.style.cssText = 'position:fixed; inset:0; z-index:99; display:grid; align-content:start; background:#1d1a16; ' +
    `grid-template-columns:repeat(${Math.min(covers.length, 2)}, 1fr)`;
  stage.append(...covers);
  const plate = document.createElement('div');
  plate.style.cssText = 'position:absolute; inset:auto 0 0; z-index:9; display:flex; align-items:center; ' +
    'gap:24px; padding:26px 44px; background:#1d1a16e6; color:#fffaf0; font:700 68px system-ui, sans-serif';
  const lamp = new Image(84, 84);
  lamp.src = '/lantern.svg';
  plate.append(lamp, title);
  stage.append(plate);
  document.body.append(stage);
  return lamp.decode();
}"""

ICON = """async ([margin, behind]) => {
  document.documentElement.style.background = 'transparent';
  document.body.style.cssText = `margin:0; background:${behind ?? 'transparent'}`;
  const lamp = new Image();
  lamp.src = '/lantern.svg';
  lamp.style.cssText = `position:fixed; inset:0; width:100vw; height:100vh; padding:${margin * 100}vw`;
  document.body.replaceChildren(lamp);
  await lamp.decode();
}"""


def main() -> None:
    """Draw all of them."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    for folder in ("cards", "icons"):
        (PUBLIC / folder).mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        sync_playwright() as playwright,
        launch(playwright) as browser,
        Running(Path(place), thinkers=0) as house,
    ):
        page = Visitor(browser, house, scheme="light").page
        draw_cards(page, house.url)
        draw_icons(page)


def draw_cards(page: Page, url: str) -> None:
    """A card for every game, and one for all of them."""
    page.set_viewport_size({"width": CARD["width"], "height": CARD["height"]})
    titles = [lantern.game(name).sheet.title for name in lantern.names()]
    cards = dict(zip(lantern.names(), titles, strict=True))
    for place, (name, title) in enumerate([*cards.items(), ("lantern", "Lantern")]):
        page.goto(url, wait_until="networkidle")
        page.wait_for_selector(".card .picture.cover svg")
        page.evaluate(STAGE, [list(range(len(titles))) if name not in cards else [place], title])
        page.screenshot(path=PUBLIC / "cards" / f"{name}.jpg", type="jpeg", quality=QUALITY)


def draw_icons(page: Page) -> None:
    """The lantern, in the sizes that devices ask for."""
    for name, (side, margin, behind) in ICONS.items():
        page.set_viewport_size({"width": side, "height": side})
        page.evaluate(ICON, [margin, behind])
        page.screenshot(path=PUBLIC / "icons" / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    main()
