"""Somebody with a browser: what he sees, and what he does with a mouse, a finger or a keyboard."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

from lantern.kernel.match import Match
from lantern.players import seat as bot_seat
from tests.server.running import Json, Running

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
PATIENCE_MS = 30_000
WORDS = Path(__file__).parents[2] / "client/src/words"
GAME_WORDS = Path(__file__).parents[2] / "client/src/games"

LOOK = """() => {
  const seen = (element) => element.getClientRects().length > 0;
  const has = (element, name) => element.classList.contains(name);
  const things = [...document.querySelectorAll('.thing.can')].filter(seen);
  const buttons = '.buttons button.go[data-action]:not([disabled]), .choices .yes, .payments button';
  return {
    ply: Number(document.querySelector('.replay input')?.max ?? -1),
    over: document.querySelector('.buttons a[href$="/export"]') !== null,
    asked: document.querySelector('.choices .yes, .payments button') !== null,
    picked: document.querySelector('.thing.on') !== null,
    fits: things.filter((one) => has(one, 'fits') && !has(one, 'on')).map((one) => one.dataset.thing),
    can: things.filter((one) => !has(one, 'on')).map((one) => one.dataset.thing),
    buttons: [...document.querySelectorAll(buttons)].filter(seen).length,
  };
}"""
BUTTONS = ".buttons button.go[data-action]:not([disabled]), .choices .yes, .payments button"

# Where an element can be hit: a point of it that no other thing covers, brought into sight first if need be.
AIM = """([selector, place]) => {
  const found = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
  if (!found.length) return null;
  const element = found[place % found.length];
  const hit = () => {
    const box = element.getBoundingClientRect();
    for (const parts of [1, 2, 4, 8, 16]) {
      for (let row = 0; row < parts; row++) {
        for (let column = 0; column < parts; column++) {
          const x = box.x + (box.width * (column + 0.5)) / parts;
          const y = box.y + (box.height * (row + 0.5)) / parts;
          const top = document.elementFromPoint(x, y);
          if (top && (top === element || element.contains(top)) &&
              top.closest('[data-thing], button, a') === element) return [x, y];
        }
      }
    }
    return null;
  };
  for (const block of ['nearest', 'center', 'start', 'end']) {
    const point = hit();
    if (point) return point;
    element.scrollIntoView({ block, inline: block, behavior: 'instant' });
  }
  return hit() ?? false;
}"""


@cache
def words(language: str = "en", game: str | None = None) -> dict[str, str]:
    """The words of the page, or of a game."""
    folder = GAME_WORDS / game if game else WORDS
    read: dict[str, str] = json.loads((folder / f"words.{language}.json").read_text("utf-8"))
    return read


@dataclass
class Look:
    """What can be done now."""

    ply: int
    over: bool
    asked: bool
    picked: bool
    fits: list[str]
    can: list[str]
    buttons: int


class Visitor:
    """A browser window of its own, with cookies of its own; whatever the console complains of is kept."""

    def __init__(
        self, browser: Browser, house: Running, size: str = "desktop", scheme: str = "light", language: str = "en"
    ) -> None:
        width, height = SIZES[size]
        self.house = house
        self.touches = size == "phone"
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=self.touches,
            locale=language,
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            base_url=house.url,
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.troubles: list[str] = []
        self.forgiven: list[str] = []
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def forgive(self, *parts: str) -> None:
        """What the console may say, since the test brings it about."""
        self.forgiven += parts

    def complaints(self) -> list[str]:
        """What nobody brought about."""
        return [said for said in self.troubles if not any(part in said for part in self.forgiven)]

    def leave(self) -> None:
        """Close the window."""
        self.context.close()

    # The pages

    def open(self, address: str = "/") -> None:
        """Go to an address."""
        self.page.goto(address)

    @property
    def table(self) -> str:
        """The table one is at."""
        return self.page.url.split("/table/")[1].split("#")[0]

    @property
    def match(self) -> Match:
        """What the server holds of the match, with everything that is hidden."""
        slot = self.house.desk._slots[self.table].table
        assert slot is not None
        assert slot.match is not None
        return slot.match

    def card_of(self, game: str) -> Locator:
        """A game on the start page."""
        title = self.page.get_by_role("heading", name=words()[f"game.{game}"], exact=True)
        return self.page.locator(".card").filter(has=title)

    def choose_game(self, game: str, players: int | None = None) -> Locator:
        """Open a game on the start page."""
        self.open()
        card = self.card_of(game)
        card.locator(".face").click()
        if players is not None:
            card.locator(".order > label select").select_option(str(players))
        return card

    def set_table(self, game: str, *seats: str, **options: bool) -> None:
        """Open a table: a seat is "me", "open", or the name of a bot."""
        card = self.choose_game(game, len(seats))
        card.locator("summary").click()
        for name, value in options.items():
            label = self.page.get_by_text(words()[f"option.{game}.{name}"], exact=True)
            card.locator("label").filter(has=label).locator("input").set_checked(value)
        for place, seat in enumerate(seats):
            card.locator("fieldset select").nth(place).select_option(seat)
        card.get_by_role("button", name=words()["ui.open_table"]).click()
        self.page.wait_for_url("**/table/*")

    def order(self, game: str, *seats: str, **more: Any) -> Json:
        """Order a table without the start page, and go to it."""
        wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        answer = self.page.request.post("/api/tables", data={"game": game, "seats": wanted, **more})
        assert answer.ok, answer.text()
        made: Json = answer.json()
        self.open(f"/table/{made['table']}")
        return made

    # At a table

    def look(self) -> Look:
        """What can be done now."""
        return Look(**self.page.evaluate(LOOK))

    @property
    def sentence(self) -> str:
        """The status line."""
        return self.page.locator(".status .sentence").inner_text()

    def log(self) -> list[str]:
        """The lines of the log."""
        return self.page.locator(".log li").all_inner_texts()

    def tab(self, name: str) -> None:
        """Turn to the log, the talk or the score."""
        self.page.get_by_role("tab", name=words()[f"ui.tab_{name}"]).click()

    def wait_for_ply(self, ply: int) -> None:
        """Wait until a move has happened."""
        self.page.wait_for_function("ply => Number(document.querySelector('.replay input')?.max ?? -1) >= ply", arg=ply)

    def wait_for_turn(self) -> Look:
        """Wait until there is something to do, or nothing more."""
        ready = f'.thing.can, {BUTTONS}, .buttons a[href$="/export"]'
        self.page.wait_for_selector(ready, state="attached")
        return self.look()

    def press(self, selector: str, place: int = 0) -> None:
        """Click or tap something where it can be hit."""
        point = self.page.evaluate(AIM, [selector, place])
        assert point is not None, f"there is no {selector}: {self.sentence}"
        assert point, f"{selector} can't be hit anywhere: {self.sentence}"
        if self.touches:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def click(self, thing: str, place: int = 0) -> None:
        """Click a thing on the table."""
        self.press(f'[data-thing="{thing}"]', place)

    def button(self, key: str) -> None:
        """Click one of the page's own buttons, by the key of its words."""
        self.page.get_by_role("button", name=words()[key], exact=True).first.click()

    def play_at_random(self, chance: random.Random, until: int | None = None) -> int:
        """Play by clicking about, to the end or to some ply; how many clicks it took."""
        clicks = 0
        while True:
            look = self.look()
            if look.over or (until is not None and look.ply >= until):
                return clicks
            if not look.can and not look.buttons:
                self.wait_for_turn()
                continue
            settles = chance.random() < (0.8 if look.asked else 0.5 if look.picked else 0.15)
            if look.buttons and (settles or not look.can):
                self.press(BUTTONS, chance.randrange(look.buttons))
            else:
                pool = look.fits if look.fits and chance.random() < 0.9 else look.can
                self.click(chance.choice(pool), chance.randrange(8))
            clicks += 1

    def play_wisely(self, bot: str, until: int | None = None) -> int:
        """Play what a bot advises, by clicking the things that it is about; how many clicks it took."""
        clicks = 0
        while True:
            look = self.wait_for_turn()
            if look.over or (until is not None and look.ply >= until):
                return clicks
            action, touched = self.advice(bot)
            for thing in touched:
                if self.page.evaluate("id => document.querySelector(`[data-thing='${id}'].on`)", thing) is None:
                    self.click(thing)
                    clicks += 1
            clicks += self.confirm(action)
            self.wait_for_ply(look.ply + 1)

    def advice(self, bot: str) -> tuple[str, tuple[str, ...]]:
        """An action that a bot would play, and the things it touches."""
        match = self.match
        action = bot_seat(match.game, bot, match.ply).choose(match)
        notation = action if isinstance(action, str) else match.actions()[match.numbers().index(action)]
        return notation, match.touch(notation)

    def confirm(self, action: str) -> int:
        """Say yes where one is asked."""
        for selector in (".choices .yes", f'.buttons [data-action="{action}"]', f'.payments [data-pay="{action}"]'):
            if self.page.locator(selector).count():
                self.press(selector)
                return 1
        return 0
