"""What leads from one table to another: saved matches, the same deal, further devices, seats that change hands."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from lantern.kernel.game import Match
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.under_way import almost_over, begun


def bring(visitor: Visitor, file: Path) -> None:
    """Give a file to the start page."""
    visitor.open()
    visitor.page.get_by_label(visitor.words["ui.bring_saved"]).set_input_files(file)


@pytest.mark.parametrize("exported", [False, True])
def test_a_saved_match_is_brought_to_a_new_table(visit: Visit, tmp_path: Path, exported: bool) -> None:
    """A file that is no match is refused, and taken once it is one."""
    visitor = visit()
    file = tmp_path / "match.json"
    match = begun("ming", 3, 7, 12, "random")
    if exported:
        match = almost_over("hanabi", 2, 5, "random")
        visitor.order("hanabi", "me", "me", saved=match.save())
        visitor.wait_for_turn()
        visitor.play_at_random(random.Random(5))
        with visitor.page.expect_download() as download:
            visitor.page.get_by_role("link", name=visitor.words["ui.export"]).click()
        download.value.save_as(file)
        bring(visitor, file)
    else:
        file.write_text('{"dear": "Ada"}', "utf-8")
        bring(visitor, file)
        expect(visitor.page.get_by_role("alert")).to_have_text(visitor.words["ui.unreadable"])
        file.write_text(match.save(), "utf-8")
        visitor.page.get_by_label(visitor.words["ui.bring_saved"]).set_input_files(file)
    visitor.button("ui.play_alone")
    visitor.page.wait_for_url("**/table/*")
    visitor.wait_for_turn()
    assert visitor.match.game.name == match.game.name
    assert visitor.match.history[: match.ply] == match.history
    assert visitor.look().over == exported


def costs(match: Match, action: str) -> bool:
    """Whether an action of Hanabi is an error."""
    ahead = match.copy()
    ahead.play(action)
    return bool(ahead.view()["errors"] > match.view()["errors"])


def lose(visitor: Visitor) -> None:
    """Play a game of Hanabi badly: always a card that fits nowhere, until it is lost."""
    match = visitor.match
    while not match.over:
        ply = match.ply
        action = next(action for action in match.actions() if costs(match, action))
        visitor.ask_for(action)
        visitor.wait_for_ply(ply + 1)
        visitor.wait_for_turn()


def test_the_same_deal_is_played_again_and_compared(visit: Visit) -> None:
    visitor = visit()
    visitor.order("hanabi", "me", "me", saved=almost_over("hanabi", 2, 5, "random").save())
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(1))
    first, seed = visitor.match, visitor.match.seed
    visitor.button("ui.same_deal")
    visitor.page.get_by_role("link", name=visitor.words["ui.export"]).wait_for(state="detached")
    visitor.wait_for_turn()
    second = visitor.match
    assert second is not first
    assert second.seed == seed
    lose(visitor)
    visitor.tab("score")
    compared = visitor.page.get_by_role("table").filter(has_text=visitor.words["ui.same_deal_compared"])
    expect(compared.get_by_role("cell")).to_have_text([str(first.scores[0]), str(second.scores[0])])


def test_a_further_device_has_the_same_seat(visit: Visit) -> None:
    ada, phone = visit(), visit(size="narrow")
    ada.order("hanabi", "me", "random", seed="5", options={"start": 1}, name="Ada")
    ada.wait_for_turn()
    ada.page.get_by_label(ada.words["ui.seat_menu"].replace("{name}", "Ada")).click()
    ada.button("ui.other_device")
    phone.open(ada.page.get_by_label(ada.words["ui.other_device"], exact=True).last.input_value())
    phone.wait_for_turn()
    assert phone.is_to_act
    phone.play_at_random(random.Random(5), until=1)
    ada.wait_for_ply(1)
    assert len(ada.page.context.cookies()) == len(phone.page.context.cookies()) == 1


def test_a_seat_is_given_to_somebody_else(visit: Visit) -> None:
    ada, ben, eve = visit(), visit(name="Ben"), visit(name="Eve")
    ben.open(ada.expect_friends("hanabi", name="Ada"))
    ada.page.wait_for_selector(".replay")
    ada.page.get_by_label(ada.words["ui.seat_menu"].replace("{name}", "Ben")).click()
    ada.button("ui.give_seat_away")
    eve.open(ada.page.get_by_label(ada.words["ui.invite_link"]).input_value())
    for visitor in (ada, eve):
        expect(visitor.page.locator(".seats .name")).to_have_text(["Ada", "Eve"])
