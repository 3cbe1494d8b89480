"""A game without a drawing, which another distribution brings: found, ordered, played to its end and replayed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import lantern
from lantern.kernel.game import Match
from tests.browser.conftest import Visit
from tests.browser.test_access import Inspector
from tests.browser.visitor import Visitor
from tests.kernel.table import REGISTERED, WHOLE_GAME, begin


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is a game that this server knows."""
    monkeypatch.syspath_prepend(str(REGISTERED))
    assert "toy" in lantern.names()


def do(visitor: Visitor, action: str) -> None:
    """Play an action by its button."""
    ply = visitor.look().ply
    visitor.press(f'.plain [data-action="{action}"]:not([disabled])')
    visitor.wait_for_ply(ply + 1)
    visitor.wait_for_turn()


def at_hand(visitor: Visitor, match: Match) -> None:
    """Go on with a match, all seats one's own."""
    visitor.order("toy", *["me"] * match.options["players"], saved=match.save())
    visitor.wait_for_turn()


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_a_whole_game_by_clicks(visit: Visit, size: str, scheme: str) -> None:
    """It is ordered by its form; places are clicked on the board, the rest among the actions."""
    visitor = visit(size=size, scheme=scheme)
    inspector = Inspector(visitor)
    form = visitor.choose_game("toy", 2)
    inspector.look("order", ".form")
    form.get_by_text(visitor.words["ui.more_options"]).click()
    expect(form.get_by_label("two stones of one turn may not lie side by side")).not_to_be_checked()
    visitor.field(form, "table.seat", 2).select_option("me")
    form.get_by_role("button", name=visitor.words["ui.open_table"]).click()
    visitor.page.wait_for_url("**/table/*")
    visitor.wait_for_turn()
    inspector.look("table")
    for number, action in enumerate(WHOLE_GAME.split(", ")):
        if not action.startswith("place"):
            do(visitor, action)
            continue
        visitor.click(f"square:{action.split()[1]}")
        visitor.wait_for_ply(number + 1)
        visitor.wait_for_turn()
    assert visitor.match.over
    assert list(visitor.match.actions()) == []
    assert visitor.page.get_by_role("tab", selected=True).inner_text() == visitor.words["ui.tab_score"]
    totals = [int(text) for text in visitor.page.locator(".breakdown tfoot td").all_inner_texts()]
    assert totals == visitor.match.scores
    hands = [hand.split() for hand in visitor.page.locator(".plain .sheet .chips").all_inner_texts()]
    assert hands[:2] == [[str(card) for card in hand] for hand in visitor.match.reveal()["hands"]]
    inspector.look("over")
    assert inspector.wrong == []
    assert not visitor.can("ui.review_start")


def test_the_replay_shows_what_lay_there(visit: Visit) -> None:
    visitor = visit()
    match = begin(WHOLE_GAME)
    visitor.order("toy", "me", "me", saved=match.save())
    third = visitor.page.locator('[data-thing="square:3"]')
    expect(third).to_have_accessible_name("square 3, row Guest 2")
    visitor.tab("log")
    assert visitor.log()[0].split("\n")[-1] == "Guest 1 places a stone on square 1."
    visitor.page.locator(".log .entry").nth(3).click()
    expect(third).to_have_accessible_name("square 3")
    visitor.page.get_by_role("button", name=visitor.words["ui.latest"]).click()
    expect(third).to_have_accessible_name("square 3, row Guest 2")


def test_what_can_not_be_done_is_told_with_its_clause(visit: Visit) -> None:
    """Of a thing that led somewhere before, and of whatever is written."""
    visitor = visit()
    at_hand(visitor, begin())
    problem = visitor.page.locator(".problem")
    visitor.click("square:3")
    visitor.wait_for_ply(1)
    visitor.wait_for_turn()
    visitor.click("square:3")
    expect(problem).to_have_text("A stone already lies on that square. TOY-2.1")
    visitor.forgive("422")
    sought = visitor.page.get_by_label(visitor.words["ui.find_action"])
    for written, why in {
        "move 3 4": "A stone stays where it was placed. TOY-2.3",
        "jump": "is no action of the Toy",
    }.items():
        sought.fill(written)
        sought.press("Enter")
        expect(problem).to_contain_text(why)
    assert visitor.match.ply == 1


def test_actions_are_found_by_their_words(visit: Visit) -> None:
    visitor = visit()
    at_hand(visitor, begin())
    buttons = visitor.page.locator(".plain [data-action]")
    sought = visitor.page.get_by_label(visitor.words["ui.find_action"])
    expect(buttons).to_have_count(10)
    sought.fill("pl 7")
    expect(buttons).to_have_text(["Place 7"])
    sought.press("Enter")
    visitor.wait_for_ply(1)
    assert list(visitor.match.history) == ["place 7"]
    visitor.button("ui.undo")
    expect(visitor.page.locator('[data-thing="square:7"]')).to_have_accessible_name("square 7")
    assert visitor.match.ply == 0


def test_a_line_of_the_log_lights_what_it_speaks_of(visit: Visit) -> None:
    visitor = visit()
    at_hand(visitor, begin("place 5, end turn"))
    visitor.page.locator(".log .entry").first.hover()
    assert visitor.page.locator(".plain .lit").evaluate_all("found => found.map((one) => one.dataset.thing)") == [
        "square:5"
    ]


def test_bots_play_it_and_friends_come_by_a_link(visit: Visit) -> None:
    visitor = visit(size="narrow")
    visitor.set_table("toy", "me", "random", "random", seed=3)
    visitor.wait_for_turn()
    do(visitor, "place 9")
    do(visitor, "end turn")
    assert visitor.match.ply > 3
    assert not visitor.can("ui.suggestion")
    assert visitor.sideways() == []
    friend = visit()
    friend.open(visit().invite("toy"))
    expect(friend.page.locator("main.table")).to_be_visible()


def test_a_position_is_composed_without_a_description(visit: Visit) -> None:
    """What can be set is read off the types; what nobody can name is written as data."""
    visitor = visit()
    visitor.open("/compose/toy")
    visitor.page.locator(".composing .plain").wait_for()
    inspector = Inspector(visitor)
    for tab in visitor.page.get_by_role("tab").all():
        tab.click()
        inspector.look(tab.inner_text(), ".side")
    assert inspector.wrong == []
    visitor.page.locator("#tab-more").click()
    number = visitor.page.get_by_role("textbox", name="Turn", exact=True)
    before = number.input_value()
    visitor.page.get_by_role("group", name="Turn", exact=True).get_by_label(visitor.words["compose.more"]).click()
    expect(number).to_have_value(str(int(before) + 1))
    visitor.page.keyboard.press("Control+z")
    expect(number).to_have_value(before)
    expect(visitor.page.locator(".status.mine")).to_be_visible()
