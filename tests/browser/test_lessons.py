"""Guided first games by clicks: from the start page through every step, with mistakes, to a real game."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect

import lantern
from lantern.languages import LANGUAGES
from lantern.learning.lessons import Lesson, lesson, lesson_words
from lantern.server.tables.decisions import easy_bot
from tests.browser.conftest import Visit
from tests.browser.test_keyboard import Typist, play, press
from tests.browser.visitor import Visitor, confirmations, words

GAMES = [game for game in lantern.names() if lesson(game) is not None]
READERS = [*LANGUAGES, LANGUAGES[0]]
"""The language on the desktop and, beside it, on the phone, from game to game."""
VISITS = [
    pytest.param(game, size, language, marks=pytest.mark.thorough if (number + place) % 2 else ())
    for number, game in enumerate(GAMES)
    for place, (size, language) in enumerate(
        zip(("desktop", "phone"), list(pairwise(READERS))[number % 3], strict=True)
    )
]
# Where a ring says that one should look, and it can be seen there and clicked.
SEEN = """thing => {
  const name = CSS.escape(thing);
  const places = `.game [data-thing="${name}"], .game [data-pay="${name}"], .status [data-action="${name}"]`;
  const place = document.querySelector(places);
  const ring = document.querySelector('div.ring');
  if (!place || !ring) return false;
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = middle(place);
  const [left, top] = middle(ring);
  return Math.hypot(x - left, y - top) < 2 && place.contains(document.elementFromPoint(x, y));
}"""

# A click has led on: the thing is picked and something else is to be, or one is asked, or it was enough.
LED_ON = """([thing, asked, ply]) => {
  const picked = document.querySelector(`[data-thing="${CSS.escape(thing)}"].on`) !== null;
  return (picked && document.querySelector('.thing.can') !== null) || document.querySelector(asked) !== null ||
    Number(document.querySelector('.replay input')?.max ?? -1) > ply;
}"""


class Learner:
    """Somebody who is taught a game."""

    def __init__(self, visitor: Visitor, game: str) -> None:
        self.visitor, self.game = visitor, game
        found = lesson(game)
        assert found is not None
        self.told: Lesson = found
        self.said = lesson_words(game, visitor.language)
        self.panel = visitor.page.get_by_role("region", name=visitor.words["ui.lesson"], exact=True)
        # To be refused is what a lesson is for.
        visitor.forgive("409")

    @property
    def card(self) -> Locator:
        """The game on the start page."""
        title = words(self.visitor.language, self.game)[f"{self.game}.title"]
        page = self.visitor.page
        return page.get_by_role("article").filter(has=page.get_by_role("heading", name=title, exact=True))

    @property
    def way_in(self) -> Locator:
        """Where the lesson begins, and goes on."""
        return self.card.get_by_role("button", name=self.visitor.words["ui.learn"])

    def begin(self) -> None:
        """From the start page."""
        self.visitor.open()
        self.way_in.click()
        self.visitor.page.wait_for_url("**/table/*")

    def read(self, number: int) -> None:
        """What stands at a step, from 0."""
        heading = self.visitor.words["ui.lesson_step"]
        of = len(self.told.steps)
        expect(self.panel.get_by_role("heading")).to_have_text(heading.format(step=number + 1, of=of))
        expect(self.panel).to_contain_text(self.said[self.told.steps[number].name])

    def stray(self) -> None:
        """Do something else at the first step."""
        visitor, first = self.visitor, self.told.steps[0]
        others = [action for action in visitor.match.actions() if action not in first.accept]
        other = min(others, key=lambda action: len(visitor.match.touch(action)))
        for thing in visitor.match.touch(other):
            visitor.click(thing)
        answer = self.panel.locator(".stray")
        agree = visitor.page.locator(", ".join(confirmations(other))).first
        expect(answer.or_(agree).first).to_be_visible()
        if agree.is_visible():
            agree.click()
        expect(answer).to_have_text(self.said.get(f"{first.name}.wrong", visitor.words["ui.lesson_stray"]))
        assert visitor.match.ply == self.told.begins(0)

    def do(self, number: int) -> None:
        """What a step asks for, where it points."""
        visitor, step, ply = self.visitor, self.told.steps[number], self.told.begins(number)
        action = step.accept[0]
        asked = ", ".join(confirmations(action))
        for thing in step.point:
            visitor.page.wait_for_function(SEEN, arg=thing)
            if visitor.page.locator(asked).count():
                break
            visitor.click(thing)
            visitor.page.wait_for_function(LED_ON, arg=[thing, asked, ply])
            if visitor.page.locator(asked).count() or visitor.look().ply > ply:
                break
        if visitor.look().ply == ply:
            visitor.carry_out(action, visitor.match.touch(action))
        visitor.wait_for_ply(ply + 1)

    def others(self) -> set[str]:
        """The bots at the table that is open."""
        visitor = self.visitor
        table = visitor.page.evaluate("id => fetch(`/api/tables/${id}`).then(answer => answer.json())", visitor.table)
        return {seat["bot"] for seat in table["seats"] if seat["kind"] == "bot"}

    def end(self) -> None:
        """It ends in a real game with whom the lesson names, with hints; nobody is asked to learn it again."""
        visitor = self.visitor
        expect(self.panel).to_contain_text(self.said["end"])
        taught = visitor.table
        visitor.button("ui.lesson_play")
        visitor.page.wait_for_url(lambda url: "/table/" in url and taught not in url)
        visitor.page.locator(".suggestion").wait_for()
        assert self.others() == {self.told.bot or easy_bot(lantern.game(self.game))}
        expect(self.panel).to_have_count(0)
        visitor.open()
        expect(self.card).to_be_visible()
        expect(self.way_in).to_have_count(0)


@pytest.mark.parametrize(("game", "size", "language"), VISITS)
def test_a_game_is_learnt(visit: Visit, game: str, size: str, language: str) -> None:
    visitor = visit(size=size, language=language)
    learner = Learner(visitor, game)
    learner.begin()
    learner.read(0)
    expect(learner.panel).to_contain_text(learner.said["welcome"])
    learner.stray()
    assert not visitor.can("ui.lesson_show")
    learner.stray()
    visitor.button("ui.lesson_show")
    visitor.button("ui.lesson_do")
    learner.read(1)
    visitor.button("ui.lesson_back")
    learner.read(0)
    for number in range(len(learner.told.steps)):
        if number == 3:
            table = visitor.table
            learner.begin()
            assert visitor.table == table
        learner.read(number)
        learner.do(number)
    learner.end()


def test_a_wrong_card_is_told_as_soon_as_it_is_picked(visit: Visit) -> None:
    """Until something right is picked."""
    visitor = visit()
    learner = Learner(visitor, "khan")
    learner.begin()
    learner.read(0)
    first = learner.told.steps[0]
    cards = {thing for action in visitor.match.actions() for thing in visitor.match.touch(action) if "card:" in thing}
    wrong = min(cards - {*first.point})
    stray = learner.panel.locator(".stray")
    expect(stray).to_have_count(0)
    visitor.click(wrong)
    expect(stray).to_have_text(learner.said.get(f"{first.name}.wrong", visitor.words["ui.lesson_stray"]))
    visitor.click(first.point[0])
    expect(stray).to_have_count(0)


def test_a_real_game_may_begin_where_the_rules_end(visit: Visit) -> None:
    """With a partner who keeps to them alone; those who go on learn what others do besides."""
    visitor = visit()
    learner = Learner(visitor, "hanabi")
    learner.begin()
    enough = next(number for number in range(len(learner.told.steps)) if learner.told.is_enough(number))
    for number in range(enough):
        learner.read(number)
        assert not visitor.can("ui.lesson_play")
        learner.do(number)
    learner.read(enough)
    taught = visitor.table
    visitor.button("ui.lesson_play")
    visitor.page.wait_for_url(lambda url: "/table/" in url and taught not in url)
    visitor.page.locator(".suggestion").wait_for()
    assert learner.others() == {"beginner"}


@pytest.mark.parametrize("game", [game for game in GAMES if game == "hanabi"])
def test_a_game_is_learnt_by_keyboard(visit: Visit, game: str) -> None:
    visitor = visit(kind=Typist)
    learner = Learner(visitor, game)
    visitor.open()
    press(visitor, learner.way_in)
    for number, step in enumerate(learner.told.steps):
        learner.read(number)
        visitor.wait_for_turn()
        play(visitor, step.accept[0], visitor.match.touch(step.accept[0]), "Enter")
        visitor.wait_for_ply(learner.told.begins(number) + 1)
    press(visitor, learner.panel.get_by_role("button", name=visitor.words["ui.lesson_play"]))
    visitor.page.locator(".suggestion").wait_for()
