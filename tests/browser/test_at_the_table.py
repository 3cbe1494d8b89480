"""What one does at a table besides moving: undo, look back, hand the device on, change the language and the theme."""

from __future__ import annotations

import re

from playwright.sync_api import Request, Route, expect

import lantern
from lantern.kernel.game import Match
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, words
from tests.under_way import about, after, begun, where


def stays_undoable(match: Match, action: str) -> bool:
    """Whether an action can be taken back once it is played."""
    ahead = match.copy()
    ahead.play(action)
    return ahead.undoable > 0


def with_a_turn_to_restart(visitor: Visitor) -> int:
    """Play until two actions of a turn can be taken back; the ply at which the turn began."""
    began = None
    while began is None or not visitor.can("ui.restart_turn"):
        match, ply = visitor.match, visitor.match.ply
        if not visitor.can("ui.undo"):
            began = ply
        actions = match.actions()
        action = next((action for action in actions if stays_undoable(match, action)), actions[0])
        visitor.carry_out(action, match.touch(action))
        visitor.wait_for_ply(ply + 1)
        visitor.wait_for_turn()
    return began


def test_undo_and_restart_of_the_turn(visit: Visit) -> None:
    visitor = visit(size="narrow")
    visitor.order("ming", "me", "me", saved=about("ming", "move", players=2).save())
    visitor.wait_for_turn()
    began = with_a_turn_to_restart(visitor)
    check_that_the_board_is_not_covered(visitor)
    match = visitor.match
    history, lines = list(match.history), visitor.log()
    assert len(history) >= began + 2

    def back_at(ply: int) -> None:
        expect(visitor.page.locator(".log li")).to_have_text(lines[:ply])
        assert visitor.wait_for_turn().can
        assert match.history == history[:ply]

    visitor.button("ui.undo")
    back_at(len(history) - 1)
    visitor.page.keyboard.press("u")
    back_at(len(history) - 2)

    began = with_a_turn_to_restart(visitor)
    history, lines = list(match.history), visitor.log()
    visitor.button("ui.restart_turn")
    back_at(began)


def check_that_the_board_is_not_covered(visitor: Visitor) -> None:
    """Not on a phone either, by all that is said where a turn can be taken back."""
    visitor.page.evaluate("scrollTo(0, 0)")
    said, board = visitor.page.locator(".status").bounding_box(), visitor.board.bounding_box()
    assert said is not None
    assert board is not None
    assert said["y"] + said["height"] <= board["y"]


def moment(ply: int, last: int) -> str:
    """What the status line says of an earlier moment."""
    return words()["ui.past"].replace("{ply}", str(ply)).replace("{last}", str(last))


def test_replay(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.order("khan", "me", "me", saved=after("khan", 2, 4, 16, "random").save())
    visitor.wait_for_turn()
    last = visitor.match.ply
    sentence, slider = page.locator(".status .sentence"), page.get_by_role("slider")
    now = visitor.board.inner_html()
    for back in (1, 2, 3):
        page.keyboard.press("[")
        expect(sentence).to_have_text(moment(last - back, last))
    assert visitor.look().can == []
    page.keyboard.press("]")
    expect(sentence).to_have_text(moment(last - 2, last))
    slider.fill("5")
    expect(sentence).to_have_text(moment(5, last))
    expect(page).to_have_url(re.compile("#ply=5$"))
    assert visitor.board.inner_html() != now

    # The link leads there again; the arrows of the slider, the log and the buttons lead on.
    page.reload()
    expect(sentence).to_have_text(moment(5, last))
    expect(page.locator(".log li.at .ply")).to_have_text("5")
    expect(page.locator(".log li.at")).to_be_in_viewport()
    expect(page.locator(".log li").last).not_to_be_in_viewport()
    slider.press("ArrowRight")
    expect(sentence).to_have_text(moment(6, last))
    page.locator(".log .entry").nth(2).click()
    expect(sentence).to_have_text(moment(3, last))
    visitor.button("ui.latest")
    expect(page.locator(".log li").first).not_to_be_in_viewport()
    visitor.button("ui.first")
    expect(sentence).to_have_text(moment(0, last))
    expect(page.locator(".log li").first).to_be_in_viewport()
    visitor.button("ui.back_to_now")
    expect(slider).to_have_value(str(last))
    expect(page).to_have_url(re.compile(f"{visitor.table}$"))
    expect(page.locator(".log li").last).to_be_in_viewport(ratio=1)
    assert visitor.wait_for_turn().can


def test_what_is_answered_late_is_not_shown(visit: Visit) -> None:
    """Who turns back and forth faster than the server answers ends up where he wanted to go, and stays there."""
    ada, eve = visit(), visit()
    ada.order("hanabi", "me", "me", saved=after("hanabi", 2, 4, 4, "beginner").save())
    page, sentence = eve.page, eve.page.locator(".status .sentence")
    asked: list[str] = []
    late: list[Route] = []

    def note(request: Request) -> None:
        asked.extend(re.findall(r"/plies/(\d+)", request.url))

    def hold(route: Route) -> None:
        late.append(route)

    page.on("request", note)
    page.route("**/plies/2*", hold)
    eve.open(f"/table/{ada.table}#ply=1")
    slider = page.get_by_role("slider")
    for turned in ("1", "2"):
        expect(slider).to_have_value(turned)
        page.keyboard.press("]")
    expect(sentence).to_have_text(moment(3, 4))
    with page.expect_response("**/plies/2*") as answer:
        for route in late:
            route.continue_()
    answer.value.finished()
    page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
    expect(sentence).to_have_text(moment(3, 4))
    assert asked == ["1", "2", "3"]

    # Who looks at the past stays there.
    page.unroute("**/plies/2*")
    page.keyboard.press("[")
    expect(sentence).to_have_text(moment(2, 4))
    then = eve.board.inner_html()
    ada.play_wisely("beginner", until=5)
    expect(sentence).to_have_text(moment(2, 5))
    assert eve.board.inner_html() == then
    expect(slider).to_have_value("2")
    for _ in range(2):
        page.keyboard.press("[")
    expect(sentence).to_have_text(moment(0, 5))


LISTEN = """() => {
  window.said = [];
  const note = () => said.push(document.querySelector('.status .film')?.innerText);
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(note).observe(document.querySelector('.status'), all);
}"""


def test_since_your_last_turn(visit: Visit) -> None:
    """What the others did meanwhile is shown again, move by move, up to now."""
    visitor = visit()
    visitor.order("hanabi", "me", "beginner", "beginner", seed="4", options={"start": 1})
    visitor.wait_for_turn()
    visitor.play_wisely("beginner", until=1)
    visitor.wait_for_ply(3)
    visitor.wait_for_turn()
    asked = words()["ui.since_last_turn"].split("{")[0]
    # A moment is shown for a second or two, and may be over before anybody here looks.
    visitor.page.evaluate(LISTEN)
    visitor.page.get_by_role("button", name=re.compile(f"^{asked}")).click()
    story = visitor.page.locator(".log .story").all_inner_texts()[1].strip()
    visitor.page.wait_for_function("story => said.includes(story)", arg=story)
    expect(visitor.page.locator(".status .sentence")).to_contain_text(words()["ui.your_turn"])
    assert visitor.wait_for_turn().can


def test_hot_seat(visit: Visit) -> None:
    """Several people at one device: each in turn sees from his own seat."""
    visitor = visit()
    visitor.order("hanabi", "me", "me", seed="8", options={"start": 1})
    for ply in range(3):
        visitor.wait_for_ply(ply)
        visitor.wait_for_turn()
        seat = ply % 2 + 1
        expect(visitor.page.locator(".seats .acting .name")).to_have_text(re.compile(rf"{seat}$"))
        assert f"card:{seat}.1" in visitor.look().can
        visitor.play_wisely("beginner", until=ply + 1)


def test_names_are_whole_and_a_guest_is_called_so_in_the_readers_language(visit: Visit) -> None:
    visitor = visit(language="ru")
    visitor.order("khan", "me", "beginner", "expert", saved=begun("khan", 3, 7, 12, "beginner").save())
    guest = visitor.words["table.guest"].replace("{number}", "1")
    names = visitor.page.locator(".seats .name")
    cut_off = "all => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.innerText)"
    for width, height in ((1280, 800), (390, 844)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect(names.first).to_have_text(re.compile(guest))
        assert names.evaluate_all(cut_off) == []
    assert any(guest in line for line in visitor.log())


def test_languages_and_themes(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.order("ming", "me", "random", saved=begun("ming", 2, 4, 6, "random").save())
    visitor.wait_for_turn()
    page.locator(".settings summary").click()
    told = {"en": (visitor.sentence, visitor.log())}
    for language, former in (("it", "en"), ("ru", "it")):
        page.get_by_label(words(former)["ui.language"]).select_option(language)
        expect(page.locator(".status .sentence")).to_contain_text(words(language)["ui.your_turn"])
        told[language] = visitor.sentence, visitor.log()
        assert page.evaluate("document.documentElement.lang") == language
    assert re.search("[\u0430-\u044f]{3}", told["ru"][0])
    for one, other in (("en", "it"), ("en", "ru"), ("it", "ru")):
        assert told[one][0] != told[other][0]
        assert len(told[one][1]) == len(told[other][1]) >= 6
        assert not set(told[one][1]) & set(told[other][1])

    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for theme in ("light", "dark"):
        page.get_by_label(words("ru")["ui.theme"]).select_option(theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(page.locator("body")).not_to_have_css("background-color", light)
    page.reload()
    visitor.wait_for_turn()
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == ["ru", "dark"]
    assert visitor.log() == told["ru"][1]


def test_what_is_chosen_says_so_where_it_happens_and_passing_is_no_alarm(visit: Visit) -> None:
    visitor = visit()
    said = words("en", "ming")
    match = where(lantern.game("ming").match(2), "deploy members monastery", "random")
    visitor.order("ming", "me", "me", saved=match.save())
    visitor.wait_for_turn()
    number = max(action.split()[1] for action in match.actions() if action.endswith("monastery"))
    chosen = visitor.page.locator(f'.tray [data-thing="members:{number}"]')
    expect(chosen).not_to_contain_text(said["ming.chosen"])
    chosen.click()
    expect(chosen).to_contain_text(said["ming.chosen"])
    expect(visitor.page.locator(".tray .where")).to_have_text(
        [said["ming.where.open_land"], said["ming.where.monastery"]]
    )
    expect(visitor.page.locator(".map .tag")).to_have_text([said["ming.place.open_land"], said["ming.place.monastery"]])

    visitor.order("ming", "me", "me", saved=about("ming", "move", players=2).save())
    visitor.wait_for_turn()
    passing = visitor.page.locator('.buttons [data-action="pass"]')
    assert not set(str(passing.get_attribute("class")).split()) & {"go", "offered"}
