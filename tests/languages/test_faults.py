"""Whatever is wrong with what somebody gave is told in every language; with code that calls Lantern, in English."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pickle import dumps, loads
from typing import Any

import pytest

import lantern
from lantern.kernel.errors import BadInput, Phrase, Refusal
from lantern.languages import LANGUAGES
from lantern.languages.words import DEFAULT, catalogue
from lantern.server.app import problem
from lantern.server.errors import Denied
from tests.effort import enough
from tests.fuzz.spoiling import PLAIN_JUNK, Spoiler
from tests.languages.messages import opened
from tests.languages.spoken import latin_words
from tests.tables import ALL_GAMES, PLAYED, Table, at, played, seeds

SOURCES = Path(lantern.__file__).parent
MET_BY_PEOPLE = ("cli", "terminal", "server", "report", "languages", "learning")
"""What nobody calls from Python, so that nothing there is said to programmers."""
PREFIX = {"BadInput": "", "Lost": "", "Phrase": "", "_flaw": "han.bad.map."}
SPOILED = enough(50, thorough=150, plain=50)


@cache
def calls() -> list[tuple[Path, str, ast.Call]]:
    """All that Lantern calls by a name, but for where phrases and faults are made themselves."""
    return [
        (file.relative_to(SOURCES), node.func.id, node)
        for file in SOURCES.rglob("*.py")
        if file != SOURCES / "kernel/errors.py"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def worded(key: str, language: str = DEFAULT) -> str:
    return catalogue(key.partition(".")[0], language)[key]


def test_every_fault_has_a_sentence_that_speaks_of_its_arguments() -> None:
    for _, name, call in calls():
        if name not in PREFIX:
            continue
        key = call.args[0]
        assert isinstance(key, (ast.Constant, ast.JoinedStr)), ast.unparse(call)
        if isinstance(key, ast.Constant):
            message = worded(PREFIX[name] + str(key.value))
            given = {argument.arg for argument in call.keywords}
            assert {one.name.removesuffix("_count") for one in opened(message)} == given, key.value


def test_only_who_calls_lantern_from_python_is_told_in_english_alone() -> None:
    where = {file.parts[0] for file, name, _ in calls() if name == "WrongCall"}
    assert where
    assert where.isdisjoint(MET_BY_PEOPLE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_fault_is_left_in_english(language: str) -> None:
    """But those that are notation or names alone."""
    for owner in ("bad", *(game.name for game in ALL_GAMES)):
        for key, message in catalogue(owner, language).items():
            if "bad" in key.split(".")[:2] and language != DEFAULT and message == worded(key):
                assert not latin_words([message.replace("{", " ").replace("}", " ")]) - {
                    one.name for one in opened(message)
                }


def keys_of(fault: BadInput | Phrase) -> Iterator[str]:
    """The keys of a fault and of all phrases in it."""
    yield fault.args[0] if isinstance(fault, BadInput) else fault.key
    for argument in fault.arguments.values():
        for part in argument if isinstance(argument, list) else [argument]:
            if isinstance(part, (BadInput, Phrase)):
                yield from keys_of(part)


@cache
def notation(table: Table) -> set[str]:
    """The words of actions, of positions and of options, and those that a Russian sentence has itself."""
    game, words = table.game, table.words
    match, phases = played(table, seeds(table)[0]), import_module(f"lantern.games.{game.name}.phases")
    said = [match.save(), *map(words.write_action, range(game.sheet.actions))]
    said += [json.dumps(at(match, ply).reveal()) for ply in (0, match.ply // 2, match.ply)]
    said += [
        json.dumps(match.view()),
        " ".join(repr(option) for option in game.sheet.options),
        " ".join(game.sheet.setups),
    ]
    said += [message for owner in ("bad", game.name) for message in catalogue(owner, "ru").values()]
    return latin_words(
        [
            *" ".join(said).replace("_", " ").split(),
            *" ".join(game.sheet.endings).split(),
            *" ".join([*phases.NAMES, *catalogue(game.name, "ru")]).replace(".", " ").replace("_", " ").split(),
        ]
    )


def odd_option(table: Table, chance: random.Random) -> None:
    odd: dict[str, Any] = {chance.choice([*table.options]): "fly"}
    table.game.options(**odd)


def faults(table: Table, chance: random.Random) -> Iterator[tuple[BadInput, Any]]:
    """What is wrong with spoiled positions and saved matches and with odd options and actions, and what was given."""
    match = played(table, seeds(table)[0])
    spoiler = Spoiler(chance, PLAIN_JUNK)
    saved = json.loads(match.save())
    for number in range(SPOILED):
        position = spoiler.spoiled(at(match, number * match.ply // SPOILED).reveal())
        other = spoiler.spoiled(saved)
        action = " ".join(chance.choice(match.history).split()[:-1]) + " fly"
        for attempt, given in (
            (lambda position=position: table.game.position(position), position),
            (lambda other=other: table.game.load(json.dumps(other)), other),
            (lambda action=action: match.why_not(action), action),
            (lambda: odd_option(table, chance), "fly"),
        ):
            try:
                attempt()
            except BadInput as error:
                yield error, given


@pytest.mark.parametrize("table", PLAYED, ids=str)
@pytest.mark.sampled(4)
def test_what_is_wrong_is_told_in_russian(table: Table) -> None:
    """With no word in Latin letters but what was given, and names of fields and notation."""
    for error, given in faults(table, random.Random(1)):
        assert all(catalogue(key.partition(".")[0], "ru").get(key) for key in keys_of(error) if "own" not in key), error
        known = " ".join([repr(given), *notation(table), "None True False"]).replace("_", " ")
        said = latin_words(error.told("ru").replace("_", " ").replace("'", " ").split())
        assert [word for word in said if word.lower() not in known.lower()] == [], error.told("ru")


def test_a_denial_and_a_refusal_tell_the_fault_in_the_language_of_the_reader() -> None:
    fault = BadInput("bad.flag", what="final", value="3")
    assert str(fault) == "final is 3; it is true or false"
    denied = problem("ru", Denied("bad_options", reason=fault))
    assert denied.message == "Такие настройки нельзя использовать: final — 3; нужно true или false"
    assert denied.arguments == {"reason": fault.told("ru")}
    assert Refusal("notation", "not_understood", {"reason": fault}).told("it").endswith(fault.told("it"))
    assert loads(dumps(fault)).told("ru") == fault.told("ru")
