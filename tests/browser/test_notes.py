"""Notes on cards and moves, which stay with the match."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, words


def test_notes_on_a_card_and_on_a_move_are_there_again(visit: Visit) -> None:
    """The note on a card goes with it when the hand closes up."""
    visitor = visit()
    page, game = visitor.page, words("en", "hanabi")
    visitor.order("hanabi", "me", "random", seed="5", options={"start": 1})
    visitor.wait_for_turn()
    visitor.click("card:1.3")
    with page.expect_response("**/notes"):
        page.get_by_label(game["hanabi.note_on"].replace("{position}", "3")).fill("a red 1?")
    visitor.ask_for("play 1")
    visitor.wait_for_ply(1)
    on_the_move = page.get_by_label(visitor.words["ui.note_on_move"].replace("{ply}", "1"))
    page.locator(".log li").first.hover()
    page.get_by_role("button", name=visitor.words["ui.note"], exact=True).first.click()
    with page.expect_response("**/notes"):
        on_the_move.fill("too early")
    page.reload()
    visitor.wait_for_turn()
    expect(on_the_move).to_have_value("too early")
    expect(page.get_by_role("button", name=game["hanabi.note_is"].replace("{note}", "a red 1?"))).to_be_visible()
    expect(page.locator(".held", has_text="a red 1?")).to_have_attribute("data-thing", "card:1.2")


# Whatever is put off is not put off for long: the page asks for half a minute before it says that nobody answers.
IMPATIENT = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (work, ms, ...more) => wait(work, Math.min(ms ?? 0, 50), ...more);
}"""


def begin_a_note(visitor: Visitor) -> Locator:
    """Play a move, and begin to note something on it."""
    visitor.order("hanabi", "me", "random", seed="5", options={"start": 1})
    visitor.wait_for_turn()
    visitor.ask_for("play 1")
    visitor.wait_for_ply(1)
    visitor.page.locator(".log li").first.hover()
    visitor.page.get_by_role("button", name=visitor.words["ui.note"], exact=True).first.click()
    return visitor.page.get_by_label(visitor.words["ui.note_on_move"].replace("{ply}", "1"))


def test_what_can_not_be_saved_is_told_and_stays(visit: Visit) -> None:
    """A note that is too long, and one that nobody hears of; the latter is sent when somebody does."""
    visitor = visit()
    visitor.forgive("/notes")
    page, told = visitor.page, visitor.page.locator(".log .unsaved")
    on_the_move = begin_a_note(visitor)
    on_the_move.fill(612 * "x")
    too_long = visitor.words["ui.note_too_long"].replace("{most}", "500").replace("{letters}", "612")
    expect(told).to_have_text(too_long)
    page.reload()
    visitor.wait_for_turn()
    expect(on_the_move).to_have_value(612 * "x")
    expect(told).to_have_text(too_long)

    page.evaluate(IMPATIENT)
    page.route("**/notes", lambda route: route.abort() if route.request.method == "PUT" else route.continue_())
    on_the_move.fill("too early")
    expect(told).to_have_text(visitor.words["ui.note_unsaved"].replace("{reason}", visitor.words["ui.offline"]))
    page.unroute("**/notes")
    expect(told).to_have_count(0)
    page.reload()
    visitor.wait_for_turn()
    expect(on_the_move).to_have_value("too early")
    expect(told).to_have_count(0)


def test_nothing_lies_over_a_line_of_the_log(visit: Visit) -> None:
    visitor = visit()
    begin_a_note(visitor)
    line = visitor.page.locator(".log li").first
    line.hover()
    words, *buttons = line.locator(".story, .ask").evaluate_all(
        "them => them.map(it => it.getBoundingClientRect().toJSON())"
    )
    assert len(buttons) == 2
    assert all(words["right"] <= button["left"] + 0.5 for button in buttons)
