"""What bots decide is shown decision by decision: positions that were, in order; a click never acts on the past."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, words
from tests.server.running import Json
from tests.under_way import after

# What the game shows, in the words for those who can't see it.
SHOWN = """(kinds) => [...document.querySelectorAll('.game [data-thing]')]
  .filter((one) => kinds.some((kind) => one.dataset.thing.startsWith(kind)))
  .map((one) => `${one.dataset.thing} ${one.getAttribute('aria-label')}`).join('\\n')"""
KINDS = {
    "han": ["space:", "dragon:", "display:", "discard"],
    "hanabi": ["seat:", "card:", "discard:"],
    "khan": ["square:", "ruler:", "piece:"],
    "ming": ["district:", "monastery:", "space:"],
}

# From now on every change of the page is noted, and everything that flies.
WATCH = """([shown, kinds]) => {
  const look = eval(shown);
  const game = document.querySelector('.game');
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  window.states = [];
  window.flown = [];
  new MutationObserver(() => {
    states.push({
      ply: Number(game.dataset.ply),
      shown: look(kinds),
      told: document.querySelectorAll('.log li').length,
      can: game.classList.contains('filming') ? game.querySelectorAll('.thing.can').length : 0,
    });
  }).observe(document.querySelector('.table'), all);
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length)) flown.push(Number(game.dataset.ply));
  }).observe(document.querySelector('.airborne'), { childList: true });
}"""

# The film is over: the present is shown, and whatever flew has landed.
OVER = """(ply) => {
  const { dataset, classList } = document.querySelector('.game');
  const last = Number(document.querySelector('.replay input').max);
  const landed = document.querySelector('.airborne').children.length === 0;
  return last > ply && Number(dataset.ply) === last && !classList.contains('filming') && landed;
}"""

# The first flight that leads onto the map is held where it lands, and the film stays there.
HOLD = """() => {
  const layer = document.querySelector('.airborne');
  const ring = window.setTimeout;
  let goesOn = null;
  window.setTimeout = (act, ms, ...more) => (ms > 200 ? (goesOn = ring(act, ms, ...more)) : ring(act, ms, ...more));
  new MutationObserver(() => {
    const flights = [...layer.children].flatMap((one) => one.getAnimations());
    for (const flight of flights) {
      flight.pause();
      flight.currentTime = flight.effect.getComputedTiming().endTime;
    }
    const map = document.querySelector('.map').getBoundingClientRect();
    const onto = [...layer.children].some((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const [right, down] = [x + width / 2 - map.x, y + height / 2 - map.y];
      return right > 0 && down > 0 && right < map.width && down < map.height;
    });
    if (onto) clearTimeout(goesOn);
    else for (const flight of flights) flight.play();
  }).observe(layer, { childList: true });
}"""
HELD = """() => [...document.querySelector('.airborne').children].some((one) =>
  one.getAnimations().some(({ playState }) => playState === 'paused'))"""

# How far everything in the air moves on the screen when something is scrolled.
SCROLL = """async ([what, right, down]) => {
  const flying = [...document.querySelector('.airborne').children];
  const at = ({ x, y }) => [Math.round(x), Math.round(y)];
  const places = () => flying.map((one) => at(one.getBoundingClientRect()));
  const before = places();
  (what ? document.querySelector(what) : window).scrollBy({ left: right, top: down, behavior: 'instant' });
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return places().map(([x, y], one) => [x - before[one][0], y - before[one][1]]);
}"""

# A click on something while the film runs; whether it ran, and at what it ended.
CLICK = """(thing) => {
  const game = document.querySelector('.game');
  const before = [game.classList.contains('filming'), Number(game.dataset.ply)];
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  game.querySelector(`[data-thing="${thing}"]`).dispatchEvent(click);
  return before;
}"""


def sit_down(visitor: Visitor, game: str, plies: int) -> None:
    """A table with two bots, at which it is one's own turn."""
    match = after(game, 3, 7, plies, "club")
    while match.to_act != 1:
        match.play(match.actions()[0])
    visitor.order(game, "me", "club", "club", saved=match.save())
    visitor.wait_for_turn()
    visitor.page.wait_for_load_state("networkidle")


def finish_the_turn(visitor: Visitor) -> int:
    """Play until it is a bot's turn; the last ply of one's own."""
    while True:
        ply = visitor.match.ply
        ahead = visitor.match.copy()
        action, touched = visitor.advice("club")
        ahead.play(action)
        visitor.carry_out(action, touched)
        visitor.wait_for_ply(ply + 1)
        if ahead.to_act != 1:
            return ply + 1


@pytest.mark.parametrize(
    ("game", "plies"),
    [("han", 9), ("hanabi", 12), ("ming", 12), pytest.param("khan", 30, marks=pytest.mark.thorough)],
)
def test_each_decision_is_shown_in_its_turn(visit: Visit, game: str, plies: int) -> None:
    visitor = visit(speed="usual")
    page = visitor.page
    sit_down(visitor, game, plies)
    page.evaluate(WATCH, [SHOWN, KINDS[game]])
    own = finish_the_turn(visitor)
    visitor.wait_for_turn()
    page.wait_for_function(OVER, arg=own + 1)
    last = visitor.match.ply
    states: list[Json] = page.evaluate("states")
    seen = [state["ply"] for state in states]
    assert seen == sorted(seen)
    assert set(range(own, last + 1)) <= set(seen)
    assert all(state["told"] <= max(state["ply"], own) for state in states), "the log tells no more than is shown"
    assert not any(state["can"] for state in states), "nothing glows during the film"
    flown = set(page.evaluate("flown"))
    assert flown & set(range(own + 1, last + 1))

    # Each of these positions was: the replay shows the same.
    for ply in range(own, last):
        page.get_by_role("slider").fill(str(ply))
        expect(page.locator(".game")).to_have_attribute("data-ply", str(ply))
        was = page.evaluate(SHOWN, KINDS[game])
        assert {state["shown"] for state in states if state["ply"] == ply} == {was}

    # It steps on with the same motion, and back without.
    page.evaluate("() => { flown.length = 0; }")
    visitor.button("ui.earlier")
    expect(page.locator(".game")).to_have_attribute("data-ply", str(last - 2))
    assert page.evaluate("flown") == []
    for ply in range(own + 1, last):
        page.get_by_role("slider").fill(str(ply - 1))
        expect(page.locator(".game")).to_have_attribute("data-ply", str(ply - 1))
        visitor.button("ui.later")
        expect(page.locator(".game")).to_have_attribute("data-ply", str(ply))
    assert set(page.evaluate("flown")) >= flown & set(range(own + 1, last))


def test_what_was_decided_last_is_said_until_something_is_picked(visit: Visit) -> None:
    visitor = visit()
    sit_down(visitor, "han", 9)
    finish_the_turn(visitor)
    visitor.wait_for_turn()
    lately = visitor.page.locator(".status .lately")
    assert lately.inner_text() in " ".join(visitor.log()[-1].split())
    assert visitor.sentence.startswith(visitor.words["ui.your_turn"])
    visitor.click(next(thing for thing in visitor.look().can if thing.startswith("hand:")))
    expect(lately).to_have_count(0)
    # What is picked goes with some provinces: the others stay dim.
    expect(visitor.page.locator(".han path.shut")).not_to_have_count(0)


def test_the_speed_that_is_set_is_the_pace_from_now_on(visit: Visit) -> None:
    visitor = visit(speed="slow")
    page = visitor.page
    sit_down(visitor, "han", 9)
    for speed, shows in (("at_once", 0), ("slow", 1)):
        page.locator(".settings summary").click()
        page.get_by_label(visitor.words["ui.speed"]).select_option(speed)
        page.locator(".settings summary").click()
        finish_the_turn(visitor)
        visitor.wait_for_bots()
        if not shows:
            page.wait_for_selector(f".game[data-ply='{visitor.match.ply}']")
        expect(page.locator(".game.filming")).to_have_count(shows)


def test_a_click_ends_the_film_and_does_nothing_else(visit: Visit) -> None:
    visitor = visit(speed="slow")
    page, asked = visitor.page, []
    sit_down(visitor, "han", 9)
    finish_the_turn(visitor)
    page.wait_for_selector(".game.filming")
    visitor.wait_for_bots()
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    things = {thing for action in visitor.match.actions() for thing in visitor.match.touch(action)}
    at_hand = [thing for thing in sorted(things) if page.locator(f'.game [data-thing="{thing}"]').count()]
    assert at_hand
    filming, ply = page.evaluate(CLICK, at_hand[0])
    assert filming
    assert ply < visitor.match.ply
    expect(page.locator(".game")).to_have_attribute("data-ply", str(visitor.match.ply))
    expect(page.locator(".game.filming, .airborne > *, .thing.on")).to_have_count(0)
    assert set(visitor.look().can) <= things
    assert asked == []

    # Once more, ended by a key.
    visitor.page.locator(".buttons .signed", has_text=visitor.words["ui.since_last_turn"].split("{")[0]).click()
    page.wait_for_selector(".game.filming")
    page.keyboard.press("Escape")
    expect(page.locator(".game.filming")).to_have_count(0)
    expect(page.locator(".game")).to_have_attribute("data-ply", str(visitor.match.ply))
    assert asked == []


def test_what_flies_goes_along_with_what_is_scrolled(visit: Visit) -> None:
    visitor = visit(speed="slow", size="phone")
    page = visitor.page
    sit_down(visitor, "han", 9)
    visitor.page.get_by_role("button", name=words("en", "han")["han.nearer"]).click()
    page.evaluate(HOLD)
    finish_the_turn(visitor)
    page.wait_for_function(HELD)
    moved = page.evaluate(SCROLL, ["", 0, 60])
    assert moved
    assert set(map(tuple, moved)) == {(0, -60)}
    moved = set(map(tuple, page.evaluate(SCROLL, [".map", 30, 0])))
    assert (-30, 0) in moved, "what flies onto the map"
    assert moved <= {(-30, 0), (0, 0)}


def test_at_once_nothing_flies(visit: Visit) -> None:
    visitor = visit()
    sit_down(visitor, "hanabi", 12)
    visitor.page.evaluate(WATCH, [SHOWN, KINDS["hanabi"]])
    own = finish_the_turn(visitor)
    visitor.wait_for_bots()
    expect(visitor.page.locator(".game")).to_have_attribute("data-ply", str(visitor.match.ply))
    assert visitor.match.ply > own + 1
    assert visitor.page.evaluate("flown") == []
    marks = visitor.page.locator(".game .last, .game .thing.new")
    assert marks.count() > 0
