"""Somebody with a browser: what he sees, and what he does with a mouse, a finger or a keyboard."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

import lantern
from lantern.kernel.game import Match
from lantern.languages.words import catalogue
from lantern.players.player import seat as bot_seat
from tests.effort import THOROUGH
from tests.server.houses import Services
from tests.server.running import Json, Running
from tests.under_way import kind_of

SIZES = {"desktop": (1280, 800), "phone": (390, 844), "narrow": (360, 740)}
PATIENCE_MS = 60_000
MOST_CLICKS = 5_000
"""At random, in a game: far more than any takes."""

LOOK = """(buttons) => {
  const seen = (element) => element.getClientRects().length > 0;
  const has = (element, name) => element.classList.contains(name);
  const things = [...document.querySelectorAll('.thing.can')].filter(seen);
  return {
    ply: Number(document.querySelector('.replay input')?.max ?? -1),
    over: document.querySelector('.status.over') !== null,
    asked: document.querySelector('.choices .yes, .payments button') !== null,
    picked: document.querySelector('.thing.on') !== null,
    fits: things.filter((one) => has(one, 'fits') && !has(one, 'on')).map((one) => one.dataset.thing),
    can: things.filter((one) => !has(one, 'on')).map((one) => one.dataset.thing),
    buttons: [...document.querySelectorAll(buttons)].filter(seen).length,
  };
}"""
BUTTONS = ", ".join(
    [
        ".buttons button[data-action]:not([disabled])",
        ".choices .yes",
        ".payments button",
        ".plain button[data-action]:not([disabled])",
    ]
)

CURTAIN = ".curtain button"

# The end of a match is loaded when it comes.
END_IS_THERE = """() => document.querySelector('.status.over') === null || document.querySelector('.finish') !== null ||
  document.querySelector('#tab-score[aria-selected="true"]') === null"""
NAMELESS = "() => !JSON.parse(localStorage.getItem('lantern.name') ?? '\"\"')"

# Where an element can be hit: a point of it that no other thing covers, brought into sight first if need be; one with
# nothing else around it if there is any, for a browser takes a tap near an edge for one at what lies beyond.
AIM = """([selector, place]) => {
  const found = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
  if (!found.length) return null;
  const element = found[place % found.length];
  const hits = (x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (top === element || element.contains(top)) && top.closest('[data-thing], button, a') === element;
  };
  const around = [[-4, 0], [4, 0], [0, -4], [0, 4]];
  const hit = () => {
    const box = element.getBoundingClientRect();
    let edge = null;
    for (const parts of [1, 2, 4, 8, 16]) {
      for (let row = 0; row < parts; row++) {
        for (let column = 0; column < parts; column++) {
          const x = box.x + (box.width * (column + 0.5)) / parts;
          const y = box.y + (box.height * (row + 0.5)) / parts;
          if (!hits(x, y)) continue;
          if (around.every(([right, down]) => hits(x + right, y + down))) return [x, y];
          edge ??= [x, y];
        }
      }
    }
    return edge;
  };
  for (const block of ['nearest', 'center', 'start', 'end']) {
    const point = hit();
    if (point) return point;
    element.scrollIntoView({ block, inline: block, behavior: 'instant' });
  }
  return hit() ?? false;
}"""

# Behind this are hints that fit no card.
FOLDED = ".choices .more[aria-expanded='false']:not([disabled])"

LISTEN = """() => {
  window.tapped = new Promise((done) => addEventListener('click', () => done(), { capture: true, once: true }));
}"""

# The page has taken in a click: the things clicked so far are picked, or one is asked, or the action is on its way.
TAKEN = """([things, asked, ply]) => document.querySelector(asked) !== null ||
  document.querySelector('.thing.can') === null ||
  Number(document.querySelector('.replay input')?.max ?? -1) > ply ||
  things.every((thing) => document.querySelector(`[data-thing="${thing}"].on`) !== null)"""

# Where one is asked, of the places where one may be.
ASKED = "(places) => places.find((one) => document.querySelector(one) !== null) ?? null"

# What is wider than its place: the page itself, and parts of it that scroll; but a map brought nearer is moved about.
SIDEWAYS = """() => [...document.querySelectorAll(':not(.near)')]
  .filter((one) => one.scrollWidth > one.clientWidth &&
    (one === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)))
  .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} in ${one.clientWidth}`)"""


def suggestion_name(game: str, language: str = "en") -> str:
    """What asking for a suggestion is called in a game."""
    return words(language, game).get(f"{game}.suggestion", words(language)["ui.suggestion"])


@cache
def words(language: str = "en", game: str | None = None) -> dict[str, str]:
    """The words of the page, or of a game."""
    return dict(catalogue(lantern.game(game).name if game else "ui", language))


def confirmations(action: str) -> tuple[str, ...]:
    """Where one says that an action is meant."""
    return ".choices .yes", f'.buttons [data-action="{action}"]', f'.payments [data-pay="{action}"]'


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
        self,
        browser: Browser,
        house: Running | Services,
        size: str = "desktop",
        scheme: str = "light",
        language: str = "en",
        name: str | None = None,
        speed: str = "at_once",
        worker: bool = False,
    ) -> None:
        """Only where a worker is asked for, the page may have its service worker: it would keep files between tests."""
        width, height = SIZES[size]
        self.house = house
        self.language, self.words = language, words(language)
        self.touches = size != "desktop"
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=self.touches,
            locale=language,
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce" if speed == "at_once" else "no-preference",
            base_url=house.url,
            service_workers="allow" if worker else "block",
        )
        self.context.set_default_timeout(PATIENCE_MS)
        # Chosen on an earlier visit, and kept by the device.
        for what, chosen in (("name", name), ("speed", speed)):
            if chosen is not None:
                kept = f"localStorage.setItem('lantern.{what}', {json.dumps(json.dumps(chosen))})"
                self.context.add_init_script(f"if (location.origin !== 'null') {kept}")
        self.troubles: list[str] = []
        self.forgiven: list[str] = [] if worker else ["Service Worker registration blocked"]
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("crash", lambda page: self.troubles.append(f"crashed: {page.url}"))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.text} {message.location.get('url', '')}")

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
        """Go to an address; who comes by a link and has said no name says none now."""
        self.page.goto(address)
        if "#key=" in address and not address.endswith("&again") and self.page.evaluate(NAMELESS):
            self.button("ui.join_nameless")

    @property
    def table(self) -> str:
        """The table one is at."""
        return self.page.url.split("/table/")[1].split("#")[0]

    @property
    def match(self) -> Match:
        """What the server holds of the match, with everything that is hidden."""
        assert isinstance(self.house, Running), "the match of another process can't be seen"
        slot = self.house.tables._slots[self.table].table
        assert slot is not None
        assert slot.match is not None
        return slot.match

    def choose_game(self, game: str, players: int | None = None) -> Locator:
        """Choose a game on the start page: the form in which its table is ordered."""
        if urlsplit(self.page.url).path != "/":
            self.open()
        title = words(self.language, game).get(f"{game}.title", game.capitalize())
        heading = self.page.get_by_role("heading", name=title, exact=True)
        self.page.get_by_role("button", expanded=False).filter(has=heading).click()
        form = self.page.get_by_role("region", name=title, exact=True)
        if players is not None:
            self.field(form, "ui.players").select_option(str(players))
        return form

    def field(self, form: Locator, key: str, seat: int = 0) -> Locator:
        """A field of a form, by the key of its words; an option to be ticked may begin like them."""
        label = re.compile("^" + re.escape(self.words[key].replace("{number}", str(seat))))
        return form.get_by_label(label).and_(form.locator(":not([type=checkbox])"))

    def set_table(self, game: str, *seats: str, seed: int, options: tuple[str, ...] = ()) -> None:
        """Open a table by the form, with some options: a seat is "me", "open", or the name of a bot."""
        form = self.choose_game(game, len(seats))
        form.get_by_text(self.words["ui.more_options"]).click()
        for name in options:
            form.get_by_label(words(self.language, game)[f"{game}.option.{name}"]).check()
        self.field(form, "ui.seed").fill(str(seed))
        for number, seat in enumerate(seats, 1):
            self.field(form, "table.seat", number).select_option(seat)
        form.get_by_role("button", name=self.words["ui.open_table"]).click()
        self.page.wait_for_url("**/table/*")

    def invite(self, game: str, players: int = 2) -> str:
        """Open a table for friends: the link for them."""
        self.choose_game(game, players)
        self.button("ui.invite_friends")
        return self.page.get_by_label(self.words["ui.invite_link"]).input_value()

    def expect_friends(self, game: str, players: int = 2, **more: Any) -> str:
        """Open a table for friends without the start page: the link for them."""
        made = self.order(game, "me", *["open"] * (players - 1), **more)
        return f"{self.house.url}/table/{made['table']}#key={made['invite']}"

    def introduce(self, name: str) -> None:
        """Say one's name on the start page."""
        self.open()
        self.page.get_by_label(self.words["ui.your_name"]).fill(name)

    def order(self, game: str, *seats: str, **more: Any) -> Json:
        """Order a table without the start page, and go to it."""
        wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        answer = self.page.request.post("/api/tables", data={"game": game, "seats": wanted, **more})
        assert answer.ok, answer.text()
        made: Json = answer.json()
        self.open(f"/table/{made['table']}")
        return made

    def sideways(self) -> list[str]:
        """What has to be scrolled sideways to be seen."""
        found: list[str] = self.page.evaluate(SIDEWAYS)
        return found

    # At a table

    def look(self) -> Look:
        """What can be done now."""
        return Look(**self.page.evaluate(LOOK, BUTTONS))

    @property
    def sentence(self) -> str:
        """The status line."""
        return self.page.locator(".status .sentence").inner_text()

    @property
    def board(self) -> Locator:
        """All that belongs to the game."""
        return self.page.get_by_role("region", name=self.words["ui.board"], exact=True)

    @property
    def is_to_act(self) -> bool:
        """Whether the table says that it is one's turn."""
        return self.page.locator(".status.mine").count() > 0

    def log(self) -> list[str]:
        """The lines of the log."""
        return self.page.locator(".log li").all_inner_texts()

    def story(self) -> list[Json]:
        """What the server tells of every move: the facts behind the lines of the log."""
        told: list[Json] = self.page.request.get(f"/api/tables/{self.table}").json()["log"]
        return told

    def tab(self, name: str) -> None:
        """Turn to the log, the talk, the score or the review."""
        self.put_result_aside()
        self.page.get_by_role("tab", name=self.words[f"ui.tab_{name}"]).click()

    def put_result_aside(self) -> None:
        """Where the end of a match lies over the table, look at what is below."""
        self.page.wait_for_function(END_IS_THERE)
        close = self.page.locator(".finish.open .close")
        if close.is_visible():
            close.click()

    def wait_for_ply(self, ply: int) -> None:
        """Wait until a move has happened."""
        self.page.wait_for_function("ply => Number(document.querySelector('.replay input')?.max ?? -1) >= ply", arg=ply)

    def wait_for_turn(self, until: int | None = None) -> Look:
        """Wait until there is something to do, or nothing more, or some ply is reached."""
        ready = f".thing.can, {BUTTONS}, {CURTAIN}, .status.over"
        self.page.wait_for_function(
            """([ready, ply]) => document.querySelector(ready) !== null ||
              (ply !== null && Number(document.querySelector('.replay input')?.max ?? -1) >= ply)""",
            arg=[ready, until],
        )
        if self.page.locator(CURTAIN).count():
            self.come_forward()
            return self.wait_for_turn(until)
        return self.look()

    def wait_for_bots(self) -> None:
        """Wait until the page has heard that it is one's own turn again, whatever it shows."""
        self.page.wait_for_function("() => document.title.startsWith('●')")

    def come_forward(self) -> None:
        """Say who one is, where several share a device.

        The button is deaf at first. Who clicks it then tries again, and Playwright scrolls with every try.
        """
        self.page.locator(f"{CURTAIN}:enabled").click()
        self.page.locator(CURTAIN).wait_for(state="detached")

    def press(self, selector: str, place: int = 0) -> None:
        """Click or tap something where it can be hit."""
        point = self.aim(selector, place)
        assert point is not None, f"there is no {selector}: {self.sentence}"
        assert point, f"{selector} can't be hit anywhere: {self.sentence}"
        self.hit(point)

    def aim(self, selector: str, place: int = 0) -> Any:
        """A point where something can be hit, brought into sight; False if it is covered, None if it is not there."""
        return self.page.evaluate(AIM, [selector, place])

    def hit(self, point: tuple[float, float]) -> None:
        """Click or tap a point of the screen, and wait until the page knows: a tap becomes a click a little later."""
        if not self.touches:
            self.page.mouse.click(*point)
            return
        self.page.evaluate(LISTEN)
        self.page.touchscreen.tap(*point)
        self.page.evaluate("() => window.tapped")

    def click(self, thing: str, place: int = 0) -> None:
        """Click a thing on the table."""
        self.press(f'[data-thing="{thing}"]', place)

    def button(self, key: str) -> None:
        """Click one of the page's own buttons, by the key of its words."""
        self.page.get_by_role("button", name=self.words[key], exact=True).first.click()

    def can(self, key: str) -> bool:
        """Whether one of the page's own buttons is there."""
        return self.page.get_by_role("button", name=self.words[key], exact=True).count() > 0

    def play_at_random(self, chance: random.Random, until: int | None = None) -> None:
        """Play by clicking about, to the end or to some ply."""
        for _ in range(MOST_CLICKS):
            look = self.look()
            if until is not None and look.ply >= until:
                return
            if look.over:
                assert until is None, f"it is over at ply {look.ply}, before {until}: {self.sentence}"
                return
            if not look.can and not look.buttons:
                self.wait_for_turn(until)
                continue
            settles = chance.random() < (0.8 if look.asked else 0.5 if look.picked else 0.15)
            if look.buttons and (settles or not look.can):
                self.press(BUTTONS, chance.randrange(look.buttons))
            else:
                pool = look.fits if look.fits and chance.random() < 0.9 else look.can
                self.click(chance.choice(pool), chance.randrange(8))
        raise AssertionError(f"{MOST_CLICKS} clicks lead nowhere: {self.look()}, {self.sentence}")

    def play_wisely(self, bot: str, until: int | None = None) -> None:
        """Play what a bot advises, by clicking the things that it is about."""
        look = self.wait_for_turn(until)
        while not look.over and (until is None or look.ply < until):
            self.carry_out(*self.advice(bot))
            self.wait_for_ply(look.ply + 1)
            look = self.wait_for_turn(until)

    def play_everything(self, bot: str, clicked: set[str], until: int | None = None) -> None:
        """Play an action of a kind that was not clicked yet wherever there is one, otherwise what a bot advises.

        What a bot advises was clicked before: the server is asked for it, and the page hears of it.
        """
        look = self.wait_for_turn(until)
        while not look.over and (until is None or look.ply < until):
            match = self.match
            new = [action for action in match.actions() if kind_of(match, action) not in clicked]
            action = new[0] if new else self.advice(bot)[0]
            clicked.add(kind_of(match, action))
            if new or THOROUGH:
                self.carry_out(action, match.touch(action))
            else:
                self.ask_for(action)
            self.wait_for_ply(look.ply + 1)
            assert match.history[look.ply] == action
            look = self.wait_for_turn(until)

    def ask_for(self, action: str) -> None:
        """Play an action without the page."""
        path = f"/api/tables/{self.table}"
        version = self.page.request.get(path).json()["version"]
        asked = {"seat": self.match.to_act, "action": action, "expected_version": version, "move_id": str(uuid4())}
        answer = self.page.request.post(f"{path}/moves", data=asked)
        assert answer.ok, answer.text()

    def carry_out(self, action: str, touched: tuple[str, ...]) -> None:
        """Play an action by clicking the things that it touches."""
        if self._confirm(action):
            return
        ply = self.look().ply
        for number, thing in enumerate(touched, 1):
            # Some things show when others are picked, and all are gone when one action alone is left.
            if self.is_folded(thing):
                self.press(FOLDED)
            if point := self.aim(f'[data-thing="{thing}"]:not(.on)'):
                self.hit(point)
                self.page.wait_for_function(TAKEN, arg=[touched[:number], ", ".join(confirmations(action)), ply])
        self.agree(action, ply)

    def is_folded(self, thing: str) -> bool:
        """Whether it is a hint that fits no card, and is folded away."""
        is_there = self.page.locator(f'[data-thing="{thing}"]').count() > 0
        return thing.startswith("hint:") and not is_there and self.page.locator(FOLDED).count() > 0

    def agree(self, action: str, ply: int) -> None:
        """Say yes if an action that is on its way asks for it."""
        self.page.wait_for_function(
            """([asked, ply]) => document.querySelector(asked) !== null ||
              Number(document.querySelector('.replay input')?.max ?? -1) > ply""",
            arg=[", ".join(confirmations(action)), ply],
        )
        self._confirm(action)

    def advice(self, bot: str) -> tuple[str, tuple[str, ...]]:
        """An action that a bot would play, and the things it touches."""
        match = self.match
        action = bot_seat(match.game, bot, match.ply).choose(match)
        notation = action if isinstance(action, str) else match.actions()[match.numbers().index(action)]
        return notation, match.touch(notation)

    def _confirm(self, action: str) -> bool:
        """Say yes where one is asked; whether one was."""
        selector = self.page.evaluate(ASKED, confirmations(action))
        if selector is not None:
            self.press(selector)
        return selector is not None
