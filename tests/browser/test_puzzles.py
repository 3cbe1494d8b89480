"""Puzzles by clicks: that of the day from the start page, one that is missed and shown, a question, and playing on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from lantern.learning.puzzles import Puzzle
from tests.browser.conftest import Visit
from tests.browser.test_keyboard import Typist, press
from tests.browser.visitor import Visitor, words
from tests.puzzles import having, of_two, to_answer, to_play
from tests.server.running import Running

PLAYED, OTHER, QUESTION, TWO = to_play("khan"), to_play("khan", 4, 21), to_answer("khan"), of_two("han")
CARDS = to_answer("hanabi")

DEPTH = "one => getComputedStyle(one).zIndex"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    shelf = having(tmp_path_factory.mktemp("shelf"), PLAYED, OTHER, QUESTION, TWO, CARDS)
    with shelf, Running(tmp_path_factory.mktemp("puzzles"), thinkers=0) as running:
        yield running


class Solver:
    """Somebody with a puzzle before him."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.panel = self.page.get_by_role("region", name=visitor.words["ui.puzzle"], exact=True)
        # What is allowed and does not solve a puzzle is refused.
        visitor.forgive("409")

    def come(self, puzzle: Puzzle) -> None:
        """By the link to a puzzle."""
        self.visitor.open(f"/puzzles/{puzzle.game}/{puzzle.name}")
        self.page.wait_for_url("**/table/*")
        expect(self.panel).to_be_visible()

    def choice(self, name: str) -> Locator:
        """A choice of a question."""
        return self.panel.locator(f'[data-choice="{name}"]')

    def solve(self, puzzle: Puzzle) -> None:
        """Play what is right, by clicking what it touches."""
        for action in puzzle.shown():
            ply = self.visitor.match.ply
            self.visitor.wait_for_turn()
            self.visitor.carry_out(action, self.visitor.match.touch(action))
            self.visitor.wait_for_ply(ply + 1)

    def miss(self, puzzle: Puzzle) -> None:
        """Play something else that is allowed."""
        self.visitor.wait_for_turn()
        match = self.visitor.match
        other = min(
            (one for one in match.actions() if one not in puzzle.solution), key=lambda one: len(match.touch(one))
        )
        for thing in match.touch(other):
            self.visitor.click(thing)
        agree = self.page.locator(f'.buttons [data-action="{other}"]')
        expect(self.panel.locator(".bad").or_(agree).first).to_be_visible()
        if agree.is_visible():
            agree.click()

    def says(self, key: str) -> None:
        """The panel says something of the page's words."""
        expect(self.panel).to_contain_text(self.visitor.words[key])

    def can(self, key: str) -> Locator:
        """A button of the panel, by the key of its words."""
        return self.panel.get_by_role("button", name=self.visitor.words[key], exact=True)


def card(visitor: Visitor, game: str) -> Locator:
    """What the page of puzzles has of a game."""
    title = words(visitor.language, game)[f"{game}.title"]
    return visitor.page.get_by_role("article", name=re.compile(f"(^|: ){re.escape(title)}$"))


def test_the_puzzle_of_the_day_is_ticked_when_it_was_solved_later(visit: Visit, house: Running) -> None:
    visitor = visit(house)
    solver = Solver(visitor)
    visitor.open("/puzzles/hanabi")
    shelf = card(visitor, "hanabi")
    shelf.get_by_role("button", name=visitor.words["ui.puzzle_solve"], exact=True).click()
    solver.choice(next(choice for choice in CARDS.choices if choice != CARDS.answer)).click()
    expect(solver.panel.locator(".bad")).to_be_visible()
    visitor.page.go_back()
    expect(shelf).to_contain_text(visitor.words["ui.puzzle_missed"])
    visitor.page.go_forward()
    assert CARDS.answer is not None
    solver.choice(CARDS.answer).click()
    solver.says("ui.puzzle_later")
    visitor.page.go_back()
    expect(shelf.locator(".tick.found")).to_be_visible()


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "ru")])
def test_the_puzzle_of_the_day(visit: Visit, house: Running, size: str, language: str) -> None:
    visitor = visit(house, size=size, language=language)
    solver = Solver(visitor)
    visitor.open()
    daily = visitor.page.get_by_role("region", name=visitor.words["ui.puzzles_today"], exact=True)
    expect(daily.get_by_role("listitem")).to_have_count(3)
    title = visitor.page.get_by_text(words(language, "han")["han.title"], exact=True)
    daily.get_by_role("button").filter(has=title).click()
    visitor.page.wait_for_url("**/table/*")
    solver.says("ui.puzzle_day")
    ply = visitor.match.ply
    solver.solve(TWO)
    solver.says("ui.puzzle_first")
    assert visitor.match.ply == ply + len(TWO.shown()), "nobody moves behind the panel"
    visitor.open()
    expect(daily.get_by_role("button", name=visitor.words["ui.puzzle_today_solved"])).to_have_count(1)
    daily.get_by_role("link").click()
    expect(visitor.page.locator(".streak.alive")).to_be_visible()
    expect(card(visitor, "han").locator("svg[role=img]")).to_be_visible()
    expect(card(visitor, "khan").locator("svg[role=img]")).to_have_count(0)
    assert visitor.sideways() == []


def test_one_that_is_missed_is_shown_and_the_match_goes_on(visit: Visit, house: Running) -> None:
    visitor = visit(house)
    solver = Solver(visitor)
    solver.come(PLAYED)
    before = visitor.match.ply
    solver.miss(PLAYED)
    solver.says("ui.puzzle_first_counts")
    expect(solver.panel).to_contain_text(visitor.words["ui.puzzle_rating_unsure"].split("{")[0])
    assert visitor.match.ply == before
    solver.can("ui.puzzle_show").click()
    visitor.wait_for_ply(before + 1)
    assert visitor.match.history[before:] == PLAYED.shown()
    expect(solver.can("ui.puzzle_next")).to_be_visible()
    solver.can("ui.puzzle_play_on").click()
    expect(solver.panel).to_have_count(0)
    visitor.wait_for_turn()
    visitor.open("/games")
    region = visitor.page.get_by_role("region", name=visitor.words["ui.puzzle_ratings"], exact=True)
    expect(region.locator("svg[role=img]")).to_be_visible()


def test_a_question_tells_nothing_before_it_is_answered(visit: Visit, house: Running) -> None:
    visitor = visit(house)
    solver = Solver(visitor)
    solver.come(QUESTION)
    assert visitor.look().can == []
    wrong = next(choice for choice in QUESTION.choices if choice != QUESTION.answer)
    solver.choice(wrong).hover()
    touched = visitor.match.touch(wrong)
    expect(visitor.board.locator(f'[data-thing="{touched[0]}"].lit').first).to_be_visible()
    solver.choice(wrong).click()
    expect(solver.choice(wrong)).to_have_attribute("aria-disabled", "true")
    assert QUESTION.answer is not None
    solver.choice(QUESTION.answer).click()
    solver.says("ui.puzzle_later")
    expect(solver.panel.locator(".refusal a")).to_contain_text("KHAN-")
    visitor.page.reload()
    solver.says("ui.puzzle_later")
    table = visitor.table
    solver.can("ui.puzzle_next").click()
    visitor.page.wait_for_url(lambda url: "/table/" in url and table not in url)
    solver.says("ui.puzzle_show")


def test_a_finger_looks_before_it_answers(visit: Visit, house: Running) -> None:
    visitor = visit(house, size="phone", language="it")
    solver = Solver(visitor)
    solver.come(QUESTION)
    assert QUESTION.answer is not None
    before = solver.choice(QUESTION.answer).bounding_box()
    solver.choice(QUESTION.answer).tap()
    solver.says("ui.puzzle_tap_again")
    assert solver.choice(QUESTION.answer).bounding_box() == before  # the second tap hits what the first one did
    flies, lies = (visitor.page.locator(one).evaluate(DEPTH) for one in (".airborne", ".puzzle"))
    assert int(flies) < int(lies), "what flies passes over the puzzle"
    expect(visitor.board.locator(".lit").first).to_be_visible()
    solver.choice(QUESTION.answer).tap()
    solver.says("ui.puzzle_first")
    assert visitor.sideways() == []


def test_what_a_card_can_be_is_not_told_while_it_is_asked(visit: Visit, house: Running) -> None:
    visitor = visit(house)
    solver = Solver(visitor)
    solver.come(CARDS)
    own = visitor.board.get_by_role("group", name=words("en", "hanabi")["hanabi.own_hand"])
    own.locator("[data-thing]").first.click()
    expect(visitor.board.locator(".tools")).to_be_visible()
    expect(visitor.board.locator(".possible")).to_have_count(0)
    solver.can("ui.puzzle_show").click()
    expect(solver.can("ui.puzzle_next")).to_be_visible()
    expect(visitor.board.locator(".possible")).to_be_visible()


def test_a_question_by_keyboard(visit: Visit, house: Running) -> None:
    visitor = visit(house, kind=Typist)
    solver = Solver(visitor)
    visitor.open("/puzzles/khan")
    press(visitor, visitor.page.locator(".kind", has_text=words("en")["puzzle.forbidden"]))
    visitor.page.wait_for_url("**/table/*")
    assert QUESTION.answer is not None
    press(visitor, solver.choice(QUESTION.answer))
    solver.says("ui.puzzle_first")
    press(visitor, solver.can("ui.puzzle_play_on"))
    expect(solver.panel).to_have_count(0)


def test_a_puzzle_that_there_is_not(visit: Visit, house: Running) -> None:
    visitor = visit(house)
    visitor.forgive("404")
    visitor.open("/puzzles/khan/khan-none")
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    visitor.open("/puzzles/ming")
    expect(visitor.page.get_by_role("alert")).to_be_visible()
