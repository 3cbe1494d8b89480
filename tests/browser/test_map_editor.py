"""A map drawn by clicks: a flaw is named where it is, and mended; the map is played, saved, opened and shared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, words

EDITOR = "/maps/han"
HAN = words("en", "han")


class Draughtsman:
    """Somebody who draws a map."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def come(self, address: str = EDITOR) -> None:
        """Open the page, and wait until the map was looked over."""
        self.page.goto(address)
        self.is_ready()

    def is_ready(self) -> None:
        """The page says that the map can be played."""
        expect(self.page.get_by_text(HAN["han.editor.ready"])).to_be_visible()

    def thing(self, name: str) -> Locator:
        """A thing on the map."""
        return self.page.locator(f'[data-thing="{name}"]')

    def take(self, tool: str) -> None:
        """Take a tool in hand."""
        self.page.locator(f'[data-tool="{tool}"]').click()

    def press(self, key: str) -> None:
        """Press one of the editor's buttons, by the key of its words."""
        self.page.get_by_role("button", name=HAN[f"han.editor.{key}"], exact=True).click()

    def drag(self, name: str, right: int, down: int) -> None:
        """Drag a thing over the screen."""
        box = self.thing(name).locator(".hit").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + right, y + down, steps=4)
        self.page.mouse.up()

    def where(self, name: str) -> tuple[float, float]:
        """Where a thing is on the screen."""
        box = self.thing(name).bounding_box()
        assert box is not None
        return round(box["x"]), round(box["y"])

    def problems(self) -> list[str]:
        """All that is said to be wrong."""
        return self.page.locator(".flaws .flaw").all_inner_texts()


@pytest.fixture
def ada(visit: Visit) -> Draughtsman:
    return Draughtsman(visit())


def test_a_flaw_is_named_where_it_is_while_one_draws_and_the_map_is_played(ada: Draughtsman) -> None:
    ada.come()
    ada.take("space")
    ada.thing("province:ba").click(position={"x": 40, "y": 120})
    expect(ada.page.locator('[data-flaw="space:b5"]')).to_be_attached()
    assert ada.problems() == ["b5 has no road: every space needs 1 to 4."]
    ada.page.locator(".flaws .flaw").click()
    expect(ada.thing("space:b5")).to_be_focused()
    ada.take("road")
    ada.thing("space:b5").click()
    ada.thing("space:b4").click()
    ada.is_ready()
    ada.take("corner")
    corner = ada.page.locator('[data-thing^="corner:"]').nth(1).get_attribute("data-thing")
    assert corner is not None
    ada.drag(corner, 25, 20)
    expect(ada.thing(corner)).to_have_count(0)
    ada.page.get_by_label(HAN["han.editor.name"]).fill("Ada's land")
    ada.press("play")
    ada.page.get_by_role("button", name=words()["ui.play_alone"], exact=True).click()
    ada.page.wait_for_url("**/table/*")
    expect(ada.thing("space:b5")).to_be_visible()
    chosen = ada.visitor.match.options["map"]
    assert chosen["name"] == "Ada's land"
    assert ["b5", "b4"] in chosen["roads"]


def test_a_map_is_kept_saved_opened_and_shared(ada: Draughtsman, visit: Visit, tmp_path: Path) -> None:
    ada.visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.come()
    ada.thing("space:y1").click()
    ada.page.get_by_role("checkbox", name=HAN["han.editor.port"]).check()
    ada.page.keyboard.press("Escape")
    with ada.page.expect_download() as saved:
        ada.press("save")
    file = tmp_path / "map.json"
    saved.value.save_as(file)
    assert saved.value.suggested_filename == "My-map.json"
    assert json.loads(file.read_text("utf-8"))["spaces"][0] == {
        "id": "y1",
        "provinces": ["yan"],
        "at": json.loads(file.read_text("utf-8"))["spaces"][0]["at"],
        "port": True,
    }
    ada.press("begin")
    ada.press("patchwork")
    expect(ada.page.get_by_role("button", name="Space y1, Yan")).to_be_attached()
    ada.press("begin")
    ada.page.locator("input[type=file]").set_input_files(file)
    port = ada.page.get_by_role("button", name="Port y1, Yan")
    expect(port).to_be_attached()
    ada.page.get_by_role("button", name=words()["ui.share"], exact=True).click()
    link = ada.page.get_by_label(HAN["han.editor.link"]).input_value()
    ada.page.reload()
    expect(port).to_be_attached()

    ben = Draughtsman(visit())
    ben.come(link)
    expect(ben.page.get_by_role("button", name="Port y1, Yan")).to_be_attached()
    assert ben.page.url.endswith(EDITOR)
    ben.press("undo")
    expect(ben.page.get_by_role("button", name="Space y1, Yan")).to_be_attached()
    ben.page.goto("about:blank")
    ben.come(link[:-30])
    expect(ben.page.get_by_text(HAN["han.editor.bad_link"])).to_be_visible()
    file.write_text("[]", "utf-8")
    ben.press("begin")
    ben.page.locator("input[type=file]").set_input_files(file)
    expect(ben.page.get_by_text(HAN["han.editor.no_map"])).to_be_visible()


def test_everything_can_be_done_with_the_keyboard(ada: Draughtsman) -> None:
    ada.come()
    keyboard = ada.page.keyboard
    ada.thing("space:y1").focus()
    before = ada.where("space:y1")
    keyboard.press("Shift+ArrowRight")
    keyboard.press("ArrowDown")
    after = ada.where("space:y1")
    assert after[0] > before[0]
    assert after[1] > before[1]
    keyboard.press("Control+z")
    expect(ada.page.get_by_role("button", name=HAN["han.editor.redo"])).to_be_enabled()
    assert ada.where("space:y1") == before
    ada.take("space")
    ada.thing("province:wu").focus()
    keyboard.press("Enter")
    expect(ada.thing("space:w5")).to_be_attached()
    ada.take("road")
    for space in ("w5", "w1"):
        ada.thing(f"space:{space}").focus()
        keyboard.press("Enter")
    expect(ada.thing("road:w1-w5")).to_be_attached()
    ada.take("alliance")
    ada.thing("alliance:3").focus()
    keyboard.press("Delete")
    expect(ada.page.locator(".flaws .flaw")).to_have_text("Alliance 3 is missing.")
    expect(ada.page.locator('[data-tool="alliance"]').get_by_role("img", name="Alliance 3 is missing.")).to_be_visible()
    for province in ("yan", "teng"):
        ada.thing(f"province:{province}").focus()
        keyboard.press("Space")
    expect(ada.thing("alliance:3")).to_be_attached()
    ada.take("corner")
    corner = ada.page.locator('[data-thing^="corner:"]').first
    place = corner.get_attribute("data-thing")
    corner.focus()
    keyboard.press("Shift+ArrowRight")
    assert corner.get_attribute("data-thing") != place
    expect(corner).to_be_focused()
    ada.is_ready()


def test_pluses_are_large_enough_for_a_thumb(visit: Visit) -> None:
    ada = Draughtsman(visit(size="phone"))
    ada.come()
    ada.take("corner")
    pluses = ada.page.locator(".thing:has(.plus)")
    assert pluses.count() > 8
    for plus in pluses.all():
        expect(plus.locator(".plus")).to_be_visible()
        box = plus.locator(".hit").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 32
