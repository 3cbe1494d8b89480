"""Positions composed by clicks: set, found wrong, mended, judged, played, saved, opened and handed on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import lantern
from tests.browser.conftest import Visit
from tests.browser.test_access import Inspector, more
from tests.browser.visitor import Visitor, words
from tests.server.running import Json
from tests.under_way import begun

KEPT = "JSON.parse(localStorage.getItem(`lantern.compose.${game}`)).position"
"""The position as the page keeps it on the device."""


# The same is said of a part beside it and above; both change with every answer of the server.
SAID_TWICE = """key => {
  const above = document.querySelector('.status .problem')?.innerText;
  return above && document.querySelector(`[data-fault='${key}']`)?.innerText.includes(above);
}"""


class Editor(Visitor):
    """Somebody who composes a position."""

    def compose(self, game: str, fragment: str = "") -> None:
        """Go to the editor of a game."""
        self.game = game
        self.open(f"/compose/{game}{fragment}")
        self.page.locator(".composing .panel").wait_for()

    def turn_to(self, tab: str) -> None:
        """Look at some parts of the position."""
        self.page.locator(f"#tab-{tab}").click()

    def part(self, key: str) -> Locator:
        """Where a part is set."""
        own, shared = (
            words(self.language, self.game).get(f"{self.game}.compose.{key}"),
            self.words.get(f"compose.part.{key}"),
        )
        heading = self.page.get_by_role("heading", name=own or shared, exact=True)
        return self.page.locator(".panel section").filter(has=heading)

    def take(self, key: str, what: str) -> None:
        """Take something in hand that can be put on the board."""
        self.turn_to("board")
        self.part(key).get_by_role("button", name=what, exact=True).click()

    def position(self) -> Json:
        """What is composed, once the server has found that it can be played."""
        self.expect_none()
        found: Json = self.page.evaluate(f"game => {KEPT}", self.game)
        return found

    def wait_for(self, wanted: Json) -> None:
        """Wait until some parts of the position are as they should be."""
        self.page.wait_for_function(
            f"""([game, wanted]) => Object.entries(wanted).every(
              ([key, value]) => JSON.stringify({KEPT}[key]) === JSON.stringify(value))""",
            arg=[self.game, wanted],
        )

    def undo_until(self, wanted: Json) -> None:
        """Take back what was set, step by step, until the rest of what is wanted stands and can be played."""
        for _ in range(9):
            self.page.keyboard.press("Control+z")
            self.page.locator(".composing[aria-busy=false]").wait_for()
            if self.page.locator(".status.mine").count():
                return
        raise AssertionError(f"{wanted} can't be played")

    def expect_fault(self, key: str) -> None:
        """Something is wrong with a part, and said beside it and above."""
        self.page.wait_for_function(SAID_TWICE, arg=key)
        expect(self.page.get_by_role("button", name=self.words["compose.play"], exact=True)).to_be_disabled()

    def expect_none(self) -> None:
        """Nothing is wrong with it, and it can be played."""
        expect(self.page.locator("[data-fault]")).to_have_count(0)
        expect(self.page.get_by_role("button", name=self.words["compose.play"], exact=True)).to_be_enabled()


@pytest.fixture
def editor(visit: Visit) -> Editor:
    found = visit(kind=Editor)
    assert isinstance(found, Editor)
    return found


def compact(position: Json) -> str:
    """A position as the page writes it."""
    return json.dumps(position, separators=(",", ":"), ensure_ascii=False)


def seat(number: int) -> str:
    return f"Seat {number}"


def set_something(editor: Editor) -> dict[str, Any]:
    """Set something by clicks, and say what the position has then."""
    match editor.game:
        case "han":
            editor.take("houses", seat(2))
            first = editor.page.locator("[data-thing^='space:']").first.get_attribute("data-thing") or ""
            editor.click(first)
            return {"houses": {first.partition(":")[2]: 2}}
        case "hanabi":
            ones = editor.part("fireworks").get_by_role("button", name="1", disabled=False)
            suit = ones.first.locator("..").get_attribute("aria-label")
            ones.first.click()
            built = {name: [1] if name == suit else [] for name in ("white", "red", "blue", "yellow", "green")}
            return {"fireworks": built}
        case "khan":
            editor.turn_to("turn")
            editor.part("phase").get_by_role("combobox").select_option("actions")
            editor.turn_to("cards")
            editor.button("compose.fill")
            editor.take("yurts", "neutral")
            thing = editor.page.locator(".game [data-thing^='square:'].can").first.get_attribute("data-thing") or ""
            editor.click(thing)
            return {"yurts": {thing.partition(":")[2]: "neutral"}}
        case _:
            before = editor.position()["display"]
            other = "camel" if before["white"] != "camel" else "horse"
            editor.take("display", words("en", "ming")[f"ming.card.{other}"])
            editor.click("card:white")
            return {"display": before | {"white": other}}


def do_wrong(editor: Editor) -> str:
    """Set what can't be, and say in which part."""
    match editor.game:
        case "han":
            editor.take("emissaries", seat(1))
            dragon = editor.page.locator("[data-thing^='dragon:']").first.get_attribute("data-thing") or ""
            for _ in range(4):
                editor.click(dragon)
            return "emissaries"
        case "hanabi":
            editor.turn_to("turn")
            editor.part("turns_left").get_by_role("button", name=editor.words["compose.more"]).click()
            return "turns_left"
        case "khan":
            editor.turn_to("more")
            editor.part("patronage").get_by_role("button", name=seat(1)).click()
            editor.part("patronage").get_by_role("button", name=seat(2)).click()
            return "patronage"
        case _:
            for number in (1, 2):
                editor.take("princes", seat(number))
                editor.click("district:W1")
            return "princes"


@pytest.mark.parametrize("game", lantern.names())
def test_a_position_is_set_mended_saved_opened_and_played(editor: Editor, game: str, tmp_path: Path) -> None:
    editor.compose(game)
    editor.expect_none()
    wanted = set_something(editor)
    position = editor.position()
    assert {key: position[key] for key in wanted} == wanted
    where = do_wrong(editor)
    editor.expect_fault(where)
    editor.undo_until(wanted)
    editor.expect_none()
    position = editor.position()
    assert {key: position[key] for key in wanted} == wanted

    editor.turn_to("files")
    with editor.page.expect_download() as download:
        editor.button("compose.save")
    file = tmp_path / "position.json"
    download.value.save_as(file)
    assert lantern.game(game).load(file.read_text()).reveal() == position
    editor.button("compose.deal_now")
    editor.page.wait_for_function(
        f"([game, before]) => JSON.stringify({KEPT}) !== before", arg=[game, compact(position)]
    )
    editor.page.get_by_label(editor.words["compose.open_file"]).set_input_files(file)
    editor.wait_for(position)

    editor.button("compose.play")
    editor.button("ui.play_alone")
    editor.page.wait_for_url("**/table/*")
    editor.wait_for_turn()
    assert editor.match.earlier(0).reveal() == position


def test_the_best_move_comes_with_its_reasons_and_is_played(editor: Editor) -> None:
    editor.compose("han")
    editor.expect_none()
    before = editor.position()
    editor.button("compose.best")
    advice = editor.page.get_by_role("region", name=editor.words["ui.suggestion"])
    expect(advice).to_be_visible()
    expect(editor.page.locator(".game .thing.on").first).to_be_visible()
    advice.get_by_role("button", name=editor.words["ui.suggestion_play"]).click()
    expect(advice).to_have_count(0)
    assert editor.position() != before
    editor.page.keyboard.press("Control+z")
    editor.wait_for(before)


def test_a_link_holds_a_position_and_a_damaged_one_says_so(editor: Editor, visit: Visit) -> None:
    editor.compose("khan")
    set_something(editor)
    position = editor.position()
    editor.turn_to("files")
    editor.button("compose.share")
    link = editor.page.locator(".handing input").input_value()
    fragment = link[link.index("#") :]
    other = visit(kind=Editor, size="phone")
    assert isinstance(other, Editor)
    other.compose("khan", fragment)
    assert other.position() == position
    assert other.page.url.endswith("/compose/khan")
    assert other.sideways() == []
    for broken in (fragment[:-40], re.sub("=.", "=*", fragment), "#position="):
        other.page.goto("about:blank")
        other.compose("khan", broken)
        expect(other.page.get_by_text(other.words["compose.bad_link"])).to_be_visible()
        assert other.position() == position


def test_a_moment_of_a_finished_match_is_edited(editor: Editor) -> None:
    match = begun("hanabi", 2, 5, 12, "random")
    editor.game = "hanabi"
    editor.order("hanabi", "me", "me", saved=match.save())
    for seat in (1, 2):
        editor.page.request.post(f"/api/tables/{editor.table}/abandon", data={"seat": seat})
    editor.page.locator(".status.over").wait_for()
    editor.page.locator(".replay input").fill("7")
    editor.page.get_by_role("link", name=editor.words["ui.compose_edit"]).click()
    editor.page.wait_for_url("**/compose/hanabi")
    assert editor.position() == match.earlier(7).reveal()
    editor.turn_to("files")
    moment = editor.page.get_by_label(editor.words["ui.saved_until"])
    moment.fill("3")
    moment.press("Enter")
    editor.wait_for(match.earlier(3).reveal())


@pytest.mark.parametrize(("game", "size", "scheme"), [("ming", "narrow", "dark"), more("hanabi", "desktop", "light")])
def test_everybody_can_use_it(visit: Visit, game: str, size: str, scheme: str) -> None:
    """Axe finds nothing wrong, nothing has to be scrolled sideways, and the board is set by keyboard alone."""
    editor = visit(kind=Editor, size=size, scheme=scheme)
    assert isinstance(editor, Editor)
    editor.compose(game)
    editor.expect_none()
    inspector = Inspector(editor)
    for tab in editor.page.get_by_role("tab").all():
        tab.focus()
        editor.page.keyboard.press("Enter")
        inspector.look(tab.inner_text(), ".status", ".seats", ".side")
    assert inspector.wrong == []
    if game == "ming":
        editor.page.locator("#tab-board").click()
        other = "camel" if editor.position()["display"]["blue"] != "camel" else "horse"
        editor.part("display").get_by_role("button", name=words("en", "ming")[f"ming.card.{other}"]).focus()
        editor.page.keyboard.press("Enter")
        editor.page.locator("[data-thing='card:blue']").focus()
        editor.page.keyboard.press("Enter")
        editor.expect_none()
        assert editor.position()["display"]["blue"] == other
