"""Guided first games: every step can be done, whatever is accepted, and says what it should in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product

import pytest

import lantern
from lantern.games import folder
from lantern.kernel.game import Match
from lantern.languages import LANGUAGES
from lantern.learning.lessons import Lesson, Step, lesson, lesson_words
from tests.test_clauses import numbers

GAMES = [game for game in lantern.names() if lesson(game) is not None]
MOST_STEPS, MOST_MINUTES, WORDS_A_MINUTE, SECONDS_A_STEP = 12, 6, 200, 10


def taught(game: str) -> Lesson:
    found = lesson(game)
    assert found is not None
    return found


def ways(steps: tuple[Step, ...]) -> Iterator[tuple[str, ...]]:
    """Lessons done in all ways: each accepted action with the first of all others, and the first everywhere."""
    usual = [step.accept[0] for step in steps]
    for number, step in enumerate(steps):
        for action in step.accept:
            yield (*usual[:number], action, *usual[number + 1 :])


def play(match: Match, told: Lesson, chosen: tuple[str, ...]) -> None:
    """Do every step; whose turn it is, and that nobody else is asked to do anything."""
    for step, action in zip(told.steps, chosen, strict=True):
        assert match.to_act == told.seat, step.name
        assert match.why_not(action) is None, (step.name, action)
        match.play(action)
        for reply in step.then:
            assert match.to_act not in (told.seat, None), step.name
            assert match.why_not(reply) is None, (step.name, reply)
            match.play(reply)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_can_be_done(game: str) -> None:
    told = taught(game)
    for chosen in ways(tuple(told.steps)):
        play(told.begin(lantern.game(game)), told, chosen)


@pytest.mark.parametrize("game", GAMES)
def test_actions_are_written_as_the_game_writes_them(game: str) -> None:
    told = taught(game)
    words = told.begin(lantern.game(game)).words
    for step in told.steps:
        for action in (*step.accept, *step.then):
            number = words.read_action(action)
            assert isinstance(number, int)
            assert words.write_action(number) == action


@pytest.mark.parametrize("game", GAMES)
def test_steps_follow_the_match(game: str) -> None:
    told = taught(game)
    match = told.begin(lantern.game(game))
    for number, step in enumerate(told.steps):
        assert told.begins(number) == match.ply
        for action in (step.accept[0], *step.then):
            assert told.step_at(match.ply) == number
            match.play(action)
    assert told.step_at(match.ply) == len(told.steps)


@pytest.mark.parametrize("game", GAMES)
def test_steps_point_first_at_what_is_to_be_clicked(game: str) -> None:
    told = taught(game)
    match = told.begin(lantern.game(game))
    for step in told.steps:
        action = step.accept[0]
        assert {*step.point[:1]} <= {action, *match.touch(action)}, step.name
        for one in (action, *step.then):
            match.play(one)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_told_in_every_language(game: str, language: str) -> None:
    told = taught(game)
    keys = {"welcome", "end", *(step.name for step in told.steps)}
    words = json.loads((folder(game, "learning") / f"{language}.json").read_text(encoding="utf-8"))
    assert keys <= words.keys()
    assert words.keys() <= keys | {f"{step.name}.wrong" for step in told.steps}
    assert all(said.strip() == said != "" for said in words.values())
    assert len(keys) == 2 + len(told.steps), "two steps have the same name"


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_first_game_needs_is_taught(game: str) -> None:
    told = taught(game)
    known = {f"{game.upper()}-{number}" for number in numbers(game)}
    touched = {clause for step in told.steps for clause in step.clauses}
    assert touched <= known
    assert set(told.teaches) <= touched
    assert all(step.clauses for step in told.steps)
    assert told.teaches


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_short(game: str, language: str) -> None:
    told, words = taught(game), lesson_words(game, language)
    read = sum(len(words[key].split()) for key in ("welcome", "end", *(step.name for step in told.steps)))
    assert len(told.steps) <= MOST_STEPS
    assert read / WORDS_A_MINUTE + len(told.steps) * SECONDS_A_STEP / 60 <= MOST_MINUTES


@pytest.mark.parametrize("game", GAMES)
def test_a_real_game_is_with_easy_bots_unless_more_than_the_rules_was_taught(game: str) -> None:
    told = taught(game)
    names = [step.name for step in told.steps]
    assert told.bot is None or told.beyond in names
    needed = len(names) if told.beyond is None else names.index(told.beyond)
    assert [told.bot_after(done) for done in range(needed + 1)] == [None] * (needed + 1)
    assert {told.bot_after(done) for done in range(needed + 1, len(names) + 1)} <= {told.bot}
    assert [number for number in range(len(names) + 1) if told.is_enough(number)] == [needed] * (needed < len(names))


def test_names_of_the_others_stand_in_what_is_said() -> None:
    for game, language in product(GAMES, LANGUAGES):
        assert not any("{" in said for said in lesson_words(game, language).values())
