"""A whole game without a mouse: Tab, Enter and Space, from the start page to the score."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import CURTAIN, FOLDED, Visitor, words
from tests.under_way import nearly_over

MOST_STOPS = 200

# The key that leads to an element, by where it stands from what has the focus; none if it has the focus.
KEY_TO = """wanted => {
  const way = document.activeElement.compareDocumentPosition(wanted);
  return way === 0 ? '' : way & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
}"""


def tab_to(visitor: Visitor, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(MOST_STOPS):
        if not (key := wanted.evaluate(KEY_TO)):
            return
        visitor.page.keyboard.press(key)
    raise AssertionError(f"the keyboard does not lead to {wanted}")


def press(visitor: Visitor, wanted: Locator, key: str = "Enter") -> None:
    """Go to something by Tab, and press a key there."""
    tab_to(visitor, wanted)
    visitor.page.keyboard.press(key)


class Typist(Visitor):
    """Somebody without a mouse."""

    def come_forward(self) -> None:
        """Say who one is, as soon as that can be said."""
        opener = self.page.locator(CURTAIN)
        expect(opener).to_be_enabled()
        press(self, opener)
        opener.wait_for(state="detached")


def order(visitor: Visitor) -> None:
    """Open a table of Hanabi for two people at this device."""
    page = visitor.page
    visitor.open()
    title = words("en", "hanabi")["hanabi.title"]
    press(visitor, page.get_by_role("button", expanded=False).filter(has=page.get_by_role("heading", name=title)))
    form = page.get_by_role("region", name=title, exact=True)
    press(visitor, visitor.field(form, "ui.players"), "2")
    press(visitor, form.get_by_text(words()["ui.more_options"]))
    press(visitor, visitor.field(form, "ui.seed"), "3")
    press(visitor, visitor.field(form, "table.seat", 2), words()["ui.me_here"][0])
    press(visitor, form.get_by_role("button", name=words()["ui.open_table"]))
    page.wait_for_url("**/table/*")


def play(visitor: Visitor, action: str, touched: tuple[str, ...], key: str) -> None:
    """Play an action by the things that it is about."""
    page = visitor.page
    for thing in touched:
        place = page.locator(f'[data-thing="{thing}"]').first
        if visitor.is_folded(thing):
            press(visitor, page.locator(FOLDED), key)
        if "on" not in str(place.get_attribute("class")).split():
            press(visitor, place, key)
    confirmation = page.locator(f'.choices .yes, .buttons [data-action="{action}"]').first
    if confirmation.count():
        press(visitor, confirmation, key)


@pytest.mark.thorough
def test_a_whole_game_by_keyboard(visit: Visit) -> None:
    visitor = visit(kind=Typist)
    order(visitor)
    assert visitor.wait_for_turn().ply == 0
    play_on(visitor)
    check_score(visitor)


def test_the_beginning_and_the_end_by_keyboard(visit: Visit) -> None:
    """A table is ordered and some moves are played there, and the last one of another game, to its score."""
    visitor = visit(kind=Typist)
    order(visitor)
    assert visitor.wait_for_turn().ply == 0
    play_on(visitor, until=2)
    visitor.order("hanabi", "me", "me", saved=nearly_over("hanabi", 2, 5, "beginner", 1).save())
    play_on(visitor)
    check_score(visitor)


def play_on(visitor: Visitor, until: int | None = None) -> None:
    """Play at random, to the end or to some ply."""
    while not (look := visitor.wait_for_turn()).over and look.ply != until:
        action, touched = visitor.advice("random")
        play(visitor, action, touched, "Enter" if look.ply % 2 else "Space")
        visitor.wait_for_ply(look.ply + 1)
        assert visitor.match.history[-1] == action


def check_score(visitor: Visitor) -> None:
    """Go to the score, where all of it is told."""
    assert visitor.match.over
    press(visitor, visitor.page.get_by_role("tab", selected=True), "ArrowLeft")
    expect(visitor.page.get_by_role("tab", name=words()["ui.tab_talk"])).to_be_focused()
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.page.get_by_role("tab", name=words()["ui.tab_score"])).to_be_focused()
    expect(visitor.page.locator(".breakdown tfoot td")).to_have_text(str(visitor.match.scores[0]))
